//! Reading of card tables and pads, on any thread.

use super::accounts::{self, Account, CodeHash, Device, Sat, Which};
use super::file::{Location, version};
use super::passkeys::{self, StoredPasskey, WhichPasskeys};
use super::ties::{self, Tied};
use super::{TableNumber, opening};
use crate::Sizes;
use crate::identity::{PadId, TokenHash};
use cards::Seat;
use catalog::Line;
use catalog::Rejection;
use pads::Log;
use people::TokenOwner;
use protocol::{Ended, TimeControl};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row};
use serde::de::DeserializeOwned;
use std::sync::{Mutex, PoisonError};
use table::{
    Fingerprint, GuestId, Link, PoolOrigin, StoredChair, StoredClocks, StoredTimeControl, TableId,
    TableRecord,
};

/// Card table as stored, with its match.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Number of the table in the storage.
    pub number: TableNumber,
    /// Record of the table.
    pub record: TableRecord,
    /// Chairs of the table.
    pub chairs: Vec<StoredChair>,
    /// Lines of the match.
    pub lines: Vec<Line>,
    /// Time of the player for each line, in milliseconds, if clocks ran.
    pub spent: Vec<Option<u32>>,
    /// Command that led to each line, if it could be repeated.
    pub commands: Vec<Option<Fingerprint>>,
    /// Clocks of the players.
    pub clocks: Option<StoredClocks>,
    /// Hash of the chain after the last match line.
    pub link: Link,
    /// Whether the match is marked as finished.
    pub finished: bool,
    /// Early end of the match.
    pub ended: Option<Ended>,
    /// Id of the rematch's table.
    pub next: Option<TableId>,
}

/// Columns of a table from which a reader's access follows, without the lines.
#[derive(Debug)]
pub struct Summary {
    /// Chairs of the table.
    pub chairs: Vec<StoredChair>,
    /// Whether the match is finished or ended early.
    pub is_over: bool,
    /// Number that grows with every match line.
    pub lines: u64,
    /// Whether other players may not see the match.
    pub players_only: bool,
}

/// Error of reading a card table or pad.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Error of the database.
    #[error("the data file can't be read: {0}")]
    Database(#[from] rusqlite::Error),
    /// The data of a card table is invalid.
    #[error("invalid data of table {}: {what}", table.in_log())]
    Strange {
        /// Id of the table.
        table: TableId,
        /// Problem in the table's data. It must not contain a card, because it is logged.
        what: String,
    },
    /// The data of a pad is invalid.
    #[error("invalid data of pad {}: {what}", pad.in_log())]
    StrangePad {
        /// Id of the pad.
        pad: PadId,
        /// Problem in the pad's data.
        what: String,
    },
    /// A match line is missing or was changed.
    #[error("line {line} of table {} was changed or is missing", table.in_log())]
    Damaged {
        /// Id of the table.
        table: TableId,
        /// Index of the match line, from 0.
        line: usize,
    },
    /// The database gives no answer, or no reliable one.
    #[error("the database can't be reached: {0}")]
    Unreachable(String),
    /// The lines are in the archive, which can't be read.
    #[error("table {} is in the archive, which can't be read: {what}", table.in_log())]
    Away {
        /// Id of the table.
        table: TableId,
        /// Reason why the archive can't be read.
        what: String,
    },
    /// The lines are in a damaged file of the archive.
    #[error("table {} is in a damaged file of the archive: {what}", table.in_log())]
    DamagedFile {
        /// Id of the table.
        table: TableId,
        /// Name of the archive file, and the damage.
        what: String,
    },
    /// Another running server owns the table.
    #[error("another server owns this table")]
    Elsewhere,
    /// The reading was aborted before its end.
    #[error("the server is closing")]
    Interrupted,
}

impl LoadError {
    /// Returns whether the data is damaged or invalid, so that another attempt can't succeed.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Strange { .. } | Self::Damaged { .. } | Self::DamagedFile { .. } => true,
            Self::Database(error) => error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt),
            Self::StrangePad { .. }
            | Self::Unreachable(_)
            | Self::Away { .. }
            | Self::Elsewhere
            | Self::Interrupted => false,
        }
    }

    /// Creates the error of a table that its game rejects.
    pub fn strange(table: TableId, rejection: &Rejection) -> Self {
        Self::Strange { table, what: rejection.code.to_owned() }
    }
}

