//! Melds, deadwood, arrangements and lay-offs.
//!
//! The module depends on neither turns, seats nor scores. It does not allocate, and a hand has at
//! most the eleven cards of a turn.
//!
//! | file | contents |
//! |---|---|
//! | `meld.rs` | `Meld`, `Melds`: sets, runs, and up to three of them |
//! | `deadwood.rs` | `Deadwood`: card values and the least deadwood of a hand |
//! | `arrange.rs` | maximal arrangements and the default arrangement |
//! | `lay_off.rs` | best lay-offs after a knock |

mod arrange;
mod deadwood;
mod lay_off;
mod meld;

#[cfg(test)]
pub(super) mod naive;
#[cfg(test)]
mod tests;

pub use arrange::{Arrangement, best, maximal};
pub use deadwood::Deadwood;
pub use lay_off::{Answer, best_answer};
pub use meld::{Meld, Melds};
