//! What a viewer is sent of a match.

use crate::info::DealScore;
use crate::sent::{Sent, raw};
use cards::{BySeat, Seat, SeatSet, Side};
use engine::ScoreLine;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What one viewer may know of a match, and do: the frame of the protocol.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Frame {
    /// How many deals and entries led here.
    pub version: usize,
    /// Where the match stands.
    pub phase: FramePhase,
    /// Which deal, from 0.
    pub deal: usize,
    /// Who deals, or dealt.
    pub dealer: Seat,
    /// The seats that may act now.
    pub actors: SeatSet,
    /// What the viewer may do.
    pub legal: Vec<String>,
    /// What the viewer knows. Null while players are missing.
    #[cfg_attr(feature = "wire", ts(as = "Option<crate::wire::View>"))]
    pub view: Option<Sent>,
    /// The totals of each seat.
    pub totals: BySeat<i32>,
    /// The side of each seat; partners share one.
    pub sides: BySeat<Side>,
    /// The last finished deal, in the phases scored and over.
    #[serde(rename = "dealScore")]
    pub deal_score: Option<DealScore>,
    /// What the totals hold beyond the points of the deals.
    pub bonuses: Vec<ScoreLine>,
    /// Who has won, once the match is over.
    pub winners: SeatSet,
    /// Whether the viewer may take back what they did last. A match does not know who plays against bots alone: the table
    /// says so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<bool>"))]
    pub undo: bool,
}

impl Frame {
    /// The same while players are missing: nobody is shown anything, and nobody may do anything.
    #[must_use]
    pub fn waiting(self) -> Self {
        let (phase, actors) = (FramePhase::Waiting, SeatSet::EMPTY);
        Self { phase, actors, legal: Vec::new(), view: None, deal_score: None, undo: false, ..self }
    }

    /// What clients are sent.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        raw(self)
    }
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Phase"))]
#[serde(rename_all = "camelCase")]
pub enum FramePhase {
    /// Nothing has been dealt.
    Waiting,
    /// A deal is being played.
    Playing,
    /// A deal has been scored, and another follows.
    Scored,
    /// Somebody has won.
    Over,
}
