//! The texts of the house in English and Italian: keys, places to fill, cards and refusals as people say them.
//!
//! The texts stand in `text/en` and `text/it` at the root of the repository and are part of the program: keys and texts
//! with places like `{card}`. What one game alone says is in `games/GAME.json`, in parts that are called like the files
//! beside it: what any game may say is in `rules.json`, what terminal and page say alike in `common.json`. `page.json`
//! belongs to the page and is not read here.
//!
//! ```
//! use words::{Faces, Language, Words};
//! let words = Words::new(Language::Italian, Faces::Latin);
//! assert_eq!(words.say("game.scopa", &[]), "Scopa");
//! assert_eq!(words.card("7d".parse()?), "sette di denari");
//! # Ok::<(), cards::ParseCardError>(())
//! ```

pub mod book;
mod card;
mod catalogue;
mod language;
mod refusal;

pub use card::Faces;
pub use catalogue::fill;
pub use language::{Language, UnknownLanguage};

use std::borrow::Cow;

/// The texts in one language, for one kind of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The language.
    pub language: Language,
    /// The cards people have in their hands.
    pub faces: Faces,
}

impl Words {
    /// The texts in `language`, for these cards.
    #[must_use]
    pub const fn new(language: Language, faces: Faces) -> Self {
        Self { language, faces }
    }

    /// The text of `key` with `params` in its placeholders. A key this language has no text for is said in English, and one
    /// nobody has written a text for is said as it is.
    #[must_use]
    pub fn say<'k>(&self, key: &'k str, params: &[(&str, &str)]) -> Cow<'k, str> {
        match self.find(key) {
            Some(text) => fill(text, params),
            None => Cow::Borrowed(key),
        }
    }

    /// What a game calls something other games have too: the text of `kind.game.name`, or else that of `kind.name`.
    #[must_use]
    pub fn of_game(&self, kind: &str, game: &str, name: &str) -> String {
        let own = self.find(&format!("{kind}.{game}.{name}"));
        own.map_or_else(|| self.say(&format!("{kind}.{name}"), &[]).into_owned(), str::to_owned)
    }

    /// The text for one or for many, `key.one` or `key.many`, with `{n}`.
    #[must_use]
    pub fn count(&self, key: &str, n: usize) -> String {
        let key = format!("{key}.{}", if n == 1 { "one" } else { "many" });
        self.say(&key, &[("n", &n.to_string())]).into_owned()
    }

    /// A name that came from outside, such as a category of the counting, as one of those a game has a text of this kind for.
    #[must_use]
    pub fn known_name(&self, kind: &str, game: &str, name: &str) -> Option<&'static str> {
        let known = |prefix: &str| catalogue::known(&format!("{prefix}{name}"))?.strip_prefix(prefix);
        known(&format!("{kind}.{game}.")).or_else(|| known(&format!("{kind}.")))
    }

    /// Whether there is a text for `key`.
    #[must_use]
    pub fn knows(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn find(&self, key: &str) -> Option<&'static str> {
        catalogue::find(self.language, key).or_else(|| catalogue::find(Language::English, key))
    }
}

/// The same text with a capital first letter, as at the beginning of a sentence.
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
    fn sentences_begin_with_a_capital() {
        assert_eq!(capital("è così"), "È così");
        assert_eq!(capital(""), "");
    }
}
