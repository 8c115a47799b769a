//! Views of Speed and their determinizations.

use super::options::Recycle;
use super::rules::HAND;
use super::{Action, Ending, Event, Options, Stack, Stage, Standing, State, rules};
use crate::wire_view::view;
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet, Viewer};
use engine::insertion_sort;

view! {
    "SpeedView"
    unsent {
        /// The rules. They are sent with the table.
        options: Options,
        /// The games won before this one.
        standing: Standing,
        /// Stage of the game.
        stage: Stage,
        /// The discard piles, in order. Empty before the first flip.
        piles: [Pile<52>; 2],
        /// Knowledge of the talons.
        known: [Talon; 2],
    }
    sent {
        /// The viewer's own hand, and the number of cards in the other. At the end both hands.
        hands: BySeat<Holding>,
        /// Number of cards in the stocks.
        stocks: BySeat<u8>,
        /// Number of cards in the left and right talon.
        talons: [u8; 2],
        /// Number of cards in the left and right discard pile.
        discards: [u8; 2],
        /// Tops of the discard piles. `None` before the first flip.
        tops: [Option<Card>; 2],
        /// Whether the first flip is still to come.
        starting: bool,
        /// Whether neither player can play.
        blocked: bool,
        /// The seats that agreed to flip.
        agreed: SeatSet,
        /// Number of games that win the match.
        needed: i32,
        /// Way in which the game ended.
        ending: Option<Ending>,
    }
}

