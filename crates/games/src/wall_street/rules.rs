//! Dealing, legal actions and their effects.

use super::{Action, Event, Illegal, Options, Standing, State};
use crate::fishing::Deal;
use cards::{Card, Seat};

pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let deal = Deal::new(options.fishing(), standing.dealer, standing.playing, deck, emit);
    State { options: *options, standing: *standing, deal }
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    state.deal.legal_plays(seat, |play| actions.push(play));
}

pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    Ok(state.deal.validate(seat, action)?)
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    state.deal.play(seat, action, emit);
}
