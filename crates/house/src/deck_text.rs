//! The cards of a deck as text, as records have them.

use crate::Rejected;
use engine::{Game, Refusal};

/// All cards of a game in one list, or those of each part after its name.
pub(crate) fn write_deck<G: Game>(cards: &[G::Card]) -> String {
    let Some(parts) = G::PARTS else { return write_cards(cards) };
    let part = |(index, name): (usize, &&str)| {
        let cards: Vec<G::Card> = cards.iter().copied().filter(|card| (parts.of)(*card) == index).collect();
        format!("{name}: {}", write_cards(&cards))
    };
    parts.names.iter().enumerate().map(part).collect::<Vec<_>>().join("; ")
}

/// Reads a deck as [`write_deck`] writes it. The names of the parts are there for people: which part a card belongs to
/// is seen by the card, so a card in the wrong part is as good as a strange one.
pub(crate) fn read_deck<G: Game>(
    text: &str,
    expected: impl Fn() -> Vec<G::Card>,
) -> Result<Vec<G::Card>, Rejected> {
    let Some(parts) = G::PARTS else { return read_cards::<G>(text, expected) };
    let belongs = |word: &str, name: &str| {
        let card = word.parse::<G::Card>();
        card.is_ok_and(|card| parts.names.get((parts.of)(card)) == Some(&name))
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
    read_cards::<G>(&words.join(" "), expected)
}

pub(crate) fn write_cards<C: ToString>(cards: &[C]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads cards separated by blanks, which are to be those `expected`. A word that is no card is named as extra, beside
/// whatever else is wrong.
pub(crate) fn read_cards<G: Game>(
    text: &str,
    expected: impl Fn() -> Vec<G::Card>,
) -> Result<Vec<G::Card>, Rejected> {
    let read = |word: &str| word.parse::<G::Card>().map_err(|_| word.chars().take(20).collect::<String>());
    let (cards, strange): (Vec<_>, Vec<_>) = text.split_whitespace().map(read).partition(Result::is_ok);
    let cards: Vec<G::Card> = cards.into_iter().flatten().collect();
    if strange.is_empty() {
        return Ok(cards);
    }
    let mut expected = expected();
    expected.sort_unstable();
    let strange = strange.into_iter().filter_map(Result::err).collect();
    engine::DeckError::check(&expected, &cards, strange).map_err(Refusal::<G::Illegal>::Deck)?;
    Ok(cards)
}
