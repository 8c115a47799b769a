//! How two play who both know how: a strategy by which nobody loses much to anybody, found by counterfactual regret minimisation in
//! a smaller game (`solver.rs`) and kept as what can be expected: `cargo xtask learn thirty-one`.
//!
//! The smaller game forgets which cards are where. Each hand changes by its own draws; the upcard is of any suit, and of each rank
//! as often as the other discards it; nobody sees what the other takes. So what a hand can expect hangs on the hand and the turn
//! alone. Here, at the table, the cards that cannot come any more are left out, and what the other collects is not given.

mod hands;
mod model;
mod solver;
#[cfg(test)]
mod tests;

pub use solver::{learn, lost_to_the_best};

use super::options::{BlitzLosers, BlitzOnDeal, HandValue, KnockFirstTurn, KnockerDouble, TieLowest};
use super::{Action, Options, Standing, ThreeOfKind, rules, score, value};
use cards::{Card, CardSet, Seat};
use hands::{KINDS, kind};
use std::sync::LazyLock;

/// Turns that are told apart: what is expected later is what was expected at the last of the same player.
const TURNS: usize = 10;
/// What a hand can be worth.
const VALUES: usize = 32;
/// Whether a knocker who loses pays twice: of the first to play and of the other.
const STAKES: usize = 4;
/// Bytes of one turn: what can be expected of each hand kept, what of each value knocked with, and how often each is knocked with.
const OF_TURN: usize = KINDS + 2 * VALUES;

const LEARNED: &[u8] = include_bytes!("../equilibrium.bin");

/// Lives, which are kept in a byte each.
const UNIT: f32 = 1.0 / 64.0;
/// A share, likewise.
const SHARE: f32 = 1.0 / 255.0;

/// What the deal is worth to a hand of 31: a life of the other.
const BLITZ: f32 = 1.0;

/// What is expected, all of it.
struct Expected {
    /// Of a hand that has been kept, for whoever keeps it: by stakes, turn and hand.
    kept: Vec<f32>,
    /// Of a knock: by stakes, turn and value.
    knocked: Vec<f32>,
    /// Of a hand that is worth so much when the other has knocked in this turn: by stakes, turn and value.
    shown: Vec<f32>,
}

static EXPECTED: LazyLock<Expected> = LazyLock::new(|| Expected::read(LEARNED));

impl Expected {
    fn read(learned: &[u8]) -> Self {
        let mut expected = Self { kept: Vec::new(), knocked: Vec::new(), shown: Vec::new() };
        let lives = |byte: &u8| f32::from(byte.cast_signed()) * UNIT;
        for (index, turn) in learned.chunks_exact(OF_TURN).enumerate() {
            let pays_twice = pays_twice(index / TURNS)[index % TURNS % 2];
            let (kept, rest) = turn.split_at(KINDS);
            let (knocked, knocks) = rest.split_at(VALUES);
            expected.kept.extend(kept.iter().map(lives));
            expected.knocked.extend(knocked.iter().map(lives));
            expected.shown.extend((0..VALUES).map(|shown| {
                let against = |(knocked, share): (usize, &u8)| {
                    f32::from(*share) * SHARE * reply(shown, knocked, pays_twice)
                };
                knocks.iter().enumerate().map(against).sum::<f32>()
            }));
        }
        expected
    }
}

/// Whether a knocker who loses pays twice, of the first to play and of the other.
const fn pays_twice(stakes: usize) -> [bool; 2] {
    [stakes & 2 != 0, stakes & 1 != 0]
}

/// What a hand that is worth so much wins of a knocker's. (TH-R8, TH-O4, TH-O5)
fn reply(shown: usize, knocked: usize, pays_twice: bool) -> f32 {
    match shown {
        _ if shown == usize::from(value::BLITZ) => BLITZ, // TH-S5
        _ if shown > knocked && pays_twice => 2.0,
        _ if shown > knocked => 1.0,
        _ => -1.0,
    }
}

/// What a seat sees of a deal of two that is played as it was learned.
pub(super) struct Seen {
    hand: CardSet,
    upcard: Option<Card>,
    /// What may still be drawn.
    unseen: CardSet,
    /// What the other was seen to take.
    collected: CardSet,
    /// Where the turn is found in each table.
    turn: usize,
    /// The turn before, when the other has knocked in it.
    knock: Option<usize>,
}

