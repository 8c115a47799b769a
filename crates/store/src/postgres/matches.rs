//! Finished matches and ratings in the database. The transaction that finishes a match locks its table, then the accounts,
//! and then the ratings of its players, in the order of their ids.

use super::sessions::{Session, Trouble};
use super::{Lease, LoadError, PostgresStore};
use crate::matches::{
    self, Before, CHANGES, FORGET, INSERT_CHANGE, INSERT_MATCH, OTHERS, PLAYED, PlayedMatch, SeatRow,
    StoredRating, a_day_before, opponents, people, rated,
};
use crate::writer::Answer;
use protocol::RatingChange;
use std::collections::{BTreeMap, BTreeSet};
use table::{FinishedMatch, GuestId, StorageError, TableId};
use tokio_postgres::Row;

impl PostgresStore {
    /// Marks a match as finished, with its early end if there is one, and writes its rows.
    pub(super) async fn finish(
        &self,
        lease: Lease,
        ended: Option<String>,
        finished: &FinishedMatch,
        at: u64,
    ) -> Answer {
        let finishing = async {
            let lent = self.sessions.begin().await?;
            let done = finish(&lent.session, lease, ended.as_deref(), finished, at).await;
            self.sessions.end(lent, done, |is_owner| *is_owner).await
        };
        match self.sessions.unless_silent(finishing).await? {
            true => Ok(0),
            false => Err(StorageError::LeaseLost),
        }
    }

    /// Removes a person from the matches and the log, and deletes the person's ratings.
    pub(super) async fn forget_matches(&self, person: GuestId) -> Answer {
        let person = String::from(person);
        // In statements of their own: a match that finishes at this moment locks the account until it is committed.
        for sql in FORGET {
            self.ask(sql, &[&person]).await?;
        }
        Ok(0)
    }

    pub(crate) async fn rating_changes(&self, id: TableId) -> Result<Vec<RatingChange>, LoadError> {
        let rows = self.sessions.query(CHANGES, &[&id.to_string()]).await?;
        let change = |row: &Row| matches::change(row.get(0), row.get(1), [row.get(2), row.get(3)]);
        Ok(rows.iter().filter_map(change).collect())
    }

    pub(crate) async fn ratings(&self, person: GuestId) -> Result<Vec<(String, StoredRating)>, LoadError> {
        let sql = "SELECT mean, deviation, matches, at, family FROM ratings WHERE person = $1 ORDER BY family COLLATE \"C\"";
        let rows = self.sessions.query(sql, &[&String::from(person)]).await?;
        Ok(rows.iter().map(|row| (row.get(4), read_rating(row))).collect())
    }

    pub(crate) async fn recent_ratings(
        &self,
        family: String,
        since: u64,
        now: u64,
        limit: u32,
    ) -> Result<Vec<(GuestId, StoredRating)>, LoadError> {
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
            [&family, &(since as i64), &(now as i64), &i64::from(limit)];
        let rows = self.sessions.query(matches::RECENT, &values).await?;
        let rating = |row: &Row| Some((row.get::<_, String>(4).try_into().ok()?, read_rating(row)));
        Ok(rows.iter().filter_map(rating).collect())
    }

    pub(crate) async fn played(
        &self,
        person: GuestId,
        before: Before,
        limit: u32,
    ) -> Result<Vec<PlayedMatch>, LoadError> {
        let person = String::from(person);
        let finished = before.finished as i64;
        let rows = self.sessions.query(PLAYED, &[&person, &finished, &before.id, &i64::from(limit)]).await?;
        let mut played = Vec::new();
        for row in &rows {
            let seat: Option<i64> = row.get(6);
            let change = seat.and_then(|seat| matches::change(seat, row.get(7), [row.get(8), row.get(9)]));
            let mut one = PlayedMatch {
                id: row.get(0),
                family: row.get(1),
                finished: row.get::<_, i64>(2).unsigned_abs(),
                place: u8::try_from(row.get::<_, i64>(3)).unwrap_or(u8::MAX),
                outcome: row.get(4),
                weight: row.get(5),
                change,
                has_record: row.get(10),
                others: Default::default(),
            };
            let side: i64 = row.get(11);
            for other in self.sessions.query(OTHERS, &[&one.id, &person]).await? {
                one.others[usize::from(other.get::<_, i64>(0) != side)].push(other.get(1));
            }
            played.push(one);
        }
        Ok(played)
    }

