//! Score pads for people who hold real cards, and the deck checker. Plain values: no files, no network, no clock, no
//! threads, so that it works in a page that is offline.
//!
//! * [`answer`]: the one door, a request in JSON and an answer in JSON; [`Request`] lists what can be asked.
//! * [`Log`]: a pad is a log of [`Operation`]s that only grows; two devices that wrote apart are merged without losing
//!   what either wrote.
//! * [`view()`]: the pad as [`Sheet`]s to draw: rows, totals, markers, lines, who has won and who owes whom.
//! * [`decks`]: what belongs to a deck, what is missing, and what becomes of a hand.
//!
//! What a hand is worth is nowhere in here: the games' own score rooms say it, of a tally that people counted.
//!
//! ```
//! let opened = pads::answer(
//!     r#"{"ask":"open","device":"kitchen","opening":{"game":"scopa","players":["Anna","Bruno"],"dealer":0}}"#,
//! );
//! assert!(opened.contains(r#""wrote":"1@kitchen""#));
//! ```

mod api;
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
pub use debts::{Debt, settle};
pub use form::{Field, Kind, When, Who};
pub use games::{deck_of, ids};
pub use input_error::InputError;
pub use log::{FORMAT, Log, MAX_OPERATIONS};
pub use operation::{Act, NoOperationId, Opening, Operation, OperationId, Stakes};
pub use scoring::Description;
pub use sheet::{Column, Evening, GameColumn, Guest, Note, Piece, Row, RubberEntry, Sheet, View, Written};
pub use view::view;
