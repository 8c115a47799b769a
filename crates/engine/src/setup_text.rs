//! Options as text, before they are checked.

use crate::OptionValue;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Options as a record header, a form or a command line gives them.
///
/// ```
/// let setup = engine::SetupText::first_preset(4);
/// assert_eq!((setup.preset, setup.seats), (None, Some(4)));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
pub struct SetupText {
    /// The preset; by default the game's first.
    #[serde(default)]
    pub preset: Option<String>,
    /// Overrides of the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Number of seats; by default the first that the preset allows.
    #[serde(default)]
    pub seats: Option<u8>,
}

impl SetupText {
    /// Requests a game's first preset without overrides.
    #[must_use]
    pub fn first_preset(seats: u8) -> Self {
        Self { preset: None, options: BTreeMap::new(), seats: Some(seats) }
    }

    /// Parses options in the form of protocol and files, where `preset` is one of the keys.
    ///
    /// ```
    /// use engine::{OptionValue, SetupText};
    /// let written = [("preset".to_owned(), OptionValue::Word("classic".into()))].into();
    /// let setup = SetupText::from_options(&written, 2);
    /// assert_eq!((setup.preset.as_deref(), setup.options.len()), (Some("classic"), 0));
    /// assert_eq!(setup.into_options(), written);
    /// ```
    #[must_use]
    pub fn from_options(options: &BTreeMap<String, OptionValue>, seats: u8) -> Self {
        let mut options = options.clone();
        let preset = options.remove("preset").map(|preset| match preset {
            OptionValue::Word(name) => name,
            // No preset has such a name, so the game's error lists the known ones.
            other => other.to_string(),
        });
        Self { preset, options, seats: Some(seats) }
    }

    /// Returns the options with the preset among them.
    #[must_use]
    pub fn into_options(self) -> BTreeMap<String, OptionValue> {
        let preset = self.preset.map(|preset| ("preset".to_owned(), OptionValue::Word(preset)));
        preset.into_iter().chain(self.options).collect()
    }
}
