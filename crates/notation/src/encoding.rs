//! Text encodings of files. The PBN standard says ISO 8859-1; programs also write UTF-8,
//! Windows-1252 and UTF-16.
//!
//! The table of Windows-1252 has 32 entries. `encoding_rs` would add the tables of all other
//! encodings, but a file does not name its encoding.

use std::borrow::Cow;
use std::fmt;

/// Text encoding of a file.
///
/// ```
/// use notation::Encoding;
/// let file = notation::read_file(b"[North \"D\x92Arcy\"]", 100)?;
/// assert_eq!(file.encoding, Encoding::Windows1252);
/// assert_eq!(file.boards[0].board.players[0].known().map(String::as_str), Some("D’Arcy"));
/// # Ok::<(), notation::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// UTF-8 or ASCII.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// ISO 8859-1, also called Latin-1.
    Latin1,
    /// Windows-1252: ISO 8859-1 with quotation marks, dashes and the euro sign.
    Windows1252,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Latin1 => "ISO 8859-1",
            Self::Windows1252 => "Windows-1252",
        })
    }
}

/// Characters of the bytes 128 to 159 in Windows-1252. Five bytes are undefined.
const WINDOWS: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
    '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// Decodes a file and returns its encoding. A leading byte order mark is dropped.
///
/// Bytes that are not UTF-8 are Windows-1252 if one of them is a control character in ISO 8859-1.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let (encoding, bytes) = match bytes {
        [0xff, 0xfe, rest @ ..] => (Encoding::Utf16Le, rest),
        [0xfe, 0xff, rest @ ..] => (Encoding::Utf16Be, rest),
        // A file of boards begins with ASCII, so a zero in every other byte indicates UTF-16.
        [1..=127, 0, 1..=127, 0, ..] => (Encoding::Utf16Le, bytes),
        [0, 1..=127, 0, 1..=127, ..] => (Encoding::Utf16Be, bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => (Encoding::Utf8, rest),
        _ => (Encoding::Utf8, bytes),
    };
    match encoding {
        Encoding::Utf16Le => (utf16(bytes, u16::from_le_bytes).into(), encoding),
        Encoding::Utf16Be => (utf16(bytes, u16::from_be_bytes).into(), encoding),
        _ => {
            let windows = |byte: &u8| matches!(byte, 0x80..=0x9f);
            match std::str::from_utf8(bytes) {
                Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
                Err(_) if bytes.iter().any(windows) => (single_bytes(bytes).into(), Encoding::Windows1252),
                Err(_) => (single_bytes(bytes).into(), Encoding::Latin1),
            }
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks(2).map(|pair| match pair {
        [first, second] => unit([*first, *second]),
        // Incomplete code unit at the end.
        _ => 0xfffd,
    });
    char::decode_utf16(units).map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn single_bytes(bytes: &[u8]) -> String {
    let letter = |byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        other => char::from(*other),
    };
    bytes.iter().map(letter).collect()
}

/// Encodes a text as ISO 8859-1, or as UTF-8 if a reader would otherwise decode another text.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    let latin: Option<Vec<u8>> = text.chars().map(|sign| u8::try_from(sign).ok()).collect();
    match latin {
        Some(latin) if decode(&latin).0 == text => latin,
        _ => text.as_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_round_trips(text in "\\PC*|[À-ÿ]{1,3}|Ã[\u{80}-\u{bf}]|[\u{80}-\u{9f}à]{1,3}") {
            prop_assert_eq!(decode(&encode(&text)).0.into_owned(), text);
        }
    }

    #[test]
    fn letters_of_western_europe_are_one_byte() {
        assert_eq!(encode("Nicolò"), b"Nicol\xf2");
        assert_eq!(encode("Łódź"), "Łódź".as_bytes());
        assert_eq!(encode("D’Arcy"), "D’Arcy".as_bytes(), "it is not in ISO 8859-1");
    }

    #[test]
    fn the_encoding_is_decided_for_the_whole_file() {
        let read = |bytes: &'static [u8]| {
            let (text, encoding) = decode(bytes);
            (text.into_owned(), encoding.to_string())
        };
        let is = |text: &str, encoding: &str| (text.to_owned(), encoding.to_owned());
        assert_eq!(read(b"Jos\xc3\xa9"), is("José", "UTF-8"));
        assert_eq!(read(b"\xef\xbb\xbfJos\xc3\xa9"), is("José", "UTF-8"));
        assert_eq!(read(b"\xef\xbb\xbfJos\xe9"), is("José", "ISO 8859-1"));
        assert_eq!(read(b"Jos\xe9"), is("José", "ISO 8859-1"));
        assert_eq!(read(b"D\x92Arcy Jos\xe9 \x80"), is("D’Arcy José €", "Windows-1252"));
        assert_eq!(read(b"\x81\x8d\x8f\x90\x9d"), is(&"\u{fffd}".repeat(5), "Windows-1252"));
        assert_eq!(read(b"\xff\xfe[\0\xe9\0"), is("[é", "UTF-16LE"));
        assert_eq!(read(b"\xfe\xff\0[\0\xe9"), is("[é", "UTF-16BE"));
        assert_eq!(read(b"[\0B\0\x19\x20"), is("[B’", "UTF-16LE"));
        assert_eq!(read(b"\0[\0B\x20\x19"), is("[B’", "UTF-16BE"));
        assert_eq!(read(b"\xff\xfe[\0\xe9"), is("[\u{fffd}", "UTF-16LE"));
    }
}
