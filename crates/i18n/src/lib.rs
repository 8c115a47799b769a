//! Texts in English and Italian: message catalog, card names, error messages and rule books.
//!
//! The texts are in `text/en` and `text/it` at the root of the repository and become part of the
//! program. A text has a key and may have placeholders such as `{card}`. `rules.json` holds the
//! texts shared by all games, `common.json` those shared by terminal and page, and
//! `games/GAME.json` those of one game. The files of the page are not loaded here.
//!
//! ```
//! use i18n::{Faces, Language, Words};
//! let words = Words::new(Language::Italian, Faces::Latin);
//! assert_eq!(words.say("game.scopa", &[]), "Scopa");
//! assert_eq!(words.card("7d".parse()?), "sette di denari");
//! # Ok::<(), cards::ParseCardError>(())
//! ```

pub mod book;
mod card;
mod catalogue;
mod error_message;
mod language;

pub use card::Faces;
pub use catalogue::fill;
pub use language::{Language, UnknownLanguage};

use std::borrow::Cow;

/// Texts in one language, for one card design.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// Language of the texts.
    pub language: Language,
    /// Card design that the texts name.
    pub faces: Faces,
}

impl Words {
    /// Creates the texts for a language and a card design.
    #[must_use]
    pub const fn new(language: Language, faces: Faces) -> Self {
        Self { language, faces }
    }

    /// Creates the texts for a game, with the [card design](Faces::for_game) that was `chosen` or its usual one.
    #[must_use]
    pub fn for_game(language: Language, chosen: Option<Faces>, game: &str) -> Self {
        Self::new(language, Faces::for_game(chosen, game))
    }

    /// Returns the text of `key` with `params` filled in. Falls back to English, and then to the
    /// key itself.
    #[must_use]
    pub fn say<'k>(&self, key: &'k str, params: &[(&str, &str)]) -> Cow<'k, str> {
        match self.find(key) {
            Some(text) => fill(text, params),
            None => Cow::Borrowed(key),
        }
    }

    /// Returns the text of `kind.game.name`, or else of `kind.name`, for names that a game may
    /// override.
    #[must_use]
    pub fn of_game(&self, kind: &str, game: &str, name: &str) -> String {
        let own = self.find(&format!("{kind}.{game}.{name}"));
        own.map_or_else(|| self.say(&format!("{kind}.{name}"), &[]).into_owned(), str::to_owned)
    }

    /// Returns the explanation of a scoring category.
    #[must_use]
    pub fn count_help(&self, game: &str, category: &str) -> String {
        // The common text explains Latin suits by French ones. With Latin cards that is not needed.
        let latin = format!("count.{category}.help.latin");
        if self.faces.is_latin() && self.knows(&latin) {
            return self.say(&latin, &[]).into_owned();
        }
        self.of_game("count", game, &format!("{category}.help"))
    }

    /// Returns an example of a typed command of a game.
    #[must_use]
    pub fn command_example(&self, game: &str) -> String {
        let common = format!("command.example.{game}");
        let latin = format!("{common}.latin");
        let key = if self.faces.is_latin() && self.knows(&latin) { latin } else { common };
        self.say(&key, &[]).into_owned()
    }

    /// Returns the text of `key.one` or `key.many`, with `{n}` filled in.
    #[must_use]
    pub fn count(&self, key: &str, n: usize) -> String {
        let key = format!("{key}.{}", if n == 1 { "one" } else { "many" });
        self.say(&key, &[("n", &n.to_string())]).into_owned()
    }

    /// Returns the static form of an external name, such as a scoring category, if the game has a
    /// text of this kind for it.
    #[must_use]
    pub fn known_name(&self, kind: &str, game: &str, name: &str) -> Option<&'static str> {
        let known = |prefix: &str| catalogue::known(&format!("{prefix}{name}"))?.strip_prefix(prefix);
        known(&format!("{kind}.{game}.")).or_else(|| known(&format!("{kind}.")))
    }

    /// Returns whether `key` has a text.
    #[must_use]
    pub fn knows(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn find(&self, key: &str) -> Option<&'static str> {
        catalogue::find(self.language, key).or_else(|| catalogue::find(Language::English, key))
    }
}

/// Returns the text with a capital first letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_without_a_text_is_said_as_it_is() {
        let words = Words::new(Language::Italian, Faces::French);
        assert_eq!(words.say("nobody.wrote.this", &[]), "nobody.wrote.this");
        assert!(!words.knows("nobody.wrote.this"));
        assert_eq!(words.say("game.scopa", &[]), "Scopa");
    }

    #[test]
    fn a_game_may_have_its_own_word() {
        let words = Words::new(Language::English, Faces::French);
        assert_eq!(words.of_game("count", "cassino", "sweeps"), "Sweeps");
        assert_eq!(words.of_game("count", "scopa", "sweeps"), "Scope");
    }

    #[test]
    fn the_example_of_a_command_has_the_cards_of_the_table() {
        let example = |faces, game| Words::new(Language::English, faces).command_example(game);
        assert!(example(Faces::Latin40, "scopa").starts_with("play 8 coins"));
        assert!(example(Faces::French, "scopa").starts_with("play 7d"));
        assert!(example(Faces::Latin, "cassino").starts_with("7d"));
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(capital("è così"), "È così");
        assert_eq!(capital(""), "");
    }
}
