//! Options: the rules on which the sources disagree.

use cards::{Card, CardSet};
use engine::{Field, Preset, Ruleset, SetupError, field, string_enum};

/// Rules on which the sources disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Maximum number of games in a match: 3 or 5.
    pub best_of: i32,
    /// Treatment of a play whose pile has changed.
    pub late_play: LatePlay,
    /// Whether a card also fits on its own rank.
    pub doubles: bool,
    /// Way in which a discard pile becomes a new talon.
    pub recycle: Recycle,
}

string_enum! {
    /// Treatment of a play whose target has been covered. (SP-O2)
    pub enum LatePlay {
        /// The late card goes back to the hand.
        Reject = "reject",
        /// The play counts if the card fits the new top.
        Revalidate = "revalidate",
    }

    /// Way in which a discard pile becomes a new talon. (SP-O4)
    pub enum Recycle {
        /// The discard pile is shuffled.
        Shuffle = "shuffle",
        /// The pile is turned over without a shuffle, so its order stays.
        TurnOver = "turnOver",
    }
}

/// Number of seats. (SP-S12)
pub(super) const SEATS: u8 = 2;

impl Ruleset for Options {
    type Card = Card;

    const PRESETS: &'static [Preset] = &[
        Preset::new("house", &[SEATS], "Parlour's own rules", "SP-O1 to SP-O4"),
        Preset::new("denexa", &[SEATS], "Denexa, Speed (the seed of the rule book)", "S4"),
    ];

    const FIELDS: &'static [Field<Self>] = &[
        field!("bestOf", "SP-O1", best_of, number in [3, 5]),
        field!("lateplay", "SP-O2", late_play, words LatePlay),
        field!("doubles", "SP-O3", doubles, flag),
        field!("recycle", "SP-O4", recycle, words Recycle),
    ];

    fn preset(_preset: &'static Preset, _seats: u8) -> Self {
        Self { best_of: 3, late_play: LatePlay::Revalidate, doubles: false, recycle: Recycle::Shuffle }
    }

    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn deck(&self) -> Vec<Card> {
        CardSet::FULL.into() // SP-R1
    }
}

impl Options {
    /// Returns the number of games that win a match. (SP-S11)
    #[must_use]
    pub const fn needed(&self) -> i32 {
        self.best_of / 2 + 1
    }
}
