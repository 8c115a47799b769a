//! Which rules are played: presets, the options that differ from them, and the errors of a wrong combination.

use crate::{CardSetInfo, CardSets, Half};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The options of a game: which rules are played, of those the sources disagree on.
///
/// ```
/// use engine::{Field, Preset, Ruleset, Setup, SetupError, field};
/// # use std::collections::BTreeMap;
///
/// #[derive(Clone, PartialEq, Eq, Debug)]
/// struct Options { seats: u8, target: i32 }
///
/// impl Ruleset for Options {
///     type Card = cards::Card;
///     const PRESETS: &'static [Preset] =
///         &[Preset::new("house", &[2, 3], "An example", "page 1")];
///     const FIELDS: &'static [Field<Self>] = &[field!("target", "EX-O1", target, number 1 to 20)];
///
///     fn preset(_: &'static Preset, seats: u8) -> Self { Self { seats, target: 11 } }
///     fn check(&self) -> Result<(), SetupError> { Ok(()) }
///     fn seats(&self) -> u8 { self.seats }
///     fn deck(&self) -> Vec<cards::Card> { cards::CardSet::FULL.iter().collect() }
/// }
///
/// let setup = Setup::<Options>::new(Some("house"), 2, BTreeMap::from([("target".to_owned(), engine::OptionValue::Number(15))]))?;
/// assert_eq!((setup.options.seats, setup.options.target), (2, 15));
/// // Five cannot play, and the error says who can.
/// let error = Setup::<Options>::new(None, 5, BTreeMap::new()).unwrap_err();
/// assert_eq!(error.to_string(), "seats: 5 cannot play by these rules, only 2, 3");
/// # Ok::<(), SetupError>(())
/// ```
pub trait Ruleset: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The cards it is played with.
    type Card;

    /// The rules as the sources give them. The first is offered to a new player.
    const PRESETS: &'static [Preset];
    /// Every option, in the order in which a person would want to read them.
    const FIELDS: &'static [Field<Self>];
    /// What is played as the deal of the day: a deal of the first preset, where a game does not say otherwise.
    const OF_THE_DAY: DealOfTheDay = DealOfTheDay { preset: Self::PRESETS[0].id, deals: 1 };

    /// The card sets it can be played with, where the cards are not those everybody knows: the first as the game comes,
    /// then those of `sets` that are made for it.
    fn card_sets(_sets: &CardSets) -> Vec<CardSetInfo> {
        Vec::new()
    }
    /// The card set that is played with, if there are any.
    fn card_set(&self) -> Option<CardSetInfo> {
        None
    }
    /// The rules of this preset with so many seats.
    fn preset(preset: &'static Preset, seats: u8) -> Self;
    /// Sets the options nobody `gave` that follow from those somebody did.
    fn derive_defaults(&mut self, _gave: &dyn Fn(&str) -> bool) {}
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

/// What everybody plays on the same day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealOfTheDay {
    /// The preset it is played by, with the fewest seats it knows.
    pub preset: &'static str,
    /// How many deals are played, unless the match is over before.
    pub deals: usize,
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

impl Preset {
    /// The rules as the source of this title gives them there, for so many players.
    #[must_use]
    pub const fn new(id: &'static str, seats: &'static [u8], title: &'static str, at: &'static str) -> Self {
        Self { id, source: Source { title, at }, seats }
    }
}

/// Where rules are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
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
    /// What it can be, where people have these card sets.
    pub values: fn(&CardSets) -> Values,
    /// What it is.
    pub get: fn(&O) -> OptionValue,
    /// Makes it one of its `values`; others are ignored.
    pub set: fn(&mut O, &OptionValue, &CardSets),
}

/// The values an option can have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Values {
    /// One of these.
    OneOf(Vec<OptionValue>),
    /// A whole number from the first to the second.
    Range(i32, i32),
}

