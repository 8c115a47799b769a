//! What can be laid out: tasks and their fields.

use engine::{CardInfo, CardSets, Game, OptionChoice, PresetChoice, Ruleset, Setup};
use serde::Serialize;

/// What can be asked of the arbiter of a game, and by which rules it answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// The presets that can be chosen.
    pub presets: Vec<PresetChoice>,
    /// The one that is.
    pub preset: &'static str,
    /// How many play.
    pub seats: u8,
    /// The options, with what they are.
    pub options: Vec<OptionChoice>,
    /// The keys of those that differ from the preset.
    pub overrides: Vec<&'static str>,
    /// The cards of the deck, in canonical order.
    pub deck: Vec<String>,
    /// What can be asked.
    pub tasks: Vec<Task>,
}

impl Form {
    pub(crate) fn new<G: Game>(setup: &Setup<G::Options>, tasks: Vec<Task>) -> Self {
        let options = &setup.options;
        Self {
            presets: Setup::<G::Options>::presets(),
            preset: setup.preset.id,
            seats: options.seats(),
            // What is for show changes no ruling.
            options: setup.choices(&CardSets::NONE).collect(),
            overrides: setup.overrides.keys().copied().collect(),
            deck: options.deck().iter().map(ToString::to_string).collect(),
            tasks,
        }
    }
}

/// One thing that can be asked: a situation of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Task {
    /// Its name, also for translations: `"play"`.
    pub key: &'static str,
    /// What has to be laid out, in the order in which one lays it out.
    pub fields: Vec<Field>,
}

/// One part of a situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Field {
    /// Its name, also for translations: `"table"`.
    pub key: &'static str,
    /// What is laid there.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What is laid in a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Kind {
    /// Cards of the deck, each of which lies in one place only; or some `within` other fields, which are only pointed at.
    Cards {
        /// At least so many.
        min: u8,
        /// At most so many.
        max: u8,
        /// The fields whose cards they are.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        within: Option<&'static [&'static str]>,
        /// Whether it matters in which order they were laid.
        ordered: bool,
    },
    /// Cards of a card set, by kind: no more of one on the whole table than there are copies. Or some of those that lie
    /// `within` other fields.
    SetCards {
        /// The kinds that can lie here; none, where they are those of other fields.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
        of: Vec<CardInfo>,
        /// At least so many.
        min: u8,
        /// At most so many.
        max: u8,
        /// The fields whose cards they are.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        within: Option<&'static [&'static str]>,
    },
    /// Players, by their seats.
    Seats {
        /// The first that can be named.
        first: u8,
        /// How many sit at the table.
        seats: u8,
        /// At most so many, if one can be named again and their order matters; without it, each once.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "wire", ts(optional))]
        row: Option<u8>,
    },
    /// Cards that belong together, with a value and an owner each.
    Builds {
        /// No value is higher.
        max: u8,
    },
    /// A whole number.
    Number {
        /// No less.
        min: i32,
        /// No more.
        max: i32,
    },
    /// One of a few words; nothing chosen is the first.
    Choice {
        /// The words.
        of: &'static [&'static str],
    },
    /// Yes or no.
    Flag,
    /// The calls of an auction, one after the other.
    Calls,
    /// One call, if one is asked about.
    Call,
}

/// A field of cards that lie there.
pub(crate) const fn cards(key: &'static str, min: u8, max: u8) -> Field {
    Field { key, kind: Kind::Cards { min, max, within: None, ordered: false } }
}

/// A field of cards of other fields.
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
