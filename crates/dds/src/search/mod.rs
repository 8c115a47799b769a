//! Search: whether North-South take a given number of the remaining tricks.

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

/// Lane of the trump suit, if there are trumps.
pub(crate) const TRUMP: usize = 3;

/// Search state of one thread.
pub(crate) struct Search {
    ranking: Ranking,
    table: TranspositionTable,
    killers: Killers,
    hands: [u64; 4],
    /// Whether North-South are expected to succeed.
    expected: bool,
    pub(crate) nodes: u64,
    /// Node limit. Once it is reached the search stops; its result is then invalid and not stored.
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

    /// Sets the hands of a new deal and clears all proofs.
    pub(crate) fn set(&mut self, hands: [u64; 4]) {
        self.ranking.build(&hands);
        self.table.clear();
        self.killers.clear();
        self.put(hands);
    }

    /// Sets the remaining hands of the same deal; proofs stay valid.
    pub(crate) const fn put(&mut self, hands: [u64; 4]) {
        self.hands = hands;
    }

    const fn out(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// Estimates the tricks of North-South.
    pub(crate) fn guess(&self, trumps: bool, leader: usize) -> u8 {
        let holders = self.ranking.holders(self.out()).high;
        guess::guess(&self.hands, lanes::shape(&self.hands), holders, trumps, leader)
    }

    /// Returns whether North-South take at least `need` of the remaining tricks when `leader`
    /// leads. `expected` only affects the move order.
    pub(crate) fn makes<const TRUMPS: bool>(&mut self, leader: usize, need: i32, expected: bool) -> bool {
        self.expected = expected;
        let left = self.hands[leader].count_ones();
        self.lead::<TRUMPS>(leader, left, need, self.out(), lanes::shape(&self.hands)) & MADE != 0
    }

    /// Returns the same in the middle of a trick, with `hand` to play.
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
