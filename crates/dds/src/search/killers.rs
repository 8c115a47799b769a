//! Killer table: the card that last caused a cutoff in a similar position.
//!
//! The key is small on purpose. It omits the tricks wanted, the depth and the other suits. The more
//! positions share a card, the more cutoffs occur at the first try.

use super::trick::Trick;

const BITS: u32 = 17;
/// Mask of the card's bit number in an entry. The other bits are a tag.
///
/// The tag need not distinguish all positions: any card that is held is worth a try.
const CARD: u16 = 63;

/// Position of a killer move in the killer table.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    index: u32,
    tag: u16,
}

/// Direct-mapped table of killer moves.
pub(super) struct Killers {
    entries: Box<[u16]>,
    /// Hash salt, incremented with every deal and strain so that the table need not be cleared.
    salt: u64,
}

impl Killers {
    pub(super) fn new() -> Self {
        Self { entries: vec![0; 1 << BITS].into_boxed_slice(), salt: 0 }
    }

    /// Invalidates all killer moves in constant time.
    pub(super) const fn clear(&mut self) {
        self.salt += 1;
    }

    /// Returns the slot of a hand on lead, by its cards and its partner's.
    #[inline(always)]
    pub(super) const fn leading(&self, hand: usize, own: u64, partners: u64) -> Slot {
        self.slot(own.wrapping_add(partners.wrapping_mul(0x0123_4567)), hand as u64)
    }

    /// Returns the slot of a hand that follows suit, by the suit's cards at the start of the trick
    /// and the winning card.
    #[inline(always)]
    pub(super) const fn following(&self, hand: usize, suit: u64, trick: &Trick) -> Slot {
        self.slot(suit, Self::within(hand, trick) | trick.best.trailing_zeros() as u64)
    }

    /// Returns the slot of a hand without the suit led, by its cards and the winning card, or the
    /// winning hand at no trump.
    #[inline(always)]
    pub(super) const fn discarding<const TRUMPS: bool>(&self, hand: usize, own: u64, trick: &Trick) -> Slot {
        let winning = if TRUMPS { trick.best.trailing_zeros() as u64 } else { trick.winner as u64 };
        self.slot(own, 1 << 12 | Self::within(hand, trick) | winning)
    }

    #[inline(always)]
    const fn within(hand: usize, trick: &Trick) -> u64 {
        (trick.played.count_ones() as u64) << 8 | (hand as u64) << 6
    }

    #[inline(always)]
    const fn slot(&self, cards: u64, rest: u64) -> Slot {
        let hash = (cards ^ self.salt << 13).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ rest.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let hash = hash.wrapping_mul(0xA076_1D64_78BD_642F);
        Slot { index: (hash >> (64 - BITS)) as u32, tag: (hash >> 31) as u16 & !CARD }
    }

    /// Returns the killer's bit, or 0.
    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> u64 {
        let entry = self.entries[slot.index as usize % (1 << BITS)];
        if entry & !CARD == slot.tag { 1 << (entry & CARD) } else { 0 }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, slot: Slot, card: u64) {
        self.entries[slot.index as usize % (1 << BITS)] = slot.tag | card.trailing_zeros() as u16;
    }
}
