//! Receipts of what a client has seen.

use serde::{Deserialize, Serialize};

/// A receipt of how far a client has seen a table. A client keeps the last one and shows it when it watches the table again.
/// Only the server that wrote it can read it.
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
