//! Appraisal: the estimated value of every legal action, in points and by scoring category.

use crate::playout::{next_actor, shuffle_if_due};
use crate::{Random, bot};
use cards::{BySeat, BySide, Rng, Seat, Side, Viewer};
use engine::{Appraisal, Bot, Game, Observation, ScoreLine, Stop, Worth};
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// Determinizations between two eliminations of clearly worse actions.
const ELIMINATION_INTERVAL: u32 = 8;
/// Standard errors of the difference by which an action must trail the best to be dropped.
const ELIMINATION_THRESHOLD: f64 = 3.0;

/// With an alternative playout policy, one determinization in this number has the heuristic bot in every seat. The number is from
/// contests of hints in Gin Rummy (`docs/bots.md`).
const HEURISTIC_INTERVAL: u32 = 4;

/// Budget of an appraisal.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Number of determinizations, at least one. The result is the same on every machine. A bot
    /// with its own [`Bot::appraise`] uses its own budget.
    pub determinizations: u32,
    /// Time limit and cancellation. With `None` the clock is never read.
    pub limit: Option<(Duration, Stop)>,
}

/// Estimates the value of each legal action of `seat`, best first. Includes `played` even if it is
/// not legal.
///
/// Every action is tried in the same determinizations of the view, with the same random numbers.
/// All seats then play by the game's heuristic bot. If the game's playout policy
/// [is an alternative](engine::Playout::is_alternative), the other seats play by it in most determinizations. If the game's
/// strongest bot [appraises](Bot::appraise) itself, its answer is returned instead.
///
/// Actions that have clearly fallen behind are dropped. `played` and the second best always stay,
/// since the second best shows why the best one is best.
///
/// # Panics
///
/// Panics if `seat` has no legal action, or if the game breaks one of its laws.
pub fn appraise<G: Game>(
    seen: &Observation<G>,
    seat: Seat,
    sides: &BySeat<Side>,
    played: Option<G::Action>,
    effort: &Effort,
    rng: &mut Rng,
) -> Vec<Appraisal<G::Action>> {
    let end = effort.limit.as_ref().map(|(time, _)| Instant::now() + *time);
    if let Some(mut own) = G::LEVELS.last().and_then(|level| bot::<G>(level.name).ok()) {
        if let Some((time, stop)) = &effort.limit {
            own.set_deadline(*time);
            own.set_stop(stop);
        }
        let appraised = own.appraise(seen, seat, rng);
        if !appraised.is_empty() {
            return appraised;
        }
    }
    let mut heuristic = G::bot("heuristic").unwrap_or_else(|| Box::new(Random));
    let mut actions = seen.legal.clone();
    actions.extend(played.filter(|played| !seen.legal.contains(played)));
    let mut samples: Vec<_> = actions.into_iter().map(ActionSamples::new).collect();
    let mut buffer = Vec::new();
    let has_alternative = G::PLAYOUT.is_some_and(|playout| playout.is_alternative);
    for determinizations in 1_u32.. {
        let determinization = G::determinize(&seen.view, rng);
        let luck = Rng::from_number(rng.bits());
        for one in &mut samples {
            let (mut state, mut luck) = (determinization.clone(), luck.clone());
            G::apply_quietly(&mut state, seat, one.action);
            let own =
                (has_alternative && !determinizations.is_multiple_of(HEURISTIC_INTERVAL)).then_some(seat);
            play_on::<G>(&mut state, &mut *heuristic, own, &mut buffer, &mut luck);
            one.add::<G>(&state, seat, sides);
        }
        let is_late = end.is_some_and(|end| Instant::now() >= end);
        let is_stopped = effort.limit.as_ref().is_some_and(|(_, stop)| stop.is_stopped());
        if determinizations >= effort.determinizations || is_late || is_stopped {
            break;
        }
        if determinizations.is_multiple_of(ELIMINATION_INTERVAL) {
            sort(&mut samples);
            let best = samples[0].leads.clone();
            let second = samples.get(1).map(|one| one.action);
            samples.retain(|one| {
                [second, played].contains(&Some(one.action))
                    || one.behind(&best) <= ELIMINATION_THRESHOLD * one.error(&best)
            });
        }
    }
    ranked(samples)
}

/// Returns the appraisals of actions that were tried in the same determinizations, best first.
///
/// # Panics
///
/// Panics if `samples` is empty.
#[must_use]
pub fn ranked<A: Ord>(mut samples: Vec<ActionSamples<A>>) -> Vec<Appraisal<A>> {
    sort(&mut samples);
    let best = samples[0].leads.clone();
    samples.into_iter().map(|one| one.appraised(&best)).collect()
}

