//! Score pads for people who hold real cards, and the deck checker. Plain values: no files, no network, no clock, no
//! threads, so that it works in a page that is offline.
//!
//! * [`Log`]: a pad is a log of [`Operation`]s that only grows; two devices that wrote apart are merged without losing
//!   what either wrote. A [`Change`] is what somebody wants written: only what counts is.
//! * [`view()`]: the pad as [`Sheet`]s to draw: rows, totals, markers, lines, who has won and who owes whom.
//! * [`answer`]: all of it as JSON, a request and its answer; [`Request`] lists what can be asked.
//! * [`decks`]: what belongs to a deck, what is missing, and what becomes of a hand.
//!
//! What a hand is worth is nowhere in here: the games' own score rooms say it, of a tally that people counted.
//!
//! ```
//! let opened = pads::answer(
//!     r#"{"ask":"write","device":"kitchen","change":
//!         {"type":"open","opening":{"game":"scopa","players":["Anna","Bruno"],"dealer":0}}}"#,
//! );
//! assert!(opened.contains(r#""wrote":"1@kitchen""#));
//! ```

/// What the README shows is tried with the documentation.
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
