//! The words of the table: what may be done, why it may not, and what happened.

use super::Ending;
use cards::{BySeat, Card, CardSet, Holding, Seat, SeatSet};
use engine::{Half, ParseActionError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Draw the top card of the stock: `stock`.
    Stock,
    /// Take the upcard: `upcard`.
    Upcard,
    /// Knock instead of drawing: `knock`.
    Knock,
    /// Discard a card: `discard 4c`.
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
    /// Why a seat may not.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        DrawFirst = "draw-first" ("TH-R3"), "draw a card first: from the stock or the upcard";
        HasDrawn = "has-drawn" ("TH-R3"), "you have drawn; now discard a card";
        KnockAfterDrawing = "knock-after-drawing" ("TH-R6"), "you have drawn, so you cannot knock in this turn";
        AlreadyKnocked = "already-knocked" ("TH-S3"), "somebody has knocked already: this is your last turn, so draw";
        KnockTooEarly = "knock-too-early" ("TH-O8"), "nobody may knock before everybody has had a turn";
        NotHeld { card: Card } = "not-held" ("TH-R3"), "{card} is not in your hand";
        SameUpcard { card: Card } = "same-upcard" ("TH-O9"), "you have just taken {card}; discard another card";
    }
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ThirtyOneEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt; others see how many cards.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The hand.
        hand: Holding,
    },
    /// The first upcard was turned.
    TurnedUp {
        /// The card.
        card: Card,
    },
    /// A card was drawn from the stock.
    Drew {
        /// By whom.
        seat: Seat,
        /// The card; others do not see it.
        card: Option<Card>,
    },
    /// The upcard was taken.
    TookUpcard {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Somebody knocked.
    Knocked {
        /// Who.
        seat: Seat,
        /// Who has one turn more.
        #[serde(rename = "lastTurns")]
        last_turns: SeatSet,
    },
    /// The discards were shuffled into a new stock.
    Reshuffled {
        /// How many.
        cards: u8,
    },
    /// The deal is over and all hands are shown.
    Shown {
        /// How it ended.
        ending: Ending,
        /// Who holds 31.
        blitz: SeatSet,
        /// The hands.
        hands: BySeat<CardSet>,
        /// What they are worth.
        values: BySeat<Option<Half>>,
        /// How many lives each loses.
        lost: BySeat<u8>,
    },
    /// A player has lost the last life.
    Out {
        /// Who.
        seat: Seat,
    },
}
