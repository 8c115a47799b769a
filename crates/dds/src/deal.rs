//! Four hands, face up.

use crate::Direction;
use cards::{Card, CardSet};

/// Four hands of the same length, no card in two of them: a whole deal, or what is left of one between tricks.
///
/// It is written as in PBN, and read back:
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

/// Why four hands are no deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// A card lies in two hands.
    #[error("{card} is both in {first}'s hand and in {second}'s")]
    Twice {
        /// The card.
        card: Card,
        /// Who holds it.
        first: Direction,
        /// Who holds it too.
        second: Direction,
    },
    /// The hands are not of one length.
    #[error("{direction} holds {cards} cards and North {norths}: between tricks all four hold as many")]
    Uneven {
        /// Whose hand differs from North's.
        direction: Direction,
        /// How many cards it has.
        cards: u8,
        /// How many North has.
        norths: u8,
    },
}

impl Deal {
    /// The deal of these hands, North's first, in the order of play.
    ///
    /// # Errors
    ///
    /// When a card lies in two hands, or the hands are not of one length.
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

    /// The cards of one hand.
    #[must_use]
    pub const fn hand(&self, direction: Direction) -> CardSet {
        self.hands[direction as usize]
    }

    /// The four hands, North's first.
    #[must_use]
    pub const fn hands(&self) -> [CardSet; 4] {
        self.hands
    }

    /// How many tricks there are to play: the cards of each hand.
    #[must_use]
    pub const fn tricks(&self) -> u8 {
        self.hands[0].len()
    }
}
