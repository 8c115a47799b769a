//! What a bot is: a function of what its seat may see.

use crate::{Game, Setup};
use cards::{Rng, Seat, SeatSet, Viewer};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// All of a deal that reaches one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation<G: Game> {
    /// What this viewer knows.
    pub view: G::View,
    /// Who may act.
    pub actors: SeatSet,
    /// What this viewer may do, in no particular order.
    pub legal: Vec<G::Action>,
}

impl<G: Game> Observation<G> {
    /// What reaches `viewer`.
    #[must_use]
    pub fn new(state: &G::State, viewer: Viewer) -> Self {
        let mut legal = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            G::legal_actions(state, seat, &mut legal);
        }
        Self { view: G::view(state, viewer), actors: G::actors(state), legal }
    }
}

/// Where a bot sits, and how far the match is: everybody at a table knows it, and a view does not say it.
#[derive(Debug)]
pub struct AtTable<'a, G: Game> {
    /// The rules.
    pub setup: &'a Setup<G::Options>,
    /// The score before this deal.
    pub standing: &'a G::Standing,
    /// Which deal of the match, from 0.
    pub deal: usize,
    /// How many deals and entries led here.
    pub version: usize,
    /// Which round of a contest: another number, another match or another single deal.
    pub round: u64,
}

/// Somebody who plays. It is given an [`Observation`] and nothing else, so a bot that peeks does not compile.
pub trait Bot<G: Game>: Send {
    /// One of `seen.legal`, of which there is at least one, for `seat`.
    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action;

    /// Hears where it sits before it chooses. A bot that plays from its view alone need not listen.
    fn sit(&mut self, _at: &AtTable<'_, G>, _seat: Seat) {}

    /// Whether it could not play the last round by itself, which is lost then; asked once after each. Only a bot that is a program of
    /// its own can fail.
    fn take_failure(&mut self) -> bool {
        false
    }

    /// What its actions are worth, best first, from a bot that has a better way to find out than playing on by rules of thumb; from
    /// others nothing. It may answer with one action alone, which it would choose.
    fn appraise(&mut self, _seen: &Observation<G>, _seat: Seat, _rng: &mut Rng) -> Vec<Appraisal<G::Action>> {
        Vec::new()
    }

    /// How long after it has seen something it acts on it. Only a race asks: in turns the house keeps the time.
    fn reaction(&mut self, rng: &mut Rng) -> Duration {
        // Whoever was not made for races takes about a second.
        Duration::from_millis(750 + rng.below(500) as u64)
    }

    /// About how long it thinks about one action, so that others know who is quick.
    fn expected_time(&self) -> Duration {
        Duration::ZERO
    }

    /// From now on it thinks no longer than this about one action, whatever it was told before. A bot that is quick
    /// anyway need not listen.
    fn set_deadline(&mut self, _most: Duration) {}

    /// From now on it thinks no longer than until it is told to stop, and then answers whatever it has. A bot that is quick
    /// anyway need not listen.
    fn set_stop(&mut self, _stop: &Stop) {}
}

/// What somebody who looks ahead makes of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<A> {
    /// The action.
    pub action: A,
    /// What it is worth; nothing where that was not counted.
    pub worth: Option<Worth>,
}

/// What an action is worth to the seat that may do it.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// How many points more than the others the seat can expect of the deal: than their mean, where they are several.
    pub lead: f64,
    /// The standard error of how far it is behind the best action; 0 for that one, and where all worlds were looked at.
    pub error: f64,
    /// How the lead comes about, by the category of the counting that [`ScoreLine`](crate::ScoreLine) has, in its order.
    pub lines: Vec<(&'static str, f64)>,
}

/// Tells whoever thinks that nobody wants to know any more. All copies tell the same.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody wants to know any more.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was said.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How well a bot plays: a name for people, and the bot that plays so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name: `beginner`. No bot has it.
    pub name: &'static str,
    /// The name of the bot: `ismcts:1000`.
    pub bot: &'static str,
}

impl Level {
    /// A name for a bot.
    #[must_use]
    pub const fn new(name: &'static str, bot: &'static str) -> Self {
        Self { name, bot }
    }
}

/// How long a bot may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Budget {
    /// So many worlds: the same answer on every machine.
    Iterations(u32),
    /// So long: as strong as the machine is fast.
    Time(Duration),
}

impl Budget {
    /// The most a bot may be told to think about one action.
    const MAX_TIME: Duration = Duration::from_secs(60);
    const MAX_ITERATIONS: u32 = 1_000_000;

    /// Reads what stands after the name of a bot: `20ms`, `2s`, `1000` (worlds). At most a minute or a million worlds.
    ///
    /// ```
    /// use engine::Budget;
    /// use std::time::Duration;
    /// assert_eq!(Budget::read("20ms"), Some(Budget::Time(Duration::from_millis(20))));
    /// assert_eq!(Budget::read("1000"), Some(Budget::Iterations(1000)));
    /// assert_eq!(Budget::read("an hour"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let within = |time: Duration| (time <= Self::MAX_TIME && !time.is_zero()).then_some(Self::Time(time));
        if let Some(number) = text.strip_suffix("ms") {
            return number.parse().ok().map(Duration::from_millis).and_then(within);
        }
        if let Some(number) = text.strip_suffix('s') {
            return number.parse().ok().map(Duration::from_secs).and_then(within);
        }
        let worlds = text.parse().ok().filter(|worlds| (1..=Self::MAX_ITERATIONS).contains(worlds))?;
        Some(Self::Iterations(worlds))
    }
}

/// A bot that does not play here.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownBot {
    /// Nobody knows it.
    #[error("there is no bot “{name}”: write {known}{}", if *.searches { BUDGETS } else { "" })]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is, as words.
        known: String,
        /// Whether one of them is to be told how long it may think.
        searches: bool,
    },
    /// It searches among turns, and in a race there are none.
    #[error("ismcts does not play this game: it thinks in turns, and here there are none; write {known}")]
    NoTurns {
        /// What there is, as words.
        known: String,
    },
}

const BUDGETS: &str = ", and after ismcts how long it may think, like ismcts:20ms or ismcts:1000";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_nonsense_is_not() {
        assert_eq!(Budget::read("20ms"), Some(Budget::Time(Duration::from_millis(20))));
        assert_eq!(Budget::read("2s"), Some(Budget::Time(Duration::from_secs(2))));
        assert_eq!(Budget::read("1000"), Some(Budget::Iterations(1000)));
        for nonsense in
            ["", "0", "0ms", "-1", "ms", "61s", "1000001", "1.5s", "5 ms", "99999999999999999999s"]
        {
            assert_eq!(Budget::read(nonsense), None, "{nonsense}");
        }
    }
}
