//! Score pads for games with real cards, and a deck checker.
//!
//! The crate has no files, network, clock or threads, so it also works in a page that is offline.
//!
//! * [`Log`]: a pad is an append-only log of [`Operation`]s. Two devices that wrote independently
//!   can be merged without loss. A [`Change`] is a requested operation, which is written only if it
//!   is valid.
//! * [`view()`]: returns the pad as [`Sheet`]s to draw: rows, totals, markers, winners and debts.
//! * [`answer`]: offers all of it as JSON requests and answers; see [`Request`].
//! * [`decks`]: contents of decks, missing cards, and the consequences for a hand.
//!
//! The crate contains no scoring rules. The games in `parlour-games` score the figures that players
//! counted.
//!
//! ```
//! let opened = pads::answer(
//!     r#"{"ask":"write","device":"kitchen","change":
//!         {"type":"open","opening":{"game":"scopa","players":["Anna","Bruno"],"dealer":0}}}"#,
//! );
//! assert!(opened.contains(r#""wrote":"1@kitchen""#));
//! ```

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod api;
mod change;
mod debts;
pub mod decks;
mod form;
mod games;
mod input_error;
mod log;
mod operation;
mod scoring;
mod sheet;
pub mod text;
mod view;

pub use api::{Request, answer, handle};
pub use change::Change;
pub use debts::{Debt, settle};
pub use form::{Field, Kind, When, Who};
pub use games::{deck_of, ids};
pub use input_error::InputError;
pub use log::{FORMAT, Log, MAX_OPERATIONS};
pub use operation::{Act, Opening, Operation, OperationId, ParseOperationIdError, Stakes};
pub use scoring::Description;
pub use sheet::{Column, Evening, GameColumn, Guest, Note, Piece, Row, RubberEntry, Sheet, View, Written};
pub use view::view;
