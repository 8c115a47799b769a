//! The server's errors: a kind for programs, a sentence for people, a status for HTTP, a level for the log.

use crate::metrics::Metrics;
use crate::shared_pads::LONGEST_PAD;
use crate::socket::MAX_TABLES;
use crate::store::LoadError;
use ::table::ParseReceiptError;
use ::table::{StorageError, TableRefusal};
use axum::Extension;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
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
    /// The file has something else than what was written.
    #[error(
        "the server's record of this table is damaged, so it is not played on; whoever runs the server finds more in its log"
    )]
    Damaged,
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
            Self::TooMany | Self::Following => ErrorKind::TooMany,
            Self::NoHello => ErrorKind::NoHello,
            Self::AtTable(refusal) => refusal.kind(),
            Self::Study(error) => error.kind(),
            Self::NoAddress => ErrorKind::NoTable,
            Self::Foreign | Self::Misnamed(_) => ErrorKind::NotYours,
            Self::NoPad => ErrorKind::NoPad,
            Self::NotAPad | Self::Miscounted => ErrorKind::NotAPad,
            Self::Damaged => ErrorKind::Damaged,
            Self::Busy | Self::Draining => ErrorKind::Busy,
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
            Self::Draining | Self::AtTable(TableRefusal::Elsewhere) => return Level::DEBUG,
            _ => {}
        }
        match self.kind() {
            ErrorKind::NotSaved | ErrorKind::Unconfirmed | ErrorKind::Damaged => Level::ERROR,
            ErrorKind::Busy => Level::WARN,
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
            _ => ApiError::new(self.kind(), self.to_string()),
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

impl From<StorageError> for Refusal {
    fn from(error: StorageError) -> Self {
        TableRefusal::from(error).into()
    }
}

impl From<Refusal> for TableRefusal {
    /// Tells a table an error of the server around it.
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::AtTable(refusal) => refusal,
            refusal => Self::Driver(Box::new(refusal.api_error())),
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
            LoadError::Elsewhere => TableRefusal::Elsewhere.into(),
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
