//! Errors of questions about deals and board files.

use cards::{Card, Seat};
use catalog::Rejection;
use dds::{DealError, ParseStrainError, PlayError};
use notation::{ReadError, Unwritable};
use protocol::{ApiError, ErrorKind};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::Utf8Error;
use table::TableError;

/// Reason why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// A hand contains a card twice.
    #[error("{0} is in one hand twice")]
    CardTwice(Card),
    /// The hands contain no cards.
    #[error("there are no cards in these hands")]
    NoCards,
    /// Hands that don't form a deal.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// Seat outside the four of bridge.
    #[error("the seats are 0 to 3, North first")]
    NoDirection(Seat),
    /// Name of a strain that does not exist.
    #[error(transparent)]
    Strain(#[from] ParseStrainError),
    /// Card that cannot be played at its place.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The node limit was reached.
    #[error("this deal is one of the few that take too long to solve here")]
    TooHard,
    /// Invalid PBN or LIN file.
    #[error(transparent)]
    File(#[from] ReadError),
    /// Record that isn't UTF-8 text.
    #[error(transparent)]
    NotText(#[from] Utf8Error),
    /// Invalid record, or a record of another game.
    #[error(transparent)]
    Record(Box<Rejection>),
    /// The file has too many boards.
    #[error("a file may have at most {most} boards here, and this one has {boards}")]
    TooManyBoards {
        /// Maximum number of boards.
        most: usize,
        /// Number in the file.
        boards: usize,
    },
    /// The file has no such board.
    #[error("there is no board {0} in this file")]
    NoBoard(usize),
    /// Board that cannot be shown.
    #[error(transparent)]
    NotWatchable(#[from] Unwritable),
    /// Board that the rules reject.
    #[error(transparent)]
    Unplayable(#[from] TableError),
}

impl AnalysisError {
    /// Returns the error kind for clients.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::CardTwice(_)
            | Self::NoCards
            | Self::Deal(_)
            | Self::NoDirection(_)
            | Self::Strain(_)
            | Self::Play(_) => ErrorKind::Unreadable,
            Self::TooHard => ErrorKind::TooHard,
            Self::File(_)
            | Self::NotText(_)
            | Self::Record(_)
            | Self::TooManyBoards { .. }
            | Self::NotWatchable(_) => ErrorKind::File,
            Self::NoBoard(_) => ErrorKind::NoTable,
            Self::Unplayable(error) => error.kind(),
        }
    }

    /// Returns the error for clients.
    #[must_use]
    pub fn api_error(&self) -> ApiError {
        let message = self.to_string();
        match (self, self.kind()) {
            (Self::Unplayable(error), _) => error.api_error(),
            (_, kind @ ErrorKind::Unreadable) => {
                ApiError::new(kind, format!("this message cannot be read: {message}"))
            }
            (_, kind @ ErrorKind::File) => {
                ApiError { params: self.problem(), ..ApiError::new(kind, message) }
            }
            (_, kind) => ApiError::new(kind, message),
        }
    }

    /// Returns the problem of a file as parameters, with line and column if known.
    fn problem(&self) -> BTreeMap<Cow<'static, str>, String> {
        let params = match self {
            Self::File(ReadError { position, problem }) => vec![
                ("problem", problem.to_string()),
                ("line", position.line.to_string()),
                ("column", position.column.to_string()),
            ],
            _ => vec![("problem", self.to_string())],
        };
        params.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect()
    }
}

impl From<AnalysisError> for ApiError {
    fn from(error: AnalysisError) -> Self {
        error.api_error()
    }
}
