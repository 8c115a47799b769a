//! From characters to commands.

use crate::error::{Position, Problem, ReadError, shorten};

/// One command: `mb|1N|`.
#[derive(Clone, Debug)]
pub(super) struct Command<'t> {
    /// Two letters.
    pub(super) name: String,
    pub(super) value: &'t str,
    /// Where it begins.
    pub(super) at: usize,
    /// Where its value begins.
    pub(super) value_at: usize,
}

/// The commands of a file.
pub(super) fn scan(text: &str) -> Result<Vec<Command<'_>>, ReadError> {
    let mut commands = Vec::new();
    let mut at = 0;
    loop {
        let is_blank = |sign: char| sign.is_whitespace() || matches!(sign, '\u{feff}' | '\0' | '\u{1a}');
        let Some(blanks) = text[at..].find(|sign| !is_blank(sign)) else { return Ok(commands) };
        at += blanks;
        let error = |problem| ReadError { position: Position::of(text, at), problem };
        let rest = &text[at..];
        let name = rest.split('|').next().unwrap_or_default();
        let is_name = name.len() == 2 && name.bytes().all(|letter| letter.is_ascii_alphanumeric());
        if !is_name || name.len() == rest.len() {
            return Err(error(Problem::Command(shorten(rest.lines().next().unwrap_or_default()))));
        }
        let value_at = at + name.len() + 1;
        let value = &text[value_at..];
        let length = value.find('|').ok_or_else(|| error(Problem::OpenCommand(shorten(rest))))?;
        commands.push(Command { name: name.to_ascii_lowercase(), value: &value[..length], at, value_at });
        at = value_at + length + 1;
    }
}
