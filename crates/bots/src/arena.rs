//! Bots against bots: the same decks with the seats swapped, on all cores, with confidence intervals.

use crate::reactions::Reactions;
use cards::{BySeat, Rng, Seat, Seed};
use engine::{Bot, Game, Match, Outcome, Phase, Ruleset, Setup, UnknownBot, shuffled_deck};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    /// Mean points a round, and half the width of the 95 % confidence interval; none from a single deck.
    pub points: (f64, Option<f64>),
    /// Share of rounds won (a round shared by n winners counts 1/n for each), with its interval.
    pub wins: (f64, Option<f64>),
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

/// Sums over groups of rounds with the same deck. Integers, so that the order of adding does not matter: points are
/// whole, and wins are counted in parts of [`SHARES`].
#[derive(Clone, Default)]
struct Sums {
    groups: u64,
    points: Vec<(i128, i128)>,
    wins: Vec<(i128, i128)>,
}

/// Divisible by every number of winners up to nine.
const SHARES: i128 = 2520;

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
    let seats = u64::from(setup.options.seats());
    let groups = contest.rounds.div_ceil(seats).max(1);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    let work = || {
        let mut bots: Vec<Box<dyn Bot<G>>> = contest.bots.iter().filter_map(|name| make(name).ok()).collect();
        let mut sums = Sums::default();
        let mut last_report = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            let group = next.fetch_add(1, Ordering::Relaxed);
            if group >= groups {
                break;
            }
            sums.add(&play_group::<G>(setup, contest, &mut bots, group));
            let rounds = done.fetch_add(seats, Ordering::Relaxed) + seats;
            if last_report.elapsed() > Duration::from_millis(100) {
                last_report = Instant::now();
                progress(rounds);
            }
        }
        sums
    };
    let sums = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..contest.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("a bot panicked"));
        joined.fold(Sums::default(), |sums, more| sums.merge(&more))
    });
    progress(done.load(Ordering::Relaxed));
    let score = |index: usize| Score {
        bot: contest.bots[index].clone(),
        points: sums.interval(&sums.points, index, seats as f64),
        wins: sums.interval(&sums.wins, index, seats as f64 * SHARES as f64),
    };
    let scores = (0..contest.bots.len()).map(score).collect();
    Ok(Report { scores, rounds: sums.groups * seats, seconds: begun.elapsed().as_secs_f64() })
}

/// One deck (or row of decks) played once from every seat; the points and wins of each bot.
fn play_group<G: Game>(
    setup: &Setup<G::Options>,
    contest: &Contest,
    bots: &mut [Box<dyn Bot<G>>],
    group: u64,
) -> Vec<(i128, i128)> {
    let seats = setup.options.seats();
    let mut scores = vec![(0, 0); bots.len()];
    for turn in 0..seats {
        let mut rng =
            Rng::from_number(contest.seed ^ group.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(turn));
        let bot_at = |seat: Seat| (seat.index() + usize::from(turn)) % bots.len();
        let indices = BySeat::new(seats, bot_at);
        let seed = Seed::from_number(contest.seed);
        let (points, winners) = if contest.matches {
            play_match::<G>(setup, &seed, group, &indices, bots, &mut rng)
        } else {
            let deck = shuffled_deck::<G>(&setup.options, &seed, group);
            play_deal::<G>(setup, &deck, group, &indices, bots, &mut rng)
        };
        let shares = SHARES / winners.len().max(1) as i128;
        for (seat, bot) in indices.iter() {
            scores[bot].0 += i128::from(points[seat]);
            scores[bot].1 += if winners.contains(&seat) { shares } else { 0 };
        }
    }
    scores
}

