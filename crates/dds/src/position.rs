//! Positions: a deal in play, with its strain, its leader, and the cards of the current trick.

use crate::{Deal, Direction, Strain};
use cards::{Card, CardSet, Rank, Suit};

/// Deal in play, at any card of any trick.
///
/// ```
/// use dds::{Deal, Direction, Position, Strain};
/// let deal: Deal = "N:A.2.. 3.4.. 5.6.. 7.8..".parse()?;
/// let mut position = Position::new(&deal, Strain::Hearts, Direction::North);
/// position.play("As".parse()?)?;
/// assert_eq!(position.to_play(), Direction::East);
/// let error = position.play("4h".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "4h does not follow suit; East must play a card such as 3s");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    hands: [CardSet; 4],
    strain: Strain,
    leader: Direction,
    /// The cards of the trick in the order played; the first `played` of them are valid.
    trick: [Card; 4],
    played: u8,
    /// Tricks taken by North-South and by East-West.
    taken: [u8; 2],
}

/// Reason why a card cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The hand to play does not hold the card.
    #[error("{direction} is to play and does not hold {card}")]
    NotHeld {
        /// The hand to play.
        direction: Direction,
        /// Card that is missing from the hand.
        card: Card,
    },
    /// The hand has cards of the suit led.
    #[error("{card} does not follow suit; {direction} must play a card such as {instead}")]
    Revoke {
        /// The hand to play.
        direction: Direction,
        /// Card that would revoke.
        card: Card,
        /// Card that could be played instead.
        instead: Card,
    },
}

/// Returns the strength of a rank in bridge, where the ace is high.
pub(crate) const fn strength(rank: Rank) -> u32 {
    (rank as u32 + 12) % 13
}

pub(crate) fn of_suit(hand: CardSet, suit: Suit) -> impl Iterator<Item = Card> {
    hand.iter().filter(move |card| card.suit() == suit)
}

impl Position {
    /// Creates the position before the first card of a deal, with `leader` to lead.
    #[must_use]
    pub const fn new(deal: &Deal, strain: Strain, leader: Direction) -> Self {
        let filler = Card::new(Rank::Two, Suit::Clubs);
        Self { hands: deal.hands(), strain, leader, trick: [filler; 4], played: 0, taken: [0; 2] }
    }

    /// Returns the strain.
    #[must_use]
    pub const fn strain(&self) -> Strain {
        self.strain
    }

    /// Returns the leader of the current trick.
    #[must_use]
    pub const fn leader(&self) -> Direction {
        self.leader
    }

    /// Returns the cards of the current trick in the order played.
    #[must_use]
    pub fn trick(&self) -> &[Card] {
        &self.trick[..self.played as usize]
    }

    /// Returns the hand to play.
    #[must_use]
    pub const fn to_play(&self) -> Direction {
        self.leader.after(self.played as usize)
    }

    /// Returns the remaining cards of a hand.
    #[must_use]
    pub const fn hand(&self, direction: Direction) -> CardSet {
        self.hands[direction as usize]
    }

    pub(crate) const fn hands(&self) -> [CardSet; 4] {
        self.hands
    }

    /// Returns the number of tricks a side has taken so far.
    #[must_use]
    pub const fn taken(&self, side_of: Direction) -> u8 {
        self.taken[side_of as usize & 1]
    }

    /// Returns the number of remaining tricks, including the current one.
    #[must_use]
    pub const fn tricks_left(&self) -> u8 {
        self.hand(self.to_play()).len()
    }

    /// Returns the playable cards: those of the suit led, or all if there are none.
    #[must_use]
    pub fn playable(&self) -> CardSet {
        let hand = self.hand(self.to_play());
        let Some(led) = self.trick().first() else { return hand };
        let following: CardSet = of_suit(hand, led.suit()).collect();
        if following.is_empty() { hand } else { following }
    }

    /// Plays a card for the hand to play.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if the hand does not hold the card, or must follow suit.
    pub fn play(&mut self, card: Card) -> Result<(), PlayError> {
        let direction = self.to_play();
        if !self.hand(direction).contains(card) {
            return Err(PlayError::NotHeld { direction, card });
        }
        let playable = self.playable();
        if let Some(instead) = playable.first().filter(|_| !playable.contains(card)) {
            return Err(PlayError::Revoke { direction, card, instead });
        }
        self.hands[direction as usize].remove(card);
        self.trick[self.played as usize] = card;
        self.played += 1;
        if self.played == 4 {
            let winner = self.winning();
            self.leader = self.leader.after(winner);
            self.taken[self.leader as usize & 1] += 1;
            self.played = 0;
        }
        Ok(())
    }

    /// Returns whether two cards of the hand to play are equivalent: of one suit, with no other
    /// hand's or trick's card between them.
    #[must_use]
    pub fn are_equivalent(&self, one: Card, other: Card) -> bool {
        let (one_high, other_high) = (strength(one.rank()), strength(other.rank()));
        let between = one_high.min(other_high)..one_high.max(other_high);
        let own = self.hand(self.to_play());
        let parts = |card: Card| {
            card.suit() == one.suit() && between.contains(&strength(card.rank())) && !own.contains(card)
        };
        one.suit() == other.suit()
            && !self.trick().iter().any(|&card| parts(card))
            && !self.hands.iter().any(|hand| hand.iter().any(parts))
    }

    /// Returns the index of the winning card in the current trick.
    fn winning(&self) -> usize {
        let mut best = 0;
        for (index, &card) in self.trick().iter().enumerate() {
            let leads = self.trick[best];
            let beats = if card.suit() == leads.suit() {
                strength(card.rank()) > strength(leads.rank())
            } else {
                Some(card.suit()) == self.strain.trumps()
            };
            if beats {
                best = index;
            }
        }
        best
    }
}
