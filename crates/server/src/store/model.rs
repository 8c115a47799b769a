//! For tests: a database with a standby, as PostgreSQL is one, in which every fault can be had at will: a statement that is slow or
//! whose answer is lost, a connection that breaks, a restart, a failover, and a commit that is seen although no standby has it.
//!
//! What is written goes to a log. The standby has a beginning of it, and after a failover that is all there is. A transaction is
//! confirmed, and seen by others, once the standby has it; until then it holds its locks. If the wait for the standby is cancelled
//! it is seen all the same, and whoever wrote it is told nothing.

use super::writer::{Answer, Change};
use super::{Fingerprint, LoadError, SaveError, Stored, StoredClocks, TableNumber, TableRecord, Tenure};
use crate::chain::Link;
use crate::identity::{GuestId, PadId, TableId};
use crate::metrics::{Metrics, Sizes};
use cards::Rng;
use futures_util::future::BoxFuture;
use house::Line;
use pads::Log;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio::time::sleep;

/// What keeps shown moves from being lost. A test takes one away and sees that it was needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guards {
    /// Whoever takes a table writes a line of their own.
    pub(crate) owner_line: bool,
    /// … and waits until it is confirmed, before they read.
    pub(crate) confirmed: bool,
    /// There is one line of each sequence.
    pub(crate) key: bool,
    /// Whoever does not know whether a line was saved takes the table again, and does not look whether the line is there.
    pub(crate) takes_again: bool,
}

impl Guards {
    /// As it is.
    pub(crate) const ALL: Self = Self { owner_line: true, confirmed: true, key: true, takes_again: true };
}

/// The database. Its clients are [`ModelStore`]s.
pub(crate) struct Database {
    guards: Guards,
    state: Mutex<State>,
    /// Told whenever anything changes that somebody may wait for.
    changed: watch::Sender<()>,
}

struct State {
    coins: Rng,
    /// Grows with each restart and each failover.
    run: u64,
    log: Vec<Logged>,
    /// So much of the log the standby has.
    replicated: usize,
    /// The standby confirms nothing.
    is_standby_silent: bool,
    /// What is seen.
    tables: BTreeMap<i64, Row>,
    /// Who serves, and who is to be asked. Nothing trusts it, so it need not survive.
    members: Members,
}

/// Who serves, by number, and which of them is to be asked for a table.
#[derive(Clone, Default)]
pub(crate) struct Members {
    pub(crate) nodes: Vec<Member>,
    pub(crate) owner: Option<usize>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Member {
    pub(crate) run: u64,
    pub(crate) beat: u64,
    pub(crate) is_dead: bool,
}

/// A transaction in the log.
#[derive(Clone)]
struct Logged {
    effect: Effect,
    is_seen: bool,
    is_cancelled: bool,
}

#[derive(Clone)]
enum Effect {
    Found { number: i64, record: Box<TableRecord>, chairs: String, lines: Vec<(Line, Link)> },
    Take { number: i64, epoch: i64, sequence: Option<usize> },
    Append { tenure: Tenure, entry: Entry, clocks: Option<StoredClocks> },
    Row { tenure: Tenure, change: Arc<Change> },
}

#[derive(Clone)]
struct Entry {
    /// None, if it says who owns the table from here on.
    line: Option<Line>,
    link: Option<Link>,
    spent: Option<u32>,
    command: Option<Fingerprint>,
}

#[derive(Clone)]
struct Row {
    record: TableRecord,
    chairs: String,
    clocks: Option<StoredClocks>,
    finished: bool,
    ended: Option<protocol::Ended>,
    next: Option<TableId>,
    epoch: i64,
    entries: BTreeMap<usize, Entry>,
}

impl Effect {
    fn number(&self) -> i64 {
        match self {
            Self::Found { number, .. } | Self::Take { number, .. } => *number,
            Self::Append { tenure, .. } | Self::Row { tenure, .. } => tenure.number.0,
        }
    }

    /// The sequence of the line it writes.
    fn sequence(&self) -> Option<usize> {
        match self {
            Self::Take { sequence, .. } => *sequence,
            Self::Append { tenure, .. } => Some(tenure.next),
            Self::Found { .. } | Self::Row { .. } => None,
        }
    }

    /// Whether it changes the row of the table, and not only adds a line.
    fn locks_row(&self) -> bool {
        !matches!(self, Self::Append { .. })
    }
}

impl State {
    fn pending(&self) -> impl Iterator<Item = &Effect> {
        self.log.iter().filter(|logged| !logged.is_seen).map(|logged| &logged.effect)
    }

