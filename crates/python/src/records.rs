//! Match records, read and written byte for byte as `parlour record` does.

use crate::boards::Board;
use crate::convert::{self, SeedArgument};
use crate::errors::Refused;
use crate::matches::Match;
use engine::Rejected;
use house::{RecordText, read_record};
use pyo3::prelude::*;

/// A match record, `parlour-record/1`: options, decks and actions, from which everything follows.
#[pyclass(frozen, eq, module = "parlour")]
#[derive(PartialEq)]
pub(crate) struct Record {
    pub(crate) text: RecordText,
}

#[pymethods]
impl Record {
    /// Reads a record. It is not replayed yet: only its form is checked.
    #[staticmethod]
    pub(crate) fn read(text: &str) -> Result<Self, Refused> {
        Ok(Self { text: read_record(text)? })
    }

    /// The id of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.text.game
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> u8 {
        self.text.seats
    }

    /// The seat that deals first.
    #[getter]
    fn first_dealer(&self) -> u8 {
        self.text.dealer
    }

    /// The deals: a list of dicts with `deck` and `actions`.
    #[getter]
    fn deals<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        Ok(convert::as_python(py, &serde_json::json!(self.text.deals))?)
    }

    /// Who played, in seat order; empty if it does not say.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.text.notes().players
    }

    /// Which tournament or match it belongs to.
    #[getter]
    fn event(&self) -> Option<String> {
        self.text.notes().event
    }

    /// When it began, as 2026-11-21.
    #[getter]
    fn date(&self) -> Option<String> {
        self.text.notes().date
    }

    /// What the decks were shuffled with, if it says.
    #[getter]
    fn seed(&self) -> Option<String> {
        self.text.notes().seed
    }

    /// The record as text, in canonical form.
    fn write(&self) -> String {
        self.text.write()
    }

    /// The same match with every option and action spelled canonically, as `parlour record` writes it.
    fn canonical(&self) -> Result<Self, Refused> {
        let game = self.text.replay(&house::CATALOG).into_match()?;
        Ok(Self { text: self.text.rewritten(&*game) })
    }

    /// Plays it again: the match as it stands at its end. `BadRecord` says where something is refused.
    ///
    /// If it tells a seed from which its decks follow, the next ones do too.
    fn replay(&self) -> Result<Match, Refused> {
        let follows = self.text.verify(&house::CATALOG).is_ok_and(|verified| !verified.together);
        let told = self.text.notes().seed.filter(|_| follows);
        let from_seed = told.is_some();
        Match::of_record(self, convert::seed(told.map(SeedArgument::Text))?, from_seed)
    }

    /// What `parlour replay --json` prints: status, deals, totals, winners.
    fn summary<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        let summary = py.detach(|| self.text.replay(&house::CATALOG).summary());
        Ok(convert::as_python(py, &summary)?)
    }

    /// Checks that the decks follow from the seed, as `parlour verify` does; says what was checked.
    fn verify<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        let verified = py.detach(|| self.text.verify(&house::CATALOG))?;
        Ok(convert::as_python(py, &serde_json::json!(verified))?)
    }

    /// Every decision looked at once more in so many worlds: what it cost and what was better, as a list of dicts.
    #[pyo3(signature = (*, worlds = 200))]
    fn review<'py>(&self, py: Python<'py>, worlds: u32) -> Result<Bound<'py, PyAny>, Refused> {
        let effort = house::Effort { determinizations: worlds.clamp(1, 100_000), limit: None };
        let decisions: Result<Vec<house::Decision>, Rejected> =
            py.detach(|| Ok(self.text.review(&house::CATALOG, house::Place::default(), effort)?.collect()));
        Ok(convert::as_python(py, &serde_json::json!(decisions?))?)
    }

    /// The boards of a record of bridge.
    fn boards(&self) -> Result<Vec<Board>, Refused> {
        Ok(notation::record::read(&self.text)?.into_iter().map(Board).collect())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (String,)), Refused> {
        Ok((py.get_type::<Self>().getattr("read")?, (self.text.write(),)))
    }

    fn __str__(&self) -> String {
        self.text.write()
    }

    fn __repr__(&self) -> String {
        let (game, seats, deals) = (&self.text.game, self.text.seats, self.text.deals.len());
        format!("<Record {game:?} seats={seats} deals={deals}>")
    }
}
