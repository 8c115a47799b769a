//! Deal, actors, legality and effects of actions.

use super::options::SEATS;
use super::{
    Action, DiscardPile, Ending, Event, Illegal, LatePlay, Options, Recycle, Stack, Stage, Standing, State,
};
use cards::{BySeat, Card, CardSet, Holding, Pile, Rank, Seat, SeatSet};

/// Cards per hand, as long as the stock can refill it. (SP-R1, SP-S4)
pub const HAND: usize = 5;
/// Cards per stock. (SP-R1)
const STOCK: usize = 15;
/// Cards per talon. (SP-R1)
const TALON: usize = 5;

/// Upper bound on the actions of a game.
///
/// At most 39 of the forty cards are played before the end. A block lasts at most two rounds
/// through the 52 cards, with two actions per flip, because a helpful card that lies in the centre
/// must come up. (SP-S8)
pub(super) const MAX_ACTIONS: u32 = 2 + 39 * (1 + 2 * 2 * 52);

/// Deals the hands, then the stocks, each one card at a time from seat 0, then the talons and the
/// cards between them. (SP-R1)
pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let players = usize::from(SEATS);
    let (dealt, centre) = deck.split_at(players * (HAND + STOCK));
    let (hands, stocks) = dealt.split_at(players * HAND);
    let hands: BySeat<CardSet> =
        BySeat::new(SEATS, |seat| hands.iter().skip(seat.index()).step_by(players).copied().collect());
    let stocks = BySeat::new(SEATS, |seat| {
        let mut stock: Pile<STOCK> = stocks.iter().skip(seat.index()).step_by(players).copied().collect();
        stock.as_mut_slice().reverse();
        stock
    });
    for (seat, hand) in hands.iter() {
        emit(Event::Dealt { seat, hand: Holding::Open(hand) });
    }
    let stack = |pile: usize| Stack {
        talon: Pile::stock(&centre[pile * TALON..][..TALON]),
        discards: Pile::stock(&centre[2 * TALON + pile..][..1]),
        recycled: false,
    };
    State {
        options: *options,
        standing: *standing,
        hands,
        stocks,
        centre: [stack(0), stack(1)],
        stage: Stage::Start(SeatSet::EMPTY),
    }
}

/// Cards next to each rank, from the ace. The order of ranks is circular. (SP-R3)
const NEIGHBOURS: [CardSet; 13] = {
    let mut sets = [CardSet::EMPTY; 13];
    let mut rank = 0;
    while rank < 13 {
        sets[rank] =
            CardSet::of_rank(Rank::ALL[(rank + 1) % 13]).union(CardSet::of_rank(Rank::ALL[(rank + 12) % 13]));
        rank += 1;
    }
    sets
};

/// Returns the cards that fit on `top`. (SP-R3, SP-O3, SP-S9)
#[inline]
pub(super) fn fitting(options: &Options, top: Card) -> CardSet {
    let next = NEIGHBOURS[top.rank() as usize];
    if options.doubles { next | CardSet::of_rank_of(top) } else { next }
}

/// Returns the cards that fit on the top of a pile.
#[inline]
fn fitting_on(state: &State, pile: DiscardPile) -> CardSet {
    let top = state.centre[pile.index()].discards.top();
    top.map_or(CardSet::EMPTY, |top| fitting(&state.options, top))
}

/// Returns the cards that fit on either pile.
#[inline]
pub(super) fn playable(state: &State) -> CardSet {
    fitting_on(state, DiscardPile::Left) | fitting_on(state, DiscardPile::Right)
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.stage {
        Stage::Start(agreed) | Stage::Blocked(agreed) => {
            if !agreed.contains(seat) {
                actions.push(Action::Flip);
            }
        }
        Stage::Play => {
            for pile in DiscardPile::BOTH {
                let cards = state.hands[seat] & fitting_on(state, pile);
                actions.extend(cards.iter().map(|card| Action::Play { card, pile, target: None }));
            }
        }
        Stage::Shuffle(_) | Stage::Over(_) => {}
    }
}

pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    match (state.stage, action) {
        (Stage::Start(_) | Stage::Blocked(_), Action::Flip) => Ok(()),
        (_, Action::Flip) => Err(Illegal::NotBlocked), // SP-R6, SP-S5
        (Stage::Start(_), Action::Play { .. }) => Err(Illegal::FaceDown),
        (_, Action::Play { card, pile, target }) => {
            if !state.hands[seat].contains(card) {
                return Err(Illegal::NotHeld { card });
            }
            let Some(top) = state.centre[pile.index()].discards.top() else { return Err(Illegal::FaceDown) };
            let fits = fitting(&state.options, top).contains(card);
            match target.filter(|target| *target != top) {
                // SP-R4, SP-O2: the card underneath was played first.
                Some(target) if !fits || state.options.late_play == LatePlay::Reject => {
                    Err(Illegal::TooLate { card, target, top })
                }
                _ if fits => Ok(()),
                _ => Err(Illegal::DoesNotFit { card, top }),
            }
        }
    }
}

