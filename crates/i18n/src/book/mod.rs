//! Rule books: one text per game and language. Passages may depend on the options of a table.
//!
//! The texts are in `text/en/book/*.md` and `text/it/book/*.md`, and the page reads the same files.
//! They are Markdown with headings, paragraphs, lists, tables and **strong** words. In addition:
//!
//! - `{SC-R8 SC-O4}` at the start of a passage lists the rules it describes.
//! - `?captureObligation=card,hand` before that shows the passage only with these option values, and
//!   `!=` only without them. Conditions are separated by `;`, and `seats` is a key too. Before a
//!   heading, the condition applies to the chapter.
//! - `{target}` in a sentence is the value of that option.
//! - `[[7d]]` is a card.
//! - `>> Table: 7c* 4d | Played: 7d | The seven takes the seven.` is a picture: labeled groups of
//!   cards and a caption. A star marks captured cards; quoted words stand for special cards.
//! - `@options` is the generated list of options with their values.

mod print;
mod read;

use crate::{Language, catalogue};
use engine::OptionValue;
use std::collections::BTreeMap;

/// Values of all options at a card table, by key.
pub type Played = BTreeMap<String, OptionValue>;

/// Returns the options of a table, with the number of players under the key `seats`.
#[must_use]
pub fn played<K: Into<String>>(options: impl IntoIterator<Item = (K, OptionValue)>, seats: u8) -> Played {
    let seats = ("seats".to_owned(), OptionValue::Number(i32::from(seats)));
    options.into_iter().map(|(key, value)| (key.into(), value)).chain([seats]).collect()
}

/// Rule book of a game in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// Passages of the book, in order.
    pub passages: Vec<Passage>,
}

/// Smallest unit that is shown or hidden: a heading, paragraph, picture and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Conditions. The passage is shown if all hold.
    pub when: Vec<Condition>,
    /// Numbers of the rules that the passage describes.
    pub rules: Vec<String>,
    /// Content of the passage.
    pub says: Says,
}

/// Content of a passage. Sentences may contain cards, option values and strong words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// Heading of depth 1 (the name of the game), 2 or 3.
    Heading(usize, String),
    /// A paragraph of text.
    Paragraph(String),
    /// An item of a list.
    Item(String),
    /// A row of a table of text, by cell.
    Row(Vec<String>),
    /// Picture: groups of cards, and a caption.
    Picture(Vec<Group>, String),
    /// List of the options.
    Options,
}

/// Cards shown together in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Label below the cards.
    pub name: String,
    /// Cards, each with whether it is captured, or the names of special cards.
    pub cards: Vec<(String, bool)>,
}

/// Condition on an option's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Key of the option, or `seats`.
    pub key: String,
    /// Values in text form.
    pub values: Vec<String>,
    /// Whether the option must have one of the values, or none of them.
    pub one_of: bool,
}

/// Id of the book about decks of real cards.
pub const DECKS: &str = "decks";
/// Ids of the books that belong to no game.
pub const GENERAL: [&str; 2] = [DECKS, "people"];

impl Book {
    /// Returns the rule book of a game, if it exists.
    #[must_use]
    pub fn of(game: &str, language: Language) -> Option<Self> {
        catalogue::book(language, game).map(Self::read)
    }

    /// Returns the passages shown with these options.
    pub fn shown<'b>(&'b self, played: &'b Played) -> impl Iterator<Item = &'b Passage> {
        self.passages
            .iter()
            .filter(move |passage| passage.when.iter().all(|condition| condition.holds(played)))
    }
}

impl Condition {
    /// Returns whether the condition holds with these options.
    #[must_use]
    pub fn holds(&self, played: &Played) -> bool {
        let value = played.get(&self.key).map(written).unwrap_or_default();
        self.values.contains(&value) == self.one_of
    }
}

/// Formats a value as in conditions: `hand`, `true`, `30.5`.
#[must_use]
pub fn written(value: &OptionValue) -> String {
    match value {
        OptionValue::Word(word) => word.clone(),
        OptionValue::Half(half) => (f64::from(half.halves()) / 2.0).to_string(),
        other => other.to_string(),
    }
}
