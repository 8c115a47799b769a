//! Portable Bridge Notation, version 2.1.
//!
//! [`read`] takes the import format: tags in any order and with any blanks, letters of any case, suffixes, values taken
//! over from the board before; [`read_each`] gives the sound parts of a file and its faults. [`write()`] gives
//! the export format, in which every byte is laid down: what was written is read and written again to the same bytes.

mod calls;
mod cells;
mod deal_list;
mod read;
mod scan;
mod sections;
mod tricks;
mod write;

pub use read::{read, read_each};
pub use write::write;

pub(crate) use read::check_hands;
pub(crate) use tricks::read_card;
pub(crate) use write::write_card;

/// The tags that every board has in the export format, in their order.
pub(crate) const MANDATORY: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
];

/// Tags that are always a board's own: they are never taken over from another.
pub(crate) const OWN: [&str; 8] =
    ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"];

/// The sections that are tables: their value names the columns.
pub(crate) const TABLES: [&str; 8] = [
    "ActionTable",
    "AuctionTimeTable",
    "InstantScoreTable",
    "OptimumPlayTable",
    "OptimumResultTable",
    "PlayTimeTable",
    "ScoreTable",
    "TotalScoreTable",
];
