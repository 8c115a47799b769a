//! Errors of the server, each with its code for clients, message, HTTP status and log level.

use crate::limits::{LONGEST_PAD, MAX_SEEK_ID, MAX_SEEKS, MAX_TABLES};
use crate::metrics::Metrics;
use ::table::{ParseReceiptError, StorageError, TableError};
use axum::Extension;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bridge_analysis::AnalysisError;
use catalog::{NoUndo, Rejection};
use people::{MAX_TIES, NameError, PasswordError, Ruling, RulingError, RulingKind};
use protocol::{ApiError, DecodeError, ErrorKind, Notice, PROTOCOL, notice};
use std::collections::BTreeMap;
use std::fmt;
use store::{LoadError, MAX_PASSKEYS};
use tracing::Level;

/// Error of a request or command. A refused command changes nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// A card table refused the command.
    #[error(transparent)]
    AtTable(TableError),
    /// Error of a deal or board that is studied.
    #[error(transparent)]
    Analysis(AnalysisError),
    /// The message is not JSON, or has none of the known forms.
    #[error("this message cannot be read: {0}")]
    Unreadable(String),
    /// The message is too long.
    #[error("the message is longer than 64 KiB")]
    TooLarge,
    /// A rate limit is exceeded.
    #[error("too many requests; wait a moment")]
    TooMany,
    /// A ruling forbids the request.
    #[error("{0}")]
    Restricted(Box<Restriction>),
    /// The pair has an open report.
    #[error("you have reported this player already; the operator has not decided yet")]
    Reported,
    /// The player made too many reports in a day.
    #[error("you can report ten players a day")]
    ManyReports,
    /// The player reports themselves.
    #[error("you can't report yourself")]
    ReportOfSelf,
    /// The players had no chairs at the table of a report.
    #[error("you and this player had no chairs at this table")]
    ReportTable,
    /// The match is not rated.
    #[error("there is no such rated match")]
    NotRated,
    /// Too many matches followed.
    #[error("too many rated matches have followed this one")]
    OldMatch,
    /// There is no such ruling on the player.
    #[error("there is no such ruling")]
    NoRuling,
    /// The text of a ruling or reply can't be stored, or the ruling can't be changed so.
    #[error(transparent)]
    Ruling(#[from] RulingError),
    /// The lobby refuses the command.
    #[error(transparent)]
    Lobby(#[from] LobbyError),
    /// The push subscription has the address of an unknown service.
    #[error("unknown push service; this server sends notices to the push services of browsers only")]
    PushService,
    /// The socket subscribes to too many card tables.
    #[error("a socket may follow at most {MAX_TABLES} tables; unwatch one first")]
    Following,
    /// The path does not exist.
    #[error("unknown address")]
    NoAddress,
    /// No account has this name.
    #[error("no player has this name")]
    NoPlayer,
    /// The player's own name, where another player's is needed.
    #[error("this is your own name")]
    OwnName,
    /// One of two players blocks the other, or too many requests wait. It is not said which.
    #[error("this player is not available")]
    Apart,
    /// There is no such challenge, or it has expired, or another player has accepted it.
    #[error("this challenge has ended")]
    NoChallenge,
    /// The account has too many ties.
    #[error("you have {MAX_TIES} friends, mutes and blocks; remove one first")]
    TiesFull,
    /// The path does not accept this HTTP method.
    #[error("method not allowed")]
    Method,
    /// The request for a WebSocket has no upgrade.
    #[error("this address needs an upgrade to a WebSocket")]
    NoUpgrade,
    /// The request comes from a web page of another origin.
    #[error("this address is for this server's own page only")]
    Foreign,
    /// The request's host name is not one of this server's.
    #[error("unknown host name “{0}”; the operator can add it with --host {0}")]
    Misnamed(String),
    /// The guest has not sent a token.
    #[error("say hello first, with a token of 43 letters and digits")]
    NoHello,
    /// The token belongs to a device that was signed out.
    #[error("this device was signed out")]
    SignedOut,
    /// The name, the password or the recovery code is wrong. It is not said which.
    #[error("wrong name, password or code")]
    Credentials,
    /// The passkey is unknown, of another account, or its signature is wrong. It is not said which.
    #[error("this passkey was not accepted")]
    Passkey,
    /// The ceremony was never begun by this guest at this server, has expired, or was finished already.
    #[error("this took too long, or was done already; try again")]
    NoCeremony,
    /// The page is at a host name for which the server takes no passkeys.
    #[error("this server takes no passkeys at this address")]
    NoPasskeys,
    /// The account has too many passkeys.
    #[error("an account has at most {MAX_PASSKEYS} passkeys; remove one first")]
    PasskeysFull,
    /// The passkey is the only proof of the account besides recovery codes.
    #[error("set a password or add a passkey first; this one is the only way to sign in")]
    LastPasskey,
    /// The request needs an account.
    #[error("keep your name first, or sign in")]
    AccountNeeded,
    /// The device belongs to an account already.
    #[error("this device is signed in already")]
    HasAccount,
    /// The text is no name.
    #[error(transparent)]
    NameForm(#[from] NameError),
    /// Another player has such a name.
    #[error("another player has this name, or one that looks like it")]
    NameTaken,
    /// The name was given up a short time ago.
    #[error("this name was given up less than a year ago; take another")]
    NameLocked,
    /// The name was changed a short time ago.
    #[error("a name can be changed once in 90 days")]
    NameTooSoon,
    /// The password is easy to guess.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The client speaks another protocol version.
    #[error("this server speaks protocol {PROTOCOL}, not {0}; reload the page")]
    Protocol(u32),
    /// The stored data differs from what was written.
    #[error("the record of this table is damaged; the operator finds details in the server's log")]
    Damaged,
    /// The pad does not exist.
    #[error("unknown score pad")]
    NoPad,
    /// The document is not a score pad.
    #[error("unknown form of score pad")]
    NotAPad,
    /// The pad is too long.
    #[error("the score pad is full; a shared pad may have at most {} KiB", LONGEST_PAD / 1024)]
    PadTooLarge,
    /// The pad's operations are numbered as no client numbers them.
    #[error("the entries of this score pad have wrong numbers")]
    Miscounted,
    /// The uploaded file is too long.
    #[error("a file of boards may have at most 1 MiB")]
    FileTooLarge,
    /// The server is shutting down.
    #[error("the server is closing for a while; matches in play continue, but none can start or resume")]
    Draining,
    /// The server has reached a limit.
    #[error("the server is busy; try again later")]
    Busy,
}

/// Ruling that forbids a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Restriction {
    kind: RulingKind,
    until: Option<u64>,
    reason: String,
}

impl Restriction {
    pub(crate) fn of(ruling: &Ruling) -> Self {
        Self { kind: ruling.kind(), until: ruling.until(), reason: ruling.reason().to_owned() }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            RulingKind::Ban => "this account is banned",
            RulingKind::Mute => "your phrases are muted",
            RulingKind::Pause => "you can't look for players for now",
            _ => "the operator has restricted this account",
        };
        write!(f, "{what}; the operator's reason: {}", self.reason)
    }
}

