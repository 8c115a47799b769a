//! Cards without order.

use crate::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of cards: a hand, the table, a captured pile. One bit a card, so every question is one instruction.
///
/// ```
/// use cards::CardSet;
/// let hand: CardSet = ["Kd", "3c", "3h"].iter().filter_map(|card| card.parse().ok()).collect();
/// assert_eq!(hand.to_string(), "3c 3h Kd");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Card>", into = "Vec<Card>")]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const FULL: Self = Self((1 << Card::COUNT) - 1);

    /// The set whose bit `n` stands for the card with index `n`. Bits that stand for no card are dropped.
    ///
    /// ```
    /// use cards::{Card, CardSet};
    /// let hand: CardSet = cards::parse_cards("3c Kd")?.into_iter().collect();
    /// assert_eq!(CardSet::from_bits(hand.bits()), hand);
    /// assert_eq!(CardSet::from_bits(u64::MAX), CardSet::FULL);
    /// # Ok::<(), cards::ParseCardError>(())
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// One bit a card, by its index.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one card.
    #[must_use]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// The four cards of a rank.
    ///
    /// ```
    /// use cards::{CardSet, Rank};
    /// assert_eq!(CardSet::of_rank(Rank::Seven).to_string(), "7c 7d 7h 7s");
    /// ```
    #[inline]
    #[must_use]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0b1111 << (4 * rank as u8))
    }

    /// The four cards of the rank of `card`.
    ///
    /// ```
    /// use cards::CardSet;
    /// let sevens = CardSet::of_rank_of("7d".parse()?);
    /// assert_eq!(sevens.to_string(), "7c 7d 7h 7s");
    /// # Ok::<(), cards::ParseCardError>(())
    /// ```
    #[must_use]
    pub const fn of_rank_of(card: Card) -> Self {
        Self(0b1111 << (card.index() & !0b11))
    }

    /// The thirteen cards of a suit.
    ///
    /// ```
    /// use cards::{CardSet, Suit};
    /// let black = CardSet::of_suit(Suit::Clubs) | CardSet::of_suit(Suit::Spades);
    /// assert_eq!(black.len(), 26);
    /// assert!((black & CardSet::of_suit(Suit::Hearts)).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1_1111_1111_1111 << suit as u8)
    }

    /// `card` and every card before it in canonical order.
    ///
    /// ```
    /// use cards::CardSet;
    /// assert_eq!(CardSet::up_to("2c".parse()?).to_string(), "Ac Ad Ah As 2c");
    /// # Ok::<(), cards::ParseCardError>(())
    /// ```
    #[must_use]
    pub const fn up_to(card: Card) -> Self {
        Self((2 << card.index()) - 1)
    }

    /// The cards of both sets: what `|` does, for constants.
    ///
    /// ```
    /// use cards::{CardSet, Suit};
    /// const BLACK: CardSet = CardSet::of_suit(Suit::Clubs).union(CardSet::of_suit(Suit::Spades));
    /// assert_eq!(BLACK.len(), 26);
    /// ```
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards that lie in both sets: what `&` does, for constants.
    ///
    /// ```
    /// use cards::{CardSet, Rank, Suit};
    /// const ACE: CardSet = CardSet::of_rank(Rank::Ace).intersection(CardSet::of_suit(Suit::Spades));
    /// assert_eq!(ACE.to_string(), "As");
    /// ```
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards that lie here and not in `other`: what `-` does, for constants.
    ///
    /// ```
    /// use cards::{CardSet, Rank};
    /// const NO_ACES: CardSet = CardSet::FULL.difference(CardSet::of_rank(Rank::Ace));
    /// assert_eq!(NO_ACES.len(), 48);
    /// ```
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many cards lie here.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether no card lies here.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` lies here.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether every card of `other` lies here.
    ///
    /// ```
    /// use cards::{Card, CardSet, Rank, Suit};
    /// let hearts = CardSet::of_suit(Suit::Hearts);
    /// assert!(hearts.contains_all(CardSet::only(Card::new(Rank::Ace, Suit::Hearts))));
    /// assert!(!hearts.contains_all(CardSet::FULL));
    /// assert!(hearts.contains_all(CardSet::EMPTY));
    /// ```
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Lays `card` here. If it lies here already, nothing changes: a card is there once. That a game neither makes nor
    /// loses cards is checked by its audit.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Takes `card` away. If it does not lie here, nothing changes.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// The lowest card in canonical order.
    ///
    /// ```
    /// use cards::CardSet;
    /// assert_eq!(CardSet::FULL.first().map(|card| card.to_string()).as_deref(), Some("Ac"));
    /// assert_eq!(CardSet::EMPTY.first(), None);
    /// ```
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::lowest(self.0)) }
    }

    /// The card at the index in canonical order that `choose` names when told how many there are; `None` if there is none.
    ///
    /// No branch depends on the cards or the index: where both are random a processor would guess wrong nearly every time.
    #[inline]
    pub(crate) fn choose(self, choose: impl FnOnce(u8) -> u8) -> Option<Card> {
        let sums = running_sums(counts(self.0));
        // 52 bits end in the seventh byte.
        let count = (sums >> 48) as u8;
        if count == 0 {
            return None;
        }
        let index = choose(count);
        let byte = bytes_passed(sums, index);
        let before = (sums << 8 >> (8 * byte)) as u8;
        // The eight bits of that byte, each in a byte of its own.
        let bits = (self.0 >> (8 * byte) & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
        let set = ((bits + 0x7f * ONES) >> 7) & ONES;
        let bit = bytes_passed(running_sums(set), index.wrapping_sub(before));
        Card::from_index((8 * byte + bit) as u8)
    }

    /// The cards in canonical order.
    ///
    /// ```
    /// use cards::{CardSet, Suit};
    /// let spades = CardSet::of_suit(Suit::Spades);
    /// assert!(spades.iter().all(|card| card.suit() == Suit::Spades));
    /// assert_eq!(spades.iter().len(), 13);
    /// ```
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// How many bits are set in each byte.
#[inline]
const fn counts(bits: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = bits - (bits >> 1 & PAIRS);
    let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
    (fours + (fours >> 4)) & EIGHTS
}

/// Of each byte, what is counted in it and all bytes below it.
#[inline]
const fn running_sums(counts: u64) -> u64 {
    counts.wrapping_mul(ONES)
}

/// How many of the lowest bytes come before the one with the thing at `index`, of those counted in `sums`.
#[inline]
const fn bytes_passed(sums: u64, index: u8) -> u32 {
    const HIGH: u64 = 0x80 * ONES;
    // The high bit of each byte up to which there are no more than `index`.
    let passed = ((index as u64).wrapping_mul(ONES) | HIGH).wrapping_sub(sums) & HIGH;
    ((passed >> 7).wrapping_mul(ONES) >> 56) as u32
}

/// The cards of a set in canonical order.
#[derive(Clone, Debug)]
pub struct Iter(CardSet);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len().into(), Some(self.0.len().into()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | Self::only(card))
    }
}

