//! The store: one interface to a file, a database, or a model of one.

use crate::chairs::write_chairs;
use crate::file_store::FileStore;
use crate::identity::PadId;
use crate::lease::{Lease, TableNumber};
use crate::matches::{Before, PlayedMatch, StoredRating};
use crate::observer::{Observer, Sizes};
use crate::reader::{self, LoadError, Stored, Summary};
use crate::writer::{self, Change};
#[cfg(feature = "cluster")]
use crate::{Durability, postgres::PostgresStore};
use crate::{OpenError, Peer, unix_time};
use catalog::Line;
use futures_util::TryFutureExt;
use futures_util::future::BoxFuture;
use pads::Log;
use protocol::{Ended, RatingChange};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use table::{
    Fingerprint, FinishedMatch, GuestId, Link, StorageError, StoredChair, StoredClocks, TableId, TableRecord,
    Timed,
};

/// Kind of storage: a file, a database or a model of one.
#[derive(Clone)]
pub(crate) enum Disk {
    File(FileStore),
    #[cfg(feature = "cluster")]
    Postgres(PostgresStore),
    #[cfg(any(test, feature = "model"))]
    Model(crate::model::ModelStore),
}

/// The store. It is cheap to clone.
#[derive(Clone)]
pub struct Store {
    disk: Disk,
    /// Number of requested changes. The maintenance waits until it stops growing.
    changes: Arc<AtomicU64>,
    /// Damage that the last check found.
    damage: Arc<Mutex<Option<String>>>,
    observer: Arc<dyn Observer>,
}

/// Calls the same method on any kind of storage.
macro_rules! on_disk {
    ($store:expr, $disk:ident => $does:expr) => {
        match &$store.disk {
            Disk::File($disk) => $does,
            #[cfg(feature = "cluster")]
            Disk::Postgres($disk) => $does,
            #[cfg(any(test, feature = "model"))]
            Disk::Model($disk) => $does,
        }
    };
}

mod invitations;
mod people;

impl Store {
    /// Opens or creates the store in a folder, with a maximum size of its file.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError`] if the folder can't be used, another server uses it, or this version can't read
    /// the file.
    pub fn open(
        folder: &Path,
        max_bytes: Option<u64>,
        observer: Arc<dyn Observer>,
    ) -> Result<Self, OpenError> {
        let file = FileStore::open(folder, max_bytes, Arc::clone(&observer))?;
        Ok(Self::of(Disk::File(file), observer))
    }

    /// Connects to a database, and creates its tables if there are none. `own` is the address for other
    /// servers.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError`] if the database does not answer, may lose acknowledged data, or can't be read by
    /// this version.
    #[cfg(feature = "cluster")]
    pub async fn connect(
        address: &str,
        durability: Durability,
        #[cfg(feature = "archive")] archive: Option<std::path::PathBuf>,
        own: Peer,
        observer: Arc<dyn Observer>,
    ) -> Result<Self, OpenError> {
        let store = PostgresStore::open(address, durability, Arc::clone(&observer)).await?;
        let store = store.join(own).await?;
        #[cfg(feature = "archive")]
        let store = store.with_archive(archive);
        Ok(Self::of(Disk::Postgres(store), observer))
    }

    /// Returns the store of a server at a model of a database.
    #[cfg(any(test, feature = "model"))]
    #[must_use]
    pub fn of_model(model: crate::model::ModelStore, observer: Arc<dyn Observer>) -> Self {
        Self::of(Disk::Model(model), observer)
    }

    pub(crate) fn of(disk: Disk, observer: Arc<dyn Observer>) -> Self {
        Self { disk, changes: Arc::default(), damage: Arc::default(), observer }
    }

