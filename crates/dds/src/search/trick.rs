//! State of a trick in the search.

use super::TRUMP;
use super::lanes::{in_suit, suit_of};

/// Trick in progress.
#[derive(Clone, Copy)]
pub(crate) struct Trick {
    /// Index of the suit led.
    pub(crate) suit: usize,
    /// Winning card so far.
    pub(crate) best: u64,
    /// Suits in which a higher bit beats the winning card: its own and trumps, whose bits are above
    /// all others.
    stronger: u64,
    /// Hand that played the winning card.
    pub(crate) winner: usize,
    /// Cards played to the trick so far.
    pub(crate) played: u64,
}

/// Returns the suits in which a higher bit beats a card of `suit`.
#[inline(always)]
const fn stronger<const TRUMPS: bool>(suit: usize) -> u64 {
    if TRUMPS { in_suit(suit) | in_suit(TRUMP) } else { in_suit(suit) }
}

impl Trick {
    /// Creates a trick with its lead.
    #[inline(always)]
    pub(crate) const fn led<const TRUMPS: bool>(hand: usize, card: u64) -> Self {
        let suit = suit_of(card);
        Self { suit, best: card, stronger: stronger::<TRUMPS>(suit), winner: hand, played: card }
    }

    /// Returns the trick after one more card.
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

    /// Returns whether a card beats the winning card.
    #[inline(always)]
    pub(crate) const fn is_beaten_by(&self, card: u64) -> bool {
        card & self.stronger > self.best
    }

    /// Returns whether a trump wins a trick led in another suit.
    #[inline(always)]
    pub(crate) const fn is_ruffed(&self) -> bool {
        self.best & in_suit(self.suit) == 0
    }
}
