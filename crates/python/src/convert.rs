//! From Python and back: seats, options, seeds and deals as Python says them, and JSON as dicts and lists.

use crate::errors::{Refused, bad_value};
use cards::{Seat, Seed, Viewer};
use dds::{Direction, Vulnerability};
use engine::{OptionValue, Rejected};
use house::AnyGame;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict};
use std::collections::BTreeMap;

/// A JSON document as dicts, lists, texts and numbers.
pub(crate) fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((text,))
}

/// Whatever is written as JSON.
pub(crate) fn as_python<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    from_json(py, &value.to_string())
}

/// The game of this id.
pub(crate) fn find_game(id: &str) -> Result<&'static dyn AnyGame, Refused> {
    house::find(id).ok_or_else(|| {
        let known: Vec<&str> = house::CATALOG.games().map(AnyGame::id).collect();
        Rejected::new("unknown-game", format!("there is no game “{id}” among {}", known.join(", "))).into()
    })
}

/// A seat at a table of so many.
pub(crate) fn seat(number: u8, seats: u8) -> Result<Seat, Refused> {
    let seat = Seat::try_from(number).ok().filter(|_| number < seats);
    let nobody = || Rejected::new("no-seat", format!("seat {number} is not at a table of {seats}"));
    Ok(seat.ok_or_else(nobody)?)
}

/// Who looks on: a seat, or everybody.
pub(crate) fn viewer(seat_number: Option<u8>, seats: u8) -> Result<Viewer, Refused> {
    seat_number.map_or(Ok(Viewer::Public), |number| seat(number, seats).map(Viewer::Seat))
}

/// A seed: a number, 64 hexadecimal digits, or by chance.
#[derive(FromPyObject)]
pub(crate) enum SeedArgument {
    Number(u64),
    Text(String),
}

/// The seed that is meant.
pub(crate) fn seed(argument: Option<SeedArgument>) -> Result<Seed, Refused> {
    match argument {
        Some(SeedArgument::Number(number)) => Ok(Seed::from_number(number)),
        Some(SeedArgument::Text(text)) => text.parse().map_err(|error| bad_value(format!("seed: {error}"))),
        None => {
            let mut bytes = [0; 32];
            let drawn = getrandom::fill(&mut bytes);
            drawn.map_err(|error| bad_value(format!("the system has no entropy: {error}")))?;
            Ok(Seed::from_bytes(bytes))
        }
    }
}

/// Options as records have them.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>) -> Result<BTreeMap<String, OptionValue>, Refused> {
    let read = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let key: String = key.extract()?;
        // A flag is a number to Python.
        let value = if value.is_instance_of::<PyBool>() {
            OptionValue::Flag(value.extract()?)
        } else if let Ok(number) = value.extract::<i32>() {
            OptionValue::Number(number)
        } else if let Ok(number) = value.extract::<f64>() {
            let half = number.to_string().parse();
            OptionValue::Half(half.map_err(|_| bad_value(format!("{key}: {number} is no half")))?)
        } else {
            OptionValue::Word(value.extract()?)
        };
        Ok((key, value))
    };
    given.into_iter().flat_map(|given| given.iter()).map(read).collect()
}

/// A direction by its letter or its name.
pub(crate) fn direction(text: &str) -> Result<Direction, Refused> {
    text.parse().map_err(|error: dds::ParseDirectionError| bad_value(error.to_string()))
}

/// A vulnerability as [`vulnerability_name`] writes it.
pub(crate) fn vulnerability(text: &str) -> Result<Vulnerability, Refused> {
    use Vulnerability::{Both, EastWest, None, NorthSouth};
    let all = [None, NorthSouth, EastWest, Both];
    let named = all.into_iter().find(|one| vulnerability_name(*one).eq_ignore_ascii_case(text));
    named.ok_or_else(|| bad_value(format!("vulnerable: “{text}” is none of none, ns, ew and both")))
}

/// As the command line says it.
pub(crate) const fn vulnerability_name(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "none",
        Vulnerability::NorthSouth => "ns",
        Vulnerability::EastWest => "ew",
        Vulnerability::Both => "both",
    }
}
