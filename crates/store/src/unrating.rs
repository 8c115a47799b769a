//! Ratings without a match, which an operator has taken out of them.
//!
//! All ratings follow from the log, so the log is computed anew from that match on: each later match of the family counts
//! with its places and its weight, from the ratings that its players then have. Afterwards the ratings are as if the match
//! had never been rated.

use crate::matches::StoredRating;
use people::{Rating, Side, rate};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of seats in the log that are computed anew, so that other changes need not wait long.
pub(super) const MAX_STEPS: usize = 20_000;

/// Row of the log, with the side and the place of its seat.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) id: String,
    pub(super) seat: i64,
    pub(super) person: Option<String>,
    pub(super) at: u64,
    pub(super) side: i64,
    pub(super) place: i64,
    pub(super) weight: f64,
    /// Ratings before and after the match.
    pub(super) ratings: [Rating; 2],
}

/// Changes of the log and of ratings when a match no longer counts.
#[derive(PartialEq, Debug)]
pub(super) struct Unrated {
    /// Rows of the log from that match on.
    pub(super) steps: Vec<Step>,
    /// New ratings: the rating and the time of the last match that counts. `None` if no match counts.
    pub(super) ratings: BTreeMap<String, Option<(Rating, u64)>>,
    /// Players who have one rated match less.
    pub(super) players: BTreeSet<String>,
}

/// Returns the players whose rating a match changed.
pub(super) fn players<'a>(steps: impl IntoIterator<Item = &'a Step>, id: &str) -> BTreeSet<String> {
    let own = steps.into_iter().filter(|step| step.id == id && step.weight > 0.0);
    own.filter_map(|step| step.person.clone()).collect()
}

/// Computes the log of a family without a match. `steps` are its rows from that match on, and `earlier` the last ratings
/// before it of those of its players who had one.
pub(super) fn without(mut steps: Vec<Step>, id: &str, earlier: BTreeMap<String, (Rating, u64)>) -> Unrated {
    let players = players(&steps, id);
    let mut now = earlier;
    // The matches in the order of their first rows.
    let mut order: Vec<String> = Vec::new();
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, step) in steps.iter().enumerate() {
        let rows = places.entry(step.id.clone()).or_default();
        if rows.is_empty() {
            order.push(step.id.clone());
        }
        rows.push(index);
    }
    for one in order {
        let rows = &places[&one];
        let before = |step: &Step| match &step.person {
            Some(person) => match now.get(person) {
                Some((rating, at)) => StoredRating { rating: *rating, matches: 0, at: *at }.now(step.at),
                None if players.contains(person) => Rating::NEW,
                // Nothing changed for this player before.
                None => step.ratings[0],
            },
            None => step.ratings[0],
        };
        let befores: Vec<Rating> = rows.iter().map(|row| before(&steps[*row])).collect();
        let mut sides: BTreeMap<i64, (Side, Vec<usize>)> = BTreeMap::new();
        for (row, before) in rows.iter().zip(&befores) {
            let step = &steps[*row];
            let place = u8::try_from(step.place).unwrap_or(u8::MAX);
            let side = sides.entry(step.side).or_insert((Side { players: Vec::new(), place }, Vec::new()));
            side.0.players.push(*before);
            side.1.push(*row);
        }
        let weight = rows.iter().map(|row| steps[*row].weight).fold(0.0, f64::max);
        let (sides, seats): (Vec<Side>, Vec<Vec<usize>>) = sides.into_values().unzip();
        let after = if one == id { None } else { rate(&sides, weight).ok() };
        let mut new: BTreeMap<usize, Rating> = BTreeMap::new();
        for (seats, ratings) in seats.iter().zip(after.iter().flatten()) {
            new.extend(seats.iter().copied().zip(ratings.iter().copied()));
        }
        for (row, before) in rows.iter().zip(befores) {
            let step = &mut steps[*row];
            match new.get(row).filter(|_| step.weight > 0.0) {
                Some(after) => {
                    step.ratings = [before, *after];
                    if let Some(person) = &step.person {
                        now.insert(person.clone(), (*after, step.at));
                    }
                }
                None => {
                    step.ratings = [before, before];
                    step.weight = 0.0;
                }
            }
        }
    }
    let changed = players.iter().map(|person| (person.clone(), None));
    let mut ratings: BTreeMap<String, Option<(Rating, u64)>> = changed.collect();
    ratings.extend(now.into_iter().map(|(person, rating)| (person, Some(rating))));
    Unrated { steps, ratings, players }
}

/// Query of the family of a rated match, and of its place in the log.
pub(super) const FIRST: &str =
    "SELECT family, min(step) FROM rating_log WHERE id = $1 AND weight > 0 GROUP BY family";

/// Query of the log of a family from a place on. Matches that finish at the same time in a database have their rows among
/// each other, so a match may begin before that place.
pub(super) const STEPS: &str = "SELECT l.id, l.seat, l.person, l.at, m.side, m.place, l.weight, l.mean0, l.deviation0, l.mean1, l.deviation1
    FROM rating_log l JOIN matches m ON m.id = l.id AND m.seat = l.seat
    WHERE l.id IN (SELECT id FROM rating_log WHERE family = $1 AND step >= $2) ORDER BY l.step LIMIT $3";

/// Query of a player's last rating before a place in the log.
pub(super) const EARLIER: &str = "SELECT mean1, deviation1, at FROM rating_log
    WHERE person = $1 AND family = $2 AND weight > 0 AND step < $3 ORDER BY step DESC LIMIT 1";

