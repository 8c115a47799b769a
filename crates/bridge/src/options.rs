//! Options: the rules on which the sources disagree.

use super::DeclarerRule;
use cards::{Card, CardSet};
use engine::{DealOfTheDay, Dependence, Field, Preset, Ruleset, SetupError, Values, field, string_enum};

/// Rules on which the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Form of the match.
    pub mode: Mode,
    /// Number of boards, at duplicate.
    pub boards: i32,
    /// Whether honors score.
    pub honors: bool,
    /// Vulnerable side on the second and third deal of a chicago.
    pub chicago_vulnerable: ChicagoVulnerable,
    /// Points for each undertrick after the third, doubled and not vulnerable.
    pub fourth_undertrick: i32,
    /// Bonus for making a redoubled contract.
    pub redouble_insult: i32,
    /// Bonus for the only part-score in an unfinished game.
    pub unfinished_part_score: i32,
    /// Rule that determines the declarer.
    pub declarer: DeclarerRule,
    /// Side whose vulnerability determines the cost of undertricks.
    pub undertrick_vulnerable: UndertrickVulnerable,
    /// Whether a slam must be bid to earn its bonus.
    pub slam_needs_bid: bool,
}

string_enum! {
    /// Form of a match. (BR-O7)
    #[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "BridgeMode", rename_all = "camelCase"))]
    pub enum Mode {
        /// A rubber: the first side with two games wins.
        Rubber = "rubber",
        /// A match of four deals.
        Chicago = "chicago",
        /// A match of boards, each scored on its own.
        Duplicate = "duplicate",
    }

    /// Vulnerable side on the second and third deal of a chicago.
    pub enum ChicagoVulnerable {
        /// The dealer's side is vulnerable.
        Dealer = "dealer",
        /// The side of the dealer's opponents is vulnerable.
        NonDealer = "nonDealer",
    }

    /// Side whose vulnerability determines the cost of undertricks. (BR-O2)
    pub enum UndertrickVulnerable {
        /// The vulnerability of the declarer's side counts.
        Declarer = "declarer",
        /// The vulnerability of the defenders counts.
        Defenders = "defenders",
    }
}

impl Options {
    /// Rubber bridge by the Laws.
    const RUBBER: Self = Self {
        mode: Mode::Rubber,
        boards: 16,
        honors: true,
        chicago_vulnerable: ChicagoVulnerable::Dealer,
        fourth_undertrick: 300,
        redouble_insult: 100,
        unfinished_part_score: 100,
        declarer: DeclarerRule::FirstToName,
        undertrick_vulnerable: UndertrickVulnerable::Declarer,
        slam_needs_bid: true,
    };

    /// Duplicate bridge: each board is scored on its own.
    pub(super) const DUPLICATE: Self = Self { mode: Mode::Duplicate, ..Self::RUBBER };
}

const SEATS: &[u8] = &[4]; // BR-R1

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        Preset::new(
            "rubber",
            SEATS,
            "Rubber bridge as the Laws of Contract Bridge have it",
            "BR-R1 to BR-R13",
        ),
        Preset::new("chicago", SEATS, "Chicago, four-deal bridge, as clubs play it", "BR-O7"),
        Preset::new("duplicate", SEATS, "Duplicate scoring, board by board", "BR-O7"),
        Preset::new("denexa", SEATS, "Denexa, Contract Bridge (source S4 of the rule book)", "S4"),
    ];

    // A single board says little, so there are four, as in a match of Chicago.
    const OF_THE_DAY: DealOfTheDay = DealOfTheDay { preset: "chicago", deals: 4 };

    const FIELDS: &'static [Field<Self>] = &[
        field!("mode", "BR-O7", mode, words Mode),
        field!("boards", "BR-O7", boards, number 1 to 32),
        field!("honors", "BR-O6", honors, flag),
        field!("chicagoVul", "BR-O7", chicago_vulnerable, words ChicagoVulnerable),
        field!("redoubleInsult", "BR-O4", redouble_insult, number in [100, 50]),
        field!("unfinishedPartscore", "BR-O5", unfinished_part_score, number in [100, 50]),
        field!("nvFourthUndertrick", "BR-O8", fourth_undertrick, number in [300, 200]),
        field!("declarer", "BR-O1", declarer, words DeclarerRule),
        field!("undertrickVul", "BR-O2", undertrick_vulnerable, words UndertrickVulnerable),
        field!("slamNeedsBid", "BR-O3", slam_needs_bid, flag),
    ];

    const DEPENDENCES: &'static [Dependence] = &[
        Dependence { keys: &["boards"], on: "mode", values: || Values::one_of([Mode::Duplicate.name()]) },
        Dependence { keys: &["chicagoVul"], on: "mode", values: || Values::one_of([Mode::Chicago.name()]) },
        Dependence {
            keys: &["honors"],
            on: "mode",
            values: || Values::one_of([Mode::Rubber, Mode::Chicago].map(Mode::name)),
        },
    ];

    fn preset(preset: &'static Preset, _seats: u8) -> Self {
        match preset.id {
            "chicago" => Self { mode: Mode::Chicago, ..Self::RUBBER },
            "duplicate" => Self::DUPLICATE,
            "denexa" => Self {
                declarer: DeclarerRule::LastBidder,
                undertrick_vulnerable: UndertrickVulnerable::Defenders,
                slam_needs_bid: false,
                ..Self::RUBBER
            },
            _ => Self::RUBBER,
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        4
    }

    fn deck(&self) -> Vec<Card> {
        CardSet::FULL.into()
    }
}
