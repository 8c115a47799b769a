//! Archive of finished matches, as files in a folder.
//!
//! The matches of a file are chosen in the database before the file is written, so that a process that
//! continues after a crash writes the same file again. The hashes of its parts are stored after the file was
//! read back. Much later the lines are deleted from the database, if the file is unchanged.
//!
//! The row of a match stays in the database. It names the file, and only it has the players.

mod file;
#[cfg(all(test, unix))]
mod tests;

use super::{LoadError, OpenError, PostgresStore, Stored, Trouble};
use crate::{Durability, unix_time};
use file::{ArchivedMatch, FileError, Parts};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use table::{Link, TableId};
use tokio::sync::Semaphore;
use tokio_postgres::Row;

/// Sizes of archive files, in match lines. Matches are never split, so the last match may exceed them.
#[derive(Clone, Copy)]
struct Sizes {
    /// Match lines per file. A file is written, and later deleted from the database, as a whole.
    file: i64,
    /// Match lines per row group. Reading one match reads its whole group.
    group: usize,
}

const USUAL: Sizes = Sizes { file: 400_000, group: 25_000 };

/// Maximum number of matches considered for a file.
const MOST: i64 = 4096;

/// Advisory lock of archiving: “Arch”.
const ARCHIVING: i64 = 0x4172_6368;

/// Maximum number of concurrent reads from files.
const READERS: usize = 4;

/// Timeout of the folder.
const FOLDER_TIMEOUT: Duration = Duration::from_secs(10);

/// Task that archives finished matches.
#[derive(Clone, Debug)]
pub struct Archiving {
    /// URL of the database, as in [`Database::address`](crate::Database::address).
    pub database: String,
    /// Durability of the database.
    pub durability: Durability,
    /// Folder of the files. It must exist.
    pub folder: PathBuf,
    /// Time for which the lines of a finished match also stay in the database.
    pub keep: Duration,
}

/// Result of archiving finished matches.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Archived {
    /// Number of archive files written.
    pub files: u64,
    /// Number of matches in the written files.
    pub matches: u64,
    /// Size of the written files, in bytes.
    pub bytes: u64,
    /// Number of files whose lines were deleted from the database.
    pub moved: u64,
    /// Missing or changed files, which will be written again.
    pub lost: u64,
}

/// Error of archiving. Files archived before it are intact.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database can't be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database refused a statement, or returned invalid data.
    #[error("the database failed: {0}")]
    Database(String),
    /// Another process is archiving.
    #[error("another process is archiving the matches of this database; try again later")]
    Busy,
    /// The folder, or the file written last, does not exist.
    #[error("{} does not exist; check that the folder is right and mounted", file.display())]
    WrongFolder {
        /// The folder or file that is missing.
        file: PathBuf,
    },
    /// A file can't be written, or differs when it is read back.
    #[error("{} can't be written: {reason}", file.display())]
    File {
        /// The archive file that can't be written.
        file: PathBuf,
        /// The reason why the file can't be written.
        reason: String,
    },
}

impl From<Trouble> for ArchiveError {
    fn from(trouble: Trouble) -> Self {
        Self::Database(trouble.to_string())
    }
}

/// Archives the finished matches of a database, once.
///
/// # Errors
///
/// Returns [`ArchiveError`] if the database or the folder can't be used, or another process is archiving. The
/// call may be repeated at any time.
pub async fn archive_matches(archiving: &Archiving) -> Result<Archived, ArchiveError> {
    let store = PostgresStore::open(&archiving.database, archiving.durability, Arc::new(())).await?;
    store.archive(&archiving.folder, archiving.keep, USUAL).await
}

/// File whose matches are chosen.
#[derive(Debug)]
struct Planned {
    archive: i64,
    file: String,
}

/// Runs blocking work on another thread.
async fn run_blocking<T: Send + 'static>(
    does: impl FnOnce() -> T + Send + 'static,
) -> Result<T, std::io::Error> {
    tokio::task::spawn_blocking(does).await.map_err(std::io::Error::other)
}

impl PostgresStore {
    async fn archive(&self, folder: &Path, keep: Duration, sizes: Sizes) -> Result<Archived, ArchiveError> {
        // Two processes would do no damage, but one would work in vain. The lock is held by this session.
        let lock = self.sessions.connect().await?;
        let locked = lock.query("SELECT pg_try_advisory_lock($1)", &[&ARCHIVING]).await?;
        if !locked.iter().any(|row| row.get(0)) {
            return Err(ArchiveError::Busy);
        }
        let archived = self.archive_alone(folder, keep, sizes).await;
        // Released explicitly, because the database notices the end of a session late.
        let _ = lock.query("SELECT pg_advisory_unlock($1)", &[&ARCHIVING]).await;
        archived
    }

