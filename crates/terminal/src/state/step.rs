//! Input handling: changes the state and returns effects. This module does no I/O.

use super::{Effect, Input, Message, Overlay, State, View, daily, join, learn, local};
use crate::games::CARD_KEYS;
use crate::review::{reasons, review_from};
use crate::table::Table;
use crate::{Error, files};
use cards::Card;
use catalog::{Appraised, Effort, SnapshotPhase, read_record};
use engine::command::InputError;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum length of a typed line.
const LONGEST_LINE: usize = 200;
/// Lines per page key.
const PAGE: u16 = 8;

type Effects = Result<Vec<Effect>, Error>;

const NOTHING: Effects = Ok(Vec::new());

/// Handles one input, and returns the effects to perform.
pub(crate) fn step(state: &mut State, input: Input) -> Effects {
    match input {
        Input::Key(key) if key.kind == KeyEventKind::Release => NOTHING,
        Input::Key(key) => press(state, key),
        Input::Tick(clock) => {
            state.timers.set_now(clock);
            tick(state)
        }
        Input::Answer { job, action } => local::take_choice(state, job, action),
        Input::Hint { version, choices } => {
            if version == state.snapshot.version {
                show_hint(state, &choices);
            }
            NOTHING
        }
        Input::Reviewed { version, text: told } => {
            if let Some(Overlay::Review { text, .. }) = &mut state.screen.over
                && version == state.snapshot.version
            {
                *text = Some(told);
            }
            NOTHING
        }
        Input::Field(field) => {
            daily::take_in(state, field);
            NOTHING
        }
        Input::Saved(result) => saved(state, result),
        Input::Heard(heard) => join::take_in(state, heard),
    }
}

/// Performs everything that is due.
fn tick(state: &mut State) -> Effects {
    if state.timers.is_scoring_due() {
        state.show_scoring();
    }
    if state.timers.is_record_due() {
        return learn::go_on(state);
    }
    local::tick(state)
}

/// Handles the result of saving the record.
fn saved(state: &mut State, result: Result<PathBuf, String>) -> Effects {
    let finished = state.record_file.finish(result.as_deref().ok());
    match result {
        Ok(path) => {
            if !finished.is_usual {
                let name = path.display().to_string();
                note(state, "save.done", &[("file", &name)]);
            }
            Ok(if finished.leaves { vec![Effect::Leave] } else { Vec::new() })
        }
        Err(problem) => refuse(state, "save.failed", &[("problem", &problem)]),
    }
}

fn press(state: &mut State, key: KeyEvent) -> Effects {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Ok(vec![Effect::Leave]),
            // Enter typed before raw mode arrives as a line feed.
            KeyCode::Char('j') => press(state, KeyEvent::from(KeyCode::Enter)),
            KeyCode::Char('u') => {
                if let Some(Overlay::Command { line } | Overlay::Save { name: line, .. }) =
                    &mut state.screen.over
                {
                    line.clear();
                }
                NOTHING
            }
            _ => NOTHING,
        };
    }
    if state.screen.over.is_some() {
        return press_over(state, key.code);
    }
    // These keys work in every view.
    match key.code {
        KeyCode::Char('?') | KeyCode::F(1) => state.screen.over = Some(Overlay::Help { scroll: 0 }),
        KeyCode::Char('c') => state.screen.over = Some(Overlay::Score { scroll: 0 }),
        KeyCode::Char('q') if !matches!(state.screen.view, View::Result { .. }) => {
            state.screen.over = Some(Overlay::Quit);
        }
        _ => {
            return match &state.screen.view {
                View::Table => press_table(state, key.code),
                View::Ways { .. } => press_ways(state, key.code),
                View::Scoring { .. } => press_scoring(state, key.code),
                View::Result { .. } => press_result(state, key.code),
            };
        }
    }
    NOTHING
}

