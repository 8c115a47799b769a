//! Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012).
//!
//! One tree covers the actions of all seats. Each iteration draws a new determinization from the
//! view.

use crate::one_ply::one_ply_search;
use crate::search_state::{Next, SearchState, play_out};
use crate::solver::solve;
use cards::{Rng, Seat};
use engine::{Bot, Budget, Game, Observation, Stop};
use std::time::{Duration, Instant};

/// Exploration constant of the UCB formula.
///
/// Measured on Scopa with 1,000 determinizations, in points per deal over the heuristic bot: 0.47
/// with 0.2, 0.61 with 0.7. Playouts that prefer the largest capture gained nothing (0.63).
const EXPLORATION: f32 = 0.7;

/// ISMCTS bot. It searches `S` if `S` supports the rules in use, fallback
/// [`SearchState::Fallback`].
#[derive(Debug)]
pub struct Ismcts<S: SearchState> {
    budget: Budget,
    /// Upper limit on the time, regardless of the budget.
    max: Option<Duration>,
    stop: Stop,
    small: Tree<S::Move>,
    fallback: Tree<<S::Fallback as SearchState>::Move>,
}

impl<S: SearchState> Ismcts<S> {
    /// Creates a bot with this budget per move.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self { budget, max: None, stop: Stop::default(), small: Tree::default(), fallback: Tree::default() }
    }

    /// Parses `ismcts:` followed by a budget. Returns `None` for any other name.
    #[must_use]
    pub fn named(name: &str) -> Option<Box<dyn Bot<S::Game>>>
    where
        Self: 'static,
    {
        let budget = name.strip_prefix("ismcts:").and_then(Budget::read)?;
        Some(Box::new(Self::new(budget)))
    }
}

impl<S: SearchState> Bot<S::Game> for Ismcts<S> {
    fn expected_time(&self) -> Duration {
        let time = match self.budget {
            Budget::Time(time) => time,
            // A rough estimate; it only decides which bot thinks first.
            Budget::Iterations(determinizations) => Duration::from_micros(50) * determinizations,
        };
        self.max.map_or(time, |max| time.min(max))
    }

    fn set_deadline(&mut self, max: Duration) {
        self.max = Some(self.max.map_or(max, |before| before.min(max)));
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn choose(
        &mut self,
        seen: &Observation<S::Game>,
        seat: Seat,
        rng: &mut Rng,
    ) -> <S::Game as Game>::Action {
        if let [only] = seen.legal[..] {
            return only;
        }
        let (budget, max, stop) = (self.budget, self.max, &self.stop);
        // Without a time limit the clock is never read: WebAssembly in the page has none.
        let begun = (max.is_some() || matches!(budget, Budget::Time(_))).then(Instant::now);
        let has_passed = |time| begun.is_some_and(|begun| begun.elapsed() >= time);
        let mut iterations = 0;
        let mut done = || {
            iterations += 1;
            stop.is_stopped()
                || max.is_some_and(has_passed)
                || match budget {
                    Budget::Iterations(max) => iterations >= max,
                    Budget::Time(time) => has_passed(time),
                }
        };
        let chosen = match S::information_set(&seen.view) {
            Some(info) => self.small.think::<S>(&info, seat, rng, &mut done).map(S::action),
            None => S::Fallback::information_set(&seen.view)
                .and_then(|info| self.fallback.think::<S::Fallback>(&info, seat, rng, &mut done))
                .map(S::Fallback::action),
        };
        chosen.filter(|action| seen.legal.contains(action)).unwrap_or(seen.legal[0])
    }
}

/// Search tree. A bot keeps it between moves to reuse its allocations, and clears it before each.
///
/// After its own move and the opponents' moves only 15 of 1,000 iterations would remain below the
/// position: too few to matter (`docs/bot-strength.md`).
#[derive(Debug)]
struct Tree<M> {
    nodes: Vec<Node<M>>,
    path: Vec<u32>,
    moves: Vec<M>,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Self { nodes: Vec::new(), path: Vec::new(), moves: Vec::new() }
    }
}

/// One move in the tree. Children form a linked list through `next`. A node is thus a few words in
/// one vector, and nothing is hashed.
#[derive(Debug)]
struct Node<M> {
    /// Seat and move; `None` at the root.
    chosen: Option<(Seat, M)>,
    first_child: u32,
    next: u32,
    visits: f32,
    /// Number of iterations in which the action was available. An action is not legal in every
    /// determinization.
    available: f32,
    total: f32,
}