    /// Whether it has to wait for another transaction.
    fn is_locked(&self, effect: &Effect) -> bool {
        self.pending().filter(|other| other.number() == effect.number()).any(|other| {
            other.locks_row() && effect.locks_row()
                || effect.sequence().is_some() && other.sequence() == effect.sequence()
        })
    }

    fn see(&mut self, index: usize) {
        let logged = &mut self.log[index];
        if std::mem::replace(&mut logged.is_seen, true) {
            return;
        }
        let effect = logged.effect.clone();
        if let Effect::Found { number, record, chairs, lines } = effect {
            let entry =
                |(line, link)| Entry { line: Some(line), link: Some(link), spent: None, command: None };
            let row = Row {
                record: *record,
                chairs,
                clocks: None,
                finished: false,
                ended: None,
                next: None,
                epoch: 0,
                entries: lines.into_iter().map(entry).enumerate().collect(),
            };
            self.tables.insert(number, row);
            return;
        }
        let row =
            self.tables.get_mut(&effect.number()).expect("nothing is written of a table that is not there");
        match effect {
            Effect::Take { epoch, sequence, .. } => {
                row.epoch = epoch;
                if let Some(sequence) = sequence {
                    row.entries
                        .insert(sequence, Entry { line: None, link: None, spent: None, command: None });
                }
            }
            Effect::Append { tenure, entry, clocks } => {
                row.entries.insert(tenure.next, entry);
                row.clocks = clocks.or(row.clocks.take());
            }
            Effect::Row { change, .. } => match &*change {
                Change::Opening { record, .. } => row.record = (**record).clone(),
                Change::Seat { chairs, clocks, .. } => {
                    row.chairs.clone_from(chairs);
                    row.clocks = clocks.clone().or(row.clocks.take());
                }
                Change::Finish { .. } => row.finished = true,
                Change::End { ended, .. } => {
                    (row.ended, row.finished) = (super::reader::read_ended(ended), true);
                }
                Change::Next { next, .. } => row.next = Some(*next),
                _ => unreachable!("only rows are changed so"),
            },
            Effect::Found { .. } => unreachable!("it came first"),
        }
    }

    /// All that the standby has is confirmed, and seen.
    fn confirm(&mut self) {
        for index in 0..self.replicated {
            self.see(index);
        }
    }
}

/// Why a statement gave no answer.
#[derive(Clone, Copy)]
enum Trouble {
    /// It changed nothing, for certain.
    Refused,
    /// Nobody knows.
    Broken,
    Deposed,
}

/// What a statement did: where it stands in the log.
type Done = Result<usize, Trouble>;

impl Database {
    pub(crate) fn new(seed: u64, guards: Guards) -> Arc<Self> {
        let state = State {
            coins: Rng::from_number(seed),
            run: 0,
            log: Vec::new(),
            replicated: 0,
            is_standby_silent: false,
            tables: BTreeMap::new(),
            members: Members::default(),
        };
        Arc::new(Self { guards, state: Mutex::new(state), changed: watch::Sender::new(()) })
    }

