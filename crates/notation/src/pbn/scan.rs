//! PBN lexer: splits a text into games, and a game into tags, data and comments.
//!
//! A fault affects only its line or comment; the following games are read.

use super::sections::ReadFailure;
use crate::board::{Cell, Comment};
use crate::error::{Problem, shorten};
use crate::file::{MAX_FAULTS, MAX_STRAYS, Part};

/// Maximum number of tags per board, several times the number in the standard, notes included.
pub(super) const MAX_TAGS: usize = 255;

/// Tag with everything up to the next tag.
#[derive(Debug)]
pub(super) struct Tag<'t> {
    pub(super) name: String,
    pub(super) value: String,
    /// Offset of the tag.
    pub(super) at: usize,
    /// Offset of the tag's value.
    pub(super) value_at: usize,
    /// Comments before any data.
    pub(super) comments: Vec<Comment>,
    pub(super) data: Vec<Datum<'t>>,
}

/// Datum below a tag.
#[derive(Debug)]
pub(super) struct Datum<'t> {
    pub(super) at: usize,
    /// Whether the token is the first of its line.
    pub(super) begins_line: bool,
    pub(super) kind: Kind<'t>,
}

/// Kind of a datum.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    Word(&'t str),
    Text(String),
    Comment(Comment),
}

impl Kind<'_> {
    pub(super) fn cell(&self) -> Option<Cell> {
        match self {
            Self::Word(word) => Some(Cell::Word((*word).to_owned())),
            Self::Text(text) => Some(Cell::Text(text.clone())),
            Self::Comment(_) => None,
        }
    }
}

/// Game of a PBN file: the tags between two empty lines.
#[derive(Default, Debug)]
pub(super) struct Game<'t> {
    /// Comments before the first tag.
    pub(super) comments: Vec<Comment>,
    pub(super) tags: Vec<Tag<'t>>,
    /// Unreadable tags, texts and comments.
    pub(super) faults: Vec<(Part, ReadFailure)>,
}

impl Game<'_> {
    /// Returns whether the game has no tag, not even an unreadable one.
    const fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.faults.is_empty()
    }
}

/// Games of a file.
#[derive(Default, Debug)]
pub(super) struct Games<'t> {
    pub(super) games: Vec<Game<'t>>,
    /// Faults before the first tag of a game.
    pub(super) strays: Vec<ReadFailure>,
}

impl<'t> Games<'t> {
    fn fault(&mut self, part: Part, failure: ReadFailure) {
        match self.games.last_mut() {
            Some(game) if !game.is_empty() || part != Part::Unknown => {
                game.faults.push((part, failure));
                game.faults.truncate(MAX_FAULTS);
            }
            _ if self.strays.len() < MAX_STRAYS => self.strays.push(failure),
            _ => {}
        }
    }
}

/// Returns the part of a board that a tag describes.
pub(super) fn part_of(tag: &str) -> Part {
    match tag {
        "Board" => Part::Number,
        "Deal" => Part::Deal,
        "Dealer" => Part::Dealer,
        "Vulnerable" => Part::Vulnerability,
        "Auction" => Part::Auction,
        "Declarer" | "Contract" => Part::Contract,
        "Play" => Part::Play,
        "Result" => Part::Result,
        _ => Part::Other,
    }
}

/// Returns whether a character counts as blank: whitespace, byte order marks, end-of-file marks,
/// padding.
pub(super) fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\u{feff}' | '\0' | '\u{1a}')
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// Whether no closing brace follows. It avoids searching the rest of the text twice.
    no_brace_left: bool,
}

