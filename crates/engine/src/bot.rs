//! Bots: functions of what their seat may see.

use crate::{Game, Setup};
use cards::{Rng, Seat, SeatSet, Viewer};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Everything a viewer receives of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation<G: Game> {
    /// View of the deal.
    pub view: G::View,
    /// Seats that may act.
    pub actors: SeatSet,
    /// Legal actions of this viewer, in no particular order.
    pub legal: Vec<G::Action>,
}

impl<G: Game> Observation<G> {
    /// Creates the observation of `viewer`.
    #[must_use]
    pub fn new(state: &G::State, viewer: Viewer) -> Self {
        let mut legal = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            G::legal_actions(state, seat, &mut legal);
        }
        Self { view: G::view(state, viewer), actors: G::actors(state), legal }
    }
}

/// A bot's place at the table and the progress of the match. All players know this, but it is not
/// part of a view.
#[derive(Debug)]
pub struct AtTable<'a, G: Game> {
    /// Rules of the match.
    pub setup: &'a Setup<G::Options>,
    /// Score before this deal.
    pub standing: &'a G::Standing,
    /// Index of the deal in the match, from 0.
    pub deal: usize,
    /// Version of the match: the number of deals and entries so far.
    pub version: usize,
    /// Round of a contest: a deal or a match. A different number means another match or another single
    /// deal.
    pub round: u64,
}

/// Player program. It receives an [`Observation`] and nothing else, so a bot that reads hidden
/// cards does not compile.
pub trait Bot<G: Game>: Send {
    /// Chooses one of `seen.legal` for `seat`. The list is not empty.
    fn choose(&mut self, seen: &Observation<G>, seat: Seat, rng: &mut Rng) -> G::Action;

    /// Receives the bot's seat and the state of the match before each choice. A bot that plays from its
    /// view alone can ignore it.
    fn sit(&mut self, _at: &AtTable<'_, G>, _seat: Seat) {}

    /// Returns whether the bot failed to play the last round by itself; the round then counts as
    /// lost.
    ///
    /// Called once after each round. Only an external program can fail.
    fn take_failure(&mut self) -> bool {
        false
    }

    /// Returns the bot's own estimate of its actions, best first, or nothing if it has no better
    /// method than playouts.
    ///
    /// The answer may hold only the action the bot would choose.
    fn appraise(&mut self, _seen: &Observation<G>, _seat: Seat, _rng: &mut Rng) -> Vec<Appraisal<G::Action>> {
        Vec::new()
    }

    /// Returns the reaction time in a race. In a game of turns the server sets the pace.
    fn reaction(&mut self, rng: &mut Rng) -> Duration {
        // About a second, for bots not made for races.
        Duration::from_millis(750 + rng.below(500) as u64)
    }

    /// Returns the approximate thinking time per action, so that fast bots can be asked first.
    fn expected_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Sets a time limit per action from now on, replacing any longer one. A fast bot can ignore
    /// it.
    fn set_deadline(&mut self, _most: Duration) {}

    /// Sets the cancellation flag. Once it is stopped, the bot answers at once. A fast bot can
    /// ignore it.
    fn set_stop(&mut self, _stop: &Stop) {}
}

/// Estimated value of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<A> {
    /// Action that was evaluated.
    pub action: A,
    /// The estimate, or `None` if it was not computed.
    pub worth: Option<Worth>,
}

/// Expected result of an action for the acting seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// Expected points of the deal minus the mean of the other sides.
    pub lead: f64,
    /// Standard error of the difference to the best action. It is 0 for the best action and for an
    /// exhaustive search.
    pub error: f64,
    /// Contributions to the lead by scoring category, in the order of
    /// [`ScoreLine`](crate::ScoreLine).
    pub lines: Vec<(&'static str, f64)>,
}

/// Cancellation flag, shared by all clones.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Cancels the work.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`stop`](Self::stop) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Playing strength with a name for players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Name, such as `beginner`. No bot has the same name.
    pub name: &'static str,
    /// Name of the bot, such as `ismcts:1000`.
    pub bot: &'static str,
}

impl Level {
    /// Creates a level from its name and the bot's name.
    #[must_use]
    pub const fn new(name: &'static str, bot: &'static str) -> Self {
        Self { name, bot }
    }
}

/// Limit on a bot's search per action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Budget {
    /// Number of determinizations. The result is the same on every machine.
    Iterations(u32),
    /// Time limit. The strength depends on the machine.
    Time(Duration),
}

impl Budget {
    /// Longest time limit per action that a bot accepts.
    const MAX_TIME: Duration = Duration::from_secs(60);
    const MAX_ITERATIONS: u32 = 1_000_000;

    /// Parses the budget in a bot's name: `20ms`, `2s` or `1000` (determinizations). The maximum is
    /// a minute or a million determinizations.
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
        let iterations = text.parse().ok().filter(|count| (1..=Self::MAX_ITERATIONS).contains(count))?;
        Some(Self::Iterations(iterations))
    }
}

/// Name of an unknown bot, or of one that does not suit the game.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownBot {
    /// No bot has this name.
    #[error("unknown bot “{name}”; use {known}{}", if *.searches { BUDGETS } else { "" })]
    Unknown {
        /// Name that was requested.
        name: String,
        /// The known names, separated by commas.
        known: String,
        /// Whether the game has a bot that needs a budget.
        searches: bool,
    },
    /// The search needs turns, and a race has none.
    #[error("ismcts can't play a game without turns; use {known}")]
    NoTurns {
        /// The known names, separated by commas.
        known: String,
    },
}

const BUDGETS: &str = "; ismcts needs a budget, such as ismcts:20ms or ismcts:1000";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_budgets_parse_and_invalid_ones_do_not() {
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
