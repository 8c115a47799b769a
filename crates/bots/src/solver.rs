//! The end of a deal, solved: where nothing is hidden and no chance is left, the best move is found and not guessed.

use crate::search_state::{Next, SearchState};
use cards::{Rng, Seat};
use engine::{Bot, Game, Observation, Stop};
use std::time::Duration;

/// Positions looked at before a deal is left to those who guess: the last cards of every fishing game take fewer, but for a few.
const MAX_POSITIONS: u32 = 20_000;

/// The best move of `seat`, by alpha-beta, if everything is known and the end is near enough.
pub fn solve<S: SearchState>(known: &S::Known, seat: Seat, rng: &mut Rng) -> Option<S::Move> {
    if !S::is_open(known) {
        return None;
    }
    let world = S::draw(known, rng);
    let mut solver = Solver::<S> { known, searcher: seat, moves: Vec::new(), left: MAX_POSITIONS };
    let mut best = None;
    let mut alpha = f32::NEG_INFINITY;
    world.moves(known, seat, &mut solver.moves);
    for index in 0..solver.moves.len() {
        let chosen = solver.moves[index];
        let mut after = world.clone();
        after.play(known, seat, chosen);
        let value = solver.value(&after, alpha, f32::INFINITY)?;
        if value > alpha {
            (alpha, best) = (value, Some(chosen));
        }
    }
    best
}

struct Solver<'a, S: SearchState> {
    known: &'a S::Known,
    searcher: Seat,
    /// The moves of every position on the way, one after the other.
    moves: Vec<S::Move>,
    left: u32,
}

impl<S: SearchState> Solver<'_, S> {
    /// What `state` is worth to the searcher, as far as it lies between `alpha` and `beta`; nothing when it takes too long.
    fn value(&mut self, state: &S, mut alpha: f32, mut beta: f32) -> Option<f32> {
        let Next::Seat(seat) = state.next(self.known) else {
            return Some(state.returns(self.known)[self.searcher]);
        };
        self.left = self.left.checked_sub(1)?;
        let ours = S::are_partners(self.known, seat, self.searcher);
        let first = self.moves.len();
        state.moves(self.known, seat, &mut self.moves);
        for index in first..self.moves.len() {
            let mut after = state.clone();
            after.play(self.known, seat, self.moves[index]);
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

/// A bot that plays the end of a deal exactly, and what comes before as another does.
#[derive(Debug)]
pub struct ExactEnd<S, B> {
    before: B,
    state: std::marker::PhantomData<fn() -> S>,
}

impl<S, B> ExactEnd<S, B> {
    /// `before` plays until everything is known.
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
        let solved = match S::known(&seen.view) {
            Some(known) => solve::<S>(&known, seat, rng).map(S::action),
            None => S::Otherwise::known(&seen.view)
                .and_then(|known| solve::<S::Otherwise>(&known, seat, rng))
                .map(S::Otherwise::action),
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
