//! Forms: the fields of an entry, so that clients need no rules.

use serde::Serialize;

/// Field of a form. Its value in an entry is under its `name`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Field {
    /// Name of the field in an entry. Its text key is `pad.field.GAME.` plus the name, or `pad.field.` plus
    /// the name.
    pub name: &'static str,
    /// Kind of value in the field.
    #[serde(flatten)]
    pub kind: Kind,
    /// Repetition. For sides or seats the value is a list.
    pub who: Who,
    /// Whether an entry may omit the field.
    pub optional: bool,
    /// Required sum of the figures.
    pub sum: Option<i32>,
    /// Answers to another field that require this one. `None` means always.
    pub when: Option<When>,
    /// Another field that makes this one unnecessary, as a different form of the same information.
    pub unless: Option<&'static str>,
    /// Whether the field is asked only after a rejection names it, because it rarely matters.
    pub late: bool,
}

/// Condition on another field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct When {
    /// Field on which the condition depends.
    pub field: &'static str,
    /// Answers of the other field that require this one. Empty means any answer.
    pub is: &'static [&'static str],
}

/// Number of times that a form asks for the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Who {
    /// The field is asked once per hand.
    Hand,
    /// The field is asked for each column of the sheet.
    Sides,
    /// The field is asked for each seat.
    Seats,
}

/// Kind of value in a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Kind {
    /// A whole number.
    Number {
        /// Minimum of the number.
        min: i32,
        /// Maximum of the number.
        max: i32,
    },
    /// One of several numbers.
    OneOf {
        /// Allowed numbers.
        of: Vec<i32>,
    },
    /// A number that may end in a half.
    Half {
        /// Minimum of the number.
        min: i32,
        /// Maximum of the number.
        max: i32,
    },
    /// A flag, true or false.
    Flag,
    /// One of these words. Its text key is that of the field, a dot, and the word.
    Choice {
        /// Allowed words.
        words: &'static [&'static str],
    },
    /// One column of the sheet, as a number from 0. An optional field may stay empty.
    Side {
        /// Number of columns.
        sides: u8,
    },
    /// One seat, as a number from 0. An optional field may stay empty.
    Seat {
        /// Seats that can be chosen.
        of: Vec<u8>,
    },
    /// Several seats, as a list of numbers.
    SomeSeats {
        /// Seats that can be chosen.
        of: Vec<u8>,
    },
    /// Columns in order of events, as a list of numbers.
    Order {
        /// Number of columns.
        sides: u8,
    },
    /// A list of some of these values. All seats together use a value at most as often as `of`
    /// contains it.
    Values {
        /// Values that can be chosen.
        of: Vec<i32>,
    },
    /// The best card of each suit as letters, `76K`: a primiera.
    Ranks,
    /// A card: `Jh`.
    Card,
    /// A contract: `4SX`.
    Contract,
    /// A text of any content.
    Text,
}

impl Field {
    /// Returns a required field that is asked once.
    #[must_use]
    pub fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, who: Who::Hand, optional: false, sum: None, when: None, unless: None, late: false }
    }

    /// Returns a number field for each side.
    #[must_use]
    pub fn of_sides(name: &'static str, max: i32) -> Self {
        Self { who: Who::Sides, ..Self::new(name, Kind::Number { min: 0, max }) }
    }

    /// Requires the figures of all sides to have this sum.
    #[must_use]
    pub fn adding_up_to(self, sum: i32) -> Self {
        Self { sum: Some(sum), ..self }
    }

    /// Makes the field optional.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Makes the field asked only after a rejection names it.
    #[must_use]
    pub fn late(self) -> Self {
        Self { late: true, ..self }
    }

    /// Asks the field only with these answers to another field, or with any answer if the list is
    /// empty.
    #[must_use]
    pub fn when(self, field: &'static str, is: &'static [&'static str]) -> Self {
        Self { when: Some(When { field, is }), ..self }
    }

    /// Makes the field unnecessary after another field was answered.
    #[must_use]
    pub fn unless(self, field: &'static str) -> Self {
        Self { unless: Some(field), ..self }
    }
}