fn press_table(state: &mut State, key: KeyCode) -> Effects {
    if let Some(effects) = learn::press_table(state, key) {
        return effects;
    }
    let cards = state.scene.hand().len();
    let card = state.scene.hand().get(state.screen.chosen).copied();
    if let Some(action) = state.layout.key(key, card).filter(|_| state.my_turn()) {
        return act(state, &action);
    }
    match key {
        KeyCode::Left | KeyCode::Up | KeyCode::BackTab if cards > 0 => {
            choose(state, (state.screen.chosen + cards - 1) % cards);
        }
        KeyCode::Right | KeyCode::Down | KeyCode::Tab if cards > 0 => {
            choose(state, (state.screen.chosen + 1) % cards);
        }
        KeyCode::Home => choose(state, 0),
        KeyCode::End => choose(state, cards.saturating_sub(1)),
        KeyCode::PageUp => state.log.scroll_back(PAGE.into()),
        KeyCode::PageDown => state.log.scroll_forward(PAGE.into()),
        KeyCode::Enter | KeyCode::Char(' ') => {
            if state.timers.awaits_scoring() {
                state.show_scoring();
                return NOTHING;
            }
            if join::is_lost(state) {
                return join::go_on(state);
            }
            return play_chosen(state);
        }
        KeyCode::Esc => {
            state.screen.message = None;
            state.log.show_end();
        }
        KeyCode::Char('l') => show_last_play(state),
        KeyCode::Char('h') => return hint(state),
        KeyCode::Backspace => return undo(state),
        KeyCode::Char(key)
            if index(key).is_some_and(|index| index < cards) && !state.scene.types_digits() =>
        {
            let Some(index) = index(key) else { return NOTHING };
            let plays = if state.layout.is_quick() {
                let for_any_card = !state.layout.ways(&state.snapshot.legal, None).is_empty();
                state.ways(index).len() == 1 && !for_any_card
            } else {
                state.screen.chosen == index
            };
            if plays && state.my_turn() {
                state.screen.chosen = index;
                return play_chosen(state);
            }
            choose(state, index);
        }
        KeyCode::Char(':' | '/') => state.screen.over = Some(Overlay::Command { line: String::new() }),
        KeyCode::Char(letter) if letter.is_alphanumeric() => {
            state.screen.over = Some(Overlay::Command { line: letter.into() });
        }
        _ => {}
    }
    NOTHING
}

/// Asks the best bot for a hint.
fn hint(state: &mut State) -> Effects {
    if state.table.remote().is_some() {
        return refuse(state, "join.noHint", &[]);
    }
    let version = state.snapshot.version;
    let key = if state.table.races() { "hint.race" } else { "command.notYourTurn" };
    // In an exercise, the rules may allow actions that the record doesn't expect.
    let Some(think) = state.my_turn().then(|| state.table.pending_hint()).flatten() else {
        return refuse(state, key, &[]);
    };
    note(state, "hint.thinking", &[]);
    Ok(vec![Effect::Think(Box::new(move || Input::Hint { version, choices: think() }))])
}

/// Undoes the last action of the player, or explains why that isn't possible.
fn undo(state: &mut State) -> Effects {
    if state.table.coach().is_some() {
        return refuse(state, "undo.exercise", &[]);
    }
    if state.table.remote().is_some() {
        return join::undo(state);
    }
    match state.table.undoable() {
        Ok(_) => local::undo(state),
        Err(why) => refuse(state, &format!("undo.{}", why.code()), &[]),
    }
}

/// Shows the best action, and the reasons rather than alternatives.
fn show_hint(state: &mut State, choices: &[Appraised]) {
    let Some(best) = choices.first() else { return };
    let what = state.layout.describe(&best.action, state.words);
    let reasons = match choices {
        [Appraised { worth: Some(best), .. }, Appraised { worth: Some(other), .. }, ..] => {
            reasons(&best.reasons(other), &state.cast, state.words)
        }
        _ => String::new(),
    };
    let key = if reasons.is_empty() { "hint.best" } else { "hint.best.why" };
    note(state, key, &[("what", &what), ("why", &reasons)]);
}

/// Returns the index of the card with this key.
fn index(key: char) -> Option<usize> {
    CARD_KEYS.chars().position(|known| known == key)
}

fn choose(state: &mut State, index: usize) {
    state.screen.chosen = index;
    state.screen.message = None;
}

/// Plays the selected card, or offers a choice of actions.
fn play_chosen(state: &mut State) -> Effects {
    let Some(card) = state.scene.hand().get(state.screen.chosen).copied() else {
        let ways: Vec<String> = state.ways(state.screen.chosen).into_iter().map(str::to_owned).collect();
        if state.scene.types_digits() && state.my_turn() && !ways.is_empty() {
            state.screen.message = None;
            state.screen.view = View::Ways { actions: ways, chosen: 0 };
        }
        return NOTHING;
    };
    play_card(state, card)
}

