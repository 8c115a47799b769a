//! The one thread that writes. Whatever waits goes into one transaction: one fsync for all of it, and only then does
//! anybody hear that it is saved.

use super::file::{FileIdentity, Location, VERSION};
use super::{Fingerprint, Lease, OpenError, StoredClocks, TableNumber, TableRecord, Timed, now};
use crate::identity::{GuestId, PadId, TableId};
use crate::metrics::Metrics;
use ::table::{Link, StorageError};
use house::Line;
use rusqlite::{Connection, ErrorCode, Params, params};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Something to write down.
pub(super) enum Change {
    /// A new table, with what was played of its match elsewhere.
    Found { record: Box<TableRecord>, chairs: String, lines: Vec<(Line, Link)> },
    /// Somebody comes to a table: it is used.
    Touch { number: TableNumber },
    /// How far the opening of a match is.
    Opening { lease: Lease, record: Box<TableRecord> },
    /// The next line of a record.
    Append { lease: Lease, line: Line, link: Link, timed: Option<Timed>, command: Option<Fingerprint> },
    /// Who sits where, and what the clocks say.
    Seat { lease: Lease, chairs: String, clocks: Option<StoredClocks> },
    /// A match is over.
    Finish { lease: Lease, at: u64 },
    /// A match ended before its end.
    End { lease: Lease, ended: String, at: u64 },
    /// The table at which it goes on.
    Next { lease: Lease, next: TableId },
    /// What is new on a shared pad: operations, each with its name.
    Pad { id: PadId, operations: Vec<(String, String)> },
    /// A device of this guest wants to hear of their turn.
    Subscribe { guest: GuestId, endpoint: String },
    /// It does not any more.
    Unsubscribe { guest: GuestId, endpoint: String },
    /// Tables and pads that nobody has used since then are thrown away, and devices that were not heard of.
    Expire { never_begun: u64, others: u64 },
    /// What is there already: to see whether anything can be written.
    Nothing,
}

impl Change {
    /// Returns whether it writes so much that moves would wait for it.
    fn is_long(&self) -> bool {
        const LONG: usize = 16;
        matches!(self, Self::Found { lines, .. } if lines.len() > LONG)
    }
}

/// A change, and who waits for it.
pub(super) struct Job {
    pub(super) change: Change,
    pub(super) answer: oneshot::Sender<Answer>,
}

/// The number of a new table, or how many were thrown away; otherwise nothing of interest.
pub(super) type Answer = Result<i64, StorageError>;

/// Returns the label of an error in the metrics.
pub(super) fn label(error: StorageError) -> &'static str {
    match error {
        StorageError::Full => "full",
        StorageError::ReadOnly => "read-only",
        StorageError::Failed => "failed",
        StorageError::Unknown => "unknown",
        StorageError::LeaseLost => "deposed",
        StorageError::Closed => "closed",
    }
}

/// Returns what an error of SQLite means for a table.
fn storage_error(error: &rusqlite::Error) -> StorageError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StorageError::Full,
        // Another owner has written a line with this number.
        Some(ErrorCode::ConstraintViolation) => StorageError::LeaseLost,
        // The table was deleted.
        None if matches!(error, rusqlite::Error::StatementChangedRows(_)) => StorageError::LeaseLost,
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            StorageError::ReadOnly
        }
        _ => {
            tracing::error!(%error, "the store");
            StorageError::Failed
        }
    }
}

/// The most that goes into one transaction: more would only make the first of them wait.
const BATCH: usize = 1024;

/// With every so many lines, and with every deal, it is noted when a table was used.
pub(super) const TOUCHED: usize = 16;

/// So many tables, and pads, are thrown away in one transaction, so that moves need not wait for it.
pub(super) const AT_ONCE: i64 = 100;

/// So many devices of a guest are told; the one that was heard of longest ago makes room.
pub(super) const MAX_DEVICES: i64 = 5;

/// How long to wait before the file is tried again after it could not be opened.
const RETRY: Duration = Duration::from_millis(500);

pub(super) struct Writer {
    location: Location,
    /// None when the last one failed in a way after which it cannot be trusted, until a new one is.
    connection: Option<Connection>,
    tried: Option<(Instant, StorageError)>,
    /// The file that was opened. A file that was moved away still takes what is written, and loses it at the next start.
    identity: Option<FileIdentity>,
    metrics: Arc<Metrics>,
}

impl Writer {
    pub(super) fn new(location: Location, metrics: Arc<Metrics>) -> Self {
        Self { location, connection: None, tried: None, identity: None, metrics }
    }

