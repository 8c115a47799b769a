//! Relative ranks: the holders of the remaining cards of each suit, from the highest down.

use super::lanes::lane;

/// Holders for each suit and each set of its remaining cards, two bits each, the highest in the top
/// bits.
pub(super) struct Ranking {
    holders: Box<[[u32; 8192]; 4]>,
}

/// Mask of the depth in an entry: the number of highest cards to name before the rest belongs to a
/// single hand.
pub(super) const DEPTH: u32 = 15;

/// Holders of all cards, from the highest down, two bits each.
#[derive(Clone, Copy)]
pub(super) struct Holders {
    /// One entry per suit, from the top bits down.
    pub(super) suits: [u32; 4],
    /// Holders of the eight highest cards of each suit, in its lane.
    pub(super) high: u64,
}

impl Holders {
    /// Returns the holder of the card at a rank from the top of a suit, which must have that many
    /// cards.
    #[inline(always)]
    pub(super) const fn holder(&self, suit: usize, rank: usize) -> usize {
        (self.suits[suit & 3] >> (30 - 2 * rank) & 3) as usize
    }
}

impl Ranking {
    pub(super) fn new() -> Self {
        Self { holders: Box::new([[0; 8192]; 4]) }
    }

    /// Builds the ranking of the cards in these hands. Cards that no hand holds are assigned to the first
    /// hand and never looked up.
    pub(super) fn build(&mut self, hands: &[u64; 4]) {
        for (suit, table) in self.holders.iter_mut().enumerate() {
            let mut holder = [0_u32; 13];
            for (hand, &cards) in hands.iter().enumerate() {
                for (rank, holder) in holder.iter_mut().enumerate() {
                    if lane(cards, suit) >> rank & 1 == 1 {
                        *holder = hand as u32;
                    }
                }
            }
            // The upper half of each table is the lower half with one more card on top.
            for (rank, &holder) in holder.iter().enumerate() {
                let (known, new) = table.split_at_mut(1 << rank);
                for (below, (with, &without)) in new.iter_mut().zip(known.iter()).enumerate() {
                    let depth = match without & DEPTH {
                        0 => u32::from(below > 0 && without >> 30 != holder),
                        depth => depth + 1,
                    };
                    *with = (without & !DEPTH) >> 2 | holder << 30 | depth;
                }
            }
        }
    }

    /// Returns the holders of the cards `out`.
    #[inline(always)]
    pub(super) fn holders(&self, out: u64) -> Holders {
        let suits: [u32; 4] = std::array::from_fn(|suit| self.holders[suit][lane(out, suit)]);
        let high = |suit: usize| u64::from(suits[suit] >> 16) << (16 * suit);
        Holders { suits, high: high(0) | high(1) | high(2) | high(3) }
    }
}
