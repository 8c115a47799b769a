//! Random bridge deals under a condition.

use super::{Failure, print_bytes, status_line};
use bridge_deals::{Condition, Generator, Statistics};
use cards::Rng;
use clap::{Args, ValueEnum};
use dds::Deal;
use notation::{Board, lin, pbn};
use std::io::IsTerminal;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// Tries between two looks at the clock.
const BATCH: u64 = 10_000;

/// Minimum time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Draw random bridge deals that fit a condition.
///
/// Every deal that fits has the same probability. The share of all deals that fit is printed to
/// standard error. docs/deals.md describes conditions.
#[derive(Args)]
#[command(after_help = "Examples:
  parlour deals 'south.hcp in 15..17 and south.balanced and ns.spades >= 8' --count 16
  parlour deals 'n.shape(5440) or n.hcp >= 20' --format lines | parlour solve")]
pub(crate) struct Deals {
    /// Condition on the hands. Without one, every deal fits.
    #[arg(default_value = "", hide_default_value = true)]
    condition: String,
    /// Number of deals.
    #[arg(long, default_value = "1")]
    count: NonZeroU32,
    /// Seed of the deals. Defaults to a random one, which is printed to standard error.
    #[arg(long)]
    seed: Option<u64>,
    /// Notation: boards in PBN or LIN with dealer and vulnerability by number, or one deal a line.
    #[arg(long, value_enum, default_value = "pbn")]
    format: Format,
    /// Tries for each deal, after which the command gives up.
    #[arg(long, value_name = "NUMBER", default_value = "10000000")]
    tries: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Pbn,
    Lin,
    Lines,
}

impl Deals {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let failure = |problem: &dyn std::fmt::Display| Failure::Message(problem.to_string());
        let condition: Condition =
            self.condition.parse().map_err(|error| Failure::Message(format!("condition, {error}")))?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| failure(&error))?,
        };
        let mut generator = Generator::new(condition).map_err(|error| failure(&error))?;
        let mut rng = Rng::from_number(seed);
        let mut progress = Progress::new(self.count.get());
        let mut deals = Vec::new();
        for _ in 0..self.count.get() {
            deals.push(self.draw(&mut generator, &mut rng, &mut progress)?);
        }
        progress.end();
        let bytes = match self.format {
            Format::Pbn => pbn::write(&boards(&deals)),
            Format::Lin => lin::write(&boards(&deals)).map_err(|error| failure(&error))?.into_bytes(),
            Format::Lines => deals.iter().flat_map(|deal| format!("{deal}\n").into_bytes()).collect(),
        };
        print_bytes(&bytes)?;
        let statistics = generator.statistics();
        eprintln!("{}; seed {seed}", outcome(&statistics));
        Ok(())
    }

    fn draw(
        &self,
        generator: &mut Generator,
        rng: &mut Rng,
        progress: &mut Progress,
    ) -> Result<Deal, Failure> {
        let mut left = self.tries;
        loop {
            let batch = left.min(BATCH);
            if let Ok(deal) = generator.draw(rng, batch) {
                return Ok(deal);
            }
            left -= batch;
            progress.show(generator.statistics().deals, generator.statistics().tries);
            if left == 0 {
                progress.end();
                let tries = self.tries;
                return Err(Failure::Message(format!(
                    "none of {tries} deals fits; the condition is very rare or impossible (raise --tries to try on)"
                )));
            }
        }
    }
}

/// Progress on a terminal.
struct Progress {
    count: u32,
    last: Instant,
    is_shown: bool,
}

impl Progress {
    fn new(count: u32) -> Self {
        Self { count, last: Instant::now(), is_shown: false }
    }

    fn show(&mut self, deals: u64, tries: u64) {
        if self.last.elapsed() < REPORT_INTERVAL || !std::io::stderr().is_terminal() {
            return;
        }
        (self.last, self.is_shown) = (Instant::now(), true);
        status_line::show(&format!("{deals} of {} deals, {tries} tries", self.count));
    }

    /// Removes the line.
    fn end(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            status_line::clear();
        }
    }
}

/// Describes the share of all deals that fit, or the number of tries if the share is unknown.
fn outcome(statistics: &Statistics) -> String {
    let about = if statistics.deals == statistics.tries { "" } else { "about " };
    match statistics.share() {
        None => format!("{} of {} tries fit", statistics.deals, statistics.tries),
        Some(1.0) => "all deals fit".to_owned(),
        Some(share @ 0.01..) => format!("{about}{:.2} % of all deals fit", 100.0 * share),
        Some(share) => format!("{about}1 of {:.0} deals fits", 1.0 / share),
    }
}

/// Returns numbered boards, with dealer and vulnerability by number.
fn boards(deals: &[Deal]) -> Vec<Board> {
    (1..).zip(deals).map(|(number, deal)| Board::numbered(number, *deal)).collect()
}
