//! Which rules are played: presets, the options that differ from them, and the errors of a wrong combination.

use crate::Half;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The options of a game: which rules are played, of those the sources disagree on.
pub trait Ruleset: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The cards it is played with.
    type Card;

    /// The rules as the sources give them. The first is offered to a new player.
    const PRESETS: &'static [Preset];

    /// Every option, in the order in which a person would want to read them.
    fn fields() -> &'static [Field<Self>];
    /// The rules of this preset with so many seats.
    fn preset(preset: &'static Preset, seats: u8) -> Self;
    /// Sets the options nobody `gave` that follow from those somebody did.
    fn follow(&mut self, _gave: &dyn Fn(&str) -> bool) {}
    /// Says why this combination cannot be played, if it cannot.
    ///
    /// # Errors
    ///
    /// Names the option at fault.
    fn check(&self) -> Result<(), SetupError>;
    /// How many play.
    fn seats(&self) -> u8;
    /// The cards in play, in canonical order.
    fn deck(&self) -> Vec<Self::Card>;
}

/// The rules as one source gives them.
#[derive(PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name in records and addresses: `"classic"`.
    pub id: &'static str,
    /// Where the rules are written down.
    pub source: Source,
    /// How many can play by them.
    pub seats: &'static [u8],
}

/// Where rules are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// Title, author, year.
    pub title: &'static str,
    /// Page, section or address.
    pub at: &'static str,
}

/// One option: its name, its values, and how to read and write it.
pub struct Field<O> {
    /// The key in records: `"sumMode"`.
    pub key: &'static str,
    /// The rule of the rule book it belongs to: `"SC-O1"`.
    pub rule: &'static str,
    /// Whether it is for show only and changes nothing in a replay.
    pub display: bool,
    /// What it can be.
    pub values: Values,
    /// What it is.
    pub get: fn(&O) -> OptionValue,
    /// Makes it one of its `values`; others are ignored.
    pub set: fn(&mut O, &OptionValue),
}

/// The values an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Values {
    /// One of these.
    OneOf(&'static [Choice]),
    /// A whole number from the first to the second.
    Range(i32, i32),
}

/// A value an option can have, written in the source code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Choice {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// A number with a half.
    Half(Half),
    /// A word.
    Word(&'static str),
}

impl Values {
    /// Yes or no.
    pub const FLAG: Self = Self::OneOf(&[Choice::Flag(false), Choice::Flag(true)]);

    /// Whether the option can be `value`.
    #[must_use]
    pub fn contain(self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::OneOf(choices), value) => {
                choices.iter().any(|choice| OptionValue::from(*choice) == *value)
            }
            (Self::Range(least, most), OptionValue::Number(number)) => (least..=most).contains(number),
            (Self::Range(..), _) => false,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(choices) => {
                for (place, choice) in choices.iter().enumerate() {
                    let before = if place == 0 {
                        ""
                    } else if place + 1 == choices.len() {
                        " or "
                    } else {
                        ", "
                    };
                    write!(f, "{before}{}", OptionValue::from(*choice))?;
                }
                Ok(())
            }
            Self::Range(least, most) => write!(f, "a whole number from {least} to {most}"),
        }
    }
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// A number with a half.
    Half(Half),
    /// A word.
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Half(half) => write!(f, "{half}"),
            Self::Word(word) => write!(f, "“{word}”"),
        }
    }
}

impl From<Choice> for OptionValue {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Flag(flag) => Self::Flag(flag),
            Choice::Number(number) => Self::Number(number),
            Choice::Half(half) => Self::Half(half),
            Choice::Word(word) => Self::Word(word.to_owned()),
        }
    }
}

