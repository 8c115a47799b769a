//! Creating a table.

use crate::TimeControl;
use cards::Seat;
use engine::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// A request to create a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The options, as in a record: `preset`, and what differs from it.
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The number of seats.
    pub seats: u8,
    /// The chairs, in seat order. Exactly one is [`NewChair::Me`].
    pub chairs: Vec<NewChair>,
    /// The player's name.
    pub name: String,
    /// The stake in hundredths: for a point, or from each player into the pot. Not every game has one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub stake: Option<u32>,
    /// The time control. Without one there is no time limit.
    #[serde(default, rename = "timeControl")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub time_control: Option<TimeControl>,
    /// The day, for the deal of that day: `2026-11-23`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub day: Option<String>,
    /// The match that continues at the table, if it began in a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub begun: Option<BegunElsewhere>,
}

/// A match that began in a browser. Only that browser knows how it was dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BegunElsewhere {
    /// The first dealer.
    pub dealer: Seat,
    /// All lines of the match.
    pub lines: Vec<String>,
}

/// The occupant that a new table has for a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum NewChair {
    /// The player who creates the table.
    Me,
    /// A free seat.
    Open,
    /// A bot, by its level or spelling: `"beginner"`, `"ismcts:1000"`.
    Bot(String),
}

/// A new table, and the seat of its host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opened {
    /// The table's id.
    pub table: String,
    /// The host's seat.
    pub seat: Seat,
}

/// The options of a table that can be created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Resolved {
    /// All options.
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The options that differ from the preset.
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub overrides: BTreeMap<String, OptionValue>,
}
