//! Many matches of a game stepped at once, for those who train networks: what a seat sees and may do as numbers. No words, no
//! JSON, no Python. Playing is that of the engine; here is only how it is written down.
//!
//! * [`Encode`]: what a seat sees as a row of bytes, and what it may do as numbers; a room for each game in `games/`.
//! * [`Batch`]: so many rows, each a match, stepped in one call into the caller's [`Buffers`].
//! * [`Table`]: what each number means, as `docs/tensors.md` has it.

/// What the README shows is tried with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod batch;
mod columns;
mod encode;
mod error;
mod games;
mod options;
mod row;
mod table;

pub use batch::{Arrays, Batch, Buffers, Shape};
pub use columns::Columns;
pub use encode::{Block, Each, Encode, Range, Size, Tokens};
pub use error::BatchError;
pub use options::{Actions, BatchOptions, Episode, Reward};
pub use table::{Placed, Table, tables, write_tables};
