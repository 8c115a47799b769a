//! What a small search state owes to its game.

use crate::search_state::{Next, SearchState};
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};
use std::collections::BTreeSet;

/// Plays `deals` random deals by the rules of `setup` as the game plays them and as a small state does, and compares every step.
///
/// 1. The same seat is to move, and may do the same.
/// 2. The same move leads to the same, cards to come included.
/// 3. The same deal is worth the same.
/// 4. A world drawn from a view looks like the view: the seat that is to move may do the same.
/// 5. What a playout does is legal.
/// 6. Where nothing is hidden, every world drawn is the true one.
///
/// `of` makes the small state of a true one. It tells whether the rules are such that the state can be used at all.
///
/// # Panics
///
/// When one of these does not hold.
pub fn check_search_state<S: SearchState + Copy + PartialEq>(
    setup: &Setup<<S::Game as Game>::Options>,
    deals: u64,
    of: fn(&<S::Game as Game>::State) -> S,
) -> bool {
    assert!(size_of::<S>() <= 128, "{} bytes are not small", size_of::<S>());
    let options = &setup.options;
    let mut played = false;
    for n in 0..deals {
        let mut rng = Rng::from_number(n);
        let dealer = Seat::new((n % u64::from(engine::Ruleset::seats(options))) as u8);
        let deck = shuffled_deck::<S::Game>(options, &Seed::from_number(n), 0);
        let standing = S::Game::initial_standing(options, dealer);
        let mut state = S::Game::deal(options, &standing, &deck, &mut drop);
        let mut small = of(&state);
        while let Some(seat) = S::Game::actors(&state).first() {
            let seen = Observation::<S::Game>::new(&state, Viewer::Seat(seat));
            let Some(known) = S::known(&seen.view) else { return false };
            played = true;
            let legal: BTreeSet<_> = seen.legal.iter().copied().collect();
            let world = S::draw(&known, &mut rng);
            for state in [&small, &world] {
                assert_eq!(state.next(&known), Next::Seat(seat), "the same seat is to move");
                let found = moves(state, &known, seat);
                assert_eq!(found.len(), legal.len(), "no move twice: {found:?}");
                let found: BTreeSet<_> = found.into_iter().map(S::action).collect();
                assert_eq!(found, legal, "it may do the same");
                let chosen = state.policy(&known, seat, seat, &mut Vec::new(), &mut rng);
                assert!(legal.contains(&S::action(chosen)), "a playout does {chosen:?}, which is not legal");
            }
            if S::is_open(&known) {
                assert_eq!(world, small, "nothing is hidden");
            }
            let chosen = rng.pick(&moves(&small, &known, seat));
            S::Game::apply(&mut state, seat, S::action(chosen), &mut drop);
            small.play(&known, seat, chosen);
            while small.next(&known) == Next::Chance {
                small.deal(&known, &mut rng);
            }
            assert_eq!(small, of(&state), "{chosen:?} does the same");
            if let Some(outcome) = S::Game::outcome(&state) {
                assert_eq!(small.next(&known), Next::Over);
                assert_eq!(small.returns(&known), outcome.returns, "it is worth the same");
            }
        }
    }
    played
}

fn moves<S: SearchState>(state: &S, known: &S::Known, seat: Seat) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(known, seat, &mut moves);
    moves
}
