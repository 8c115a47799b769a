//! Reading of situations, and input errors.

use crate::form::{Field, Kind, Task};
use cards::{Card, CardSet, Seat, parse_cards};
use engine::{CardInfo, Rejection, SetupError};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Content of a field.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Content of a flag field.
    Flag(bool),
    /// Content of a number field.
    Number(i32),
    /// Cards or calls separated by blanks, or a word.
    Text(String),
    /// Content of a field for builds.
    Builds(Vec<PlacedBuild>),
}

/// Build among the cards on the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct PlacedBuild {
    /// Cards of the build, separated by blanks.
    pub cards: String,
    /// Announced value of the build.
    pub value: u8,
    /// Whether the player to move controls the build.
    #[serde(default)]
    pub own: bool,
}

engine::error_enum! {
    /// Error of a situation. `field` names a field of the form.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum InputError {
        NoGame { name: String } = "no-game", "there is no arbiter for “{name}”";
        NoTask { name: String } = "no-task", "there is nothing called “{name}” to ask here";
        Setup { key: String, problem: SetupError } = "options", "{problem}";
        Strange { name: String } = "strange", "{name}: nothing of the kind is laid out here";
        Unreadable { field: &'static str } = "unreadable", "{field}: this cannot be read";
        NotInDeck { card: String } = "not-in-deck", "{card} is not in the deck";
        Twice { card: String } = "twice", "{card} lies in two places";
        NoMoreOf { card: String, copies: u8 } = "no-more-of", "of {card} there are only {copies}";
        Elsewhere { card: String } = "elsewhere", "{card} does not lie there";
        TooFew { field: &'static str, min: u8 } = "too-few", "{field}: at least {min}";
        TooMany { field: &'static str, max: u8 } = "too-many", "{field}: at most {max}";
        NoBuild { cards: CardSet, value: u8 } = "no-build", "{cards} cannot be a build of {value}";
        Auction { number: usize, because: String } = "auction", "call {number} could not have been made: {because}";
        Answer { number: usize } = "answer",
            "answer {number} could not have been given: no player answers themselves, or after the last answer";
        NoKnock { deadwood: u8, limit: u8 } = "no-knock",
            "no seat can go out with {deadwood} here; the limit is {limit}";
    }
}

impl InputError {
    pub(crate) fn game(game: &str) -> Self {
        Self::NoGame { name: truncate(game) }
    }

    pub(crate) fn task(task: &str) -> Self {
        Self::NoTask { name: truncate(task) }
    }
}

impl From<SetupError> for InputError {
    fn from(problem: SetupError) -> Self {
        Self::Setup { key: problem.key().to_owned(), problem }
    }
}

impl From<InputError> for Rejection {
    fn from(error: InputError) -> Self {
        let params = error.params().into_iter().collect();
        Self { rule: error.rule(), params, ..Self::new(error.code(), error.to_string()) }
    }
}

/// Maximum number of builds on a table. An action can name at most fifteen of one value.
const MAX_BUILDS: u8 = 12;

fn truncate(text: &str) -> String {
    text.chars().take(40).collect()
}

fn text_of(value: Option<&Value>) -> Option<&str> {
    match value {
        None => Some(""),
        Some(Value::Text(text)) => Some(text),
        Some(_) => None,
    }
}

/// Returns the words of a text, or `None` if there are too many.
fn words(value: Option<&Value>) -> Option<Vec<&str>> {
    const MAX: usize = 200;
    let words: Vec<&str> = text_of(value)?.split_whitespace().take(MAX + 1).collect();
    (words.len() <= MAX).then_some(words)
}

fn check_count(field: &'static str, there: usize, min: u8, max: u8) -> Result<(), InputError> {
    if there > usize::from(max) {
        return Err(InputError::TooMany { field, max });
    }
    if there < usize::from(min) { Err(InputError::TooFew { field, min }) } else { Ok(()) }
}

/// Cards and other facts of a position, by the field of the form in which the user entered them.
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
            return Err(InputError::Strange { name: truncate(strange) });
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
        let unreadable = InputError::Unreadable { field: field.key };
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
                check_count(field.key, cards.len(), *min, *max)?;
                self.cards.insert(field.key, cards);
            }
            (Kind::SetCards { of, min, max, within }, value) => {
                let names = words(value).ok_or(unreadable)?;
                match within {
                    None => self.check_kinds(of, &names)?,
                    Some(fields) => self.point_kinds(fields, &names)?,
                }
                check_count(field.key, names.len(), *min, *max)?;
                self.kinds.insert(field.key, names);
            }
            (Kind::Seats { first, seats, row }, value) => {
                let names = words(value).ok_or_else(|| unreadable.clone())?;
                let seat = |name: &&str| {
                    let seat = name.parse::<u8>().ok().filter(|seat| (*first..*seats).contains(seat));
                    seat.map(Seat::new).ok_or_else(|| unreadable.clone())
                };
                let named = names.iter().map(seat).collect::<Result<Vec<Seat>, InputError>>()?;
                check_count(field.key, named.len(), 0, row.unwrap_or(*seats))?;
                self.seats.insert(field.key, named);
            }
            (_, None) => {}
            (Kind::Builds { .. }, Some(Value::Builds(builds))) if builds.len() > usize::from(MAX_BUILDS) => {
                return Err(InputError::TooMany { field: field.key, max: MAX_BUILDS });
            }
            (Kind::Builds { max }, Some(Value::Builds(builds))) => {
                for PlacedBuild { cards, value, own } in builds {
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

    /// Checks that the cards of a card set exist in sufficient copies.
    fn check_kinds(&self, of: &[CardInfo], names: &[&'a str]) -> Result<(), InputError> {
        for name in names {
            let Some(CardInfo { copies, .. }) = of.iter().find(|card| card.id == *name) else {
                return Err(InputError::NotInDeck { card: truncate(name) });
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

    /// Checks that the selected cards of a card set are in these fields.
    fn point_kinds(&self, fields: &[&str], names: &[&'a str]) -> Result<(), InputError> {
        for name in names {
            let pointed = names.iter().filter(|other| *other == name).count();
            let there =
                fields.iter().flat_map(|field| self.kinds(field)).filter(|other| *other == name).count();
            if pointed > there {
                return Err(InputError::Elsewhere { card: truncate(name) });
            }
        }
        Ok(())
    }

    /// Returns the ids of the cards of a card set in a field, in order.
    pub(crate) fn kinds(&self, key: &str) -> &[&'a str] {
        self.kinds.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the players of a field, in order.
    pub(crate) fn seats(&self, key: &str) -> &[Seat] {
        self.seats.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the cards of a field, in order.
    pub(crate) fn list(&self, key: &str) -> &[Card] {
        self.cards.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the cards of a field.
    pub(crate) fn set(&self, key: &str) -> CardSet {
        self.list(key).iter().copied().collect()
    }

    /// Returns the first card of a field.
    pub(crate) fn card(&self, key: &str) -> Option<Card> {
        self.list(key).first().copied()
    }

    /// Returns the builds, each with its value and whether it is the player's own.
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