/// Pool of read-only connections.
pub(super) struct Readers {
    location: Location,
    // Held for a push or a pop, never while reading.
    idle: Mutex<Vec<Connection>>,
}

/// Maximum number of idle connections.
const MAX_IDLE: usize = 4;

impl Readers {
    pub(super) fn new(location: Location) -> Self {
        Self { location, idle: Mutex::default() }
    }

    pub(super) fn load(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        self.with(|connection| load(connection, id))
    }

    pub(super) fn summary(&self, id: TableId) -> Result<Option<Summary>, LoadError> {
        self.with(|connection| {
            let ended = if version(connection)? < 4 { "NULL" } else { "ended" };
            let audience = if version(connection)? < 14 { "NULL" } else { "audience" };
            let sql = format!(
                "SELECT chairs, finished IS NOT NULL OR {ended} IS NOT NULL,
                    (SELECT ifnull(max(sequence) + 1, 0) FROM entries WHERE entries.number = tables.number), {audience}
                 FROM tables WHERE id = ?1"
            );
            let row = connection
                .prepare_cached(&sql)?
                .query_row([id.to_string()], |row| {
                    Ok((row.get::<_, String>(0)?, (row.get(1)?, row.get(2)?), row.get(3)?))
                })
                .optional()?;
            row.map(|(chairs, progress, audience)| summary(id, &chairs, progress, audience)).transpose()
        })
    }

    pub(super) fn load_pad(&self, id: PadId) -> Result<Option<Log>, LoadError> {
        self.with(|connection| load_pad(connection, id))
    }

    pub(super) fn link(&self, table: TableNumber, sequence: usize) -> Result<Option<Link>, LoadError> {
        self.with(|connection| {
            if version(connection)? < 5 {
                return Ok(None);
            }
            let sql = "SELECT link FROM entries WHERE number = ?1 AND sequence = ?2";
            let link = connection
                .prepare_cached(sql)?
                .query_row((table.0, sequence as i64), |row| row.get::<_, Option<[u8; 16]>>(0))
                .optional()?;
            Ok(link.flatten().map(Link))
        })
    }

    pub(super) fn endpoints(&self, guest: GuestId) -> Result<Vec<String>, LoadError> {
        self.with(|connection| {
            if version(connection)? < 8 {
                return Ok(Vec::new());
            }
            let sql = "SELECT endpoint FROM subscriptions WHERE guest = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let endpoints = select.query_map([String::from(guest)], |row| row.get(0))?;
            Ok(endpoints.collect::<rusqlite::Result<_>>()?)
        })
    }

    pub(super) fn owners(&self, tokens: &[TokenHash]) -> Result<Vec<TokenOwner<GuestId>>, LoadError> {
        let none = || vec![TokenOwner::Guest; tokens.len()];
        self.with_accounts(none, |connection| accounts::owners(connection, tokens))
    }

    pub(super) fn has_accounts(&self) -> Result<bool, LoadError> {
        self.with_accounts(
            || false,
            |connection| {
                connection.prepare("SELECT 1 FROM accounts UNION ALL SELECT 1 FROM locked_names")?.exists([])
            },
        )
    }

    pub(super) fn account(&self, which: &Which) -> Result<Option<Account>, LoadError> {
        self.with_accounts(|| None, |connection| accounts::read(connection, which))
    }

    pub(super) fn names(&self, ids: &[GuestId]) -> Result<Vec<Option<String>>, LoadError> {
        self.with_accounts(|| vec![None; ids.len()], |connection| accounts::names(connection, ids))
    }

    pub(super) fn devices(&self, account: GuestId) -> Result<Vec<Device>, LoadError> {
        self.with_accounts(Vec::new, |connection| accounts::devices(connection, account))
    }

    pub(super) fn passkeys(&self, which: &WhichPasskeys) -> Result<Vec<StoredPasskey>, LoadError> {
        self.since(15, Vec::new, |connection| passkeys::read(connection, which))
    }

    pub(super) fn has_code(&self, account: GuestId, code: CodeHash) -> Result<bool, LoadError> {
        self.with_accounts(|| false, |connection| accounts::has_code(connection, account, code))
    }

    pub(super) fn hidden_accounts(&self) -> Result<Vec<GuestId>, LoadError> {
        self.with_accounts(Vec::new, accounts::hidden)
    }

    pub(super) fn unused_accounts(&self, since: u64) -> Result<Vec<GuestId>, LoadError> {
        self.with_accounts(Vec::new, |connection| accounts::unused(connection, since))
    }

