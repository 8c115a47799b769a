//! Players with an account, as everybody sees them. All times are in seconds since 1970.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The profile of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Profile {
    /// The name.
    pub name: String,
    /// The time of the claim.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
    /// The ratings, by family.
    pub ratings: Vec<FamilyRating>,
    /// The percentage of the last 20 matches that the player finished. Null if it is 90 or more, or if there are
    /// fewer than five matches.
    pub finished: Option<u8>,
    /// The last matches, the newest first.
    pub matches: Vec<PlayerMatch>,
}

/// A player's rating in a family: a game with two players, with more, or with partners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FamilyRating {
    /// The family: `"scopa-two"`, `"scopa-partners"` or `"sharks-many"`.
    pub family: String,
    /// The rating, rounded.
    pub rating: i32,
    /// Whether the rating is still uncertain, so that it is shown with a question mark.
    pub provisional: bool,
    /// The number of rated matches.
    pub matches: u32,
}

/// The ranking of the players of a family.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Leaderboard {
    /// The family.
    pub family: String,
    /// The id of a pool whose matches count.
    pub pool: String,
    /// The number of players who qualify: ten rated matches, one of them in the last 90 days, and a rating that is no
    /// longer provisional.
    pub listed: u32,
    /// The number of such players from which there is a ranking.
    pub needed: u32,
    /// The best 50 players. Empty if there is no ranking.
    pub top: Vec<RankedPlayer>,
    /// The player with the request's token, five players before and five after, as far as they are below the top.
    pub around: Vec<RankedPlayer>,
    /// The place of the player with the request's token. Null if that player has none.
    pub own: Option<u32>,
}

/// A player with a place in a ranking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RankedPlayer {
    /// The place, from 1.
    pub place: u32,
    /// The name.
    pub name: String,
    /// The rating, rounded.
    pub rating: i32,
    /// The standard deviation of the rating, rounded. Places follow from the rating minus two deviations.
    pub deviation: u32,
    /// The number of rated matches.
    pub matches: u32,
}

/// A match of a player from the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerMatch {
    /// The id of the match, for the next request.
    pub id: String,
    /// Whether the table still exists, with the replay of the match.
    pub replay: bool,
    /// The family.
    pub family: String,
    /// The time of the end.
    #[cfg_attr(test, ts(type = "number"))]
    pub finished: u64,
    /// The place of the player's side, from 1.
    pub place: u8,
    /// The way the player finished: `"played"`, `"left"`, `"slept"` or `"agreed"`.
    pub outcome: String,
    /// The rating after the match. Null if the match was not rated.
    pub rating: Option<i32>,
    /// The change of the rating. Null if the match was not rated.
    pub change: Option<i32>,
    /// The names of the partners who have an account.
    pub partners: Vec<String>,
    /// The names of the opponents who have an account.
    pub opponents: Vec<String>,
}
