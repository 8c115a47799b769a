//! Errors of requests and commands. A request or command with an error has changed nothing.

use engine::Rejection;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
#[cfg(test)]
use ts_rs::TS;

/// Error sent to a client: the body of an HTTP error, and part of the notice `refused`.
///
/// ```
/// use protocol::{ApiError, ErrorKind};
/// let error = ApiError::new(ErrorKind::NoTable, "there is no such table");
/// assert_eq!(error.kind.status(), 404);
/// assert_eq!(serde_json::to_string(&error)?, r#"{"code":"no-table","message":"there is no such table"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ApiError {
    /// The kind of error, sent as `code`.
    #[serde(rename = "code")]
    #[cfg_attr(test, ts(type = "string"))]
    pub kind: ErrorKind,
    /// The sub-code that picks the translation: `"must-capture"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
    pub reason: Option<Cow<'static, str>>,
    /// The number of the rule that forbids the action: `"SC-R6"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
    pub rule: Option<Cow<'static, str>>,
    /// An English sentence for players.
    pub message: String,
    /// The cards and numbers named in the sentence, by the placeholders of its translations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Params>"))]
    pub params: BTreeMap<Cow<'static, str>, String>,
}

/// The values in a sentence, by the names of their placeholders in the translation.
#[cfg(test)]
#[derive(TS)]
#[ts(type = "Record<string, string>")]
struct Params;

impl ApiError {
    /// Creates an error with a kind and a sentence.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, reason: None, rule: None, message: message.into(), params: BTreeMap::new() }
    }

    /// Creates an error from a refusal of the rules. `kind` replaces the refusal's code.
    #[must_use]
    pub fn from_rejection(kind: ErrorKind, rejection: Rejection) -> Self {
        let Rejection { reason, rule, message, params, .. } = rejection;
        Self {
            kind,
            reason: reason.map(Cow::Borrowed),
            rule: rule.map(Cow::Borrowed),
            message,
            params: params.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect(),
        }
    }

    /// Returns the same error with a sub-code.
    #[must_use]
    pub fn with_reason(self, reason: Option<&'static str>) -> Self {
        Self { reason: reason.map(Cow::Borrowed), ..self }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

macro_rules! error_kinds {
    ($($(#[$doc:meta])+ $kind:ident = $code:literal, $status:literal;)+) => {
        /// The kind of an error. The table in `docs/protocol.md` says when each occurs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum ErrorKind {
            $($(#[$doc])+ #[serde(rename = $code)] $kind,)+
            /// A code that this version of the protocol does not know.
            #[serde(other, rename = "unknown")]
            Unknown,
        }

        impl ErrorKind {
            /// All kinds except [`ErrorKind::Unknown`].
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Returns the code on the wire: `"no-table"`.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$kind => $code,)+
                    Self::Unknown => "unknown",
                }
            }

            /// Returns the HTTP status of a response with this error.
            #[must_use]
            pub fn status(self) -> u16 {
                match self {
                    $(Self::$kind => $status,)+
                    Self::Unknown => 400,
                }
            }
        }
    };
}

error_kinds! {
    /// A message or action that cannot be read.
    Unreadable = "unreadable", 400;
    /// A client of another version of the protocol.
    Protocol = "protocol", 400;
    /// A typed line that fits no action, or more than one.
    Unclear = "unclear", 400;
    /// A message longer than [`LONGEST`](crate::LONGEST), or a score pad longer than its limit.
    TooLarge = "too-large", 413;
    /// An unknown score pad.
    NoPad = "no-pad", 404;
    /// A score pad that cannot be read.
    NotAPad = "not-a-pad", 400;
    /// A file of boards that cannot be read.
    File = "file", 400;
    /// A file of boards longer than its limit.
    FileTooLarge = "file-too-large", 413;
    /// A deal that the solver cannot solve within its budget.
    TooHard = "too-hard", 503;
    /// A rate limit or a quota was exceeded.
    TooMany = "too-many", 429;
    /// A command before `hello`, or a request without a valid token.
    NoHello = "no-hello", 401;
    /// A token of a device that was signed out.
    SignedOut = "signed-out", 401;
    /// A wrong name, password or recovery code.
    Credentials = "credentials", 401;
    /// A request that only an account can make.
    AccountNeeded = "account-needed", 403;
    /// A name that no account can have, or not now.
    Name = "name", 409;
    /// A password that is easy to guess.
    Password = "password", 400;
    /// An unknown table, deal or address.
    NoTable = "no-table", 404;
    /// An action of a seat that is not yours, or that you aren't allowed to take.
    NotYours = "not-yours", 403;
    /// An action out of turn.
    NotYourTurn = "not-your-turn", 409;
    /// A command that answers an older version of the match.
    Stale = "stale", 409;
    /// An action that the rules forbid.
    Illegal = "illegal", 400;
    /// A nonce that does not belong to the running seed exchange.
    Opening = "opening", 409;
    /// A storage error: nothing was saved, and nothing happened.
    NotSaved = "not-saved", 507;
    /// A storage error after which it's uncertain whether the action was saved.
    Unconfirmed = "unconfirmed", 507;
    /// A table whose stored data is damaged.
    Damaged = "damaged", 500;
    /// A table with less stored than a client has seen.
    Diverged = "diverged", 409;
    /// The match is over.
    Over = "over", 409;
    /// The match is not over yet.
    Unfinished = "unfinished", 409;
    /// Options, seats or chairs that allow no match.
    Options = "options", 400;
    /// A seek or a pool that the lobby does not have.
    Gone = "gone", 410;
    /// A search of a player who left too many matches.
    Paused = "paused", 403;
    /// An account that the operator has banned.
    Banned = "banned", 403;
    /// A phrase of a player whom the operator has muted.
    Muted = "muted", 403;
    /// An action that the lobby does not allow now.
    Unavailable = "unavailable", 409;
    /// The server is busy, shutting down, or temporarily without its store.
    Busy = "busy", 503;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_code_and_is_read_from_it() {
        let codes: std::collections::BTreeSet<&str> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
        for kind in ErrorKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.code());
            assert_eq!(serde_json::from_value::<ErrorKind>(kind.code().into()).unwrap(), *kind);
        }
    }

    #[test]
    fn an_unknown_code_is_read_as_unknown() {
        let error: ApiError = serde_json::from_str(r#"{"code":"on-fire","message":"Run."}"#).unwrap();
        assert_eq!(error, ApiError::new(ErrorKind::Unknown, "Run."));
        assert_eq!(error.kind.status(), 400);
    }

    #[test]
    fn every_status_is_one_of_an_error() {
        assert!(ErrorKind::ALL.iter().all(|kind| (400..600).contains(&kind.status())));
    }
}
