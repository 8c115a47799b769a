//! Copy of all data from a data file to a PostgreSQL database, or back.

use super::backup::Contents;
use super::bells::{self, BellRow, INSERT_BELL};
use super::challenges::{self, ChallengeRow, INSERT_CHALLENGE};
use super::file::Location;
use super::folder::FolderLock;
use super::matches::{INSERT_CHANGE, INSERT_MATCH};
use super::passkeys::{self, INSERT_PASSKEY, PasskeyRow};
use super::postgres::PostgresStore;
use super::ties::INSERT_TIE;
use super::{LoadError, OpenError, Stored, create_private, create_private_folder, reader};
use crate::Durability;
use rusqlite::{Connection, params};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::{Link, PoolOrigin, TableId};

/// Place of a server's data.
#[derive(Clone, Debug)]
pub enum Place {
    /// Data folder, with a data file.
    Folder(PathBuf),
    /// PostgreSQL database.
    Database {
        /// URL of the database.
        address: String,
        /// Durability of the database.
        durability: Durability,
        /// Folder of the archive, if matches are only there.
        archive: Option<PathBuf>,
    },
}

/// Error of a migration. The source is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The source or the destination can't be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Both places are of the same kind.
    #[error(
        "one place must be a data folder and the other a database; use `parlour backup` between folders, and \
         PostgreSQL's own tools between databases"
    )]
    SameKind,
    /// There is no data file to copy from.
    #[error("there is no data file {}", .0.display())]
    Missing(PathBuf),
    /// The destination folder has a data file.
    #[error("{} already exists; choose another folder", .0.display())]
    Exists(PathBuf),
    /// The destination database has tables or score pads.
    #[error("the database already has {0} tables and score pads; choose an empty one")]
    NotEmpty(i64),
    /// A running server uses the database.
    #[error("a running server uses the database; stop all servers first")]
    InUse,
    /// The source can't be read.
    #[error("the data can't be read: {0}")]
    Source(String),
    /// The destination can't be written.
    #[error("the copy can't be written: {0}")]
    Destination(String),
    /// The copy differs from the source.
    #[error("the copy differs from the source at the table with hash {0}; don't use the copy")]
    Differs(String),
}

impl From<LoadError> for MigrateError {
    fn from(error: LoadError) -> Self {
        Self::Source(error.to_string())
    }
}

/// Row of a card table, with the columns that both kinds of storage have.
pub(super) struct TableCopy {
    pub(super) id: TableId,
    pub(super) setup: SetupCopy,
    pub(super) chairs: String,
    pub(super) created: i64,
    pub(super) touched: i64,
    pub(super) finished: Option<i64>,
    pub(super) stake: Option<i64>,
    pub(super) next: Option<String>,
    pub(super) ended: Option<String>,
    pub(super) time_control: Option<String>,
    pub(super) clocks: Option<String>,
    pub(super) origin: OriginCopy,
    pub(super) lines: Vec<LineCopy>,
    /// Hash of the chain after the last line.
    pub(super) link: Link,
}

/// Columns from which a match follows, together with its lines.
pub(super) struct SetupCopy {
    pub(super) game: String,
    pub(super) options: String,
    pub(super) seats: i32,
    pub(super) dealer: i32,
    pub(super) seed: String,
    pub(super) opening: Option<String>,
}

/// Columns with the origin of a table: its host, or the pool of its players, and the players who may watch.
pub(super) struct OriginCopy {
    pub(super) founder: Option<String>,
    pub(super) pool: Option<PoolOrigin>,
    pub(super) audience: Option<String>,
}

/// Match line.
pub(super) struct LineCopy {
    pub(super) text: String,
    pub(super) link: Link,
    pub(super) spent: Option<u32>,
    pub(super) command: Option<[u8; 16]>,
}

/// Shared score pad.
pub(super) struct PadCopy {
    pub(super) id: String,
    pub(super) touched: i64,
    /// Ids and texts of the operations.
    pub(super) operations: Vec<(String, String)>,
}

/// Push subscription: endpoint, guest, and time of the last use.
pub(super) type SubscriptionCopy = (String, String, i64);

