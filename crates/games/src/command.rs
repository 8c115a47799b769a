//! What people type: words in English and Italian, cards by letter, sign or name, and no more of an action than is needed.
//!
//! Each game has a room `command.rs`, which terminal, server and page read typed lines with. A reader is given the line and
//! what its seat may do; it never sees a state, so nothing hidden can be in an answer.

use cards::{Card, Rank, Suit};
use engine::{Game, Rejected};

/// Longer lines are not read.
const MAX_CHARS: usize = 200;

/// Verbs, each with its words in every language, separated by blanks.
pub type Verbs = &'static [(&'static str, &'static str)];

/// A game whose actions can be typed.
pub trait ReadCommand: Game {
    /// What may be done here, each with the words for it.
    const VERBS: Verbs = &[];

    /// Reads a line as an action, as a record writes it; whether it is legal is asked later. What was left out is
    /// taken from the `legal` actions where only one of them can be meant.
    ///
    /// # Errors
    ///
    /// When the line is no action, or could be several.
    fn read_command(line: Typed<'_>, legal: &[String]) -> Result<String, InputError>;
}

/// Reads what somebody typed who may do what is `legal`.
///
/// ```
/// use games::{InputError, command, speed::Speed};
///
/// let legal = ["7d > L", "7d > R", "9h > R"].map(str::to_owned);
/// assert_eq!(command::read::<Speed>("7♦ sinistra", &legal), Ok("7d > L".to_owned()));
/// assert_eq!(command::read::<Speed>("nine of hearts", &legal), Err(InputError::Words("nine of hearts".to_owned())));
/// assert_eq!(command::read::<Speed>("9 of hearts", &legal), Ok("9h > R".to_owned()));
/// let choice = InputError::Choice { card: "7d".to_owned(), actions: legal[..2].to_vec() };
/// assert_eq!(command::read::<Speed>("7d", &legal), Err(choice));
/// ```
///
/// # Errors
///
/// When the line is no action, or could be several.
pub fn read<G: ReadCommand>(text: &str, legal: &[String]) -> Result<String, InputError> {
    let line = Typed::new(text.trim());
    if text.chars().nth(MAX_CHARS).is_some() {
        return Err(line.unclear());
    }
    // A card alone may be played in several ways; whatever else a record writes is what it says.
    let written = |action: &&String| action.contains(' ') && action.eq_ignore_ascii_case(line.text);
    if let Some(action) = legal.iter().find(written) {
        return Ok(action.clone());
    }
    let first = line.words.first().cloned().unwrap_or_default();
    G::read_command(line, legal).map_err(|error| error.or_misspelt(&first, G::VERBS))
}

/// What is most like a word that was mistyped, if anything is: no more than every third letter may be wrong, and two that
/// changed places are one mistake.
#[must_use]
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given: String = given.to_lowercase().chars().take(40).collect();
    let by_mistakes = known.into_iter().map(|word| (strsim::osa_distance(&given, word), word));
    let (wrong, word) = by_mistakes.min_by_key(|(wrong, _)| *wrong)?;
    (wrong * 3 <= word.chars().count()).then_some(word)
}

/// Why a typed line was not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// A card was expected where this was written.
    #[error("“{0}” is not a card: write 7d, 10h or Ks")]
    Card(String),
    /// The line says nothing that this game knows.
    #[error("“{0}” cannot be understood")]
    Words(String),
    /// The line begins with a word that is like one of those which this game knows.
    #[error("“{what}” cannot be understood; did you mean “{word}”?")]
    Misspelt {
        /// The word.
        what: String,
        /// The one it is like.
        word: String,
    },
    /// This card can be played in several ways.
    #[error("there is a choice with {card}: say what you mean")]
    Choice {
        /// The card.
        card: String,
        /// The ways, as a record writes them.
        actions: Vec<String>,
    },
}

impl InputError {
    /// A short name for programs and translations: `"not-a-card"`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Card(_) => "not-a-card",
            Self::Words(_) => "not-understood",
            Self::Misspelt { .. } => "misspelt",
            Self::Choice { .. } => "choice",
        }
    }

    /// The words and cards the sentence names.
    #[must_use]
    pub fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Card(what) | Self::Words(what) => vec![("what", what.clone())],
            Self::Misspelt { what, word } => vec![("what", what.clone()), ("word", word.clone())],
            Self::Choice { card, .. } => vec![("card", card.clone())],
        }
    }

    /// Says what was meant, where the line was not understood because its `first` word is misspelt.
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

impl From<InputError> for Rejected {
    fn from(error: InputError) -> Self {
        Self {
            reason: Some(error.code()),
            params: error.params().into_iter().collect(),
            ..Self::new("unclear", error.to_string())
        }
    }
}

/// As much of a text as an answer repeats.
fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

