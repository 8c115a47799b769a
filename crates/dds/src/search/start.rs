//! Start of a trick, as input of the lower bounds.

use super::lanes::{lane, length, nth_from_top};

/// Position with a hand on lead.
pub(super) struct Start<'a> {
    pub(super) hands: &'a [u64; 4],
    /// Suit lengths: four bits for each suit of each hand.
    pub(super) shape: u64,
    /// Holders of the eight highest cards of each suit.
    pub(super) holders: u64,
    pub(super) leader: usize,
    /// Number of tricks still to be played.
    pub(super) left: u32,
}

/// Returns the length of a hand's top sequence in a suit: the number of the suit's highest cards that this
/// hand holds before the first one in another hand.
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

    /// Returns the holder of the highest card of a suit.
    #[inline(always)]
    pub(super) const fn holder(&self, suit: usize) -> usize {
        (self.holders >> (16 * suit + 14) & 3) as usize
    }

    /// Returns the `nth` highest card of a hand in a suit, the lowest card that a run of this
    /// length depends on.
    #[inline(always)]
    pub(super) fn rank(&self, hand: usize, suit: usize, nth: u32) -> u64 {
        nth_from_top(lane(self.hands[hand & 3], suit), nth as usize) << (16 * suit)
    }
}
