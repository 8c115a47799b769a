//! One-ply search for games whose heuristic bot is strong enough to serve as the playout policy.

use crate::search_state::{SearchState, play_out};
use cards::{Rng, Seat};

/// Candidate move, compared with the heuristic's move.
struct Candidate<M> {
    chosen: M,
    /// Sum and sum of squares of the lead over the heuristic's move, over all determinizations.
    lead: f64,
    squares: f64,
}

impl<M> Candidate<M> {
    /// Returns the mean lead and its standard error.
    fn lead(&self, determinizations: f64) -> (f64, f64) {
        let mean = self.lead / determinizations;
        (mean, ((self.squares / determinizations - mean * mean).max(0.0) / determinizations).sqrt())
    }

    /// Returns the bounds of the mean lead's confidence interval.
    fn bounds(&self, determinizations: f64) -> (f64, f64) {
        let (mean, error) = self.lead(determinizations);
        (mean - INTERVAL_HALF_WIDTH * error, mean + INTERVAL_HALF_WIDTH * error)
    }
}

/// Determinizations between two eliminations of clearly worse moves.
const ELIMINATION_INTERVAL: u32 = 8;
/// Half-width of the confidence intervals, in standard errors; a move whose interval lies below
/// another's is dropped.
///
/// Measured on Gin Rummy with 1,000 playouts, against the heuristic bot in 600 deals: it won 58 %,
/// by 1.7 points per deal.
const INTERVAL_HALF_WIDTH: f64 = 1.5;

/// Returns the move with the best results when all seats then follow the game's heuristic.
///
/// All moves share the same determinizations and random numbers, so that only the move differs.
/// Clearly worse moves are dropped. `done` is called after every playout.
pub(crate) fn one_ply_search<S: SearchState>(
    info: &S::InformationSet,
    searcher: Seat,
    rng: &mut Rng,
    mut done: impl FnMut() -> bool,
) -> S::Move {
    let mut moves = Vec::new();
    let first = S::draw(info, rng);
    first.candidates(info, searcher, &mut moves, rng);
    let (usual, others) = moves.split_first().expect("the player to move has a move");
    let usual = *usual;
    let mut candidates: Vec<_> =
        others.iter().map(|chosen| Candidate { chosen: *chosen, lead: 0.0, squares: 0.0 }).collect();
    let mut returns = Vec::with_capacity(candidates.len());
    let mut determinizations = 0;
    'search: while !candidates.is_empty() {
        let determinization = S::draw(info, rng);
        let luck = Rng::from_number(rng.bits());
        let mut play = |chosen| {
            let (mut determinization, mut luck) = (determinization.clone(), luck.clone());
            determinization.play(info, searcher, chosen);
            f64::from(play_out::<S>(&mut determinization, info, searcher, &mut moves, &mut luck)[searcher])
        };
        let mut over = false;
        returns.clear();
        for chosen in std::iter::once(usual).chain(candidates.iter().map(|candidate| candidate.chosen)) {
            // A determinization not played for all moves is discarded.
            if over {
                break 'search;
            }
            returns.push(play(chosen));
            over = done();
        }
        for (candidate, result) in candidates.iter_mut().zip(&returns[1..]) {
            let lead = result - returns[0];
            candidate.lead += lead;
            candidate.squares += lead * lead;
        }
        determinizations += 1;
        if determinizations % ELIMINATION_INTERVAL == 0 {
            let determinizations = f64::from(determinizations);
            let floor =
                candidates.iter().map(|candidate| candidate.bounds(determinizations).0).fold(0.0, f64::max);
            candidates.retain(|candidate| candidate.bounds(determinizations).1 >= floor);
        }
        if over {
            break;
        }
    }
    let best = candidates.iter().max_by(|a, b| a.lead.total_cmp(&b.lead).then(b.chosen.cmp(&a.chosen)));
    let is_clear = |candidate: &&Candidate<S::Move>| {
        let (mean, error) = candidate.lead(f64::from(determinizations));
        mean > S::MIN_SIGNIFICANCE * error
    };
    best.filter(is_clear).map_or(usual, |candidate| candidate.chosen)
}
