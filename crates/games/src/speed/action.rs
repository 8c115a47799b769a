//! The words of the table: what may be done, why it may not, and what happened.

use super::Ending;
use cards::{BySeat, Card, CardSet, Holding, Seat};
use engine::ParseActionError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of the two places in the centre. Nobody owns one: both play on both. (SP-R3)
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
    /// Both, the left before the right.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// 0 or 1.
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

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Play a card on a discard pile: `7c > L`; in a race with the card it is aimed at: `7c > L on 6d`.
    Play {
        /// The card.
        card: Card,
        /// The pile.
        pile: DiscardPile,
        /// The top its player saw. No part of a record: it only decides whether a play came too late. (SP-S1)
        target: Option<Card>,
    },
    /// Agree to turn up the next cards: `flip`.
    Flip,
}

impl Action {
    /// As a record writes it.
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
    /// Why a seat may not.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        NotHeld { card: Card } = "not-held" ("SP-R3"), "{card} is not in your hand";
        FaceDown = "face-down" ("SP-R2"), "the centre cards still lie face down: agree to flip first";
        DoesNotFit { card: Card, top: Card } = "not-next" ("SP-R3"),
            "{card} does not go on {top}: the ranks must be next to each other";
        TooLate { card: Card, target: Card, top: Card } = "too-late" ("SP-R4"),
            "too late: {top} lies on {target} already, so {card} comes back";
        NotBlocked = "not-blocked" ("SP-S5"), "no flip now: somebody can still play a card";
    }
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SpeedEvent"))]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum Event {
    /// A hand was dealt; others see how many cards.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The hand.
        hand: Holding,
    },
    /// Somebody agreed to flip.
    Agreed {
        /// Who.
        seat: Seat,
    },
    /// A card was turned up at each place.
    Flipped {
        /// The left one and the right one.
        cards: [Card; 2],
    },
    /// A card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// Where.
        pile: DiscardPile,
    },
    /// The hand was refilled from the player's own stock.
    Refilled {
        /// Whose.
        seat: Seat,
        /// The card; others do not see it.
        card: Option<Card>,
    },
    /// Nobody can play.
    Blocked,
    /// A discard pile became a new talon.
    Recycled {
        /// Where.
        pile: DiscardPile,
        /// How many cards.
        cards: u8,
    },
    /// The game is over, and the hands are shown.
    Ended {
        /// How.
        ending: Ending,
        /// The hands.
        hands: BySeat<CardSet>,
        /// The cards left, the stocks included.
        left: BySeat<u8>,
    },
}
