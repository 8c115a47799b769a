//! The server's errors: a kind for programs, a sentence for people, a status for HTTP, a level for the log.

use crate::metrics::Metrics;
use crate::receipt::ParseReceiptError;
use crate::shared_pads::LONGEST_PAD;
use crate::socket::MAX_TABLES;
use crate::store::{LoadError, SaveError};
use ::table::TableRefusal;
use axum::Extension;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cards::Seat;
use house::{NoUndo, Rejected};
use protocol::{ApiError, DecodeError, ErrorKind, Notice, PROTOCOL, notice};
use rusqlite::ErrorCode;
use study::StudyError;
use tracing::Level;

/// Why something changed nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// What any table says, wherever it is kept.
    #[error(transparent)]
    AtTable(TableRefusal),
    /// What is said of deals and boards, wherever they are studied.
    #[error(transparent)]
    Study(StudyError),
    /// Not JSON, or not one of the forms.
    #[error("this message cannot be read: {0}")]
    Unreadable(String),
    /// Longer than a message may be.
    #[error("a message may have at most 64 KiB")]
    TooLarge,
    /// More than the limits allow.
    #[error("that was too much at once; wait a moment")]
    TooMany,
    /// An address the house does not send to.
    #[error(
        "notices are sent to the push services of browsers only, and this is an address of none that this server knows"
    )]
    PushService,
    /// More phrases than the others want to hear.
    #[error("you have said much in a short time; let the others hear it first")]
    SaidEnough,
    /// As many tables as one socket may follow.
    #[error("one socket follows at most {MAX_TABLES} tables; unwatch one of them first")]
    Following,
    /// No address of this server.
    #[error("there is no such address on this server")]
    NoAddress,
    /// GET where only POST is known, and the like.
    #[error("this address is not for requests of this method")]
    Method,
    /// A plain request where a WebSocket is spoken.
    #[error("this address is for WebSockets: the request must ask for an upgrade to one")]
    NoUpgrade,
    /// The page of another server.
    #[error("this is for the page of this server only")]
    Foreign,
    /// A name that this server was not given.
    #[error("this server does not answer to “{0}”; whoever runs it can give it that name: --name {0}")]
    Misnamed(String),
    /// Nobody said who they are.
    #[error("say hello first: with a token of 43 letters and digits")]
    NoHello,
    /// The client speaks another protocol.
    #[error("this server speaks protocol {PROTOCOL}, not {0}; reload the page")]
    Protocol(u32),
    /// Somebody sits there.
    #[error("the chair is taken")]
    Taken,
    /// One chair each.
    #[error("you have a chair at this table already")]
    Seated,
    /// Nonces are revealed in the opening of a match, and before it they are secret.
    #[error("nobody is asked for a nonce at this table now")]
    NotOpening,
    /// It is for another opening.
    #[error("the table has committed to another seed")]
    OtherSeed,
    /// It is not theirs, or another one.
    #[error("this is not the nonce this seat has committed to")]
    OtherNonce,
    /// The disk.
    #[error("{0}, so this was not saved and did not happen")]
    NotSaved(SaveError),
    /// The disk, in the middle of it.
    #[error(
        "the server's disk reported an error, and whether this was saved nobody knows yet: what the table shows next tells"
    )]
    Unconfirmed,
    /// The file has something else than what was written.
    #[error(
        "the server's record of this table is damaged, so it is not played on; whoever runs the server finds more in its log"
    )]
    Damaged,
    /// Somebody has seen more of the match than the file has.
    #[error(
        "the server has lost a part of this match: it knows {known} moves, and {seen} were played; it goes on when everybody at the table wants to go on from here"
    )]
    Lost {
        /// How far the file goes.
        known: usize,
        /// How far the match had come.
        seen: u32,
    },
    /// Nobody plays for somebody who is here.
    #[error("nobody plays for a player who is here, or was here a moment ago")]
    NotAbsent,
    /// Nobody wins against a player who is still there.
    #[error("nobody has left this match against whom you could win")]
    NotLeft,
    /// The partner says who plays for somebody who left.
    #[error("while their partner is here, their partner says who plays for them")]
    Partner,
    /// A chair is freed by whoever opened the table.
    #[error("only whoever opened this table can free the chair of somebody else")]
    NotFounder,
    /// A chair without a person.
    #[error("nobody sits on that chair who could leave it")]
    NobodyThere,
    /// The cards are dealt.
    #[error("chairs are freed before the first deal only")]
    Begun,
    /// Whoever opened the table freed their chair.
    #[error("whoever opened this table has freed your chair; another table is open to you")]
    ShownOut,
    /// There is no such pad.
    #[error("there is no such score pad")]
    NoPad,
    /// What was sent is no pad.
    #[error("this is no score pad of a form this server knows")]
    NotAPad,
    /// A pad longer than a pad may be.
    #[error("the score pad is full: when shared it may have at most {} KiB", LONGEST_PAD / 1024)]
    PadTooLarge,
    /// Operations that no device can have counted so.
    #[error("the entries of this score pad are not counted as devices count them")]
    Miscounted,
    /// A file longer than one may be.
    #[error("a file of boards may have at most 1 MiB")]
    FileTooLarge,
    /// The server is about to close.
    #[error(
        "the server is about to close for a while: matches that are played go on, and no others begin or are taken up again"
    )]
    Draining,
    /// Another server of this house is to be asked.
    #[error("another server of this house keeps the table; ask again")]
    Elsewhere,
    /// As full as the server may become.
    #[error("the server is busy; try again later")]
    Busy,
}

