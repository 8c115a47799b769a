//! Reading and writing files of boards.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod errors;
mod records;
mod round_trips;
mod samples;
mod scored;
mod wild;