    async fn archive_alone(
        &self,
        folder: &Path,
        keep: Duration,
        sizes: Sizes,
    ) -> Result<Archived, ArchiveError> {
        self.check_folder(folder).await?;
        let mut archived = Archived::default();
        while let Some(planned) = self.plan(sizes).await? {
            if let Some((matches, parts)) = self.write_planned(folder, &planned, sizes).await? {
                self.note_written(&planned, &parts).await?;
                archived.files += 1;
                archived.matches += matches as u64;
                archived.bytes += parts.ends.last().map_or(0, |end| end.unsigned_abs());
            }
        }
        self.move_old(folder, keep, &mut archived).await?;
        Ok(archived)
    }

    /// Checks the folder. An unmounted folder is empty, and files in it would be lost.
    async fn check_folder(&self, folder: &Path) -> Result<(), ArchiveError> {
        let sql = "SELECT file FROM archives WHERE sha256 IS NOT NULL ORDER BY archive DESC LIMIT 1";
        let rows = self.sessions.query(sql, &[]).await?;
        let last = rows.first().map_or_else(|| folder.to_owned(), |row| folder.join(row.get::<_, &str>(0)));
        let path = last.clone();
        match run_blocking(move || path.exists()).await {
            Ok(true) => Ok(()),
            _ => Err(ArchiveError::WrongFolder { file: last }),
        }
    }

    /// Returns the next file to write: one chosen earlier and not written, or a new one.
    async fn plan(&self, sizes: Sizes) -> Result<Option<Planned>, ArchiveError> {
        let read = |row: &Row| Planned { archive: row.get(0), file: row.get(1) };
        let sql = "SELECT archive, file FROM archives WHERE sha256 IS NULL ORDER BY archive LIMIT 1";
        if let Some(row) = self.sessions.query(sql, &[]).await?.first() {
            return Ok(Some(read(row)));
        }
        // Another installation may use the same folder, with matches of the same numbers.
        let chance = getrandom::u32().map_err(|error| ArchiveError::Database(error.to_string()))?;
        let sql = "WITH done AS (
                SELECT number, (SELECT max(sequence) FROM entries WHERE entries.number = tables.number) AS lines
                FROM tables WHERE finished IS NOT NULL AND archive IS NULL
                    AND EXISTS (SELECT FROM entries WHERE entries.number = tables.number AND link IS NOT NULL)
                ORDER BY number LIMIT $3),
            summed AS (SELECT number, sum(lines) OVER (ORDER BY number) - lines AS so_far FROM done),
            chosen AS (
                SELECT number FROM tables JOIN summed USING (number) WHERE so_far < $1 AND archive IS NULL
                ORDER BY number FOR UPDATE OF tables),
            named AS (
                INSERT INTO archives (file)
                SELECT 'matches-' || min(number) || '-' || max(number) || '-' || $2::text || '.parquet' FROM chosen
                HAVING count(*) > 0 RETURNING archive, file),
            settled AS (
                UPDATE tables SET archive = named.archive FROM chosen, named WHERE tables.number = chosen.number)
            SELECT archive, file FROM named";
        let planned = self.sessions.query(sql, &[&sizes.file, &format!("{chance:08x}"), &MOST]).await?;
        Ok(planned.first().map(read))
    }

    /// Writes the planned archive file. Returns its number of matches and the hashes of the file and its
    /// parts, or `None` if all planned matches were deleted or damaged meanwhile.
    async fn write_planned(
        &self,
        folder: &Path,
        planned: &Planned,
        sizes: Sizes,
    ) -> Result<Option<(usize, Parts)>, ArchiveError> {
        let strange = |error: &dyn std::fmt::Display| ArchiveError::Database(error.to_string());
        let sql = "SELECT id, finished FROM tables WHERE archive = $1 ORDER BY number";
        let mut matches = Vec::new();
        for row in self.sessions.query(sql, &[&planned.archive]).await? {
            let id: TableId = row.get::<_, &str>(0).parse().map_err(|error| strange(&error))?;
            match self.load(id, i32::MAX).await {
                Ok(Some(stored)) => matches.push(ArchivedMatch::new(&stored, row.get(1))),
                // The match was deleted meanwhile.
                Ok(None) => {}
                // A damaged match stays in the database for inspection.
                Err(error @ (LoadError::Damaged { .. } | LoadError::Strange { .. })) => {
                    tracing::error!(%error, "a match is damaged, and is not archived");
                    self.sessions
                        .query("UPDATE tables SET archive = 0 WHERE id = $1", &[&id.to_string()])
                        .await?;
                }
                Err(error) => return Err(strange(&error)),
            }
        }
        if matches.is_empty() {
            let sql = "DELETE FROM archives WHERE archive = $1 AND sha256 IS NULL";
            self.sessions.query(sql, &[&planned.archive]).await?;
            return Ok(None);
        }
        let (folder, name) = (folder.to_owned(), planned.file.clone());
        let unwritten = |reason: FileError| ArchiveError::File {
            file: PathBuf::from(&planned.file),
            reason: reason.to_string(),
        };
        let written =
            run_blocking(move || Ok((matches.len(), file::write(&folder, &name, &matches, sizes.group)?)))
                .await;
        written.map_err(FileError::from).and_then(|written| written).map(Some).map_err(unwritten)
    }

    /// Stores the hashes of a written file.
    async fn note_written(&self, planned: &Planned, parts: &Parts) -> Result<(), ArchiveError> {
        let sql =
            "UPDATE archives SET sha256 = $2, ends = $3, hashes = $4 WHERE archive = $1 AND sha256 IS NULL";
        self.sessions.query(sql, &[&planned.archive, &parts.sha256, &parts.ends, &parts.hashes]).await?;
        Ok(())
    }

    /// Deletes the lines of matches finished for at least `keep`, if their file is unchanged.
    async fn move_old(
        &self,
        folder: &Path,
        keep: Duration,
        archived: &mut Archived,
    ) -> Result<(), ArchiveError> {
        let sql = "SELECT archive, file, sha256 FROM archives
            WHERE NOT moved AND sha256 IS NOT NULL AND NOT EXISTS (
                SELECT FROM tables WHERE tables.archive = archives.archive AND finished > $1)
            ORDER BY archive";
        let over = unix_time().saturating_sub(keep.as_secs()) as i64;
        for row in self.sessions.query(sql, &[&over]).await? {
            let (archive, name, sha256): (i64, String, Vec<u8>) = (row.get(0), row.get(1), row.get(2));
            let path = folder.join(&name);
            let checked = run_blocking(move || file::check(&path, &sha256)).await.map_err(FileError::from);
            if let Err(error) = checked.and_then(|checked| checked) {
                tracing::error!(file = name, %error, "a file of the archive is missing or changed, and is written again");
                let sql = "UPDATE archives SET sha256 = NULL WHERE archive = $1 AND NOT moved";
                self.sessions.query(sql, &[&archive]).await?;
                archived.lost += 1;
                continue;
            }
            let sql = "WITH moved AS (UPDATE archives SET moved = true WHERE archive = $1 AND sha256 IS NOT NULL RETURNING archive),
                lines AS (
                    DELETE FROM entries USING tables, moved
                    WHERE tables.archive = moved.archive AND entries.number = tables.number)
                SELECT archive FROM moved";
            self.sessions.query(sql, &[&archive]).await?;
            archived.moved += 1;
        }
        Ok(())
    }
}