/// Rows of all accounts.
#[derive(Default)]
pub(super) struct AccountsCopy {
    pub(super) accounts: Vec<AccountCopy>,
    /// Locked names, with the end of each lock.
    pub(super) locked: Vec<(String, i64)>,
    /// Devices: token, account, label, made, seen.
    pub(super) devices: Vec<(Vec<u8>, String, String, i64, i64)>,
    /// Recovery codes: hash, account, and time of use.
    pub(super) codes: Vec<(Vec<u8>, String, Option<i64>)>,
    pub(super) passkeys: Vec<PasskeyRow>,
    /// Ties: account, other account, kind, time.
    pub(super) ties: Vec<TieCopy>,
    pub(super) challenges: Vec<ChallengeRow>,
    pub(super) bells: Vec<BellRow>,
}

/// Row of a tie: account, other account, kind, time.
pub(super) type TieCopy = (String, String, String, i64);

/// Row of an account.
pub(super) struct AccountCopy {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) folded: String,
    pub(super) password: Option<String>,
    pub(super) visible: i64,
    pub(super) made: i64,
    pub(super) renamed: Option<i64>,
    pub(super) seen: i64,
}

/// Rows of matches and ratings.
#[derive(Default)]
pub(super) struct MatchesCopy {
    pub(super) matches: Vec<MatchCopy>,
    /// Ratings: person, family, mean, deviation, number of matches, time of the last one.
    pub(super) ratings: Vec<(String, String, f64, f64, i64, i64)>,
    /// Log of ratings, in its order.
    pub(super) log: Vec<LogCopy>,
}

/// Rows of reports and rulings, with their numbers: the audit log and the pages of players name rulings by them.
#[derive(Default)]
pub(super) struct ModerationCopy {
    /// Reports: number, reporter, about, table, reason, phrases, time, time of the ruling.
    pub(super) reports: Vec<ReportCopy>,
    /// Rulings: number, person, kind, end, reason, reply, time.
    pub(super) rulings: Vec<RulingCopy>,
}

pub(super) type ReportCopy = (i64, Option<String>, String, Option<String>, String, String, i64, Option<i64>);
pub(super) type RulingCopy = (i64, String, String, Option<i64>, String, Option<String>, i64);

/// Queries of all reports and rulings.
pub(super) const ALL_REPORTS: &str =
    "SELECT id, reporter, about, at_table, reason, phrases, at, closed FROM reports";
pub(super) const ALL_RULINGS: &str = "SELECT id, person, kind, until, reason, reply, at FROM rulings";

/// Insertions of a report and of a ruling.
pub(super) const COPY_REPORT: &str = "INSERT INTO reports (id, reporter, about, at_table, reason, phrases, at, closed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const COPY_RULING: &str =
    "INSERT INTO rulings (id, person, kind, until, reason, reply, at) VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// Row of a seat of a match.
pub(super) struct MatchCopy {
    pub(super) id: String,
    pub(super) seat: i64,
    pub(super) person: Option<String>,
    pub(super) family: String,
    pub(super) finished: i64,
    pub(super) side: i64,
    pub(super) place: i64,
    pub(super) outcome: String,
    pub(super) weight: f64,
}

/// Row of the log of ratings.
pub(super) struct LogCopy {
    pub(super) id: String,
    pub(super) seat: i64,
    pub(super) person: Option<String>,
    pub(super) family: String,
    pub(super) at: i64,
    pub(super) weight: f64,
    /// Means and deviations before and after the match.
    pub(super) values: [f64; 4],
}

impl TableCopy {
    /// Adds the lines of the checked match. Lines of old versions have no stored hash, so all are computed.
    pub(super) fn add_lines(&mut self, stored: &Stored) {
        let mut link = Link::first(&stored.record);
        for (index, line) in stored.lines.iter().enumerate() {
            link = link.after(&stored.record.seed, line);
            self.lines.push(LineCopy {
                text: line.to_string(),
                link,
                spent: stored.spent[index],
                command: stored.commands[index].map(|command| command.0),
            });
        }
        self.link = link;
    }

    /// Checks that a stored table is this one.
    fn check(&self, stored: Option<&Stored>) -> Result<(), MigrateError> {
        let is_same = stored.is_some_and(|stored| {
            stored.link == self.link
                && stored.lines.len() == self.lines.len()
                && stored.finished == self.finished.is_some()
        });
        if is_same { Ok(()) } else { Err(MigrateError::Differs(self.id.in_log())) }
    }
}

