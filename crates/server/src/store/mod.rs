//! What is on disk: one SQLite file, written by one thread, read by a few.
//!
//! * [`file`](self::file): whose file it is, and of which version; nothing is touched before that is known.
//! * [`writer`](self::writer): everything that waits is written in one transaction, with one fsync.
//! * [`backup`](self::backup()): a copy while it is written, and whether it is whole.
//! * [`opening`](self::opening): how far the opening of a match is.
//! * [`reader`](self::reader): a table, or a pad, as it was left.
//!
//! A table is a row, and the record of its match: one row for each deck and each entry, nothing else. A shared score pad
//! is a row, and one for each of its operations.

mod backup;
mod file;
mod opening;
mod reader;
mod writer;

pub use backup::{BackupError, Contents, backup, check};
pub use file::OpenError;
pub(crate) use file::create_private;
pub(crate) use opening::{FirstDealer, Opening, Stage};
pub(crate) use reader::{LoadError, Stored};
pub(crate) use writer::SaveError;

use crate::chain::Link;
use crate::identity::{GuestId, PadId, TableId};
use crate::metrics::{Metrics, Sizes};
use crate::time_control::SeatClock;
use cards::Seed;
use engine::OptionValue;
use file::{Access, Location};
use futures_util::TryFutureExt;
use house::Line;
use pads::Log;
use protocol::Ended;
use protocol::TimeControl;
use reader::Readers;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use writer::{Change, Job, Writer};

/// The number of a table in the file: shorter than its id, since every entry carries it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableNumber(i64);

/// What does not change about a table any more, once its match is opened.
#[derive(Clone, Debug)]
pub(crate) struct TableRecord {
    /// Its name in addresses.
    pub(crate) id: TableId,
    /// The game.
    pub(crate) game: String,
    /// What differs from the preset, and the preset itself as `"preset"`.
    pub(crate) options: BTreeMap<String, OptionValue>,
    /// How many play.
    pub(crate) seats: u8,
    /// The first dealer.
    pub(crate) dealer: u8,
    /// What is played for, in hundredths.
    pub(crate) stake: Option<u32>,
    /// How long everybody may think, if that is bounded.
    pub(crate) time_control: Option<TimeControl>,
    /// Who opened it; older files do not say.
    pub(crate) founder: Option<GuestId>,
    /// What the house adds to the shuffle: secret until the match is over.
    pub(crate) seed: Seed,
    /// What the players add; none, if the table is from before they could.
    pub(crate) opening: Option<Opening>,
    /// When it was opened, in seconds since 1970.
    pub(crate) created: u64,
}

/// Who sits on a chair, as the file has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub(crate) enum StoredChair {
    /// Nobody yet.
    Open,
    /// A guest.
    Person {
        /// Who it is.
        guest: GuestId,
        /// How they are called.
        name: String,
        /// The bot that plays for them until they come back.
        #[serde(default, rename = "standIn", skip_serializing_if = "Option::is_none")]
        stand_in: Option<String>,
        /// Whether they have left in the middle of the match.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        left: bool,
        /// Whether they have asked for a hint.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hinted: bool,
    },
    /// A bot.
    Bot {
        /// Which one: `"ismcts:20ms"`.
        bot: String,
        /// What it is called at this table; older files do not say.
        #[serde(default)]
        name: String,
    },
}

/// The clocks of a table, as the file has them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredClocks {
    /// What everybody has left.
    pub(crate) seats: Vec<SeatClock>,
    /// When the turn began that is played, in seconds since 1970.
    pub(crate) moved: u64,
}

/// What goes along with a line at a table with a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Timed {
    /// What whoever acted was charged for it, in milliseconds; nothing, if nobody waited for them.
    pub(crate) spent: Option<u32>,
    /// The clocks after it.
    pub(crate) clocks: StoredClocks,
}

