//! Errors as the exceptions of `parlour.errors`.

use engine::Rejection;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Error of a function, converted to a Python exception.
pub(crate) enum PythonError {
    /// Rejection by the library.
    Rejection(Rejection),
    /// Error in a file, with line and column from 1.
    File { line: usize, column: usize, message: String },
    /// Python error: wrong argument type, interrupt, or an exception of a callback.
    Python(PyErr),
}

impl From<Rejection> for PythonError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejection(rejection)
    }
}

impl From<engine::UnknownBot> for PythonError {
    fn from(unknown: engine::UnknownBot) -> Self {
        Self::Rejection(Rejection::new("unknown-bot", unknown.to_string()))
    }
}

impl From<notation::ReadError> for PythonError {
    fn from(error: notation::ReadError) -> Self {
        let notation::ReadError { position, problem } = error;
        Self::File { line: position.line, column: position.column, message: problem.to_string() }
    }
}

impl From<PyErr> for PythonError {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

/// Creates a ValueError, for errors without a class of their own.
pub(crate) fn bad_value(message: impl Into<String>) -> PythonError {
    PythonError::Python(pyo3::exceptions::PyValueError::new_err(message.into()))
}

impl From<PythonError> for PyErr {
    fn from(error: PythonError) -> Self {
        Python::attach(|py| exception(py, error).unwrap_or_else(|raised| raised))
    }
}

/// Creates the exception for a panic, which is a fault of the library.
pub(crate) fn panicked(panic: &(dyn std::any::Any + Send)) -> PythonError {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    Rejection::new("internal", format!("internal error; please report it: {text}")).into()
}

/// Runs `work` without the interpreter lock. A panic becomes an exception.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> Result<T, PythonError> {
    let run = || std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    py.detach(run).map_err(|panic| panicked(&*panic))
}

fn exception(py: Python<'_>, error: PythonError) -> PyResult<PyErr> {
    let made = PyDict::new(py);
    match error {
        PythonError::Python(error) => return Ok(error),
        PythonError::Rejection(Rejection { code, reason, rule, message, params, position }) => {
            made.set_item("code", code)?;
            made.set_item("message", message)?;
            made.set_item("reason", reason)?;
            made.set_item("rule", rule)?;
            made.set_item("params", params)?;
            made.set_item("deal", position.map(|position| position.deal))?;
            made.set_item("action", position.and_then(|position| position.action))?;
        }
        PythonError::File { line, column, message } => {
            made.set_item("code", "file")?;
            made.set_item("message", message)?;
            made.set_item("line", line)?;
            made.set_item("column", column)?;
        }
    }
    let class = py.import("parlour.errors")?.getattr("exception")?;
    Ok(PyErr::from_value(class.call((), Some(&made))?))
}
