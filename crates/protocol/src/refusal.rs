//! Why a table changed nothing, wherever it is kept: for programs a code, for people a sentence.

use house::{NoUndo, Rejected};

/// Why a table changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableRefusal {
    /// There is no such table; or nothing that could be told of it.
    #[error("there is no such table")]
    NoTable,
    /// Only players may.
    #[error("you hold no seat at this table")]
    NoSeat,
    /// The table has moved on.
    #[error("the table has moved on since then: it is at version {now}, not {given}")]
    Stale {
        /// The table's version.
        now: usize,
        /// The version in the message.
        given: u64,
    },
    /// It is about to happen.
    #[error("the table is counting to three already")]
    Counting,
    /// What the games say.
    #[error(transparent)]
    Rejected(Box<Rejected>),
    /// The record of an unfinished match would show cards.
    #[error("the match is not over yet: its record would show hidden cards")]
    Unfinished,
    /// One plays again when one has played.
    #[error("the match is not over yet")]
    NotOver,
    /// It was given up, or ended by agreement.
    #[error("the match is over")]
    Ended,
    /// Somebody else is on that side, or there are many sides.
    #[error("a match with partners, or of more than two sides, ends when everybody agrees")]
    NotAlone,
    /// A hint against people would be help from outside, and nobody but bots forgets what they saw.
    #[error("hints, and taking back, are for whoever plays against bots alone")]
    NotAgainstBots,
    /// What a moment is worth nobody can say.
    #[error("there are no hints in a race: what is best depends on who is first")]
    NoHints,
    /// It has shown something, or there is nothing.
    #[error(transparent)]
    NoUndo(#[from] NoUndo),
    /// The match has no such deal.
    #[error("there is no deal {0} in this match")]
    NoDeal(usize),
}

impl TableRefusal {
    /// An option, chair or seat that cannot be played.
    pub fn options(message: impl Into<String>) -> Self {
        Self::Rejected(Box::new(Rejected::new("options", message)))
    }

    /// The name for programs, as in the table of `docs/protocol.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoTable | Self::NoDeal(_) => "no-table",
            Self::NoSeat | Self::NotAlone | Self::NotAgainstBots | Self::NoHints | Self::NoUndo(_) => {
                "not-yours"
            }
            Self::Stale { .. } | Self::Counting => "stale",
            Self::Rejected(rejected) => match rejected.code {
                known @ ("unreadable" | "unclear" | "not-your-turn" | "illegal" | "over" | "options"
                | "file") => known,
                // Between deals it is nobody's turn.
                "no-deal" | "shuffle-due" => "not-your-turn",
                _ => "unreadable",
            },
            Self::Unfinished | Self::NotOver => "unfinished",
            Self::Ended => "over",
        }
    }

    /// What is sent: the body of an answer over HTTP, and part of the notice `refused`.
    #[must_use]
    pub fn rejected(&self) -> Rejected {
        match self {
            Self::Rejected(rejected) => Rejected { code: self.code(), ..(**rejected).clone() },
            _ => Rejected { reason: self.reason(), ..Rejected::new(self.code(), self.to_string()) },
        }
    }

    /// Which of several refusals of one code it is, where people are to hear that in their language.
    fn reason(&self) -> Option<&'static str> {
        match self {
            Self::NotAgainstBots => Some("not-against-bots"),
            Self::NoHints => Some("no-hints"),
            Self::NoUndo(_) => Some("no-undo"),
            _ => None,
        }
    }
}

impl From<Rejected> for TableRefusal {
    fn from(rejected: Rejected) -> Self {
        Self::Rejected(Box::new(rejected))
    }
}
