//! Ties between accounts: friends, mutes and blocks.

use super::{People, Player};
use crate::request_error::RequestError;
use ::table::GuestId;
use people::{RulingKind, TieChange, TieKind};
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Instant;
use store::unix_time;
use store::{TieOutcome, Tied};

/// Ties of a player, as the lobby and the tables need them. A guest without an account has none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct PlayerTies {
    /// Friends with their names, in the order of the names.
    pub(crate) friends: Vec<(GuestId, String)>,
    /// Players whom the player may not meet, because one blocks the other.
    pub(crate) apart: HashSet<GuestId>,
}

impl PlayerTies {
    pub(super) fn of(tied: &[Tied]) -> Self {
        let friends = tied.iter().filter(|one| one.pair.are_friends());
        let apart = tied.iter().filter(|one| one.pair.are_apart());
        Self {
            friends: friends.map(|one| (one.other, one.name.clone())).collect(),
            apart: apart.map(|one| one.other).collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.friends.is_empty() && self.apart.is_empty()
    }
}

impl People {
    /// Returns the ties of a player with an account to others, and of others to the player.
    pub(crate) async fn ties(&self, player: Player) -> Result<Vec<Tied>, RequestError> {
        let account = self.account(player).await?;
        Ok(self.store.ties(account.id).await?)
    }

    /// Returns the ties of a player as the lobby and the tables need them.
    pub(crate) async fn player_ties(&self, player: GuestId) -> Result<PlayerTies, RequestError> {
        Ok(PlayerTies::of(&self.store.ties(player).await?))
    }

    /// Returns the number of changes of ties so far.
    pub(crate) fn changed_ties(&self) -> u64 {
        self.changed_ties.load(Ordering::SeqCst)
    }

    /// Changes a tie of a player to the account with a name, and returns the two accounts.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::Apart`] if one of them blocks the other, and the player asks to be friends.
    pub(crate) async fn change_tie(
        &self,
        player: Player,
        name: &str,
        change: TieChange,
    ) -> Result<[GuestId; 2], RequestError> {
        let account = self.account(player).await?.id;
        self.refuse_ruled(account, RulingKind::Ban).await?;
        let other = self.named(name).await?.id;
        if account == other {
            return Err(RequestError::OwnName);
        }
        if change == TieChange::Set(TieKind::Friend) {
            let ties = self.store.ties(account).await?;
            let known = ties.iter().find(|one| one.other == other);
            // Only a new request is counted, so that a player can always accept.
            let is_new = known
                .is_none_or(|one| !(one.pair.are_friends() || one.pair.has_asked() || one.pair.is_asked()));
            if is_new && !self.rates.friend_requests.take(account, Instant::now()) {
                return Err(RequestError::TooMany);
            }
        }
        let changed = self.store.change_tie(account, other, change, unix_time()).await;
        // Even if the outcome is unknown.
        self.changed_ties.fetch_add(1, Ordering::SeqCst);
        match changed? {
            TieOutcome::Done => Ok([account, other]),
            TieOutcome::Unknown => Err(RequestError::NoPlayer),
            TieOutcome::Apart | TieOutcome::Busy => Err(RequestError::Apart),
            TieOutcome::Full => Err(RequestError::TiesFull),
        }
    }
}
