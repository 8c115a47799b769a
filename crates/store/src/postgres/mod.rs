//! Storage in a PostgreSQL database that several servers may share.
//!
//! The right to write is part of a table's own record. A server that takes a table increments its epoch and
//! writes a line of its own, and each sequence has only one line. Of two servers that would write at the same
//! place, one fails, even if it was suspended or cut off before.
//!
//! A visible row need not be durable: after an interrupted wait for the standby it may be visible although no
//! standby has it. A later line that is *confirmed* proves that all lines before it are durable. A table is
//! therefore opened only after the confirmation of its new owner's line, and taken again whenever the outcome
//! of a write is unknown.

mod accounts;
#[cfg(feature = "archive")]
mod archive;
mod bells;
mod challenges;
mod copy;
mod matches;
mod members;
mod moderation;
mod passkeys;
mod schema;
mod sessions;
mod ties;
mod tls;

#[cfg(feature = "archive")]
pub use archive::{ArchiveError, Archived, Archiving, archive_matches};
pub use tls::DatabaseTlsError;

use super::reader::{self, SetupColumns, Summary, TableRow};
use super::writer::{AT_ONCE, Answer, Change, MAX_DEVICES, TOUCHED, json};
use super::{Lease, LoadError, OpenError, Stored, TableNumber};
use crate::identity::PadId;
use crate::{Durability, Observer, Sizes, unix_time};
use catalog::Line;
use futures_util::future::BoxFuture;
use members::Member;
use pads::Log;
use sessions::{CONNECT_TIMEOUT, STATEMENT_TIMEOUT, Session, Sessions, Trouble};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use table::{Fingerprint, GuestId, Link, StorageError, TableId, TableRecord, Timed};
use tls::{Address, AddressError};
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot, watch};
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

/// Number of concurrent statements that append match lines.
const WRITERS: usize = 2;

/// Maximum number of match lines in a batch.
const BATCH: usize = 1024;

/// Maximum number of queued match lines.
const QUEUE: usize = 8192;

/// Attempts to take a table that other servers want at the same time.
const TRIES: usize = 8;

/// Statement that marks an unfinished card table as used.
const TOUCH: &str = "UPDATE tables SET touched = $2 WHERE number = $1 AND finished IS NULL";

/// Store with its data in a PostgreSQL database. It is cheap to clone.
#[derive(Clone)]
pub(super) struct PostgresStore {
    sessions: Arc<Sessions>,
    ended: watch::Receiver<()>,
    jobs: mpsc::Sender<Job>,
    /// Membership of this server in the cluster. Without one, no server is asked for this one's tables, and
    /// this one takes every table it is asked for.
    member: Option<Arc<Member>>,
    /// Archive with the lines of old matches.
    #[cfg(feature = "archive")]
    archive: Option<Arc<archive::Archive>>,
}

/// Match line to write, with the sender for its result.
struct Job {
    lease: Lease,
    text: String,
    link: Link,
    timed: Option<Timed>,
    command: Option<Fingerprint>,
    answer: oneshot::Sender<Answer>,
}

/// Returns the connections to a database, of which none is open yet.
fn sessions(address: &str) -> Result<Sessions, OpenError> {
    let Address { mut config, tls } = Address::parse(address)?;
    if let (None, Ok(password)) = (config.get_password(), std::env::var("PGPASSWORD")) {
        config.password(password);
    }
    config.application_name("parlour").connect_timeout(CONNECT_TIMEOUT);
    Ok(Sessions::new(config, tls))
}

/// Checks the connection string, and with `connects` also the database. Writes nothing.
pub(super) async fn check(address: &str, durability: Durability, connects: bool) -> Result<(), OpenError> {
    let sessions = sessions(address)?;
    if connects {
        schema::check_durability(&sessions, durability).await?;
        schema::check_version(&sessions).await?;
    }
    Ok(())
}

impl From<AddressError> for OpenError {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Tls(error) => Self::DatabaseTls(error),
            AddressError::Invalid(_) => Self::Database(error.to_string()),
        }
    }
}