impl Values {
    /// One of these: `Values::one_of([100, 200])`.
    ///
    /// ```
    /// use engine::{OptionValue, Values};
    /// let flag = Values::one_of([false, true]);
    /// assert!(flag.contain(&OptionValue::Flag(true)));
    /// assert_eq!(flag.to_string(), "false or true");
    /// ```
    pub fn one_of(values: impl IntoIterator<Item: Into<OptionValue>>) -> Self {
        Self::OneOf(values.into_iter().map(Into::into).collect())
    }

    /// Whether the option can be `value`.
    ///
    /// ```
    /// use engine::{OptionValue, Values};
    /// assert!(Values::Range(1, 200).contain(&OptionValue::Number(11)));
    /// assert!(!Values::Range(1, 200).contain(&OptionValue::Number(0)));
    /// assert!(!Values::Range(1, 200).contain(&OptionValue::Flag(true)));
    /// ```
    #[must_use]
    pub fn contain(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::OneOf(values), value) => values.contains(value),
            (Self::Range(min, max), OptionValue::Number(number)) => (min..=max).contains(&number),
            (Self::Range(..), _) => false,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(values) => {
                for (index, value) in values.iter().enumerate() {
                    let before = if index == 0 {
                        ""
                    } else if index + 1 == values.len() {
                        " or "
                    } else {
                        ", "
                    };
                    write!(f, "{before}{value}")?;
                }
                Ok(())
            }
            Self::Range(min, max) => write!(f, "a whole number from {min} to {max}"),
        }
    }
}

/// The value of an option.
///
/// ```
/// use engine::OptionValue;
/// assert_eq!(OptionValue::from("later").to_string(), "“later”");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// A number with a half.
    #[cfg_attr(feature = "wire", ts(skip))]
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

impl From<bool> for OptionValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i32> for OptionValue {
    fn from(number: i32) -> Self {
        Self::Number(number)
    }
}

impl From<Half> for OptionValue {
    fn from(half: Half) -> Self {
        Self::Half(half)
    }
}

impl From<&str> for OptionValue {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

/// Why a match cannot start.
#[non_exhaustive]
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
    ///
    /// ```
    /// use engine::SetupError;
    /// let error = SetupError::Clash { key: "teams", problem: "three cannot be partners" };
    /// assert_eq!((error.key(), error.to_string().as_str()), ("teams", "teams: three cannot be partners"));
    /// ```
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

/// Options as somebody asks for them: what a record's header, a form and a command line say.
///
/// ```
/// let setup = engine::SetupText::first_preset(4);
/// assert_eq!((setup.preset, setup.seats), (None, Some(4)));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
pub struct SetupText {
    /// The preset; without it, the game's first.
    #[serde(default)]
    pub preset: Option<String>,
    /// What is to differ from it.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// How many play; without a number, as many as the preset names first.
    #[serde(default)]
    pub seats: Option<u8>,
}

impl SetupText {
    /// A game's first preset, as it is.
    #[must_use]
    pub fn first_preset(seats: u8) -> Self {
        Self { preset: None, options: BTreeMap::new(), seats: Some(seats) }
    }

    /// Options as the protocol and files have them, where `preset` is one of them.
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
            // No preset is called so: the game then says which there are.
            other => other.to_string(),
        });
        Self { preset, options, seats: Some(seats) }
    }

    /// The options with the preset among them.
    #[must_use]
    pub fn into_options(self) -> BTreeMap<String, OptionValue> {
        let preset = self.preset.map(|preset| ("preset".to_owned(), OptionValue::Word(preset)));
        preset.into_iter().chain(self.options).collect()
    }
}

/// A preset that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct PresetChoice {
    /// Its name in records.
    pub id: &'static str,
    /// Where the rules are written down.
    pub source: Source,
    /// How many can play by them.
    pub seats: &'static [u8],
}

/// An option that can be chosen, with what it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct OptionChoice {
    /// The key in records.
    pub key: &'static str,
    /// The rule it belongs to.
    pub rule: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it is.
    pub value: OptionValue,
}