    #[cfg(test)]
    pub(crate) async fn rating_log(&self) -> Result<Vec<matches::Logged>, LoadError> {
        let rating = |row: &Row, at: usize| StoredRating::of(row.get(at), row.get(at + 1), 0, 0).rating;
        let logged = |row: &Row| matches::Logged {
            id: row.get(0),
            person: row.get(1),
            family: row.get(2),
            at: row.get::<_, i64>(3).unsigned_abs(),
            side: row.get(4),
            place: row.get(5),
            weight: row.get(6),
            ratings: [rating(row, 7), rating(row, 9)],
        };
        Ok(self.sessions.query(matches::LOG, &[]).await?.iter().map(logged).collect())
    }
}

fn read_rating(row: &Row) -> StoredRating {
    StoredRating::of(row.get(0), row.get(1), row.get(2), row.get(3))
}

/// Writes a finished match in the current transaction. Returns `false` if the lease is lost.
async fn finish(
    session: &Session,
    lease: Lease,
    ended: Option<&str>,
    finished: &FinishedMatch,
    at: u64,
) -> Result<bool, Trouble> {
    let now = at as i64;
    // The lock on the row makes the check exact.
    let sql = "SELECT id, finished IS NOT NULL FROM tables WHERE number = $1 AND epoch = $2 FOR UPDATE";
    let rows = session.query(sql, &[&lease.number.0, &lease.epoch]).await?;
    let Some(row) = rows.first() else { return Ok(false) };
    let (id, is_finished): (String, bool) = (row.get(0), row.get(1));
    if is_finished {
        return Ok(true);
    }
    let sql = "UPDATE tables SET finished = $2, ended = coalesce($3, ended) WHERE number = $1";
    session.query(sql, &[&lease.number.0, &now, &ended]).await?;
    let Some(pool) = &finished.pool else { return Ok(true) };
    // The lock lets a deletion wait, so that it finds the rows of this match.
    let sql = "SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR SHARE";
    let rows = session.query(sql, &[&people(finished)]).await?;
    let accounts: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let mut ratings = BTreeMap::new();
    for person in &accounts {
        // A row to lock. Its values are those of a new player, who has not played yet.
        let new = people::Rating::NEW;
        let sql = "INSERT INTO ratings (person, family, mean, deviation, matches, at) VALUES ($1, $2, $3, $4, 0, $5)
                   ON CONFLICT DO NOTHING";
        session.query(sql, &[person, &pool.family, &new.mean(), &new.deviation(), &now]).await?;
        let sql =
            "SELECT mean, deviation, matches, at FROM ratings WHERE person = $1 AND family = $2 FOR UPDATE";
        let rows = session.query(sql, &[person, &pool.family]).await?;
        ratings.extend(rows.first().map(|row| (person.clone(), read_rating(row))));
    }
    let mut met = 0;
    for [one, other] in opponents(finished, &accounts) {
        let rows = session.query(matches::MEETINGS, &[&one, &other, &(a_day_before(at) as i64)]).await?;
        met = met.max(rows.first().map_or(0, |row| row.get(0)));
    }
    for row in rated(finished, &accounts, &ratings, met, at) {
        let SeatRow { seat, person, side, place, outcome, weight, ratings } = &row;
        session
            .query(INSERT_MATCH, &[&id, seat, person, &pool.family, &now, side, place, outcome, weight])
            .await?;
        let Some([before, after]) = ratings else { continue };
        let [old, new] = [before, after].map(|rating| (rating.mean(), rating.deviation()));
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 10] =
            [&id, seat, person, &pool.family, &now, weight, &old.0, &old.1, &new.0, &new.1];
        session.query(INSERT_CHANGE, &values).await?;
        if *weight > 0.0 {
            let sql = "UPDATE ratings SET mean = $3, deviation = $4, matches = matches + 1, at = $5
                       WHERE person = $1 AND family = $2";
            session.query(sql, &[person, &pool.family, &new.0, &new.1, &now]).await?;
        }
    }
    // Rows that were only locked.
    let sql = "DELETE FROM ratings WHERE person = ANY($1) AND matches = 0";
    session.query(sql, &[&people(finished)]).await?;
    Ok(true)
}
