//! Tests of the program, one module for each kind of command.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod boards;
mod bridge_toolkit;
mod commands;
mod compose;
mod config;
mod documents;
mod export;
mod features;
mod procedures;
mod programs;
mod serving;
mod supervised;
mod tutorials;