/// Knowledge of a talon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talon {
    /// The viewer knows only the size of the talon.
    Unknown,
    /// The viewer knows the cards of the talon, which was shuffled from a discard pile.
    Cards(CardSet),
    /// The viewer knows the order of the talon, which is a discard pile turned over.
    Order(Pile<52>),
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let State { options, standing, stage, centre, .. } = state;
        let starting = matches!(stage, Stage::Start(_));
        let over = matches!(stage, Stage::Over(_));
        let hands = state.hands.map(|seat, hand| {
            let hand = Holding::Open(hand);
            if viewer.is(seat) || over { hand } else { hand.close() }
        });
        let known = centre.map(|Stack { talon, recycled, .. }| match options.recycle {
            _ if !recycled => Talon::Unknown,
            Recycle::Shuffle => Talon::Cards(talon.as_slice().iter().copied().collect()),
            Recycle::TurnOver => Talon::Order(talon),
        });
        let piles = centre.map(|stack| if starting { Pile::EMPTY } else { stack.discards });
        Self {
            options: *options,
            standing: *standing,
            stage: *stage,
            piles,
            known,
            hands,
            stocks: state.stocks.map(|_, stock| stock.len()),
            talons: centre.map(|stack| stack.talon.len()),
            discards: centre.map(|stack| stack.discards.len()),
            tops: piles.map(|pile| pile.top()),
            starting,
            blocked: matches!(stage, Stage::Blocked(_)),
            agreed: match stage {
                Stage::Start(agreed) | Stage::Blocked(agreed) => *agreed,
                Stage::Play | Stage::Shuffle(_) | Stage::Over(_) => SeatSet::EMPTY,
            },
            needed: options.needed(),
            ending: match stage {
                Stage::Over(ending) => Some(*ending),
                _ => None,
            },
        }
    }

    /// Returns the action with the visible top as its target. (SP-S1)
    pub(super) fn with_target(&self, action: Action) -> Action {
        match action {
            Action::Play { card, pile, .. } => Action::Play { card, pile, target: self.tops[pile.index()] },
            Action::Flip => Action::Flip,
        }
    }

    /// Returns the cards whose location is unknown.
    fn unseen(&self) -> CardSet {
        let hands = self.hands.iter().fold(CardSet::EMPTY, |seen, (_, hand)| seen | hand.known());
        let piles = self.piles.iter().flat_map(|pile| pile.as_slice().iter().copied()).collect();
        let talons = self.known.iter().fold(CardSet::EMPTY, |seen, talon| match talon {
            Talon::Unknown => seen,
            Talon::Cards(cards) => seen | *cards,
            Talon::Order(order) => seen | order.as_slice().iter().copied().collect(),
        });
        CardSet::FULL - hands - piles - talons
    }

    /// Returns a random state that agrees with this view, also on whether a player can play.
    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let mut sample = self.draw(rng);
        // A stalemate would have ended the game, so a block is none. Few samples are stalemates, so
        // few draws are wasted.
        for _ in 0..TRIES {
            if !matches!(self.stage, Stage::Blocked(_) | Stage::Shuffle(_)) || !rules::is_stuck(&sample) {
                break;
            }
            sample = self.draw(rng);
        }
        sample
    }

    fn draw(&self, rng: &mut Rng) -> State {
        let mut unseen = rng.in_random_order(self.unseen());
        let mut hands = self.hands.map(|_, hand| hand.known());
        let hidden: SeatSet =
            self.hands.iter().filter(|(_, hand)| is_hidden(*hand)).map(|(seat, _)| seat).collect();
        let fitting = self
            .tops
            .iter()
            .flatten()
            .fold(CardSet::EMPTY, |fitting, top| fitting | rules::fitting(&self.options, *top));
        if matches!(self.stage, Stage::Blocked(_) | Stage::Shuffle(_)) {
            // Neither hand has a fitting card, so those come last in the draw.
            insertion_sort(unseen.as_mut_slice(), |a, b| fitting.contains(*a) && !fitting.contains(*b));
        }
        for seat in hidden.iter() {
            let drawn: Pile<HAND> = take(&mut unseen, self.hands[seat].len());
            hands[seat] = drawn.as_slice().iter().copied().collect();
        }
        let held = hands.iter().fold(CardSet::EMPTY, |held, (_, hand)| held | hand);
        if self.stage == Stage::Play && (held & fitting).is_empty() {
            exchange_for_fitting(&mut hands, hidden, &mut unseen, fitting, rng);
        }
        // The cards were sorted for the hands; the stocks need a random order.
        rng.shuffle(unseen.as_mut_slice());
        let starting = matches!(self.stage, Stage::Start(_));
        let stack = |pile: usize, unseen: &mut Pile<52>, rng: &mut Rng| Stack {
            talon: match self.known[pile] {
                Talon::Unknown => take(unseen, self.talons[pile]),
                Talon::Cards(cards) => rng.in_random_order(cards),
                Talon::Order(order) => order,
            },
            discards: if starting { take(unseen, self.discards[pile]) } else { self.piles[pile] },
            recycled: self.known[pile] != Talon::Unknown,
        };
        let centre = [stack(0, &mut unseen, rng), stack(1, &mut unseen, rng)];
        let stocks = self.stocks.map(|_, count| take(&mut unseen, count));
        State { options: self.options, standing: self.standing, hands, stocks, centre, stage: self.stage }
    }
}

/// Maximum number of draws of a determinization that is not a stalemate.
const TRIES: u32 = 30;

fn is_hidden(hand: Holding) -> bool {
    matches!(hand, Holding::Closed(count) if count > 0)
}

/// Exchanges a card of one `hidden` hand for an unseen card of `fitting`.
fn exchange_for_fitting(
    hands: &mut BySeat<CardSet>,
    hidden: SeatSet,
    unseen: &mut Pile<52>,
    fitting: CardSet,
    rng: &mut Rng,
) {
    let Some(pile) = unseen.as_slice().iter().position(|card| fitting.contains(*card)) else { return };
    let holders: Vec<Seat> = hidden.iter().collect();
    if holders.is_empty() {
        return;
    }
    let seat = rng.pick(&holders);
    let held: Vec<Card> = hands[seat].iter().collect();
    let given = rng.pick(&held);
    let card = std::mem::replace(&mut unseen.as_mut_slice()[pile], given);
    hands[seat].remove(given);
    hands[seat].insert(card);
}

/// Removes `count` cards from the top.
fn take<const N: usize>(cards: &mut Pile<52>, count: u8) -> Pile<N> {
    (0..count).filter_map(|_| cards.pop()).collect()
}

/// Hides the cards of the other hand from `viewer`. (G-6)
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        Event::Refilled { seat, .. } if !viewer.is(seat) => Event::Refilled { seat, card: None },
        event => event,
    }
}
