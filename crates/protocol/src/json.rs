//! JSON that is passed on unread.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// A JSON value stored as text. Views and events of games are sent as this, because only the games' crate knows
/// their types.
///
/// ```
/// use protocol::Json;
/// let events: Json = serde_json::from_str(r#"[{"event": "blocked"}]"#)?;
/// assert_eq!(events.get(), r#"[{"event": "blocked"}]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Returns the text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }
}

impl From<Box<RawValue>> for Json {
    fn from(raw: Box<RawValue>) -> Self {
        Self(raw)
    }
}

impl From<&RawValue> for Json {
    fn from(raw: &RawValue) -> Self {
        Self(raw.to_owned())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

/// Equal if the text is equal: `1.0` and `1` differ.
impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Json {}
