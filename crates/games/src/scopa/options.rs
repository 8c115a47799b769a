//! Options of Scopa: the rules on which the sources disagree.

use crate::fishing::{
    AceTakesAll, CaptureObligation, Direction, EndMode, LastPlaySweep, Matching, Packets, Rules, Sums, Values,
};
use cards::{Card, Rank};
use engine::{Dependence, Field, Preset, Ruleset, SetupError, field, string_enum};

/// Rules in use, where the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of seats: 2, 3, 4 or 6.
    pub seats: u8,
    /// Sums allowed for a capture.
    pub sum_mode: SumMode,
    /// Number of cards of its rank that a card captures.
    pub match_count: MatchCount,
    /// Obligation to capture.
    pub capture_obligation: CaptureObligation,
    /// Role of a pile without some suit in the primiera.
    pub primiera_suits: PrimieraSuits,
    /// Whether the last card can make a sweep.
    pub last_play_sweep: LastPlaySweep,
    /// Rule that ends the match.
    pub end_mode: EndMode,
    /// Score that ends the match.
    pub target: i32,
    /// Whether seats of equal parity are partners.
    pub teams: bool,
    /// Direction of play; for display only.
    pub direction: Direction,
    /// Marker of a sweep in the pile; for display only.
    pub sweep_marker: SweepMarker,
    /// Scopone: nine cards each and four on the table.
    pub scopone: bool,
    /// Scopone scientifico: ten cards each and none on the table.
    pub scopone_scientifico: bool,
    /// Whether an ace captures the whole table.
    pub asso_piglia_tutto: bool,
    /// Whether an ace that captures the whole table makes a sweep.
    pub ace_sweep_counts: bool,
    /// Effect of an ace if an ace is on the table.
    pub ace_on_ace: AceOnAce,
    /// Effect of an ace on an empty table.
    pub ace_on_empty: AceOnEmpty,
    /// Whether the first coins in sequence score.
    pub napola: bool,
    /// Whether all ten coins win the match.
    pub napoleone: bool,
    /// Whether the king of coins scores.
    pub re_bello: bool,
    /// Whether a player may claim to have reached the target.
    pub claim_out: bool,
    /// Whether captures must add up to fifteen with the played card.
    pub quindici: bool,
    /// Whether the most sevens score instead of the primiera.
    pub settanta: bool,
    /// Tie-break for equal numbers of sevens.
    pub settanta_tie: SettantaTie,
}

string_enum! {
    /// Sums allowed for a capture. (SC-O1)
    pub enum SumMode {
        /// Table cards must add up to the played card.
        TableSum = "tableSum",
        /// The played card and table cards must add up to a further table card.
        HandPlusTable = "handPlusTable",
        /// Table cards add up to the played card, or together with it to a further table card.
        Both = "both",
    }

    /// Number of cards of its rank that a card captures. (SC-O3)
    pub enum MatchCount {
        /// A card captures one card of its rank.
        One = "one",
        /// A card captures all cards of its rank on the table.
        All = "all",
    }

    /// Role of a pile without some suit in the primiera. (SC-O5, SC-S7)
    pub enum PrimieraSuits {
        /// Only piles with all four suits compete for the primiera.
        FourRequired = "fourRequired",
        /// An incomplete pile loses to any complete one; two incomplete piles compare their totals.
        IncompleteLoses = "incompleteLoses",
        /// A missing suit counts 0.
        SumAnyway = "sumAnyway",
    }

    /// Marker of a sweep in the pile. (SC-O8)
    pub enum SweepMarker {
        /// The capturing card marks the sweep.
        CapturingCard = "capturingCard",
        /// Any captured card may mark the sweep.
        AnyCapturedCard = "anyCapturedCard",
    }

    /// Effect of a capturing ace if an ace is on the table. (SC-V3)
    pub enum AceOnAce {
        /// The ace captures only an ace.
        AceOnly = "aceOnly",
        /// The ace captures everything nevertheless.
        Everything = "everything",
    }

    /// Effect of a capturing ace on an empty table. (SC-V3)
    pub enum AceOnEmpty {
        /// The ace stays on the table.
        Stays = "stays",
        /// The ace goes to its own owner.
        Captured = "captured",
    }

    /// Tie-break for equal numbers of sevens. (SC-V8)
    pub enum SettantaTie {
        /// No tie-break: the point is not awarded.
        Nobody = "nobody",
        /// The next rank in the order of the primiera breaks the tie, and so on.
        NextRank = "nextRank",
    }
}

/// Card values: ace 1, 2 to 7 at face value, jack 8, queen 9, king 10. (SC-R2)
static VALUES: Values = Values::new([1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 8, 9, 10]);

