//! Reading of conditions.

use crate::condition::{Comparison, Condition, Node, Property, Sum, Term};
use cards::{Card, CardSet};
use dds::Direction;
use std::str::FromStr;

/// Maximum length of a condition, in bytes.
const MAX_LENGTH: usize = 10_000;

/// Maximum depth of parentheses and `not`.
const MAX_DEPTH: usize = 100;

/// Text that is not a condition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct ParseConditionError {
    /// Column of the first character that doesn't fit, from 1.
    pub column: usize,
    /// Description of the problem.
    pub problem: String,
}

/// Word, number or sign of a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Number(i32),
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 15] = ["..", "<=", ">=", "!=", "==", "=", "<", ">", "+", "-", "(", ")", ".", "&", "|"];

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
            Self::Sign(sign) => f.write_str(sign),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    /// Tokens with their places in the text.
    tokens: Vec<(usize, Token)>,
    next: usize,
    depth: usize,
}

type Outcome<T> = Result<T, ParseConditionError>;

impl FromStr for Condition {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Outcome<Self> {
        if text.len() > MAX_LENGTH {
            let problem = format!("a condition has at most {MAX_LENGTH} characters");
            return Err(ParseConditionError { column: MAX_LENGTH, problem });
        }
        let mut reader = Reader { text, tokens: tokens(text)?, next: 0, depth: 0 };
        if reader.tokens.is_empty() {
            return Ok(Self(Node::All(Vec::new())));
        }
        let node = reader.any()?;
        match reader.peek() {
            None => Ok(Self(node)),
            Some(_) => Err(reader.unexpected("“and” or “or”")),
        }
    }
}

fn tokens(text: &str) -> Outcome<Vec<(usize, Token)>> {
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(first) = text[place..].chars().next() {
        let rest = &text[place..];
        let (token, length) = if first.is_whitespace() {
            place += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            // Too large for a number of cards or points: no hand fits.
            (Token::Number(rest[..length].parse().unwrap_or(1_000_000)), length)
        } else if first.is_ascii_alphabetic() {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            (Token::Word(rest[..length].to_ascii_lowercase()), length)
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| error(text, place, format!("“{first}” has no meaning here")))?;
            (Token::Sign(sign), sign.len())
        };
        tokens.push((place, token));
        place += length;
    }
    Ok(tokens)
}

