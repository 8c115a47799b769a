//! The game's own bots: one that bids by the system and plays by rules of thumb, one that looks further.

use super::bidding::{Hand, Reading};
use super::expert::Expert;
use super::{Action, Bridge, View, direction, thumb};
use cards::{Rng, Seat};
use dds::{Direction, Vulnerability};
use engine::{Bot, Budget, Observation};
use std::sync::Arc;

pub(super) const BOTS: &[&str] = &["greedy", "expert"];

/// Knows `greedy`, `expert`, and `expert` with a budget after it: `expert:500ms`, `expert:40` layouts.
pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Bridge>>> {
    match name.split_once(':') {
        None if name == "greedy" => Some(Box::new(Greedy)),
        None if name == "expert" => Some(Box::new(Expert::default())),
        Some(("expert", budget)) => Budget::read(budget).map(|budget| Box::new(Expert::new(budget)) as _),
        _ => None,
    }
}

/// Bids by the system, plays by rules of thumb, and believes no claim but of nothing.
struct Greedy;

impl Bot<Bridge> for Greedy {
    fn choose(&mut self, seen: &Observation<Bridge>, seat: Seat, _rng: &mut Rng) -> Action {
        let view = &seen.view;
        let wish = match &view.play {
            None => Some(call(view, direction(seat))),
            Some(play) => match view.claim {
                Some(claim) if claim.tricks == 0 => Some(Action::Accept),
                Some(_) => Some(Action::Refuse),
                None => thumb::card(view, play).map(Action::Play),
            },
        };
        wish.filter(|wish| seen.legal.contains(wish)).unwrap_or(seen.legal[0])
    }
}

/// The call of the system.
pub(super) fn call(view: &View, me: Direction) -> Action {
    let hand = Hand::new(view.hands[me as usize].known());
    Action::Call(reading(view).choose(&hand))
}

/// The auction, understood.
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
