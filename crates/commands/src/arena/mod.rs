//! Tournaments that rate bots.

mod picture;
mod report;
mod state;

use super::interrupt::stopped_by_ctrl_c;
use super::programs::{Field, Programs};
use super::setup::{Rules, find_game};
use super::{Failure, print, status_line};
use bots::arena::{Course, Limits, Progress, Saved, Schedule, Sprt, Tournament};
use catalog::{Catalog, GameInfo};
use clap::Args;
use report::Report;
use state::State;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Rate bots against each other in a tournament.
///
/// Bots meet in pairs. Every deck is played once with each bot in each place, and all pairings play
/// the same decks. Ctrl-C ends the tournament and prints the results so far.
#[derive(Args)]
#[command(
    after_help = "Example:\n  parlour arena scopa --bots random,heuristic,ismcts:1000 --svg ratings.svg"
)]
pub(crate) struct Arena {
    /// Game, such as scopa.
    game: String,
    /// Bots, weakest first, such as random,heuristic,ismcts:1000, or a program such as exec:./bot
    /// (docs/bot-protocol.md). Elo ratings are relative to the first. Defaults to the game's
    /// levels.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// Let each bot meet only the next one in the list. By default, every pair meets.
    #[arg(long)]
    ladder: bool,
    /// Maximum deals per pairing. Defaults to 10,000, or to a million with --within, --sprt or
    /// --time.
    #[arg(long, conflicts_with = "matches", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    deals: Option<u64>,
    /// Maximum whole matches per pairing, instead of single deals.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    matches: Option<u64>,
    /// End a pairing when its win rate is known to ± this percentage, at 95 % confidence.
    #[arg(long, value_name = "PERCENT", value_parser = read_percent)]
    within: Option<f64>,
    /// End a pairing when a sequential test accepts one of two hypotheses: the Elo of the bot later in the list
    /// over the earlier one, such as 0,20.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "within", value_parser = read_hypotheses)]
    sprt: Option<[f64; 2]>,
    /// Probability that the test accepts ELO1 although ELO0 is true.
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt", value_parser = read_rate)]
    alpha: f64,
    /// Probability that the test accepts ELO0 although ELO1 is true.
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt", value_parser = read_rate)]
    beta: f64,
    /// Time limit of the tournament, such as 90s, 10m or 2h.
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// Number of seats, even. The two bots sit alternately.
    #[arg(long)]
    players: Option<u8>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    programs: Programs,
    /// Seed of the decks and of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads. Defaults to one per core.
    #[arg(long)]
    threads: Option<std::num::NonZeroUsize>,
    /// Play the decks of this file, one a line in the notation of records, instead of decks from the seed.
    #[arg(long, value_name = "FILE", conflicts_with = "matches")]
    decks: Option<PathBuf>,
    /// Continue the tournament that this file has, and save it there. A missing file begins one.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write a JSON report, described in docs/arena.md.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw the ratings as an SVG picture.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Arena {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let game = find_game(catalog, &self.game)?;
        let seats = self.players.or_else(|| game.info().seats.iter().copied().find(|seats| seats % 2 == 0));
        let setup = self.rules.setup(seats.unwrap_or(2));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let is_limited = self.within.is_some() || self.sprt.is_some() || self.time.is_some();
        let usual = if is_limited { 1_000_000 } else { 10_000 };
        let tournament = Tournament {
            bots: if self.bots.is_empty() { levels(&game.info()) } else { self.bots.clone() },
            schedule: if self.ladder { Schedule::Ladder } else { Schedule::RoundRobin },
            limits: Limits {
                rounds: self.matches.or(self.deals).unwrap_or(usual),
                within: self.within.map(|percent| percent / 100.0),
                sprt: self.sprt.map(|elo| Sprt { elo, alpha: self.alpha, beta: self.beta }),
                time: self.time,
            },
            matches: self.matches.is_some(),
            seed: self.seed,
            threads: self.threads.map_or(cores, usize::from).min(1024),
        };
        let stop = stopped_by_ctrl_c();
        let field = Field::new(&self.programs, &tournament.bots, game.id(), &stop)?;
        // Opened now, so that an unwritable file fails before the tournament rather than after it.
        let files = [&self.json, &self.svg].map(|path| path.as_deref().map(File::create).transpose());
        let [json, svg] = files;
        let (mut json, mut svg) = (json?, svg?);
        let decks = self.decks.as_deref().map(state::read_decks).transpose()?.unwrap_or_default();
        let (_, differing) = game.resolve(&setup)?;
        let command = report::Command {
            game,
            setup: &setup,
            differing: &differing,
            tournament: &tournament,
            decks: self.decks.as_deref(),
        };
        let state = self.resume.as_deref().map(|path| State::new(path, command.without_limits(), &decks));
        let saved = match &state {
            Some(state) => state.read()?,
            None => None,
        };
        let unsaved = Mutex::new(None);
        let save = |saved: &Saved| {
            if let Some(Err(failure)) = state.as_ref().map(|state| state.write(saved))
                && let Ok(mut unsaved) = unsaved.lock()
            {
                *unsaved = Some(failure);
                // Results that can't be saved are not worth hours.
                stop.store(true, Ordering::Relaxed);
            }
        };
        let course = Course { decks: &decks, saved: saved.as_ref(), save: &save };
        let reporter = Reporter::new(if tournament.matches { "matches" } else { "deals" });
        let guests = |name: &str| field.guest(name);
        let standings = game.tournament_on(
            &setup,
            &tournament,
            &course,
            &guests,
            &|progress| reporter.report(progress),
            &stop,
        )?;
        reporter.clear();
        let report = Report { command, standings: &standings, field: &field };
        print(&report.table())?;
        if let Some(file) = &mut json {
            file.write(&format!("{:#}\n", report.json()))?;
        }
        if let Some(file) = &mut svg {
            file.write(&picture::draw(&report))?;
        }
        field.check_log()?;
        if let Ok(Some(failure)) = unsaved.into_inner() {
            return Err(failure);
        }
        let has_none = report.total() == 0;
        if field.is_over() || has_none { Err(Failure::Printed) } else { Ok(()) }
    }
}

