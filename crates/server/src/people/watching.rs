//! List of the matches that everybody may watch.

use super::{People, PlayerTies};
use ::table::{GuestId, PublicMatch, TableId};
use protocol::{WatchList, WatchedPlayer, WatchedTable};
use std::cmp::Reverse;
use std::collections::HashMap;
use store::{LoadError, Store};
use tokio::sync::Mutex;

/// Maximum number of listed matches.
const LISTED: usize = 100;

/// Mean ratings of the matches that were listed last. Each is read once, when the match is first listed.
pub(super) struct MatchRatings {
    store: Store,
    // Held while ratings are read, so that many askers read them once.
    known: Mutex<HashMap<TableId, Option<i32>>>,
}

impl MatchRatings {
    pub(super) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default() }
    }

    /// Returns the mean rating of the players of each match, and forgets all other matches.
    async fn of(
        &self,
        matches: &[(TableId, PublicMatch)],
    ) -> Result<HashMap<TableId, Option<i32>>, LoadError> {
        let mut known = self.known.lock().await;
        let mut ratings = HashMap::new();
        for (id, one) in matches {
            let rating = match known.get(id) {
                Some(rating) => *rating,
                None => self.mean(one).await?,
            };
            ratings.insert(*id, rating);
        }
        known.clone_from(&ratings);
        Ok(ratings)
    }

    /// Returns the mean rating of those players who have one.
    async fn mean(&self, one: &PublicMatch) -> Result<Option<i32>, LoadError> {
        let mut ratings = Vec::new();
        for (player, _) in &one.players {
            let own = self.store.ratings(*player).await?;
            let own = own.iter().find(|(family, _)| *family == one.family);
            ratings.extend(own.map(|(_, stored)| stored.rating.rounded()));
        }
        let (sum, count) = (ratings.iter().sum::<i32>(), i32::try_from(ratings.len()).unwrap_or(i32::MAX));
        Ok(sum.checked_div(count))
    }
}

impl People {
    /// Returns the list of the matches for a player, or for a client without a token. Matches with a player who appears
    /// offline, or whom the asker may not meet, are left out.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if accounts, ratings or ties can't be read.
    pub(crate) async fn watch_list(
        &self,
        mut matches: Vec<(TableId, PublicMatch)>,
        asker: Option<GuestId>,
    ) -> Result<WatchList, LoadError> {
        let ratings = self.match_ratings.of(&matches).await?;
        let ties = match asker {
            Some(asker) => PlayerTies::of(&self.store.ties(asker).await?),
            None => PlayerTies::default(),
        };
        let hidden = self.hidden().await?;
        let is_left_out = |player: &GuestId| ties.apart.contains(player) || hidden.contains(player);
        matches.retain(|(_, one)| !one.players.iter().any(|(player, _)| is_left_out(player)));
        let is_friend = |player: &GuestId| ties.friends.iter().any(|(friend, _)| friend == player);
        let rating = |id: &TableId| ratings.get(id).copied().flatten();
        matches.sort_by_cached_key(|(id, one)| {
            let has_friend = one.players.iter().any(|(player, _)| is_friend(player));
            (Reverse(has_friend), Reverse(rating(id)), id.to_string())
        });
        let more = matches.len().saturating_sub(LISTED);
        let listed = matches.into_iter().take(LISTED).map(|(id, one)| WatchedTable {
            table: id.to_string(),
            game: one.game,
            preset: one.preset,
            players: one
                .players
                .into_iter()
                .map(|(player, name)| WatchedPlayer { name, friend: is_friend(&player) })
                .collect(),
            rating: rating(&id),
            rated: one.is_rated,
            deal: one.deal,
        });
        Ok(WatchList { tables: listed.collect(), more: u32::try_from(more).unwrap_or(u32::MAX) })
    }
}
