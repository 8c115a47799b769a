//! Compass directions: the four positions of the players.

use cards::Seat;
use std::fmt;
use std::str::FromStr;

/// Position of a player at the card table. `ALL` is in the order of play.
///
/// ```
/// use dds::Direction;
/// assert_eq!(Direction::West.next(), Direction::North);
/// assert_eq!(Direction::West.partner(), Direction::East);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    /// All four in the order of play.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the next direction in the order of play.
    #[must_use]
    pub const fn next(self) -> Self {
        self.after(1)
    }

    /// Returns the partner's direction.
    #[must_use]
    pub const fn partner(self) -> Self {
        self.after(2)
    }

    /// Returns the direction `steps` places later in the order of play.
    #[must_use]
    #[inline]
    pub const fn after(self, steps: usize) -> Self {
        // A match, unlike a lookup in `ALL`, needs no memory access.
        match (self as usize + steps) & 3 {
            0 => Self::North,
            1 => Self::East,
            2 => Self::South,
            _ => Self::West,
        }
    }

    /// Returns whether both belong to the same side.
    #[must_use]
    pub const fn is_side_of(self, other: Self) -> bool {
        (self as u8 ^ other as u8) & 1 == 0
    }

    /// Returns the letter in notation.
    #[must_use]
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["North", "East", "South", "West"][*self as usize])
    }
}

/// Text that is not a direction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a direction; use N, E, S or W")]
pub struct ParseDirectionError(pub String);

impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        Self::ALL
            .into_iter()
            .find(|direction| {
                text.eq_ignore_ascii_case(&direction.to_string())
                    || text.eq_ignore_ascii_case(direction.letter().encode_utf8(&mut [0; 4]))
            })
            .ok_or_else(|| ParseDirectionError(text.chars().take(20).collect()))
    }
}

/// Converts to seats 0 to 3 of a table of four, North first.
impl From<Direction> for Seat {
    fn from(direction: Direction) -> Self {
        Self::new(direction as u8)
    }
}
