//! Table of a server, over the WebSocket protocol of the page. Every message is checked before it
//! is drawn.

#[cfg(test)]
mod tests;

use super::step::{note, play_card, refuse};
use super::{Effect, Message, State, View};
use crate::remote::{ReceivedClocks, Remote, invalid_message, sentence};
use crate::table::Table;
use crate::{Error, Settings};
use cards::{Card, Seat};
use catalog::SnapshotPhase;
use i18n::Words;
use protocol::client::{Address, Connection, Heard, token};
use protocol::{ApiError, Chair, Command, Ended, Json, Notice, notice};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

type Effects = Result<Vec<Effect>, Error>;

/// Maximum attempts to take a seat.
const TIMES_TO_SIT: usize = 10;

/// Card table to join, and the identity of the user.
#[derive(Clone, Debug)]
pub struct Join {
    /// Address of the card table.
    pub address: String,
    /// Player's name. If `None`, the program asks.
    pub name: Option<String>,
    /// Seat from 0. If `None`, the program asks if more than one is free.
    pub seat: Option<u8>,
    /// Whether to watch only.
    pub watch: bool,
    /// Folder with the tokens for servers.
    pub folder: PathBuf,
}

/// Connects to the table and takes a seat, or watches.
pub(crate) fn sit_down(settings: Settings, join: &Join) -> Result<(State, Vec<Effect>, Connection), Error> {
    let address = Address::read(&join.address)?;
    let words = settings.words();
    let token = token(&join.folder, &address.origin())?;
    let (table, server) = (address.table.clone(), address.origin());
    let connection = Connection::open(address, token)?;
    let mut told = wait_for_table(&connection, &server, words)?;
    if !join.watch && told.info.you.is_none() {
        let seat = choose_seat(&told, join.seat, words)?;
        let name = match &join.name {
            Some(name) => name.clone(),
            None => ask(&words.say("join.ask.name", &[]))?,
        };
        let sit = Command::Sit { table: table.clone(), seat, name };
        // After a reconnect, the server sends the table again and may have missed the request for a
        // seat. Repeating the request is harmless.
        for _ in 0..TIMES_TO_SIT {
            connection.say(sit.clone());
            told = wait_for_table(&connection, &server, words)?;
            if told.info.you.is_some() {
                break;
            }
        }
        if told.info.you.is_none() {
            return Err(invalid_message("the server gives no seat"));
        }
    }
    let settings = Settings { game: told.info.game.clone(), record: None, ..settings };
    let (remote, events) = Remote::new(&table, &told, &settings, Duration::ZERO)?;
    let (state, effects) = State::at(settings, Table::from_remote(remote), 0, &events)?;
    Ok((state, effects, connection))
}

/// Waits for the server's first message about the table.
fn wait_for_table(connection: &Connection, server: &str, words: Words) -> Result<Box<notice::Table>, Error> {
    let unreachable = |problem: String| Error::Unreachable { server: server.to_owned(), problem };
    loop {
        match connection.wait() {
            None => return Err(unreachable("no answer".to_owned())),
            Some(Heard::Unreachable(problem)) => return Err(unreachable(problem)),
            Some(Heard::Lost) => {}
            Some(Heard::Unreadable(error)) => return Err(invalid_message(error.to_string())),
            Some(Heard::Notice(Notice::Table(told))) => return Ok(told),
            Some(Heard::Notice(Notice::Refused(refused))) => {
                return Err(Error::Refused(sentence(&refused.error, words)));
            }
            Some(Heard::Notice(_)) => {}
        }
    }
}

/// Returns the requested seat if it is free, or the only free one, or asks the user.
fn choose_seat(told: &notice::Table, asked: Option<u8>, words: Words) -> Result<Seat, Error> {
    let chairs = told.info.chairs.iter().enumerate();
    let free: Vec<Seat> = chairs
        .filter(|(_, chair)| **chair == Chair::Open)
        .filter_map(|(index, _)| u8::try_from(index).ok().and_then(|index| Seat::try_from(index).ok()))
        .collect();
    let Some(first) = free.first() else { return Err(Error::NoFreeSeat) };
    let is_free = |number: u8| free.iter().copied().find(|seat| u8::from(*seat) == number);
    if let Some(number) = asked {
        return is_free(number).ok_or(Error::SeatTaken(number));
    }
    if free.len() == 1 || !io::stdin().is_terminal() {
        return Ok(*first);
    }
    let listed = free.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    loop {
        let answer = ask(&words.say("join.ask.seat", &[("seats", &listed)]))?;
        if answer.is_empty() {
            return Ok(*first);
        }
        if let Some(seat) = answer.parse().ok().and_then(is_free) {
            return Ok(seat);
        }
    }
}

