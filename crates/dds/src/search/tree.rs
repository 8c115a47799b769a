//! Trees of patterns: the proofs stored for one shape.
//!
//! A few patterns form a linked list of blocks. A longer list is split by a fork on the holder of
//! one card, such as the second-highest trump. The fork has a branch for each hand and one for
//! patterns that do not name the card. A lookup visits two of the five branches. Without forks,
//! hands with long suits spent most of their time in lists of hundreds of patterns.

use super::pattern::{Pattern, Relation};
use super::ranking::Holders;

/// Patterns per memory block, which fills one cache line.
const PATTERNS: usize = 3;
/// List length at which a list is split; if no card splits it well, it is tried again at twice the
/// length.
const SPLIT_LENGTH: usize = 12;
/// Maximum number of memory blocks of 64 bytes.
const MAX_BLOCKS: usize = 800_000;
const BLOCKS_PER_INSERT: usize = 6;
/// Maximum number of forks of 32 bytes. Beyond it, lists are no longer split.
const MAX_FORKS: usize = 1 << 18;

/// Link to a list or a fork, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NONE: Self = Self(u32::MAX);
    /// Set in the link to a fork.
    const FORK: u32 = 1 << 31;

    /// Returns the index of the fork, if the link is one.
    #[inline(always)]
    const fn fork(self) -> Option<usize> {
        if self.0 & Self::FORK != 0 && self.0 != Self::NONE.0 {
            Some((self.0 ^ Self::FORK) as usize)
        } else {
            None
        }
    }
}

/// Lower and upper bound on North-South's tricks, four bits each.
#[derive(Clone, Copy)]
pub(super) struct Bounds(u8);

impl Bounds {
    pub(super) const fn new(min: u8, max: u8) -> Self {
        Self(min << 4 | max)
    }

    pub(super) const fn min(self) -> u8 {
        self.0 >> 4
    }

    pub(super) const fn max(self) -> u8 {
        self.0 & 15
    }

    /// Returns the intersection of both.
    fn and(self, other: Self) -> Self {
        Self::new(self.min().max(other.min()), self.max().min(other.max()))
    }
}

/// Patterns of a list, with their bounds.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Block {
    patterns: [Pattern; PATTERNS],
    shape: u64,
    next: Link,
    used: u8,
    bounds: [Bounds; PATTERNS],
}

/// Split of patterns by the holder of one card.
struct Fork {
    shape: u64,
    suit: u8,
    /// Rank of the card from the top of its suit, from 0.
    rank: u8,
    /// Patterns that name North, East, South or West as its holder, and patterns that do not name
    /// the card.
    branches: [Link; 5],
}

impl Fork {
    /// Returns the branch of a pattern.
    const fn branch(&self, pattern: &Pattern) -> usize {
        match pattern.holder(self.suit as usize, self.rank as usize) {
            Some(hand) => hand,
            None => 4,
        }
    }
}

/// All pattern trees of a transposition table.
pub(super) struct Trees {
    blocks: Vec<Block>,
    forks: Vec<Fork>,
    /// Free list of memory blocks whose pattern lists were split.
    free: Link,
}

impl Trees {
    pub(super) fn new() -> Self {
        Self { blocks: Vec::with_capacity(MAX_BLOCKS), forks: Vec::new(), free: Link::NONE }
    }

