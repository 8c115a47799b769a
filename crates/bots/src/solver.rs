//! Exact solver for the end of a deal, once nothing is hidden and no chance is left.

use crate::search_state::{Next, SearchState};
use cards::{Rng, Seat};
use engine::{Bot, Game, Observation, Stop};
use std::time::Duration;

/// Position limit before the solver gives up. Nearly every last hand of the fishing games needs
/// fewer.
const MAX_POSITIONS: u32 = 20_000;

/// Returns the best move of `seat` by alpha-beta search. Returns `None` if something is hidden or
/// the limit is reached.
pub fn solve<S: SearchState>(info: &S::InformationSet, seat: Seat, rng: &mut Rng) -> Option<S::Move> {
    if !S::is_open(info) {
        return None;
    }
    let determinization = S::draw(info, rng);
    let mut solver = Solver::<S> { info, searcher: seat, moves: Vec::new(), left: MAX_POSITIONS };
    let mut best = None;
    let mut alpha = f32::NEG_INFINITY;
    determinization.moves(info, seat, &mut solver.moves);
    for index in 0..solver.moves.len() {
        let chosen = solver.moves[index];
        let mut after = determinization.clone();
        after.play(info, seat, chosen);
        let value = solver.value(&after, alpha, f32::INFINITY)?;
        if value > alpha {
            (alpha, best) = (value, Some(chosen));
        }
    }
    best
}

struct Solver<'a, S: SearchState> {
    info: &'a S::InformationSet,
    searcher: Seat,
    /// Stack of the moves of every position on the current path.
    moves: Vec<S::Move>,
    left: u32,
}

impl<S: SearchState> Solver<'_, S> {
    /// Returns the value of `state` to the searcher within `alpha` and `beta`, or `None` at the
    /// position limit.
    fn value(&mut self, state: &S, mut alpha: f32, mut beta: f32) -> Option<f32> {
        let Next::Seat(seat) = state.next(self.info) else {
            return Some(state.returns(self.info)[self.searcher]);
        };
        self.left = self.left.checked_sub(1)?;
        let ours = S::are_partners(self.info, seat, self.searcher);
        let first = self.moves.len();
        state.moves(self.info, seat, &mut self.moves);
        for index in first..self.moves.len() {
            let mut after = state.clone();
            after.play(self.info, seat, self.moves[index]);
            let value = self.value(&after, alpha, beta)?;
            if ours {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        Some(if ours { alpha } else { beta })
    }
}

/// Bot that plays the end of a deal exactly and leaves earlier moves to another bot.
#[derive(Debug)]
pub struct ExactEnd<S, B> {
    before: B,
    state: std::marker::PhantomData<fn() -> S>,
}

impl<S, B> ExactEnd<S, B> {
    /// Creates a bot that uses `before` until all hidden cards are known.
    #[must_use]
    pub const fn after(before: B) -> Self {
        Self { before, state: std::marker::PhantomData }
    }
}

impl<S: SearchState, B: Bot<S::Game>> Bot<S::Game> for ExactEnd<S, B> {
    fn choose(
        &mut self,
        seen: &Observation<S::Game>,
        seat: Seat,
        rng: &mut Rng,
    ) -> <S::Game as Game>::Action {
        let solved = match S::information_set(&seen.view) {
            Some(info) => solve::<S>(&info, seat, rng).map(S::action),
            None => S::Fallback::information_set(&seen.view)
                .and_then(|info| solve::<S::Fallback>(&info, seat, rng))
                .map(S::Fallback::action),
        };
        solved.unwrap_or_else(|| self.before.choose(seen, seat, rng))
    }

    fn reaction(&mut self, rng: &mut Rng) -> Duration {
        self.before.reaction(rng)
    }

    fn expected_time(&self) -> Duration {
        self.before.expected_time()
    }

    fn set_deadline(&mut self, max: Duration) {
        self.before.set_deadline(max);
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.before.set_stop(stop);
    }
}
