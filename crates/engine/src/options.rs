//! Options: presets, overrides, and errors for invalid combinations.

use crate::{CardSetInfo, CardSets, Half, SetupText};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Options of a game: the rules in use, where the sources disagree.
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
///     const PRESETS: &'static [Preset] = &[Preset::new("house", &[2, 3], "An example", "page 1")];
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
/// // Five players are not allowed, and the error says how many are.
/// let error = Setup::<Options>::new(None, 5, BTreeMap::new()).unwrap_err();
/// assert_eq!(error.to_string(), "seats: 5 is not allowed by these rules; use 2, 3");
/// # Ok::<(), SetupError>(())
/// ```
pub trait Ruleset: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// Type of a card in the game.
    type Card;

    /// Presets: the rules as their sources give them. The first is the default for new players.
    const PRESETS: &'static [Preset];
    /// All options, in reading order.
    const FIELDS: &'static [Field<Self>];
    /// Options that have an effect only with some values of others.
    const DEPENDENCES: &'static [Dependence] = &[];
    /// Deal of the day: by default one deal of the first preset.
    const OF_THE_DAY: DealOfTheDay = DealOfTheDay { preset: Self::PRESETS[0].id, deals: 1 };

    /// Returns the card sets of the game: the built-in one first, then those of `sets` made for it.
    fn card_sets(_sets: &CardSets) -> Vec<CardSetInfo> {
        Vec::new()
    }
    /// Returns the card set in use, if the game has card sets.
    fn card_set(&self) -> Option<CardSetInfo> {
        None
    }
    /// Returns the rules of a preset for this number of seats.
    fn preset(preset: &'static Preset, seats: u8) -> Self;
    /// Derives options that were not given from those that were; `gave` tells them apart.
    fn derive_defaults(&mut self, _gave: &dyn Fn(&str) -> bool) {}
    /// Checks that the combination is playable.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] naming the option at fault.
    fn check(&self) -> Result<(), SetupError>;
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the cards in play, in canonical order.
    fn deck(&self) -> Vec<Self::Card>;
}

/// Deal of the day: the same for all players on a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealOfTheDay {
    /// Preset, played with its smallest number of seats.
    pub preset: &'static str,
    /// Number of deals, unless the match ends earlier.
    pub deals: usize,
}

/// Preset: the rules as one source gives them.
#[derive(PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "PresetChoice"))]
pub struct Preset {
    /// Name in records and addresses, such as `"classic"`.
    pub id: &'static str,
    /// Source of the rules.
    pub source: Source,
    /// Numbers of seats that the preset allows.
    pub seats: &'static [u8],
}

impl Preset {
    /// Creates a preset for these numbers of seats, with the title of its source and the place.
    #[must_use]
    pub const fn new(id: &'static str, seats: &'static [u8], title: &'static str, at: &'static str) -> Self {
        Self { id, source: Source { title, at }, seats }
    }
}

/// Source of the rules of a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Source {
    /// Title, author and year of the source.
    pub title: &'static str,
    /// Page, section or web address in the source.
    pub at: &'static str,
}

/// Definition of one option: its name, its values, its getter and its setter.
pub struct Field<O> {
    /// Key of the option in records, such as `"sumMode"`.
    pub key: &'static str,
    /// Rule in the rule book, such as `"SC-O1"`.
    pub rule: &'static str,
    /// Whether the option is for display only and changes nothing in a replay.
    pub display: bool,
    /// Returns the allowed values, given the user's card sets.
    pub values: fn(&CardSets) -> Values,
    /// Returns the current value.
    pub get: fn(&O) -> OptionValue,
    /// Sets one of the allowed `values`; ignores others.
    pub set: fn(&mut O, &OptionValue, &CardSets),
}

/// Options that have an effect only with some values of another option. With its other values they have the values of
/// the preset, so that the same rules always have the same notation.
#[derive(Clone, Copy, Debug)]
pub struct Dependence {
    /// Keys of the options that depend on the other.
    pub keys: &'static [&'static str],
    /// Key of the other option.
    pub on: &'static str,
    /// Returns the values of the other option with which they have an effect.
    pub values: fn() -> Values,
}

impl Dependence {
    /// Returns whether the options have an effect.
    fn is_met<O: Ruleset>(&self, options: &O) -> bool {
        let on = O::FIELDS.iter().find(|field| field.key == self.on);
        on.is_some_and(|on| (self.values)().contain(&(on.get)(options)))
    }
}