pub(crate) fn play_card(state: &mut State, card: Card) -> Effects {
    let Some(index) = state.scene.hand().iter().position(|held| *held == card) else {
        // Tries the plain action, because the rules explain best why it is illegal.
        return act(state, &state.layout.plainly(card));
    };
    state.screen.chosen = index;
    let mut ways: Vec<String> = state.ways(index).into_iter().map(str::to_owned).collect();
    match ways.len() {
        0 => act(state, &state.layout.plainly(card)),
        1 => act(state, &ways.remove(0)),
        _ => {
            state.screen.message = None;
            state.screen.view = View::Ways { actions: ways, chosen: 0 };
            NOTHING
        }
    }
}

/// Performs `action`, or explains why it is illegal.
fn act(state: &mut State, action: &str) -> Effects {
    if state.table.coach().is_some() {
        return learn::try_action(state, action);
    }
    if state.table.remote().is_some() {
        return join::play(state, action);
    }
    local::act(state, action)
}

fn press_ways(state: &mut State, key: KeyCode) -> Effects {
    let View::Ways { actions, chosen } = &mut state.screen.view else { return NOTHING };
    match key {
        KeyCode::Left | KeyCode::Up | KeyCode::BackTab => {
            *chosen = (*chosen + actions.len() - 1) % actions.len();
        }
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => *chosen = (*chosen + 1) % actions.len(),
        KeyCode::Home => *chosen = 0,
        KeyCode::End => *chosen = actions.len() - 1,
        KeyCode::Char(digit) if digit.is_ascii_digit() => {
            let Some(index) = index(digit).filter(|index| *index < actions.len()) else { return NOTHING };
            if *chosen == index {
                return take_chosen_way(state);
            }
            *chosen = index;
        }
        KeyCode::Enter | KeyCode::Char(' ') => return take_chosen_way(state),
        KeyCode::Esc | KeyCode::Backspace => state.screen.view = View::Table,
        KeyCode::Char(':' | '/') => state.screen.over = Some(Overlay::Command { line: String::new() }),
        _ => {}
    }
    NOTHING
}

fn take_chosen_way(state: &mut State) -> Effects {
    match state.action().map(str::to_owned) {
        Some(action) => act(state, &action),
        None => NOTHING,
    }
}

fn press_scoring(state: &mut State, key: KeyCode) -> Effects {
    let View::Scoring { scroll } = &mut state.screen.view else { return NOTHING };
    if scrolled(scroll, key) {
        return NOTHING;
    }
    if key == KeyCode::Char('v') && may_review(state) {
        return review(state);
    }
    if !matches!(key, KeyCode::Enter | KeyCode::Char(' ')) {
        return NOTHING;
    }
    if state.snapshot.phase == SnapshotPhase::Over {
        state.screen.view = View::Result { scroll: 0 };
        return NOTHING;
    }
    if state.table.remote().is_some() {
        return join::go_on(state);
    }
    if state.table.coach().is_some() { learn::go_on(state) } else { local::go_on(state) }
}

/// Returns whether the scored deal can be reviewed. In a race, decisions have no comparable values;
/// in an exercise, others decided; and a remote table has no record here.
pub(crate) fn may_review(state: &State) -> bool {
    !state.table.races() && state.has_record()
}

/// Effort per decision, sufficient to find blunders.
const REVIEW: Effort = Effort { determinizations: 150, limit: None };

/// Starts the review of the scored deal while its page shows.
fn review(state: &mut State) -> Effects {
    let record = read_record(&state.table.record(&state.cast.names[state.cast.me.index()]))?;
    let Some(last) = record.deals.len().checked_sub(1) else { return NOTHING };
    state.screen.over = Some(Overlay::Review { text: None, scroll: 0 });
    let (version, words, catalog) =
        (state.snapshot.version, state.words, Arc::clone(&state.settings.catalog));
    let look = move || {
        let text = review_from(last, &record, &catalog, REVIEW, words, &mut |_, _| ());
        Input::Reviewed { version, text: text.unwrap_or_else(|error| error.to_string()) }
    };
    Ok(vec![Effect::Think(Box::new(look))])
}

