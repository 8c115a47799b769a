//! Calls: bids, doubles, redoubles and passes.

use dds::Strain;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Level of a bid: the number of tricks beyond six, from one to seven.
///
/// ```
/// use bridge::Level;
/// assert_eq!(Level::new(4).map(Level::tricks), Some(10));
/// assert_eq!(Level::new(8), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// Returns the level with this number of odd tricks, or `None`.
    #[must_use]
    pub const fn new(odd_tricks: u8) -> Option<Self> {
        if matches!(odd_tricks, 1..=7) { Some(Self(odd_tricks)) } else { None }
    }

    /// Iterates over the levels from one to seven.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=7).map(Self)
    }

    /// Returns the number of odd tricks.
    #[must_use]
    pub const fn odd_tricks(self) -> u8 {
        self.0
    }

    /// Returns the number of tricks needed.
    #[must_use]
    pub const fn tricks(self) -> u8 {
        self.0 + 6
    }
}

/// Bid of a level in a strain. The order of bids is their rank. (BR-R2)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bid {
    /// Level of the bid.
    pub level: Level,
    /// Strain of the bid.
    pub strain: Strain,
}

impl Bid {
    /// Number of bids. (BR-S6)
    pub const COUNT: u8 = 35;

    /// Returns the bid of this number of odd tricks, or `None`.
    #[must_use]
    pub const fn new(odd_tricks: u8, strain: Strain) -> Option<Self> {
        match Level::new(odd_tricks) {
            Some(level) => Some(Self { level, strain }),
            None => None,
        }
    }

    /// Iterates over all bids, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::above(None)
    }

    /// Iterates over the bids above `last`, or all bids, lowest first. (BR-R2)
    ///
    /// ```
    /// use bridge::Bid;
    /// use dds::Strain;
    /// assert_eq!(Bid::all().count(), 35);
    /// let slam = Bid::new(7, Strain::Spades);
    /// assert_eq!(Bid::above(slam).map(|bid| bid.to_string()).collect::<Vec<_>>(), ["7N"]);
    /// ```
    #[inline]
    pub fn above(last: Option<Self>) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let lowest = match last {
            Some(last) => last.index() + 1,
            None => 0,
        };
        (lowest..Self::COUNT).map(Self::from_index)
    }

    /// Returns the index among all bids, from 0.
    #[must_use]
    pub const fn index(self) -> u8 {
        (self.level.0 - 1) * 5 + self.strain as u8
    }

    /// Returns the bid with suit symbols: `3♠`, `1NT`.
    ///
    /// ```
    /// use bridge::Bid;
    /// use dds::Strain;
    /// assert_eq!(Bid::new(3, Strain::Spades).map(Bid::in_symbols).as_deref(), Some("3♠"));
    /// ```
    #[must_use]
    pub fn in_symbols(self) -> String {
        format!("{}{}", self.level.0, self.strain)
    }

    const fn from_index(index: u8) -> Self {
        Self { level: Level(index / 5 + 1), strain: Strain::ALL[(index % 5) as usize] }
    }
}

/// Call in the auction.
///
/// ```
/// use bridge::Call;
/// assert_eq!("pass".parse(), Ok(Call::Pass));
/// assert_eq!("dbl".parse(), Ok(Call::Double));
/// assert!("8C".parse::<Call>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    /// A pass.
    Pass,
    /// Double, of an opponents' bid.
    Double,
    /// Redouble, of a doubled bid of the own side.
    Redouble,
    /// A bid.
    Bid(Bid),
}

impl Call {
    /// Returns a small number for each call.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Double => 1,
            Self::Redouble => 2,
            Self::Bid(bid) => 3 + bid.index(),
        }
    }

    pub(super) const fn from_code(code: u8) -> Self {
        match code {
            0 => Self::Pass,
            1 => Self::Double,
            2 => Self::Redouble,
            bid => Self::Bid(Bid::from_index(bid - 3)),
        }
    }
}

impl From<Bid> for Call {
    fn from(bid: Bid) -> Self {
        Self::Bid(bid)
    }
}

/// Returns the letter of a strain in records; notrump is `N`.
const fn letter(strain: Strain) -> char {
    match strain {
        Strain::Clubs => 'C',
        Strain::Diamonds => 'D',
        Strain::Hearts => 'H',
        Strain::Spades => 'S',
        Strain::Notrump => 'N',
    }
}

/// Writes the bid as in records: `3N`.
impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.level.0, letter(self.strain))
    }
}

/// Writes the call as in records: `P`, `X`, `XX`, `3N`.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("P"),
            Self::Double => f.write_str("X"),
            Self::Redouble => f.write_str("XX"),
            Self::Bid(bid) => bid.fmt(f),
        }
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Call, String);

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Error for text that is not a call.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown call “{0}”; use P, X, XX or a bid from 1C to 7N")]
pub struct ParseCallError(pub String);

/// Reads the form of records and common typed forms: `pass`, `dbl`, `3nt`, `3♠`.
impl FromStr for Call {
    type Err = ParseCallError;

    fn from_str(text: &str) -> Result<Self, ParseCallError> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "p" | "pass" => Self::Pass,
            "x" | "d" | "dbl" | "double" => Self::Double,
            "xx" | "r" | "rdbl" | "redouble" => Self::Redouble,
            bid => Self::Bid(read_bid(bid).ok_or_else(|| ParseCallError(text.chars().take(20).collect()))?),
        })
    }
}

fn read_bid(text: &str) -> Option<Bid> {
    let mut signs = text.chars();
    let odd_tricks = signs.next()?.to_digit(10)?;
    Bid::new(u8::try_from(odd_tricks).ok()?, signs.as_str().parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_written_and_read_and_has_a_number_of_its_own() {
        let calls = [Call::Pass, Call::Double, Call::Redouble].into_iter().chain(Bid::all().map(Call::Bid));
        for (code, call) in calls.enumerate() {
            assert_eq!(call.to_string().parse(), Ok(call));
            assert_eq!(usize::from(call.code()), code);
            assert_eq!(Call::from_code(call.code()), call);
        }
        assert_eq!(Bid::all().count(), usize::from(Bid::COUNT));
        assert!(Bid::all().is_sorted(), "they are numbered as they outbid one another");
    }

    #[test]
    fn invalid_calls_are_refused() {
        for text in ["", "8C", "0N", "1", "C1", "1Z", "XXX", "1♠♠", "é"] {
            assert_eq!(text.parse::<Call>(), Err(ParseCallError(text.to_owned())));
        }
        assert_eq!("3nt".parse(), Ok(Call::Bid(Bid::new(3, Strain::Notrump).unwrap())));
    }
}
