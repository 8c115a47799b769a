//! The words of the table: what may be done, why it may not, and what happened.

use crate::fishing::{self, Play, Reason};
use engine::RuleViolation;

/// What a seat may do: play a card.
pub type Action = Play;

/// What happened.
pub type Event = fishing::Event;

/// Why a seat may not.
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
            // Wall Street knows neither; the shared rules do, and never say so here.
            Reason::AllOfRank { .. } | Reason::AceTakesAll { .. } => "WS-R8",
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        self.0.params()
    }
}
