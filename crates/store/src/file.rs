//! Opening of the data file. Nothing is written before its owner and version are known.

use crate::Sizes;
use rusqlite::{Connection, OpenFlags};
use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Version of the schema. A change needs a new number, and a step from the old one in [`STEPS`].
pub(super) const VERSION: i32 = 15;

/// Application id in the file's header: “Parl”.
const APPLICATION: i32 = 0x5061_726c;

/// Shared pads: one row each, and one per operation, so that only new operations are written.
macro_rules! pads {
    () => {
        "CREATE TABLE pads (
             number INTEGER PRIMARY KEY,
             id TEXT NOT NULL UNIQUE,
             touched INTEGER NOT NULL
         ) STRICT;
         CREATE TABLE operations (
             pad INTEGER NOT NULL,
             id TEXT NOT NULL,
             text TEXT NOT NULL,
             PRIMARY KEY (pad, id)
         ) STRICT, WITHOUT ROWID;"
    };
}

/// Push subscriptions. A device belongs to the guest who used it last.
macro_rules! subscriptions {
    () => {
        "CREATE TABLE subscriptions (
             endpoint TEXT PRIMARY KEY,
             guest TEXT NOT NULL,
             touched INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX devices ON subscriptions (guest, touched);"
    };
}

/// Accounts, and what proves them. The table `devices` needs the name of an older index.
macro_rules! accounts {
    () => {
        "DROP INDEX devices;
         CREATE INDEX subscribers ON subscriptions (guest, touched);
         CREATE TABLE accounts (
             id TEXT PRIMARY KEY,
             name TEXT NOT NULL,
             folded TEXT NOT NULL UNIQUE,
             password TEXT,
             visible INTEGER NOT NULL DEFAULT 1,
             made INTEGER NOT NULL,
             renamed INTEGER,
             seen INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE locked_names (folded TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
         CREATE TABLE devices (
             token BLOB PRIMARY KEY,
             account TEXT NOT NULL,
             label TEXT NOT NULL,
             made INTEGER NOT NULL,
             seen INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX account_devices ON devices (account);
         CREATE TABLE recovery (hash BLOB PRIMARY KEY, account TEXT NOT NULL, used INTEGER) STRICT, WITHOUT ROWID;
         CREATE INDEX account_codes ON recovery (account);"
    };
}

/// Matches of the lobby, and ratings. They have the id of their table and not its number, because they outlive it. The
/// log has the order in which ratings changed.
macro_rules! rated_matches {
    () => {
        "CREATE TABLE matches (
             id TEXT NOT NULL,
             seat INTEGER NOT NULL,
             person TEXT,
             family TEXT NOT NULL,
             finished INTEGER NOT NULL,
             side INTEGER NOT NULL,
             place INTEGER NOT NULL,
             outcome TEXT NOT NULL,
             weight REAL NOT NULL,
             PRIMARY KEY (id, seat)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX person_matches ON matches (person, finished);
         CREATE TABLE ratings (
             person TEXT NOT NULL,
             family TEXT NOT NULL,
             mean REAL NOT NULL,
             deviation REAL NOT NULL,
             matches INTEGER NOT NULL,
             at INTEGER NOT NULL,
             PRIMARY KEY (person, family)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX family_ratings ON ratings (family);
         CREATE TABLE rating_log (
             step INTEGER PRIMARY KEY,
             id TEXT NOT NULL,
             seat INTEGER NOT NULL,
             person TEXT,
             family TEXT NOT NULL,
             at INTEGER NOT NULL,
             weight REAL NOT NULL,
             mean0 REAL NOT NULL,
             deviation0 REAL NOT NULL,
             mean1 REAL NOT NULL,
             deviation1 REAL NOT NULL,
             UNIQUE (id, seat)
         ) STRICT;
         CREATE INDEX person_log ON rating_log (person);"
    };
}

/// Index of the newest ratings of a family, reports and rulings.
macro_rules! moderation {
    () => {
        "DROP INDEX family_ratings;
         CREATE INDEX recent_ratings ON ratings (family, at);
         CREATE INDEX family_log ON rating_log (family, step);
         CREATE TABLE reports (
             id INTEGER PRIMARY KEY AUTOINCREMENT,
             reporter TEXT,
             about TEXT NOT NULL,
             at_table TEXT,
             reason TEXT NOT NULL,
             phrases TEXT NOT NULL,
             at INTEGER NOT NULL,
             closed INTEGER
         ) STRICT;
         CREATE UNIQUE INDEX open_reports ON reports (reporter, about) WHERE closed IS NULL;
         CREATE INDEX reporter_reports ON reports (reporter, at);
         CREATE INDEX about_reports ON reports (about);
         CREATE TABLE rulings (
             id INTEGER PRIMARY KEY AUTOINCREMENT,
             person TEXT NOT NULL,
             kind TEXT NOT NULL,
             until INTEGER,
             reason TEXT NOT NULL,
             reply TEXT,
             at INTEGER NOT NULL
         ) STRICT;
         CREATE INDEX person_rulings ON rulings (person);"
    };
}

/// Ties between accounts, and challenges.
macro_rules! ties {
    () => {
        "CREATE TABLE ties (
             account TEXT NOT NULL,
             other TEXT NOT NULL,
             kind TEXT NOT NULL,
             at INTEGER NOT NULL,
             PRIMARY KEY (account, other, kind)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX other_ties ON ties (other);
         CREATE TABLE challenges (
             code TEXT PRIMARY KEY,
             founder TEXT NOT NULL,
             invited TEXT,
             pool TEXT NOT NULL,
             rated INTEGER NOT NULL,
             expires INTEGER NOT NULL,
             table_id TEXT
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX founder_challenges ON challenges (founder);
         CREATE INDEX invited_challenges ON challenges (invited);"
    };
}

/// Bells: players who want to hear of a seek in a family, each with the offset of their clock from UTC in minutes and the
/// times of the last two notices.
macro_rules! bells {
    () => {
        "CREATE TABLE bells (
             person TEXT NOT NULL,
             family TEXT NOT NULL,
             clock INTEGER NOT NULL,
             rung INTEGER,
             rung_before INTEGER,
             PRIMARY KEY (person, family)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX family_bells ON bells (family);"
    };
}

/// Passkeys of accounts.
macro_rules! passkeys {
    () => {
        "CREATE TABLE passkeys (
             credential BLOB PRIMARY KEY,
             account TEXT NOT NULL,
             label TEXT NOT NULL,
             key TEXT NOT NULL,
             made INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX account_passkeys ON passkeys (account);"
    };
}

/// Entries are clustered by table, so that reading a table takes one seek, without another index.
const SCHEMA: &str = concat!(
    "
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seats INTEGER NOT NULL,
    dealer INTEGER NOT NULL,
    seed TEXT NOT NULL,
    chairs TEXT NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    finished INTEGER,
    stake INTEGER,
    next TEXT,
    ended TEXT,
    time_control TEXT,
    clocks TEXT,
    founder TEXT,
    opening TEXT,
    family TEXT,
    rated INTEGER NOT NULL DEFAULT 0,
    audience TEXT
) STRICT;
CREATE INDEX unfinished ON tables (touched) WHERE finished IS NULL;
CREATE TABLE entries (
    number INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    text TEXT NOT NULL,
    link BLOB,
    spent INTEGER,
    command BLOB,
    PRIMARY KEY (number, sequence)
) STRICT, WITHOUT ROWID;
",
    pads!(),
    subscriptions!(),
    accounts!(),
    rated_matches!(),
    moderation!(),
    ties!(),
    bells!(),
    passkeys!()
);

/// Upgrade steps. The first leads from version 1 to 2.
const STEPS: [&str; VERSION as usize - 1] = [
    "ALTER TABLE tables ADD COLUMN stake INTEGER",
    "CREATE TABLE pads (id TEXT PRIMARY KEY, document TEXT NOT NULL, touched INTEGER NOT NULL) STRICT",
    "ALTER TABLE tables ADD COLUMN next TEXT; ALTER TABLE tables ADD COLUMN ended TEXT",
    // Older lines have no link, and are trusted.
    "ALTER TABLE entries ADD COLUMN link BLOB",
    concat!(
        // Tables without a seed exchange are dealt from the seed alone.
        "ALTER TABLE tables ADD COLUMN time_control TEXT; ALTER TABLE tables ADD COLUMN clocks TEXT;
         ALTER TABLE tables ADD COLUMN founder TEXT; ALTER TABLE tables ADD COLUMN opening TEXT;
         ALTER TABLE entries ADD COLUMN spent INTEGER;",
        // A damaged pad is dropped. The copy made before the upgrade still has it.
        "ALTER TABLE pads RENAME TO documents;",
        pads!(),
        "INSERT INTO pads (id, touched) SELECT id, touched FROM documents WHERE json_valid(document);
         INSERT INTO operations (pad, id, text)
             SELECT number, each.value ->> '$.id', each.value
             FROM pads JOIN documents USING (id), json_each(document, '$.operations') AS each;
         DROP TABLE documents;"
    ),
    // Same schema. New lines may undo others.
    "",
    subscriptions!(),
    "ALTER TABLE entries ADD COLUMN command BLOB",
    accounts!(),
    concat!(
        "ALTER TABLE tables ADD COLUMN family TEXT; ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;",
        rated_matches!()
    ),
    moderation!(),
    ties!(),
    concat!("ALTER TABLE tables ADD COLUMN audience TEXT;", bells!()),
    passkeys!(),
];

/// Error of opening a store. The file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or file can't be created, read or locked.
    #[error("the data folder {} can't be used: {reason}", folder.display())]
    Unusable {
        /// Path of the folder.
        folder: PathBuf,
        /// The error of the system or database.
        reason: String,
    },
    /// Another server uses the folder.
    #[error("the data folder {} is in use by another Parlour; close that one, or choose another folder with --data", folder.display())]
    InUse {
        /// Path of the folder.
        folder: PathBuf,
    },
    /// Another program wrote the file.
    #[error("{} is not a data file of Parlour; it was left as it is", file.display())]
    NotOurs {
        /// Path of the data file.
        file: PathBuf,
    },
    /// The file was copied from a running server without its log.
    #[error(
        "{} is empty, because it was copied without its log; make a copy with `parlour backup`, or delete the file if \
         nothing is lost with it",
        file.display()
    )]
    WithoutLog {
        /// Path of the data file.
        file: PathBuf,
    },
    /// The database can't be used.
    #[cfg(feature = "cluster")]
    #[error("the database can't be used: {0}")]
    Database(String),
    /// TLS to the database can't be set up, or the database's certificate is not accepted.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    DatabaseTls(#[from] super::DatabaseTlsError),
    /// The database may lose acknowledged data.
    #[cfg(feature = "cluster")]
    #[error("the database may lose acknowledged data: {0}")]
    MayLose(&'static str),
    /// The database has a newer format.
    #[cfg(feature = "cluster")]
    #[error("the database was made by a newer version of Parlour (format {found}); it was left as it is")]
    NewerDatabase {
        /// Format of the database.
        found: i32,
    },
    /// The file has a newer format.
    #[error(
        "{} was written by a newer version of Parlour (format {found}; this version knows {VERSION}); \
         it was left as it is",
        file.display()
    )]
    Newer {
        /// Path of the data file.
        file: PathBuf,
        /// Format of the data file.
        found: i32,
    },
}