/// Reason why the lobby refuses a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LobbyError {
    /// There is no such pool.
    #[error("unknown pool")]
    NoPool,
    /// The guest has no such seek.
    #[error("you are not looking for players; another table may have begun")]
    NoSeek,
    /// The guest has too many seeks, or waits in the pool already.
    #[error("you can look for players in at most {MAX_SEEKS} different pools")]
    TooMany,
    /// Too many guests wait.
    #[error("too many players are waiting; try again later")]
    Full,
    /// The id of a seek is too long.
    #[error("the id of a seek has at most {MAX_SEEK_ID} bytes")]
    LongId,
    /// The player left too many matches. The minutes are rounded up.
    #[error("you left too many matches early; you can look for players again in {0} min")]
    Paused(u64),
    /// Bots are not offered yet.
    #[error("wait a little longer for other players")]
    TooEarly,
}

impl RequestError {
    /// Creates the error of an option, chair or seat that can't be played.
    pub(crate) fn options(message: impl Into<String>) -> Self {
        TableError::options(message).into()
    }

    /// Returns the kind clients receive.
    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::Unreadable(_) | Self::Method | Self::NoUpgrade | Self::PushService => ErrorKind::Unreadable,
            Self::Protocol(_) => ErrorKind::Protocol,
            Self::TooLarge | Self::PadTooLarge => ErrorKind::TooLarge,
            Self::FileTooLarge => ErrorKind::FileTooLarge,
            Self::TooMany | Self::Following | Self::TiesFull | Self::PasskeysFull => ErrorKind::TooMany,
            Self::Apart => ErrorKind::Unavailable,
            Self::NoChallenge => ErrorKind::Gone,
            Self::Lobby(LobbyError::NoPool | LobbyError::NoSeek) => ErrorKind::Gone,
            Self::Lobby(LobbyError::TooMany) => ErrorKind::TooMany,
            Self::Lobby(LobbyError::Full) => ErrorKind::Busy,
            Self::Lobby(LobbyError::LongId) => ErrorKind::Unreadable,
            Self::Lobby(LobbyError::Paused(_)) => ErrorKind::Paused,
            Self::Lobby(LobbyError::TooEarly) => ErrorKind::Unavailable,
            Self::Restricted(restriction) => match restriction.kind {
                RulingKind::Ban => ErrorKind::Banned,
                RulingKind::Mute => ErrorKind::Muted,
                _ => ErrorKind::Paused,
            },
            Self::Reported | Self::ReportOfSelf => ErrorKind::Unavailable,
            Self::ManyReports => ErrorKind::TooMany,
            Self::ReportTable => ErrorKind::NotYours,
            Self::NoRuling | Self::NotRated => ErrorKind::NoTable,
            Self::OldMatch => ErrorKind::Unavailable,
            Self::Ruling(RulingError::Replied | RulingError::Ended) => ErrorKind::Unavailable,
            Self::Ruling(_) => ErrorKind::Unreadable,
            Self::NoHello => ErrorKind::NoHello,
            Self::SignedOut => ErrorKind::SignedOut,
            Self::Credentials | Self::Passkey => ErrorKind::Credentials,
            Self::NoCeremony => ErrorKind::Gone,
            Self::NoPasskeys | Self::LastPasskey => ErrorKind::Unavailable,
            Self::AccountNeeded => ErrorKind::AccountNeeded,
            Self::HasAccount | Self::OwnName => ErrorKind::NotYours,
            Self::NameForm(_) | Self::NameTaken | Self::NameLocked | Self::NameTooSoon => ErrorKind::Name,
            Self::Password(_) => ErrorKind::Password,
            Self::AtTable(error) => error.kind(),
            Self::Analysis(error) => error.kind(),
            Self::NoAddress | Self::NoPlayer => ErrorKind::NoTable,
            Self::Foreign | Self::Misnamed(_) => ErrorKind::NotYours,
            Self::NoPad => ErrorKind::NoPad,
            Self::NotAPad | Self::Miscounted => ErrorKind::NotAPad,
            Self::Damaged => ErrorKind::Damaged,
            Self::Busy | Self::Draining => ErrorKind::Busy,
        }
    }

    /// Returns the HTTP status. Two errors that only HTTP has get a status of their own.
    fn status(&self) -> StatusCode {
        match self {
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Misnamed(_) => StatusCode::MISDIRECTED_REQUEST,
            _ => StatusCode::from_u16(self.kind().status()).unwrap_or(StatusCode::BAD_REQUEST),
        }
    }

    fn level(&self) -> Level {
        match self {
            Self::Draining | Self::AtTable(TableError::Elsewhere) => return Level::DEBUG,
            _ => {}
        }
        match self.kind() {
            ErrorKind::NotSaved | ErrorKind::Unconfirmed | ErrorKind::Damaged => Level::ERROR,
            ErrorKind::Busy => Level::WARN,
            _ => Level::DEBUG,
        }
    }

    /// Counts and logs the error.
    pub(crate) fn note(&self, metrics: &Metrics) {
        metrics.note_error(self.kind().code());
        self.log();
    }

    fn log(&self) {
        let code = self.kind().code();
        match self.level() {
            Level::ERROR => tracing::error!(code, "refused: {self}"),
            Level::WARN => tracing::warn!(code, "refused: {self}"),
            // The message may contain input, such as a card or a token.
            _ => tracing::debug!(code, "refused"),
        }
    }

    /// Returns the notice for a socket. `table` and `id` are those of the command.
    pub(crate) fn notice(&self, table: Option<&str>, id: Option<&str>) -> String {
        let (table, id) = (table.map(str::to_owned), id.map(str::to_owned));
        Notice::Refused(notice::Refused { table, id, error: self.api_error() }).encode()
    }

    /// Returns the error clients receive.
    fn api_error(&self) -> ApiError {
        match self {
            Self::AtTable(error) => error.api_error(),
            Self::Analysis(error) => error.api_error(),
            _ => {
                let params = match self {
                    Self::Lobby(LobbyError::Paused(minutes)) => {
                        [("minutes".into(), minutes.to_string())].into()
                    }
                    Self::Restricted(restriction) => {
                        let until = restriction.until.map(|until| ("until".into(), until.to_string()));
                        until.into_iter().chain([("why".into(), restriction.reason.clone())]).collect()
                    }
                    _ => BTreeMap::new(),
                };
                ApiError { params, ..ApiError::new(self.kind(), self.to_string()).with_reason(self.reason()) }
            }
        }
    }

    /// Returns the sub-code that picks the translation.
    fn reason(&self) -> Option<&'static str> {
        Some(match self {
            Self::HasAccount => "signed-in",
            Self::Restricted(restriction) if restriction.kind == RulingKind::Pause => "ruling",
            Self::Reported => "reported",
            Self::ReportOfSelf => "report-self",
            Self::ManyReports => "reports",
            Self::ReportTable => "report-table",
            Self::OwnName => "own-name",
            Self::TiesFull => "ties-full",
            Self::Passkey => "passkey",
            Self::NoCeremony => "ceremony",
            Self::NoPasskeys => "no-passkeys",
            Self::PasskeysFull => "passkeys-full",
            Self::LastPasskey => "last-passkey",
            Self::NameForm(NameError::Scripts) => "name-scripts",
            Self::NameForm(_) => "name-form",
            Self::NameTaken => "name-taken",
            Self::NameLocked => "name-locked",
            Self::NameTooSoon => "name-too-soon",
            Self::Password(PasswordError::Short | PasswordError::Long) => "password-length",
            Self::Password(PasswordError::Name) => "password-name",
            Self::Password(PasswordError::Common) => "password-common",
            _ => return None,
        })
    }
}

