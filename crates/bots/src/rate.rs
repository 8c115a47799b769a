//! How fast a search plays deals to their end.

use crate::search_state::{Next, SearchState, play_out};
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};
use std::hint::black_box;
use std::time::Instant;

const A_ROUND: u32 = 1_000;

/// How many deals a second a search plays from their first decision to their end, in worlds drawn from what is seen then: by random
/// moves, and by what its [playouts](play_out) do, which end where the rest has a known value. The drawing is part of it. It is the best
/// of so many rounds of a thousand, so that whatever else the machine does in between counts little.
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
    let (mut moves, mut rng) = (Vec::new(), Rng::from_number(1));
    let random = best(rounds, || {
        let mut world = S::draw(&known, &mut rng);
        play_at_random(&mut world, &known, &mut moves, &mut rng);
        black_box(&world);
    });
    let searched = best(rounds, || {
        let mut world = S::draw(&known, &mut rng);
        black_box(play_out(&mut world, &known, searcher, &mut moves, &mut rng));
    });
    Some([random, searched])
}

/// How often a second something is done, in the best round.
fn best(rounds: u32, mut does: impl FnMut()) -> f64 {
    let round = |_| {
        let begun = Instant::now();
        (0..A_ROUND).for_each(|_| does());
        f64::from(A_ROUND) / begun.elapsed().as_secs_f64()
    };
    (0..rounds).map(round).fold(0.0, f64::max)
}

fn play_at_random<S: SearchState>(world: &mut S, known: &S::Known, moves: &mut Vec<S::Move>, rng: &mut Rng) {
    loop {
        match world.next(known) {
            Next::Seat(seat) => {
                moves.clear();
                world.moves(known, seat, moves);
                world.play(known, seat, rng.pick(moves));
            }
            Next::Chance => world.deal(known, rng),
            Next::Over => return,
        }
    }
}
