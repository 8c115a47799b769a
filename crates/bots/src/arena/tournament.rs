//! Tournaments of pairs of bots, as a ladder or a round robin.

use super::Estimate;
use super::rating::{Meeting, ratings};
use super::rounds::{GameRounds, Rounds};
use super::sprt::{Sprt, SprtResult};
use super::sums::Sums;
use super::table::Table;
use engine::{Bot, Game, Setup, UnknownBot};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Scheme that decides which bots meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// A bot plays only against the next one in the list.
    Ladder,
    /// A bot plays against every other.
    RoundRobin,
}

/// End conditions of a tournament; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Deals, or matches, in each pairing.
    pub rounds: u64,
    /// Half-width of the 95 % interval of the win share at which a pairing is finished.
    pub within: Option<f64>,
    /// Test that ends a pairing when it accepts a hypothesis.
    pub sprt: Option<Sprt>,
    /// Time limit of the whole tournament.
    pub time: Option<Duration>,
}

/// Configuration of a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Bot names, at least two. The first one is the origin of the ratings.
    pub bots: Vec<String>,
    /// Scheme that decides which bots meet.
    pub schedule: Schedule,
    /// Conditions that end the tournament.
    pub limits: Limits,
    /// Whether a round is a whole match instead of one deal.
    pub matches: bool,
    /// Seed of the decks and of the bots' RNGs, the same in every pairing.
    pub seed: u64,
    /// Number of worker threads. Without a time limit the result does not depend on it.
    pub threads: usize,
}

/// Progress of a tournament.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Rounds played in all pairings.
    pub rounds: u64,
    /// Number of finished pairings.
    pub finished: usize,
    /// Number of all pairings of the tournament.
    pub pairings: usize,
    /// Widest half-width of a pairing's win share; `None` until every pairing has one.
    pub widest: Option<f64>,
}

/// Reason why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every pairing reached its number of rounds or its interval width.
    Complete,
    /// The tournament reached its time limit.
    Time,
    /// The tournament was stopped.
    Stopped,
}

/// Result of one bot in a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// Name of the bot.
    pub bot: String,
    /// Number of rounds that the bot played.
    pub rounds: u64,
    /// Elo rating relative to the first bot; `None` without results that connect the two.
    pub elo: Option<Estimate>,
    /// Points per round against all opponents.
    pub points: Estimate,
    /// Share of rounds won against all opponents.
    pub wins: Estimate,
    /// Number of actions that the bot chose.
    pub moves: u64,
    /// Mean thinking time per action.
    pub mean_time: Duration,
    /// Longest thinking time for one action.
    pub longest_time: Duration,
}

/// Result of two bots against each other, from the later one's point of view.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// Indices of the earlier and the later bot in the list.
    pub bots: [usize; 2],
    /// Number of rounds that the two bots played.
    pub rounds: u64,
    /// Points per round of the earlier and of the later bot.
    pub points: [Estimate; 2],
    /// Points per round of the bot later in the list, minus those of the earlier one.
    pub lead: Estimate,
    /// Share of rounds won by the later bot.
    pub wins: Estimate,
    /// State of the test, if there is one.
    pub sprt: Option<SprtResult>,
}

/// Result of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The bots, in the order given.
    pub entrants: Vec<Entrant>,
    /// The pairings, in the order played.
    pub pairings: Vec<Pairing>,
    /// Reason why the tournament ended.
    pub ending: Ending,
    /// Duration of the tournament in seconds.
    pub seconds: f64,
}

/// Mistake in the configuration of a tournament.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// A name in the list belongs to no bot.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// The list has fewer than two bots, or one of them twice.
    #[error("a tournament needs at least two different bots, each named once")]
    Field,
    /// The saved state is of another tournament.
    #[error("the saved state is of another tournament")]
    Saved,
    /// The hypotheses of the test are out of order, or an error rate is no probability below ½.
    #[error("a test needs a lower and a higher Elo, and error rates between 0 and 0.5")]
    Test,
    /// Two bots cannot share the seats evenly, each partnering itself.
    #[error(
        "two bots cannot share {seats} seats so that each partners itself; choose a game and seat count with pairs or two players"
    )]
    Seats {
        /// Number of seats.
        seats: u8,
    },
}

