//! Cards: Capital by value, Investments and Tools by number in their set.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Kind of card. All copies of a kind are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Capital, by its value: `7`.
    Capital(u8),
    /// An Investment: `I05`.
    Investment(u8),
    /// A Tool: `T06`.
    Tool(u8),
}

/// Maximum value of Capital.
pub const MAX_VALUE: u8 = 15;
/// Maximum number of an Investment.
pub const MAX_INVESTMENT: u8 = 63;
/// Maximum number of a Tool.
pub const MAX_TOOL: u8 = 31;

impl Card {
    /// Returns the index of the card's deck. (SH-R1)
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

/// Error for text that is not a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown card “{0}”; use a Capital value like 7, an Investment like I05 or a Tool like T06")]
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
        crate::wire_view::of_text(deserializer)
    }
}
