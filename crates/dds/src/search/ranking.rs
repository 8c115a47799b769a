//! Positions by relative rank: who holds the highest card still out, who the next, and so on.

use super::lanes::lane;

/// For each suit and each set of cards of it still out, the holders from the highest down, two bits each, the
/// highest in the top bits.
pub(super) struct Ranking {
    holders: Box<[[u32; 8192]; 4]>,
}

/// The lowest bits of an entry: how many of the highest cards have to be named to name all. Below them is one hand alone, or
/// nobody.
pub(super) const DEPTH: u32 = 15;

/// Who holds the cards of every suit, from the highest down, two bits each.
#[derive(Clone, Copy)]
pub(super) struct Holders {
    /// Of each suit, from the top bits down.
    pub(super) suits: [u32; 4],
    /// Of the eight highest cards of each suit, in its lane.
    pub(super) high: u64,
}

impl Holders {
    /// Who holds the card of a rank from the top of a suit that has so many.
    #[inline(always)]
    pub(super) const fn holder(&self, suit: usize, rank: usize) -> usize {
        (self.suits[suit & 3] >> (30 - 2 * rank) & 3) as usize
    }
}

impl Ranking {
    pub(super) fn new() -> Self {
        Self { holders: Box::new([[0; 8192]; 4]) }
    }

    /// Learns who holds what. Cards that nobody holds count as the first hand's, and are never asked for.
    pub(super) fn learn(&mut self, hands: &[u64; 4]) {
        for (suit, table) in self.holders.iter_mut().enumerate() {
            let mut holder = [0_u32; 13];
            for (hand, &cards) in hands.iter().enumerate() {
                for (rank, holder) in holder.iter_mut().enumerate() {
                    if lane(cards, suit) >> rank & 1 == 1 {
                        *holder = hand as u32;
                    }
                }
            }
            // Each half of the table is the part below it with one more card on top.
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

    /// The holders of the cards `out`.
    #[inline(always)]
    pub(super) fn holders(&self, out: u64) -> Holders {
        let suits: [u32; 4] = std::array::from_fn(|suit| self.holders[suit][lane(out, suit)]);
        let high = |suit: usize| u64::from(suits[suit] >> 16) << (16 * suit);
        Holders { suits, high: high(0) | high(1) | high(2) | high(3) }
    }
}
