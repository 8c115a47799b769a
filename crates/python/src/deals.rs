//! Random deals under a condition.

use crate::arguments;
use crate::boards::Board;
use crate::errors::{PythonError, bad_value};
use crate::interrupt::until_done;
use bridge_deals::{Condition, DrawError, Generator};
use cards::Rng;
use dds::Deal;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Maximum number of deals in one call, which then need less than 2 GB.
const MAX_COUNT: u32 = 1_000_000;
/// Tries between two checks for an interrupt.
const BATCH: u64 = 1_000;

/// Deals drawn, with the seed, the share of all deals that fit, and the number of tries.
type Drawn = (Vec<Board>, u64, Option<f64>, u64);

/// Draws random deals that fit a condition.
#[pyfunction]
#[pyo3(signature = (condition, count, *, seed = None, tries = 10_000_000, fits = None, progress = None))]
pub(crate) fn generate_deals(
    py: Python<'_>,
    condition: &str,
    #[pyo3(from_py_with = arguments::count)] count: u32,
    #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::tries)] tries: u64,
    fits: Option<Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Result<Drawn, PythonError> {
    if count > MAX_COUNT {
        return Err(bad_value(format!("count: {count} is out of range; use 0 to {MAX_COUNT}")));
    }
    let condition = read_condition(condition)?;
    let seed = seed_or_random(seed)?;
    let fits = fits.map(Bound::unbind);
    let work = |stop: &AtomicBool, done: &AtomicUsize| -> Result<_, PythonError> {
        let mut generator = Generator::new(condition).map_err(|error| bad_value(error.to_string()))?;
        let mut rng = Rng::from_number(seed);
        let mut deals = Vec::new();
        while deals.len() < count as usize && !stop.load(Ordering::Relaxed) {
            deals.push(draw(&mut generator, &mut rng, tries, fits.as_ref(), stop)?);
            done.store(deals.len(), Ordering::Relaxed);
        }
        Ok((deals, generator.statistics()))
    };
    let (deals, statistics) = until_done(py, work, progress)??;
    let boards = (1..).zip(deals).map(|(number, deal)| Board(notation::Board::numbered(number, deal)));
    Ok((boards.collect(), seed, statistics.share(), statistics.tries))
}

/// Parses a condition. Its error names the column.
pub(crate) fn read_condition(text: &str) -> Result<Condition, PythonError> {
    text.parse().map_err(|error| bad_value(format!("condition, {error}")))
}

/// Returns the seed, or a random one.
pub(crate) fn seed_or_random(seed: Option<u64>) -> Result<u64, PythonError> {
    let random =
        || getrandom::u64().map_err(|error| bad_value(format!("the system has no random numbers: {error}")));
    seed.map_or_else(random, Ok)
}

/// Draws one deal in batches of tries, between which it looks for an interrupt.
fn draw(
    generator: &mut Generator,
    rng: &mut Rng,
    tries: u64,
    fits: Option<&Py<PyAny>>,
    stop: &AtomicBool,
) -> Result<Deal, PythonError> {
    let raised = RefCell::new(None);
    let accepts = |deal: &Deal| match fits.map(|fits| accepts(fits, *deal)) {
        None => true,
        Some(Ok(fits)) => fits,
        Some(Err(error)) => {
            // The deal ends the batch, and the exception replaces it.
            raised.replace(Some(error));
            true
        }
    };
    let mut left = tries;
    loop {
        let batch = left.min(if fits.is_some() { 1 } else { BATCH });
        let drawn = generator.draw_where(rng, batch, accepts);
        if let Some(error) = raised.take() {
            return Err(error.into());
        }
        if let Ok(deal) = drawn {
            return Ok(deal);
        }
        left -= batch;
        if left == 0 || stop.load(Ordering::Relaxed) {
            return Err(bad_value(DrawError::Rare(tries).to_string()));
        }
    }
}

/// Asks a Python function about a deal.
fn accepts(fits: &Py<PyAny>, deal: Deal) -> PyResult<bool> {
    Python::attach(|py| fits.bind(py).call1((Board(notation::Board::numbered(1, deal)),))?.is_truthy())
}
