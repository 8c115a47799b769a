//! The search: does North's side take so many of the tricks that are left?

mod guess;
mod killers;
pub(crate) mod lanes;
mod later_tricks;
mod moves;
mod pattern;
mod proof;
mod quick_tricks;
mod ranking;
mod recursion;
mod start;
mod transposition;
mod tree;
mod trick;
mod weights;

use killers::Killers;
use proof::MADE;
use ranking::Ranking;
use transposition::TranspositionTable;
pub(crate) use trick::Trick;

/// The lane in which trumps lie, when there are any.
pub(crate) const TRUMP: usize = 3;

/// Everything that one thread needs to search.
pub(crate) struct Search {
    ranking: Ranking,
    table: TranspositionTable,
    killers: Killers,
    hands: [u64; 4],
    /// Whether North and South are expected to take what they are asked for.
    expected: bool,
    pub(crate) nodes: u64,
    /// The search stops before this node; what it returns from then on means nothing, and is not kept.
    pub(crate) limit: u64,
    pub(crate) stopped: bool,
}

impl Search {
    pub(crate) fn new() -> Self {
        Self {
            ranking: Ranking::new(),
            table: TranspositionTable::new(),
            killers: Killers::new(),
            hands: [0; 4],
            expected: false,
            nodes: 0,
            limit: u64::MAX,
            stopped: false,
        }
    }

    /// Sets the hands out, and forgets what was proved of others.
    pub(crate) fn set(&mut self, hands: [u64; 4]) {
        self.ranking.learn(&hands);
        self.table.clear();
        self.killers.clear();
        self.put(hands);
    }

    /// Sets out fewer cards of the same deal: what was proved stays.
    pub(crate) const fn put(&mut self, hands: [u64; 4]) {
        self.hands = hands;
    }

    const fn out(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// About how many tricks North and South take.
    pub(crate) fn guess(&self, trumps: bool, leader: usize) -> u8 {
        let holders = self.ranking.holders(self.out()).high;
        guess::guess(&self.hands, lanes::shape(&self.hands), holders, trumps, leader)
    }

    /// Whether North and South take at least `need` of the tricks left when `leader` leads. What is `expected` only
    /// decides what is tried first.
    pub(crate) fn makes<const TRUMPS: bool>(&mut self, leader: usize, need: i32, expected: bool) -> bool {
        self.expected = expected;
        let left = self.hands[leader].count_ones();
        self.lead::<TRUMPS>(leader, left, need, self.out(), lanes::shape(&self.hands)) & MADE != 0
    }

    /// The same with cards on the table: `hand` is to play.
    pub(crate) fn makes_within<const TRUMPS: bool>(
        &mut self,
        trick: Trick,
        hand: usize,
        need: i32,
        expected: bool,
    ) -> bool {
        self.expected = expected;
        let left = self.hands[hand].count_ones();
        self.next::<TRUMPS>(trick, hand, left, need, self.out(), lanes::shape(&self.hands)) & MADE != 0
    }
}
