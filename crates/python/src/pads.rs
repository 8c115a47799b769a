//! Score pads: the JSON that `pads` answers, unchanged.

use pyo3::prelude::*;

/// Answers a request of `docs/pads.md`, both JSON.
#[pyfunction]
pub(crate) fn answer_pad(py: Python<'_>, request: &str) -> String {
    py.detach(|| pads::answer(request))
}