/// Decks a pairing plays between two looks at its test. The test may look at any time.
const TESTED_DECKS: u64 = 16;

/// Decks a pairing plays before the width of its interval is used.
const MIN_DECKS: u64 = 50;

/// Plays a tournament. `progress` receives reports from time to time; `stop` ends it early and
/// keeps the results so far.
///
/// The pairings are played in alternation, so that an early end leaves little missing from any of
/// them.
///
/// # Errors
///
/// Returns [`TournamentError`] if a bot is unknown or if the bots cannot meet in pairs.
pub fn tournament<G: Game>(
    setup: &Setup<G::Options>,
    tournament: &Tournament,
    make: impl Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync,
    progress: &(dyn Fn(&Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Standings, TournamentError> {
    tournament_on(setup, tournament, &Course::default(), make, progress, stop)
}

/// Decks of a tournament, and its state before and after a break.
pub struct Course<'a, C> {
    /// Decks of the deals, in order. A pairing ends after the last one. If empty, the seed decides the decks.
    pub decks: &'a [Vec<C>],
    /// State from which the tournament continues.
    pub saved: Option<&'a Saved>,
    /// Receives the state from time to time.
    pub save: &'a dyn Fn(&Saved),
}

impl<C> Default for Course<'_, C> {
    fn default() -> Self {
        Self { decks: &[], saved: None, save: &|_| {} }
    }
}

/// State of a tournament. A tournament that continues from it has the results of one without a break.
///
/// The state of a piece begins after some decks. Pieces can be played in any order and on several machines, because the
/// cards and the random numbers of a deck follow from the seed and the number of the deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    pairings: Vec<Sums>,
}

impl Saved {
    /// Creates the state of a piece that begins after the first `decks` decks. `seats` is the number of seats.
    #[must_use]
    pub fn after(decks: u64, tournament: &Tournament, seats: u8) -> Self {
        Self { pairings: pairs(tournament).iter().map(|_| Sums::after(decks, 2, seats)).collect() }
    }

    /// Adds the piece that begins where this state ends.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentError::Saved`] if the piece begins at another deck or is of another tournament.
    pub fn append(&mut self, piece: &Self) -> Result<(), TournamentError> {
        let fits =
            |(sums, next): (&Sums, &Sums)| sums.range().end == next.range().start && sums.is_like(next);
        if self.pairings.len() != piece.pairings.len() || !self.pairings.iter().zip(&piece.pairings).all(fits)
        {
            return Err(TournamentError::Saved);
        }
        self.pairings.iter_mut().zip(&piece.pairings).for_each(|(sums, next)| sums.merge(next));
        Ok(())
    }
}

