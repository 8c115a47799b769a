//! Reading a table or a pad back, on any thread.

use super::file::{Location, version};
use super::{Fingerprint, StoredChair, StoredClocks, TableNumber, TableRecord, opening};
use crate::identity::{GuestId, PadId, TableId};
use crate::metrics::Sizes;
use ::table::Link;
use cards::Seat;
use house::Line;
use house::Rejected;
use pads::Log;
use protocol::Ended;
use rusqlite::{Connection, OptionalExtension, Row};
use serde::de::DeserializeOwned;
use std::sync::{Mutex, PoisonError};

/// A table as it was left.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// Its number in the file.
    pub(crate) number: TableNumber,
    /// What is played there.
    pub(crate) record: TableRecord,
    /// Who sits where.
    pub(crate) chairs: Vec<StoredChair>,
    /// Its record.
    pub(crate) lines: Vec<Line>,
    /// How long each took whoever did it, in milliseconds, where time was taken.
    pub(crate) spent: Vec<Option<u32>>,
    /// The command that led to each, where it could have been done twice.
    pub(crate) commands: Vec<Option<Fingerprint>>,
    /// What the clocks said.
    pub(crate) clocks: Option<StoredClocks>,
    /// The hash of all that.
    pub(crate) link: Link,
    /// Whether it was noted that the match is over.
    pub(crate) finished: bool,
    /// How it ended before its end.
    pub(crate) ended: Option<Ended>,
    /// The table at which it goes on.
    pub(crate) next: Option<TableId>,
}

/// Columns of a table that say whether its match can be read, without its lines.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The chairs.
    pub(crate) chairs: Vec<StoredChair>,
    /// Whether it was noted that the match is over or ended.
    pub(crate) is_over: bool,
    /// A number that grows with every line.
    pub(crate) lines: u64,
}

/// Why a table could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    /// The database says so.
    #[error("the data file cannot be read: {0}")]
    Database(#[from] rusqlite::Error),
    /// What stands there is not what we write.
    #[error("the data file says something strange of table {}: {what}", table.in_log())]
    Strange {
        /// The table.
        table: TableId,
        /// What is strange; no card, for it goes to the log.
        what: String,
    },
    /// What stands there of a pad is not what we write.
    #[error("the data file says something strange of pad {}: {what}", pad.in_log())]
    StrangePad {
        /// The pad.
        pad: PadId,
        /// What is strange.
        what: String,
    },
    /// A line is missing, or is not the one that was written.
    #[error("line {line} of table {} is not what was written there", table.in_log())]
    Damaged {
        /// The table.
        table: TableId,
        /// The line, counted from 0.
        line: usize,
    },
    /// The database gives no answer, or none that can be relied on.
    #[cfg(any(test, feature = "cluster"))]
    #[error("the database cannot be asked: {0}")]
    Unreachable(String),
    /// Its lines are in the archive, which cannot be read.
    #[cfg(feature = "cluster")]
    #[error("table {} is in the archive, which cannot be read: {what}", table.in_log())]
    Away {
        /// The table.
        table: TableId,
        /// Why not.
        what: String,
    },
    /// Its lines are in a file of the archive that is not what was written.
    #[cfg(feature = "archive")]
    #[error("table {} is in the archive, in a file that is damaged: {what}", table.in_log())]
    DamagedFile {
        /// The table.
        table: TableId,
        /// Which file, and what is wrong with it.
        what: String,
    },
    /// Another server that runs keeps the table.
    #[cfg_attr(not(feature = "cluster"), expect(dead_code, reason = "one file has one server"))]
    #[error("another server keeps this table")]
    Elsewhere,
    /// The reading was given up.
    #[error("the server is closing")]
    Interrupted,
}

impl LoadError {
    /// The games do not know what stands there.
    pub(crate) fn strange(table: TableId, rejected: &Rejected) -> Self {
        Self::Strange { table, what: rejected.code.to_owned() }
    }
}

/// Connections that only read; as many as have been needed at once.
pub(super) struct Readers {
    location: Location,
    // Held for a push or a pop, never while reading.
    idle: Mutex<Vec<Connection>>,
}

/// How many connections are kept for later.
const KEPT: usize = 4;

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
            let sql = format!(
                "SELECT chairs, finished IS NOT NULL OR {ended} IS NOT NULL,
                    (SELECT ifnull(max(sequence) + 1, 0) FROM entries WHERE entries.number = tables.number)
                 FROM tables WHERE id = ?1"
            );
            let row = connection
                .prepare_cached(&sql)?
                .query_row([id.to_string()], |row| {
                    Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, i64>(2)?))
                })
                .optional()?;
            row.map(|(chairs, is_over, lines)| summary(id, &chairs, is_over, lines)).transpose()
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

    pub(super) fn sizes(&self) -> Sizes {
        self.location.sizes()
    }

    pub(super) fn tidy(&self) -> Result<(), LoadError> {
        self.location.checkpoint()?;
        Ok(())
    }

    /// What is wrong with the file, if anything is.
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
        if idle.len() < KEPT {
            idle.push(connection);
        }
        Ok(read)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the columns of a [`Summary`].
pub(super) fn summary(id: TableId, chairs: &str, is_over: bool, lines: i64) -> Result<Summary, LoadError> {
    let chairs = serde_json::from_str(chairs)
        .map_err(|error| LoadError::Strange { table: id, what: format!("chairs: {error}") })?;
    Ok(Summary { chairs, is_over, lines: lines.unsigned_abs() })
}

