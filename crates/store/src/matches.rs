//! Finished matches of the lobby, and the ratings that follow from them.
//!
//! A match and its ratings are written in the transaction that finishes the match, and only if it was not finished
//! before. [`rated`] computes everything from values that are read in the same transaction, after a lock: the data file
//! has one writer, and a database locks the rows of the players' ratings. So two matches that finish at the same time
//! count one after the other.

use super::Lease;
use people::{Rating, Side, rate};
use protocol::RatingChange;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::{BTreeMap, BTreeSet};
use table::{FinishedMatch, FinishedSeat, GuestId, SeatOutcome};

/// Length of a day in seconds.
const DAY: u64 = 24 * 60 * 60;

/// Number of matches of the same two opponents in a day that count fully.
const FULL_MATCHES: i64 = 2;

/// Weight of further matches of the same two opponents.
const FURTHER_WEIGHT: f64 = 0.5;

/// Rating of a player in a family, as stored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StoredRating {
    /// Mean and deviation.
    pub rating: Rating,
    /// Number of rated matches.
    pub matches: u32,
    /// Time of the last one, in seconds since 1970.
    pub at: u64,
}

impl StoredRating {
    /// Returns the rating at a later time, with a larger deviation.
    pub fn now(&self, at: u64) -> Rating {
        #[expect(clippy::cast_precision_loss, reason = "a number of seconds")]
        self.rating.aged(at.saturating_sub(self.at) as f64 / DAY as f64)
    }

    /// Creates a rating from stored numbers. Invalid ones become the rating of a new player.
    pub(super) fn of(mean: f64, deviation: f64, matches: i64, at: i64) -> Self {
        let rating = Rating::new(mean, deviation).unwrap_or(Rating::NEW);
        Self { rating, matches: u32::try_from(matches).unwrap_or(u32::MAX), at: at.unsigned_abs() }
    }
}

/// Row of a seat of a finished match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SeatRow {
    pub(super) seat: i64,
    pub(super) person: Option<String>,
    pub(super) side: i64,
    pub(super) place: i64,
    pub(super) outcome: &'static str,
    pub(super) weight: f64,
    /// Ratings before and after the match. `None` in an unrated match.
    pub(super) ratings: Option<[Rating; 2]>,
}

/// Returns the ids of the people at a match of the lobby. A private match has none to write.
pub(super) fn people(finished: &FinishedMatch) -> Vec<String> {
    let people = finished.seats.iter().filter_map(|seat| seat.person.map(String::from));
    // Sorted, so that every transaction locks rows in the same order.
    let people: BTreeSet<String> = people.filter(|_| finished.pool.is_some()).collect();
    people.into_iter().collect()
}

/// Returns the pairs of opponents with an account.
pub(super) fn opponents(finished: &FinishedMatch, accounts: &BTreeSet<String>) -> Vec<[String; 2]> {
    let with_account = |seat: &FinishedSeat| {
        let id = String::from(seat.person?);
        accounts.contains(&id).then_some((id, seat.side))
    };
    let seats: Vec<(String, u8)> = finished.seats.iter().filter_map(with_account).collect();
    let pair = |(index, (one, side)): (usize, &(String, u8))| {
        let others = seats[index + 1..].iter().filter(|(_, other)| other != side);
        others.map(|(other, _)| [one.clone(), other.clone()]).collect::<Vec<_>>()
    };
    seats.iter().enumerate().flat_map(pair).collect()
}

/// Returns the time from which matches of the same two opponents are counted.
pub(super) fn a_day_before(at: u64) -> u64 {
    at.saturating_sub(DAY)
}

