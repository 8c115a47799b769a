//! Decoding, with errors that name fields instead of Rust types.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

/// Limit for a field name in an error, in characters. Clients may send names of any length.
const LONGEST_NAME: usize = 40;

/// Error for text that is no message of the protocol.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// JSON that is no object.
    #[error("not one JSON object")]
    NotAnObject,
    /// Text that is no JSON, or nested too deeply.
    #[error("not JSON, or nested too deeply, at line {line}, column {column}")]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A message type that this version of the protocol does not know.
    #[error("unknown message type “{0}”")]
    UnknownType(String),
    /// A required field is missing.
    #[error("missing field “{0}”")]
    MissingField(String),
    /// A field that the message does not have.
    #[error("unknown field “{0}”")]
    UnknownField(String),
    /// A field that occurs twice.
    #[error("duplicate field “{0}”")]
    DuplicateField(String),
    /// A value of the wrong type or out of range.
    #[error("a field has a value of the wrong type or out of range")]
    WrongForm,
}

impl From<serde_json::Error> for DecodeError {
    /// Serde's sentences name Rust types, so they are not repeated to clients.
    fn from(error: serde_json::Error) -> Self {
        if error.classify() != Category::Data {
            return Self::NotJson { line: error.line(), column: error.column() };
        }
        let message = error.to_string();
        let field = || {
            let name = message.split('`').nth(1).unwrap_or_default();
            name.chars().take(LONGEST_NAME).collect()
        };
        if message.starts_with("missing field") {
            Self::MissingField(field())
        } else if message.starts_with("unknown field") {
            Self::UnknownField(field())
        } else if message.starts_with("duplicate field") {
            Self::DuplicateField(field())
        } else {
            Self::WrongForm
        }
    }
}

/// Decodes one JSON object, such as the body of a request.
///
/// # Errors
///
/// Returns [`DecodeError`] if `text` is no JSON object of this type.
pub fn decode<T: DeserializeOwned>(text: &[u8]) -> Result<T, DecodeError> {
    // Serde would also read the fields from an array, by their order. Then no field could ever be added.
    if text.trim_ascii_start().first() != Some(&b'{') {
        return Err(DecodeError::NotAnObject);
    }
    Ok(serde_json::from_slice(text)?)
}

/// The type of a message.
#[derive(Serialize, Deserialize)]
pub(crate) struct Tag {
    #[serde(rename = "type")]
    pub(crate) kind: String,
}

impl Tag {
    /// Creates the error for an unknown type.
    pub(crate) fn unknown(&self) -> DecodeError {
        DecodeError::UnknownType(self.kind.chars().take(LONGEST_NAME).collect())
    }
}
