//! Connection of a server to the model database, which can fail, and the storage built on it.

use super::watched::Watched;
use super::{Database, Done, Effect, Entry, Guards, Member, Members, Row, State, Trouble};
use crate::Sizes;
use crate::accounts::{Account, AccountChange, CodeHash, Device, Outcome, Sat, Which};
use crate::bells::{Bell, Bells};
use crate::chairs::without_person;
use crate::challenges::StoredChallenge;
use crate::identity::{PadId, TokenHash};
#[cfg(test)]
use crate::matches::Logged;
use crate::matches::{Before, PlayedMatch, StoredRating};
use crate::moderation::{ModerationChange, Reports, Rulings, StoredReport, StoredRuling};
use crate::passkeys::{StoredPasskey, WhichPasskeys};
use crate::ties::{TieOutcome, Tied};
use crate::writer::{Answer, Change};
use crate::{Lease, LoadError, Stored, Summary, TableNumber};
use futures_util::future::BoxFuture;
use pads::Log;
use people::{ChallengeCode, TokenOwner};
use protocol::RatingChange;
use std::sync::Arc;
use table::{GuestId, Link, StorageError, StoredClocks, TableId};
use tokio::sync::oneshot;
use tokio::time::sleep;

/// Connection from a server to the database.
pub struct Wire {
    /// Number of breaks so far.
    pub(super) broken: Watched<u64>,
    pub(super) state: Watched<WireState>,
}

/// State of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WireState {
    /// The connection works.
    Up,
    /// The connection is cut: nothing gets through.
    Cut,
    /// The server is paused.
    Paused,
    /// The server has ended.
    Gone,
}

impl Wire {
    /// Breaks the connection once. Every running statement loses its answer.
    pub fn break_once(&self) {
        self.broken.change(|broken| *broken += 1);
    }

    /// Changes the state. A cut connection also breaks.
    pub fn set(&self, state: WireState) {
        if state == WireState::Cut {
            self.break_once();
        }
        self.state.change(|now| *now = state);
    }

    /// Returns whether the connection works.
    pub fn is_up(&self) -> bool {
        self.state.get() == WireState::Up
    }

    /// Returns whether the server has ended.
    pub fn is_gone(&self) -> bool {
        self.state.get() == WireState::Gone
    }

    /// Waits while the server is paused.
    pub async fn runs(&self) {
        self.state.wait_for(|state| !matches!(state, WireState::Paused | WireState::Gone)).await;
    }

    /// Waits until the connection has broken more than `before` times.
    async fn breaks(&self, before: u64) {
        self.broken.wait_for(|broken| *broken > before).await;
    }
}

/// Client of the database.
#[derive(Clone)]
pub struct ModelStore {
    pub(super) database: Arc<Database>,
    pub(super) wire: Arc<Wire>,
}

impl ModelStore {
    /// Returns the connection to the database.
    pub fn wire(&self) -> &Arc<Wire> {
        &self.wire
    }

    /// Renews a server's heartbeat, and returns all servers. Returns `None` without an answer.
    pub async fn beat(&self, node: usize, run: u64) -> Option<Members> {
        let database = Arc::clone(&self.database);
        let beat = async move {
            let mut state = database.state();
            if state.is_standby_silent {
                return Err(Trouble::Broken);
            }
            let members = &mut state.members;
            members.nodes.resize(members.nodes.len().max(node + 1), Member::default());
            let own = &mut members.nodes[node];
            if own.run < run {
                *own = Member { run, ..Member::default() };
            }
            own.beat += u64::from(own.run == run);
            Ok(members.clone())
        };
        self.ask(beat).await.ok()
    }

    /// Declares a server dead, unless it has renewed its heartbeat in the meantime.
    pub async fn declare_dead(&self, node: usize, (run, beat): (u64, u64)) {
        let database = Arc::clone(&self.database);
        let declare = async move {
            let mut state = database.state();
            let member = &mut state.members.nodes[node];
            member.is_dead |= (member.run, member.beat) == (run, beat);
            Ok(())
        };
        // A failure is harmless, because the call is repeated.
        let _ = self.ask(declare).await;
    }

