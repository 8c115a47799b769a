//! Why a card may not be played like that.

use super::build::Announced;
use cards::{Card, CardSet};
use engine::RuleViolation;

/// Why a seat may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// One plays what one holds.
    #[error("{card} is not in your hand")]
    NotHeld {
        /// The card.
        card: Card,
    },
    /// One takes what lies there.
    #[error("{cards} does not lie loose on the table")]
    NotLoose {
        /// What does not lie there.
        cards: CardSet,
    },
    /// A build is named with all its cards.
    #[error("{cards} is not a build on the table")]
    NoSuchBuild {
        /// What was named.
        cards: CardSet,
    },
    /// A card that takes, takes something.
    #[error("{card} takes nothing here; trail it instead")]
    NothingTaken {
        /// The card.
        card: Card,
    },
    /// A build is taken by its value.
    #[error("{card} cannot take {build}: that is a build of {value}")]
    OtherValue {
        /// The card.
        card: Card,
        /// The build.
        build: CardSet,
        /// What it was announced as.
        value: u8,
    },
    /// A court card takes its rank.
    #[error("{card} takes only cards of its own rank")]
    OnlyItsRank {
        /// The card.
        card: Card,
    },
    /// All cards of equal rank are taken.
    #[error("{card} takes all cards of its own rank ({equal})")]
    AllOfRank {
        /// The card.
        card: Card,
        /// The cards of its rank on the table.
        equal: CardSet,
    },
    /// Only one card of equal rank is taken.
    #[error("{card} takes just one card of its own rank")]
    OneOfRank {
        /// The card.
        card: Card,
    },
    /// One card of equal rank is taken, or three.
    #[error("{card} takes one card of its own rank, or three, but not two")]
    OneOrThree {
        /// The card.
        card: Card,
    },
    /// The cards do not fall into groups.
    #[error("{card} cannot take {taken}: they cannot be divided into groups of {value}")]
    NoGroups {
        /// The card.
        card: Card,
        /// What it was to take.
        taken: CardSet,
        /// What it counts.
        value: u8,
    },
    /// A larger capture goes before.
    #[error("{card} can take all this and more")]
    TakeMore {
        /// The card.
        card: Card,
    },
    /// A card that can take may not be trailed.
    #[error("{card} can take something, so it may not be trailed")]
    MustCapture {
        /// The card.
        card: Card,
    },
    /// While any card of the hand can take, none may be trailed.
    #[error("{other} in your hand can take something, so {card} may not be trailed")]
    HandMustCapture {
        /// The card that was to be trailed.
        card: Card,
        /// A card that can take.
        other: Card,
    },
    /// Who controls a build may not trail.
    #[error("{build} is your build: while it lies there you may not trail")]
    OwnBuild {
        /// The build.
        build: CardSet,
    },
    /// Who controls a build keeps a card that takes it.
    #[error("{build} is your build of {value}, and {card} is your last card that takes it")]
    KeepCapturer {
        /// The card that was to be played.
        card: Card,
        /// The build.
        build: CardSet,
        /// Its value.
        value: u8,
    },
    /// A build consists of more than the card from the hand.
    #[error("a build of {card} needs cards from the table")]
    NothingJoined {
        /// The card.
        card: Card,
    },
    /// A card without value joins no build.
    #[error("{card} counts nothing, so it joins no build")]
    NoValue {
        /// The card.
        card: Card,
    },
    /// No card takes a build of that value.
    #[error("there is no build of “{announced}”: no card takes it")]
    NoSuchValue {
        /// What was announced.
        announced: Announced,
    },
    /// Who makes a build keeps a card that takes it.
    #[error("to build {value} you must keep a card in hand that counts {value}")]
    NoFurtherCard {
        /// The value.
        value: u8,
    },
    /// The cards do not make this build.
    #[error("{cards} do not make a build of {value}")]
    NoBuild {
        /// The cards that do not fit.
        cards: CardSet,
        /// The value.
        value: u8,
    },
    /// At this table a build begins with one sum or with cards of one rank.
    #[error("{cards}: here a build begins with one sum, or with cards of one rank")]
    OneManner {
        /// The cards.
        cards: CardSet,
    },
    /// A build of pairs goes on with pairs.
    #[error("{build} is a build of equal cards: only such cards are added to it")]
    OnlyPairs {
        /// The build.
        build: CardSet,
    },
    /// A build of sums goes on with sums.
    #[error("{build} is a build of sums: only sums of two or more cards are added to it")]
    OnlySums {
        /// The build.
        build: CardSet,
    },
    /// Several builds cannot be joined in this way.
    #[error("these builds cannot be made into one")]
    NoMerging,
    /// At this table builds are not raised.
    #[error("here the value of a build never changes")]
    NoRaising,
    /// A build of several groups is not raised.
    #[error("{build} is a build of several {value}s, and is never raised")]
    NeverRaised {
        /// The build.
        build: CardSet,
        /// Its value.
        value: u8,
    },
    /// It has another name.
    #[error("this build is announced as “{announced}”")]
    Announce {
        /// Its name.
        announced: Announced,
    },
}