/// What a point costs that is given to the other: of a suit they were seen to collect, and of any other. Found by trial.
const GIVEN: f32 = 0.04;
const DISCARDED: f32 = 0.02;

impl Seen {
    /// What `seat` sees, if two play, and by what was learned.
    pub(super) fn new(
        options: &Options,
        standing: &Standing,
        seat: Seat,
        turns: u16,
        knocker: Option<Seat>,
        (hand, upcard): (CardSet, Option<Card>),
        (unseen, collected): (CardSet, CardSet),
    ) -> Option<Self> {
        if standing.playing.len() != 2 || !is_learned(options) {
            return None;
        }
        let first = rules::after(standing, options.seats, standing.dealer);
        let second = rules::after(standing, options.seats, first);
        let pays = |seat: Seat| usize::from(score::cut(options, standing.lives[seat], 2) == 2);
        let stakes = 2 * pays(first) + pays(second);
        let at = |turn: usize| stakes * TURNS + if turn < TURNS { turn } else { TURNS - 2 + turn % 2 };
        let turn = usize::from(turns);
        let knock = knocker.filter(|knocker| *knocker != seat).and(turn.checked_sub(1)).map(at);
        Some(Self { hand, upcard, unseen, collected, turn: at(turn), knock })
    }

    /// Whether to draw and what, or to knock.
    #[inline]
    pub(super) fn draw(&self, may_knock: bool) -> Action {
        let with = |card: Card| self.hand | CardSet::only(card);
        let of_stock: f32 = self.unseen.iter().map(|card| self.best(with(card), with(card)).0).sum();
        let of_stock = of_stock / f32::from(self.unseen.len().max(1));
        let of_upcard = self.upcard.map_or(f32::NEG_INFINITY, |card| self.best(with(card), self.hand).0);
        let of_knock = EXPECTED.knocked[VALUES * self.turn + worth(self.hand)];
        if may_knock && of_knock > of_stock.max(of_upcard) {
            return Action::Knock;
        }
        if of_upcard > of_stock { Action::Upcard } else { Action::Stock }
    }

    /// The card to discard, of those that may be.
    #[inline]
    pub(super) fn discard(&self, may_be: CardSet) -> Option<Card> {
        self.best(self.hand, may_be).1
    }

    /// What can be expected of four cards when the best of those that may be is discarded, and which that is.
    #[inline]
    fn best(&self, four: CardSet, may_be: CardSet) -> (f32, Option<Card>) {
        let mut best = (f32::NEG_INFINITY, None);
        for card in may_be {
            let value = self.kept(four - CardSet::only(card), card);
            if value > best.0 {
                best = (value, Some(card));
            }
        }
        best
    }

    #[inline]
    fn kept(&self, hand: CardSet, thrown: Card) -> f32 {
        if let Some(knock) = self.knock {
            return EXPECTED.shown[VALUES * knock + worth(hand)];
        }
        let Some(kind) = kind(hand) else { return BLITZ };
        let is_collected = !(self.collected & CardSet::of_suit(thrown.suit())).is_empty();
        let cost = if is_collected { GIVEN } else { DISCARDED };
        EXPECTED.kept[KINDS * self.turn + kind] - cost * f32::from(value::points(thrown))
    }
}

/// What a hand counts in its best suit.
#[inline]
fn worth(hand: CardSet) -> usize {
    usize::from(value::in_best_suit(hand))
}

/// Whether two who play by these rules win and lose what was learned. What a stock does that is used up matters to nobody: a deal
/// of two is over long before.
fn is_learned(options: &Options) -> bool {
    options.hand_value == HandValue::BestSuit
        && options.three_of_kind == ThreeOfKind::None
        && options.blitz_losers != BlitzLosers::AllOthersKnockerTwo
        && options.tie_lowest == TieLowest::KnockerSafe
        && options.knocker_double == KnockerDouble::StrictLowest
        && options.knock_first_turn == KnockFirstTurn::Allowed
        && options.blitz_on_deal == BlitzOnDeal::PlayAtOnce
}