    /// Clears all trees and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.forks.clear();
        self.free = Link::NONE;
    }

    /// Returns whether another insertion may exceed the limit.
    pub(super) fn is_full(&self) -> bool {
        self.blocks.len() + BLOCKS_PER_INSERT > MAX_BLOCKS
    }

    /// Returns the shape of a tree.
    #[inline(always)]
    pub(super) fn shape(&self, root: Link) -> Option<u64> {
        match root.fork() {
            None => self.blocks.get(root.0 as usize).map(|block| block.shape),
            Some(fork) => self.forks.get(fork).map(|fork| fork.shape),
        }
    }

    /// Returns a fitting pattern whose bounds decide whether North-South take at least `need`
    /// tricks.
    #[inline(always)]
    pub(super) fn find(&mut self, root: Link, holders: &Holders, need: u8) -> Option<(Pattern, Bounds)> {
        if root.fork().is_none() {
            self.find_in_list(root, holders, need)
        } else {
            self.find_in_fork(root, holders, need)
        }
    }

    #[inline(never)]
    fn find_in_fork(&mut self, root: Link, holders: &Holders, need: u8) -> Option<(Pattern, Bounds)> {
        // No card is used twice on a path, so there are no more forks than cards.
        let mut waiting = [Link::NONE; 64];
        let mut count = 0;
        let mut link = root;
        loop {
            while let Some(fork) = link.fork() {
                let fork = &self.forks[fork];
                waiting[count & 63] = fork.branches[holders.holder(fork.suit as usize, fork.rank as usize)];
                count += 1;
                link = fork.branches[4];
            }
            let found = self.find_in_list(link, holders, need);
            if found.is_some() || count == 0 {
                return found;
            }
            count -= 1;
            link = waiting[count & 63];
        }
    }

    #[inline(always)]
    fn find_in_list(&mut self, first: Link, holders: &Holders, need: u8) -> Option<(Pattern, Bounds)> {
        let mut next = first;
        while let Some(block) = self.blocks.get(next.0 as usize) {
            for index in 0..(block.used as usize).min(PATTERNS) {
                let pattern = block.patterns[index];
                if !pattern.fits(holders) {
                    continue;
                }
                let bounds = block.bounds[index];
                if bounds.min() < need && bounds.max() >= need {
                    continue;
                }
                if index > 0 || next != first {
                    self.bring_to_front(first, next, index);
                }
                return Some((pattern, bounds));
            }
            next = block.next;
        }
        None
    }

    /// Moves a pattern to the front, because it is likely to be used again soon.
    #[inline(always)]
    fn bring_to_front(&mut self, first: Link, block: Link, index: usize) {
        let found = self.blocks[block.0 as usize];
        let front = &mut self.blocks[first.0 as usize];
        let before = (front.patterns[0], front.bounds[0]);
        (front.patterns[0], front.bounds[0]) = (found.patterns[index], found.bounds[index]);
        let back = &mut self.blocks[block.0 as usize];
        (back.patterns[index], back.bounds[index]) = before;
    }

    /// Inserts a pattern and returns the new root of the tree.
    pub(super) fn insert(&mut self, shape: u64, root: Link, new: Pattern, bounds: Bounds) -> Link {
        let mut above = None;
        let mut first = root;
        while let Some(fork) = first.fork() {
            let branch = self.forks[fork].branch(&new);
            above = Some((fork, branch));
            first = self.forks[fork].branches[branch];
        }
        let row = self.insert_in_list(shape, first, new, bounds);
        match above {
            None => row,
            Some((fork, branch)) => {
                self.forks[fork].branches[branch] = row;
                root
            }
        }
    }

    fn insert_in_list(&mut self, shape: u64, first: Link, new: Pattern, bounds: Bounds) -> Link {
        let mut next = first;
        let mut room = Link::NONE;
        let mut count = 0;
        while let Some(block) = self.blocks.get_mut(next.0 as usize) {
            for index in 0..(block.used as usize).min(PATTERNS) {
                let old = block.bounds[index];
                match block.patterns[index].relation(&new) {
                    Relation::Same => {
                        block.bounds[index] = old.and(bounds);
                        return first;
                    }
                    // The new pattern gives the same bounds for more positions and replaces the old
                    // one.
                    Relation::Wider if old.and(bounds).0 == bounds.0 => {
                        block.patterns[index] = new;
                        block.bounds[index] = bounds;
                        return first;
                    }
                    Relation::Wider | Relation::Other => {}
                }
            }
            count += block.used as usize;
            if (block.used as usize) < PATTERNS {
                room = next;
            }
            next = block.next;
        }
        let row = self.push(shape, first, room, new, bounds);
        let count = count + 1;
        let is_long = count.is_multiple_of(SPLIT_LENGTH)
            && (count / SPLIT_LENGTH).is_power_of_two()
            && self.forks.len() < MAX_FORKS;
        if is_long { self.split(shape, row) } else { row }
    }

    /// Adds a pattern to a list: to the block with room, or in a new block at its front.
    fn push(&mut self, shape: u64, first: Link, room: Link, new: Pattern, bounds: Bounds) -> Link {
        if let Some(block) = self.blocks.get_mut(room.0 as usize) {
            block.patterns[block.used as usize % PATTERNS] = new;
            block.bounds[block.used as usize % PATTERNS] = bounds;
            block.used += 1;
            return first;
        }
        let block =
            Block { patterns: [new; PATTERNS], bounds: [bounds; PATTERNS], shape, next: first, used: 1 };
        let link = self.free;
        if let Some(free) = self.blocks.get_mut(link.0 as usize) {
            self.free = free.next;
            *free = block;
            return link;
        }
        self.blocks.push(block);
        Link(self.blocks.len() as u32 - 1)
    }

    /// Replaces a long list by a fork, if some card splits it well.
    #[cold]
    fn split(&mut self, shape: u64, row: Link) -> Link {
        let mut patterns = Vec::new();
        let mut last = row;
        let mut next = row;
        while let Some(block) = self.blocks.get(next.0 as usize) {
            patterns.extend(block.patterns.into_iter().zip(block.bounds).take(block.used as usize));
            last = next;
            next = block.next;
        }
        let Some(fork) = best_fork(shape, &patterns) else { return row };
        self.blocks[last.0 as usize].next = self.free;
        self.free = row;
        let mut rows = [(Link::NONE, Link::NONE); 5];
        // Patterns in front were used last. They are inserted last, so that they are in front
        // again.
        for (pattern, bounds) in patterns.into_iter().rev() {
            let (first, room) = &mut rows[fork.branch(&pattern)];
            *first = self.push(shape, *first, *room, pattern, bounds);
            *room =
                if (self.blocks[first.0 as usize].used as usize) < PATTERNS { *first } else { Link::NONE };
        }
        self.forks.push(Fork { branches: rows.map(|(first, _)| first), ..fork });
        Link(Link::FORK | (self.forks.len() as u32 - 1))
    }
}