/// Copies all tables, shared score pads, push subscriptions and accounts from one place to another, and compares the copy. No server
/// may use either place.
///
/// # Errors
///
/// Returns [`MigrateError`] if a place can't be used, is in use, or the destination is not empty.
pub async fn migrate(from: &Place, to: &Place) -> Result<Contents, MigrateError> {
    match (from, to) {
        (Place::Folder(folder), Place::Database { address, durability, archive }) => {
            let source = FileSource::open(folder)?;
            let store = open_database(address, *durability, archive.as_deref()).await?;
            to_database(&source, &store).await
        }
        (Place::Database { address, durability, archive }, Place::Folder(folder)) => {
            let mut copy = FileCopy::create(folder)?;
            let store = open_database(address, *durability, archive.as_deref()).await?;
            let contents = to_file(&store, &mut copy.connection).await?;
            copy.finish()?;
            Ok(contents)
        }
        _ => Err(MigrateError::SameKind),
    }
}

async fn open_database(
    address: &str,
    durability: Durability,
    archive: Option<&Path>,
) -> Result<PostgresStore, MigrateError> {
    let store = PostgresStore::open(address, durability, Arc::new(())).await?;
    #[cfg(feature = "archive")]
    let store = store.with_archive(archive.map(Path::to_owned));
    #[cfg(not(feature = "archive"))]
    let _ = archive;
    if store.is_in_use().await? {
        return Err(MigrateError::InUse);
    }
    Ok(store)
}

async fn to_database(source: &FileSource, store: &PostgresStore) -> Result<Contents, MigrateError> {
    let copy = store.begin_copy().await?;
    let ids = source.table_ids()?;
    for id in &ids {
        copy.add_table(&source.table(*id)?).await?;
    }
    let pads = source.pads()?;
    for pad in &pads {
        copy.add_pad(pad).await?;
    }
    copy.add_subscriptions(&source.subscriptions()?).await?;
    copy.add_accounts(&source.accounts()?).await?;
    copy.add_matches(&source.matches()?).await?;
    copy.add_moderation(&source.moderation()?).await?;
    copy.commit().await?;
    for id in &ids {
        source.table(*id)?.check(store.read(*id).await?.as_ref())?;
    }
    Ok(Contents { tables: ids.len() as u64, pads: pads.len() as u64 })
}

async fn to_file(store: &PostgresStore, copy: &mut Connection) -> Result<Contents, MigrateError> {
    let unwritable = |error: rusqlite::Error| MigrateError::Destination(error.to_string());
    let ids = store.copied_ids().await?;
    let pads = store.copied_pads().await?;
    let subscriptions = store.copied_subscriptions().await?;
    let accounts = store.copied_accounts().await?;
    let matches = store.copied_matches().await?;
    let moderation = store.copied_moderation().await?;
    // In one transaction, so that an interrupted copy is empty.
    let change = copy.transaction().map_err(unwritable)?;
    for id in &ids {
        write_table(&change, &store.copied_table(*id).await?).map_err(unwritable)?;
    }
    for pad in &pads {
        write_pad(&change, pad).map_err(unwritable)?;
    }
    for (endpoint, guest, touched) in &subscriptions {
        let sql = "INSERT INTO subscriptions (endpoint, guest, touched) VALUES (?1, ?2, ?3)";
        change.execute(sql, params![endpoint, guest, touched]).map_err(unwritable)?;
    }
    write_accounts(&change, &accounts).map_err(unwritable)?;
    write_matches(&change, &matches).map_err(unwritable)?;
    write_moderation(&change, &moderation).map_err(unwritable)?;
    change.commit().map_err(unwritable)?;
    for id in &ids {
        store.copied_table(*id).await?.check(reader::load(copy, *id)?.as_ref())?;
    }
    Ok(Contents { tables: ids.len() as u64, pads: pads.len() as u64 })
}

/// Data file that is copied, with the lock on its folder.
struct FileSource {
    connection: Connection,
    _lock: FolderLock,
}

