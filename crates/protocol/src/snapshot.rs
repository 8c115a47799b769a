//! Snapshots of a match for one viewer.

use crate::Json;
use cards::{BySeat, BySide, Seat, SeatSet, Side};
use engine::Half;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
#[cfg(test)]
use ts_rs::TS;

/// A snapshot of a match for one viewer: everything the viewer may know and do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The version of the match: the number of deals and entries so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
    /// The phase of the match.
    pub phase: Phase,
    /// The deal, from 0.
    pub deal: usize,
    /// The dealer of the deal.
    pub dealer: Seat,
    /// The seats that may act now.
    pub actors: SeatSet,
    /// The viewer's legal actions.
    pub legal: Vec<String>,
    /// The deal as the viewer may see it, in the game's own form. Null while the match waits for players.
    #[cfg_attr(test, ts(as = "Option<catalog::wire::View>"))]
    pub view: Option<Json>,
    /// The total of each seat.
    pub totals: BySeat<i32>,
    /// The side of each seat. Partners share a side.
    pub sides: BySeat<Side>,
    /// The score of the last finished deal, in the phases scored and over.
    pub deal_score: Option<DealScore>,
    /// The part of the totals that is not from deals.
    pub bonuses: Vec<ScoreLine>,
    /// The winners, if the match is over.
    pub winners: SeatSet,
    /// Whether the viewer can take back their last action.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub undo: bool,
}

/// The phase of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// No deal has begun.
    Waiting,
    /// A deal is being played.
    Playing,
    /// A deal has been scored, and another follows.
    Scored,
    /// The match is over.
    Over,
}

/// The score of a finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DealScore {
    /// The deal, from 0.
    pub deal: usize,
    /// Whether the rules threw the deal in.
    pub thrown_in: bool,
    /// The points of each seat.
    pub points: BySeat<i32>,
    /// The categories, in scoring order.
    pub lines: Vec<ScoreLine>,
}

/// One category of a deal's score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ScoreLine {
    /// The name that translations use: `"settebello"`.
    #[cfg_attr(test, ts(as = "String"))]
    pub category: Cow<'static, str>,
    /// The numbers of the rules: `"SC-R11"`.
    #[cfg_attr(test, ts(as = "Vec<String>"))]
    pub rules: Vec<Cow<'static, str>>,
    /// The amount of each side in this category, such as its number of cards. Null if the category does not
    /// compare amounts.
    pub amounts: BySide<Option<Half>>,
    /// The points of each side.
    pub points: BySide<i32>,
    /// The cards of each side that make the amount of the category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cards: Option<Vec<Vec<String>>>,
}
