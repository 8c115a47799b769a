//! Matches played on by bots and Python functions.

use crate::convert::find_game;
use crate::errors::{PythonError, bad_value, detached};
use crate::matches::Match;
use crate::seats::Seat;
use catalog::BotJob;
use engine::Phase;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::time::Duration;

/// Player of a seat.
enum Player {
    Bot(String),
    Python(Py<PyAny>),
}

/// Pending reaction of a bot in a race: its time and action.
type Reaction = Option<(Duration, BotJob)>;

/// Plays until the match is over, or for a number of deals.
pub(crate) fn finish(
    table: &Bound<'_, Match>,
    given: &Bound<'_, PyAny>,
    deals: Option<usize>,
) -> Result<(), PythonError> {
    let py = table.py();
    let (game, seats, is_race, begun) = {
        let played = table.get().lock();
        (played.game.game(), played.game.seats(), played.game.is_race(), finished(&*played.game))
    };
    let players = read_players(game, seats, given)?;
    let mut reactions: Vec<Reaction> = (0..seats).map(|_| None).collect();
    let mut now = Duration::ZERO;
    loop {
        py.check_signals()?;
        let phase = table.get().lock().game.phase();
        match phase {
            Phase::Over(_) => return Ok(()),
            Phase::Between
                if deals.is_some_and(|deals| {
                    finished(&*table.get().lock().game) >= begun.saturating_add(deals)
                }) =>
            {
                return Ok(());
            }
            Phase::Between => {
                reactions.iter_mut().for_each(|reaction| *reaction = None);
                table.get().lock().deal(None)?;
            }
            Phase::Playing if is_race => race(table, &players, &mut reactions, &mut now)?,
            Phase::Playing => turn(table, &players)?,
        }
    }
}

fn finished(game: &dyn catalog::AnyMatch) -> usize {
    game.deals() - usize::from(game.phase() == Phase::Playing)
}

fn read_players(game: &str, seats: u8, given: &Bound<'_, PyAny>) -> Result<Vec<Player>, PythonError> {
    let one = |player: &Bound<'_, PyAny>| {
        if let Ok(name) = player.cast::<PyString>() {
            let name = name.to_string();
            find_game(game)?.check_bot(&name)?;
            Ok(Player::Bot(name))
        } else if player.is_callable() {
            Ok(Player::Python(player.clone().unbind()))
        } else {
            Err(bad_value("a player must be the name of a bot or a function that takes a Seat"))
        }
    };
    if let Ok(by_seat) = given.cast::<PyDict>() {
        let of = |seat| {
            let player = by_seat.get_item(seat)?;
            one(&player.ok_or_else(|| bad_value(format!("no player for seat {seat}")))?)
        };
        return (0..seats).map(of).collect();
    }
    if given.is_instance_of::<PyString>() || given.is_callable() {
        return (0..seats).map(|_| one(given)).collect();
    }
    let players: Vec<Bound<'_, PyAny>> = given.extract()?;
    if players.len() != usize::from(seats) {
        return Err(bad_value(format!("{} players for {seats} seats", players.len())));
    }
    players.iter().map(one).collect()
}

/// Lets the seat that is to act choose.
fn turn(table: &Bound<'_, Match>, players: &[Player]) -> Result<(), PythonError> {
    let py = table.py();
    let seat = table.get().lock().acting_first()?;
    let action = match &players[seat.index()] {
        Player::Bot(name) => {
            let pending = {
                let played = table.get().lock();
                let coins = played.seed.bot_rng_seed(played.game.version(), seat);
                played.game.bot_job(seat, name, coins, None)?
            };
            detached(py, pending)?
        }
        Player::Python(function) => ask(table, function, seat)?,
    };
    Ok(table.get().lock().play(seat, &action)?)
}

fn ask(table: &Bound<'_, Match>, function: &Py<PyAny>, seat: cards::Seat) -> Result<String, PythonError> {
    let py = table.py();
    let seat = Seat::new(table.clone().unbind(), seat);
    Ok(function.call1(py, (seat,))?.extract(py)?)
}

/// Lets the fastest player act on what they saw. A player who is too late looks again. The clock is
/// simulated.
fn race(
    table: &Bound<'_, Match>,
    players: &[Player],
    reactions: &mut [Reaction],
    now: &mut Duration,
) -> Result<(), PythonError> {
    let py = table.py();
    let actors = table.get().lock().game.actors();
    for seat in actors.iter() {
        let played = table.get().lock();
        if reactions[seat.index()].is_some() || played.game.legal(seat).is_empty() {
            continue;
        }
        let Player::Bot(name) = &players[seat.index()] else {
            return Err(bad_value(
                "in a race players act when they can: functions of Python have no reaction time",
            ));
        };
        let coins = played.seed.bot_rng_seed(played.game.version(), seat);
        let reaction = played.game.reaction(name, coins)?.unwrap_or_default();
        let pending = played.game.bot_job(seat, name, coins, None)?;
        reactions[seat.index()] = Some((*now + reaction, pending));
    }
    let due = |seat: &cards::Seat| reactions[seat.index()].as_ref().map(|(at, _)| *at);
    let first = actors.iter().filter(|seat| due(seat).is_some()).min_by_key(due);
    let first = first.ok_or_else(|| bad_value("no seat can act"))?;
    if let Some((at, pending)) = reactions[first.index()].take() {
        *now = at;
        let action = detached(py, pending)?;
        let mut played = table.get().lock();
        if played.game.check(first, &action).is_ok() {
            played.play(first, &action)?;
        }
    }
    Ok(())
}
