//! Reading what was laid out, and why it cannot be ruled on.

use crate::form::{Field, Kind, Task};
use cards::{Card, CardSet, Seat, parse_cards};
use engine::{CardInfo, SetupError};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What was laid in a field.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i32),
    /// Cards or calls, separated by blanks, or a word.
    Text(String),
    /// Builds.
    Builds(Vec<LaidBuild>),
}

/// A build on the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LaidBuild {
    /// Its cards.
    pub cards: String,
    /// What it was announced as.
    pub value: u8,
    /// Whether it belongs to the player to move.
    #[serde(default)]
    pub own: bool,
}

/// Why a situation cannot be ruled on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// There is no such game.
    #[error("the arbiter knows no game “{0}”")]
    Game(String),
    /// The game has no such task.
    #[error("there is nothing called “{0}” to ask here")]
    Task(String),
    /// The rules cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A field that is not asked for.
    #[error("{0}: nothing of the kind is laid out here")]
    Strange(String),
    /// What lies in a field is not what belongs there.
    #[error("{field}: this cannot be read")]
    ParseActionError {
        /// The field.
        field: &'static str,
    },
    /// A card the pack does not have.
    #[error("{card} is not in the pack")]
    NotInDeck {
        /// The card.
        card: String,
    },
    /// A card in two places.
    #[error("{card} lies in two places")]
    Twice {
        /// The card.
        card: String,
    },
    /// More cards of a kind than there are.
    #[error("of {card} there are only {copies}")]
    NoMoreOf {
        /// The card.
        card: String,
        /// How many there are.
        copies: u8,
    },
    /// A card that is pointed at and lies elsewhere.
    #[error("{card} does not lie there")]
    Elsewhere {
        /// The card.
        card: String,
    },
    /// Too few cards.
    #[error("{field}: at least {min}")]
    TooFew {
        /// The field.
        field: &'static str,
        /// How many there must be.
        min: u8,
    },
    /// Too many cards.
    #[error("{field}: at most {max}")]
    TooMany {
        /// The field.
        field: &'static str,
        /// How many there may be.
        max: u8,
    },
    /// Cards that are no build of their value.
    #[error("{cards} cannot be a build of {value}")]
    NoBuild {
        /// The cards.
        cards: CardSet,
        /// The value.
        value: u8,
    },
    /// A call that could not be made.
    #[error("call {index} could not have been made: {because}")]
    Auction {
        /// Which call, from 1.
        index: usize,
        /// Why not.
        because: String,
    },
    /// An answer that could not be given.
    #[error("answer {index} could not have been given: nobody answers himself, or after the last answer")]
    Answer {
        /// Which answer, from 1.
        index: usize,
    },
    /// Who knocked has too much.
    #[error("nobody goes out with {deadwood} here; the limit is {limit}")]
    NoKnock {
        /// What is left.
        deadwood: u8,
        /// What is allowed.
        limit: u8,
    },
}

impl InputError {
    pub(crate) fn game(game: &str) -> Self {
        Self::Game(shorten(game))
    }

    pub(crate) fn task(task: &str) -> Self {
        Self::Task(shorten(task))
    }

    /// A short name for translations.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Game(_) => "no-game",
            Self::Task(_) => "no-task",
            Self::Setup(_) => "options",
            Self::Strange(_) => "strange",
            Self::ParseActionError { .. } => "unreadable",
            Self::NotInDeck { .. } => "not-in-pack",
            Self::Twice { .. } => "twice",
            Self::NoMoreOf { .. } => "no-more-of",
            Self::Elsewhere { .. } => "elsewhere",
            Self::TooFew { .. } => "too-few",
            Self::TooMany { .. } => "too-many",
            Self::NoBuild { .. } => "no-build",
            Self::Auction { .. } => "auction",
            Self::Answer { .. } => "answer",
            Self::NoKnock { .. } => "no-knock",
        }
    }

    /// What the sentence names; a field by its name.
    #[must_use]
    pub fn params(&self) -> BTreeMap<&'static str, String> {
        let params: Vec<(&'static str, String)> = match self {
            Self::Game(name) | Self::Task(name) | Self::Strange(name) => vec![("name", name.clone())],
            Self::Setup(error) => vec![("key", error.key().to_owned())],
            Self::ParseActionError { field } => vec![("field", (*field).to_owned())],
            Self::NotInDeck { card } | Self::Twice { card } | Self::Elsewhere { card } => {
                vec![("card", card.clone())]
            }
            Self::NoMoreOf { card, copies } => vec![("card", card.clone()), ("copies", copies.to_string())],
            Self::TooFew { field, min } => {
                vec![("field", (*field).to_owned()), ("least", min.to_string())]
            }
            Self::TooMany { field, max } => vec![("field", (*field).to_owned()), ("most", max.to_string())],
            Self::NoBuild { cards, value } => {
                vec![("cards", cards.to_string()), ("value", value.to_string())]
            }
            Self::Auction { index, .. } | Self::Answer { index } => vec![("place", index.to_string())],
            Self::NoKnock { deadwood, limit } => {
                vec![("deadwood", deadwood.to_string()), ("limit", limit.to_string())]
            }
        };
        params.into_iter().collect()
    }
}

