//! Model of a database with a standby, for tests. Like PostgreSQL it has slow statements, lost answers,
//! broken connections, restarts, failovers, and commits that are visible although no standby has them. Each
//! fault can be injected.
//!
//! Writes go to a log. The standby has a prefix of it, and after a failover only this prefix remains. A
//! transaction is confirmed, and visible to others, once the standby has it; until then it holds its locks.
//! If the wait for the standby is cancelled, the transaction becomes visible without a confirmation to its
//! writer.

mod bells;
mod challenges;
mod client;
mod matches;
mod moderation;
mod people;
mod ties;
mod watched;

pub use client::{ModelStore, Wire, WireState};

use super::writer::Change;
use crate::Lease;
use crate::{RandomId, unix_time};
use cards::{Rng, Seed};
use catalog::Line;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{Fingerprint, Link, StoredClocks, TableId, TableRecord};
use tokio::sync::Notify;
use tokio::time::sleep;
use watched::Watched;

/// Safeguards against the loss of visible actions. A test turns one off and sees that it is needed.
#[derive(Clone, Copy, Debug)]
pub struct Guards {
    /// A new owner of a card table writes a line of its own.
    pub owner_line: bool,
    /// A new owner waits for the confirmation of its line before it reads the match.
    pub confirmed: bool,
    /// Two lines of one table cannot have the same sequence number.
    pub key: bool,
    /// After a write with an unknown outcome the server takes the table again, instead of looking for the
    /// line.
    pub takes_again: bool,
    /// A repeatable command is stored with its match line.
    pub commands: bool,
}

impl Guards {
    /// All safeguards, as in production.
    pub const ALL: Self =
        Self { owner_line: true, confirmed: true, key: true, takes_again: true, commands: true };
}

/// The database. Its clients are [`ModelStore`]s.
pub struct Database {
    guards: Guards,
    state: Mutex<State>,
    /// Notified of every change that a task may wait for.
    changed: Notify,
}

struct State {
    rng: Rng,
    /// Number of restarts and failovers.
    run: u64,
    log: Vec<Logged>,
    /// Length of the log's prefix on the standby.
    replicated: usize,
    /// Whether the standby confirms nothing.
    is_standby_silent: bool,
    /// Delay of the next line, between the check of its owner and the write.
    stall: Duration,
    /// Rows of the card tables that are visible to clients, by number.
    tables: BTreeMap<i64, Row>,
    /// Matches and ratings, which follow from the visible log.
    rated: matches::Rated,
    /// Accounts. They are no part of the log, so a failover loses none.
    people: people::People,
    /// Reports and rulings, like accounts.
    moderation: moderation::Moderation,
    /// Ties between accounts, which survive a failover too.
    ties: ties::Ties,
    /// Challenges, which survive a failover too.
    challenges: challenges::Challenges,
    /// Bells, which survive a failover too.
    bells: bells::AllBells,
    /// Members. Nothing relies on them, so they need not survive a failover.
    members: Members,
}

/// Servers of the cluster by number, and the owner of the card table.
#[derive(Clone, Default)]
pub struct Members {
    /// Servers by number.
    pub nodes: Vec<Member>,
    /// Number of the server that owns the table.
    pub owner: Option<usize>,
}

/// Server, as the others see it.
#[derive(Clone, Copy, Default)]
pub struct Member {
    /// Number of the run, which grows with each restart.
    pub run: u64,
    /// Number of the last heartbeat.
    pub beat: u64,
    /// Whether another server has declared it dead.
    pub is_dead: bool,
}

/// Transaction in the log.
#[derive(Clone)]
struct Logged {
    effect: Effect,
    is_seen: bool,
    is_cancelled: bool,
}

#[derive(Clone)]
enum Effect {
    CreateTable { number: i64, record: Box<TableRecord>, chairs: String, lines: Vec<(Line, Link)> },
    Take { number: i64, epoch: i64, sequence: Option<usize> },
    Append { lease: Lease, entry: Entry, clocks: Option<StoredClocks> },
    Row { lease: Lease, change: Arc<Change> },
}

