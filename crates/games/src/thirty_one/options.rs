//! Options: the rules on which the sources disagree.

use cards::{Card, CardSet};
use engine::{Dependence, Field, Half, Preset, Ruleset, SetupError, Values, field, string_enum, value_enum};

/// Rules on which the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of seats: 2 to 9.
    pub seats: u8,
    /// Value of a hand of two suits.
    pub hand_value: HandValue,
    /// Value of three of a kind.
    pub three_of_kind: ThreeOfKind,
    /// Losers when a player shows 31.
    pub blitz_losers: BlitzLosers,
    /// Losers when several hands are lowest.
    pub tie_lowest: TieLowest,
    /// Condition under which a losing knocker pays twice.
    pub knocker_double: KnockerDouble,
    /// Consequence of a double penalty for a knocker with one life left.
    pub double_overflow: DoubleOverflow,
    /// Lives of each player at the start.
    pub lives: i32,
    /// Whether a player without lives stays in for one more loss.
    pub free_life: bool,
    /// Earliest time of a knock.
    pub knock_first_turn: KnockFirstTurn,
    /// Whether the upcard just taken may be discarded.
    pub same_upcard_discard: SameUpcardDiscard,
    /// Consequence of an empty stock.
    pub stock_empty: StockEmpty,
    /// Whether a dealt 31 ends the deal.
    pub blitz_on_deal: BlitzOnDeal,
}

string_enum! {
    /// Value of a hand of two suits. (TH-O1)
    pub enum HandValue {
        /// A hand counts the suit with the most points.
        BestSuit = "bestSuit",
        /// The suit with two or three cards, even if the odd card counts more.
        LiteralPair = "literalPair",
    }

    /// Losers when a player shows 31. (TH-O3)
    pub enum BlitzLosers {
        /// Only the owner of the lowest hand loses, as always.
        LowestOnly = "lowestOnly",
        /// All other players lose.
        AllOthers = "allOthers",
        /// All other players lose, and the knocker loses twice.
        AllOthersKnockerTwo = "allOthersKnockerTwo",
    }

    /// Losers when several hands are lowest. (TH-O4)
    pub enum TieLowest {
        /// The owners of all lowest hands lose.
        AllLose = "allLose",
        /// No player loses.
        Nobody = "nobody",
        /// The owners of all lowest hands lose, except the knocker.
        KnockerSafe = "knockerSafe",
    }

    /// Condition under which a losing knocker pays twice. (TH-O5)
    pub enum KnockerDouble {
        /// The knocker's hand alone is lowest.
        StrictLowest = "strictLowest",
        /// The knocker's hand is lowest, alone or tied.
        LowestOrTied = "lowestOrTied",
        /// A losing knocker never pays twice.
        Never = "never",
    }

    /// Consequence of a double penalty for a knocker with one life left. (TH-O6, TH-S6)
    pub enum DoubleOverflow {
        /// The second life is waived: the knocker stays in without a life.
        Cap = "cap",
        /// The knocker is out of the match.
        Sequential = "sequential",
    }

    /// Earliest time of a knock. (TH-O8)
    pub enum KnockFirstTurn {
        /// A knock is allowed at any time.
        Allowed = "allowed",
        /// A knock is allowed after every player has had a turn.
        AfterFirstRound = "afterFirstRound",
    }

    /// Whether the upcard just taken may be discarded. (TH-O9)
    pub enum SameUpcardDiscard {
        /// The upcard may be discarded.
        Allowed = "allowed",
        /// The upcard may not be discarded.
        Forbidden = "forbidden",
    }

    /// Consequence of an empty stock. (TH-O10)
    pub enum StockEmpty {
        /// The discards are shuffled into a new stock.
        Reshuffle = "reshuffle",
        /// The deal ends, and all hands are shown.
        Showdown = "showdown",
    }

    /// Whether a dealt 31 ends the deal. (TH-O11)
    pub enum BlitzOnDeal {
        /// A dealt 31 ends the deal at once.
        PlayAtOnce = "playAtOnce",
        /// A dealt 31 ends the deal after the first turn of its holder.
        AfterFirstTurn = "afterFirstTurn",
    }
}

