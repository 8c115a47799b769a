//! Places at the table, and who looks on.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{Index, IndexMut, Sub};

/// The most seats any table has.
pub const MAX_SEATS: usize = 9;

/// A place at the table, numbered from 0 in the order of play. Who sits there, a person or a bot, is not the
/// business of the rules.
///
/// ```
/// use cards::Seat;
/// let dealer = Seat::new(2);
/// assert_eq!(dealer.next(3), Seat::new(0));
/// assert!(Seat::try_from(9).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

/// A number that is no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no seat {0}")]
pub struct NoSuchSeat(pub u8);

impl Seat {
    /// Seat `index`.
    ///
    /// # Panics
    ///
    /// When `index` is not below [`MAX_SEATS`]: for numbers from outside there is `TryFrom`.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < MAX_SEATS, "no such seat");
        Self(index)
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that follows in the order of play at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        Self(if self.0 + 1 >= seats { 0 } else { self.0 + 1 })
    }

    /// All seats of a table of `seats`, in the order of play from seat 0.
    ///
    /// # Panics
    ///
    /// When `seats` is more than [`MAX_SEATS`].
    ///
    /// ```
    /// use cards::Seat;
    /// let order: Vec<String> = Seat::all(3).map(|seat| seat.to_string()).collect();
    /// assert_eq!(order, ["0", "1", "2"]);
    /// ```
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        assert!(usize::from(seats) <= MAX_SEATS, "no table has so many seats");
        (0..seats).map(Self)
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(index: u8) -> Result<Self, NoSuchSeat> {
        if usize::from(index) < MAX_SEATS { Ok(Self(index)) } else { Err(NoSuchSeat(index)) }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats.
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
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// One seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Every seat of a table of `seats`.
    ///
    /// # Panics
    ///
    /// When `seats` is more than [`MAX_SEATS`].
    #[must_use]
    pub const fn all(seats: u8) -> Self {
        assert!(seats as usize <= MAX_SEATS, "no table has so many seats");
        Self((1 << seats) - 1)
    }

    /// Whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds `seat`.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The lowest seat.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }

    /// The first seat of the set after `seat` in the order of play at a table of `seats`: `seat` itself if it
    /// is alone, `None` if the set is empty.
    #[must_use]
    pub const fn next_after(self, seat: Seat, seats: u8) -> Option<Seat> {
        let mut next = seat;
        let mut tried = 0;
        while tried < seats {
            next = next.next(seats);
            if self.contains(next) {
                return Some(next);
            }
            tried += 1;
        }
        None
    }
}

impl Sub for SeatSet {
    type Output = Self;

    /// The seats that are in this set and not in the other.
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

/// One value for each seat.
///
/// ```
/// use cards::{BySeat, Seat};
/// let mut points = BySeat::filled(3, 0);
/// points[Seat::new(1)] += 5;
/// let doubled = points.map(|_, points| points * 2);
/// assert_eq!(doubled.as_slice(), [0, 10, 0]);
/// ```
#[derive(Clone, Copy)]
pub struct BySeat<T> {
    items: [T; MAX_SEATS],
    len: u8,
}

impl<T: Copy + Default> BySeat<T> {
    /// The value `of(seat)` for each of `seats` seats.
    pub fn new(seats: u8, mut of: impl FnMut(Seat) -> T) -> Self {
        let mut items = [T::default(); MAX_SEATS];
        for seat in Seat::all(seats) {
            items[seat.index()] = of(seat);
        }
        Self { items, len: seats }
    }

    /// The same value for each of `seats` seats.
    #[must_use]
    pub fn filled(seats: u8, value: T) -> Self {
        Self::new(seats, |_| value)
    }

    /// The seats with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> {
        Seat::all(self.len).map(|seat| (seat, self[seat]))
    }

    /// The same seats, other values.
    pub fn map<U: Copy + Default>(&self, mut f: impl FnMut(Seat, T) -> U) -> BySeat<U> {
        BySeat::new(self.len, |seat| f(seat, self[seat]))
    }
}

impl<T> BySeat<T> {
    /// The values in seat order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    /// How many seats there are.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.len
    }
}

impl<T: Copy + Default> Default for BySeat<T> {
    fn default() -> Self {
        Self { items: [T::default(); MAX_SEATS], len: 0 }
    }
}

impl<T: PartialEq> PartialEq for BySeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq> Eq for BySeat<T> {}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    /// # Panics
    ///
    /// When nobody can sit there.
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        assert!(seat.0 < self.len, "no such seat at this table");
        &self.items[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    /// # Panics
    ///
    /// When nobody can sit there.
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        assert!(seat.0 < self.len, "no such seat at this table");
        &mut self.items[seat.index()]
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > MAX_SEATS {
            return Err(serde::de::Error::custom("more values than seats"));
        }
        Ok(Self::new(items.len() as u8, |seat| items[seat.index()]))
    }
}

/// Who is looking: somebody at the table, or somebody watching it.
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
    /// A spectator: sees what everybody sees.
    Public,
}

impl Viewer {
    /// Whether this is the player in `seat`.
    #[must_use]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// Every viewer of a table of `seats`: each seat, then the public.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        Seat::all(seats).map(Self::Seat).chain([Self::Public])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_goes_round() {
        let order: Vec<u8> = std::iter::successors(Some(Seat::new(2)), |seat| Some(seat.next(3)))
            .take(4)
            .map(u8::from)
            .collect();
        assert_eq!(order, [2, 0, 1, 2]);
    }

    #[test]
    fn the_next_of_a_set_skips_those_who_sit_out() {
        let playing: SeatSet = [0, 2].map(Seat::new).into_iter().collect();
        assert_eq!(playing.next_after(Seat::new(0), 4), Some(Seat::new(2)));
        assert_eq!(playing.next_after(Seat::new(3), 4), Some(Seat::new(0)));
        assert_eq!(SeatSet::only(Seat::new(1)).next_after(Seat::new(1), 4), Some(Seat::new(1)));
        assert_eq!(SeatSet::EMPTY.next_after(Seat::new(1), 4), None);
        assert_eq!(SeatSet::all(9).len(), 9);
    }

    #[test]
    #[should_panic(expected = "no such seat at this table")]
    fn a_table_of_three_has_no_fourth_seat() {
        let _ = BySeat::filled(3, 0)[Seat::new(3)];
    }

    #[test]
    fn seats_from_outside_are_checked() {
        assert!(serde_json::from_str::<Seat>("9").is_err());
        assert!(serde_json::from_str::<BySeat<u8>>("[1,2,3,4,5,6,7,8,9,10]").is_err());
        assert_eq!(serde_json::from_str::<BySeat<u8>>("[1,2]").unwrap().as_slice(), [1, 2]);
    }
}
