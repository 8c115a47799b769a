//! The cards: Capital by value, Investments and Tools by the number they have in their set.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A card. Capital of one value is alike, and so are the copies of one Tool: a card says what it is, not which copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Capital, by its value: `7`.
    Capital(u8),
    /// An Investment: `I05`.
    Investment(u8),
    /// A Tool: `T06`.
    Tool(u8),
}

/// The highest value Capital can have.
pub const MAX_VALUE: u8 = 15;
/// The highest number an Investment can have.
pub const MAX_INVESTMENT: u8 = 63;
/// The highest number a Tool can have.
pub const MAX_TOOL: u8 = 31;

impl Card {
    /// Which of the three decks it belongs to. (SH-R1)
    #[must_use]
    pub const fn part(self) -> usize {
        match self {
            Self::Capital(_) => 0,
            Self::Investment(_) => 1,
            Self::Tool(_) => 2,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capital(value) => write!(f, "{value}"),
            Self::Investment(number) => write!(f, "I{number:02}"),
            Self::Tool(number) => write!(f, "T{number:02}"),
        }
    }
}

/// Text that is no card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is no card: write Capital by its value like 7, an Investment like I05, a Tool like T06")]
pub struct ParseCardError(pub String);

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let number = |digits: &str, max: u8| {
            let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && digits.len() <= 2;
            digits.parse().ok().filter(|number: &u8| plain && (1..=max).contains(number))
        };
        let card = match text.split_at_checked(1) {
            Some(("I", digits)) if digits.len() == 2 => number(digits, MAX_INVESTMENT).map(Self::Investment),
            Some(("T", digits)) if digits.len() == 2 => number(digits, MAX_TOOL).map(Self::Tool),
            _ if !text.starts_with('0') => number(text, MAX_VALUE).map(Self::Capital),
            _ => None,
        };
        card.ok_or_else(|| ParseCardError(text.chars().take(20).collect()))
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Card, String);

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::sent::of_text(deserializer)
    }
}
