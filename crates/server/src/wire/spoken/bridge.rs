//! What Bridge says.

use super::{Holding, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct BridgeView {
    mode: BridgeMode,
    // What each hand still holds.
    hands: Vec<Holding>,
    dealer: Seat,
    // North and South, East and West.
    vulnerable: [bool; 2],
    // The calls from the dealer on: P, X, XX, 3N.
    auction: Vec<String>,
    // Whose hand is to call or to play; declarer plays dummy's.
    turn: Option<Seat>,
    // 4SX
    contract: Option<String>,
    declarer: Option<Seat>,
    dummy: Option<Seat>,
    // The tricks declarer's side needs.
    needed: Option<u8>,
    // The tricks each side has taken.
    tricks: [u8; 2],
    trick: Trick,
    // Until the next one is led.
    last_trick: Option<Trick>,
    claim: Option<Claim>,
    passed_out: bool,
    over: bool,
    sheet: Sheet,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum BridgeMode {
    Rubber,
    Chicago,
    Duplicate,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Trick {
    leader: Option<Seat>,
    cards: Vec<String>,
    winner: Option<Seat>,
}

/// A claim that waits for answers.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Claim {
    by: Seat,
    tricks: u8,
    unanswered: Vec<Seat>,
}

/// The score sheet; the lists of two are per side.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct Sheet {
    games: [u8; 2],
    // What each side has below the line in the game in progress.
    part_scores: [i32; 2],
    totals: [i32; 2],
    deals: Vec<SheetDeal>,
    rubber: Option<RubberBonus>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RubberBonus {
    side: u8,
    points: i32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SheetDeal {
    // The game it belongs to, from 1; a line stands between two games.
    game: u8,
    vulnerable: [bool; 2],
    // Null if it was passed out.
    contract: Option<String>,
    declarer: Option<Seat>,
    tricks: Option<u8>,
    entries: Vec<SheetEntry>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SheetEntry {
    category: String,
    side: u8,
    // Whether it stands below the line.
    below: bool,
    // How many tricks or honors; 12 or 13 for a slam.
    amount: u8,
    points: i32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) enum BridgeEvent {
    Dealt { seat: Seat, hand: Holding },
    Called { seat: Seat, call: String },
    Contracted { contract: String, declarer: Seat },
    PassedOut {},
    Played { seat: Seat, card: String },
    Faced { seat: Seat, cards: Vec<String> },
    TrickWon { seat: Seat, cards: Vec<String> },
    Claimed { seat: Seat, tricks: u8 },
    Answered { seat: Seat, accepts: bool },
}
