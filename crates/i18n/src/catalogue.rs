//! Message catalog: texts by key, and their placeholders.

use crate::Language;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

type Texts = HashMap<String, String>;

/// Files of `text/` by path: `en/rules.json`, `en/games/scopa.json`, `en/book/scopa.md`.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Part of a game's texts that only the page uses. It is not loaded here.
const OF_THE_PAGE: &str = "real-cards";

static ENGLISH: LazyLock<Texts> = LazyLock::new(|| read(Language::English));
static ITALIAN: LazyLock<Texts> = LazyLock::new(|| read(Language::Italian));

/// Parses the texts of a language. They are part of the program and tested, so parsing cannot fail.
fn read(language: Language) -> Texts {
    let mut texts = Texts::new();
    for (path, text) in files(language) {
        if path.starts_with("games/") {
            let parts: HashMap<String, Texts> =
                serde_json::from_str(text).expect("a game's texts are in parts");
            let ours = parts.into_iter().filter(|(part, _)| part != OF_THE_PAGE);
            texts.extend(ours.flat_map(|(_, texts)| texts));
        } else if path.ends_with(".json") {
            texts.extend(serde_json::from_str::<Texts>(text).expect("a catalogue is an object of texts"));
        }
    }
    texts
}

/// Returns the files of a language, by their path in its folder.
fn files(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES
        .iter()
        .filter_map(move |(path, text)| Some((path.strip_prefix(language.code())?.strip_prefix('/')?, *text)))
}

/// Returns the source of a game's rule book.
pub(crate) fn book(language: Language, game: &str) -> Option<&'static str> {
    files(language).find(|(path, _)| *path == format!("book/{game}.md")).map(|(_, text)| text)
}

pub(crate) fn find(language: Language, key: &str) -> Option<&'static str> {
    let texts = match language {
        Language::English => &ENGLISH,
        Language::Italian => &ITALIAN,
    };
    texts.get(key).map(String::as_str)
}

/// Returns the key with a static lifetime, if it has a text.
pub(crate) fn known(key: &str) -> Option<&'static str> {
    ENGLISH.get_key_value(key).map(|(key, _)| key.as_str())
}

/// Fills the placeholders of `text`. A placeholder without a parameter stays unchanged.
///
/// ```
/// assert_eq!(i18n::fill("{card} takes {taken}", &[("card", "7♦"), ("taken", "{card}")]), "7♦ takes {card}");
/// ```
#[must_use]
pub fn fill<'t>(text: &'t str, params: &[(&str, &str)]) -> Cow<'t, str> {
    if !text.contains('{') {
        return Cow::Borrowed(text);
    }
    // Fills in one pass, so that a value that looks like a placeholder is not filled again.
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let Some(length) = rest[open..].find('}') else { break };
        let placeholder = &rest[open + 1..open + length];
        filled.push_str(&rest[..open]);
        match params.iter().find(|(name, _)| *name == placeholder) {
            Some((_, value)) => filled.push_str(value),
            None => filled.push_str(&rest[open..=open + length]),
        }
        rest = &rest[open + length + 1..];
    }
    filled.push_str(rest);
    Cow::Owned(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once_and_unknown_ones_stay() {
        assert_eq!(fill("nothing", &[("n", "1")]), "nothing");
        assert_eq!(fill("{n} of {of}", &[("n", "1"), ("of", "2")]), "1 of 2");
        assert_eq!(fill("{n}{n} {what}", &[("n", "{what}")]), "{what}{what} {what}");
        assert_eq!(fill("open { and {n", &[("n", "1")]), "open { and {n");
    }
}