    pub(super) fn tables_of(&self, guest: GuestId) -> Result<Vec<Sat>, LoadError> {
        self.with(|connection| Ok(accounts::tables_of(connection, guest)?))
    }

    pub(super) fn empty_log(&self) -> Result<bool, LoadError> {
        Ok(self.location.empty_log()?)
    }

    /// Reads something that files have since a version. A read-only file of an older version can't be upgraded, and has `none`.
    fn since<T>(
        &self,
        first: i32,
        none: impl FnOnce() -> T,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LoadError> {
        self.with(|connection| if version(connection)? < first { Ok(none()) } else { Ok(read(connection)?) })
    }

    fn with_accounts<T>(
        &self,
        none: impl FnOnce() -> T,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LoadError> {
        self.since(10, none, read)
    }

    /// Reads matches and ratings.
    pub(super) fn with_matches<T>(
        &self,
        none: impl FnOnce() -> T,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LoadError> {
        self.since(11, none, read)
    }

    /// Reads a list of reports or rulings.
    pub(super) fn with_rulings<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<Vec<T>>,
    ) -> Result<Vec<T>, LoadError> {
        self.since(12, Vec::new, read)
    }

    pub(super) fn ties(&self, account: GuestId) -> Result<Vec<Tied>, LoadError> {
        self.since(13, Vec::new, |connection| ties::read(connection, account))
    }

    pub(super) fn with_challenges<T>(
        &self,
        none: impl FnOnce() -> T,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LoadError> {
        self.since(13, none, read)
    }

    pub(super) fn with_bells<T: Default>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LoadError> {
        self.since(14, T::default, read)
    }

    pub(super) fn sizes(&self) -> Sizes {
        self.location.sizes()
    }

    pub(super) fn tidy(&self) -> Result<(), LoadError> {
        self.location.checkpoint()?;
        Ok(())
    }

    /// Returns the damage of the file, if there is any.
    pub(super) fn look_through(&self) -> Result<Option<String>, LoadError> {
        self.with(|connection| {
            let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
            Ok((verdict != "ok").then_some(verdict))
        })
    }

    fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, LoadError>) -> Result<T, LoadError> {
        let kept = self.idle().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => self.location.connect_to_read()?,
        };
        let read = read(&connection)?;
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE {
            idle.push(connection);
        }
        Ok(read)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Parses the columns of a [`Summary`].
pub(super) fn summary(
    id: TableId,
    chairs: &str,
    (is_over, lines): (bool, i64),
    audience: Option<String>,
) -> Result<Summary, LoadError> {
    let chairs = serde_json::from_str(chairs)
        .map_err(|error| LoadError::Strange { table: id, what: format!("chairs: {error}") })?;
    let players_only = is_players_only(audience);
    Ok(Summary { chairs, is_over, lines: lines.unsigned_abs(), players_only })
}

/// Reads a table, and checks the hash of every line.
pub(super) fn load(connection: &Connection, id: TableId) -> Result<Option<Stored>, LoadError> {
    // In one transaction, so that a table and its entries belong together.
    let reading = connection.unchecked_transaction()?;
    // A read-only file can't be upgraded, and version 1 has no stakes.
    let stake = if version(&reading)? < 2 { "NULL" } else { "stake" };
    // Versions up to 3 have no early ends and no rematches.
    let ends = if version(&reading)? < 4 { "NULL, NULL" } else { "ended, next" };
    // Versions up to 5 have no clocks and no seed exchanges.
    let later = if version(&reading)? < 6 {
        "NULL, NULL, NULL, NULL"
    } else {
        "opening, time_control, clocks, founder"
    };
    // Versions up to 10 have no lobby whose matches are rated.
    let pool = if version(&reading)? < 11 { "NULL, 0" } else { "family, rated" };
    // Versions up to 13 have no tables for their players only.
    let audience = if version(&reading)? < 14 { "NULL" } else { "audience" };
    let sql = format!(
        "SELECT number, game, options, seats, dealer, seed, chairs, created, finished IS NOT NULL, {stake}, {ends}, {later}, {pool}, {audience}
         FROM tables WHERE id = ?1"
    );
    let row = reading.prepare_cached(&sql)?.query_row([id.to_string()], read_row).optional()?;
    let Some(row) = row else { return Ok(None) };
    let mut stored = row.stored(id)?;
    // Versions up to 4 have no hash chain.
    let link = if version(&reading)? < 5 { "NULL" } else { "link" };
    let spent = if version(&reading)? < 6 { "NULL" } else { "spent" };
    let command = if version(&reading)? < 9 { "NULL" } else { "command" };
    let sql = format!(
        "SELECT sequence, text, {link}, {spent}, {command} FROM entries WHERE number = ?1 ORDER BY sequence"
    );
    let mut select = reading.prepare_cached(&sql)?;
    let mut rows = select.query([stored.number.0])?;
    while let Some(row) = rows.next()? {
        let line = stored.lines.len();
        if row.get::<_, i64>(0)? != line as i64 {
            return Err(LoadError::Damaged { table: id, line });
        }
        let kept = row.get::<_, Option<[u8; 16]>>(2)?.map(Link);
        let command = row.get::<_, Option<[u8; 16]>>(4)?.map(Fingerprint);
        stored.add(&row.get::<_, String>(1)?, kept, row.get(3)?, command)?;
    }
    stored.check_opening()?;
    Ok(Some(stored))
}

/// Reads a pad.
fn load_pad(connection: &Connection, id: PadId) -> Result<Option<Log>, LoadError> {
    // In one transaction, so that a pad and its operations belong together.
    let reading = connection.unchecked_transaction()?;
    let strange = |what: String| LoadError::StrangePad { pad: id, what };
    match version(&reading)? {
        // A read-only file can't be upgraded, and versions up to 2 have no pads.
        ..3 => return Ok(None),
        // Versions 3 to 5 have one document per pad.
        3..6 => {
            let mut select = reading.prepare_cached("SELECT document FROM pads WHERE id = ?1")?;
            let document: Option<String> = select.query_row([id.to_string()], |row| row.get(0)).optional()?;
            return document
                .map(|document| Log::read(&document).map_err(|error| strange(error.to_string())))
                .transpose();
        }
        6.. => {}
    }
    let mut select = reading.prepare_cached("SELECT number FROM pads WHERE id = ?1")?;
    let number: Option<i64> = select.query_row([id.to_string()], |row| row.get(0)).optional()?;
    let Some(number) = number else { return Ok(None) };
    let mut select = reading.prepare_cached("SELECT text FROM operations WHERE pad = ?1")?;
    let mut rows = select.query([number])?;
    let mut log = Log::default();
    while let Some(row) = rows.next()? {
        let operation = serde_json::from_str(&row.get::<_, String>(0)?);
        log.add(operation.map_err(|error| strange(error.to_string()))?);
    }
    Ok(Some(log))
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<TableRow> {
    Ok(TableRow {
        number: row.get(0)?,
        setup: SetupColumns {
            game: row.get(1)?,
            options: row.get(2)?,
            seats: row.get(3)?,
            dealer: row.get(4)?,
            seed: row.get(5)?,
            opening: row.get(12)?,
        },
        chairs: row.get(6)?,
        created: row.get(7)?,
        finished: row.get(8)?,
        stake: row.get(9)?,
        ended: row.get(10)?,
        next: row.get(11)?,
        time_control: row.get(13)?,
        clocks: row.get(14)?,
        founder: row.get(15)?,
        pool: pool_origin(row.get(16)?, row.get(17)?),
        players_only: is_players_only(row.get(18)?),
    })
}

/// Row of a card table in any database. Its texts are parsed here.
pub(super) struct TableRow {
    pub(super) number: i64,
    pub(super) setup: SetupColumns,
    pub(super) chairs: String,
    pub(super) created: i64,
    pub(super) finished: bool,
    pub(super) stake: Option<u32>,
    pub(super) ended: Option<String>,
    pub(super) next: Option<String>,
    pub(super) time_control: Option<String>,
    pub(super) clocks: Option<String>,
    pub(super) founder: Option<String>,
    pub(super) pool: Option<PoolOrigin>,
    pub(super) players_only: bool,
}

/// Returns the pool of a table from its columns.
pub(super) fn pool_origin(family: Option<String>, is_rated: bool) -> Option<PoolOrigin> {
    family.map(|family| PoolOrigin { family, is_rated })
}

/// Audience of a table for its players only, as stored. The audience of other tables follows from their pool.
pub(super) const PLAYERS: &str = "players";

/// Returns whether only the players of a table may see its match.
#[expect(clippy::needless_pass_by_value, reason = "rows return the value")]
pub(super) fn is_players_only(audience: Option<String>) -> bool {
    audience.as_deref() == Some(PLAYERS)
}

/// Returns the stored audience of a table.
pub(super) fn audience(players_only: bool) -> Option<&'static str> {
    players_only.then_some(PLAYERS)
}

/// Columns from which a match follows, together with its lines.
pub(super) struct SetupColumns {
    pub(super) game: String,
    pub(super) options: String,
    pub(super) seats: u8,
    pub(super) dealer: u8,
    pub(super) seed: String,
    pub(super) opening: Option<String>,
}

impl TableRow {
    /// Returns the card table without its match lines.
    pub(super) fn stored(self, id: TableId) -> Result<Stored, LoadError> {
        let strange = |what: &str, error: &dyn std::fmt::Display| LoadError::Strange {
            table: id,
            what: format!("{what}: {error}"),
        };
        let SetupColumns { game, options, seats, dealer, seed, opening } = self.setup;
        let opening = opening.map(|text| opening::read(&text, seats));
        let record = TableRecord {
            id,
            game,
            options: serde_json::from_str(&options).map_err(|error| strange("options", &error))?,
            seats,
            dealer,
            stake: self.stake,
            seed: seed.parse().map_err(|error| strange("seed", &error))?,
            opening: opening.transpose().map_err(|what| strange("opening", &what))?,
            created: self.created.unsigned_abs(),
            time_control: read_json::<StoredTimeControl>(self.time_control)
                .map_err(|error| strange("time control", &error))?
                .map(TimeControl::from),
            host: self.founder.and_then(|host| host.try_into().ok()),
            pool: self.pool,
            players_only: self.players_only,
        };
        let ended = |text: &String| read_ended(text).ok_or_else(|| strange("ended", text));
        Ok(Stored {
            number: TableNumber(self.number),
            link: Link::first(&record),
            record,
            chairs: serde_json::from_str(&self.chairs).map_err(|error| strange("chairs", &error))?,
            lines: Vec::new(),
            spent: Vec::new(),
            commands: Vec::new(),
            clocks: read_json(self.clocks).map_err(|error| strange("clocks", &error))?,
            finished: self.finished,
            ended: self.ended.as_ref().map(ended).transpose()?,
            next: self.next.and_then(|next| next.parse().ok()),
        })
    }
}

impl Stored {
    /// Adds a match line. `kept` is the stored hash, which must match.
    pub(super) fn add(
        &mut self,
        text: &str,
        kept: Option<Link>,
        spent: Option<u32>,
        command: Option<Fingerprint>,
    ) -> Result<(), LoadError> {
        let damaged = LoadError::Damaged { table: self.record.id, line: self.lines.len() };
        let Ok(line) = text.parse() else { return Err(damaged) };
        self.link = self.link.after(&self.record.seed, &line);
        if kept.is_some_and(|kept| kept != self.link) {
            return Err(damaged);
        }
        self.lines.push(line);
        self.spent.push(spent);
        self.commands.push(command);
        Ok(())
    }

    /// Checks that no line comes before the end of the seed exchange.
    pub(super) fn check_opening(&self) -> Result<(), LoadError> {
        if !self.lines.is_empty() && self.record.key().is_none() {
            let what = "opening: lines before its end".to_owned();
            return Err(LoadError::Strange { table: self.record.id, what });
        }
        Ok(())
    }
}

/// Parses a column that may hold JSON.
fn read_json<T: DeserializeOwned>(text: Option<String>) -> serde_json::Result<Option<T>> {
    text.map(|text| serde_json::from_str(&text)).transpose()
}

/// Returns the stored form: `agreed`, `resigned 0` or `left 0`.
pub(super) fn write_ended(ended: Ended) -> String {
    match ended {
        Ended::Agreement => "agreed".to_owned(),
        Ended::Resignation { seat } => format!("resigned {seat}"),
        Ended::Absence { seat } => format!("left {seat}"),
    }
}

pub(super) fn read_ended(text: &str) -> Option<Ended> {
    if text == "agreed" {
        return Some(Ended::Agreement);
    }
    let (how, seat) = text.split_once(' ')?;
    let seat = Seat::try_from(seat.parse::<u8>().ok()?).ok()?;
    match how {
        "resigned" => Some(Ended::Resignation { seat }),
        "left" => Some(Ended::Absence { seat }),
        _ => None,
    }
}
