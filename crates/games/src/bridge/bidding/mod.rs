//! The bidding system of the house's bridge bots: natural, five-card majors, strong no trump. The same rules choose
//! a call and say what a call means. The card: `docs/bidding.md`.
//!
//! A rule (`rule`) is a call and the hands it is made with. For each point of an auction (`situation`) the pages of the card
//! make a list of rules (`reading` finds the page); the first rule that fits a hand is its call, and all rules for
//! a call together are its meaning (`meaning`). So a call means exactly what it is chosen for.
//!
//! | page | when |
//! |---|---|
//! | `openings` | nobody has bid |
//! | `responses`, `rebids` | one of a suit, the opponents silent |
//! | `no_trump` | Stayman, transfers, raises by counting; and when they come between |
//! | `strong_and_weak` | two clubs, weak twos, preempts |
//! | `contested` | partner opened, and they came between |
//! | `defence`, `advances` | they opened |
//! | `slam` | controls, key cards, kings |
//! | `placing` | everything later: part-score, game or slam by what both are known to hold |

mod advances;
mod contested;
mod defence;
mod hand;
mod meaning;
mod no_trump;
mod openings;
mod placing;
mod reading;
mod rebids;
mod responses;
mod rule;
mod shared;
mod situation;
mod slam;
mod strong_and_weak;

#[cfg(test)]
mod tests;

pub use hand::Hand;
pub use meaning::{Forcing, Kind, Known, Meaning, Span};
pub use reading::Reading;
pub use shared::SharedReading;
pub use situation::InterpretedCall;

use crate::bridge::Call;
