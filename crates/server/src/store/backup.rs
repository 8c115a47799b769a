//! A copy of the data while a server writes it, and whether a file is whole. Both only read.

use super::file::{self, Location, VERSION};
use super::{OpenError, reader};
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::{Path, PathBuf};

/// What is in a data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Tables, finished ones too.
    pub tables: u64,
    /// Shared score pads.
    pub pads: u64,
}

/// Why there is no backup, or the file is not whole.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The data cannot be read.
    #[error(transparent)]
    Data(#[from] OpenError),
    /// There is no data.
    #[error("there is no data file {}", .0.display())]
    Missing(PathBuf),
    /// There is a file already where the copy should be.
    #[error("{} exists already; a backup overwrites nothing", .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("{} cannot be written: {reason}", file.display())]
    Unwritable {
        /// The copy.
        file: PathBuf,
        /// What the database says.
        reason: String,
    },
    /// The database found damage.
    #[error("{} is damaged: {damage}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What was found first.
        damage: String,
    },
}

/// Rows that no server writes, each with a query for the first of them. The hash chain covers lines and not these.
const CONSISTENT: [(&str, &str); 3] = [
    (
        "lines of a table that is missing",
        "SELECT CAST(number AS TEXT) FROM entries WHERE number NOT IN (SELECT number FROM tables) LIMIT 1",
    ),
    (
        "operations of a score pad that is missing",
        "SELECT CAST(pad AS TEXT) FROM operations WHERE pad NOT IN (SELECT number FROM pads) LIMIT 1",
    ),
    (
        "a match that ended and is not finished",
        "SELECT id FROM tables WHERE ended IS NOT NULL AND finished IS NULL LIMIT 1",
    ),
];

/// Copies the data in `folder` into a new file as it is at this moment, with what a running server has not moved from its log into the
/// file yet, and looks through both. A house is opened on it as `parlour.sqlite` in a folder of its own.
///
/// # Errors
///
/// When the data cannot be read or is damaged, there is a file at `copy`, or the copy cannot be written.
pub fn backup(folder: &Path, copy: &Path) -> Result<Contents, BackupError> {
    let location = Location::of(folder);
    let data = open(&location)?;
    // A copy is built anew, and would look whole where the data is not.
    look_through(&data, location.file())?;
    let unwritable = |reason: String| BackupError::Unwritable { file: copy.to_owned(), reason };
    // Made here, so that it is nobody's to read but ours, and so that nothing is overwritten.
    super::create_private(copy).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => BackupError::Exists(copy.to_owned()),
        _ => unwritable(error.to_string()),
    })?;
    let made = data
        .execute("VACUUM INTO ?1", [copy.to_string_lossy()])
        .map_err(|error| unwritable(error.to_string()));
    made.and_then(|_| {
        let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY);
        look_through(&connection.map_err(|error| unwritable(error.to_string()))?, copy)
    })
    .inspect_err(|_| drop(std::fs::remove_file(copy)))
}

/// Looks through the data in `folder`, all of it, and counts what is there.
///
/// # Errors
///
/// When it cannot be read, or is damaged.
pub fn check(folder: &Path) -> Result<Contents, BackupError> {
    let location = Location::of(folder);
    look_through(&open(&location)?, location.file())
}

fn open(location: &Location) -> Result<Connection, BackupError> {
    if !location.file().exists() {
        return Err(BackupError::Missing(location.file().to_owned()));
    }
    location.look()?;
    Ok(location.connect_to_read().map_err(|error| location.unusable(error))?)
}

fn look_through(connection: &Connection, file: &Path) -> Result<Contents, BackupError> {
    let damaged = |damage: String| BackupError::Damaged { file: file.to_owned(), damage };
    let failed = |error: rusqlite::Error| damaged(error.to_string());
    let verdict: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if verdict != "ok" {
        return Err(damaged(verdict));
    }
    let count = |table: &str| {
        let sql = format!("SELECT count(*) FROM {table}");
        connection.query_row(&sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs).map_err(failed)
    };
    for (what, sql) in CONSISTENT {
        let strange = connection
            .prepare(sql)
            .and_then(|mut select| select.query_row([], |row| row.get::<_, String>(0)).optional());
        match strange {
            Ok(None) => {}
            Ok(Some(which)) => return Err(damaged(format!("{what}: {which}"))),
            // A file of an older version has not all columns.
            Err(_) if file::version(connection).map_err(failed)? < VERSION => {}
            Err(error) => return Err(failed(error)),
        }
    }
    let contents = Contents { tables: count("tables")?, pads: count("pads")? };
    let mut ids = connection.prepare("SELECT id FROM tables").map_err(failed)?;
    let ids = ids.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
    for id in ids {
        let id = id.map_err(failed)?;
        let id = id.parse().map_err(|_| damaged(format!("“{id}” is no table's id")))?;
        reader::load(connection, id).map_err(|error| damaged(error.to_string()))?;
    }
    Ok(contents)
}