/// Statements that store a row of the log, a rating, the end of a rating, and a match without weight.
pub(super) const SET_STEP: &str =
    "UPDATE rating_log SET weight = $1, mean0 = $2, deviation0 = $3, mean1 = $4, deviation1 = $5
    WHERE id = $6 AND seat = $7";
pub(super) const SET_RATING: &str =
    "UPDATE ratings SET mean = $1, deviation = $2, at = $3, matches = matches - $4
    WHERE person = $5 AND family = $6";
pub(super) const DELETE_RATING: &str = "DELETE FROM ratings WHERE person = $1 AND family = $2";
pub(super) const SET_MATCH: &str = "UPDATE matches SET weight = 0 WHERE id = $1";

/// Outcome of an attempt: whether there is such a rated match, and whether it is recent enough.
pub(super) enum Attempt {
    Done,
    Missing,
    TooOld,
}

/// Takes a match out of the ratings in the data file.
pub(super) fn execute(connection: &Connection, id: &str) -> rusqlite::Result<Attempt> {
    let first = connection.prepare_cached(FIRST)?.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)));
    let Some((family, first)): Option<(String, i64)> = first.optional()? else { return Ok(Attempt::Missing) };
    let mut select = connection.prepare_cached(STEPS)?;
    let rating = |mean: f64, deviation: f64| StoredRating::of(mean, deviation, 0, 0).rating;
    let steps = select.query_map(params![family, first, MAX_STEPS as i64 + 1], |row| {
        Ok(Step {
            id: row.get(0)?,
            seat: row.get(1)?,
            person: row.get(2)?,
            at: row.get::<_, i64>(3)?.unsigned_abs(),
            side: row.get(4)?,
            place: row.get(5)?,
            weight: row.get(6)?,
            ratings: [rating(row.get(7)?, row.get(8)?), rating(row.get(9)?, row.get(10)?)],
        })
    })?;
    let steps: Vec<Step> = steps.collect::<rusqlite::Result<_>>()?;
    if steps.len() > MAX_STEPS {
        return Ok(Attempt::TooOld);
    }
    let mut earlier = BTreeMap::new();
    let mut select = connection.prepare_cached(EARLIER)?;
    for person in players(&steps, id) {
        let last = select.query_row(params![person, family, first], |row| {
            Ok((rating(row.get(0)?, row.get(1)?), row.get::<_, i64>(2)?.unsigned_abs()))
        });
        earlier.extend(last.optional()?.map(|last| (person, last)));
    }
    let Unrated { steps, ratings, players } = without(steps, id, earlier);
    let mut set = connection.prepare_cached(SET_STEP)?;
    for Step { id, seat, weight, ratings: [before, after], .. } in &steps {
        let [old, new] = [before, after].map(|rating| (rating.mean(), rating.deviation()));
        set.execute(params![weight, old.0, old.1, new.0, new.1, id, seat])?;
    }
    for (person, rating) in &ratings {
        match rating {
            Some((rating, at)) => {
                let less = i64::from(players.contains(person));
                let values = params![rating.mean(), rating.deviation(), *at as i64, less, person, family];
                connection.prepare_cached(SET_RATING)?.execute(values)?;
            }
            None => drop(connection.prepare_cached(DELETE_RATING)?.execute([person, &family])?),
        }
    }
    connection.prepare_cached(SET_MATCH)?.execute([id])?;
    Ok(Attempt::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Location;

    /// A database gives two transactions at once their numbers in turn, and the copy of the log keeps that order.
    #[test]
    fn a_match_that_finished_at_the_same_time_keeps_its_ratings() {
        let folder = tempfile::tempdir().expect("a folder");
        let connection = Location::of(folder.path()).connect_to_write().expect("it opens");
        let new = || Side { players: vec![Rating::NEW], place: 1 };
        let after = rate(&[new(), Side { place: 2, ..new() }], 1.0).expect("it is rated");
        // The other match has the first and the third row.
        let rows = [("other", 0, "ada"), ("fixed", 0, "bea"), ("other", 1, "cleo"), ("fixed", 1, "dora")];
        for (id, side, person) in rows {
            let (mean, deviation) = (after[side][0].mean(), after[side][0].deviation());
            let seat = side as i64;
            let (old, spread) = (Rating::NEW.mean(), Rating::NEW.deviation());
            let family = "scopa-two";
            connection
                .execute(
                    crate::matches::INSERT_MATCH,
                    params![id, seat, person, family, 1, seat, seat + 1, "played", 1.0],
                )
                .expect("it is written");
            connection
                .execute(
                    crate::matches::INSERT_CHANGE,
                    params![id, seat, person, family, 1, 1.0, old, spread, mean, deviation],
                )
                .expect("it is written");
        }
        let other = || {
            let mut select = connection
                .prepare("SELECT seat, weight, mean0, mean1, deviation1 FROM rating_log WHERE id = 'other' ORDER BY seat")
                .expect("a query");
            let rows = select
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)));
            rows.expect("it answers")
                .collect::<rusqlite::Result<Vec<(i64, f64, f64, f64, f64)>>>()
                .expect("rows")
        };
        let before = other();
        assert!(matches!(execute(&connection, "fixed"), Ok(Attempt::Done)));
        assert_eq!(other(), before);
    }
}
