//! Ties between players with an account: friends, mutes and blocks.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The ties of an account. Names are in alphabetical order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Ties {
    /// The friends.
    pub friends: Vec<Friend>,
    /// The names of players who asked to be friends.
    pub requests: Vec<String>,
    /// The names of players whom the account asked to be friends.
    pub asked: Vec<String>,
    /// The names of players whose phrases the account does not see.
    pub muted: Vec<String>,
    /// The names of players whom the account blocks.
    pub blocked: Vec<String>,
}

/// A friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Friend {
    /// The name.
    pub name: String,
    /// Whether the friend is connected to this server.
    pub online: bool,
}
