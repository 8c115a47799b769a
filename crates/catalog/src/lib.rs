//! All games behind one interface, without their types.
//!
//! The crates below know the games' types and no JSON. The crates above know no game: they use text for cards and
//! actions, and JSON for views, events and records.
//!
//! * [`Catalog`]: all games, with the user's card sets. [`CATALOG`]: all games, with the built-in card sets.
//!   [`find`]: one game of these.
//! * [`AnyGame`], [`AnyMatch`]: any game, and any match.
//! * [`Snapshot`], [`WireValue`]: everything one viewer may know, and its parts. A layout reads them typed, a client as JSON.
//! * [`Appraised`], [`Review`]: the value of actions, now or in a finished match.
//! * [`Exercise`]: lessons and puzzles, which are records with remarks, `parlour-exercise/1`.
//! * [`Guest`]: an arena player that receives snapshots and answers with text, such as an external program.
//! * [`SnapshotBot`]: a built-in bot that plays from snapshots.
//! * [`Line`]: the log line of a running match. A match can be continued from its lines.
//! * [`for_each_game!`]: the only list of all games.
//! * [`POOLS`]: the tables that players who don't know each other can ask for.
//! * [`NoUndo`]: the reason why a seat can't undo.
//! * `read_card_sets` (feature `own-sets`): the user's own card sets.
//! * [`RecordText`], [`read_record`]: match records, `parlour-record/1`.
//!
//! An invalid input never changes a match. Every error has a code, a message and, if a rule forbids the action, the
//! number of the rule.
//!
//! ```
//! use cards::{Seat, Seed, Viewer};
//! let game = catalog::find("scopa").expect("in the catalog");
//! let mut table = game.open(&catalog::SetupText::first_preset(2), Seat::new(1))?;
//! let deck = table.next_deck(&Seed::from_number(7));
//! table.deal(&deck, &[Viewer::Public])?;
//! assert_eq!(table.actors().first(), Some(Seat::new(0)));
//! # Ok::<(), catalog::Rejection>(())
//! ```

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod advice;
mod any_match;
mod bot_names;
#[cfg(feature = "own-sets")]
mod card_sets;
mod catalog;
mod coach;
mod day;
mod deck_text;
mod entry;
mod erased;
mod exercise;
#[cfg(feature = "faulty")]
mod faulty;
#[cfg(feature = "arena")]
mod guest;
mod info;
mod log;
mod pool;
mod record;
mod review;
mod snapshot;
#[cfg(feature = "all-games")]
mod snapshot_bot;
mod undo;
mod verify;
#[cfg(feature = "wire")]
pub mod wire;
mod wire_value;

pub use advice::{Appraised, AppraisedWorth, HINT_TIME, Hint, LineWorth, PendingAdvice, hint_effort};
pub use bot_names::{bot_name, usual_bot};
pub use bots::Effort;
#[cfg(feature = "own-sets")]
pub use card_sets::read_card_sets;
pub use catalog::Catalog;
#[cfg(feature = "all-games")]
pub use catalog::{CATALOG, find};
pub use coach::{Coached, ExerciseInfo, ExerciseStep, Learn};
pub use day::{Day, DayResult, day_results, day_seed, day_setup, is_day_over};
pub use engine::{CardSets, RecordPosition, Rejection, SetupText};
pub use entry::Entry;
pub use erased::{AnyGame, AnyMatch, BotJob, CheckedText, Erased};
pub use exercise::{Answer, Attempt, Done, Exercise, ExerciseKind, Remark, Translated, Tried, read_exercise};
#[cfg(feature = "arena")]
pub use guest::{Guest, Guests, Seating, no_guests};
pub use info::{
    DayInfo, DealScore, GameInfo, NeededOption, OptionInfo, Options, PresetInfo, SideTable, Turns,
};
pub use log::{Line, LogEntry, log_entries, record_lines};
pub use pool::{POOLS, Pool, PoolPace};
pub use record::{
    DealText, DealerNote, FORMAT, MAX_VOIDED, NonceNote, Notes, OpeningNote, RecordText, Replayed,
    VoidedNote, read_record,
};
pub use review::{Decision, Place, Review};
pub use snapshot::{Snapshot, SnapshotPhase};
#[cfg(feature = "all-games")]
pub use snapshot_bot::{SnapshotBot, snapshot_bot, snapshot_bot_games};
pub use undo::NoUndo;
pub use verify::{OwnNonce, Seen, Verified};
pub use wire_value::WireValue;

/// Expands `$each!` with the types of all games, in the order in which they are offered.
///
/// This is the only list of all games. What a game may lack at first has a list of its own in its crate: score pads,
/// arbiters, terminal layouts and tensors. The caller needs the crates of the games, which it names with its traits
/// anyway.
///
/// ```
/// macro_rules! ids {
///     ($($game:ty),+ $(,)?) => { [$(<$game as engine::Game>::ID),+] };
/// }
/// let ids = catalog::for_each_game!(ids);
/// assert_eq!(ids[0], "scopa");
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($each:ident) => {
        $each! {
            ::games::scopa::Scopa,
            ::games::wall_street::WallStreet,
            ::bridge::Bridge,
            ::games::cassino::Cassino,
            ::games::gin_rummy::GinRummy,
            ::games::thirty_one::ThirtyOne,
            ::games::speed::Speed,
            ::games::sharks::Sharks,
        }
    };
}
