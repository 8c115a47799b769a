//! Dealing, legal actions and their effects.

use super::action::Claimed;
use super::{Action, Claim, Event, Illegal, Options, Standing, State, score};
use crate::fishing::Deal;
use cards::{Card, Seat, SeatSet};

pub(super) fn deal(
    options: &Options,
    standing: &Standing,
    deck: &[Card],
    emit: &mut impl FnMut(Event),
) -> State {
    let playing = SeatSet::all(options.seats);
    let deal = Deal::new(options.fishing(), standing.dealer, playing, deck, &mut |event| emit(event.into()));
    State { options: *options, standing: *standing, deal, claim: None }
}

#[inline]
pub(super) fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    state.deal.legal_plays(seat, |play| actions.push(Action::Play(play)));
    if state.options.claim_out && state.deal.turn == Some(seat) {
        actions.push(Action::Claim);
    }
}

pub(super) fn validate(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    match action {
        Action::Play(play) => Ok(state.deal.validate(seat, play)?),
        Action::Claim if state.options.claim_out => Ok(()),
        Action::Claim => Err(Illegal::NoClaims),
    }
}

#[inline]
pub(super) fn apply(state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
    match action {
        Action::Play(play) => state.deal.play(seat, play, &mut |event| emit(event.into())),
        Action::Claim => {
            let right = score::has_reached_target(state, seat);
            state.claim = Some(Claim { seat, right });
            state.deal.turn = None;
            emit(Event::Claim(Claimed { seat, right }));
        }
    }
}
