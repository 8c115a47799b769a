//! From characters to games: tags, what stands below them, comments. What they mean is not asked here.

use crate::board::{Cell, Comment};
use crate::error::{Position, Problem, ReadError, shorten};

/// The most tags of a board: several times as many as the standard knows, its notes included.
pub(super) const MAX_TAGS: usize = 255;

/// A tag with everything up to the next.
#[derive(Debug)]
pub(super) struct Tag<'t> {
    pub(super) name: String,
    pub(super) value: String,
    /// Where it begins.
    pub(super) at: usize,
    /// Where its value begins.
    pub(super) value_at: usize,
    /// The comments before any data.
    pub(super) comments: Vec<Comment>,
    pub(super) data: Vec<Datum<'t>>,
}

/// Something below a tag.
#[derive(Debug)]
pub(super) struct Datum<'t> {
    pub(super) at: usize,
    /// Whether it is the first of its line.
    pub(super) begins_line: bool,
    pub(super) kind: Kind<'t>,
}

/// What a datum is.
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

/// What stands between two empty lines.
#[derive(Default, Debug)]
pub(super) struct Game<'t> {
    /// The comments before the first tag.
    pub(super) comments: Vec<Comment>,
    pub(super) tags: Vec<Tag<'t>>,
}

/// Blanks, and what files have that is as good as one: marks of the encoding and of the end, padding.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\u{feff}' | '\0' | '\u{1a}')
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn error(&self, at: usize, problem: Problem) -> ReadError {
        ReadError { position: Position::of(self.text, at), problem }
    }

    /// Takes what comes as long as it is asked for.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|sign| !wanted(sign)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Passes over blanks, and counts the line ends among them.
    fn blanks(&mut self) -> usize {
        let mut before = ' ';
        let mut line_ends = 0;
        for sign in self.take(is_blank).chars() {
            line_ends += usize::from(sign == '\r' || sign == '\n' && before != '\r');
            before = sign;
        }
        line_ends
    }

    /// A text in quotation marks. A backslash makes a quotation mark or a backslash part of the text; before anything
    /// else it is itself part of it, since columns of tables are written so.
    fn quoted(&mut self) -> Result<String, ReadError> {
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
                _ => return Err(self.error(begin, Problem::OpenText)),
            }
        }
    }

    fn tag(&mut self) -> Result<Tag<'t>, ReadError> {
        let at = self.at;
        self.at += 1;
        self.blanks();
        let name = self.take(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        self.blanks();
        if name.is_empty() || self.peek() != Some('"') {
            return Err(self.error(at, Problem::Tag));
        }
        let value_at = self.at + 1;
        let value = self.quoted()?;
        self.blanks();
        if self.peek() != Some(']') {
            return Err(self.error(at, Problem::Tag));
        }
        self.at += 1;
        Ok(Tag { name: name.to_owned(), value, at, value_at, comments: Vec::new(), data: Vec::new() })
    }

    /// A comment, if one begins here.
    fn comment(&mut self, begins_line: bool) -> Result<Option<Comment>, ReadError> {
        let begin = self.at;
        let to_the_end = |sign| !matches!(sign, '\n' | '\r');
        Ok(match self.peek() {
            Some('%') if begins_line => Some(Comment::Escape(self.take(to_the_end)[1..].to_owned())),
            Some(';') => Some(Comment::Line(self.take(to_the_end)[1..].to_owned())),
            Some('{') => {
                let text = self.take(|sign| sign != '}');
                if self.peek().is_none() {
                    return Err(self.error(begin, Problem::OpenComment));
                }
                self.at += 1;
                Some(Comment::Braced(text[1..].replace("\r\n", "\n").replace('\r', "\n")))
            }
            _ => None,
        })
    }
}

/// The games of a file.
pub(super) fn scan(text: &str) -> Result<Vec<Game<'_>>, ReadError> {
    let mut scanner = Scanner { text, at: 0 };
    let mut games: Vec<Game<'_>> = vec![Game::default()];
    loop {
        let begin = scanner.at;
        let line_ends = scanner.blanks();
        let begins_line = line_ends > 0 || (begin == 0 && scanner.at <= '\u{feff}'.len_utf8());
        let first_column = scanner.text[..scanner.at].ends_with(['\n', '\r', '\u{feff}']) || scanner.at == 0;
        // An empty line ends a game that has begun.
        if line_ends > 1 && games.last().is_some_and(|game| !game.tags.is_empty()) {
            games.push(Game::default());
        }
        let Some(game) = games.last_mut() else { break };
        let Some(sign) = scanner.peek() else { break };
        let at = scanner.at;
        let comment = scanner.comment(first_column)?;
        let is_full = game.tags.len() == MAX_TAGS;
        match (comment, game.tags.last_mut()) {
            (Some(comment), None) => game.comments.push(comment),
            (Some(comment), Some(tag)) if tag.data.is_empty() => tag.comments.push(comment),
            (Some(comment), Some(tag)) => {
                tag.data.push(Datum { at, begins_line, kind: Kind::Comment(comment) });
            }
            (None, _) if sign == '[' && is_full => {
                return Err(scanner.error(at, Problem::TooManyTags { max: MAX_TAGS }));
            }
            (None, _) if sign == '[' => game.tags.push(scanner.tag()?),
            (None, tag) => {
                let kind = if sign == '"' {
                    Kind::Text(scanner.quoted()?)
                } else {
                    Kind::Word(scanner.take(|sign| !is_blank(sign) && !matches!(sign, '[' | '{' | ';' | '"')))
                };
                match tag {
                    Some(tag) => tag.data.push(Datum { at, begins_line, kind }),
                    None => {
                        let stray = shorten(&text[at..scanner.at]);
                        return Err(scanner.error(at, Problem::Stray(stray)));
                    }
                }
            }
        }
    }
    finish(&mut games);
    Ok(games)
}

/// Comments behind the last game belong to it.
fn finish(games: &mut Vec<Game<'_>>) {
    let Some(last) = games.pop_if(|game| game.tags.is_empty()) else { return };
    let Some(tag) = games.last_mut().and_then(|game| game.tags.last_mut()) else { return };
    if tag.data.is_empty() {
        tag.comments.extend(last.comments);
    } else {
        let at_the_end = |comment| Datum { at: usize::MAX, begins_line: true, kind: Kind::Comment(comment) };
        tag.data.extend(last.comments.into_iter().map(at_the_end));
    }
}
