//! Reconstruction of views from their wire form, for games in which it is sufficient.
//!
//! In these games a bot needs only what a client receives, including the rules and the score. In
//! other games a bot remembers more than a client is shown.

use cards::{BySeat, BySide, CardSet, Holding, Seat, SeatSet};
use engine::Game;
use serde::de::DeserializeOwned;

/// Game whose bots can play from the wire form of a view.
pub trait FromWire: Game {
    /// Wire form of a view.
    type WireView: DeserializeOwned;

    /// Returns the view for a wire form during a deal, or `None` if the rules admit no such view.
    ///
    /// The result may differ from the original in details irrelevant to the player to act, such as
    /// the order of sweeps.
    fn view_of(
        wire: &Self::WireView,
        options: &Self::Options,
        dealer: Seat,
        totals: BySeat<i32>,
    ) -> Option<Self::View>;
}

/// Claimed placement of a deal's cards.
pub(crate) struct Placement<'a> {
    pub(crate) deck: CardSet,
    pub(crate) seats: u8,
    pub(crate) sides: u8,
    pub(crate) hands: &'a BySeat<Holding>,
    pub(crate) piles: &'a BySide<CardSet>,
    pub(crate) sweeps: &'a BySide<CardSet>,
    /// Open cards on the table.
    pub(crate) table: CardSet,
    pub(crate) stock: u8,
}

impl Placement<'_> {
    /// Returns whether every card of the deck occurs exactly once.
    pub(crate) fn is_complete(&self) -> bool {
        if (self.hands.seats(), self.piles.sides(), self.sweeps.sides())
            != (self.seats, self.sides, self.sides)
        {
            return false;
        }
        let (mut seen, mut counted, mut hidden) = (CardSet::EMPTY, 0, usize::from(self.stock));
        let mut lie = |cards: CardSet| {
            counted += cards.len() as usize;
            seen = seen | cards;
        };
        lie(self.table);
        self.piles.iter().for_each(|(_, pile)| lie(pile));
        for (_, hand) in self.hands.iter() {
            match hand {
                Holding::Open(cards) => lie(cards),
                Holding::Closed(count) => hidden += usize::from(count),
            }
        }
        let are_swept = self.sweeps.iter().all(|(side, sweeps)| (sweeps - self.piles[side]).is_empty());
        let is_deck = (seen - self.deck).is_empty() && counted == seen.len() as usize;
        is_deck && are_swept && counted + hidden == self.deck.len() as usize
    }
}

/// Returns whether all of these seats belong to a table of `seats`.
pub(crate) fn are_seated(seats: u8, mut named: impl Iterator<Item = Seat>) -> bool {
    named.all(|seat| SeatSet::all(seats).contains(seat))
}