/// Returns the rows of a match. `accounts` are the people who have an account, `ratings` theirs, and `met` the largest
/// number of rated matches of two of the opponents within a day. Without an account there are no rows.
pub(super) fn rated(
    finished: &FinishedMatch,
    accounts: &BTreeSet<String>,
    ratings: &BTreeMap<String, StoredRating>,
    met: i64,
    at: u64,
) -> Vec<SeatRow> {
    if finished.pool.is_none() || accounts.is_empty() {
        return Vec::new();
    }
    let person = |seat: &FinishedSeat| seat.person.map(String::from).filter(|id| accounts.contains(id));
    let all_have_accounts = finished.seats.iter().all(|seat| person(seat).is_some());
    let weight = if met < FULL_MATCHES { 1.0 } else { FURTHER_WEIGHT };
    let weight_of = |seat: &FinishedSeat| if all_have_accounts { seat.weight * weight } else { 0.0 };
    let before = |seat: &FinishedSeat| {
        person(seat).and_then(|id| ratings.get(&id)).map_or(Rating::NEW, |rating| rating.now(at))
    };
    let is_rated = finished.seats.iter().any(|seat| weight_of(seat) > 0.0);
    let mut sides: BTreeMap<u8, Side> = BTreeMap::new();
    for seat in &finished.seats {
        let side = Side { players: Vec::new(), place: seat.place };
        sides.entry(seat.side).or_insert(side).players.push(before(seat));
    }
    let order: Vec<u8> = sides.keys().copied().collect();
    let sides: Vec<Side> = sides.into_values().collect();
    let after = is_rated.then(|| rate(&sides, weight).ok()).flatten();
    // The players of a side are in seat order.
    let mut next: BTreeMap<u8, usize> = BTreeMap::new();
    let row = |seat: &FinishedSeat| {
        let place = next.entry(seat.side).or_default();
        let index = *place;
        *place += 1;
        let new = after.as_ref().and_then(|after| {
            let side = order.iter().position(|side| *side == seat.side)?;
            after.get(side)?.get(index).copied()
        });
        let (weight, old) = (weight_of(seat), before(seat));
        SeatRow {
            seat: u8::from(seat.seat).into(),
            person: person(seat),
            side: seat.side.into(),
            place: seat.place.into(),
            outcome: seat.outcome.name(),
            weight: if new.is_some() { weight } else { 0.0 },
            ratings: new.map(|new| [old, if weight > 0.0 { new } else { old }]),
        }
    };
    finished.seats.iter().map(row).collect()
}

/// Returns the change that a notice tells, from the mean before and the rating after the match.
pub(super) fn change(seat: i64, before: f64, [mean, deviation]: [f64; 2]) -> Option<RatingChange> {
    let seat = u8::try_from(seat).ok().and_then(|seat| cards::Seat::try_from(seat).ok())?;
    let [before, after] = [before, mean].map(|mean| Rating::new(mean, deviation).ok());
    let (rating, provisional) = (after?.rounded(), after?.is_provisional());
    Some(RatingChange { seat, rating, change: rating - before?.rounded(), provisional })
}

/// Insertion of a seat of a match.
pub(super) const INSERT_MATCH: &str =
    "INSERT INTO matches (id, seat, person, family, finished, side, place, outcome, weight)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

/// Insertion of a change into the log of ratings.
pub(super) const INSERT_CHANGE: &str =
    "INSERT INTO rating_log (id, seat, person, family, at, weight, mean0, deviation0, mean1, deviation1)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// Query of the changes of ratings by a match.
pub(super) const CHANGES: &str =
    "SELECT seat, mean0, mean1, deviation1 FROM rating_log WHERE id = $1 AND weight > 0 ORDER BY seat";

/// Statements that remove a person from the matches and the log, and delete the person's ratings.
pub(super) const FORGET: [&str; 3] = [
    "UPDATE matches SET person = NULL WHERE person = $1",
    "UPDATE rating_log SET person = NULL WHERE person = $1",
    "DELETE FROM ratings WHERE person = $1",
];

