//! What everything a seat may do is worth, in points and by category: for people who want to know why.

use crate::playout::{next_actor, shuffle_if_due};
use crate::{Random, bot};
use cards::{BySeat, BySide, Rng, Seat, Side, Viewer};
use engine::{Appraisal, Bot, Game, Observation, ScoreLine, Stop, Worth};
use std::time::{Duration, Instant};

/// Worlds between one look at who has fallen behind and the next.
const LAP: u32 = 8;
/// An action is given up when another is better by so many standard errors of the difference.
const DOUBT: f64 = 3.0;

/// How much is looked at for an appraisal.
#[derive(Clone, Debug)]
pub struct Effort {
    /// So many worlds, at least one: the same answer on every machine. A bot that appraises itself has its own measure.
    pub worlds: u32,
    /// No longer than this, and no longer than until it is told to stop. Without it nobody asks for the time.
    pub limit: Option<(Duration, Stop)>,
}

/// Appraises what `seat` may do, best first, and `played` too if it is none of those: each action in the same worlds drawn from what
/// the seat sees, with the same luck, everybody then playing by the game's rules of thumb. A bot of the game that
/// [appraises](Bot::appraise) itself is asked in place of that.
///
/// What has clearly fallen behind is looked at no further, but for `played` and the second best, beside which one sees why the best
/// is.
///
/// # Panics
///
/// When the seat may do nothing, or the game breaks one of its laws.
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
    let mut thumb = G::bot("greedy").unwrap_or_else(|| Box::new(Random));
    let mut actions = seen.legal.clone();
    actions.extend(played.filter(|played| !seen.legal.contains(played)));
    let mut tried: Vec<_> = actions.into_iter().map(Tried::new).collect();
    let mut buffer = Vec::new();
    for worlds in 1_u32.. {
        let world = G::determinize(&seen.view, rng);
        let luck = Rng::from_number(rng.bits());
        for one in &mut tried {
            let (mut state, mut luck) = (world.clone(), luck.clone());
            G::apply(&mut state, seat, one.action, &mut drop);
            play_on::<G>(&mut state, &mut *thumb, &mut buffer, &mut luck);
            one.add::<G>(&state, seat, sides);
        }
        let is_late = end.is_some_and(|end| Instant::now() >= end);
        let is_stopped = effort.limit.as_ref().is_some_and(|(_, stop)| stop.is_stopped());
        if worlds >= effort.worlds || is_late || is_stopped {
            break;
        }
        if worlds.is_multiple_of(LAP) {
            sort(&mut tried);
            let best = tried[0].leads.clone();
            let second = tried.get(1).map(|one| one.action);
            tried.retain(|one| {
                [second, played].contains(&Some(one.action)) || one.behind(&best) <= DOUBT * one.error(&best)
            });
        }
    }
    ranked(tried)
}

/// What actions are worth that were tried in the same worlds, best first.
///
/// # Panics
///
/// When there is none.
#[must_use]
pub fn ranked<A: Ord>(mut tried: Vec<Tried<A>>) -> Vec<Appraisal<A>> {
    sort(&mut tried);
    let best = tried[0].leads.clone();
    tried.into_iter().map(|one| one.appraised(&best)).collect()
}

/// The best first.
fn sort<A: Ord>(tried: &mut [Tried<A>]) {
    tried.sort_unstable_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.action.cmp(&b.action)));
}

/// An action that was tried, and what came of it.
#[derive(Clone, Debug)]
pub struct Tried<A> {
    action: A,
    /// By how many points it led, world by world.
    leads: Vec<f64>,
    /// The sum over the worlds, by category, in the order of the counting.
    lines: Vec<(&'static str, f64)>,
}

impl<A> Tried<A> {
    /// An action that has not been tried yet.
    #[must_use]
    pub const fn new(action: A) -> Self {
        Self { action, leads: Vec::new(), lines: Vec::new() }
    }

    /// Takes in by how many points it led in another world.
    pub fn note(&mut self, lead: f64) {
        self.leads.push(lead);
    }

    /// Takes in a deal that is over.
    fn add<G: Game>(&mut self, state: &G::State, seat: Seat, sides: &BySeat<Side>) {
        let outcome = G::outcome(state).expect("nobody may act, so it is over");
        self.note(lead(&outcome.points.by_side(sides), sides[seat]));
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

    /// By how much the best action leads it on the mean.
    fn behind(&self, best: &[f64]) -> f64 {
        self.leads.iter().zip(best).map(|(own, best)| best - own).sum::<f64>() / self.leads.len() as f64
    }

    /// The standard error of [`behind`](Self::behind).
    fn error(&self, best: &[f64]) -> f64 {
        let (worlds, mean) = (self.leads.len() as f64, self.behind(best));
        let squares: f64 = self.leads.iter().zip(best).map(|(own, best)| (best - own - mean).powi(2)).sum();
        (squares / worlds / worlds).sqrt()
    }

    fn appraised(self, best: &[f64]) -> Appraisal<A> {
        let worlds = self.leads.len() as f64;
        let (lead, error) = (self.mean(), self.error(best));
        let lines = self.lines.into_iter().map(|(category, sum)| (category, sum / worlds)).collect();
        Appraisal { action: self.action, worth: Some(Worth { lead, error, lines }) }
    }
}

/// By how many points a side leads: over the mean of the others, where they are several.
fn lead(points: &BySide<i32>, side: Side) -> f64 {
    let others = points.as_slice().len() - 1;
    let sum: i32 = points.as_slice().iter().sum();
    f64::from(points[side]) - f64::from(sum - points[side]) / others as f64
}

/// Plays to the end of the deal as `thumb` plays for everybody. `actions` is a buffer.
fn play_on<G: Game>(
    state: &mut G::State,
    thumb: &mut dyn Bot<G>,
    actions: &mut Vec<G::Action>,
    rng: &mut Rng,
) {
    loop {
        shuffle_if_due::<G>(state, rng);
        let Some(actor) = next_actor::<G>(state, actions, rng) else { return };
        let seen = Observation::new(state, Viewer::Seat(actor));
        let chosen = match seen.legal[..] {
            [only] => only,
            _ => thumb.choose(&seen, actor, rng),
        };
        G::apply(state, actor, chosen, &mut drop);
    }
}
