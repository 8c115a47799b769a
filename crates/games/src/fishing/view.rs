//! Views of a deal and their determinizations.

use super::deal::{Capture, Deal, LAID};
use super::play::Event;
use super::rules::Rules;
use crate::from_wire::{Placement, are_seated};
use crate::wire_view::view;
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet, Viewer};

view! {
    "FishingView"
    unsent {
        /// The rules, which are sent with the table instead of every view.
        rules: Rules,
        /// The capturing cards of the sweeps, in order.
        sweep_order: Pile<40>,
        /// The tables on which each seat laid its last two cards of this packet, the latest first.
        laid_on: BySeat<[CardSet; LAID]>,
    }
    sent {
        /// The viewer's own hand, and the number of cards in the others.
        hands: BySeat<Holding>,
        /// The cards on the table.
        table: CardSet,
        /// Number of cards in the stock.
        stock: u8,
        /// The seat to play.
        turn: Option<Seat>,
        /// Dealer of the deal.
        dealer: Seat,
        /// The seats that play in this deal.
        playing: SeatSet,
        /// The captured cards of each side.
        piles: BySide<CardSet>,
        /// The capturing cards of each side's sweeps.
        sweeps: BySide<CardSet>,
        /// The last play's capture, if it was one.
        last_capture: Option<Capture>,
        /// The last seat that captured.
        last_capturer: Option<Seat>,
        /// Whether the deal was a misdeal.
        thrown_in: bool [optional, as = "Option<_>"],
    }
}

impl View {
    /// Creates the view of `viewer`.
    #[must_use]
    pub fn new(deal: &Deal, viewer: Viewer) -> Self {
        let hand = |seat, cards| {
            let hand = Holding::Open(cards);
            if viewer.is(seat) { hand } else { hand.close() }
        };
        let swept: CardSet = deal.sweeps.as_slice().iter().copied().collect();
        Self {
            rules: deal.rules,
            hands: deal.hands.map(hand),
            table: deal.table,
            stock: deal.stock.len(),
            turn: deal.turn,
            dealer: deal.dealer,
            playing: deal.playing,
            piles: deal.piles,
            sweeps: deal.piles.map(|_, pile| pile & swept),
            sweep_order: deal.sweeps,
            laid_on: deal.laid_on,
            last_capture: deal.last_capture,
            last_capturer: deal.last_capturer,
            thrown_in: deal.thrown_in,
        }
    }

    /// Reconstructs a view from its wire form, if the rules admit it. The order of the sweeps, and
    /// the tables on which cards were laid, are lost.
    #[cfg_attr(not(feature = "_fishing-search"), allow(dead_code))] // Cassino has its own.
    pub(crate) fn from_wire(wire: &WireView, rules: Rules) -> Option<Self> {
        let whole = Placement {
            deck: rules.deck,
            seats: rules.seats,
            sides: rules.sides(),
            hands: &wire.hands,
            piles: &wire.piles,
            sweeps: &wire.sweeps,
            table: wire.table,
            stock: wire.stock,
        };
        let captured = wire.last_capture.map(|capture| capture.seat);
        let named = [Some(wire.dealer), wire.turn, wire.last_capturer, captured].into_iter().flatten();
        if !whole.is_complete() || !are_seated(rules.seats, named.chain(wire.playing.iter())) {
            return None;
        }
        Some(Self {
            rules,
            sweep_order: wire.sweeps.iter().flat_map(|(_, sweeps)| sweeps.iter()).collect(),
            laid_on: BySeat::filled(rules.seats, [CardSet::EMPTY; LAID]),
            hands: wire.hands,
            table: wire.table,
            stock: wire.stock,
            turn: wire.turn,
            dealer: wire.dealer,
            playing: wire.playing,
            piles: wire.piles,
            sweeps: wire.sweeps,
            last_capture: wire.last_capture,
            last_capturer: wire.last_capturer,
            thrown_in: wire.thrown_in,
        })
    }

    /// Returns the cards this viewer has not seen: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let hands = self.hands.iter().fold(CardSet::EMPTY, |seen, (_, hand)| seen | hand.known());
        let piles = self.piles.iter().fold(CardSet::EMPTY, |seen, (_, pile)| seen | pile);
        self.rules.deck - hands - piles - self.table
    }

    /// Draws a deal that agrees with the view: the unseen cards are distributed at random.
    #[must_use]
    pub fn determinize(&self, rng: &mut Rng) -> Deal {
        let mut unseen: Pile<40> = Pile::EMPTY;
        let mut cards = [None::<Card>; 40];
        let mut count = 0;
        for card in self.unseen() {
            cards[count] = Some(card);
            count += 1;
        }
        rng.shuffle(&mut cards[..count]);
        cards[..count].iter().flatten().for_each(|card| unseen.push(*card));
        let mut drawn = || unseen.pop().map_or(CardSet::EMPTY, CardSet::only);
        let hands = self.hands.map(|_, hand| match hand {
            Holding::Open(cards) => cards,
            Holding::Closed(count) => (0..count).fold(CardSet::EMPTY, |hand, _| hand | drawn()),
        });
        Deal {
            rules: self.rules,
            dealer: self.dealer,
            playing: self.playing,
            hands,
            table: self.table,
            stock: unseen,
            piles: self.piles,
            sweeps: self.sweep_order,
            turn: self.turn,
            last_capture: self.last_capture,
            last_capturer: self.last_capturer,
            laid_on: self.laid_on,
            thrown_in: self.thrown_in,
        }
    }
}

/// Returns the part of `event` visible to `viewer`: everything, except that other hands are only
/// counted. (G-6)
#[must_use]
pub fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        event => event,
    }
}
