//! Rejection of outside input, independent of the game, in the form that is sent and shown.

use crate::{DeckError, PlayError, RuleViolation, SetupError, UnknownBot};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Rejection of outside input. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ApiError"))]
pub struct Rejection {
    /// Code for programs, such as `"illegal"`.
    pub code: &'static str,
    /// Sub-code used to pick the translation if `code` is `"illegal"`, such as `"must-capture"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional = nullable))]
    pub reason: Option<&'static str>,
    /// Rule in the rule book.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional = nullable))]
    pub rule: Option<&'static str>,
    /// Message for the player.
    pub message: String,
    /// Cards and numbers that the message names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<Params>"))]
    pub params: BTreeMap<&'static str, String>,
    /// Position of the rejected entry in a record.
    #[serde(skip)]
    pub position: Option<RecordPosition>,
}

/// Parameters of a message, by their placeholders in the translation.
#[cfg(feature = "wire")]
#[derive(ts_rs::TS)]
#[ts(type = "Record<string, string>")]
struct Params;

/// Position of a rejected entry in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordPosition {
    /// Index of the deal, from 0.
    pub deal: usize,
    /// The action, from 0; `None` if the deal cannot begin.
    pub action: Option<usize>,
}

impl Rejection {
    /// Creates a rejection with only a code and a message.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let params = BTreeMap::new();
        Self { code, reason: None, rule: None, message: message.into(), params, position: None }
    }

    /// Creates the rejection of a rule violation.
    #[must_use]
    pub fn illegal(violation: &impl RuleViolation) -> Self {
        Self::new("illegal", violation.to_string()).because(violation)
    }

    fn because(self, violation: &impl RuleViolation) -> Self {
        let params = violation.params().into_iter().collect();
        Self { reason: Some(violation.code()), rule: Some(violation.rule()), params, ..self }
    }

    /// Returns the rejection with its position in a record.
    #[must_use]
    pub fn at(self, position: RecordPosition) -> Self {
        Self { position: Some(position), ..self }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Rejection {}

impl<I: RuleViolation> From<PlayError<I>> for Rejection {
    fn from(error: PlayError<I>) -> Self {
        let rejection = Self::new(error.code(), error.to_string());
        match error {
            PlayError::Illegal(illegal) => rejection.because(&illegal),
            PlayError::Setup(error) => error.into(),
            PlayError::Deck(error) => error.into(),
            _ => rejection,
        }
    }
}

impl From<DeckError> for Rejection {
    fn from(error: DeckError) -> Self {
        Self::new("incorrect-deck", error.to_string())
    }
}

impl From<SetupError> for Rejection {
    fn from(error: SetupError) -> Self {
        let params = BTreeMap::from([("key", error.key().to_owned())]);
        Self { params, ..Self::new("options", error.to_string()) }
    }
}

impl From<UnknownBot> for Rejection {
    fn from(error: UnknownBot) -> Self {
        Self::new("options", error.to_string())
    }
}
