//! Match records, with the same bytes as `parlour record`.

use crate::arguments;
use crate::boards::Board;
use crate::convert::{self, SeedArgument};
use crate::errors::{PythonError, detached};
use crate::matches::Match;
use catalog::{RecordText, read_record};
use engine::Rejection;
use pyo3::prelude::*;

/// Match record, `parlour-record/1`: options, decks and actions, which determine everything else.
#[pyclass(frozen, eq, module = "parlour")]
#[derive(PartialEq)]
pub(crate) struct Record {
    pub(crate) text: RecordText,
}

#[pymethods]
impl Record {
    /// Reads a record. Checks only its form; `replay` checks the rest.
    #[staticmethod]
    pub(crate) fn read(text: &str) -> Result<Self, PythonError> {
        Ok(Self { text: read_record(text)? })
    }

    /// Game id.
    #[getter]
    fn game(&self) -> &str {
        &self.text.game
    }

    /// Number of players.
    #[getter]
    fn seats(&self) -> u8 {
        self.text.seats
    }

    /// First dealer.
    #[getter]
    fn first_dealer(&self) -> u8 {
        self.text.dealer
    }

    /// Deals: a list of dicts with `deck` and `actions`.
    #[getter]
    fn deals<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        Ok(convert::as_python(py, &serde_json::json!(self.text.deals))?)
    }

    /// Player names by seat. May be empty.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.text.notes().players
    }

    /// Tournament or match.
    #[getter]
    fn event(&self) -> Option<String> {
        self.text.notes().event
    }

    /// Start date, as 2026-11-21.
    #[getter]
    fn date(&self) -> Option<String> {
        self.text.notes().date
    }

    /// Seed of the decks, if the record contains it.
    #[getter]
    fn seed(&self) -> Option<String> {
        self.text.notes().seed
    }

    /// Returns the record as text in canonical form.
    fn write(&self) -> String {
        self.text.write()
    }

    /// Returns the record with canonical options and actions, as `parlour record` writes it.
    fn canonical(&self) -> Result<Self, PythonError> {
        let game = self.text.replay(&catalog::CATALOG).into_match()?;
        Ok(Self { text: self.text.rewritten(&*game) })
    }

    /// Replays the record and returns the match at its end. `BadRecord` has the place of an error.
    ///
    /// If the record contains a seed that gives its decks, further decks follow from it too.
    fn replay(&self) -> Result<Match, PythonError> {
        let follows = self.text.verify(&catalog::CATALOG).is_ok_and(|verified| !verified.together);
        let told = self.text.notes().seed.filter(|_| follows);
        let from_seed = told.is_some();
        Match::of_record(self, convert::seed(told.map(SeedArgument::Text))?, from_seed)
    }

    /// Returns the output of `parlour replay --json`: status, deals, totals, winners.
    fn summary<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let summary = detached(py, || self.text.replay(&catalog::CATALOG).summary())?;
        Ok(convert::as_python(py, &summary)?)
    }

    /// Checks that the decks follow from the seed, like `parlour verify`. Returns the verified
    /// facts.
    fn verify<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, PythonError> {
        let verified = detached(py, || self.text.verify(&catalog::CATALOG))??;
        Ok(convert::as_python(py, &serde_json::json!(verified))?)
    }

    /// Reviews every decision with `worlds` determinizations: its cost and better actions, as a
    /// list of dicts.
    #[pyo3(signature = (*, worlds = 200))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::worlds)] worlds: u32,
    ) -> Result<Bound<'py, PyAny>, PythonError> {
        let effort = catalog::Effort { determinizations: worlds.clamp(1, 100_000), limit: None };
        let decisions: Result<Vec<catalog::Decision>, Rejection> = detached(py, || {
            Ok(self.text.review(&catalog::CATALOG, catalog::Place::default(), effort)?.collect())
        })?;
        Ok(convert::as_python(py, &serde_json::json!(decisions?))?)
    }

    /// Returns the boards of a bridge record.
    fn boards(&self) -> Result<Vec<Board>, PythonError> {
        Ok(notation::record::read(&self.text)?.into_iter().map(Board).collect())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Bound<'py, PyAny>, (String,)), PythonError> {
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
