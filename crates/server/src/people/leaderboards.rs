//! Leaderboards, with a cache of a few seconds, because each reads many ratings and everybody may ask for it.

use super::FRESH;
use people::{Candidate, LISTED_FOR, Leaderboard};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{LoadError, Store, unix_time};
use table::GuestId;
use tokio::time::Instant;

/// Maximum number of ratings of a family that are considered, the newest.
const CONSIDERED: u32 = 10_000;

/// Leaderboards of the families.
pub(super) struct Leaderboards {
    store: Store,
    // Held for look-ups, never across an await.
    known: Mutex<HashMap<String, (Instant, Arc<Leaderboard<GuestId>>)>>,
}

impl Leaderboards {
    pub(super) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default() }
    }

    /// Returns the ranking of a family, without names, because a player can change or delete them.
    pub(super) async fn of(&self, family: String) -> Result<Arc<Leaderboard<GuestId>>, LoadError> {
        let read = Instant::now();
        let known = |known: &HashMap<_, (Instant, _)>| {
            known.get(&family).filter(|(read, _)| read.elapsed() < FRESH).map(|(_, board)| Arc::clone(board))
        };
        if let Some(board) = known(&self.known.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(board);
        }
        let now = unix_time();
        let since = now.saturating_sub(LISTED_FOR);
        let ratings = self.store.recent_ratings(family.clone(), since, now, CONSIDERED).await?;
        let candidates = ratings.iter().map(|(id, stored)| Candidate {
            id: *id,
            rating: stored.now(now),
            matches: stored.matches,
        });
        let board = Arc::new(Leaderboard::new(candidates));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(family, (read, Arc::clone(&board)));
        Ok(board)
    }
}