/// Whether the action completes an agreement to flip, which needs a countdown. (SP-R2, SP-R6)
pub(super) fn needs_countdown(state: &State, seat: Seat, action: Action) -> bool {
    let others = SeatSet::all(SEATS) - SeatSet::only(seat);
    match (state.stage, action) {
        (Stage::Start(agreed) | Stage::Blocked(agreed), Action::Flip) => agreed == others,
        _ => false,
    }
}

/// Returns the action that a silent player takes at a block. (SP-S5)
pub(super) fn timeout_action(state: &State) -> Option<(Seat, Action)> {
    match state.stage {
        Stage::Blocked(_) => state.actors().first().map(|seat| (seat, Action::Flip)),
        _ => None,
    }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    match action {
        Action::Play { card, pile, .. } => play(state, seat, card, pile, emit),
        Action::Flip => agree(state, seat, emit),
    }
}

#[inline]
fn play(state: &mut State, seat: Seat, card: Card, pile: DiscardPile, emit: &mut impl FnMut(Event)) {
    state.hands[seat].remove(card);
    state.centre[pile.index()].discards.push(card);
    emit(Event::Played { seat, card, pile });
    if let Some(card) = state.stocks[seat].pop() {
        state.hands[seat].insert(card); // SP-R5, SP-S4
        emit(Event::Refilled { seat, card: Some(card) });
    }
    if state.hands[seat].is_empty() {
        end(state, Ending::Out, emit); // SP-R8
    } else {
        update_stage(state, emit);
    }
}

fn agree(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    emit(Event::Agreed { seat });
    match &mut state.stage {
        Stage::Start(agreed) => {
            agreed.insert(seat);
            if agreed.len() == SEATS {
                show(state, emit); // SP-R2
            }
        }
        Stage::Blocked(agreed) => {
            agreed.insert(seat);
            if agreed.len() == SEATS {
                flip(state, emit);
            }
        }
        Stage::Play | Stage::Shuffle(_) | Stage::Over(_) => {}
    }
}

/// Turns up the next card of each talon, after replacing empty talons, left first. (SP-R6, SP-S6,
/// SP-S7)
fn flip(state: &mut State, emit: &mut impl FnMut(Event)) {
    for pile in DiscardPile::BOTH {
        let stack = &mut state.centre[pile.index()];
        if !stack.talon.is_empty() {
            continue;
        }
        if state.options.recycle == Recycle::Shuffle {
            state.stage = Stage::Shuffle(pile); // SP-R7
            return;
        }
        // SP-O4: the pile is turned over, so that its lowest card comes first.
        let order = stack.discards;
        recycle(stack, pile, order.as_slice(), emit);
    }
    for stack in &mut state.centre {
        if let Some(card) = stack.talon.pop() {
            stack.discards.push(card);
        }
    }
    show(state, emit);
}

/// Announces the new tops and continues the game.
fn show(state: &mut State, emit: &mut impl FnMut(Event)) {
    if let [Some(left), Some(right)] = state.centre.map(|stack| stack.discards.top()) {
        emit(Event::Flipped { cards: [left, right] });
    }
    update_stage(state, emit);
}

/// Makes the discard pile the new talon, in the given order. (SP-R7, SP-S7)
fn recycle(stack: &mut Stack, pile: DiscardPile, order: &[Card], emit: &mut impl FnMut(Event)) {
    *stack = Stack { talon: Pile::stock(order), discards: Pile::EMPTY, recycled: true };
    emit(Event::Recycled { pile, cards: stack.talon.len() });
}

/// Returns the discard pile that must become a talon.
pub(super) fn shuffle_due(state: &State) -> Option<Vec<Card>> {
    match state.stage {
        Stage::Shuffle(pile) => Some(state.centre[pile.index()].discards.as_slice().to_vec()),
        _ => None,
    }
}

/// Makes the shuffled pile the new talon and continues the flip.
pub(super) fn shuffle(state: &mut State, order: &[Card], emit: &mut impl FnMut(Event)) {
    let Stage::Shuffle(pile) = state.stage else { return };
    recycle(&mut state.centre[pile.index()], pile, order, emit);
    flip(state, emit);
}

/// Sets the stage after a play or a flip: play, block or stalemate. (SP-S4, SP-S8)
#[inline]
pub(super) fn update_stage(state: &mut State, emit: &mut impl FnMut(Event)) {
    let hands = state.hands.as_slice().iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
    state.stage = Stage::Play;
    if !(hands & playable(state)).is_empty() {
        return;
    }
    if is_stuck(state) {
        end(state, Ending::Stalemate, emit);
    } else {
        state.stage = Stage::Blocked(SeatSet::EMPTY);
        emit(Event::Blocked);
    }
}

/// Whether no card of a hand fits any card of the centre, so that no flip can help. (SP-S8)
pub(super) fn is_stuck(state: &State) -> bool {
    let hands = state.hands.as_slice().iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
    let mut centre = state.centre.iter().flat_map(|Stack { discards, talon, .. }| {
        discards.as_slice().iter().chain(talon.as_slice()).copied()
    });
    !centre.any(|card| !(fitting(&state.options, card) & hands).is_empty())
}

fn end(state: &mut State, ending: Ending, emit: &mut impl FnMut(Event)) {
    state.stage = Stage::Over(ending);
    emit(Event::Ended { ending, hands: state.hands, left: BySeat::new(SEATS, |seat| state.left(seat)) });
}
