//! Who has won a game, and who the match.

use super::options::SEATS;
use super::{Ending, Options, Stage, State};
use cards::{BySeat, Seat, SeatSet};
use engine::{CountLine, Half, Outcome, Settlement};
use serde::Serialize;

/// The games won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who was named dealer; nobody deals in this game.
    pub dealer: Seat,
    /// How many games each has won.
    pub won: BySeat<i32>,
}

/// The figures of a finished game, as records show them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Detail {
    /// The cards each had left.
    pub left: BySeat<u8>,
    /// How the game ended.
    pub ended: Ending,
}

impl Standing {
    pub(super) fn open(_options: &Options, dealer: Seat) -> Self {
        Self { dealer, won: BySeat::filled(SEATS, 0) }
    }
}

fn left(state: &State) -> BySeat<u8> {
    BySeat::new(SEATS, |seat| state.left(seat))
}

/// Fewer cards left wins: none at all, or after a stalemate. (SP-R8, SP-S8)
#[inline]
fn points(state: &State) -> BySeat<i32> {
    let left = left(state);
    left.map(|seat, cards| i32::from(cards < left[seat.next(SEATS)]))
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    matches!(state.stage, Stage::Over(_)).then(|| Outcome::from_points(points(state), 0.5))
}

/// A game without a winner is played again; most games of so many win the match. (SP-S8, SP-S11)
pub(super) fn settle(state: &State) -> Settlement<Standing> {
    let points = points(state);
    let won = state.standing.won.map(|seat, won| won + points[seat]);
    let after = Standing { won, ..state.standing };
    match Seat::all(SEATS).find(|seat| won[*seat] >= state.options.needed()) {
        Some(winner) => Settlement::MatchOver(after, SeatSet::only(winner)),
        None => Settlement::NextDeal(after),
    }
}

pub(super) fn detail(state: &State) -> Detail {
    let ended = match state.stage {
        Stage::Over(ending) => ending,
        _ => Ending::Stalemate,
    };
    Detail { left: left(state), ended }
}

/// One line: the cards left, and the game.
pub(super) fn count(state: &State) -> Vec<CountLine> {
    let left = left(state);
    vec![CountLine {
        category: "left",
        amounts: left.as_slice().iter().map(|cards| Some(Half::from(i32::from(*cards)))).collect(),
        points: points(state).as_slice().to_vec(),
        cards: None,
    }]
}
