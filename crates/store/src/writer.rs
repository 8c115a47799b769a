//! Writing thread. All queued changes go into one transaction with one fsync, and are confirmed only
//! afterwards.

use super::accounts::{self, AccountChange};
use super::bells::{self, BellChange};
use super::challenges::{self, ChallengeChange};
use super::file::{FileIdentity, Location, VERSION};
use super::moderation::{self, ModerationChange};
use super::{Lease, OpenError, TableNumber, matches, ties};
use crate::identity::PadId;
use crate::{Observer, unix_time};
use catalog::Line;
use people::TieChange;
use rusqlite::{Connection, ErrorCode, Params, TransactionBehavior, params};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{
    Fingerprint, FinishedMatch, GuestId, Link, StorageError, StoredClocks, TableId, TableRecord, Timed,
};
use tokio::sync::{mpsc, oneshot};

/// Change to the storage.
pub(super) enum Change {
    /// Creates a table, with the lines of an imported match.
    CreateTable { record: Box<TableRecord>, chairs: String, lines: Vec<(Line, Link)> },
    /// Marks a card table as used.
    Touch { number: TableNumber },
    /// Stores the progress of a seed exchange.
    Opening { lease: Lease, record: Box<TableRecord> },
    /// Appends the next match line.
    Append { lease: Lease, line: Line, link: Link, timed: Option<Timed>, command: Option<Fingerprint> },
    /// Stores the chairs and clocks.
    Seat { lease: Lease, chairs: String, clocks: Option<StoredClocks> },
    /// Marks a match as finished, and stores its result.
    Finish { lease: Lease, finished: Box<FinishedMatch>, at: u64 },
    /// Stores the early end of a match, and its result.
    End { lease: Lease, ended: String, finished: Box<FinishedMatch>, at: u64 },
    /// Stores the id of the rematch's table.
    Next { lease: Lease, next: TableId },
    /// Adds operations, with their ids, to a shared pad.
    Pad { id: PadId, operations: Vec<(String, String)> },
    /// Stores a push subscription.
    Subscribe { guest: GuestId, endpoint: String },
    /// Deletes a push subscription.
    Unsubscribe { guest: GuestId, endpoint: String },
    /// Changes an account, at a time in seconds since 1970.
    Account(Box<AccountChange>, u64),
    /// Changes reports or rulings, at a time in seconds since 1970.
    Moderation(Box<ModerationChange>, u64),
    /// Changes a tie of the first account to the second, at a time in seconds since 1970.
    Tie { accounts: [GuestId; 2], change: TieChange, at: u64 },
    /// Changes a challenge, at a time in seconds since 1970.
    Challenge(ChallengeChange, u64),
    /// Changes bells, at a time in seconds since 1970.
    Bell(BellChange, u64),
    /// Removes a person from the chairs of card tables.
    ForgetPerson { person: GuestId, tables: Vec<i64> },
    /// Deletes a batch of unused card tables, pads and subscriptions.
    Expire { never_begun: u64, others: u64 },
    /// Writes without a change, as a test.
    Nothing,
}

impl Change {
    /// Returns whether the change writes so much that actions would have to wait.
    fn is_long(&self) -> bool {
        const LONG: usize = 16;
        matches!(self, Self::CreateTable { lines, .. } if lines.len() > LONG)
    }
}

/// Change with the sender for its result.
pub(super) struct Job {
    pub(super) change: Change,
    pub(super) answer: oneshot::Sender<Answer>,
}

/// The number of a new table, the number of deleted ones or of changed challenges, or the outcome of a change of an
/// account, a tie, a report or a ruling; otherwise 0.
pub(super) type Answer = Result<i64, StorageError>;

/// Returns the labels of all errors of a save in the metrics.
pub fn failure_labels() -> [&'static str; StorageError::ALL.len()] {
    StorageError::ALL.map(label)
}

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

/// Converts an error of SQLite.
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
            tracing::error!(%error, "the store failed");
            StorageError::Failed
        }
    }
}

/// Converts an error of a commit, whose outcome is unknown unless the disk is full.
fn commit_error(error: &rusqlite::Error) -> StorageError {
    match error.sqlite_error_code() {
        // The write-ahead log has no room for the transaction's last page, without which it is not stored.
        Some(ErrorCode::DiskFull) => StorageError::Full,
        _ => StorageError::Unknown,
    }
}

/// Maximum number of changes in a transaction. More would only delay the first of them.
const BATCH: usize = 1024;

/// Number of lines between two updates of the time of use. Each deal also updates it.
pub(super) const TOUCHED: usize = 16;

/// Maximum number of tables, and of pads, deleted in one transaction, so that actions need not wait.
pub(super) const AT_ONCE: i64 = 100;

