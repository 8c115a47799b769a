//! Melds: what they are, what a hand is worth at best, how it can be laid down, what can be laid off on it.
//!
//! It knows no turns, no seats and no score. Nothing here allocates; a hand is at most the eleven cards of a turn.
//!
//! | room | what lives there |
//! |---|---|
//! | `meld.rs` | `Meld`, `Melds`: three or four of a rank, a run, and up to three of them |
//! | `deadwood.rs` | `Deadwood`: what cards count, and the least a hand can count |
//! | `arrange.rs` | every way to lay a hand down, and the one that is proposed |
//! | `lay_off.rs` | the best answer to a knock: lay-offs and melds together |

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