/// No table has more builds. (An action names fifteen of one value at most.)
const MAX_BUILDS: u8 = 12;

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

fn text_of(value: Option<&Value>) -> Option<&str> {
    match value {
        None => Some(""),
        Some(Value::Text(text)) => Some(text),
        Some(_) => None,
    }
}

/// The words of a text; more than any table has are none.
fn words(value: Option<&Value>) -> Option<Vec<&str>> {
    const MAX: usize = 200;
    let words: Vec<&str> = text_of(value)?.split_whitespace().take(MAX + 1).collect();
    (words.len() <= MAX).then_some(words)
}

fn how_many(field: &'static str, there: usize, min: u8, max: u8) -> Result<(), InputError> {
    if there > usize::from(max) {
        return Err(InputError::TooMany { field, max });
    }
    if there < usize::from(min) { Err(InputError::TooFew { field, min }) } else { Ok(()) }
}

/// What was laid out, checked against the form.
#[derive(Clone, Debug, Default)]
pub struct Placement<'a> {
    cards: BTreeMap<&'static str, Vec<Card>>,
    builds: Vec<(CardSet, u8, bool)>,
    kinds: BTreeMap<&'static str, Vec<&'a str>>,
    seats: BTreeMap<&'static str, Vec<Seat>>,
    others: BTreeMap<&'static str, &'a Value>,
}

impl<'a> Placement<'a> {
    pub(crate) fn read<C: ToString>(
        task: &Task,
        deck: &[C],
        placement: &'a BTreeMap<String, Value>,
    ) -> Result<Self, InputError> {
        if let Some(strange) = placement.keys().find(|key| task.fields.iter().all(|field| field.key != **key))
        {
            return Err(InputError::Strange(shorten(strange)));
        }
        let deck: CardSet = deck.iter().filter_map(|card| card.to_string().parse::<Card>().ok()).collect();
        let mut read = Self::default();
        let mut seen = CardSet::EMPTY;
        for field in &task.fields {
            read.field(field, deck, placement.get(field.key), &mut seen)?;
        }
        Ok(read)
    }

