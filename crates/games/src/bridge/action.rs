//! The words of the table: what may be done, why it may not, and what happened.

use super::{Call, Contract};
use cards::{Card, CardSet, Holding, Seat};
use engine::ParseActionError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Call: `P`, `X`, `XX`, `3N`.
    Call(Call),
    /// Play a card, declarer dummy's too: `As`.
    Play(Card),
    /// Claim so many of the tricks that are left: `claim 5`.
    Claim(u8),
    /// Agree to a claim: `accept`.
    Accept,
    /// Play on: `refuse`.
    Refuse,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(call) => call.fmt(f),
            Self::Play(card) => card.fmt(f),
            Self::Claim(tricks) => write!(f, "claim {tricks}"),
            Self::Accept => f.write_str("accept"),
            Self::Refuse => f.write_str("refuse"),
        }
    }
}

impl Action {
    /// Reads what records and people write. The phase decides: `2S` is a bid in the auction and a card afterwards.
    pub(super) fn read(in_auction: bool, text: &str) -> Result<Self, ParseActionError> {
        let word = match text {
            "accept" => Some(Self::Accept),
            "refuse" => Some(Self::Refuse),
            _ => text.strip_prefix("claim ").and_then(read_tricks).map(Self::Claim),
        };
        let call = || text.parse().ok().map(Self::Call);
        let card = || text.parse().ok().map(Self::Play);
        let either = || if in_auction { call().or_else(card) } else { card().or_else(call) };
        word.or_else(either).ok_or_else(|| {
            let expected = if in_auction {
                "P, X, XX or a bid from 1C to 7N"
            } else {
                "a card like As, or claim and the number of tricks, accept or refuse"
            };
            ParseActionError::unreadable(text, expected)
        })
    }
}

fn read_tricks(text: &str) -> Option<u8> {
    text.parse().ok().filter(|tricks: &u8| tricks.to_string() == text)
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "BridgeEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt; others see how many cards.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The thirteen cards.
        hand: Holding,
    },
    /// Somebody called.
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
    },
    /// The auction led to a contract.
    Contracted {
        /// The contract.
        contract: Contract,
        /// Who plays it.
        declarer: Seat,
    },
    /// Nobody bid.
    PassedOut,
    /// A card was played.
    Played {
        /// Whose hand it came from.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A hand was laid open: dummy after the opening lead, a claimant's with the claim, all when the deal is over.
    Faced {
        /// Whose.
        seat: Seat,
        /// What it still holds.
        cards: CardSet,
    },
    /// The fourth card ended a trick.
    TrickWon {
        /// Who leads to the next.
        seat: Seat,
        /// The four cards.
        cards: CardSet,
    },
    /// Somebody claimed.
    Claimed {
        /// Who.
        seat: Seat,
        /// How many of the tricks that are left.
        tricks: u8,
    },
    /// Somebody answered a claim.
    Answered {
        /// Who.
        seat: Seat,
        /// Whether they agree.
        accepts: bool,
    },
}
