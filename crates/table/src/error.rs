//! Errors of a table, on a server or in the page.

use cards::Seat;
use catalog::{NoUndo, Rejection};
use protocol::{ApiError, ErrorKind};

/// Error of a command or request. A refused command changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// The table does not exist.
    #[error("there is no such table")]
    NoTable,
    /// Spectators cannot do this, only players.
    #[error("you hold no seat at this table")]
    NoSeat,
    /// The guest has no chair, and the host let only the players of the table watch.
    #[error("only the players of this table can see its match")]
    PlayersOnly,
    /// The command answers an older version.
    #[error("the table has moved on; it is at version {now}, not {given}")]
    Stale {
        /// Present version of the match.
        now: usize,
        /// The version in the message.
        given: u64,
    },
    /// The table is already counting down to an action.
    #[error("the table is already counting to three")]
    CountingDown,
    /// The rules of the game refuse the action.
    #[error(transparent)]
    Rejection(Box<Rejection>),
    /// The record of an unfinished match would show cards.
    #[error("the match is not over yet, and its record would show hidden cards")]
    Unfinished,
    /// A rematch needs a finished match.
    #[error("the match is not over yet")]
    NotOver,
    /// The match was ended early.
    #[error("the match is over")]
    Ended,
    /// A resignation in a match with partners or more than two sides.
    #[error("a match with partners or more than two sides ends only if all players agree")]
    NotAlone,
    /// A hint or undo in a match against people. A hint would be outside help, and people remember what they
    /// saw.
    #[error("hints and undo work only in games against bots")]
    NotAgainstBots,
    /// A hint in a race.
    #[error("there are no hints in a race, because the best play depends on who is first")]
    NoHints,
    /// An undo that is not possible.
    #[error(transparent)]
    NoUndo(#[from] NoUndo),
    /// The match has no such deal.
    #[error("there is no deal {0} in this match")]
    NoDeal(usize),
    /// Too many plays of one seat are waiting for plays of others.
    #[error("too many plays at once; wait a moment")]
    TooManyPlays,
    /// The player sent too many phrases.
    #[error("you are sending messages too fast")]
    SaidEnough,
    /// Another guest has the chair.
    #[error("the chair is taken")]
    Taken,
    /// The chair of a bot during a deal.
    #[error("a bot gives its chair up between two deals; wait for the end of this one")]
    DealInProgress,
    /// A player at the table blocks the guest, or the guest blocks that player.
    #[error("this table is not available")]
    Apart,
    /// The guest has another chair.
    #[error("you already have a chair at this table")]
    Seated,
    /// No seed exchange is in progress.
    #[error("this table is not asking for nonces now")]
    NotOpening,
    /// The nonce is for another seed.
    #[error("the table committed to another seed")]
    OtherSeed,
    /// The nonce is not the one the guest committed to.
    #[error("this is not the nonce that this seat committed to")]
    OtherNonce,
    /// The store did not save the change.
    #[error("not saved, because {0}")]
    NotSaved(StorageError),
    /// The store does not know whether it saved the change.
    #[error("the server can't tell yet whether this was saved; the table shows it next")]
    Unconfirmed,
    /// A player has seen more of the match than the store has.
    #[error(
        "the server has lost a part of this match; it has {known} of {seen} moves, and continues if all players agree"
    )]
    Diverged {
        /// The version that the store has.
        known: usize,
        /// The version that the player has seen.
        seen: u32,
    },
    /// A substitute for a player who is connected, or was until a moment ago.
    #[error("this player is connected, or was a moment ago; a substitute is not needed yet")]
    NotAbsent,
    /// A claim against players who have not left.
    #[error("the other player has not left this match")]
    NotLeft,
    /// A player other than the partner tried to choose the substitute.
    #[error("only the partner can choose a substitute")]
    Partner,
    /// A player other than the host tried to free a chair.
    #[error("only the host can free the chair of another player")]
    NotHost,
    /// The chair has no player.
    #[error("this chair has no player")]
    NobodyThere,
    /// The match has already begun.
    #[error("chairs can be freed only before the first deal")]
    Begun,
    /// The host freed the guest's chair.
    #[error("the host has freed your chair; choose another table")]
    ShownOut,
    /// Another server has the table.
    #[error("another server owns this table; try again")]
    Elsewhere,
    /// The server is busy.
    #[error("the server is busy; try again later")]
    Busy,
    /// An error of the driver, which it has logged.
    #[error("{0}")]
    Driver(Box<ApiError>),
}