    /// Makes a server the owner of the table, unless the owner has changed from `before`.
    pub async fn claim(&self, node: usize, before: Option<usize>) {
        let database = Arc::clone(&self.database);
        let claim = async move {
            let mut state = database.state();
            if state.members.owner == before {
                state.members.owner = Some(node);
            }
            Ok(())
        };
        // A failure is harmless, because the call is repeated.
        let _ = self.ask(claim).await;
    }

    /// Runs a statement in the database, unless the connection breaks before or after.
    async fn ask<T: Send + 'static>(
        &self,
        statement: impl Future<Output = Result<T, Trouble>> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.wire.runs().await;
        if self.wire.state.get() == WireState::Cut {
            sleep(self.database.a_while()).await;
            return Err(Trouble::Refused);
        }
        let broken = self.wire.broken.get();
        let (there, back) = (self.database.a_while(), self.database.a_while());
        let late = self.database.a_while() * 40;
        let (answer, answered) = oneshot::channel();
        let arrives = self.database.state().rng.below(2) == 0;
        let wire = Arc::clone(&self.wire);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = sleep(there) => {}
                // A statement may still arrive, late, after its connection broke.
                () = wire.breaks(broken) => {
                    if !arrives {
                        return;
                    }
                    sleep(late).await;
                }
            }
            let done = statement.await;
            sleep(back).await;
            let _ = answer.send(done);
        });
        let done = tokio::select! {
            biased;
            () = self.wire.breaks(broken) => Err(Trouble::Broken),
            done = answered => done.unwrap_or(Err(Trouble::Broken)),
        };
        self.wire.runs().await;
        done
    }

    fn transact<E: FnOnce(&State) -> Result<Effect, Trouble> + Send + 'static>(
        &self,
        effect: E,
    ) -> impl Future<Output = Done> + Send + use<E> {
        Arc::clone(&self.database).transact(effect, true)
    }

    pub(crate) fn ended(&self) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    pub(crate) async fn change(&self, change: Change) -> Answer {
        let done = match change {
            Change::CreateTable { record, chairs, lines } => {
                let create = move |state: &State| {
                    let number = state.log.len() as i64;
                    Ok(Effect::CreateTable { number, record, chairs, lines })
                };
                self.ask(self.transact(create)).await
            }
            Change::Append { lease, line, link, timed, command } => {
                let (spent, clocks) = timed.map(|timed| (timed.spent, timed.clocks)).unzip();
                let entry = Entry { line: Some(line), link: Some(link), spent: spent.flatten(), command };
                self.append(lease, entry, clocks).await
            }
            Change::Opening { lease, .. }
            | Change::Seat { lease, .. }
            | Change::Finish { lease, .. }
            | Change::End { lease, .. }
            | Change::Next { lease, .. } => {
                let change = Arc::new(change);
                self.ask(self.transact(move |_| Ok(Effect::Row { lease, change }))).await
            }
            Change::Account(change, at) => {
                let database = Arc::clone(&self.database);
                let change = async move {
                    let mut state = database.state();
                    let outcome = state.people.change(&change, at);
                    if let (AccountChange::Delete { account, .. }, Outcome::Done) = (&*change, outcome) {
                        state.rated.forget(&String::from(*account));
                        state.moderation.forget(*account);
                        state.ties.forget(*account);
                        state.challenges.forget(*account);
                        state.bells.forget(*account);
                    }
                    Ok(outcome)
                };
                let changed = self.ask(change).await;
                return changed.map(Outcome::number).map_err(storage_error);
            }
            Change::Moderation(change, at) => {
                let database = Arc::clone(&self.database);
                let change = async move {
                    let State { moderation, people, rated, .. } = &mut *database.state();
                    if let ModerationChange::Unrate { table } = &*change {
                        return Ok(rated.unrate(*table));
                    }
                    Ok(moderation.change(&change, at, |id| people.has(id)))
                };
                return self.ask(change).await.map(Outcome::number).map_err(storage_error);
            }
            Change::Tie { accounts, change, at: _ } => {
                let database = Arc::clone(&self.database);
                let change = async move {
                    let mut state = database.state();
                    let exist = accounts.iter().all(|account| state.people.has(&String::from(*account)));
                    Ok(if exist { state.ties.change(accounts, change) } else { TieOutcome::Unknown })
                };
                let changed = self.ask(change).await;
                return changed.map(TieOutcome::number).map_err(storage_error);
            }
            Change::Challenge(change, at) => {
                let database = Arc::clone(&self.database);
                let change = async move {
                    let mut state = database.state();
                    let State { people, challenges, .. } = &mut *state;
                    Ok(challenges.change(&change, at, |id| people.has(id)))
                };
                return self.ask(change).await.map(i64::from).map_err(storage_error);
            }
            Change::Bell(change, at) => {
                let database = Arc::clone(&self.database);
                let change = async move {
                    let State { people, bells, .. } = &mut *database.state();
                    Ok(bells.change(&change, at, |id| people.has(id)))
                };
                return self.ask(change).await.map(|changed| changed as i64).map_err(storage_error);
            }
            Change::ForgetPerson { person, tables } => {
                let database = Arc::clone(&self.database);
                let forget = async move {
                    let mut state = database.state();
                    for number in tables {
                        if let Some(row) = state.tables.get_mut(&number)
                            && let Some(chairs) = without_person(&row.chairs, person)
                        {
                            (row.chairs, row.epoch) = (chairs, row.epoch + 1);
                        }
                    }
                    Ok(0)
                };
                self.ask(forget).await
            }
            // The model keeps no time of use, and nothing else.
            Change::Touch { .. } => Ok(0),
            _ => Err(Trouble::Refused),
        };
        done.map(|_| 0).map_err(storage_error)
    }

    /// Reads the visible state.
    async fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&State) -> T + Send + 'static,
    ) -> Result<T, LoadError> {
        let database = Arc::clone(&self.database);
        self.ask(async move { Ok(read(&database.state())) }).await.map_err(unreachable_database)
    }

    pub(crate) async fn owners(&self, tokens: Vec<TokenHash>) -> Result<Vec<TokenOwner<GuestId>>, LoadError> {
        self.look(move |state| tokens.iter().map(|token| state.people.owner(*token)).collect()).await
    }

    pub(crate) async fn account(&self, which: Which) -> Result<Option<Account>, LoadError> {
        self.look(move |state| state.people.account(&which)).await
    }

    pub(crate) async fn names(&self, ids: Vec<GuestId>) -> Result<Vec<Option<String>>, LoadError> {
        self.look(move |state| ids.iter().map(|id| state.people.name(&String::from(*id))).collect()).await
    }

    pub(crate) async fn reports(&self, which: Reports) -> Result<Vec<StoredReport>, LoadError> {
        self.look(move |state| state.moderation.reports(which, |id| state.people.name(id))).await
    }

    pub(crate) async fn rulings(&self, which: Rulings) -> Result<Vec<StoredRuling>, LoadError> {
        self.look(move |state| state.moderation.rulings(which)).await
    }

    pub(crate) async fn banned(&self, people: Vec<GuestId>, at: u64) -> Result<Vec<GuestId>, LoadError> {
        self.look(move |state| state.moderation.banned(&people, at)).await
    }

    pub(crate) async fn devices(&self, account: GuestId) -> Result<Vec<Device>, LoadError> {
        self.look(move |state| state.people.devices(account)).await
    }

    pub(crate) async fn passkeys(&self, which: WhichPasskeys) -> Result<Vec<StoredPasskey>, LoadError> {
        self.look(move |state| state.people.passkeys(&which)).await
    }

    pub(crate) async fn has_code(&self, account: GuestId, code: CodeHash) -> Result<bool, LoadError> {
        self.look(move |state| state.people.has_code(account, &code)).await
    }

    pub(crate) async fn hidden_accounts(&self) -> Result<Vec<GuestId>, LoadError> {
        self.look(|state| state.people.hidden()).await
    }

    pub(crate) async fn unused_accounts(&self, since: u64) -> Result<Vec<GuestId>, LoadError> {
        self.look(move |state| state.people.unused(since)).await
    }

    pub(crate) async fn tables_of(&self, guest: GuestId) -> Result<Vec<Sat>, LoadError> {
        let guest = String::from(guest);
        self.look(move |state| {
            let sat = state.tables.iter().rev().filter(|(_, row)| row.chairs.contains(&guest));
            sat.map(|(number, row)| Sat { number: *number, table: row.record.id }).collect()
        })
        .await
    }

    pub(crate) async fn rating_changes(&self, id: TableId) -> Result<Vec<RatingChange>, LoadError> {
        self.look(move |state| state.rated.changes(id)).await
    }

    pub(crate) async fn ratings(&self, person: GuestId) -> Result<Vec<(String, StoredRating)>, LoadError> {
        self.look(move |state| state.rated.of(person)).await
    }

    pub(crate) async fn recent_ratings(
        &self,
        family: String,
        since: u64,
        now: u64,
        limit: u32,
    ) -> Result<Vec<(GuestId, StoredRating)>, LoadError> {
        self.look(move |state| {
            let is_left_out = |person| state.moderation.is_unranked(person, now);
            state.rated.recent(&family, since, limit, is_left_out)
        })
        .await
    }

    pub(crate) async fn played(
        &self,
        person: GuestId,
        before: Before,
        limit: u32,
    ) -> Result<Vec<PlayedMatch>, LoadError> {
        self.look(move |state| {
            let exists = |id: &str| state.tables.values().any(|row| row.record.id.to_string() == id);
            state.rated.played(person, &before, limit, |id| state.people.name(id), exists)
        })
        .await
    }

    #[cfg(test)]
    pub(crate) async fn rating_log(&self) -> Result<Vec<Logged>, LoadError> {
        self.look(|state| state.rated.log()).await
    }

    pub(crate) async fn challenge(
        &self,
        code: ChallengeCode,
        at: u64,
    ) -> Result<Option<StoredChallenge>, LoadError> {
        self.look(move |state| state.challenges.get(code, at)).await
    }

    pub(crate) async fn bells_of(&self, person: GuestId) -> Result<Bells, LoadError> {
        self.look(move |state| state.bells.of_person(person)).await
    }

    pub(crate) async fn bells_for(&self, family: String, at: u64) -> Result<Vec<Bell>, LoadError> {
        self.look(move |state| state.bells.of_family(&family, at)).await
    }

    pub(crate) async fn challenges_of(
        &self,
        player: GuestId,
        at: u64,
    ) -> Result<Vec<StoredChallenge>, LoadError> {
        self.look(move |state| state.challenges.of(player, at)).await
    }

    pub(crate) async fn ties(&self, account: GuestId) -> Result<Vec<Tied>, LoadError> {
        self.look(move |state| state.ties.of(account, |id| state.people.name(id))).await
    }

    async fn append(&self, lease: Lease, entry: Entry, clocks: Option<StoredClocks>) -> Done {
        let own = entry.line.clone();
        let writes = move |state: &State| match state.tables.get(&lease.number.0) {
            // State at the begin of the statement.
            Some(row) if row.epoch == lease.epoch => Ok(Effect::Append { lease, entry, clocks }),
            _ => Err(Trouble::LeaseLost),
        };
        let done = self.ask(self.transact(writes)).await;
        if self.database.guards.takes_again || !matches!(done, Err(Trouble::Broken)) {
            return done;
        }
        let is_there = move |state: &State| {
            let row = state.tables.get(&lease.number.0);
            let there = row.and_then(|row| row.entries.get(&lease.next)).map(|entry| &entry.line);
            if there == Some(&own) { Ok(0) } else { Err(Trouble::Broken) }
        };
        let database = Arc::clone(&self.database);
        self.ask(async move { is_there(&database.state()) }).await
    }

    pub(crate) async fn take(&self, id: TableId) -> Result<Option<(Stored, Lease)>, LoadError> {
        let guards = self.database.guards;
        for _ in 0..8 {
            let database = Arc::clone(&self.database);
            let find = async move {
                let state = database.state();
                Ok(state.tables.iter().find(|(_, row)| row.record.id == id).map(|(number, _)| *number))
            };
            let Some(number) = self.ask(find).await.map_err(unreachable_database)? else { return Ok(None) };
            let takes = move |state: &State| {
                let row = state.tables.get(&number).ok_or(Trouble::Refused)?;
                let next = row.entries.last_key_value().map_or(0, |(last, _)| last + 1);
                // The row's lock makes the epoch one more than its value at that time.
                Ok(Effect::Take { number, epoch: row.epoch + 1, sequence: guards.owner_line.then_some(next) })
            };
            let taken = Arc::clone(&self.database).transact(takes, guards.owner_line && guards.confirmed);
            let index = match self.ask(taken).await {
                Ok(index) => index,
                // Another server wrote in between.
                Err(Trouble::Refused | Trouble::LeaseLost) => continue,
                Err(trouble) => return Err(unreachable_database(trouble)),
            };
            let database = Arc::clone(&self.database);
            let read = async move {
                let state = database.state();
                let Some(Effect::Take { epoch, sequence, .. }) =
                    state.log.get(index).map(|logged| &logged.effect)
                else {
                    return Err(Trouble::Broken);
                };
                let row = state.tables.get(&number).ok_or(Trouble::Broken)?;
                let end = sequence.unwrap_or(usize::MAX);
                let next = sequence.map_or_else(
                    || row.entries.last_key_value().map_or(0, |(last, _)| last + 1),
                    |sequence| sequence + 1,
                );
                Ok((
                    row.stored(number, end, guards),
                    Lease { number: TableNumber(number), epoch: *epoch, next },
                ))
            };
            let (stored, lease) = self.ask(read).await.map_err(unreachable_database)?;
            return Ok(Some((stored?, lease)));
        }
        Err(unreachable_database(Trouble::Refused))
    }

    pub(crate) async fn summary(&self, id: TableId) -> Result<Option<Summary>, LoadError> {
        Ok(self.read(id).await?.map(|stored| Summary {
            is_over: stored.finished || stored.ended.is_some(),
            lines: stored.lines.len() as u64,
            players_only: stored.record.players_only,
            chairs: stored.chairs,
        }))
    }

    pub(crate) async fn read(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        let database = Arc::clone(&self.database);
        let read = async move {
            let state = database.state();
            let found = state.tables.iter().find(|(_, row)| row.record.id == id);
            Ok(found.map(|(number, row)| row.stored(*number, usize::MAX, database.guards)))
        };
        self.ask(read).await.map_err(unreachable_database)?.transpose()
    }

    pub(crate) async fn link(&self, table: TableNumber, version: usize) -> Result<Option<Link>, LoadError> {
        let database = Arc::clone(&self.database);
        let read = async move {
            let state = database.state();
            let row = state.tables.get(&table.0).ok_or(Trouble::Broken)?;
            let mut lines = row.entries.values().filter(|entry| entry.line.is_some());
            Ok(version.checked_sub(1).and_then(|index| lines.nth(index)).and_then(|entry| entry.link))
        };
        self.ask(read).await.map_err(unreachable_database)
    }

    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(crate) async fn load_pad(&self, _: PadId) -> Result<Option<Log>, LoadError> {
        Ok(None)
    }

    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(crate) async fn endpoints(&self, _: GuestId) -> Result<Vec<String>, LoadError> {
        Ok(Vec::new())
    }

    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(crate) async fn tidy(&self) -> Result<(), LoadError> {
        Ok(())
    }

    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(crate) async fn look_through(&self) -> Result<Option<String>, LoadError> {
        Ok(None)
    }

    #[allow(clippy::unused_async, reason = "same signature for all storages")]
    pub(crate) async fn sizes(&self) -> Sizes {
        Sizes::default()
    }
}