/// Returns the fork that minimizes the patterns visited, if it visits at most three quarters of
/// them.
fn best_fork(shape: u64, patterns: &[(Pattern, Bounds)]) -> Option<Fork> {
    // Deeper cards are named by no pattern.
    let deepest = |suit| patterns.iter().map(|(pattern, _)| pattern.depth(suit)).max().unwrap_or_default();
    let forks = (0..4).flat_map(|suit| (0..deepest(suit)).map(move |rank| (suit as u8, rank as u8)));
    let weighed = forks.map(|(suit, rank)| {
        let fork = Fork { shape, suit, rank, branches: [Link::NONE; 5] };
        let mut counts = [0; 5];
        for (pattern, _) in patterns {
            counts[fork.branch(pattern)] += 1;
        }
        (counts[4] + counts[..4].iter().max().copied().unwrap_or(0), fork)
    });
    let (looked_at, fork) = weighed.min_by_key(|(looked_at, _)| *looked_at)?;
    (4 * looked_at <= 3 * patterns.len()).then_some(fork)
}

#[cfg(test)]
mod tests {
    use super::super::ranking::Ranking;
    use super::*;
    use cards::Rng;

    /// Returns the holders of a random deal.
    fn holders(rng: &mut Rng) -> Holders {
        let mut bits: Vec<u32> = (0..4).flat_map(|suit| (0..13).map(move |rank| 16 * suit + rank)).collect();
        rng.shuffle(&mut bits);
        let mut hands = [0; 4];
        for (index, bit) in bits.into_iter().enumerate() {
            hands[index % 4] |= 1_u64 << bit;
        }
        let mut ranking = Ranking::new();
        ranking.build(&hands);
        ranking.holders(hands.iter().sum())
    }

    #[test]
    fn a_tree_with_forks_agrees_with_a_list() {
        let mut rng = Rng::from_number(1);
        let deals: Vec<Holders> = (0..60).map(|_| holders(&mut rng)).collect();
        let mut trees = Trees::new();
        let mut root = Link::NONE;
        let mut list: Vec<(Pattern, Bounds)> = Vec::new();
        for round in 0..3_000 {
            let depths = (0..4).map(|suit| (rng.below(4) as u64) << (16 * suit)).sum();
            let new = Pattern::new(&deals[rng.below(deals.len())], depths);
            let bounds = Bounds::new(rng.below(6) as u8, 13);
            root = trees.insert(7, root, new, bounds);
            list.push((new, bounds));
            let position = &deals[rng.below(deals.len())];
            let need = 1 + rng.below(6) as u8;
            let listed = list.iter().any(|(pattern, bounds)| pattern.fits(position) && bounds.min() >= need);
            let found = trees.find(root, position, need);
            assert_eq!(found.is_some(), listed, "round {round}");
            assert!(found.is_none_or(|(pattern, bounds)| pattern.fits(position) && bounds.min() >= need));
        }
        assert!(trees.forks.len() > 10);
        assert_eq!(trees.shape(root), Some(7));
    }
}
