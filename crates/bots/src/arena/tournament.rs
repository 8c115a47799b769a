//! Pairs of bots, as a ladder or everybody against everybody.

use super::Estimate;
use super::rating::{Meeting, ratings};
use super::sums::Sums;
use super::table::Table;
use engine::{Bot, Game, Ruleset, Setup, UnknownBot};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Everybody the next one in the list.
    Ladder,
    /// Everybody everybody.
    RoundRobin,
}

/// When it is enough. Whichever comes first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// So many deals, or matches, in each pairing.
    pub rounds: u64,
    /// The share of wins of every pairing is known to within so much: half the width of its 95 % interval.
    pub within: Option<f64>,
    /// So long, for all of it.
    pub time: Option<Duration>,
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The bots, by name; at least two. The first is the one that ratings are counted from.
    pub bots: Vec<String>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// When it is enough.
    pub limits: Limits,
    /// Whether a round is a whole match, and not one deal.
    pub matches: bool,
    /// Where the decks and the bots' luck come from; in every pairing they are the same.
    pub seed: u64,
    /// How many cores to use. But for a limit of time the result is the same for any number.
    pub threads: usize,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Rounds played, of all pairings.
    pub rounds: u64,
    /// Pairings of which enough is known.
    pub finished: usize,
    /// All pairings.
    pub pairings: usize,
    /// The widest interval of the wins of a pairing, once all have begun.
    pub widest: Option<f64>,
}

/// Why a tournament is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every pairing has come to its limit.
    Complete,
    /// The time is up.
    Time,
    /// It was stopped.
    Stopped,
}

/// How one bot did.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// Its name.
    pub bot: String,
    /// Rounds it played.
    pub rounds: u64,
    /// Its Elo rating over the first bot; none when it met nobody.
    pub elo: Option<Estimate>,
    /// Points a round, against all it met.
    pub points: Estimate,
    /// Share of rounds won, against all it met.
    pub wins: Estimate,
    /// Actions it chose.
    pub moves: u64,
    /// How long it thought about one on the mean.
    pub mean_time: Duration,
    /// How long it thought about one at most.
    pub longest_time: Duration,
}

/// How two bots did against each other; the figures are those of the later one in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// The earlier and the later, by their places in the list.
    pub bots: [usize; 2],
    /// Rounds played.
    pub rounds: u64,
    /// Points a round of the earlier and of the later.
    pub points: [Estimate; 2],
    /// Points a round more than the earlier.
    pub lead: Estimate,
    /// Share of rounds won.
    pub wins: Estimate,
}

/// How a tournament went.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The bots, in the order given.
    pub entrants: Vec<Entrant>,
    /// The pairings, in the order played.
    pub pairings: Vec<Pairing>,
    /// Why it is over.
    pub ending: Ending,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A tournament that cannot be.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// One of them does not play here.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// Fewer than two, or one of them twice.
    #[error("a tournament is among two bots at least, and none of them twice")]
    Field,
    /// Two bots cannot share the seats evenly, each with its own partners.
    #[error(
        "pairs meet where two bots can share the seats, each with its own partners; {seats} are not such"
    )]
    Seats {
        /// How many there are.
        seats: u8,
    },
}

/// Decks a pairing plays before the width of its interval is believed.
const FEWEST: u64 = 50;