impl Refusal {
    /// An option, chair or seat that cannot be played.
    pub(crate) fn options(message: impl Into<String>) -> Self {
        TableRefusal::options(message).into()
    }

    /// Returns the kind that clients are told.
    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::Unreadable(_) | Self::Protocol(_) | Self::Method | Self::NoUpgrade | Self::PushService => {
                ErrorKind::Unreadable
            }
            Self::TooLarge | Self::PadTooLarge => ErrorKind::TooLarge,
            Self::FileTooLarge => ErrorKind::FileTooLarge,
            Self::TooMany | Self::SaidEnough | Self::Following => ErrorKind::TooMany,
            Self::NoHello => ErrorKind::NoHello,
            Self::AtTable(refusal) => refusal.kind(),
            Self::Study(error) => error.kind(),
            Self::NoAddress => ErrorKind::NoTable,
            Self::Taken
            | Self::Seated
            | Self::Foreign
            | Self::Misnamed(_)
            | Self::NotAbsent
            | Self::NotLeft
            | Self::Partner
            | Self::NotFounder
            | Self::NobodyThere
            | Self::Begun
            | Self::ShownOut => ErrorKind::NotYours,
            Self::NoPad => ErrorKind::NoPad,
            Self::NotAPad | Self::Miscounted => ErrorKind::NotAPad,
            Self::NotOpening | Self::OtherSeed | Self::OtherNonce => ErrorKind::Opening,
            Self::NotSaved(_) => ErrorKind::NotSaved,
            Self::Unconfirmed => ErrorKind::Unconfirmed,
            Self::Damaged => ErrorKind::Damaged,
            Self::Lost { .. } => ErrorKind::Lost,
            Self::Busy | Self::Draining | Self::Elsewhere => ErrorKind::Busy,
        }
    }

    /// Returns the status of a response with this error. Two errors that only HTTP has get a status of their own.
    fn status(&self) -> StatusCode {
        match self {
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Misnamed(_) => StatusCode::MISDIRECTED_REQUEST,
            _ => StatusCode::from_u16(self.kind().status()).unwrap_or(StatusCode::BAD_REQUEST),
        }
    }

    fn level(&self) -> Level {
        match self {
            Self::NotSaved(_) | Self::Unconfirmed | Self::Damaged => Level::ERROR,
            Self::Busy => Level::WARN,
            _ => Level::DEBUG,
        }
    }

    /// Counts the refusal, and writes it to the log.
    pub(crate) fn note(&self, metrics: &Metrics) {
        metrics.note_refusal(self.kind().code());
        self.log();
    }

    fn log(&self) {
        let code = self.kind().code();
        match self.level() {
            Level::ERROR => tracing::error!(code, "refused: {self}"),
            Level::WARN => tracing::warn!(code, "refused: {self}"),
            // The sentence may say what was asked for, and with it a card or a token.
            _ => tracing::debug!(code, "refused"),
        }
    }

    /// What is sent on a socket; `table` and `id` are those of the command.
    pub(crate) fn notice(&self, table: Option<&str>, id: Option<&str>) -> String {
        let (table, id) = (table.map(str::to_owned), id.map(str::to_owned));
        Notice::Refused(notice::Refused { table, id, error: self.api_error() }).encode()
    }

    /// Returns the error that clients are told.
    fn api_error(&self) -> ApiError {
        match self {
            Self::AtTable(refusal) => refusal.api_error(),
            Self::Study(error) => error.api_error(),
            _ => ApiError::new(self.kind(), self.to_string()).with_reason(self.reason()),
        }
    }

    /// Returns the sub-code that picks the translation.
    fn reason(&self) -> Option<&'static str> {
        match self {
            Self::NotLeft => Some("not-left"),
            Self::Partner => Some("partner"),
            Self::Begun => Some("begun"),
            Self::ShownOut => Some("shown-out"),
            Self::SaidEnough => Some("said-enough"),
            _ => None,
        }
    }
}

