//! Tokens of the auction and play sections: calls, cards, and annotations.

use super::scan::{Datum, Kind};
use crate::board::{Comment, Remarks};
use crate::error::{Problem, shorten};

/// Token of an auction or play section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sign<'t> {
    /// A call, a card, or a hyphen in its place.
    Name(&'t str),
    /// A suffix of a call or card: `!`, `??`.
    Suffix(u8),
    /// A numeric glyph: `$12`.
    Glyph(u8),
    /// A reference to a note: `=1=`.
    Note(u16),
    /// End of the section: `*`.
    Ended,
    /// Mark that the section is to be continued: `+`.
    Continues,
    /// An accepted irregularity: `^I`.
    Irregular(char),
    /// A comment between the tokens.
    Comment(&'t Comment),
}

/// Suffixes in the order of their numbers, which start at 1 for calls and at 7 for cards.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Splits the data of a section into tokens.
///
/// # Errors
///
/// Returns the offset of anything that is not a token.
pub(super) fn signs<'d>(data: &'d [Datum<'_>]) -> Result<Vec<(usize, Sign<'d>)>, (usize, Problem)> {
    let mut signs = Vec::new();
    for datum in data {
        match &datum.kind {
            Kind::Comment(comment) => signs.push((datum.at, Sign::Comment(comment))),
            Kind::Text(text) => return Err((datum.at, Problem::Sign(shorten(text)))),
            Kind::Word(word) => {
                let mut rest = *word;
                while !rest.is_empty() {
                    let at = datum.at + word.len() - rest.len();
                    let (sign, length) = first(rest).ok_or_else(|| (at, Problem::Sign(shorten(rest))))?;
                    signs.push((at, sign));
                    rest = &rest[length..];
                }
            }
        }
    }
    Ok(signs)
}

/// Returns the first token of a word and its length.
fn first(word: &str) -> Option<(Sign<'_>, usize)> {
    let run = |from: usize, wanted: fn(char) -> bool| {
        let rest = &word[from..];
        &rest[..rest.find(|sign| !wanted(sign)).unwrap_or(rest.len())]
    };
    let digits = |from| run(from, |sign| sign.is_ascii_digit());
    Some(match word.chars().next()? {
        '*' => (Sign::Ended, 1),
        '+' => (Sign::Continues, 1),
        '!' | '?' => {
            let marks = run(0, |sign| matches!(sign, '!' | '?'));
            let suffix = &marks[..marks.len().min(2)];
            (Sign::Suffix(SUFFIXES.iter().position(|known| *known == suffix)? as u8 + 1), suffix.len())
        }
        '$' => (Sign::Glyph(digits(1).parse().ok()?), 1 + digits(1).len()),
        '=' => {
            let length = 1 + digits(1).len();
            (Sign::Note(digits(1).parse().ok().filter(|_| word[length..].starts_with('='))?), length + 1)
        }
        '^' => {
            let irregularity = word[1..].chars().next().filter(char::is_ascii_alphabetic)?;
            (Sign::Irregular(irregularity.to_ascii_uppercase()), 2)
        }
        sign if sign.is_ascii_alphanumeric() || sign == '-' => {
            let name = run(0, |sign| sign.is_ascii_alphanumeric() || sign == '-');
            (Sign::Name(name), name.len())
        }
        _ => return None,
    })
}

/// References to notes, until the texts of the notes are known.
#[derive(Default)]
pub(super) struct Annotated {
    /// Index of each annotated call or card, with the number of its note.
    references: Vec<(usize, u16)>,
}

impl Annotated {
    /// Adds an annotation to call or card number `item`.
    ///
    /// `first_suffix` is one less than the number of the suffix `!`.
    pub(super) fn add(&mut self, sign: &Sign<'_>, item: usize, first_suffix: u8, remarks: &mut Remarks) {
        match sign {
            Sign::Suffix(number) => remarks.glyphs.push(first_suffix + number),
            // The number 0 means no annotation.
            Sign::Glyph(0) => {}
            Sign::Glyph(number) => remarks.glyphs.push(*number),
            Sign::Comment(comment) => remarks.comments.push((*comment).clone()),
            Sign::Note(number) => {
                remarks.alerted = true;
                self.references.push((item, *number));
            }
            Sign::Name(_) | Sign::Ended | Sign::Continues | Sign::Irregular(_) => {}
        }
        remarks.glyphs.sort_unstable();
        remarks.glyphs.dedup();
    }

    /// Passes the texts of the notes to `remarks` for each reference. Returns the unreferenced
    /// notes.
    pub(super) fn explain<'n>(
        &self,
        notes: &'n [(u16, String)],
        mut remarks: impl FnMut(usize, &'n str),
    ) -> Vec<&'n (u16, String)> {
        for (item, number) in &self.references {
            if let Some((_, text)) = notes.iter().find(|(note, text)| note == number && !text.is_empty()) {
                remarks(*item, text);
            }
        }
        let referred = |number: u16| self.references.iter().any(|(_, note)| *note == number);
        notes.iter().filter(|(number, _)| !referred(*number)).collect()
    }
}
