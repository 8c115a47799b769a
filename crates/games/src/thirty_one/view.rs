//! Views of Thirty-One and their determinizations.

use super::{Ending, Event, Memory, Options, Stage, Standing, State, rules, value};
use crate::wire_view::view;
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet, Viewer};
use engine::Half;

view! {
    "ThirtyOneView"
    unsent {
        /// The rules. They are sent with the table.
        options: Options,
        /// The lives before this deal, and the seats in it.
        standing: Standing,
        /// All discards, which were visible when discarded.
        pile: Pile<52>,
        /// Memory of cards that are no longer visible.
        memory: Memory,
        /// Stage of the deal.
        stage: Stage,
        /// Number of completed turns.
        turns: u16,
        /// Number of actions.
        actions: u16,
    }
    sent {
        /// Number of reshuffles.
        reshuffles: u8,
        /// The viewer's own hand, and the number of cards in the others. At the end of the deal all
        /// hands.
        hands: BySeat<Holding>,
        /// Values of the visible hands. For four cards it is the best value after a legal discard.
        values: BySeat<Option<Half>>,
        /// Number of cards in the stock.
        stock: u8,
        /// The top of the discards.
        upcard: Option<Card>,
        /// Number of discards.
        discards: u8,
        /// The upcard that has just been taken.
        taken: Option<Card>,
        /// The seat to act.
        turn: Option<Seat>,
        /// Dealer of the deal.
        dealer: Seat,
        /// The seats in this deal. The others are out.
        playing: SeatSet,
        /// Lives at the start of the match.
        start_lives: i32,
        /// Lives before this deal.
        lives: BySeat<i32>,
        /// The seats that play on without a life.
        free_ride: SeatSet,
        /// Seat that knocked.
        knocker: Option<Seat>,
        /// The seats with a turn left after the knock.
        last_turns: SeatSet,
        /// Way in which the deal ended.
        ending: Option<Ending>,
        /// The seats that showed 31.
        blitz: SeatSet,
        /// The lives lost, at the end of the deal.
        lost: BySeat<u8>,
    }
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let State { options, standing, .. } = state;
        let (showdown, turn) = match state.stage {
            Stage::Over(showdown) => (Some(showdown), None),
            Stage::Draw(seat) | Stage::Discard { seat, .. } | Stage::Shuffle(seat) => (None, Some(seat)),
        };
        let taken = match state.stage {
            Stage::Discard { taken, .. } => taken,
            _ => None,
        };
        // TH-R7, TH-S13: at the end all hands are shown.
        let sees = |seat| viewer.is(seat) || showdown.is_some();
        let hands = state.hands.map(|seat, cards| {
            let hand = Holding::Open(cards);
            if sees(seat) && !cards.is_empty() { hand } else { hand.close() }
        });
        let worth = |hand: CardSet| {
            let halves = value::best(options, hand, hand - rules::forbidden_discard(options, taken));
            Half::from_halves(i32::from(halves))
        };
        let values = state.hands.map(|seat, hand| (sees(seat) && !hand.is_empty()).then(|| worth(hand)));
        Self {
            options: *options,
            standing: *standing,
            pile: state.discards,
            memory: state.memory,
            stage: state.stage,
            turns: state.turns,
            actions: state.actions,
            reshuffles: state.reshuffles,
            hands,
            values,
            stock: state.stock.len(),
            upcard: state.discards.top(),
            discards: state.discards.len(),
            taken,
            turn,
            dealer: standing.dealer,
            playing: standing.playing,
            start_lives: options.lives,
            lives: standing.lives,
            free_ride: standing.playing.iter().filter(|seat| standing.lives[*seat] == 0).collect(),
            knocker: state.knocker,
            last_turns: turn.map_or(SeatSet::EMPTY, |turn| rules::last_turns(state, turn)),
            ending: showdown.map(|showdown| showdown.ending),
            blitz: showdown.map_or(SeatSet::EMPTY, |showdown| showdown.blitz),
            lost: showdown.map_or(BySeat::filled(options.seats, 0), |showdown| showdown.lost),
        }
    }

    /// Returns the cards that this viewer has not seen: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let hands = self
            .hands
            .iter()
            .fold(CardSet::EMPTY, |seen, (seat, hand)| seen | hand.known() | self.memory.taken[seat]);
        CardSet::FULL - hands - self.pile.as_slice().iter().copied().collect()
    }

    /// Returns a random state that agrees with this view.
    ///
    /// Cards drawn from a reshuffled stock come from the shuffled cards, and the rest of those is
    /// in the stock.
    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let unseen = self.unseen();
        let shuffled = unseen & self.memory.shuffled;
        let mut fresh = rng.in_random_order(shuffled);
        let mut old = rng.in_random_order(unseen - shuffled);
        let hands = self.hands.map(|seat, hand| match hand {
            Holding::Open(cards) => cards,
            Holding::Closed(0) => CardSet::EMPTY,
            Holding::Closed(count) => {
                let (taken, drawn) = (self.memory.taken[seat], self.memory.drawn[seat]);
                let hidden = [drawn, count - taken.len() - drawn];
                self.likely_hand(taken, [&mut fresh, &mut old], hidden, self.tries(seat), rng)
            }
        });
        State {
            options: self.options,
            standing: self.standing,
            hands,
            stock: if self.reshuffles > 0 { fresh } else { old },
            discards: self.pile,
            memory: self.memory,
            stage: self.stage,
            knocker: self.knocker,
            turns: self.turns,
            actions: self.actions,
            reshuffles: self.reshuffles,
        }
    }
}