/// Maximum number of devices per guest. A new one replaces the least recently used.
pub(super) const MAX_DEVICES: i64 = 5;

/// Delay before the file is opened again after a failure.
const RETRY: Duration = Duration::from_millis(500);

pub(super) struct Writer {
    location: Location,
    /// The connection. It is `None` after a failure that makes it untrustworthy.
    connection: Option<Connection>,
    tried: Option<(Instant, StorageError)>,
    /// Identity of the opened file. Data written to a file that was moved away would be lost at the next
    /// start.
    identity: Option<FileIdentity>,
    observer: Arc<dyn Observer>,
}

impl Writer {
    pub(super) fn new(location: Location, observer: Arc<dyn Observer>) -> Self {
        Self { location, connection: None, tried: None, identity: None, observer }
    }

    /// Opens the file now, so that errors appear early.
    pub(super) fn begin(mut self) -> Result<Self, OpenError> {
        let connection = self.location.connect_to_write().map_err(|error| self.location.unusable(error))?;
        self.connection = Some(connection);
        self.identity = self.location.identity();
        Ok(self)
    }

    /// Writes until every sender is gone and the queue is empty.
    ///
    /// A long imported match gets a transaction of its own after the queued actions, one at a time. Actions
    /// therefore wait for at most one such match.
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
            // The change is stored even if its sender is gone.
            let _ = job.answer.send(answer);
        }
    }

    fn write(&mut self, batch: &[Job]) -> Vec<Answer> {
        if let Err(error) = self.connect() {
            return vec![Err(error); batch.len()];
        }
        let outcome = match self.transact(batch) {
            // One change of many failed. Each then gets its own transaction, so that it does not affect the
            // others.
            Err(Trouble::Statement(_)) if batch.len() > 1 => {
                return batch.chunks(1).flat_map(|job| self.write(job)).collect();
            }
            outcome => outcome,
        };
        match outcome {
            Ok(numbers) => numbers.into_iter().map(Ok).collect(),
            Err(Trouble::Statement(error)) => vec![Err(error); batch.len()],
            Err(Trouble::Commit(error)) => {
                // After a failed fsync the system may have dropped the data without reporting it again, so
                // this connection is not used any more.
                self.connection = None;
                vec![Err(error); batch.len()]
            }
        }
    }

    /// Opens the data file, if there is no connection to it. Refuses a file that was moved or replaced.
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
                tracing::error!(%error, "the store can't be opened again");
                let error = storage_error(&error);
                self.tried = Some((Instant::now(), error));
                Err(error)
            }
        }
    }

    /// Opens a new connection, and checkpoints the log: the data is written again, so that the fsync is
    /// meaningful. Then checks the file.
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
        // It takes the lock at once and waits for it. A transaction that read first would fail if the log was emptied
        // before its first write.
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| Trouble::Statement(storage_error(&error)))?;
        // Dropping the transaction on an error rolls it back, so nothing of it is stored.
        let numbers: rusqlite::Result<Vec<i64>> =
            batch.iter().map(|job| execute(&transaction, &job.change)).collect();
        let numbers = numbers.map_err(|error| Trouble::Statement(storage_error(&error)))?;
        let begun = Instant::now();
        transaction.commit().map_err(|error| {
            tracing::error!(%error, "the store could not commit");
            Trouble::Commit(commit_error(&error))
        })?;
        self.observer.committed(batch.len(), begun.elapsed());
        Ok(numbers)
    }
}

/// Failure of a transaction.
enum Trouble {
    /// A statement failed before the commit, so the transaction was rolled back.
    Statement(StorageError),
    /// The commit failed.
    Commit(StorageError),
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
    // SQLite copies the page before an `INSERT` with a `SELECT`, in case a later row can't be inserted.
    let sql = "INSERT INTO entries (number, sequence, text, link, spent, command)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let (sequence, text, command) = (sequence as i64, line.to_string(), command.map(|command| command.0));
    change_row(connection, sql, params![table, sequence, text, link.0, spent, command])
}

/// Changes or inserts exactly one row. A deleted table has none.
fn change_row(connection: &Connection, sql: &str, parameters: impl Params) -> rusqlite::Result<()> {
    match connection.prepare_cached(sql)?.execute(parameters)? {
        1 => Ok(()),
        changed => Err(rusqlite::Error::StatementChangedRows(changed)),
    }
}

/// Fails like [`change_row`] if the table was deleted.
fn require_table(connection: &Connection, table: i64) -> rusqlite::Result<()> {
    match connection.prepare_cached("SELECT 1 FROM tables WHERE number = ?1")?.exists([table])? {
        true => Ok(()),
        false => Err(rusqlite::Error::StatementChangedRows(0)),
    }
}

