//! Score pads with several writers. A link opens a pad, and the crate `pads` merges its changes. A change is
//! on disk before any client sees it, and is then sent to all waiting clients.

use crate::limits::{Buckets, LONGEST_PAD};
use crate::request_error::RequestError;
use crate::settings::Settings;
use crate::work_queue::{Ticket, WorkQueue};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use catalog::{CardSets, Catalog};
use hmac_sha256::Hash as Sha256;
use pads::{Log, Operation};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use store::{PadId, RandomId, Store};
use tokio::sync::{OnceCell, watch};

/// Timeout of a request that waits for a change. Proxies close connections that wait longer.
const WAIT: Duration = Duration::from_secs(25);

/// Score pads that several devices share through the server.
pub(crate) struct SharedPads {
    store: Store,
    catalog: Arc<Catalog>,
    max: usize,
    changes: Buckets<PadId>,
    /// Queue for reading, merging and drawing pads. A full pad takes long, which would block the sockets.
    queue: WorkQueue,
    // Held for look-ups, never across an await. A pad stays in memory while a request uses it.
    open: Mutex<HashMap<PadId, Weak<OnceCell<Pad>>>>,
    // Held for look-ups. A waiting request holds this sender and not the pad, so that it does not count
    // towards the limit of open pads.
    news: Mutex<HashMap<PadId, Weak<watch::Sender<()>>>>,
}

/// Pad in memory.
struct Pad {
    // Held while a change is saved, so that every change starts from the saved state.
    log: tokio::sync::Mutex<Arc<Log>>,
    current: Mutex<Arc<Written>>,
}

/// Pad as clients receive it.
pub(crate) struct Written {
    /// Entity tag: a hash of the pad.
    pub(crate) tag: String,
    /// Pad as JSON.
    pub(crate) pad: Box<RawValue>,
}

impl Written {
    fn new(document: String) -> Result<Arc<Self>, RequestError> {
        let digest = Sha256::hash(document.as_bytes());
        let pad = RawValue::from_string(document).map_err(|_| RequestError::NotAPad)?;
        Ok(Arc::new(Self { tag: URL_SAFE_NO_PAD.encode(&digest[..12]), pad }))
    }
}

impl SharedPads {
    pub(crate) fn new(store: Store, settings: &Settings) -> Arc<Self> {
        let (limits, catalog) = (&settings.limits, Arc::clone(&settings.catalog));
        let changes = Buckets::new(limits.pads.changes);
        let queue = WorkQueue::new(limits.pads.concurrent, limits.pads.queued);
        Arc::new(Self {
            store,
            catalog,
            max: limits.pads.in_memory,
            changes,
            queue,
            open: Mutex::default(),
            news: Mutex::default(),
        })
    }

    /// Returns the number of pads in memory.
    pub(crate) fn open_pads(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().filter(|pad| pad.strong_count() > 0).count()
    }

    /// Stores a new pad, and returns its id.
    pub(crate) async fn create(
        &self,
        document: String,
        address: Option<IpAddr>,
    ) -> Result<(PadId, Arc<Written>), RequestError> {
        let catalog = Arc::clone(&self.catalog);
        let work = move || {
            let log = read(&document)?;
            check(&log, catalog.card_sets())?;
            let written = Written::new(write(&log)?)?;
            Ok::<_, RequestError>((written, log.operations().map(write_operation).collect()))
        };
        let (written, operations) = self.queue.run(self.queue.enter(address)?, work).await??;
        let id = PadId::random()?;
        self.store.add_to_pad(id, operations).await?;
        Ok((id, written))
    }

    /// Returns the pad if it differs from `known`, and otherwise waits for the next change. Returns `None`
    /// after a timeout or if the server shuts down.
    pub(crate) async fn look(
        &self,
        id: PadId,
        known: Option<&str>,
        mut closing: watch::Receiver<bool>,
    ) -> Result<Option<Arc<Written>>, RequestError> {
        let sender = self.news_of(id);
        // The subscription comes first, so that no change is missed in between.
        let mut changed = sender.subscribe();
        let written = self.written(id).await?;
        if Some(written.tag.as_str()) != known {
            return Ok(Some(written));
        }
        drop(written);
        let has_changed = tokio::select! {
            changed = tokio::time::timeout(WAIT, changed.changed()) => matches!(changed, Ok(Ok(()))),
            _ = closing.wait_for(|closing| *closing) => false,
        };
        if has_changed { self.written(id).await.map(Some) } else { Ok(None) }
    }

    async fn written(&self, id: PadId) -> Result<Arc<Written>, RequestError> {
        Ok(loaded(&*self.open(id).await?)?.written())
    }

