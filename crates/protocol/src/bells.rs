//! Bells: notices to devices when another player looks for players of a game.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The bells of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Bells {
    /// The families that can have a bell: `"scopa-two"`.
    pub offered: Vec<String>,
    /// The families that have one.
    pub families: Vec<String>,
}

/// A request to replace the bells of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewBells {
    /// The families of which the player wants to hear.
    pub families: Vec<String>,
    /// The offset of the player's clock from UTC, in minutes: 120 for two hours ahead. The bells are quiet at night.
    pub clock: i32,
}
