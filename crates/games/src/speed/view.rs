//! What a viewer knows, and worlds drawn from it.

use super::options::Recycle;
use super::rules::HAND;
use super::{Action, Ending, Event, Options, Stack, Stage, Standing, State, rules};
use crate::sent::view;
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet, Viewer};

view! {
    "SpeedView"
    unsent {
        /// The rules; they are sent with the table, not with every view.
        options: Options,
        /// The games won before this one.
        standing: Standing,
        /// What the game is waiting for.
        stage: Stage,
        /// Every card that was laid or turned up in the centre, in order; while they lie face down, none.
        piles: [Pile<52>; 2],
        /// What is known of the talons.
        known: [Talon; 2],
    }
    sent {
        /// One's own hand, and how many cards the other holds; both once the game is over.
        hands: BySeat<Holding>,
        /// Cards in the stocks.
        stocks: BySeat<u8>,
        /// Cards in the talons, left and right.
        talons: [u8; 2],
        /// Cards in the discard piles, left and right.
        discards: [u8; 2],
        /// The tops of the discard piles; nothing while they lie face down.
        tops: [Option<Card>; 2],
        /// Whether the two cards are yet to be turned up.
        starting: bool,
        /// Whether nobody can play.
        blocked: bool,
        /// Who has agreed to flip.
        agreed: SeatSet,
        /// The games that win the match.
        needed: i32,
        /// How the game ended.
        ending: Option<Ending>,
    }
}

/// What is known of a talon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talon {
    /// Nothing but how many cards.
    Unknown,
    /// The cards: it was shuffled from a discard pile.
    Cards(CardSet),
    /// The cards in their order: it is a discard pile turned over.
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

    /// The action with the card it is aimed at. (SP-S1)
    pub(super) fn with_target(&self, action: Action) -> Action {
        match action {
            Action::Play { card, pile, .. } => Action::Play { card, pile, target: self.tops[pile.index()] },
            Action::Flip => Action::Flip,
        }
    }

    /// The cards this viewer cannot place.
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

    /// A state that looks like this: as everybody knows, somebody can play, or nobody can.
    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        let mut world = self.draw(rng);
        // A block is no stalemate: that would have ended the game. Few worlds are, so few draws are in vain.
        for _ in 0..TRIES {
            if !matches!(self.stage, Stage::Blocked(_) | Stage::Shuffle(_)) || !rules::is_stuck(&world) {
                break;
            }
            world = self.draw(rng);
        }
        world
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
            // Nobody holds a card that fits, so those are drawn last.
            unseen.as_mut_slice().sort_by_key(|card| !fitting.contains(*card));
        }
        for seat in hidden.iter() {
            let drawn: Pile<HAND> = take(&mut unseen, self.hands[seat].len());
            hands[seat] = drawn.as_slice().iter().copied().collect();
        }
        let held = hands.iter().fold(CardSet::EMPTY, |held, (_, hand)| held | hand);
        if self.stage == Stage::Play && (held & fitting).is_empty() {
            hand_over(&mut hands, hidden, &mut unseen, fitting, rng);
        }
        // What was sorted for the hands is in no order for the stocks.
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

/// How many worlds are drawn in search of one that is no stalemate.
const TRIES: u32 = 30;

fn is_hidden(hand: Holding) -> bool {
    matches!(hand, Holding::Closed(count) if count > 0)
}

/// Gives one of the `hidden` hands a card of `fitting`, for one that does not fit.
fn hand_over(
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

/// Takes so many cards from the top.
fn take<const N: usize>(cards: &mut Pile<52>, count: u8) -> Pile<N> {
    (0..count).filter_map(|_| cards.pop()).collect()
}

/// What `viewer` is told of `event`: of the other hand only how many cards. (G-6)
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        Event::Refilled { seat, .. } if !viewer.is(seat) => Event::Refilled { seat, card: None },
        event => event,
    }
}
