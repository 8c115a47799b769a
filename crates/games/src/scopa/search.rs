//! A deal as a search plays it.

use super::{Action, Options, Scopa, View, score};
use crate::fishing::{EndMode, Known, Play, SmallDeal};
use bots::{Next, SearchState};
use cards::{BySeat, Rng, Seat};

/// A deal without its words: no claims, and everything is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SmallState(SmallDeal);

impl SmallState {
    #[cfg(test)]
    pub(super) fn of(state: &super::State) -> Self {
        Self(SmallDeal::of(&state.deal))
    }
}

impl SearchState for SmallState {
    type Game = Scopa;
    type Known = (Options, Known);
    type Move = Play;

    fn known(view: &View) -> Option<(Options, Known)> {
        let options = view.options;
        let is_plain = !options.claim_out && options.end_mode != EndMode::OrderedStop;
        is_plain.then(|| Known::new(&view.deal, &view.options)).flatten().map(|known| (options, known))
    }
    #[inline]
    fn draw((_, known): &Self::Known, rng: &mut Rng) -> Self {
        Self(SmallDeal::draw(known, rng))
    }
    #[inline]
    fn next(&self, _known: &Self::Known) -> Next {
        self.0.next()
    }
    #[inline]
    fn deal(&mut self, (_, known): &Self::Known, _rng: &mut Rng) {
        self.0.deal(known);
    }
    #[inline]
    fn moves(&self, (_, known): &Self::Known, seat: Seat, moves: &mut Vec<Play>) {
        self.0.moves(known, seat, |play| moves.push(play));
    }
    #[inline]
    fn play(&mut self, (_, known): &Self::Known, seat: Seat, chosen: Play) {
        self.0.play(known, seat, chosen);
    }
    #[inline]
    fn returns(&self, (options, known): &Self::Known) -> BySeat<f32> {
        score::returns(options, &known.rules, &self.0.piles(known), &self.0.sweeps(known))
    }
    fn action(chosen: Play) -> Action {
        Action::Play(chosen)
    }
    #[inline]
    fn policy(
        &self,
        (_, known): &Self::Known,
        seat: Seat,
        _searcher: Seat,
        moves: &mut Vec<Play>,
        rng: &mut Rng,
    ) -> Play {
        self.0.policy(known, seat, moves, rng)
    }
    fn is_open((_, known): &Self::Known) -> bool {
        known.is_open()
    }
    fn are_partners((_, known): &Self::Known, one: Seat, other: Seat) -> bool {
        known.rules.side(one) == known.rules.side(other)
    }
}
