//! What can be laid out: tasks and their fields.

use engine::{CardInfo, Game, OptionValue, Ruleset, Setup, Source, Values};
use serde::Serialize;

/// What can be asked of the arbiter of a game, and by which rules it answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// The presets that can be chosen.
    pub presets: Vec<PresetForm>,
    /// The one that is.
    pub preset: &'static str,
    /// How many play.
    pub seats: u8,
    /// The options, with what they are.
    pub options: Vec<OptionForm>,
    /// The keys of those that differ from the preset.
    pub overrides: Vec<&'static str>,
    /// The cards of the pack, in canonical order.
    pub deck: Vec<String>,
    /// What can be asked.
    pub tasks: Vec<Task>,
}

/// The rules as one source gives them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PresetForm {
    /// Its name in records.
    pub id: &'static str,
    /// Where the rules are written down.
    pub source: Source,
    /// How many can play by them.
    pub seats: &'static [u8],
}

/// An option, with what it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionForm {
    /// The key in records.
    pub key: &'static str,
    /// The rule it belongs to.
    pub rule: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it is.
    pub value: OptionValue,
}

impl Form {
    pub(crate) fn new<G: Game>(setup: &Setup<G::Options>, tasks: Vec<Task>) -> Self {
        let options = &setup.options;
        // What is for show changes no ruling.
        let fields = G::Options::fields().iter().filter(|field| !field.display);
        Self {
            presets: G::Options::PRESETS
                .iter()
                .map(|preset| PresetForm { id: preset.id, source: preset.source, seats: preset.seats })
                .collect(),
            preset: setup.preset.id,
            seats: options.seats(),
            options: fields
                .map(|field| OptionForm {
                    key: field.key,
                    rule: field.rule,
                    values: field.values,
                    value: (field.get)(options),
                })
                .collect(),
            overrides: setup.overrides.keys().copied().collect(),
            deck: options.deck().iter().map(ToString::to_string).collect(),
            tasks,
        }
    }
}

/// One thing that can be asked: a situation of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Task {
    /// Its name, also for translations: `"play"`.
    pub key: &'static str,
    /// What has to be laid out, in the order in which one lays it out.
    pub fields: Vec<Field>,
}

/// One part of a situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// Its name, also for translations: `"table"`.
    pub key: &'static str,
    /// What is laid there.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What is laid in a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Kind {
    /// Cards of the pack, each of which lies in one place only; or some `within` other fields, which are only pointed at.
    Cards {
        /// At least so many.
        min: u8,
        /// At most so many.
        max: u8,
        /// The fields whose cards they are.
        #[serde(skip_serializing_if = "Option::is_none")]
        within: Option<&'static [&'static str]>,
        /// Whether it matters in which order they were laid.
        ordered: bool,
    },
    /// Cards of a card set, by kind: no more of one on the whole table than there are copies. Or some of those that lie
    /// `within` other fields.
    SetCards {
        /// The kinds that can lie here; none, where they are those of other fields.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        of: Vec<CardInfo>,
        /// At least so many.
        min: u8,
        /// At most so many.
        max: u8,
        /// The fields whose cards they are.
        #[serde(skip_serializing_if = "Option::is_none")]
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
