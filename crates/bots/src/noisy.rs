//! Bot that overlooks some of its legal actions, like a beginner.

use cards::{Rng, Seat};
use engine::{Bot, Game, Observation, Stop};
use std::time::Duration;

/// Bot that sees only a random part of its legal actions and chooses the best of those.
pub struct Noisy<G: Game> {
    bot: Box<dyn Bot<G>>,
    /// Probability of overlooking an action, in percent.
    overlook_percent: u8,
}

impl<G: Game> Noisy<G> {
    /// Wraps `bot` so that it overlooks each legal action with a probability of `overlook_percent`
    /// percent.
    #[must_use]
    pub fn new(bot: Box<dyn Bot<G>>, overlook_percent: u8) -> Self {
        Self { bot, overlook_percent }
    }

    /// Parses `noisy:30`: `bot` with 30 % of its actions overlook_percent. Returns `None` for any other
    /// name. The older spelling `careless:30` is read too.
    #[must_use]
    pub fn named(name: &str, bot: Box<dyn Bot<G>>) -> Option<Box<dyn Bot<G>>> {
        let part = name.strip_prefix("noisy:").or_else(|| name.strip_prefix("careless:"))?.parse().ok()?;
        (1..=99).contains(&part).then(|| Box::new(Self::new(bot, part)) as Box<dyn Bot<G>>)
    }
}

impl<G: Game> Bot<G> for Noisy<G> {
    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action {
        let kept = |_: &G::Action| rng.below(100) >= usize::from(self.overlook_percent);
        let mut noticed: Vec<G::Action> = seen.legal.iter().copied().filter(kept).collect();
        if noticed.is_empty() {
            noticed.push(rng.pick(&seen.legal));
        }
        let noticed = Observation { view: seen.view.clone(), actors: seen.actors, legal: noticed };
        let chosen = self.bot.choose(&noticed, seat, rng);
        // A bot that ignores the list of legal actions may choose an overlook_percent one.
        if noticed.legal.contains(&chosen) { chosen } else { rng.pick(&noticed.legal) }
    }

    fn reaction(&mut self, rng: &mut Rng) -> Duration {
        self.bot.reaction(rng)
    }

    fn expected_time(&self) -> Duration {
        self.bot.expected_time()
    }

    fn set_deadline(&mut self, max: Duration) {
        self.bot.set_deadline(max);
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.bot.set_stop(stop);
    }
}
