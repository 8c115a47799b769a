//! State shared by all requests.

use super::asset;
use crate::archive::Archive;
use crate::double_dummy::DoubleDummy;
use crate::limits::Buckets;
use crate::lobby::Lobby;
use crate::net::{ConnectionLimiter, Names};
use crate::network::Network;
use crate::page::Asset;
use crate::request_error::RequestError;
use crate::shared_pads::SharedPads;
use crate::table::TableRegistry;
use crate::work_queue::WorkQueue;
use ::table::{GuestId, StorageError};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Token buckets of new shared pads.
pub(super) struct PadBuckets {
    pub(super) by_address: Buckets<Network>,
    pub(super) by_guest: Buckets<GuestId>,
}

/// State shared by all requests.
pub(crate) struct AppState {
    pub(crate) registry: Arc<TableRegistry>,
    pub(super) lobby: Option<Arc<Lobby>>,
    pub(crate) closing: watch::Receiver<bool>,
    pub(super) names: Names,
    pub(super) limiter: Arc<ConnectionLimiter>,
    pub(super) requests: Buckets<Network>,
    pub(super) subscriptions_by_address: Buckets<Network>,
    pub(crate) pads: Arc<SharedPads>,
    pub(super) new_pads: PadBuckets,
    pub(super) games: Asset,
    pub(super) listens_at: SocketAddr,
    pub(super) studies: Arc<WorkQueue>,
    /// Time and result of the last test write.
    pub(super) tried_to_write: tokio::sync::Mutex<Option<(Instant, Result<(), String>)>>,
    pub(super) double_dummy: DoubleDummy,
    pub(super) archive: Archive,
}

impl AppState {
    pub(crate) fn new(
        registry: Arc<TableRegistry>,
        lobby: Option<Arc<Lobby>>,
        listens_at: SocketAddr,
        limiter: Arc<ConnectionLimiter>,
        closing: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let limits = &registry.settings.limits;
        let studies = Arc::new(WorkQueue::new(limits.analyses.concurrent, limits.analyses.queued));
        Arc::new(Self {
            names: Names::new(&registry.settings.names, registry.settings.certificate.is_some()),
            lobby,
            limiter,
            requests: Buckets::new(limits.requests_by_address),
            subscriptions_by_address: Buckets::new(limits.subscriptions_by_address),
            pads: SharedPads::new(registry.store.clone(), &registry.settings),
            new_pads: PadBuckets {
                by_address: Buckets::new(limits.pads.by_address),
                by_guest: Buckets::new(limits.pads.by_guest),
            },
            games: asset::of_json(::table::games(&registry.settings.catalog)),
            listens_at,
            double_dummy: DoubleDummy::new(Arc::clone(&studies)),
            studies,
            archive: Archive::new(),
            tried_to_write: tokio::sync::Mutex::default(),
            closing,
            registry,
        })
    }

    /// Checks that actions can be saved and new clients accepted.
    ///
    /// # Errors
    ///
    /// Returns the reason if not.
    pub(crate) async fn readiness(&self) -> Result<(), String> {
        if let Some(damage) = self.registry.store.damage() {
            return Err(format!("the data file is damaged: {damage}"));
        }
        if self.registry.is_draining() {
            return Err(RequestError::Draining.to_string());
        }
        if self.registry.is_closing() {
            return Err("the server is shutting down; send new clients to another".to_owned());
        }
        let mut last = self.tried_to_write.lock().await;
        let tried = match last.take() {
            Some((at, tried)) if at.elapsed() < TRY_AGAIN => (at, tried),
            _ => {
                let tried = tokio::time::timeout(WRITES_WITHIN, self.registry.store.try_to_write()).await;
                let tried = tried.map_err(|_| StorageError::Unknown).and_then(|tried| tried);
                (Instant::now(), tried.map_err(|error| error.to_string()))
            }
        };
        last.insert(tried).1.clone()
    }
}

/// Interval and timeout of the test write.
const TRY_AGAIN: Duration = Duration::from_secs(1);

const WRITES_WITHIN: Duration = Duration::from_secs(2);