/// Error of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StorageError {
    /// The disk is full.
    #[error("the server's disk is full")]
    Full,
    /// The store can't be written to, or is not the file that was opened.
    #[error("the server's data file can't be written, or was moved or replaced")]
    ReadOnly,
    /// The store failed for another reason.
    #[error("the server's disk or database reported an error")]
    Failed,
    /// The write was interrupted. The change may have been saved.
    #[error("the server's disk or database reported an error")]
    Unknown,
    /// Another server owns the table now.
    #[error("another server owns this table now")]
    LeaseLost,
    /// The server is shutting down.
    #[error("the server is closing")]
    Closed,
}

impl StorageError {
    /// All errors.
    pub const ALL: [Self; 6] =
        [Self::Full, Self::ReadOnly, Self::Failed, Self::Unknown, Self::LeaseLost, Self::Closed];
}

impl From<StorageError> for TableError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Unknown => Self::Unconfirmed,
            error => Self::NotSaved(error),
        }
    }
}

/// Returns the error for a seat that the table does not have.
pub(crate) fn no_such_seat(seat: Seat, seats: u8) -> TableError {
    TableError::options(format!("there is no seat {seat} at a table of {seats}"))
}

impl TableError {
    /// Creates the error for options, chairs or seats that cannot be played.
    pub fn options(message: impl Into<String>) -> Self {
        Self::Rejection(Box::new(Rejection::new("options", message)))
    }

    /// Returns the kind of the error, as clients receive it.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NoTable | Self::NoDeal(_) => ErrorKind::NoTable,
            Self::NoSeat
            | Self::PlayersOnly
            | Self::NotAlone
            | Self::NotAgainstBots
            | Self::NoHints
            | Self::NoUndo(_) => ErrorKind::NotYours,
            Self::Stale { .. } | Self::CountingDown => ErrorKind::Stale,
            Self::Rejection(rejection) => match rejection.code {
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
            Self::TooManyPlays | Self::SaidEnough => ErrorKind::TooMany,
            Self::Apart => ErrorKind::Unavailable,
            Self::Taken
            | Self::DealInProgress
            | Self::Seated
            | Self::NotAbsent
            | Self::NotLeft
            | Self::Partner
            | Self::NotHost
            | Self::NobodyThere
            | Self::Begun
            | Self::ShownOut => ErrorKind::NotYours,
            Self::NotOpening | Self::OtherSeed | Self::OtherNonce => ErrorKind::Opening,
            Self::NotSaved(_) => ErrorKind::NotSaved,
            Self::Unconfirmed => ErrorKind::Unconfirmed,
            Self::Diverged { .. } => ErrorKind::Diverged,
            Self::Busy | Self::Elsewhere => ErrorKind::Busy,
            Self::Driver(error) => error.kind,
        }
    }

    /// Returns the error clients receive.
    #[must_use]
    pub fn api_error(&self) -> ApiError {
        match self {
            Self::Rejection(rejection) => ApiError::from_rejection(self.kind(), (**rejection).clone()),
            Self::Driver(error) => (**error).clone(),
            _ => ApiError::new(self.kind(), self.to_string()).with_reason(self.reason()),
        }
    }

    /// Returns the sub-code that picks the translation.
    fn reason(&self) -> Option<&'static str> {
        match self {
            Self::PlayersOnly => Some("players-only"),
            Self::NotAgainstBots => Some("not-against-bots"),
            Self::NoHints => Some("no-hints"),
            Self::NoUndo(_) => Some("no-undo"),
            Self::DealInProgress => Some("deal-in-progress"),
            Self::NotLeft => Some("not-left"),
            Self::Partner => Some("partner"),
            Self::Begun => Some("begun"),
            Self::ShownOut => Some("shown-out"),
            Self::SaidEnough => Some("said-enough"),
            _ => None,
        }
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> Self {
        error.api_error()
    }
}

impl From<Rejection> for TableError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejection(Box::new(rejection))
    }
}
