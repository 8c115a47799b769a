//! Actions, illegal-move reasons and events of Speed.

use super::Ending;
use cards::{BySeat, Card, CardSet, Holding, Seat};
use engine::ParseActionError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Discard pile in the centre. Both players play on both piles. (SP-R3)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DiscardPile {
    /// The left pile: `L`.
    Left,
    /// The right pile: `R`.
    Right,
}

impl DiscardPile {
    /// The two discard piles, left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns 0 for left and 1 for right.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }
}

/// Action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Plays a card on a discard pile: `7c > L`, or with the targeted top card: `7c > L on 6d`.
    Play {
        /// Card that is played.
        card: Card,
        /// Discard pile that receives the card.
        pile: DiscardPile,
        /// The top that the player saw. It only decides whether a play is too late, and records
        /// omit it. (SP-S1)
        target: Option<Card>,
    },
    /// Agrees to turn up the next cards: `flip`.
    Flip,
}

impl Action {
    /// Returns the action as written in a record.
    pub(super) const fn canonical(self) -> Self {
        match self {
            Self::Play { card, pile, .. } => Self::Play { card, pile, target: None },
            Self::Flip => Self::Flip,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { card, pile, target } => {
                write!(f, "{card} > {}", pile.letter())?;
                target.map_or(Ok(()), |target| write!(f, " on {target}"))
            }
            Self::Flip => f.write_str("flip"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let unreadable = || ParseActionError::unreadable(text, "flip, or a card and a pile, such as 7c > L");
        if text == "flip" {
            return Ok(Self::Flip);
        }
        let Some((card, rest)) = text.split_once(" > ") else { return Err(unreadable()) };
        let (pile, target) = match rest.split_once(" on ") {
            Some((pile, target)) => (pile, Some(target.parse()?)),
            None => (rest, None),
        };
        let pile = DiscardPile::BOTH.into_iter().find(|known| known.letter().to_string() == pile);
        Ok(Self::Play { card: card.parse()?, pile: pile.ok_or_else(unreadable)?, target })
    }
}

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        NotHeld { card: Card } = "not-held" ("SP-R3"), "{card} is not in your hand";
        FaceDown = "face-down" ("SP-R2"), "the centre cards still lie face down: agree to flip first";
        DoesNotFit { card: Card, top: Card } = "not-next" ("SP-R3"),
            "{card} does not go on {top}: the ranks must be next to each other";
        TooLate { card: Card, target: Card, top: Card } = "too-late" ("SP-R4"),
            "too late: {top} lies on {target} already, so {card} comes back";
        NotBlocked = "not-blocked" ("SP-S5"), "no flip now: a card can still be played";
    }
}

/// Event of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SpeedEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt. The opponent sees only its size.
    Dealt {
        /// Seat that received the hand.
        seat: Seat,
        /// Cards of the hand, or only their number.
        hand: Holding,
    },
    /// A seat agreed to flip.
    Agreed {
        /// Seat that agreed.
        seat: Seat,
    },
    /// A card was turned up on each pile.
    Flipped {
        /// The left and the right card.
        cards: [Card; 2],
    },
    /// A card was played.
    Played {
        /// Seat that played the card.
        seat: Seat,
        /// Card that was played.
        card: Card,
        /// Discard pile that received the card.
        pile: DiscardPile,
    },
    /// A hand was refilled from the player's stock.
    Refilled {
        /// Seat whose hand was refilled.
        seat: Seat,
        /// The card, visible only to that seat.
        card: Option<Card>,
    },
    /// The game is blocked: neither player can play.
    Blocked,
    /// A discard pile became a new talon.
    Recycled {
        /// Discard pile that became a talon.
        pile: DiscardPile,
        /// Number of cards.
        cards: u8,
    },
    /// The game ended, and the hands are shown.
    Ended {
        /// Way in which the game ended.
        ending: Ending,
        /// Hands at the end of the game.
        hands: BySeat<CardSet>,
        /// Cards left in hand and stock.
        left: BySeat<u8>,
    },
}
