//! A search that looks one action deep, for games whose own rules of thumb play well enough to play on.

use crate::playout::{guided_playout, shuffle_if_due};
use cards::{Rng, Seat};
use engine::{Game, Observation};

/// An action in the race.
struct Runner<A> {
    action: A,
    /// How much better it did than the rules of thumb, world by world: the sum, and the sum of squares.
    lead: f64,
    squares: f64,
}

impl<A> Runner<A> {
    /// The least and the most its mean lead is likely to be.
    fn bounds(&self, worlds: f64) -> (f64, f64) {
        let mean = self.lead / worlds;
        let error = ((self.squares / worlds - mean * mean).max(0.0) / worlds).sqrt();
        (mean - DOUBT * error, mean + DOUBT * error)
    }
}

/// Worlds between one look at who has fallen behind and the next.
const LAP: u32 = 8;
/// An action is given up when another is better by so many standard errors of each. Measured on Gin Rummy with 1,000
/// playouts, against `greedy` in 600 deals: it won 58 in a hundred, by 1.7 points a deal.
const DOUBT: f64 = 1.5;

/// The action that does best in worlds drawn from the view when everybody then follows the game's rules of thumb.
///
/// All see the same worlds and the same luck, so that what differs is the action; and what has clearly fallen behind is
/// given up. `done` is asked after every playout.
pub(crate) fn race<G: Game>(
    seen: &Observation<G>,
    seat: Seat,
    rng: &mut Rng,
    mut done: impl FnMut() -> bool,
) -> G::Action {
    let mut actions = Vec::new();
    let usual = engine::playout_action::<G>(&G::determinize(&seen.view, rng), seat, &mut actions, rng);
    let others = seen.legal.iter().filter(|action| **action != usual);
    let mut runners: Vec<_> =
        others.map(|action| Runner { action: *action, lead: 0.0, squares: 0.0 }).collect();
    let mut returns = Vec::with_capacity(runners.len());
    let mut worlds = 0;
    'race: while !runners.is_empty() {
        let world = G::determinize(&seen.view, rng);
        let rng_seed = Rng::from_number(rng.bits());
        let mut play = |action| {
            let (mut world, mut rng_seed) = (world.clone(), rng_seed.clone());
            G::apply(&mut world, seat, action, &mut drop);
            shuffle_if_due::<G>(&mut world, &mut rng_seed);
            f64::from(guided_playout::<G>(&mut world, &mut actions, &mut rng_seed).returns[seat])
        };
        let mut over = false;
        returns.clear();
        for action in std::iter::once(usual).chain(runners.iter().map(|runner| runner.action)) {
            // A world that not all have seen does not count.
            if over {
                break 'race;
            }
            returns.push(play(action));
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
    let best = runners.iter().max_by(|a, b| a.lead.total_cmp(&b.lead).then(b.action.cmp(&a.action)));
    best.filter(|runner| runner.lead > 0.0).map_or(usual, |runner| runner.action)
}
