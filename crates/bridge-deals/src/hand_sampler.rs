//! Exact random hands: every hand of 13 cards that fits has the same probability.
//!
//! The holdings of a suit with the same evaluation form a class. The sampler counts the hands of every combination of
//! four classes, first by pairs of suits, and draws a combination by its number of hands.

use crate::Evaluation;
use crate::evaluation::SUITS;
use cards::{CardSet, Rng};
use std::collections::BTreeMap;

/// Properties that a condition reads. Others don't divide the holdings into classes, which keeps their number small.
#[derive(Clone, Copy, Default)]
pub(crate) struct Used {
    pub(crate) points: bool,
    pub(crate) losers: bool,
    pub(crate) controls: bool,
    pub(crate) aces: bool,
}

/// Holdings of a suit with the same evaluation.
struct Class {
    evaluation: Evaluation,
    holdings: Vec<CardSet>,
}

/// Combinations of classes of two suits with the same evaluation.
struct Pair {
    evaluation: Evaluation,
    /// Classes of both suits, with the number of holdings of this and all combinations before.
    classes: Vec<(u64, usize, usize)>,
}

impl Pair {
    fn count(&self) -> u64 {
        self.classes.last().map_or(0, |(count, ..)| *count)
    }
}

/// Sampler of hands that fit.
pub(crate) struct HandSampler {
    classes: [Vec<Class>; 4],
    /// Spades with hearts, and diamonds with clubs.
    pairs: [Vec<Pair>; 2],
    /// Pairs of both kinds, with the number of hands of this and all combinations before.
    combinations: Vec<(u64, usize, usize)>,
}

impl HandSampler {
    /// Creates a sampler of the hands with all cards of `must` and none of `avoid`.
    pub(crate) fn new(must: CardSet, avoid: CardSet, used: Used, fits: impl Fn(&Evaluation) -> bool) -> Self {
        let classes = [0, 1, 2, 3].map(|index| classes(index, must, avoid, used));
        let pairs = [pairs(&classes[0], &classes[1]), pairs(&classes[2], &classes[3])];
        let mut combinations = Vec::new();
        let mut hands = 0;
        let length = |pair: &Pair| pair.evaluation.lengths.iter().sum::<u8>();
        for (one, upper) in pairs[0].iter().enumerate() {
            for (other, lower) in pairs[1].iter().enumerate() {
                if length(upper) + length(lower) == 13 && fits(&(upper.evaluation + lower.evaluation)) {
                    hands += upper.count() * lower.count();
                    combinations.push((hands, one, other));
                }
            }
        }
        Self { classes, pairs, combinations }
    }

    /// Returns the number of hands that fit.
    pub(crate) fn count(&self) -> u64 {
        self.combinations.last().map_or(0, |(count, ..)| *count)
    }

    /// Returns a random hand.
    ///
    /// # Panics
    ///
    /// Panics if no hand fits.
    pub(crate) fn draw(&self, rng: &mut Rng) -> CardSet {
        let (upper, lower) = choose(&self.combinations, rng);
        let mut hand = CardSet::EMPTY;
        for (half, pair) in [(0, &self.pairs[0][upper]), (2, &self.pairs[1][lower])] {
            let (one, other) = choose(&pair.classes, rng);
            hand = hand | rng.pick(&self.classes[half][one].holdings);
            hand = hand | rng.pick(&self.classes[half + 1][other].holdings);
        }
        hand
    }
}

/// Returns the classes of the holdings of a suit.
fn classes(index: usize, must: CardSet, avoid: CardSet, used: Used) -> Vec<Class> {
    let suit = SUITS[index];
    let cards = CardSet::of_suit(suit);
    let free: Vec<_> = (cards - must - avoid).iter().collect();
    let mut classes: BTreeMap<[u8; 8], Class> = BTreeMap::new();
    for chosen in 0..1_u32 << free.len() {
        let taken =
            free.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, card)| *card);
        let holding = taken.collect::<CardSet>() | (must & cards);
        let mut evaluation = Evaluation::of_suit(holding, index, suit);
        evaluation.points *= u8::from(used.points);
        evaluation.losers *= u8::from(used.losers);
        evaluation.controls *= u8::from(used.controls);
        evaluation.aces *= u8::from(used.aces);
        let class = Class { evaluation, holdings: Vec::new() };
        classes.entry(key(&evaluation)).or_insert(class).holdings.push(holding);
    }
    classes.into_values().collect()
}

/// Returns the combinations of the classes of two suits.
fn pairs(one: &[Class], other: &[Class]) -> Vec<Pair> {
    let mut pairs: BTreeMap<[u8; 8], Pair> = BTreeMap::new();
    for (first, a) in one.iter().enumerate() {
        for (second, b) in other.iter().enumerate() {
            let evaluation = a.evaluation + b.evaluation;
            let pair = pairs.entry(key(&evaluation)).or_insert(Pair { evaluation, classes: Vec::new() });
            let count = pair.count() + (a.holdings.len() * b.holdings.len()) as u64;
            pair.classes.push((count, first, second));
        }
    }
    pairs.into_values().collect()
}

/// Returns a key that orders evaluations, so that the same seed draws the same hands.
fn key(evaluation: &Evaluation) -> [u8; 8] {
    let Evaluation { lengths: [spades, hearts, diamonds, clubs], points, losers, controls, aces } =
        *evaluation;
    [spades, hearts, diamonds, clubs, points, losers, controls, aces]
}

/// Chooses an entry by its weight. The first number of an entry is the sum of the weights up to it.
fn choose(entries: &[(u64, usize, usize)], rng: &mut Rng) -> (usize, usize) {
    let total = entries.last().map_or(0, |(sum, ..)| *sum);
    let number = below(rng, total);
    let (_, one, other) = entries[entries.partition_point(|(sum, ..)| *sum <= number)];
    (one, other)
}

/// Returns a uniform number in `0..bound`, which may be larger than a `usize` of 32 bits.
fn below(rng: &mut Rng, bound: u64) -> u64 {
    let most = u64::MAX - u64::MAX % bound;
    loop {
        let bits = rng.bits();
        if bits < most {
            return bits % bound;
        }
    }
}