/// Number of hands drawn for another player, of which the best is kept, by the turns that the
/// player has had.
///
/// Players choose among cards, so their hands are better than random ones. Tuned by play; see
/// `docs/bots.md`.
const TRIES: [u8; 4] = [1, 3, 6, 10];

impl View {
    /// Returns the number of hands drawn for `seat`.
    fn tries(&self, seat: Seat) -> u8 {
        let rounds = usize::from(self.turns.div_ceil(u16::from(self.playing.len())));
        let rounds = if self.knocker == Some(seat) { TRIES.len() } else { rounds };
        TRIES[rounds.min(TRIES.len() - 1)]
    }

    /// Removes `hidden` cards from the `piles` and returns them with the `taken` cards. It keeps
    /// the best of `tries` draws.
    ///
    /// A hand of 31 ranks last, because it would have been shown.
    fn likely_hand(
        &self,
        taken: CardSet,
        mut piles: [&mut Pile<52>; 2],
        hidden: [u8; 2],
        tries: u8,
        rng: &mut Rng,
    ) -> CardSet {
        let mut best = (0, CardSet::EMPTY);
        for index in 0..tries {
            let mut drawn = CardSet::EMPTY;
            for (pile, count) in piles.iter_mut().zip(hidden) {
                drawn = drawn | draw_to_top(pile.as_mut_slice(), count, rng);
            }
            let hand = taken | drawn;
            let worth = if hand.len() == 3 && value::is_blitz(hand) {
                1
            } else {
                2 + value::halves(&self.options, hand)
            };
            if index == 0 || worth > best.0 {
                best = (worth, drawn);
            }
        }
        for pile in piles {
            *pile = pile.as_slice().iter().copied().filter(|card| !best.1.contains(*card)).collect();
        }
        taken | best.1
    }
}

/// Moves `count` random cards to the top and returns them.
fn draw_to_top(cards: &mut [Card], count: u8, rng: &mut Rng) -> CardSet {
    let mut drawn = CardSet::EMPTY;
    for top in (cards.len() - usize::from(count)..cards.len()).rev() {
        cards.swap(top, rng.below(top + 1));
        drawn.insert(cards[top]);
    }
    drawn
}

/// Hides the cards of other hands and draws from `viewer`. (G-6)
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        Event::Drew { seat, .. } if !viewer.is(seat) => Event::Drew { seat, card: None },
        event => event,
    }
}
