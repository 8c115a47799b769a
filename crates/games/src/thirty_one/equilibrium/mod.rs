//! Approximate equilibrium strategy for two players.
//!
//! The strategy solves an abstract game by counterfactual regret minimization (`solver.rs`). It is
//! stored as a table of expected values: `cargo xtask learn thirty-one`.
//!
//! The abstract game does not track the location of cards. Each hand changes by its own draws. The
//! upcard is of any suit, and each rank is as frequent as the opponent discards it. Neither player
//! sees what the other takes. So the expected value of a hand depends only on the hand and the
//! turn. At the table the strategy also excludes cards that cannot be drawn any more, and charges a
//! cost for discards that help the opponent.

mod hands;
mod model;
mod solver;
#[cfg(test)]
mod tests;

pub use solver::{exploitability, learn};

use super::options::{BlitzLosers, BlitzOnDeal, HandValue, KnockFirstTurn, KnockerDouble, TieLowest};
use super::{Action, Options, Standing, ThreeOfKind, rules, score, value};
use cards::{Card, CardSet, Seat};
use hands::{KINDS, kind};
use std::sync::LazyLock;

/// Number of turns with their own tables of values. Later turns use the last turn of the same player.
const TURNS: usize = 10;
/// Number of hand values.
const VALUES: usize = 32;
/// Number of stakes: whether a losing knocker pays twice, for the first player and for the other.
const STAKES: usize = 4;
/// Bytes per turn: the value of each kept hand, the value of each knock, and the frequency of each
/// knock.
const TURN_BYTES: usize = KINDS + 2 * VALUES;

const TABLES: &[u8] = include_bytes!("../equilibrium.bin");

/// Unit of the stored values, in lives.
const VALUE_UNIT: f32 = 1.0 / 64.0;
/// Unit of the stored frequencies.
const FREQUENCY_UNIT: f32 = 1.0 / 255.0;

/// Value of a hand of 31: one life of the opponent.
const BLITZ: f32 = 1.0;

/// Tables of expected values.
struct Expected {
    /// Value of a kept hand for its owner: by stakes, turn and hand.
    kept: Vec<f32>,
    /// Value of a knock: by stakes, turn and hand value.
    knocked: Vec<f32>,
    /// Value of a hand against a knock in this turn: by stakes, turn and hand value.
    shown: Vec<f32>,
}

static EXPECTED: LazyLock<Expected> = LazyLock::new(|| Expected::read(TABLES));

impl Expected {
    fn read(learned: &[u8]) -> Self {
        let mut expected = Self { kept: Vec::new(), knocked: Vec::new(), shown: Vec::new() };
        let lives = |byte: &u8| f32::from(byte.cast_signed()) * VALUE_UNIT;
        for (index, turn) in learned.chunks_exact(TURN_BYTES).enumerate() {
            let pays_twice = pays_twice(index / TURNS)[index % TURNS % 2];
            let (kept, rest) = turn.split_at(KINDS);
            let (knocked, knocks) = rest.split_at(VALUES);
            expected.kept.extend(kept.iter().map(lives));
            expected.knocked.extend(knocked.iter().map(lives));
            expected.shown.extend((0..VALUES).map(|shown| {
                let against = |(knocked, share): (usize, &u8)| {
                    f32::from(*share) * FREQUENCY_UNIT * reply(shown, knocked, pays_twice)
                };
                knocks.iter().enumerate().map(against).sum::<f32>()
            }));
        }
        expected
    }
}

/// Whether a losing knocker pays twice, for the first player and for the other.
const fn pays_twice(stakes: usize) -> [bool; 2] {
    [stakes & 2 != 0, stakes & 1 != 0]
}

/// Returns the lives that a hand of value `shown` wins against a knock with `knocked`. (TH-R8,
/// TH-O4, TH-O5)
fn reply(shown: usize, knocked: usize, pays_twice: bool) -> f32 {
    match shown {
        _ if shown == usize::from(value::BLITZ) => BLITZ, // TH-S5
        _ if shown > knocked && pays_twice => 2.0,
        _ if shown > knocked => 1.0,
        _ => -1.0,
    }
}

/// View of a seat in a deal that the tables cover.
pub(super) struct EquilibriumView {
    hand: CardSet,
    upcard: Option<Card>,
    /// Cards that may still be drawn.
    unseen: CardSet,
    /// Cards that the opponent took openly.
    collected: CardSet,
    /// Index of the turn in the tables of expected values.
    turn: usize,
    /// Index of the previous turn, if the opponent knocked in that turn.
    knock: Option<usize>,
}

/// Cost per point of a discard, in a suit that the opponent collects and in any other suit. Tuned
/// by play.
const COLLECTED_COST: f32 = 0.04;
const DISCARD_COST: f32 = 0.02;

impl EquilibriumView {
    /// Returns the view of `seat`, or `None` unless two players remain and the tables cover the
    /// rules.
    pub(super) fn new(
        options: &Options,
        standing: &Standing,
        seat: Seat,
        turns: u16,
        knocker: Option<Seat>,
        (hand, upcard): (CardSet, Option<Card>),
        (unseen, collected): (CardSet, CardSet),
    ) -> Option<Self> {
        if standing.playing.len() != 2 || !is_covered(options) {
            return None;
        }
        let first = rules::after(standing, options.seats, standing.dealer);
        let second = rules::after(standing, options.seats, first);
        let pays = |seat: Seat| usize::from(score::capped_loss(options, standing.lives[seat], 2) == 2);
        let stakes = 2 * pays(first) + pays(second);
        let at = |turn: usize| stakes * TURNS + if turn < TURNS { turn } else { TURNS - 2 + turn % 2 };
        let turn = usize::from(turns);
        let knock = knocker.filter(|knocker| *knocker != seat).and(turn.checked_sub(1)).map(at);
        Some(Self { hand, upcard, unseen, collected, turn: at(turn), knock })
    }

    /// Returns the action at the start of a turn: a draw or a knock.
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

    /// Returns the best discard among `allowed`.
    #[inline]
    pub(super) fn discard(&self, allowed: CardSet) -> Option<Card> {
        self.best(self.hand, allowed).1
    }

    /// Returns the value of four cards after the best discard among `allowed`, and that discard.
    #[inline]
    fn best(&self, four: CardSet, allowed: CardSet) -> (f32, Option<Card>) {
        let mut best = (f32::NEG_INFINITY, None);
        for card in allowed {
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
        let cost = if is_collected { COLLECTED_COST } else { DISCARD_COST };
        EXPECTED.kept[KINDS * self.turn + kind] - cost * f32::from(value::points(thrown))
    }
}

/// Returns the points of the best suit.
#[inline]
fn worth(hand: CardSet) -> usize {
    usize::from(value::in_best_suit(hand))
}

/// Returns whether the tables of values cover these rules. The rule for an empty stock does not matter,
/// because a deal of two ends long before.
fn is_covered(options: &Options) -> bool {
    options.hand_value == HandValue::BestSuit
        && options.three_of_kind == ThreeOfKind::None
        && options.blitz_losers != BlitzLosers::AllOthersKnockerTwo
        && options.tie_lowest == TieLowest::KnockerSafe
        && options.knocker_double == KnockerDouble::StrictLowest
        && options.knock_first_turn == KnockFirstTurn::Allowed
        && options.blitz_on_deal == BlitzOnDeal::PlayAtOnce
}
