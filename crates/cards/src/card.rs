//! Cards: ranks, suits, and their notation.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// Suit of a card. Latin suits use the same letters: coins `d`, cups `h`, swords `s`, batons `c`.
///
/// ```
/// use cards::Suit;
/// assert_eq!(Suit::ALL.map(|suit| suit.to_string()), ["c", "d", "h", "s"]);
/// assert_eq!("♥".parse(), Ok(Suit::Hearts));
/// assert!(Suit::Clubs < Suit::Spades);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Clubs ♣, or batons on Italian cards.
    Clubs,
    /// Diamonds ♦, or coins on Italian cards.
    Diamonds,
    /// Hearts ♥, or cups on Italian cards.
    Hearts,
    /// Spades ♠, or swords on Italian cards.
    Spades,
}

impl Suit {
    /// The suits in canonical order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the letter in card notation.
    #[must_use]
    pub const fn letter(self) -> char {
        ['c', 'd', 'h', 's'][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// Text that is not a suit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a suit: write c, d, h or s")]
pub struct ParseSuitError(pub String);

impl FromStr for Suit {
    type Err = ParseSuitError;

    fn from_str(text: &str) -> Result<Self, ParseSuitError> {
        match text {
            "c" | "C" | "♣" | "♧" => Ok(Self::Clubs),
            "d" | "D" | "♦" | "♢" => Ok(Self::Diamonds),
            "h" | "H" | "♥" | "♡" => Ok(Self::Hearts),
            "s" | "S" | "♠" | "♤" => Ok(Self::Spades),
            _ => Err(ParseSuitError(shorten(text))),
        }
    }
}

/// Rank of a card, ace low.
///
/// ```
/// use cards::Rank;
/// assert!(Rank::Ace < Rank::King);
/// assert_eq!(Rank::Ten.to_string(), "T");
/// assert_eq!("10".parse(), Ok(Rank::Ten));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    /// Jack, or foot soldier (fante) in Latin decks.
    Jack,
    /// Queen, or knight (cavallo) in Latin decks.
    Queen,
    King,
}

impl Rank {
    /// The ranks in canonical order.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// Returns the letter or digit in card notation.
    #[must_use]
    pub const fn letter(self) -> char {
        ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'][self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// Text that is not a rank.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a rank: write A, 2 to 9, T, J, Q or K")]
pub struct ParseRankError(pub String);

impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Self, ParseRankError> {
        let mut symbols = text.chars();
        let rank = match (symbols.next(), symbols.next()) {
            _ if text == "10" => Some(Self::Ten),
            (Some(symbol), None) => {
                Self::ALL.into_iter().find(|rank| rank.letter() == symbol.to_ascii_uppercase())
            }
            _ => None,
        };
        rank.ok_or_else(|| ParseRankError(shorten(text)))
    }
}

/// Shortens outside text for an error message.
fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}

/// One of the 52 cards.
///
/// Cards are ordered by rank from the ace up, then by suit c d h s. All lists of cards use this
/// canonical order.
///
/// ```
/// use cards::{Card, Rank, Suit};
/// let card: Card = "7d".parse()?;
/// assert_eq!((card.rank(), card.suit()), (Rank::Seven, Suit::Diamonds));
/// assert_eq!("10♥".parse::<Card>()?.to_string(), "Th");
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Card(u8);

impl Card {
    /// Number of cards.
    pub const COUNT: u8 = 52;

    /// Creates the card of this rank and suit.
    ///
    /// ```
    /// use cards::{Card, Rank, Suit};
    /// assert_eq!(Card::new(Rank::Ace, Suit::Spades).to_string(), "As");
    /// ```
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(rank as u8 * 4 + suit as u8)
    }

    /// Returns the card with this [`index`](Self::index), or `None` if there is none.
    ///
    /// ```
    /// use cards::Card;
    /// let deck: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
    /// assert_eq!((deck.len(), deck[51].to_string()), (52, "Ks".to_owned()));
    /// assert_eq!(Card::from_index(52), None);
    /// ```
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the position in canonical order, from 0 to 51: four times the rank, plus the suit.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        // A match compiles to a single division if the rank is used as a number; a lookup in `ALL`
        // does not.
        match self.0 / 4 {
            0 => Rank::Ace,
            1 => Rank::Two,
            2 => Rank::Three,
            3 => Rank::Four,
            4 => Rank::Five,
            5 => Rank::Six,
            6 => Rank::Seven,
            7 => Rank::Eight,
            8 => Rank::Nine,
            9 => Rank::Ten,
            10 => Rank::Jack,
            11 => Rank::Queen,
            _ => Rank::King,
        }
    }