impl PostgresStore {
    /// Opens a database, and creates its tables if there are none.
    pub(super) async fn open(
        address: &str,
        durability: Durability,
        observer: Arc<dyn Observer>,
    ) -> Result<Self, OpenError> {
        let sessions = Arc::new(sessions(address)?);
        schema::check_durability(&sessions, durability).await?;
        schema::make_tables(&sessions).await?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (alive, ended) = watch::channel(());
        let (queue, alive) = (Arc::new(AsyncMutex::new(queue)), Arc::new(alive));
        for _ in 0..WRITERS {
            let (sessions, queue, alive) = (Arc::clone(&sessions), Arc::clone(&queue), Arc::clone(&alive));
            let observer = Arc::clone(&observer);
            tokio::spawn(async move {
                write(&sessions, &queue, &*observer).await;
                drop(alive);
            });
        }
        Ok(Self {
            sessions,
            ended,
            jobs,
            member: None,
            #[cfg(feature = "archive")]
            archive: None,
        })
    }

    pub(super) fn ended(&self) -> BoxFuture<'static, ()> {
        let mut ended = self.ended.clone();
        Box::pin(async move {
            let closed = async { while ended.changed().await.is_ok() {} };
            if tokio::time::timeout(STATEMENT_TIMEOUT, closed).await.is_err() {
                tracing::error!("the database is still busy");
            }
        })
    }

    pub(super) async fn change(&self, change: Change) -> Answer {
        match change {
            Change::Append { lease, line, link, timed, command } => {
                self.append(lease, &line, link, timed, command).await
            }
            Change::CreateTable { record, chairs, lines } => {
                self.create_table(&record, &chairs, &lines).await
            }
            Change::Touch { number } => self.ask(TOUCH, &[&number.0, &(unix_time() as i64)]).await,
            Change::Opening { lease, record } => {
                let opening = record.opening.as_ref().map(json);
                let (seed, dealer) = (String::from(record.seed), i32::from(record.dealer));
                let set = "opening = $3, seed = $4, dealer = $5";
                self.change_row(lease, set, &[&opening, &seed, &dealer]).await
            }
            Change::Seat { lease, chairs, clocks: None } => {
                self.change_row(lease, "chairs = $3", &[&chairs]).await
            }
            Change::Seat { lease, chairs, clocks: Some(clocks) } => {
                let (clocks, at) = (json(&clocks), lease.next as i32);
                let set = "chairs = $3, clocks = $4, clocks_at = $5";
                self.change_row(lease, set, &[&chairs, &clocks, &at]).await
            }
            // Boxed, because these are rare, and every change would reserve their memory.
            Change::Finish { lease, finished, at } => Box::pin(self.finish(lease, None, &finished, at)).await,
            Change::End { lease, ended, finished, at } => {
                Box::pin(self.finish(lease, Some(ended), &finished, at)).await
            }
            Change::Next { lease, next } => self.change_row(lease, "next = $3", &[&next.to_string()]).await,
            Change::Pad { id, operations } => {
                let (ids, texts): (Vec<String>, Vec<String>) = operations.into_iter().unzip();
                let sql = "WITH pad AS (
                               INSERT INTO pads (id, touched) VALUES ($1, $2)
                               ON CONFLICT (id) DO UPDATE SET touched = excluded.touched RETURNING number)
                           INSERT INTO operations (pad, id, text)
                               SELECT number, o.id, o.text FROM pad, unnest($3::text[], $4::text[]) AS o(id, text)
                           ON CONFLICT (pad, id) DO UPDATE SET text = excluded.text";
                self.ask(sql, &[&id.to_string(), &(unix_time() as i64), &ids, &texts]).await
            }
            Change::Subscribe { guest, endpoint } => {
                let guest = String::from(guest);
                let sql = "INSERT INTO subscriptions (guest, endpoint, touched) VALUES ($1, $2, $3)
                           ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, touched = excluded.touched";
                self.ask(sql, &[&guest, &endpoint, &(unix_time() as i64)]).await?;
                let sql = "DELETE FROM subscriptions WHERE guest = $1 AND endpoint NOT IN (
                               SELECT endpoint FROM subscriptions WHERE guest = $1
                               ORDER BY endpoint = $2 DESC, touched DESC LIMIT $3)";
                self.ask(sql, &[&guest, &endpoint, &MAX_DEVICES]).await
            }
            Change::Unsubscribe { guest, endpoint } => {
                let sql = "DELETE FROM subscriptions WHERE guest = $1 AND endpoint = $2";
                self.ask(sql, &[&String::from(guest), &endpoint]).await
            }
            Change::Account(change, at) => Box::pin(self.change_account(&change, at)).await,
            Change::Moderation(change, at) => Box::pin(self.change_moderation(&change, at)).await,
            Change::Tie { accounts, change, at } => Box::pin(self.change_tie(accounts, change, at)).await,
            Change::Bell(change, at) => Box::pin(self.change_bell(&change, at)).await,
            Change::Challenge(change, at) => Box::pin(self.change_challenge(&change, at)).await,
            Change::ForgetPerson { person, tables } => Box::pin(self.forget_person(person, &tables)).await,
            Change::Expire { never_begun, others } => self.expire(never_begun as i64, others as i64).await,
            Change::Nothing => self.ask("UPDATE house SET version = version", &[]).await,
        }
    }

    /// Runs a statement without a result.
    async fn ask(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Answer {
        self.sessions.query(sql, values).await?;
        Ok(0)
    }

    /// Changes the row of a table for its owner. The lock on the row makes the check exact.
    async fn change_row(&self, lease: Lease, set: &str, values: &[&(dyn ToSql + Sync)]) -> Answer {
        let sql = format!("UPDATE tables SET {set} WHERE number = $1 AND epoch = $2 RETURNING number");
        let mut all: Vec<&(dyn ToSql + Sync)> = vec![&lease.number.0, &lease.epoch];
        all.extend_from_slice(values);
        let rows = self.sessions.query(&sql, &all).await?;
        if rows.is_empty() { Err(StorageError::LeaseLost) } else { Ok(0) }
    }

    async fn append(
        &self,
        lease: Lease,
        line: &Line,
        link: Link,
        timed: Option<Timed>,
        command: Option<Fingerprint>,
    ) -> Answer {
        if matches!(line, Line::Deal(_)) || lease.next.is_multiple_of(TOUCHED) {
            let sessions = Arc::clone(&self.sessions);
            // In the background, because nothing depends on it.
            tokio::spawn(async move {
                let _ = sessions.query(TOUCH, &[&lease.number.0, &(unix_time() as i64)]).await;
            });
        }
        let Ok(room) = self.jobs.reserve().await else { return Err(StorageError::Closed) };
        let (answer, answered) = oneshot::channel();
        room.send(Job { lease, text: line.to_string(), link, timed, command, answer });
        answered.await.unwrap_or(Err(StorageError::Closed))
    }

    async fn create_table(&self, record: &TableRecord, chairs: &str, lines: &[(Line, Link)]) -> Answer {
        let texts: Vec<String> = lines.iter().map(|(line, _)| line.to_string()).collect();
        let links: Vec<&[u8]> = lines.iter().map(|(_, link)| link.0.as_slice()).collect();
        let sequences: Vec<i32> = (0..lines.len() as i32).collect();
        let sql = "WITH t AS (
                INSERT INTO tables (id, game, options, seats, dealer, seed, chairs, created, touched, stake, time_control, founder, opening,
                    family, rated, audience)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $16, $17, $18) RETURNING number),
            e AS (
                INSERT INTO entries (number, sequence, epoch, text, link)
                SELECT number, l.sequence, 0, l.text, l.link
                FROM t, unnest($13::int[], $14::text[], $15::bytea[]) AS l(sequence, text, link))
            SELECT number FROM t";
        let rows = self
            .sessions
            .query(
                sql,
                &[
                    &record.id.to_string(),
                    &record.game,
                    &json(&record.options),
                    &i32::from(record.seats),
                    &i32::from(record.dealer),
                    &String::from(record.seed),
                    &chairs,
                    &(record.created as i64),
                    &record.stake.map(i64::from),
                    &record.stored_time_control().as_ref().map(json),
                    &record.host.map(String::from),
                    &record.opening.as_ref().map(json),
                    &sequences,
                    &texts,
                    &links,
                    &record.pool.as_ref().map(|pool| &pool.family),
                    &record.pool.as_ref().is_some_and(|pool| pool.is_rated),
                    &reader::audience(record.players_only),
                ],
            )
            .await?;
        Ok(rows.first().map_or(0, |row| row.get(0)))
    }

    /// Deletes unused data. The row of an archived match stays, because it names the file and the players.
    async fn expire(&self, never_begun: i64, others: i64) -> Answer {
        self.ask("DELETE FROM subscriptions WHERE touched < $1", &[&others]).await?;
        let sql = "WITH gone AS (
                DELETE FROM tables WHERE number IN (
                    (SELECT number FROM tables WHERE touched < $1 AND finished IS NULL AND (NOT EXISTS (
                        SELECT 1 FROM entries WHERE entries.number = tables.number AND link IS NOT NULL)
                        OR chairs NOT LIKE '%\"kind\":\"person\"%\"kind\":\"person\"%' AND strpos(opening, '\"lines\":' ||
                            (SELECT count(*) FROM entries WHERE entries.number = tables.number AND link IS NOT NULL) || '}') > 0) LIMIT $3)
                    UNION (SELECT number FROM tables WHERE greatest(touched, finished) < $2 AND archive IS NULL LIMIT $3))
                RETURNING number),
            lines AS (DELETE FROM entries USING gone WHERE entries.number = gone.number)
            SELECT number FROM gone";
        let tables = self.sessions.query(sql, &[&never_begun, &others, &AT_ONCE]).await?;
        let sql = "WITH gone AS (
                DELETE FROM pads WHERE number IN (SELECT number FROM pads WHERE touched < $1 LIMIT $2) RETURNING number),
            lines AS (DELETE FROM operations USING gone WHERE pad = gone.number)
            SELECT number FROM gone";
        let pads = self.sessions.query(sql, &[&others, &AT_ONCE]).await?;
        Ok((tables.len() + pads.len()) as i64)
    }

    pub(super) async fn take(&self, id: TableId) -> Result<Option<(Stored, Lease)>, LoadError> {
        // If two servers take a table at once, the row lock makes the second wait. It then reads the new
        // owner, and fails.
        let sql = "WITH t AS (UPDATE tables SET epoch = epoch + 1, owner = $2 WHERE id = $1
                AND ($2::bigint IS NULL OR owner IS NULL OR owner = $2 OR owner NOT IN (SELECT node FROM nodes))
                RETURNING number, epoch, archive),
            o AS (INSERT INTO entries (number, sequence, epoch, text)
                SELECT number, (SELECT coalesce(max(sequence) + 1, 0) FROM entries WHERE entries.number = t.number), epoch, 'owner'
                FROM t WHERE NOT EXISTS (SELECT FROM archives WHERE archives.archive = t.archive AND moved)
                RETURNING number, sequence)
            SELECT number, epoch, sequence FROM t LEFT JOIN o USING (number)";
        let own = self.member.as_ref().map(|member| member.number.load(Ordering::SeqCst));
        for _ in 0..TRIES {
            let taken = match self.sessions.query(sql, &[&id.to_string(), &own]).await {
                // The earlier owner has written a line since the statement began.
                Err(Trouble::Refused(refused)) if *refused.code() == SqlState::UNIQUE_VIOLATION => continue,
                taken => taken?,
            };
            let Some(taken) = taken.first() else {
                let found =
                    self.sessions.query("SELECT 1 FROM tables WHERE id = $1", &[&id.to_string()]).await?;
                return if found.is_empty() { Ok(None) } else { Err(LoadError::Elsewhere) };
            };
            let (number, epoch, sequence): (i64, i64, Option<i32>) =
                (taken.get(0), taken.get(1), taken.get(2));
            // No line can be added to a match whose lines are only in a file.
            let sequence = sequence.unwrap_or(i32::MAX - 1);
            // The owner's line is confirmed, and with it every line before.
            let Some(stored) = self.load(id, sequence).await? else { return Ok(None) };
            let next = sequence as usize + 1;
            return Ok(Some((stored, Lease { number: TableNumber(number), epoch, next })));
        }
        Err(LoadError::Unreachable("other servers want the same table".to_owned()))
    }

    pub(super) async fn summary(&self, id: TableId) -> Result<Option<Summary>, LoadError> {
        let sql = "SELECT chairs, finished IS NOT NULL OR ended IS NOT NULL,
                       (SELECT count(*) FROM entries WHERE entries.number = tables.number), audience
                   FROM tables WHERE id = $1";
        let rows = self.sessions.query(sql, &[&id.to_string()]).await?;
        rows.first()
            .map(|row| reader::summary(id, row.get(0), (row.get(1), row.get(2)), row.get(3)))
            .transpose()
    }

    pub(super) async fn read(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        self.load(id, i32::MAX).await
    }

    /// Reads a card table with the match lines before the sequence number `end`.
    async fn load(&self, id: TableId, end: i32) -> Result<Option<Stored>, LoadError> {
        let sql = "SELECT number, game, options, seats, dealer, seed, chairs, created, finished IS NOT NULL, stake, ended, next,
                       opening, time_control, clocks, founder, clocks_at, tables.archive IS NOT NULL, moved, file, ends, hashes, family, rated, audience
                   FROM tables LEFT JOIN archives USING (archive) WHERE id = $1";
        let rows = self.sessions.query(sql, &[&id.to_string()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let mut stored = read_row(row).stored(id)?;
        let (mut clocks_at, is_archived): (i32, bool) = (row.get(16), row.get(17));
        if row.get::<_, Option<bool>>(18) == Some(true) {
            let (ends, hashes): (Option<_>, Option<_>) = (row.get(20), row.get(21));
            let (ends, hashes) = (ends.unwrap_or_default(), hashes.unwrap_or_default());
            self.add_archived(&mut stored, row.get(19), ends, hashes).await?;
            stored.check_opening()?;
            return Ok(Some(stored));
        }
        let sql = "SELECT sequence, text, link, spent, clocks, command FROM entries WHERE number = $1 AND sequence < $2 ORDER BY sequence";
        for (index, row) in self.sessions.query(sql, &[&stored.number.0, &end]).await?.iter().enumerate() {
            let sequence: i32 = row.get(0);
            let damaged = || LoadError::Damaged { table: id, line: stored.lines.len() };
            if sequence != index as i32 {
                return Err(damaged());
            }
            // An entry without a link is no line of the match.
            let Some(link) = row.get::<_, Option<&[u8]>>(2) else { continue };
            let link = Link(link.try_into().map_err(|_| damaged())?);
            let spent = row.get::<_, Option<i64>>(3).and_then(|spent| u32::try_from(spent).ok());
            let clocks: Option<&str> = row.get(4);
            if let Some(clocks) = clocks.filter(|_| clocks_at <= sequence) {
                let strange = |error: serde_json::Error| LoadError::Strange {
                    table: id,
                    what: format!("clocks: {error}"),
                };
                stored.clocks = Some(serde_json::from_str(clocks).map_err(strange)?);
                clocks_at = sequence;
            }
            let command = row.get::<_, Option<&[u8]>>(5).and_then(|command| command.try_into().ok());
            stored.add(row.get(1), Some(link), spent, command.map(Fingerprint))?;
        }
        if is_archived && stored.lines.is_empty() {
            return Err(LoadError::Unreachable("the match is being moved to the archive".to_owned()));
        }
        stored.check_opening()?;
        Ok(Some(stored))
    }

    #[cfg(not(feature = "archive"))]
    #[allow(clippy::unused_async, reason = "same signature as with archives")]
    async fn add_archived(
        &self,
        stored: &mut Stored,
        _: String,
        _: Vec<i64>,
        _: Vec<Vec<u8>>,
    ) -> Result<(), LoadError> {
        let what = "this build has no archive; build it with --features full".to_owned();
        Err(LoadError::Away { table: stored.record.id, what })
    }

    pub(super) async fn link(&self, table: TableNumber, version: usize) -> Result<Option<Link>, LoadError> {
        let Some(before) = version.checked_sub(1) else { return Ok(None) };
        let sql = "SELECT link FROM entries WHERE number = $1 AND link IS NOT NULL ORDER BY sequence OFFSET $2 LIMIT 1";
        let rows = self.sessions.query(sql, &[&table.0, &(before as i64)]).await?;
        let link = rows.first().and_then(|row| row.get::<_, &[u8]>(0).try_into().ok());
        Ok(link.map(Link))
    }

    pub(super) async fn load_pad(&self, id: PadId) -> Result<Option<Log>, LoadError> {
        let sql = "SELECT text FROM pads LEFT JOIN operations ON pad = number WHERE pads.id = $1";
        let rows = self.sessions.query(sql, &[&id.to_string()]).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let mut log = Log::default();
        for text in rows.iter().filter_map(|row| row.get::<_, Option<&str>>(0)) {
            let operation = serde_json::from_str(text);
            log.add(operation.map_err(|error| LoadError::StrangePad { pad: id, what: error.to_string() })?);
        }
        Ok(Some(log))
    }

    pub(super) async fn endpoints(&self, guest: GuestId) -> Result<Vec<String>, LoadError> {
        let sql = "SELECT endpoint FROM subscriptions WHERE guest = $1";
        let rows = self.sessions.query(sql, &[&String::from(guest)]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// PostgreSQL checkpoints its own log.
    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(super) async fn tidy(&self) -> Result<(), LoadError> {
        Ok(())
    }

    /// PostgreSQL checks its own files.
    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(super) async fn look_through(&self) -> Result<Option<String>, LoadError> {
        Ok(None)
    }

    pub(super) async fn sizes(&self) -> Sizes {
        let rows = self.sessions.query("SELECT pg_database_size(current_database())", &[]).await;
        let size = rows.ok().and_then(|rows| Some(rows.first()?.get::<_, i64>(0)));
        Sizes { file: size.unwrap_or_default().unsigned_abs(), log: 0 }
    }
}

fn read_row(row: &Row) -> TableRow {
    // Seats and dealers are small numbers. The game rejects invalid ones.
    let small = |index: usize| u8::try_from(row.get::<_, i32>(index)).unwrap_or(u8::MAX);
    TableRow {
        number: row.get(0),
        setup: SetupColumns {
            game: row.get(1),
            options: row.get(2),
            seats: small(3),
            dealer: small(4),
            seed: row.get(5),
            opening: row.get(12),
        },
        chairs: row.get(6),
        created: row.get(7),
        finished: row.get(8),
        stake: row.get::<_, Option<i64>>(9).and_then(|stake| u32::try_from(stake).ok()),
        ended: row.get(10),
        next: row.get(11),
        time_control: row.get(13),
        clocks: row.get(14),
        founder: row.get(15),
        pool: reader::pool_origin(row.get("family"), row.get("rated")),
        players_only: reader::is_players_only(row.get("audience")),
    }
}

/// Writes all queued lines in one statement each time, until every sender is gone.
async fn write(sessions: &Sessions, queue: &AsyncMutex<mpsc::Receiver<Job>>, observer: &dyn Observer) {
    let mut session: Option<Session> = None;
    loop {
        let mut batch = Vec::new();
        // The other writer waits here, and takes the lines that arrive while this one writes.
        if queue.lock().await.recv_many(&mut batch, BATCH).await == 0 {
            return;
        }
        let begun = Instant::now();
        let written = sessions.unless_silent(append_all(sessions, &mut session, &batch)).await;
        match written {
            Ok(written) => {
                observer.committed(batch.len(), begun.elapsed());
                for job in batch {
                    let is_written = written.contains(&job.lease.number.0);
                    // A cancelled caller learns the outcome when it takes the table.
                    let _ = job.answer.send(if is_written { Ok(0) } else { Err(StorageError::LeaseLost) });
                }
            }
            Err(trouble) => {
                session = None;
                let error = StorageError::from(trouble);
                for job in batch {
                    let _ = job.answer.send(Err(error));
                }
            }
        }
    }
}

/// Appends lines, and returns the numbers of their tables. A missing number means that its lease is lost. At
/// most one line per table is in progress, because two could leave a gap.
async fn append_all(
    sessions: &Sessions,
    session: &mut Option<Session>,
    batch: &[Job],
) -> Result<Vec<i64>, Trouble> {
    let session = sessions.open(session).await?;
    let numbers: Vec<i64> = batch.iter().map(|job| job.lease.number.0).collect();
    let sequences: Vec<i32> = batch.iter().map(|job| job.lease.next as i32).collect();
    let epochs: Vec<i64> = batch.iter().map(|job| job.lease.epoch).collect();
    let texts: Vec<&str> = batch.iter().map(|job| job.text.as_str()).collect();
    let links: Vec<&[u8]> = batch.iter().map(|job| job.link.0.as_slice()).collect();
    let timed = || batch.iter().map(|job| job.timed.as_ref());
    let spent: Vec<Option<i64>> = timed().map(|timed| timed?.spent.map(i64::from)).collect();
    let clocks: Vec<Option<String>> = timed().map(|timed| timed.map(|timed| json(&timed.clocks))).collect();
    let commands: Vec<Option<&[u8]>> =
        batch.iter().map(|job| job.command.as_ref().map(|command| command.0.as_slice())).collect();
    let sql = "INSERT INTO entries (number, sequence, epoch, text, link, spent, clocks, command)
        SELECT e.* FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::bytea[], $6::bigint[], $7::text[], $8::bytea[])
            AS e(number, sequence, epoch, text, link, spent, clocks, command)
        JOIN tables t ON t.number = e.number AND t.epoch = e.epoch AND t.archive IS NULL
        ON CONFLICT DO NOTHING RETURNING number";
    let rows = session
        .query(sql, &[&numbers, &sequences, &epochs, &texts, &links, &spent, &clocks, &commands])
        .await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}