/// Folder from which a server reads files.
pub(super) struct Archive {
    folder: PathBuf,
    readers: Arc<Semaphore>,
}

impl PostgresStore {
    /// Sets the folder from which archived matches are read.
    pub(crate) fn with_archive(mut self, folder: Option<PathBuf>) -> Self {
        let archive = |folder| Arc::new(Archive { folder, readers: Arc::new(Semaphore::new(READERS)) });
        self.archive = folder.map(archive);
        self
    }

    /// Adds the lines of a match from its file.
    pub(super) async fn add_archived(
        &self,
        stored: &mut Stored,
        name: String,
        ends: Vec<i64>,
        hashes: Vec<Vec<u8>>,
    ) -> Result<(), LoadError> {
        let table = stored.record.id;
        let away = |what: String| LoadError::Away { table, what };
        let Some(archive) = self.archive.clone() else {
            return Err(away("its folder was not named with --archive".to_owned()));
        };
        let (number, path) = (stored.number.0, archive.folder.join(&name));
        let read = async {
            let permit = Arc::clone(&archive.readers).acquire_owned().await.map_err(std::io::Error::other)?;
            let read = move || {
                // Held until the read ends, even if the caller is cancelled.
                let _permit = permit;
                file::read(&path, &ends, &hashes, number)
            };
            run_blocking(read).await.map_err(FileError::from)?
        };
        let silent = |_| Err(FileError::System(std::io::ErrorKind::TimedOut.into()));
        let lines = match tokio::time::timeout(FOLDER_TIMEOUT, read).await.unwrap_or_else(silent) {
            Ok(lines) => lines,
            Err(FileError::System(error)) => return Err(away(format!("{name}: {error}"))),
            Err(error) => return Err(LoadError::DamagedFile { table, what: format!("{name}: {error}") }),
        };
        let damaged = |stored: &Stored| LoadError::Damaged { table, line: stored.lines.len() };
        // The last line has the hash of the whole chain.
        if lines.last().is_none_or(|line| line.link.is_none()) {
            return Err(damaged(stored));
        }
        for line in lines {
            if let Some(clocks) = line.clocks {
                stored.clocks = Some(serde_json::from_str(&clocks).map_err(|_| damaged(stored))?);
            }
            stored.add(&line.text, line.link.map(Link), line.spent, None)?;
        }
        Ok(())
    }
}
