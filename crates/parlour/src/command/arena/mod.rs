//! Tournaments of bots: who is stronger, by how much, and in what time.

mod picture;
mod report;

use super::interrupt::stopped_by_ctrl_c;
use super::programs::{Field, Programs};
use super::setup::{Rules, find_game};
use super::{Failure, print};
use bots::arena::{Limits, Progress, Schedule, Tournament};
use clap::Args;
use house::{Catalog, GameInfo};
use report::Report;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Let bots meet two by two, and rate them.
///
/// Every deck is played once with each bot in each place, and in all pairings the decks are the same. Ctrl-C ends the
/// tournament and prints what is known by then.
#[derive(Args)]
pub(crate) struct Arena {
    /// The game, such as scopa.
    game: String,
    /// The bots, weakest first: random,greedy,ismcts:1000; without any, the levels of the game. Elo ratings are counted
    /// from the first. A program is exec:./bot (docs/bot-protocol.md).
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// Everybody meets only the next one in the list; without it, everybody meets everybody.
    #[arg(long)]
    ladder: bool,
    /// The most deals of a pairing; 10,000, or a million where --within or --time ends it.
    #[arg(long, conflicts_with = "matches", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    deals: Option<u64>,
    /// The most whole matches of a pairing, in place of single deals.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    matches: Option<u64>,
    /// A pairing is over when its share of wins is known to ± so many per cent, with a confidence of 95 %.
    #[arg(long, value_name = "PERCENT", value_parser = read_percent)]
    within: Option<f64>,
    /// The tournament is over after so long: 90s, 10m, 2h.
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// How many sit at the table, an even number; the two bots sit in turn.
    #[arg(long)]
    players: Option<u8>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    programs: Programs,
    /// Where decks and luck come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; without it, one for each core.
    #[arg(long)]
    threads: Option<std::num::NonZeroUsize>,
    /// Write a report as JSON; docs/arena.md says what is in it.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw a picture of the ratings.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Arena {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let game = find_game(catalog, &self.game)?;
        let seats = self.players.or_else(|| game.info().seats.iter().copied().find(|seats| seats % 2 == 0));
        let setup = self.rules.setup(seats.unwrap_or(2));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let is_limited = self.within.is_some() || self.time.is_some();
        let usual = if is_limited { 1_000_000 } else { 10_000 };
        let tournament = Tournament {
            bots: if self.bots.is_empty() { levels(&game.info()) } else { self.bots.clone() },
            schedule: if self.ladder { Schedule::Ladder } else { Schedule::RoundRobin },
            limits: Limits {
                rounds: self.matches.or(self.deals).unwrap_or(usual),
                within: self.within.map(|percent| percent / 100.0),
                time: self.time,
            },
            matches: self.matches.is_some(),
            seed: self.seed,
            threads: self.threads.map_or(cores, usize::from).min(1024),
        };
        let stop = stopped_by_ctrl_c();
        let field = Field::new(&self.programs, &tournament.bots, game.id(), &stop)?;
        // What cannot be written is better known before than after an hour of play.
        let files = [&self.json, &self.svg].map(|path| path.as_deref().map(File::create).transpose());
        let [json, svg] = files;
        let (mut json, mut svg) = (json?, svg?);
        let told = Told::new(if tournament.matches { "matches" } else { "deals" });
        let guests = |name: &str| field.guest(name);
        let standings =
            game.tournament(&setup, &tournament, &guests, &|progress| told.tell(progress), &stop)?;
        told.clear();
        let (_, differing) = game.resolve(&setup)?;
        let report = Report {
            game,
            setup: &setup,
            differing: &differing,
            tournament: &tournament,
            standings: &standings,
            field: &field,
        };
        print(&report.table())?;
        if let Some(file) = &mut json {
            file.write(&format!("{:#}\n", report.json()))?;
        }
        if let Some(file) = &mut svg {
            file.write(&picture::draw(&report))?;
        }
        let has_none = report.total() == 0;
        if field.is_over() || has_none { Err(Failure::Printed) } else { Ok(()) }
    }
}

fn levels(game: &GameInfo) -> Vec<String> {
    game.bots.iter().map(|level| (*level).to_owned()).collect()
}

/// A file that is written at the end.
struct File<'a>(&'a Path, std::fs::File);

impl<'a> File<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        // What stands there is kept until there is something new: a tournament can be killed.
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

/// Says on standard error how far it is: on a screen in one line that changes, and in a log seldom.
struct Told {
    rounds: &'static str,
    begun: Instant,
    last: Mutex<Option<Instant>>,
    on_screen: bool,
}

/// How often a screen and a log are told how far it is.
const SHOWN_EVERY: Duration = Duration::from_millis(100);
const LOGGED_EVERY: Duration = Duration::from_secs(30);

impl Told {
    fn new(rounds: &'static str) -> Self {
        Self {
            rounds,
            begun: Instant::now(),
            last: Mutex::new(None),
            on_screen: std::io::stderr().is_terminal(),
        }
    }

    fn tell(&self, progress: &Progress) {
        let Ok(mut last) = self.last.lock() else { return };
        let every = if self.on_screen { SHOWN_EVERY } else { LOGGED_EVERY };
        // A log of a tournament that takes no time says nothing.
        if last.map_or(self.begun, |last| last).elapsed() < every {
            return;
        }
        *last = Some(Instant::now());
        let line = describe(progress, self.rounds, self.begun.elapsed());
        if self.on_screen {
            eprint!("\r\x1b[K{line}");
            let _ = std::io::stderr().flush();
        } else {
            eprintln!("{line}");
        }
    }

    fn clear(&self) {
        if self.on_screen {
            eprint!("\r\x1b[K");
        }
    }
}

fn describe(progress: &Progress, rounds: &str, time: Duration) -> String {
    let rate = progress.rounds as f64 / time.as_secs_f64().max(1e-9);
    let widest =
        progress.widest.map_or(String::new(), |widest| format!(", ± {:.1} % the widest", 100.0 * widest));
    format!(
        "{} of {} pairings, {} {rounds}, {rate:.0} a second{widest}",
        progress.finished, progress.pairings, progress.rounds
    )
}

fn read_percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse().ok();
    number
        .filter(|percent| (0.01..=50.0).contains(percent))
        .ok_or_else(|| "write per cent, from 0.01 to 50".into())
}

fn read_time(text: &str) -> Result<Duration, String> {
    let seconds = [("s", 1.0), ("m", 60.0), ("h", 3600.0)]
        .iter()
        .find_map(|(unit, seconds)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * seconds));
    seconds
        .filter(|seconds| (0.001..=1e7).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "write a time, like 90s, 10m or 2h".into())
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
        for nonsense in ["", "10", "-1s", "nans", "infh", "1e99s", "m"] {
            assert!(read_time(nonsense).is_err(), "{nonsense}");
        }
    }
}