impl From<Rejection> for RequestError {
    fn from(rejection: Rejection) -> Self {
        Self::AtTable(rejection.into())
    }
}

impl From<TableError> for RequestError {
    fn from(error: TableError) -> Self {
        Self::AtTable(error)
    }
}

impl From<AnalysisError> for RequestError {
    fn from(error: AnalysisError) -> Self {
        Self::Analysis(error)
    }
}

impl From<NoUndo> for RequestError {
    fn from(error: NoUndo) -> Self {
        Self::AtTable(error.into())
    }
}

impl From<DecodeError> for RequestError {
    fn from(error: DecodeError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<ParseReceiptError> for RequestError {
    fn from(error: ParseReceiptError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<StorageError> for RequestError {
    fn from(error: StorageError) -> Self {
        TableError::from(error).into()
    }
}

impl From<RequestError> for TableError {
    /// Wraps an error of the server for a table.
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::AtTable(error) => error,
            error => Self::Driver(Box::new(error.api_error())),
        }
    }
}

impl From<LoadError> for RequestError {
    /// Converts a storage error. The client learns little, because only the operator can act on the details
    /// in the log.
    fn from(error: LoadError) -> Self {
        if matches!(error, LoadError::Elsewhere) {
            return TableError::Elsewhere.into();
        }
        tracing::error!(%error, "the stored data can't be read");
        if error.is_damage() { Self::Damaged } else { Self::Busy }
    }
}

impl From<getrandom::Error> for RequestError {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "the operating system returned no random numbers");
        Self::Busy
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        self.log();
        let body = serde_json::to_string(&self.api_error()).expect("an error has string keys");
        let reported = ReportedError(self.kind());
        (self.status(), [(header::CONTENT_TYPE, "application/json")], Extension(reported), body)
            .into_response()
    }
}

/// Response extension with the kind of error, for the metrics.
#[derive(Clone, Copy)]
pub(crate) struct ReportedError(pub(crate) ErrorKind);
