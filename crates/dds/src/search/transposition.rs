//! Transposition table: for each shape, patterns of high cards with bounds on the tricks.
//!
//! A proof at the start of a trick depends on the lengths of all suits in all hands, and on the
//! holders of some highest cards of each suit. All positions that agree in those share it,
//! regardless of their low cards.

use super::lanes::{counts, from_lowest_up, lane, nth_from_top};
use super::pattern::Pattern;
use super::ranking::Holders;
use super::tree::{Bounds, Link, Trees};

/// Hash slot with the root of a shape's tree.
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    root: Link,
}

const EMPTY: Slot = Slot { tag: 0, root: Link::NONE };

/// Result of a lookup.
pub(super) enum Lookup {
    /// North-South take the tricks. The bits are the cards on which the proof depends.
    Made(u64),
    /// North-South do not take the tricks. The bits are the cards on which the proof depends.
    Failed(u64),
    /// No stored proof decides.
    Open,
}

/// Transposition table. It grows as it fills, and is cleared when it is full.
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    trees: Trees,
    /// Number of slots in use.
    shapes: usize,
}

/// Slots of an empty table and maximum number of slots; there is one slot per shape and leader.
const MIN_SLOTS: usize = 1 << 13;
const MAX_SLOTS: usize = 1 << 18;

#[inline(always)]
const fn hash(shape: u64) -> u64 {
    let hash = shape.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ hash >> 32
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; MIN_SLOTS], trees: Trees::new(), shapes: 0 }
    }

    /// Clears the table and keeps the memory of the trees.
    pub(super) fn clear(&mut self) {
        self.trees.clear();
        self.shapes = 0;
        self.slots.truncate(MIN_SLOTS);
        self.slots.fill(EMPTY);
    }

    /// Returns the index of the slot of a shape, or of a free one, and its tag.
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

    /// Looks up a proof that North-South take at least `need` tricks, or that they do not.
    #[inline(always)]
    pub(super) fn probe(&mut self, shape: u64, holders: &Holders, out: u64, need: u8) -> Lookup {
        let (index, _) = self.slot(shape);
        match self.trees.find(self.slots[index].root, holders, need) {
            Some((pattern, bounds)) if bounds.min() >= need => Lookup::Made(lowest(&pattern, out)),
            Some((pattern, _)) => Lookup::Failed(lowest(&pattern, out)),
            None => Lookup::Open,
        }
    }

    /// Stores bounds on North-South's tricks that depend on the cards `ranks`. Returns the cards
    /// that the pattern names.
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
        if self.trees.is_full() || self.shapes >= MAX_SLOTS / 4 * 3 {
            self.clear();
        }
        let (index, tag) = self.slot(shape);
        let before = self.slots[index].root;
        self.slots[index] = Slot { tag, root: self.trees.insert(shape, before, new, bounds) };
        if before == Link::NONE {
            self.shapes += 1;
            if self.shapes > self.slots.len() / 2 && self.slots.len() < MAX_SLOTS {
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

/// Returns the lowest card of each suit among those that the pattern names.
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
