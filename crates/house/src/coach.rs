//! What a page is answered about an exercise. Every question brings the whole exercise and the place it stands at, so nothing is kept
//! between two of them.

use crate::erased::Options;
use crate::exercise::{Attempt, Done, Exercise, Remark, Translated, Tried};
use crate::{Catalog, ExerciseKind, Frame, Hint, Place, Rejected, bot_name, hint_effort};
use cards::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What the learner does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub enum Learn {
    /// Begins; the place does not matter.
    Begin,
    /// Lets the others do the next thing.
    GoOn,
    /// Tries an action.
    Try {
        /// As records write it.
        action: String,
    },
    /// Reads as an action what was typed, and tries it.
    Type {
        /// The line.
        line: String,
    },
    /// Asks what the best bot makes of what they may do.
    Hint,
}

/// How an exercise stands.
#[derive(Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Coached {
    /// Before which entry.
    pub at: Place,
    /// What is said here.
    pub remarks: Vec<Remark>,
    /// Whether the learner is to act.
    pub waits: bool,
    /// Whether it is over.
    pub over: bool,
    /// What the learner may know and do.
    pub frame: Frame,
    /// What has just happened, if anything has.
    pub happened: Option<ExerciseStep>,
    /// Whether what was tried is what was looked for; nothing if nothing was tried.
    pub right: Option<bool>,
    /// What is said to what was tried, if it has words of its own.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string> | null"))]
    pub told: Option<Translated>,
    /// The hint, if one was asked for.
    pub hint: Option<Hint>,
    /// The exercise.
    pub exercise: ExerciseInfo,
}

/// What happened in an exercise, as the learner saw it.
#[derive(Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ExerciseStep {
    /// Who did it; nobody, if the house dealt or shuffled.
    pub seat: Option<Seat>,
    /// The action.
    pub action: Option<String>,
    /// What was seen.
    #[cfg_attr(feature = "wire", ts(as = "Vec<crate::wire::Event>"))]
    pub events: Box<RawValue>,
}

/// What does not change about an exercise.
#[derive(Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ExerciseInfo {
    /// Lesson or puzzle.
    pub kind: ExerciseKind,
    /// What it is called.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, string>"))]
    pub title: Translated,
    /// Which game.
    pub game: String,
    /// Which preset.
    pub preset: Option<String>,
    /// Every option with its value.
    #[cfg_attr(feature = "wire", ts(as = "crate::wire::Options"))]
    pub options: Options,
    /// How many play.
    pub seats: u8,
    /// Whose cards the learner holds.
    pub seat: Seat,
    /// What the bots of a table are called, seat by seat.
    pub names: Vec<&'static str>,
}

impl Exercise {
    /// Does what the learner wants at this place of it, and says how it stands then.
    ///
    /// # Errors
    ///
    /// When the rules forbid what is tried, or the exercise never comes to this place.
    pub fn coach(&self, catalog: &Catalog, at: Place, learn: &Learn) -> Result<Coached, Rejected> {
        let mut attempt = self.begin(catalog)?;
        while *learn != Learn::Begin && attempt.at() < at && !attempt.is_over() {
            attempt.go_on()?;
        }
        let (mut right, mut told, mut done, mut hint) = (None, None, None, None);
        let mut try_action = |attempt: &mut Attempt<'_>, action: &str| -> Result<(), Rejected> {
            let (tried, happened) = attempt.attempt(action)?;
            done = happened;
            match tried {
                Tried::Right => right = Some(true),
                Tried::Wrong(words) => (right, told) = (Some(false), words),
                Tried::TooEarly => {
                    return Err(Rejected::new("too-early", "others are to act first".to_owned()));
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
                // A page has no clock for WebAssembly.
                let effort = hint_effort(None);
                let luck = attempt.game().version() as u64;
                let think = attempt.game().pending_advice(self.seat, None, effort, luck)?;
                let think = think
                    .ok_or_else(|| Rejected::new("no-hints", "a race gives no time for hints".to_owned()))?;
                hint = Some(Hint::new(think()));
            }
        }
        let setup = attempt.game().setup();
        Ok(Coached {
            at: attempt.at(),
            remarks: attempt.remarks().cloned().collect(),
            waits: attempt.waits(),
            over: attempt.is_over(),
            frame: attempt.game().frame(Viewer::Seat(self.seat)),
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
