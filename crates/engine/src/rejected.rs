//! Why something from outside was not accepted, for any game: what is sent and shown.

use crate::{Refusal, RuleViolation, SetupError, UnknownBot};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Why something from outside was not accepted. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Rejected {
    /// A short name for programs: `"illegal"`.
    pub code: &'static str,
    /// What exactly, for translations, when `code` says only that a rule forbids it: `"must-capture"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional = nullable))]
    pub reason: Option<&'static str>,
    /// The rule of the rule book.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional = nullable))]
    pub rule: Option<&'static str>,
    /// A sentence a player understands.
    pub message: String,
    /// The cards and numbers the sentence names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<Params>"))]
    pub params: BTreeMap<&'static str, String>,
    /// Where in a record.
    #[serde(skip)]
    pub position: Option<RecordPosition>,
}

/// What a sentence names, by the places of its translation.
#[cfg(feature = "wire")]
#[derive(ts_rs::TS)]
#[ts(type = "Record<string, string>")]
struct Params;

/// A place in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordPosition {
    /// The deal, from 0.
    pub deal: usize,
    /// The action, from 0; `None` if the deal cannot begin.
    pub action: Option<usize>,
}

impl Rejected {
    /// A rejection that needs no more than a sentence.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let params = BTreeMap::new();
        Self { code, reason: None, rule: None, message: message.into(), params, position: None }
    }

    /// What a rule forbids.
    #[must_use]
    pub fn illegal(violation: &impl RuleViolation) -> Self {
        Self::new("illegal", violation.to_string()).because(violation)
    }

    fn because(self, violation: &impl RuleViolation) -> Self {
        let params = violation.params().into_iter().collect();
        Self { reason: Some(violation.code()), rule: Some(violation.rule()), params, ..self }
    }

    /// The same, at a place in a record.
    #[must_use]
    pub fn at(self, position: RecordPosition) -> Self {
        Self { position: Some(position), ..self }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Rejected {}

impl<I: RuleViolation> From<Refusal<I>> for Rejected {
    fn from(refusal: Refusal<I>) -> Self {
        let rejected = Self::new(refusal.code(), refusal.to_string());
        match refusal {
            Refusal::Illegal(illegal) => rejected.because(&illegal),
            Refusal::Setup(error) => error.into(),
            _ => rejected,
        }
    }
}

impl From<SetupError> for Rejected {
    fn from(error: SetupError) -> Self {
        let params = BTreeMap::from([("key", error.key().to_owned())]);
        Self { params, ..Self::new("options", error.to_string()) }
    }
}

impl From<UnknownBot> for Rejected {
    fn from(error: UnknownBot) -> Self {
        Self::new("options", error.to_string())
    }
}
