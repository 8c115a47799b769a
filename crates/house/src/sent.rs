//! What a game sends, of a type that only those know who know the game.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::any::Any;
use std::sync::Arc;

/// A view, or the events somebody saw: typed for those who know the game, JSON for all others.
#[derive(Clone)]
pub struct Sent(Arc<dyn AnySent>);

trait AnySent: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn to_json(&self) -> Box<RawValue>;
}

impl<T: Serialize + Any + Send + Sync> AnySent for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn to_json(&self) -> Box<RawValue> {
        raw(self)
    }
}

impl Sent {
    /// What a game sends, or what was read of it.
    #[must_use]
    pub fn new<T: Serialize + Any + Send + Sync>(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// The value itself, if it is of this type: the view of a game, or a list of its events.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// What clients are sent.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        self.0.to_json()
    }
}

impl Serialize for Sent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

/// Serializes a value as JSON text.
pub(crate) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("our own types have string keys and cannot fail")
}

/// Serializes a value as a JSON tree.
///
/// It goes through the text, so that the types of each game are compiled for one serializer instead of two.
pub(crate) fn tree<T: Serialize>(value: &T) -> Value {
    parse(raw(value).get())
}

/// Parses JSON text that this crate wrote.
pub(crate) fn parse(json: &str) -> Value {
    serde_json::from_str(json).expect("this was written as JSON")
}
