//! Positions by relative rank: who holds the highest card still out, who the next, and so on.

use super::lanes::lane;

/// For each suit and each set of cards of it still out, the holders of the eight highest, two bits each, the
/// highest in the top bits.
pub(crate) struct Ranking {
    holders: Box<[[u16; 8192]; 4]>,
}

impl Ranking {
    pub(crate) fn new() -> Self {
        Self { holders: Box::new([[0; 8192]; 4]) }
    }

    /// Learns who holds what. Cards that nobody holds count as the first hand's, and are never asked for.
    pub(crate) fn learn(&mut self, hands: &[u64; 4]) {
        for (suit, table) in self.holders.iter_mut().enumerate() {
            let mut holder = [0_u16; 13];
            for (hand, &cards) in hands.iter().enumerate() {
                for (rank, holder) in holder.iter_mut().enumerate() {
                    if lane(cards, suit) >> rank & 1 == 1 {
                        *holder = hand as u16;
                    }
                }
            }
            // Each half of the table is the part below it with one more card on top.
            for (rank, &holder) in holder.iter().enumerate() {
                let (known, new) = table.split_at_mut(1 << rank);
                for (with, &without) in new.iter_mut().zip(known.iter()) {
                    *with = without >> 2 | holder << 14;
                }
            }
        }
    }

    /// The holders of the eight highest cards of every suit of `out`, a suit in each sixteen bits.
    #[inline(always)]
    pub(crate) fn holders(&self, out: u64) -> u64 {
        u64::from(self.holders[0][lane(out, 0)])
            | u64::from(self.holders[1][lane(out, 1)]) << 16
            | u64::from(self.holders[2][lane(out, 2)]) << 32
            | u64::from(self.holders[3][lane(out, 3)]) << 48
    }
}
