//! Score pads that several people write on: found by their link, merged by the pads' own code, on disk before anybody
//! hears of a change, and told to everybody who waits.

use crate::identity::PadId;
use crate::limits::Buckets;
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::store::Store;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use house::{CardSets, Catalog};
use pads::Log;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OnceCell, watch};

/// The longest pad, in bytes: many evenings.
pub(crate) const LONGEST_PAD: usize = 256 * 1024;

/// How long somebody may wait for a change in one request: shorter than what proxies put up with.
const WAIT: Duration = Duration::from_secs(25);

/// The shared pads.
pub(crate) struct SharedPads {
    store: Store,
    catalog: Arc<Catalog>,
    max: usize,
    changes: Buckets<PadId>,
    // Held to look one up, never across an await. A pad is in memory for as long as somebody asks for it.
    open: Mutex<HashMap<PadId, Weak<OnceCell<Pad>>>>,
}

/// A pad in memory.
struct Pad {
    // Held while a change goes to the disk, so that every change is made to what is there.
    log: tokio::sync::Mutex<Log>,
    current: watch::Sender<Arc<Written>>,
}

/// A pad as it is sent.
pub(crate) struct Written {
    /// Another one after every change, the same for the same pad.
    pub(crate) tag: String,
    /// The pad.
    pub(crate) pad: Box<RawValue>,
}

impl Written {
    fn new(document: String) -> Result<Arc<Self>, Refusal> {
        let digest = Sha256::digest(document.as_bytes());
        let pad = RawValue::from_string(document).map_err(|_| Refusal::NotAPad)?;
        Ok(Arc::new(Self { tag: URL_SAFE_NO_PAD.encode(&digest[..12]), pad }))
    }
}

impl SharedPads {
    pub(crate) fn new(store: Store, settings: &Settings) -> Arc<Self> {
        let (limits, catalog) = (&settings.limits, Arc::clone(&settings.catalog));
        let changes = Buckets::new(limits.changes_of_pad);
        Arc::new(Self { store, catalog, max: limits.pads, changes, open: Mutex::default() })
    }

    /// Puts a new pad on disk, and tells its name.
    pub(crate) async fn found(&self, document: &str) -> Result<(PadId, Arc<Written>), Refusal> {
        let log = read(document)?;
        check(&log, self.catalog.card_sets())?;
        let document = write(&log)?;
        let id = PadId::random()?;
        self.store.keep_pad(id, document.clone()).await?;
        Ok((id, Written::new(document)?))
    }

    /// The pad as it is; or, if it still is as `known`, as it will be after the next change. None if nothing changes
    /// for a while, or the server closes.
    pub(crate) async fn look(
        &self,
        id: PadId,
        known: Option<&str>,
        mut closing: watch::Receiver<bool>,
    ) -> Result<Option<Arc<Written>>, Refusal> {
        let pad = self.open(id).await?;
        let mut current = loaded(&pad)?.current.subscribe();
        let changed = current.wait_for(|written| Some(written.tag.as_str()) != known);
        tokio::select! {
            changed = tokio::time::timeout(WAIT, changed) => match changed {
                Ok(Ok(written)) => Ok(Some(Arc::clone(&written))),
                _ => Ok(None),
            },
            _ = closing.wait_for(|closing| *closing) => Ok(None),
        }
    }

    /// Adds what was written elsewhere. The answer is everything there is then.
    pub(crate) async fn add(self: &Arc<Self>, id: PadId, document: &str) -> Result<Arc<Written>, Refusal> {
        let more = read(document)?;
        let pad = self.open(id).await?;
        if !self.changes.take(id, Instant::now()) {
            return Err(Refusal::TooMany);
        }
        // On its own, so that a change is made to the end also when whoever sent it hangs up.
        let pads = Arc::clone(self);
        let adding = tokio::spawn(async move { loaded(&pad)?.add(&pads, id, &more).await });
        adding.await.unwrap_or(Err(Refusal::Busy))
    }

    async fn open(&self, id: PadId) -> Result<Arc<OnceCell<Pad>>, Refusal> {
        let cell = self.cell_of(id)?;
        let load = || async {
            let document = self.store.load_pad(id).await?.ok_or(Refusal::NoPad)?;
            let log = Log::read(&document).map_err(|error| {
                tracing::error!(%id, %error, "the data file says something strange of a pad");
                Refusal::Busy
            })?;
            Ok::<Pad, Refusal>(Pad { log: log.into(), current: watch::Sender::new(Written::new(document)?) })
        };
        cell.get_or_try_init(load).await?;
        Ok(cell)
    }

    fn cell_of(&self, id: PadId) -> Result<Arc<OnceCell<Pad>>, Refusal> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = open.get(&id).and_then(Weak::upgrade) {
            return Ok(cell);
        }
        if open.len() >= self.max {
            open.retain(|_, pad| pad.strong_count() > 0);
            if open.len() >= self.max {
                return Err(Refusal::Busy);
            }
        }
        let cell = Arc::new(OnceCell::new());
        open.insert(id, Arc::downgrade(&cell));
        Ok(cell)
    }
}

fn loaded(pad: &OnceCell<Pad>) -> Result<&Pad, Refusal> {
    pad.get().ok_or(Refusal::NoPad)
}

impl Pad {
    async fn add(&self, pads: &SharedPads, id: PadId, more: &Log) -> Result<Arc<Written>, Refusal> {
        let mut log = self.log.lock().await;
        let mut both = log.clone();
        both.merge(more).map_err(|_| Refusal::PadTooLarge)?;
        if both != *log {
            check(&both, pads.catalog.card_sets())?;
            let document = write(&both)?;
            pads.store.keep_pad(id, document.clone()).await?;
            *log = both;
            self.current.send_replace(Written::new(document)?);
        }
        Ok(Arc::clone(&self.current.borrow()))
    }
}

fn read(document: &str) -> Result<Log, Refusal> {
    Log::read(document).map_err(|error| match error {
        pads::InputError::Full { .. } => Refusal::PadTooLarge,
        _ => Refusal::NotAPad,
    })
}

fn write(log: &Log) -> Result<String, Refusal> {
    let document = log.write();
    if document.len() > LONGEST_PAD { Err(Refusal::PadTooLarge) } else { Ok(document) }
}

/// A pad is what can be drawn: one match that cannot be played would keep everybody from seeing the others. And a device
/// counts one up from the greatest number it has seen, so that no number is greater than how many operations there are:
/// one that is could be the last that anybody can write.
fn check(log: &Log, sets: &CardSets) -> Result<(), Refusal> {
    let (mut max, mut count) = (0, 0);
    for operation in log.operations() {
        max = max.max(operation.id.clock());
        count += 1;
    }
    if max > count {
        return Err(Refusal::Miscounted);
    }
    pads::view(log, sets).map(drop).map_err(|_| Refusal::NotAPad)
}
