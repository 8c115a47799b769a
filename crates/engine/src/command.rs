//! Typed commands: verbs in English and Italian, cards by letter, symbol or name, and abbreviated
//! actions.
//!
//! Each game has a `command.rs`, which the terminal, the server and the page use to read typed
//! lines. A reader receives the line and the legal actions of its seat, but no state, so its
//! answers reveal nothing hidden.

use crate::{Game, Rejection};
use cards::{Card, Rank, Suit};

/// Maximum line length in characters.
const MAX_CHARS: usize = 200;

/// Verbs, each with its words in all languages, separated by spaces.
pub type Verbs = &'static [(&'static str, &'static str)];

/// Game with typed commands.
pub trait ReadCommand: Game {
    /// Verbs of the game, each with its words.
    const VERBS: Verbs = &[];

    /// Parses a line as an action in record notation, without checking its legality. Omitted parts
    /// are taken from the `legal` actions if only one of them matches.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the line is not an action or is ambiguous.
    fn read_command(line: Typed<'_>, legal: &[String]) -> Result<String, InputError>;
}

/// Parses a line typed by a player with these `legal` actions.
///
/// # Errors
///
/// Returns [`InputError`] if the line is not an action or is ambiguous.
pub fn read<G: ReadCommand>(text: &str, legal: &[String]) -> Result<String, InputError> {
    let line = Typed::new(text.trim());
    if text.chars().nth(MAX_CHARS).is_some() {
        return Err(line.unclear());
    }
    // A card alone may match several actions; any other legal action in record notation is taken
    // literally.
    let written = |action: &&String| action.contains(' ') && action.eq_ignore_ascii_case(line.text);
    if let Some(action) = legal.iter().find(written) {
        return Ok(action.clone());
    }
    let first = line.words.first().cloned().unwrap_or_default();
    G::read_command(line, legal).map_err(|error| error.or_misspelt(&first, G::VERBS))
}

/// Returns the known word closest to a mistyped one, if it is close enough.
///
/// At most every third letter may be wrong. Two swapped letters count as one mistake.
///
/// ```
/// use engine::command::nearest;
///
/// assert_eq!(nearest("Socpa", ["scopa", "speed"]), Some("scopa"));
/// assert_eq!(nearest("chess", ["scopa", "speed"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given: String = given.to_lowercase().chars().take(40).collect();
    let by_mistakes = known.into_iter().map(|word| (strsim::osa_distance(&given, word), word));
    let (wrong, word) = by_mistakes.min_by_key(|(wrong, _)| *wrong)?;
    (wrong * 3 <= word.chars().count()).then_some(word)
}

/// Reason why a typed line was not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// The line lacks a card.
    #[error("“{0}” is not a card; write 7d, 10h or Ks")]
    Card(String),
    /// The game has no such command.
    #[error("“{0}” is not understood")]
    Words(String),
    /// The first word resembles a known word.
    #[error("“{what}” is not understood; did you mean “{word}”?")]
    Misspelt {
        /// First word of the typed line.
        what: String,
        /// Known word that the first word resembles.
        word: String,
    },
    /// The card can be played in several ways.
    #[error("{card} can be played in several ways; choose one")]
    Choice {
        /// Card that can be played in several ways.
        card: String,
        /// The possible actions in record notation.
        actions: Vec<String>,
    },
}

impl InputError {
    /// Returns the code for programs and translations, such as `"not-a-card"`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Card(_) => "not-a-card",
            Self::Words(_) => "not-understood",
            Self::Misspelt { .. } => "misspelt",
            Self::Choice { .. } => "choice",
        }
    }

    /// Returns the words and cards that the message names.
    #[must_use]
    pub fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Card(what) | Self::Words(what) => vec![("what", what.clone())],
            Self::Misspelt { what, word } => vec![("what", what.clone()), ("word", word.clone())],
            Self::Choice { card, .. } => vec![("card", card.clone())],
        }
    }

    /// Converts the error to a suggestion if the `first` word of the line is misspelt.
    fn or_misspelt(self, first: &str, verbs: Verbs) -> Self {
        if !matches!(self, Self::Card(_) | Self::Words(_)) || card(first).is_ok() {
            return self;
        }
        let known = || verbs.iter().flat_map(|(_, words)| words.split(' '));
        match nearest(first, known()) {
            Some(word) if word != first => Self::Misspelt { what: short(first), word: word.to_owned() },
            _ => self,
        }
    }
}

impl From<InputError> for Rejection {
    fn from(error: InputError) -> Self {
        Self {
            reason: Some(error.code()),
            params: error.params().into_iter().collect(),
            ..Self::new("unclear", error.to_string())
        }
    }
}

/// Shortens outside text for an error message.
fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

/// Typed line in lower case, word by word. Symbols such as `>` and `[` are separate words, and a
/// card's name is one word.
#[derive(Clone, Debug)]
pub struct Typed<'a> {
    text: &'a str,
    /// Words that are not read yet.
    pub words: Vec<String>,
}

impl<'a> Typed<'a> {
    fn new(text: &'a str) -> Self {
        let mut spaced = String::new();
        for sign in text.chars().take(MAX_CHARS).flat_map(char::to_lowercase) {
            match sign {
                '+' | ',' => spaced.push(' '),
                '×' => spaced.push('x'),
                '[' | ']' | '=' | '>' | ':' | '/' => spaced.extend([' ', sign, ' ']),
                sign => spaced.push(sign),
            }
        }
        let mut words: Vec<String> = Vec::new();
        for word in spaced.split_whitespace() {
            let linked = usize::from(words.last().is_some_and(|last| matches!(last.as_str(), "of" | "di")));
            let before = words.len().checked_sub(linked + 1);
            let card =
                before.and_then(|at| Some((at, format!("{}{}", rank_named(&words[at])?, suit_named(word)?))));
            match card {
                Some((at, card)) => {
                    words.truncate(at);
                    words.push(card);
                }
                None => words.push(word.to_owned()),
            }
        }
        Self { text, words }
    }