#[derive(Clone)]
struct Entry {
    /// Line of the match. `None` for the mark of a new owner.
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
            Self::CreateTable { number, .. } | Self::Take { number, .. } => *number,
            Self::Append { lease, .. } | Self::Row { lease, .. } => lease.number.0,
        }
    }

    /// Returns the sequence number of the written line.
    fn sequence(&self) -> Option<usize> {
        match self {
            Self::Take { sequence, .. } => *sequence,
            Self::Append { lease, .. } => Some(lease.next),
            Self::CreateTable { .. } | Self::Row { .. } => None,
        }
    }

    /// Returns whether the row of the table is changed, and not only a line added.
    fn locks_row(&self) -> bool {
        !matches!(self, Self::Append { .. })
    }
}

impl State {
    fn pending(&self) -> impl Iterator<Item = &Effect> {
        self.log.iter().filter(|logged| !logged.is_seen).map(|logged| &logged.effect)
    }

    /// Returns whether the effect must wait for another transaction.
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
        if let Effect::CreateTable { number, record, chairs, lines } = effect {
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
            Effect::Append { lease, entry, clocks } => {
                row.entries.insert(lease.next, entry);
                row.clocks = clocks.or(row.clocks.take());
            }
            Effect::Row { change, .. } => match &*change {
                Change::Opening { record, .. } => row.record = (**record).clone(),
                Change::Seat { chairs, clocks, .. } => {
                    row.chairs.clone_from(chairs);
                    row.clocks = clocks.clone().or(row.clocks.take());
                }
                Change::Finish { finished, at, .. } => {
                    let id = row.record.id;
                    if !std::mem::replace(&mut row.finished, true) {
                        self.rated.finish(id, finished, *at, |account| self.people.has(account));
                    }
                }
                Change::End { ended, finished, at, .. } => {
                    let id = row.record.id;
                    row.ended = super::reader::read_ended(ended);
                    if !std::mem::replace(&mut row.finished, true) {
                        self.rated.finish(id, finished, *at, |account| self.people.has(account));
                    }
                }
                Change::Next { next, .. } => row.next = Some(*next),
                _ => unreachable!("only rows are changed so"),
            },
            Effect::CreateTable { .. } => unreachable!("it came first"),
        }
    }

    /// Confirms all log entries that the standby has, and makes them visible.
    fn confirm(&mut self) {
        for index in 0..self.replicated {
            self.see(index);
        }
    }
}

/// Failure of a statement.
#[derive(Clone, Copy)]
enum Trouble {
    /// The database refused the statement and changed nothing.
    Refused,
    /// The connection broke, so the outcome is unknown.
    Broken,
    LeaseLost,
}

/// Index of a statement's effect in the log.
type Done = Result<usize, Trouble>;

/// Returns the record of a table of Scopa for two, with a new id.
///
/// # Panics
///
/// Panics if the operating system has no randomness.
pub fn record() -> TableRecord {
    TableRecord {
        id: TableId::random().expect("chance"),
        game: "scopa".to_owned(),
        options: BTreeMap::new(),
        seats: 2,
        dealer: 1,
        stake: None,
        time_control: None,
        host: None,
        seed: Seed::from_number(7),
        opening: None,
        created: unix_time(),
        pool: None,
        players_only: false,
    }
}

impl Database {
    /// Creates an empty database. The seed decides the delays.
    pub fn new(seed: u64, guards: Guards) -> Arc<Self> {
        let state = State {
            rng: Rng::from_number(seed),
            run: 0,
            log: Vec::new(),
            replicated: 0,
            is_standby_silent: false,
            stall: Duration::ZERO,
            tables: BTreeMap::new(),
            rated: matches::Rated::default(),
            people: people::People::default(),
            moderation: moderation::Moderation::default(),
            ties: ties::Ties::default(),
            challenges: challenges::Challenges::default(),
            bells: bells::AllBells::default(),
            members: Members::default(),
        };
        Arc::new(Self { guards, state: Mutex::new(state), changed: Notify::new() })
    }

