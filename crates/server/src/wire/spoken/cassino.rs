//! What Cassino says.

use super::{Capture, Holding, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct CassinoView {
    hands: Vec<Holding>,
    // The table cards that are in no build.
    loose: Vec<String>,
    builds: Vec<Build>,
    stock: u8,
    turn: Option<Seat>,
    dealer: Seat,
    // Per side: the captured cards.
    piles: Vec<Vec<String>>,
    // Per side: the capturing cards of the sweeps.
    sweeps: Vec<Vec<String>>,
    last_capture: Option<Capture>,
    last_capturer: Option<Seat>,
    // What each rank counts when it is added, from the ace to the king; null for one that never is.
    values: Vec<Option<u8>>,
}

/// Cards that are taken together, by a card of this value.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Build {
    cards: Vec<String>,
    value: u8,
    // Made of several groups: never raised.
    multiple: bool,
    controller: Seat,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) enum CassinoEvent {
    Dealt { seat: Seat, hand: Holding },
    LaidOut { cards: Vec<String> },
    Trailed { seat: Seat, card: String },
    Captured { seat: Seat, card: String, taken: Vec<String>, sweep: bool },
    Built { seat: Seat, card: String, joined: Vec<String>, build: Build },
    RestTaken { side: Option<u8>, cards: Vec<String> },
}
