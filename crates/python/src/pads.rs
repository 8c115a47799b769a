//! Score pads, with the JSON interface of `pads`.

use crate::errors::{PythonError, detached};
use pyo3::prelude::*;

/// Answers a JSON request of `docs/pads.md` as JSON.
#[pyfunction]
pub(crate) fn answer_pad(py: Python<'_>, request: &str) -> Result<String, PythonError> {
    detached(py, || pads::answer(request))
}
