//! The search: does North's side take so many of the tricks that are left?

mod bounds;
pub(crate) mod lanes;
mod memory;
mod moves;
mod ranking;
mod weights;

use bounds::Start;
use lanes::LANE;
use memory::{Known, Memory};
use moves::Eyes;
pub(crate) use moves::Trick;
use ranking::Ranking;
use weights::{HIGH, LEADING, LONGER, RUFF, TRUMPS_EACH};

/// The lane in which trumps lie, when there are any.
pub(crate) const TRUMP: usize = 3;

/// Set in a proof when North and South take what was asked; the other bits are the cards that the proof leans on.
const MADE: u64 = 1 << 63;

/// Everything that one thread needs to search.
pub(crate) struct Search {
    ranking: Ranking,
    memory: Memory,
    hands: [u64; 4],
    /// The lengths: four bits for each suit of each hand.
    shape: u64,
    /// The lead that last decided, by tricks left and leader.
    decided: [[u64; 4]; 16],
    /// Whether North and South are expected to take what they are asked for.
    expected: bool,
    pub(crate) nodes: u64,
    /// The search stops before this node; what it returns from then on means nothing, and is not kept.
    pub(crate) limit: u64,
    pub(crate) stopped: bool,
}

/// The bit of the shape that counts one card.
#[inline(always)]
const fn one(hand: usize, suit: usize) -> u64 {
    1 << (16 * hand + 4 * suit)
}

#[inline(always)]
const fn suit_of(card: u64) -> usize {
    (card.trailing_zeros() / 16) as usize
}

/// Whether the last of the cards of its suit that are laid wins by its rank: alone in its suit it needs none.
#[inline(always)]
const fn by_rank(best: u64, suit: usize, laid: u64) -> u64 {
    let of_suit = laid & (LANE << (16 * suit));
    if of_suit == best { 0 } else { best }
}

impl Search {
    pub(crate) fn new() -> Self {
        Self {
            ranking: Ranking::new(),
            memory: Memory::new(),
            hands: [0; 4],
            shape: 0,
            decided: [[0; 4]; 16],
            expected: false,
            nodes: 0,
            limit: u64::MAX,
            stopped: false,
        }
    }

    /// Sets the hands out, and forgets what was proved of others.
    pub(crate) fn set(&mut self, hands: [u64; 4]) {
        self.ranking.learn(&hands);
        self.memory.clear();
        self.put(hands);
    }

    /// Sets out fewer cards of the same deal: what was proved stays.
    pub(crate) fn put(&mut self, hands: [u64; 4]) {
        self.hands = hands;
        self.shape = 0;
        for (hand, cards) in hands.into_iter().enumerate() {
            for suit in 0..4 {
                self.shape += u64::from(lanes::lane(cards, suit).count_ones()) * one(hand, suit);
            }
        }
    }

