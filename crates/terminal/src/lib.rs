//! The table in a terminal: a match against bots, played with the keyboard in 80 by 24 cells or more.
//!
//! The core is pure. `step` takes the state and what came in (a key, the time, a bot's answer) and says
//! what is to be done; `screen` draws the state into a buffer of any size. Around them there is one
//! thin loop, `run`, which alone knows the real terminal, the clock, threads and files.
//!
//! * [`play`]: sits down at a table; [`Settings`] say at which.
//! * [`learn`]: a lesson or a puzzle at the same table; [`list_exercises`] says which there are.
//! * [`play_day`]: the deal of a day; [`list_days`] says what each game has.
//! * [`join()`]: a table elsewhere, over the network.
//! * [`event_log()`]: a record as text, deal by deal.
//! * [`review()`]: a record looked at once more: what cost most, and what was better.
//! * [`keep_score`]: a score pad for people who hold real cards, line by line.

mod bots;
mod coach;
mod daily;
mod error;
mod event_log;
mod exercises;
mod files;
mod games;
mod guard;
mod join;
mod learn;
mod look;
mod review;
mod run;
mod score;
mod screen;
mod settings;
mod state;
mod step;
mod table;

#[cfg(test)]
mod tests;

pub use daily::list_days;
pub use error::Error;
pub use event_log::event_log;
pub use exercises::list_exercises;
pub use join::Join;
pub use look::Look;
pub use review::review;
pub use run::{join, learn, play, play_day};
pub use score::{ScoreSettings, keep_score};
pub use settings::{PAUSE, Settings};
