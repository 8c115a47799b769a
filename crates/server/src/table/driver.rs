//! Loop of the task that drives a card table.

use super::TableRegistry;
use super::bots::{Hint, Jobs};
use super::load::load;
use super::registry::Listed;
use super::task::QUEUE;
use super::{Connection, Request};
use crate::clock::{to_instant, to_timestamp};
use crate::request_error::RequestError;
use ::table::{
    Answer, Effects, Event, GuestId, HintChange, Input, JobId, Message, Now, Rematch, StorageError,
    SubscriberId, Table, TableError, TableId, Wanted, Write,
};
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::time::Instant;
use store::Lease;
use tokio::sync::mpsc;

/// Card table with the state of its task.
pub(super) struct Driver {
    registry: Arc<TableRegistry>,
    id: TableId,
    /// Lease that allows writes to the card table.
    lease: Lease,
    table: Table,
    /// Connections of the subscribers, sorted by number.
    pub(super) connections: Vec<Arc<Connection>>,
    /// Subscribers whose connection turned out to be closed.
    gone: Vec<SubscriberId>,
    jobs: Jobs,
    hint: Option<Hint>,
    /// Match as the registry lists it.
    listed: Listed,
    /// Banned players, with the number of the next connection at that moment. What an older connection has sent comes too
    /// late: a command would bring the player back.
    expelled: Vec<(GuestId, u64)>,
    /// Sender for the answer to the operator's [`Input::Close`].
    closing: Option<mpsc::Sender<Result<(), String>>>,
}

/// Reason for the end of a card table's task.
pub(super) enum ExitReason {
    /// The card table is idle.
    Idle,
    /// The registry has dropped the card table.
    NoSenders,
    /// Another server owns the card table.
    LeaseLost,
    /// The chairs were changed in the store. The sender is dropped when the table has left memory.
    Changed(mpsc::Sender<()>),
}

/// Reason for which the table's task wakes up.
enum Wake {
    Request(Request),
    NoSenders,
    BotMove(JobId, Option<String>),
    Time,
}

impl Driver {
    /// Loads a table. The driver is boxed, because the waiting task would keep the memory of every place that it has
    /// moved through.
    pub(super) async fn load(id: TableId, registry: &Arc<TableRegistry>) -> Result<Box<Self>, RequestError> {
        let (lease, revived) = load(id, registry).await?;
        Ok(Box::new(Self {
            table: Table::new(Arc::clone(&registry.table_settings), id.to_string(), revived),
            registry: Arc::clone(registry),
            id,
            lease,
            connections: Vec::new(),
            gone: Vec::new(),
            jobs: Jobs::default(),
            hint: None,
            listed: Listed::default(),
            expelled: Vec::new(),
            closing: None,
        }))
    }

    fn now(&self) -> Now {
        let clock = &self.registry.settings.clock;
        Now { at: to_timestamp(clock.now()), unix_seconds: clock.seconds() }
    }

