//! Appraisals of the actions of a seat to act, for hints and reviews.

use crate::Rejection;
use crate::wire_value::tree;
use bots::{Effort, appraise};
use bridge::bidding::Meaning;
use cards::{Rng, Seat, Viewer};
use engine::{Appraisal, Game, Match, Observation, Phase, PlayError, Stop};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::time::Duration;

/// Appraisal to run, with the observation of its seat. It can run on another thread. Returns the actions, best first.
pub type PendingAdvice = Box<dyn FnOnce() -> Vec<Appraised> + Send>;

/// Action and its value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Appraised {
    /// The action, as records write it.
    pub action: String,
    /// Events that all players would see, in one determinization.
    #[cfg_attr(feature = "wire", ts(as = "Vec<crate::wire::Event>"))]
    pub events: Value,
    /// Value. `None` if the bot computes none, as for calls at bridge, which follow the bidding system.
    pub worth: Option<AppraisedWorth>,
    /// Meaning of a call at bridge. `None` for other actions.
    #[cfg_attr(feature = "wire", ts(as = "Option<Meaning>"))]
    pub meaning: Option<Value>,
}

/// Value of an action to its player.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct AppraisedWorth {
    /// Expected lead over the others at the end of the deal, in points.
    pub lead: f64,
    /// Standard error of the difference to the best action's lead.
    pub error: f64,
    /// Lead by category, in scoring order.
    pub lines: Vec<LineWorth>,
}

/// Maximum number of categories in an explanation. A longer list explains nothing.
const MAX_REASONS: usize = 2;
/// Smallest difference that an explanation names, in points.
const LEAST_REASON: f64 = 0.05;

impl AppraisedWorth {
    /// Returns the categories in which this is most ahead of `other`, with the differences.
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

/// One category's part of a lead.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LineWorth {
    /// Name for translations: `"settebello"`.
    pub category: &'static str,
    /// Expected lead of the action, in points.
    pub lead: f64,
}

impl Appraised {
    /// Returns the expected lead, if the bot computed it.
    #[must_use]
    pub fn lead(&self) -> Option<f64> {
        self.worth.as_ref().map(|worth| worth.lead)
    }
}

fn appraised<G: Game>(appraisal: Appraisal<G::Action>, seen: &Observation<G>, seat: Seat) -> Appraised {
    let mut state = G::determinize(&seen.view, &mut Rng::from_number(0));
    let mut events = Vec::new();
    G::apply(&mut state, seat, appraisal.action, &mut |event| {
        events.extend(G::redact(&event, Viewer::Public));
    });
    let line = |(category, lead)| LineWorth { category, lead: hundredths(lead) };
    let worth = appraisal.worth.map(|worth| AppraisedWorth {
        lead: hundredths(worth.lead),
        error: hundredths(worth.error),
        lines: worth.lines.into_iter().map(line).collect(),
    });
    let meaning = meaning::<G>(&seen.view, &appraisal.action).map(|meaning| tree(&meaning));
    Appraised { action: appraisal.action.to_string(), events: tree(&events), worth, meaning }
}

/// Returns the meaning of a call at bridge.
fn meaning<G: Game>(view: &G::View, action: &G::Action) -> Option<Meaning> {
    let (view, action): (&dyn Any, &dyn Any) = (view, action);
    match action.downcast_ref()? {
        bridge::Action::Call(call) => Some(view.downcast_ref::<bridge::View>()?.meaning(*call)),
        _ => None,
    }
}

/// Hint for a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Hint {
    /// The best actions, best first.
    pub choices: Vec<Appraised>,
    /// Reasons why the first is better than the second.
    pub why: Vec<LineWorth>,
}

impl Hint {
    /// Maximum number of actions in a hint.
    const MAX_CHOICES: usize = 4;

    /// Creates a hint from all actions, best first.
    #[must_use]
    pub fn new(mut choices: Vec<Appraised>) -> Self {
        choices.truncate(Self::MAX_CHOICES);
        let why = match &choices[..] {
            [Appraised { worth: Some(best), .. }, Appraised { worth: Some(other), .. }, ..] => {
                best.reasons(other)
            }
            _ => Vec::new(),
        };
        Self { choices, why }
    }
}

/// Time limit of a hint.
pub const HINT_TIME: Duration = Duration::from_millis(800);
/// Determinizations of a hint. They suffice to find a clearly better action.
const HINT_DETERMINIZATIONS: u32 = 200;

/// Returns the budget of a hint. With `stop` it has a time limit and can be cancelled; without, the clock is never
/// read.
#[must_use]
pub fn hint_effort(stop: Option<&Stop>) -> Effort {
    Effort { determinizations: HINT_DETERMINIZATIONS, limit: stop.map(|stop| (HINT_TIME, stop.clone())) }
}

/// Rounds to hundredths, because more digits would exceed the precision of the estimate.
fn hundredths(points: f64) -> f64 {
    // Adding 0.0 turns -0.0 into 0.0.
    (points * 100.0).round() / 100.0 + 0.0
}

/// Prepares the best bot's appraisal of a seat's actions, for
/// [`AnyMatch::pending_advice`](crate::AnyMatch::pending_advice).
pub(crate) fn pending<G: Game>(
    game: &Match<G>,
    seat: Seat,
    played: Option<&str>,
    effort: Effort,
    rng_seed: u64,
) -> Result<Option<PendingAdvice>, Rejection> {
    type Unplayable<G> = PlayError<<G as Game>::Illegal>;
    if G::RACE.is_some() {
        return Ok(None);
    }
    let state = game.state().filter(|_| game.phase() == Phase::Playing);
    let state = state.ok_or(Unplayable::<G>::NoDeal)?;
    let actors = game.actors();
    if !actors.contains(seat) {
        return Err(Unplayable::<G>::NotToAct { seat, actors }.into());
    }
    let read = |text| G::read_action(state, text).map_err(Unplayable::<G>::from);
    let played = played.map(read).transpose()?;
    let seen = Observation::<G>::new(state, Viewer::Seat(seat));
    let sides = G::sides(&game.record().setup);
    Ok(Some(Box::new(move || {
        let mut rng = Rng::from_number(rng_seed);
        let appraisals = appraise(&seen, seat, &sides, played, &effort, &mut rng);
        appraisals.into_iter().map(|appraisal| appraised(appraisal, &seen, seat)).collect()
    })))
}
