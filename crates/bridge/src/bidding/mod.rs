//! Bidding system of the bridge bots: natural, five-card majors, strong notrump. System card:
//! `docs/bidding.md`.
//!
//! A rule (`rule`) is a call with the hands that make it. For each point of an auction
//! (`situation`) one module of the system card makes a list of rules, and `reading` selects the
//! module. The first rule that fits a hand is its call. All rules for a call together are its
//! meaning (`meaning`), so a call means exactly what it is chosen for.
//!
//! | module | applies when |
//! |---|---|
//! | `openings` | no player has bid |
//! | `responses`, `rebids` | the side opened one of a suit, and the opponents passed |
//! | `no_trump` | Stayman, transfers and quantitative raises, also in contested auctions |
//! | `strong_and_weak` | two clubs, weak twos, preempts |
//! | `contested` | partner opened, and the opponents intervened |
//! | `defence`, `advances` | the opponents opened |
//! | `slam` | controls, key cards, kings |
//! | `contract_selection` | later rounds: part-score, game or slam by the shown values |

mod advances;
mod contested;
mod contract_selection;
mod defence;
mod hand;
mod meaning;
mod no_trump;
mod openings;
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
pub use meaning::{Forcing, HandKnowledge, Kind, Meaning, Span};
pub use reading::Reading;
pub use shared::SharedReading;
pub use situation::InterpretedCall;

use crate::Call;
