//! Storage in one file, with one writing thread and a few readers. The server that holds the lock on the
//! folder owns every table.

use super::accounts::{Account, AccountChange, CodeHash, Device, Sat, Which};
use super::bells::{self, Bell, Bells};
use super::challenges::{self, StoredChallenge};
use super::file::{Access, Location};
use super::folder::FolderLock;
use super::matches::{self, Before, PlayedMatch, StoredRating};
use super::moderation::{self, Reports, Rulings, StoredReport, StoredRuling};
use super::passkeys::{StoredPasskey, WhichPasskeys};
use super::reader::{Readers, Summary};
use super::ties::Tied;
use super::writer::{Answer, Change, Job, Writer};
use super::{Lease, LoadError, OpenError, Stored, TableNumber};
use crate::identity::{PadId, TokenHash};
use crate::{Observer, Sizes};
use futures_util::future::BoxFuture;
use pads::Log;
use people::{ChallengeCode, TokenOwner};
use protocol::RatingChange;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::{GuestId, Link, StorageError, TableId};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

/// Store with its data in one file, through a writing thread and reading threads. It is cheap to clone.
#[derive(Clone)]
pub(super) struct FileStore {
    readers: Arc<Readers>,
    // Loading is short, but after a restart all clients come at once.
    reading: Arc<Semaphore>,
    ended: watch::Receiver<()>,
    /// Whether there may be accounts. Without them no token and no name needs to be looked up.
    has_accounts: Arc<AtomicBool>,
    // Bounded: if the disk hangs, tables wait, but memory does not grow. Dropped last: when the writer ends,
    // all readers are gone, and it leaves no log behind.
    jobs: mpsc::Sender<Job>,
}

/// Maximum number of queued changes.
const QUEUE: usize = 8192;

/// Maximum number of concurrent readers.
const READERS: usize = 4;

/// Timeout of closing the store.
const CLOSING: Duration = Duration::from_secs(10);

impl FileStore {
    pub(super) fn open(
        folder: &Path,
        max_bytes: Option<u64>,
        observer: Arc<dyn Observer>,
    ) -> Result<Self, OpenError> {
        let location = Location::new(folder, max_bytes)?;
        let lock = FolderLock::of(&location)?;
        let access = location.look()?;
        let writer = Writer::new(location.clone(), observer);
        let writer = match access {
            Access::Full => writer.begin()?,
            // Finished matches can still be read. Every change is refused until the file can be written.
            Access::ReadOnly => {
                tracing::warn!(file = %location.file().display(), "the data file can't be written; nothing will be saved");
                writer
            }
        };
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (alive, ended) = watch::channel(());
        let write = move || {
            writer.run(queue);
            // Released last: now another server may use the file.
            drop((lock, alive));
        };
        let thread = std::thread::Builder::new().name("store".into());
        thread.spawn(write).map_err(|error| location.unusable(error))?;
        let reading = Arc::new(Semaphore::new(READERS));
        let readers = Arc::new(Readers::new(location));
        let has_accounts = Arc::new(AtomicBool::new(readers.has_accounts().unwrap_or(true)));
        Ok(Self { jobs, readers, reading, ended, has_accounts })
    }

