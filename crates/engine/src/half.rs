//! Numbers in halves, for scores such as 30½.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Multiple of one half, exact.
///
/// `Display` writes 30½. In JSON it is 30.5, or an integer if it is whole.
///
/// ```
/// use engine::Half;
/// assert_eq!(Half::from_halves(61).to_string(), "30½");
/// assert_eq!(Half::from(30).to_string(), "30");
/// assert!(Half::from(30) < Half::from_halves(61));
/// assert_eq!("30.5".parse(), Ok(Half::from_halves(61)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Half(i32);

impl Half {
    /// Creates a number from halves: 61 make 30½.
    #[must_use]
    pub const fn from_halves(halves: i32) -> Self {
        Self(halves)
    }

    /// Returns the number of halves.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0
    }

    /// Returns the whole number, or `None` if there is a half.
    ///
    /// ```
    /// use engine::Half;
    /// assert_eq!(Half::from_halves(60).whole(), Some(30));
    /// assert_eq!(Half::from_halves(61).whole(), None);
    /// ```
    #[must_use]
    pub const fn whole(self) -> Option<i32> {
        if self.0 % 2 == 0 { Some(self.0 / 2) } else { None }
    }

    fn from_float(number: f64) -> Option<Self> {
        let halves = number * 2.0;
        let exact = halves.fract() == 0.0 && halves.abs() <= f64::from(i32::MAX);
        exact.then_some(Self(halves as i32))
    }
}

impl From<i32> for Half {
    /// Converts a whole number.
    ///
    /// # Panics
    ///
    /// Panics if the value exceeds half the range of `i32`; scores at a card table are far smaller.
    fn from(whole: i32) -> Self {
        Self(whole.checked_mul(2).expect("a figure of a card table"))
    }
}

impl From<u8> for Half {
    fn from(whole: u8) -> Self {
        Self::from(i32::from(whole))
    }
}

/// Text that is not a multiple of one half.
///
/// ```
/// use engine::Half;
/// assert!("30.25".parse::<Half>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a whole number or a number with a half")]
pub struct ParseHalfError;

impl FromStr for Half {
    type Err = ParseHalfError;

    fn from_str(text: &str) -> Result<Self, ParseHalfError> {
        text.parse().ok().and_then(Self::from_float).ok_or(ParseHalfError)
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.whole(), self.0 / 2) {
            (Some(whole), _) => write!(f, "{whole}"),
            (None, 0) => f.write_str(if self.0 < 0 { "-½" } else { "½" }),
            (None, whole) => write!(f, "{whole}½"),
        }
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Half, f64);

impl Serialize for Half {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i32(whole),
            None => serializer.serialize_f64(f64::from(self.0) / 2.0),
        }
    }
}

impl<'de> Deserialize<'de> for Half {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Half;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or one with a half")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Half, E> {
                self.visit_f64(number as f64)
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Half, E> {
                self.visit_f64(number as f64)
            }
            fn visit_f64<E: Error>(self, number: f64) -> Result<Half, E> {
                Half::from_float(number).ok_or_else(|| E::custom(ParseHalfError))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_trip_through_json() {
        for halves in [-61, -2, -1, 0, 1, 2, 60, 61] {
            let half = Half::from_halves(halves);
            let written = serde_json::to_string(&half).unwrap();
            assert_eq!(written.contains('.'), halves % 2 != 0, "{written}");
            assert_eq!(serde_json::from_str::<Half>(&written).unwrap(), half);
            assert_eq!(written.parse(), Ok(half));
        }
    }

    #[test]
    fn other_numbers_do_not_parse() {
        for text in ["30.25", "1e30", "\"30.5\"", "null"] {
            assert!(serde_json::from_str::<Half>(text).is_err(), "{text}");
        }
        for text in ["", "30.25", "NaN", "inf", "thirty"] {
            assert_eq!(text.parse::<Half>(), Err(ParseHalfError), "{text}");
        }
    }

    #[test]
    fn display_writes_a_fraction() {
        let written = [-61, -1, 1, 2, 61].map(|halves| Half::from_halves(halves).to_string());
        assert_eq!(written, ["-30½", "-½", "½", "1", "30½"]);
    }
}
