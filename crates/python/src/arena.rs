//! Contests of built-in bots, on all cores.

use crate::arguments;
use crate::convert::{as_python, find_game, options, usable_threads};
use crate::errors::PythonError;
use crate::interrupt::until_done;
use ::bots::arena::{Contest, Estimate};
use catalog::SetupText;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

/// Lets built-in bots play at one table over mirrored decks; see `parlour.simulate`.
#[pyfunction]
#[pyo3(signature = (game, bots, *, rounds, matches, seed, threads, preset = None, options = None))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    bots: Vec<String>,
    #[pyo3(from_py_with = arguments::rounds)] rounds: u64,
    matches: bool,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> Result<Bound<'py, PyAny>, PythonError> {
    let game = find_game(game)?;
    let seats = u8::try_from(bots.len()).unwrap_or(u8::MAX);
    let setup = SetupText { preset, options: self::options(options)?, seats: Some(seats) };
    let contest = Contest { bots, rounds, matches, seed, threads: usable_threads(threads) };
    let report =
        until_done(py, |stop, _| game.simulate(&setup, &contest, &catalog::no_guests, &|_| {}, stop), None)??;
    let estimate = |(mean, half): Estimate| json!({ "mean": mean, "half_width_95": half });
    let scores = report.scores.iter().map(
        |score| json!({ "bot": score.bot, "points": estimate(score.points), "wins": estimate(score.wins) }),
    );
    let document = json!({
        "game": game.id(),
        "rounds": report.rounds,
        "seconds": report.seconds,
        "scores": scores.collect::<Vec<_>>(),
    });
    Ok(as_python(py, &document)?)
}
