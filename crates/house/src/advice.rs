//! What somebody who is to act could do, and what that is worth.

use crate::Rejected;
use crate::sent::tree;
use bots::{Effort, appraise};
use cards::{Rng, Seat, Viewer};
use engine::{Appraisal, Game, Match, Observation, Phase, Refusal, Stop};
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// Somebody who has seen what a seat may see, and now thinks about it somewhere else. Returns what could be done, best first.
pub type PendingAdvice = Box<dyn FnOnce() -> Vec<Appraised> + Send>;

/// Something a seat could do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Appraised {
    /// The action, as records write it.
    pub action: String,
    /// What everybody would see of it, in one of the worlds that fit: the events of the game.
    #[cfg_attr(feature = "wire", ts(as = "Vec<crate::wire::Event>"))]
    pub events: Value,
    /// What it is worth; nothing where that was not counted, as of a call at bridge, which is the system's.
    pub worth: Option<AppraisedWorth>,
}

/// What an action is worth to who does it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct AppraisedWorth {
    /// How many points more than the others they can expect of the deal.
    pub lead: f64,
    /// The standard error of how far it is behind the best.
    pub error: f64,
    /// How the lead comes about, in the order of the counting.
    pub lines: Vec<LineWorth>,
}

/// As many categories say why, and each by at least so much: a longer list, or a smaller difference, explains nothing.
const MAX_REASONS: usize = 2;
const LEAST_REASON: f64 = 0.05;

impl AppraisedWorth {
    /// Why it is more than `other`: the categories of the counting in which it differs most, and by how much.
    #[must_use]
    pub fn reasons(&self, other: &Self) -> Vec<LineWorth> {
        let differs = |line: &LineWorth| {
            let other = other.lines.iter().find(|other| other.category == line.category);
            let lead = hundredths(line.lead - other.map_or(0.0, |other| other.lead));
            (lead >= LEAST_REASON).then_some(LineWorth { category: line.category, lead })
        };
        let mut reasons: Vec<LineWorth> = self.lines.iter().filter_map(differs).collect();
        reasons.sort_by(|a, b| b.lead.total_cmp(&a.lead));
        reasons.truncate(MAX_REASONS);
        reasons
    }
}

/// What a category of the counting has to do with it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LineWorth {
    /// Its name for translations: `"settebello"`.
    pub category: &'static str,
    /// How many points more than the others they can expect of it.
    pub lead: f64,
}

impl Appraised {
    /// How many points it is worth, where that was counted.
    #[must_use]
    pub fn lead(&self) -> Option<f64> {
        self.worth.as_ref().map(|worth| worth.lead)
    }
}

fn appraised<G: Game>(appraisal: Appraisal<G::Action>, seen: &Observation<G>, seat: Seat) -> Appraised {
    let mut world = G::determinize(&seen.view, &mut Rng::from_number(0));
    let mut events = Vec::new();
    G::apply(&mut world, seat, appraisal.action, &mut |event| {
        events.extend(G::redact(&event, Viewer::Public));
    });
    let line = |(category, lead)| LineWorth { category, lead: hundredths(lead) };
    let worth = appraisal.worth.map(|worth| AppraisedWorth {
        lead: hundredths(worth.lead),
        error: hundredths(worth.error),
        lines: worth.lines.into_iter().map(line).collect(),
    });
    Appraised { action: appraisal.action.to_string(), events: tree(&events), worth }
}

/// What is told to who asks for a hint.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Hint {
    /// What could be done, best first; a few of it.
    pub choices: Vec<Appraised>,
    /// Why the first rather than the second.
    pub why: Vec<LineWorth>,
}

impl Hint {
    /// So many choices are told.
    const TOLD: usize = 4;

    /// Of all that could be done, best first.
    #[must_use]
    pub fn new(mut choices: Vec<Appraised>) -> Self {
        choices.truncate(Self::TOLD);
        let why = match &choices[..] {
            [Appraised { worth: Some(best), .. }, Appraised { worth: Some(other), .. }, ..] => {
                best.reasons(other)
            }
            _ => Vec::new(),
        };
        Self { choices, why }
    }
}

/// Longer than this nobody waits for a hint.
pub const HINT_TIME: Duration = Duration::from_millis(800);
/// So many worlds tell what is clearly better.
const HINT_WORLDS: u32 = 200;

/// How much is looked at for a hint: no longer than until `stop` says so, or everything where nobody measures time.
#[must_use]
pub fn hint_effort(stop: Option<&Stop>) -> Effort {
    Effort { determinizations: HINT_WORLDS, limit: stop.map(|stop| (HINT_TIME, stop.clone())) }
}

/// More digits would say more than is known.
fn hundredths(points: f64) -> f64 {
    // Adding nothing turns a negative nothing into nothing.
    (points * 100.0).round() / 100.0 + 0.0
}

/// See [`AnyMatch::pending_advice`](crate::AnyMatch::pending_advice).
pub(crate) fn pending<G: Game>(
    game: &Match<G>,
    seat: Seat,
    played: Option<&str>,
    effort: Effort,
    rng_seed: u64,
) -> Result<Option<PendingAdvice>, Rejected> {
    type Refused<G> = Refusal<<G as Game>::Illegal>;
    if G::RACE.is_some() {
        return Ok(None);
    }
    let state = game.state().filter(|_| game.phase() == Phase::Playing);
    let state = state.ok_or(Refused::<G>::NoDeal)?;
    let actors = game.actors();
    if !actors.contains(seat) {
        return Err(Refused::<G>::NotToAct { seat, actors }.into());
    }
    let read = |text| G::read_action(state, text).map_err(Refused::<G>::from);
    let played = played.map(read).transpose()?;
    let seen = Observation::<G>::new(state, Viewer::Seat(seat));
    let sides = G::sides(&game.record().setup);
    Ok(Some(Box::new(move || {
        let mut rng = Rng::from_number(rng_seed);
        let appraisals = appraise(&seen, seat, &sides, played, &effort, &mut rng);
        appraisals.into_iter().map(|appraisal| appraised(appraisal, &seen, seat)).collect()
    })))
}