/// Plays a tournament with fixed decks, or continues one. See [`tournament`].
///
/// # Errors
///
/// Returns [`TournamentError`] if a bot is unknown, if the bots cannot meet in pairs, or if the saved state is of another
/// tournament.
pub fn tournament_on<G: Game>(
    setup: &Setup<G::Options>,
    tournament: &Tournament,
    course: &Course<'_, G::Card>,
    make: impl Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync,
    progress: &(dyn Fn(&Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Standings, TournamentError> {
    let rounds = GameRounds::<G> { setup, make: &make, decks: course.decks };
    play(&rounds, tournament, (course.saved, course.save), progress, stop)
}

fn play(
    rounds: &dyn Rounds,
    tournament: &Tournament,
    (saved, save): (Option<&Saved>, &dyn Fn(&Saved)),
    progress: &(dyn Fn(&Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Standings, TournamentError> {
    check(rounds, tournament)?;
    let seats = rounds.seats();
    let begun = Instant::now();
    let is_late = || tournament.limits.time.is_some_and(|time| begun.elapsed() >= time);
    let mut played: Vec<PairingState> = pairs(tournament)
        .into_iter()
        .map(|bots| PairingState { bots, sums: Sums::new(2, seats), finished: false })
        .collect();
    let most = tournament.limits.rounds.div_ceil(2).max(1).min(rounds.fixed_decks().unwrap_or(u64::MAX));
    if let Some(saved) = saved {
        let is_of_these = |sums: &Sums| sums.is_of(2, seats);
        if saved.pairings.len() != played.len() || !saved.pairings.iter().all(is_of_these) {
            return Err(TournamentError::Saved);
        }
        for (pairing, sums) in played.iter_mut().zip(&saved.pairings) {
            pairing.sums.clone_from(sums);
            pairing.finished = pairing.is_over(most, &tournament.limits);
        }
    }
    let ended = || stop.load(Ordering::Relaxed) || is_late();
    while !ended() && played.iter().any(|pairing| !pairing.finished) {
        for at in (0..played.len()).filter(|at| !played[*at].finished).collect::<Vec<_>>() {
            let reporter = ProgressReporter::new(&played);
            let pairing = &mut played[at];
            let names = pairing.bots.map(|bot| tournament.bots[bot].as_str());
            let table = Table {
                rounds,
                bots: &names,
                matches: tournament.matches,
                seed: tournament.seed,
                threads: tournament.threads,
            };
            let (groups, Range { end, .. }) = (pairing.sums.groups(), pairing.sums.range());
            // Small batches, so that neither the other pairings nor the limit are overrun by much.
            let step = match tournament.limits.sprt {
                Some(_) => (groups / 16).max(TESTED_DECKS),
                None => (groups / 4).max(MIN_DECKS),
            };
            let next = end.saturating_add(step).min(most);
            let sums = table.play(end..next, &ended, &|rounds| progress(&reporter.after(rounds)));
            pairing.sums.merge(&sums);
            pairing.finished = pairing.is_over(most, &tournament.limits);
            // An interrupted batch lacks decks, so a tournament that continued from it would skip them.
            if pairing.sums.range().end == next {
                save(&Saved { pairings: played.iter().map(|pairing| pairing.sums.clone()).collect() });
            }
        }
    }
    progress(&ProgressReporter::new(&played).after(0));
    let ending = match () {
        () if played.iter().all(|pairing| pairing.finished) => Ending::Complete,
        () if stop.load(Ordering::Relaxed) => Ending::Stopped,
        () => Ending::Time,
    };
    Ok(standings(tournament, &played, seats, ending, begun.elapsed().as_secs_f64()))
}

fn check(rounds: &dyn Rounds, tournament: &Tournament) -> Result<(), TournamentError> {
    tournament.bots.iter().try_for_each(|name| rounds.check_bot(name))?;
    let different: BTreeSet<&String> = tournament.bots.iter().collect();
    if tournament.bots.len() < 2 || different.len() < tournament.bots.len() {
        return Err(TournamentError::Field);
    }
    if tournament.limits.sprt.is_some_and(|sprt| !sprt.is_valid()) {
        return Err(TournamentError::Test);
    }
    let (seats, sides) = (rounds.seats(), rounds.sides());
    let shared = sides.iter().all(|(seat, side)| {
        sides.iter().all(|(other, its)| its != side || other.index() % 2 == seat.index() % 2)
    });
    if seats % 2 == 0 && shared { Ok(()) } else { Err(TournamentError::Seats { seats }) }
}

/// Returns the pairs of bot indices that meet.
fn pairs(tournament: &Tournament) -> Vec<[usize; 2]> {
    let last = |first: usize| match tournament.schedule {
        Schedule::Ladder => (first + 2).min(tournament.bots.len()),
        Schedule::RoundRobin => tournament.bots.len(),
    };
    (0..tournament.bots.len())
        .flat_map(|first| (first + 1..last(first)).map(move |second| [first, second]))
        .collect()
}

/// State of a pairing.
struct PairingState {
    bots: [usize; 2],
    sums: Sums,
    finished: bool,
}

impl PairingState {
    fn is_over(&self, most: u64, limits: &Limits) -> bool {
        let groups = self.sums.groups();
        self.sums.range().end >= most || groups > 0 && self.is_known(limits)
    }

    fn is_known(&self, limits: &Limits) -> bool {
        let half_width = self.sums.wins(1).1;
        let is_precise = self.sums.groups() >= MIN_DECKS
            && limits.within.is_some_and(|within| half_width.is_some_and(|half_width| half_width <= within));
        is_precise || limits.sprt.is_some_and(|sprt| sprt.result(self.sums.outcomes()).accepted.is_some())
    }
}

/// Progress reporter of the pairing being played: the totals before it, and its own finished
/// rounds.
struct ProgressReporter {
    before: Progress,
    most: AtomicU64,
}

impl ProgressReporter {
    fn new(played: &[PairingState]) -> Self {
        let widths = played.iter().map(|pairing| pairing.sums.wins(1).1);
        let before = Progress {
            rounds: played.iter().map(|pairing| pairing.sums.rounds()).sum(),
            finished: played.iter().filter(|pairing| pairing.finished).count(),
            pairings: played.len(),
            widest: widths.collect::<Option<Vec<f64>>>().map(|widths| widths.into_iter().fold(0.0, f64::max)),
        };
        Self { before, most: AtomicU64::new(0) }
    }

    /// Returns the progress after `rounds` rounds. Threads report in any order, so it keeps the
    /// highest number seen.
    fn after(&self, rounds: u64) -> Progress {
        let most = self.most.fetch_max(rounds, Ordering::Relaxed).max(rounds);
        Progress { rounds: self.before.rounds + most, ..self.before }
    }
}

fn standings(
    tournament: &Tournament,
    played: &[PairingState],
    seats: u8,
    ending: Ending,
    seconds: f64,
) -> Standings {
    let meeting = |pairing: &PairingState| Meeting {
        bots: pairing.bots,
        rounds: pairing.sums.rounds(),
        wins: pairing.sums.wins(1),
    };
    let meetings: Vec<Meeting> = played.iter().map(meeting).collect();
    let elo = ratings(tournament.bots.len(), &meetings);
    let entrant = |(index, bot): (usize, &String)| {
        let tables = played.iter().filter_map(|pairing| {
            Some((&pairing.sums, pairing.bots.iter().position(|place| *place == index)?))
        });
        let sums = Sums::of_bot(tables, 2, seats);
        let thinking = sums.thinking(0);
        Entrant {
            bot: bot.clone(),
            rounds: sums.rounds(),
            elo: elo[index],
            points: sums.points(0),
            wins: sums.wins(0),
            moves: thinking.moves,
            mean_time: thinking.total.div_f64(thinking.moves.max(1) as f64),
            longest_time: thinking.longest,
        }
    };
    let pairing = |pairing: &PairingState| Pairing {
        bots: pairing.bots,
        rounds: pairing.sums.rounds(),
        points: [0, 1].map(|bot| pairing.sums.points(bot)),
        lead: pairing.sums.lead(1),
        wins: pairing.sums.wins(1),
        sprt: tournament.limits.sprt.map(|sprt| sprt.result(pairing.sums.outcomes())),
    };
    Standings {
        entrants: tournament.bots.iter().enumerate().map(entrant).collect(),
        pairings: played.iter().map(pairing).collect(),
        ending,
        seconds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_added_only_where_it_begins() {
        let limits = Limits { rounds: 8, within: None, sprt: None, time: None };
        let bots = ["a", "b", "c"].map(str::to_owned).to_vec();
        let schedule = Schedule::RoundRobin;
        let tournament = Tournament { bots, schedule, limits, matches: false, seed: 1, threads: 1 };
        let piece = |decks: Range<u64>| {
            let mut saved = Saved::after(decks.start, &tournament, 2);
            for sums in &mut saved.pairings {
                decks.clone().for_each(|_| sums.add(&[Default::default(); 2]));
            }
            saved
        };
        let mut all = piece(0..2);
        for wrong in [piece(0..2), piece(1..4), piece(3..4), Saved::after(2, &tournament, 4)] {
            assert_eq!(all.append(&wrong), Err(TournamentError::Saved));
        }
        let ladder = Tournament { schedule: Schedule::Ladder, ..tournament.clone() };
        assert_eq!(all.append(&Saved::after(2, &ladder, 2)), Err(TournamentError::Saved));
        assert_eq!(all, piece(0..2), "a refused piece changes nothing");
        all.append(&piece(2..3)).expect("it begins where the state ends");
        all.append(&piece(3..4)).expect("it begins where the state ends");
        assert_eq!(all, piece(0..4));
    }
}