impl FileSource {
    /// Opens a data file. A file of an older version is upgraded, as a server does it.
    fn open(folder: &Path) -> Result<Self, MigrateError> {
        let location = Location::of(folder);
        if !location.file().exists() {
            return Err(MigrateError::Missing(location.file().to_owned()));
        }
        let lock = FolderLock::of(&location)?;
        location.look()?;
        let connection = location.connect_to_write().map_err(|error| location.unusable(error))?;
        Ok(Self { connection, _lock: lock })
    }

    /// Returns all rows of a query.
    fn rows<T>(
        &self,
        sql: &str,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, MigrateError> {
        let rows = self.connection.prepare(sql).and_then(|mut select| select.query_map([], read)?.collect());
        rows.map_err(|error| MigrateError::Source(error.to_string()))
    }

    fn table_ids(&self) -> Result<Vec<TableId>, MigrateError> {
        let ids = self.rows("SELECT id FROM tables ORDER BY number", |row| row.get::<_, String>(0))?;
        ids.iter().map(|id| parse_id(id)).collect()
    }

    fn table(&self, id: TableId) -> Result<TableCopy, MigrateError> {
        let missing = || MigrateError::Source(format!("table {} is missing", id.in_log()));
        let stored = reader::load(&self.connection, id)?.ok_or_else(missing)?;
        let sql = "SELECT game, options, seats, dealer, seed, chairs, created, touched, finished, stake, next, ended,
                       time_control, clocks, founder, opening, family, rated, audience FROM tables WHERE id = ?1";
        let mut copy = self
            .connection
            .query_row(sql, [id.to_string()], |row| {
                Ok(TableCopy {
                    id,
                    setup: SetupCopy {
                        game: row.get(0)?,
                        options: row.get(1)?,
                        seats: row.get(2)?,
                        dealer: row.get(3)?,
                        seed: row.get(4)?,
                        opening: row.get(15)?,
                    },
                    chairs: row.get(5)?,
                    created: row.get(6)?,
                    touched: row.get(7)?,
                    finished: row.get(8)?,
                    stake: row.get(9)?,
                    next: row.get(10)?,
                    ended: row.get(11)?,
                    time_control: row.get(12)?,
                    clocks: row.get(13)?,
                    origin: OriginCopy {
                        founder: row.get(14)?,
                        pool: reader::pool_origin(row.get(16)?, row.get(17)?),
                        audience: row.get(18)?,
                    },
                    lines: Vec::new(),
                    link: stored.link,
                })
            })
            .map_err(|error| MigrateError::Source(error.to_string()))?;
        copy.add_lines(&stored);
        Ok(copy)
    }

    fn pads(&self) -> Result<Vec<PadCopy>, MigrateError> {
        let sql = "SELECT number, id, touched FROM pads ORDER BY number";
        let pads = self.rows(sql, |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?)))?;
        pads.into_iter()
            .map(|(number, id, touched)| {
                let sql = format!("SELECT id, text FROM operations WHERE pad = {number}");
                let operations = self.rows(&sql, |row| Ok((row.get(0)?, row.get(1)?)))?;
                Ok(PadCopy { id, touched, operations })
            })
            .collect()
    }

    fn subscriptions(&self) -> Result<Vec<SubscriptionCopy>, MigrateError> {
        let sql = "SELECT endpoint, guest, touched FROM subscriptions";
        self.rows(sql, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
    }
}

