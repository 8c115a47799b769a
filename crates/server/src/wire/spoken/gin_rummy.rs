//! What Gin Rummy says.

use super::{Holding, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct GinView {
    // What is in hand; of a hand that lies open, what is left beside its melds.
    hands: Vec<Holding>,
    // Per seat: the melds on the table.
    melds: Vec<Vec<Vec<String>>>,
    stock: u8,
    // Cards in the pile, of which only the top is seen.
    discards: u8,
    upcard: Option<String>,
    first_upcard: String,
    phase: GinPhase,
    turn: Option<Seat>,
    dealer: Seat,
    // With how much the one whose turn it is may knock.
    limit: u8,
    // The card taken from the pile in this turn.
    just_taken: Option<String>,
    knock: Option<GinKnock>,
    face_down: Option<Holding>,
    // One's own hand, laid out as is proposed.
    arrangement: Option<GinArrangement>,
    // What to lay off, as is proposed.
    answer: Option<GinAnswer>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum GinPhase {
    Offer,
    StockOnly,
    Draw,
    Discard,
    LastDiscard,
    GoOut,
    LayOff,
    Over,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct GinKnock {
    seat: Seat,
    going: GinGoing,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum GinGoing {
    Knock,
    Gin,
    BigGin,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct GinArrangement {
    melds: Vec<Vec<String>>,
    unmelded: Vec<String>,
    deadwood: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct GinAnswer {
    cards: Vec<String>,
    // What the rest counts then.
    deadwood: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) enum GinEvent {
    Dealt {
        seat: Seat,
        hand: Holding,
    },
    TurnedUp {
        card: String,
    },
    Passed {
        seat: Seat,
    },
    Drew {
        seat: Seat,
        card: Holding,
    },
    Took {
        seat: Seat,
        card: String,
    },
    Discarded {
        seat: Seat,
        card: String,
    },
    WentOut {
        seat: Seat,
        going: GinGoing,
        melds: Vec<Vec<String>>,
        unmelded: Vec<String>,
        discard: Option<Holding>,
    },
    LaidOff {
        seat: Seat,
        cards: Vec<String>,
        meld: Vec<String>,
        grown: Vec<String>,
    },
    Shown {
        seat: Seat,
        melds: Vec<Vec<String>>,
        unmelded: Vec<String>,
    },
    TurnedOver {
        card: String,
    },
    StockEnded {},
}
