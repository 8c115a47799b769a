//! Reports and rulings in the database.

use super::sessions::{Session, Trouble};
use super::{LoadError, PostgresStore};
use crate::Outcome;
use crate::matches::{StoredRating, a_day_before};
use crate::moderation::{
    CLOSE_REPORTS, EXPIRE, FORGET, FORGET_DELETED, INSERT_REPORT, INSERT_RULING, LIFT, MAX_REPORTS,
    ModerationChange, NewReport, OPEN_REPORT, REPLY, REPORTS, Reports, Rulings, StoredReport, StoredRuling,
    outcome,
};
use crate::unrating::{
    Attempt, DELETE_RATING, EARLIER, FIRST, MAX_STEPS, SET_MATCH, SET_RATING, SET_STEP, STEPS, Step, Unrated,
    players, without,
};
use crate::writer::Answer;
use people::REPORTS_A_DAY;
use std::collections::BTreeMap;
use table::{GuestId, StorageError};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

impl PostgresStore {
    pub(super) async fn change_moderation(&self, change: &ModerationChange, at: u64) -> Answer {
        let now = at as i64;
        let outcome = match change {
            ModerationChange::Report(report) => self.add_report(report, at).await?,
            ModerationChange::Rule { person, ruling } => {
                let id = String::from(*person);
                let (kind, until) = (ruling.kind().name(), ruling.until().map(|until| until as i64));
                let (reason, reply, made) = (ruling.reason(), ruling.reply(), ruling.at() as i64);
                let values: [&(dyn ToSql + Sync); 6] = [&kind, &until, &reason, &reply, &made, &id];
                let outcome = self.rows(INSERT_RULING, &values).await?;
                self.ask(CLOSE_REPORTS, &[&now, &id]).await?;
                outcome
            }
            ModerationChange::Lift { id, until } => self.rows(LIFT, &[&(*until as i64), id]).await?,
            ModerationChange::Reply { id, person, reply } => {
                self.rows(REPLY, &[reply, id, &String::from(*person)]).await?
            }
            ModerationChange::Unrate { table } => self.unrate(&table.to_string()).await?,
            ModerationChange::Expire { before } => {
                for sql in EXPIRE {
                    self.ask(sql, &[&(*before as i64)]).await?;
                }
                for sql in FORGET_DELETED {
                    self.ask(sql, &[]).await?;
                }
                Outcome::Done
            }
        };
        Ok(outcome.number())
    }

