//! Finished matches as files in a folder. The database knows all of it: which matches a file holds is settled before the file is
//! written, so whoever goes on after a crash writes the same file once more; what the file is, part by part, is noted when it has been
//! read back; and only a good while later are the lines deleted that it holds, if it is still what was noted.
//!
//! The row of a match stays: it says in which file the lines are, and it alone says who played.

mod file;
#[cfg(all(test, unix))]
mod tests;

use super::{LoadError, OpenError, PostgresStore, Stored, Trouble, now};
use crate::identity::TableId;
use crate::metrics::Metrics;
use crate::settings::Durability;
use ::table::Link;
use file::{ArchivedMatch, FileError, Parts};
use house::Line;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_postgres::Row;

/// How many lines are put together. Matches are never split: each has as many more as the last one of them brings along.
#[derive(Clone, Copy)]
struct Sizes {
    /// In a file, which is written, and leaves the database, at once.
    file: i64,
    /// In a group of its rows: to read one match of them is to read them all.
    group: usize,
}

const USUAL: Sizes = Sizes { file: 400_000, group: 25_000 };

/// The most matches that are looked at for a file.
const MOST: i64 = 4096;

/// Whoever archives holds this lock: “Arch”.
const ARCHIVING: i64 = 0x4172_6368;

/// How many matches are read from files at once.
const READERS: usize = 4;

/// A folder that has not answered for so long is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is to be archived, and where.
#[derive(Clone, Debug)]
pub struct Archiving {
    /// The database, as [`Database::address`](crate::Database::address) has it.
    pub database: String,
    /// What has to be lost before it forgets what it has acknowledged.
    pub durability: Durability,
    /// The folder of the files, which has to be there.
    pub folder: PathBuf,
    /// How long the lines of a finished match stay in the database too.
    pub keep: Duration,
}

/// What was done.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Archived {
    /// Files that were written.
    pub files: u64,
    /// The matches in them.
    pub matches: u64,
    /// How large they are, in bytes.
    pub bytes: u64,
    /// Files of which the lines were deleted in the database.
    pub moved: u64,
    /// Files that are missing or are not what was written, and will be written anew.
    pub lost: u64,
}

/// Why nothing more was archived. What was is whole.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database does not do what it is asked, or gives back something strange.
    #[error("the database: {0}")]
    Database(String),
    /// Somebody else archives.
    #[error("another process archives the matches of this database just now")]
    Busy,
    /// The folder, or the file that was written there last, is not there.
    #[error("{} is not there: is it the right folder, and is it mounted?", file.display())]
    WrongFolder {
        /// Which of them.
        file: PathBuf,
    },
    /// A file cannot be written, or is not what was written when it is read again.
    #[error("{} cannot be written: {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why not.
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
/// When the database or the folder cannot be used, or somebody else does it just now. Then it may be tried again at any time.
pub async fn archive_matches(archiving: &Archiving) -> Result<Archived, ArchiveError> {
    let store = PostgresStore::open(&archiving.database, archiving.durability, Metrics::new()).await?;
    store.archive(&archiving.folder, archiving.keep, USUAL).await
}

/// A file whose matches are settled.
#[derive(Debug)]
struct Planned {
    archive: i64,
    file: String,
}

/// Does what waits for the disk where others need not wait with it.
async fn aside<T: Send + 'static>(does: impl FnOnce() -> T + Send + 'static) -> Result<T, std::io::Error> {
    tokio::task::spawn_blocking(does).await.map_err(std::io::Error::other)
}