fn play_deal<G: Game>(
    setup: &Setup<G::Options>,
    deck: &[G::Card],
    group: u64,
    indices: &BySeat<usize>,
    bots: &mut [Box<dyn Bot<G>>],
    rng: &mut Rng,
) -> (BySeat<i32>, Vec<Seat>) {
    let seats = setup.options.seats();
    let dealer = Seat::new((group % u64::from(seats)) as u8);
    let mut state = G::deal(&setup.options, &G::initial_standing(&setup.options, dealer), deck, &mut drop);
    let mut reactions = Reactions::new(seats);
    let outcome: Outcome = loop {
        crate::playout::shuffle_if_due::<G>(&mut state, rng);
        let Some((seat, action)) = reactions.next::<G>(&state, indices, bots, rng) else {
            break G::outcome(&state).expect("nobody may act, so it is over");
        };
        G::apply(&mut state, seat, action, &mut drop);
    };
    let best = outcome.points.as_slice().iter().max().copied();
    let winners =
        outcome.points.iter().filter(|(_, points)| Some(*points) == best).map(|(seat, _)| seat).collect();
    (outcome.points, winners)
}

fn play_match<G: Game>(
    setup: &Setup<G::Options>,
    seed: &Seed,
    group: u64,
    indices: &BySeat<usize>,
    bots: &mut [Box<dyn Bot<G>>],
    rng: &mut Rng,
) -> (BySeat<i32>, Vec<Seat>) {
    let dealer = Seat::new((group % u64::from(setup.options.seats())) as u8);
    let mut game = Match::<G>::new(setup.clone(), dealer).expect("the dealer is at the table");
    let mut reactions = Reactions::new(setup.options.seats());
    loop {
        match game.phase() {
            Phase::Over(winners) => return (game.totals(), winners.iter().collect()),
            Phase::Between => {
                // A match has its own row of decks: no deal of another match comes again.
                let n = group << 20 | game.results().len() as u64;
                let deck = shuffled_deck::<G>(&setup.options, seed, n);
                game.deal(&deck, &mut drop).expect("a complete deck, between deals");
                reactions = Reactions::new(setup.options.seats());
            }
            Phase::Playing => {
                if let Some(mut order) = game.shuffle_due() {
                    rng.shuffle(&mut order);
                    game.shuffle(&order, &mut drop).expect("these cards are due");
                    continue;
                }
                let state = game.state().expect("a deal is being played");
                let (seat, action) =
                    reactions.next::<G>(state, indices, bots, rng).expect("somebody may act");
                game.check(seat, action).expect("bots choose legal actions").play(&mut drop);
            }
        }
    }
}

impl Sums {
    fn add(&mut self, scores: &[(i128, i128)]) {
        self.points.resize(scores.len(), (0, 0));
        self.wins.resize(scores.len(), (0, 0));
        self.groups += 1;
        for (index, (points, wins)) in scores.iter().enumerate() {
            self.points[index].0 += points;
            self.points[index].1 += points * points;
            self.wins[index].0 += wins;
            self.wins[index].1 += wins * wins;
        }
    }

    fn merge(mut self, other: &Self) -> Self {
        let add = |left: &mut Vec<(i128, i128)>, right: &[(i128, i128)]| {
            left.resize(left.len().max(right.len()), (0, 0));
            for (left, right) in left.iter_mut().zip(right) {
                *left = (left.0 + right.0, left.1 + right.1);
            }
        };
        add(&mut self.points, &other.points);
        add(&mut self.wins, &other.wins);
        self.groups += other.groups;
        self
    }

    /// Mean and half the 95 % interval of a figure in units of 1/`unit`. Rounds with the same deck are not
    /// independent, so what is counted is groups.
    fn interval(&self, sums: &[(i128, i128)], index: usize, unit: f64) -> (f64, Option<f64>) {
        let (sum, squares) = sums.get(index).copied().unwrap_or_default();
        let n = self.groups.max(1) as f64;
        let mean = sum as f64 / n;
        let half_width = || {
            let variance = (squares as f64 / n - mean * mean).max(0.0) / (n - 1.0);
            1.96 * variance.sqrt() / unit
        };
        (mean / unit, (self.groups > 1).then(half_width))
    }
}