impl FileSource {
    fn accounts(&self) -> Result<AccountsCopy, MigrateError> {
        let sql = "SELECT id, name, folded, password, visible, made, renamed, seen FROM accounts";
        let accounts = self.rows(sql, |row| {
            Ok(AccountCopy {
                id: row.get(0)?,
                name: row.get(1)?,
                folded: row.get(2)?,
                password: row.get(3)?,
                visible: row.get(4)?,
                made: row.get(5)?,
                renamed: row.get(6)?,
                seen: row.get(7)?,
            })
        })?;
        Ok(AccountsCopy {
            accounts,
            locked: self
                .rows("SELECT folded, until FROM locked_names", |row| Ok((row.get(0)?, row.get(1)?)))?,
            devices: self.rows("SELECT token, account, label, made, seen FROM devices", |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })?,
            codes: self.rows("SELECT hash, account, used FROM recovery", |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?,
            passkeys: self.rows(passkeys::ALL, passkeys::row)?,
            ties: self.rows("SELECT account, other, kind, at FROM ties", |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?,
            challenges: self.rows(challenges::ALL, challenges::row)?,
            bells: self.rows(bells::ALL, bells::row)?,
        })
    }
}

impl FileSource {
    fn matches(&self) -> Result<MatchesCopy, MigrateError> {
        let sql = "SELECT id, seat, person, family, finished, side, place, outcome, weight FROM matches";
        let matches = self.rows(sql, |row| {
            Ok(MatchCopy {
                id: row.get(0)?,
                seat: row.get(1)?,
                person: row.get(2)?,
                family: row.get(3)?,
                finished: row.get(4)?,
                side: row.get(5)?,
                place: row.get(6)?,
                outcome: row.get(7)?,
                weight: row.get(8)?,
            })
        })?;
        let sql = "SELECT person, family, mean, deviation, matches, at FROM ratings";
        let ratings = self.rows(sql, |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
        })?;
        let sql = "SELECT id, seat, person, family, at, weight, mean0, deviation0, mean1, deviation1
                   FROM rating_log ORDER BY step";
        let log = self.rows(sql, |row| {
            Ok(LogCopy {
                id: row.get(0)?,
                seat: row.get(1)?,
                person: row.get(2)?,
                family: row.get(3)?,
                at: row.get(4)?,
                weight: row.get(5)?,
                values: [row.get(6)?, row.get(7)?, row.get(8)?, row.get(9)?],
            })
        })?;
        Ok(MatchesCopy { matches, ratings, log })
    }

    fn moderation(&self) -> Result<ModerationCopy, MigrateError> {
        let reports = self.rows(ALL_REPORTS, |row| {
            let (id, reporter, about, table) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((id, reporter, about, table, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?))
        })?;
        let rulings = self.rows(ALL_RULINGS, |row| {
            let (id, person, kind) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((id, person, kind, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?))
        })?;
        Ok(ModerationCopy { reports, rulings })
    }
}

/// Parses the id of a table in the source.
pub(super) fn parse_id(id: &str) -> Result<TableId, MigrateError> {
    id.parse().map_err(|_| MigrateError::Source(format!("“{id}” is not the id of a table")))
}

/// New data file, under another name until it is complete.
struct FileCopy {
    connection: Connection,
    location: Location,
    unfinished: Location,
    _lock: FolderLock,
}

impl FileCopy {
    fn create(folder: &Path) -> Result<Self, MigrateError> {
        let location = Location::of(folder);
        if location.file().exists() {
            return Err(MigrateError::Exists(location.file().to_owned()));
        }
        let unfinished = location.unfinished();
        let unusable =
            |error: &dyn std::fmt::Display| MigrateError::from(location.unusable(error.to_string()));
        create_private_folder(folder).map_err(|error| unusable(&error))?;
        let lock = FolderLock::of(&location)?;
        // Left by an interrupted copy.
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(unfinished.beside(ending));
        }
        create_private(unfinished.file()).map_err(|error| unusable(&error))?;
        let connection = unfinished.connect_to_write().map_err(|error| unusable(&error))?;
        Ok(Self { connection, location, unfinished, _lock: lock })
    }

    /// Gives the complete file its name.
    fn finish(self) -> Result<(), MigrateError> {
        let unwritable = |error: &dyn std::fmt::Display| MigrateError::Destination(error.to_string());
        // The last connection moves the log into the file and deletes it.
        self.connection.close().map_err(|(_, error)| unwritable(&error))?;
        std::fs::rename(self.unfinished.file(), self.location.file()).map_err(|error| unwritable(&error))
    }
}

fn write_table(change: &Connection, table: &TableCopy) -> rusqlite::Result<()> {
    let sql = "INSERT INTO tables (id, game, options, seats, dealer, seed, chairs, created, touched, finished, stake, next,
                   ended, time_control, clocks, founder, opening, family, rated, audience)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)";
    let number = change.prepare_cached(sql)?.insert(params![
        table.id.to_string(),
        table.setup.game,
        table.setup.options,
        table.setup.seats,
        table.setup.dealer,
        table.setup.seed,
        table.chairs,
        table.created,
        table.touched,
        table.finished,
        table.stake,
        table.next,
        table.ended,
        table.time_control,
        table.clocks,
        table.origin.founder,
        table.setup.opening,
        table.origin.pool.as_ref().map(|pool| &pool.family),
        table.origin.pool.as_ref().is_some_and(|pool| pool.is_rated),
        table.origin.audience,
    ])?;
    let sql =
        "INSERT INTO entries (number, sequence, text, link, spent, command) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = change.prepare_cached(sql)?;
    for (sequence, line) in table.lines.iter().enumerate() {
        insert.execute(params![number, sequence as i64, line.text, line.link.0, line.spent, line.command])?;
    }
    Ok(())
}

