//! Seats, sides and viewers.

use crate::by::Numbered;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Sub;

/// Maximum number of seats at a table.
pub const MAX_SEATS: usize = 9;

macro_rules! numbered {
    ($(#[$about:meta])* $name:ident, $word:literal, $(#[$about_error:meta])* $error:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        pub struct $name(u8);

        #[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
        $(#[$about_error])*
        pub struct $error(pub u8);

        impl $name {
            #[doc = concat!("Creates the ", $word, " with this number.")]
            ///
            /// # Panics
            ///
            /// Panics if `index` is not below [`MAX_SEATS`]. Use `TryFrom` for outside numbers.
            #[must_use]
            pub const fn new(index: u8) -> Self {
                assert!((index as usize) < MAX_SEATS, concat!("no such ", $word));
                Self(index)
            }

            /// Returns the number of the seat, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            #[doc = concat!("Iterates over the first `len` ", $word, "s in order.")]
            ///
            /// # Panics
            ///
            /// Panics if `len` is more than [`MAX_SEATS`].
            pub fn all(len: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
                assert!(usize::from(len) <= MAX_SEATS, concat!("no table has so many ", $word, "s"));
                (0..len).map(Self)
            }
        }

        impl TryFrom<u8> for $name {
            type Error = $error;

            fn try_from(index: u8) -> Result<Self, $error> {
                if usize::from(index) < MAX_SEATS { Ok(Self(index)) } else { Err($error(index)) }
            }
        }

        impl From<$name> for u8 {
            fn from(numbered: $name) -> Self {
                numbered.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl Numbered for $name {
            const WORD: &'static str = $word;

            fn new(index: u8) -> Self {
                Self::new(index)
            }

            fn index(self) -> usize {
                self.index()
            }
        }
    };
}

numbered! {
    /// Place at the table, numbered from 0 in the order of play. The rules do not know whether a
    /// person or a bot sits there.
    ///
    /// ```
    /// use cards::Seat;
    /// let order: Vec<String> = Seat::all(3).map(|seat| seat.to_string()).collect();
    /// assert_eq!(order, ["0", "1", "2"]);
    /// let dealer = Seat::new(2);
    /// assert_eq!(dealer.next(3), Seat::new(0));
    /// assert!(Seat::try_from(9).is_err());
    /// ```
    #[cfg_attr(feature = "wire", derive(ts_rs::TS))]
    Seat, "seat",
    /// Number that is not a seat.
    #[error("there is no seat {0}")]
    NoSuchSeat
}

numbered! {
    /// Seats that score together: partners, or one seat alone.
    ///
    /// ```
    /// use cards::Side;
    /// assert_eq!(Side::all(2).count(), 2);
    /// assert_eq!(u8::from(Side::new(1)), 1);
    /// ```
    Side, "side",
    /// Number that is not a side.
    #[error("there is no side {0}")]
    NoSuchSide
}

impl Side {
    /// Returns the side of a seat without partners.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self(seat.0)
    }
}

impl Seat {
    /// Returns the next seat in the order of play at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        Self(if self.0 + 1 >= seats { 0 } else { self.0 + 1 })
    }
}

/// Set of seats.
///
/// ```
/// use cards::{Seat, SeatSet};
/// let mut playing = SeatSet::all(4);
/// playing.remove(Seat::new(1));
/// assert_eq!(playing.next_after(Seat::new(0), 4), Some(Seat::new(2)));
/// assert_eq!(playing.len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// A set without seats.
    pub const EMPTY: Self = Self(0);

    /// Creates the set of one seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Creates the set of all seats of a table of `seats`.
    ///
    /// # Panics
    ///
    /// Panics if `seats` is more than [`MAX_SEATS`].
    #[must_use]
    pub const fn all(seats: u8) -> Self {
        assert!(seats as usize <= MAX_SEATS, "no table has so many seats");
        Self((1 << seats) - 1)
    }

    /// Returns whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Returns the number of seats in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds `seat` to the set.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes `seat` from the set.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Returns the lowest seat.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// Iterates over the seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }

    /// Returns the first seat of the set after `seat` in the order of play at a table of `seats`.
    ///
    /// Returns `seat` itself if it is the only one, and `None` if the set is empty.
    ///
    /// # Panics
    ///
    /// Panics under the same condition as [`all`](Self::all).
    #[inline]
    #[must_use]
    pub const fn next_after(self, seat: Seat, seats: u8) -> Option<Seat> {
        let here = Self(self.0 & Self::all(seats).0);
        let later = Self(here.0 & (u16::MAX << seat.0 << 1));
        let next = if later.is_empty() { here } else { later };
        next.first()
    }
}

impl Sub for SeatSet {
    type Output = Self;

    /// Returns the seats that are in this set and not in the other.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, |set, seat| Self(set.0 | 1 << seat.0))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Viewer of a deal: a player or a spectator.
///
/// ```
/// use cards::{Seat, Viewer};
/// assert_eq!(Viewer::all(2).count(), 3);
/// assert!(Viewer::Seat(Seat::new(1)).is(Seat::new(1)));
/// assert!(!Viewer::Public.is(Seat::new(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// A spectator, who sees only public information.
    Public,
}

impl Viewer {
    /// Returns whether this is the player in `seat`.
    #[must_use]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// Iterates over all viewers of a table of `seats`: each seat, then the public.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        Seat::all(seats).map(Self::Seat).chain([Self::Public])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_play_wraps_around() {
        let order: Vec<u8> = std::iter::successors(Some(Seat::new(2)), |seat| Some(seat.next(3)))
            .take(4)
            .map(u8::from)
            .collect();
        assert_eq!(order, [2, 0, 1, 2]);
    }

    #[test]
    fn next_after_skips_missing_seats() {
        let playing: SeatSet = [0, 2].map(Seat::new).into_iter().collect();
        assert_eq!(playing.next_after(Seat::new(0), 4), Some(Seat::new(2)));
        assert_eq!(playing.next_after(Seat::new(3), 4), Some(Seat::new(0)));
        assert_eq!(SeatSet::only(Seat::new(1)).next_after(Seat::new(1), 4), Some(Seat::new(1)));
        assert_eq!(SeatSet::EMPTY.next_after(Seat::new(1), 4), None);
        assert_eq!(SeatSet::all(9).len(), 9);
    }

    #[test]
    fn deserialization_rejects_invalid_seats() {
        assert!(serde_json::from_str::<Seat>("9").is_err());
    }
}
