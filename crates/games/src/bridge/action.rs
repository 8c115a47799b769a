//! The words of the table: what may be done, why it may not, and what happened.

use super::{Call, CallError, Contract};
use cards::{Card, CardSet, Holding, Seat};
use dds::Direction;
use engine::{ParseActionError, RuleViolation};
use serde::Serialize;
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
            let shown: String = text.chars().take(20).collect();
            let expected = if in_auction {
                "write P, X, XX or a bid from 1C to 7N"
            } else {
                "write a card like As, or claim and the number of tricks, accept or refuse"
            };
            ParseActionError(format!("“{shown}” cannot be read: {expected}"))
        })
    }
}

fn read_tricks(text: &str) -> Option<u8> {
    text.parse().ok().filter(|tricks: &u8| tricks.to_string() == text)
}

/// Why a seat may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The auction does not allow the call.
    #[error(transparent)]
    Call(#[from] CallError),
    /// No card is played while the auction goes on.
    #[error("the auction is not over: {card} cannot be played yet")]
    AuctionGoesOn {
        /// The card.
        card: Card,
    },
    /// The hand whose turn it is does not hold the card.
    #[error("it is {hand}'s turn, who does not hold {card}")]
    NotHeld {
        /// Whose cards are due.
        hand: Direction,
        /// The card.
        card: Card,
    },
    /// The hand has cards of the suit led.
    #[error("{card} does not follow suit: {hand} has {instead}")]
    MustFollow {
        /// Whose cards are due.
        hand: Direction,
        /// The card.
        card: Card,
        /// What that hand may play.
        instead: CardSet,
    },
    /// Somebody claims, and wants an answer first.
    #[error("a claim waits for an answer: accept or refuse it")]
    ClaimWaits,
    /// Nobody claims.
    #[error("there is no claim to answer")]
    NoClaim,
    /// Nobody claims before dummy lies open.
    #[error("one claims after the opening lead, when dummy lies open")]
    TooEarlyToClaim,
    /// A claim was refused, and no card played since.
    #[error("the last claim was refused: play a card first")]
    ClaimRefused,
    /// There are fewer tricks left.
    #[error("{tricks} tricks cannot be claimed: {left} are left")]
    TooManyClaimed {
        /// How many were claimed.
        tricks: u8,
        /// How many are not complete.
        left: u8,
    },
}

impl RuleViolation for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::Call(CallError::Over) => "auction-over",
            Self::Call(CallError::Insufficient { .. }) => "insufficient",
            Self::Call(CallError::NothingToDouble) => "nothing-to-double",
            Self::Call(CallError::NothingToRedouble) => "nothing-to-redouble",
            Self::AuctionGoesOn { .. } => "auction-goes-on",
            Self::NotHeld { .. } => "hand-lacks",
            Self::MustFollow { .. } => "must-follow",
            Self::ClaimWaits => "claim-waits",
            Self::NoClaim => "no-claim",
            Self::TooEarlyToClaim => "too-early-to-claim",
            Self::ClaimRefused => "claim-refused",
            Self::TooManyClaimed { .. } => "too-many-claimed",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::Call(CallError::Over) | Self::AuctionGoesOn { .. } => "BR-R4",
            Self::Call(CallError::Insufficient { .. }) => "BR-R2",
            Self::Call(CallError::NothingToDouble | CallError::NothingToRedouble) => "BR-S5",
            Self::NotHeld { .. } => "BR-R5",
            Self::MustFollow { .. } => "BR-R6",
            Self::ClaimWaits
            | Self::NoClaim
            | Self::TooEarlyToClaim
            | Self::ClaimRefused
            | Self::TooManyClaimed { .. } => "BR-S15",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Call(CallError::Insufficient { bid, last }) => {
                vec![("bid", bid.in_symbols()), ("last", last.in_symbols())]
            }
            Self::AuctionGoesOn { card } | Self::NotHeld { card, .. } => vec![("card", card.to_string())],
            Self::MustFollow { card, instead, .. } => {
                vec![("card", card.to_string()), ("instead", instead.to_string())]
            }
            Self::TooManyClaimed { tricks, left } => {
                vec![("tricks", tricks.to_string()), ("left", left.to_string())]
            }
            Self::Call(_) | Self::ClaimWaits | Self::NoClaim | Self::TooEarlyToClaim | Self::ClaimRefused => {
                Vec::new()
            }
        }
    }
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