value_enum! {
    /// Value of three of a kind. (TH-O2)
    pub enum ThreeOfKind {
        /// Three cards of one rank have no special value.
        None = "none",
        /// Three cards of one rank count 30, like 30 in a suit.
        Thirty = 30,
        /// Three cards of one rank count more than 30 and less than 31.
        ThirtyAndHalf = Half::from_halves(61),
    }
}

/// Allowed numbers of seats. Nine hands of three and an upcard leave a stock of 24. (TH-S1)
const SEATS: &[u8] = &[2, 3, 4, 5, 6, 7, 8, 9];

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        Preset::new("house", SEATS, "Parlour's own rules", "TH-O1 to TH-O11"),
        Preset::new("denexa", SEATS, "Denexa, Thirty-One (the seed of the rule book)", "S4"),
        Preset::new("classic", SEATS, "Scat, or Blitz, as it is commonly played", "pagat.com, Thirty-One"),
    ];

    const FIELDS: &'static [Field<Self>] = &[
        field!("lives", "TH-O7", lives, number 1 to 9),
        field!("freeLife", "TH-O7", free_life, flag),
        field!("threeOfKind", "TH-O2", three_of_kind, choice ThreeOfKind),
        field!("blitzLosers", "TH-O3", blitz_losers, words BlitzLosers),
        field!("tieLowest", "TH-O4", tie_lowest, words TieLowest),
        field!("knockerDouble", "TH-O5", knocker_double, words KnockerDouble),
        field!("doubleOverflow", "TH-O6", double_overflow, words DoubleOverflow),
        field!("knockFirstTurn", "TH-O8", knock_first_turn, words KnockFirstTurn),
        field!("sameUpcardDiscard", "TH-O9", same_upcard_discard, words SameUpcardDiscard),
        field!("handValue", "TH-O1", hand_value, words HandValue),
        field!("blitzOnDeal", "TH-O11", blitz_on_deal, words BlitzOnDeal),
        field!("stockEmpty", "TH-O10", stock_empty, words StockEmpty),
    ];

    const DEPENDENCES: &'static [Dependence] = &[Dependence {
        keys: &["doubleOverflow"],
        on: "knockerDouble",
        values: || {
            Values::one_of(
                [KnockerDouble::StrictLowest, KnockerDouble::LowestOrTied].map(KnockerDouble::name),
            )
        },
    }];

    fn preset(preset: &'static Preset, seats: u8) -> Self {
        let house = Self {
            seats,
            hand_value: HandValue::BestSuit,
            three_of_kind: ThreeOfKind::None,
            blitz_losers: BlitzLosers::LowestOnly,
            tie_lowest: TieLowest::KnockerSafe,
            knocker_double: KnockerDouble::StrictLowest,
            double_overflow: DoubleOverflow::Cap,
            lives: 4,
            free_life: true,
            knock_first_turn: KnockFirstTurn::Allowed,
            same_upcard_discard: SameUpcardDiscard::Forbidden,
            stock_empty: StockEmpty::Reshuffle,
            blitz_on_deal: BlitzOnDeal::PlayAtOnce,
        };
        match preset.id {
            "denexa" => Self {
                hand_value: HandValue::LiteralPair,
                tie_lowest: TieLowest::AllLose,
                same_upcard_discard: SameUpcardDiscard::Allowed,
                ..house
            },
            "classic" => Self { blitz_losers: BlitzLosers::AllOthers, lives: 3, ..house },
            _ => house,
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn deck(&self) -> Vec<Card> {
        CardSet::FULL.into() // TH-R1
    }
}

impl Options {
    /// Returns the number of lives below which a player is out. (TH-R9)
    #[inline]
    pub(super) fn min_lives(&self) -> i32 {
        if self.free_life { 0 } else { 1 }
    }
}
