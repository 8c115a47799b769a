//! The start of a trick, as the bounds see it.

use super::lanes::{lane, length, nth_from_top};

/// A hand on lead, and who holds what.
pub(super) struct Start<'a> {
    pub(super) hands: &'a [u64; 4],
    /// The lengths: four bits for each suit of each hand.
    pub(super) shape: u64,
    /// The holders of the eight highest cards of each suit.
    pub(super) holders: u64,
    pub(super) leader: usize,
    /// The tricks left.
    pub(super) left: u32,
}

/// How many of the highest cards of a suit one hand holds, before another's comes.
#[inline(always)]
pub(super) const fn run(holders: u64, suit: usize, hand: usize) -> u32 {
    let other = (holders >> (16 * suit)) as u16 ^ (hand as u16 * 0x5555);
    ((other as u32) << 16 | 0x8000).leading_zeros() / 2
}

impl Start<'_> {
    #[inline(always)]
    pub(super) const fn length(&self, hand: usize, suit: usize) -> u32 {
        length(self.shape, hand, suit)
    }

    /// Who holds the highest card of a suit.
    #[inline(always)]
    pub(super) const fn holder(&self, suit: usize) -> usize {
        (self.holders >> (16 * suit + 14) & 3) as usize
    }

    /// The `nth` highest card of a hand in a suit: all that a run of so many leans on.
    #[inline(always)]
    pub(super) fn rank(&self, hand: usize, suit: usize, nth: u32) -> u64 {
        nth_from_top(lane(self.hands[hand & 3], suit), nth as usize) << (16 * suit)
    }
}
