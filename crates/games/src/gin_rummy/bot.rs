//! The game's own rules of thumb, as a bot.

use super::policy::PlayerKnowledge;
use super::{Action, GinRummy};
use cards::{Rng, Seat};
use engine::{Bot, Observation};

pub(super) const BOTS: &[&str] = &["greedy"];

pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<GinRummy>>> {
    (name == "greedy").then(|| Box::new(Greedy) as Box<dyn Bot<GinRummy>>)
}

/// Takes what it can meld, keeps what is near to a meld, does not feed the other, and knocks early.
struct Greedy;

impl Bot<GinRummy> for Greedy {
    fn choose(&mut self, seen: &Observation<GinRummy>, seat: Seat, _rng: &mut Rng) -> Action {
        PlayerKnowledge::of_view(&seen.view, seat).choose()
    }
}
