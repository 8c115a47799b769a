//! Bit sets of cards: each suit has thirteen bits in a lane of sixteen, the two lowest.

/// Thirteen bits of a lane.
pub(crate) const LANE: u64 = 0x1FFF;
/// Bits of all suits.
pub(crate) const LANES: u64 = 0x1FFF_1FFF_1FFF_1FFF;
/// One bit above every suit, for the borrow of a subtraction within a lane.
const BORROW: u64 = 0x8000_8000_8000_8000;

/// Returns the cards of one suit as a number of thirteen bits.
#[inline(always)]
pub(crate) const fn lane(cards: u64, suit: usize) -> usize {
    (cards >> (16 * suit) & LANE) as usize
}

/// Returns the bits of one suit.
#[inline(always)]
pub(crate) const fn in_suit(suit: usize) -> u64 {
    LANE << (16 * suit)
}

/// Returns the suit of a card.
#[inline(always)]
pub(crate) const fn suit_of(card: u64) -> usize {
    (card.trailing_zeros() / 16) as usize
}

/// Returns the length of a suit in a hand.
#[inline(always)]
pub(crate) const fn length(shape: u64, hand: usize, suit: usize) -> u32 {
    (shape >> (16 * hand + 4 * suit) & 15) as u32
}

/// Returns the bit of a shape that counts one card.
#[inline(always)]
pub(crate) const fn one(hand: usize, suit: usize) -> u64 {
    1 << (16 * hand + 4 * suit)
}

/// Returns the lengths of all suits in all hands, four bits each.
pub(crate) const fn shape(hands: &[u64; 4]) -> u64 {
    let mut shape = 0;
    let mut index = 0;
    while index < 16 {
        shape |= (lane(hands[index / 4], index % 4).count_ones() as u64) << (4 * index);
        index += 1;
    }
    shape
}

/// Returns in every suit the lowest bit of `cards` and all bits above it.
#[inline(always)]
pub(crate) const fn from_lowest_up(cards: u64) -> u64 {
    (cards | (BORROW - cards)) & LANES
}

/// Returns the number of cards of each suit, one count per lane.
#[inline(always)]
pub(crate) const fn counts(cards: u64) -> u64 {
    let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    (bytes + (bytes >> 8)) & 0x001F_001F_001F_001F
}

/// Returns the lowest card of each run of `own` cards without a card of `others` in between.
///
/// Cards no longer held are holes: a carry propagates through them from the card below.
#[inline(always)]
pub(crate) const fn bottoms_of_runs(own: u64, others: u64) -> u64 {
    let holes = LANES & !(own | others);
    let above = own << 1;
    let carried = (above & holes) + holes;
    own & !(above | (carried & !holes))
}

/// Returns the highest card of the run whose lowest card is `bottom`.
#[inline(always)]
pub(crate) const fn top_of_run(own: u64, others: u64, bottom: u64) -> u64 {
    let above = others & (bottom.wrapping_neg() << 1);
    let end = above & above.wrapping_neg();
    // Without a card of `others` above, the end of the lane is the bound.
    let suit = bottom.trailing_zeros() & !15;
    let lane_end = 1 << (suit + 13);
    let end = if end == 0 || end > lane_end { lane_end } else { end };
    let run = own & (end - 1);
    1 << (63 - run.leading_zeros())
}

/// Returns the lowest card of the run that contains `card`.
#[inline(always)]
pub(crate) const fn bottom_of_run(own: u64, others: u64, card: u64) -> u64 {
    let suit = LANE << (card.trailing_zeros() & !15);
    let below = others & suit & (card - 1);
    // Everything of the suit above the next lower card of `others`.
    let beyond = if below == 0 { suit } else { suit & (u64::MAX << (63 - below.leading_zeros())) };
    let run = own & beyond;
    run & run.wrapping_neg()
}

/// Returns the `nth` card from the top as a bit, where 1 is the highest. The suit must have at
/// least `nth` cards.
#[inline(always)]
pub(crate) fn nth_from_top(suit: usize, nth: usize) -> u64 {
    let high = suit >> 6;
    let above = COUNT[high & 127] as usize;
    if nth <= above {
        (NTH[high & 127][nth & 7] as u64) << 6
    } else {
        NTH[suit & 63][(nth - above) & 7] as u64
    }
}

static COUNT: [u8; 128] = {
    let mut table = [0; 128];
    let mut mask = 0;
    while mask < 128 {
        table[mask] = (mask as u32).count_ones() as u8;
        mask += 1;
    }
    table
};

static NTH: [[u8; 8]; 128] = {
    let mut table = [[0; 8]; 128];
    let mut mask = 0;
    while mask < 128 {
        let mut seen = 0;
        let mut bit = 7;
        while bit > 0 {
            bit -= 1;
            if mask >> bit & 1 == 1 {
                seen += 1;
                table[mask][seen] = 1 << bit;
            }
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_cards_of_other_hands() {
        // Own clubs A Q 9 8 5 and spade K; the others hold clubs J and 6, and spade A; the rest has
        // been played.
        let own = 0b1_0100_1100_1000 | 1 << (48 + 11);
        let others = 0b0_0010_0001_0000 | 1 << (48 + 12);
        let bottoms = bottoms_of_runs(own, others);
        assert_eq!(bottoms, 0b0_0100_0100_1000 | 1 << (48 + 11));
        assert_eq!(top_of_run(own, others, 1 << 10), 1 << 12);
        assert_eq!(top_of_run(own, others, 1 << 6), 1 << 7);
        assert_eq!(top_of_run(own, others, 1 << 3), 1 << 3);
        assert_eq!(top_of_run(own, others, 1 << (48 + 11)), 1 << (48 + 11));
    }

    #[test]
    fn counting_and_picking_agree_with_counting_bit_by_bit() {
        for suit in 1..8192_usize {
            assert_eq!(counts((suit as u64) << 16) >> 16, u64::from(suit.count_ones()));
            let mut nth = 0;
            for bit in (0..13).rev().filter(|bit| suit >> bit & 1 == 1) {
                nth += 1;
                assert_eq!(nth_from_top(suit, nth), 1 << bit);
            }
            let lowest = suit as u64 & (suit as u64).wrapping_neg();
            assert_eq!(from_lowest_up((suit as u64) << 32), (LANE & !(lowest - 1)) << 32);
        }
    }
}