/// A table as it was left, if every line of it is what was written.
pub(super) fn load(connection: &Connection, id: TableId) -> Result<Option<Stored>, LoadError> {
    // One transaction: a table and its entries as they were at one instant.
    let reading = connection.unchecked_transaction()?;
    // A file of the first version that cannot be written, and so not be brought up to date, has no stakes.
    let stake = if version(&reading)? < 2 { "NULL" } else { "stake" };
    // Nor has one of the first three any that ended early, or went on elsewhere.
    let ends = if version(&reading)? < 4 { "NULL, NULL" } else { "ended, next" };
    // Nor does one of the first five know of clocks or openings.
    let later = if version(&reading)? < 6 {
        "NULL, NULL, NULL, NULL"
    } else {
        "opening, time_control, clocks, founder"
    };
    let sql = format!(
        "SELECT number, game, options, seats, dealer, seed, chairs, created, finished IS NOT NULL, {stake}, {ends}, {later}
         FROM tables WHERE id = ?1"
    );
    let row = reading.prepare_cached(&sql)?.query_row([id.to_string()], read_row).optional()?;
    let Some(row) = row else { return Ok(None) };
    let mut stored = row.stored(id)?;
    // Nor has one of the first four a chain through its lines.
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
        stored.add(Line::from_text(row.get(1)?), kept, row.get(3)?, command)?;
    }
    stored.check_opening()?;
    Ok(Some(stored))
}

/// A pad as it was left.
fn load_pad(connection: &Connection, id: PadId) -> Result<Option<Log>, LoadError> {
    // One transaction: a pad and its operations as they were at one instant.
    let reading = connection.unchecked_transaction()?;
    let strange = |what: String| LoadError::StrangePad { pad: id, what };
    match version(&reading)? {
        // An older file that cannot be written, and so not be brought up to date, has no pads …
        ..3 => return Ok(None),
        // … or each in one piece.
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
        game: row.get(1)?,
        options: row.get(2)?,
        seats: row.get(3)?,
        dealer: row.get(4)?,
        seed: row.get(5)?,
        chairs: row.get(6)?,
        created: row.get(7)?,
        finished: row.get(8)?,
        stake: row.get(9)?,
        ended: row.get(10)?,
        next: row.get(11)?,
        opening: row.get(12)?,
        time_control: row.get(13)?,
        clocks: row.get(14)?,
        founder: row.get(15)?,
    })
}

/// A table as any database has it: numbers, and text that is read here.
pub(super) struct TableRow {
    pub(super) number: i64,
    pub(super) game: String,
    pub(super) options: String,
    pub(super) seats: u8,
    pub(super) dealer: u8,
    pub(super) seed: String,
    pub(super) chairs: String,
    pub(super) created: i64,
    pub(super) finished: bool,
    pub(super) stake: Option<u32>,
    pub(super) ended: Option<String>,
    pub(super) next: Option<String>,
    pub(super) opening: Option<String>,
    pub(super) time_control: Option<String>,
    pub(super) clocks: Option<String>,
    pub(super) founder: Option<String>,
}

impl TableRow {
    /// The table before its first line.
    pub(super) fn stored(self, id: TableId) -> Result<Stored, LoadError> {
        let strange = |what: &str, error: &dyn std::fmt::Display| LoadError::Strange {
            table: id,
            what: format!("{what}: {error}"),
        };
        let opening = self.opening.map(|text| opening::read(&text, self.seats));
        let record = TableRecord {
            id,
            game: self.game,
            options: serde_json::from_str(&self.options).map_err(|error| strange("options", &error))?,
            seats: self.seats,
            dealer: self.dealer,
            stake: self.stake,
            seed: self.seed.parse().map_err(|error| strange("seed", &error))?,
            opening: opening.transpose().map_err(|what| strange("opening", &what))?,
            created: self.created.unsigned_abs(),
            time_control: read_json(self.time_control).map_err(|error| strange("time control", &error))?,
            host: self.founder.and_then(|host| host.try_into().ok()),
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
    /// Reads one line more. What was kept with it is what it makes of the chain, where anything was kept.
    pub(super) fn add(
        &mut self,
        line: Line,
        kept: Option<Link>,
        spent: Option<u32>,
        command: Option<Fingerprint>,
    ) -> Result<(), LoadError> {
        self.link = self.link.after(&self.record.seed, &line);
        if kept.is_some_and(|kept| kept != self.link) {
            return Err(LoadError::Damaged { table: self.record.id, line: self.lines.len() });
        }
        self.lines.push(line);
        self.spent.push(spent);
        self.commands.push(command);
        Ok(())
    }

    /// No line comes before the opening is done.
    pub(super) fn check_opening(&self) -> Result<(), LoadError> {
        if !self.lines.is_empty() && self.record.key().is_none() {
            let what = "opening: there are lines before it is done".to_owned();
            return Err(LoadError::Strange { table: self.record.id, what });
        }
        Ok(())
    }
}

/// A column that may hold JSON.
fn read_json<T: DeserializeOwned>(text: Option<String>) -> serde_json::Result<Option<T>> {
    text.map(|text| serde_json::from_str(&text)).transpose()
}

/// How the file has it: `agreed`, `resigned 0` or `left 0`.
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