fn storage_error(trouble: Trouble) -> StorageError {
    match trouble {
        Trouble::Refused => StorageError::Failed,
        Trouble::Broken => StorageError::Unknown,
        Trouble::LeaseLost => StorageError::LeaseLost,
    }
}

fn unreachable_database(trouble: Trouble) -> LoadError {
    let what = match trouble {
        Trouble::Refused => "it refused",
        Trouble::Broken => "the connection broke",
        Trouble::LeaseLost => "another server has taken the table",
    };
    LoadError::Unreachable(what.to_owned())
}

impl Row {
    /// Returns the card table with its match lines before a sequence number.
    fn stored(&self, number: i64, end: usize, guards: Guards) -> Result<Stored, LoadError> {
        let mut stored = Stored {
            number: TableNumber(number),
            link: Link::first(&self.record),
            record: self.record.clone(),
            chairs: serde_json::from_str(&self.chairs).expect("what was written is read"),
            lines: Vec::new(),
            spent: Vec::new(),
            commands: Vec::new(),
            clocks: self.clocks.clone(),
            finished: self.finished,
            ended: self.ended,
            next: self.next,
        };
        for entry in self.entries.range(..end).map(|(_, entry)| entry) {
            if let Some(line) = &entry.line {
                stored.add(
                    &line.to_string(),
                    entry.link,
                    entry.spent,
                    entry.command.filter(|_| guards.commands),
                )?;
            }
        }
        Ok(stored)
    }
}
