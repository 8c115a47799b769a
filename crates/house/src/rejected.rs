//! Why something from outside was not accepted, for any game.

use engine::{Refusal, RuleViolation, SetupError, UnknownBot};
use std::collections::BTreeMap;
use std::fmt;

/// Why something from outside was not accepted. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// A short name for programs: `"illegal"`.
    pub code: &'static str,
    /// What exactly, for translations, when `code` says only that a rule forbids it: `"must-capture"`.
    pub reason: Option<&'static str>,
    /// The rule of the rule book.
    pub rule: Option<&'static str>,
    /// A sentence a player understands.
    pub message: String,
    /// The cards and numbers the sentence names.
    pub params: BTreeMap<&'static str, String>,
    /// Where in a record.
    pub position: Option<RecordPosition>,
}

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
        Self {
            code,
            reason: None,
            rule: None,
            message: message.into(),
            params: BTreeMap::new(),
            position: None,
        }
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
            Refusal::Illegal(illegal) => Self {
                reason: Some(illegal.code()),
                rule: Some(illegal.rule()),
                params: illegal.params().into_iter().collect(),
                ..rejected
            },
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
