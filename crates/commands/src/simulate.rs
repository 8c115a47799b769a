//! Contest of bots at one table, on all cores.

use super::interrupt::stopped_by_ctrl_c;
use super::programs::{Field, Programs};
use super::setup::{Rules, find_game};
use super::{Failure, print, status_line};
use bots::arena::{Contest, Estimate, Report};
use catalog::{Catalog, GameInfo};
use clap::Args;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::Instant;

/// Let bots play many deals at one table.
///
/// Every deck is played once from every seat. Ctrl-C stops and prints the results so far. To rate
/// several bots pairwise, use `parlour arena`. Bots without a time limit, such as heuristic or
/// ismcts:1000 (determinizations), give the same result for the same seed on any machine and any
/// number of threads.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour simulate scopa --seats heuristic,ismcts:1000 --deals 500")]
pub(crate) struct Simulate {
    /// Game, such as scopa.
    game: String,
    /// Number of deals.
    #[arg(long, default_value_t = 10_000, conflicts_with = "matches", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    deals: u64,
    /// Number of whole matches, instead of single deals.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    matches: Option<u64>,
    /// Bots, one for each seat: random, heuristic, ismcts:5ms, ismcts:1000, or a program such as
    /// exec:./bot (docs/bot-protocol.md). Defaults to the game's two weakest in turn, in as few
    /// seats as possible.
    #[arg(long, value_delimiter = ',')]
    seats: Vec<String>,
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
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let game = find_game(catalog, &self.game)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let seats = if self.seats.is_empty() { weakest(&game.info()) } else { self.seats.clone() };
        let setup = self.rules.setup(u8::try_from(seats.len()).unwrap_or(u8::MAX));
        let contest = Contest {
            bots: seats,
            rounds: self.matches.unwrap_or(self.deals),
            matches: self.matches.is_some(),
            seed: self.seed,
            threads: self.threads.map_or(cores, usize::from).min(1024),
        };
        let shown = std::io::stderr().is_terminal();
        let begun = Instant::now();
        let progress = |done: u64| {
            if shown {
                show_progress(done, contest.rounds, begun.elapsed().as_secs_f64());
            }
        };
        let stop = stopped_by_ctrl_c();
        let field = Field::new(&self.programs, &contest.bots, game.id(), &stop)?;
        let report = game.simulate(&setup, &contest, &|name| field.guest(name), &progress, &stop)?;
        if shown {
            status_line::clear();
        }
        let name = if contest.matches { "matches" } else { "deals" };
        print(&if self.json {
            json(game.id(), name, self.seed, &report, &field)
        } else {
            describe(name, &report) + &field.describe()
        })?;
        field.check_log()?;
        if field.is_over() || report.rounds == 0 { Err(Failure::Printed) } else { Ok(()) }
    }
}

fn weakest(game: &GameInfo) -> Vec<String> {
    let fewest = game.seats.first().copied().unwrap_or(2);
    game.bots.iter().take(2).cycle().take(fewest.into()).map(|bot| (*bot).to_owned()).collect()
}

fn show_progress(done: u64, rounds: u64, seconds: f64) {
    let rate = done as f64 / seconds.max(1e-9);
    let left = rounds.saturating_sub(done) as f64 / rate.max(1e-9);
    let share = (100.0 * done as f64 / rounds as f64).min(100.0);
    status_line::show(&format!("{share:5.1} %  {done} done, {rate:.0} a second, {left:.0} s left"));
}

fn describe(name: &str, report: &Report) -> String {
    if report.rounds == 0 {
        return format!("no results: none of the {name} was played to its end\n");
    }
    let wide = report.scores.iter().map(|score| score.bot.len()).max().unwrap_or(0).max(3);
    let mut text = format!(
        "{:wide$}  points per {}       share won\n",
        "bot",
        name.trim_end_matches("es").trim_end_matches('s')
    );
    for score in &report.scores {
        let half = |width: Option<f64>, digits: usize| {
            width.map_or_else(|| "–".to_owned(), |width| format!("{width:.digits$}"))
        };
        let (points, wins) = (score.points, score.wins);
        let _ = writeln!(
            text,
            "{:wide$}  {:+8.4} ± {:<6}    {:6.2} % ± {}",
            score.bot,
            points.0,
            half(points.1, 4),
            100.0 * wins.0,
            half(wins.1.map(|width| 100.0 * width), 2)
        );
    }
    let rate = report.rounds as f64 / report.seconds.max(1e-9);
    let _ =
        writeln!(text, "{} {name} in {:.1} s: {rate:.0} a second; ± is 95 %", report.rounds, report.seconds);
    text
}

fn json(game: &str, name: &str, seed: u64, report: &Report, field: &Field) -> String {
    let estimate = |(mean, half_width): Estimate| {
        (report.rounds > 0).then(|| serde_json::json!({ "mean": mean, "halfWidth95": half_width }))
    };
    let scores: Vec<serde_json::Value> = report
        .scores
        .iter()
        .map(|score| {
            serde_json::json!({
                "bot": score.bot,
                "points": estimate(score.points),
                "winRate": estimate(score.wins),
                "failures": field.failures(&score.bot),
                "faults": field.json(&score.bot),
            })
        })
        .collect();
    let rate = report.rounds as f64 / report.seconds.max(1e-9);
    let document = serde_json::json!({
        "game": game,
        "seed": seed,
        name: report.rounds,
        "scores": scores,
        "seconds": report.seconds,
        "perSecond": rate,
    });
    format!("{document:#}\n")
}
