//! The thin loop around the pure core: keys, the clock, bots and files come in, pictures go out.

use crate::bots::{Bots, Gone};
use crate::daily::lines_to_share;
use crate::exercises::find_exercise;
use crate::guard::Guard;
use crate::join::{self, Connection, Join};
use crate::screen::screen;
use crate::state::{Effect, Input, State};
use crate::step::step;
use crate::{Error, Settings, files};
use house::Day;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// How often the clock is looked at while something happens by itself.
const RESTLESS: Duration = Duration::from_millis(40);
/// And while nothing does: only keys wake the table.
const CALM: Duration = Duration::from_secs(3600);

/// Sits down at a table in the terminal and plays until the player leaves. The terminal is then as it was before.
///
/// # Errors
///
/// When the table cannot be set as the settings say, there is no terminal, or it fails.
pub fn play(settings: Settings) -> Result<(), Error> {
    sit_down(State::open(settings)?).map(drop)
}

/// Plays the deal of a day in the terminal; of the settings the rules, the bots, the seed and the record are those of the day. Returns
/// five lines to share, if it was played to its end.
///
/// # Errors
///
/// When there is no such game or no terminal, or it fails.
pub fn play_day(settings: Settings, day: Day) -> Result<Option<String>, Error> {
    Ok(lines_to_share(&sit_down(State::day(settings, day)?)?))
}

/// Does an exercise of the game of the settings in the terminal, and what comes after it, until the learner leaves. It is meant by its
/// id, the beginning of its id, or for a puzzle its number from 1; of the settings the rules, the bots and the record are its own.
///
/// # Errors
///
/// When there is no such exercise or no terminal, or it fails.
pub fn learn(settings: Settings, exercise: &str) -> Result<(), Error> {
    let exercise = find_exercise(&settings.game, exercise)?;
    sit_down(State::learn(settings, exercise)?).map(drop)
}

/// Plays at a table of a house elsewhere, or looks on, until the player leaves. Of the settings the game, the rules, the bots, the seed
/// and the record are those of the table. Returns a line that says how to come back, unless the match is over or one looked on.
///
/// # Errors
///
/// When the table cannot be reached or joined, there is no terminal, it fails, or the house says what cannot be.
pub fn join(settings: Settings, join: &Join) -> Result<Option<String>, Error> {
    check_terminal()?;
    let (state, effects, connection) = join::sit_down(settings, join)?;
    Ok(join::way_back(&run((state, effects), Some(connection))?, join))
}

fn check_terminal() -> Result<(), Error> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() { Ok(()) } else { Err(Error::NoTerminal) }
}

/// Plays at the table until the player leaves; returns what they left behind.
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
    /// The way to the house, if the table is elsewhere.
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
                // Whatever waits is taken in at once, and drawn once.
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

    /// Returns whether the player leaves.
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
        let seat = self.state.waiting.as_ref().map_or(0, |waiting| waiting.seat.into());
        Error::Bot { seat, problem: "it does not answer any more".to_owned() }
    }

    /// All of a picture is shown at once, in terminals that can.
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
    use house::SetupText;
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    /// Whoever saves before they leave stays when the file cannot be written.
    #[test]
    fn a_match_is_left_once_its_file_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let (state, effects) = State::open(Settings::new("scopa", SetupText::first_preset(2))).unwrap();
        let mut table =
            Running { state, bots: Bots::start().unwrap(), connection: None, opened: Instant::now() };
        assert!(!table.carry_out(effects).unwrap());
        let mut leaves = |name: &str| {
            let name = folder.path().join(name).display().to_string();
            table.state.over = Some(Overlay::Save { name, then_leave: true });
            let effects = step(&mut table.state, Input::Key(KeyEvent::from(KeyCode::Enter))).unwrap();
            table.carry_out(effects).unwrap()
        };
        assert!(!leaves("no/such/folder.json"));
        assert!(leaves("match.json"));
        assert!(files::read(&folder.path().join("match.json")).unwrap().is_some());
    }
}