impl From<Rejected> for Refusal {
    fn from(rejected: Rejected) -> Self {
        Self::AtTable(rejected.into())
    }
}

impl From<TableRefusal> for Refusal {
    fn from(refusal: TableRefusal) -> Self {
        Self::AtTable(refusal)
    }
}

impl From<StudyError> for Refusal {
    fn from(error: StudyError) -> Self {
        Self::Study(error)
    }
}

impl From<NoUndo> for Refusal {
    fn from(refusal: NoUndo) -> Self {
        Self::AtTable(refusal.into())
    }
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<ParseReceiptError> for Refusal {
    fn from(error: ParseReceiptError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<SaveError> for Refusal {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::Unknown => Self::Unconfirmed,
            error => Self::NotSaved(error),
        }
    }
}

impl From<LoadError> for Refusal {
    /// Whoever asks cannot do anything about it; whoever runs the server can.
    fn from(error: LoadError) -> Self {
        if !matches!(error, LoadError::Elsewhere) {
            tracing::error!(%error, "what is in the data file could not be read");
        }
        match error {
            LoadError::Elsewhere => Self::Elsewhere,
            LoadError::Strange { .. } | LoadError::Damaged { .. } => Self::Damaged,
            LoadError::Database(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                Self::Damaged
            }
            LoadError::StrangePad { .. } | LoadError::Database(_) | LoadError::Interrupted => Self::Busy,
            #[cfg(any(test, feature = "cluster"))]
            LoadError::Unreachable(_) => Self::Busy,
            #[cfg(feature = "cluster")]
            LoadError::Away { .. } => Self::Busy,
            #[cfg(feature = "archive")]
            LoadError::DamagedFile { .. } => Self::Damaged,
        }
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "the system gives no random numbers");
        Self::Busy
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.log();
        let body = serde_json::to_string(&self.api_error()).expect("a refusal has string keys");
        let refused = Refused(self.kind());
        (self.status(), [(header::CONTENT_TYPE, "application/json")], Extension(refused), body)
            .into_response()
    }
}

/// Response extension: the kind of error, for the metrics.
#[derive(Clone, Copy)]
pub(crate) struct Refused(pub(crate) ErrorKind);

/// A seat nobody can sit on.
pub(crate) fn no_such_seat(seat: Seat, seats: u8) -> Refusal {
    Refusal::options(format!("there is no seat {seat} at a table of {seats}"))
}
