//! Dealing, legal actions and their effects.

use super::build::{Brackets, Build};
use super::capture::Table;
use super::options::{KeepCapturer, OwnBuild, TrailRule};
use super::state::Capture;
use super::{Action, Event, Illegal, Options, Standing, State};
use crate::fishing::LastPlaySweep;
use cards::{BySeat, BySide, Card, CardSet, Holding, Pile, Seat, SeatSet};

/// Rounds of two cards each: to every other hand, to the table, to the dealer. (CA-R1, CA-R2)
pub(super) const TWICE: u8 = 2;

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
        trailed_on: BySeat::filled(options.seats, [CardSet::EMPTY; 3]),
    };
    deal_packet(&mut state, true, emit);
    emit(Event::LaidOut { cards: state.loose });
    state
}

#[inline]
fn deal_packet(state: &mut State, to_table: bool, emit: &mut impl FnMut(Event)) {
    let (seats, dealer) = (state.options.seats, state.standing.dealer);
    Seat::all(seats).for_each(|seat| state.trailed_on[seat] = [CardSet::EMPTY; 3]);
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

/// Seat to act, with everything that determines its legal actions.
pub(super) struct Turn<'a> {
    table: Table<'a>,
    hand: CardSet,
    seat: Seat,
}

impl<'a> Turn<'a> {
    #[inline]
    pub(super) fn new(table: Table<'a>, hand: CardSet, seat: Seat) -> Self {
        Self { table, hand, seat }
    }

    #[inline]
    fn of(state: &'a State, seat: Seat) -> Self {
        Self::new(state.table(), state.hands[seat], seat)
    }

    /// Lists all legal actions.
    #[inline]
    pub(super) fn legal_actions(&self, actions: &mut Vec<Action>) {
        let before = actions.len();
        let capable = self.list_plays(actions);
        if self.may_trail_at_all() {
            for card in self.may_trail(capable) {
                if self.orphans(card).is_empty() {
                    actions.push(Action::Trail(card));
                }
            }
        }
        if actions.len() == before {
            // A seat without any other legal action may trail.
            actions.extend(self.hand.iter().map(Action::Trail));
        }
    }

    /// Returns the cards that may be trailed, as far as it depends on what they can capture.
    /// (CA-O1)
    #[inline]
    fn may_trail(&self, capable: CardSet) -> CardSet {
        match self.table.options.trail_rule {
            TrailRule::Free => self.hand,
            TrailRule::Card => self.hand - capable,
            TrailRule::Hand if capable.is_empty() => self.hand,
            TrailRule::Hand => CardSet::EMPTY,
        }
    }

