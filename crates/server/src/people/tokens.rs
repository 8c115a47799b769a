//! Tokens: the one place where a token becomes a player, with a cache, and the sockets that a sign-out closes.

use crate::request_error::RequestError;
use ::table::GuestId;
use people::TokenOwner;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;
use store::{AccountChange, LoadError, Store, TokenHash};
use tokio::sync::Notify;
use tokio::time::Instant;

/// Age of a cached answer after which the store is asked again. Another server's sign-out is noticed so late.
pub(crate) const FRESH: Duration = Duration::from_secs(5);

/// Time between two records of a device's use.
const BETWEEN_USES: Duration = Duration::from_secs(60 * 60);

/// Maximum number of cached answers and of remembered uses.
const REMEMBERED: usize = 50_000;

/// Owners of tokens.
pub(super) struct Tokens {
    store: Store,
    // Held for look-ups, never across an await.
    known: Mutex<Known>,
    // Held for look-ups, never across an await.
    open: Mutex<HashMap<TokenHash, Weak<Open>>>,
}

#[derive(Default)]
struct Known {
    /// Number of sign-outs. An answer that was read before the last one is not cached.
    sign_outs: u64,
    owners: HashMap<TokenHash, (TokenOwner<GuestId>, Instant)>,
    /// Time of the last recorded use of each device.
    uses: HashMap<TokenHash, Instant>,
}

/// Token with open sockets.
struct Open {
    /// Player whom the token meant at the hello.
    player: OnceLock<GuestId>,
    is_signed_out: AtomicBool,
    /// Wakes the sockets when the token is signed out.
    changed: Notify,
}

/// Place of a socket among those of its token.
#[derive(Clone)]
pub(crate) struct OpenToken(Arc<Open>);

impl OpenToken {
    /// Waits until the token no longer means the player of the hello.
    pub(crate) async fn signed_out(&self) {
        // Created before the flag is read, so that no change is missed.
        let changed = self.0.changed.notified();
        if !self.0.is_signed_out.load(Ordering::SeqCst) {
            changed.await;
        }
    }

    /// Notes the player whom the token means.
    pub(super) fn note(&self, player: GuestId) {
        let _ = self.0.player.set(player);
    }
}

impl Tokens {
    pub(super) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default(), open: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opened(&self) -> MutexGuard<'_, HashMap<TokenHash, Weak<Open>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the owner of a token, from the cache or the store.
    pub(super) async fn owner(&self, token: TokenHash) -> Result<TokenOwner<GuestId>, LoadError> {
        let sign_outs = {
            let known = self.known();
            match known.owners.get(&token) {
                Some((owner, read)) if read.elapsed() < FRESH => return Ok(*owner),
                _ => known.sign_outs,
            }
        };
        let read = Instant::now();
        let owner = self.store.owners(vec![token]).await?.pop().unwrap_or(TokenOwner::SignedOut);
        let mut known = self.known();
        if known.sign_outs == sign_outs {
            if known.owners.len() >= REMEMBERED {
                known.owners.retain(|_, (_, read)| read.elapsed() < FRESH);
            }
            if known.owners.len() < REMEMBERED {
                known.owners.insert(token, (owner, read));
            }
        }
        if matches!(owner, TokenOwner::Account(_)) {
            self.note_use(&mut known, token, read);
        }
        Ok(owner)
    }

    /// Records the use of a device, in the background and once an hour.
    fn note_use(&self, known: &mut Known, token: TokenHash, now: Instant) {
        if known.uses.get(&token).is_some_and(|last| now - *last < BETWEEN_USES) {
            return;
        }
        if known.uses.len() >= REMEMBERED {
            known.uses.clear();
        }
        known.uses.insert(token, now);
        let store = self.store.clone();
        let see = AccountChange::See { token };
        tokio::spawn(async move { store.change_account(see, store::unix_time()).await });
    }

    /// Registers a socket before the owner of its token is asked for, so that no sign-out is missed.
    pub(super) fn open(&self, token: TokenHash) -> OpenToken {
        let mut opened = self.opened();
        if let Some(open) = opened.get(&token).and_then(Weak::upgrade)
            && !open.is_signed_out.load(Ordering::SeqCst)
        {
            return OpenToken(open);
        }
        if opened.len().is_power_of_two() {
            opened.retain(|_, open| open.strong_count() > 0);
        }
        let open = Arc::new(Open {
            player: OnceLock::new(),
            is_signed_out: AtomicBool::new(false),
            changed: Notify::new(),
        });
        opened.insert(token, Arc::downgrade(&open));
        OpenToken(open)
    }

    /// Forgets all cached answers, because a token may mean another player.
    pub(super) fn forget(&self) {
        let mut known = self.known();
        known.sign_outs += 1;
        known.owners.clear();
    }

    /// Closes the sockets of a player, all or those of one token.
    pub(super) fn sign_out(&self, player: GuestId, token: Option<TokenHash>) {
        self.forget();
        let mut opened = self.opened();
        opened.retain(|hash, open| {
            let Some(open) = open.upgrade() else { return false };
            let is_theirs = open.player.get() == Some(&player) && token.is_none_or(|token| token == *hash);
            if is_theirs {
                open.is_signed_out.store(true, Ordering::SeqCst);
                open.changed.notify_waiters();
            }
            !is_theirs
        });
    }

    /// Returns the players with sockets.
    pub(super) fn players(&self) -> Vec<GuestId> {
        let opened = self.opened();
        let mut players: Vec<GuestId> =
            opened.values().filter_map(|open| open.upgrade()?.player.get().copied()).collect();
        players.sort_unstable();
        players.dedup();
        players
    }

    /// Asks the store for the owners of all tokens with sockets, and closes the sockets of those that were signed out
    /// on another server.
    pub(super) async fn check_open(&self) -> Result<(), LoadError> {
        let open: Vec<(TokenHash, GuestId)> = {
            let mut opened = self.opened();
            opened.retain(|_, open| open.strong_count() > 0);
            let player =
                |(hash, open): (&TokenHash, &Weak<Open>)| Some((*hash, *open.upgrade()?.player.get()?));
            opened.iter().filter_map(player).collect()
        };
        if open.is_empty() {
            return Ok(());
        }
        let owners = self.store.owners(open.iter().map(|(token, _)| *token).collect()).await?;
        for ((token, player), owner) in open.into_iter().zip(owners) {
            if player_of(token, owner).ok() != Some(player) {
                self.sign_out(player, Some(token));
            }
        }
        Ok(())
    }
}

/// Returns the player with a token and its owner.
///
/// # Errors
///
/// Returns [`RequestError::SignedOut`] if the device of the token was signed out.
pub(super) fn player_of(token: TokenHash, owner: TokenOwner<GuestId>) -> Result<GuestId, RequestError> {
    match owner {
        TokenOwner::Account(account) => Ok(account),
        TokenOwner::Guest => Ok(token.guest()),
        TokenOwner::SignedOut => Err(RequestError::SignedOut),
    }
}