    /// Returns whether the line as typed contains this character.
    #[must_use]
    pub fn contains(&self, sign: char) -> bool {
        self.text.contains(sign)
    }

    /// Removes the verb at the beginning of the line and returns it, if it is one of `verbs`.
    pub fn verb(&mut self, verbs: Verbs) -> Option<&'static str> {
        let first = self.words.first()?;
        let (verb, _) = verbs.iter().find(|(_, words)| words.split(' ').any(|word| word == first))?;
        self.words.remove(0);
        Some(verb)
    }

    /// Removes these words and returns whether there were any.
    pub fn without(&mut self, these: &[&str]) -> bool {
        let before = self.words.len();
        self.words.retain(|word| !these.contains(&word.as_str()));
        self.words.len() < before
    }

    /// Removes and returns the played card. Without a verb, a long first word counts as unknown
    /// instead of a misspelt card.
    ///
    /// # Errors
    ///
    /// Returns [`InputError`] if the first word is not a card.
    pub fn first_card(&mut self, verb: Option<&str>) -> Result<Card, InputError> {
        match self.words.first() {
            None => Err(self.unclear()),
            Some(word) if verb.is_none() && word.chars().count() > 3 => card(word).or(Err(self.unclear())),
            Some(word) => card(word),
        }
        .inspect(|_| drop(self.words.remove(0)))
    }

    /// Returns the error for a line that is not understood.
    #[must_use]
    pub fn unclear(&self) -> InputError {
        InputError::Words(short(self.text))
    }
}

/// Parses a card in letters or symbols, or in the indices of Latin cards: `1d`, `fd`, `cd`, `rd`.
///
/// # Errors
///
/// Returns [`InputError::Card`] if the word is not a card.
pub fn card(word: &str) -> Result<Card, InputError> {
    let latin = || {
        let rank = match word.chars().next()? {
            '1' => Rank::Ace,
            'f' => Rank::Jack,
            'c' => Rank::Queen,
            'r' => Rank::King,
            _ => return None,
        };
        Some(Card::new(rank, word.get(1..)?.parse().ok()?))
    };
    word.parse().ok().or_else(latin).ok_or_else(|| InputError::Card(short(word)))
}

/// Converts cards and symbols to record notation.
///
/// # Errors
///
/// Returns [`InputError::Card`] if a word is neither a card nor one of `signs`.
pub fn written(words: &[String], signs: &[&str]) -> Result<String, InputError> {
    let word = |word: &String| match signs.contains(&word.as_str()) {
        true => Ok(word.clone()),
        false => card(word).map(|card| card.to_string()),
    };
    Ok(words.iter().map(word).collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// Returns the only legal action of a card that `means` accepts. Without one it returns
/// `otherwise`, whose refusal then names the rule.
///
/// # Errors
///
/// Returns [`InputError::Choice`] if several actions match.
pub fn only(
    card: Card,
    legal: &[String],
    means: impl Fn(&str) -> bool,
    otherwise: String,
) -> Result<String, InputError> {
    let mut actions: Vec<String> = legal.iter().filter(|action| means(action)).cloned().collect();
    match actions.len() {
        0 => Ok(otherwise),
        1 => Ok(actions.remove(0)),
        _ => Err(InputError::Choice { card: card.to_string(), actions }),
    }
}

/// Returns the `n`-th word of an action, from 0, if it is a card.
#[must_use]
pub fn nth_card(action: &str, n: usize) -> Option<Card> {
    action.split(' ').nth(n)?.parse().ok()
}

fn rank_named(word: &str) -> Option<&str> {
    match word {
        "ace" | "asso" => Some("a"),
        "jack" | "fante" => Some("j"),
        "queen" | "donna" | "cavallo" => Some("q"),
        "king" | "re" => Some("k"),
        "1" => Some(word),
        _ => word.parse::<Rank>().is_ok().then_some(word),
    }
}

/// Parses the name of a suit, or its short form on a card in the terminal.
fn suit_named(word: &str) -> Option<Suit> {
    match word {
        "clubs" | "club" | "batons" | "bat" | "fiori" | "bastoni" | "bas" => Some(Suit::Clubs),
        "diamonds" | "diamond" | "coins" | "coin" | "quadri" | "denari" | "den" => Some(Suit::Diamonds),
        "hearts" | "heart" | "cups" | "cup" | "cuori" | "coppe" | "cop" => Some(Suit::Hearts),
        "spades" | "spade" | "swords" | "swd" | "picche" | "spa" => Some(Suit::Spades),
        _ => None,
    }
}

/// Lines with the expected action, or `choice CARD`, `card WORD` or `words LINE` for an error.
#[cfg(feature = "laws")]
pub type Lines<'a> = &'a [(&'a str, &'a str)];

/// Checks how lines are parsed for a seat with these `legal` actions.
///
/// # Panics
///
/// Panics if a line is parsed otherwise.
#[cfg(feature = "laws")]
pub fn check_lines<G: ReadCommand>(legal: &[&str], lines: Lines<'_>) {
    let legal: Vec<String> = legal.iter().map(|action| (*action).to_owned()).collect();
    for (line, expected) in lines {
        let is = read::<G>(line, &legal).unwrap_or_else(|error| {
            let kind = match error.code() {
                "not-a-card" => "card",
                "not-understood" => "words",
                code => code,
            };
            format!("{kind} {}", error.params()[0].1)
        });
        assert_eq!(is, *expected, "{}: {line}", G::ID);
    }
}
