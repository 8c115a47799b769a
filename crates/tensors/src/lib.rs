//! Many matches of a game stepped at once, for those who train networks: what a seat sees and may do as numbers. No words, no
//! JSON, no Python. Playing is that of the engine; here is only how it is written down.
//!
//! * [`Encode`]: what a seat sees as a row of bytes, and what it may do as numbers; a room for each game in `games/`.
//! * [`Batch`]: so many rows, each a match, stepped in one call into the caller's [`Buffers`].
//! * [`Table`]: what each number means, as `docs/tensors.md` has it.
//!
//! ```
//! use engine::Setup;
//! use tensors::{Arrays, Batch, BatchOptions};
//! use ::games::gin_rummy::GinRummy;
//!
//! let setup = Setup::new(None, 2, Default::default())?;
//! let mut batch = Batch::<GinRummy>::new(setup, &BatchOptions { rows: 8, ..BatchOptions::default() })?;
//! let mut arrays = Arrays::new(batch.shape());
//! let mut actions = vec![0; 8];
//! batch.reset(7, arrays.buffers())?;
//! for _ in 0..100 {
//!     batch.sample_actions(&mut actions)?;
//!     batch.step(&actions, arrays.buffers())?;
//! }
//! assert!(arrays.action_mask.chunks(batch.shape().actions).all(|row| row.contains(&1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
