//! Arrays with one value for each seat, or for each side.

use crate::{MAX_SEATS, Seat, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Array with one value for each seat.
///
/// ```
/// use cards::{BySeat, Seat};
/// let mut points = BySeat::filled(3, 0);
/// points[Seat::new(1)] += 5;
/// let doubled = points.map(|_, points| points * 2);
/// assert_eq!(doubled.as_slice(), [0, 10, 0]);
/// ```
pub type BySeat<T> = By<Seat, T>;

/// Array with one value for each side.
///
/// ```
/// use cards::{BySide, Side};
/// let tricks = BySide::new(2, |side| if side == Side::new(0) { 7 } else { 6 });
/// assert_eq!(tricks[Side::new(1)], 6);
/// ```
pub type BySide<T> = By<Side, T>;

/// Array with one value for each `K`, a [`Seat`] or a [`Side`]. An array over seats can't be
/// indexed with a side.
///
/// ```compile_fail
/// let totals = cards::BySide::filled(2, 0);
/// totals[cards::Seat::new(1)];
/// ```
pub struct By<K, T> {
    items: [T; MAX_SEATS],
    len: u8,
    key: PhantomData<fn(K)>,
}

/// Index type of [`By`]: numbered from 0, below [`MAX_SEATS`].
pub trait Numbered: Copy {
    /// Word for the index type in messages.
    const WORD: &'static str;
    /// Creates the index with this number.
    fn new(index: u8) -> Self;
    /// Returns the number of the key, from 0.
    fn index(self) -> usize;
}

impl<K: Numbered, T: Copy + Default> By<K, T> {
    /// Creates an array of `len` values from `of`.
    pub fn new(len: u8, mut of: impl FnMut(K) -> T) -> Self {
        let mut items = [T::default(); MAX_SEATS];
        for index in 0..len {
            items[usize::from(index)] = of(K::new(index));
        }
        Self { items, len, key: PhantomData }
    }

    /// Creates an array of `len` equal values.
    ///
    /// # Panics
    ///
    /// Panics if `len` is above [`MAX_SEATS`].
    #[must_use]
    pub fn filled(len: u8, value: T) -> Self {
        assert!(usize::from(len) <= MAX_SEATS, "too many {}s", K::WORD);
        Self { items: [value; MAX_SEATS], len, key: PhantomData }
    }

    /// Iterates over the seats or sides with their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, T)> {
        (0..self.len).map(|index| (K::new(index), self.items[usize::from(index)]))
    }

    /// Returns an array with the same keys and the mapped values.
    pub fn map<U: Copy + Default>(&self, mut f: impl FnMut(K, T) -> U) -> By<K, U> {
        By::new(self.len, |key| f(key, self[key]))
    }
}

impl<K, T> By<K, T> {
    /// Returns the values in order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T> BySeat<T> {
    /// Returns the number of seats.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.len
    }
}

impl<T: Copy + Default> BySeat<T> {
    /// Returns the value of each of `sides`. Partners must have equal values.
    ///
    /// ```
    /// use cards::{BySeat, Side};
    /// let sides = BySeat::new(4, |seat| Side::new(seat.index() as u8 % 2));
    /// let totals = BySeat::new(4, |seat| if seat.index() % 2 == 0 { 11 } else { 7 });
    /// assert_eq!(totals.by_side(&sides).as_slice(), [11, 7]);
    /// ```
    #[must_use]
    pub fn by_side(&self, sides: &BySeat<Side>) -> BySide<T> {
        let len = sides.as_slice().iter().map(|side| side.index() as u8 + 1).max();
        let mut by_side = BySide::filled(len.unwrap_or_default(), T::default());
        self.iter().for_each(|(seat, value)| by_side[sides[seat]] = value);
        by_side
    }
}

impl<T> BySide<T> {
    /// Returns the number of sides.
    #[must_use]
    pub const fn sides(&self) -> u8 {
        self.len
    }
}

/// Converts with one side per seat.
impl<T> From<BySeat<T>> for BySide<T> {
    fn from(by_seat: BySeat<T>) -> Self {
        Self { items: by_seat.items, len: by_seat.len, key: PhantomData }
    }
}

impl<K, T: Copy> Clone for By<K, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, T: Copy> Copy for By<K, T> {}

impl<K: Numbered, T: Copy + Default> Default for By<K, T> {
    fn default() -> Self {
        Self::filled(0, T::default())
    }
}

impl<K, T: PartialEq> PartialEq for By<K, T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<K, T: Eq> Eq for By<K, T> {}

impl<K, T: fmt::Debug> fmt::Debug for By<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<K: Numbered, T> Index<K> for By<K, T> {
    type Output = T;

    /// # Panics
    ///
    /// Panics if the table has no such seat or side.
    #[inline]
    fn index(&self, key: K) -> &T {
        assert!(key.index() < usize::from(self.len), "no such {} at this table", K::WORD);
        &self.items[key.index()]
    }
}

impl<K: Numbered, T> IndexMut<K> for By<K, T> {
    /// # Panics
    ///
    /// Panics if the table has no such seat or side.
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        assert!(key.index() < usize::from(self.len), "no such {} at this table", K::WORD);
        &mut self.items[key.index()]
    }
}

impl<K, T: Serialize> Serialize for By<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de, K: Numbered, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for By<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > MAX_SEATS {
            return Err(serde::de::Error::custom(format_args!("more values than {}s", K::WORD)));
        }
        Ok(Self::new(items.len() as u8, |key: K| items[key.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "no such seat at this table")]
    fn a_table_of_three_has_no_fourth_seat() {
        let _ = BySeat::filled(3, 0)[Seat::new(3)];
    }

    #[test]
    fn deserialization_limits_the_length() {
        assert!(serde_json::from_str::<BySide<u8>>("[1,2,3,4,5,6,7,8,9,10]").is_err());
        assert_eq!(serde_json::from_str::<BySeat<u8>>("[1,2]").unwrap().as_slice(), [1, 2]);
    }
}