/// Permitted access to the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// The file can be read and written.
    Full,
    /// The file can only be read.
    ReadOnly,
}

/// Identity of a file. It stays the same if the file is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileIdentity {
    device: u64,
    inode: u64,
}

/// Location of the file.
#[derive(Clone, Debug)]
pub(super) struct Location {
    folder: PathBuf,
    file: PathBuf,
    max_bytes: Option<u64>,
}

impl Location {
    /// Returns the location in a folder, without touching it.
    pub(super) fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), file: folder.join("parlour.sqlite"), max_bytes: None }
    }

    /// Returns the location in a folder, which is created if necessary.
    pub(super) fn new(folder: &Path, max_bytes: Option<u64>) -> Result<Self, OpenError> {
        let location = Self { max_bytes, ..Self::of(folder) };
        std::fs::create_dir_all(folder).map_err(|error| location.unusable(error))?;
        location.keep_private();
        Ok(location)
    }

    /// Makes the file private: it contains every seed, and so all hidden cards. If the system does not allow
    /// it, the operator has chosen other permissions.
    fn keep_private(&self) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let only_mine = |path: &Path| {
                let mode = std::fs::metadata(path)?.permissions().mode();
                std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700))
            };
            let _ = only_mine(&self.folder);
            // Created before SQLite does it, so that its log and index get the same mode.
            let _ = create_private(&self.file);
            for ending in ["", "-wal", "-shm"] {
                let _ = only_mine(&self.beside(ending));
            }
        }
    }

    /// Returns the location of a file in the same folder that is not complete yet.
    #[cfg(feature = "cluster")]
    pub(super) fn unfinished(&self) -> Self {
        Self { file: self.folder.join("parlour-unfinished.sqlite"), ..self.clone() }
    }

    /// Returns the path of a file that SQLite keeps beside the data file.
    pub(super) fn beside(&self, ending: &str) -> PathBuf {
        let mut path = self.file.clone().into_os_string();
        path.push(ending);
        path.into()
    }

    /// Returns the identity of the file at the path. Returns `None` if there is none, or the system has no
    /// such numbers.
    pub(super) fn identity(&self) -> Option<FileIdentity> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let metadata = std::fs::metadata(&self.file).ok()?;
            Some(FileIdentity { device: metadata.dev(), inode: metadata.ino() })
        }
        #[cfg(not(unix))]
        None
    }

    /// Returns the path of the file.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the sizes of the file and its log. A missing file has size 0.
    pub(super) fn sizes(&self) -> Sizes {
        let size = |ending| std::fs::metadata(self.beside(ending)).map_or(0, |file| file.len());
        Sizes { file: size(""), log: size("-wal") }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates an error of this folder.
    pub(super) fn unusable(&self, reason: impl Into<Box<dyn Error>>) -> OpenError {
        OpenError::Unusable { folder: self.folder.clone(), reason: reason.into().to_string() }
    }

    /// Checks that the file, if it exists, is a data file that this version can read. Writes nothing.
    pub(super) fn look(&self) -> Result<Access, OpenError> {
        let Some(header) = self.header()? else { return Ok(Access::Full) };
        let number =
            |at: usize| i32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if !header.starts_with(b"SQLite format 3\0") {
            return Err(OpenError::NotOurs { file: self.file.clone() });
        }
        // The header's bytes are read first, because opening the database could trigger a recovery.
        self.check(number(68), number(60))?;
        // A crash at the first start leaves a log. An empty page without a log is a copy of a running
        // server's file. (Asking the database would create a log.)
        if (number(68), number(60)) == (0, 0) && number(28) <= 1 && !self.beside("-wal").exists() {
            return Err(OpenError::WithoutLog { file: self.file.clone() });
        }
        // Only then is the database asked, because the current header may still be in the write-ahead log.
        let connection = self.connect_to_read().map_err(|error| self.unusable(error))?;
        let (application, version) = marks(&connection).map_err(|error| self.unusable(error))?;
        if (application, version) == (0, 0) {
            // A crash between the first write and the log: the file is ours only if it is empty.
            let tables: i64 = connection
                .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
                .map_err(|error| self.unusable(error))?;
            if tables > 0 {
                return Err(OpenError::NotOurs { file: self.file.clone() });
            }
        } else {
            self.check(application, version)?;
        }
        let writable = File::options().write(true).open(&self.file);
        Ok(if writable.is_err_and(|error| is_read_only(&error)) { Access::ReadOnly } else { Access::Full })
    }

    fn check(&self, application: i32, version: i32) -> Result<(), OpenError> {
        match (application, version) {
            (0, 0) => Ok(()),
            (APPLICATION, found) if found > VERSION => {
                Err(OpenError::Newer { file: self.file.clone(), found })
            }
            (APPLICATION, 0..) => Ok(()),
            _ => Err(OpenError::NotOurs { file: self.file.clone() }),
        }
    }

    /// Returns the first hundred bytes. Returns `None` if the file is missing or empty.
    fn header(&self) -> Result<Option<[u8; 100]>, OpenError> {
        let mut file = match File::open(&self.file) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.unusable(error)),
        };
        let mut header = Vec::with_capacity(100);
        (&mut file).take(100).read_to_end(&mut header).map_err(|error| self.unusable(error))?;
        if header.is_empty() {
            return Ok(None);
        }
        header.try_into().map(Some).map_err(|_| OpenError::NotOurs { file: self.file.clone() })
    }

    /// Opens a read-only connection.
    pub(super) fn connect_to_read(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY)?;
        if marks(&connection).is_ok() {
            return Ok(connection);
        }
        // In a read-only folder a WAL file can only be opened with the promise that it does not change.
        Connection::open_with_flags(immutable(&self.file), flags | OpenFlags::SQLITE_OPEN_URI)
    }

    /// Opens a connection for writing, and upgrades the schema.
    pub(super) fn connect_to_write(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        // 16 MiB of log between checkpoints, because each costs two more fsyncs.
        connection.pragma_update(None, "wal_autocheckpoint", 4096)?;
        connection.pragma_update(None, "cache_size", -32 * 1024)?;
        // Deleted accounts must not stay readable in free parts of the file.
        connection.pragma_update_and_check(None, "secure_delete", "on", |_| Ok(()))?;
        if let Some(bytes) = self.max_bytes {
            let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            // The pragma answers with the new value.
            connection.pragma_update_and_check(None, "max_page_count", bytes as i64 / page, |_| Ok(()))?;
        }
        let found = marks(&connection)?.1;
        if found < VERSION {
            if found > 0 {
                self.keep_copy(&connection, found)?;
            }
            let change = connection.transaction()?;
            bring_up_to_date(&change)?;
            change.commit()?;
        }
        Ok(connection)
    }

    /// Copies a file of an older version before the upgrade, because there is no downgrade. An existing copy
    /// is from an earlier attempt.
    fn keep_copy(&self, connection: &Connection, version: i32) -> rusqlite::Result<()> {
        let copy = self.folder.join(format!("parlour-format-{version}.sqlite"));
        if copy.exists() {
            return Ok(());
        }
        // Renamed when complete, so that an incomplete copy is made again.
        let unfinished = copy.with_extension("new");
        let _ = std::fs::remove_file(&unfinished);
        // If this fails, the database reports the error.
        let _ = create_private(&unfinished);
        connection.execute("VACUUM INTO ?1", [unfinished.to_string_lossy()])?;
        std::fs::rename(&unfinished, &copy).map_err(|_| rusqlite::Error::InvalidPath(copy.clone()))?;
        tracing::info!(copy = %copy.display(), "upgrading the data file; this is a copy of the old one");
        Ok(())
    }

    /// Checkpoints the log into the file without blocking others. Afterwards the file is complete by itself.
    pub(super) fn checkpoint(&self) -> rusqlite::Result<()> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
    }

    /// Checkpoints the whole log into the file, and empties it. Returns `false` if a reader or a write is in the way.
    pub(super) fn empty_log(&self) -> rusqlite::Result<bool> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))
    }
}

