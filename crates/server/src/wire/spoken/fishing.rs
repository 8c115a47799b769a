//! What Scopa and Wall Street say.

use super::{Holding, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct FishingView {
    hands: Vec<Holding>,
    table: Vec<String>,
    stock: u8,
    turn: Option<Seat>,
    dealer: Seat,
    // The seats in this deal.
    playing: Vec<Seat>,
    // Per side: the captured cards.
    piles: Vec<Vec<String>>,
    // Per side: the capturing cards of the sweeps.
    sweeps: Vec<Vec<String>>,
    last_capture: Option<Capture>,
    last_capturer: Option<Seat>,
    // Whether the rules threw this deal in. Always sent, but `counted` says it too, so nobody need read it.
    #[ts(optional)]
    thrown_in: Option<bool>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Capture {
    seat: Seat,
    card: String,
    taken: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) enum FishingEvent {
    Dealt { seat: Seat, hand: Holding },
    LaidOut { cards: Vec<String> },
    ThrownIn { rank: String },
    Laid { seat: Seat, card: String },
    Captured { seat: Seat, card: String, taken: Vec<String>, sweep: bool },
    Claimed { seat: Seat, right: bool },
    RestTaken { side: Option<u8>, cards: Vec<String> },
}
