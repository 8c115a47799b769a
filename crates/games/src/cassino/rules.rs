//! Dealing, who may act, what is legal, and what it does.

use super::build::Brackets;
use super::options::{KeepCapturer, OwnBuild, TrailRule};
use super::state::Capture;
use super::{Action, Event, Illegal, Options, Standing, State};
use crate::fishing::LastPlaySweep;
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Seat, SeatSet};

/// Two cards each, twice: to every hand before the dealer's, to the table, to the dealer. (CA-R1, CA-R2)
const TWICE: u8 = 2;

pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let mut state = State {
        options: *options,
        standing: *standing,
        hands: BySeat::filled(options.seats, CardSet::EMPTY),
        loose: CardSet::EMPTY,
        builds: super::build::Builds::none(),
        stock: deck.iter().rev().copied().collect(),
        piles: BySide::filled(options.sides(), CardSet::EMPTY),
        sweeps: Pile::EMPTY,
        turn: Some(standing.dealer.next(options.seats)),
        last_capture: None,
        last_capturer: None,
    };
    deal_packet(&mut state, true, emit);
    emit(Event::LaidOut { cards: state.loose });
    state
}

#[inline]
fn deal_packet(state: &mut State, to_table: bool, emit: &mut impl FnMut(Event)) {
    let (seats, dealer) = (state.options.seats, state.standing.dealer);
    let mut draw = || state.stock.pop().map_or(CardSet::EMPTY, CardSet::only);
    for _ in 0..TWICE {
        let mut seat = dealer;
        loop {
            seat = seat.next(seats);
            if seat == dealer && to_table {
                state.loose = state.loose | draw() | draw();
            }
            state.hands[seat] = state.hands[seat] | draw() | draw();
            if seat == dealer {
                break;
            }
        }
    }
    let mut seat = dealer;
    for _ in 0..seats {
        seat = seat.next(seats);
        emit(Event::Dealt { seat, hand: Holding::Open(state.hands[seat]) });
    }
}

#[inline]
pub(super) fn actors(state: &State) -> SeatSet {
    state.turn.map_or(SeatSet::EMPTY, SeatSet::only)
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if state.turn != Some(seat) {
        return;
    }
    let before = actions.len();
    let hand = state.hands[seat];
    let capable = list_plays(state, seat, actions);
    if may_trail_at_all(state, seat) {
        for card in may_trail(state, hand, capable) {
            if orphans(state, seat, card).is_empty() {
                actions.push(Action::Trail(card));
            }
        }
    }
    if actions.len() == before {
        // Who could do nothing at all may trail.
        actions.extend(hand.iter().map(Action::Trail));
    }
}

/// The cards that may be trailed, as far as what they could take decides it. (CA-O1)
#[inline]
fn may_trail(state: &State, hand: CardSet, capable: CardSet) -> CardSet {
    match state.options.trail_rule {
        TrailRule::Free => hand,
        TrailRule::Card => hand - capable,
        TrailRule::Hand if capable.is_empty() => hand,
        TrailRule::Hand => CardSet::EMPTY,
    }
}

/// Lists captures and builds, and tells which cards can capture.
#[inline]
fn list_plays(state: &State, seat: Seat, actions: &mut Vec<Action>) -> CardSet {
    let table = state.table();
    let hand = state.hands[seat];
    let mut capable = CardSet::EMPTY;
    for card in hand {
        let rest = hand - CardSet::only(card);
        let orphans = orphans(state, seat, card);
        let keeps = |builds: &Brackets| orphans.is_empty() || builds.cards().contains_all(orphans);
        if table.can_capture(card) {
            capable.insert(card);
            table.captures(card, &mut |loose, builds| {
                if keeps(&builds) {
                    actions.push(Action::Capture { card, loose, builds });
                }
            });
        }
        // One of each rank that could take a build; a card without value neither takes nor joins one.
        let mut capturers = if table.values.added(card) == 0 { CardSet::EMPTY } else { rest };
        while let Some(capturer) = capturers.first() {
            capturers = capturers - CardSet::of_rank_of(capturer);
            let value = table.values.alone(capturer);
            if value == 0 {
                continue;
            }
            table.builds_with(card, value, &mut |loose, builds, announced| {
                if keeps(&builds) {
                    actions.push(Action::Build { card, loose, builds, announced });
                }
            });
        }
    }
    capable
}

/// Whether the duties of an owner leave room for trailing. (CA-O4)
#[inline]
fn may_trail_at_all(state: &State, seat: Seat) -> bool {
    state.options.trail_with_own_build == OwnBuild::Allowed || state.own_builds(seat).next().is_none()
}

/// The builds that `seat` controls, however many, and, without `card`, has no card to take: a partner's cards and a
/// partner's builds do not count. (CA-O5, CA-S8, CA-S9, CA-S10)
#[inline]
fn orphans(state: &State, seat: Seat, card: Card) -> CardSet {
    if state.options.keep_capturer == KeepCapturer::None || state.builds.as_slice().is_empty() {
        return CardSet::EMPTY;
    }
    let rest = state.hands[seat] - CardSet::only(card);
    let values = state.options.values();
    let lost = state.own_builds(seat).filter(|build| (rest & values.singles(build.value)).is_empty());
    lost.fold(CardSet::EMPTY, |cards, build| cards | build.cards)
}