    pub(super) fn ended(&self) -> BoxFuture<'static, ()> {
        let mut ended = self.ended.clone();
        Box::pin(async move {
            let closed = async { while ended.changed().await.is_ok() {} };
            if tokio::time::timeout(CLOSING, closed).await.is_err() {
                tracing::error!("the store is still busy");
            }
        })
    }

    pub(super) async fn change(&self, change: Change) -> Answer {
        if matches!(&change, Change::Account(change, _) if matches!(**change, AccountChange::Claim { .. })) {
            self.has_accounts.store(true, Ordering::SeqCst);
        }
        // The slot is reserved first, so that the future holds the change only once. Each table waits here at
        // each action.
        let is_unlock =
            matches!(&change, Change::Account(change, _) if matches!(**change, AccountChange::Unlock));
        if is_unlock && !self.has_accounts.load(Ordering::SeqCst) {
            return Ok(0);
        }
        match self.jobs.reserve().await {
            Ok(room) => {
                let (answer, answered) = oneshot::channel();
                room.send(Job { change, answer });
                answered.await.unwrap_or(Err(StorageError::Closed))
            }
            Err(_) => Err(StorageError::Closed),
        }
    }

    pub(super) async fn take(&self, id: TableId) -> Result<Option<(Stored, Lease)>, LoadError> {
        let Some(stored) = self.read(id).await? else { return Ok(None) };
        let lease = Lease { number: stored.number, epoch: 0, next: stored.lines.len() };
        Ok(Some((stored, lease)))
    }

    pub(super) async fn read(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        self.ask(move |readers| readers.load(id)).await
    }

    pub(super) async fn summary(&self, id: TableId) -> Result<Option<Summary>, LoadError> {
        self.ask(move |readers| readers.summary(id)).await
    }

    pub(super) async fn load_pad(&self, id: PadId) -> Result<Option<Log>, LoadError> {
        self.ask(move |readers| readers.load_pad(id)).await
    }

    pub(super) async fn link(&self, table: TableNumber, version: usize) -> Result<Option<Link>, LoadError> {
        let Some(sequence) = version.checked_sub(1) else { return Ok(None) };
        self.ask(move |readers| readers.link(table, sequence)).await
    }

    pub(super) async fn endpoints(&self, guest: GuestId) -> Result<Vec<String>, LoadError> {
        self.ask(move |readers| readers.endpoints(guest)).await
    }

    pub(super) async fn owners(&self, tokens: Vec<TokenHash>) -> Result<Vec<TokenOwner<GuestId>>, LoadError> {
        if !self.has_accounts.load(Ordering::SeqCst) {
            return Ok(vec![TokenOwner::Guest; tokens.len()]);
        }
        self.ask(move |readers| readers.owners(&tokens)).await
    }

    pub(super) async fn account(&self, which: Which) -> Result<Option<Account>, LoadError> {
        if !self.has_accounts.load(Ordering::SeqCst) {
            return Ok(None);
        }
        self.ask(move |readers| readers.account(&which)).await
    }

    pub(super) async fn names(&self, ids: Vec<GuestId>) -> Result<Vec<Option<String>>, LoadError> {
        self.ask(move |readers| readers.names(&ids)).await
    }

    pub(super) async fn devices(&self, account: GuestId) -> Result<Vec<Device>, LoadError> {
        self.ask(move |readers| readers.devices(account)).await
    }

    pub(super) async fn passkeys(&self, which: WhichPasskeys) -> Result<Vec<StoredPasskey>, LoadError> {
        self.ask(move |readers| readers.passkeys(&which)).await
    }

    pub(super) async fn has_code(&self, account: GuestId, code: CodeHash) -> Result<bool, LoadError> {
        self.ask(move |readers| readers.has_code(account, code)).await
    }

    pub(super) async fn hidden_accounts(&self) -> Result<Vec<GuestId>, LoadError> {
        self.ask(|readers| readers.hidden_accounts()).await
    }

    pub(super) async fn unused_accounts(&self, since: u64) -> Result<Vec<GuestId>, LoadError> {
        self.ask(move |readers| readers.unused_accounts(since)).await
    }

    pub(super) async fn tables_of(&self, guest: GuestId) -> Result<Vec<Sat>, LoadError> {
        self.ask(move |readers| readers.tables_of(guest)).await
    }

    pub(super) async fn rating_changes(&self, id: TableId) -> Result<Vec<RatingChange>, LoadError> {
        self.ask(move |readers| {
            readers.with_matches(Vec::new, |connection| matches::changes(connection, &id.to_string()))
        })
        .await
    }

    pub(super) async fn ratings(&self, person: GuestId) -> Result<Vec<(String, StoredRating)>, LoadError> {
        self.ask(move |readers| {
            readers.with_matches(Vec::new, |connection| matches::ratings(connection, person))
        })
        .await
    }

    pub(super) async fn recent_ratings(
        &self,
        family: String,
        since: u64,
        now: u64,
        limit: u32,
    ) -> Result<Vec<(GuestId, StoredRating)>, LoadError> {
        self.ask(move |readers| {
            readers.with_rulings(|connection| matches::recent(connection, &family, since, now, limit))
        })
        .await
    }

    pub(super) async fn reports(&self, which: Reports) -> Result<Vec<StoredReport>, LoadError> {
        self.ask(move |readers| readers.with_rulings(|connection| moderation::reports(connection, which)))
            .await
    }

    pub(super) async fn rulings(&self, which: Rulings) -> Result<Vec<StoredRuling>, LoadError> {
        if !self.has_accounts.load(Ordering::SeqCst) {
            return Ok(Vec::new());
        }
        self.ask(move |readers| readers.with_rulings(|connection| moderation::rulings(connection, which)))
            .await
    }

    pub(super) async fn banned(&self, people: Vec<GuestId>, at: u64) -> Result<Vec<GuestId>, LoadError> {
        self.ask(move |readers| readers.with_rulings(|connection| moderation::banned(connection, people, at)))
            .await
    }

    pub(super) async fn played(
        &self,
        person: GuestId,
        before: Before,
        limit: u32,
    ) -> Result<Vec<PlayedMatch>, LoadError> {
        self.ask(move |readers| {
            readers.with_matches(Vec::new, |connection| matches::played(connection, person, &before, limit))
        })
        .await
    }

    #[cfg(test)]
    pub(super) async fn rating_log(&self) -> Result<Vec<matches::Logged>, LoadError> {
        self.ask(|readers| readers.with_matches(Vec::new, matches::log)).await
    }

    pub(super) async fn ties(&self, account: GuestId) -> Result<Vec<Tied>, LoadError> {
        if !self.has_accounts.load(Ordering::SeqCst) {
            return Ok(Vec::new());
        }
        self.ask(move |readers| readers.ties(account)).await
    }

    pub(super) async fn challenge(
        &self,
        code: ChallengeCode,
        at: u64,
    ) -> Result<Option<StoredChallenge>, LoadError> {
        self.ask(move |readers| {
            readers.with_challenges(|| None, |connection| challenges::read(connection, code, at))
        })
        .await
    }

    pub(super) async fn challenges_of(
        &self,
        player: GuestId,
        at: u64,
    ) -> Result<Vec<StoredChallenge>, LoadError> {
        if !self.has_accounts.load(Ordering::SeqCst) {
            return Ok(Vec::new());
        }
        self.ask(move |readers| {
            readers.with_challenges(Vec::new, |connection| challenges::of_player(connection, player, at))
        })
        .await
    }

    pub(super) async fn bells_of(&self, person: GuestId) -> Result<Bells, LoadError> {
        self.ask(move |readers| readers.with_bells(|connection| bells::of_person(connection, person))).await
    }

    pub(super) async fn bells_for(&self, family: String, at: u64) -> Result<Vec<Bell>, LoadError> {
        self.ask(move |readers| readers.with_bells(|connection| bells::of_family(connection, &family, at)))
            .await
    }

    pub(super) async fn empty_log(&self) -> Result<bool, LoadError> {
        self.ask(Readers::empty_log).await
    }

    pub(super) async fn tidy(&self) -> Result<(), LoadError> {
        self.ask(Readers::tidy).await
    }

    pub(super) async fn look_through(&self) -> Result<Option<String>, LoadError> {
        self.ask(Readers::look_through).await
    }

    pub(super) async fn sizes(&self) -> Sizes {
        self.ask(|readers| Ok(readers.sizes())).await.unwrap_or_default()
    }

    async fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Readers) -> Result<T, LoadError> + Send + 'static,
    ) -> Result<T, LoadError> {
        let turn = Arc::clone(&self.reading).acquire_owned().await;
        let readers = Arc::clone(&self.readers);
        // The caller may be cancelled while the reading continues.
        let done = tokio::task::spawn_blocking(move || {
            let read = read(&readers);
            drop(turn);
            read
        });
        done.await.unwrap_or(Err(LoadError::Interrupted))
    }
}
