//! What Thirty-One says.

use super::{Holding, Seat};
use engine::Half;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct ThirtyOneView {
    hands: Vec<Holding>,
    // What the hands this viewer sees are worth; of four cards, the best three that may be kept.
    #[ts(type = "Array<number | null>")]
    values: Vec<Option<Half>>,
    stock: u8,
    reshuffles: u8,
    // The top of the discards, and how many there are.
    upcard: Option<String>,
    discards: u8,
    // The upcard that has just been taken.
    taken: Option<String>,
    turn: Option<Seat>,
    dealer: Seat,
    // The seats in this deal; the others are out.
    playing: Vec<Seat>,
    // The lives at the start of the match, and before this deal.
    start_lives: i32,
    lives: Vec<i32>,
    // The seats that play on without a life.
    free_ride: Vec<Seat>,
    knocker: Option<Seat>,
    // The seats that have a turn left after the knock.
    last_turns: Vec<Seat>,
    // Null until the deal is over.
    ending: Option<Ending>,
    // The seats that hold 31, once the deal is over.
    blitz: Vec<Seat>,
    // The lives each loses, once the deal is over.
    lost: Vec<i32>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum Ending {
    Knock,
    Blitz,
    Showdown,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(in super::super) enum ThirtyOneEvent {
    Dealt {
        seat: Seat,
        hand: Holding,
    },
    TurnedUp {
        card: String,
    },
    Drew {
        seat: Seat,
        // Null for others than the one who drew.
        card: Option<String>,
    },
    TookUpcard {
        seat: Seat,
        card: String,
    },
    Discarded {
        seat: Seat,
        card: String,
    },
    Knocked {
        seat: Seat,
        last_turns: Vec<Seat>,
    },
    Reshuffled {
        cards: u8,
    },
    Shown {
        ending: Ending,
        blitz: Vec<Seat>,
        hands: Vec<Vec<String>>,
        #[ts(type = "Array<number | null>")]
        values: Vec<Option<Half>>,
        lost: Vec<i32>,
    },
    Out {
        seat: Seat,
    },
}
