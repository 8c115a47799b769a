//! Trees of patterns: what the transposition table keeps under one shape.
//!
//! A few patterns stand in a row of blocks. Where they grow many, a fork parts them by who holds one card, say the second
//! highest trump: a branch for each hand, and one for the patterns that do not name that card. A position is then looked
//! for in two of the five branches. Without forks, hands with long suits spent most of their time in rows of hundreds.

use super::pattern::{Pattern, Relation};
use super::ranking::Holders;

/// Patterns in one block: with what goes with them, one cache line.
const PATTERNS: usize = 3;
/// A row is parted when it has so many patterns, and if nothing parts it well, when it has twice as many.
const MANY: usize = 12;
/// Blocks: 64 bytes each. One more pattern takes no more than six: its own, and those of a row that is parted.
const BLOCKS: usize = 800_000;
const FOR_ONE_MORE: usize = 6;
/// Forks: 32 bytes each. When there are so many, rows stay as long as they are.
const FORKS: usize = 1 << 18;

/// A row, a fork, or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NONE: Self = Self(u32::MAX);
    /// Set in the link to a fork.
    const FORK: u32 = 1 << 31;

    /// The fork, if it is one.
    #[inline(always)]
    const fn fork(self) -> Option<usize> {
        if self.0 & Self::FORK != 0 && self.0 != Self::NONE.0 {
            Some((self.0 ^ Self::FORK) as usize)
        } else {
            None
        }
    }
}

/// The least and the most that North and South take, four bits each.
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

    /// What both say.
    fn and(self, other: Self) -> Self {
        Self::new(self.min().max(other.min()), self.max().min(other.max()))
    }
}

/// Some patterns of a row, with their bounds.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Block {
    patterns: [Pattern; PATTERNS],
    shape: u64,
    next: Link,
    used: u8,
    bounds: [Bounds; PATTERNS],
}

/// Patterns parted by who holds one card.
struct Fork {
    shape: u64,
    suit: u8,
    /// The rank of the card from the top of its suit, from nought.
    rank: u8,
    /// The patterns that name North as its holder, East, South, West; and those that name nobody.
    branches: [Link; 5],
}

impl Fork {
    /// The branch of a pattern.
    const fn branch(&self, pattern: &Pattern) -> usize {
        match pattern.holder(self.suit as usize, self.rank as usize) {
            Some(hand) => hand,
            None => 4,
        }
    }
}

/// All trees of a table.
pub(super) struct Trees {
    blocks: Vec<Block>,
    forks: Vec<Fork>,
    /// Blocks of rows that were parted.
    free: Link,
}

impl Trees {
    pub(super) fn new() -> Self {
        Self { blocks: Vec::with_capacity(BLOCKS), forks: Vec::new(), free: Link::NONE }
    }

    /// Forgets everything, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.forks.clear();
        self.free = Link::NONE;
    }

    /// Whether there may be no room for one more pattern.
    pub(super) fn is_full(&self) -> bool {
        self.blocks.len() + FOR_ONE_MORE > BLOCKS
    }

    /// The shape whose tree this is.
    #[inline(always)]
    pub(super) fn shape(&self, root: Link) -> Option<u64> {
        match root.fork() {
            None => self.blocks.get(root.0 as usize).map(|block| block.shape),
            Some(fork) => self.forks.get(fork).map(|fork| fork.shape),
        }
    }

    /// A pattern that fits, and whose bounds say whether North and South take at least `need`.
    #[inline(always)]
    pub(super) fn find(&mut self, root: Link, holders: &Holders, need: u8) -> Option<(Pattern, Bounds)> {
        if root.fork().is_none() {
            self.find_in_row(root, holders, need)
        } else {
            self.find_in_fork(root, holders, need)
        }
    }

    #[inline(never)]
    fn find_in_fork(&mut self, root: Link, holders: &Holders, need: u8) -> Option<(Pattern, Bounds)> {
        // No card parts twice on the way to a row, so there are no more forks than cards.
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
            let found = self.find_in_row(link, holders, need);
            if found.is_some() || count == 0 {
                return found;
            }
            count -= 1;
            link = waiting[count & 63];
        }
    }

    #[inline(always)]
    fn find_in_row(&mut self, first: Link, holders: &Holders, need: u8) -> Option<(Pattern, Bounds)> {
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

    /// What served now soon serves again.
    #[inline(always)]
    fn bring_to_front(&mut self, first: Link, block: Link, index: usize) {
        let found = self.blocks[block.0 as usize];
        let front = &mut self.blocks[first.0 as usize];
        let before = (front.patterns[0], front.bounds[0]);
        (front.patterns[0], front.bounds[0]) = (found.patterns[index], found.bounds[index]);
        let back = &mut self.blocks[block.0 as usize];
        (back.patterns[index], back.bounds[index]) = before;
    }

    /// Keeps a pattern, and gives the root that the tree has now.
    pub(super) fn insert(&mut self, shape: u64, root: Link, new: Pattern, bounds: Bounds) -> Link {
        let mut above = None;
        let mut first = root;
        while let Some(fork) = first.fork() {
            let branch = self.forks[fork].branch(&new);
            above = Some((fork, branch));
            first = self.forks[fork].branches[branch];
        }
        let row = self.insert_in_row(shape, first, new, bounds);
        match above {
            None => row,
            Some((fork, branch)) => {
                self.forks[fork].branches[branch] = row;
                root
            }
        }
    }

    fn insert_in_row(&mut self, shape: u64, first: Link, new: Pattern, bounds: Bounds) -> Link {
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
                    // It says no less of more positions: it takes the old one's place.
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
        let is_long =
            count.is_multiple_of(MANY) && (count / MANY).is_power_of_two() && self.forks.len() < FORKS;
        if is_long { self.part(shape, row) } else { row }
    }

    /// Adds a pattern to a row: to the block with room, or in a new one at its front.
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

    /// Makes a fork of a row that has become long, if some card parts it well.
    #[cold]
    fn part(&mut self, shape: u64, row: Link) -> Link {
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
        // Those in front served last: they go in last, and stand in front again.
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

/// The fork by which the fewest of these patterns are looked at, if that is much fewer than all.
fn best_fork(shape: u64, patterns: &[(Pattern, Bounds)]) -> Option<Fork> {
    // Further down nobody names a card.
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

    /// Who holds what, of a random deal.
    fn holders(rng: &mut Rng) -> Holders {
        let mut bits: Vec<u32> = (0..4).flat_map(|suit| (0..13).map(move |rank| 16 * suit + rank)).collect();
        rng.shuffle(&mut bits);
        let mut hands = [0; 4];
        for (index, bit) in bits.into_iter().enumerate() {
            hands[index % 4] |= 1_u64 << bit;
        }
        let mut ranking = Ranking::new();
        ranking.learn(&hands);
        ranking.holders(hands.iter().sum())
    }

    #[test]
    fn a_tree_with_forks_finds_what_a_list_finds() {
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
