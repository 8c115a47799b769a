//! The way back from what is sent to a view, for the games in which it is short: what a client is sent there is all that a bot goes by,
//! with the rules and the score, which a client is told too. In the others a bot remembers more than a client is shown.

use cards::{BySeat, BySide, CardSet, Holding, Seat, SeatSet};
use engine::Game;
use serde::de::DeserializeOwned;

/// A game whose bots can play from what a client is sent.
pub trait FromSent: Game {
    /// What a client is sent of a view.
    type Sent: DeserializeOwned;

    /// The view it was sent of, in the middle of a deal; nothing, if there is no such view by these rules. It may differ from it in
    /// what changes nothing for whoever is to play: the order in which sweeps were made.
    fn view_of(
        sent: &Self::Sent,
        options: &Self::Options,
        dealer: Seat,
        totals: BySeat<i32>,
    ) -> Option<Self::View>;
}

/// Where the cards of a deal are said to lie.
pub(crate) struct Lies<'a> {
    pub(crate) deck: CardSet,
    pub(crate) seats: u8,
    pub(crate) sides: u8,
    pub(crate) hands: &'a BySeat<Holding>,
    pub(crate) piles: &'a BySide<CardSet>,
    pub(crate) sweeps: &'a BySide<CardSet>,
    /// What lies open on the table.
    pub(crate) table: CardSet,
    pub(crate) stock: u8,
}

impl Lies<'_> {
    /// Whether every card lies somewhere, and none in two places.
    pub(crate) fn is_whole(&self) -> bool {
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

/// Whether all of them sit at a table of so many.
pub(crate) fn sit(seats: u8, mut named: impl Iterator<Item = Seat>) -> bool {
    named.all(|seat| SeatSet::all(seats).contains(seat))
}
