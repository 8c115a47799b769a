//! Winners of a game and of the match.

use super::options::SEATS;
use super::{Ending, Options, Stage, State};
use cards::{BySeat, BySide, Seat, SeatSet};
use engine::{Outcome, ScoreLine, Settlement};
use serde::Serialize;

/// Number of games that each player has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The dealer of the record. It has no effect on the game.
    pub dealer: Seat,
    /// Number of games won by each seat.
    pub won: BySeat<i32>,
}

/// Figures of a finished game in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Detail {
    /// Cards left of each seat.
    pub left: BySeat<u8>,
    /// Way in which the game ended.
    pub ended: Ending,
}

impl Standing {
    pub(super) fn initial(_options: &Options, dealer: Seat) -> Self {
        Self { dealer, won: BySeat::filled(SEATS, 0) }
    }
}

/// Ending of a game, as the rules or the players at a real table established it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Way in which the game ended.
    pub ended: Ending,
    /// Cards left of each seat, in hand and stock. `None` if there were some that were not counted.
    pub left: BySeat<Option<u8>>,
}

impl Tally {
    #[inline]
    fn of(state: &State) -> Self {
        Self { ended: ending(state), left: left(state).map(|_, cards| Some(cards)) }
    }

    /// Returns the points: one for the seat with fewer cards left. (SP-R8, SP-S8)
    #[inline]
    fn points(&self) -> BySeat<i32> {
        let left = self.left.map(|_, cards| cards.unwrap_or(u8::MAX));
        left.map(|seat, cards| i32::from(cards < left[seat.next(SEATS)]))
    }

    /// Returns the next standing, and whether the match is over. A game without a winner is
    /// replayed. (SP-S8, SP-S11)
    #[must_use]
    pub fn settle(&self, options: &Options, standing: &Standing) -> Settlement<Standing> {
        let points = self.points();
        let won = standing.won.map(|seat, won| won + points[seat]);
        let after = Standing { won, ..*standing };
        match Seat::all(SEATS).find(|seat| won[*seat] >= options.needed()) {
            Some(winner) => Settlement::MatchOver(after, SeatSet::only(winner)),
            None => Settlement::NextDeal(after),
        }
    }

    /// Returns one score line: the cards left, and the game.
    #[must_use]
    pub fn score_lines(&self) -> Vec<ScoreLine> {
        let left = BySide::from(self.left);
        vec![ScoreLine::new("left", &["SP-S8"], self.points().into()).with_amounts(|side| left[side])]
    }
}

fn left(state: &State) -> BySeat<u8> {
    BySeat::new(SEATS, |seat| state.left(seat))
}

fn ending(state: &State) -> Ending {
    match state.stage {
        Stage::Over(ending) => ending,
        _ => Ending::Stalemate,
    }
}

#[inline]
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    matches!(state.stage, Stage::Over(_)).then(|| Outcome::from_points(Tally::of(state).points(), 0.5))
}

pub(super) fn settle(state: &State) -> Settlement<Standing> {
    Tally::of(state).settle(&state.options, &state.standing)
}

pub(super) fn detail(state: &State) -> Detail {
    Detail { left: left(state), ended: ending(state) }
}

pub(super) fn score_breakdown(state: &State) -> Vec<ScoreLine> {
    Tally::of(state).score_lines()
}