const fn is_line_end(sign: char) -> bool {
    matches!(sign, '\n' | '\r')
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes characters as long as they are wanted.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|sign| !wanted(sign)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn take_line(&mut self) -> &'t str {
        self.take(|sign| !is_line_end(sign))
    }

    /// Skips blanks and returns the number of line ends among them.
    fn blanks(&mut self) -> usize {
        let mut before = ' ';
        let mut line_ends = 0;
        for sign in self.take(is_blank).chars() {
            line_ends += usize::from(sign == '\r' || sign == '\n' && before != '\r');
            before = sign;
        }
        line_ends
    }

    /// Skips everything up to the next empty line.
    fn skip_to_empty_line(&mut self) {
        loop {
            self.take_line();
            let before = self.at;
            if self.blanks() != 1 {
                self.at = before;
                return;
            }
        }
    }

    /// Takes a text in quotation marks.
    ///
    /// A backslash escapes a quotation mark or a backslash. Before anything else it is literal,
    /// because columns of tables contain it.
    fn quoted(&mut self) -> Result<String, ReadFailure> {
        let begin = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            value.push_str(self.take(|sign| !matches!(sign, '"' | '\\' | '\n' | '\r')));
            match self.rest().as_bytes() {
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(value);
                }
                [b'\\', escaped @ (b'"' | b'\\'), ..] => {
                    value.push(char::from(*escaped));
                    self.at += 2;
                }
                [b'\\', ..] => {
                    value.push('\\');
                    self.at += 1;
                }
                _ => return Err((begin, Problem::OpenText)),
            }
        }
    }

    fn tag(&mut self) -> Result<Tag<'t>, (Part, ReadFailure)> {
        let at = self.at;
        let mut name = "";
        let read = self.read_tag(&mut name);
        read.map_err(|failure| {
            // A tag is rarely longer than its line, so parsing continues on the next line.
            self.at = at + 1;
            self.take_line();
            // A tag without a name may have been any part.
            let part = if name.is_empty() { Part::Unknown } else { part_of(name) };
            (part, failure)
        })
    }

    fn read_tag(&mut self, name: &mut &'t str) -> Result<Tag<'t>, ReadFailure> {
        let at = self.at;
        self.at += 1;
        self.blanks();
        *name = self.take(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        self.blanks();
        if name.is_empty() || self.peek() != Some('"') {
            return Err((at, Problem::Tag));
        }
        let value_at = self.at + 1;
        let value = self.quoted()?;
        self.blanks();
        if self.peek() != Some(']') {
            return Err((at, Problem::Tag));
        }
        self.at += 1;
        Ok(Tag { name: (*name).to_owned(), value, at, value_at, comments: Vec::new(), data: Vec::new() })
    }

    /// Takes a comment, if one begins here.
    fn comment(&mut self, begins_line: bool) -> Result<Option<Comment>, ReadFailure> {
        let begin = self.at;
        Ok(match self.peek() {
            Some('%') if begins_line => Some(Comment::Escape(self.take_line()[1..].to_owned())),
            Some(';') => Some(Comment::Line(self.take_line()[1..].to_owned())),
            Some('{') => {
                let length = if self.no_brace_left { None } else { self.rest().find('}') };
                let Some(length) = length else {
                    self.no_brace_left = true;
                    self.skip_to_empty_line();
                    return Err((begin, Problem::OpenComment));
                };
                let text = &self.rest()[1..length];
                self.at += length + 1;
                Some(Comment::Braced(text.replace("\r\n", "\n").replace('\r', "\n")))
            }
            _ => None,
        })
    }
}

/// Splits a text into games.
pub(super) fn scan(text: &str) -> Games<'_> {
    let mut scanner = Scanner { text, at: 0, no_brace_left: false };
    let mut found = Games { games: vec![Game::default()], strays: Vec::new() };
    loop {
        let begin = scanner.at;
        let line_ends = scanner.blanks();
        let begins_line = line_ends > 0 || (begin == 0 && scanner.at <= '\u{feff}'.len_utf8());
        let first_column = scanner.text[..scanner.at].ends_with(['\n', '\r', '\u{feff}']) || scanner.at == 0;
        // An empty line ends a game that has begun.
        if line_ends > 1 && found.games.last().is_some_and(|game| !game.is_empty()) {
            found.games.push(Game::default());
        }
        let Some(game) = found.games.last_mut() else { break };
        let Some(sign) = scanner.peek() else { break };
        let at = scanner.at;
        let comment = match scanner.comment(first_column) {
            Ok(comment) => comment,
            Err(failure) => {
                // An unclosed comment may have swallowed any part.
                found.fault(Part::Unknown, failure);
                continue;
            }
        };
        let is_full = game.tags.len() == MAX_TAGS;
        match (comment, game.tags.last_mut()) {
            (Some(comment), None) => game.comments.push(comment),
            (Some(comment), Some(tag)) if tag.data.is_empty() => tag.comments.push(comment),
            (Some(comment), Some(tag)) => {
                tag.data.push(Datum { at, begins_line, kind: Kind::Comment(comment) });
            }
            (None, _) if sign == '[' && is_full => {
                scanner.skip_to_empty_line();
                found.fault(Part::Unknown, (at, Problem::TooManyTags { max: MAX_TAGS }));
            }
            (None, _) if sign == '[' => match scanner.tag() {
                Ok(tag) => game.tags.push(tag),
                Err((part, failure)) => found.fault(part, failure),
            },
            (None, tag) => {
                let kind = if sign == '"' {
                    match scanner.quoted() {
                        Ok(text) => Kind::Text(text),
                        Err(failure) => {
                            let part = tag.map_or(Part::Unknown, |tag| part_of(&tag.name));
                            found.fault(part, failure);
                            continue;
                        }
                    }
                } else {
                    Kind::Word(scanner.take(|sign| !is_blank(sign) && !matches!(sign, '[' | '{' | ';' | '"')))
                };
                match tag {
                    Some(tag) => tag.data.push(Datum { at, begins_line, kind }),
                    None => {
                        let stray = Problem::Stray(shorten(&text[at..scanner.at]));
                        // The rest of the line is skipped too.
                        scanner.take_line();
                        found.fault(Part::Unknown, (at, stray));
                    }
                }
            }
        }
    }
    finish(&mut found);
    found
}

/// Moves trailing comments into the last game.
fn finish(found: &mut Games<'_>) {
    let Some(last) = found.games.pop_if(|game| game.is_empty()) else { return };
    let Some(tag) = found.games.last_mut().and_then(|game| game.tags.last_mut()) else { return };
    if tag.data.is_empty() {
        tag.comments.extend(last.comments);
    } else {
        let at_the_end = |comment| Datum { at: usize::MAX, begins_line: true, kind: Kind::Comment(comment) };
        tag.data.extend(last.comments.into_iter().map(at_the_end));
    }
}
