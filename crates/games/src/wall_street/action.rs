//! Actions, illegal actions and events of Wall Street.

use crate::fishing::{self, Play, Reason};
use engine::RuleViolation;

/// Action of a seat: playing a card.
pub type Action = Play;

/// Event of a deal.
pub type Event = fishing::Event;

/// Reason why an action is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
pub struct Illegal(#[from] pub Reason);

impl RuleViolation for Illegal {
    const CODES: &'static [&'static [engine::Code]] = &[Reason::CODES];

    fn code(&self) -> &'static str {
        self.0.code()
    }

    fn rule(&self) -> &'static str {
        match self.0 {
            Reason::NotHeld { .. } => "WS-R7",
            Reason::NotOnTable { .. } | Reason::WrongSum { .. } => "WS-R9",
            Reason::NothingTaken { .. } => "WS-R10",
            Reason::MustCapture { .. } => "WS-R11",
            Reason::HandMustCapture { .. } => "WS-O4",
            Reason::RankFirst { .. } | Reason::OneOfRank { .. } => "WS-R8",
            // The shared rules report these two only under options that Wall Street does not have.
            Reason::AllOfRank { .. } | Reason::AceTakesAll { .. } => "WS-R8",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        self.0.params()
    }
}