fn press_result(state: &mut State, key: KeyCode) -> Effects {
    let View::Result { scroll } = &mut state.screen.view else { return NOTHING };
    if scrolled(scroll, key) {
        return NOTHING;
    }
    if state.table.coach().is_some() {
        return learn::press_end(state, key);
    }
    if !state.has_record() {
        let leaves = matches!(key, KeyCode::Enter | KeyCode::Char('n' | 'q'));
        return Ok(if leaves { vec![Effect::Leave] } else { Vec::new() });
    }
    match key {
        KeyCode::Char(letter)
            if state.table.of_day().is_none()
                && state.words.say("key.yes", &[]) == letter.to_lowercase().to_string() =>
        {
            play_again(state)
        }
        KeyCode::Char(letter) if state.words.say("key.save", &[]) == letter.to_lowercase().to_string() => {
            state.screen.over = Some(ask_for_name(state, false));
            NOTHING
        }
        KeyCode::Char('a') if state.table.of_day().is_some() => play_again(state),
        KeyCode::Char('n' | 'q') => Ok(vec![Effect::Leave]),
        _ => NOTHING,
    }
}

/// Starts another match at the same table, or the same deal of the day again. The earlier record
/// file stays.
fn play_again(state: &mut State) -> Effects {
    if let Some(day) = state.table.of_day() {
        return sit_down(state, State::day(state.settings.clone(), day)?);
    }
    let mut settings = state.settings.clone();
    let round = state.round.wrapping_add(1);
    settings.record = settings.record.as_deref().map(next_to);
    settings.setup = state.table.setup();
    let table = Table::open(&settings, round)?;
    sit_down(state, State::at(settings, table, round, &[])?)
}

/// Changes to another table. The clock continues.
pub(crate) fn sit_down(state: &mut State, (at, effects): (State, Vec<Effect>)) -> Effects {
    let now = state.timers.now();
    *state = at;
    state.timers.open_at(now);
    if let Some(local) = state.table.local_mut() {
        local.open_at(now);
    }
    Ok(effects)
}

/// Returns an unused file name beside `path`: `match-2.json` beside `match.json`.
fn next_to(path: &Path) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let (name, number) = match stem.rsplit_once('-') {
        Some((name, number)) if !name.is_empty() && number.parse::<u32>().is_ok() => {
            (name.to_owned(), number.parse::<u32>().unwrap_or(1))
        }
        _ => (stem, 1),
    };
    let extension =
        path.extension().map(|extension| format!(".{}", extension.to_string_lossy())).unwrap_or_default();
    let beside = |number: u32| path.with_file_name(format!("{name}-{number}{extension}"));
    let first = number.saturating_add(1);
    (first..first.saturating_add(1000))
        .map(beside)
        .find(|path| !path.exists())
        .unwrap_or_else(|| beside(first))
}

fn press_over(state: &mut State, key: KeyCode) -> Effects {
    match &mut state.screen.over {
        None => NOTHING,
        Some(Overlay::Help { scroll } | Overlay::Score { scroll } | Overlay::Review { scroll, .. }) => {
            if !scrolled(scroll, key)
                && matches!(
                    key,
                    KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?' | 'c' | ' ') | KeyCode::F(1)
                )
            {
                state.screen.over = None;
            }
            NOTHING
        }
        Some(Overlay::Command { line }) => {
            if key == KeyCode::Enter {
                let line = std::mem::take(line);
                state.screen.over = None;
                return command(state, &line);
            }
            if typed(line, key) {
                state.screen.over = None;
            }
            NOTHING
        }
        Some(Overlay::Quit) => press_quit(state, key),
        Some(Overlay::Save { name, then_leave }) => {
            if key == KeyCode::Enter {
                let (path, leave) = (PathBuf::from(name.trim()), *then_leave);
                if path.as_os_str().is_empty() {
                    return NOTHING;
                }
                state.screen.over = None;
                state.record_file.leave_once_saved(leave);
                return Ok(vec![Effect::Save { path, text: state.record_text() }]);
            }
            if typed(name, key) {
                state.screen.over = None;
            }
            NOTHING
        }
    }
}

