//! Views and events without their types.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::any::Any;
use std::sync::Arc;

/// View or list of events. Code that knows the game can read it typed, and all other code as JSON.
#[derive(Clone)]
pub struct WireValue(Arc<dyn AnyWireValue>);

trait AnyWireValue: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn to_json(&self) -> Box<RawValue>;
}

impl<T: Serialize + Any + Send + Sync> AnyWireValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn to_json(&self) -> Box<RawValue> {
        raw(self)
    }
}

impl WireValue {
    /// Creates the value from a view or a list of events.
    #[must_use]
    pub fn new<T: Serialize + Any + Send + Sync>(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// Returns the value, if it is of this type: the view of a game, or a list of its events.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// Returns the JSON for clients.
    #[must_use]
    pub fn to_json(&self) -> Box<RawValue> {
        self.0.to_json()
    }
}

impl Serialize for WireValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

/// Serializes a value as JSON text.
pub(crate) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("views and events have string keys")
}

/// Serializes a value as a JSON tree.
///
/// It goes through the text, so that the types of each game are compiled for one serializer instead of two.
pub(crate) fn tree<T: Serialize>(value: &T) -> Value {
    parse(raw(value).get())
}

/// Parses JSON text that this crate wrote.
pub(crate) fn parse(json: &str) -> Value {
    serde_json::from_str(json).expect("this crate wrote it as JSON")
}
