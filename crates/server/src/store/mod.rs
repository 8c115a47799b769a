//! What is on disk, and who may write it. A table is handed what stands there with a [`Lease`] to write more, and never learns
//! which disk it is.
//!
//! * [`file_store`](self::file_store): one SQLite file, written by one thread, read by a few.
//! * [`file`](self::file): whose file it is, and of which version; nothing is written into it before that is known.
//! * [`writer`](self::writer): everything that waits is written in one transaction, with one fsync; and what any disk is asked to write.
//! * [`backup`](self::backup()): a copy while it is written, and whether it is whole.
//! * [`opening`](self::opening): how far the opening of a match is.
//! * [`reader`](self::reader): a table, or a pad, as it was left, on any disk.
//! * `postgres`, with the feature `cluster`: a database that several servers may share.
//! * `model`: for tests, a database with a standby, which fails as it is told.
//! * `laws`: what each of them keeps to.
//!
//! A table is a row, and the record of its match: one row for each deck and each entry; in a database also one for each server that
//! took the table, and none any more of a match that is in the archive alone. A shared score pad is a row, and one for each of
//! its operations.

mod backup;
mod file;
mod file_store;
#[cfg(test)]
pub(crate) mod laws;
#[cfg(test)]
pub(crate) mod model;
mod opening;
#[cfg(feature = "cluster")]
mod postgres;
mod reader;
mod writer;

#[cfg(feature = "archive")]
pub use postgres::{ArchiveError, Archived, Archiving, archive_matches};

pub(crate) use ::table::{
    Fingerprint, FirstDealer, Opening, Stage, StorageError, StoredChair, StoredClocks, TableRecord, Timed,
};
pub use backup::{BackupError, Contents, backup, check};
pub use file::OpenError;
pub(crate) use file::create_private;
pub(crate) use reader::{LoadError, Stored, Summary};

use crate::identity::{GuestId, PadId, TableId};
use crate::metrics::{Metrics, Sizes};
use crate::peers::Peer;
use ::table::Link;
use file_store::FileStore;
use futures_util::TryFutureExt;
use futures_util::future::BoxFuture;
use house::Line;
use pads::Log;
#[cfg(feature = "cluster")]
use postgres::PostgresStore;
use protocol::Ended;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use writer::Change;

/// The number of a table in the file: shorter than its id, since every entry carries it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableNumber(i64);

/// The right to write to a table: of whoever took it last. What may be written next is part of it, so that what is written
/// without knowing all that is there comes to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lease {
    number: TableNumber,
    /// Greater with everybody who took it. One file has one server, which the lock on its folder sees to.
    epoch: i64,
    /// How many lines there are. Not all of them need be part of the match: how many of those there are is its version.
    next: usize,
}

/// Where the data is: in one file, in a database, or, for tests, in a model of one that fails as it is told.
#[derive(Clone)]
enum Disk {
    File(FileStore),
    #[cfg(feature = "cluster")]
    Postgres(PostgresStore),
    #[cfg(test)]
    Model(model::ModelStore),
}

/// The store. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Store {
    disk: Disk,
    /// How many changes were asked for: whoever waits for rest looks whether it grows.
    changes: Arc<AtomicU64>,
    /// What is wrong with the data, as it was looked through last.
    damage: Arc<Mutex<Option<String>>>,
    metrics: Arc<Metrics>,
}

/// Does the same with whichever disk it is.
macro_rules! on_disk {
    ($store:expr, $disk:ident => $does:expr) => {
        match &$store.disk {
            Disk::File($disk) => $does,
            #[cfg(feature = "cluster")]
            Disk::Postgres($disk) => $does,
            #[cfg(test)]
            Disk::Model($disk) => $does,
        }
    };
}

impl Store {
    /// Opens the store in this folder, or makes it. Its file may become so big.
    ///
    /// # Errors
    ///
    /// When the folder cannot be used, another server uses it, or its file is not one this version can read.
    pub(crate) fn open(
        folder: &Path,
        max_bytes: Option<u64>,
        metrics: Arc<Metrics>,
    ) -> Result<Self, OpenError> {
        let file = FileStore::open(folder, max_bytes, Arc::clone(&metrics))?;
        Ok(Self::of(Disk::File(file), metrics))
    }

    /// Opens the database, and makes its tables if there are none. Others reach this server as `own`.
    ///
    /// # Errors
    ///
    /// When it does not answer, may lose what it has acknowledged, or is not one this version can read.
    #[cfg(feature = "cluster")]
    pub(crate) async fn connect(
        database: &crate::settings::Database,
        #[cfg(feature = "archive")] archive: Option<std::path::PathBuf>,
        own: Peer,
        metrics: Arc<Metrics>,
    ) -> Result<Self, OpenError> {
        let store = PostgresStore::open(&database.address, database.durability, Arc::clone(&metrics)).await?;
        let store = store.join(own).await?;
        #[cfg(feature = "archive")]
        let store = store.with_archive(archive);
        Ok(Self::of(Disk::Postgres(store), metrics))
    }

