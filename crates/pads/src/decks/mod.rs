//! Decks of real cards: what belongs to them, what is missing or too much, and what follows for the hand.
//!
//! | room | what lives there |
//! |---|---|
//! | `specification.rs` | which cards a game is played with, and what to take out of a full deck |
//! | `check.rs` | a fast count, then card by card: what is missing, what is too much, what to do |
//! | `incident.rs` | what happened to the cards during an evening, and what it asks for |

mod check;
mod incident;
mod specification;

pub use check::{Advice, Check, Count, Different, check, fast_count, read_ticks};
pub use incident::{Found, Incident, Notice, Ruling, TwoDecks, Watch, incidents, ruling};
pub use specification::{DeckCard, SPECIFICATIONS, Specification, find, strip};