/// The store. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Store {
    readers: Arc<Readers>,
    // Loading is short, but after a restart everybody comes at once.
    reading: Arc<Semaphore>,
    ended: watch::Receiver<()>,
    /// How many changes were asked for: whoever waits for rest looks whether it grows.
    changes: Arc<AtomicU64>,
    /// What is wrong with the file, as it was looked through last.
    damage: Arc<Mutex<Option<String>>>,
    metrics: Arc<Metrics>,
    // Bounded: when the disk hangs, tables wait, and their players with them, but memory does not grow.
    // And dropped last: when the writer ends nobody reads any more, and it leaves no log behind.
    jobs: mpsc::Sender<Job>,
}

/// How many changes may wait for the disk.
const QUEUE: usize = 8192;

/// How many may read at once.
const READERS: usize = 4;

/// How long closing may take.
const CLOSING: Duration = Duration::from_secs(10);

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
        let location = Location::new(folder, max_bytes)?;
        let lock = location.lock()?;
        let access = location.look()?;
        let writer = Writer::new(location.clone(), Arc::clone(&metrics));
        let writer = match access {
            Access::Full => writer.begin()?,
            // Finished matches can still be looked at; every change is refused until the file can be written.
            Access::ReadOnly => {
                tracing::warn!(file = %location.file().display(), "the data file cannot be written: nothing will be saved");
                writer
            }
        };
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (alive, ended) = watch::channel(());
        let write = move || {
            writer.run(queue);
            // Only now may another server have the file.
            drop((lock, alive));
        };
        let thread = std::thread::Builder::new().name("store".into());
        thread.spawn(write).map_err(|error| location.unusable(error))?;
        let reading = Arc::new(Semaphore::new(READERS));
        Ok(Self {
            jobs,
            readers: Arc::new(Readers::new(location)),
            reading,
            ended,
            changes: Arc::default(),
            damage: Arc::default(),
            metrics,
        })
    }

    /// Waits until everything is written and the file is closed, which is when every clone of the store is gone.
    pub(crate) fn ended(&self) -> impl Future<Output = ()> + use<> {
        let mut ended = self.ended.clone();
        async move {
            let closed = async { while ended.changed().await.is_ok() {} };
            if tokio::time::timeout(CLOSING, closed).await.is_err() {
                tracing::error!("the store is still busy");
            }
        }
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
    ) -> Result<TableNumber, SaveError> {
        let chairs = write_chairs(&chairs);
        self.change(Change::Found { record: Box::new(record), chairs, lines }).await.map(TableNumber)
    }

    /// Puts the next line of a table's record on disk; `sequence` is how many there were before it, `link` what it makes of
    /// the chain, and `timed` what it makes of the clocks.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) fn append(
        &self,
        table: TableNumber,
        sequence: usize,
        line: Line,
        link: Link,
        timed: Option<Timed>,
    ) -> impl Future<Output = Result<(), SaveError>> {
        self.change(Change::Append { table: table.0, sequence, line, link, timed }).map_ok(drop)
    }

    /// Puts on disk how far the opening of a match is, and what it has changed.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn note_opening(
        &self,
        table: TableNumber,
        record: TableRecord,
    ) -> Result<(), SaveError> {
        self.change(Change::Opening { table: table.0, record: Box::new(record) }).await.map(drop)
    }

    /// Puts on disk who sits where, and what the clocks of a table that has some say now.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn seat(
        &self,
        table: TableNumber,
        chairs: &[StoredChair],
        clocks: Option<StoredClocks>,
    ) -> Result<(), SaveError> {
        let chairs = write_chairs(chairs);
        self.change(Change::Seat { table: table.0, chairs, clocks }).await.map(drop)
    }

    /// Notes that a match is over, so that nobody looks after it any more.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn finish(&self, table: TableNumber) -> Result<(), SaveError> {
        self.change(Change::Finish { table: table.0, at: now() }).await.map(drop)
    }

    /// Puts on disk that a match ended before its end.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn end(&self, table: TableNumber, ended: Ended) -> Result<(), SaveError> {
        let ended = reader::write_ended(ended);
        self.change(Change::End { table: table.0, ended, at: now() }).await.map(drop)
    }

    /// Puts on disk at which table a match is played again.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn go_on_at(&self, table: TableNumber, next: TableId) -> Result<(), SaveError> {
        self.change(Change::Next { table: table.0, next }).await.map(drop)
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
    ) -> Result<(), SaveError> {
        self.change(Change::Pad { id, operations }).await.map(drop)
    }

    /// Puts on disk that a device of this guest, at this address, wants to hear of their turn.
    ///
    /// # Errors
    ///
    /// When it is not there afterwards, or nobody knows.
    pub(crate) async fn subscribe(&self, guest: GuestId, endpoint: String) -> Result<(), SaveError> {
        self.change(Change::Subscribe { guest, endpoint }).await.map(drop)
    }

    /// Forgets that it does.
    ///
    /// # Errors
    ///
    /// When it is still there, or nobody knows.
    pub(crate) async fn unsubscribe(&self, guest: GuestId, endpoint: String) -> Result<(), SaveError> {
        self.change(Change::Unsubscribe { guest, endpoint }).await.map(drop)
    }

    /// The addresses of a guest's devices.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub(crate) async fn endpoints(&self, guest: GuestId) -> Result<Vec<String>, LoadError> {
        self.read(move |readers| readers.endpoints(guest)).await
    }

    /// Writes something that changes nothing, to see whether anything can be written.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub(crate) async fn try_to_write(&self) -> Result<(), SaveError> {
        self.change(Change::Nothing).await.map(drop)
    }

    /// Throws away what nobody has used since these times, in seconds since 1970, a few at a time; says how many there were.
    ///
    /// # Errors
    ///
    /// When they are still there, or nobody knows.
    pub(crate) async fn expire(&self, never_begun: u64, others: u64) -> Result<u64, SaveError> {
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
        self.read(Readers::tidy).await
    }

    /// Looks through the whole file, and remembers what is wrong with it.
    pub(crate) async fn look_through(&self) {
        let damage = match self.read(Readers::look_through).await {
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
        self.read(|readers| Ok(readers.sizes())).await.unwrap_or_default()
    }

    async fn change(&self, change: Change) -> Result<i64, SaveError> {
        // Whoever asks again and again whether anything can be written does not keep the house from resting.
        if !matches!(change, Change::Nothing) {
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
        // With room first, the change is held once and not at every step of the way: each table waits here at each move.
        let saved = match self.jobs.reserve().await {
            Ok(room) => {
                let (answer, answered) = oneshot::channel();
                room.send(Job { change, answer });
                answered.await.unwrap_or(Err(SaveError::Closed))
            }
            Err(_) => Err(SaveError::Closed),
        };
        saved.inspect_err(|error| self.metrics.note_failed_save(error.kind()))
    }

    /// A table as it was left; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub(crate) async fn load(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        self.read(move |readers| readers.load(id)).await
    }

    /// A shared pad as it was left; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub(crate) async fn load_pad(&self, id: PadId) -> Result<Option<Log>, LoadError> {
        self.read(move |readers| readers.load_pad(id)).await
    }

    /// The link of a table's line with this number; none if the file has none for it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub(crate) async fn link(&self, table: TableNumber, sequence: usize) -> Result<Option<Link>, LoadError> {
        self.read(move |readers| readers.link(table, sequence)).await
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Readers) -> Result<T, LoadError> + Send + 'static,
    ) -> Result<T, LoadError> {
        let turn = self.reading.acquire().await;
        let readers = Arc::clone(&self.readers);
        let done = tokio::task::spawn_blocking(move || read(&readers)).await;
        drop(turn);
        done.unwrap_or(Err(LoadError::Interrupted))
    }
}

fn write_chairs(chairs: &[StoredChair]) -> String {
    serde_json::to_string(chairs).expect("chairs have string keys")
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs())
}