/// Marks a match as finished in the data file, and writes its rows. A match that is finished already stays as it is.
pub(super) fn finish(
    connection: &Connection,
    lease: &Lease,
    finished: &FinishedMatch,
    at: u64,
) -> rusqlite::Result<()> {
    let sql = "SELECT id, finished FROM tables WHERE number = ?1";
    let row = connection.prepare_cached(sql)?.query_row([lease.number.0], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?.is_some()))
    });
    // A deleted table has no row.
    let (id, is_finished) = row.optional()?.ok_or(rusqlite::Error::StatementChangedRows(0))?;
    if is_finished {
        return Ok(());
    }
    let sql = "UPDATE tables SET finished = ?2 WHERE number = ?1";
    connection.prepare_cached(sql)?.execute(params![lease.number.0, at as i64])?;
    let Some(pool) = &finished.pool else { return Ok(()) };
    let mut account = connection.prepare_cached("SELECT 1 FROM accounts WHERE id = ?1")?;
    let mut accounts = BTreeSet::new();
    for id in people(finished) {
        if account.exists([&id])? {
            accounts.insert(id);
        }
    }
    let sql = "SELECT mean, deviation, matches, at FROM ratings WHERE person = ?1 AND family = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let mut ratings = BTreeMap::new();
    for id in &accounts {
        if let Some(rating) = select.query_row([id, &pool.family], read_rating).optional()? {
            ratings.insert(id.clone(), rating);
        }
    }
    let mut meetings = connection.prepare_cached(MEETINGS)?;
    let mut met = 0;
    for [one, other] in opponents(finished, &accounts) {
        let since = a_day_before(at) as i64;
        met = met.max(meetings.query_row(params![one, other, since], |row| row.get(0))?);
    }
    for row in rated(finished, &accounts, &ratings, met, at) {
        let SeatRow { seat, person, side, place, outcome, weight, ratings } = &row;
        let values = params![id, seat, person, pool.family, at as i64, side, place, outcome, weight];
        connection.prepare_cached(INSERT_MATCH)?.execute(values)?;
        let Some([before, after]) = ratings else { continue };
        let [old, new] = [before, after].map(|rating| (rating.mean(), rating.deviation()));
        let values = params![id, seat, person, pool.family, at as i64, weight, old.0, old.1, new.0, new.1];
        connection.prepare_cached(INSERT_CHANGE)?.execute(values)?;
        if *weight > 0.0 {
            let sql = "INSERT INTO ratings (person, family, mean, deviation, matches, at) VALUES (?1, ?2, ?3, ?4, 1, ?5)
                       ON CONFLICT (person, family) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation,
                           matches = matches + 1, at = excluded.at";
            connection.prepare_cached(sql)?.execute(params![person, pool.family, new.0, new.1, at as i64])?;
        }
    }
    Ok(())
}

/// Number of rated matches of two opponents since a time.
pub(super) const MEETINGS: &str =
    "SELECT count(DISTINCT one.id) FROM matches one JOIN matches other USING (id)
    WHERE one.person = $1 AND other.person = $2 AND one.side <> other.side AND one.finished > $3
        AND one.weight + other.weight > 0";

