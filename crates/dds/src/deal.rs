//! Deals: four open hands.

use crate::Direction;
use cards::{Card, CardSet};

/// Four hands of equal length without a shared card: a whole deal, or the rest of one between
/// tricks.
///
/// It is written and parsed in PBN notation:
///
/// ```
/// use dds::{Deal, Direction};
/// let deal: Deal = "N:AK5.. 743.. QT.2. 9.3.4".parse()?;
/// assert_eq!(deal.hand(Direction::South).to_string(), "2h Ts Qs");
/// assert_eq!(deal.tricks(), 3);
/// assert_eq!(deal.to_string(), "N:AK5... 743... QT.2.. 9.3.4.");
/// # Ok::<(), dds::ParseDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    hands: [CardSet; 4],
}

/// Invalid combination of four hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// A card is in two hands.
    #[error("{card} is both in {first}'s hand and in {second}'s")]
    Twice {
        /// Card that is in two hands.
        card: Card,
        /// First hand that holds the card.
        first: Direction,
        /// Second hand that holds the card.
        second: Direction,
    },
    /// The hands differ in length.
    #[error("{direction} holds {cards} cards and North {norths}; all four hands must be equally long")]
    Uneven {
        /// The hand that differs from North's.
        direction: Direction,
        /// Number of cards in the hand that differs.
        cards: u8,
        /// North's number of cards.
        norths: u8,
    },
}

impl Deal {
    /// Creates a deal from four hands, North's first, in the order of play.
    ///
    /// # Errors
    ///
    /// Returns [`DealError`] if a card is in two hands, or if the hands differ in length.
    pub fn new(hands: [CardSet; 4]) -> Result<Self, DealError> {
        for (index, first) in Direction::ALL.into_iter().enumerate() {
            for second in Direction::ALL.into_iter().skip(index + 1) {
                if let Some(card) = (hands[first as usize] & hands[second as usize]).first() {
                    return Err(DealError::Twice { card, first, second });
                }
            }
        }
        let norths = hands[0].len();
        for direction in Direction::ALL {
            let cards = hands[direction as usize].len();
            if cards != norths {
                return Err(DealError::Uneven { direction, cards, norths });
            }
        }
        Ok(Self { hands })
    }

    /// Returns the cards of one hand.
    #[must_use]
    pub const fn hand(&self, direction: Direction) -> CardSet {
        self.hands[direction as usize]
    }

    /// Returns the four hands, North's first.
    #[must_use]
    pub const fn hands(&self) -> [CardSet; 4] {
        self.hands
    }

    /// Returns the number of tricks, which is the length of each hand.
    #[must_use]
    pub const fn tricks(&self) -> u8 {
        self.hands[0].len()
    }
}
