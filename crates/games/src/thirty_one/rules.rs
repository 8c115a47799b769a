//! Deal, actors, legality and effects of actions.

use super::options::{BlitzOnDeal, KnockFirstTurn, SameUpcardDiscard, StockEmpty};
use super::{Action, Ending, Event, Illegal, Memory, Options, Stage, Standing, State, score, value};
use cards::{BySeat, Card, CardSet, Holding, Pile, Seat, SeatSet};

/// Cards per hand. (TH-R1)
const HAND: usize = 3;

/// Maximum number of reshuffles per deal. (TH-S11)
const MAX_RESHUFFLES: u8 = 3;

/// Number of actions after which the deal ends with its next turn, as a showdown. (TH-S15)
const ACTION_LIMIT: u16 = 2000;

/// Upper bound on the actions of a deal. A turn has at most two.
pub(super) const MAX_ACTIONS: u32 = ACTION_LIMIT as u32 + 2;

/// Deals three cards each, one at a time from the seat after the dealer, then the upcard. (TH-R1)
pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let seats = options.seats;
    let players = usize::from(standing.playing.len());
    let mut hands = BySeat::filled(seats, CardSet::EMPTY);
    let first = after(standing, seats, standing.dealer); // TH-R3
    let mut seat = first;
    for index in 0..players {
        hands[seat] = (0..HAND).map(|round| deck[round * players + index]).collect();
        emit(Event::Dealt { seat, hand: Holding::Open(hands[seat]) });
        seat = after(standing, seats, seat);
    }
    let (upcard, stock) = (deck[HAND * players], &deck[HAND * players + 1..]);
    emit(Event::TurnedUp { card: upcard });
    let mut discards = Pile::EMPTY;
    discards.push(upcard);
    let mut state = State {
        options: *options,
        standing: *standing,
        hands,
        stock: Pile::stock(stock),
        discards,
        memory: Memory {
            taken: BySeat::filled(seats, CardSet::EMPTY),
            shuffled: CardSet::EMPTY,
            drawn: BySeat::filled(seats, 0),
        },
        stage: Stage::Draw(first),
        knocker: None,
        turns: 0,
        actions: 0,
        reshuffles: 0,
    };
    let at_once = options.blitz_on_deal == BlitzOnDeal::PlayAtOnce;
    if at_once && hands.as_slice().iter().any(|hand| value::is_blitz(*hand)) {
        end(&mut state, Ending::Blitz, emit); // TH-S4, TH-O11
    }
    state
}

/// Returns the next player that is still in. (TH-S2)
#[inline]
pub(super) fn after(standing: &Standing, seats: u8, seat: Seat) -> Seat {
    standing.playing.next_after(seat, seats).unwrap_or(seat)
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    match state.stage {
        Stage::Draw(turn) if turn == seat => {
            actions.extend([Action::Stock, Action::Upcard]); // TH-R3
            if check_knock(state).is_ok() {
                actions.push(Action::Knock);
            }
        }
        Stage::Discard { seat: turn, taken } if turn == seat => {
            actions.extend(may_discard(state, seat, taken).iter().map(Action::Discard));
        }
        _ => {}
    }
}

/// Returns the cards that `seat` may discard after its draw.
#[inline]
pub(super) fn may_discard(state: &State, seat: Seat, taken: Option<Card>) -> CardSet {
    state.hands[seat] - forbidden_discard(&state.options, taken)
}

/// Returns the card that may not be discarded: the upcard just taken, if the options forbid it.
/// (TH-O9)
#[inline]
pub(super) fn forbidden_discard(options: &Options, taken: Option<Card>) -> CardSet {
    match taken {
        Some(card) if options.same_upcard_discard == SameUpcardDiscard::Forbidden => CardSet::only(card),
        _ => CardSet::EMPTY,
    }
}

/// Checks a knock, which replaces the draw and is possible once per deal. (TH-R6)
#[inline]
pub(super) fn check_knock(state: &State) -> Result<(), Illegal> {
    if state.knocker.is_some() {
        return Err(Illegal::AlreadyKnocked); // TH-S3
    }
    let first_round = state.turns < u16::from(state.standing.playing.len());
    if first_round && state.options.knock_first_turn == KnockFirstTurn::AfterFirstRound {
        return Err(Illegal::KnockTooEarly); // TH-O8
    }
    Ok(()) // TH-S12
}

pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    match (state.stage, action) {
        (Stage::Discard { taken, .. }, Action::Discard(card)) => {
            if !state.hands[seat].contains(card) {
                return Err(Illegal::NotHeld { card });
            }
            if forbidden_discard(&state.options, taken).contains(card) {
                return Err(Illegal::SameUpcard { card });
            }
            Ok(())
        }
        (Stage::Discard { .. }, Action::Stock | Action::Upcard) => Err(Illegal::HasDrawn),
        (Stage::Discard { .. }, Action::Knock) => Err(Illegal::KnockAfterDrawing),
        (_, Action::Discard(_)) => Err(Illegal::DrawFirst),
        (_, Action::Knock) => check_knock(state),
        (_, Action::Stock | Action::Upcard) => Ok(()),
    }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    state.actions += 1;
    match action {
        Action::Stock if state.stock.is_empty() => state.stage = Stage::Shuffle(seat), // TH-O10
        Action::Stock => draw(state, seat, emit),
        Action::Upcard => {
            let taken = state.discards.pop();
            if let Some(card) = taken {
                state.hands[seat].insert(card);
                state.memory.taken[seat].insert(card);
                emit(Event::TookUpcard { seat, card });
            }
            state.stage = Stage::Discard { seat, taken };
        }
        Action::Knock => {
            state.knocker = Some(seat);
            emit(Event::Knocked { seat, last_turns: last_turns(state, seat) });
            end_turn(state, seat, emit);
        }
        Action::Discard(card) => {
            state.hands[seat].remove(card);
            state.discards.push(card);
            forget(&mut state.memory, seat, card);
            emit(Event::Discarded { seat, card });
            end_turn(state, seat, emit);
        }
    }
}

#[inline]
fn draw(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    let card = state.stock.pop();
    if let Some(card) = card {
        state.hands[seat].insert(card);
        state.memory.drawn[seat] += u8::from(state.memory.shuffled.contains(card));
    }
    emit(Event::Drew { seat, card });
    state.stage = Stage::Discard { seat, taken: None };
}

/// Removes a card that has become visible from the memory.
#[inline]
fn forget(memory: &mut Memory, seat: Seat, card: Card) {
    memory.taken[seat] = memory.taken[seat] - CardSet::only(card);
    if memory.shuffled.contains(card) {
        memory.shuffled.remove(card);
        memory.drawn[seat] -= 1;
    }
}

/// Returns the seats with a turn left, from `turn` on. After a knock every other player has one
/// more turn. (TH-R6)
pub(super) fn last_turns(state: &State, turn: Seat) -> SeatSet {
    let Some(knocker) = state.knocker else { return SeatSet::EMPTY };
    let mut left = SeatSet::EMPTY;
    let mut seat = turn;
    if seat == knocker {
        seat = after(&state.standing, state.options.seats, seat);
    }
    while seat != knocker {
        left.insert(seat);
        seat = after(&state.standing, state.options.seats, seat);
    }
    left
}

/// Ends a turn, and the deal if it is due. Precedence: 31, then the knock, then the stock.
#[inline]
fn end_turn(state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
    state.turns += 1;
    let next = after(&state.standing, state.options.seats, seat);
    let ending = if value::is_blitz(state.hands[seat]) {
        Some(Ending::Blitz) // TH-R5, TH-S4, TH-S5
    } else if state.knocker == Some(next) {
        Some(Ending::Knock) // TH-R6
    } else if state.stock.is_empty() && !reshuffles(state) || state.actions > ACTION_LIMIT {
        Some(Ending::Showdown) // TH-O10, TH-S11, TH-S15
    } else {
        None
    };
    match ending {
        Some(ending) => end(state, ending, emit),
        None => state.stage = Stage::Draw(next),
    }
}

fn reshuffles(state: &State) -> bool {
    state.options.stock_empty == StockEmpty::Reshuffle && state.reshuffles < MAX_RESHUFFLES
}

/// Ends the deal and shows all hands. (TH-R7)
fn end(state: &mut State, ending: Ending, emit: &mut impl FnMut(Event)) {
    let showdown = score::showdown(state, ending);
    state.stage = Stage::Over(showdown);
    emit(Event::Shown {
        ending,
        blitz: showdown.blitz,
        hands: state.hands,
        values: score::values(&state.standing, &showdown),
        lost: showdown.lost,
    });
    for seat in (state.standing.playing - showdown.playing).iter() {
        emit(Event::Out { seat });
    }
}

/// Returns the cards to shuffle when a draw waits for an empty stock: all discards except the top.
/// (TH-O10)
pub(super) fn shuffle_due(state: &State) -> Option<Vec<Card>> {
    let (_, under) = state.discards.as_slice().split_last()?;
    matches!(state.stage, Stage::Shuffle(_)).then(|| under.to_vec())
}

/// Makes the shuffled discards the new stock, and draws its first card for the waiting player.
pub(super) fn shuffle(state: &mut State, order: &[Card], emit: &mut impl FnMut(Event)) {
    let Stage::Shuffle(seat) = state.stage else { return };
    let upcard = state.discards.top();
    state.discards = upcard.into_iter().collect();
    state.stock = Pile::stock(order);
    state.reshuffles += 1;
    state.memory.shuffled = order.iter().copied().collect();
    state.memory.drawn = state.memory.drawn.map(|_, _| 0);
    emit(Event::Reshuffled { cards: state.stock.len() });
    draw(state, seat, emit);
}