/// Why a match cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// There is no such preset.
    #[error("preset: there is no “{given}”, but {allowed}")]
    Preset {
        /// What was asked for.
        given: String,
        /// What there is.
        allowed: String,
    },
    /// There is no such option.
    #[error("{key}: there is no such option; the options are {allowed}")]
    Key {
        /// What was asked for.
        key: String,
        /// What there is.
        allowed: String,
    },
    /// An option cannot have this value.
    #[error("{key}: cannot be {given}, only {allowed}")]
    Value {
        /// The option.
        key: &'static str,
        /// What it was to be.
        given: String,
        /// What it can be.
        allowed: Values,
    },
    /// So many cannot play.
    #[error("seats: {given} cannot play by these rules, only {allowed}")]
    Seats {
        /// How many wanted to.
        given: u8,
        /// How many can.
        allowed: String,
    },
    /// Options that do not go together.
    #[error("{key}: {problem}")]
    Clash {
        /// The option at fault.
        key: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The first dealer sits at no seat of the table.
    #[error("dealer: seat {given} is not at a table of {seats}")]
    Dealer {
        /// Who was to deal.
        given: u8,
        /// How many seats there are.
        seats: u8,
    },
}

impl SetupError {
    /// The key of the record or the option that is at fault.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Preset { .. } => "preset",
            Self::Key { key, .. } => key,
            Self::Value { key, .. } | Self::Clash { key, .. } => key,
            Self::Seats { .. } => "seats",
            Self::Dealer { .. } => "dealer",
        }
    }
}

/// Options as somebody chose them: a preset, what differs from it, and what that comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<O> {
    /// The preset.
    pub preset: &'static Preset,
    /// What differs from the preset, and no more.
    pub differs: BTreeMap<&'static str, OptionValue>,
    /// The rules that are played.
    pub options: O,
}

impl<O: Ruleset> Setup<O> {
    /// The rules of a preset (without a name: the first) with so many `seats`, but for what was `given`.
    ///
    /// # Errors
    ///
    /// When there is no such preset, option or value, or they do not go together.
    pub fn new(
        preset: Option<&str>,
        seats: u8,
        given: BTreeMap<String, OptionValue>,
    ) -> Result<Self, SetupError> {
        let preset = match preset {
            None => &O::PRESETS[0],
            Some(id) => {
                O::PRESETS.iter().find(|preset| preset.id == id).ok_or_else(|| SetupError::Preset {
                    given: id.to_owned(),
                    allowed: list(O::PRESETS.iter().map(|preset| format!("“{}”", preset.id))),
                })?
            }
        };
        if !preset.seats.contains(&seats) {
            return Err(SetupError::Seats { given: seats, allowed: list(preset.seats) });
        }
        let mut differs = BTreeMap::new();
        for (key, value) in given {
            let Some(field) = O::fields().iter().find(|field| field.key == key) else {
                let allowed = list(O::fields().iter().map(|field| field.key));
                return Err(SetupError::Key { key: key.chars().take(40).collect(), allowed });
            };
            if !field.values.contain(&value) {
                let (given, allowed) = (value.to_string(), field.values);
                return Err(SetupError::Value { key: field.key, given, allowed });
            }
            differs.insert(field.key, value);
        }
        let options = resolve::<O>(preset, seats, &differs);
        options.check()?;
        Ok(Self { preset, differs: without_repeats(preset, seats, differs, &options), options })
    }
}

/// Drops what the preset, or another option, says anyway: so that the same rules are always written alike.
fn without_repeats<O: Ruleset>(
    preset: &'static Preset,
    seats: u8,
    mut differs: BTreeMap<&'static str, OptionValue>,
    options: &O,
) -> BTreeMap<&'static str, OptionValue> {
    loop {
        let repeat = differs.keys().copied().find(|key| {
            let mut fewer = differs.clone();
            fewer.remove(key);
            resolve::<O>(preset, seats, &fewer) == *options
        });
        match repeat {
            Some(key) => differs.remove(key),
            None => return differs,
        };
    }
}

fn resolve<O: Ruleset>(
    preset: &'static Preset,
    seats: u8,
    differs: &BTreeMap<&'static str, OptionValue>,
) -> O {
    let mut options = O::preset(preset, seats);
    for field in O::fields() {
        if let Some(value) = differs.get(field.key) {
            (field.set)(&mut options, value);
        }
    }
    options.follow(&|key| differs.contains_key(key));
    options
}

fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(", ")
}

/// An option that is one of a few words: the enum, its names in records, and its [`Values`].
///
/// ```
/// engine::words! {
///     /// When the deal ends.
///     pub enum End { /// At once.
///         Now = "now", /// Later.
///         Later = "later" }
/// }
/// assert_eq!(End::Later.name(), "later");
/// assert_eq!(End::from_name("now"), Some(End::Now));
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// What it can be, as a record writes it.
            pub const VALUES: $crate::Values = $crate::Values::OneOf(&[$($crate::Choice::Word($word)),+]);

            /// The word a record writes.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value a record writes with this word.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

/// An option that is one of a few values, not all of them words: the enum and its [`Values`].
///
/// ```
/// engine::choices! {
///     /// What big gin is worth beside the deadwood.
///     pub enum BigGin { /// It is not played.
///         Off = Word("off"), /// 31 points.
///         ThirtyOne = Number(31) }
/// }
/// assert_eq!(BigGin::ThirtyOne.choice(), engine::Choice::Number(31));
/// assert_eq!(BigGin::from_value(&engine::OptionValue::Word("off".to_owned())), Some(BigGin::Off));
/// ```
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $kind:ident($value:expr)),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// What it can be, as a record writes it.
            pub const VALUES: $crate::Values = $crate::Values::OneOf(&[$($crate::Choice::$kind($value)),+]);

            /// What a record writes.
            #[must_use]
            pub const fn choice(self) -> $crate::Choice {
                match self { $(Self::$variant => $crate::Choice::$kind($value)),+ }
            }

            /// What a record means by this value.
            #[must_use]
            pub fn from_value(value: &$crate::OptionValue) -> Option<Self> {
                [$(Self::$variant),+].into_iter().find(|one| $crate::OptionValue::from(one.choice()) == *value)
            }
        }
    };
}

/// The [`Field`] of an option: `field!(key, "SC-O1", options.place, words End)`, or `choice BigGin`, or
/// `flag`, or `number 1 to 200`, or `number in [100, 200]`.
#[macro_export]
macro_rules! field {
    ($key:literal, $rule:literal, $($place:ident).+, words $words:ty $(, $display:ident)?) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: $crate::field!(@ $($display)?),
            values: <$words>::VALUES,
            get: |options| $crate::OptionValue::Word(options.$($place).+.name().to_owned()),
            set: |options, value| {
                if let $crate::OptionValue::Word(word) = value
                    && let Some(value) = <$words>::from_name(word)
                {
                    options.$($place).+ = value;
                }
            },
        }
    };
    ($key:literal, $rule:literal, $($place:ident).+, flag) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: false,
            values: $crate::Values::FLAG,
            get: |options| $crate::OptionValue::Flag(options.$($place).+),
            set: |options, value| {
                if let $crate::OptionValue::Flag(flag) = value {
                    options.$($place).+ = *flag;
                }
            },
        }
    };
    ($key:literal, $rule:literal, $($place:ident).+, number $least:literal to $most:literal) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: false,
            values: $crate::Values::Range($least, $most),
            get: |options| $crate::OptionValue::Number(options.$($place).+),
            set: |options, value| {
                if let $crate::OptionValue::Number(number) = value {
                    options.$($place).+ = *number;
                }
            },
        }
    };
    ($key:literal, $rule:literal, $($place:ident).+, number in [$($number:literal),+ $(,)?]) => {
        $crate::Field {
            values: $crate::Values::OneOf(&[$($crate::Choice::Number($number)),+]),
            ..$crate::field!($key, $rule, $($place).+, number 0 to 0)
        }
    };
    ($key:literal, $rule:literal, $($place:ident).+, choice $choices:ty) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: false,
            values: <$choices>::VALUES,
            get: |options| $crate::OptionValue::from(options.$($place).+.choice()),
            set: |options, value| {
                if let Some(value) = <$choices>::from_value(value) {
                    options.$($place).+ = value;
                }
            },
        }
    };
    (@) => { false };
    (@ display) => { true };
}
