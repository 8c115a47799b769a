//! Patterns: the holders of the highest cards of each suit.

use super::ranking::{DEPTH, Holders};

/// Pattern of high cards: for each suit the holders of its highest cards, two bits each from the
/// top, then an end bit.
#[derive(Clone, Copy)]
pub(super) struct Pattern([u32; 4]);

/// Relation between two patterns.
pub(super) enum Relation {
    /// The patterns name the same cards and holders.
    Same,
    /// Every position that fits the first pattern fits the second.
    Wider,
    /// The patterns have any other relation.
    Other,
}

/// Returns the mask of the holder bits: all bits above the end bit.
#[inline(always)]
const fn named(suit: u32) -> u32 {
    !(suit ^ suit.wrapping_sub(1))
}

impl Pattern {
    /// Creates a pattern of the given depths, one count per lane.
    #[inline(always)]
    pub(super) fn new(holders: &Holders, depths: u64) -> Self {
        let mut suits = holders.suits;
        for (suit, holders) in suits.iter_mut().enumerate() {
            let depth = (depths >> (16 * suit)) as u32 & 15;
            let end: u32 = 1 << 31 >> (2 * depth.min(*holders & DEPTH));
            *holders = *holders & (end << 1).wrapping_neg() | end;
        }
        Self(suits)
    }

    /// Returns the number of cards of a suit that the pattern names.
    #[inline(always)]
    pub(super) const fn depth(&self, suit: usize) -> usize {
        ((31 - self.0[suit].trailing_zeros()) / 2) as usize
    }

    /// Returns the holder of the card at a rank from the top of a suit, if the pattern names it.
    #[inline(always)]
    pub(super) const fn holder(&self, suit: usize, rank: usize) -> Option<usize> {
        if rank < self.depth(suit) { Some((self.0[suit] >> (30 - 2 * rank) & 3) as usize) } else { None }
    }

    /// Returns whether a position fits the pattern.
    #[inline(always)]
    pub(super) fn fits(&self, holders: &Holders) -> bool {
        let mismatches: [u32; 4] =
            std::array::from_fn(|suit| (self.0[suit] ^ holders.suits[suit]) & named(self.0[suit]));
        mismatches[0] | mismatches[1] | mismatches[2] | mismatches[3] == 0
    }

    /// Returns the relation of this pattern to a new one.
    #[inline(always)]
    pub(super) fn relation(&self, new: &Self) -> Relation {
        let (mut mismatches, mut unlike, mut narrower) = (0, 0, 0);
        for suit in 0..4 {
            let (old_named, new_named) = (named(self.0[suit]), named(new.0[suit]));
            mismatches |= (self.0[suit] ^ new.0[suit]) & old_named & new_named;
            unlike |= old_named ^ new_named;
            narrower |= new_named & !old_named;
        }
        match (mismatches, unlike, narrower) {
            (0, 0, _) => Relation::Same,
            (0, _, 0) => Relation::Wider,
            _ => Relation::Other,
        }
    }
}
