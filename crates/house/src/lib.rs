//! Every game behind one face. Below this crate nobody knows JSON; above it nobody knows a game by name.
//!
//! * [`Catalog`]: every game of the house, with the card sets of whoever plays; [`CATALOG`] without any, and [`find`]
//!   one of these by its id.
//! * [`AnyGame`], [`AnyMatch`]: a game and a match, whichever, with text and JSON for everything typed.
//! * [`Frame`], [`Sent`]: what a viewer is sent; typed for a layout, JSON for a client.
//! * [`Appraised`], [`Review`]: what could be done and what it is worth, now or in a match that was played.
//! * [`Exercise`]: lessons and puzzles, records with remarks, `parlour-exercise/1`.
//! * [`Guest`]: somebody who plays by frames and text, as a program elsewhere does, among the bots of an arena.
//! * [`FrameBot`]: a bot of the house that plays from frames, in the games in which they tell it everything.
//! * [`Line`]: what is kept of a match while it is played, and how it goes on from there.
//! * [`NoUndo`]: what a seat may take back, and why not.
//! * `AnyBatch` (feature `tensors`): many matches stepped at once, for those who train networks.
//! * `read_card_sets` (feature `own-sets`): cards of one's own, for the game that is played with them.
//! * [`RecordText`], [`read_record`]: match records, `parlour-record/1`.
//!
//! ```
//! use cards::{Seat, Seed, Viewer};
//! let game = house::find("scopa").expect("in the catalog");
//! let mut table = game.open(&house::SetupText::first_preset(2), Seat::new(1))?;
//! let deck = table.next_deck(&Seed::from_number(7));
//! table.deal(&deck, &[Viewer::Public])?;
//! assert_eq!(table.actors().first(), Some(Seat::new(0)));
//! # Ok::<(), house::Rejected>(())
//! ```

/// What the README shows is tried with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod advice;
mod any_match;
#[cfg(feature = "tensors")]
mod batch;
mod bot_names;
#[cfg(feature = "own-sets")]
mod card_sets;
mod catalog;
mod coach;
mod day;
mod deck_text;
mod erased;
mod exercise;
#[cfg(feature = "faulty")]
mod faulty;
mod frame;
#[cfg(feature = "catalog")]
mod frame_bot;
#[cfg(feature = "arena")]
mod guest;
mod info;
mod log;
mod record;
mod review;
mod sent;
mod undo;
mod verify;
#[cfg(feature = "wire")]
pub mod wire;

pub use advice::{Appraised, AppraisedWorth, HINT_TIME, Hint, LineWorth, PendingAdvice, hint_effort};
#[cfg(feature = "tensors")]
pub use batch::AnyBatch;
pub use bot_names::{bot_name, usual_bot};
pub use bots::Effort;
#[cfg(feature = "own-sets")]
pub use card_sets::read_card_sets;
pub use catalog::Catalog;
#[cfg(feature = "catalog")]
pub use catalog::{CATALOG, find};
pub use coach::{Coached, ExerciseInfo, ExerciseStep, Learn};
pub use day::{Day, DayResult, day_results, day_seed, day_setup, is_day_over};
pub use engine::{CardSets, RecordPosition, Rejected, SetupText};
pub use erased::{AnyGame, AnyMatch, CheckedText, Erased, Options, PendingMove};
pub use exercise::{Answer, Attempt, Done, Exercise, ExerciseKind, Remark, Translated, Tried, read_exercise};
pub use frame::{Frame, FramePhase};
#[cfg(feature = "catalog")]
pub use frame_bot::{FrameBot, frame_bot, frame_bot_games};
#[cfg(feature = "arena")]
pub use guest::{Guest, Guests, Seating, no_guests};
pub use info::{DayInfo, DealScore, GameInfo, OptionInfo, PresetInfo, SideTable, Turns};
pub use log::{Line, LogEntry, log_entries, record_lines};
pub use record::{
    DealText, DealerNote, FORMAT, MAX_VOIDED, NonceNote, Notes, OpeningNote, RecordText, Replayed,
    VoidedNote, read_record,
};
pub use review::{Decision, Place, Review};
pub use sent::Sent;
pub use undo::NoUndo;
pub use verify::{OwnNonce, Seen, Verified};
