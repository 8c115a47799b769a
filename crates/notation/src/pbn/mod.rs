//! Portable Bridge Notation, version 2.1.
//!
//! [`read`] accepts the import format: tags in any order, any blanks, any letter case, suffixes,
//! inherited values. [`read_each`] returns the sound parts of a file and its faults. [`write()`]
//! produces the export format, which defines every byte: reading and writing an exported file again
//! gives the same bytes.

mod calls;
mod cells;
mod deal_list;
mod read;
mod scan;
mod sections;
mod tricks;
mod write;

pub(crate) use read::contract as read_contract;
pub use read::{read, read_each};
pub use write::write;

pub(crate) use read::check_hands;
pub(crate) use tricks::read_card;
pub(crate) use write::write_card;

/// Mandatory tags of the export format, in order.
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

/// Tags that are never inherited.
pub(crate) const OWN: [&str; 8] =
    ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"];

/// Sections that are tables of values. The tag's value names the columns.
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
