//! Double-dummy results over random layouts: leads, and the tricks of a contract.

use crate::arguments;
use crate::convert::{direction, usable_threads};
use crate::deals::{read_condition, seed_or_random};
use crate::errors::{PythonError, bad_value};
use crate::evaluation::read_hand;
use crate::interrupt::until_done;
use bridge_deals::{ContractQuestion, LeadQuestion, Mean, Progress, Sampling, SimulationError};
use dds::Contract;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Maximum number of layouts in one call, which then need less than 1 GB.
const MAX_COUNT: u32 = 1_000_000;

/// Mean and standard error.
type Estimate = (f64, f64);
/// Lead with its estimates: card, tricks, share beaten, score, share of best leads.
type Lead = (String, Estimate, Estimate, Estimate, Estimate);

const fn estimate(mean: Mean) -> Estimate {
    (mean.mean, mean.standard_error)
}

fn read_contract(text: &str) -> Result<Contract, PythonError> {
    text.parse().map_err(|error: dds::ParseContractError| bad_value(error.to_string()))
}

fn sampling(
    count: u32,
    seed: Option<u64>,
    tries: u64,
    threads: Option<usize>,
) -> Result<Sampling, PythonError> {
    if count == 0 || count > MAX_COUNT {
        return Err(bad_value(format!("count: {count} is out of range; use 1 to {MAX_COUNT}")));
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    Ok(Sampling {
        deals: count as usize,
        seed: seed_or_random(seed)?,
        tries,
        threads: usable_threads(threads.unwrap_or(cores)).max(1),
    })
}

/// Runs a simulation without the interpreter lock. Progress is the number of layouts solved.
fn run<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    simulate: impl FnOnce(&(dyn Fn(Progress) -> ControlFlow<()> + Sync)) -> Result<T, SimulationError> + Send,
) -> Result<T, PythonError> {
    let found = until_done(
        py,
        |stop, done| {
            simulate(&|progress| {
                if let Progress::Solved(solved) = progress {
                    done.fetch_max(solved, Ordering::Relaxed);
                }
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        },
        progress,
    )?;
    found.map_err(|error| bad_value(error.to_string()))
}

/// Solves every lead over random layouts. Returns the seed and the leads, best first.
#[pyfunction]
#[pyo3(signature = (hand, contract, condition, *, declarer, vulnerable, count, seed = None, tries, threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn simulate_leads(
    py: Python<'_>,
    hand: &str,
    contract: &str,
    condition: &str,
    declarer: &str,
    vulnerable: bool,
    #[pyo3(from_py_with = arguments::count)] count: u32,
    #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::tries)] tries: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(u64, Vec<Lead>), PythonError> {
    let question = LeadQuestion {
        hand: read_hand(hand)?,
        declarer: direction(declarer)?,
        contract: read_contract(contract)?,
        vulnerable,
        condition: read_condition(condition)?,
    };
    let sampling = sampling(count, seed, tries, threads)?;
    let leads = run(py, progress, |watch| question.simulate(&sampling, watch))?;
    let leads = leads.iter().map(|lead| {
        let [tricks, beats, score, best] = [lead.tricks, lead.beats, lead.score, lead.best].map(estimate);
        (lead.card.to_string(), tricks, beats, score, best)
    });
    Ok((sampling.seed, leads.collect()))
}

/// Solves a contract over random hands of the opponents. Returns the seed, the tricks, the share made, the score, and the number
/// of layouts for each number of tricks.
#[pyfunction]
#[pyo3(signature = (hand, dummy, contract, condition, *, declarer, vulnerable, count, seed = None, tries, threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn simulate_contract(
    py: Python<'_>,
    hand: &str,
    dummy: &str,
    contract: &str,
    condition: &str,
    declarer: &str,
    vulnerable: bool,
    #[pyo3(from_py_with = arguments::count)] count: u32,
    #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::tries)] tries: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<(u64, Estimate, Estimate, Estimate, [usize; 14]), PythonError> {
    let question = ContractQuestion {
        hand: read_hand(hand)?,
        dummy: read_hand(dummy)?,
        declarer: direction(declarer)?,
        contract: read_contract(contract)?,
        vulnerable,
        condition: read_condition(condition)?,
    };
    let sampling = sampling(count, seed, tries, threads)?;
    let found = run(py, progress, |watch| question.simulate(&sampling, watch))?;
    let [tricks, makes, score] = [found.tricks, found.makes, found.score].map(estimate);
    Ok((sampling.seed, tricks, makes, score, found.layouts))
}