impl BitOr for CardSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl Sub for CardSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl From<Vec<Card>> for CardSet {
    fn from(cards: Vec<Card>) -> Self {
        cards.into_iter().collect()
    }
}

impl From<CardSet> for Vec<Card> {
    fn from(set: CardSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// A set is what the library's set of cards is, only faster.
        #[test]
        fn agrees_with_a_tree_set(left: u64, right: u64) {
            let (left, right) = (CardSet::from_bits(left), CardSet::from_bits(right));
            let tree = |set: CardSet| set.iter().collect::<BTreeSet<Card>>();
            prop_assert_eq!(tree(left).len(), usize::from(left.len()));
            prop_assert_eq!(tree(left | right), &tree(left) | &tree(right));
            prop_assert_eq!(tree(left & right), &tree(left) & &tree(right));
            prop_assert_eq!(tree(left - right), &tree(left) - &tree(right));
            prop_assert_eq!(left.contains_all(right), tree(right).is_subset(&tree(left)));
            prop_assert_eq!(left.first(), tree(left).first().copied());
            for (index, card) in left.iter().enumerate() {
                let chosen = left.choose(|count| {
                    assert_eq!(count, left.len());
                    index as u8
                });
                prop_assert_eq!(chosen, Some(card));
            }
            let json = serde_json::to_string(&left).unwrap();
            prop_assert_eq!(serde_json::from_str::<CardSet>(&json).unwrap(), left);
        }
    }
}
