//! The rule book: one text a game and language, in which a passage may hang on how the game is played at a table.
//!
//! The texts stand in `text/en/book/*.md` and `text/it/book/*.md`, and the page reads the same files. They are Markdown as
//! far as headings, paragraphs, lists, tables and **strong** words go. What is more:
//!
//! - `{SC-R8 SC-O4}` at the beginning of a passage says which rules it tells;
//! - `?captureObligation=card,hand` before that says by which options the passage holds, `!=` by which it does not; several
//!   conditions have a `;` between them, and `seats` is a key like the others. Before a heading it holds for the chapter;
//! - `{target}` in a sentence is the value of that option;
//! - `[[7d]]` is a card;
//! - `>> Table: 7c* 4d | Played: 7d | The seven takes the seven.` is a picture: groups of cards with their names, cards that
//!   are taken with a star, words in quotes that stand for cards, and what there is to see;
//! - `@options` is the list of the options with their values, which nobody has to write.

mod print;
mod read;

use crate::{Language, catalogue};
use engine::OptionValue;
use std::collections::BTreeMap;

/// How a game is played at a table: every option with its value.
pub type Played = BTreeMap<String, OptionValue>;

/// The options of a table and how many sit at it.
#[must_use]
pub fn played<K: Into<String>>(options: impl IntoIterator<Item = (K, OptionValue)>, seats: u8) -> Played {
    let seats = ("seats".to_owned(), OptionValue::Number(i32::from(seats)));
    options.into_iter().map(|(key, value)| (key.into(), value)).chain([seats]).collect()
}

/// The rule book of one game in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The passages, in their order.
    pub passages: Vec<Passage>,
}

/// A heading, a paragraph, a picture: the smallest piece that is shown or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// It is shown if all of these hold.
    pub when: Vec<Condition>,
    /// The rules it tells.
    pub rules: Vec<String>,
    /// What it says.
    pub says: Says,
}

/// What a passage says. Sentences may have cards, values and strong words in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// A heading of depth 1 (the name of the game), 2 or 3.
    Heading(usize, String),
    /// A paragraph.
    Paragraph(String),
    /// An item of a list.
    Item(String),
    /// A row of a table.
    Row(Vec<String>),
    /// A situation: groups of cards, and what there is to see.
    Picture(Vec<Group>, String),
    /// The list of the options.
    Options,
}

/// Cards that lie together in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What they are called.
    pub name: String,
    /// The cards, each with whether it is taken; or words, where a game has cards of its own.
    pub cards: Vec<(String, bool)>,
}

/// An option and the values it must have, or must not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The key of the option, or `seats`.
    pub key: String,
    /// Its values as they are written.
    pub values: Vec<String>,
    /// Whether it must have one of them, or none.
    pub one_of: bool,
}

/// The book that is of no game: decks of real cards, whatever is played with them.
pub const DECKS: &str = "decks";

impl Book {
    /// The rule book of a game, if one has been written.
    #[must_use]
    pub fn of(game: &str, language: Language) -> Option<Self> {
        catalogue::book(language, game).map(Self::read)
    }

    /// What is shown where the game is played like this.
    pub fn shown<'b>(&'b self, played: &'b Played) -> impl Iterator<Item = &'b Passage> {
        self.passages
            .iter()
            .filter(move |passage| passage.when.iter().all(|condition| condition.holds(played)))
    }
}

impl Condition {
    /// Whether it holds where the game is played like this.
    #[must_use]
    pub fn holds(&self, played: &Played) -> bool {
        let value = played.get(&self.key).map(written).unwrap_or_default();
        self.values.contains(&value) == self.one_of
    }
}

/// A value as conditions write it: `hand`, `true`, `30.5`.
#[must_use]
pub fn written(value: &OptionValue) -> String {
    match value {
        OptionValue::Word(word) => word.clone(),
        OptionValue::Half(half) => (f64::from(half.halves()) / 2.0).to_string(),
        other => other.to_string(),
    }
}