    /// Returns a client with a connection of its own.
    pub fn connect(self: &Arc<Self>) -> ModelStore {
        let wire = Arc::new(Wire { broken: Watched::new(0), state: Watched::new(WireState::Up) });
        ModelStore { database: Arc::clone(self), wire }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_state(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_waiters();
    }

    /// Returns a short random delay, rarely a longer one.
    fn a_while(&self) -> Duration {
        let rng = &mut self.state().rng;
        let longest = if rng.below(8) == 0 { 20_000 } else { 1_500 };
        Duration::from_micros(100 + rng.below(longest) as u64)
    }

    /// Stops or resumes the standby's confirmations.
    pub fn silence_standby(&self, is_silent: bool) {
        self.change_state(|state| {
            state.is_standby_silent = is_silent;
            if !is_silent {
                state.replicated = state.log.len();
                state.confirm();
            }
        });
    }

    /// Cancels a wait for the standby: the transaction becomes visible, and its writer is not told.
    pub fn cancel_a_wait(&self) {
        self.change_state(|state| {
            let pending: Vec<usize> =
                (0..state.log.len()).filter(|index| !state.log[*index].is_seen).collect();
            if !pending.is_empty() {
                let chosen = state.rng.pick(&pending);
                state.log[chosen].is_cancelled = true;
                state.see(chosen);
            }
        });
    }

    /// Delays the next write of a match line in the database, for any client: a simulated fault between the
    /// check of the owner and the write.
    pub fn stall(&self, time: Duration) {
        self.change_state(|state| state.stall = time);
    }

    /// Restarts the database: every connection breaks, and the whole log becomes visible.
    pub fn restart(&self) {
        self.change_state(|state| {
            state.run += 1;
            for index in 0..state.log.len() {
                state.see(index);
            }
        });
    }

    /// Makes the standby take over. Anything that it does not have is lost.
    pub fn fail_over(&self) {
        self.change_state(|state| {
            state.run += 1;
            state.is_standby_silent = false;
            state.log.truncate(state.replicated);
            state.tables.clear();
            state.rated = matches::Rated::default();
            for index in 0..state.replicated {
                state.log[index].is_seen = false;
            }
            state.confirm();
        });
    }

    /// Returns the lines of a match that survive a failover now.
    pub fn lines(&self, id: TableId) -> Vec<String> {
        self.fail_over();
        let state = self.state();
        let row = state.tables.values().find(|row| row.record.id == id);
        let lines =
            row.into_iter().flat_map(|row| row.entries.values()).filter_map(|entry| entry.line.as_ref());
        lines.map(|line| line.to_string()).collect()
    }

    /// Writes the effect, and waits for locks and for the standby. It runs in the database, so it continues
    /// without its client.
    async fn transact(
        self: Arc<Self>,
        effect: impl FnOnce(&State) -> Result<Effect, Trouble>,
        confirmed: bool,
    ) -> Done {
        let (run, effect, stall) = {
            let mut state = self.state();
            let effect = effect(&state)?;
            let is_line = matches!(effect, Effect::Append { .. });
            let stall = if is_line { std::mem::take(&mut state.stall) } else { Duration::ZERO };
            (state.run, effect, stall)
        };
        sleep(stall + self.a_while()).await;
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
        let entered = async {
            loop {
                let changed = self.changed.notified();
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
                changed.await;
            }
        };
        tokio::time::timeout(LOCK_TIMEOUT, entered).await.unwrap_or(Err(Trouble::Refused))
    }

    /// Checks the row and the key of a line, once nothing holds a lock on them.
    fn check(&self, state: &State, effect: &Effect) -> Result<(), Trouble> {
        let Some(row) = state.tables.get(&effect.number()) else { return Ok(()) };
        match effect {
            Effect::Row { lease, .. } if lease.epoch != row.epoch => Err(Trouble::LeaseLost),
            Effect::Append { lease, .. } if self.guards.key && row.entries.contains_key(&lease.next) => {
                Err(Trouble::LeaseLost)
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

    /// Waits until the standby has the log entry.
    async fn confirmed(&self, run: u64, index: usize) -> Result<(), Trouble> {
        sleep(self.a_while()).await;
        loop {
            let changed = self.changed.notified();
            {
                let mut state = self.state();
                if state.run != run {
                    return Err(Trouble::Broken);
                }
                if !state.is_standby_silent && state.replicated <= index {
                    state.replicated = index + 1;
                    state.confirm();
                    drop(state);
                    self.changed.notify_waiters();
                    continue;
                }
                match &state.log[index] {
                    logged if logged.is_cancelled => return Err(Trouble::Broken),
                    logged if logged.is_seen => return Ok(()),
                    _ => {}
                }
            }
            changed.await;
        }
    }
}
