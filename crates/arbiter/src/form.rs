//! Forms: tasks and their fields.

use engine::{CardInfo, CardSets, Game, OptionChoice, Preset, Ruleset, Setup};
use serde::Serialize;

/// Form of a game's arbiter, and the rules that apply.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// Presets that can be chosen.
    pub presets: &'static [Preset],
    /// Id of the chosen preset.
    pub preset: &'static str,
    /// Number of seats.
    pub seats: u8,
    /// The options and their values.
    pub options: Vec<OptionChoice>,
    /// Keys of the options that differ from the preset.
    pub overrides: Vec<&'static str>,
    /// Cards of the deck, in canonical order.
    pub deck: Vec<String>,
    /// Tasks that the arbiter can rule on.
    pub tasks: Vec<Task>,
}

impl Form {
    pub(crate) fn new<G: Game>(setup: &Setup<G::Options>, tasks: Vec<Task>) -> Self {
        let options = &setup.options;
        Self {
            presets: G::Options::PRESETS,
            preset: setup.preset.id,
            seats: options.seats(),
            // Display options do not affect rulings.
            options: setup.choices(&CardSets::NONE).collect(),
            overrides: setup.overrides.keys().copied().collect(),
            deck: options.deck().iter().map(ToString::to_string).collect(),
            tasks,
        }
    }
}

/// Task: a situation of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Task {
    /// Key of the task, also in translations: `"play"`.
    pub key: &'static str,
    /// Fields, in the order of input.
    pub fields: Vec<Field>,
}

/// Field of a situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Field {
    /// Key of the field, also in translations: `"table"`.
    pub key: &'static str,
    /// Kind of content in the field.
    #[serde(flatten)]
    pub kind: Kind,
}

/// Kind of content of a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Kind {
    /// Cards of the deck, each in one field only; or a selection of cards `within` other fields.
    Cards {
        /// Minimum number of cards.
        min: u8,
        /// Maximum number of cards.
        max: u8,
        /// The fields that contain the cards.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        within: Option<&'static [&'static str]>,
        /// Whether the order matters.
        ordered: bool,
    },
    /// Cards of a card set, by kind, limited by the number of copies; or a selection of cards
    /// `within` other fields.
    SetCards {
        /// Possible kinds. Empty for a selection.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
        of: Vec<CardInfo>,
        /// Minimum number of cards.
        min: u8,
        /// Maximum number of cards.
        max: u8,
        /// The fields that contain the cards.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        within: Option<&'static [&'static str]>,
    },
    /// Players, by their seats.
    Seats {
        /// Number of the first seat that can be chosen.
        first: u8,
        /// Number of seats at the table.
        seats: u8,
        /// Maximum length of a sequence in which seats can repeat. `None` for a set of seats.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        row: Option<u8>,
    },
    /// Builds, each with cards, a value and an owner.
    Builds {
        /// Maximum value of a build.
        max: u8,
    },
    /// A whole number.
    Number {
        /// Minimum of the number.
        min: i32,
        /// Maximum of the number.
        max: i32,
    },
    /// One of several words. The first is the default.
    Choice {
        /// Words to choose from.
        of: &'static [&'static str],
    },
    /// A flag, true or false.
    Flag,
    /// The calls of an auction, in order.
    Calls,
    /// A call in question.
    Call,
}

/// Returns a field of cards.
pub(crate) const fn cards(key: &'static str, min: u8, max: u8) -> Field {
    Field { key, kind: Kind::Cards { min, max, within: None, ordered: false } }
}

/// Returns a field that selects cards of other fields.
pub(crate) const fn pointed(key: &'static str, max: u8, within: &'static [&'static str]) -> Field {
    Field { key, kind: Kind::Cards { min: 0, max, within: Some(within), ordered: false } }
}

pub(crate) const fn number(key: &'static str, min: i32, max: i32) -> Field {
    Field { key, kind: Kind::Number { min, max } }
}

pub(crate) const fn choice(key: &'static str, of: &'static [&'static str]) -> Field {
    Field { key, kind: Kind::Choice { of } }
}

pub(crate) const fn flag(key: &'static str) -> Field {
    Field { key, kind: Kind::Flag }
}