/// Sorts by mean lead, best first.
fn sort<A: Ord>(samples: &mut Vec<ActionSamples<A>>) {
    let means: Vec<f64> = samples.iter().map(ActionSamples::mean).collect();
    let order = sorted(samples.len(), &|a, b| {
        means[b].total_cmp(&means[a]).then_with(|| samples[a].action.cmp(&samples[b].action))
    });
    let mut unsorted: Vec<_> = samples.drain(..).map(Some).collect();
    samples.extend(order.into_iter().filter_map(|index| unsorted[index].take()));
}

/// Returns the indices below `len` in the order of `compare`. It is compiled once for all games.
fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_unstable_by(|a, b| compare(*a, *b));
    order
}

/// Samples of one action: its leads over several determinizations.
#[derive(Clone, Debug)]
pub struct ActionSamples<A> {
    action: A,
    /// Lead in points, by determinization.
    leads: Vec<f64>,
    /// Sum of the leads over all determinizations, by category, in scoring order.
    lines: Vec<(&'static str, f64)>,
}

impl<A> ActionSamples<A> {
    /// Creates an action without samples.
    #[must_use]
    pub const fn new(action: A) -> Self {
        Self { action, leads: Vec::new(), lines: Vec::new() }
    }

    /// Adds the lead in points of one more determinization.
    pub fn add_lead(&mut self, lead: f64) {
        self.leads.push(lead);
    }

    /// Adds the result of a finished deal.
    fn add<G: Game>(&mut self, state: &G::State, seat: Seat, sides: &BySeat<Side>) {
        let outcome = G::outcome(state).expect("no seat may act, so the deal is over");
        self.add_lead(lead(&outcome.points.by_side(sides), sides[seat]));
        for ScoreLine { category, points, .. } in G::score_breakdown(state) {
            let lead = lead(&points, sides[seat]);
            match self.lines.iter_mut().find(|(known, _)| *known == category) {
                Some((_, sum)) => *sum += lead,
                None => self.lines.push((category, lead)),
            }
        }
    }

    fn mean(&self) -> f64 {
        self.leads.iter().sum::<f64>() / self.leads.len() as f64
    }

    /// Returns the mean difference between the best action's lead and this one's.
    fn behind(&self, best: &[f64]) -> f64 {
        self.leads.iter().zip(best).map(|(own, best)| best - own).sum::<f64>() / self.leads.len() as f64
    }

    /// Returns the standard error of [`behind`](Self::behind).
    fn error(&self, best: &[f64]) -> f64 {
        let (determinizations, mean) = (self.leads.len() as f64, self.behind(best));
        let squares: f64 = self.leads.iter().zip(best).map(|(own, best)| (best - own - mean).powi(2)).sum();
        (squares / determinizations / determinizations).sqrt()
    }

    fn appraised(self, best: &[f64]) -> Appraisal<A> {
        let determinizations = self.leads.len() as f64;
        let (lead, error) = (self.mean(), self.error(best));
        let lines =
            self.lines.into_iter().map(|(category, sum)| (category, sum / determinizations)).collect();
        Appraisal { action: self.action, worth: Some(Worth { lead, error, lines }) }
    }
}

/// Returns the points of `side` minus the mean points of the other sides.
fn lead(points: &BySide<i32>, side: Side) -> f64 {
    let others = points.as_slice().len() - 1;
    let sum: i32 = points.as_slice().iter().sum();
    f64::from(points[side]) - f64::from(sum - points[side]) / others as f64
}

/// Plays the deal to its end with `heuristic` choosing for the seat `own`, and the playout policy for the others. With `None`
/// the heuristic chooses for every seat. `actions` is a scratch buffer.
fn play_on<G: Game>(
    state: &mut G::State,
    heuristic: &mut dyn Bot<G>,
    own: Option<Seat>,
    actions: &mut Vec<G::Action>,
    rng: &mut Rng,
) {
    loop {
        shuffle_if_due::<G>(state, rng);
        let Some(actor) = next_actor::<G>(state, actions, rng) else { return };
        if own.is_some_and(|own| own != actor) {
            let chosen = engine::playout_action::<G>(state, actor, actions, rng);
            G::apply_quietly(state, actor, chosen);
            continue;
        }
        let seen = Observation::new(state, Viewer::Seat(actor));
        let chosen = match seen.legal[..] {
            [only] => only,
            _ => heuristic.choose(&seen, actor, rng),
        };
        G::apply_quietly(state, actor, chosen);
    }
}
