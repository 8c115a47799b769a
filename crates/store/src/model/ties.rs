//! Ties of the model: the same rules on a plain map.

use crate::ties::{TieOutcome, Tied};
use people::{MAX_REQUESTS, MAX_TIES, Pair, TieChange};
use std::collections::BTreeMap;
use table::GuestId;

#[derive(Default)]
pub(super) struct Ties {
    /// Ties of two accounts, the smaller id first, which sees the pair.
    pairs: BTreeMap<[String; 2], Pair>,
}

impl Ties {
    /// Returns the pairs of an account as it sees them, with the ids of the others.
    fn seen_by(&self, account: &str) -> impl Iterator<Item = (&String, Pair)> {
        self.pairs.iter().filter_map(move |([first, second], pair)| match account {
            _ if first == account => Some((second, *pair)),
            _ if second == account => Some((first, pair.turned())),
            _ => None,
        })
    }

    pub(super) fn change(&mut self, accounts: [GuestId; 2], change: TieChange) -> TieOutcome {
        let [account, other] = accounts.map(String::from);
        if account == other {
            return TieOutcome::Unknown;
        }
        let before = self
            .seen_by(&account)
            .find(|(one, _)| **one == other)
            .map_or_else(Pair::default, |(_, pair)| pair);
        let mut pair = before;
        if pair.change(change).is_err() {
            return TieOutcome::Apart;
        }
        let ties: usize = self.seen_by(&account).map(|(_, pair)| pair.ties()[0].len()).sum();
        if pair.ties()[0].len() > before.ties()[0].len() && ties >= MAX_TIES {
            return TieOutcome::Full;
        }
        let requests = self.seen_by(&other).filter(|(_, pair)| pair.is_asked()).count();
        if pair.has_asked() && !before.has_asked() && requests >= MAX_REQUESTS {
            return TieOutcome::Busy;
        }
        match account < other {
            true => self.pairs.insert([account, other], pair),
            false => self.pairs.insert([other, account], pair.turned()),
        };
        TieOutcome::Done
    }

    pub(super) fn of(&self, account: GuestId, name: impl Fn(&str) -> Option<String>) -> Vec<Tied> {
        let account = String::from(account);
        let own = self.seen_by(&account).filter(|(_, pair)| *pair != Pair::default());
        let tied = own.filter_map(|(other, pair)| {
            Some(Tied { other: other.clone().try_into().ok()?, name: name(other)?, pair })
        });
        let mut tied: Vec<Tied> = tied.collect();
        tied.sort_by(|one, other| one.name.cmp(&other.name));
        tied
    }

    pub(super) fn forget(&mut self, account: GuestId) {
        let account = String::from(account);
        self.pairs.retain(|accounts, _| !accounts.contains(&account));
    }
}
