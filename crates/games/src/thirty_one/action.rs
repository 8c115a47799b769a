//! Actions, illegal-move reasons and events of Thirty-One.

use super::Ending;
use cards::{BySeat, Card, CardSet, Holding, Seat, SeatSet};
use engine::{Half, ParseActionError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Draws the top card of the stock: `stock`.
    Stock,
    /// Takes the upcard: `upcard`.
    Upcard,
    /// Knocks instead of drawing: `knock`.
    Knock,
    /// Discards a card: `discard 4c`.
    Discard(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stock => f.write_str("stock"),
            Self::Upcard => f.write_str("upcard"),
            Self::Knock => f.write_str("knock"),
            Self::Discard(card) => write!(f, "discard {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        match text.split_once(' ') {
            None if text == "stock" => Ok(Self::Stock),
            None if text == "upcard" => Ok(Self::Upcard),
            None if text == "knock" => Ok(Self::Knock),
            Some(("discard", card)) => Ok(Self::Discard(card.parse()?)),
            _ => Err(ParseActionError::unreadable(text, "stock, upcard, knock, or discard and a card")),
        }
    }
}

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        DrawFirst = "draw-first" ("TH-R3"), "draw a card first: from the stock or the upcard";
        HasDrawn = "has-drawn" ("TH-R3"), "you have drawn; now discard a card";
        KnockAfterDrawing = "knock-after-drawing" ("TH-R6"), "you have drawn, so you cannot knock in this turn";
        AlreadyKnocked = "already-knocked" ("TH-S3"), "a player has knocked already: this is your last turn, so draw";
        KnockTooEarly = "knock-too-early" ("TH-O8"), "you cannot knock before all players have had a turn";
        NotHeld { card: Card } = "not-held" ("TH-R3"), "{card} is not in your hand";
        SameUpcard { card: Card } = "same-upcard" ("TH-O9"), "you have just taken {card}; discard another card";
    }
}

/// Event of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ThirtyOneEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt. Other seats see only its size.
    Dealt {
        /// Seat that received the hand.
        seat: Seat,
        /// Cards of the hand, or only their number.
        hand: Holding,
    },
    /// The first upcard was turned up.
    TurnedUp {
        /// Card that was turned up.
        card: Card,
    },
    /// A seat drew from the stock.
    Drew {
        /// Seat that drew.
        seat: Seat,
        /// The card, visible only to that seat.
        card: Option<Card>,
    },
    /// A seat took the upcard.
    TookUpcard {
        /// Seat that took the upcard.
        seat: Seat,
        /// Card that was taken.
        card: Card,
    },
    /// A seat discarded.
    Discarded {
        /// Seat that discarded.
        seat: Seat,
        /// Card that was discarded.
        card: Card,
    },
    /// A seat knocked.
    Knocked {
        /// Seat that knocked.
        seat: Seat,
        /// The seats with one more turn.
        #[serde(rename = "lastTurns")]
        last_turns: SeatSet,
    },
    /// The discards were shuffled into a new stock.
    Reshuffled {
        /// Number of cards.
        cards: u8,
    },
    /// The deal ended and all hands are shown.
    Shown {
        /// Way in which the deal ended.
        ending: Ending,
        /// The seats that hold 31.
        blitz: SeatSet,
        /// Hands that are shown.
        hands: BySeat<CardSet>,
        /// Values of the shown hands.
        values: BySeat<Option<Half>>,
        /// The lives that each seat loses.
        lost: BySeat<u8>,
    },
    /// A seat lost its last life and is out.
    Out {
        /// Seat that is out.
        seat: Seat,
    },
}
