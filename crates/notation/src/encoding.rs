//! Bytes and text: PBN is ISO 8859-1 by its standard, and UTF-8 in many files.

use std::borrow::Cow;

/// The text of some bytes: UTF-8 if they are that, otherwise ISO 8859-1, in which all bytes are text.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// The bytes of a text: ISO 8859-1, unless it has other letters or would be taken for UTF-8.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    let latin: Option<Vec<u8>> = text.chars().map(|sign| u8::try_from(sign).ok()).collect();
    match latin {
        Some(latin) if text.is_ascii() || std::str::from_utf8(&latin).is_err() => latin,
        _ => text.as_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_comes_back(text in "\\PC*|[À-ÿ]{1,3}|Ã[\u{80}-\u{bf}]") {
            prop_assert_eq!(decode(&encode(&text)).into_owned(), text);
        }
    }

    #[test]
    fn letters_of_western_europe_are_one_byte() {
        assert_eq!(encode("Nicolò"), b"Nicol\xf2");
        assert_eq!(encode("Łódź"), "Łódź".as_bytes());
    }
}
