//! Snapshots of a match for one viewer.

use crate::info::DealScore;
use crate::wire_value::{WireValue, raw};
use cards::{BySeat, Seat, SeatSet, Side};
use engine::ScoreLine;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Snapshot of a match for one viewer: everything the viewer may know and do.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Snapshot {
    /// Version of the match: the number of deals and entries so far.
    pub version: usize,
    /// Phase of the match.
    pub phase: SnapshotPhase,
    /// Index of the deal, from 0.
    pub deal: usize,
    /// Dealer of the deal.
    pub dealer: Seat,
    /// Seats that may act now.
    pub actors: SeatSet,
    /// The viewer's legal actions.
    pub legal: Vec<String>,
    /// The game's view. `None` while players are missing.
    #[cfg_attr(feature = "wire", ts(as = "Option<crate::wire::View>"))]
    pub view: Option<WireValue>,
    /// Total of each seat.
    pub totals: BySeat<i32>,
    /// Side of each seat. Partners share a side.
    pub sides: BySeat<Side>,
    /// Score of the last finished deal, in the phases scored and over.
    #[serde(rename = "dealScore")]
    pub deal_score: Option<DealScore>,
    /// Part of the totals that is not from deals.
    pub bonuses: Vec<ScoreLine>,
    /// The winners, if the match is over.
    pub winners: SeatSet,
    /// Whether the viewer can undo their last action. The table sets it, because a match does not know which seats
    /// are bots.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<bool>"))]
    pub undo: bool,
}

impl Snapshot {
    /// Returns the snapshot while players are missing, without view and actions.
    #[must_use]
    pub fn waiting(self) -> Self {
        let (phase, actors) = (SnapshotPhase::Waiting, SeatSet::EMPTY);
        Self { phase, actors, legal: Vec::new(), view: None, deal_score: None, undo: false, ..self }
    }

    /// Returns the snapshot as JSON for clients.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        raw(self)
    }
}

/// Phase of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Phase"))]
#[serde(rename_all = "camelCase")]
pub enum SnapshotPhase {
    /// No deal has begun.
    Waiting,
    /// A deal is being played.
    Playing,
    /// A deal has been scored, and another follows.
    Scored,
    /// The match is over.
    Over,
}