fn read_rating(row: &Row<'_>) -> rusqlite::Result<StoredRating> {
    Ok(StoredRating::of(row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

/// Removes a person from the matches and the log, and deletes the person's ratings.
pub(super) fn forget(connection: &Connection, person: &str) -> rusqlite::Result<()> {
    for sql in FORGET {
        connection.prepare_cached(sql)?.execute([person])?;
    }
    Ok(())
}

/// Returns the changes of ratings by a match.
pub(super) fn changes(connection: &Connection, id: &str) -> rusqlite::Result<Vec<RatingChange>> {
    let mut select = connection.prepare_cached(CHANGES)?;
    let changes =
        select.query_map([id], |row| Ok(change(row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?])))?;
    changes.filter_map(Result::transpose).collect()
}

/// Match of a player, as a profile and an export show it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMatch {
    /// Id of the table.
    pub id: String,
    /// Family of ratings to which the match belongs.
    pub family: String,
    /// Time of the end, in seconds since 1970.
    pub finished: u64,
    /// Place of the player's side.
    pub place: u8,
    /// Word for how the player left the table, as in [`SeatOutcome`].
    pub outcome: String,
    /// Weight for the player's rating, 0 if the match did not count.
    pub weight: f64,
    /// Change of the player's rating.
    pub change: Option<RatingChange>,
    /// Whether the table with the record still exists.
    pub has_record: bool,
    /// Names of the other players with an account: those on the player's side, then the opponents.
    pub others: [Vec<String>; 2],
}

impl PlayedMatch {
    /// Returns whether the player stayed to the end.
    pub fn is_finished(&self) -> bool {
        SeatOutcome::of_name(&self.outcome).is_some_and(SeatOutcome::is_finished)
    }
}

/// Returns the ratings of a player, by family.
pub(super) fn ratings(
    connection: &Connection,
    person: GuestId,
) -> rusqlite::Result<Vec<(String, StoredRating)>> {
    let sql = "SELECT mean, deviation, matches, at, family FROM ratings WHERE person = ?1 ORDER BY family";
    let mut select = connection.prepare_cached(sql)?;
    let ratings =
        select.query_map([String::from(person)], |row| Ok((row.get::<_, String>(4)?, read_rating(row)?)))?;
    ratings.collect()
}

/// Query of a player's matches that finished before a time, or at that time under a smaller id. The newest come first.
pub(super) const PLAYED: &str =
    "SELECT m.id, m.family, m.finished, m.place, m.outcome, m.weight, l.seat, l.mean0, l.mean1,
        l.deviation1, EXISTS (SELECT 1 FROM tables WHERE tables.id = m.id), m.side
    FROM matches m LEFT JOIN rating_log l ON l.id = m.id AND l.seat = m.seat AND l.weight > 0
    WHERE m.person = $1 AND (m.finished < $2 OR m.finished = $2 AND m.id < $3)
    ORDER BY m.finished DESC, m.id DESC LIMIT $4";

/// Query of the other players of a match with an account.
pub(super) const OTHERS: &str =
    "SELECT matches.side, accounts.name FROM matches JOIN accounts ON accounts.id = matches.person
    WHERE matches.id = $1 AND matches.person <> $2 ORDER BY matches.seat";

/// Returns the matches of a player before a match, the newest first.
pub(super) fn played(
    connection: &Connection,
    person: GuestId,
    before: &Before,
    limit: u32,
) -> rusqlite::Result<Vec<PlayedMatch>> {
    let person = String::from(person);
    let mut select = connection.prepare_cached(PLAYED)?;
    let mut others = connection.prepare_cached(OTHERS)?;
    let rows = select.query_map(params![person, before.finished as i64, before.id, limit], |row| {
        let seat: Option<i64> = row.get(6)?;
        let change = match seat {
            Some(seat) => change(seat, row.get(7)?, [row.get(8)?, row.get(9)?]),
            None => None,
        };
        let played = PlayedMatch {
            id: row.get(0)?,
            family: row.get(1)?,
            finished: row.get::<_, i64>(2)?.unsigned_abs(),
            place: row.get(3)?,
            outcome: row.get(4)?,
            weight: row.get(5)?,
            change,
            has_record: row.get(10)?,
            others: Default::default(),
        };
        Ok((played, row.get::<_, i64>(11)?))
    })?;
    let mut played = Vec::new();
    for row in rows {
        let (mut one, side) = row?;
        let named = others.query_map(params![one.id, person], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for name in named {
            let (other, name): (i64, String) = name?;
            one.others[usize::from(other != side)].push(name);
        }
        played.push(one);
    }
    Ok(played)
}

/// Position in the list of a player's matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Before {
    /// Time of the match's end, in seconds since 1970.
    pub finished: u64,
    /// Id of the match's table.
    pub id: String,
}

impl Before {
    /// Returns the position before which are all matches.
    pub fn all() -> Self {
        Self { finished: i64::MAX as u64, id: String::new() }
    }
}

/// Row of the log of ratings, with the place of the seat's side.
#[cfg(test)]
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Logged {
    pub(crate) id: String,
    pub(crate) person: Option<String>,
    pub(crate) family: String,
    pub(crate) at: u64,
    pub(crate) side: i64,
    pub(crate) place: i64,
    pub(crate) weight: f64,
    pub(crate) ratings: [Rating; 2],
}

#[cfg(test)]
pub(super) const LOG: &str = "SELECT l.id, l.person, l.family, l.at, m.side, m.place, l.weight, l.mean0, l.deviation0, l.mean1, l.deviation1
    FROM rating_log l JOIN matches m ON m.id = l.id AND m.seat = l.seat ORDER BY l.step";

#[cfg(test)]
pub(super) fn log(connection: &Connection) -> rusqlite::Result<Vec<Logged>> {
    let mut select = connection.prepare(LOG)?;
    let rows = select.query_map([], |row| {
        let rating = |at: usize| -> rusqlite::Result<Rating> {
            Ok(StoredRating::of(row.get(at)?, row.get(at + 1)?, 0, 0).rating)
        };
        Ok(Logged {
            id: row.get(0)?,
            person: row.get(1)?,
            family: row.get(2)?,
            at: row.get::<_, i64>(3)?.unsigned_abs(),
            side: row.get(4)?,
            place: row.get(5)?,
            weight: row.get(6)?,
            ratings: [rating(7)?, rating(9)?],
        })
    })?;
    rows.collect()
}