fn error(text: &str, place: usize, problem: String) -> ParseConditionError {
    ParseConditionError { column: text[..place].chars().count() + 1, problem }
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    /// Returns the place of the next token in the text.
    fn place(&self) -> usize {
        self.tokens.get(self.next).map_or(self.text.len(), |(place, _)| *place)
    }

    fn error(&self, problem: String) -> ParseConditionError {
        error(self.text, self.place(), problem)
    }

    fn unexpected(&self, expected: &str) -> ParseConditionError {
        self.error(match self.peek() {
            Some(found) => format!("{expected} is expected, not “{found}”"),
            None => format!("{expected} is expected at the end"),
        })
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.next += usize::from(is_next);
        is_next
    }

    fn need_sign(&mut self, sign: &str) -> Outcome<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("“{sign}”"))) }
    }

    fn any(&mut self) -> Outcome<Node> {
        let mut parts = vec![self.all()?];
        while self.take_word("or") || self.take_sign("|") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Node::Any(parts) })
    }

    fn all(&mut self) -> Outcome<Node> {
        let mut parts = vec![self.one()?];
        while self.take_word("and") || self.take_sign("&") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Node::All(parts) })
    }

    fn one(&mut self) -> Outcome<Node> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(format!("parentheses are nested at most {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let node = if self.take_word("not") {
            Node::Not(Box::new(self.one()?))
        } else if self.take_sign("(") {
            let node = self.any()?;
            self.need_sign(")")?;
            node
        } else {
            self.statement()?
        };
        self.depth -= 1;
        Ok(node)
    }

    /// Reads a statement about one hand, or a comparison.
    fn statement(&mut self) -> Outcome<Node> {
        let begin = self.next;
        if let Some((hand, None)) = self.hands() {
            self.need_sign(".")?;
            if self.take_word("balanced") {
                return Ok(Node::Balanced(hand));
            }
            if self.take_word("shape") {
                return self.shape(hand);
            }
            if self.take_word("has") {
                return self.cards(hand);
            }
        }
        self.next = begin;
        let one = self.sum()?;
        if self.take_word("in") {
            let least = self.number()?;
            self.need_sign("..")?;
            return Ok(Node::Within(one, least, self.number()?));
        }
        let comparisons = [
            ("==", Comparison::Equal),
            ("=", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let found = comparisons.into_iter().find(|(sign, _)| self.take_sign(sign));
        let (_, comparison) = found.ok_or_else(|| self.unexpected("a comparison such as “>=” or “in”"))?;
        Ok(Node::Compare(one, comparison, self.sum()?))
    }

    /// Reads the name of a seat or a side, if one is next.
    fn hands(&mut self) -> Option<(Direction, Option<Direction>)> {
        let Some(Token::Word(word)) = self.peek() else { return None };
        let hands = match &**word {
            "ns" => (Direction::North, Some(Direction::South)),
            "ew" => (Direction::East, Some(Direction::West)),
            word => (word.parse().ok()?, None),
        };
        self.next += 1;
        Some(hands)
    }

    fn sum(&mut self) -> Outcome<Sum> {
        let mut sum = Sum::default();
        let mut sign = if self.take_sign("-") { -1 } else { 1 };
        loop {
            if let Some(Token::Number(number)) = self.peek() {
                sum.constant = sum.constant.saturating_add(sign * number);
                self.next += 1;
            } else if let Some((hand, partner)) = self.hands() {
                self.need_sign(".")?;
                sum.terms.push((sign, Term { hand, partner, property: self.property(partner.is_some())? }));
            } else {
                return Err(self.unexpected("a number, or a property such as “south.hcp”,"));
            }
            sign = match () {
                () if self.take_sign("+") => 1,
                () if self.take_sign("-") => -1,
                () => return Ok(sum),
            };
        }
    }

    fn property(&mut self, is_side: bool) -> Outcome<Property> {
        let properties = [
            ("hcp", Property::Points),
            ("spades", Property::Length(0)),
            ("hearts", Property::Length(1)),
            ("diamonds", Property::Length(2)),
            ("clubs", Property::Length(3)),
            ("losers", Property::Losers),
            ("controls", Property::Controls),
            ("aces", Property::Aces),
            ("longest", Property::Longest),
            ("shortest", Property::Shortest),
        ];
        // The longest suit of two hands has no meaning.
        let known = &properties[..if is_side { 8 } else { properties.len() }];
        let found = known.iter().find(|(word, _)| self.take_word(word));
        found.map(|(_, property)| *property).ok_or_else(|| {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            let more = if is_side { "" } else { ", balanced, shape(…) or has(…)" };
            self.unexpected(&format!("one of {}{more}", words.join(", ")))
        })
    }

    fn number(&mut self) -> Outcome<i32> {
        let Some(Token::Number(number)) = self.peek() else { return Err(self.unexpected("a number")) };
        let number = *number;
        self.next += 1;
        Ok(number)
    }

    /// Reads the text between parentheses, with its place.
    fn in_parentheses(&mut self) -> Outcome<(usize, &str)> {
        self.need_sign("(")?;
        let begin = self.place();
        while !matches!(self.peek(), None | Some(Token::Sign(")"))) {
            self.next += 1;
        }
        let end = self.place();
        self.need_sign(")")?;
        Ok((begin, self.text[begin..end].trim()))
    }

    fn shape(&mut self, hand: Direction) -> Outcome<Node> {
        let whole = self.text;
        let (begin, text) = self.in_parentheses()?;
        let wrong = || {
            let problem = format!("“{text}” is not a shape of 13 cards; write shape(5431) or shape(5=4=x=1)");
            error(whole, begin, problem)
        };
        if !text.contains('=') {
            let lengths: Option<Vec<u8>> =
                text.chars().map(|c| c.to_digit(10).map(|digit| digit as u8)).collect();
            let lengths: Option<[u8; 4]> = lengths.and_then(|lengths| lengths.try_into().ok());
            let mut lengths = lengths.filter(|lengths| lengths.iter().sum::<u8>() == 13).ok_or_else(wrong)?;
            lengths.sort_by(|a, b| b.cmp(a));
            return Ok(Node::Shape(hand, lengths));
        }
        let length = |text: &str| match text.trim() {
            "x" | "X" => Ok(None),
            number => number.parse::<u8>().ok().filter(|length| *length <= 13).map(Some).ok_or_else(wrong),
        };
        let lengths: Vec<Option<u8>> = text.split('=').map(length).collect::<Outcome<_>>()?;
        let lengths: [Option<u8>; 4] = lengths.try_into().map_err(|_| wrong())?;
        let known: u8 = lengths.iter().flatten().sum();
        let is_possible = if lengths.contains(&None) { known <= 13 } else { known == 13 };
        if is_possible { Ok(Node::ExactShape(hand, lengths)) } else { Err(wrong()) }
    }

    fn cards(&mut self, hand: Direction) -> Outcome<Node> {
        let whole = self.text;
        let (begin, text) = self.in_parentheses()?;
        let cards = cards::parse_cards(text).map_err(|problem| error(whole, begin, problem.to_string()))?;
        let set: CardSet = cards.iter().copied().collect();
        match (set.is_empty(), cards.len() > 13) {
            (false, false) => Ok(Node::Has(hand, set)),
            (true, _) => Err(error(whole, begin, "cards such as “As Kh” are expected".to_owned())),
            (_, true) => {
                let last: Option<&Card> = cards.get(13);
                let last = last.map(ToString::to_string).unwrap_or_default();
                Err(error(whole, begin, format!("a hand has 13 cards, and {last} is the fourteenth")))
            }
        }
    }
}