    /// About how many tricks North and South take: by the highest cards out, the lengths, and who leads.
    pub(crate) fn guess(&self, trumps: bool, leader: usize) -> u8 {
        let tricks = self.hands[0].count_ones() as i32;
        let out = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3];
        let holders = self.ranking.holders(out).high;
        let for_north = |hand: usize, worth: i32| if hand & 1 == 0 { worth } else { -worth };
        let length = |hand, suit| bounds::length(self.shape, hand, suit) as i32;
        let longer = |suit| length(0, suit).max(length(2, suit)) - length(1, suit).max(length(3, suit));
        // In hundredths of a trick.
        let mut worth = for_north(leader, if trumps { LEADING[1] } else { LEADING[0] });
        for suit in 0..4 {
            let high = if !trumps {
                &HIGH[0]
            } else if suit == TRUMP {
                &HIGH[1]
            } else {
                &HIGH[2]
            };
            let cards = lanes::lane(out, suit).count_ones() as usize;
            for (place, &high) in high.iter().enumerate().take(cards) {
                let holder = (holders >> (16 * suit + 14 - 2 * place) & 3) as usize;
                worth += for_north(holder, high);
            }
            worth += match (trumps, suit) {
                (false, _) => LONGER[0] * longer(suit),
                (true, TRUMP) => LONGER[1] * longer(suit),
                _ => 0,
            };
        }
        if trumps {
            for hand in 0..4 {
                let own = length(hand, TRUMP);
                let short: i32 = (0..TRUMP).map(|suit| (3 - length(hand, suit)).max(0)).sum();
                // With one trump ruffing costs as much as it brings; the third makes it worth while.
                let ruffs = if own == 0 { 0 } else { short * (own.min(3) - 2) * RUFF };
                worth += for_north(hand, own * TRUMPS_EACH + ruffs);
            }
        }
        (tricks * 50 + worth + 56).div_euclid(100).clamp(0, tricks) as u8
    }

    /// Whether North and South take at least `need` of the tricks left when `leader` leads. What is `expected` only
    /// decides what is tried first.
    pub(crate) fn makes<const TRUMPS: bool>(&mut self, leader: usize, need: i32, expected: bool) -> bool {
        self.expected = expected;
        let left = self.hands[leader].count_ones();
        self.lead::<TRUMPS>(leader, left, need) & MADE != 0
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
        let proof = match trick.laid.count_ones() {
            1 => self.follow::<TRUMPS, 1>(hand, left, need, trick),
            2 => self.follow::<TRUMPS, 2>(hand, left, need, trick),
            _ => self.follow::<TRUMPS, 3>(hand, left, need, trick),
        };
        proof & MADE != 0
    }

    fn lead<const TRUMPS: bool>(&mut self, hand: usize, left: u32, need: i32) -> u64 {
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
        let out = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3];
        let holders = self.ranking.holders(out);
        let north = hand & 1 == 0;
        // One length of the last hand follows from the others: the leader takes its place.
        let shape = self.shape & !(15 << 48) | (hand as u64) << 48;
        match self.memory.probe(shape, holders, out, need as u8) {
            Known::Made(ranks) => return MADE | ranks,
            Known::Failed(ranks) => return ranks,
            Known::Open => {}
        }
        // What the hand on lead wants, in tricks of its own side.
        let wanted = if north { need as u32 } else { left + 1 - need as u32 };
        let start =
            Start { hands: &self.hands, shape: self.shape, holders: holders.high, leader: hand, left };
        if let Some(ranks) = start.quick::<TRUMPS>(wanted) {
            return if north { MADE | ranks } else { ranks };
        }
        if let Some(ranks) = start.sure::<TRUMPS>(left + 1 - wanted) {
            return if north { ranks } else { MADE | ranks };
        }
        let good = if north { MADE } else { 0 };
        let mut moves = Eyes { hands: &self.hands, shape: self.shape, hand }.leads::<TRUMPS>(
            holders.high,
            self.decided[left as usize & 15][hand & 3],
            north != self.expected,
        );
        let mut ranks = 0;
        let mut same = [0; 4];
        let mut made = good ^ MADE;
        while let Some(card) = moves.next() {
            let suit = suit_of(card);
            if card < same[suit] {
                continue;
            }
            self.hands[hand] ^= card;
            self.shape -= one(hand, suit);
            let trick = Trick { suit, best: card, best_suit: suit, winner: hand, laid: card };
            let proof = self.follow::<TRUMPS, 1>((hand + 1) & 3, left, need, trick);
            self.hands[hand] ^= card;
            self.shape += one(hand, suit);
            if self.stopped {
                return 0;
            }
            if proof & MADE == good {
                made = good;
                self.decided[left as usize & 15][hand & 3] = card;
                ranks = proof & !MADE;
                break;
            }
            ranks |= proof & !MADE | self.parted(hand, card, suit, proof, 0);
            same[suit] = same[suit].max(alike(card, suit, proof));
        }
        let need = need as u8;
        if made == MADE {
            self.memory.keep(shape, holders, out, ranks, need, left as u8);
        } else {
            self.memory.keep(shape, holders, out, ranks, 0, need - 1);
        }
        made | ranks
    }

    fn follow<const TRUMPS: bool, const SEAT: usize>(
        &mut self,
        hand: usize,
        left: u32,
        need: i32,
        trick: Trick,
    ) -> u64 {
        let good = if hand & 1 == 0 { MADE } else { 0 };
        let mut moves = Eyes { hands: &self.hands, shape: self.shape, hand }.follows::<TRUMPS, SEAT>(&trick);
        let mut ranks = 0;
        let mut same = [0; 4];
        while let Some(card) = moves.next() {
            let suit = suit_of(card);
            if card < same[suit] {
                continue;
            }
            self.hands[hand] ^= card;
            self.shape -= one(hand, suit);
            let mut after = Trick { laid: trick.laid | card, ..trick };
            if trick.is_beaten_by::<TRUMPS>(card, suit) {
                after.best = card;
                after.best_suit = suit;
                after.winner = hand;
            }
            let next = (hand + 1) & 3;
            let proof = match SEAT {
                1 => self.follow::<TRUMPS, 2>(next, left, need, after),
                2 => self.follow::<TRUMPS, 3>(next, left, need, after),
                _ => {
                    let won = i32::from(after.winner & 1 == 0);
                    let proof = self.lead::<TRUMPS>(after.winner, left - 1, need - won);
                    proof | by_rank(after.best, after.best_suit, after.laid)
                }
            };
            self.hands[hand] ^= card;
            self.shape += one(hand, suit);
            if self.stopped {
                return 0;
            }
            if proof & MADE == good {
                return proof;
            }
            ranks |= proof & !MADE | self.parted(hand, card, suit, proof, trick.best);
            same[suit] = same[suit].max(alike(card, suit, proof));
        }
        good ^ MADE | ranks
    }

    /// The card that has to be named too when `card` stood for its whole run and the proof leans on part of it.
    ///
    /// A card that was laid as the lowest of its run never wins: the proof leans on the highest of what stays, and
    /// had a higher one gone in its place, on one card further down. A card laid as the highest may have won, and
    /// any other of the run would have as well: all of them belong to the pattern.
    #[inline(always)]
    fn parted(&self, hand: usize, card: u64, suit: usize, proof: u64, best: u64) -> u64 {
        let leaned = proof & (LANE << (16 * suit));
        if leaned == 0 {
            return 0;
        }
        let lowest = leaned & leaned.wrapping_neg();
        let own = self.hands[hand];
        let others = (self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]) & !own | best;
        if card >= lowest {
            return lanes::bottom_of_run(own, others, card);
        }
        if lanes::top_of_run(own, others, card) < lowest {
            return 0;
        }
        let below = own & (LANE << (16 * suit)) & (lowest - 1);
        1 << (63 - below.leading_zeros())
    }

    /// One card in each hand: no choice. Asked whether North and South take it.
    fn last_trick<const TRUMPS: bool>(&self, leader: usize) -> u64 {
        let best = self.hands[leader];
        let suit = suit_of(best);
        let mut trick = Trick { suit, best, best_suit: suit, winner: leader, laid: best };
        for after in 1..4 {
            let hand = (leader + after) & 3;
            let card = self.hands[hand];
            let suit = suit_of(card);
            trick.laid |= card;
            if trick.is_beaten_by::<TRUMPS>(card, suit) {
                trick.best = card;
                trick.best_suit = suit;
                trick.winner = hand;
            }
        }
        let made = if trick.winner & 1 == 0 { MADE } else { 0 };
        made | by_rank(trick.best, trick.best_suit, trick.laid)
    }
}

/// Below which card of `suit` every card does as badly as `card` did: `card` itself was too low for its proof to
/// lean on, and so are those. No card, when the proof leans on it or on lower ones.
#[inline(always)]
const fn alike(card: u64, suit: usize, proof: u64) -> u64 {
    let leaned = proof & (LANE << (16 * suit));
    let lowest = if leaned == 0 { 1 << (16 * suit + 13) } else { leaned & leaned.wrapping_neg() };
    if card < lowest { lowest } else { 0 }
}
