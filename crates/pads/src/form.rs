//! What a pad asks: the fields of an entry, so that a page or a terminal can ask without knowing a rule.

use serde::Serialize;

/// One thing that is asked. Its value in an entry stands under its `name`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Field {
    /// The key of the entry; the text is `pad.field.GAME.` and this, or `pad.field.` and this.
    pub name: &'static str,
    /// What kind of thing it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// Whether it is asked once, or of every side or seat: then its value is a list.
    pub who: Who,
    /// Whether an entry may do without it.
    pub optional: bool,
    /// What the figures of all have to add up to, if to anything.
    pub sum: Option<i32>,
    /// The answers to another field with which this one is asked; always, if there are none.
    pub when: Option<When>,
    /// The field that makes this one needless, if that was answered: two ways to say the same.
    pub unless: Option<&'static str>,
    /// Whether it is asked only once a refusal names it, because it rarely decides anything.
    pub late: bool,
}

/// An answer that makes a field worth asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct When {
    /// The other field.
    pub field: &'static str,
    /// Its answers; any, if none is named.
    pub is: &'static [&'static str],
}

/// Of whom something is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Who {
    /// Of the hand.
    Hand,
    /// Of every column of the sheet.
    Sides,
    /// Of every seat.
    Seats,
}

/// What kind of thing is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Kind {
    /// A whole number.
    Number {
        /// At least.
        min: i32,
        /// At most.
        max: i32,
    },
    /// One of these numbers.
    OneOf {
        /// Which.
        of: Vec<i32>,
    },
    /// A number that may end in a half.
    Half {
        /// At least.
        min: i32,
        /// At most.
        max: i32,
    },
    /// Yes or no.
    Flag,
    /// One of these words; the text is that of the field, a dot, and the word.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// A column of the sheet, by its number from 0, or nobody.
    Side {
        /// How many there are.
        sides: u8,
    },
    /// A seat, by its number from 0, or nobody.
    Seat {
        /// Which can be meant.
        of: Vec<u8>,
    },
    /// Some seats: a list of numbers.
    SomeSeats {
        /// Which can be meant.
        of: Vec<u8>,
    },
    /// Columns one after the other, as things happened: a list of numbers.
    Order {
        /// How many there are.
        sides: u8,
    },
    /// Some of these values, each as often as it stands there, for nobody has what another has: a list of numbers.
    Values {
        /// Which there are.
        of: Vec<i32>,
    },
    /// The best card of each suit as letters, `76K`: a primiera.
    Ranks,
    /// A card, `Jh`.
    Card,
    /// A contract, `4SX`.
    Contract,
    /// Whatever somebody wants to note.
    Text,
}

impl Field {
    /// Asked once, and needed.
    #[must_use]
    pub fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, who: Who::Hand, optional: false, sum: None, when: None, unless: None, late: false }
    }

    /// A number asked of every side.
    #[must_use]
    pub fn of_sides(name: &'static str, max: i32) -> Self {
        Self { who: Who::Sides, ..Self::new(name, Kind::Number { min: 0, max }) }
    }

    /// The figures of all sides add up to this.
    #[must_use]
    pub fn adding_up_to(self, sum: i32) -> Self {
        Self { sum: Some(sum), ..self }
    }

    /// An entry may do without it.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Asked only once a refusal names it.
    #[must_use]
    pub fn late(self) -> Self {
        Self { late: true, ..self }
    }

    /// Asked with these answers to another field; with any, if none is named.
    #[must_use]
    pub fn when(self, field: &'static str, is: &'static [&'static str]) -> Self {
        Self { when: Some(When { field, is }), ..self }
    }

    /// Needless once another field was answered.
    #[must_use]
    pub fn unless(self, field: &'static str) -> Self {
        Self { unless: Some(field), ..self }
    }
}
