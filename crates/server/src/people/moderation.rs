//! Reports of players and rulings of operators.

use super::{BETWEEN_NAMES, FRESH, LOCKED, People, Player, refuse};
use crate::request_error::{RequestError, Restriction};
use ::people::{PlayerName, ReportReason, Ruling, RulingKind, Standing};
use ::table::{GuestId, TableId};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{
    AccountChange, LoadError, ModerationChange, NewReport, Outcome, Reports, Rulings, Store, StoredReport,
    StoredRuling, unix_time,
};
use tokio::time::Instant;

/// Maximum number of remembered standings.
const REMEMBERED: usize = 50_000;

/// Time after which closed reports and ended rulings are deleted: 12 months.
const KEPT: u64 = 365 * super::DAY;

/// Attempts to find a free name for a renamed account.
const NAMES: usize = 20;

/// Restrictions of players by rulings, with a cache.
pub(super) struct Standings {
    store: Store,
    // Held for look-ups, never across an await.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Number of rulings of this server. An answer that was read before the last one is not cached.
    rulings: u64,
    standings: HashMap<GuestId, (Arc<Standing>, Instant)>,
}

impl Standings {
    pub(super) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default() }
    }

    async fn of(&self, player: GuestId) -> Result<Arc<Standing>, LoadError> {
        let rulings = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            match known.standings.get(&player) {
                Some((standing, read)) if read.elapsed() < FRESH => return Ok(Arc::clone(standing)),
                _ => known.rulings,
            }
        };
        let read = Instant::now();
        let now = unix_time();
        let rows = self.store.rulings(Rulings::InForce(player, now)).await?;
        let standing = Arc::new(Standing::new(rows.into_iter().map(|row| row.ruling), now));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.rulings == rulings {
            if known.standings.len() >= REMEMBERED {
                known.standings.retain(|_, (_, read)| read.elapsed() < FRESH);
            }
            if known.standings.len() < REMEMBERED {
                known.standings.insert(player, (Arc::clone(&standing), read));
            }
        }
        Ok(standing)
    }

    fn forget(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.rulings += 1;
        known.standings.clear();
    }
}

impl People {
    /// Refuses a player on whom a ruling of a kind is in force.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError::Restricted`] if there is such a ruling, or an error if the rulings can't be read.
    pub(crate) async fn refuse_ruled(&self, player: GuestId, kind: RulingKind) -> Result<(), RequestError> {
        match self.standings.of(player).await?.find(kind, unix_time()) {
            Some(ruling) => Err(RequestError::Restricted(Box::new(Restriction::of(ruling)))),
            None => Ok(()),
        }
    }

    /// Returns whether a ruling of a kind is in force on a player.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the rulings can't be read.
    pub(crate) async fn is_ruled(&self, player: GuestId, kind: RulingKind) -> Result<bool, LoadError> {
        Ok(self.standings.of(player).await?.find(kind, unix_time()).is_some())
    }

    /// Stores a report of a player.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the player is a guest, reports themselves, has an open report about the other player, or
    /// has made too many in a day, or if the other account was deleted.
    pub(crate) async fn report(
        &self,
        player: Player,
        about: GuestId,
        table: Option<TableId>,
        reason: ReportReason,
        phrases: String,
    ) -> Result<(), RequestError> {
        let reporter = self.account(player).await?.id;
        self.refuse_ruled(reporter, RulingKind::Ban).await?;
        if reporter == about {
            return Err(RequestError::ReportOfSelf);
        }
        let report = ModerationChange::Report(NewReport { reporter, about, table, reason, phrases });
        match self.store.change_moderation(report, unix_time()).await? {
            Outcome::Done => Ok(()),
            Outcome::Taken => Err(RequestError::Reported),
            // One of the accounts was deleted meanwhile.
            Outcome::Refused => Err(RequestError::NoPlayer),
            _ => Err(RequestError::ManyReports),
        }
    }

    /// Returns the rulings that a player sees, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the rulings can't be read.
    pub(crate) async fn shown_rulings(&self, player: GuestId) -> Result<Vec<StoredRuling>, LoadError> {
        self.store.rulings(Rulings::Shown(player)).await
    }

    /// Stores a player's reply to a ruling.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if there is no such ruling, or it has a reply, or the reply is empty or too long.
    pub(crate) async fn reply(&self, player: Player, id: i64, reply: &str) -> Result<(), RequestError> {
        let person = self.account(player).await?.id;
        let found = self.store.rulings(Rulings::Id(id)).await?.pop();
        let found = found.filter(|one| one.person == person && one.ruling.is_shown());
        let replied = found.ok_or(RequestError::NoRuling)?.ruling.with_reply(reply)?;
        let reply = replied.reply().unwrap_or_default().to_owned();
        let change = ModerationChange::Reply { id, person, reply };
        match self.store.change_moderation(change, unix_time()).await? {
            Outcome::Done => Ok(()),
            _ => Err(::people::RulingError::Replied.into()),
        }
    }

