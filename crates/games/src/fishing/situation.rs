//! Positions laid out with real cards, for the arbiter.

use super::deal::LAID;
use super::{Deal, Rules};
use cards::{BySeat, BySide, Card, CardSet, Pile, Seat, SeatSet};

impl Deal {
    /// Creates a position in which the first seat is to play, with these cards on the table and in
    /// its hand.
    ///
    /// Every other hand holds one unseen card, and the stock the rest. With `last` there are no
    /// unseen cards, so this is the last play of the deal.
    #[must_use]
    pub fn situation(rules: Rules, table: CardSet, hand: CardSet, last: bool) -> Self {
        let seats = rules.seats;
        let first = Seat::new(0);
        let mut unseen = (rules.deck - table - hand).iter();
        let hands = BySeat::new(seats, |seat| match seat {
            seat if seat == first => hand,
            _ if last => CardSet::EMPTY,
            _ => unseen.next().map_or(CardSet::EMPTY, CardSet::only),
        });
        Self {
            rules,
            dealer: Seat::new(seats - 1),
            playing: SeatSet::all(seats),
            hands,
            table,
            stock: if last { Pile::EMPTY } else { unseen.collect() },
            piles: BySide::filled(rules.sides(), CardSet::EMPTY),
            sweeps: Pile::EMPTY,
            turn: Some(first),
            last_capture: None,
            last_capturer: None,
            laid_on: BySeat::filled(seats, [CardSet::EMPTY; LAID]),
            thrown_in: false,
        }
    }

    /// Creates a finished deal with these captured cards and numbers of sweeps.
    #[must_use]
    pub fn captured(rules: Rules, piles: BySide<CardSet>, sweeps: BySide<u8>) -> Self {
        let over = Self::situation(rules, CardSet::EMPTY, CardSet::EMPTY, true);
        // Only the pile of a sweep matters, not its card.
        let cards = |side| piles[side].iter().take(usize::from(sweeps[side]));
        let sweeps: Vec<Card> = piles.iter().flat_map(|(side, _)| cards(side)).collect();
        Self { piles, sweeps: sweeps.into_iter().collect(), turn: None, ..over }
    }
}
