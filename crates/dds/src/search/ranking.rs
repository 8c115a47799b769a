//! Positions by relative rank: who holds the highest card still out, who the next, and so on.

use super::lanes::lane;

/// For each suit and each set of cards of it still out, the holders from the highest down, two bits each, the
/// highest in the top bits.
pub(crate) struct Ranking {
    holders: Box<[[u32; 8192]; 4]>,
}

impl Ranking {
    pub(crate) fn new() -> Self {
        Self { holders: Box::new([[0; 8192]; 4]) }
    }

    /// Learns who holds what. Cards that nobody holds count as the first hand's, and are never asked for.
    pub(crate) fn learn(&mut self, hands: &[u64; 4]) {
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
                for (with, &without) in new.iter_mut().zip(known.iter()) {
                    *with = without >> 2 | holder << 30;
                }
            }
        }
    }

    /// The holders of the eight highest cards of every suit of `out`, a suit in each sixteen bits; then those of
    /// the five that there may be below.
    #[inline(always)]
    pub(crate) fn holders(&self, out: u64) -> Holders {
        let suits: [u64; 4] = std::array::from_fn(|suit| self.holders[suit][lane(out, suit)].into());
        Holders {
            high: suits[0] >> 16 | suits[1] & 0xFFFF_0000 | (suits[2] >> 16) << 32 | (suits[3] >> 16) << 48,
            low: suits[0] & 0xFFFF | (suits[1] & 0xFFFF) << 16 | (suits[2] & 0xFFFF) << 32 | suits[3] << 48,
        }
    }
}

/// Who holds the cards of every suit, from the highest down.
#[derive(Clone, Copy, Default)]
pub(crate) struct Holders {
    pub(crate) high: u64,
    pub(crate) low: u64,
}