fn execute(connection: &Connection, change: &Change) -> rusqlite::Result<i64> {
    match change {
        Change::CreateTable { record, chairs, lines } => {
            let options = json(&record.options);
            let sql =
                "INSERT INTO tables (id, game, options, seats, dealer, seed, chairs, created, touched, stake, time_control, founder, opening, family, rated, audience)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
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
                record.stored_time_control().as_ref().map(json),
                record.host.map(String::from),
                record.opening.as_ref().map(json),
                record.pool.as_ref().map(|pool| &pool.family),
                record.pool.as_ref().is_some_and(|pool| pool.is_rated),
                crate::reader::audience(record.players_only),
            ])?;
            for (sequence, (line, link)) in lines.iter().enumerate() {
                write_line(connection, table, sequence, line, *link, None, None)?;
            }
            Ok(table)
        }
        Change::Touch { number } => {
            let sql = "UPDATE tables SET touched = ?2 WHERE number = ?1 AND finished IS NULL";
            connection.prepare_cached(sql)?.execute(params![number.0, unix_time() as i64])?;
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
            // Often enough to know which tables are in use.
            if matches!(line, Line::Deal(_)) || sequence.is_multiple_of(TOUCHED) {
                let sql = "UPDATE tables SET touched = ?2 WHERE number = ?1";
                change_row(connection, sql, params![table, unix_time() as i64])?;
            } else {
                require_table(connection, table)?;
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
            change_row(connection, sql, params![table, chairs, unix_time() as i64]).map(|()| 0)
        }
        Change::Finish { lease, finished, at } => {
            matches::finish(connection, lease, finished, *at).map(|()| 0)
        }
        Change::End { lease, ended, finished, at } => {
            let sql = "UPDATE tables SET ended = ?2 WHERE number = ?1";
            change_row(connection, sql, params![lease.number.0, ended])?;
            matches::finish(connection, lease, finished, *at).map(|()| 0)
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
                .query_row(params![id.to_string(), unix_time() as i64], |row| row.get(0))?;
            // Two operations with one id are no accident. All readers then see the same one.
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
            connection.prepare_cached(sql)?.execute(params![guest, endpoint, unix_time() as i64])?;
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
        Change::Account(change, at) => {
            accounts::execute(connection, change, *at).map(accounts::Outcome::number)
        }
        Change::Moderation(change, at) => {
            moderation::execute(connection, change, *at).map(accounts::Outcome::number)
        }
        Change::Tie { accounts, change, at } => {
            ties::change(connection, *accounts, *change, *at).map(ties::TieOutcome::number)
        }
        Change::Challenge(change, at) => {
            challenges::change(connection, change, *at).map(|changed| changed as i64)
        }
        Change::Bell(change, at) => bells::change(connection, change, *at).map(|changed| changed as i64),
        Change::ForgetPerson { person, tables } => {
            accounts::forget_person(connection, *person, tables).map(|()| 0)
        }
        Change::Expire { never_begun, others } => {
            let sql = "DELETE FROM subscriptions WHERE touched < ?1";
            connection.prepare_cached(sql)?.execute([*others as i64])?;
            // An imported match has lines from the start. It is unused while there are no others and only one
            // player. The newest table stays, because its number must not be reused while it may be in
            // memory.
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
    // Actions may take days at such tables, so each one marks the table as used.
    let sql = "UPDATE tables SET clocks = ?2, touched = ?3 WHERE number = ?1";
    connection.prepare_cached(sql)?.execute((table, json(clocks), unix_time() as i64))?;
    Ok(())
}

pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("the value has string keys")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::record;

    #[test]
    fn a_long_match_from_a_browser_is_written_alone_after_what_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let location = Location::new(folder.path(), None).expect("a location");
        let writer = Writer::new(location, Arc::new(())).begin().expect("it opens");
        let (jobs, queue) = mpsc::channel(8);
        let found = |lines: usize| {
            let (answer, answered) = oneshot::channel();
            let line = (Line::Entry("0 7d".parse().unwrap()), Link([0; 16]));
            let (record, chairs) = (Box::new(record()), "[]".to_owned());
            let change = Change::CreateTable { record, chairs, lines: vec![line; lines] };
            jobs.blocking_send(Job { change, answer }).unwrap_or_else(|_| panic!("the queue is open"));
            answered
        };
        // The file numbers tables in the order of their insertion.
        let answers = [2_000, 0, 2_000, 16].map(found);
        drop(jobs);
        writer.run(queue);
        let numbers = answers.map(|answered| answered.blocking_recv().expect("an answer"));
        assert_eq!(numbers, [3, 1, 4, 2].map(Ok));
    }
}
