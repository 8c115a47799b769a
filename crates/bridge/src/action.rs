//! Actions and events of bridge.

use super::{Call, Contract};
use cards::{Card, CardSet, Holding, Seat};
use engine::ParseActionError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Calls: `P`, `X`, `XX`, `3N`.
    Call(Call),
    /// Plays a card, also dummy's by declarer: `As`.
    Play(Card),
    /// Claims this number of the remaining tricks: `claim 5`.
    Claim(u8),
    /// Accepts a claim: `accept`.
    Accept,
    /// Refuses a claim: `refuse`.
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
    /// Reads an action. In the auction `2S` is a bid, afterwards a card.
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

/// Event of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "BridgeEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt. Others see only its size.
    Dealt {
        /// Seat whose hand was dealt.
        seat: Seat,
        /// Thirteen cards of the hand, or only their number.
        hand: Holding,
    },
    /// A seat made a call.
    Called {
        /// Seat that made the call.
        seat: Seat,
        /// Call that was made.
        call: Call,
    },
    /// The auction led to a contract.
    Contracted {
        /// Contract of the deal.
        contract: Contract,
        /// Declarer of the contract.
        declarer: Seat,
    },
    /// All four seats passed.
    PassedOut,
    /// A card was played.
    Played {
        /// Hand from which the card came.
        seat: Seat,
        /// Card that was played.
        card: Card,
    },
    /// A hand was faced: dummy after the opening lead, a claimant's with the claim, all at the end
    /// of the deal.
    Faced {
        /// Seat whose hand was faced.
        seat: Seat,
        /// Remaining cards of the faced hand.
        cards: CardSet,
    },
    /// The fourth card completed a trick.
    TrickWon {
        /// The winner, who leads to the next trick.
        seat: Seat,
        /// Four cards of the trick.
        cards: CardSet,
    },
    /// A seat claimed.
    Claimed {
        /// Seat that claimed.
        seat: Seat,
        /// Number of the remaining tricks claimed.
        tricks: u8,
    },
    /// A seat answered a claim.
    Answered {
        /// Seat that answered the claim.
        seat: Seat,
        /// Whether the seat accepts the claim.
        accepts: bool,
    },
}
