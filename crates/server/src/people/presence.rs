//! Players who appear offline, with a cache.

use super::{FRESH, People, Player, refuse};
use crate::request_error::RequestError;
use ::table::GuestId;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{AccountChange, LoadError, Store, unix_time};
use tokio::time::Instant;

/// Accounts of players who appear offline.
pub(super) struct HiddenPlayers {
    store: Store,
    // Held for look-ups, never across an await.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Number of changes by this server. An answer that was read before the last one is not cached.
    changes: u64,
    hidden: Option<(Arc<HashSet<GuestId>>, Instant)>,
}

impl HiddenPlayers {
    pub(super) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the accounts. Other servers at the same database may have changed some in the last seconds.
    async fn all(&self) -> Result<Arc<HashSet<GuestId>>, LoadError> {
        loop {
            let changes = {
                let known = self.known();
                match &known.hidden {
                    Some((hidden, read)) if !self.store.is_shared() || read.elapsed() < FRESH => {
                        return Ok(Arc::clone(hidden));
                    }
                    _ => known.changes,
                }
            };
            let read = Instant::now();
            let hidden = Arc::new(HashSet::from_iter(self.store.hidden_accounts().await?));
            let mut known = self.known();
            // A change during the reading could be missing.
            if known.changes == changes {
                known.hidden = Some((Arc::clone(&hidden), read));
                return Ok(hidden);
            }
        }
    }

    /// Notes whether a player is visible, or forgets all if the outcome of a change is unknown.
    pub(super) fn note(&self, player: GuestId, is_visible: Option<bool>) {
        let mut known = self.known();
        known.changes += 1;
        match (is_visible, &mut known.hidden) {
            (None, hidden) => *hidden = None,
            (Some(true), Some((hidden, _))) => {
                Arc::make_mut(hidden).remove(&player);
            }
            (Some(false), Some((hidden, _))) => {
                Arc::make_mut(hidden).insert(player);
            }
            (Some(_), None) => {}
        }
    }
}

impl People {
    /// Returns the players who appear offline.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the accounts can't be read.
    pub(crate) async fn hidden(&self) -> Result<Arc<HashSet<GuestId>>, LoadError> {
        self.hidden_players.all().await
    }

    /// Lets other players see that a player is here, or not.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the player is a guest, or the change is not stored.
    pub(crate) async fn show(&self, player: Player, is_visible: bool) -> Result<(), RequestError> {
        let account = self.account(player).await?.id;
        let change = AccountChange::Visible { account, visible: is_visible };
        let changed = self.store.change_account(change, unix_time()).await;
        self.hidden_players.note(account, changed.is_ok().then_some(is_visible));
        refuse(changed?)
    }
}
