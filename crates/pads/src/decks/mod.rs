//! Decks of real cards: their contents, checks, and incidents during an evening.
//!
//! | file | contents |
//! |---|---|
//! | `specification.rs` | the cards of each deck, and the ranks to take out of a full one |
//! | `check.rs` | counts and full checks, with advice |
//! | `incident.rs` | incidents and their consequences |

mod check;
mod incident;
mod specification;

pub use check::{Advice, Check, Count, Different, check, fast_count, read_ticks};
pub use incident::{Found, Incident, Notice, Ruling, TwoDecks, Watch, incidents, ruling};
pub use specification::{DeckCard, SPECIFICATIONS, Specification, find, strip};
