//! Challenges: a link by which one player invites another to a match for two. All times are in seconds since 1970.

use crate::{Audience, NewTable, TimeControl};
use engine::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// The setup of a challenge: a pool of the lobby for two players, or other rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChallengeSetup {
    /// The pool's id: `"scopa-2-quick"`. Null with other rules.
    pub pool: Option<String>,
    /// The game's id.
    pub game: String,
    /// The preset's id.
    pub preset: String,
    /// The options that differ from the preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<catalog::wire::Options>"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The time control. Null in a match without clocks, which is never rated.
    #[serde(rename = "timeControl")]
    pub time_control: Option<TimeControl>,
    /// The players who may watch.
    #[serde(default, skip_serializing_if = "Audience::is_usual")]
    #[cfg_attr(test, ts(optional, as = "Option<Audience>"))]
    pub audience: Audience,
}

/// A request to challenge a player, or each player with the link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The pool's id.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub pool: Option<String>,
    /// The table with other rules, instead of a pool: for two players without bots and stake. Its name is ignored.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub table: Option<Box<NewTable>>,
    /// Whether the match is to change ratings.
    pub rated: bool,
    /// The name of the only player who can accept. Without one, the first player who accepts.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub name: Option<String>,
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Challenge {
    /// The code of the link: eight letters and digits.
    pub code: String,
    /// The setup.
    pub setup: ChallengeSetup,
    /// Whether the match is to change ratings. It does if both players have accounts and come from two networks.
    pub rated: bool,
    /// The name of the player who challenges.
    pub from: String,
    /// The name of the only player who can accept. Null if everybody can.
    pub to: Option<String>,
    /// Whether the challenge is the client's own.
    pub mine: bool,
    /// The time of the end.
    #[cfg_attr(test, ts(type = "number"))]
    pub expires: u64,
    /// The id of the table, once the challenge is accepted. Only its two players learn it.
    pub table: Option<String>,
}

/// The possible setups, and the open challenges by and for an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Challenges {
    /// The possible setups.
    pub setups: Vec<ChallengeSetup>,
    /// The open challenges, the oldest first.
    pub challenges: Vec<Challenge>,
}

/// A request to accept a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct AcceptChallenge {
    /// The name of the player, if the player has no account.
    pub name: String,
}
