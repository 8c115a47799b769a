//! Terminal client: matches against bots or on a server, with the keyboard, in at least 60 by 18
//! cells.
//!
//! * [`play`]: plays a match; [`Settings`] describe it.
//! * [`learn`]: runs a lesson or puzzle; [`list_exercises`] lists them.
//! * [`play_day`]: plays the deal of the day; [`list_days`] lists its games.
//! * [`join()`]: plays at a table of a server.
//! * [`event_log()`]: formats a record as text.
//! * [`review()`]: shows the cost of each decision in a record.
//! * [`keep_score`]: runs a score pad for real cards, line by line.
//!
//! The core is pure. `step` updates the state from an input (a key, the time, a bot's answer) and
//! returns effects. `screen` draws the state into a buffer of any size. Only the loop in `run`
//! touches the real terminal, the clock, threads and files.

mod bots;
mod cast;
mod coach;
mod draw;
mod error;
mod event_log;
mod exercises;
mod files;
mod games;
mod guard;
mod local;
mod look;
mod remote;
mod review;
mod run;
mod score;
mod scores;
mod screen;
mod settings;
mod state;
mod table;

#[cfg(test)]
mod tests;

pub use error::Error;
pub use event_log::event_log;
pub use exercises::list_exercises;
pub use look::Look;
pub use review::review;
pub use run::{join, learn, play, play_day};
pub use score::{ScoreSettings, keep_score};
pub use settings::{PAUSE, Settings};
pub use state::daily::list_days;
pub use state::join::Join;