    /// Opens the file at once, to find out early whether that works.
    pub(super) fn begin(mut self) -> Result<Self, OpenError> {
        let connection = self.location.connect_to_write().map_err(|error| self.location.unusable(error))?;
        self.connection = Some(connection);
        self.identity = self.location.identity();
        Ok(self)
    }

    /// Writes until every sender is gone and nothing waits.
    ///
    /// A long match from a browser gets a transaction of its own after the moves that wait, one at a time, so that moves wait
    /// for one such match at most.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut long = VecDeque::new();
        loop {
            if long.is_empty() {
                if queue.blocking_recv_many(&mut batch, BATCH) == 0 {
                    return;
                }
            } else {
                while batch.len() < BATCH
                    && let Ok(job) = queue.try_recv()
                {
                    batch.push(job);
                }
            }
            long.extend(batch.extract_if(.., |job| job.change.is_long()));
            self.write_and_answer(&mut batch);
            if let Some(job) = long.pop_front() {
                batch.push(job);
                self.write_and_answer(&mut batch);
            }
        }
    }

    fn write_and_answer(&mut self, batch: &mut Vec<Job>) {
        if batch.is_empty() {
            return;
        }
        let answers = self.write(batch);
        for (job, answer) in batch.drain(..).zip(answers) {
            // If the receiver is gone, the change is in the file all the same.
            let _ = job.answer.send(answer);
        }
    }

    fn write(&mut self, batch: &[Job]) -> Vec<Answer> {
        if let Err(error) = self.connect() {
            return vec![Err(error); batch.len()];
        }
        let outcome = match self.transact(batch) {
            // One of many was refused: not the fault of the others, so each gets its own transaction.
            Err(Trouble::Statement(_)) if batch.len() > 1 => {
                return batch.chunks(1).flat_map(|job| self.write(job)).collect();
            }
            outcome => outcome,
        };
        match outcome {
            Ok(numbers) => numbers.into_iter().map(Ok).collect(),
            Err(Trouble::Statement(error)) => vec![Err(error); batch.len()],
            Err(Trouble::Commit) => {
                // After a failed fsync the system may have thrown away what it could not write and say nothing the
                // next time. So this connection is not asked again.
                self.connection = None;
                vec![Err(StorageError::Unknown); batch.len()]
            }
        }
    }

    /// Makes sure there is a connection that can be trusted.
    fn connect(&mut self) -> Result<(), StorageError> {
        if self.identity.is_some() && self.identity != self.location.identity() {
            return Err(StorageError::ReadOnly);
        }
        if self.connection.is_some() {
            return Ok(());
        }
        if let Some((at, error)) = self.tried.take_if(|(at, _)| at.elapsed() < RETRY) {
            self.tried = Some((at, error));
            return Err(error);
        }
        match self.reconnect() {
            Ok(connection) => {
                self.connection = Some(connection);
                self.identity = self.location.identity();
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, "the store cannot be opened again");
                let error = storage_error(&error);
                self.tried = Some((Instant::now(), error));
                Err(error)
            }
        }
    }

    /// A new connection, after everything in the log was moved into the file: written anew, so that the fsync that
    /// follows says something about it. Then the file is looked through.
    fn reconnect(&self) -> rusqlite::Result<Connection> {
        let connection = self.location.connect_to_write()?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if verdict == "ok" {
            return Ok(connection);
        }
        let corrupt = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        Err(rusqlite::Error::SqliteFailure(corrupt, Some(verdict)))
    }

    fn transact(&mut self, batch: &[Job]) -> Result<Vec<i64>, Trouble> {
        let connection = self.connection.as_mut().expect("`connect` came first");
        let transaction =
            connection.transaction().map_err(|error| Trouble::Statement(storage_error(&error)))?;
        // Dropped on an error, the transaction is rolled back: then nothing of it happened, for certain.
        let numbers: rusqlite::Result<Vec<i64>> =
            batch.iter().map(|job| execute(&transaction, &job.change)).collect();
        let numbers = numbers.map_err(|error| Trouble::Statement(storage_error(&error)))?;
        let begun = Instant::now();
        transaction.commit().map_err(|error| {
            tracing::error!(%error, "the store could not commit");
            Trouble::Commit
        })?;
        self.metrics.note_commit(batch.len(), begun.elapsed());
        Ok(numbers)
    }
}

/// What went wrong with a transaction.
enum Trouble {
    /// Before the end: it was rolled back.
    Statement(StorageError),
    /// At the end: nobody knows.
    Commit,
}

