//! Entries of a record.

use crate::Rejection;
use crate::record::shorten;
use cards::Seat;
use std::fmt;
use std::str::FromStr;

/// Prefix of the text of a reshuffle.
const SHUFFLE: &str = "~ shuffle ";

/// Entry of a deal in a record: an action, or a reshuffle.
///
/// ```
/// use cards::Seat;
/// use catalog::Entry;
///
/// let entry: Entry = "0 7d x 7c".parse()?;
/// assert_eq!(entry, Entry::Action { seat: Seat::new(0), action: "7d x 7c".to_owned() });
/// assert_eq!(entry.to_string(), "0 7d x 7c");
/// # Ok::<(), catalog::Rejection>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Action of a seat.
    Action {
        /// Seat that acts.
        seat: Seat,
        /// Text of the action, in the notation of the game.
        action: String,
    },
    /// Reshuffle. The text has all shuffled cards in their new order: `4c Kd …`.
    Shuffle(String),
}

impl Entry {
    /// Returns the seat and the text of an action. A reshuffle has none.
    #[must_use]
    pub fn action(&self) -> Option<(Seat, &str)> {
        match self {
            Self::Action { seat, action } => Some((*seat, action)),
            Self::Shuffle(_) => None,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action { seat, action } => write!(f, "{seat} {action}"),
            Self::Shuffle(order) => write!(f, "{SHUFFLE}{order}"),
        }
    }
}

impl FromStr for Entry {
    type Err = Rejection;

    /// Parses `SEAT ACTION` or `~ shuffle CARDS`. The game reads the action and the cards later.
    fn from_str(text: &str) -> Result<Self, Rejection> {
        if let Some(order) = text.strip_prefix(SHUFFLE) {
            return Ok(Self::Shuffle(order.to_owned()));
        }
        let parts = text.split_once(' ').and_then(|(seat, action)| {
            // One digit, so an entry is written as it was read, and its hash stays the same.
            let &[digit @ b'0'..=b'9'] = seat.as_bytes() else { return None };
            Some(Self::Action { seat: Seat::try_from(digit - b'0').ok()?, action: action.to_owned() })
        });
        parts.ok_or_else(|| {
            let message =
                format!("“{}” is not an action; write the seat, a space and the action", shorten(text));
            Rejection::new("unreadable", message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_a_seat_and_one_blank() {
        let action = Entry::Action { seat: Seat::new(0), action: "7d x 7c".to_owned() };
        assert_eq!("0 7d x 7c".parse(), Ok(action));
        for wrong in ["", "0", "00 7d", "7d", "+1 7d", "9 7d", "-1 7d", " 0 7d", "x 7d", "~ shuffle", "void"]
        {
            assert_eq!(wrong.parse::<Entry>().map_err(|e| e.code), Err("unreadable"), "{wrong}");
        }
    }

    #[test]
    fn entries_are_written_as_they_are_read() {
        for text in ["0 7d x 7c", "1 ", "0  7d", "~ shuffle 4c Kd", "~ shuffle "] {
            assert_eq!(text.parse::<Entry>().map(|entry| entry.to_string()), Ok(text.to_owned()));
        }
    }
}