/// Asks the user. Returns an error if there is no terminal.
fn ask(question: &str) -> Result<String, Error> {
    if !io::stdin().is_terminal() {
        return Ok(String::new());
    }
    let mut out = io::stdout();
    write!(out, "{question} ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

/// Returns a hint on how to come back to the seat, if that is possible.
pub(crate) fn way_back(state: &State, join: &Join) -> Option<String> {
    let remote = state.table.remote().filter(|remote| !remote.looks_on() && remote.ended.is_none())?;
    let command = format!("parlour join {}", join.address.trim());
    let text = state.words.say("join.back", &[("command", &command)]).into_owned();
    (remote.snapshot.phase != SnapshotPhase::Over).then(|| state.look().plain_text(&(text + "\n")))
}

/// Handles an event of the connection.
pub(crate) fn take_in(state: &mut State, heard: Heard) -> Effects {
    match heard {
        Heard::Lost => {
            if let Some(remote) = state.table.remote_mut() {
                remote.connected = false;
            }
            Ok(Vec::new())
        }
        Heard::Unreachable(problem) => Err(invalid_message(problem)),
        Heard::Unreadable(error) => Err(invalid_message(error.to_string())),
        Heard::Notice(notice) => take_notice(state, notice),
    }
}

fn take_notice(state: &mut State, notice: Notice) -> Effects {
    let clock = state.timers.now();
    let Some(remote) = state.table.remote_mut() else { return Ok(Vec::new()) };
    if notice.table().is_some_and(|table| *table != remote.table) {
        return Ok(Vec::new());
    }
    let answered = remote.commands.take_answer(notice.id());
    match notice {
        Notice::Table(told) => return take_table(state, &told),
        Notice::Played(told) => return move_on(state, &told.snapshot, &told.events, answered),
        Notice::Dealt(told) => return move_on(state, &told.snapshot, &told.events, answered),
        Notice::Chairs(told) => {
            remote.take_chairs(told)?;
            state.name_people();
        }
        Notice::Clocks(told) => remote.clocks = ReceivedClocks::new(told.clocks, clock),
        Notice::Countdown(told) => {
            remote.countdown = Some(clock + Duration::from_millis(told.millis.into()));
        }
        Notice::Sealed(_) => {
            state.screen.view = View::Table;
            note(state, "join.sealed", &[]);
        }
        Notice::Voided(_) => note(state, "join.voided", &[]),
        Notice::Refused(refused) => return take_error(state, &refused.error),
        Notice::Hello(_)
        | Notice::Accepted(_)
        | Notice::Opening(_)
        | Notice::Hint(_)
        | Notice::Rematch(_)
        | Notice::Said(_)
        | Notice::Rated(_)
        | Notice::Lobby(_)
        | Notice::Seeking(_)
        | Notice::Paired(_)
        | Notice::Ruled(_)
        | Notice::Challenged(_)
        | Notice::Pong => {}
    }
    Ok(Vec::new())
}

/// Replaces the whole table, after a reconnect or an undo.
fn take_table(state: &mut State, told: &notice::Table) -> Effects {
    let Some(before) = state.table.remote() else { return Ok(Vec::new()) };
    let (mut remote, events) = Remote::new(&before.table, told, &state.settings, state.timers.now())?;
    if remote.rules().setup() != before.rules().setup() || told.info.game != state.settings.game {
        return Err(invalid_message("the table has another match now"));
    }
    remote.go_on_from(before);
    let moved = remote.seat != before.seat;
    let same_place = remote.is_where(before);
    let again = remote.is_ready_unheard().then(|| Command::Continue { table: remote.table.clone() });
    state.table = Table::from_remote(remote);
    state.cast.me = state.table.me();
    state.name_people();
    state.refresh();
    if same_place && !moved {
        return Ok(again.map(Effect::Say).into_iter().collect());
    }
    state.screen.view = View::Table;
    state.timers.stop_scoring();
    state.screen.chosen = 0;
    if state.snapshot.phase == SnapshotPhase::Waiting {
        return Ok(Vec::new());
    }
    state.go_back(&events)
}

/// Handles an action or a new deal.
fn move_on(state: &mut State, snapshot: &protocol::Snapshot, events: &Json, own: bool) -> Effects {
    let Some(remote) = state.table.remote_mut() else { return Ok(Vec::new()) };
    let (snapshot, events) = (remote.reader.snapshot(snapshot)?, remote.reader.events(events)?);
    let before = (remote.snapshot.deal, remote.snapshot.phase);
    let begins = before.1 != SnapshotPhase::Playing || before.0 != snapshot.deal;
    remote.move_on(snapshot);
    if begins {
        (state.screen.view, state.screen.chosen, state.screen.message) = (View::Table, 0, None);
        state.timers.stop_scoring();
        state.refresh();
        state.log_deal();
    } else if own || matches!(state.screen.view, View::Ways { .. }) {
        state.screen.view = View::Table;
    }
    if own {
        state.screen.message = None;
    }
    state.log_events(&[events]);
    state.follow()
}

fn take_error(state: &mut State, error: &ApiError) -> Effects {
    // If the card has several actions, the user chooses one, as at a local table.
    if error.reason.as_deref() == Some("choice")
        && let Some(card) = error.params.get("card").and_then(|card| card.parse::<Card>().ok())
        && state.scene.hand().contains(&card)
    {
        return play_card(state, card);
    }
    let text = sentence(error, state.words);
    state.screen.message = Some(Message { text, refused: true });
    Ok(Vec::new())
}

/// Sends a command with an id, unless another awaits its answer. In a race, commands don't wait.
fn say(state: &mut State, command: impl FnOnce(String, u64, String) -> Command) -> Effects {
    let (version, races, mine) = (state.snapshot.version as u64, state.table.races(), state.my_turn());
    let Some(remote) = state.table.remote_mut() else { return Ok(Vec::new()) };
    if !mine {
        let why = if remote.looks_on() { "join.looksOn" } else { "command.notYourTurn" };
        return refuse(state, why, &[]);
    }
    if remote.commands.is_awaiting() && !races {
        return Ok(Vec::new());
    }
    let id = remote.commands.next_awaited();
    let command = command(remote.table.clone(), version, id);
    (state.screen.view, state.screen.message) = (View::Table, None);
    Ok(vec![Effect::Say(command)])
}

/// Sends `action` to the server.
pub(crate) fn play(state: &mut State, action: &str) -> Effects {
    let action = action.to_owned();
    say(state, |table, version, id| Command::Play { table, version, action, id })
}

/// Sends a typed line to the server.
pub(crate) fn type_line(state: &mut State, line: &str) -> Effects {
    let line = line.to_owned();
    say(state, |table, version, id| Command::TextAction { table, version, line, id })
}

/// Asks the server to undo the last action.
pub(crate) fn undo(state: &mut State) -> Effects {
    let version = state.snapshot.version as u64;
    let Some(remote) = state.table.remote_mut() else { return Ok(Vec::new()) };
    let (table, id) = (remote.table.clone(), remote.commands.next());
    Ok(vec![Effect::Say(Command::Undo { table, version, id })])
}

/// Tells the server that the player is ready for the next deal, or accepts the rest of a match.
pub(crate) fn go_on(state: &mut State) -> Effects {
    let Some(remote) = state.table.remote_mut() else { return Ok(Vec::new()) };
    if remote.looks_on() {
        state.screen.view = View::Table;
        return Ok(Vec::new());
    }
    let table = remote.table.clone();
    remote.goes_on = !remote.diverged;
    note(state, "join.ready", &[]);
    Ok(vec![Effect::Say(Command::Continue { table })])
}

/// Returns whether a key accepts the rest of a match that lost its latest moves.
pub(crate) fn is_lost(state: &State) -> bool {
    state.table.remote().is_some_and(|remote| remote.diverged)
}

/// Returns the text about whatever the table waits for, unless it waits for the user.
pub(crate) fn status(state: &State) -> Option<String> {
    let (remote, words) = (state.table.remote()?, state.words);
    let say = |key: &str| Some(words.say(key, &[]).into_owned());
    if !remote.connected {
        return say("join.broken");
    }
    if remote.diverged {
        return say("join.lost");
    }
    if let Some(ended) = remote.ended {
        return Some(match ended {
            Ended::Agreement => words.say("join.ended", &[]).into_owned(),
            Ended::Resignation { seat } => state.cast.sentence(words, seat, "join.resigned", &[]),
            Ended::Absence { seat } => state.cast.sentence(words, seat, "join.absent", &[]),
        });
    }
    if let Some(until) = remote.countdown.filter(|until| *until > state.timers.now()) {
        return Some((1 + until.saturating_sub(state.timers.now()).as_millis() / 600).min(3).to_string());
    }
    match state.snapshot.phase {
        SnapshotPhase::Waiting => {
            let open = remote.chairs.iter().filter(|chair| **chair == Chair::Open).count();
            if open == 0 { say("join.waits.people") } else { Some(words.count("join.waits.open", open)) }
        }
        SnapshotPhase::Playing if !state.my_turn() => {
            let seat = state.snapshot.actors.first()?;
            let text = words.say("status.other", &[("name", state.cast.name(seat))]).into_owned();
            Some(match time_left(state, seat) {
                Some(left) => format!("{text} · {left}"),
                None => text,
            })
        }
        _ => None,
    }
}

/// Formats a player's remaining time: `1:05`.
pub(crate) fn time_left(state: &State, seat: Seat) -> Option<String> {
    let left = state.table.remote()?.clocks.time_left(seat, state.timers.now())?.as_secs();
    Some(format!("{}:{:02}", left / 60, left % 60))
}