/// Edits a typed line. Returns whether the line is canceled.
fn typed(line: &mut String, key: KeyCode) -> bool {
    match key {
        KeyCode::Esc => return true,
        KeyCode::Backspace => return line.pop().is_none(),
        KeyCode::Char(symbol) if !symbol.is_control() && line.chars().count() < LONGEST_LINE => {
            line.push(symbol);
        }
        _ => {}
    }
    false
}

fn press_quit(state: &mut State, key: KeyCode) -> Effects {
    let KeyCode::Char(letter) = key else {
        if key == KeyCode::Esc {
            state.screen.over = None;
        }
        return NOTHING;
    };
    let letter = letter.to_lowercase().to_string();
    if state.words.say("key.yes", &[]) == letter {
        return Ok(vec![Effect::Leave]);
    }
    if state.words.say("key.save", &[]) == letter && state.record_file.saved().is_none() && state.has_record()
    {
        state.screen.over = Some(ask_for_name(state, true));
    } else if letter == "n" {
        state.screen.over = None;
    }
    NOTHING
}

fn ask_for_name(state: &State, then_leave: bool) -> Overlay {
    Overlay::Save { name: files::unused_name(&state.settings.game), then_leave }
}

/// Scrolls by a page if `key` is a page key. Returns whether it was.
fn scrolled(scroll: &mut u16, key: KeyCode) -> bool {
    *scroll = match key {
        KeyCode::Up => scroll.saturating_sub(1),
        KeyCode::Down => scroll.saturating_add(1),
        KeyCode::PageUp => scroll.saturating_sub(PAGE),
        KeyCode::PageDown => scroll.saturating_add(PAGE),
        KeyCode::Home => 0,
        _ => return false,
    };
    *scroll = (*scroll).min(200);
    true
}

/// Runs a typed command.
fn command(state: &mut State, line: &str) -> Effects {
    match line.trim().to_lowercase().as_str() {
        "" => return NOTHING,
        "help" | "aiuto" | "?" => state.screen.over = Some(Overlay::Help { scroll: 0 }),
        "score" | "punti" | "c" => state.screen.over = Some(Overlay::Score { scroll: 0 }),
        "last" | "ultima" | "l" => show_last_play(state),
        "quit" | "exit" | "esci" | "q" => state.screen.over = Some(Overlay::Quit),
        "save" | "salva" | "registra" if state.has_record() => {
            state.screen.over = Some(ask_for_name(state, false));
        }
        _ => return command_of_game(state, line),
    }
    NOTHING
}

fn command_of_game(state: &mut State, line: &str) -> Effects {
    if let Some(text) = state.layout.explain(line, state.words) {
        state.screen.message = Some(Message { text, refused: false });
        return NOTHING;
    }
    if state.table.remote().is_some() {
        return match state.screen.view {
            View::Scoring { .. } | View::Result { .. } => NOTHING,
            View::Table | View::Ways { .. } => join::type_line(state, line),
        };
    }
    match state.table.read_command(line) {
        Ok(_) | Err(InputError::Choice { .. })
            if matches!(state.screen.view, View::Scoring { .. } | View::Result { .. }) => {}
        Ok(action) => return act(state, &action),
        Err(InputError::Choice { actions, .. }) => {
            state.screen.message = None;
            state.screen.view = View::Ways { actions, chosen: 0 };
        }
        Err(error) => {
            let mut text = state.words.error_message(&error.clone().into());
            if let InputError::Words(_) = error {
                let example = state.words.command_example(&state.settings.game);
                text = format!("{text} {}", state.words.say("command.try", &[("what", &example)]));
            }
            state.screen.message = Some(Message { text, refused: true });
        }
    }
    NOTHING
}

fn show_last_play(state: &mut State) {
    let text = state.log.last_action();
    if text.is_empty() {
        return note(state, "last.nothing", &[]);
    }
    note(state, "last.play", &[("what", &text)]);
}

pub(crate) fn note(state: &mut State, key: &str, params: &[(&str, &str)]) {
    let text = state.words.say(key, params).into_owned();
    state.screen.message = Some(Message { text, refused: false });
}

/// Shows an error message.
pub(crate) fn refuse(state: &mut State, key: &str, params: &[(&str, &str)]) -> Effects {
    let text = state.words.say(key, params).into_owned();
    state.screen.message = Some(Message { text, refused: true });
    NOTHING
}
