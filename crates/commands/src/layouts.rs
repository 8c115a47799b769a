//! Double-dummy results over random layouts: leads, and the tricks of a contract.

use super::evaluate::read_hand;
use super::{Failure, print, status_line};
use bridge_deals::{
    Condition, ContractQuestion, ContractResult, LeadQuestion, LeadResult, Mean, Progress, Sampling,
};
use clap::Args;
use dds::{Contract, Direction};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Minimum time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Simulate opening leads: tricks and chance to beat the contract for each card.
///
/// The other three hands are drawn at random so that they fit the condition, and each lead is solved
/// double dummy. docs/bridge-toolkit.md describes the results, and docs/deals.md the conditions.
#[derive(Args)]
#[command(after_help = "Example:
  parlour lead AQJ8.96.J9764.A2 3NT 'south.hcp in 15..17 and south.balanced and north.hcp in 10..14'")]
pub(crate) struct Lead {
    /// Hand of the leader, such as AQJ8.96.J9764.A2.
    hand: String,
    /// Contract, such as 3NT, 4S or 4Sx.
    contract: Contract,
    /// Condition on the other hands.
    #[arg(default_value = "", hide_default_value = true)]
    condition: String,
    /// Declarer: N, E, S or W. The next hand leads.
    #[arg(long, default_value = "S")]
    declarer: Direction,
    /// The declarer's side is vulnerable.
    #[arg(long)]
    vulnerable: bool,
    #[command(flatten)]
    layouts: Layouts,
}

/// Estimate the tricks of a contract if only declarer's and dummy's hands are known.
///
/// The opponents' cards are drawn at random so that they fit the condition, and the contract is solved
/// double dummy. docs/bridge-toolkit.md describes the results, and docs/deals.md the conditions.
#[derive(Args)]
#[command(after_help = "Example:
  parlour single-dummy AQ32.KQ4.A32.K32 KJT4.A32.K54.654 4S 'west.spades <= 3'")]
pub(crate) struct SingleDummy {
    /// Hand of the declarer.
    hand: String,
    /// Hand of the dummy.
    dummy: String,
    /// Contract, such as 3NT, 4S or 4Sx.
    contract: Contract,
    /// Condition on the opponents' hands.
    #[arg(default_value = "", hide_default_value = true)]
    condition: String,
    /// Declarer: N, E, S or W.
    #[arg(long, default_value = "S")]
    declarer: Direction,
    /// The declarer's side is vulnerable.
    #[arg(long)]
    vulnerable: bool,
    #[command(flatten)]
    layouts: Layouts,
}

/// Number and seed of the layouts.
#[derive(Args)]
struct Layouts {
    /// Number of layouts.
    #[arg(long, default_value = "1000")]
    count: NonZeroU32,
    /// Seed of the layouts. Defaults to a random one, which is printed to standard error.
    #[arg(long)]
    seed: Option<u64>,
    /// Tries for each layout, after which the command gives up.
    #[arg(long, value_name = "NUMBER", default_value = "10000000")]
    tries: u64,
    /// Number of threads. Defaults to one per core.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Print progress to standard error even if it isn't a terminal.
    #[arg(long)]
    progress: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Layouts {
    fn sampling(&self) -> Result<Sampling, Failure> {
        let seed = match self.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| Failure::Message(error.to_string()))?,
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Ok(Sampling {
            deals: self.count.get() as usize,
            seed,
            tries: self.tries,
            threads: self.threads.map_or(cores, NonZeroUsize::get).min(1024),
        })
    }

    /// Runs a simulation and shows its progress.
    fn run<T, E: std::fmt::Display>(
        &self,
        simulate: impl FnOnce(&Sampling, &(dyn Fn(Progress) -> ControlFlow<()> + Sync)) -> Result<T, E>,
    ) -> Result<(T, Sampling), Failure> {
        let sampling = self.sampling()?;
        let is_terminal = std::io::stderr().is_terminal();
        let is_shown = is_terminal || self.progress;
        let last_report = Mutex::new(Instant::now());
        let watch = |progress: Progress| {
            // If another thread is reporting progress, this one skips its report.
            if let (true, Ok(mut last_report)) = (is_shown, last_report.try_lock())
                && last_report.elapsed() > REPORT_INTERVAL
            {
                *last_report = Instant::now();
                let (done, what) = match progress {
                    Progress::Drawn(done) => (done, "drawn"),
                    Progress::Solved(done) => (done, "solved"),
                };
                let line = format!("{done} of {} layouts {what}", sampling.deals);
                if is_terminal { status_line::show(&line) } else { eprintln!("{line}") }
            }
            ControlFlow::Continue(())
        };
        let found = simulate(&sampling, &watch);
        if is_terminal {
            status_line::clear();
        }
        Ok((found.map_err(|error| Failure::Message(error.to_string()))?, sampling))
    }

