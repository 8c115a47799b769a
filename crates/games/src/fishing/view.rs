//! What a viewer knows of a deal, and deals drawn from it.

use super::deal::{Capture, Deal, LAID};
use super::play::Event;
use super::rules::Rules;
use crate::from_sent::{Lies, sit};
use crate::sent::view;
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet, Viewer};

view! {
    "FishingView"
    unsent {
        /// The rules; they are sent with the table, not with every view.
        rules: Rules,
        /// The capturing cards of the sweeps in the order in which they were made.
        sweep_order: Pile<40>,
        /// On which tables each has laid a card of this packet, the last two, the last first.
        laid_on: BySeat<[CardSet; LAID]>,
    }
    sent {
        /// One's own hand, and how many cards the others hold.
        hands: BySeat<Holding>,
        /// The cards on the table.
        table: CardSet,
        /// Cards in the stock.
        stock: u8,
        /// Whose turn it is.
        turn: Option<Seat>,
        /// Who dealt.
        dealer: Seat,
        /// Who plays in this deal.
        playing: SeatSet,
        /// The captured cards of each side.
        piles: BySide<CardSet>,
        /// The capturing cards of each side's sweeps.
        sweeps: BySide<CardSet>,
        /// The capture just made.
        last_capture: Option<Capture>,
        /// Who captured last.
        last_capturer: Option<Seat>,
        /// Whether the deal was thrown in.
        thrown_in: bool [optional, as = "Option<_>"],
    }
}

impl View {
    /// What `viewer` knows of `deal`.
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

    /// The view that this was sent of, if there is one by these rules. The sweeps are in any order, and who has laid a card on which
    /// table is not known.
    pub(crate) fn from_sent(sent: &Sent, rules: Rules) -> Option<Self> {
        let whole = Lies {
            deck: rules.deck,
            seats: rules.seats,
            sides: rules.sides(),
            hands: &sent.hands,
            piles: &sent.piles,
            sweeps: &sent.sweeps,
            table: sent.table,
            stock: sent.stock,
        };
        let captured = sent.last_capture.map(|capture| capture.seat);
        let named = [Some(sent.dealer), sent.turn, sent.last_capturer, captured].into_iter().flatten();
        if !whole.is_whole() || !sit(rules.seats, named.chain(sent.playing.iter())) {
            return None;
        }
        Some(Self {
            rules,
            sweep_order: sent.sweeps.iter().flat_map(|(_, sweeps)| sweeps.iter()).collect(),
            laid_on: BySeat::filled(rules.seats, [CardSet::EMPTY; LAID]),
            hands: sent.hands,
            table: sent.table,
            stock: sent.stock,
            turn: sent.turn,
            dealer: sent.dealer,
            playing: sent.playing,
            piles: sent.piles,
            sweeps: sent.sweeps,
            last_capture: sent.last_capture,
            last_capturer: sent.last_capturer,
            thrown_in: sent.thrown_in,
        })
    }

    /// The cards this viewer has not seen: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let hands = self.hands.iter().fold(CardSet::EMPTY, |seen, (_, hand)| seen | hand.known());
        let piles = self.piles.iter().fold(CardSet::EMPTY, |seen, (_, pile)| seen | pile);
        self.rules.deck - hands - piles - self.table
    }

    /// A deal that looks like this: the unseen cards anywhere they can be.
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

/// What `viewer` is told of `event`: everything, but of other hands only how many cards. (G-6)
#[must_use]
pub fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        event => event,
    }
}