impl RuleViolation for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::NotHeld { .. } => "not-held",
            Self::NotLoose { .. } => "not-loose",
            Self::NoSuchBuild { .. } => "no-such-build",
            Self::NothingTaken { .. } => "nothing-captured",
            Self::OtherValue { .. } => "other-value",
            Self::OnlyItsRank { .. } => "only-its-rank",
            Self::AllOfRank { .. } => "all-of-rank",
            Self::OneOfRank { .. } => "one-of-rank",
            Self::OneOrThree { .. } => "one-or-three",
            Self::NoGroups { .. } => "no-groups",
            Self::TakeMore { .. } => "take-more",
            Self::MustCapture { .. } => "must-not-trail",
            Self::HandMustCapture { .. } => "hand-must-not-trail",
            Self::OwnBuild { .. } => "own-build",
            Self::KeepCapturer { .. } => "keep-capturer",
            Self::NothingJoined { .. } => "nothing-joined",
            Self::NoValue { .. } => "no-value",
            Self::NoSuchValue { .. } => "no-such-value",
            Self::NoFurtherCard { .. } => "no-further-card",
            Self::NoBuild { .. } => "no-build",
            Self::OneManner { .. } => "one-manner",
            Self::OnlyPairs { .. } => "only-pairs",
            Self::OnlySums { .. } => "only-sums",
            Self::NoMerging => "no-merging",
            Self::NoRaising => "no-raising",
            Self::NeverRaised { .. } => "never-raised",
            Self::Announce { .. } => "announce",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotHeld { .. } | Self::NotLoose { .. } => "CA-R4",
            Self::NoSuchBuild { .. } | Self::OtherValue { .. } => "CA-R11",
            Self::NothingTaken { .. } | Self::NoGroups { .. } => "CA-R7",
            Self::OnlyItsRank { .. } | Self::NoValue { .. } => "CA-R3",
            Self::AllOfRank { .. } => "CA-R5",
            Self::TakeMore { .. } => "CA-O3",
            Self::OneOfRank { .. } | Self::OneOrThree { .. } => "CA-O2",
            Self::MustCapture { .. } | Self::HandMustCapture { .. } => "CA-O1",
            Self::OwnBuild { .. } => "CA-O4",
            Self::KeepCapturer { .. } => "CA-O5",
            Self::NothingJoined { .. } => "CA-S7",
            Self::NoSuchValue { .. } | Self::NoFurtherCard { .. } | Self::NoBuild { .. } => "CA-R9",
            Self::OneManner { .. } | Self::NoMerging => "CA-O7",
            Self::OnlyPairs { .. } | Self::OnlySums { .. } => "CA-R13",
            Self::NoRaising | Self::NeverRaised { .. } => "CA-O6",
            Self::Announce { .. } => "CA-S13",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NotHeld { card }
            | Self::NothingTaken { card }
            | Self::OnlyItsRank { card }
            | Self::OneOfRank { card }
            | Self::OneOrThree { card }
            | Self::TakeMore { card }
            | Self::MustCapture { card }
            | Self::NothingJoined { card }
            | Self::NoValue { card } => vec![("card", card.to_string())],
            Self::NotLoose { cards } | Self::NoSuchBuild { cards } | Self::OneManner { cards } => {
                vec![("cards", cards.to_string())]
            }
            Self::OtherValue { card, build, value } | Self::KeepCapturer { card, build, value } => {
                vec![("card", card.to_string()), ("build", build.to_string()), ("value", value.to_string())]
            }
            Self::AllOfRank { card, equal } => vec![("card", card.to_string()), ("equal", equal.to_string())],
            Self::NoGroups { card, taken, value } => {
                vec![("card", card.to_string()), ("taken", taken.to_string()), ("value", value.to_string())]
            }
            Self::HandMustCapture { card, other } => {
                vec![("card", card.to_string()), ("other", other.to_string())]
            }
            Self::OwnBuild { build } | Self::OnlyPairs { build } | Self::OnlySums { build } => {
                vec![("build", build.to_string())]
            }
            Self::NoSuchValue { announced } | Self::Announce { announced } => {
                vec![("announced", announced.to_string())]
            }
            Self::NoFurtherCard { value } => vec![("value", value.to_string())],
            Self::NoBuild { cards, value } => {
                vec![("cards", cards.to_string()), ("value", value.to_string())]
            }
            Self::NeverRaised { build, value } => {
                vec![("build", build.to_string()), ("value", value.to_string())]
            }
            Self::NoMerging | Self::NoRaising => Vec::new(),
        }
    }
}
