//! Options of a game, from the tables of the record format.

use super::object;
use serde_json::{Map, Value};

#[derive(Clone)]
pub(crate) struct Options(Map<String, Value>);

impl Options {
    /// Returns the preset named in `given`, or the first one, with the other options in `given`. Returns `None` if a
    /// key or value is not in the table. `keys` has the allowed values of each key.
    pub(crate) fn resolve(given: &Value, keys: &Value, presets: Vec<(&str, Value)>) -> Option<Self> {
        let wanted = given.get("preset").map_or(Some(presets[0].0), Value::as_str)?.to_owned();
        let (_, preset) = presets.into_iter().find(|(name, _)| *name == wanted)?;
        let mut options = object(preset);
        for (key, value) in given.as_object()?.iter().filter(|(key, _)| *key != "preset") {
            if !keys.get(key)?.as_array()?.contains(value) {
                return None;
            }
            options.insert(key.clone(), value.clone());
        }
        Some(Self(options))
    }

    pub(crate) fn word(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_else(|| panic!("{key} is a word"))
    }

    pub(crate) fn on(&self, key: &str) -> bool {
        self.0[key].as_bool().unwrap_or_else(|| panic!("{key} is on or off"))
    }

    pub(crate) fn number(&self, key: &str) -> i64 {
        self.0[key].as_i64().unwrap_or_else(|| panic!("{key} is a number"))
    }

    pub(crate) fn value(&self, key: &str) -> &Value {
        &self.0[key]
    }

    pub(crate) fn set(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_owned(), value);
    }
}
