//! Multisets of cards of one deck.

use super::Card;
use super::card::{MAX_TOOL, MAX_VALUE};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Number of cards of each kind. Kind 0 counts unknown cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counts<const KINDS: usize>([u8; KINDS]);

/// Capital cards, by value.
pub type Capital = Counts<{ MAX_VALUE as usize + 1 }>;

/// Tools, by number.
pub type Tools = Counts<{ MAX_TOOL as usize + 1 }>;

impl<const KINDS: usize> Counts<KINDS> {
    /// A set without cards.
    pub const NONE: Self = Self([0; KINDS]);

    /// Returns `count` unknown cards.
    #[must_use]
    pub const fn unknown(count: u8) -> Self {
        let mut counts = [0; KINDS];
        counts[0] = count;
        Self(counts)
    }

    /// Returns the number of cards.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there are no cards.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Returns the number of cards of `kind`.
    #[must_use]
    #[inline]
    pub const fn of(&self, kind: u8) -> u8 {
        self.0[kind as usize]
    }

    /// Adds a card.
    #[inline]
    pub const fn add(&mut self, kind: u8) {
        self.0[kind as usize] += 1;
    }

    /// Removes a card, which must be present.
    #[inline]
    pub fn take(&mut self, kind: u8) {
        debug_assert!(self.of(kind) > 0, "the card is there");
        self.0[usize::from(kind)] -= 1;
    }

    /// Returns the sum of both counts.
    #[must_use]
    #[inline]
    pub fn plus(mut self, others: Self) -> Self {
        self.0.iter_mut().zip(others.0).for_each(|(count, more)| *count += more);
        self
    }

    /// Returns these cards without `others`, as far as present.
    #[must_use]
    #[inline]
    pub fn minus(mut self, others: Self) -> Self {
        self.0.iter_mut().zip(others.0).for_each(|(count, less)| *count = count.saturating_sub(less));
        self
    }

    /// Whether `others` are among these cards.
    #[must_use]
    #[inline]
    pub fn contain(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(count, wanted)| count >= wanted)
    }

    /// Iterates over the known kinds and their counts, lowest first.
    #[inline]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = (u8, u8)> + use<KINDS> {
        let counts = self.0;
        (1..KINDS as u8).map(move |kind| (kind, counts[usize::from(kind)])).filter(|(_, count)| *count > 0)
    }

    /// Iterates over the known cards, lowest kind first.
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = u8> + use<KINDS> {
        self.kinds().flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }
}

impl<const KINDS: usize> Default for Counts<KINDS> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const KINDS: usize> FromIterator<u8> for Counts<KINDS> {
    fn from_iter<I: IntoIterator<Item = u8>>(kinds: I) -> Self {
        let mut counts = Self::NONE;
        kinds.into_iter().for_each(|kind| counts.add(kind));
        counts
    }
}

impl<const KINDS: usize> fmt::Debug for Counts<KINDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().enumerate().filter(|(_, count)| **count > 0)).finish()
    }
}

impl Capital {
    /// Returns the total value of the known cards.
    #[must_use]
    #[inline]
    pub fn total(&self) -> u16 {
        self.0.iter().enumerate().map(|(value, count)| value as u16 * u16::from(*count)).sum()
    }

    /// Returns the `count` lowest cards.
    #[must_use]
    pub fn lowest(&self, count: u8) -> Self {
        self.cards().take(usize::from(count)).collect()
    }
}

impl fmt::Display for Capital {
    /// Writes the values, highest first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.cards().rev().enumerate() {
            write!(f, "{}{value}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Capital, Vec<u8>);
#[cfg(feature = "wire")]
cards::typescript_as!(Tools, Vec<Card>);

impl Serialize for Capital {
    /// Serializes the values, highest first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards().rev())
    }
}

impl Serialize for Tools {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards().map(Card::Tool))
    }
}

/// Counts the cards of these kinds, with an error for unknown kinds or more cards than a byte
/// counts.
fn counted<const KINDS: usize, E: serde::de::Error>(kinds: &[u8]) -> Result<Counts<KINDS>, E> {
    let mut counts = Counts::NONE;
    for kind in kinds {
        let known = (1..KINDS).contains(&usize::from(*kind));
        if !known || kinds.len() > usize::from(u8::MAX) {
            return Err(E::custom("unknown cards"));
        }
        counts.add(*kind);
    }
    Ok(counts)
}

impl<'de> Deserialize<'de> for Capital {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        counted(&Vec::deserialize(deserializer)?)
    }
}

impl<'de> Deserialize<'de> for Tools {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = |card| if let Card::Tool(number) = card { number } else { 0 };
        let tools: Vec<u8> = Vec::<Card>::deserialize(deserializer)?.into_iter().map(number).collect();
        counted(&tools)
    }
}

/// Hand as one viewer sees it: its cards, or only its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Hand<C> {
    /// All cards are visible.
    Open(C),
    /// The viewer sees only the number of cards.
    Closed(u8),
}

impl<C> Default for Hand<C> {
    fn default() -> Self {
        Self::Closed(0)
    }
}

impl<const KINDS: usize> Hand<Counts<KINDS>> {
    /// Returns the hand with hidden cards.
    #[must_use]
    pub fn close(self) -> Self {
        match self {
            Self::Open(cards) => Self::Closed(cards.len()),
            closed @ Self::Closed(_) => closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_added_and_taken_by_kind() {
        let hand: Capital = [5, 3, 5].into_iter().collect();
        assert_eq!((hand.len(), hand.total(), hand.to_string()), (3, 13, "5 5 3".to_owned()));
        let five: Capital = [5].into_iter().collect();
        assert!(hand.contain(&five) && !five.contain(&hand));
        assert_eq!(hand.minus(five).plus(five), hand);
        assert_eq!(hand.lowest(2).to_string(), "5 3");
    }
}
