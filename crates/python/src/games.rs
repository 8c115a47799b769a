//! Games and their rules.

use crate::arguments;
use crate::convert::{find_game, from_json, options};
use crate::errors::{PythonError, bad_value};
use catalog::SetupText;
use i18n::{Language, Words};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the games with their options: a list of dicts, as in the protocol.
#[pyfunction]
pub(crate) fn game_infos(py: Python<'_>) -> Result<Bound<'_, PyAny>, PythonError> {
    let infos: Vec<catalog::GameInfo> = catalog::CATALOG.games().map(catalog::AnyGame::info).collect();
    let text = serde_json::to_string(&infos).map_err(|error| bad_value(error.to_string()))?;
    Ok(from_json(py, &text)?)
}

/// Returns the upper limit on the actions and reshuffles of a deal.
#[pyfunction]
pub(crate) fn max_entries(game: &str) -> Result<usize, PythonError> {
    Ok(find_game(game)?.max_entries())
}

/// Returns the rule book of a game with these options.
#[pyfunction]
#[pyo3(signature = (game, language, *, preset = None, options = None, seats = None, width = 78))]
pub(crate) fn rule_book(
    game: &str,
    language: &str,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
    #[pyo3(from_py_with = arguments::seats)] seats: Option<u8>,
    #[pyo3(from_py_with = arguments::width)] width: usize,
) -> Result<String, PythonError> {
    let language: Language =
        language.parse().map_err(|error: i18n::UnknownLanguage| bad_value(error.to_string()))?;
    let game = find_game(game)?;
    let (info, options) = (game.info(), self::options(options)?);
    let seats = seats.or_else(|| info.seats.first().copied()).unwrap_or(2);
    let (options, _) = game.resolve(&SetupText { preset, options, seats: Some(seats) })?;
    let played = i18n::book::played(options, seats);
    Ok(Words::for_game(language, None, game.id()).rule_book(&info, &played, width))
}