    /// Lists captures and builds, and returns the cards that can capture.
    #[inline]
    fn list_plays(&self, actions: &mut Vec<Action>) -> CardSet {
        let (table, hand) = (&self.table, self.hand);
        let mut capable = CardSet::EMPTY;
        for card in hand {
            let rest = hand - CardSet::only(card);
            let orphans = self.orphans(card);
            let keeps = |builds: &Brackets| orphans.is_empty() || builds.cards().contains_all(orphans);
            if table.can_capture(card) {
                capable.insert(card);
                table.captures(card, &mut |loose, builds| {
                    if keeps(&builds) {
                        actions.push(Action::Capture { card, loose, builds });
                    }
                });
            }
            // One card of each rank could capture a build; a card without value can neither capture
            // nor join one.
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

    /// Returns the builds that the seat controls.
    fn own_builds(&self) -> impl Iterator<Item = &Build> {
        self.table.builds.iter().filter(|build| build.controller == self.seat)
    }

    /// Returns whether controlled builds permit trailing. (CA-O4)
    #[inline]
    fn may_trail_at_all(&self) -> bool {
        self.table.options.trail_with_own_build == OwnBuild::Allowed || self.own_builds().next().is_none()
    }

    /// Returns the cards of the controlled builds that the hand without `card` cannot capture. A
    /// partner's cards and builds do not count. (CA-O5, CA-S8, CA-S9, CA-S10)
    #[inline]
    fn orphans(&self, card: Card) -> CardSet {
        if self.table.options.keep_capturer == KeepCapturer::None || self.table.builds.is_empty() {
            return CardSet::EMPTY;
        }
        let rest = self.hand - CardSet::only(card);
        let lost =
            self.own_builds().filter(|build| (rest & self.table.values.singles(build.value)).is_empty());
        lost.fold(CardSet::EMPTY, |cards, build| cards | build.cards)
    }

    /// Returns whether the seat has no legal action otherwise; it may then trail any card.
    fn can_do_nothing(&self) -> bool {
        let mut plays = Vec::new();
        let capable = self.list_plays(&mut plays);
        let trails = self.may_trail(capable);
        let free = |card: Card| self.may_trail_at_all() && self.orphans(card).is_empty();
        plays.is_empty() && !trails.iter().any(free)
    }

    /// Checks trailing `card`. (CA-O1, CA-O4)
    fn check_trail(&self, card: Card) -> Result<(), Illegal> {
        let table = &self.table;
        let forbidden = match table.options.trail_rule {
            _ if !self.may_trail_at_all() => {
                self.own_builds().next().map(|build| Illegal::OwnBuild { build: build.cards })
            }
            TrailRule::Free => None,
            TrailRule::Card => table.can_capture(card).then_some(Illegal::MustCapture { card }),
            TrailRule::Hand if table.can_capture(card) => Some(Illegal::MustCapture { card }),
            TrailRule::Hand => {
                let other = self.hand.iter().find(|other| table.can_capture(*other));
                other.map(|other| Illegal::HandMustCapture { card, other })
            }
        };
        match forbidden {
            Some(forbidden) if !self.can_do_nothing() => Err(forbidden),
            _ => Ok(()),
        }
    }
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if state.turn == Some(seat) {
        Turn::of(state, seat).legal_actions(actions);
    }
}

/// Checks whether `seat`, which is to act, may do this action.
pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    let turn = Turn::of(state, seat);
    let (card, table, hand) = (action.card(), &turn.table, turn.hand);
    if !hand.contains(card) {
        return Err(Illegal::NotHeld { card });
    }
    let (loose, builds) = (action.loose(), action.builds());
    if !state.loose.contains_all(loose) {
        return Err(Illegal::NotLoose { cards: loose - state.loose });
    }
    table.find_builds(&builds)?;
    match action {
        Action::Trail(_) => turn.check_trail(card)?,
        Action::Capture { .. } => table.check_capture(card, loose, &builds)?,
        Action::Build { announced, .. } => {
            table.check_build(card, loose, &builds, announced, hand - CardSet::only(card))?;
        }
    }
    let orphans = turn.orphans(card) - builds.cards();
    let orphan = state.builds.as_slice().iter().find(|build| orphans.contains_all(build.cards));
    match orphan.filter(|_| !matches!(action, Action::Trail(_)) || !turn.can_do_nothing()) {
        None => Ok(()),
        Some(build) => Err(Illegal::KeepCapturer { card, build: build.cards, value: build.value }),
    }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    let card = action.card();
    state.hands[seat].remove(card);
    let next = seat.next(state.options.seats);
    // All players have played equally many cards when the next player has none.
    let round_over = state.hands[next].is_empty();
    let last_card = round_over && state.stock.is_empty();
    state.last_capture = None;
    match action {
        Action::Trail(card) => {
            let [_, before, last] = state.trailed_on[seat];
            state.trailed_on[seat] = [before, last, state.loose];
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
    let sweep = empty && may_sweep(&state.options, last_card);
    if sweep {
        state.sweeps.push(card);
    }
    state.last_capture = Some(Capture { seat, card, taken });
    state.last_capturer = Some(seat);
    emit(Event::Captured { seat, card, taken, sweep });
}

/// Returns whether a capture that clears the table is a sweep. (CA-R8, CA-R15, CA-O8)
#[inline]
pub(super) fn may_sweep(options: &Options, last_card: bool) -> bool {
    !last_card || options.last_card_sweep == LastPlaySweep::IfReallyCaptured
}

/// Gives the remaining cards to the side that captured last; this is not a sweep. (CA-R15, CA-S11)
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
