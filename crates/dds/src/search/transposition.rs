//! The transposition table: under each shape, patterns of high cards with the tricks they are good for.
//!
//! A proof at the start of a trick leans on the four hands' lengths in every suit, and on the holders of so many
//! of the highest cards of each suit. All positions alike in those share it, whatever their low cards.

use super::lanes::{counts, from_lowest_up, lane, nth_from_top};
use super::pattern::{Pattern, Relation};
use super::ranking::Holders;

/// Patterns in one block: with what goes with them, one cache line.
const PATTERNS: usize = 3;
/// No block.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Block {
    patterns: [Pattern; PATTERNS],
    shape: u64,
    next: u32,
    used: u8,
    bounds: [Bounds; PATTERNS],
}

/// The least and the most that North and South take, four bits each.
#[derive(Clone, Copy)]
struct Bounds(u8);

impl Bounds {
    const fn new(least: u8, most: u8) -> Self {
        Self(least << 4 | most)
    }

    const fn least(self) -> u8 {
        self.0 >> 4
    }

    const fn most(self) -> u8 {
        self.0 & 15
    }

    /// What both say.
    fn and(self, other: Self) -> Self {
        Self::new(self.least().max(other.least()), self.most().min(other.most()))
    }
}

/// Where the blocks of a shape begin.
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    first: u32,
}

const EMPTY: Slot = Slot { tag: 0, first: NONE };

/// What the table says of a position.
pub(super) enum Known {
    /// North and South take as many as asked; the cards that the proof leans on.
    Made(u64),
    /// They do not.
    Failed(u64),
    /// Nothing that decides.
    Open,
}

/// The transposition table. It grows as it fills, and forgets everything when it is full.
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    blocks: Vec<Block>,
    /// The slots in use.
    shapes: usize,
}

/// The slots of an empty table, and the most: one for each shape with each leader.
const LEAST_SLOTS: usize = 1 << 13;
const MOST_SLOTS: usize = 1 << 18;
/// Blocks: 64 bytes each.
const BLOCKS: usize = 800_000;

#[inline(always)]
const fn hash(shape: u64) -> u64 {
    let hash = shape.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ hash >> 32
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; LEAST_SLOTS], blocks: Vec::with_capacity(BLOCKS), shapes: 0 }
    }

    /// Forgets everything, and keeps the room for the blocks.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.shapes = 0;
        self.slots.truncate(LEAST_SLOTS);
        self.slots.fill(EMPTY);
    }

    /// The slot of a shape, or the free one for it; its tag; its first block.
    #[inline(always)]
    fn slot(&self, shape: u64) -> (usize, u32, u32) {
        let hash = hash(shape);
        let tag = hash as u32;
        let mask = self.slots.len() - 1;
        let mut place = (hash >> 40) as usize & mask;
        loop {
            let slot = self.slots[place & mask];
            if slot.first == NONE
                || slot.tag == tag
                    && self.blocks.get(slot.first as usize).is_some_and(|block| block.shape == shape)
            {
                return (place, tag, slot.first);
            }
            place = (place + 1) & mask;
        }
    }

    /// Looks for a proof that North and South take at least `need`, or that they do not.
    #[inline(always)]
    pub(super) fn probe(&mut self, shape: u64, holders: &Holders, out: u64, need: u8) -> Known {
        let (_, _, first) = self.slot(shape);
        let mut next = first;
        while let Some(block) = self.blocks.get(next as usize) {
            for place in 0..(block.used as usize).min(PATTERNS) {
                let pattern = block.patterns[place];
                if !pattern.fits(holders) {
                    continue;
                }
                let bounds = block.bounds[place];
                let made = bounds.least() >= need;
                if !made && bounds.most() >= need {
                    continue;
                }
                if place > 0 || next != first {
                    self.bring_to_front(first, next, place);
                }
                let ranks = lowest(&pattern, out);
                return if made { Known::Made(ranks) } else { Known::Failed(ranks) };
            }
            next = block.next;
        }
        Known::Open
    }

    /// What served now soon serves again.
    #[inline(always)]
    fn bring_to_front(&mut self, first: u32, block: u32, place: usize) {
        let found = self.blocks[block as usize];
        let front = &mut self.blocks[first as usize];
        let before = (front.patterns[0], front.bounds[0]);
        (front.patterns[0], front.bounds[0]) = (found.patterns[place], found.bounds[place]);
        let back = &mut self.blocks[block as usize];
        (back.patterns[place], back.bounds[place]) = before;
    }

    /// Keeps what was proved: bounds on the tricks of North and South that lean on the cards `ranks`.
    #[inline(always)]
    pub(super) fn keep(&mut self, shape: u64, holders: &Holders, out: u64, ranks: u64, least: u8, most: u8) -> u64 {
        let depths = counts(out & from_lowest_up(ranks));
        let pattern = Pattern::new(holders, depths);
        self.insert(shape, pattern, Bounds::new(least, most));
        lowest(&pattern, out)
    }

    fn insert(&mut self, shape: u64, new: Pattern, bounds: Bounds) {
        let (place, tag, first) = self.slot(shape);
        let mut next = first;
        let mut room = NONE;
        while let Some(block) = self.blocks.get_mut(next as usize) {
            for place in 0..(block.used as usize).min(PATTERNS) {
                let old = block.bounds[place];
                match block.patterns[place].relation(&new) {
                    Relation::Same => {
                        block.bounds[place] = old.and(bounds);
                        return;
                    }
                    // It says no less of more positions: it takes the old one's place.
                    Relation::Wider if old.and(bounds).0 == bounds.0 => {
                        block.patterns[place] = new;
                        block.bounds[place] = bounds;
                        return;
                    }
                    Relation::Wider | Relation::Other => {}
                }
            }
            if (block.used as usize) < PATTERNS {
                room = next;
            }
            next = block.next;
        }
        if let Some(block) = self.blocks.get_mut(room as usize) {
            block.patterns[block.used as usize % PATTERNS] = new;
            block.bounds[block.used as usize % PATTERNS] = bounds;
            block.used += 1;
            return;
        }
        if self.blocks.len() >= BLOCKS || self.shapes >= MOST_SLOTS / 4 * 3 {
            self.clear();
            return self.insert(shape, new, bounds);
        }
        let block =
            Block { patterns: [new; PATTERNS], bounds: [bounds; PATTERNS], shape, next: first, used: 1 };
        self.slots[place] = Slot { tag, first: self.blocks.len() as u32 };
        self.blocks.push(block);
        if first == NONE {
            self.shapes += 1;
            if self.shapes > self.slots.len() / 2 && self.slots.len() < MOST_SLOTS {
                self.grow();
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        let slots = std::mem::replace(&mut self.slots, vec![EMPTY; mask + 1]);
        for slot in slots.into_iter().filter(|slot| slot.first != NONE) {
            let mut place = (hash(self.blocks[slot.first as usize].shape) >> 40) as usize & mask;
            while self.slots[place].first != NONE {
                place = (place + 1) & mask;
            }
            self.slots[place] = slot;
        }
    }
}

/// The lowest card of each suit among those whose holders the pattern names.
#[inline(always)]
fn lowest(pattern: &Pattern, out: u64) -> u64 {
    let mut ranks = 0;
    for suit in 0..4 {
        let depth = pattern.depth(suit);
        if depth > 0 {
            ranks |= nth_from_top(lane(out, suit), depth) << (16 * suit);
        }
    }
    ranks
}
