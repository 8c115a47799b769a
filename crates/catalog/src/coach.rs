//! Exercises in a page. Every request contains the whole exercise and the position in its record, so the
//! coach has no state.

use crate::exercise::{Attempt, Done, Exercise, Remark, Translated, Tried};
use crate::info::Options;
use crate::{Catalog, ExerciseKind, Hint, Place, Rejection, Snapshot, bot_name, hint_effort};
use cards::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Action of the learner.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub enum Learn {
    /// Starts the exercise. The request's position in the record is ignored.
    Begin,
    /// Plays the next entry (action or reshuffle) of the exercise's record.
    GoOn,
    /// Tries an action of the learner.
    Try {
        /// The action, as records write it.
        action: String,
    },
    /// Tries an action that the learner typed.
    Type {
        /// Text that the learner typed.
        line: String,
    },
    /// Asks the best bot for a hint.
    Hint,
}

/// State of an exercise.
#[derive(Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Coached {
    /// Position in the exercise's record, before an entry.
    pub at: Place,
    /// Remarks at this position.
    pub remarks: Vec<Remark>,
    /// Whether the learner is to act.
    pub waits: bool,
    /// Whether the exercise is over.
    pub over: bool,
    /// Snapshot of the match for the learner.
    pub snapshot: Snapshot,
    /// Step of the exercise that the request caused, if any.
    pub happened: Option<ExerciseStep>,
    /// Whether the tried action was right. `None` if no action was tried.
    pub right: Option<bool>,
    /// Answer to the tried action, if the exercise has one.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string> | null"))]
    pub told: Option<Translated>,
    /// The hint, if one was asked for.
    pub hint: Option<Hint>,
    /// Fixed properties of the exercise.
    pub exercise: ExerciseInfo,
}

/// Step of an exercise (an action, a deal or a reshuffle), as the learner saw it.
#[derive(Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ExerciseStep {
    /// Seat that acted. `None` for a deal or reshuffle.
    pub seat: Option<Seat>,
    /// Action of the step. `None` for a deal or reshuffle.
    pub action: Option<String>,
    /// Events that the learner saw.
    #[cfg_attr(feature = "wire", ts(as = "Vec<crate::wire::Event>"))]
    pub events: Box<RawValue>,
}

/// Fixed properties of an exercise.
#[derive(Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ExerciseInfo {
    /// Kind of exercise: lesson or puzzle.
    pub kind: ExerciseKind,
    /// Title of the exercise.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string>"))]
    pub title: Translated,
    /// Id of the game.
    pub game: String,
    /// Preset of the match. `None` if the rules follow none.
    pub preset: Option<String>,
    /// Values of all options of the match.
    #[cfg_attr(feature = "wire", ts(as = "crate::wire::Options"))]
    pub options: Options,
    /// Number of seats.
    pub seats: u8,
    /// Seat of the learner.
    pub seat: Seat,
    /// Names of bots, by seat.
    pub names: Vec<&'static str>,
}

impl Exercise {
    /// Performs the learner's action at this place and returns the new state.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the rules forbid the action, or if the record is refused on the way to this place.
    pub fn coach(&self, catalog: &Catalog, at: Place, learn: &Learn) -> Result<Coached, Rejection> {
        let mut attempt = self.begin(catalog)?;
        while *learn != Learn::Begin && attempt.at() < at && !attempt.is_over() {
            attempt.go_on()?;
        }
        let (mut right, mut told, mut done, mut hint) = (None, None, None, None);
        let mut try_action = |attempt: &mut Attempt<'_>, action: &str| -> Result<(), Rejection> {
            let (tried, happened) = attempt.attempt(action)?;
            done = happened;
            match tried {
                Tried::Right => right = Some(true),
                Tried::Wrong(words) => (right, told) = (Some(false), words),
                Tried::TooEarly => {
                    return Err(Rejection::new("too-early", "it is not your turn yet".to_owned()));
                }
            }
            Ok(())
        };
        match learn {
            Learn::Begin => {}
            Learn::GoOn => done = Some(attempt.go_on()?),
            Learn::Try { action } => try_action(&mut attempt, action)?,
            Learn::Type { line } => {
                let action = attempt.game().read_command(self.seat, line)?;
                try_action(&mut attempt, &action)?;
            }
            Learn::Hint => {
                // WebAssembly in a page has no clock.
                let effort = hint_effort(None);
                let rng_seed = attempt.game().version() as u64;
                let think = attempt.game().pending_advice(self.seat, None, effort, rng_seed)?;
                let think =
                    think.ok_or_else(|| Rejection::new("no-hints", "a race has no hints".to_owned()))?;
                hint = Some(Hint::new(think()));
            }
        }
        let setup = attempt.game().setup();
        Ok(Coached {
            at: attempt.at(),
            remarks: attempt.remarks().cloned().collect(),
            waits: attempt.waits(),
            over: attempt.is_over(),
            snapshot: attempt.game().snapshot(Viewer::Seat(self.seat)),
            happened: done.map(|Done { seat, action, events }| ExerciseStep {
                seat,
                action,
                events: events.to_json(),
            }),
            right,
            told,
            hint,
            exercise: ExerciseInfo {
                kind: self.kind,
                title: self.title.clone(),
                game: self.record.game.clone(),
                preset: setup.preset,
                options: attempt.game().options(),
                seats: self.record.seats,
                seat: self.seat,
                names: Seat::all(self.record.seats).map(|seat| bot_name(0, seat)).collect(),
            },
        })
    }
}
