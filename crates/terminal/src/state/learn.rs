//! Table of an exercise: the record moves the other players, and the learner answers and reads.

use super::step::{refuse, sit_down};
use super::{Effect, Message, State, View};
use crate::coach::Outcome;
use crate::table::Table;
use crate::{Error, Settings};
use cards::Seat;
use catalog::{Exercise, SnapshotPhase};
use ratatui::crossterm::event::KeyCode;

type Effects = Result<Vec<Effect>, Error>;

impl State {
    /// Opens the card table of an exercise.
    pub(crate) fn learn(
        settings: Settings,
        exercise: &'static Exercise,
    ) -> Result<(Self, Vec<Effect>), Error> {
        let game = exercise.record.game.clone();
        let settings = Settings { game, setup: exercise.record.setup(), record: None, ..settings };
        let table = Table::learn(&settings, exercise)?;
        Self::at(settings, table, 0, &[])
    }

    /// Schedules the next step of the record, unless the learner is due.
    pub(crate) fn wait_for_record(&mut self) {
        let goes_on = self.table.coach().is_some_and(|coach| !coach.pauses());
        self.timers.schedule_record(goes_on.then_some(self.settings.pause));
    }
}

/// Performs the next step (deal, action or reshuffle) of the record.
pub(crate) fn go_on(state: &mut State) -> Effects {
    state.timers.schedule_record(None);
    let Some(coach) = state.table.coach_mut() else { return Ok(Vec::new()) };
    let begun = coach.game().deals();
    let done = coach.go_on()?;
    if coach.game().deals() > begun {
        (state.screen.view, state.screen.chosen) = (View::Table, 0);
        state.refresh();
        state.log_deal();
    }
    state.screen.message = None;
    state.log_events(&[done.events]);
    state.follow()
}

/// Attempts an action of the learner, or explains why it is illegal.
pub(crate) fn try_action(state: &mut State, action: &str) -> Effects {
    if !state.my_turn() {
        return refuse(state, "command.notYourTurn", &[]);
    }
    let Some(coach) = state.table.coach_mut() else { return Ok(Vec::new()) };
    match coach.attempt(action) {
        Ok(Outcome::Right(events)) => {
            (state.screen.view, state.screen.message) = (View::Table, None);
            state.log_events(&[events]);
            state.follow()
        }
        Ok(Outcome::NotThis) => {
            (state.screen.view, state.screen.message) = (View::Table, None);
            Ok(Vec::new())
        }
        Err(rejection) => {
            let text = state.words.error_message_with_rule(&rejection);
            state.screen.message = Some(Message { text, refused: true });
            Ok(Vec::new())
        }
    }
}

/// Handles the keyboard keys that only an exercise has. Returns `None` for all other keys.
pub(crate) fn press_table(state: &mut State, key: KeyCode) -> Option<Effects> {
    let phase = state.snapshot.phase;
    let coach = state.table.coach_mut()?;
    match key {
        KeyCode::Enter | KeyCode::Char(' ') => {
            if coach.has_more_to_say() {
                coach.read_on();
                return Some(Ok(Vec::new()));
            }
            if matches!(phase, SnapshotPhase::Scored | SnapshotPhase::Over) {
                state.show_scoring();
                return Some(Ok(Vec::new()));
            }
            if coach.is_over() {
                state.screen.message = None;
                state.screen.view = View::Result { scroll: 0 };
                return Some(Ok(Vec::new()));
            }
            (!coach.waits()).then(|| go_on(state))
        }
        KeyCode::Esc => {
            let folded = coach.is_folded();
            coach.fold(!folded);
            None
        }
        _ => {
            coach.fold(true);
            None
        }
    }
}

/// Handles a keyboard key at the end of an exercise.
pub(crate) fn press_end(state: &mut State, key: KeyCode) -> Effects {
    let Some(coach) = state.table.coach() else { return Ok(Vec::new()) };
    let (exercise, next) = (coach.exercise(), coach.next());
    match key {
        KeyCode::Enter => match next {
            Some(next) => sit_down(state, State::learn(state.settings.clone(), next)?),
            None => Ok(Vec::new()),
        },
        KeyCode::Char('a') => sit_down(state, State::learn(state.settings.clone(), exercise)?),
        KeyCode::Char('p') => {
            let settings = Settings { setup: state.table.setup(), ..state.settings.clone() };
            sit_down(state, State::open(settings)?)
        }
        KeyCode::Char('n' | 'q') => Ok(vec![Effect::Leave]),
        _ => Ok(Vec::new()),
    }
}

/// Returns the other player whose turn it is while the record continues.
pub(crate) fn others_turn(state: &State) -> Option<Seat> {
    state.timers.record().and_then(|_| state.snapshot.actors.first()).filter(|seat| *seat != state.cast.me)
}