/// Default target of scopone. (SC-V1)
const SCOPONE_TARGET: i32 = 21;

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        Preset::new(
            "classic",
            &[2, 3, 4, 6],
            "The Italian game as the best authorities describe it",
            "SC-O1 to SC-O9",
        ),
        Preset::new("gamerules", &[2, 3, 4], "Scopa, a rules guide (source A of the rule book)", "S1"),
        Preset::new("denexa", &[2], "Denexa, Scopa (source B of the rule book)", "S3, S4"),
    ];

    const FIELDS: &'static [Field<Self>] = &[
        field!("target", "SC-S11", target, number 1 to 200),
        field!("teams", "SC-S5", teams, flag),
        field!("captureObligation", "SC-O4", capture_obligation, words CaptureObligation),
        field!("lastPlaySweep", "SC-O6", last_play_sweep, words LastPlaySweep),
        field!("endMode", "SC-O7", end_mode, words EndMode),
        field!("primieraSuits", "SC-O5", primiera_suits, words PrimieraSuits),
        field!("scopone", "SC-V1", scopone, flag),
        field!("scoponeScientifico", "SC-V2", scopone_scientifico, flag),
        field!("assoPigliaTutto", "SC-V3", asso_piglia_tutto, flag),
        field!("aceSweepCounts", "SC-V3", ace_sweep_counts, flag),
        field!("aceOnAce", "SC-V3", ace_on_ace, words AceOnAce),
        field!("aceOnEmpty", "SC-V3", ace_on_empty, words AceOnEmpty),
        field!("napola", "SC-V4", napola, flag),
        field!("napoleone", "SC-V5", napoleone, flag),
        field!("reBello", "SC-V6", re_bello, flag),
        field!("quindici", "SC-V7", quindici, flag),
        field!("settanta", "SC-V8", settanta, flag),
        field!("settantaTie", "SC-V8", settanta_tie, words SettantaTie),
        field!("claimOut", "SC-S12", claim_out, flag),
        field!("sumMode", "SC-O1", sum_mode, words SumMode),
        field!("matchCount", "SC-O3", match_count, words MatchCount),
        field!("direction", "SC-O2", direction, words Direction, display),
        field!("sweepMarker", "SC-O8", sweep_marker, words SweepMarker, display),
    ];

    const DEPENDENCES: &'static [Dependence] = &[
        Dependence {
            keys: &["aceSweepCounts", "aceOnAce", "aceOnEmpty"],
            on: "assoPigliaTutto",
            values: || engine::Values::one_of([true]),
        },
        Dependence { keys: &["settantaTie"], on: "settanta", values: || engine::Values::one_of([true]) },
    ];

    fn preset(preset: &'static Preset, seats: u8) -> Self {
        let classic = Self {
            seats,
            sum_mode: SumMode::TableSum,
            match_count: MatchCount::One,
            capture_obligation: CaptureObligation::Card,
            primiera_suits: PrimieraSuits::FourRequired,
            last_play_sweep: LastPlaySweep::Never,
            end_mode: EndMode::Total,
            target: 11,                      // SC-R13
            teams: seats == 4 || seats == 6, // SC-S5, SC-V10
            direction: Direction::CounterClockwise,
            sweep_marker: SweepMarker::CapturingCard,
            scopone: false,
            scopone_scientifico: false,
            asso_piglia_tutto: false,
            ace_sweep_counts: false,
            ace_on_ace: AceOnAce::AceOnly,
            ace_on_empty: AceOnEmpty::Stays,
            napola: false,
            napoleone: false,
            re_bello: false,
            claim_out: false,
            quindici: false,
            settanta: false,
            settanta_tie: SettantaTie::Nobody,
        };
        match preset.id {
            "gamerules" => Self {
                sum_mode: SumMode::HandPlusTable,
                last_play_sweep: LastPlaySweep::IfReallyCaptured,
                sweep_marker: SweepMarker::AnyCapturedCard,
                ..classic
            },
            "denexa" => Self { end_mode: EndMode::OrderedStop, direction: Direction::Clockwise, ..classic },
            _ => classic,
        }
    }

    fn derive_defaults(&mut self, gave: &dyn Fn(&str) -> bool) {
        if (self.scopone || self.scopone_scientifico) && !gave("target") {
            self.target = SCOPONE_TARGET;
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        let clash = |key, problem| Err(SetupError::Clash { key, problem });
        if self.teams && self.seats != 4 && self.seats != 6 {
            return clash("teams", "partners need four or six players");
        }
        if self.seats == 6 && !self.teams {
            return clash("teams", "six players play three against three");
        }
        if self.scopone && self.scopone_scientifico {
            return clash("scopone", "scopone and scopone scientifico exclude each other");
        }
        if self.scopone && !(self.seats == 4 && self.teams) {
            return clash("scopone", "scopone is for four players, two against two");
        }
        if self.scopone_scientifico && !(self.seats == 4 && self.teams) {
            return clash("scoponeScientifico", "scopone scientifico is for four players, two against two");
        }
        if self.quindici && self.asso_piglia_tutto {
            return clash("quindici", "fifteen and the ace that takes everything exclude each other");
        }
        Ok(())
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn deck(&self) -> Vec<Card> {
        VALUES.deck().into() // SC-R1
    }
}

impl Options {
    /// Returns the number of sides.
    #[must_use]
    pub const fn sides(&self) -> u8 {
        if self.teams { 2 } else { self.seats }
    }

    /// Returns the options for the shared fishing rules.
    pub(super) fn fishing(&self) -> Rules {
        let packets = match (self.scopone, self.scopone_scientifico) {
            (true, _) => Packets { first: 9, table: 4 },
            (_, true) => Packets { first: 10, table: 0 },
            _ => Packets { first: 3, table: 4 }, // SC-S1
        };
        let sums = match (self.quindici, self.sum_mode) {
            (true, _) => Sums::Fifteen, // SC-V7
            (false, SumMode::TableSum) => Sums::TableSum,
            (false, SumMode::HandPlusTable) => Sums::HandPlusTable,
            (false, SumMode::Both) => Sums::Both,
        };
        let ace = self.asso_piglia_tutto.then_some(AceTakesAll {
            only_an_ace: self.ace_on_ace == AceOnAce::AceOnly,
            captured_on_empty: self.ace_on_empty == AceOnEmpty::Captured,
            sweeps: self.ace_sweep_counts,
        });
        Rules {
            seats: self.seats,
            teams: self.teams,
            deck: VALUES.deck(),
            packets,
            thrown_in: Some(Rank::King), // SC-R3
            matching: Matching {
                values: &VALUES,
                all_of_rank: self.match_count == MatchCount::All,
                sums,
                ace,
            },
            obligation: self.capture_obligation,
            last_play_sweep: self.last_play_sweep,
        }
    }
}
