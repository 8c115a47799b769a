//! Errors as the exceptions of `parlour.errors`.

use engine::Rejected;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Error of a function, converted to a Python exception.
pub(crate) enum Refused {
    /// Rejected by the library.
    Rejected(Rejected),
    /// Error in a file, with line and column from 1.
    File { line: usize, column: usize, message: String },
    /// Python error: wrong argument type, interrupt, or an exception of a callback.
    Python(PyErr),
}

impl From<Rejected> for Refused {
    fn from(rejected: Rejected) -> Self {
        Self::Rejected(rejected)
    }
}

impl From<engine::UnknownBot> for Refused {
    fn from(unknown: engine::UnknownBot) -> Self {
        Self::Rejected(Rejected::new("unknown-bot", unknown.to_string()))
    }
}

impl From<notation::ReadError> for Refused {
    fn from(error: notation::ReadError) -> Self {
        let notation::ReadError { position, problem } = error;
        Self::File { line: position.line, column: position.column, message: problem.to_string() }
    }
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

/// Creates a ValueError, for errors without a class of their own.
pub(crate) fn bad_value(message: impl Into<String>) -> Refused {
    Refused::Python(pyo3::exceptions::PyValueError::new_err(message.into()))
}

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> Self {
        Python::attach(|py| exception(py, refused).unwrap_or_else(|error| error))
    }
}

fn exception(py: Python<'_>, refused: Refused) -> PyResult<PyErr> {
    let made = PyDict::new(py);
    match refused {
        Refused::Python(error) => return Ok(error),
        Refused::Rejected(Rejected { code, reason, rule, message, params, position }) => {
            made.set_item("code", code)?;
            made.set_item("message", message)?;
            made.set_item("reason", reason)?;
            made.set_item("rule", rule)?;
            made.set_item("params", params)?;
            made.set_item("deal", position.map(|position| position.deal))?;
            made.set_item("action", position.and_then(|position| position.action))?;
        }
        Refused::File { line, column, message } => {
            made.set_item("code", "file")?;
            made.set_item("message", message)?;
            made.set_item("line", line)?;
            made.set_item("column", column)?;
        }
    }
    let class = py.import("parlour.errors")?.getattr("exception")?;
    Ok(PyErr::from_value(class.call((), Some(&made))?))
}
