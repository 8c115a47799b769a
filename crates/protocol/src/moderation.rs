//! Reports of players and rulings of the operator. All times are in seconds since 1970.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A report about another player with an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The name of the other player.
    pub player: String,
    /// The id of a table at which both have a chair.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub table: Option<String>,
    /// The reason.
    pub reason: ReportReason,
}

/// A reason for a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum ReportReason {
    /// The player left, or stalled.
    Stalled,
    /// The player did not try to win.
    Threw,
    /// The player played together with another player, or used a second account.
    Colluded,
    /// The name is offensive, or that of another person.
    Name,
    /// The player misused phrases.
    Phrases,
}

/// A ruling of the operator on an account, as its player sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RulingInfo {
    /// The id.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The kind: `"warn"`, `"mute"`, `"unrated"`, `"pause"` or `"ban"`.
    pub kind: String,
    /// The reason.
    pub reason: String,
    /// The time of the ruling.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// The end. Null if it lasts until it is lifted, and for a warning.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub until: Option<u64>,
    /// The reply of the player. Null if there is none yet.
    pub reply: Option<String>,
}

/// A reply to a ruling. There is one for each ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct RulingReply {
    /// The reply, of 1 to 500 characters.
    pub reply: String,
}