    /// Waits until all clones of the store are gone, everything is written, and the data is closed.
    pub fn ended(&self) -> BoxFuture<'static, ()> {
        on_disk!(self, disk => disk.ended())
    }

    /// Stores a new table.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the table is not stored, or the outcome is unknown.
    pub async fn create_table(
        &self,
        record: TableRecord,
        chairs: Vec<StoredChair>,
        lines: Vec<(Line, Link)>,
    ) -> Result<TableNumber, StorageError> {
        let chairs = write_chairs(&chairs);
        self.change(Change::CreateTable { record: Box::new(record), chairs, lines }).await.map(TableNumber)
    }

    /// Takes the lease of a table and reads it. Everything returned is on disk, and no earlier owner can add
    /// to it. Returns `None` if the table does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read, or the owner is unknown. The call may be repeated.
    pub async fn take(&self, id: TableId) -> Result<Option<(Stored, Lease)>, LoadError> {
        let taken = on_disk!(self, disk => disk.take(id).await)?;
        if let Some((stored, _)) = &taken {
            let (store, number) = (self.clone(), stored.number);
            // In the background: actions at the table also record that it is used, but not at once.
            tokio::spawn(async move { store.change(Change::Touch { number }).await });
        }
        Ok(taken)
    }

    /// Returns the other running server that owns a table, if there is one.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the owner is unknown.
    #[cfg_attr(not(feature = "cluster"), expect(clippy::unused_async, reason = "one file has one server"))]
    pub async fn owner(&self, id: TableId) -> Result<Option<Peer>, LoadError> {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.owner(id).await,
            _ => {
                let _ = id;
                Ok(None)
            }
        }
    }

    /// Waits until it is certain that no other server considered this one dead and took its tables.
    #[cfg_attr(not(feature = "cluster"), expect(clippy::unused_async, reason = "one file has one server"))]
    pub async fn until_current(&self) {
        #[cfg(feature = "cluster")]
        if let Disk::Postgres(store) = &self.disk {
            store.until_current().await;
        }
    }

    /// Waits until this server has been without the database for so long that others may own its tables, plus
    /// `longer`.
    pub async fn until_cut_off(&self, longer: std::time::Duration) {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.until_cut_off(longer).await,
            _ => {
                let _ = longer;
                std::future::pending::<()>().await;
            }
        }
    }

    /// Returns the other server that has the lobby of all servers at the database. Returns `None` if this server has it.
    pub fn lobby(&self) -> Option<Peer> {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.lobby(),
            _ => None,
        }
    }

    /// Returns the other running servers at the database, as last read.
    pub fn peers(&self) -> Vec<Peer> {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.peers(),
            _ => Vec::new(),
        }
    }

    /// Waits until one of the servers with these keys is gone.
    pub async fn until_gone(&self, peers: &[Arc<str>]) {
        match &self.disk {
            #[cfg(feature = "cluster")]
            Disk::Postgres(store) => store.until_gone(peers).await,
            _ => {
                let _ = peers;
                std::future::pending::<()>().await;
            }
        }
    }

    /// Renews the heartbeat, and looks for dead servers. Calls `let_go` if others may have taken this
    /// server's tables.
    #[cfg(feature = "cluster")]
    pub async fn beat(&self, let_go: impl FnOnce()) {
        if let Disk::Postgres(store) = &self.disk {
            store.beat(let_go).await;
        }
    }

    /// Gives up this server's tables, so that others need not wait for its heartbeat to expire.
    #[cfg(feature = "cluster")]
    pub async fn leave(&self) {
        if let Disk::Postgres(store) = &self.disk {
            store.leave().await;
        }
    }

    /// Stores the next line of a table. `link` is the new hash of the chain, and `timed` the new state of the
    /// clocks. `command` is stored to detect a repeated command.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if the line is not stored, or the outcome is unknown.
    pub fn append(
        &self,
        lease: &mut Lease,
        line: Line,
        link: Link,
        timed: Option<Timed>,
        command: Option<Fingerprint>,
    ) -> impl Future<Output = Result<(), StorageError>> {
        self.change(Change::Append { lease: *lease, line, link, timed, command }).map_ok(|_| lease.next += 1)
    }

    /// Stores the progress of a seed exchange, with the record that results.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not stored, or the outcome is unknown.
    pub async fn note_opening(&self, lease: &Lease, record: TableRecord) -> Result<(), StorageError> {
        self.change(Change::Opening { lease: *lease, record: Box::new(record) }).await.map(drop)
    }

    /// Stores the chairs, and the clocks of a table that has some.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if they are not stored, or the outcome is unknown.
    pub async fn seat(
        &self,
        lease: &Lease,
        chairs: &[StoredChair],
        clocks: Option<StoredClocks>,
    ) -> Result<(), StorageError> {
        let chairs = write_chairs(chairs);
        self.change(Change::Seat { lease: *lease, chairs, clocks }).await.map(drop)
    }

    /// Marks a match as finished, and stores its result and the ratings that follow, all at once. A match that is
    /// finished already stays as it is.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not stored, or the outcome is unknown.
    pub async fn finish(&self, lease: &Lease, finished: FinishedMatch) -> Result<(), StorageError> {
        let finished = Box::new(finished);
        self.change(Change::Finish { lease: *lease, finished, at: unix_time() }).await.map(drop)
    }

    /// Returns the changes of ratings by a finished match, in seat order.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn rating_changes(&self, id: TableId) -> Result<Vec<RatingChange>, LoadError> {
        on_disk!(self, disk => disk.rating_changes(id).await)
    }

    /// Returns the ratings of a player, by family.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn ratings(&self, person: GuestId) -> Result<Vec<(String, StoredRating)>, LoadError> {
        on_disk!(self, disk => disk.ratings(person).await)
    }

    /// Returns at most `limit` ratings of a family that changed since a time, the newest first. Players who are banned at
    /// `now`, or whose matches are not rated then, are left out.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn recent_ratings(
        &self,
        family: String,
        since: u64,
        now: u64,
        limit: u32,
    ) -> Result<Vec<(GuestId, StoredRating)>, LoadError> {
        on_disk!(self, disk => disk.recent_ratings(family, since, now, limit).await)
    }

    /// Returns at most `limit` matches of a player before a match, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn played(
        &self,
        person: GuestId,
        before: Before,
        limit: u32,
    ) -> Result<Vec<PlayedMatch>, LoadError> {
        on_disk!(self, disk => disk.played(person, before, limit).await)
    }

    /// Returns the log of ratings with the places of the matches, in its order.
    #[cfg(test)]
    pub(crate) async fn rating_log(&self) -> Vec<crate::matches::Logged> {
        on_disk!(self, disk => disk.rating_log().await).expect("it answers")
    }

    /// Stores the early end of a match, like [`finish`](Self::finish).
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not stored, or the outcome is unknown.
    pub async fn end(
        &self,
        lease: &Lease,
        ended: Ended,
        finished: FinishedMatch,
    ) -> Result<(), StorageError> {
        let (ended, finished) = (reader::write_ended(ended), Box::new(finished));
        self.change(Change::End { lease: *lease, ended, finished, at: unix_time() }).await.map(drop)
    }

    /// Stores the table of a rematch.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not stored, or the outcome is unknown.
    pub async fn go_on_at(&self, lease: &Lease, next: TableId) -> Result<(), StorageError> {
        self.change(Change::Next { lease: *lease, next }).await.map(drop)
    }

    /// Adds operations to a shared pad, and creates the pad if it is new.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if they are not stored, or the outcome is unknown.
    pub async fn add_to_pad(&self, id: PadId, operations: Vec<(String, String)>) -> Result<(), StorageError> {
        self.change(Change::Pad { id, operations }).await.map(drop)
    }

    /// Stores a guest's push subscription.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not stored, or the outcome is unknown.
    pub async fn subscribe(&self, guest: GuestId, endpoint: String) -> Result<(), StorageError> {
        self.change(Change::Subscribe { guest, endpoint }).await.map(drop)
    }

    /// Deletes a guest's push subscription.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not deleted, or the outcome is unknown.
    pub async fn unsubscribe(&self, guest: GuestId, endpoint: String) -> Result<(), StorageError> {
        self.change(Change::Unsubscribe { guest, endpoint }).await.map(drop)
    }

    /// Returns the addresses of a guest's devices.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn endpoints(&self, guest: GuestId) -> Result<Vec<String>, LoadError> {
        on_disk!(self, disk => disk.endpoints(guest).await)
    }

    /// Removes deleted data from the log of a data file. A database does it by itself, in its own time.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the file can't be written. Returns `false` if a reader was in the way.
    pub async fn empty_log(&self) -> Result<bool, LoadError> {
        match &self.disk {
            Disk::File(disk) => disk.empty_log().await,
            #[cfg(any(test, feature = "cluster", feature = "model"))]
            _ => Ok(true),
        }
    }

    /// Returns whether other servers can change the data.
    pub fn is_shared(&self) -> bool {
        !matches!(self.disk, Disk::File(_))
    }

    /// Writes without a change, as a test whether the storage is writable.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if it is not.
    pub async fn try_to_write(&self) -> Result<(), StorageError> {
        self.change(Change::Nothing).await.map(drop)
    }

    /// Deletes a batch of data unused since these times, in seconds since 1970, and returns their number.
    ///
    /// # Errors
    ///
    /// Returns [`StorageError`] if they are not deleted, or the outcome is unknown.
    pub async fn expire(&self, never_begun: u64, others: u64) -> Result<u64, StorageError> {
        self.change(Change::Expire { never_begun, others }).await.map(i64::unsigned_abs)
    }

    /// Returns the number of changes requested so far.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Checkpoints the log into the file, as far as no reader needs it.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the file can't be written.
    pub async fn tidy(&self) -> Result<(), LoadError> {
        on_disk!(self, disk => disk.tidy().await)
    }

    /// Checks the whole file, and records the damage.
    pub async fn look_through(&self) {
        let damage = match on_disk!(self, disk => disk.look_through().await) {
            Ok(damage) => damage,
            Err(LoadError::Interrupted) => return,
            Err(error) => Some(error.to_string()),
        };
        if let Some(damage) = &damage {
            tracing::error!(damage, "the data file is damaged; run `parlour check` for details");
        }
        *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = damage;
    }

    /// Returns the damage that the last check found.
    pub fn damage(&self) -> Option<String> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the size of the file and its log.
    pub async fn sizes(&self) -> Sizes {
        on_disk!(self, disk => disk.sizes().await)
    }

    async fn change(&self, change: Change) -> Result<i64, StorageError> {
        // Test writes don't count, so that readiness probes can't delay the maintenance.
        if !matches!(change, Change::Nothing) {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        let saved = on_disk!(self, disk => disk.change(change).await);
        saved.inspect_err(|error| self.observer.not_saved(writer::label(*error)))
    }

    /// Reads a table without taking its lease. Returns `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn read(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        on_disk!(self, disk => disk.read(id).await)
    }

    /// Reads the columns of a table without its lines. Returns `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn summary(&self, id: TableId) -> Result<Option<Summary>, LoadError> {
        on_disk!(self, disk => disk.summary(id).await)
    }

    /// Reads a shared pad. Returns `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn load_pad(&self, id: PadId) -> Result<Option<Log>, LoadError> {
        on_disk!(self, disk => disk.load_pad(id).await)
    }

    /// Returns the hash of the line that led to a version of a match.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the data can't be read.
    pub async fn link(&self, lease: &Lease, version: usize) -> Result<Option<Link>, LoadError> {
        on_disk!(self, disk => disk.link(lease.number, version).await)
    }
}
