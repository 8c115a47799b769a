//! A seat: what one player may see and do, and nothing else of the match.

use crate::bots::Bot;
use crate::convert::from_json;
use crate::errors::Refused;
use crate::matches::Match;
use engine::Rejected;
use house::AnyGame;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// What one player may see of a match, and do. No hidden card is behind it: a bot is given a `Seat`.
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
    /// Where it is, from 0.
    #[getter]
    fn number(&self) -> u8 {
        self.seat.into()
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.table.get().lock().game.game()
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> u8 {
        self.table.get().lock().game.seats()
    }

    /// Every option with its value.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        let options = self.table.get().lock().game.options();
        Ok(crate::convert::as_python(py, &serde_json::json!(options))?)
    }

    /// How many deals and actions led here.
    #[getter]
    fn version(&self) -> usize {
        self.table.get().lock().game.version()
    }

    /// Whether this seat may act now.
    #[getter]
    fn is_to_act(&self) -> bool {
        self.table.get().lock().game.actors().contains(self.seat)
    }

    /// What it may do now, in the notation of records.
    #[getter]
    fn legal_actions(&self) -> Vec<String> {
        self.table.get().lock().game.legal(self.seat)
    }

    /// The totals of the seats.
    #[getter]
    fn totals(&self) -> Vec<i32> {
        self.table.get().lock().game.totals().as_slice().to_vec()
    }

    /// What it knows; None before the first deal.
    #[getter]
    fn view<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        self.table.get().view_of(py, self.number_of())
    }

    /// The frame of the protocol: view, legal actions, totals and phase.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        self.table.get().frame_of(py, self.number_of())
    }

    /// What it was told after the `since`-th version of the match.
    #[pyo3(signature = (since = 0))]
    fn events<'py>(&self, py: Python<'py>, since: usize) -> Result<Bound<'py, PyList>, Refused> {
        self.table.get().events_of(py, self.number_of(), since)
    }

    /// Acts.
    fn play(&self, action: &str) -> Result<(), Refused> {
        Ok(self.table.get().lock().play(self.seat, action)?)
    }

    /// What somebody typed, as an action.
    fn read(&self, line: &str) -> Result<String, Refused> {
        let read = self.table.get().lock().game.read_command(self.seat, line);
        Ok(read.map_err(|error| Rejected::new("unreadable", error.to_string()))?)
    }

    /// A bot of the house that advises this seat.
    #[pyo3(signature = (name, *, rng_seed = None))]
    fn bot(&self, py: Python<'_>, name: String, rng_seed: Option<u64>) -> Result<Bot, Refused> {
        Bot::new(self.table.clone_ref(py), Some(self.seat), name, rng_seed)
    }

    /// Every listed action and what the best bot of the house thinks it is worth, best first; None in a race.
    #[pyo3(signature = (*, worlds = 200, rng_seed = 0))]
    fn advice<'py>(
        &self,
        py: Python<'py>,
        worlds: u32,
        rng_seed: u64,
    ) -> Result<Option<Bound<'py, PyAny>>, Refused> {
        let effort = house::Effort { determinizations: worlds.clamp(1, 100_000), limit: None };
        let pending = self.table.get().lock().game.pending_advice(self.seat, None, effort, rng_seed)?;
        let Some(pending) = pending else { return Ok(None) };
        let advice = py.detach(pending);
        Ok(Some(from_json(py, &serde_json::json!(advice).to_string())?))
    }

    fn __repr__(&self) -> String {
        let table = self.table.get().lock();
        let game = house::find(table.game.game()).map_or("", AnyGame::id);
        let (seat, seats) = (self.seat, table.game.seats());
        format!("<Seat {seat} of {seats}, {game:?}>")
    }

    /// What it knows as a picture, for notebooks.
    fn _repr_svg_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        let view = self.table.get().view_of(py, self.number_of())?;
        Ok(py.import("parlour.pictures")?.getattr("view_svg")?.call1((view,))?)
    }
}