fn levels(game: &GameInfo) -> Vec<String> {
    game.bots.iter().map(|level| (*level).to_owned()).collect()
}

/// File written at the end.
struct File<'a>(&'a Path, std::fs::File);

impl<'a> File<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        // The old content stays until there is new content, because a tournament may be killed.
        let file = std::fs::OpenOptions::new().write(true).create(true).truncate(false).open(path);
        file.map(|file| Self(path, file)).map_err(|error| Self::failure(path, &error))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.1
            .set_len(0)
            .and_then(|()| self.1.write_all(text.as_bytes()))
            .map_err(|error| Self::failure(self.0, &error))
    }

    fn failure(path: &Path, error: &std::io::Error) -> Failure {
        Failure::Message(format!("{}: {error}", path.display()))
    }
}

/// Progress reports on standard error: an updated line on a terminal, and rare lines in a log.
struct Reporter {
    rounds: &'static str,
    begun: Instant,
    last: Mutex<Option<Instant>>,
    on_screen: bool,
}

/// Minimum time between two reports, on a terminal and in a log.
const SHOWN_EVERY: Duration = Duration::from_millis(100);
const LOGGED_EVERY: Duration = Duration::from_secs(30);

impl Reporter {
    fn new(rounds: &'static str) -> Self {
        Self {
            rounds,
            begun: Instant::now(),
            last: Mutex::new(None),
            on_screen: std::io::stderr().is_terminal(),
        }
    }

    fn report(&self, progress: &Progress) {
        let Ok(mut last) = self.last.lock() else { return };
        let every = if self.on_screen { SHOWN_EVERY } else { LOGGED_EVERY };
        // A short tournament reports nothing.
        if last.map_or(self.begun, |last| last).elapsed() < every {
            return;
        }
        *last = Some(Instant::now());
        let line = describe(progress, self.rounds, self.begun.elapsed());
        if self.on_screen {
            status_line::show(&line);
        } else {
            eprintln!("{line}");
        }
    }

    fn clear(&self) {
        if self.on_screen {
            status_line::clear();
        }
    }
}

fn describe(progress: &Progress, rounds: &str, time: Duration) -> String {
    let rate = progress.rounds as f64 / time.as_secs_f64().max(1e-9);
    let widest =
        progress.widest.map_or(String::new(), |widest| format!(", widest ± {:.1} %", 100.0 * widest));
    format!(
        "{} of {} pairings, {} {rounds}, {rate:.0} a second{widest}",
        progress.finished, progress.pairings, progress.rounds
    )
}

fn read_percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse().ok();
    number
        .filter(|percent| (0.01..=50.0).contains(percent))
        .ok_or_else(|| "expected a percentage from 0.01 to 50".into())
}

fn read_hypotheses(text: &str) -> Result<[f64; 2], String> {
    let numbers = text
        .split_once(',')
        .and_then(|(first, second)| Some([first.trim().parse().ok()?, second.trim().parse().ok()?]));
    numbers
        .filter(|[first, second]: &[f64; 2]| {
            first < second && first.abs() <= 2000.0 && second.abs() <= 2000.0
        })
        .ok_or_else(|| "expected a lower and a higher Elo, such as 0,20".into())
}

fn read_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| "expected a probability between 0 and 0.5".into())
}

fn read_time(text: &str) -> Result<Duration, String> {
    let seconds = [("s", 1.0), ("m", 60.0), ("h", 3600.0)]
        .iter()
        .find_map(|(unit, seconds)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * seconds));
    seconds
        .filter(|seconds| (0.001..=1e7).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a time, such as 90s, 10m or 2h".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_and_times_are_read_and_nonsense_is_not() {
        assert_eq!((read_percent("2"), read_percent("0.5%")), (Ok(2.0), Ok(0.5)));
        assert_eq!(
            (read_time("1.5m"), read_time("2h")),
            (Ok(Duration::from_secs(90)), Ok(Duration::from_secs(7200)))
        );
        for nonsense in ["", "-1", "0", "nan", "inf", "51", "two"] {
            assert!(read_percent(nonsense).is_err(), "{nonsense}");
        }
        assert_eq!((read_hypotheses("-5, 5"), read_rate("0.01")), (Ok([-5.0, 5.0]), Ok(0.01)));
        for nonsense in ["", "5", "5,5", "20,0", "0,nan", "0,1,2", "0,9999"] {
            assert!(read_hypotheses(nonsense).is_err(), "{nonsense}");
        }
        for nonsense in ["0", "0.5", "-1", "nan", "x"] {
            assert!(read_rate(nonsense).is_err(), "{nonsense}");
        }
        for nonsense in ["", "10", "-1s", "nans", "infh", "1e99s", "m"] {
            assert!(read_time(nonsense).is_err(), "{nonsense}");
        }
    }
}
