//! The cards on the table, as the next hand sees them.

use super::TRUMP;
use super::lanes::{in_suit, suit_of};

/// A trick that has begun.
#[derive(Clone, Copy)]
pub(crate) struct Trick {
    /// The suit led.
    pub(crate) suit: usize,
    /// The card that wins so far.
    pub(crate) best: u64,
    /// The suits of which a higher card beats it: its own, and trumps, whose bits are above all others.
    stronger: u64,
    /// Who laid it.
    pub(crate) winner: usize,
    /// Every card laid.
    pub(crate) played: u64,
}

/// The suits of which a higher card beats one of `suit`.
#[inline(always)]
const fn stronger<const TRUMPS: bool>(suit: usize) -> u64 {
    if TRUMPS { in_suit(suit) | in_suit(TRUMP) } else { in_suit(suit) }
}

impl Trick {
    /// `hand` leads a card.
    #[inline(always)]
    pub(crate) const fn led<const TRUMPS: bool>(hand: usize, card: u64) -> Self {
        let suit = suit_of(card);
        Self { suit, best: card, stronger: stronger::<TRUMPS>(suit), winner: hand, played: card }
    }

    /// `hand` lays one more.
    #[inline(always)]
    pub(crate) const fn with<const TRUMPS: bool>(self, hand: usize, card: u64) -> Self {
        let beats = self.is_beaten_by(card);
        Self {
            suit: self.suit,
            best: if beats { card } else { self.best },
            stronger: if beats { stronger::<TRUMPS>(suit_of(card)) } else { self.stronger },
            winner: if beats { hand } else { self.winner },
            played: self.played | card,
        }
    }

    /// Whether a card beats what lies.
    #[inline(always)]
    pub(crate) const fn is_beaten_by(&self, card: u64) -> bool {
        card & self.stronger > self.best
    }

    /// Whether a trump wins a trick of another suit.
    #[inline(always)]
    pub(crate) const fn is_ruffed(&self) -> bool {
        self.best & in_suit(self.suit) == 0
    }
}
