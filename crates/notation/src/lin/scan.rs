//! LIN lexer: splits a text into commands.

use crate::error::{Problem, shorten};

/// Command of a LIN file: `mb|1N|`.
#[derive(Clone, Debug)]
pub(super) struct Command<'t> {
    /// Name of the command: two letters.
    pub(super) name: String,
    pub(super) value: &'t str,
    /// Offset of the command.
    pub(super) at: usize,
    /// Offset of the command's value.
    pub(super) value_at: usize,
}

/// Returns the commands of a file in order, and the offsets of text that is not a command.
pub(super) fn scan(text: &str) -> impl Iterator<Item = Result<Command<'_>, (usize, Problem)>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_blank = |sign: char| sign.is_whitespace() || matches!(sign, '\u{feff}' | '\0' | '\u{1a}');
        at += text[at..].find(|sign| !is_blank(sign))?;
        let begin = at;
        let rest = &text[at..];
        let line_end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let name = rest.get(..2).filter(|name| name.bytes().all(|letter| letter.is_ascii_alphanumeric()));
        let Some(name) = name.filter(|_| rest[2..].starts_with('|')) else {
            // The next command begins after the next bar, or on the next line.
            at += rest[..line_end].find('|').map_or(line_end, |bar| bar + 1);
            return Some(Err((begin, Problem::Command(shorten(&rest[..line_end])))));
        };
        let value_at = at + name.len() + 1;
        let Some(length) = text[value_at..].find('|') else {
            at = text.len();
            return Some(Err((begin, Problem::OpenCommand(shorten(rest)))));
        };
        at = value_at + length + 1;
        let value = &text[value_at..value_at + length];
        Some(Ok(Command { name: name.to_ascii_lowercase(), value, at: begin, value_at }))
    })
}
