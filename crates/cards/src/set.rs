//! Sets of cards.

use crate::{Card, Rank, Suit};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// Set of cards: a hand, the table, a captured pile. It stores one bit per card, so most operations
/// are a few instructions.
///
/// ```
/// use cards::CardSet;
/// let hand: CardSet = ["Kd", "3c", "3h"].iter().filter_map(|card| card.parse().ok()).collect();
/// assert_eq!(hand.to_string(), "3c 3h Kd");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize)]
#[serde(from = "Vec<Card>")]
pub struct CardSet(u64);

impl CardSet {
    /// A set without cards.
    pub const EMPTY: Self = Self(0);
    /// The set of all 52 cards.
    pub const FULL: Self = Self((1 << Card::COUNT) - 1);

    /// Creates a set from its bits: bit `n` is the card with index `n`. Bits beyond the cards are
    /// dropped.
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

    /// Returns one bit per card, by its index.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Creates the set of one card.
    #[must_use]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// Returns the four cards of a rank.
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

    /// Returns the four cards with the rank of `card`.
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

    /// Returns the thirteen cards of a suit.
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

    /// Returns `card` and all cards before it in canonical order.
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

    /// Returns the union. It is `|` for constants.
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

    /// Returns the intersection. It is `&` for constants.
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

    /// Returns the cards that are not in `other`. It is `-` for constants.
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

    /// Returns the number of cards.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains `card`.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Returns whether the set contains every card of `other`.
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

    /// Adds `card`. Adding a card twice changes nothing; a game's audit checks that cards are
    /// conserved.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Removes `card`, if the set contains it.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// Returns the lowest card in canonical order.
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

    /// Returns the card at an index in canonical order, or `None` if the set is empty. `choose`
    /// receives the number of cards and returns the index.
    ///
    /// No branch depends on the cards or the index. With random inputs, nearly every such branch
    /// would be mispredicted.
    #[inline]
    pub(crate) fn choose(self, choose: impl FnOnce(u8) -> u8) -> Option<Card> {
        let sums = running_sums(counts(self.0));
        // The 52 bits end in the seventh byte.
        let count = (sums >> 48) as u8;
        if count == 0 {
            return None;
        }
        let index = choose(count);
        let byte = bytes_passed(sums, index);
        let before = (sums << 8 >> (8 * byte)) as u8;
        // Spreads the eight bits of that byte into one byte each.
        let bits = (self.0 >> (8 * byte) & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
        let set = ((bits + 0x7f * ONES) >> 7) & ONES;
        let bit = bytes_passed(running_sums(set), index.wrapping_sub(before));
        Card::from_index((8 * byte + bit) as u8)
    }

    /// Iterates over the cards in canonical order.
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

/// Returns the number of set bits in each byte.
#[inline]
const fn counts(bits: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = bits - (bits >> 1 & PAIRS);
    let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
    (fours + (fours >> 4)) & EIGHTS
}

/// Returns for each byte the sum of it and all lower bytes.
#[inline]
const fn running_sums(counts: u64) -> u64 {
    counts.wrapping_mul(ONES)
}

/// Returns the number of lowest bytes before the byte that contains element `index`, given the
/// running `sums`.
#[inline]
const fn bytes_passed(sums: u64, index: u8) -> u32 {
    const HIGH: u64 = 0x80 * ONES;
    // High bit of each byte whose running sum is at most `index`.
    let passed = ((index as u64).wrapping_mul(ONES) | HIGH).wrapping_sub(sums) & HIGH;
    ((passed >> 7).wrapping_mul(ONES) >> 56) as u32
}

/// Iterator over the cards of a set in canonical order.
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

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
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
        /// Compares the set operations with those of a `BTreeSet`.
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
