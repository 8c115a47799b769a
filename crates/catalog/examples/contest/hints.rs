//! Bot that plays hints.

use bots::{Effort, appraise};
use cards::{BySeat, Rng, Seat, Side};
use catalog::hint_effort;
use engine::{Bot, Game, Observation};

/// Returns the bot that plays the first action of each hint: `hint`, or `hint:1000` with another number of
/// determinizations.
pub(crate) fn bot<G: Game>(name: &str, sides: &BySeat<Side>) -> Option<Box<dyn Bot<G>>> {
    let effort = match name.split_once(':') {
        None if name == "hint" => hint_effort(None),
        Some(("hint", determinizations)) => {
            Effort { determinizations: determinizations.parse().ok()?, limit: None }
        }
        _ => return None,
    };
    Some(Box::new(Hint { effort, sides: *sides }))
}

struct Hint {
    effort: Effort,
    sides: BySeat<Side>,
}

impl<G: Game> Bot<G> for Hint {
    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action {
        match seen.legal[..] {
            [only] => only,
            _ => appraise(seen, seat, &self.sides, None, &self.effort, rng)[0].action,
        }
    }
}
