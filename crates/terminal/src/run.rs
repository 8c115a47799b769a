//! Event loop around the pure core: keys, clock, bots and files in; pages out.

use crate::bots::{Bots, Gone};
use crate::exercises::find_exercise;
use crate::guard::Guard;
use crate::local::Local;
use crate::screen::screen;
use crate::state::join::{self, Join};
use crate::state::{Effect, Input, State, lines_to_share, step};
use crate::{Error, Settings, files};
use catalog::Day;
use protocol::client::Connection;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Interval between clock updates while a timed event is due.
const RESTLESS: Duration = Duration::from_millis(40);
/// Interval while nothing is due; a key wakes the loop at once.
const CALM: Duration = Duration::from_secs(3600);

/// Plays a match in the terminal until the player leaves. The terminal is restored afterwards.
///
/// # Errors
///
/// Returns an error if the settings are invalid, there is no terminal, or the terminal fails.
pub fn play(settings: Settings) -> Result<(), Error> {
    sit_down(State::open(settings)?).map(drop)
}

/// Plays a deal of the day in the terminal. The day determines rules, bots, seed and record.
/// Returns the lines to share if all deals were played.
///
/// # Errors
///
/// Returns an error if the game is unknown, there is no terminal, or the terminal fails.
pub fn play_day(settings: Settings, day: Day) -> Result<Option<String>, Error> {
    Ok(lines_to_share(&sit_down(State::day(settings, day)?)?))
}

/// Runs an exercise in the terminal, and the exercises after it, until the learner leaves.
/// `exercise` is an id, the beginning of an id, or the number of a puzzle from 1. The exercise
/// determines rules, bots and record.
///
/// # Errors
///
/// Returns an error if the exercise is unknown, there is no terminal, or the terminal fails.
pub fn learn(settings: Settings, exercise: &str) -> Result<(), Error> {
    let exercise = find_exercise(&settings.game, exercise)?;
    sit_down(State::learn(settings, exercise)?).map(drop)
}

/// Plays at a table of a server, or watches it, until the user leaves. The table determines game,
/// rules, bots, seed and record. Returns a hint on how to come back if the player left a match that
/// is not over.
///
/// # Errors
///
/// Returns an error if the table is unreachable or refuses the user, the server sends invalid
/// messages, there is no terminal, or the terminal fails.
pub fn join(settings: Settings, join: &Join) -> Result<Option<String>, Error> {
    check_terminal()?;
    let (state, effects, connection) = join::sit_down(settings, join)?;
    Ok(join::way_back(&run((state, effects), Some(connection))?, join))
}

fn check_terminal() -> Result<(), Error> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() { Ok(()) } else { Err(Error::NoTerminal) }
}

/// Runs the terminal client until the player leaves. Returns the final state.
fn sit_down(opened: (State, Vec<Effect>)) -> Result<State, Error> {
    run(opened, None)
}

fn run((state, effects): (State, Vec<Effect>), connection: Option<Connection>) -> Result<State, Error> {
    check_terminal()?;
    let bots = Bots::start()?;
    let mut guard = Guard::take_over()?;
    let mut table = Running { state, bots, connection, opened: Instant::now() };
    let result = table.run(effects, &mut guard);
    drop(guard);
    result.map(|()| table.state)
}

struct Running {
    state: State,
    bots: Bots,
    /// Connection to the server of a remote table.
    connection: Option<Connection>,
    opened: Instant,
}

impl Running {
    fn run(&mut self, effects: Vec<Effect>, guard: &mut Guard) -> Result<(), Error> {
        if self.carry_out(effects)? {
            return Ok(());
        }
        loop {
            self.draw(guard)?;
            let wait = if self.state.is_restless() { RESTLESS } else { CALM };
            let mut inputs = Vec::new();
            if event::poll(wait)? {
                // Handles all waiting input before drawing once.
                while event::poll(Duration::ZERO)? {
                    if let Event::Key(key) = event::read()? {
                        inputs.push(Input::Key(key));
                    }
                }
            }
            inputs.insert(0, Input::Tick(self.opened.elapsed()));
            while let Some(answer) = self.bots.answer().map_err(|Gone| self.bot_failed())? {
                inputs.push(answer);
            }
            while let Some(heard) = self.connection.as_ref().and_then(Connection::heard) {
                inputs.push(Input::Heard(heard));
            }
            for input in inputs {
                let effects = step(&mut self.state, input)?;
                if self.carry_out(effects)? {
                    return Ok(());
                }
            }
        }
    }

    /// Performs effects. Returns whether the player leaves.
    fn carry_out(&mut self, effects: Vec<Effect>) -> Result<bool, Error> {
        for effect in effects {
            match effect {
                Effect::Leave => return Ok(true),
                Effect::Say(command) => {
                    if let Some(connection) = &self.connection {
                        connection.say(command);
                    }
                }
                Effect::Think(thought) => {
                    self.bots.submit(thought).map_err(|Gone| self.bot_failed())?;
                }
                Effect::Save { path, text } => {
                    let saved = files::write(&path, &text).map(|()| path).map_err(|error| error.to_string());
                    let more = step(&mut self.state, Input::Saved(saved))?;
                    if self.carry_out(more)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn bot_failed(&self) -> Error {
        let seat = self.state.table.local().and_then(Local::thinking).map_or(0, |(seat, _)| seat.into());
        Error::Bot { seat, problem: "it stopped answering".to_owned() }
    }

    /// Draws the page as one synchronized update, if the terminal supports it.
    fn draw(&self, guard: &mut Guard) -> Result<(), Error> {
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        guard.terminal.draw(|frame| {
            if let Some(cursor) = screen(&self.state, frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Overlay;
    use catalog::SetupText;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    /// A player who saves before leaving stays if saving fails.
    #[test]
    fn a_match_is_left_once_its_file_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let (state, effects) = State::open(Settings::new("scopa", SetupText::first_preset(2))).unwrap();
        let mut table =
            Running { state, bots: Bots::start().unwrap(), connection: None, opened: Instant::now() };
        assert!(!table.carry_out(effects).unwrap());
        let mut leaves = |name: &str| {
            let name = folder.path().join(name).display().to_string();
            table.state.screen.over = Some(Overlay::Save { name, then_leave: true });
            let effects = step(&mut table.state, Input::Key(KeyEvent::from(KeyCode::Enter))).unwrap();
            table.carry_out(effects).unwrap()
        };
        assert!(!leaves("no/such/folder.json"));
        assert!(leaves("match.json"));
        assert!(files::read(&folder.path().join("match.json")).unwrap().is_some());
    }
}