/// Options as somebody chose them: a preset, what differs from it, and what that comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<O> {
    /// The preset.
    pub preset: &'static Preset,
    /// What differs from the preset, and no more.
    pub overrides: BTreeMap<&'static str, OptionValue>,
    /// The rules that are played.
    pub options: O,
}

impl<O: Ruleset> Setup<O> {
    /// The rules somebody asks for who has these card sets.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); and when a card set is named that is not among them.
    pub fn read(text: &SetupText, sets: &CardSets) -> Result<Self, SetupError> {
        let preset = O::PRESETS.iter().find(|preset| Some(preset.id) == text.preset.as_deref());
        let usual = preset.unwrap_or(&O::PRESETS[0]).seats.first().copied().unwrap_or(2);
        Self::with_card_sets(text.preset.as_deref(), text.seats.unwrap_or(usual), text.options.clone(), sets)
    }

    /// What somebody would ask for to have these rules.
    #[must_use]
    pub fn text(&self) -> SetupText {
        let overrides = self.overrides.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        SetupText {
            preset: Some(self.preset.id.to_owned()),
            options: overrides.collect(),
            seats: Some(self.options.seats()),
        }
    }

    /// The presets that can be chosen.
    #[must_use]
    pub fn presets() -> Vec<PresetChoice> {
        let info =
            |preset: &Preset| PresetChoice { id: preset.id, source: preset.source, seats: preset.seats };
        O::PRESETS.iter().map(info).collect()
    }

    /// What can be chosen by who has these card sets, with what is: every option that is more than for show.
    pub fn choices(&self, sets: &CardSets) -> impl Iterator<Item = OptionChoice> {
        let info = |field: &Field<O>| OptionChoice {
            key: field.key,
            rule: field.rule,
            values: (field.values)(sets),
            value: (field.get)(&self.options),
        };
        O::FIELDS.iter().filter(|field| !field.display).map(info)
    }

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
        Self::with_card_sets(preset, seats, given, &CardSets::NONE)
    }

    fn with_card_sets(
        preset: Option<&str>,
        seats: u8,
        given: BTreeMap<String, OptionValue>,
        sets: &CardSets,
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
        let mut overrides = BTreeMap::new();
        for (key, value) in given {
            let Some(field) = O::FIELDS.iter().find(|field| field.key == key) else {
                let allowed = list(O::FIELDS.iter().map(|field| field.key));
                return Err(SetupError::Key { key: key.chars().take(40).collect(), allowed });
            };
            let allowed = (field.values)(sets);
            if !allowed.contain(&value) {
                return Err(SetupError::Value { key: field.key, given: value.to_string(), allowed });
            }
            overrides.insert(field.key, value);
        }
        let resolve = |overrides: &Overrides| resolve::<O>(preset, seats, overrides, sets);
        let options = resolve(&overrides);
        options.check()?;
        Ok(Self { preset, overrides: without_repeats(overrides, &options, resolve), options })
    }
}

/// What differs from a preset.
type Overrides = BTreeMap<&'static str, OptionValue>;

/// Drops what the preset, or another option, says anyway: so that the same rules are always written alike.
fn without_repeats<O: Ruleset>(
    mut overrides: Overrides,
    options: &O,
    resolve: impl Fn(&Overrides) -> O,
) -> Overrides {
    loop {
        let repeat = overrides.keys().copied().find(|key| {
            let mut fewer = overrides.clone();
            fewer.remove(key);
            resolve(&fewer) == *options
        });
        match repeat {
            Some(key) => overrides.remove(key),
            None => return overrides,
        };
    }
}

fn resolve<O: Ruleset>(preset: &'static Preset, seats: u8, overrides: &Overrides, sets: &CardSets) -> O {
    let mut options = O::preset(preset, seats);
    for field in O::FIELDS {
        if let Some(value) = overrides.get(field.key) {
            (field.set)(&mut options, value, sets);
        }
    }
    options.derive_defaults(&|key| overrides.contains_key(key));
    options
}

fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(", ")
}

