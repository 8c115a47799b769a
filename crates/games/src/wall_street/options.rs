//! Options of Wall Street.

use crate::fishing::{
    CaptureObligation, Direction, EndMode, LastPlaySweep, Matching, Packets, Rules, Sums, Values,
};
use cards::{Card, Rank};
use engine::{Field, Preset, Ruleset, SetupError, field, string_enum};

/// Rules in use, where the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of seats: 2, 3 or 4.
    pub seats: u8,
    /// Rank of which three on the first table make a misdeal.
    pub redeal_rank: RedealRank,
    /// Obligation to capture.
    pub capture_obligation: CaptureObligation,
    /// Whether the last card can make a takeover.
    pub last_play_sweep: LastPlaySweep,
    /// Score that ends the match.
    pub target: i32,
    /// Rule that ends the match.
    pub end_mode: EndMode,
    /// Seats that play on after a tie for the lead.
    pub tie_players: TiePlayers,
    /// Direction of play; for display only.
    pub direction: Direction,
}

string_enum! {
    /// Rank of which three on the first table make a misdeal. (WS-O3)
    pub enum RedealRank {
        /// Three tens on the first table make a misdeal.
        Ten = "T",
        /// Three kings on the first table make a misdeal.
        King = "K",
        /// No rank makes a misdeal.
        None = "none",
    }

    /// Seats that play on after a tie for the lead. (WS-O8)
    pub enum TiePlayers {
        /// Only the tied leaders play on.
        LeadersOnly = "leadersOnly",
        /// All seats play on.
        Everyone = "everyone",
    }
}

/// Card values: pips at face value, ace 1, king 7. There are no sevens, jacks or queens. (WS-R3)
pub(super) static VALUES: Values = Values::new([1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 0, 0, 7]);

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        // WS-R1.
        Preset::new("beebe", &[2, 3, 4], "Dan Beebe, Wall Street", "S0"),
    ];

    const FIELDS: &'static [Field<Self>] = &[
        field!("target", "WS-O6", target, number 1 to 200),
        field!("tiePlayers", "WS-O8", tie_players, words TiePlayers),
        field!("endMode", "WS-O7", end_mode, words EndMode),
        field!("captureObligation", "WS-O4", capture_obligation, words CaptureObligation),
        field!("lastPlaySweep", "WS-O5", last_play_sweep, words LastPlaySweep),
        field!("redealRank", "WS-O3", redeal_rank, words RedealRank),
        field!("direction", "WS-O1", direction, words Direction, display),
    ];

    fn preset(_preset: &'static Preset, seats: u8) -> Self {
        Self {
            seats,
            redeal_rank: RedealRank::Ten,
            capture_obligation: CaptureObligation::Card,
            last_play_sweep: LastPlaySweep::Never,
            target: 10,
            end_mode: EndMode::Total,
            tie_players: TiePlayers::LeadersOnly,
            direction: Direction::Clockwise,
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn deck(&self) -> Vec<Card> {
        VALUES.deck().into() // WS-R2
    }
}

impl Options {
    /// Returns the options for the shared fishing rules.
    pub(super) fn fishing(&self) -> Rules {
        Rules {
            seats: self.seats,
            teams: false,
            deck: VALUES.deck(),
            packets: Packets { first: 3, table: 4 },
            thrown_in: match self.redeal_rank {
                RedealRank::Ten => Some(Rank::Ten), // WS-R6
                RedealRank::King => Some(Rank::King),
                RedealRank::None => None,
            },
            matching: Matching { values: &VALUES, all_of_rank: false, sums: Sums::TableSum, ace: None },
            obligation: self.capture_obligation,
            last_play_sweep: self.last_play_sweep,
        }
    }
}
