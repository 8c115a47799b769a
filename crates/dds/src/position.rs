//! A deal in play: a strain, a hand on lead, and the cards of the trick that lie on the table.

use crate::{Deal, Direction, Strain};
use cards::{Card, CardSet, Rank, Suit};

/// A deal being played, at any card of any trick.
///
/// ```
/// use dds::{Deal, Direction, Position, Strain};
/// let deal: Deal = "N:A.2.. 3.4.. 5.6.. 7.8..".parse()?;
/// let mut position = Position::new(&deal, Strain::Hearts, Direction::North);
/// position.play("As".parse()?)?;
/// assert_eq!(position.to_play(), Direction::East);
/// let error = position.play("4h".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "East has to follow suit: 4h does not, and 3s would");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    hands: [CardSet; 4],
    strain: Strain,
    leader: Direction,
    /// The cards on the table in the order played; the first `played` of them count.
    trick: [Card; 4],
    played: u8,
    /// Tricks taken by North and South, by East and West.
    taken: [u8; 2],
}

/// Why a card cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The hand to play does not hold the card.
    #[error("it is {direction}'s turn, who does not hold {card}")]
    NotHeld {
        /// Whose turn it is.
        direction: Direction,
        /// The card.
        card: Card,
    },
    /// The hand has cards of the suit led.
    #[error("{direction} has to follow suit: {card} does not, and {instead} would")]
    Revoke {
        /// Whose turn it is.
        direction: Direction,
        /// The card.
        card: Card,
        /// One that may be played.
        instead: Card,
    },
}

/// The strength of a rank at this table, where the ace is high.
pub(crate) const fn strength(rank: Rank) -> u32 {
    (rank as u32 + 12) % 13
}

pub(crate) fn of_suit(hand: CardSet, suit: Suit) -> impl Iterator<Item = Card> {
    hand.iter().filter(move |card| card.suit() == suit)
}

impl Position {
    /// The start of the deal, `leader` to lead.
    #[must_use]
    pub const fn new(deal: &Deal, strain: Strain, leader: Direction) -> Self {
        let filler = Card::new(Rank::Two, Suit::Clubs);
        Self { hands: deal.hands(), strain, leader, trick: [filler; 4], played: 0, taken: [0; 2] }
    }

    /// What is trumps.
    #[must_use]
    pub const fn strain(&self) -> Strain {
        self.strain
    }

    /// Who led, or leads, to this trick.
    #[must_use]
    pub const fn leader(&self) -> Direction {
        self.leader
    }

    /// The cards on the table in the order laid.
    #[must_use]
    pub fn trick(&self) -> &[Card] {
        &self.trick[..self.played as usize]
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_play(&self) -> Direction {
        self.leader.after(self.played as usize)
    }

    /// The cards of a hand still to be played.
    #[must_use]
    pub const fn hand(&self, direction: Direction) -> CardSet {
        self.hands[direction as usize]
    }

    pub(crate) const fn hands(&self) -> [CardSet; 4] {
        self.hands
    }

    /// The tricks that a side has taken so far.
    #[must_use]
    pub const fn taken(&self, side_of: Direction) -> u8 {
        self.taken[side_of as usize & 1]
    }

    /// The tricks still to be won, the one on the table among them.
    #[must_use]
    pub const fn tricks_left(&self) -> u8 {
        self.hand(self.to_play()).len()
    }

    /// The cards that may be played: those of the suit led, or all when there is none.
    #[must_use]
    pub fn playable(&self) -> CardSet {
        let hand = self.hand(self.to_play());
        let Some(led) = self.trick().first() else { return hand };
        let following: CardSet = of_suit(hand, led.suit()).collect();
        if following.is_empty() { hand } else { following }
    }

    /// Plays a card for the hand whose turn it is.
    ///
    /// # Errors
    ///
    /// When that hand does not hold it, or has to follow suit.
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

    /// Whether two cards of the hand to play are of one suit, and none that is out or on the table parts them.
    #[must_use]
    pub fn are_alike(&self, one: Card, other: Card) -> bool {
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

    /// Which card on the table, counted from the lead, wins so far.
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
