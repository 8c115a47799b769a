//! The game's own rules of thumb, as a bot.

use super::policy::PlayerKnowledge;
use super::search::SmallState;
use super::{Action, GinRummy};
use bots::Ismcts;
use cards::{Rng, Seat};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<GinRummy>>> {
    match name {
        "greedy" => Some(Box::new(Greedy)),
        _ => Ismcts::<SmallState>::named(name),
    }
}

/// Takes what it can meld, keeps what is near to a meld, does not feed the other, and knocks in its first turns or plays on for gin.
struct Greedy;

impl Bot<GinRummy> for Greedy {
    fn choose(&mut self, seen: &Observation<GinRummy>, seat: Seat, _rng: &mut Rng) -> Action {
        PlayerKnowledge::of_view(&seen.view, seat).choose().action()
    }
}
