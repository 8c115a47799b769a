//! The abstract game: classes of hands, their probabilities, and their changes by draws.

use super::hands::{KINDS, copies, kind, step};
use super::{VALUES, worth};
use cards::{Card, CardSet, Rank, Suit};
use std::collections::BTreeMap;

/// Result of a discard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct DiscardResult {
    /// Class of the hand, or `None` for 31.
    pub(super) kind: Option<usize>,
    /// Class of the discard, by its value.
    pub(super) discarded: usize,
}

/// Cards that lead to the same hands.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// Probability of drawing one of the cards, among all cards outside the hand.
    pub(super) chance: f64,
    /// Class of the cards, by their value.
    pub(super) step: usize,
    /// Index of the four cards then held.
    pub(super) four: usize,
    /// Possible results if the card was taken as the upcard. (TH-O9)
    pub(super) taken: Vec<DiscardResult>,
    /// Highest value of the hand after that.
    pub(super) worth: usize,
    /// Index among the draws of all hands.
    pub(super) index: usize,
}

/// The abstract game, in which hands of one class are the same.
pub(super) struct Model {
    /// Probability of each class at the deal.
    pub(super) dealt: Vec<f64>,
    /// Hand value of each class.
    pub(super) worth: Vec<usize>,
    /// Possible draws of each class.
    pub(super) draws: Vec<Vec<Drawn>>,
    /// Number of draws of all classes.
    pub(super) all_draws: usize,
    /// Results of discarding from each class of four cards.
    pub(super) fours: Vec<Vec<DiscardResult>>,
    /// Distribution of each class's value after one card from the stock.
    pub(super) after_one: Vec<[f64; VALUES]>,
}

impl Model {
    pub(super) fn new() -> Self {
        let mut hands: Vec<Option<CardSet>> = vec![None; KINDS];
        let mut dealt = vec![0.0; KINDS];
        let cards = || CardSet::FULL.iter();
        for a in cards() {
            for b in cards().filter(|b| *b > a) {
                for c in cards().filter(|c| *c > b) {
                    let hand = [a, b, c].into_iter().collect();
                    if let Some(kind) = kind(hand) {
                        hands[kind].get_or_insert(hand);
                        dealt[kind] += 1.0;
                    }
                }
            }
        }
        let all: f64 = dealt.iter().sum();
        dealt.iter_mut().for_each(|share| *share /= all);
        let mut model = Self {
            dealt,
            worth: Vec::new(),
            draws: Vec::new(),
            all_draws: 0,
            fours: Vec::new(),
            after_one: Vec::new(),
        };
        let mut known = BTreeMap::new();
        for hand in hands.into_iter().flatten() {
            model.add(hand, &mut known);
        }
        model
    }

    fn add(&mut self, hand: CardSet, known: &mut BTreeMap<[Vec<usize>; 4], usize>) {
        let mut draws: BTreeMap<(usize, Vec<DiscardResult>), Drawn> = BTreeMap::new();
        let mut after_one = [0.0; VALUES];
        let chance = 1.0 / f64::from(52 - hand.len());
        for card in CardSet::FULL - hand {
            let cards = hand | CardSet::only(card);
            let best =
                |allowed: CardSet| allowed.iter().map(|thrown| worth(cards - CardSet::only(thrown))).max();
            after_one[best(cards).unwrap_or_default()] += chance;
            let next = self.fours.len();
            let four = *known.entry(shape(cards)).or_insert(next);
            if four == next {
                self.fours.push(kept(cards, cards));
            }
            let taken = kept(cards, hand);
            let drawn = draws.entry((four, taken.clone())).or_insert(Drawn {
                chance: 0.0,
                step: step(card),
                four,
                taken,
                worth: best(hand).unwrap_or_default(),
                index: 0,
            });
            drawn.chance += chance;
        }
        let mut draws: Vec<Drawn> = draws.into_values().collect();
        for drawn in &mut draws {
            drawn.index = self.all_draws;
            self.all_draws += 1;
        }
        self.worth.push(worth(hand));
        self.draws.push(draws);
        self.after_one.push(after_one);
    }
}

/// Returns the results of discarding from `cards`, one per class.
fn kept(cards: CardSet, allowed: CardSet) -> Vec<DiscardResult> {
    let keep =
        |thrown: Card| DiscardResult { kind: kind(cards - CardSet::only(thrown)), discarded: step(thrown) };
    let mut kept: Vec<DiscardResult> = allowed.iter().map(keep).collect();
    kept.sort_unstable();
    kept.dedup_by_key(|kept| kept.kind);
    kept
}

/// Returns the cards in a form that is independent of the suits.
fn shape(cards: CardSet) -> [Vec<usize>; 4] {
    let mut suits = Suit::ALL.map(|suit| {
        let mut steps: Vec<usize> = (cards & CardSet::of_suit(suit)).iter().map(step).collect();
        steps.sort_unstable();
        steps
    });
    suits.sort_unstable();
    suits
}

/// Returns the fraction of the deck with cards of this class.
pub(super) fn share_of_pack(step: usize) -> f64 {
    copies(step) as f64 / Rank::ALL.len() as f64
}