/// Plays a tournament. `progress` is told now and then how far it is; `stop` ends it early, and what is known by then is told.
///
/// The pairings go on side by side, so that little is missing from any when it is ended early.
///
/// # Errors
///
/// When there is no such bot, or they cannot meet two by two.
pub fn tournament<G: Game>(
    setup: &Setup<G::Options>,
    tournament: &Tournament,
    make: impl Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot> + Sync,
    progress: &(dyn Fn(&Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Standings, TournamentError> {
    check::<G>(setup, tournament, &make)?;
    let seats = setup.options.seats();
    let begun = Instant::now();
    let is_late = || tournament.limits.time.is_some_and(|time| begun.elapsed() >= time);
    let mut played: Vec<Played> = pairs(tournament)
        .into_iter()
        .map(|bots| Played { bots, sums: Sums::new(2, seats), finished: false })
        .collect();
    let ended = || stop.load(Ordering::Relaxed) || is_late();
    while !ended() && played.iter().any(|pairing| !pairing.finished) {
        for at in (0..played.len()).filter(|at| !played[*at].finished).collect::<Vec<_>>() {
            let told = Told::new(&played);
            let pairing = &mut played[at];
            let names = pairing.bots.map(|bot| tournament.bots[bot].as_str());
            let table = Table {
                setup,
                bots: &names,
                matches: tournament.matches,
                seed: tournament.seed,
                threads: tournament.threads,
                make: &make,
            };
            let most = tournament.limits.rounds.div_ceil(table.rotations()).max(1);
            let groups = pairing.sums.groups();
            // So few at a time that neither the other pairings nor the limit are overrun by much.
            let next = groups + (groups / 4).max(FEWEST);
            let sums = table.play(groups..next.min(most), &ended, &|rounds| progress(&told.after(rounds)));
            pairing.sums.merge(&sums);
            pairing.finished = pairing.sums.groups() >= most || pairing.is_known(tournament.limits.within);
        }
    }
    progress(&Told::new(&played).after(0));
    let ending = match () {
        () if played.iter().all(|pairing| pairing.finished) => Ending::Complete,
        () if stop.load(Ordering::Relaxed) => Ending::Stopped,
        () => Ending::Time,
    };
    Ok(standings(tournament, &played, seats, ending, begun.elapsed().as_secs_f64()))
}

fn check<G: Game>(
    setup: &Setup<G::Options>,
    tournament: &Tournament,
    make: &impl Fn(&str) -> Result<Box<dyn Bot<G>>, UnknownBot>,
) -> Result<(), TournamentError> {
    for name in &tournament.bots {
        make(name)?;
    }
    let different: BTreeSet<&String> = tournament.bots.iter().collect();
    if tournament.bots.len() < 2 || different.len() < tournament.bots.len() {
        return Err(TournamentError::Field);
    }
    let seats = setup.options.seats();
    let sides = G::sides(setup);
    let shared = sides.iter().all(|(seat, side)| {
        sides.iter().all(|(other, its)| its != side || other.index() % 2 == seat.index() % 2)
    });
    if seats % 2 == 0 && shared { Ok(()) } else { Err(TournamentError::Seats { seats }) }
}

/// Who meets whom, by their places in the list.
fn pairs(tournament: &Tournament) -> Vec<[usize; 2]> {
    let last = |first: usize| match tournament.schedule {
        Schedule::Ladder => (first + 2).min(tournament.bots.len()),
        Schedule::RoundRobin => tournament.bots.len(),
    };
    (0..tournament.bots.len())
        .flat_map(|first| (first + 1..last(first)).map(move |second| [first, second]))
        .collect()
}

/// A pairing, as far as it is.
struct Played {
    bots: [usize; 2],
    sums: Sums,
    finished: bool,
}

impl Played {
    fn is_known(&self, within: Option<f64>) -> bool {
        let half_width = self.sums.wins(1).1;
        self.sums.groups() >= FEWEST
            && within.is_some_and(|within| half_width.is_some_and(|half_width| half_width <= within))
    }
}

/// What is told while a pairing is played: all that was known before, and how far it is.
struct Told {
    before: Progress,
    most: AtomicU64,
}

impl Told {
    fn new(played: &[Played]) -> Self {
        let widths = played.iter().map(|pairing| pairing.sums.wins(1).1);
        let before = Progress {
            rounds: played.iter().map(|pairing| pairing.sums.rounds()).sum(),
            finished: played.iter().filter(|pairing| pairing.finished).count(),
            pairings: played.len(),
            widest: widths.collect::<Option<Vec<f64>>>().map(|widths| widths.into_iter().fold(0.0, f64::max)),
        };
        Self { before, most: AtomicU64::new(0) }
    }

    /// Threads report in any order; what is told does not go back.
    fn after(&self, rounds: u64) -> Progress {
        let most = self.most.fetch_max(rounds, Ordering::Relaxed).max(rounds);
        Progress { rounds: self.before.rounds + most, ..self.before }
    }
}

fn standings(
    tournament: &Tournament,
    played: &[Played],
    seats: u8,
    ending: Ending,
    seconds: f64,
) -> Standings {
    let meeting = |pairing: &Played| Meeting {
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
    let pairing = |pairing: &Played| Pairing {
        bots: pairing.bots,
        rounds: pairing.sums.rounds(),
        points: [0, 1].map(|bot| pairing.sums.points(bot)),
        lead: pairing.sums.lead(1),
        wins: pairing.sums.wins(1),
    };
    Standings {
        entrants: tournament.bots.iter().enumerate().map(entrant).collect(),
        pairings: played.iter().map(pairing).collect(),
        ending,
        seconds,
    }
}
