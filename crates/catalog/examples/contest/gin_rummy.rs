//! Reference bots of Gin Rummy, after published descriptions.

use super::best;
use cards::{Card, CardSet, Holding, Rng, Seat};
use engine::{Bot, Observation};
use games::gin_rummy::melds::Deadwood;
use games::gin_rummy::{Action, GinRummy, Phase};
use std::cmp::Reverse;

/// Returns a reference bot.
///
/// `simple` is the simple player of the EAAI 2021 challenge, as its authors describe it. It takes
/// the upcard only into a meld, discards the highest card, and knocks as soon as possible.
///
/// `patient` follows the winner of the challenge (Ahmed and others, “A heuristic evaluation
/// function for hand strength estimation in gin rummy”, AAAI-21). It takes the upcard only into a
/// meld. It weighs the deadwood after a discard against the savings of the best draws, which count
/// less from turn to turn. It knocks in its first turns, and later only goes gin.
pub(crate) fn reference(name: &str) -> Option<Box<dyn Bot<GinRummy>>> {
    let after_knock = bots::bot::<GinRummy>("heuristic").ok()?;
    match name {
        "simple" => Some(Box::new(Simple(after_knock))),
        "patient" => Some(Box::new(Patient(after_knock))),
        _ => None,
    }
}

/// Weight of a future draw against present deadwood in the first turn.
const FUTURE_WEIGHT: f64 = 3.0;
/// Decay of that weight per turn.
const FUTURE_DECAY: f64 = 0.9;
/// Number of best draws considered.
const BEST_DRAWS: usize = 7;
/// Cost of a discard near a card that the opponent collects, and near an unseen card.
const COLLECTED_COST: f64 = 1.0;
const UNSEEN_COST: f64 = 0.2;
/// Number of turns in which it knocks.
const KNOCKING_TURNS: u16 = 3;

/// The `simple` bot. After a knock it plays like `heuristic`.
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

/// The `patient` bot. After a knock it plays like `heuristic`.
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
                let future = FUTURE_WEIGHT * FUTURE_DECAY.powi(i32::from(turn));
                let live = CardSet::FULL - hand - gone - collected;
                let value = |action: &Action| match action {
                    Action::Gin(..) => f64::NEG_INFINITY,
                    Action::Knock(card, _) if turn < KNOCKING_TURNS => {
                        f64::from(deadwood.min(hand - CardSet::only(*card))) - 1000.0
                    }
                    Action::Discard(card) => {
                        let (given, unseen) = (near(*card) & collected, near(*card) & live);
                        strength(hand - CardSet::only(*card), live, future, deadwood)
                            + COLLECTED_COST * f64::from(given.len())
                            + UNSEEN_COST * f64::from(unseen.len())
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

/// Returns the least deadwood of a hand, reduced by the expected saving of a future draw.
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

/// Returns the cards that could form a meld with `card`.
fn near(card: Card) -> CardSet {
    let suit = CardSet::of_suit(card.suit());
    let beside = suit.iter().filter(|other| (other.rank() as u8).abs_diff(card.rank() as u8) <= 2);
    (CardSet::of_rank_of(card) | beside.collect()) - CardSet::only(card)
}

/// Takes the upcard only into a meld.
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

/// Whether three cards are of one rank or in sequence in one suit.
fn is_meld(a: Card, b: Card, c: Card) -> bool {
    let mut ranks = [a, b, c].map(|card| card.rank() as u8);
    ranks.sort_unstable();
    let [low, middle, high] = ranks;
    let of_suit = a.suit() == b.suit() && b.suit() == c.suit();
    let of_rank = low == high && a != b && b != c && a != c;
    of_rank || of_suit && low + 1 == middle && middle + 1 == high
}
