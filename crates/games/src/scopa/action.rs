//! Actions, illegal actions and events of Scopa.

use crate::fishing::{self, Play, Reason};
use cards::Seat;
use engine::{ParseActionError, RuleViolation};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Plays a card.
    Play(Play),
    /// Claims to have reached the target: `claim`.
    Claim,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(play) => play.fmt(f),
            Self::Claim => f.write_str("claim"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        if text == "claim" { Ok(Self::Claim) } else { text.parse().map(Self::Play) }
    }
}

/// Reason why an action is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The card may not be played like that.
    #[error(transparent)]
    Play(#[from] Reason),
    /// The rules of this match have no claims.
    #[error("claims are not allowed at this table; points are counted after the deal")]
    NoClaims,
}

impl RuleViolation for Illegal {
    const CODES: &'static [&'static [engine::Code]] = &[Reason::CODES, &[("no-claims", &[])]];

    fn code(&self) -> &'static str {
        match self {
            Self::Play(reason) => reason.code(),
            Self::NoClaims => "no-claims",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::Play(reason) => match reason {
                Reason::NotHeld { .. } => "SC-R5",
                Reason::NotOnTable { .. } | Reason::NothingTaken { .. } | Reason::WrongSum { .. } => "SC-R7",
                Reason::MustCapture { .. } => "SC-R8",
                Reason::HandMustCapture { .. } => "SC-O4",
                Reason::RankFirst { .. } => "SC-R6",
                Reason::OneOfRank { .. } | Reason::AllOfRank { .. } => "SC-O3",
                Reason::AceTakesAll { .. } => "SC-V3",
            },
            Self::NoClaims => "SC-S12",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Play(reason) => reason.params(),
            Self::NoClaims => Vec::new(),
        }
    }
}

/// Event of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ScopaEvent"))]
#[serde(untagged)]
pub enum Event {
    /// An event of the cards.
    Deal(fishing::Event),
    /// A claim to have reached the target.
    Claim(#[cfg_attr(feature = "wire", ts(inline))] Claimed),
}

/// Claim to have reached the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "event", rename = "claimed")]
pub struct Claimed {
    /// Seat that claims.
    pub seat: Seat,
    /// Whether the claim was correct.
    pub right: bool,
}

impl From<fishing::Event> for Event {
    fn from(event: fishing::Event) -> Self {
        Self::Deal(event)
    }
}