fn write_pad(change: &Connection, pad: &PadCopy) -> rusqlite::Result<()> {
    let number = change
        .prepare_cached("INSERT INTO pads (id, touched) VALUES (?1, ?2)")?
        .insert(params![pad.id, pad.touched])?;
    let mut insert = change.prepare_cached("INSERT INTO operations (pad, id, text) VALUES (?1, ?2, ?3)")?;
    for (id, text) in &pad.operations {
        insert.execute(params![number, id, text])?;
    }
    Ok(())
}

fn write_accounts(change: &Connection, copy: &AccountsCopy) -> rusqlite::Result<()> {
    let sql = "INSERT INTO accounts (id, name, folded, password, visible, made, renamed, seen)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    for AccountCopy { id, name, folded, password, visible, made, renamed, seen } in &copy.accounts {
        change.execute(sql, params![id, name, folded, password, visible, made, renamed, seen])?;
    }
    for (folded, until) in &copy.locked {
        change.execute("INSERT INTO locked_names (folded, until) VALUES (?1, ?2)", params![folded, until])?;
    }
    for (token, account, label, made, seen) in &copy.devices {
        let sql = "INSERT INTO devices (token, account, label, made, seen) VALUES (?1, ?2, ?3, ?4, ?5)";
        change.execute(sql, params![token, account, label, made, seen])?;
    }
    for (hash, account, used) in &copy.codes {
        let sql = "INSERT INTO recovery (hash, account, used) VALUES (?1, ?2, ?3)";
        change.execute(sql, params![hash, account, used])?;
    }
    for (credential, account, label, key, made) in &copy.passkeys {
        change.execute(INSERT_PASSKEY, params![credential, account, label, key, made])?;
    }
    for (account, other, kind, at) in &copy.ties {
        change.execute(INSERT_TIE, params![account, other, kind, at])?;
    }
    for (code, founder, invited, pool, rated, expires, table) in &copy.challenges {
        change.execute(INSERT_CHALLENGE, params![code, founder, invited, pool, rated, expires, table])?;
    }
    for (person, family, clock, rung, rung_before) in &copy.bells {
        change.execute(INSERT_BELL, params![person, family, clock, rung, rung_before])?;
    }
    Ok(())
}

fn write_moderation(change: &Connection, copy: &ModerationCopy) -> rusqlite::Result<()> {
    for (id, reporter, about, table, reason, phrases, at, closed) in &copy.reports {
        change.execute(COPY_REPORT, params![id, reporter, about, table, reason, phrases, at, closed])?;
    }
    for (id, person, kind, until, reason, reply, at) in &copy.rulings {
        change.execute(COPY_RULING, params![id, person, kind, until, reason, reply, at])?;
    }
    Ok(())
}

fn write_matches(change: &Connection, copy: &MatchesCopy) -> rusqlite::Result<()> {
    let mut insert = change.prepare(INSERT_MATCH)?;
    for MatchCopy { id, seat, person, family, finished, side, place, outcome, weight } in &copy.matches {
        insert.execute(params![id, seat, person, family, finished, side, place, outcome, weight])?;
    }
    let sql =
        "INSERT INTO ratings (person, family, mean, deviation, matches, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = change.prepare(sql)?;
    for (person, family, mean, deviation, matches, at) in &copy.ratings {
        insert.execute(params![person, family, mean, deviation, matches, at])?;
    }
    let mut insert = change.prepare(INSERT_CHANGE)?;
    for LogCopy { id, seat, person, family, at, weight, values: [mean0, deviation0, mean1, deviation1] } in
        &copy.log
    {
        insert
            .execute(params![id, seat, person, family, at, weight, mean0, deviation0, mean1, deviation1])?;
    }
    Ok(())
}