    fn of(disk: Disk, metrics: Arc<Metrics>) -> Self {
        Self { disk, changes: Arc::default(), damage: Arc::default(), metrics }
    }

    /// Waits until everything is written and the data is closed, which is when every clone of the store is gone.
    pub(crate) fn ended(&self) -> BoxFuture<'static, ()> {
        on_disk!(self, disk => disk.ended())
    }

    /// Puts a new table on disk.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn found(
        &self,
        record: TableRecord,
        chairs: Vec<StoredChair>,
        lines: Vec<(Line, Link)>,
    ) -> Result<TableNumber, StorageError> {
        let chairs = write_chairs(&chairs);
        self.change(Change::Found { record: Box::new(record), chairs, lines }).await.map(TableNumber)
    }

    /// Becomes the only one who may write to a table, and reads it: what it returns is on disk, and nobody who had it before can add
    /// to it any more. `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// When the data cannot be read, or nobody knows who may write. Then it may be tried again.
    pub(crate) async fn take(&self, id: TableId) -> Result<Option<(Stored, Lease)>, LoadError> {
        let taken = on_disk!(self, disk => disk.take(id).await)?;
        if let Some((stored, _)) = &taken {
            let (store, number) = (self.clone(), stored.number);
            // Nobody waits for it: what is played there says the same, but not at once.
            tokio::spawn(async move { store.change(Change::Touch { number }).await });
        }
        Ok(taken)
    }

    /// The other server that keeps a table, if one does and runs.
    ///
    /// # Errors
    ///
    /// When nobody knows.
    #[cfg_attr(not(feature = "cluster"), expect(clippy::unused_async, reason = "one file has one server"))]
    pub(crate) async fn owner(&self, id: TableId) -> Result<Option<Peer>, LoadError> {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.owner(id).await,
            _ => {
                let _ = id;
                Ok(None)
            }
        }
    }

    /// Waits until it is certain that no other server has taken what this one keeps because it seemed dead.
    #[cfg_attr(not(feature = "cluster"), expect(clippy::unused_async, reason = "one file has one server"))]
    pub(crate) async fn until_current(&self) {
        #[cfg(feature = "cluster")]
        if let Disk::Postgres(store) = &self.disk {
            store.until_current().await;
        }
    }

    /// Waits until this server has not reached the others' database for so long that they keep its tables now, if they are better
    /// off, and longer by this.
    pub(crate) async fn until_cut_off(&self, longer: std::time::Duration) {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.until_cut_off(longer).await,
            _ => {
                let _ = longer;
                std::future::pending::<()>().await;
            }
        }
    }

    /// Waits until one of these servers, by their keys, does not run any more.
    pub(crate) async fn until_gone(&self, peers: &[Arc<str>]) {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.until_gone(peers).await,
            _ => {
                let _ = peers;
                std::future::pending::<()>().await;
            }
        }
    }

    /// Says that this server runs, and looks after the others; `let_go` is called if others may have taken what it keeps.
    #[cfg(feature = "cluster")]
    pub(crate) async fn beat(&self, let_go: impl FnOnce()) {
        if let Disk::Postgres(store) = &self.disk {
            store.beat(let_go).await;
        }
    }

    /// Lets others take what this server keeps, before they find out by themselves that it is gone.
    #[cfg(feature = "cluster")]
    pub(crate) async fn leave(&self) {
        if let Disk::Postgres(store) = &self.disk {
            store.leave().await;
        }
    }

    /// Puts the next line of a table's record on disk; `link` is what it makes of the chain, and `timed` what it makes of the clocks. A
    /// `command` that led to it is kept where it could be done twice.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) fn append(
        &self,
        lease: &mut Lease,
        line: Line,
        link: Link,
        timed: Option<Timed>,
        command: Option<Fingerprint>,
    ) -> impl Future<Output = Result<(), StorageError>> {
        self.change(Change::Append { lease: *lease, line, link, timed, command }).map_ok(|_| lease.next += 1)
    }

    /// Puts on disk how far the opening of a match is, and what it has changed.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn note_opening(&self, lease: &Lease, record: TableRecord) -> Result<(), StorageError> {
        self.change(Change::Opening { lease: *lease, record: Box::new(record) }).await.map(drop)
    }

    /// Puts on disk who sits where, and what the clocks of a table that has some say now.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn seat(
        &self,
        lease: &Lease,
        chairs: &[StoredChair],
        clocks: Option<StoredClocks>,
    ) -> Result<(), StorageError> {
        let chairs = write_chairs(chairs);
        self.change(Change::Seat { lease: *lease, chairs, clocks }).await.map(drop)
    }

    /// Notes that a match is over, so that nobody looks after it any more.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn finish(&self, lease: &Lease) -> Result<(), StorageError> {
        self.change(Change::Finish { lease: *lease, at: now() }).await.map(drop)
    }

    /// Puts on disk that a match ended before its end.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn end(&self, lease: &Lease, ended: Ended) -> Result<(), StorageError> {
        let ended = reader::write_ended(ended);
        self.change(Change::End { lease: *lease, ended, at: now() }).await.map(drop)
    }

    /// Puts on disk at which table a match is played again.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn go_on_at(&self, lease: &Lease, next: TableId) -> Result<(), StorageError> {
        self.change(Change::Next { lease: *lease, next }).await.map(drop)
    }

    /// Puts on disk what is new on a shared pad; the pad too, if that is new.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn add_to_pad(
        &self,
        id: PadId,
        operations: Vec<(String, String)>,
    ) -> Result<(), StorageError> {
        self.change(Change::Pad { id, operations }).await.map(drop)
    }

    /// Puts on disk that a device of this guest, at this address, wants to hear of their turn.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn subscribe(&self, guest: GuestId, endpoint: String) -> Result<(), StorageError> {
        self.change(Change::Subscribe { guest, endpoint }).await.map(drop)
    }

    /// Forgets that it does.
    ///
    /// # Errors
    ///
    /// When it is still there, or nobody knows.
    pub(crate) async fn unsubscribe(&self, guest: GuestId, endpoint: String) -> Result<(), StorageError> {
        self.change(Change::Unsubscribe { guest, endpoint }).await.map(drop)
    }

    /// The addresses of a guest's devices.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub(crate) async fn endpoints(&self, guest: GuestId) -> Result<Vec<String>, LoadError> {
        on_disk!(self, disk => disk.endpoints(guest).await)
    }

    /// Writes something that changes nothing, to see whether anything can be written.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub(crate) async fn try_to_write(&self) -> Result<(), StorageError> {
        self.change(Change::Nothing).await.map(drop)
    }

    /// Throws away what nobody has used since these times, in seconds since 1970, a few at a time; says how many there were.
    ///
    /// # Errors
    ///
    /// When they are still there, or nobody knows.
    pub(crate) async fn expire(&self, never_begun: u64, others: u64) -> Result<u64, StorageError> {
        self.change(Change::Expire { never_begun, others }).await.map(i64::unsigned_abs)
    }

    /// How many changes were asked for so far.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Moves what is in the log into the file, as far as nobody is in the way.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub(crate) async fn tidy(&self) -> Result<(), LoadError> {
        on_disk!(self, disk => disk.tidy().await)
    }

    /// Looks through the whole file, and remembers what is wrong with it.
    pub(crate) async fn look_through(&self) {
        let damage = match on_disk!(self, disk => disk.look_through().await) {
            Ok(damage) => damage,
            Err(LoadError::Interrupted) => return,
            Err(error) => Some(error.to_string()),
        };
        if let Some(damage) = &damage {
            tracing::error!(damage, "the data file is damaged; `parlour check` says more");
        }
        *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = damage;
    }

    /// What is wrong with the file, as far as is known.
    pub(crate) fn damage(&self) -> Option<String> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How large the file and its log are.
    pub(crate) async fn sizes(&self) -> Sizes {
        on_disk!(self, disk => disk.sizes().await)
    }

    async fn change(&self, change: Change) -> Result<i64, StorageError> {
        // Whoever asks again and again whether anything can be written does not keep the house from resting.
        if !matches!(change, Change::Nothing) {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        let saved = on_disk!(self, disk => disk.change(change).await);
        saved.inspect_err(|error| self.metrics.note_failed_save(writer::label(*error)))
    }

    /// A table as it was left, for whoever only looks; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// When the data cannot be read.
    pub(crate) async fn read(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        on_disk!(self, disk => disk.read(id).await)
    }

    /// Returns what the columns of a table say, without reading its lines; `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub(crate) async fn summary(&self, id: TableId) -> Result<Option<Summary>, LoadError> {
        on_disk!(self, disk => disk.summary(id).await)
    }

    /// A shared pad as it was left; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// When the data cannot be read.
    pub(crate) async fn load_pad(&self, id: PadId) -> Result<Option<Log>, LoadError> {
        on_disk!(self, disk => disk.load_pad(id).await)
    }

    /// The link of the line that led to this version of a match; none if there is none for it.
    ///
    /// # Errors
    ///
    /// When the data cannot be read.
    pub(crate) async fn link(&self, lease: &Lease, version: usize) -> Result<Option<Link>, LoadError> {
        on_disk!(self, disk => disk.link(lease.number, version).await)
    }
}

fn write_chairs(chairs: &[StoredChair]) -> String {
    serde_json::to_string(chairs).expect("chairs have string keys")
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs())
}