    fn field(
        &mut self,
        field: &Field,
        deck: CardSet,
        value: Option<&'a Value>,
        seen: &mut CardSet,
    ) -> Result<(), InputError> {
        let unreadable = InputError::ParseActionError { field: field.key };
        let mut index = |card: Card| {
            if !deck.contains(card) {
                return Err(InputError::NotInDeck { card: card.to_string() });
            }
            if seen.contains(card) {
                return Err(InputError::Twice { card: card.to_string() });
            }
            seen.insert(card);
            Ok(())
        };
        match (&field.kind, value) {
            (Kind::Cards { min, max, within, .. }, value) => {
                let text = text_of(value).ok_or_else(|| unreadable.clone())?;
                let cards = parse_cards(text).map_err(|_| unreadable)?;
                match within {
                    None => cards.iter().try_for_each(|card| index(*card))?,
                    Some(fields) => {
                        let there = fields.iter().fold(CardSet::EMPTY, |all, key| all | self.set(key));
                        let builds = self.builds.iter().fold(CardSet::EMPTY, |all, (cards, ..)| all | *cards);
                        let there = if fields.contains(&"builds") { there | builds } else { there };
                        let mut pointed = CardSet::EMPTY;
                        for card in &cards {
                            if !there.contains(*card) {
                                return Err(InputError::Elsewhere { card: card.to_string() });
                            }
                            if pointed.contains(*card) {
                                return Err(InputError::Twice { card: card.to_string() });
                            }
                            pointed.insert(*card);
                        }
                    }
                }
                how_many(field.key, cards.len(), *min, *max)?;
                self.cards.insert(field.key, cards);
            }
            (Kind::SetCards { of, min, max, within }, value) => {
                let names = words(value).ok_or(unreadable)?;
                match within {
                    None => self.place_kinds(of, &names)?,
                    Some(fields) => self.point_kinds(fields, &names)?,
                }
                how_many(field.key, names.len(), *min, *max)?;
                self.kinds.insert(field.key, names);
            }
            (Kind::Seats { first, seats, row }, value) => {
                let names = words(value).ok_or_else(|| unreadable.clone())?;
                let seat = |name: &&str| {
                    let seat = name.parse::<u8>().ok().filter(|seat| (*first..*seats).contains(seat));
                    seat.map(Seat::new).ok_or_else(|| unreadable.clone())
                };
                let named = names.iter().map(seat).collect::<Result<Vec<Seat>, InputError>>()?;
                how_many(field.key, named.len(), 0, row.unwrap_or(*seats))?;
                self.seats.insert(field.key, named);
            }
            (_, None) => {}
            (Kind::Builds { .. }, Some(Value::Builds(builds))) if builds.len() > usize::from(MAX_BUILDS) => {
                return Err(InputError::TooMany { field: field.key, max: MAX_BUILDS });
            }
            (Kind::Builds { max }, Some(Value::Builds(builds))) => {
                for LaidBuild { cards, value, own } in builds {
                    let listed = parse_cards(cards).map_err(|_| unreadable.clone())?;
                    listed.iter().try_for_each(|card| index(*card))?;
                    let cards: CardSet = listed.into_iter().collect();
                    if cards.len() < 2 || *value == 0 || value > max {
                        return Err(InputError::NoBuild { cards, value: *value });
                    }
                    self.builds.push((cards, *value, *own));
                }
            }
            (Kind::Number { min, max }, Some(value @ Value::Number(number)))
                if (*min..=*max).contains(number) =>
            {
                self.others.insert(field.key, value);
            }
            (Kind::Choice { of }, Some(value @ Value::Text(word))) if of.contains(&word.as_str()) => {
                self.others.insert(field.key, value);
            }
            (Kind::Flag, Some(value @ Value::Flag(_)))
            | (Kind::Calls | Kind::Call, Some(value @ Value::Text(_))) => {
                self.others.insert(field.key, value);
            }
            _ => return Err(unreadable),
        }
        Ok(())
    }

    /// Lays cards of a card set, if there are as many of each.
    fn place_kinds(&self, of: &[CardInfo], names: &[&'a str]) -> Result<(), InputError> {
        for name in names {
            let Some(CardInfo { copies, .. }) = of.iter().find(|card| card.id == *name) else {
                return Err(InputError::NotInDeck { card: shorten(name) });
            };
            let here = names.iter().filter(|other| *other == name).count();
            let elsewhere = self.kinds.values().flatten().filter(|other| *other == name).count();
            if here + elsewhere > usize::from(*copies) {
                let card = (*name).to_owned();
                let unclear = if *copies == 1 {
                    InputError::Twice { card }
                } else {
                    InputError::NoMoreOf { card, copies: *copies }
                };
                return Err(unclear);
            }
        }
        Ok(())
    }

    /// Points at cards of a card set that lie in these fields.
    fn point_kinds(&self, fields: &[&str], names: &[&'a str]) -> Result<(), InputError> {
        for name in names {
            let pointed = names.iter().filter(|other| *other == name).count();
            let there =
                fields.iter().flat_map(|field| self.kinds(field)).filter(|other| *other == name).count();
            if pointed > there {
                return Err(InputError::Elsewhere { card: shorten(name) });
            }
        }
        Ok(())
    }

    /// The cards of a card set in a field, by their ids, in the order in which they were laid.
    pub(crate) fn kinds(&self, key: &str) -> &[&'a str] {
        self.kinds.get(key).map_or(&[], Vec::as_slice)
    }

    /// The players of a field, in order.
    pub(crate) fn seats(&self, key: &str) -> &[Seat] {
        self.seats.get(key).map_or(&[], Vec::as_slice)
    }

    /// The cards of a field in the order in which they were laid.
    pub(crate) fn list(&self, key: &str) -> &[Card] {
        self.cards.get(key).map_or(&[], Vec::as_slice)
    }

    /// The cards of a field.
    pub(crate) fn set(&self, key: &str) -> CardSet {
        self.list(key).iter().copied().collect()
    }

    /// The first card of a field.
    pub(crate) fn card(&self, key: &str) -> Option<Card> {
        self.list(key).first().copied()
    }

    /// The builds, each with its value and whether it is one's own.
    pub(crate) fn builds(&self) -> &[(CardSet, u8, bool)] {
        &self.builds
    }

    pub(crate) fn number(&self, key: &str) -> Option<i32> {
        match self.others.get(key) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        matches!(self.others.get(key), Some(Value::Flag(true)))
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        match self.others.get(key) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }
}
