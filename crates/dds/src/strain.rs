//! Strains: the denominations of a contract.

use cards::Suit;
use std::fmt;
use std::str::FromStr;

/// Denomination of a bid: a suit or notrump, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Strain {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
    Notrump,
}

impl Strain {
    /// All five, lowest first.
    pub const ALL: [Self; 5] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades, Self::Notrump];

    /// Returns the trump suit, if there is one.
    #[must_use]
    pub const fn trumps(self) -> Option<Suit> {
        match self {
            Self::Clubs => Some(Suit::Clubs),
            Self::Diamonds => Some(Suit::Diamonds),
            Self::Hearts => Some(Suit::Hearts),
            Self::Spades => Some(Suit::Spades),
            Self::Notrump => None,
        }
    }

    const NAMES: [&str; 5] = ["♣", "♦", "♥", "♠", "NT"];
}

impl From<Suit> for Strain {
    fn from(suit: Suit) -> Self {
        Self::ALL[suit as usize]
    }
}

impl fmt::Display for Strain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

/// Text that is not a strain.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a strain; use C, D, H, S or NT")]
pub struct ParseStrainError(pub String);

impl FromStr for Strain {
    type Err = ParseStrainError;

    fn from_str(text: &str) -> Result<Self, ParseStrainError> {
        Ok(match text {
            "C" | "c" | "♣" => Self::Clubs,
            "D" | "d" | "♦" => Self::Diamonds,
            "H" | "h" | "♥" => Self::Hearts,
            "S" | "s" | "♠" => Self::Spades,
            "N" | "n" | "NT" | "nt" | "Nt" => Self::Notrump,
            _ => return Err(ParseStrainError(text.chars().take(20).collect())),
        })
    }
}