/// Says why `seat`, whose turn it is, may not do this, if it may not.
pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    let (card, table, hand) = (action.card(), state.table(), state.hands[seat]);
    if !hand.contains(card) {
        return Err(Illegal::NotHeld { card });
    }
    let (loose, builds) = (action.loose(), action.builds());
    if !state.loose.contains_all(loose) {
        return Err(Illegal::NotLoose { cards: loose - state.loose });
    }
    table.find_builds(&builds)?;
    match action {
        Action::Trail(_) => check_trail(state, seat, card)?,
        Action::Capture { .. } => table.check_capture(card, loose, &builds)?,
        Action::Build { announced, .. } => {
            table.check_build(card, loose, &builds, announced, hand - CardSet::only(card))?;
        }
    }
    let orphans = orphans(state, seat, card) - builds.cards();
    let orphan = state.builds.as_slice().iter().find(|build| orphans.contains_all(build.cards));
    match orphan.filter(|_| !matches!(action, Action::Trail(_)) || !can_do_nothing(state, seat)) {
        None => Ok(()),
        Some(build) => Err(Illegal::KeepCapturer { card, build: build.cards, value: build.value }),
    }
}

/// CA-O1, CA-O4.
fn check_trail(state: &State, seat: Seat, card: Card) -> Result<(), Illegal> {
    let table = state.table();
    let forbidden = match state.options.trail_rule {
        _ if !may_trail_at_all(state, seat) => {
            state.own_builds(seat).next().map(|build| Illegal::OwnBuild { build: build.cards })
        }
        TrailRule::Free => None,
        TrailRule::Card => table.can_capture(card).then_some(Illegal::MustCapture { card }),
        TrailRule::Hand if table.can_capture(card) => Some(Illegal::MustCapture { card }),
        TrailRule::Hand => {
            let other = state.hands[seat].iter().find(|other| table.can_capture(*other));
            other.map(|other| Illegal::HandMustCapture { card, other })
        }
    };
    match forbidden {
        Some(forbidden) if !can_do_nothing(state, seat) => Err(forbidden),
        _ => Ok(()),
    }
}

/// Whether the rules leave `seat` nothing at all to do: then it may trail.
fn can_do_nothing(state: &State, seat: Seat) -> bool {
    let mut plays = Vec::new();
    let hand = state.hands[seat];
    let capable = list_plays(state, seat, &mut plays);
    let trails = may_trail(state, hand, capable);
    let free = |card: Card| may_trail_at_all(state, seat) && orphans(state, seat, card).is_empty();
    plays.is_empty() && !trails.iter().any(free)
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    let card = action.card();
    state.hands[seat].remove(card);
    let next = seat.next(state.options.seats);
    // Everybody has played equally many cards when it is the turn of one who has none.
    let round_over = state.hands[next].is_empty();
    let last_card = round_over && state.stock.is_empty();
    state.last_capture = None;
    match action {
        Action::Trail(card) => {
            state.loose.insert(card);
            emit(Event::Trailed { seat, card });
        }
        Action::Capture { loose, builds, .. } => capture(state, seat, card, loose, &builds, last_card, emit),
        Action::Build { loose, builds, announced, .. } => {
            let table = state.table();
            let value = table.announced_value(announced).unwrap_or_default();
            let build = table.result(card, loose, &builds, value, seat);
            if !builds.is_empty() {
                state.builds.remove(builds.cards());
            }
            state.builds.insert(build);
            state.loose = state.loose - loose;
            emit(Event::Built { seat, card, joined: loose | builds.cards(), build });
        }
    }
    if last_card {
        return finish(state, emit);
    }
    state.turn = Some(next);
    if round_over {
        deal_packet(state, false, emit); // CA-R2
    }
}

#[inline]
fn capture(
    state: &mut State,
    seat: Seat,
    card: Card,
    loose: CardSet,
    builds: &Brackets,
    last_card: bool,
    emit: &mut impl FnMut(Event),
) {
    let taken = loose | builds.cards();
    state.loose = state.loose - loose;
    if !builds.is_empty() {
        state.builds.remove(taken);
    }
    let side = state.side(seat);
    state.piles[side] = state.piles[side] | taken | CardSet::only(card);
    let empty = state.loose.is_empty() && state.builds.as_slice().is_empty();
    // CA-R8, CA-R15, CA-O8
    let sweep = empty && (!last_card || state.options.last_card_sweep == LastPlaySweep::IfReallyCaptured);
    if sweep {
        state.sweeps.push(card);
    }
    state.last_capture = Some(Capture { seat, card, taken });
    state.last_capturer = Some(seat);
    emit(Event::Captured { seat, card, taken, sweep });
}

/// The rest goes to the side that captured last; this is no sweep. (CA-R15, CA-S11)
fn finish(state: &mut State, emit: &mut impl FnMut(Event)) {
    state.turn = None;
    let rest = state.loose | state.builds.cards();
    let side = state.last_capturer.map(|seat| state.side(seat));
    if !rest.is_empty() {
        emit(Event::RestTaken { side, cards: rest });
    }
    if let Some(side) = side {
        state.piles[side] = state.piles[side] | rest;
        state.loose = CardSet::EMPTY;
        state.builds = super::build::Builds::none();
    }
}
