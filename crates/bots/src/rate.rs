//! Throughput of a search's playouts.

use crate::search_state::{Next, SearchState, play_out};
use cards::{Rng, Seat, Seed, Viewer};
use engine::{Game, Observation, Setup, shuffled_deck};
use std::hint::black_box;
use std::time::Instant;

const PLAYOUTS_PER_ROUND: u32 = 1_000;

/// Returns the playouts per second, by random moves and by the search's [policy](play_out).
///
/// Playouts start at the first decision of a deal and include drawing the determinization. Policy
/// playouts end where the value of the rest is known. The result is the best of `rounds` rounds of
/// a thousand playouts, which limits the influence of other load on the machine. Returns `None` if
/// the search state does not support the rules.
#[must_use]
pub fn playouts_a_second<S: SearchState>(
    setup: &Setup<<S::Game as Game>::Options>,
    rounds: u32,
) -> Option<[f64; 2]> {
    let options = &setup.options;
    let standing = S::Game::initial_standing(options, Seat::new(0));
    // Takes the first deal that is not passed out.
    let (state, searcher) = (1..100).find_map(|seed| {
        let deck = shuffled_deck::<S::Game>(options, &Seed::from_number(seed), 0);
        let state = S::Game::deal(options, &standing, &deck, &mut drop);
        let searcher = S::Game::actors(&state).first()?;
        Some((state, searcher))
    })?;
    let info = S::information_set(&Observation::<S::Game>::new(&state, Viewer::Seat(searcher)).view)?;
    let (mut moves, mut rng) = (Vec::new(), Rng::from_number(1));
    let random = best(rounds, || {
        let mut determinization = S::draw(&info, &mut rng);
        play_at_random(&mut determinization, &info, &mut moves, &mut rng);
        black_box(&determinization);
    });
    let searched = best(rounds, || {
        let mut determinization = S::draw(&info, &mut rng);
        black_box(play_out(&mut determinization, &info, searcher, &mut moves, &mut rng));
    });
    Some([random, searched])
}

/// Returns the number of runs of `does` per second, in the best round.
fn best(rounds: u32, mut does: impl FnMut()) -> f64 {
    let round = |_| {
        let begun = Instant::now();
        (0..PLAYOUTS_PER_ROUND).for_each(|_| does());
        f64::from(PLAYOUTS_PER_ROUND) / begun.elapsed().as_secs_f64()
    };
    (0..rounds).map(round).fold(0.0, f64::max)
}

fn play_at_random<S: SearchState>(
    determinization: &mut S,
    info: &S::InformationSet,
    moves: &mut Vec<S::Move>,
    rng: &mut Rng,
) {
    loop {
        match determinization.next(info) {
            Next::Seat(seat) => {
                moves.clear();
                determinization.moves(info, seat, moves);
                determinization.play(info, seat, rng.pick(moves));
            }
            Next::Chance => determinization.deal(info, rng),
            Next::Over => return,
        }
    }
}
