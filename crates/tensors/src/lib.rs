//! Batches of card-game matches as tensors, for training networks. Observations and legal actions
//! are encoded as numbers.
//!
//! The engine plays; this crate only encodes, without Python.
//!
//! * [`Encode`]: encodes what a seat sees as a row of bytes, and actions as numbers; one module per
//!   game in `games/`.
//! * [`Batch`]: steps many rows, each a match, in one call, and writes into the caller's
//!   [`Buffers`].
//! * [`AnyBatch`]: a batch of any game, without its types. [`open`] creates it.
//! * [`Table`]: documents the meaning of each number, as in `docs/tensors.md`.
//!
//! A batch is deterministic: equal options, seed and actions give equal bytes on every machine and
//! for any number of threads.

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod any_batch;
mod batch;
mod columns;
mod encode;
mod error;
mod games;
mod options;
mod row;
mod table;

pub use any_batch::{AnyBatch, open};
pub use batch::{Arrays, Batch, Buffers, Shape};
pub use columns::Columns;
pub use encode::{Block, Each, Encode, Range, Size, Tokens};
pub use error::BatchError;
pub use options::{Actions, BatchOptions, Episode, Reward};
pub use table::{Placed, Table, tables, write_tables};