/// A typed line, in lower case, word by word. Signs such as `>` and `[` are words of their own, and the name of a card is one.
#[derive(Clone, Debug)]
pub struct Typed<'a> {
    text: &'a str,
    pub(crate) words: Vec<String>,
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

    /// Whether this stands in the line as it was typed.
    pub(crate) fn contains(&self, sign: char) -> bool {
        self.text.contains(sign)
    }

    /// Takes the verb away that the line begins with: of `verbs` the one among whose words it is.
    pub(crate) fn verb(&mut self, verbs: Verbs) -> Option<&'static str> {
        let first = self.words.first()?;
        let (verb, _) = verbs.iter().find(|(_, words)| words.split(' ').any(|word| word == first))?;
        self.words.remove(0);
        Some(verb)
    }

    /// Takes these words away, and says whether there were any.
    pub(crate) fn without(&mut self, these: &[&str]) -> bool {
        let before = self.words.len();
        self.words.retain(|word| !these.contains(&word.as_str()));
        self.words.len() < before
    }

    /// The card that is played, which is taken away. Without a verb, what does not even begin like a card is no misspelt
    /// one.
    pub(crate) fn first_card(&mut self, verb: Option<&str>) -> Result<Card, InputError> {
        match self.words.first() {
            None => Err(self.unclear()),
            Some(word) if verb.is_none() && word.chars().count() > 3 => card(word).or(Err(self.unclear())),
            Some(word) => card(word),
        }
        .inspect(|_| drop(self.words.remove(0)))
    }

    /// The line is nothing that this game knows.
    pub(crate) fn unclear(&self) -> InputError {
        InputError::Words(short(self.text))
    }
}

/// A card by letters or signs; with Latin cards also by what is printed on them: `1d`, `fd`, `cd`, `rd`.
pub(crate) fn card(word: &str) -> Result<Card, InputError> {
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

/// Cards and signs as a record writes them.
pub(crate) fn written(words: &[String], signs: &[&str]) -> Result<String, InputError> {
    let word = |word: &String| match signs.contains(&word.as_str()) {
        true => Ok(word.clone()),
        false => card(word).map(|card| card.to_string()),
    };
    Ok(words.iter().map(word).collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// The one legal action of a card that `means` says can be meant; if there is none, `otherwise`: the rules say why not.
pub(crate) fn only(
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

/// The `n`-th word of an action, from 0, if it is a card.
pub(crate) fn nth_card(action: &str, n: usize) -> Option<Card> {
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

fn suit_named(word: &str) -> Option<Suit> {
    match word {
        "clubs" | "club" | "batons" | "fiori" | "bastoni" => Some(Suit::Clubs),
        "diamonds" | "diamond" | "coins" | "quadri" | "denari" => Some(Suit::Diamonds),
        "hearts" | "heart" | "cups" | "cuori" | "coppe" => Some(Suit::Hearts),
        "spades" | "spade" | "swords" | "picche" => Some(Suit::Spades),
        _ => None,
    }
}

/// A line, and the action it is, or `choice CARD`, or `card WORD` and `words LINE` where that is not understood.
#[cfg(test)]
pub(crate) type Lines<'a> = &'a [(&'a str, &'a str)];

/// Lines are read as they should be by whoever may do what is `legal`.
#[cfg(test)]
pub(crate) fn check_lines<G: ReadCommand>(legal: &[&str], lines: Lines<'_>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bridge::Bridge;
    use crate::cassino::Cassino;
    use crate::gin_rummy::GinRummy;
    use crate::scopa::Scopa;
    use crate::thirty_one::ThirtyOne;
    use crate::wall_street::WallStreet;

    #[test]
    fn longer_lines_are_not_read() {
        let long = format!("play {}7d", " ".repeat(200));
        assert!(read::<Scopa>(&long, &[]).is_err());
        assert_eq!(read::<Scopa>(&long[..200], &[]), Err(InputError::Words("play".to_owned())));
    }

    #[test]
    fn a_misspelt_verb_is_guessed() {
        let meant = |misspelt: Result<String, InputError>| {
            let error = misspelt.expect_err("it is misspelt");
            assert_eq!(error.code(), "misspelt");
            error.params()[1].1.clone()
        };
        assert_eq!(meant(read::<Scopa>("paly 7d", &[])), "play");
        assert_eq!(meant(read::<WallStreet>("prndi 7d 4c", &[])), "prendi");
        assert_eq!(meant(read::<Cassino>("biuld 6c 2d = 8", &[])), "build");
        assert_eq!(meant(read::<GinRummy>("knok Kd", &[])), "knock");
        assert_eq!(meant(read::<GinRummy>("discrad Kd", &[])), "discard");
        assert_eq!(meant(read::<ThirtyOne>("nock", &[])), "knock");
        assert_eq!(meant(read::<Bridge>("pas", &["P".to_owned()])), "pass");
        assert_eq!(meant(read::<Bridge>("cliam 5", &[])), "claim");
        // Far from any, or a card, or right and yet not understood: nothing is guessed.
        for line in ["dance", "7y", "10h x", "take", "x"] {
            let error = read::<Scopa>(line, &[]).err().map(|error| error.code());
            assert_ne!(error, Some("misspelt"), "{line}");
        }
    }
}