/// Creates a file that only its owner may read.
pub fn create_private(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Creates a folder that only its owner may read, and the folders above it.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Returns the URI of a file that is promised not to change.
fn immutable(file: &Path) -> String {
    let mut address = String::from("file:");
    for byte in file.to_string_lossy().bytes() {
        match byte {
            b'?' | b'#' | b'%' | 0x80.. => address.push_str(&format!("%{byte:02x}")),
            _ => address.push(char::from(byte)),
        }
    }
    address.push_str("?immutable=1");
    address
}

/// Timeout of waiting for another connection of this server.
const BUSY: Duration = Duration::from_secs(5);

/// Creates or upgrades the schema.
fn bring_up_to_date(connection: &Connection) -> rusqlite::Result<()> {
    match marks(connection)?.1 {
        0 => {
            connection.execute_batch(SCHEMA)?;
            connection.pragma_update(None, "application_id", APPLICATION)?;
        }
        found => {
            let made = usize::try_from(found - 1).unwrap_or_default();
            STEPS.iter().skip(made).try_for_each(|step| connection.execute_batch(step))?;
        }
    }
    connection.pragma_update(None, "user_version", VERSION)
}

/// Returns the version of an open file.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i32> {
    Ok(marks(connection)?.1)
}

fn marks(connection: &Connection) -> rusqlite::Result<(i32, i32)> {
    let mark = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((mark("application_id")?, mark("user_version")?))
}

pub(super) fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_any_name_has_an_address() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["plain", "a b", "what?", "50%", "#1", "zoë", "家"] {
            let file = folder.path().join(name);
            Connection::open(&file)
                .expect("it opens")
                .execute_batch("CREATE TABLE t (n)")
                .expect("it is made");
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let connection = Connection::open_with_flags(immutable(&file), flags).expect(name);
            let tables: i64 =
                connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).expect(name);
            assert_eq!(tables, 1, "{name}");
        }
    }
}
