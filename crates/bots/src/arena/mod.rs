//! Bots against bots: the same decks with the seats swapped, on all cores, with confidence intervals.
//!
//! * [`run`]: one table at which every seat is given to a bot, and so many rounds.
//! * [`tournament`]: pairs of bots, as a ladder or everybody against everybody, until it is known well enough who is stronger.
//! * [`ratings`]: what the results of pairs come to on one scale.

mod rating;
mod sums;
mod table;
mod tournament;

pub use rating::{Meeting, ratings};
pub(crate) use sums::Thinking;
pub use tournament::{
    Ending, Entrant, Limits, Pairing, Progress, Schedule, Standings, Tournament, TournamentError, tournament,
};

use engine::{Bot, Game, Setup, UnknownBot};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use table::Table;

/// A mean, and half the width of its 95 % confidence interval; none from a single deck.
pub type Estimate = (f64, Option<f64>);

/// What is played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The bots, by name; one for each seat. They change seats from deal to deal.
    pub bots: Vec<String>,
    /// How many deals, or matches.
    pub rounds: u64,
    /// Whether a round is a whole match, and not one deal.
    pub matches: bool,
    /// Where the decks and the bots' luck come from.
    pub seed: u64,
    /// How many cores to use; the result is the same for any number.
    pub threads: usize,
}

/// How one bot did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// Its name.
    pub bot: String,
    /// Points a round.
    pub points: Estimate,
    /// Share of rounds won (a round shared by n winners counts 1/n for each).
    pub wins: Estimate,
}

/// How a contest went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// One score for each bot, in the order given.
    pub scores: Vec<Score>,
    /// Rounds played: a multiple of the number of seats, since every deck is played from every seat.
    pub rounds: u64,
    /// How long it took, in seconds; the only figure that is not the same every time.
    pub seconds: f64,
}

/// Plays a contest. `progress` is told now and then how many rounds are done; `stop` ends it early.
///
/// # Errors
///
/// When there is no such bot.
pub fn run<G: Game>(
    setup: &Setup<G::Options>,
    contest: &Contest,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Report, UnknownBot> {
    run_with::<G>(setup, contest, crate::bot::<G>, progress, stop)
}

/// Plays a contest among bots that `make` makes by their names: those of the house, and others to measure them by.
///
/// # Errors
///
/// When there is no such bot.
pub fn run_with<G: Game>(
    setup: &Setup<G::Options>,
    contest: &Contest,
    make: impl Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Report, UnknownBot> {
    for name in &contest.bots {
        make(name)?;
    }
    let names: Vec<&str> = contest.bots.iter().map(String::as_str).collect();
    let table = Table {
        setup,
        bots: &names,
        matches: contest.matches,
        seed: contest.seed,
        threads: contest.threads,
        make: &make,
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