    /// Serves the table until its task ends.
    pub(super) async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) -> ExitReason {
        let clock = self.registry.settings.clock.clone();
        let mut at_work = clock.at_work();
        let effects = self.table.start(self.now());
        // Boxed, so that the waiting task is small. It waits nearly all the time.
        Box::pin(self.perform(effects)).await;
        let mut quiet_since = clock.now();
        let mut in_a_row = 0;
        loop {
            if self.table.has_lost_lease() {
                return ExitReason::LeaseLost;
            }
            self.remind_absent();
            let idle = self.table.is_idle().then(|| quiet_since + self.registry.settings.pace.idle);
            let deadline = self.table.next_deadline().map(to_instant);
            let wake = [deadline, idle].into_iter().flatten().min();
            drop(at_work);
            let woken = tokio::select! {
                biased;
                request = requests.recv() => request.map_or(Wake::NoSenders, Wake::Request),
                (job, action) = self.jobs.answer() => Wake::BotMove(job, action),
                () = clock.until(wake) => Wake::Time,
            };
            at_work = clock.at_work();
            match woken {
                Wake::Request(Request::Reread(done)) => return ExitReason::Changed(done),
                Wake::Request(request) => {
                    quiet_since = clock.now();
                    Box::pin(self.handle_request(request)).await;
                    // Requests from before a deadline are handled before it, but a flood of requests must not
                    // stop the clocks.
                    in_a_row += 1;
                    if in_a_row >= QUEUE && wake.is_some_and(|wake| wake <= clock.now()) {
                        in_a_row = 0;
                        Box::pin(self.handle(Input::Tick)).await;
                    }
                }
                Wake::NoSenders => return ExitReason::NoSenders,
                Wake::BotMove(job, action) => Box::pin(self.handle(Input::BotMove(job, action))).await,
                Wake::Time => {
                    in_a_row = 0;
                    let is_idle = idle.is_some_and(|idle| idle <= clock.now());
                    if is_idle && self.registry.retire(self.id, requests, false) {
                        return ExitReason::Idle;
                    }
                    Box::pin(self.handle(Input::Tick)).await;
                }
            }
        }
    }

    async fn handle_request(&mut self, request: Request) {
        let begun = matches!(request, Request::Command(..)).then(Instant::now);
        let input = match request {
            Request::Command(connection, _) if self.is_expelled(&connection) => return,
            Request::Command(connection, command) => {
                if self.table.measures_delays() {
                    connection.measure();
                }
                let (from, guest) = (SubscriberId(connection.number), connection.guest);
                let delay = connection.one_way();
                if let Err(index) = position(&self.connections, from) {
                    self.connections.insert(index, connection);
                }
                Input::Command { from, guest, delay, command }
            }
            Request::Expel(guest) => {
                self.expelled.retain(|(one, _)| *one != guest);
                self.expelled.push((guest, Connection::next_number()));
                Input::Expel(guest)
            }
            Request::Phrases(guest, answer) => {
                // The asker may have stopped waiting.
                let _ = answer.try_send(self.table.phrases_of(guest).unwrap_or_default());
                return;
            }
            Request::Leave(connection) => Input::Disconnected(SubscriberId(connection.number)),
            // The loop ends the task instead.
            Request::Reread(_) => return,
            Request::Close(answer) => {
                self.closing = Some(answer);
                Input::Close
            }
        };
        self.handle(input).await;
        if let Some(begun) = begun {
            self.registry.metrics.note_command(begun.elapsed());
        }
    }

    /// Returns whether the player at a connection was banned since it was opened.
    fn is_expelled(&self, connection: &Connection) -> bool {
        self.expelled.iter().any(|(guest, next)| *guest == connection.guest && connection.number < *next)
    }

    async fn handle(&mut self, input: Input) {
        if self.table.measures_delays() {
            let connections = &self.connections;
            self.table.set_delays(|id| find(connections, id).map(|connection| connection.one_way()));
        }
        let effects = self.table.handle(self.now(), input);
        self.perform(effects).await;
    }

    /// Performs effects until the table waits for an input.
    async fn perform(&mut self, mut effects: Effects) {
        loop {
            effects.messages.drain(..).for_each(|message| self.send(message));
            effects.stop.drain(..).for_each(|job| self.jobs.stop(job));
            for job in effects.start.drain(..) {
                self.jobs.start(job, &self.registry.bot_pool, &self.registry.settings.clock);
            }
            match effects.hint.take() {
                Some(HintChange::Start(job)) => {
                    let connection = self.connection(job.to).cloned();
                    let table = self.id.to_string();
                    self.hint = connection
                        .map(|connection| Hint::start(job, connection, table, &self.registry.bot_pool));
                }
                Some(HintChange::Stop) => self.hint = None,
                None => {}
            }
            effects.events.drain(..).for_each(|event| self.note(event));
            effects = match (effects.wanted.take(), self.gone.pop()) {
                (Some(wanted), gone) => {
                    self.gone.extend(gone);
                    let answer = self.answer(wanted).await;
                    self.table.resume(self.now(), answer)
                }
                (None, Some(gone)) => self.table.handle(self.now(), Input::Disconnected(gone)),
                (None, None) => break,
            };
        }
        // Compared by count first, because many spectators would make the look-up expensive and it is seldom
        // needed.
        if self.connections.len() != self.table.subscribers() {
            self.connections.retain(|connection| self.table.is_subscriber(SubscriberId(connection.number)));
        }
        self.list(Listed { open: self.table.as_open_match(), public: self.table.as_public_match() });
    }

    /// Lists the match in the registry, or removes it.
    fn list(&mut self, listed: Listed) {
        if self.listed != listed {
            self.registry.list_match(self.id, listed.clone());
            self.listed = listed;
        }
    }

    fn connection(&self, id: SubscriberId) -> Option<&Arc<Connection>> {
        find(&self.connections, id)
    }

    fn send(&mut self, message: Message) {
        let text = Utf8Bytes::from(message.text);
        for id in message.to {
            let is_open = self.connection(id).is_some_and(|connection| connection.notify(text.clone()));
            if !is_open && self.table.is_subscriber(id) && !self.gone.contains(&id) {
                self.gone.push(id);
            }
        }
    }

    /// Answers a question of the table.
    async fn answer(&mut self, wanted: Wanted) -> Answer {
        match wanted {
            Wanted::Write(write) => Answer::Written(self.write(write).await),
            Wanted::Reload => Answer::Reloaded(match Box::pin(load(self.id, &self.registry)).await {
                Ok((lease, revived)) => {
                    self.lease = lease;
                    Ok(Box::new(revived))
                }
                Err(error) => Err(error.into()),
            }),
            Wanted::Link(version) => {
                let link = self.registry.store.link(&self.lease, version).await;
                Answer::Link(link.map_err(|error| RequestError::from(error).into()))
            }
            Wanted::Ratings => {
                let changes = self.registry.store.rating_changes(self.id).await;
                Answer::Ratings(changes.map_err(|error| RequestError::from(error).into()))
            }
            Wanted::NewTable(rematch) => {
                let Rematch { by, record, chairs } = *rematch;
                let made = match self.connection(by).cloned() {
                    Some(by) => self.registry.create_rematch(&by, &record, &chairs).await,
                    None => Err(RequestError::Busy),
                };
                Answer::NewTable(made.map(|id| id.to_string()).map_err(TableError::from))
            }
        }
    }

    async fn write(&mut self, write: Write) -> Result<(), StorageError> {
        let (store, lease) = (&self.registry.store, &mut self.lease);
        match write {
            Write::Append { line, link, timed, command } => {
                let link = link.ok_or(StorageError::Failed)?;
                store.append(lease, line, link, timed, command).await
            }
            Write::Seats { chairs, clocks } => {
                store.seat(lease, &chairs, clocks).await?;
                for person in self.registry.deleted_on(&chairs) {
                    // A task of its own, because it waits until this table has left memory.
                    let registry = Arc::clone(&self.registry);
                    tokio::spawn(async move {
                        if let Err(error) = registry.forget_person(person).await {
                            tracing::error!(%error, "the name of a deleted account is still on a chair");
                        }
                    });
                }
                Ok(())
            }
            Write::SeedExchange(record) => store.note_opening(lease, *record).await,
            Write::Ended(ended, finished) => store.end(lease, ended, *finished).await,
            Write::Finished(finished) => store.finish(lease, *finished).await,
            Write::NextTable(next) => {
                let next = next.parse().map_err(|_| StorageError::Failed)?;
                store.go_on_at(lease, next).await
            }
        }
    }

    /// Schedules push notices to absent players who are to act.
    fn remind_absent(&self) {
        if let Some(push) = &self.registry.push {
            self.table.absent_actors().into_iter().for_each(|guest| push.remind(guest));
        }
    }

    /// Logs and counts an event.
    fn note(&mut self, event: Event) {
        let (table, metrics) = (self.id.in_log(), &self.registry.metrics);
        match event {
            Event::Refused(error) => RequestError::from(error).note(metrics),
            Event::PlayHeld => drop(metrics.plays_held.inc()),
            Event::BotLate => {
                tracing::warn!(table, "a bot took too long");
                metrics.late_thoughts.inc();
            }
            Event::BotReplaced => drop(metrics.moves_in_place.inc()),
            Event::BotUnknown(error) => {
                tracing::error!(error, table, "a simple bot plays for an unknown one");
            }
            Event::BotStuck(seat) => tracing::warn!(table, seat = %seat, "a bot could not act"),
            Event::SeedExchangeRestarts => {
                tracing::info!(table, "a seed exchange restarts, because a player does not answer");
            }
            Event::Diverged { known, seen } => tracing::error!(
                table,
                known,
                seen,
                "a player has seen a later state of this match; the data file has lost a part of it"
            ),
            Event::CheckedButRefused(code) => {
                tracing::error!(table, code, "a checked action could not be done");
            }
            Event::Failed(what, error) => tracing::warn!(table, "{what}: {error}"),
            Event::Closed(result) => {
                if let Err(error) = &result {
                    RequestError::from(error.clone()).note(metrics);
                }
                if let Some(answer) = self.closing.take() {
                    // The operator may have stopped waiting.
                    let _ = answer.try_send(result.map_err(|error| error.to_string()));
                }
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.list(Listed::default());
    }
}

/// Returns the index of a connection, or its place in the order.
fn position(connections: &[Arc<Connection>], id: SubscriberId) -> Result<usize, usize> {
    connections.binary_search_by_key(&id.0, |connection| connection.number)
}

fn find(connections: &[Arc<Connection>], id: SubscriberId) -> Option<&Arc<Connection>> {
    position(connections, id).ok().map(|index| &connections[index])
}
