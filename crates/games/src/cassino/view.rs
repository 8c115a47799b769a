//! Views of Cassino and their determinizations.

use super::build::Builds;
use super::options::KeepCapturer;
use super::score::LITTLE_CASSINO;
use super::state::Capture;
use super::{Cassino, Event, Options, Standing, State};
use crate::FromWire;
use crate::from_wire::{Placement, are_seated};
use crate::wire_view::view;
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Rng, Seat, Viewer};

view! {
    "CassinoView"
    unsent {
        /// Rules of the match.
        options: Options,
        /// The score before this deal.
        standing: Standing,
        /// The capturing cards of the sweeps, in order.
        sweep_order: Pile<26>,
        /// The loose cards at each seat's last three trails in this packet, the latest at the end.
        trailed_on: BySeat<[CardSet; 3]>,
    }
    sent {
        /// The viewer's own hand, and the number of cards in the others.
        hands: BySeat<Holding>,
        /// The table cards outside builds.
        loose: CardSet,
        /// Builds on the table.
        builds: Builds,
        /// Number of cards in the stock.
        stock: u8,
        /// The seat to play.
        turn: Option<Seat>,
        /// Dealer of the deal.
        dealer: Seat,
        /// The captured cards of each side.
        piles: BySide<CardSet>,
        /// The capturing cards of each side's sweeps.
        sweeps: BySide<CardSet>,
        /// The last play's capture, if it was one.
        last_capture: Option<Capture>,
        /// The last seat that captured.
        last_capturer: Option<Seat>,
        /// Value of each rank in a sum, from the ace to the king.
        values: [Option<u8>; 13] [as = "Vec<Option<u8>>"],
    }
}

/// Draws tried for a determinization in which every controller can capture its builds.
const DRAWS: u32 = 64;
/// Maximum number of sweeps.
const MAX_SWEEPS: u8 = 26;

impl FromWire for Cassino {
    type WireView = WireView;

