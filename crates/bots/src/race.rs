//! A search that looks one action deep, for games whose own rules of thumb play well enough to play on.

use crate::search_state::{SearchState, play_out};
use cards::{Rng, Seat};

/// A move in the race.
struct Runner<M> {
    chosen: M,
    /// How much better it did than the rules of thumb, world by world: the sum, and the sum of squares.
    lead: f64,
    squares: f64,
}

impl<M> Runner<M> {
    /// Its mean lead, and the standard error of that.
    fn lead(&self, worlds: f64) -> (f64, f64) {
        let mean = self.lead / worlds;
        (mean, ((self.squares / worlds - mean * mean).max(0.0) / worlds).sqrt())
    }

    /// The least and the most its mean lead is likely to be.
    fn bounds(&self, worlds: f64) -> (f64, f64) {
        let (mean, error) = self.lead(worlds);
        (mean - DOUBT * error, mean + DOUBT * error)
    }
}

/// Worlds between one look at who has fallen behind and the next.
const LAP: u32 = 8;
/// A move is given up when another is better by so many standard errors of each. Measured on Gin Rummy with 1,000
/// playouts, against `greedy` in 600 deals: it won 58 in a hundred, by 1.7 points a deal.
const DOUBT: f64 = 1.5;

/// The move that does best in worlds that fit what is known when everybody then follows the game's rules of thumb.
///
/// All see the same worlds and the same luck, so that what differs is the move; and what has clearly fallen behind is
/// given up. `done` is asked after every playout.
pub(crate) fn race<S: SearchState>(
    known: &S::Known,
    searcher: Seat,
    rng: &mut Rng,
    mut done: impl FnMut() -> bool,
) -> S::Move {
    let mut moves = Vec::new();
    let first = S::draw(known, rng);
    first.candidates(known, searcher, &mut moves, rng);
    let (usual, others) = moves.split_first().expect("whoever is to move has a move");
    let usual = *usual;
    let mut runners: Vec<_> =
        others.iter().map(|chosen| Runner { chosen: *chosen, lead: 0.0, squares: 0.0 }).collect();
    let mut returns = Vec::with_capacity(runners.len());
    let mut worlds = 0;
    'race: while !runners.is_empty() {
        let world = S::draw(known, rng);
        let luck = Rng::from_number(rng.bits());
        let mut play = |chosen| {
            let (mut world, mut luck) = (world.clone(), luck.clone());
            world.play(known, searcher, chosen);
            f64::from(play_out::<S>(&mut world, known, searcher, &mut moves, &mut luck)[searcher])
        };
        let mut over = false;
        returns.clear();
        for chosen in std::iter::once(usual).chain(runners.iter().map(|runner| runner.chosen)) {
            // A world that not all have seen does not count.
            if over {
                break 'race;
            }
            returns.push(play(chosen));
            over = done();
        }
        for (runner, result) in runners.iter_mut().zip(&returns[1..]) {
            let lead = result - returns[0];
            runner.lead += lead;
            runner.squares += lead * lead;
        }
        worlds += 1;
        if worlds % LAP == 0 {
            let worlds = f64::from(worlds);
            let floor = runners.iter().map(|runner| runner.bounds(worlds).0).fold(0.0, f64::max);
            runners.retain(|runner| runner.bounds(worlds).1 >= floor);
        }
        if over {
            break;
        }
    }
    let best = runners.iter().max_by(|a, b| a.lead.total_cmp(&b.lead).then(b.chosen.cmp(&a.chosen)));
    let is_clear = |runner: &&Runner<S::Move>| {
        let (mean, error) = runner.lead(f64::from(worlds));
        mean > S::CLEARLY * error
    };
    best.filter(is_clear).map_or(usual, |runner| runner.chosen)
}
