//! What Speed says.

use super::{Holding, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct SpeedView {
    hands: Vec<Holding>,
    stocks: Vec<u8>,
    // Left and right: the talons, the discard piles and their tops.
    talons: [u8; 2],
    discards: [u8; 2],
    // Null while they lie face down.
    tops: [Option<String>; 2],
    // Whether the two centre cards are yet to be turned up.
    starting: bool,
    // Whether nobody can play.
    blocked: bool,
    // Who has agreed to flip.
    agreed: Vec<Seat>,
    // The games that win the match.
    needed: i32,
    // Null until the game is over.
    ending: Option<SpeedEnding>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum SpeedEnding {
    Out,
    Stalemate,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum Place {
    Left,
    Right,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) enum SpeedEvent {
    Dealt {
        seat: Seat,
        hand: Holding,
    },
    Agreed {
        seat: Seat,
    },
    Flipped {
        cards: [String; 2],
    },
    Played {
        seat: Seat,
        card: String,
        place: Place,
    },
    Refilled {
        seat: Seat,
        // Null for others than the one whose hand it is.
        card: Option<String>,
    },
    Blocked,
    Recycled {
        place: Place,
        cards: u8,
    },
    Ended {
        ending: SpeedEnding,
        hands: Vec<Vec<String>>,
        // The cards left, the stocks included.
        left: Vec<u8>,
    },
}
