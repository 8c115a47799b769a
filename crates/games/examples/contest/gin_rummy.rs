//! Players of Gin Rummy that others have described, rebuilt to measure ours by.

use super::best;
use cards::{Card, CardSet, Holding, Rng, Seat};
use engine::{Bot, Observation};
use games::gin_rummy::melds::Deadwood;
use games::gin_rummy::{Action, GinRummy, Phase};
use std::cmp::Reverse;

/// `simple` is the simple player of the EAAI 2021 challenge as its authors describe it: takes the upcard only into a meld, discards
/// what counts most, knocks as soon as it can.
///
/// `patient` is like the player that won the challenge, as the paper on it has it (Ahmed and others, “A heuristic evaluation function
/// for hand strength estimation in gin rummy”, AAAI-21): takes the upcard only into a meld; weighs the deadwood that a discard
/// leaves against what the best draws would save, the less the longer the deal lasts; knocks in its first turns, and later only with
/// gin.
pub(crate) fn reference(name: &str) -> Option<Box<dyn Bot<GinRummy>>> {
    let after_knock = bots::bot::<GinRummy>("greedy").ok()?;
    match name {
        "simple" => Some(Box::new(Simple(after_knock))),
        "patient" => Some(Box::new(Patient(after_knock))),
        _ => None,
    }
}

/// What a draw counts that is still to come, in the first turn, beside what is left already.
const FUTURE: f64 = 3.0;
/// What it counts from one turn to the next.
const FADES: f64 = 0.9;
/// So many of the best draws are looked at.
const BEST_DRAWS: usize = 7;
/// What it costs to discard beside what the other collects, and beside a card that nobody has seen.
const COLLECTED: f64 = 1.0;
const UNSEEN: f64 = 0.2;
/// It knocks in so many turns.
const KNOCKS: u16 = 3;

/// The simple player; what it does after a knock is what everybody does.
struct Simple(Box<dyn Bot<GinRummy>>);

impl Bot<GinRummy> for Simple {
    fn choose(&mut self, seen: &Observation<GinRummy>, seat: Seat, rng: &mut Rng) -> Action {
        let view = &seen.view;
        let deadwood = view.options().deadwood();
        let Holding::Open(hand) = view.hands[seat] else { return seen.legal[0] };
        match view.phase {
            Phase::Offer | Phase::Draw => draw(seen, hand),
            Phase::Discard => {
                let left = |action: &Action| match action {
                    Action::Gin(..) => 0,
                    Action::Knock(card, _) => 2 * u32::from(deadwood.min(hand - CardSet::only(*card))) + 1,
                    Action::Discard(card) => 2 * u32::from(deadwood.min(hand - CardSet::only(*card))) + 2,
                    _ => u32::MAX,
                };
                let may_knock = seen.legal.iter().any(is_out);
                let allowed: Vec<Action> =
                    seen.legal.iter().filter(|action| !may_knock || is_out(action)).copied().collect();
                best(&allowed, |action| Reverse(left(action)), rng)
            }
            _ => self.0.choose(seen, seat, rng),
        }
    }
}

/// The patient player; what it does after a knock is what everybody does.
struct Patient(Box<dyn Bot<GinRummy>>);

impl Bot<GinRummy> for Patient {
    fn choose(&mut self, seen: &Observation<GinRummy>, seat: Seat, rng: &mut Rng) -> Action {
        let view = &seen.view;
        let deadwood = view.options().deadwood();
        let Holding::Open(hand) = view.hands[seat] else { return seen.legal[0] };
        match view.phase {
            Phase::Offer | Phase::Draw => draw(seen, hand),
            Phase::Discard => {
                let gone: CardSet = view.pile.as_slice().iter().copied().collect();
                let collected = view.taken[seat.next(2)];
                let turn = view.actions / 4;
                let future = FUTURE * FADES.powi(i32::from(turn));
                let live = CardSet::FULL - hand - gone - collected;
                let value = |action: &Action| match action {
                    Action::Gin(..) => f64::NEG_INFINITY,
                    Action::Knock(card, _) if turn < KNOCKS => {
                        f64::from(deadwood.min(hand - CardSet::only(*card))) - 1000.0
                    }
                    Action::Discard(card) => {
                        let (given, unseen) = (near(*card) & collected, near(*card) & live);
                        strength(hand - CardSet::only(*card), live, future, deadwood)
                            + COLLECTED * f64::from(given.len())
                            + UNSEEN * f64::from(unseen.len())
                    }
                    _ => f64::INFINITY,
                };
                let best = seen.legal.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
                best.copied().unwrap_or(seen.legal[0])
            }
            _ => self.0.choose(seen, seat, rng),
        }
    }
}

/// What a hand leaves, less what the best draws would save.
fn strength(hand: CardSet, live: CardSet, future: f64, deadwood: Deadwood) -> f64 {
    let now = deadwood.min(hand);
    let saved = |drawn: Card| {
        let with = hand | CardSet::only(drawn);
        let least = with.iter().map(|card| deadwood.min(with - CardSet::only(card))).min();
        f64::from(now.saturating_sub(least.unwrap_or(now)))
    };
    let mut draws: Vec<f64> = live.iter().map(saved).collect();
    draws.sort_by(|a, b| b.total_cmp(a));
    let best: f64 = draws.iter().take(BEST_DRAWS).sum();
    f64::from(now) - future * best / f64::from(live.len().max(1))
}

/// The cards that could make a meld with one.
fn near(card: Card) -> CardSet {
    let suit = CardSet::of_suit(card.suit());
    let beside = suit.iter().filter(|other| (other.rank() as u8).abs_diff(card.rank() as u8) <= 2);
    (CardSet::of_rank_of(card) | beside.collect()) - CardSet::only(card)
}

/// Takes the upcard into a meld only.
fn draw(seen: &Observation<GinRummy>, hand: CardSet) -> Action {
    let melds = seen.view.upcard.is_some_and(|card| {
        let with = hand | CardSet::only(card);
        with.iter().any(|one| with.iter().any(|other| is_meld(card, one, other)))
    });
    let otherwise = if seen.view.phase == Phase::Offer { Action::Pass } else { Action::Stock };
    if melds { Action::Upcard } else { otherwise }
}

fn is_out(action: &Action) -> bool {
    matches!(action, Action::Knock(..) | Action::Gin(..))
}

/// Whether three cards are three of a kind or neighbours in a suit.
fn is_meld(a: Card, b: Card, c: Card) -> bool {
    let mut ranks = [a, b, c].map(|card| card.rank() as u8);
    ranks.sort_unstable();
    let [low, middle, high] = ranks;
    let of_suit = a.suit() == b.suit() && b.suit() == c.suit();
    let of_rank = low == high && a != b && b != c && a != c;
    of_rank || of_suit && low + 1 == middle && middle + 1 == high
}
