//! Errors of a table, on a server or in the page.

use house::{NoUndo, Rejected};
use protocol::{ApiError, ErrorKind};

/// The error of a command or request that changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableRefusal {
    /// An unknown table.
    #[error("there is no such table")]
    NoTable,
    /// Only players can do it.
    #[error("you hold no seat at this table")]
    NoSeat,
    /// The command answers an older version.
    #[error("the table has moved on since then: it is at version {now}, not {given}")]
    Stale {
        /// The table's version.
        now: usize,
        /// The version in the message.
        given: u64,
    },
    /// The table already counts down to it.
    #[error("the table is counting to three already")]
    Counting,
    /// The rules refuse it.
    #[error(transparent)]
    Rejected(Box<Rejected>),
    /// The record of an unfinished match would show cards.
    #[error("the match is not over yet: its record would show hidden cards")]
    Unfinished,
    /// A rematch needs a finished match.
    #[error("the match is not over yet")]
    NotOver,
    /// The match was ended before its end.
    #[error("the match is over")]
    Ended,
    /// A resignation in a match with partners or more than two sides.
    #[error("a match with partners, or of more than two sides, ends when everybody agrees")]
    NotAlone,
    /// A hint or undo in a match against people. Hints would be help from outside, and people remember what they saw.
    #[error("hints, and taking back, are for whoever plays against bots alone")]
    NotAgainstBots,
    /// A hint in a race.
    #[error("there are no hints in a race: what is best depends on who is first")]
    NoHints,
    /// An undo that is not possible.
    #[error(transparent)]
    NoUndo(#[from] NoUndo),
    /// The match has no such deal.
    #[error("there is no deal {0} in this match")]
    NoDeal(usize),
}

impl TableRefusal {
    /// Creates the error for options, chairs or seats that cannot be played.
    pub fn options(message: impl Into<String>) -> Self {
        Self::Rejected(Box::new(Rejected::new("options", message)))
    }

    /// Returns the kind that clients are told.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NoTable | Self::NoDeal(_) => ErrorKind::NoTable,
            Self::NoSeat | Self::NotAlone | Self::NotAgainstBots | Self::NoHints | Self::NoUndo(_) => {
                ErrorKind::NotYours
            }
            Self::Stale { .. } | Self::Counting => ErrorKind::Stale,
            Self::Rejected(rejected) => match rejected.code {
                "unclear" => ErrorKind::Unclear,
                // Between deals no seat is to act.
                "not-your-turn" | "no-deal" | "shuffle-due" => ErrorKind::NotYourTurn,
                "illegal" => ErrorKind::Illegal,
                "over" => ErrorKind::Over,
                "options" => ErrorKind::Options,
                "file" => ErrorKind::File,
                _ => ErrorKind::Unreadable,
            },
            Self::Unfinished | Self::NotOver => ErrorKind::Unfinished,
            Self::Ended => ErrorKind::Over,
        }
    }

    /// Returns the error that clients are told.
    #[must_use]
    pub fn api_error(&self) -> ApiError {
        match self {
            Self::Rejected(rejected) => ApiError::from_rejected(self.kind(), (**rejected).clone()),
            _ => ApiError::new(self.kind(), self.to_string()).with_reason(self.reason()),
        }
    }

    /// Returns the sub-code that picks the translation.
    fn reason(&self) -> Option<&'static str> {
        match self {
            Self::NotAgainstBots => Some("not-against-bots"),
            Self::NoHints => Some("no-hints"),
            Self::NoUndo(_) => Some("no-undo"),
            _ => None,
        }
    }
}

impl From<TableRefusal> for ApiError {
    fn from(refusal: TableRefusal) -> Self {
        refusal.api_error()
    }
}

impl From<Rejected> for TableRefusal {
    fn from(rejected: Rejected) -> Self {
        Self::Rejected(Box::new(rejected))
    }
}
