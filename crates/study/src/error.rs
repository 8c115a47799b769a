//! Why a question is not answered.

use cards::{Card, Seat};
use dds::{DealError, ParseStrainError, PlayError};
use house::Rejected;
use notation::{ReadError, Unwritable};
use protocol::{TableRefusal, Unreadable};
use std::collections::BTreeMap;
use std::str::Utf8Error;

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
    /// The name for programs, as in the table of `docs/protocol.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::CardTwice(_)
            | Self::NoCards
            | Self::Deal(_)
            | Self::NoDirection(_)
            | Self::Strain(_)
            | Self::Play(_) => "unreadable",
            Self::TooHard => "too-hard",
            Self::File(_)
            | Self::NotText(_)
            | Self::Record(_)
            | Self::TooManyBoards { .. }
            | Self::NotWatchable(_) => "file",
            Self::NoBoard(_) => "no-table",
            Self::Unplayable(refusal) => refusal.code(),
        }
    }

    /// What is sent.
    #[must_use]
    pub fn rejected(&self) -> Rejected {
        let message = self.to_string();
        match (self, self.code()) {
            (Self::Unplayable(refusal), _) => refusal.rejected(),
            (_, code @ "unreadable") => Rejected::new(code, Unreadable(message).to_string()),
            (_, code @ "file") => Rejected { params: self.problem(), ..Rejected::new(code, message) },
            (_, code) => Rejected::new(code, message),
        }
    }

    /// What is wrong with a file, and where if that is known.
    fn problem(&self) -> BTreeMap<&'static str, String> {
        let Self::File(ReadError { position, problem }) = self else {
            return BTreeMap::from([("problem", self.to_string())]);
        };
        BTreeMap::from([
            ("problem", problem.to_string()),
            ("line", position.line.to_string()),
            ("column", position.column.to_string()),
        ])
    }
}

impl From<StudyError> for Rejected {
    fn from(error: StudyError) -> Self {
        error.rejected()
    }
}
