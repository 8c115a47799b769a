//! Shared rules of the fishing games: a card from the hand captures table cards, by rank or by sum.
//!
//! The module knows no game; [`Rules`] describes the differences.
//!
//! | file | content |
//! |---|---|
//! | `rules.rs` | `Rules`: the differences between the games |
//! | `capture.rs` | captures available to a card |
//! | `command.rs` | typed commands |
//! | `play.rs` | `Play`, `Reason`, `Event` |
//! | `deal.rs` | `Deal`: packets, turns, captures, the remaining cards |
//! | `situation.rs` | positions laid out by hand, for the arbiter |
//! | `view.rs` | views of a deal, and determinizations |
//! | `scoring.rs` | majorities, points, the end of a match |
//! | `heuristic.rs` | heuristic play, given card values |
//! | `search.rs` | compact search state |
//! | `value.rs` | learned value tables for two players at the end of a packet |

mod capture;
#[cfg(feature = "_fishing-search")]
pub(crate) mod command;
mod deal;
mod heuristic;
mod play;
mod rules;
mod scoring;
#[cfg(feature = "_fishing-search")]
mod search;
mod situation;
pub(crate) mod value;
mod view;

#[cfg(test)]
pub(crate) mod position;

pub use capture::Captures;
#[cfg(feature = "_fishing-search")]
pub(crate) use command::{VERBS, read_command};
pub use deal::{Capture, Deal};
pub use heuristic::{CardValues, heuristic};
pub use play::{Event, Play, Reason};
pub use rules::{
    AceTakesAll, CaptureObligation, Direction, EndMode, LastPlaySweep, Matching, Packets, Rules, Sums, Values,
};
pub use scoring::{Scoring, SideSequence, beats_all, max};
#[cfg(feature = "_fishing-search")]
pub(crate) use search::{Fishing, FishingGame, InformationSet};
pub(crate) use value::{Learned, PacketEnd};
pub use view::{View, WireView, redact};
