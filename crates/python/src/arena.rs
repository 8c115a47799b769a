//! Contests and tournaments of built-in bots, on all cores.

use crate::arguments;
use crate::convert::{as_python, find_game, options, usable_threads};
use crate::errors::{PythonError, bad_value};
use crate::interrupt::until_done;
use ::bots::arena::{
    Contest, Course, Ending, Entrant, Estimate, Limits, Pairing, Saved, Schedule, Tournament,
};
use catalog::{AnyGame, SetupText};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Lets built-in bots play at one table over mirrored decks; see `parlour.simulate`.
#[pyfunction]
#[pyo3(signature = (game, bots, *, rounds, matches, seed, threads, preset = None, options = None))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    bots: Vec<String>,
    #[pyo3(from_py_with = arguments::rounds)] rounds: u64,
    matches: bool,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> Result<Bound<'py, PyAny>, PythonError> {
    let game = find_game(game)?;
    let seats = u8::try_from(bots.len()).unwrap_or(u8::MAX);
    let setup = SetupText { preset, options: self::options(options)?, seats: Some(seats) };
    let contest = Contest { bots, rounds, matches, seed, threads: usable_threads(threads) };
    let report =
        until_done(py, |stop, _| game.simulate(&setup, &contest, &catalog::no_guests, &|_| {}, stop), None)??;
    let scores = report.scores.iter().map(
        |score| json!({ "bot": score.bot, "points": estimate(score.points), "wins": estimate(score.wins) }),
    );
    let document = json!({
        "game": game.id(),
        "rounds": report.rounds,
        "seconds": report.seconds,
        "scores": scores.collect::<Vec<_>>(),
    });
    Ok(as_python(py, &document)?)
}

fn estimate((mean, half): Estimate) -> Value {
    json!({ "mean": mean, "half_width_95": half })
}

/// Plays a range of decks of a tournament and returns the sums; see `parlour.Tournament`.
#[pyfunction]
#[pyo3(signature = (game, bots, decks, *, ladder, matches, seed, threads, seats = None, preset = None, options = None))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn play_piece(
    py: Python<'_>,
    game: &str,
    bots: Vec<String>,
    #[pyo3(from_py_with = arguments::decks)] decks: (u64, u64),
    ladder: bool,
    matches: bool,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::threads)] threads: usize,
    #[pyo3(from_py_with = arguments::seats)] seats: Option<u8>,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> Result<String, PythonError> {
    let (first, end) = decks;
    let game = find_game(game)?;
    let seats = seats_for_pairs(game, seats);
    let setup = SetupText { preset, options: self::options(options)?, seats: Some(seats) };
    let threads = usable_threads(threads);
    let tournament =
        Tournament { bots, schedule: schedule(ladder), limits: limits(end)?, matches, seed, threads };
    let begun = Saved::after(first, &tournament, seats);
    // Without a batch to play nothing is saved, so an empty piece stays as it began.
    let played = Mutex::new(begun.clone());
    let save = |saved: &Saved| {
        if let Ok(mut played) = played.lock() {
            played.clone_from(saved);
        }
    };
    let play = |stop: &AtomicBool| {
        let course = Course { decks: &[], saved: Some(&begun), save: &save };
        game.tournament_on(&setup, &tournament, &course, &catalog::no_guests, &|_| {}, stop)
    };
    let standings = until_done(py, |stop, _| play(stop), None)??;
    debug_assert_eq!(standings.ending, Ending::Complete);
    let sums = played.into_inner().map_err(|error| bad_value(error.to_string()))?;
    serde_json::to_string(&sums).map_err(|error| bad_value(error.to_string()))
}

/// Merges the pieces of a tournament, in the order of their decks, into its results; see `parlour.Tournament.report`.
/// Without pieces it checks the tournament.
#[pyfunction]
#[pyo3(signature = (game, bots, pieces, *, decks, ladder, matches, seed, seats = None, preset = None, options = None))]
#[allow(clippy::too_many_arguments, reason = "each has its name in Python")]
pub(crate) fn rate_pieces<'py>(
    py: Python<'py>,
    game: &str,
    bots: Vec<String>,
    pieces: Vec<String>,
    #[pyo3(from_py_with = arguments::decks)] decks: u64,
    ladder: bool,
    matches: bool,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::seats)] seats: Option<u8>,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> Result<Bound<'py, PyAny>, PythonError> {
    let game = find_game(game)?;
    let seats = seats_for_pairs(game, seats);
    let setup = SetupText { preset, options: self::options(options)?, seats: Some(seats) };
    let tournament =
        Tournament { bots, schedule: schedule(ladder), limits: limits(decks)?, matches, seed, threads: 1 };
    let mut all = Saved::after(0, &tournament, seats);
    for piece in &pieces {
        let piece = serde_json::from_str(piece).map_err(|error| bad_value(format!("piece: {error}")))?;
        all.append(&piece).map_err(|error| bad_value(format!("piece: {error}")))?;
    }
    let course = Course { decks: &[], saved: Some(&all), save: &|_| {} };
    // It is stopped before it begins, so it plays nothing.
    let stop = AtomicBool::new(true);
    let standings = game.tournament_on(&setup, &tournament, &course, &catalog::no_guests, &|_| {}, &stop)?;
    if !pieces.is_empty() && standings.ending != Ending::Complete {
        return Err(bad_value("pieces: decks are missing"));
    }
    let entrant = |entrant: &Entrant| {
        json!({
            "bot": entrant.bot,
            "rounds": entrant.rounds,
            "elo": entrant.elo.map(estimate),
            "points": estimate(entrant.points),
            "wins": estimate(entrant.wins),
            "moves": entrant.moves,
        })
    };
    let pairing = |pairing: &Pairing| {
        let [earlier, later] = pairing.bots.map(|bot| &tournament.bots[bot]);
        json!({
            "bot": later,
            "against": earlier,
            "rounds": pairing.rounds,
            "wins": estimate(pairing.wins),
            "lead": estimate(pairing.lead),
        })
    };
    let document = json!({
        "entrants": standings.entrants.iter().map(entrant).collect::<Vec<_>>(),
        "pairings": standings.pairings.iter().map(pairing).collect::<Vec<_>>(),
    });
    Ok(as_python(py, &document)?)
}

/// Returns the number of seats: the given one, or the smallest even one of the game.
fn seats_for_pairs(game: &dyn AnyGame, given: Option<u8>) -> u8 {
    given.or_else(|| game.info().seats.iter().copied().find(|seats| seats % 2 == 0)).unwrap_or(2)
}

const fn schedule(ladder: bool) -> Schedule {
    if ladder { Schedule::Ladder } else { Schedule::RoundRobin }
}

/// Returns the limits of a tournament with this number of decks, each played from both sides.
fn limits(decks: u64) -> Result<Limits, PythonError> {
    let rounds = decks.checked_mul(2).ok_or_else(|| bad_value(format!("decks: {decks} is out of range")))?;
    Ok(Limits { rounds, within: None, sprt: None, time: None })
}