const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

impl<M> Node<M> {
    fn new(chosen: Option<(Seat, M)>, next: u32) -> Self {
        Self { chosen, first_child: NONE, next, visits: 0.0, available: 0.0, total: 0.0 }
    }
}

impl<M: Copy + Ord> Tree<M> {
    /// Searches until `done` returns true, and returns the most visited move. `done` is called
    /// after every playout.
    fn think<S: SearchState<Move = M>>(
        &mut self,
        info: &S::InformationSet,
        searcher: Seat,
        rng: &mut Rng,
        mut done: impl FnMut() -> bool,
    ) -> Option<M> {
        if let Some(best) = solve::<S>(info, searcher, rng) {
            return Some(best);
        }
        if S::IS_GUIDED {
            return Some(one_ply_search::<S>(info, searcher, rng, done));
        }
        self.nodes.clear();
        self.nodes.push(Node::new(None, NONE));
        // Each playout adds at most one node, and a `u32` counts more nodes than memory holds.
        loop {
            let mut determinization = S::draw(info, rng);
            self.descend::<S>(&mut determinization, info, rng);
            let returns = play_out::<S>(&mut determinization, info, searcher, &mut self.moves, rng);
            for &node in &self.path {
                let node = &mut self.nodes[node as usize];
                node.visits += 1.0;
                node.total += node.chosen.map_or(0.0, |(actor, _)| returns[actor]);
            }
            if done() {
                break;
            }
        }
        let tried = self.children(ROOT);
        let best = tried.max_by(|a, b| a.visits.total_cmp(&b.visits).then(a.total.total_cmp(&b.total)));
        best.and_then(|node| node.chosen).map(|(_, chosen)| chosen)
    }

    /// Descends to the first move not yet tried, adds it, and leaves the visited nodes in `path`.
    fn descend<S: SearchState<Move = M>>(
        &mut self,
        determinization: &mut S,
        info: &S::InformationSet,
        rng: &mut Rng,
    ) {
        self.path.clear();
        self.path.push(ROOT);
        let mut node = ROOT;
        loop {
            let actor = match determinization.next(info) {
                Next::Seat(actor) => actor,
                Next::Chance if determinization.value(info).is_some() => return,
                Next::Chance => {
                    determinization.deal(info, rng);
                    continue;
                }
                Next::Over => return,
            };
            self.moves.clear();
            determinization.moves(info, actor, &mut self.moves);
            let (child, new) = self.choose_child(node, actor, rng);
            if let Some((_, chosen)) = self.nodes[child as usize].chosen {
                determinization.play(info, actor, chosen);
            }
            self.path.push(child);
            if new {
                return;
            }
            node = child;
        }
    }

    /// Returns an untried move as a new node, or else the child with the highest upper confidence
    /// bound. The bound counts the iterations in which the move was available.
    fn choose_child(&mut self, node: u32, actor: Seat, rng: &mut Rng) -> (u32, bool) {
        let mut best = (f32::NEG_INFINITY, NONE);
        let mut child = self.nodes[node as usize].first_child;
        while child != NONE && !self.moves.is_empty() {
            let tried = &mut self.nodes[child as usize];
            let index = match tried.chosen {
                Some((seat, chosen)) if seat == actor => self.moves.iter().position(|a| *a == chosen),
                _ => None,
            };
            if let Some(index) = index {
                self.moves.swap_remove(index);
                tried.available += 1.0;
                let bound =
                    tried.total / tried.visits + EXPLORATION * (tried.available.ln() / tried.visits).sqrt();
                if bound > best.0 {
                    best = (bound, child);
                }
            }
            child = tried.next;
        }
        if self.moves.is_empty() {
            return (best.1, false);
        }
        let chosen = rng.pick(&self.moves);
        let new = self.nodes.len() as u32;
        let first = self.nodes[node as usize].first_child;
        self.nodes.push(Node { available: 1.0, ..Node::new(Some((actor, chosen)), first) });
        self.nodes[node as usize].first_child = new;
        (new, true)
    }

    fn children(&self, node: u32) -> impl Iterator<Item = &Node<M>> {
        let first = self.nodes[node as usize].first_child;
        let at = |index: u32| (index != NONE).then(|| &self.nodes[index as usize]);
        std::iter::successors(at(first), move |node| at(node.next))
    }
}
