//! Matches between bots: mirrored decks with the seats swapped, on all cores, with confidence
//! intervals.
//!
//! * [`run`]: one table with a bot in every seat, for a number of rounds.
//! * [`tournament`]: pairs of bots, as a ladder or round robin, until the results are precise
//!   enough.
//! * [`ratings`]: Elo ratings from the results of pairs.

mod rating;
mod rounds;
mod sprt;
mod sums;
mod table;
mod tournament;

pub use rating::{Meeting, ratings};
pub use sprt::{Sprt, SprtResult};
pub(crate) use sums::Thinking;
pub use tournament::{
    Course, Ending, Entrant, Limits, Pairing, Progress, Saved, Schedule, Standings, Tournament,
    TournamentError, tournament, tournament_on,
};

use engine::{Bot, Game, Setup, UnknownBot};
use rounds::{GameRounds, Rounds};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use table::Table;

/// Mean and half-width of its 95 % confidence interval. The half-width is `None` after a single
/// deck.
pub type Estimate = (f64, Option<f64>);

/// Configuration of a contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Bot names, one for each seat. The bots rotate through the seats from deal to deal.
    pub bots: Vec<String>,
    /// Number of deals, or of matches if `matches` is set.
    pub rounds: u64,
    /// Whether a round is a whole match instead of one deal.
    pub matches: bool,
    /// Seed of the decks and of the bots' RNGs.
    pub seed: u64,
    /// Number of worker threads. The result does not depend on it.
    pub threads: usize,
}

/// Result of one bot in a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// Name of the bot.
    pub bot: String,
    /// Points of the bot per round (a deal or a match).
    pub points: Estimate,
    /// Share of the rounds that the bot won. A round shared by n winners counts 1/n for each.
    pub wins: Estimate,
}

/// Result of a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// One score for each bot, in the order given.
    pub scores: Vec<Score>,
    /// Rounds played: a multiple of the number of seats, since every deck is played from every
    /// seat.
    pub rounds: u64,
    /// Duration in seconds. This is the only field that differs between two runs.
    pub seconds: f64,
}

/// Plays a contest. `progress` receives the number of finished rounds from time to time; `stop`
/// ends it early.
///
/// # Errors
///
/// Returns [`UnknownBot`] if a bot name is unknown.
pub fn run<G: Game>(
    setup: &Setup<G::Options>,
    contest: &Contest,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Report, UnknownBot> {
    run_with::<G>(setup, contest, crate::bot::<G>, progress, stop)
}

/// Plays a contest between bots that `make` creates from their names. Use it for bots from outside
/// the game.
///
/// # Errors
///
/// Returns [`UnknownBot`] if `make` does not know a bot name.
pub fn run_with<G: Game>(
    setup: &Setup<G::Options>,
    contest: &Contest,
    make: impl Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Report, UnknownBot> {
    play(&GameRounds::<G> { setup, make: &make, decks: &[] }, contest, progress, stop)
}

fn play(
    rounds: &dyn Rounds,
    contest: &Contest,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Report, UnknownBot> {
    contest.bots.iter().try_for_each(|name| rounds.check_bot(name))?;
    let names: Vec<&str> = contest.bots.iter().map(String::as_str).collect();
    let table = Table {
        rounds,
        bots: &names,
        matches: contest.matches,
        seed: contest.seed,
        threads: contest.threads,
    };
    let groups = contest.rounds.div_ceil(table.rotations()).max(1);
    let begun = Instant::now();
    let sums = table.play(0..groups, &|| stop.load(Ordering::Relaxed), progress);
    let score = |(index, bot): (usize, &String)| Score {
        bot: bot.clone(),
        points: sums.points(index),
        wins: sums.wins(index),
    };
    let scores = contest.bots.iter().enumerate().map(score).collect();
    Ok(Report { scores, rounds: sums.rounds(), seconds: begun.elapsed().as_secs_f64() })
}
