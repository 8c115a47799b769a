//! Why a question is not answered.

use cards::{Card, Seat};
use dds::{DealError, ParseStrainError, PlayError};
use house::Rejected;
use notation::{ReadError, Unwritable};
use protocol::{ApiError, ErrorKind};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::Utf8Error;
use table::TableRefusal;

/// Why a question is not answered.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A hand has a card more than once.
    #[error("{0} is in one hand twice")]
    CardTwice(Card),
    /// Hands without a card.
    #[error("there are no cards in these hands")]
    NoCards,
    /// Four hands that are no deal.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// A seat that is none of the four.
    #[error("the seats are 0 to 3, North first")]
    NoDirection(Seat),
    /// Neither a suit nor notrump.
    #[error(transparent)]
    Strain(#[from] ParseStrainError),
    /// A card that cannot be played where it was.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The solver was stopped.
    #[error("this deal is one of the few that take too long to solve here")]
    TooHard,
    /// A PBN or LIN file that is wrong.
    #[error(transparent)]
    File(#[from] ReadError),
    /// A record that is not text.
    #[error(transparent)]
    NotText(#[from] Utf8Error),
    /// A record that is none, or not of bridge.
    #[error(transparent)]
    Record(Box<Rejected>),
    /// More boards than one file may have.
    #[error("a file may have at most {most} boards here, and this one has {boards}")]
    TooManyBoards {
        /// As many may be in a file.
        most: usize,
        /// As many are in this one.
        boards: usize,
    },
    /// The file has no such board.
    #[error("there is no board {0} in this file")]
    NoBoard(usize),
    /// A board that cannot be watched.
    #[error(transparent)]
    NotWatchable(#[from] Unwritable),
    /// A board that the rules do not take.
    #[error(transparent)]
    Unplayable(#[from] TableRefusal),
}

impl StudyError {
    /// Returns the kind that clients are told.
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
            Self::Unplayable(refusal) => refusal.kind(),
        }
    }

    /// Returns the error that clients are told.
    #[must_use]
    pub fn api_error(&self) -> ApiError {
        let message = self.to_string();
        match (self, self.kind()) {
            (Self::Unplayable(refusal), _) => refusal.api_error(),
            (_, kind @ ErrorKind::Unreadable) => {
                ApiError::new(kind, format!("this message cannot be read: {message}"))
            }
            (_, kind @ ErrorKind::File) => {
                ApiError { params: self.problem(), ..ApiError::new(kind, message) }
            }
            (_, kind) => ApiError::new(kind, message),
        }
    }

    /// Returns the problem of a file, with its line and column if they are known.
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

impl From<StudyError> for ApiError {
    fn from(error: StudyError) -> Self {
        error.api_error()
    }
}