    fn view_of(wire: &WireView, options: &Options, dealer: Seat, totals: BySeat<i32>) -> Option<View> {
        let whole = Placement {
            deck: CardSet::FULL,
            seats: options.seats,
            sides: options.sides(),
            hands: &wire.hands,
            piles: &wire.piles,
            sweeps: &wire.sweeps,
            table: wire.loose | wire.builds.cards(),
            stock: wire.stock,
        };
        let captured = wire.last_capture.map(|capture| capture.seat);
        let named = [Some(wire.dealer), wire.turn, wire.last_capturer, captured].into_iter().flatten();
        let named = named.chain(wire.builds.as_slice().iter().map(|build| build.controller));
        let are_apart = (wire.loose & wire.builds.cards()).is_empty();
        let swept: u8 = wire.sweeps.iter().map(|(_, sweeps)| sweeps.len()).sum();
        if !whole.is_complete()
            || !are_apart
            || swept > MAX_SWEEPS
            || !are_seated(options.seats, named)
            || totals.seats() != options.seats
        {
            return None;
        }
        Some(View {
            options: *options,
            standing: Standing { dealer, totals },
            trailed_on: BySeat::filled(options.seats, [CardSet::EMPTY; 3]),
            sweep_order: wire.sweeps.iter().flat_map(|(_, sweeps)| sweeps.iter()).collect(),
            hands: wire.hands,
            loose: wire.loose,
            builds: wire.builds,
            stock: wire.stock,
            turn: wire.turn,
            dealer: wire.dealer,
            piles: wire.piles,
            sweeps: wire.sweeps,
            last_capture: wire.last_capture,
            last_capturer: wire.last_capturer,
            values: options.values().by_rank(),
        })
    }
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let hand = |seat, cards| {
            let hand = Holding::Open(cards);
            if viewer.is(seat) { hand } else { hand.close() }
        };
        let swept: CardSet = state.sweeps.as_slice().iter().copied().collect();
        Self {
            options: state.options,
            standing: state.standing,
            hands: state.hands.map(hand),
            loose: state.loose,
            builds: state.builds,
            stock: state.stock.len(),
            turn: state.turn,
            dealer: state.standing.dealer,
            piles: state.piles,
            sweeps: state.piles.map(|_, pile| pile & swept),
            sweep_order: state.sweeps,
            trailed_on: state.trailed_on,
            last_capture: state.last_capture,
            last_capturer: state.last_capturer,
            values: state.options.values().by_rank(),
        }
    }

    /// Returns the cards this viewer has not seen: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let hands = self.hands.iter().fold(CardSet::EMPTY, |seen, (_, hand)| seen | hand.known());
        let piles = self.piles.iter().fold(CardSet::EMPTY, |seen, (_, pile)| seen | pile);
        CardSet::FULL - hands - piles - self.loose - self.builds.cards()
    }

    /// Draws a deal that agrees with the view. Under `keepCapturer: required` each controller of a
    /// build holds a card that captures it.
    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        // Placeholder for unused array elements.
        let mut unseen = [LITTLE_CASSINO; 52];
        let mut count = 0;
        for card in self.unseen() {
            unseen[count] = card;
            count += 1;
        }
        let unseen = &mut unseen[..count];
        let due = self.due();
        // Rejection sampling makes all valid determinizations equally likely.
        for _ in 0..DRAWS {
            rng.shuffle(unseen);
            let hands = self.draw_hands(unseen, &BySeat::filled(self.options.seats, CardSet::EMPTY));
            let can_take = |(seat, singles): &(Seat, CardSet)| !(hands[*seat] & *singles).is_empty();
            if due.iter().flatten().all(can_take) {
                return self.state(&hands, unseen);
            }
        }
        let hands = self.draw_hands(unseen, &self.draw_capturers(unseen, &due));
        self.state(&hands, unseen)
    }

    /// Returns the sets of which other seats must hold a card, for the builds they control. No seat
    /// must keep more than four.
    fn due(&self) -> [Option<(Seat, CardSet)>; 16] {
        let mut due = [None; 16];
        if self.options.keep_capturer == KeepCapturer::None {
            return due;
        }
        let mut count = 0;
        for build in self.builds.as_slice() {
            let one = (build.controller, self.options.values().singles(build.value));
            let hidden = matches!(self.hands[build.controller], Holding::Closed(_));
            if hidden && !due[..count].contains(&Some(one)) {
                due[count] = Some(one);
                count += 1;
            }
        }
        due
    }

    /// Deals the required cards first.
    fn draw_capturers(&self, unseen: &[Card], due: &[Option<(Seat, CardSet)>]) -> BySeat<CardSet> {
        let mut hands = BySeat::filled(self.options.seats, CardSet::EMPTY);
        let mut given = CardSet::EMPTY;
        for (seat, singles) in due.iter().flatten() {
            let fitting = unseen.iter().find(|card| singles.contains(**card) && !given.contains(**card));
            if let Some(card) = fitting {
                given.insert(*card);
                hands[*seat].insert(*card);
            }
        }
        hands
    }

    /// Fills the hidden hands from the end of `unseen`, around the cards already `given`.
    fn draw_hands(&self, unseen: &[Card], given: &BySeat<CardSet>) -> BySeat<CardSet> {
        let all_given = given.iter().fold(CardSet::EMPTY, |all, (_, hand)| all | hand);
        let mut others = unseen.iter().rev().filter(|card| !all_given.contains(**card));
        self.hands.map(|seat, hand| match hand {
            Holding::Open(cards) => cards,
            Holding::Closed(count) => {
                let more = count - given[seat].len();
                others
                    .by_ref()
                    .take(usize::from(more))
                    .fold(given[seat], |hand, card| hand | CardSet::only(*card))
            }
        })
    }

    fn state(&self, hands: &BySeat<CardSet>, unseen: &[Card]) -> State {
        let held = hands.iter().fold(CardSet::EMPTY, |held, (_, hand)| held | hand);
        State {
            options: self.options,
            standing: self.standing,
            hands: *hands,
            loose: self.loose,
            builds: self.builds,
            stock: unseen.iter().filter(|card| !held.contains(**card)).copied().collect(),
            piles: self.piles,
            sweeps: self.sweep_order,
            turn: self.turn,
            last_capture: self.last_capture,
            last_capturer: self.last_capturer,
            trailed_on: self.trailed_on,
        }
    }
}

/// Returns the part of `event` visible to `viewer`: everything, except that other hands are only
/// counted. (G-6)
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        event => event,
    }
}