fn write_line(
    connection: &Connection,
    table: i64,
    sequence: usize,
    line: &Line,
    link: Link,
    spent: Option<u32>,
    command: Option<Fingerprint>,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO entries (number, sequence, text, link, spent, command)
               SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM tables WHERE number = ?1)";
    let (sequence, text, command) = (sequence as i64, line.as_text(), command.map(|command| command.0));
    change_row(connection, sql, params![table, sequence, text, link.0, spent, command])
}

/// Changes one row, or adds one; a table that was thrown away has none to change.
fn change_row(connection: &Connection, sql: &str, parameters: impl Params) -> rusqlite::Result<()> {
    match connection.prepare_cached(sql)?.execute(parameters)? {
        1 => Ok(()),
        changed => Err(rusqlite::Error::StatementChangedRows(changed)),
    }
}

fn execute(connection: &Connection, change: &Change) -> rusqlite::Result<i64> {
    match change {
        Change::Found { record, chairs, lines } => {
            let options = json(&record.options);
            let sql =
                "INSERT INTO tables (id, game, options, seats, dealer, seed, chairs, created, touched, stake, time_control, founder, opening)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11, ?12)";
            let table = connection.prepare_cached(sql)?.insert(params![
                record.id.to_string(),
                record.game,
                options,
                record.seats,
                record.dealer,
                String::from(record.seed),
                chairs,
                record.created as i64,
                record.stake,
                record.time_control.as_ref().map(json),
                record.host.map(String::from),
                record.opening.as_ref().map(json),
            ])?;
            for (sequence, (line, link)) in lines.iter().enumerate() {
                write_line(connection, table, sequence, line, *link, None, None)?;
            }
            Ok(table)
        }
        Change::Touch { number } => {
            let sql = "UPDATE tables SET touched = ?2 WHERE number = ?1 AND finished IS NULL";
            connection.prepare_cached(sql)?.execute(params![number.0, now() as i64])?;
            Ok(0)
        }
        Change::Opening { lease, record } => {
            let sql = "UPDATE tables SET opening = ?2, seed = ?3, dealer = ?4 WHERE number = ?1";
            let opening = record.opening.as_ref().map(json);
            let parameters = params![lease.number.0, opening, String::from(record.seed), record.dealer];
            change_row(connection, sql, parameters).map(|()| 0)
        }
        Change::Append { lease, line, link, timed, command } => {
            let (table, sequence) = (lease.number.0, lease.next);
            // Now and then is often enough to know which tables are played at.
            if matches!(line, Line::Deal(_)) || sequence.is_multiple_of(TOUCHED) {
                let sql = "UPDATE tables SET touched = ?2 WHERE number = ?1";
                connection.prepare_cached(sql)?.execute(params![table, now() as i64])?;
            }
            if let Some(timed) = timed {
                write_clocks(connection, table, &timed.clocks)?;
            }
            let spent = timed.as_ref().and_then(|timed| timed.spent);
            write_line(connection, table, sequence, line, *link, spent, *command)?;
            Ok(0)
        }
        Change::Seat { lease, chairs, clocks } => {
            let table = lease.number.0;
            if let Some(clocks) = clocks {
                write_clocks(connection, table, clocks)?;
            }
            let sql = "UPDATE tables SET chairs = ?2, touched = ?3 WHERE number = ?1";
            change_row(connection, sql, params![table, chairs, now() as i64]).map(|()| 0)
        }
        Change::Finish { lease, at } => {
            let sql = "UPDATE tables SET finished = ?2 WHERE number = ?1";
            change_row(connection, sql, params![lease.number.0, *at as i64]).map(|()| 0)
        }
        Change::End { lease, ended, at } => {
            let sql = "UPDATE tables SET ended = ?2, finished = ?3 WHERE number = ?1";
            change_row(connection, sql, params![lease.number.0, ended, *at as i64]).map(|()| 0)
        }
        Change::Next { lease, next } => {
            let sql = "UPDATE tables SET next = ?2 WHERE number = ?1";
            change_row(connection, sql, params![lease.number.0, next.to_string()]).map(|()| 0)
        }
        Change::Pad { id, operations } => {
            let sql = "INSERT INTO pads (id, touched) VALUES (?1, ?2)
                       ON CONFLICT (id) DO UPDATE SET touched = excluded.touched RETURNING number";
            let pad: i64 = connection
                .prepare_cached(sql)?
                .query_row(params![id.to_string(), now() as i64], |row| row.get(0))?;
            // Two of one name are no accident, and then everybody keeps the same one.
            let sql = "INSERT INTO operations (pad, id, text) VALUES (?1, ?2, ?3)
                       ON CONFLICT (pad, id) DO UPDATE SET text = excluded.text";
            let mut insert = connection.prepare_cached(sql)?;
            for (id, text) in operations {
                insert.execute(params![pad, id, text])?;
            }
            Ok(pad)
        }
        Change::Subscribe { guest, endpoint } => {
            let guest = String::from(*guest);
            let sql = "INSERT INTO subscriptions (guest, endpoint, touched) VALUES (?1, ?2, ?3)
                       ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, touched = excluded.touched";
            connection.prepare_cached(sql)?.execute(params![guest, endpoint, now() as i64])?;
            let sql = "DELETE FROM subscriptions WHERE guest = ?1 AND endpoint NOT IN (
                           SELECT endpoint FROM subscriptions WHERE guest = ?1 ORDER BY endpoint = ?2 DESC, touched DESC LIMIT ?3)";
            connection.prepare_cached(sql)?.execute(params![guest, endpoint, MAX_DEVICES])?;
            Ok(0)
        }
        Change::Unsubscribe { guest, endpoint } => {
            let sql = "DELETE FROM subscriptions WHERE guest = ?1 AND endpoint = ?2";
            connection.prepare_cached(sql)?.execute(params![String::from(*guest), endpoint])?;
            Ok(0)
        }
        Change::Expire { never_begun, others } => {
            let sql = "DELETE FROM subscriptions WHERE touched < ?1";
            connection.prepare_cached(sql)?.execute([*others as i64])?;
            // A match from a browser has lines from the start. It is unused while there are no others and one player.
            // The newest table stays, because its number must not be given to another one that is still in memory.
            let sql = r#"DELETE FROM tables WHERE number IN (
                           SELECT number FROM tables
                           WHERE touched < ?1 AND finished IS NULL
                               AND (NOT EXISTS (SELECT 1 FROM entries WHERE entries.number = tables.number)
                                   OR (chairs NOT LIKE '%"kind":"person"%"kind":"person"%'
                                       AND instr(opening, '"lines":' ||
                                           (SELECT count(*) FROM entries WHERE entries.number = tables.number) || '}')))
                           UNION SELECT number FROM tables WHERE max(touched, ifnull(finished, 0)) < ?2
                           EXCEPT SELECT max(number) FROM tables
                           LIMIT ?3)
                       RETURNING number"#;
            let mut delete = connection.prepare_cached(sql)?;
            let before = (*never_begun as i64, *others as i64, AT_ONCE);
            let numbers: Vec<i64> =
                delete.query_map(before, |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            let mut delete = connection.prepare_cached("DELETE FROM entries WHERE number = ?1")?;
            for number in &numbers {
                delete.execute([number])?;
            }
            let sql = "DELETE FROM pads WHERE number IN (SELECT number FROM pads WHERE touched < ?1 LIMIT ?2)
                       RETURNING number";
            let mut delete = connection.prepare_cached(sql)?;
            let pads: Vec<i64> = delete
                .query_map((*others as i64, AT_ONCE), |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let mut delete = connection.prepare_cached("DELETE FROM operations WHERE pad = ?1")?;
            for pad in &pads {
                delete.execute([pad])?;
            }
            Ok((numbers.len() + pads.len()) as i64)
        }
        Change::Nothing => {
            connection.pragma_update(None, "user_version", VERSION)?;
            Ok(0)
        }
    }
}

