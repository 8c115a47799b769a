//! Bots of Gin Rummy.

use super::policy::PlayerKnowledge;
use super::search::SmallState;
use super::{Action, GinRummy};
use bots::Ismcts;
use cards::{Rng, Seat};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["heuristic"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<GinRummy>>> {
    match name {
        "heuristic" => Some(Box::new(Heuristic)),
        _ => Ismcts::<SmallState>::named(name),
    }
}

/// Bot that plays the heuristics of `policy.rs`.
struct Heuristic;

impl Bot<GinRummy> for Heuristic {
    fn choose(&mut self, seen: &Observation<GinRummy>, seat: Seat, _rng: &mut Rng) -> Action {
        PlayerKnowledge::of_view(&seen.view, seat).choose().action()
    }
}
