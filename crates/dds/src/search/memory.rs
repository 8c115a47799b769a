//! What has been proved: under each shape, patterns of high cards with the tricks they are good for.
//!
//! A proof at the start of a trick leans on the four hands' lengths in every suit, and on the holders of so many
//! of the highest cards of each suit. All positions alike in those share it, whatever their low cards.

use super::lanes::{self, lane};
use super::ranking::Holders;

/// Patterns in one block: two cache lines.
const PATTERNS: usize = 3;
/// No block.
const NONE: u32 = u32::MAX;

/// A pattern of high cards, and the bounds on the tricks of North and South.
#[derive(Clone, Copy, Default)]
struct Pattern {
    holders: Holders,
    mask: Holders,
    /// How many cards of each suit the mask covers, four bits each.
    depths: u16,
    least: u8,
    most: u8,
}

#[derive(Clone, Copy)]
#[repr(align(128))]
struct Block {
    patterns: [Pattern; PATTERNS],
    next: u32,
    used: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    shape: u64,
    first: u32,
    age: u32,
}

/// What the memory says of a position.
pub(crate) enum Known {
    /// North and South take as many as asked; the cards that the proof leans on.
    Made(u64),
    /// They do not.
    Failed(u64),
    /// Nothing that decides.
    Open,
}

/// The transposition table, of fixed size.
pub(crate) struct Memory {
    slots: Box<[Slot]>,
    blocks: Vec<Block>,
    taken: usize,
    age: u32,
}

/// Slots: one for each shape with each leader.
const SLOTS: usize = 1 << 18;
/// Blocks: 128 bytes each.
const BLOCKS: usize = 400_000;

impl Memory {
    pub(crate) fn new() -> Self {
        let empty = Slot { shape: 0, first: NONE, age: 0 };
        Self {
            slots: vec![empty; SLOTS].into_boxed_slice(),
            blocks: Vec::with_capacity(BLOCKS),
            taken: 0,
            age: 0,
        }
    }

    /// Forgets everything, at no cost: what is older than now does not count.
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.taken = 0;
        if self.age == u32::MAX {
            self.slots.fill(Slot { shape: 0, first: NONE, age: 0 });
            self.age = 0;
        }
        self.age += 1;
    }

    #[inline(always)]
    fn place(&self, shape: u64) -> usize {
        let mut place = (shape.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - 18)) as usize;
        loop {
            let slot = &self.slots[place % SLOTS];
            if slot.age != self.age || slot.shape == shape {
                return place % SLOTS;
            }
            place += 1;
        }
    }

    /// Looks for a proof that North and South take at least `need`, or that they do not.
    #[inline]
    pub(crate) fn probe(&self, shape: u64, holders: Holders, out: u64, need: u8) -> Known {
        let slot = &self.slots[self.place(shape)];
        if slot.age != self.age {
            return Known::Open;
        }
        let mut next = slot.first;
        while let Some(block) = self.blocks.get(next as usize) {
            for pattern in &block.patterns[..(block.used as usize).min(PATTERNS)] {
                if (pattern.holders.high ^ holders.high) & pattern.mask.high
                    | (pattern.holders.low ^ holders.low) & pattern.mask.low
                    == 0
                {
                    if pattern.least >= need {
                        return Known::Made(lowest(pattern.depths, out));
                    }
                    if pattern.most < need {
                        return Known::Failed(lowest(pattern.depths, out));
                    }
                }
            }
            next = block.next;
        }
        Known::Open
    }

    /// Keeps what was proved: bounds on the tricks of North and South that lean on the cards `ranks`.
    pub(crate) fn keep(&mut self, shape: u64, holders: Holders, out: u64, ranks: u64, least: u8, most: u8) {
        let counts = lanes::counts(out & lanes::from_lowest_up(ranks));
        let mut mask = Holders::default();
        let mut depths = 0;
        for suit in 0..4 {
            let depth = (counts >> (16 * suit)) as usize & 15;
            mask.high |= u64::from(MASKS[depth] >> 16) << (16 * suit);
            mask.low |= u64::from(MASKS[depth] & 0xFFFF) << (16 * suit);
            depths |= (depth as u16) << (4 * suit);
        }
        let new = Pattern { holders, mask, depths, least, most };
        let place = self.place(shape);
        let slot = self.slots[place];
        let mut next = if slot.age == self.age { slot.first } else { NONE };
        let first = next;
        let mut room = NONE;
        while let Some(block) = self.blocks.get_mut(next as usize) {
            for pattern in &mut block.patterns[..(block.used as usize).min(PATTERNS)] {
                if (pattern.holders.high ^ holders.high) & pattern.mask.high & mask.high
                    | (pattern.holders.low ^ holders.low) & pattern.mask.low & mask.low
                    == 0
                {
                    if pattern.depths == depths {
                        pattern.least = pattern.least.max(least);
                        pattern.most = pattern.most.min(most);
                        return;
                    }
                    // The new pattern says no less of more positions: it takes the old one's place.
                    if pattern.mask.high & mask.high == mask.high
                        && pattern.mask.low & mask.low == mask.low
                        && pattern.least <= least
                        && pattern.most >= most
                    {
                        *pattern = new;
                        return;
                    }
                }
            }
            if (block.used as usize) < PATTERNS {
                room = next;
            }
            next = block.next;
        }
        if let Some(block) = self.blocks.get_mut(room as usize) {
            block.patterns[block.used as usize % PATTERNS] = new;
            block.used += 1;
            return;
        }
        if self.blocks.len() >= BLOCKS || (slot.age != self.age && self.taken >= SLOTS / 4 * 3) {
            self.clear();
            return self.keep(shape, holders, out, ranks, least, most);
        }
        if slot.age != self.age {
            self.taken += 1;
        }
        let mut block = Block { patterns: [Pattern::default(); PATTERNS], next: first, used: 1 };
        block.patterns[0] = new;
        self.slots[place] = Slot { shape, first: self.blocks.len() as u32, age: self.age };
        self.blocks.push(block);
    }
}

/// The top bits that so many cards take in a lane.
static MASKS: [u32; 16] = {
    let mut masks = [u32::MAX; 16];
    let mut depth = 0;
    while depth < 16 {
        masks[depth] = !(u32::MAX >> (2 * depth));
        depth += 1;
    }
    masks
};

/// The lowest card of each suit among as many of the highest as `depths` says.
#[inline(always)]
fn lowest(depths: u16, out: u64) -> u64 {
    let mut ranks = 0;
    for suit in 0..4 {
        let depth = (depths >> (4 * suit) & 15) as usize;
        if depth > 0 {
            ranks |= lanes::nth_from_top(lane(out, suit), depth) << (16 * suit);
        }
    }
    ranks
}
