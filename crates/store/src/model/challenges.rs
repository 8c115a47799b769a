//! Challenges of the model: the same rules on a plain map.

use crate::challenges::{ChallengeChange, StoredChallenge};
use people::ChallengeCode;
use std::collections::BTreeMap;
use table::GuestId;

#[derive(Default)]
pub(super) struct Challenges(BTreeMap<ChallengeCode, StoredChallenge>);

impl Challenges {
    /// Makes a change, and returns whether it had an effect.
    pub(super) fn change(
        &mut self,
        change: &ChallengeChange,
        at: u64,
        has_account: impl Fn(&str) -> bool,
    ) -> bool {
        match change {
            ChallengeChange::Create(new) => {
                let can = has_account(&String::from(new.founder)) && !self.0.contains_key(&new.code);
                if can {
                    self.0.insert(new.code, (**new).clone());
                }
                can
            }
            ChallengeChange::Accept { code, player, table } => {
                let found = self.0.get_mut(code).filter(|one| {
                    one.expires > at
                        && one.table.is_none()
                        && one.invited.is_none_or(|invited| invited == *player)
                });
                let Some(found) = found else { return false };
                (found.invited, found.table) = (Some(*player), Some(*table));
                true
            }
            ChallengeChange::Delete { code, player } => {
                let can = self.0.get(code).is_some_and(|one| {
                    one.table.is_none() && (one.founder == *player || one.invited == Some(*player))
                });
                if can {
                    self.0.remove(code);
                }
                can
            }
            ChallengeChange::Expire => {
                let before = self.0.len();
                self.0.retain(|_, one| one.expires > at);
                self.0.len() < before
            }
        }
    }

    pub(super) fn get(&self, code: ChallengeCode, at: u64) -> Option<StoredChallenge> {
        self.0.get(&code).filter(|one| one.expires > at).cloned()
    }

    pub(super) fn of(&self, player: GuestId, at: u64) -> Vec<StoredChallenge> {
        let own = |one: &&StoredChallenge| one.founder == player || one.invited == Some(player);
        let open = self.0.values().filter(own).filter(|one| one.table.is_none() && one.expires > at);
        let mut open: Vec<StoredChallenge> = open.cloned().collect();
        open.sort_by_key(|one| one.expires);
        open
    }

    pub(super) fn forget(&mut self, player: GuestId) {
        self.0.retain(|_, one| one.founder != player && one.invited != Some(player));
    }
}
