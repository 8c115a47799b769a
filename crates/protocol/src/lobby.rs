//! Parts of the lobby, where players who don't know each other meet.

use crate::TimeControl;
use cards::Seat;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A pool: the table that its players look for, and their number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LobbyPool {
    /// The pool's id: `"scopa-2-quick"`.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The preset's id.
    pub preset: String,
    /// The minimum number of players.
    pub least: u8,
    /// The maximum number of players.
    pub most: u8,
    /// Whether four players play two against two.
    pub partners: bool,
    /// The time control. Null in a race.
    #[serde(rename = "timeControl")]
    pub time_control: Option<TimeControl>,
    /// The number of waiting players.
    pub waiting: u32,
}

/// A player who waits in a pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LobbySeek {
    /// The pool's id.
    pub pool: String,
    /// The player's name. Empty if the player gave none.
    pub name: String,
}

/// A match in which a player can take the chair of a bot.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LobbyTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The preset's id.
    pub preset: String,
    /// The name of the first player. Empty if the player gave none.
    pub name: String,
    /// The number of seats.
    pub seats: u8,
    /// The number of seats with players.
    pub people: u8,
}

/// Matches that everybody may watch: first those of friends, then by the mean rating of their players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct WatchList {
    /// At most 100 matches.
    pub tables: Vec<WatchedTable>,
    /// The number of further matches, which are not listed.
    pub more: u32,
}

/// A match that everybody may watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct WatchedTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The preset's id.
    pub preset: String,
    /// The players, in seat order.
    pub players: Vec<WatchedPlayer>,
    /// The mean rating of those players who have one, rounded. Null if no player has one.
    pub rating: Option<i32>,
    /// Whether the match changes the ratings of its players.
    pub rated: bool,
    /// The number of the current deal, from 1.
    pub deal: u32,
}

/// A player at a match that everybody may watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct WatchedPlayer {
    /// The name. Empty if the player gave none.
    pub name: String,
    /// Whether the player is a friend of the asking player.
    pub friend: bool,
}

/// The change of a player's rating by a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RatingChange {
    /// The seat of the player.
    pub seat: Seat,
    /// The rating after the match, rounded.
    pub rating: i32,
    /// The difference between the rounded ratings after and before the match.
    pub change: i32,
    /// Whether the rating is still uncertain, so that it is shown with a question mark.
    pub provisional: bool,
}

/// Features that the server names in [`Hello`](crate::notice::Hello).
pub mod feature {
    /// The server has a lobby.
    pub const LOBBY: &str = "lobby";
    /// Players with an account can have bells.
    pub const BELLS: &str = "bells";
}
