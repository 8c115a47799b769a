//! Match records as text: `parlour-record/1`, read strictly and written in one way only.

use crate::info::SetupText;
use crate::rejected::Rejected;
use crate::{AnyMatch, find};
use cards::Seat;
use engine::OptionValue;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What a record says of itself.
pub const FORMAT: &str = "parlour-record/1";

/// A match record, as text has it. What it means is found out by replaying it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    format: String,
    /// The game's id.
    pub game: String,
    #[serde(default)]
    options: Map<String, Value>,
    /// How many play.
    pub seats: u8,
    /// The first dealer.
    pub dealer: u8,
    /// The deals.
    #[serde(default)]
    pub deals: Vec<DealText>,
    #[serde(flatten)]
    notes: NotesText,
}

/// One deal of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    /// The cards in the order in which they come into play.
    pub deck: String,
    /// What was done: `SEAT ACTION`.
    #[serde(default)]
    pub actions: Vec<String>,
}
