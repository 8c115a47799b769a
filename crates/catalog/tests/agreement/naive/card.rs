//! Cards and decks, as a record writes them.

/// Card: index of the rank in `A23456789TJQK` and of the suit in `cdhs`. Cards sort in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Card {
    pub(crate) rank: usize,
    suit: usize,
}

const RANKS: &str = "A23456789TJQK";
pub(crate) const SUITS: &str = "cdhs";

impl Card {
    pub(crate) fn read(text: &str) -> Self {
        Self::try_read(text).unwrap_or_else(|| panic!("{text} is no card"))
    }

    /// Reads a card in canonical form.
    pub(crate) fn try_read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let rank = RANKS.find(letters.next()?)?;
        let suit = SUITS.find(letters.next()?)?;
        letters.next().is_none().then_some(Self { rank, suit })
    }

    pub(crate) fn rank(self) -> &'static str {
        &RANKS[self.rank..=self.rank]
    }

    pub(crate) fn suit(self) -> &'static str {
        &SUITS[self.suit..=self.suit]
    }

    pub(crate) fn written(self) -> String {
        format!("{}{}", self.rank(), self.suit())
    }

    pub(crate) fn is(self, text: &str) -> bool {
        self.written() == text
    }
}

/// Returns all 52 cards in canonical order.
pub(crate) fn full_deck() -> Vec<String> {
    RANKS.chars().flat_map(|rank| SUITS.chars().map(move |suit| format!("{rank}{suit}"))).collect()
}

/// Reads a deck, as a record writes it.
pub(crate) fn read_deck(deck: &str) -> Vec<Card> {
    deck.split(' ').map(Card::read).collect()
}

/// Writes cards, separated by spaces.
pub(crate) fn write_cards(cards: &[Card]) -> String {
    cards.iter().map(|card| card.written()).collect::<Vec<_>>().join(" ")
}
