//! Replays of finished deals, action by action.

use crate::{DealScore, ScoreLine, TableInfo};
use cards::{BySeat, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A deal of a finished match, step by step with open hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Replay {
    /// Everything about the table except the match.
    pub info: TableInfo,
    /// The side of each seat.
    pub sides: BySeat<Side>,
    /// The totals before the first deal of the match.
    pub opening: BySeat<i32>,
    /// The points of each seat, for every deal of the match.
    pub points: Vec<BySeat<i32>>,
    /// The deal before the first action.
    pub start: Step,
    /// The deal after each action.
    pub steps: Vec<Step>,
    /// The part of the totals that is not from deals.
    pub bonuses: Vec<ScoreLine>,
    /// The totals after the last deal of the match.
    pub totals: BySeat<i32>,
    /// The seats that won the match.
    pub winners: SeatSet,
}

/// A step of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The seat that acted.
    pub seat: Option<Seat>,
    /// The action, as records write it.
    pub action: Option<String>,
    /// The events, with open hands.
    #[cfg_attr(test, ts(as = "Vec<catalog::wire::Event>"))]
    pub events: Vec<serde_json::Value>,
    /// The game's view, with open hands.
    #[cfg_attr(test, ts(as = "catalog::wire::View"))]
    pub view: serde_json::Value,
    /// The score, if the deal is finished.
    pub deal_score: Option<DealScore>,
}
