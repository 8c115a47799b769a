//! Bot that plays any legal action.

use cards::{Rng, Seat};
use engine::{Bot, Game, Observation};

/// Bot that chooses uniformly among its legal actions.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, seen: &Observation<G>, _seat: Seat, rng: &mut Rng) -> G::Action {
        rng.pick(&seen.legal)
    }
}
