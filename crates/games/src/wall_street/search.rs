//! A deal as a search plays it.

use super::{Action, View, WallStreet, score};
use crate::fishing::{EndMode, Known, Play, SmallDeal};
use bots::{Next, SearchState};
use cards::{BySeat, Rng, Seat};

/// A deal without its words: everything is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SmallState(SmallDeal);

impl SmallState {
    #[cfg(test)]
    pub(super) fn of(state: &super::State) -> Self {
        Self(SmallDeal::of(&state.deal))
    }
}

impl SearchState for SmallState {
    type Game = WallStreet;
    type Known = Known;
    type Move = Play;

    fn known(view: &View) -> Option<Known> {
        let everything_counts = view.options.end_mode != EndMode::OrderedStop;
        everything_counts.then(|| Known::new(&view.deal, &view.options)).flatten()
    }
    #[inline]
    fn draw(known: &Known, rng: &mut Rng) -> Self {
        Self(SmallDeal::draw(known, rng))
    }
    #[inline]
    fn next(&self, _known: &Known) -> Next {
        self.0.next()
    }
    #[inline]
    fn deal(&mut self, known: &Known, _rng: &mut Rng) {
        self.0.deal(known);
    }
    #[inline]
    fn moves(&self, known: &Known, seat: Seat, moves: &mut Vec<Play>) {
        self.0.moves(known, seat, |play| moves.push(play));
    }
    #[inline]
    fn play(&mut self, known: &Known, seat: Seat, chosen: Play) {
        self.0.play(known, seat, chosen);
    }
    #[inline]
    fn returns(&self, known: &Known) -> BySeat<f32> {
        score::returns(&known.rules, &self.0.piles(known), &self.0.sweeps(known))
    }
    fn action(chosen: Play) -> Action {
        chosen
    }
    #[inline]
    fn policy(
        &self,
        known: &Known,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<Play>,
        rng: &mut Rng,
    ) -> Play {
        self.0.policy(known, seat, moves, rng)
    }
    fn is_open(known: &Known) -> bool {
        known.is_open()
    }
    fn are_partners(known: &Known, one: Seat, other: Seat) -> bool {
        known.rules.side(one) == known.rules.side(other)
    }
}
