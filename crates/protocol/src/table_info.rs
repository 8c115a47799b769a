//! A card table without its match.

use crate::{Audience, TimeControl};
use cards::{BySeat, Seat, SeatSet, Side};
use engine::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// Everything about a table except the match. All times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableInfo {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The preset's id.
    pub preset: String,
    /// The values of all options.
    #[cfg_attr(test, ts(as = "catalog::wire::Options"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The number of seats.
    pub seats: u8,
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// The seats that are ready for the next deal.
    pub ready: SeatSet,
    /// The client's seat. Null for a spectator.
    pub you: Option<Seat>,
    /// The commitment to the table's seed.
    pub commitment: String,
    /// The number of times the seed exchange started again. Each restart has a new commitment.
    pub restarts: u32,
    /// The response window for sealed answers.
    #[cfg_attr(test, ts(type = "number"))]
    pub window: u64,
    /// The stake in hundredths.
    pub stake: Option<u32>,
    /// The payment to each seat in hundredths, if the match is over and was played for a stake.
    #[cfg_attr(test, ts(type = "number[] | null"))]
    pub payments: Option<BySeat<i64>>,
    /// The remaining time of the countdown, in milliseconds, if the table counts down.
    pub countdown: Option<u32>,
    /// The absence after which a bot may play for a player.
    pub absence: u32,
    /// The seats that agree to end the match as it stands.
    pub ending: SeatSet,
    /// The way the match ended, if it was not played to its end.
    pub ended: Option<Ended>,
    /// The id of the table where the next match with the same players is played.
    pub next: Option<String>,
    /// The version that a client has seen, if the server has stored less or something else. The match continues
    /// after every player present has sent [`Command::Continue`](crate::Command::Continue).
    pub diverged: Option<u32>,
    /// The time control, if there is one.
    #[serde(rename = "timeControl")]
    pub time_control: Option<TimeControl>,
    /// The clocks, in seat order. Empty without a time control.
    pub clocks: Vec<PlayerClock>,
    /// The seat of the host, who can free chairs until the first deal.
    pub host: Option<Seat>,
    /// The day, if this is the deal of a day: `2026-11-23`.
    pub day: Option<String>,
    /// The number of deals that were dealt in a browser before the match was moved to the server.
    #[serde(rename = "unverifiedDeals")]
    pub unverified_deals: u32,
    /// Whether the match changes the ratings of its players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// The players who may watch.
    #[serde(default, skip_serializing_if = "Audience::is_usual")]
    #[cfg_attr(test, ts(optional, as = "Option<Audience>"))]
    pub audience: Audience,
}

/// The clock of a seat. All times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerClock {
    /// The time left beyond the delay of an action.
    pub bank: u32,
    /// The delay of the current action, or of the next: time that costs nothing from the bank.
    pub delay: u32,
    /// The time used for the current action. Null if the seat is not to act.
    pub elapsed: Option<u32>,
    /// Whether the clock runs.
    pub runs: bool,
    /// Whether the player ran out of time and has not acted since. The server then acts for them after a short time.
    pub flagged: bool,
    /// The time until the server decides for a player who left.
    pub decided: Option<u32>,
}

/// The way a match ended before it was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "by", rename_all = "camelCase")]
pub enum Ended {
    /// All players agreed to end it as it stands.
    Agreement,
    /// A player resigned.
    Resignation {
        /// The seat of the player who resigned.
        seat: Seat,
    },
    /// A player left, and another claimed the win.
    Absence {
        /// The seat of the player who left.
        seat: Seat,
    },
}

impl Ended {
    /// Returns the winners: the other sides, or no seat if all agreed.
    #[must_use]
    pub fn winners(self, sides: &BySeat<Side>) -> SeatSet {
        match self {
            Self::Agreement => SeatSet::EMPTY,
            Self::Resignation { seat } | Self::Absence { seat } => {
                sides.iter().filter(|(_, side)| *side != sides[seat]).map(|(other, _)| other).collect()
            }
        }
    }
}

/// A chair and its occupant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Chair {
    /// A chair that a player can take.
    Open,
    /// A chair with a player.
    Person {
        /// The player's name. Empty if the player gave none.
        name: String,
        /// Whether the player is connected.
        connected: bool,
        /// The time the player has been away, in milliseconds.
        away: Option<u32>,
        /// The bot that plays for the player until they return.
        substitute: Option<String>,
        /// Whether the player left in the middle of the match.
        left: bool,
    },
    /// A chair with a bot.
    Bot {
        /// The bot, as commands name it.
        bot: String,
        /// The name that players see.
        name: String,
        /// Whether a player can take the chair between two deals.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        open: bool,
    },
}
