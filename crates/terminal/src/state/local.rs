//! Drives a match against bots: the user's commands in, notices and jobs of bots out.

use super::step::note;
use super::{Effect, Input, Message, State, View};
use crate::Error;
use crate::local::{Job, Local, Outcome};
use crate::remote::{Reader, sentence};
use ::table::Pace;
use protocol::{Json, Notice};
use std::time::Duration;

type Effects = Result<Vec<Effect>, Error>;

/// Starts the table: a new match begins, and a continued one goes on.
pub(crate) fn start(state: &mut State) -> Effects {
    drive(state, Local::start)
}

/// Does what is due.
pub(crate) fn tick(state: &mut State) -> Effects {
    if let Some(rest) = state.timers.countdown() {
        show_count(state, rest);
    }
    drive(state, |_| Ok(Outcome::default()))
}

/// Hands in the action that a bot has chosen.
pub(crate) fn take_choice(state: &mut State, number: u64, action: String) -> Effects {
    drive(state, |local| local.take_choice(number, action))
}

/// Plays an action of the user.
pub(crate) fn act(state: &mut State, action: &str) -> Effects {
    if state.timers.countdown().is_some() {
        return Ok(Vec::new());
    }
    let (version, action) = (state.snapshot.version as u64, action.to_owned());
    drive(state, |local| local.play(version, action))
}

/// Deals the next deal.
pub(crate) fn go_on(state: &mut State) -> Effects {
    drive(state, Local::go_on)
}

/// Undoes the last action of the user.
pub(crate) fn undo(state: &mut State) -> Effects {
    let version = state.snapshot.version as u64;
    drive(state, |local| local.undo(version))
}

/// Hands in an input, and then does what is due until the table waits for a bot, the user or the
/// clock.
fn drive(state: &mut State, input: impl FnOnce(&mut Local) -> Result<Outcome, Error>) -> Effects {
    let (clock, mut effects) = (state.timers.now(), Vec::new());
    let Some(local) = state.table.local_mut() else { return Ok(effects) };
    local.set_clock(clock);
    let mut next = Some(input(local)?);
    while let Some(outcome) = next {
        for notice in outcome.notices {
            effects.extend(take_notice(state, notice)?);
        }
        effects.extend(outcome.jobs.into_iter().map(think));
        let silence = state.table.nothing_to_say();
        next = state.table.local_mut().map_or(Ok(None), |local| local.next(silence))?;
    }
    Ok(effects)
}

/// Returns the effect that runs a bot's job.
fn think(Job { number, think }: Job) -> Effect {
    Effect::Think(Box::new(move || Input::Answer { job: number, action: think() }))
}

fn take_notice(state: &mut State, notice: Notice) -> Effects {
    let own = notice.id().is_some();
    match notice {
        Notice::Played(told) => return move_on(state, &told.events, false, own),
        Notice::Dealt(told) => {
            let begins = state.snapshot.phase != catalog::SnapshotPhase::Playing
                || state.snapshot.deal != told.snapshot.deal;
            return move_on(state, &told.events, begins, own);
        }
        // The table tells everything after an undo only.
        Notice::Table(_) => {
            let events = state.table.events_of_deal(&state.settings.catalog)?;
            let effects = state.go_back(&events)?;
            note(state, "undo.done", &[]);
            return Ok(effects);
        }
        Notice::Countdown(told) if told.millis > 0 => {
            let length = Duration::from_millis(told.millis.into());
            state.timers.start_countdown(length);
            show_count(state, length);
        }
        Notice::Sealed(_) => {
            (state.screen.view, state.screen.message) = (View::Table, None);
            state.refresh();
        }
        Notice::Refused(refused) => {
            // The error text would name a seat by its number, and the turn is shown above anyway.
            let text = match state.my_turn() {
                true => sentence(&refused.error, state.words),
                false => state.words.say("command.notYourTurn", &[]).into_owned(),
            };
            state.screen.message = Some(Message { text, refused: true });
        }
        _ => {}
    }
    Ok(Vec::new())
}

/// Shows an action or a deal.
fn move_on(state: &mut State, events: &Json, begins: bool, own: bool) -> Effects {
    let counted = state.timers.end_countdown();
    if begins || own {
        state.screen.view = View::Table;
    }
    if begins || own || counted {
        state.screen.message = None;
    }
    let events = Reader::new(state.table.game(), state.words).events(events)?;
    if begins {
        state.screen.chosen = 0;
        state.refresh();
        state.log_deal();
    }
    state.log_events(&[events]);
    state.follow()
}

/// Shows three, two, one.
fn show_count(state: &mut State, rest: Duration) {
    let third = (Pace::default().count.as_millis() / 3).max(1);
    let beat = 1 + rest.as_millis() / third;
    state.screen.message = Some(Message { text: beat.min(3).to_string(), refused: false });
}