    /// Prints the result, and the seed to standard error.
    fn print(&self, sampling: &Sampling, document: &Value, text: &str) -> Result<(), Failure> {
        if self.json {
            print(&format!("{document:#}\n"))?;
        } else {
            print(text)?;
        }
        eprintln!("{} layouts; seed {}", sampling.deals, sampling.seed);
        Ok(())
    }
}

fn condition(text: &str) -> Result<Condition, Failure> {
    text.parse().map_err(|error| Failure::Message(format!("condition, {error}")))
}

fn mean_json(mean: Mean) -> Value {
    json!({ "mean": mean.mean, "standardError": mean.standard_error })
}

fn percent(mean: Mean) -> String {
    format!("{:.1} ± {:.1} %", 100.0 * mean.mean, 100.0 * mean.standard_error)
}

impl Lead {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let question = LeadQuestion {
            hand: read_hand(&self.hand)?,
            declarer: self.declarer,
            contract: self.contract,
            vulnerable: self.vulnerable,
            condition: condition(&self.condition)?,
        };
        let (leads, sampling) = self.layouts.run(|sampling, watch| question.simulate(sampling, watch))?;
        let lead = |lead: &LeadResult| {
            json!({
                "card": lead.card.to_string(),
                "tricks": mean_json(lead.tricks),
                "beats": mean_json(lead.beats),
                "score": mean_json(lead.score),
                "best": mean_json(lead.best),
            })
        };
        let document = json!({
            "contract": self.contract.to_string(),
            "declarer": self.declarer.letter().to_string(),
            "deals": sampling.deals,
            "seed": sampling.seed,
            "leads": leads.iter().map(lead).collect::<Vec<_>>(),
        });
        let mut text =
            format!("{:<6}{:>15}{:>17}{:>17}{:>17}\n", "lead", "tricks", "beats", "score", "best lead");
        for lead in &leads {
            let _ = writeln!(
                text,
                "{:<6}{:>15}{:>17}{:>17}{:>17}",
                lead.card.to_string(),
                format!("{:.2} ± {:.2}", lead.tricks.mean, lead.tricks.standard_error),
                percent(lead.beats),
                format!("{:.0} ± {:.0}", lead.score.mean, lead.score.standard_error),
                percent(lead.best)
            );
        }
        self.layouts.print(&sampling, &document, &text)
    }
}

impl SingleDummy {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let question = ContractQuestion {
            hand: read_hand(&self.hand)?,
            dummy: read_hand(&self.dummy)?,
            declarer: self.declarer,
            contract: self.contract,
            vulnerable: self.vulnerable,
            condition: condition(&self.condition)?,
        };
        let (found, sampling) = self.layouts.run(|sampling, watch| question.simulate(sampling, watch))?;
        let document = json!({
            "contract": self.contract.to_string(),
            "declarer": self.declarer.letter().to_string(),
            "deals": sampling.deals,
            "seed": sampling.seed,
            "tricks": mean_json(found.tricks),
            "makes": mean_json(found.makes),
            "score": mean_json(found.score),
            "layouts": found.layouts,
        });
        self.layouts.print(&sampling, &document, &distribution(&found, &sampling))
    }
}

fn distribution(found: &ContractResult, sampling: &Sampling) -> String {
    let mut text = format!(
        "tricks  {:.2} ± {:.2}\nmakes   {}\nscore   {:.0} ± {:.0}\n\n",
        found.tricks.mean,
        found.tricks.standard_error,
        percent(found.makes),
        found.score.mean,
        found.score.standard_error
    );
    let taken = found.layouts.iter().enumerate().filter(|(_, layouts)| **layouts > 0);
    for (tricks, layouts) in taken {
        #[expect(clippy::cast_precision_loss, reason = "numbers of layouts")]
        let share = 100.0 * *layouts as f64 / sampling.deals as f64;
        let _ = writeln!(text, "{tricks:>2} tricks  {share:>5.1} %");
    }
    text
}