    /// A client of it: as the house has it, and as itself.
    pub(crate) fn store(self: &Arc<Self>, metrics: Arc<Metrics>) -> (super::Store, ModelStore) {
        let wire = Arc::new(Wire { broken: watch::Sender::new(0), state: watch::Sender::new(WireState::Up) });
        let model = ModelStore { database: Arc::clone(self), wire };
        (super::Store::of(super::Disk::Model(model.clone()), metrics), model)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_state(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.send_replace(());
    }

    /// A short while, now and then a longer one.
    fn a_while(&self) -> Duration {
        let coins = &mut self.state().coins;
        let longest = if coins.below(8) == 0 { 20_000 } else { 1_500 };
        Duration::from_micros(100 + coins.below(longest) as u64)
    }

    /// The standby confirms nothing, or again everything.
    pub(crate) fn silence_standby(&self, is_silent: bool) {
        self.change_state(|state| {
            state.is_standby_silent = is_silent;
            if !is_silent {
                state.replicated = state.log.len();
                state.confirm();
            }
        });
    }

    /// Somebody cancels a wait for the standby: what was written is seen, and whoever wrote it is not told.
    pub(crate) fn cancel_a_wait(&self) {
        self.change_state(|state| {
            let pending: Vec<usize> =
                (0..state.log.len()).filter(|index| !state.log[*index].is_seen).collect();
            if !pending.is_empty() {
                let chosen = state.coins.pick(&pending);
                state.log[chosen].is_cancelled = true;
                state.see(chosen);
            }
        });
    }

    /// The database restarts: every connection breaks, and all of the log is seen.
    pub(crate) fn restart(&self) {
        self.change_state(|state| {
            state.run += 1;
            for index in 0..state.log.len() {
                state.see(index);
            }
        });
    }

    /// The standby takes over: what it does not have never was.
    pub(crate) fn fail_over(&self) {
        self.change_state(|state| {
            state.run += 1;
            state.is_standby_silent = false;
            state.log.truncate(state.replicated);
            state.tables.clear();
            for index in 0..state.replicated {
                state.log[index].is_seen = false;
            }
            state.confirm();
        });
    }

    /// The lines of a match that are left if everything fails now that can.
    pub(crate) fn lines(&self, id: TableId) -> Vec<String> {
        self.fail_over();
        let state = self.state();
        let row = state.tables.values().find(|row| row.record.id == id);
        let lines =
            row.into_iter().flat_map(|row| row.entries.values()).filter_map(|entry| entry.line.as_ref());
        lines.map(|line| line.as_text().into_owned()).collect()
    }

    /// Writes what `effect` makes of what it sees, waits for locks and for the standby. Runs in the database: whatever becomes of
    /// the client, this goes on.
    async fn transact(
        self: Arc<Self>,
        effect: impl FnOnce(&State) -> Result<Effect, Trouble>,
        confirmed: bool,
    ) -> Done {
        let (run, effect) = {
            let state = self.state();
            (state.run, effect(&state)?)
        };
        sleep(self.a_while()).await;
        let index = self.enter(run, effect).await?;
        if !confirmed {
            let database = Arc::clone(&self);
            tokio::spawn(async move { database.confirmed(run, index).await });
            return Ok(index);
        }
        self.confirmed(run, index).await?;
        Ok(index)
    }

    /// Waits for locks, and writes to the log.
    async fn enter(&self, run: u64, effect: Effect) -> Done {
        const LOCK_TIMEOUT: Duration = Duration::from_millis(500);
        let mut changed = self.changed.subscribe();
        let entered = async {
            loop {
                {
                    let mut state = self.state();
                    if state.run != run {
                        return Err(Trouble::Broken);
                    }
                    if !state.is_locked(&effect) {
                        self.check(&state, &effect)?;
                        state.log.push(Logged {
                            effect: effect.clone(),
                            is_seen: false,
                            is_cancelled: false,
                        });
                        return Ok(state.log.len() - 1);
                    }
                }
                let _ = changed.changed().await;
            }
        };
        tokio::time::timeout(LOCK_TIMEOUT, entered).await.unwrap_or(Err(Trouble::Refused))
    }

    /// What the row and the key of a line say once nobody holds a lock on them.
    fn check(&self, state: &State, effect: &Effect) -> Result<(), Trouble> {
        let Some(row) = state.tables.get(&effect.number()) else { return Ok(()) };
        match effect {
            Effect::Row { tenure, .. } if tenure.epoch != row.epoch => Err(Trouble::Deposed),
            Effect::Append { tenure, .. } if self.guards.key && row.entries.contains_key(&tenure.next) => {
                Err(Trouble::Deposed)
            }
            Effect::Take { sequence, epoch, .. } => {
                let is_written = sequence.is_some_and(|sequence| row.entries.contains_key(&sequence));
                if *epoch <= row.epoch || self.guards.key && is_written {
                    Err(Trouble::Refused)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    /// Waits until the standby has it.
    async fn confirmed(&self, run: u64, index: usize) -> Result<(), Trouble> {
        sleep(self.a_while()).await;
        let mut changed = self.changed.subscribe();
        loop {
            {
                let mut state = self.state();
                if state.run != run {
                    return Err(Trouble::Broken);
                }
                if !state.is_standby_silent && state.replicated <= index {
                    state.replicated = index + 1;
                    state.confirm();
                    drop(state);
                    self.changed.send_replace(());
                    continue;
                }
                match &state.log[index] {
                    logged if logged.is_cancelled => return Err(Trouble::Broken),
                    logged if logged.is_seen => return Ok(()),
                    _ => {}
                }
            }
            let _ = changed.changed().await;
        }
    }
}

/// The way from a server to the database.
pub(crate) struct Wire {
    /// Grows with each break.
    broken: watch::Sender<u64>,
    state: watch::Sender<WireState>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WireState {
    Up,
    /// Nothing comes through.
    Cut,
    /// The server stands still.
    Paused,
    /// The server is no more.
    Gone,
}

impl Wire {
    /// Every statement that is under way loses its answer.
    pub(crate) fn break_once(&self) {
        self.broken.send_modify(|broken| *broken += 1);
    }

    pub(crate) fn set(&self, state: WireState) {
        if state == WireState::Cut {
            self.break_once();
        }
        self.state.send_replace(state);
    }

    pub(crate) fn is_up(&self) -> bool {
        *self.state.borrow() == WireState::Up
    }

    pub(crate) fn is_gone(&self) -> bool {
        *self.state.borrow() == WireState::Gone
    }

    /// Goes on while the server runs.
    pub(crate) async fn runs(&self) {
        let stands = |state: &WireState| !matches!(state, WireState::Paused | WireState::Gone);
        let _ = self.state.subscribe().wait_for(stands).await;
    }
}

/// A client of the database.
#[derive(Clone)]
pub(crate) struct ModelStore {
    database: Arc<Database>,
    wire: Arc<Wire>,
}

impl ModelStore {
    pub(crate) fn wire(&self) -> &Arc<Wire> {
        &self.wire
    }

    /// Says that a server is there, and hears who else is; none, if nobody answers.
    pub(crate) async fn beat(&self, node: usize, run: u64) -> Option<Members> {
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

    /// Says that a server is dead, unless it has beaten since.
    pub(crate) async fn declare_dead(&self, node: usize, (run, beat): (u64, u64)) {
        let database = Arc::clone(&self.database);
        let declare = async move {
            let mut state = database.state();
            let member = &mut state.members.nodes[node];
            member.is_dead |= (member.run, member.beat) == (run, beat);
            Ok(())
        };
        // If it comes to nothing it is said again.
        let _ = self.ask(declare).await;
    }

    /// Is to be asked from now on, if nobody else took over from `before`.
    pub(crate) async fn claim(&self, node: usize, before: Option<usize>) {
        let database = Arc::clone(&self.database);
        let claim = async move {
            let mut state = database.state();
            if state.members.owner == before {
                state.members.owner = Some(node);
            }
            Ok(())
        };
        // If it comes to nothing it is tried again.
        let _ = self.ask(claim).await;
    }

    /// Has a statement done by the database, unless the way to it or back breaks.
    async fn ask<T: Send + 'static>(
        &self,
        statement: impl Future<Output = Result<T, Trouble>> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.wire.runs().await;
        if *self.wire.state.borrow() == WireState::Cut {
            sleep(self.database.a_while()).await;
            return Err(Trouble::Refused);
        }
        let mut broken = self.wire.broken.subscribe();
        let (there, back) = (self.database.a_while(), self.database.a_while());
        let late = self.database.a_while() * 40;
        let (answer, answered) = oneshot::channel();
        let arrives = self.database.state().coins.below(2) == 0;
        let mut breaks = self.wire.broken.subscribe();
        tokio::spawn(async move {
            tokio::select! {
                () = sleep(there) => {}
                // What breaks on the way there may still arrive, and late.
                _ = breaks.changed() => {
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
            _ = broken.changed() => Err(Trouble::Broken),
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

    pub(super) fn ended(&self) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    pub(super) async fn change(&self, change: Change) -> Answer {
        let done = match change {
            Change::Found { record, chairs, lines } => {
                let found = move |state: &State| {
                    let number = state.log.len() as i64;
                    Ok(Effect::Found { number, record, chairs, lines })
                };
                self.ask(self.transact(found)).await
            }
            Change::Append { tenure, line, link, timed, command } => {
                let (spent, clocks) = timed.map(|timed| (timed.spent, timed.clocks)).unzip();
                let entry = Entry { line: Some(line), link: Some(link), spent: spent.flatten(), command };
                self.append(tenure, entry, clocks).await
            }
            Change::Opening { tenure, .. }
            | Change::Seat { tenure, .. }
            | Change::Finish { tenure, .. }
            | Change::End { tenure, .. }
            | Change::Next { tenure, .. } => {
                let change = Arc::new(change);
                self.ask(self.transact(move |_| Ok(Effect::Row { tenure, change }))).await
            }
            // Nothing else is kept here.
            _ => Err(Trouble::Refused),
        };
        match done {
            Ok(_) => Ok(0),
            Err(Trouble::Refused) => Err(SaveError::Failed),
            Err(Trouble::Broken) => Err(SaveError::Unknown),
            Err(Trouble::Deposed) => Err(SaveError::Deposed),
        }
    }

    async fn append(&self, tenure: Tenure, entry: Entry, clocks: Option<StoredClocks>) -> Done {
        let own = entry.line.clone();
        let writes = move |state: &State| match state.tables.get(&tenure.number.0) {
            // As it was when the statement began.
            Some(row) if row.epoch == tenure.epoch => Ok(Effect::Append { tenure, entry, clocks }),
            _ => Err(Trouble::Deposed),
        };
        let done = self.ask(self.transact(writes)).await;
        if self.database.guards.takes_again || !matches!(done, Err(Trouble::Broken)) {
            return done;
        }
        let is_there = move |state: &State| {
            let row = state.tables.get(&tenure.number.0);
            let there = row.and_then(|row| row.entries.get(&tenure.next)).map(|entry| &entry.line);
            if there == Some(&own) { Ok(0) } else { Err(Trouble::Broken) }
        };
        let database = Arc::clone(&self.database);
        self.ask(async move { is_there(&database.state()) }).await
    }

    pub(super) async fn take(&self, id: TableId) -> Result<Option<(Stored, Tenure)>, LoadError> {
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
                // The row's own lock makes the epoch one more than whatever it is then.
                Ok(Effect::Take { number, epoch: row.epoch + 1, sequence: guards.owner_line.then_some(next) })
            };
            let taken = Arc::clone(&self.database).transact(takes, guards.owner_line && guards.confirmed);
            let index = match self.ask(taken).await {
                Ok(index) => index,
                // Somebody wrote in between.
                Err(Trouble::Refused | Trouble::Deposed) => continue,
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
                Ok((row.stored(number, end), Tenure { number: TableNumber(number), epoch: *epoch, next }))
            };
            let (stored, tenure) = self.ask(read).await.map_err(unreachable_database)?;
            return Ok(Some((stored?, tenure)));
        }
        Err(unreachable_database(Trouble::Refused))
    }

    pub(super) async fn read(&self, id: TableId) -> Result<Option<Stored>, LoadError> {
        let database = Arc::clone(&self.database);
        let read = async move {
            let state = database.state();
            let found = state.tables.iter().find(|(_, row)| row.record.id == id);
            Ok(found.map(|(number, row)| row.stored(*number, usize::MAX)))
        };
        self.ask(read).await.map_err(unreachable_database)?.transpose()
    }

    pub(super) async fn link(&self, table: TableNumber, version: usize) -> Result<Option<Link>, LoadError> {
        let database = Arc::clone(&self.database);
        let read = async move {
            let state = database.state();
            let row = state.tables.get(&table.0).ok_or(Trouble::Broken)?;
            let mut lines = row.entries.values().filter(|entry| entry.line.is_some());
            Ok(version.checked_sub(1).and_then(|index| lines.nth(index)).and_then(|entry| entry.link))
        };
        self.ask(read).await.map_err(unreachable_database)
    }

    #[allow(clippy::unused_async, reason = "as every disk has it")]
    pub(super) async fn load_pad(&self, _: PadId) -> Result<Option<Log>, LoadError> {
        Ok(None)
    }

    #[allow(clippy::unused_async, reason = "as every disk has it")]
    pub(super) async fn endpoints(&self, _: GuestId) -> Result<Vec<String>, LoadError> {
        Ok(Vec::new())
    }

    #[allow(clippy::unused_async, reason = "as every disk has it")]
    pub(super) async fn tidy(&self) -> Result<(), LoadError> {
        Ok(())
    }

    #[allow(clippy::unused_async, reason = "as every disk has it")]
    pub(super) async fn look_through(&self) -> Result<Option<String>, LoadError> {
        Ok(None)
    }

    #[allow(clippy::unused_async, reason = "as every disk has it")]
    pub(super) async fn sizes(&self) -> Sizes {
        Sizes::default()
    }
}

fn unreachable_database(trouble: Trouble) -> LoadError {
    let what = match trouble {
        Trouble::Refused => "it refused",
        Trouble::Broken => "the connection broke",
        Trouble::Deposed => "somebody else has taken the table",
    };
    LoadError::Unreachable(what.to_owned())
}

impl Row {
    /// The table with its lines before this sequence.
    fn stored(&self, number: i64, end: usize) -> Result<Stored, LoadError> {
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
                stored.add(line.clone(), entry.link, entry.spent, entry.command)?;
            }
        }
        Ok(stored)
    }
}
