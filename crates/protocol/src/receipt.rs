//! Receipts, with which a client proves which version of a match it saw.

use serde::{Deserialize, Serialize};

/// A receipt for the version of a table that a client has seen. The client sends the last one when it watches the
/// table again. Only the server that wrote a receipt can read it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Receipt(String);

impl Receipt {
    /// Creates a receipt from its text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
