//! Recursive search, from the start of a trick through its four cards to the start of the next.

use super::lanes::{bottom_of_run, bottoms_of_runs, in_suit, one, suit_of, top_of_run};
use super::moves::{MoveOrdering, Moves};
use super::proof::{MADE, by_rank, equally_bad, run_completion};
use super::start::Start;
use super::transposition::Lookup;
use super::{Search, Trick};
#[cfg(target_arch = "x86_64")]
use multiversion::multiversion;

/// Cards to try: the killer first, then the others in order. The order is computed when it is first
/// needed.
struct Tries {
    first: u64,
    moves: Moves,
    is_ordered: bool,
    /// Cards that fail like one already tried.
    skip: u64,
}

impl Tries {
    #[inline(always)]
    const fn new(first: u64) -> Self {
        Self { first, moves: Moves::new(), is_ordered: false, skip: 0 }
    }

    /// Returns whether the next card needs the [order](Self::order).
    #[inline(always)]
    const fn needs_order(&self) -> bool {
        self.first == 0 && !self.is_ordered
    }

    #[inline(always)]
    const fn order(&mut self, moves: Moves) {
        self.moves = moves;
        self.is_ordered = true;
    }

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        if self.first != 0 {
            return Some(std::mem::take(&mut self.first));
        }
        loop {
            let card = self.moves.next()?;
            if card & self.skip == 0 {
                return Some(card);
            }
        }
    }
}

/// Seat of a hand within a trick, with the search of the next one.
pub(super) trait Seat {
    const NUMBER: usize;

    fn after<const TRUMPS: bool>(
        search: &mut Search,
        trick: Trick,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64;
}

struct Second;
struct Third;
struct Fourth;

impl Seat for Second {
    const NUMBER: usize = 1;

    #[inline(always)]
    fn after<const TRUMPS: bool>(
        search: &mut Search,
        trick: Trick,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        search.follow::<TRUMPS, Third>(trick, hand, left, need, out, shape)
    }
}

impl Seat for Third {
    const NUMBER: usize = 2;

    #[inline(always)]
    fn after<const TRUMPS: bool>(
        search: &mut Search,
        trick: Trick,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        search.follow::<TRUMPS, Fourth>(trick, hand, left, need, out, shape)
    }
}

impl Seat for Fourth {
    const NUMBER: usize = 3;

    #[inline(always)]
    fn after<const TRUMPS: bool>(
        search: &mut Search,
        trick: Trick,
        _hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        let won = i32::from(trick.winner & 1 == 0);
        search.lead::<TRUMPS>(trick.winner, left - 1, need - won, out, shape)
            | by_rank(trick.best, trick.played)
    }
}

// Entry point of the recursion. Most of the work is counting and shifting bits. Processors of the
// last ten years have instructions for that, but a portable program must check for them at run
// time.
#[cfg_attr(target_arch = "x86_64", multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn lead_at_no_trump(search: &mut Search, hand: usize, left: u32, need: i32, out: u64, shape: u64) -> u64 {
    search.lead_here::<false>(hand, left, need, out, shape)
}

#[cfg_attr(target_arch = "x86_64", multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn lead_with_trumps(search: &mut Search, hand: usize, left: u32, need: i32, out: u64, shape: u64) -> u64 {
    search.lead_here::<true>(hand, left, need, out, shape)
}

impl Search {
    /// Returns the proof that North-South take `need` of the remaining tricks when `hand` leads, or
    /// that they do not.
    ///
    /// `out` are all cards still held, `shape` their lengths.
    #[inline(always)]
    pub(super) fn lead<const TRUMPS: bool>(
        &mut self,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        if TRUMPS {
            lead_with_trumps(self, hand, left, need, out, shape)
        } else {
            lead_at_no_trump(self, hand, left, need, out, shape)
        }
    }