/// Allowed values of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Values {
    /// One of the listed values.
    OneOf(Vec<OptionValue>),
    /// A whole number in an inclusive range.
    Range(i32, i32),
}

impl Values {
    /// Creates a list of values, such as `Values::one_of([100, 200])`.
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

    /// Returns whether `value` is allowed.
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

/// Value of an option.
///
/// ```
/// use engine::OptionValue;
/// assert_eq!(OptionValue::from("later").to_string(), "“later”");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum OptionValue {
    /// A flag, yes or no.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// A number with a half.
    #[cfg_attr(feature = "wire", ts(skip))]
    Half(Half),
    /// A word as the value.
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

/// Invalid options of a match.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The preset is unknown.
    #[error("preset: “{given}” is unknown; use {allowed}")]
    Preset {
        /// Name that was given.
        given: String,
        /// Names of the known presets.
        allowed: String,
    },
    /// The option is unknown.
    #[error("{key}: unknown option; use {allowed}")]
    Key {
        /// Key that was given.
        key: String,
        /// Keys that are known.
        allowed: String,
    },
    /// The value is not allowed for this option.
    #[error("{key}: {given} is not allowed; use {allowed}")]
    Value {
        /// Key of the option.
        key: &'static str,
        /// Value that was given.
        given: String,
        /// Values that the option allows.
        allowed: Values,
    },
    /// The number of seats is not allowed.
    #[error("seats: {given} is not allowed by these rules; use {allowed}")]
    Seats {
        /// Number of seats that was given.
        given: u8,
        /// Numbers of seats that the rules allow.
        allowed: String,
    },
    /// The options contradict each other.
    #[error("{key}: {problem}")]
    Clash {
        /// Key of the option at fault.
        key: &'static str,
        /// Description of the contradiction.
        problem: &'static str,
    },
    /// The first dealer is not a seat of the table.
    #[error("dealer: seat {given} is not one of the {seats} seats")]
    Dealer {
        /// Seat that was given as dealer.
        given: u8,
        /// Number of seats.
        seats: u8,
    },
}

impl SetupError {
    /// Returns the key of the option, or of the record entry, at fault.
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

/// Option for a form, with its current value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct OptionChoice {
    /// Key of the option in records.
    pub key: &'static str,
    /// Rule in the rule book.
    pub rule: &'static str,
    /// Values that the option may have.
    pub values: Values,
    /// Present value of the option.
    pub value: OptionValue,
}

/// Checked options: a preset, its overrides, and the resulting rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<O> {
    /// Preset on which the rules are based.
    pub preset: &'static Preset,
    /// Overrides that differ from the preset, without repeats.
    pub overrides: BTreeMap<&'static str, OptionValue>,
    /// Rules that result from preset and overrides.
    pub options: O,
}

impl<O: Ruleset> Setup<O> {
    /// Checks requested options, given the user's card sets.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] as [`new`](Self::new) does, or if a card set is unknown.
    pub fn read(text: &SetupText, sets: &CardSets) -> Result<Self, SetupError> {
        let preset = O::PRESETS.iter().find(|preset| Some(preset.id) == text.preset.as_deref());
        let usual = preset.unwrap_or(&O::PRESETS[0]).seats.first().copied().unwrap_or(2);
        Self::with_card_sets(text.preset.as_deref(), text.seats.unwrap_or(usual), text.options.clone(), sets)
    }

    /// Returns the request that leads to these rules.
    #[must_use]
    pub fn text(&self) -> SetupText {
        setup_text(self.preset, &self.overrides, self.options.seats())
    }

    /// Returns the options that affect the rules now, with their allowed and current values.
    pub fn choices(&self, sets: &CardSets) -> impl Iterator<Item = OptionChoice> {
        let info = |field: &Field<O>| OptionChoice {
            key: field.key,
            rule: field.rule,
            values: (field.values)(sets),
            value: (field.get)(&self.options),
        };
        let unmet = O::DEPENDENCES.iter().filter(|dependence| !dependence.is_met(&self.options));
        let without_effect: Vec<&str> = unmet.flat_map(|dependence| dependence.keys).copied().collect();
        let fields = O::FIELDS.iter().filter(|field| !field.display);
        fields.filter(move |field| !without_effect.contains(&field.key)).map(info)
    }

