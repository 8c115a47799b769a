//! Tests of the crate's public interface.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod arena;
mod bridge;
mod card_sets;
mod cassino;
mod exercises;
mod fairness;
mod guests;
mod hints;
mod levels;
mod options;
mod reading;
mod reshuffles;
mod sharks;
mod snapshot_bots;
mod speed;
mod typed;
mod undo;
