//! Options: the card set, and the rules that the rulebook leaves open or contradicts.

use super::Card;
use super::sets::{HOUSE, Set, available};
use engine::{
    CardSetInfo, CardSets, Field, OptionValue, Preset, Ruleset, SetupError, Values, field, string_enum,
    value_enum,
};

/// Rules and card set of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number of seats: 2 to 6. (SH-R1)
    pub seats: u8,
    /// Card set of the match.
    pub set: &'static Set,
    /// Time at which five Investments end the game.
    pub full_end: FullEnd,
    /// The flip of the second auction's winner if one card of the third lot is already up.
    pub flip_one_already_up: FlipOneAlreadyUp,
    /// Way of raising a bid.
    pub raise: Raise,
    /// Whether Investments turned up at the end bring bonuses.
    pub bonus_on_final_flip: bool,
    /// Whether players know their own face-down Investments.
    pub owner_may_peek: bool,
    /// Whether an Investment that another player turns up brings its bonus.
    pub other_flips_bonus: bool,
    /// Whether a reaction may be answered by a reaction.
    pub counter_connection: CounterConnection,
    /// Limit of Capital cards in hand.
    pub hand_limit: HandLimit,
    /// Winner if several portfolios have the highest value.
    pub tie_break: TieBreak,
}

string_enum! {
    /// Time at which five Investments end the game. (SH-O1)
    pub enum FullEnd {
        /// The game ends at once.
        Immediate = "immediate",
        /// The game ends at the end of the round.
        EndOfRound = "endOfRound",
    }

    /// The flip of the second auction's winner if exactly one card of the third lot is already up.
    /// (SH-O2)
    pub enum FlipOneAlreadyUp {
        /// The other card is flipped.
        FlipOther = "flipOther",
        /// No card is flipped.
        Nothing = "nothing",
    }

    /// Way of raising a bid. (SH-O3)
    pub enum Raise {
        /// A higher bid may use any cards; those of the old bid come back first.
        Recompose = "recompose",
        /// A higher bid adds cards to the old bid.
        AddOnly = "addOnly",
    }

    /// Whether a reaction may be answered by a reaction. (SH-O7)
    pub enum CounterConnection {
        /// A reaction may be answered by a reaction.
        Allowed = "allowed",
        /// A reaction may not be answered.
        No = "no",
    }

    /// Winner if several portfolios have the highest value. (SH-O9)
    pub enum TieBreak {
        /// The player with more Capital wins, then the one with fewer Investments. Otherwise the players
        /// share the victory.
        CapitalThenFewer = "capitalThenFewer",
        /// The tied players share the victory.
        Shared = "shared",
    }
}

value_enum! {
    /// Limit of Capital cards in hand. (SH-O8)
    pub enum HandLimit {
        /// There is no limit.
        None = "none",
        /// A player with twelve cards draws no more.
        Twelve = 12,
    }
}

/// Allowed numbers of seats. (SH-R1)
const SEATS: &[u8] = &[2, 3, 4, 5, 6];

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[Preset::new(
        "house",
        SEATS,
        "Sharks of Wall Street, its rulebook with the gaps closed",
        "SH-O1 to SH-O9",
    )];

    const FIELDS: &'static [Field<Self>] = &[
        Field {
            key: "set",
            rule: "SH-S20",
            display: false,
            values: |sets| Values::one_of(available(sets).map(|set| OptionValue::from(set.id()))),
            get: |options| options.set.id().into(),
            set: |options, value, sets| {
                let named = available(sets).find(|set| *value == OptionValue::from(set.id()));
                options.set = named.unwrap_or(options.set);
            },
        },
        field!("fullEnd", "SH-O1", full_end, words FullEnd),
        field!("raise", "SH-O3", raise, words Raise),
        field!("counterConnection", "SH-O7", counter_connection, words CounterConnection),
        field!("ownerMayPeek", "SH-O5", owner_may_peek, flag),
        field!("flipOneAlreadyUp", "SH-O2", flip_one_already_up, words FlipOneAlreadyUp),
        field!("otherFlipsBonus", "SH-O6", other_flips_bonus, flag),
        field!("bonusOnFinalFlip", "SH-O4", bonus_on_final_flip, flag),
        field!("handLimit", "SH-O8", hand_limit, choice HandLimit),
        field!("tieBreak", "SH-O9", tie_break, words TieBreak),
    ];

    fn card_sets(sets: &CardSets) -> Vec<CardSetInfo> {
        available(sets).map(|set| set.info()).collect()
    }

    fn card_set(&self) -> Option<CardSetInfo> {
        Some(self.set.info())
    }

    fn preset(_preset: &'static Preset, seats: u8) -> Self {
        Self {
            seats,
            set: *HOUSE,
            full_end: FullEnd::Immediate,
            flip_one_already_up: FlipOneAlreadyUp::FlipOther,
            raise: Raise::Recompose,
            bonus_on_final_flip: false,
            owner_may_peek: false,
            other_flips_bonus: false,
            counter_connection: CounterConnection::Allowed,
            hand_limit: HandLimit::None,
            tie_break: TieBreak::CapitalThenFewer,
        }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn deck(&self) -> Vec<Card> {
        self.set.deck()
    }
}
