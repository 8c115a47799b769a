//! The program as it is run, a room for each kind of command.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod boards;
mod commands;
mod features;
mod programs;
mod site;
mod supervised;
mod tutorials;
