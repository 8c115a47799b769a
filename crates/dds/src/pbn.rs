//! Parsing and writing of deals in PBN notation.
//!
//! `N:AK5.QJ.. …`: the letter of the first hand, then four hands clockwise, each with spades,
//! hearts, diamonds and clubs.

use crate::{Deal, DealError, Direction};
use cards::{Card, CardSet, Rank, Suit};
use std::fmt;
use std::str::FromStr;

/// Suits of a hand, highest first.
const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
/// Ranks of a suit, highest first.
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

/// Invalid text of a deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseDealError {
    /// The letter of the first hand is missing.
    #[error("a deal must begin with the letter of its first hand and a colon, such as “N:”")]
    First,
    /// The number of hands is not four.
    #[error("a deal needs four hands separated by spaces, not {0}")]
    Hands(usize),
    /// A hand has too many suits.
    #[error("{direction}'s hand “{hand}” has more than four suits")]
    Suits {
        /// Hand with too many suits.
        direction: Direction,
        /// Text of the hand.
        hand: String,
    },
    /// A character is not a rank.
    #[error("“{sign}” in {direction}'s hand is not a rank; use AKQJT98765432")]
    Rank {
        /// Hand with the character.
        direction: Direction,
        /// Character that is not a rank.
        sign: char,
    },
    /// A hand has a card twice.
    #[error("{direction} holds {card} twice")]
    Repeated {
        /// Hand with the card.
        direction: Direction,
        /// Card that occurs twice.
        card: Card,
    },
    /// The hands do not form a deal.
    #[error(transparent)]
    Deal(#[from] DealError),
}

/// Parses one hand: spades, hearts, diamonds, clubs, separated by dots. A lone `-` is an empty
/// hand.
///
/// # Errors
///
/// Returns [`ParseDealError`] if a character is not a rank, a card appears twice, or there are more
/// than four suits.
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
        // Some programs write “10” for a ten, and “-” for a void.
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

/// Writes one hand in PBN notation: `AK5.QJ..`.
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
