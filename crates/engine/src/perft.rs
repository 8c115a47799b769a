//! Perft: counts of action sequences, to test move generation.

use crate::Game;

/// Counts the sequences of `depth` actions from `state`. Shorter sequences are not counted; a
/// shuffle ends a sequence.
pub fn perft<G: Game>(state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Vec::new();
    let mut paths = 0;
    for seat in G::actors(state).iter() {
        actions.clear();
        G::legal_actions(state, seat, &mut actions);
        for &action in &actions {
            let mut child = state.clone();
            G::apply_quietly(&mut child, seat, action);
            paths += perft::<G>(&child, depth - 1);
        }
    }
    paths
}