    /// Returns the sender of change notices of a pad.
    fn news_of(&self, id: PadId) -> Arc<watch::Sender<()>> {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = news.get(&id).and_then(Weak::upgrade) {
            return sender;
        }
        if news.len() >= self.max {
            news.retain(|_, sender| sender.strong_count() > 0);
        }
        let sender = Arc::new(watch::Sender::new(()));
        news.insert(id, Arc::downgrade(&sender));
        sender
    }

    /// Merges another version of a pad, and returns the result.
    pub(crate) async fn add(
        self: &Arc<Self>,
        id: PadId,
        document: String,
        address: Option<IpAddr>,
    ) -> Result<Arc<Written>, RequestError> {
        let pad = self.open(id).await?;
        if !self.changes.take(id, Instant::now()) {
            return Err(RequestError::TooMany);
        }
        let ticket = self.queue.enter(address)?;
        // A separate task finishes the change even if the client disconnects.
        let pads = Arc::clone(self);
        let adding = tokio::spawn(async move { loaded(&pad)?.add(&pads, id, document, ticket).await });
        adding.await.unwrap_or(Err(RequestError::Busy))
    }

    async fn open(&self, id: PadId) -> Result<Arc<OnceCell<Pad>>, RequestError> {
        let cell = self.cell_of(id)?;
        let load = || async {
            let log = self.store.load_pad(id).await?.ok_or(RequestError::NoPad)?;
            let write = move || (Written::new(log.write()), log);
            let (written, log) = tokio::task::spawn_blocking(write).await.map_err(|_| RequestError::Busy)?;
            let written = written?;
            Ok::<Pad, RequestError>(Pad { log: Arc::new(log).into(), current: written.into() })
        };
        cell.get_or_try_init(load).await?;
        Ok(cell)
    }

    fn cell_of(&self, id: PadId) -> Result<Arc<OnceCell<Pad>>, RequestError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = open.get(&id).and_then(Weak::upgrade) {
            return Ok(cell);
        }
        if open.len() >= self.max {
            open.retain(|_, pad| pad.strong_count() > 0);
            if open.len() >= self.max {
                return Err(RequestError::Busy);
            }
        }
        let cell = Arc::new(OnceCell::new());
        open.insert(id, Arc::downgrade(&cell));
        Ok(cell)
    }
}

fn loaded(pad: &OnceCell<Pad>) -> Result<&Pad, RequestError> {
    pad.get().ok_or(RequestError::NoPad)
}

impl Pad {
    fn written(&self) -> Arc<Written> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn add(
        &self,
        pads: &SharedPads,
        id: PadId,
        more: String,
        ticket: Ticket,
    ) -> Result<Arc<Written>, RequestError> {
        let mut log = self.log.lock().await;
        let (known, catalog) = (Arc::clone(&log), Arc::clone(&pads.catalog));
        let work = move || {
            let mut both = Log::clone(&known);
            both.merge(&read(&more)?).map_err(|_| RequestError::PadTooLarge)?;
            if both == *known {
                return Ok(None);
            }
            check(&both, catalog.card_sets())?;
            let written = Written::new(write(&both)?)?;
            let new = both.operations().filter(|operation| known.find(&operation.id) != Some(operation));
            let new = new.map(write_operation).collect();
            Ok::<_, RequestError>(Some((both, written, new)))
        };
        if let Some((both, written, new)) = pads.queue.run(ticket, work).await?? {
            pads.store.add_to_pad(id, new).await?;
            *log = Arc::new(both);
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) = written;
            pads.news_of(id).send_replace(());
        }
        Ok(self.written())
    }
}

fn read(document: &str) -> Result<Log, RequestError> {
    Log::read(document).map_err(|error| match error {
        pads::InputError::Full { .. } => RequestError::PadTooLarge,
        _ => RequestError::NotAPad,
    })
}

/// Returns an operation and its id as stored.
fn write_operation(operation: &Operation) -> (String, String) {
    let text = serde_json::to_string(operation).expect("an operation has string keys");
    (operation.id.to_string(), text)
}

fn write(log: &Log) -> Result<String, RequestError> {
    let document = log.write();
    if document.len() > LONGEST_PAD { Err(RequestError::PadTooLarge) } else { Ok(document) }
}

/// Checks that a pad can be drawn and counts its operations correctly.
///
/// An unplayable match would hide all the others. A device numbers an operation one above the greatest number
/// it has seen. A number greater than the count of operations could be the last possible one and lock the
/// pad.
fn check(log: &Log, sets: &CardSets) -> Result<(), RequestError> {
    let (mut max, mut count) = (0, 0);
    for operation in log.operations() {
        max = max.max(operation.id.clock());
        count += 1;
    }
    if max > count {
        return Err(RequestError::Miscounted);
    }
    pads::view(log, sets).map(drop).map_err(|_| RequestError::NotAPad)
}
