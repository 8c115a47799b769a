//! Text form of decks, as in records.
//!
//! Most functions depend on the card type only, so games with the same cards share their compiled code.

use crate::Rejection;
use engine::{DeckError, Game};
use std::fmt::Display;
use std::str::FromStr;

/// Card type of a game.
trait Card: Copy + Ord + Display + FromStr {}

impl<C: Copy + Ord + Display + FromStr> Card for C {}

/// Names of the decks of a game, and the index of a card's deck.
struct Parts<C> {
    names: &'static [&'static str],
    of: fn(C) -> usize,
}

impl<C> Parts<C> {
    fn of_game<G: Game<Card = C>>() -> Option<Self> {
        G::PARTS.map(|parts| Self { names: parts.names, of: parts.of })
    }
}

/// Writes all cards of a game in one list, or those of each part after its name.
pub(crate) fn write_deck<G: Game>(cards: &[G::Card]) -> String {
    match Parts::of_game::<G>() {
        Some(parts) => write_parts(cards, &parts),
        None => write_cards(cards),
    }
}

fn write_parts<C: Card>(cards: &[C], parts: &Parts<C>) -> String {
    let mut text = Vec::new();
    for (index, name) in parts.names.iter().enumerate() {
        let cards: Vec<C> = cards.iter().copied().filter(|card| (parts.of)(*card) == index).collect();
        text.push(format!("{name}: {}", write_cards(&cards)));
    }
    text.join("; ")
}

/// Reads a deck as [`write_deck`] writes it.
///
/// A card in the wrong part counts as an unknown card.
///
/// # Errors
///
/// Returns [`Rejection`] if a word is not a card. The message compares the cards with `expected`.
pub(crate) fn read_deck<G: Game>(
    text: &str,
    expected: &dyn Fn() -> Vec<G::Card>,
) -> Result<Vec<G::Card>, Rejection> {
    match Parts::of_game::<G>() {
        Some(parts) => read_parts(text, expected, &parts),
        None => read_cards(text, expected),
    }
}

fn read_parts<C: Card>(
    text: &str,
    expected: &dyn Fn() -> Vec<C>,
    parts: &Parts<C>,
) -> Result<Vec<C>, Rejection> {
    let belongs = |word: &str, name: &str| {
        word.parse::<C>().is_ok_and(|card| parts.names.get((parts.of)(card)) == Some(&name))
    };
    let mut words = Vec::new();
    for part in text.split(';') {
        let Some((name, cards)) = part.split_once(':') else {
            words.extend(part.split_whitespace().map(|word| format!("({word})")));
            continue;
        };
        words.extend(cards.split_whitespace().map(|word| match belongs(word, name.trim()) {
            true => word.to_owned(),
            false => format!("{}/{word}", name.trim()),
        }));
    }
    read_cards(&words.join(" "), expected)
}

pub(crate) fn write_cards<C: Display>(cards: &[C]) -> String {
    let mut text = String::new();
    for card in cards {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&card.to_string());
    }
    text
}

/// Reads cards separated by whitespace.
///
/// # Errors
///
/// Returns [`Rejection`] if a word is not a card. The message names it as extra and compares the other cards with
/// `expected`.
pub(crate) fn read_cards<C: Copy + Ord + Display + FromStr>(
    text: &str,
    expected: &dyn Fn() -> Vec<C>,
) -> Result<Vec<C>, Rejection> {
    let (mut cards, mut strange) = (Vec::new(), Vec::new());
    for word in text.split_whitespace() {
        match word.parse::<C>() {
            Ok(card) => cards.push(card),
            Err(_) => strange.push(word.chars().take(20).collect()),
        }
    }
    if strange.is_empty() {
        return Ok(cards);
    }
    let mut expected = expected();
    expected.sort_unstable();
    DeckError::check(&expected, &cards, strange)?;
    Ok(cards)
}
