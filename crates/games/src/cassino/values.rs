//! Card values in sums and as single cards.

use crate::fishing;
use cards::{Card, CardSet, Rank};

/// Values of the cards, by rank.
#[derive(PartialEq, Eq, Debug)]
pub struct Values {
    /// Value in a sum; 0 for a card that cannot be in one.
    added: fishing::Values,
    /// `alone[v]`: the cards that count `v` by themselves. Each value has at most one rank.
    alone: [CardSet; Values::MAX as usize + 1],
    /// Value of each rank by itself; 0 for a card without value.
    of_rank: [u8; 13],
}

/// Ace 1, two to ten at face value, face cards nothing. (CA-R3)
pub(super) static PLAIN: Values =
    Values::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]);
/// Face cards count. (CA-O11)
pub(super) static ROYAL: Values =
    Values::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
/// Face cards count, and an ace by itself counts 14. (CA-O11)
pub(super) static ROYAL_ACES: Values =
    Values::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);

impl Values {
    /// Maximum value of a card or build.
    pub const MAX: u8 = 14;

    const fn new(added: [u8; 13], of_rank: [u8; 13]) -> Self {
        let mut alone = [CardSet::EMPTY; Self::MAX as usize + 1];
        let mut rank = 0;
        while rank < 13 {
            if of_rank[rank] > 0 {
                alone[of_rank[rank] as usize] = CardSet::of_rank(Rank::ALL[rank]);
            }
            rank += 1;
        }
        Self { added: fishing::Values::new(added), alone, of_rank }
    }

    /// Returns the value of `card` by itself: as a capturing card and as a group of one. It is 0
    /// without a value.
    #[inline]
    #[must_use]
    pub const fn alone(&self, card: Card) -> u8 {
        self.of_rank[card.rank() as usize]
    }

    /// Returns the value of `card` in a sum. It is 0 if the card cannot be in one.
    #[inline]
    #[must_use]
    pub const fn added(&self, card: Card) -> u8 {
        self.added.of(card)
    }

    /// Returns the sum of `cards`.
    #[must_use]
    pub fn sum(&self, cards: CardSet) -> u32 {
        self.added.sum(cards)
    }

    /// Returns the cards that count `value` by themselves.
    #[inline]
    #[must_use]
    pub const fn singles(&self, value: u8) -> CardSet {
        self.alone[value as usize]
    }

    /// Returns the cards worth `value` by themselves, or none for a value out of range.
    #[must_use]
    pub fn singles_or_none(&self, value: u8) -> CardSet {
        self.alone.get(usize::from(value)).copied().unwrap_or(CardSet::EMPTY)
    }

    /// Returns the rank of the cards that count `value` by themselves.
    #[must_use]
    pub fn rank(&self, value: u8) -> Option<Rank> {
        self.singles(value).first().map(Card::rank)
    }

    /// Returns the cards that can be part of a sum of `value`.
    #[inline]
    #[must_use]
    pub const fn parts(&self, value: u8) -> CardSet {
        self.added.up_to(value - 1)
    }

    /// Returns the cards that count at most `max` in a sum.
    #[inline]
    pub(super) const fn up_to(&self, max: u8) -> CardSet {
        self.added.up_to(max)
    }

    /// Returns the cards that count exactly `value`, at least 1, in a sum.
    #[inline]
    pub(super) const fn exactly(&self, value: u8) -> CardSet {
        self.added.exactly(value)
    }

    /// Returns a bit set of sums: bit `n` is set if some of `cards` add up to `n`. It avoids most
    /// searches.
    #[inline]
    pub(super) const fn sums(&self, cards: CardSet) -> u64 {
        self.added.sums(cards.intersection(self.added.up_to(Self::MAX)))
    }

    /// Returns the value of each rank in a sum, from the ace to the king; `None` if it cannot be in
    /// one.
    #[must_use]
    pub fn by_rank(&self) -> [Option<u8>; 13] {
        Rank::ALL.map(|rank| {
            CardSet::of_rank(rank).first().map(|card| self.added(card)).filter(|value| *value > 0)
        })
    }
}
