//! How fast a search plays deals to their end.

use crate::search_state::{Next, SearchState};
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};
use std::time::Instant;

const A_ROUND: u32 = 1_000;

/// How many deals a second a search plays from their first decision to their end, in worlds drawn from what is seen then: by random
/// moves, and by what its playouts do, which end where the rest has a known value. The drawing is part of it. It is the best of so many
/// rounds of a thousand, so that whatever else the machine does in between counts little.
///
/// None where the rules are such that the state cannot be used.
#[must_use]
pub fn playouts_a_second<S: SearchState>(
    setup: &Setup<<S::Game as Game>::Options>,
    rounds: u32,
) -> Option<[f64; 2]> {
    let options = &setup.options;
    let standing = S::Game::initial_standing(options, Seat::new(0));
    // The first that is not thrown in.
    let (state, searcher) = (1..100).find_map(|seed| {
        let deck = shuffled_deck::<S::Game>(options, &Seed::from_number(seed), 0);
        let state = S::Game::deal(options, &standing, &deck, &mut drop);
        let searcher = S::Game::actors(&state).first()?;
        Some((state, searcher))
    })?;
    let known = S::known(&Observation::<S::Game>::new(&state, Viewer::Seat(searcher)).view)?;
    let mut moves = Vec::new();
    let mut rng = Rng::from_number(1);
    let mut round = |is_random| {
        let begun = Instant::now();
        for _ in 0..A_ROUND {
            let mut state = S::draw(&known, &mut rng);
            loop {
                match state.next(&known) {
                    Next::Seat(seat) => {
                        moves.clear();
                        let chosen = if is_random {
                            state.moves(&known, seat, &mut moves);
                            rng.pick(&moves)
                        } else {
                            state.policy(&known, seat, searcher, &mut moves, &mut rng)
                        };
                        state.play(&known, seat, chosen);
                    }
                    Next::Chance if !is_random && state.value(&known).is_some() => break,
                    Next::Chance => state.deal(&known, &mut rng),
                    Next::Over => break,
                }
            }
            std::hint::black_box(&state);
        }
        f64::from(A_ROUND) / begun.elapsed().as_secs_f64()
    };
    Some([true, false].map(|is_random| (0..rounds).map(|_| round(is_random)).fold(0.0, f64::max)))
}