    /// Returns the suit.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Suit {
        match self.0 % 4 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// Returns the card of the lowest set bit. `bits` are those of a nonempty
    /// [`CardSet`](crate::CardSet).
    pub(crate) const fn lowest(bits: u64) -> Self {
        Self(bits.trailing_zeros() as u8)
    }

    /// Returns the notation. It needs no memory, because a snapshot has dozens of cards.
    fn name(self) -> &'static str {
        std::str::from_utf8(&NAMES[usize::from(self.0)]).expect("letters are ASCII")
    }

    /// Placeholder for unused array elements.
    pub(crate) const FILLER: Self = Self(0);
}

/// Notation of the cards in canonical order.
static NAMES: [[u8; 2]; Card::COUNT as usize] = {
    let mut names = [[0; 2]; Card::COUNT as usize];
    let mut index = 0;
    while index < Card::COUNT {
        let card = Card(index);
        names[index as usize] = [card.rank().letter() as u8, card.suit().letter() as u8];
        index += 1;
    }
    names
};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a card.
///
/// ```
/// use cards::Card;
/// let error = "Zx".parse::<Card>().unwrap_err();
/// assert_eq!(error.to_string(), "“Zx” is not a card: write the rank and the suit, like 7d or Th");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not a card: write the rank and the suit, like 7d or Th")]
pub struct ParseCardError(pub String);

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let card = || {
            let suit = text.chars().next_back()?;
            let (rank, suit) = text.split_at(text.len() - suit.len_utf8());
            Some(Self::new(rank.parse().ok()?, suit.parse().ok()?))
        };
        card().ok_or_else(|| ParseCardError(shorten(text)))
    }
}

impl TryFrom<String> for Card {
    type Error = ParseCardError;

    fn try_from(text: String) -> Result<Self, ParseCardError> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

/// Parses cards separated by whitespace.
///
/// # Errors
///
/// Returns [`ParseCardError`] if a word is not a card.
///
/// ```
/// let cards = cards::parse_cards("7d 10♥ ks")?;
/// assert_eq!(cards.iter().map(ToString::to_string).collect::<Vec<_>>(), ["7d", "Th", "Ks"]);
/// assert!(cards::parse_cards("7d 8").is_err());
/// # Ok::<(), cards::ParseCardError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    text.split_whitespace().map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_order_is_rank_then_suit() {
        let written: Vec<String> = (0..52).filter_map(Card::from_index).map(String::from).collect();
        assert_eq!(written.join(" ")[..23], *"Ac Ad Ah As 2c 2d 2h 2s");
        assert_eq!(written[51], "Ks");
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn every_card_round_trips() {
        for card in (0..52).filter_map(Card::from_index) {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
    }

    #[test]
    fn other_spellings_parse_and_invalid_text_does_not() {
        for spelling in ["Th", "th", "10h", "10H", "T♥", "10♥"] {
            assert_eq!(spelling.parse::<Card>().map(String::from), Ok("Th".to_owned()), "{spelling}");
        }
        for nonsense in ["", "7", "d", "1d", "11d", "7x", "d7", "7dd", "100h", "♥", "0h", "77d", "€d"] {
            assert_eq!(nonsense.parse::<Card>(), Err(ParseCardError(nonsense.to_owned())), "{nonsense}");
        }
    }
}