    /// Creates the rules of a preset, by default the first, for `seats` seats with the overrides in
    /// `given`.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if the preset, an option or a value is unknown, or if the options
    /// contradict each other.
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
        let preset = find_preset(O::PRESETS, preset, seats)?;
        let mut fields = Vec::with_capacity(O::FIELDS.len());
        for Field { key, values, .. } in O::FIELDS {
            fields.push((*key, *values));
        }
        let mut overrides = check_overrides(given, &fields, sets)?;
        let options = resolve::<O>(preset, seats, &overrides, sets);
        options.check()?;
        remove_repeats(&mut overrides, &|fewer| resolve::<O>(preset, seats, fewer, sets) == options);
        Ok(Self { preset, overrides, options })
    }
}

// The functions below are compiled once for all games.

fn setup_text(preset: &Preset, overrides: &Overrides, seats: u8) -> SetupText {
    let options = overrides.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    SetupText { preset: Some(preset.id.to_owned()), options, seats: Some(seats) }
}

fn find_preset(
    presets: &'static [Preset],
    id: Option<&str>,
    seats: u8,
) -> Result<&'static Preset, SetupError> {
    let preset = match id {
        None => &presets[0],
        Some(id) => presets.iter().find(|preset| preset.id == id).ok_or_else(|| SetupError::Preset {
            given: id.to_owned(),
            allowed: list(presets.iter().map(|preset| format!("“{}”", preset.id))),
        })?,
    };
    if !preset.seats.contains(&seats) {
        return Err(SetupError::Seats { given: seats, allowed: list(preset.seats) });
    }
    Ok(preset)
}

/// Checks the option keys and the values of overrides.
fn check_overrides(
    given: BTreeMap<String, OptionValue>,
    fields: &[(&'static str, fn(&CardSets) -> Values)],
    sets: &CardSets,
) -> Result<Overrides, SetupError> {
    let mut overrides = BTreeMap::new();
    for (key, value) in given {
        let Some((key, values)) = fields.iter().find(|(known, _)| *known == key) else {
            let allowed = list(fields.iter().map(|(key, _)| key));
            return Err(SetupError::Key { key: key.chars().take(40).collect(), allowed });
        };
        let allowed = values(sets);
        if !allowed.contain(&value) {
            return Err(SetupError::Value { key, given: value.to_string(), allowed });
        }
        overrides.insert(*key, value);
    }
    Ok(overrides)
}

/// Option values that replace those of a preset.
type Overrides = BTreeMap<&'static str, OptionValue>;

/// Removes implied overrides, so that the same rules always have the same notation.
fn remove_repeats(overrides: &mut Overrides, are_enough: &dyn Fn(&Overrides) -> bool) {
    let find_repeat = |overrides: &Overrides| {
        overrides.keys().copied().find(|key| {
            let mut fewer = overrides.clone();
            fewer.remove(key);
            are_enough(&fewer)
        })
    };
    while let Some(key) = find_repeat(overrides) {
        overrides.remove(key);
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
    let plain = O::preset(preset, seats);
    for dependence in O::DEPENDENCES {
        if dependence.is_met(&options) {
            continue;
        }
        for field in O::FIELDS.iter().filter(|field| dependence.keys.contains(&field.key)) {
            (field.set)(&mut options, &(field.get)(&plain), sets);
        }
    }
    options
}

fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(", ")
}

/// Defines option enums whose values are words: the enums, their names in records, and their
/// [`Values`].
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
            /// Returns the allowed values in record notation.
            #[must_use]
            pub fn values() -> $crate::Values {
                $crate::Values::one_of([$($word),+])
            }

            /// Returns the value's word in records.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Parses the value from its word in records.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    )+ };
}

/// Defines option enums whose values are not all words: the enums and their [`Values`].
///
/// ```
/// engine::value_enum! {
///     /// Points for big gin.
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
            /// Returns the allowed values in record notation.
            #[must_use]
            pub fn values() -> $crate::Values {
                $crate::Values::OneOf(vec![$(Self::$variant.value()),+])
            }

            /// Returns the value in records.
            #[must_use]
            pub fn value(self) -> $crate::OptionValue {
                match self { $(Self::$variant => $value.into()),+ }
            }

            /// Converts a value from a record.
            #[must_use]
            pub fn from_value(value: &$crate::OptionValue) -> Option<Self> {
                [$(Self::$variant),+].into_iter().find(|one| one.value() == *value)
            }
        }
    )+ };
}

/// Defines the [`Field`] of an option: `field!(key, "SC-O1", options.end, words End)`, or `choice
/// BigGin`, or `flag`, or `number 1 to 200`, or `number in [100, 200]`.
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
