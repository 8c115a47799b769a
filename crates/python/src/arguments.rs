//! Arguments of Python functions that are whole numbers. A number out of range raises a `ValueError` that names the
//! argument, where PyO3 would raise an `OverflowError`.

use crate::convert::SeedArgument;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Whole number, or an optional one, as an argument.
pub(crate) trait Whole: Sized {
    /// Extracts the argument called `name`.
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! whole {
    ($($number:ty),+) => {$(
        impl Whole for $number {
            fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
                given.extract().map_err(|error: PyErr| {
                    if !error.is_instance_of::<PyOverflowError>(given.py()) {
                        return error;
                    }
                    // A number of more than 4300 digits has no text.
                    let given = given.repr().map_or_else(|_| "the number".to_owned(), |text| text.to_string());
                    PyValueError::new_err(format!("{name}: {given} is out of range; use 0 to {}", Self::MAX))
                })
            }
        }
    )+};
}
whole!(u8, i32, u32, u64, usize);

impl<T: Whole> Whole for Vec<T> {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        given.try_iter()?.map(|element| T::read(name, &element?)).collect()
    }
}

impl<T: Whole> Whole for Option<T> {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if given.is_none() { Ok(None) } else { T::read(name, given).map(Some) }
    }
}

impl<A: Whole, B: Whole> Whole for (A, B) {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (first, second): (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract()?;
        Ok((A::read(name, &first)?, B::read(name, &second)?))
    }
}

impl Whole for SeedArgument {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match given.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.extract()?)),
            Err(_) => u64::read(name, given).map(Self::Number),
        }
    }
}

macro_rules! arguments {
    ($($name:ident),+) => {$(
        /// Extracts the argument of this name.
        pub(crate) fn $name<T: Whole>(given: &Bound<'_, PyAny>) -> PyResult<T> {
            T::read(stringify!($name), given)
        }
    )+};
}
arguments!(
    count, dealer, deals, decks, list_size, num_envs, number, order, rng_seed, rounds, row, seat, seats,
    seed, since, threads, tries, width, worlds
);
