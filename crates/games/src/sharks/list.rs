//! Short list stored inside the state.

use std::fmt;

/// List of at most `N` items. It is `Copy` and does not allocate.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: u8,
}

/// Face-down deck of card kinds; 0 is an unknown card. The last card is drawn first.
pub type Stock<const N: usize> = List<u8, N>;

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// Returns a list of `len` copies of `item`.
    ///
    /// # Panics
    ///
    /// Panics if `len` exceeds `N`.
    #[must_use]
    pub fn filled(item: T, len: u8) -> Self {
        let mut list = Self::default();
        list.items[..usize::from(len)].fill(item);
        list.len = len;
        list
    }

    /// Appends `item`.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Removes and returns the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Removes and returns the item at `index`. Later items move up.
    ///
    /// # Panics
    ///
    /// Panics if `index` is out of range.
    pub fn remove(&mut self, index: usize) -> T {
        let len = usize::from(self.len);
        let item = self.items[..len][index];
        self.items.copy_within(index + 1..len, index);
        self.len -= 1;
        item
    }

    /// Returns the list in reverse order.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.as_mut_slice().reverse();
        self
    }
}

impl<T, const N: usize> List<T, N> {
    /// Returns the items in order.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }

    /// Returns the items in order, mutably.
    #[must_use]
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }

    /// Returns the number of items.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether the list is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_order() {
        let mut list: List<u8, 4> = [1, 2, 3].into_iter().collect();
        assert_eq!(list.remove(0), 1);
        list.push(4);
        assert_eq!(list.as_slice(), [2, 3, 4]);
        assert_eq!(list.reversed().as_slice(), [4, 3, 2]);
        assert_eq!([list.pop(), list.pop(), list.pop(), list.pop()], [Some(4), Some(3), Some(2), None]);
    }
}
