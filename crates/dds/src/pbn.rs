//! Deals as text, in the notation of PBN: `N:AK5.QJ.. …`, the first hand's letter, then four hands clockwise,
//! each spades, hearts, diamonds, clubs.

use crate::{Deal, DealError, Direction};
use cards::{Card, CardSet, Rank, Suit};
use std::fmt;
use std::str::FromStr;

/// The order of suits in a hand, highest first.
const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
/// The order of ranks in a suit, highest first.
const RANKS: [Rank; 13] = [
    Rank::Ace,
    Rank::King,
    Rank::Queen,
    Rank::Jack,
    Rank::Ten,
    Rank::Nine,
    Rank::Eight,
    Rank::Seven,
    Rank::Six,
    Rank::Five,
    Rank::Four,
    Rank::Three,
    Rank::Two,
];

/// Why a text is no deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseDealError {
    /// It does not begin with the letter of the first hand.
    #[error("a deal begins with the letter of its first hand and a colon, like “N:”")]
    First,
    /// There are not four hands.
    #[error("a deal has four hands with blanks between, and here are {0}")]
    Hands(usize),
    /// A hand with too many dots.
    #[error("{direction}'s hand “{hand}” has more than four suits")]
    Suits {
        /// Whose hand.
        direction: Direction,
        /// Its text.
        hand: String,
    },
    /// A sign that is no rank.
    #[error("“{sign}” in {direction}'s hand is no rank: they are AKQJT98765432")]
    Rank {
        /// Whose hand.
        direction: Direction,
        /// The sign.
        sign: char,
    },
    /// A card that is in the same hand twice.
    #[error("{direction} holds {card} twice")]
    Repeated {
        /// Whose hand.
        direction: Direction,
        /// The card.
        card: Card,
    },
    /// The hands make no deal.
    #[error(transparent)]
    Deal(#[from] DealError),
}

/// Reads one hand: spades, hearts, diamonds, clubs, with dots between. A lone `-` is a hand without cards.
///
/// # Errors
///
/// When a sign is no rank, a card is there twice, or there are more than four suits.
pub fn read_hand(direction: Direction, text: &str) -> Result<CardSet, ParseDealError> {
    let mut hand = CardSet::EMPTY;
    if text == "-" {
        return Ok(hand);
    }
    let mut suits = SUITS.into_iter();
    for holding in text.split('.') {
        let suit = suits
            .next()
            .ok_or_else(|| ParseDealError::Suits { direction, hand: text.chars().take(40).collect() })?;
        // “10” is a ten in some programs' files; a lone “-” is a void.
        for sign in if holding == "-" { String::new() } else { holding.replace("10", "T") }.chars() {
            let rank = RANKS
                .into_iter()
                .find(|rank| rank.letter() == sign.to_ascii_uppercase())
                .ok_or(ParseDealError::Rank { direction, sign })?;
            let card = Card::new(rank, suit);
            if hand.contains(card) {
                return Err(ParseDealError::Repeated { direction, card });
            }
            hand.insert(card);
        }
    }
    Ok(hand)
}

impl FromStr for Deal {
    type Err = ParseDealError;

    fn from_str(text: &str) -> Result<Self, ParseDealError> {
        let (first, rest) = text.trim().split_once(':').ok_or(ParseDealError::First)?;
        let first: Direction = first.parse().map_err(|_| ParseDealError::First)?;
        let count = rest.split_whitespace().count();
        if count != 4 {
            return Err(ParseDealError::Hands(count));
        }
        let mut hands = [CardSet::EMPTY; 4];
        for (steps, text) in rest.split_whitespace().enumerate() {
            let direction = first.after(steps);
            hands[direction as usize] = read_hand(direction, text)?;
        }
        Ok(Self::new(hands)?)
    }
}

/// One hand as a deal has it: `AK5.QJ..`.
#[must_use]
pub fn write_hand(hand: CardSet) -> String {
    let suits = SUITS.map(|suit| {
        let ranks = RANKS.into_iter().filter(|rank| hand.contains(Card::new(*rank, suit)));
        ranks.map(Rank::letter).collect::<String>()
    });
    suits.join(".")
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [north, east, south, west] = self.hands().map(write_hand);
        write!(f, "N:{north} {east} {south} {west}")
    }
}
