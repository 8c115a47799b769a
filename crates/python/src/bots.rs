//! Built-in bots that choose for a seat.

use crate::convert::find_game;
use crate::errors::{PythonError, detached};
use crate::matches::Match;
use pyo3::prelude::*;

/// Built-in bot in a seat. It sees only the seat's information, at each call.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Bot {
    table: Py<Match>,
    seat: Option<cards::Seat>,
    name: String,
    rng_seed: Option<u64>,
}

impl Bot {
    pub(crate) fn new(
        table: Py<Match>,
        seat: Option<cards::Seat>,
        name: String,
        rng_seed: Option<u64>,
    ) -> Result<Self, PythonError> {
        let game = table.get().lock().game.game();
        find_game(game)?.check_bot(&name)?;
        Ok(Self { table, seat, name, rng_seed })
    }

    fn chosen(&self, py: Python<'_>) -> Result<(cards::Seat, String), PythonError> {
        let (seat, pending) = {
            let played = self.table.get().lock();
            let seat = played.acting(self.seat.map(u8::from))?;
            if !played.game.actors().contains(seat) {
                let message = format!("it isn't seat {seat}'s turn");
                return Err(engine::Rejection::new("not-your-turn", message).into());
            }
            // In a race, a seat that may act can have nothing to do.
            if played.game.legal(seat).is_empty() {
                let message = format!("seat {seat} has no legal action");
                return Err(engine::Rejection::new("no-action", message).into());
            }
            let coins =
                self.rng_seed.unwrap_or_else(|| played.seed.bot_rng_seed(played.game.version(), seat));
            (seat, played.game.bot_job(seat, &self.name, coins, None)?)
        };
        Ok((seat, detached(py, pending)?))
    }
}

/// Raises `UnknownBot` if a game has no bot of this name.
#[pyfunction]
pub(crate) fn check_bot(game: &str, name: &str) -> Result<(), PythonError> {
    Ok(find_game(game)?.check_bot(name)?)
}

#[pymethods]
impl Bot {
    /// Name: one of `games()[…].bots`, or a bot such as `ismcts:1000`.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the chosen action. The interpreter lock is released meanwhile.
    fn choose(&self, py: Python<'_>) -> Result<String, PythonError> {
        Ok(self.chosen(py)?.1)
    }

    /// Performs the chosen action and returns it.
    fn play(&self, py: Python<'_>) -> Result<String, PythonError> {
        let (seat, action) = self.chosen(py)?;
        self.table.get().lock().play(seat, &action)?;
        Ok(action)
    }

    fn __repr__(&self) -> String {
        let seat = self.seat.map_or_else(String::new, |seat| format!(" in seat {seat}"));
        format!("<Bot {:?}{seat}>", self.name)
    }
}
