//! Specifications of the decks.

use crate::InputError;
use cards::{Card, Rank, Suit};
use engine::Ruleset;
use games::sharks;
use serde::Serialize;
use std::sync::LazyLock;

/// Deck: its cards and their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Specification {
    /// Id of the deck: `"scopa40"`.
    pub id: &'static str,
    /// The cards, in grid order.
    pub cards: Vec<DeckCard>,
    /// Whether the deck is a 52-card deck, or can be made from one.
    pub from_full_deck: bool,
}

/// Card of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct DeckCard {
    /// Text: `7d` or `capital-7`.
    pub card: String,
    /// Number of copies.
    pub count: u16,
    /// Group in the grid: a suit, or a part of the deck.
    pub group: &'static str,
}

impl Specification {
    /// Returns the number of cards.
    #[must_use]
    pub fn size(&self) -> u16 {
        self.cards.iter().map(|card| card.count).sum()
    }

    /// Returns the number of copies of a card.
    #[must_use]
    pub fn count(&self, card: &str) -> u16 {
        self.cards.iter().find(|one| one.card == card).map_or(0, |one| one.count)
    }
}

const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

/// Returns a deck in grid order, suit by suit.
fn of_deck(id: &'static str, mut deck: Vec<Card>) -> Specification {
    deck.sort_by_key(|card| (card.suit() as u8, card.rank() as u8));
    let cards = deck.into_iter().map(|card| DeckCard {
        card: card.to_string(),
        count: 1,
        group: suit_name(card.suit()),
    });
    Specification { id, cards: cards.collect(), from_full_deck: true }
}

fn deck_of<O: Ruleset>() -> Vec<O::Card> {
    let preset = &O::PRESETS[0];
    O::preset(preset, preset.seats[0]).deck()
}

/// Returns the three decks of the built-in set. (SH-R1)
fn sharks() -> Specification {
    let deck = deck_of::<sharks::Options>();
    // The deck is in order, so equal cards are together.
    let cards = deck.chunk_by(|a, b| a == b).map(|equal| {
        let (card, count) = (equal[0], equal.len() as u16);
        let (card, group) = match card {
            sharks::Card::Capital(value) => (format!("capital-{value}"), "capital"),
            sharks::Card::Investment(_) => (card.to_string(), "investments"),
            sharks::Card::Tool(_) => (card.to_string(), "tools"),
        };
        DeckCard { card, count, group }
    });
    Specification { id: "sharks-setA", cards: cards.collect(), from_full_deck: false }
}

/// All decks. Those of games are the ones their rules deal from.
pub static SPECIFICATIONS: LazyLock<Vec<Specification>> = LazyLock::new(|| {
    let latin =
        Specification { from_full_deck: false, ..of_deck("latin40", deck_of::<games::scopa::Options>()) };
    vec![
        of_deck("standard52", deck_of::<bridge::Options>()),
        of_deck("scopa40", deck_of::<games::scopa::Options>()),
        of_deck("wallstreet40", deck_of::<games::wall_street::Options>()),
        latin,
        sharks(),
    ]
});

/// Returns the deck with this name.
///
/// # Errors
///
/// Returns [`InputError`] if there is none.
pub fn find(id: &str) -> Result<&'static Specification, InputError> {
    let known = || SPECIFICATIONS.iter().map(|deck| deck.id).collect::<Vec<_>>().join(", ");
    let found = SPECIFICATIONS.iter().find(|deck| deck.id == id);
    found.ok_or_else(|| InputError::NoDeck { given: id.chars().take(40).collect(), known: known() })
}

/// Returns the ranks to take out of a 52-card deck to make this deck, or `None` if that is
/// impossible.
#[must_use]
pub fn strip(deck: &Specification) -> Option<Vec<char>> {
    let holds =
        |rank: &Rank| Suit::ALL.iter().any(|suit| deck.count(&Card::new(*rank, *suit).to_string()) > 0);
    deck.from_full_deck.then(|| Rank::ALL.into_iter().filter(|rank| !holds(rank)).map(Rank::letter).collect())
}
