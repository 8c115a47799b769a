//! Detection of a file's notation.

use crate::address::is_address;
use crate::encoding::decode;
use std::fmt;
use std::str::FromStr;

/// Notation of boards.
///
/// ```
/// use notation::Notation;
/// assert_eq!("PBN".parse(), Ok(Notation::Pbn));
/// assert_eq!(Notation::Lin.to_string(), "lin");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// PBN, the Portable Bridge Notation.
    Pbn,
    /// LIN, the notation of online clubs.
    Lin,
    /// Match record of Parlour.
    Record,
}

impl Notation {
    /// The notations in the order of lists.
    pub const ALL: [Self; 3] = [Self::Pbn, Self::Lin, Self::Record];

    /// Returns the notation of a file by its first characters, regardless of its name.
    ///
    /// A record is a JSON object. LIN begins with two letters and a bar, or is the address of a
    /// hand viewer. Anything else is PBN.
    ///
    /// ```
    /// use notation::Notation;
    /// assert_eq!(Notation::of(b"[Event \"\"]"), Notation::Pbn);
    /// assert_eq!(Notation::of(b"pn|a,b,c,d|"), Notation::Lin);
    /// assert_eq!(Notation::of(b"https://club.example/viewer?lin=pn%7Ca"), Notation::Lin);
    /// assert_eq!(Notation::of(b"{ \"format\": \"parlour-record/1\" }"), Notation::Record);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let (text, _) = decode(bytes);
        let text =
            text.trim_start_matches(|sign: char| sign.is_whitespace() || matches!(sign, '\u{feff}' | '\0'));
        match text.as_bytes() {
            [b'{', rest @ ..] if rest.trim_ascii_start().starts_with(b"\"") => Self::Record,
            [first, second, b'|', ..] if first.is_ascii_alphanumeric() && second.is_ascii_alphanumeric() => {
                Self::Lin
            }
            [first, ..]
                if first.is_ascii_alphanumeric() && is_address(text.lines().next().unwrap_or_default()) =>
            {
                Self::Lin
            }
            _ => Self::Pbn,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Pbn => "pbn",
            Self::Lin => "lin",
            Self::Record => "record",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Text that is not a notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a notation; use pbn, lin or record")]
pub struct ParseNotationError(pub String);

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, ParseNotationError> {
        let named = Self::ALL.into_iter().find(|notation| notation.name().eq_ignore_ascii_case(text));
        named.ok_or_else(|| ParseNotationError(crate::error::shorten(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_is_detected_from_the_content() {
        assert_eq!(Notation::of(b"\xef\xbb\xbf\r\n{ \"format\": \"parlour-record/1\""), Notation::Record);
        assert_eq!(Notation::of(b"{a comment} [Event \"\"]"), Notation::Pbn);
        assert_eq!(Notation::of(b"% PBN 2.1"), Notation::Pbn);
        assert_eq!(Notation::of(b"\npn|a,b,c,d|"), Notation::Lin);
        assert_eq!(Notation::of(b""), Notation::Pbn);
        assert_eq!(Notation::of(b"\xff\xfep\0n\0|\0"), Notation::Lin);
        assert_eq!(Notation::of(b"\xfe\xff\0\n\0p\0n\0|"), Notation::Lin);
        assert_eq!(Notation::of(b"\xff\xfe[\0B\0"), Notation::Pbn);
        assert_eq!(Notation::of(b"pn%7Ca,b,c,d%7C"), Notation::Lin);
        assert_eq!(Notation::of(b"lin=pn|a,b,c,d|"), Notation::Lin);
        assert_eq!(Notation::of(b"https://club.example/"), Notation::Lin);
        for notation in Notation::ALL {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
    }
}
