//! What the fishing games share: a card from the hand takes cards from the table, by rank or by sum.
//!
//! It is written once, knows neither game, and is told by [`Rules`] what differs.
//!
//! | room | what lives there |
//! |---|---|
//! | `rules.rs` | `Rules`: what the games using this differ in |
//! | `capture.rs` | which cards of the table a card takes |
//! | `command.rs` | what people type |
//! | `play.rs` | `Play`, `Reason`, `Event`: the words of the table |
//! | `deal.rs` | `Deal`: packets, turns, captures, the rest after the last card |
//! | `situation.rs` | deals laid out by hand, for the arbiter
//! | `view.rs` | what a viewer knows of a deal, and deals drawn from it |
//! | `count.rs` | who has most, and when counting ends a match |
//! | `greedy.rs` | rules of thumb, given what a card is worth |
//! | `search.rs` | a deal as a search plays it |
//! | `value.rs` | what a deal of two is worth at the end of a packet, as learned |

mod capture;
pub(crate) mod command;
mod count;
mod deal;
mod greedy;
mod play;
mod rules;
mod search;
mod situation;
pub(crate) mod value;
mod view;

#[cfg(test)]
pub(crate) mod position;

pub use capture::Captures;
pub(crate) use command::{VERBS, read_command};
pub use count::{Counting, InOrder, beats_all, max};
pub use deal::{Capture, Deal};
pub use greedy::{Worth, greedy};
pub use play::{Event, Play, Reason};
pub use rules::{
    AceTakesAll, CaptureObligation, Direction, EndMode, LastPlaySweep, Matching, Packets, Rules, Sums, Values,
};
pub(crate) use search::{Fished, Fishing, Known};
pub(crate) use value::{Learned, PacketEnd};
pub use view::{Sent, View, redact};
