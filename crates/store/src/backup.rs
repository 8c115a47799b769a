//! Backup and check of a data file, also while a server uses it. Both only read.

use super::file::{self, Location, VERSION};
use super::{OpenError, reader};
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::{Path, PathBuf};

/// Counts of a data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Number of card tables in the copy, including finished ones.
    pub tables: u64,
    /// Number of shared pads in the copy.
    pub pads: u64,
}

/// Error of a backup or check.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The data can't be read.
    #[error(transparent)]
    Data(#[from] OpenError),
    /// The data file does not exist.
    #[error("there is no data file {}", .0.display())]
    Missing(PathBuf),
    /// The file for the copy already exists.
    #[error("{} already exists; choose another file", .0.display())]
    Exists(PathBuf),
    /// The copy can't be written.
    #[error("{} can't be written: {reason}", file.display())]
    Unwritable {
        /// Path of the copy.
        file: PathBuf,
        /// Error of the database.
        reason: String,
    },
    /// The copied file is damaged.
    #[error("{} is damaged: {damage}", file.display())]
    Damaged {
        /// Path of the damaged file.
        file: PathBuf,
        /// First damage that was found.
        damage: String,
    },
}

/// Inconsistent rows, each with a query for the first of them. The hash chain covers only lines.
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

/// Copies the data in `folder` into a new file, including the part that is still in the log of a running
/// server, and checks both. To use the copy, put it as `parlour.sqlite` into a folder of its own.
///
/// # Errors
///
/// Returns [`BackupError`] if the data can't be read or is damaged, `copy` exists, or the copy can't be
/// written.
pub fn backup(folder: &Path, copy: &Path) -> Result<Contents, BackupError> {
    let location = Location::of(folder);
    let data = open(&location)?;
    // A copy is built anew, and would look intact even if the data is not.
    look_through(&data, location.file())?;
    let unwritable = |reason: String| BackupError::Unwritable { file: copy.to_owned(), reason };
    // Created here, so that it is private and no file is overwritten.
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

/// Files beside the data file that a server can't create again: certificate and account, notification key, and audit log.
const BESIDE: [&str; 3] = ["acme.json", "push.pk8", "audit.log"];

/// Copies everything in `folder` that a server needs into a new folder: the data as [`backup`] does it, and the certificate,
/// the notification key and the audit log, if they exist. The new folder can be used as a data folder.
///
/// # Errors
///
/// Returns [`BackupError`] like [`backup`]. No incomplete folder remains.
pub fn backup_folder(folder: &Path, copy: &Path) -> Result<Contents, BackupError> {
    let unwritable = |file: &Path, error: &std::io::Error| BackupError::Unwritable {
        file: file.to_owned(),
        reason: error.to_string(),
    };
    if copy.exists() {
        return Err(BackupError::Exists(copy.to_owned()));
    }
    // Renamed when complete.
    let unfinished = copy.with_extension("unfinished");
    if let Err(error) = std::fs::remove_dir_all(&unfinished)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(unwritable(&unfinished, &error));
    }
    super::create_private_folder(&unfinished).map_err(|error| unwritable(&unfinished, &error))?;
    let copied = backup(folder, &unfinished.join("parlour.sqlite")).and_then(|contents| {
        for name in BESIDE {
            let (from, to) = (folder.join(name), unfinished.join(name));
            if from.exists() {
                copy_private(&from, &to).map_err(|error| unwritable(&to, &error))?;
            }
        }
        std::fs::rename(&unfinished, copy).map_err(|error| unwritable(copy, &error))?;
        Ok(contents)
    });
    copied.inspect_err(|_| drop(std::fs::remove_dir_all(&unfinished)))
}

/// Copies a file so that only its owner may read the copy.
fn copy_private(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut copy = super::create_private(to)?;
    std::io::copy(&mut std::fs::File::open(from)?, &mut copy)?;
    copy.sync_all()
}

/// Checks all data in `folder`, and counts it.
///
/// # Errors
///
/// Returns [`BackupError`] if the data can't be read, or is damaged.
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
            // A file of an older version lacks some columns.
            Err(_) if file::version(connection).map_err(failed)? < VERSION => {}
            Err(error) => return Err(failed(error)),
        }
    }
    let contents = Contents { tables: count("tables")?, pads: count("pads")? };
    let mut ids = connection.prepare("SELECT id FROM tables").map_err(failed)?;
    let ids = ids.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
    for id in ids {
        let id = id.map_err(failed)?;
        let id = id.parse().map_err(|_| damaged(format!("“{id}” is not the id of a table")))?;
        reader::load(connection, id).map_err(|error| damaged(error.to_string()))?;
    }
    Ok(contents)
}
