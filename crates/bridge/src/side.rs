//! Sides. Partners sit opposite each other and score together.

use cards::{Seat, SeatSet};
use dds::Direction;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Partnership. (BR-R1)
///
/// ```
/// use dds::Direction;
/// use bridge::Side;
/// assert_eq!(Side::of(Direction::South), Side::NorthSouth);
/// assert_eq!(Side::NorthSouth.other(), Side::EastWest);
/// assert_eq!(Side::EastWest.seats().len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    NorthSouth,
    EastWest,
}

impl Side {
    /// The two sides, in the order of all per-side arrays.
    pub const ALL: [Self; 2] = [Self::NorthSouth, Self::EastWest];

    /// Returns the side of a hand.
    #[must_use]
    pub const fn of(direction: Direction) -> Self {
        Self::ALL[direction as usize & 1]
    }

    /// Returns the opponents.
    #[must_use]
    pub const fn other(self) -> Self {
        Self::ALL[1 - self as usize]
    }

    /// Returns the two seats of the side.
    #[must_use]
    pub fn seats(self) -> SeatSet {
        Seat::all(4).filter(|seat| Self::of(direction(*seat)) == self).collect()
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Side, u8);

impl From<Side> for cards::Side {
    fn from(side: Side) -> Self {
        Self::new(side as u8)
    }
}

/// Serializes 0 for North and South, 1 for East and West.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let side = Self::ALL.get(usize::from(u8::deserialize(deserializer)?));
        side.copied().ok_or_else(|| serde::de::Error::custom("unknown side; use 0 or 1"))
    }
}

/// Returns the direction of a seat: 0 is North, then clockwise.
#[must_use]
pub const fn direction(seat: Seat) -> Direction {
    Direction::ALL[seat.index() & 3]
}