    /// Stores a ruling. The sockets of the person close: a client connects again and learns of the ruling, unless it is a ban.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the account does not exist, or the ruling is not stored.
    pub(crate) async fn rule(&self, person: GuestId, ruling: Ruling) -> Result<i64, RequestError> {
        let is_shown = ruling.is_shown();
        let ruled =
            self.store.change_moderation(ModerationChange::Rule { person, ruling }, unix_time()).await;
        // Even if the outcome is unknown.
        self.standings.forget();
        if is_shown {
            self.tokens.sign_out(person, None);
        }
        match ruled? {
            Outcome::Done => {}
            _ => return Err(RequestError::NoPlayer),
        }
        Ok(self.store.rulings(Rulings::On(person)).await?.first().map_or(0, |newest| newest.id))
    }

    /// Ends a ruling now. Returns the person.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if there is no such ruling, or it has ended.
    pub(crate) async fn lift(&self, id: i64) -> Result<GuestId, RequestError> {
        let now = unix_time();
        let found = self.store.rulings(Rulings::Id(id)).await?.pop().ok_or(RequestError::NoRuling)?;
        found.ruling.lifted(now)?;
        self.store.change_moderation(ModerationChange::Lift { id, until: now }, now).await?;
        self.standings.forget();
        Ok(found.person)
    }

    /// Takes a rated match out of the ratings.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the match is not rated, or too many matches followed it.
    pub(crate) async fn unrate(&self, table: TableId) -> Result<(), RequestError> {
        match self.store.change_moderation(ModerationChange::Unrate { table }, unix_time()).await? {
            Outcome::Done => Ok(()),
            Outcome::TooSoon => Err(RequestError::OldMatch),
            _ => Err(RequestError::NotRated),
        }
    }

    /// Gives an account a neutral name, and locks the old one for a year. Returns the new name.
    ///
    /// # Errors
    ///
    /// Returns [`RequestError`] if the account does not exist, or no name is free.
    pub(crate) async fn take_name(&self, account: GuestId) -> Result<String, RequestError> {
        let now = unix_time();
        for _ in 0..NAMES {
            let name: PlayerName = format!("Player{}", 100_000 + getrandom::u32()? % 900_000).parse()?;
            let change = AccountChange::Rename {
                account,
                name: name.as_str().to_owned(),
                folded: name.folded().to_owned(),
                // Whenever the last change was.
                renamed_before: now + BETWEEN_NAMES,
                locked_until: now + LOCKED,
            };
            match self.store.change_account(change, now).await? {
                Outcome::Taken | Outcome::Locked => {}
                outcome => return refuse(outcome).map(|()| name.to_string()),
            }
        }
        Err(RequestError::NameTaken)
    }

    /// Returns reports, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the reports can't be read.
    pub(crate) async fn reports(&self, which: Reports) -> Result<Vec<StoredReport>, LoadError> {
        self.store.reports(which).await
    }

    /// Returns the newest rulings on an account and all that are in force, the newest first.
    ///
    /// # Errors
    ///
    /// Returns [`LoadError`] if the rulings can't be read.
    pub(crate) async fn all_rulings(&self, person: GuestId) -> Result<Vec<StoredRuling>, LoadError> {
        let mut rulings = self.store.rulings(Rulings::On(person)).await?;
        let in_force = self.store.rulings(Rulings::InForce(person, unix_time())).await?;
        rulings.extend(in_force);
        rulings.sort_by_key(|one| Reverse(one.id));
        rulings.dedup_by_key(|one| one.id);
        Ok(rulings)
    }

    /// Deletes old reports and rulings.
    pub(super) async fn expire_moderation(&self, now: u64) -> Result<(), RequestError> {
        let expire = ModerationChange::Expire { before: now.saturating_sub(KEPT) };
        refuse(self.store.change_moderation(expire, now).await?)
    }

    /// Closes the sockets of players who were banned on another server.
    pub(super) async fn check_bans(&self) -> Result<(), LoadError> {
        let players = self.tokens.players();
        if players.is_empty() {
            return Ok(());
        }
        for banned in self.store.banned(players, unix_time()).await? {
            self.tokens.sign_out(banned, None);
        }
        Ok(())
    }
}
