//! Names of accounts.

use std::fmt;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// Minimum and maximum length of a name in characters.
pub const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=20;

/// Name of an account: 3 to 20 letters and digits of one script, in normalization form C.
///
/// Two names that look alike have the same [`folded`](Self::folded) key.
///
/// ```
/// use people::{NameError, PlayerName};
/// let paul: PlayerName = "Paul".parse()?;
/// for alike in ["PAUL", "paul", "PauI", "Pau1"] {
///     assert_eq!(alike.parse::<PlayerName>()?.folded(), paul.folded());
/// }
/// // The first two letters are Cyrillic.
/// assert_eq!("\u{420}\u{430}ul".parse::<PlayerName>(), Err(NameError::Scripts));
/// # Ok::<(), NameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PlayerName {
    shown: String,
    folded: String,
}

/// Error of a text that is no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// The name is too short or too long.
    #[error("a name has 3 to 20 letters and digits, not {0}")]
    Length(usize),
    /// A character is not a letter or digit of a script in everyday use.
    #[error("a name has only letters and digits, not “{0}”")]
    Character(char),
    /// The letters belong to several scripts.
    #[error("a name has letters of one script only")]
    Scripts,
}

impl PlayerName {
    /// Returns the name as players see it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// Returns the key that all names have that look like this one.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        // The length is checked first, because normalization of a long text takes long.
        let given = text.chars().count();
        if given > 4 * NAME_LENGTH.end() {
            return Err(NameError::Length(given));
        }
        let shown: String = text.nfc().collect();
        if let Some(letter) =
            shown.chars().find(|letter| !letter.is_alphanumeric() || !letter.identifier_allowed())
        {
            return Err(NameError::Character(letter));
        }
        let length = shown.chars().count();
        if !NAME_LENGTH.contains(&length) {
            return Err(NameError::Length(length));
        }
        if !shown.is_single_script() {
            return Err(NameError::Scripts);
        }
        Ok(Self { folded: folded(&shown), shown })
    }
}

/// Returns the key of any text. A text with the key of an account's name looks like that name.
///
/// The key is the skeleton of UTS 39 of the text in lower case. A skeleton can contain capitals again, such as `O`
/// for `0`, so both steps are repeated. Capital `I` and small `l` look alike, but lower case makes an `i` of the
/// first, so `i` becomes `l` at last.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut key = text.to_lowercase();
    for _ in 0..2 {
        key = skeleton(&key).collect::<String>().to_lowercase();
    }
    key.replace('i', "l")
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for PlayerName {
    /// Writes no name, because logs contain none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerName(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(name: &str) -> String {
        name.parse::<PlayerName>().unwrap_or_else(|error| panic!("{name}: {error}")).folded().to_owned()
    }

    /// PE-T3: names that look like “Paul” are refused, or have its key.
    #[test]
    fn names_that_look_alike_have_one_key() {
        for alike in ["PAUL", "paul", "pAUL", "PauI", "Pau1", "ｐａｕｌ"] {
            let read = alike.parse::<PlayerName>();
            assert!(read.is_err() || key(alike) == key("Paul"), "{alike}");
        }
        // Cyrillic letters beside Latin ones.
        assert_eq!("Раul".parse::<PlayerName>(), Err(NameError::Scripts));
        for [one, other] in [["B0b1", "bobl"], ["Ilia", "lLlA"], ["OTTO", "0tt0"], ["Straße", "STRAßE"]] {
            assert_eq!(key(one), key(other));
        }
        // Cyrillic letters alone.
        assert_eq!(key("сосо"), key("coco"));
        // The same letter as one character, and as a letter with an accent.
        assert_eq!(key("Zoë"), key("Zoe\u{308}"));
        for [one, other] in [["Paul", "Paula"], ["Anna", "Hanna"], ["Zoë", "Zoe"]] {
            assert_ne!(key(one), key(other));
        }
    }

    #[test]
    fn names_of_every_script_are_read_and_others_refused() {
        for good in
            ["Ada", "Zoë", "Žofie", "Иван", "Γιώργος", "李小龙", "さくら", "Ada1815", "ABCDEFGHIJKLMNOPQRST"]
        {
            assert_eq!(good.parse::<PlayerName>().unwrap().as_str(), good);
        }
        assert_eq!("ab".parse::<PlayerName>(), Err(NameError::Length(2)));
        assert_eq!("x".repeat(21).parse::<PlayerName>(), Err(NameError::Length(21)));
        assert_eq!("x".repeat(1 << 20).parse::<PlayerName>(), Err(NameError::Length(1 << 20)));
        assert_eq!("".parse::<PlayerName>(), Err(NameError::Length(0)));
        for (bad, letter) in
            [("Ada Lovelace", ' '), ("A-da", '-'), ("Ada\u{200b}", '\u{200b}'), ("Ada🂡", '🂡'), ("ﬁdo", 'ﬁ')]
        {
            assert_eq!(bad.parse::<PlayerName>(), Err(NameError::Character(letter)), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn a_name_is_parsed_once_and_its_key_does_not_depend_on_case(text in "\\PC{0,24}") {
            if let Ok(name) = text.parse::<PlayerName>() {
                let again: PlayerName = name.as_str().parse().expect("a name");
                prop_assert_eq!(&again, &name);
                prop_assert_eq!(folded(name.as_str()), name.folded());
                prop_assert_eq!(folded(&name.as_str().to_uppercase().to_lowercase()), folded(&name.as_str().to_lowercase()));
            }
        }
    }
}