/// Options that are one of a few words each: the enums, their names in records, and their [`Values`].
///
/// ```
/// engine::string_enum! {
///     /// When the deal ends.
///     pub enum End { /// At once.
///         Now = "now", /// Later.
///         Later = "later" }
/// }
/// assert_eq!(End::Later.name(), "later");
/// assert_eq!(End::from_name("now"), Some(End::Now));
/// ```
#[macro_export]
macro_rules! string_enum {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)?
    })+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// What it can be, as a record writes it.
            #[must_use]
            pub fn values() -> $crate::Values {
                $crate::Values::one_of([$($word),+])
            }

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
    )+ };
}

/// Options that are one of a few values each, not all of them words: the enums and their [`Values`].
///
/// ```
/// engine::value_enum! {
///     /// What big gin is worth beside the deadwood.
///     pub enum BigGin { /// It is not played.
///         Off = "off", /// 31 points.
///         ThirtyOne = 31 }
/// }
/// assert_eq!(BigGin::ThirtyOne.value(), engine::OptionValue::Number(31));
/// assert_eq!(BigGin::from_value(&"off".into()), Some(BigGin::Off));
/// ```
#[macro_export]
macro_rules! value_enum {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $value:expr),+ $(,)?
    })+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// What it can be, as a record writes it.
            #[must_use]
            pub fn values() -> $crate::Values {
                $crate::Values::OneOf(vec![$(Self::$variant.value()),+])
            }

            /// What a record writes.
            #[must_use]
            pub fn value(self) -> $crate::OptionValue {
                match self { $(Self::$variant => $value.into()),+ }
            }

            /// What a record means by this value.
            #[must_use]
            pub fn from_value(value: &$crate::OptionValue) -> Option<Self> {
                [$(Self::$variant),+].into_iter().find(|one| one.value() == *value)
            }
        }
    )+ };
}

/// The [`Field`] of an option: `field!(key, "SC-O1", options.end, words End)`, or `choice BigGin`, or
/// `flag`, or `number 1 to 200`, or `number in [100, 200]`.
#[macro_export]
macro_rules! field {
    ($key:literal, $rule:literal, $($index:ident).+, words $words:ty $(, $display:ident)?) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: $crate::field!(@ $($display)?),
            values: |_| <$words>::values(),
            get: |options| options.$($index).+.name().into(),
            set: |options, value, _| {
                if let $crate::OptionValue::Word(word) = value
                    && let Some(value) = <$words>::from_name(word)
                {
                    options.$($index).+ = value;
                }
            },
        }
    };
    ($key:literal, $rule:literal, $($index:ident).+, flag) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: false,
            values: |_| $crate::Values::one_of([false, true]),
            get: |options| $crate::OptionValue::Flag(options.$($index).+),
            set: |options, value, _| {
                if let $crate::OptionValue::Flag(flag) = value {
                    options.$($index).+ = *flag;
                }
            },
        }
    };
    ($key:literal, $rule:literal, $($index:ident).+, number $min:literal to $max:literal) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: false,
            values: |_| $crate::Values::Range($min, $max),
            get: |options| $crate::OptionValue::Number(options.$($index).+),
            set: |options, value, _| {
                if let $crate::OptionValue::Number(number) = value {
                    options.$($index).+ = *number;
                }
            },
        }
    };
    ($key:literal, $rule:literal, $($index:ident).+, number in [$($number:literal),+ $(,)?]) => {
        $crate::Field {
            values: |_| $crate::Values::one_of([$($number),+]),
            ..$crate::field!($key, $rule, $($index).+, number 0 to 0)
        }
    };
    ($key:literal, $rule:literal, $($index:ident).+, choice $choices:ty) => {
        $crate::Field {
            key: $key,
            rule: $rule,
            display: false,
            values: |_| <$choices>::values(),
            get: |options| options.$($index).+.value(),
            set: |options, value, _| {
                if let Some(value) = <$choices>::from_value(value) {
                    options.$($index).+ = value;
                }
            },
        }
    };
    (@) => { false };
    (@ display) => { true };
}
