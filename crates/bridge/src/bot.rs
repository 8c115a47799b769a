//! Bots of bridge: `heuristic` and `expert`.

use super::bidding::{Hand, Reading};
use super::expert::Expert;
use super::{Action, Bridge, View, direction, heuristics};
use bots::{FullState, Ismcts};
use cards::{Rng, Seat};
use dds::{Direction, Vulnerability};
use engine::{Bot, Budget, Observation};
use std::sync::Arc;

pub(super) const BOTS: &[&str] = &["heuristic", "expert"];

/// Returns the bot `heuristic` or `expert`. A budget may follow, in time or layouts:
/// `expert:500ms`, `expert:40`.
pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Bridge>>> {
    match name.split_once(':') {
        None if name == "heuristic" => Some(Box::new(Heuristic)),
        None if name == "expert" => Some(Box::new(Expert::default())),
        Some(("expert", budget)) => Budget::read(budget).map(|budget| Box::new(Expert::new(budget)) as _),
        _ => Ismcts::<FullState<Bridge>>::named(name),
    }
}

/// Bot that bids by the system, plays by heuristics, and accepts only claims of zero tricks.
struct Heuristic;

impl Bot<Bridge> for Heuristic {
    fn choose(&mut self, seen: &Observation<Bridge>, seat: Seat, _rng: &mut Rng) -> Action {
        let view = &seen.view;
        let wish = match &view.play {
            None => Some(call(view, direction(seat))),
            Some(play) => match view.claim {
                Some(claim) if claim.tricks == 0 => Some(Action::Accept),
                Some(_) => Some(Action::Refuse),
                None => heuristics::card(view, play).map(Action::Play),
            },
        };
        wish.filter(|wish| seen.legal.contains(wish)).unwrap_or(seen.legal[0])
    }
}

/// Returns the call of the system.
pub(super) fn call(view: &View, me: Direction) -> Action {
    let hand = Hand::new(view.hands[me as usize].known());
    Action::Call(reading(view).choose(&hand))
}

/// Returns the meanings of the auction's calls.
pub(super) fn reading(view: &View) -> Arc<Reading> {
    view.reading.of(&view.auction, vulnerability(view))
}

pub(super) fn vulnerability(view: &View) -> Vulnerability {
    match view.standing.vulnerable(&view.options) {
        [false, false] => Vulnerability::None,
        [true, false] => Vulnerability::NorthSouth,
        [false, true] => Vulnerability::EastWest,
        [true, true] => Vulnerability::Both,
    }
}
