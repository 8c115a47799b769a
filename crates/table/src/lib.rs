//! The parts of a table that a server and the page share.
//!
//! It connects the games in `house` with the messages in `protocol`: it checks new tables, converts frames, keeps the last
//! events, and replays finished deals. It does no I/O and has no clock.
//!
//! ```
//! use cards::{Seat, Seed, Viewer};
//! let game = house::find("scopa").expect("in the catalog");
//! let mut played = game.open(&house::SetupText::first_preset(2), Seat::new(1))?;
//! let deck = played.next_deck(&Seed::from_number(7));
//! played.deal(&deck, &[])?;
//! let frame = table::to_frame(played.frame(Viewer::Public));
//! assert_eq!((frame.version, frame.phase), (1, protocol::Phase::Playing));
//! # Ok::<(), house::Rejected>(())
//! ```

mod convert;
mod error;
mod history;
mod name;
mod new_table;
mod pace;
mod replay;
#[cfg(test)]
mod tests;
mod time_control;

pub use convert::{games, to_deal_score, to_frame, to_hint, to_options};
pub use error::TableRefusal;
pub use history::{History, LINES, Told};
pub use name::plain_name;
pub use new_table::{LONGEST_THOUGHT, begun_deals, check_new_table, day_of, follow_begun, setup};
pub use pace::Pace;
pub use replay::{Walked, replay_deal, to_replay};
pub use time_control::{TimeControlError, check_time_control};