    #[inline(always)]
    fn lead_here<const TRUMPS: bool>(
        &mut self,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        if need <= 0 {
            return MADE;
        }
        if need as u32 > left {
            return 0;
        }
        if self.nodes >= self.limit {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        if left == 1 {
            return self.last_trick::<TRUMPS>(hand);
        }
        let holders = self.ranking.holders(out);
        let north = hand & 1 == 0;
        // The leader replaces one length of the last hand, which follows from the others.
        let key = shape & !(15 << 48) | (hand as u64) << 48;
        match self.table.probe(key, &holders, out, need as u8) {
            Lookup::Made(ranks) => return MADE | ranks,
            Lookup::Failed(ranks) => return ranks,
            Lookup::Open => {}
        }
        // Tricks that the side on lead needs.
        let wanted = if north { need as u32 } else { left + 1 - need as u32 };
        let start = Start { hands: &self.hands, shape, holders: holders.high, leader: hand, left };
        if let Some(ranks) = start.quick::<TRUMPS>(wanted) {
            return if north { MADE | ranks } else { ranks };
        }
        if let Some(ranks) = start.later::<TRUMPS>(left + 1 - wanted) {
            return if north { ranks } else { MADE | ranks };
        }
        let good = if north { MADE } else { 0 };
        let own = self.hands[hand & 3];
        let others = out & !own;
        let slot = self.killers.leading(hand, own, self.hands[(hand + 2) & 3]);
        let mut killer = self.killers.get(slot) & own;
        if killer != 0 {
            killer = top_of_run(own, others, killer);
        }
        let mut tries = Tries::new(killer);
        let mut ranks = 0;
        let mut made = good ^ MADE;
        loop {
            if tries.needs_order() {
                let ordering = MoveOrdering { hands: &self.hands, shape, hand };
                tries.order(ordering.leads::<TRUMPS>(holders.high, north != self.expected, out, tries.skip));
            }
            let Some(card) = tries.next() else { break };
            let suit = suit_of(card);
            self.hands[hand & 3] ^= card;
            let trick = Trick::led::<TRUMPS>(hand, card);
            let shape = shape - one(hand, suit);
            let proof = self.follow::<TRUMPS, Second>(trick, (hand + 1) & 3, left, need, out ^ card, shape);
            self.hands[hand & 3] ^= card;
            if self.stopped {
                return 0;
            }
            if proof & MADE == good {
                if card != killer {
                    self.killers.put(slot, card);
                }
                made = good;
                ranks = proof & !MADE;
                break;
            }
            ranks |= proof & !MADE | run_completion(own, others, card, suit, proof);
            tries.skip |= card | equally_bad(card, suit, proof);
        }
        let need = need as u8;
        let (min, max) = if made == MADE { (need, left as u8) } else { (0, need - 1) };
        made | self.table.store(key, &holders, out, ranks, min, max)
    }

    /// Returns the same in the middle of a trick, with `hand` to play.
    pub(super) fn next<const TRUMPS: bool>(
        &mut self,
        trick: Trick,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        match trick.played.count_ones() {
            1 => self.follow::<TRUMPS, Second>(trick, hand, left, need, out, shape),
            2 => self.follow::<TRUMPS, Third>(trick, hand, left, need, out, shape),
            _ => self.follow::<TRUMPS, Fourth>(trick, hand, left, need, out, shape),
        }
    }

    #[inline(always)]
    fn follow<const TRUMPS: bool, S: Seat>(
        &mut self,
        trick: Trick,
        hand: usize,
        left: u32,
        need: i32,
        out: u64,
        shape: u64,
    ) -> u64 {
        let good = if hand & 1 == 0 { MADE } else { 0 };
        let own = self.hands[hand & 3];
        let following = own & in_suit(trick.suit);
        let playable = if following != 0 { following } else { own };
        let others = out & !own | trick.best;
        let bottoms = bottoms_of_runs(playable, others);
        let next = (hand + 1) & 3;
        // Plays the highest of a run if it beats the trick so far, otherwise the lowest.
        let of_run = |bottom| {
            if trick.is_beaten_by(bottom) { top_of_run(own, others, bottom) } else { bottom }
        };
        if bottoms & (bottoms - 1) == 0 {
            let card = of_run(bottoms);
            let suit = suit_of(card);
            self.hands[hand & 3] ^= card;
            let proof = S::after::<TRUMPS>(
                self,
                trick.with::<TRUMPS>(hand, card),
                next,
                left,
                need,
                out ^ card,
                shape - one(hand, suit),
            );
            self.hands[hand & 3] ^= card;
            // A single card represents only itself, and a cutoff needs no further cards.
            if bottoms == playable || proof & MADE == good {
                return proof;
            }
            return proof | run_completion(own, others, card, suit, proof);
        }
        let slot = if following != 0 {
            self.killers.following(hand, (out | trick.played) & in_suit(trick.suit), &trick)
        } else {
            self.killers.discarding::<TRUMPS>(hand, own, &trick)
        };
        let mut killer = self.killers.get(slot) & playable;
        if killer != 0 {
            killer = of_run(bottom_of_run(own, others, killer));
        }
        let mut tries = Tries::new(killer);
        let mut ranks = 0;
        loop {
            if tries.needs_order() {
                let ordering = MoveOrdering { hands: &self.hands, shape, hand };
                tries.order(ordering.follows::<TRUMPS, S>(&trick, others, bottoms, tries.skip));
            }
            let Some(card) = tries.next() else { return good ^ MADE | ranks };
            let suit = suit_of(card);
            self.hands[hand & 3] ^= card;
            let proof = S::after::<TRUMPS>(
                self,
                trick.with::<TRUMPS>(hand, card),
                next,
                left,
                need,
                out ^ card,
                shape - one(hand, suit),
            );
            self.hands[hand & 3] ^= card;
            if self.stopped {
                return 0;
            }
            if proof & MADE == good {
                if card != killer {
                    self.killers.put(slot, card);
                }
                return proof;
            }
            ranks |= proof & !MADE | run_completion(own, others, card, suit, proof);
            tries.skip |= card | equally_bad(card, suit, proof);
        }
    }

    /// Returns the proof for the last trick, in which no hand has a choice.
    fn last_trick<const TRUMPS: bool>(&self, leader: usize) -> u64 {
        let mut trick = Trick::led::<TRUMPS>(leader, self.hands[leader & 3]);
        for after in 1..4 {
            let hand = (leader + after) & 3;
            trick = trick.with::<TRUMPS>(hand, self.hands[hand]);
        }
        let made = if trick.winner & 1 == 0 { MADE } else { 0 };
        made | by_rank(trick.best, trick.played)
    }
}
