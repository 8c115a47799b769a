//! The transposition table: under each shape, patterns of high cards with the tricks they are good for.
//!
//! A proof at the start of a trick leans on the four hands' lengths in every suit, and on the holders of so many
//! of the highest cards of each suit. All positions alike in those share it, whatever their low cards.

use super::lanes::{counts, from_lowest_up, lane, nth_from_top};
use super::pattern::Pattern;
use super::ranking::Holders;
use super::tree::{Bounds, Link, Trees};

/// Where the tree of a shape begins.
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    root: Link,
}

const EMPTY: Slot = Slot { tag: 0, root: Link::NONE };

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
    trees: Trees,
    /// The slots in use.
    shapes: usize,
}

/// The slots of an empty table, and the most: one for each shape with each leader.
const LEAST_SLOTS: usize = 1 << 13;
const MOST_SLOTS: usize = 1 << 18;

#[inline(always)]
const fn hash(shape: u64) -> u64 {
    let hash = shape.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ hash >> 32
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; LEAST_SLOTS], trees: Trees::new(), shapes: 0 }
    }

    /// Forgets everything, and keeps the room for the trees.
    pub(super) fn clear(&mut self) {
        self.trees.clear();
        self.shapes = 0;
        self.slots.truncate(LEAST_SLOTS);
        self.slots.fill(EMPTY);
    }

    /// The slot of a shape, or the free one for it, and its tag.
    #[inline(always)]
    fn slot(&self, shape: u64) -> (usize, u32) {
        let hash = hash(shape);
        let tag = hash as u32;
        let mask = self.slots.len() - 1;
        let mut index = (hash >> 40) as usize & mask;
        loop {
            let slot = self.slots[index & mask];
            if slot.root == Link::NONE || slot.tag == tag && self.trees.shape(slot.root) == Some(shape) {
                return (index, tag);
            }
            index = (index + 1) & mask;
        }
    }

    /// Looks for a proof that North and South take at least `need`, or that they do not.
    #[inline(always)]
    pub(super) fn probe(&mut self, shape: u64, holders: &Holders, out: u64, need: u8) -> Known {
        let (index, _) = self.slot(shape);
        match self.trees.find(self.slots[index].root, holders, need) {
            Some((pattern, bounds)) if bounds.min() >= need => Known::Made(lowest(&pattern, out)),
            Some((pattern, _)) => Known::Failed(lowest(&pattern, out)),
            None => Known::Open,
        }
    }

    /// Keeps what was proved: bounds on the tricks of North and South that lean on the cards `ranks`. Gives the cards that have to
    /// be named for it.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        shape: u64,
        holders: &Holders,
        out: u64,
        ranks: u64,
        min: u8,
        max: u8,
    ) -> u64 {
        let depths = counts(out & from_lowest_up(ranks));
        let pattern = Pattern::new(holders, depths);
        self.insert(shape, pattern, Bounds::new(min, max));
        lowest(&pattern, out)
    }

    fn insert(&mut self, shape: u64, new: Pattern, bounds: Bounds) {
        if self.trees.is_full() || self.shapes >= MOST_SLOTS / 4 * 3 {
            self.clear();
        }
        let (index, tag) = self.slot(shape);
        let before = self.slots[index].root;
        self.slots[index] = Slot { tag, root: self.trees.insert(shape, before, new, bounds) };
        if before == Link::NONE {
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
        for slot in slots {
            let Some(shape) = self.trees.shape(slot.root) else { continue };
            let mut index = (hash(shape) >> 40) as usize & mask;
            while self.slots[index].root != Link::NONE {
                index = (index + 1) & mask;
            }
            self.slots[index] = slot;
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
