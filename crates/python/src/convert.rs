//! Conversions from and to Python: seats, options, seeds and deals, and JSON as dicts and lists.

use crate::errors::{PythonError, bad_value};
use cards::{Seat, Seed, Viewer};
use catalog::AnyGame;
use dds::{Direction, Vulnerability};
use engine::{OptionValue, Rejection};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Converts a JSON document to dicts, lists, texts and numbers.
pub(crate) fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((text,))
}

/// Converts a JSON value to Python objects.
pub(crate) fn as_python<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    from_json(py, &value.to_string())
}

/// Finds a game by its id.
pub(crate) fn find_game(id: &str) -> Result<&'static dyn AnyGame, PythonError> {
    catalog::find(id).ok_or_else(|| {
        let known: Vec<&str> = catalog::CATALOG.games().map(AnyGame::id).collect();
        Rejection::new("unknown-game", format!("unknown game “{id}”; known: {}", known.join(", "))).into()
    })
}

/// Checks a seat number.
pub(crate) fn seat(number: u8, seats: u8) -> Result<Seat, PythonError> {
    let seat = Seat::try_from(number).ok().filter(|_| number < seats);
    let unknown = || Rejection::new("no-seat", format!("no seat {number}; this match has {seats} seats"));
    Ok(seat.ok_or_else(unknown)?)
}

/// Returns the viewer: a seat, or the public.
pub(crate) fn viewer(seat_number: Option<u8>, seats: u8) -> Result<Viewer, PythonError> {
    seat_number.map_or(Ok(Viewer::Public), |number| seat(number, seats).map(Viewer::Seat))
}

/// Seed argument: a number, 64 hexadecimal digits, or None for a random seed.
pub(crate) enum SeedArgument {
    Number(u64),
    Text(String),
}

/// Resolves a seed argument.
pub(crate) fn seed(argument: Option<SeedArgument>) -> Result<Seed, PythonError> {
    match argument {
        Some(SeedArgument::Number(number)) => Ok(Seed::from_number(number)),
        Some(SeedArgument::Text(text)) => text.parse().map_err(|error| bad_value(format!("seed: {error}"))),
        None => {
            let mut bytes = [0; 32];
            let drawn = getrandom::fill(&mut bytes);
            drawn.map_err(|error| bad_value(format!("the system has no random numbers: {error}")))?;
            Ok(Seed::from_bytes(bytes))
        }
    }
}

/// Converts options.
pub(crate) fn options(
    given: Option<&Bound<'_, PyDict>>,
) -> Result<BTreeMap<String, OptionValue>, PythonError> {
    let read = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let key: String = key.extract()?;
        // In Python, a bool is a number too.
        let value = if value.is_instance_of::<PyBool>() {
            OptionValue::Flag(value.extract()?)
        } else if let Ok(number) = value.extract::<i32>() {
            OptionValue::Number(number)
        } else if let Ok(number) = value.extract::<f64>() {
            let half = number.to_string().parse();
            OptionValue::Half(
                half.map_err(|_| bad_value(format!("{key}: {number} isn't a multiple of 0.5")))?,
            )
        } else {
            OptionValue::Word(value.extract()?)
        };
        Ok((key, value))
    };
    given.into_iter().flat_map(|given| given.iter()).map(read).collect()
}

/// Limits a number of threads, because the system refuses very many.
pub(crate) fn usable_threads(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    threads.min(cores.max(8))
}

/// Parses a direction by its letter or name.
pub(crate) fn direction(text: &str) -> Result<Direction, PythonError> {
    text.parse().map_err(|error: dds::ParseDirectionError| bad_value(error.to_string()))
}

/// Parses a vulnerability as written by [`vulnerability_name`].
pub(crate) fn vulnerability(text: &str) -> Result<Vulnerability, PythonError> {
    use Vulnerability::{Both, EastWest, None, NorthSouth};
    let all = [None, NorthSouth, EastWest, Both];
    let named = all.into_iter().find(|one| vulnerability_name(*one).eq_ignore_ascii_case(text));
    named.ok_or_else(|| bad_value(format!("vulnerable: “{text}” is unknown; use none, ns, ew or both")))
}

/// Returns the name used on the command line.
pub(crate) const fn vulnerability_name(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "none",
        Vulnerability::NorthSouth => "ns",
        Vulnerability::EastWest => "ew",
        Vulnerability::Both => "both",
    }
}