impl PostgresStore {
    async fn archive(&self, folder: &Path, keep: Duration, sizes: Sizes) -> Result<Archived, ArchiveError> {
        // Nothing is damaged if two do it, but one of them would work in vain. It is held as long as this lives.
        let lock = self.sessions.connect().await?;
        let locked = lock.query("SELECT pg_try_advisory_lock($1)", &[&ARCHIVING]).await?;
        if !locked.iter().any(|row| row.get(0)) {
            return Err(ArchiveError::Busy);
        }
        let archived = self.archive_alone(folder, keep, sizes).await;
        // The database hears late of a session that has ended.
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

    /// A folder that is not mounted is an empty folder, in which files would be lost.
    async fn check_folder(&self, folder: &Path) -> Result<(), ArchiveError> {
        let sql = "SELECT file FROM archives WHERE sha256 IS NOT NULL ORDER BY archive DESC LIMIT 1";
        let rows = self.sessions.query(sql, &[]).await?;
        let last = rows.first().map_or_else(|| folder.to_owned(), |row| folder.join(row.get::<_, &str>(0)));
        let path = last.clone();
        match aside(move || path.exists()).await {
            Ok(true) => Ok(()),
            _ => Err(ArchiveError::WrongFolder { file: last }),
        }
    }

    /// The next file to be written: one that was settled and not written, or a new one. None if there is nothing to archive.
    async fn plan(&self, sizes: Sizes) -> Result<Option<Planned>, ArchiveError> {
        let read = |row: &Row| Planned { archive: row.get(0), file: row.get(1) };
        let sql = "SELECT archive, file FROM archives WHERE sha256 IS NULL ORDER BY archive LIMIT 1";
        if let Some(row) = self.sessions.query(sql, &[]).await?.first() {
            return Ok(Some(read(row)));
        }
        // Another house may write to the same folder, and has matches of the same numbers.
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

    /// Writes a file, and says how many matches are in it and what it is; nothing, if none are left that can be.
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
                // Somebody has thrown it away since.
                Ok(None) => {}
                // It stays as it is, for somebody to look at it.
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
            aside(move || Ok((matches.len(), file::write(&folder, &name, &matches, sizes.group)?))).await;
        written.map_err(FileError::from).and_then(|written| written).map(Some).map_err(unwritten)
    }

    /// Notes what a file is that has been written.
    async fn note_written(&self, planned: &Planned, parts: &Parts) -> Result<(), ArchiveError> {
        let sql =
            "UPDATE archives SET sha256 = $2, ends = $3, hashes = $4 WHERE archive = $1 AND sha256 IS NULL";
        self.sessions.query(sql, &[&planned.archive, &parts.sha256, &parts.ends, &parts.hashes]).await?;
        Ok(())
    }

    /// Deletes the lines of matches that are over for so long, if the file is what was written.
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
        let over = now().saturating_sub(keep.as_secs()) as i64;
        for row in self.sessions.query(sql, &[&over]).await? {
            let (archive, name, sha256): (i64, String, Vec<u8>) = (row.get(0), row.get(1), row.get(2));
            let path = folder.join(&name);
            let checked = aside(move || file::check(&path, &sha256)).await.map_err(FileError::from);
            if let Err(error) = checked.and_then(|checked| checked) {
                tracing::error!(file = name, %error, "a file of the archive is lost, and is written anew");
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

/// The folder in which a server finds the files.
pub(super) struct Archive {
    folder: PathBuf,
    readers: Arc<Semaphore>,
}

impl PostgresStore {
    /// Reads matches that are in files from this folder.
    pub(in crate::store) fn with_archive(mut self, folder: Option<PathBuf>) -> Self {
        let archive = |folder| Arc::new(Archive { folder, readers: Arc::new(Semaphore::new(READERS)) });
        self.archive = folder.map(archive);
        self
    }

    /// Adds to a match the lines that are in a file alone: this one, which is made of these parts.
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
            return Err(away("this server was not told where that is (--archive)".to_owned()));
        };
        let (number, path) = (stored.number.0, archive.folder.join(&name));
        let read = async {
            let permit = Arc::clone(&archive.readers).acquire_owned().await.map_err(std::io::Error::other)?;
            let read = move || {
                // Also while nobody waits for it any more.
                let _permit = permit;
                file::read(&path, &ends, &hashes, number)
            };
            aside(read).await.map_err(FileError::from)?
        };
        let silent = |_| Err(FileError::System(std::io::ErrorKind::TimedOut.into()));
        let lines = match tokio::time::timeout(PATIENCE, read).await.unwrap_or_else(silent) {
            Ok(lines) => lines,
            Err(FileError::System(error)) => return Err(away(format!("{name}: {error}"))),
            Err(error) => return Err(LoadError::DamagedFile { table, what: format!("{name}: {error}") }),
        };
        let damaged = |stored: &Stored| LoadError::Damaged { table, line: stored.lines.len() };
        // The last line has the hash of them all.
        if lines.last().is_none_or(|line| line.link.is_none()) {
            return Err(damaged(stored));
        }
        for line in lines {
            if let Some(clocks) = line.clocks {
                stored.clocks = Some(serde_json::from_str(&clocks).map_err(|_| damaged(stored))?);
            }
            stored.add(Line::from_text(line.text), line.link.map(Link), line.spent, None)?;
        }
        Ok(())
    }
}