fn write_clocks(connection: &Connection, table: i64, clocks: &StoredClocks) -> rusqlite::Result<()> {
    // Where actions may take days, each of them shows that the table is used.
    let sql = "UPDATE tables SET clocks = ?2, touched = ?3 WHERE number = ?1";
    connection.prepare_cached(sql)?.execute((table, json(clocks), now() as i64))?;
    Ok(())
}

pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is written has string keys")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::laws::record;

    #[test]
    fn a_long_match_from_a_browser_is_written_alone_after_what_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let location = Location::new(folder.path(), None).expect("a location");
        let writer = Writer::new(location, Metrics::new()).begin().expect("it opens");
        let (jobs, queue) = mpsc::channel(8);
        let found = |lines: usize| {
            let (answer, answered) = oneshot::channel();
            let line = (Line::Entry("0 7d".to_owned()), Link([0; 16]));
            let (record, chairs) = (Box::new(record()), "[]".to_owned());
            let change = Change::Found { record, chairs, lines: vec![line; lines] };
            jobs.blocking_send(Job { change, answer }).unwrap_or_else(|_| panic!("the queue is open"));
            answered
        };
        // The file numbers tables in the order in which they were written.
        let answers = [2_000, 0, 2_000, 16].map(found);
        drop(jobs);
        writer.run(queue);
        let numbers = answers.map(|answered| answered.blocking_recv().expect("an answer"));
        assert_eq!(numbers, [3, 1, 4, 2].map(Ok));
    }
}
