//! The texts themselves, and how params are put into their placeholders.

use crate::Language;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

type Texts = HashMap<String, String>;

/// The files of one language. A new file is a line in each of the two lists below.
static ENGLISH: LazyLock<Texts> = LazyLock::new(|| {
    read(&[
        include_str!("../../../text/en/rules.json"),
        include_str!("../../../text/en/common.json"),
        include_str!("../../../text/en/terminal.json"),
        include_str!("../../../text/en/pads.json"),
    ])
});
static ITALIAN: LazyLock<Texts> = LazyLock::new(|| {
    read(&[
        include_str!("../../../text/it/rules.json"),
        include_str!("../../../text/it/common.json"),
        include_str!("../../../text/it/terminal.json"),
        include_str!("../../../text/it/pads.json"),
    ])
});

/// The files are part of the program, and a test reads them all: they cannot be wrong on somebody's machine only.
fn read(files: &[&str]) -> Texts {
    let texts = |file: &&str| serde_json::from_str::<Texts>(file).expect("a catalogue is an object of texts");
    files.iter().flat_map(texts).collect()
}

pub(crate) fn find(language: Language, key: &str) -> Option<&'static str> {
    let texts = match language {
        Language::English => &ENGLISH,
        Language::Italian => &ITALIAN,
    };
    texts.get(key).map(String::as_str)
}

/// Puts `params` into the placeholders of `text`; a placeholder without a param stays as it is.
///
/// ```
/// assert_eq!(words::fill("{card} takes {taken}", &[("card", "7♦"), ("taken", "{card}")]), "7♦ takes {card}");
/// ```
#[must_use]
pub fn fill<'t>(text: &'t str, params: &[(&str, &str)]) -> Cow<'t, str> {
    if !text.contains('{') {
        return Cow::Borrowed(text);
    }
    // From left to right, each placeholder once: a value that looks like one is not filled again.
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
