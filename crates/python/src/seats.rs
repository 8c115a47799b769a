//! Seats: information and actions of one player.

use crate::arguments;
use crate::bots::Bot;
use crate::convert::from_json;
use crate::errors::{PythonError, detached};
use crate::matches::Match;
use catalog::AnyGame;
use engine::Rejection;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Information and actions of one player in a match. It contains no hidden cards, so bots receive a
/// `Seat`.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Seat {
    table: Py<Match>,
    seat: cards::Seat,
}

impl Seat {
    pub(crate) fn new(table: Py<Match>, seat: cards::Seat) -> Self {
        Self { table, seat }
    }

    fn number_of(&self) -> Option<u8> {
        Some(self.seat.into())
    }
}

#[pymethods]
impl Seat {
    /// Seat number, from 0.
    #[getter]
    fn number(&self) -> u8 {
        self.seat.into()
    }

    /// Game id.
    #[getter]
    fn game(&self) -> &'static str {
        self.table.get().lock().game.game()
    }

    /// Number of players.
    #[getter]
    fn seats(&self) -> u8 {
        self.table.get().lock().game.seats()
    }

    /// Value of every option.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let options = self.table.get().lock().game.options();
        Ok(crate::convert::as_python(py, &serde_json::json!(options))?)
    }

    /// Number of deals and actions so far.
    #[getter]
    fn version(&self) -> usize {
        self.table.get().lock().game.version()
    }

    /// Whether this seat may act now.
    #[getter]
    fn is_to_act(&self) -> bool {
        self.table.get().lock().game.actors().contains(self.seat)
    }

    /// Legal actions, in the notation of records.
    #[getter]
    fn legal_actions(&self) -> Vec<String> {
        self.table.get().lock().game.legal(self.seat)
    }

    /// Totals by seat.
    #[getter]
    fn totals(&self) -> Vec<i32> {
        self.table.get().lock().game.totals().as_slice().to_vec()
    }

    /// View of the seat. None before the first deal.
    #[getter]
    fn view<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        self.table.get().view_of(py, self.number_of())
    }

    /// The protocol's snapshot: view, legal actions, totals and phase.
    #[getter]
    fn snapshot<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        self.table.get().snapshot_of(py, self.number_of())
    }

    /// Returns the events of this seat since version `since`.
    #[pyo3(signature = (since = 0))]
    fn events<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::since)] since: usize,
    ) -> Result<Bound<'py, PyList>, PythonError> {
        self.table.get().events_of(py, self.number_of(), since)
    }

    /// Performs an action.
    fn play(&self, action: &str) -> Result<(), PythonError> {
        Ok(self.table.get().lock().play(self.seat, action)?)
    }

    /// Parses a typed line as an action.
    fn read(&self, line: &str) -> Result<String, PythonError> {
        let read = self.table.get().lock().game.read_command(self.seat, line);
        Ok(read.map_err(|error| Rejection::new("unreadable", error.to_string()))?)
    }

    /// Returns a built-in bot that advises this seat.
    #[pyo3(signature = (name, *, rng_seed = None))]
    fn bot(
        &self,
        py: Python<'_>,
        name: String,
        #[pyo3(from_py_with = arguments::rng_seed)] rng_seed: Option<u64>,
    ) -> Result<Bot, PythonError> {
        Bot::new(self.table.clone_ref(py), Some(self.seat), name, rng_seed)
    }

    /// Returns the actions with the best built-in bot's estimates, best first. None in a race.
    #[pyo3(signature = (*, worlds = 200, rng_seed = 0))]
    fn advice<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::worlds)] worlds: u32,
        #[pyo3(from_py_with = arguments::rng_seed)] rng_seed: u64,
    ) -> Result<Option<Bound<'py, PyAny>>, PythonError> {
        let effort = catalog::Effort { determinizations: worlds.clamp(1, 100_000), limit: None };
        let pending = self.table.get().lock().game.pending_advice(self.seat, None, effort, rng_seed)?;
        let Some(pending) = pending else { return Ok(None) };
        let advice = detached(py, pending)?;
        Ok(Some(from_json(py, &serde_json::json!(advice).to_string())?))
    }

    fn __repr__(&self) -> String {
        let table = self.table.get().lock();
        let game = catalog::find(table.game.game()).map_or("", AnyGame::id);
        let (seat, seats) = (self.seat, table.game.seats());
        format!("<Seat {seat} of {seats}, {game:?}>")
    }

    /// Picture of the seat's view, for notebooks.
    fn _repr_svg_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let view = self.table.get().view_of(py, self.number_of())?;
        Ok(py.import("parlour.pictures")?.getattr("view_svg")?.call1((view,))?)
    }
}
