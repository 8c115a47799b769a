//! Bots of the house that choose for a seat.

use crate::convert::find_game;
use crate::errors::Refused;
use crate::matches::Match;
use pyo3::prelude::*;

/// A bot of the house in a seat. It is shown what the seat may see, each time it is asked.
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
    ) -> Result<Self, Refused> {
        let game = table.get().lock().game.game();
        find_game(game)?.check_bot(&name)?;
        Ok(Self { table, seat, name, rng_seed })
    }

    fn chosen(&self, py: Python<'_>) -> Result<(cards::Seat, String), Refused> {
        let (seat, pending) = {
            let played = self.table.get().lock();
            let seat = played.acting(self.seat.map(u8::from))?;
            if !played.game.actors().contains(seat) {
                let message = format!("seat {seat} is not to act");
                return Err(engine::Rejected::new("not-your-turn", message).into());
            }
            let coins =
                self.rng_seed.unwrap_or_else(|| played.seed.bot_rng_seed(played.game.version(), seat));
            (seat, played.game.pending_move(seat, &self.name, coins, None)?)
        };
        Ok((seat, py.detach(pending)))
    }
}

#[pymethods]
impl Bot {
    /// What it is called: one of `games()[…].bots`, or as `ismcts:1000`.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The action it chooses. The interpreter is free while it thinks.
    fn choose(&self, py: Python<'_>) -> Result<String, Refused> {
        Ok(self.chosen(py)?.1)
    }

    /// Lets it act; returns the action.
    fn play(&self, py: Python<'_>) -> Result<String, Refused> {
        let (seat, action) = self.chosen(py)?;
        self.table.get().lock().play(seat, &action)?;
        Ok(action)
    }

    fn __repr__(&self) -> String {
        let seat = self.seat.map_or_else(String::new, |seat| format!(" in seat {seat}"));
        format!("<Bot {:?}{seat}>", self.name)
    }
}
