//! The bot that overlooks things, as people do who are new to a game.

use cards::{Rng, Seat};
use engine::{Bot, Game, Observation, Stop};
use std::time::Duration;

/// A bot that does not see everything it could do: of what it sees it does the best.
pub struct Careless<G: Game> {
    bot: Box<dyn Bot<G>>,
    /// In a hundred.
    overlooked: u8,
}

impl<G: Game> Careless<G> {
    /// As `bot` plays, if it overlooked so many of a hundred things it could do.
    #[must_use]
    pub fn new(bot: Box<dyn Bot<G>>, overlooked: u8) -> Self {
        Self { bot, overlooked }
    }

    /// The bot of this name, playing as `bot` else: `careless:30` overlooks 30 of a hundred.
    #[must_use]
    pub fn named(name: &str, bot: Box<dyn Bot<G>>) -> Option<Box<dyn Bot<G>>> {
        let part = name.strip_prefix("careless:")?.parse().ok()?;
        (1..=99).contains(&part).then(|| Box::new(Self::new(bot, part)) as Box<dyn Bot<G>>)
    }
}

impl<G: Game> Bot<G> for Careless<G> {
    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action {
        let kept = |_: &G::Action| rng.below(100) >= usize::from(self.overlooked);
        let mut noticed: Vec<G::Action> = seen.legal.iter().copied().filter(kept).collect();
        if noticed.is_empty() {
            noticed.push(rng.pick(&seen.legal));
        }
        let noticed = Observation { view: seen.view.clone(), actors: seen.actors, legal: noticed };
        let chosen = self.bot.choose(&noticed, seat, rng);
        // A bot that does not look at the list of what it may do is told so.
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
