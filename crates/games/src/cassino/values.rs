//! What cards count: added to others, and alone.

use crate::fishing;
use cards::{Card, CardSet, Rank};

/// What cards count.
#[derive(PartialEq, Eq, Debug)]
pub struct Values {
    /// As one of several cards that are added; 0 for a card that is never added.
    added: fishing::Values,
    /// `alone[v]`: the cards that count `v` by themselves. There is one rank at most for a value.
    alone: [CardSet; Values::MAX as usize + 1],
    /// What each rank counts by itself; 0 for a card without value.
    of_rank: [u8; 13],
}

/// CA-R3: an ace counts 1, two to ten their number, court cards nothing.
pub(super) static PLAIN: Values =
    Values::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]);
/// CA-O11.
pub(super) static ROYAL: Values =
    Values::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
/// CA-O11: an ace by itself counts 14.
pub(super) static ROYAL_ACES: Values =
    Values::new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);

impl Values {
    /// No card and no build counts more.
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

    /// What `card` counts by itself: what it takes, and what it is as a group of one. 0 if it has no value.
    #[inline]
    #[must_use]
    pub const fn alone(&self, card: Card) -> u8 {
        self.of_rank[card.rank() as usize]
    }

    /// What `card` counts as one of several cards that are added. 0 if it is never added.
    #[inline]
    #[must_use]
    pub const fn added(&self, card: Card) -> u8 {
        self.added.of(card)
    }

    /// What `cards` come to when they are added.
    #[must_use]
    pub fn sum(&self, cards: CardSet) -> u32 {
        self.added.sum(cards)
    }

    /// The cards that count `value` by themselves.
    #[inline]
    #[must_use]
    pub const fn singles(&self, value: u8) -> CardSet {
        self.alone[value as usize]
    }

    /// The same, for a value somebody wrote.
    #[must_use]
    pub fn singles_or_none(&self, value: u8) -> CardSet {
        self.alone.get(usize::from(value)).copied().unwrap_or(CardSet::EMPTY)
    }

    /// The rank of the cards that count `value` by themselves.
    #[must_use]
    pub fn rank(&self, value: u8) -> Option<Rank> {
        self.singles(value).first().map(Card::rank)
    }

    /// The cards that, added to others, can be part of `value`.
    #[inline]
    #[must_use]
    pub const fn parts(&self, value: u8) -> CardSet {
        self.added.up_to(value - 1)
    }

    /// The cards that count at most `most` when they are added.
    #[inline]
    pub(super) const fn up_to(&self, max: u8) -> CardSet {
        self.added.up_to(max)
    }

    /// The cards that count exactly `value`, at least 1, when they are added.
    #[inline]
    pub(super) const fn exactly(&self, value: u8) -> CardSet {
        self.added.exactly(value)
    }

    /// Bit `n`: some of `cards` come to `n` when they are added. It spares most searches.
    #[inline]
    pub(super) const fn sums(&self, cards: CardSet) -> u64 {
        self.added.sums(cards.intersection(self.added.up_to(Self::MAX)))
    }

    /// What each rank counts when it is added, from the ace to the king; nothing for one that never is.
    #[must_use]
    pub fn by_rank(&self) -> [Option<u8>; 13] {
        Rank::ALL.map(|rank| {
            CardSet::of_rank(rank).first().map(|card| self.added(card)).filter(|value| *value > 0)
        })
    }
}