    /// Executes a statement that changes one row, or none if it is refused.
    async fn rows(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Outcome, StorageError> {
        let rows = self.sessions.query(&format!("{sql} RETURNING id"), values).await?;
        Ok(if rows.is_empty() { Outcome::Refused } else { Outcome::Done })
    }

    /// Stores a report. The locks on both accounts make reports of one player count one after the other, and let a deletion
    /// wait, so that it finds the report.
    async fn add_report(&self, report: &NewReport, at: u64) -> Result<Outcome, StorageError> {
        let adding = async {
            let lent = self.sessions.begin().await?;
            let added = add_report(&lent.session, report, at).await;
            self.sessions.end(lent, added, |added| *added == Outcome::Done).await
        };
        Ok(self.sessions.unless_silent(adding).await?)
    }

    /// Takes a match out of the ratings. Matches that finish meanwhile wait for the lock, and count from the new ratings.
    async fn unrate(&self, id: &str) -> Result<Outcome, StorageError> {
        let unrating = async {
            let lent = self.sessions.begin().await?;
            let attempt = unrate(&lent.session, id).await;
            self.sessions.end(lent, attempt, |attempt| matches!(attempt, Attempt::Done)).await
        };
        Ok(outcome(&self.sessions.unless_silent(unrating).await?))
    }

    /// Removes a deleted account from reports and rulings.
    pub(super) async fn forget_moderation(&self, person: GuestId) -> Answer {
        let person = String::from(person);
        for sql in FORGET {
            self.ask(sql, &[&person]).await?;
        }
        Ok(0)
    }

    pub(crate) async fn reports(&self, which: Reports) -> Result<Vec<StoredReport>, LoadError> {
        let (condition, person) = which.condition();
        let sql = format!("{REPORTS} WHERE {condition} ORDER BY reports.id DESC LIMIT {MAX_REPORTS}");
        let report = |row: &Row| StoredReport {
            id: row.get(0),
            reporter: row.get(1),
            about: row.get(2),
            table: row.get(3),
            reason: row.get(4),
            phrases: row.get(5),
            at: row.get::<_, i64>(6).unsigned_abs(),
            closed: row.get::<_, Option<i64>>(7).map(i64::unsigned_abs),
        };
        Ok(self.sessions.query(&sql, &[&person]).await?.iter().map(report).collect())
    }

    pub(crate) async fn rulings(&self, which: Rulings) -> Result<Vec<StoredRuling>, LoadError> {
        let (sql, person) = which.query();
        let rows = self.sessions.query(&sql, &[&person]).await?;
        let ruling = |row: &Row| {
            StoredRuling::of(
                row.get(0),
                row.get(1),
                row.get(2),
                row.get(3),
                row.get(4),
                row.get(5),
                row.get(6),
            )
        };
        Ok(rows.iter().filter_map(ruling).collect())
    }

    pub(crate) async fn banned(&self, people: Vec<GuestId>, at: u64) -> Result<Vec<GuestId>, LoadError> {
        let ids: Vec<String> = people.into_iter().map(String::from).collect();
        let sql = "SELECT DISTINCT person FROM rulings
                   WHERE person = ANY($1) AND kind = 'ban' AND (until IS NULL OR until > $2)";
        let rows = self.sessions.query(sql, &[&ids, &(at as i64)]).await?;
        Ok(rows.iter().filter_map(|row| row.get::<_, String>(0).try_into().ok()).collect())
    }
}

async fn unrate(session: &Session, id: &str) -> Result<Attempt, Trouble> {
    session.query("LOCK TABLE ratings IN EXCLUSIVE MODE", &[]).await?;
    let rows = session.query(FIRST, &[&id]).await?;
    let Some(row) = rows.first() else { return Ok(Attempt::Missing) };
    let (family, first): (String, i64) = (row.get(0), row.get(1));
    let rating = |row: &Row, at: usize| StoredRating::of(row.get(at), row.get(at + 1), 0, 0).rating;
    let rows = session.query(STEPS, &[&family, &first, &(MAX_STEPS as i64 + 1)]).await?;
    if rows.len() > MAX_STEPS {
        return Ok(Attempt::TooOld);
    }
    let step = |row: &Row| Step {
        id: row.get(0),
        seat: row.get(1),
        person: row.get(2),
        at: row.get::<_, i64>(3).unsigned_abs(),
        side: row.get(4),
        place: row.get(5),
        weight: row.get(6),
        ratings: [rating(row, 7), rating(row, 9)],
    };
    let steps: Vec<Step> = rows.iter().map(step).collect();
    let mut earlier = BTreeMap::new();
    for person in players(&steps, id) {
        let rows = session.query(EARLIER, &[&person, &family, &first]).await?;
        let last = rows.first().map(|row| (rating(row, 0), row.get::<_, i64>(2).unsigned_abs()));
        earlier.extend(last.map(|last| (person, last)));
    }
    let Unrated { steps, ratings, players } = without(steps, id, earlier);
    for Step { id, seat, weight, ratings: [before, after], .. } in &steps {
        let [old, new] = [before, after].map(|rating| (rating.mean(), rating.deviation()));
        let values: [&(dyn ToSql + Sync); 7] = [weight, &old.0, &old.1, &new.0, &new.1, id, seat];
        session.query(SET_STEP, &values).await?;
    }
    for (person, rating) in &ratings {
        match rating {
            Some((rating, at)) => {
                let (less, at) = (i64::from(players.contains(person)), *at as i64);
                let (mean, deviation) = (rating.mean(), rating.deviation());
                let values: [&(dyn ToSql + Sync); 6] = [&mean, &deviation, &at, &less, person, &family];
                session.query(SET_RATING, &values).await?;
            }
            None => drop(session.query(DELETE_RATING, &[person, &family]).await?),
        }
    }
    session.query(SET_MATCH, &[&id]).await?;
    Ok(Attempt::Done)
}

async fn add_report(session: &Session, report: &NewReport, at: u64) -> Result<Outcome, Trouble> {
    let (reporter, about) = (String::from(report.reporter), String::from(report.about));
    let both = vec![reporter.clone(), about.clone()];
    let locked =
        session.query("SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR UPDATE", &[&both]).await?;
    if locked.len() < 2 {
        return Ok(Outcome::Refused);
    }
    if !session.query(OPEN_REPORT, &[&reporter, &about]).await?.is_empty() {
        return Ok(Outcome::Taken);
    }
    let table = report.table.map(|table| table.to_string());
    let (reason, now, since) = (report.reason.name(), at as i64, a_day_before(at) as i64);
    let limit = i64::from(REPORTS_A_DAY);
    let values: [&(dyn ToSql + Sync); 8] =
        [&reporter, &about, &table, &reason, &report.phrases, &now, &since, &limit];
    let rows = session.query(&format!("{INSERT_REPORT} RETURNING id"), &values).await?;
    Ok(if rows.is_empty() { Outcome::TooSoon } else { Outcome::Done })
}
