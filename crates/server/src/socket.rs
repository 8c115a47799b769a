//! One socket: hello first, then commands, while notices come the other way. Written over any stream and sink of
//! messages, so that a test needs no network.

use crate::clock::to_timestamp;
use crate::identity::{GuestId, TableId};
use crate::limits::Bucket;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::peers::{Relayed, Relays};
use crate::refusal::Refusal;
use crate::table::{Connection, Outgoing, Request};
use ::table::{AtVersion, Play, Reveal, Sit, TableCommand, TableRefusal};
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, close_code};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use protocol::{Command, LONGEST, Notice, PROTOCOL, notice};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// How long a guest may take to say hello.
const HELLO: Duration = Duration::from_secs(10);

/// How often a silent socket is asked whether it is still there; at the second silence in a row it is closed.
const SILENCE: Duration = Duration::from_secs(30);

/// How often the way to a socket is measured while it matters: a few times at once, then now and then.
const FIRST_TRIPS: u64 = 5;
const BETWEEN_FIRST_TRIPS: Duration = Duration::from_millis(100);
const BETWEEN_TRIPS: Duration = Duration::from_secs(2);

/// So many pings may be without an answer; the answer to an older one says nothing any more.
const MAX_TRIPS: usize = 16;

/// How long a message may be on its way out to somebody who does not read.
const SENDING: Duration = Duration::from_secs(20);

/// How long a socket that is being closed may take to read why.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many tables one socket may follow.
pub(crate) const MAX_TABLES: usize = 32;

/// So many messages over the limit, without a pause to recover in, are no accident.
const ABUSE: u32 = 100;

/// How a socket ends.
enum End {
    /// The other side is gone.
    Gone,
    /// We close it, and say why.
    Closed(u16, &'static str),
}

type Flow<T> = Result<T, End>;

/// Serves a socket until it ends.
pub(crate) async fn serve<S>(
    mut socket: S,
    lobby: Arc<Lobby>,
    address: Option<IpAddr>,
    mut closing: tokio::sync::watch::Receiver<bool>,
) where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin + Send,
{
    let _open = lobby.metrics.open_socket();
    let mut patience = Patience::new(&lobby);
    // On the heap, as all that is seldom under way: a socket keeps room for it for as long as it is open.
    let hello = tokio::select! {
        hello = Box::pin(tokio::time::timeout(HELLO, hello(&mut socket, &mut patience, &lobby.metrics))) => hello,
        () = closed(&mut closing) => return,
    };
    let end = match hello {
        Ok(Ok(guest)) => {
            let connection = Connection::new(guest, address);
            Session::new(&mut socket, lobby, connection, patience).last(&mut closing).await
        }
        Ok(Err(end)) => end,
        Err(_) => End::Closed(close_code::POLICY, "nobody said hello"),
    };
    close(socket, end).await;
}

/// Serves a guest whom another server brings, until the socket ends.
#[cfg(feature = "cluster")]
pub(crate) async fn serve_relayed<S>(
    mut socket: S,
    lobby: Arc<Lobby>,
    mut closing: tokio::sync::watch::Receiver<bool>,
    guest: GuestId,
) where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin + Send,
{
    let patience = Patience::new(&lobby);
    let mut session = Session::new(&mut socket, lobby, Connection::new(guest, None), patience);
    session.is_relayed = true;
    let end = session.last(&mut closing).await;
    close(socket, end).await;
}

/// Says why a socket ends, if we end it.
async fn close<S>(mut socket: S, end: End)
where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin + Send,
{
    if let End::Closed(code, reason) = end {
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        if matches!(tokio::time::timeout(LAST_WORDS, socket.send(close)).await, Ok(Ok(()))) {
            // To hang up at once could swallow what was said last.
            let _ = tokio::time::timeout(LAST_WORDS, until_gone(&mut socket)).await;
        }
    }
}

async fn until_gone<S: Stream<Item = Result<Message, axum::Error>> + Unpin>(socket: &mut S) {
    while let Some(Ok(_)) = socket.next().await {}
}

/// How much a guest may say, and how often they said too much.
struct Patience {
    rate: crate::settings::Rate,
    bucket: Bucket,
    over: u32,
}

impl Patience {
    fn new(lobby: &Lobby) -> Self {
        let rate = lobby.settings.limits.messages;
        Self { rate, bucket: Bucket::new(rate, std::time::Instant::now()), over: 0 }
    }

    fn with_message(&mut self) -> Flow<Result<(), Refusal>> {
        if self.bucket.take(self.rate, std::time::Instant::now()) {
            self.over = self.over.saturating_sub(1);
            return Ok(Ok(()));
        }
        self.over += 1;
        if self.over > ABUSE {
            return Err(End::Closed(close_code::POLICY, "too many messages"));
        }
        Ok(Err(Refusal::TooMany))
    }
}

/// Sends a text; whoever does not take it in time counts as gone.
async fn send<S: Sink<Message> + Unpin>(socket: &mut S, text: impl Into<Utf8Bytes>) -> Flow<()> {
    put(socket, Message::Text(text.into())).await
}

/// Sends anything, likewise.
async fn put<S: Sink<Message> + Unpin>(socket: &mut S, message: Message) -> Flow<()> {
    match tokio::time::timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

async fn hello<S>(socket: &mut S, patience: &mut Patience, metrics: &Metrics) -> Flow<GuestId>
where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin,
{
    loop {
        let received = socket.next().await;
        let text = match on_message(received, patience, false) {
            Ok(Received::Text(text)) => text,
            Ok(Received::Nothing | Received::Pong(_)) => continue,
            Ok(Received::Refused(refusal)) => {
                refuse(socket, &refusal, metrics).await?;
                continue;
            }
            Err((refusal, end)) => {
                if let Some(refusal) = refusal {
                    refuse(socket, &refusal, metrics).await?;
                }
                return Err(end);
            }
        };
        let refusal = match read(&text) {
            Ok(Command::Hello { protocol, .. }) if protocol != PROTOCOL => Refusal::Protocol(protocol),
            Ok(Command::Hello { token, .. }) => match GuestId::of_token(&token) {
                Ok(guest) => {
                    let server = concat!("parlour ", env!("CARGO_PKG_VERSION")).to_owned();
                    let hello = Notice::Hello(notice::Hello { protocol: PROTOCOL, server });
                    send(socket, hello.encode()).await?;
                    return Ok(guest);
                }
                Err(_) => Refusal::NoHello,
            },
            Ok(_) => Refusal::NoHello,
            Err(refusal) => refusal,
        };
        refuse(socket, &refusal, metrics).await?;
    }
}

async fn refuse<S: Sink<Message> + Unpin>(socket: &mut S, refusal: &Refusal, metrics: &Metrics) -> Flow<()> {
    refusal.note(metrics);
    send(socket, refusal.notice(None, None)).await
}

fn read(text: &str) -> Result<Command, Refusal> {
    Ok(Command::decode(text.as_bytes())?)
}

enum Received {
    Text(Utf8Bytes),
    Pong(Bytes),
    Nothing,
    Refused(Refusal),
}

/// What to make of a message: text may be a command, and what is binary is refused. What is too long or cut short ends
/// the socket: then what to say before, and how it ends.
fn on_message(
    received: Option<Result<Message, axum::Error>>,
    patience: &mut Patience,
    is_relayed: bool,
) -> Result<Received, (Option<Refusal>, End)> {
    let message = match received {
        None | Some(Ok(Message::Close(_))) => return Err((None, End::Gone)),
        Some(Err(error)) => return Err(unreadable_frame(error)),
        Some(Ok(message)) => message,
    };
    if let Err(refusal) = patience.with_message().map_err(|end| (None, end))? {
        return Ok(Received::Refused(refusal));
    }
    match message {
        Message::Text(text) if text.len() <= LONGEST => Ok(Received::Text(text)),
        Message::Text(_) => Err(too_large()),
        // As another server hands it back.
        Message::Binary(answer) if is_relayed => Ok(Received::Pong(answer)),
        Message::Binary(_) => Ok(Received::Refused(Refusal::Unreadable(
            "it is binary; a message is JSON in one text frame".into(),
        ))),
        Message::Pong(answer) => Ok(Received::Pong(answer)),
        Message::Ping(_) | Message::Close(_) => Ok(Received::Nothing),
    }
}

fn too_large() -> (Option<Refusal>, End) {
    (Some(Refusal::TooLarge), End::Closed(close_code::SIZE, "more than 64 KiB"))
}

/// A message that did not arrive whole.
fn unreadable_frame(error: axum::Error) -> (Option<Refusal>, End) {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => too_large(),
        Some(tungstenite::Error::Utf8(_)) => (
            Some(Refusal::Unreadable("it is not UTF-8".into())),
            End::Closed(close_code::INVALID, "not UTF-8"),
        ),
        _ => (None, End::Gone),
    }
}

/// A guest who has said hello.
struct Session<'a, S> {
    socket: &'a mut S,
    lobby: Arc<Lobby>,
    connection: Arc<Connection>,
    watching: Vec<TableId>,
    patience: Patience,
    /// Whether anything was heard since the last look.
    received: bool,
    /// Whether the last look found silence, and asked whether anybody is there.
    asked: bool,
    trips: Trips,
    /// Whether another server brings them.
    is_relayed: bool,
    /// The ways to servers that keep what they watch.
    relays: Relays,
}

/// The table is kept by another server than when it was asked for, or by none that answers.
const ELSEWHERE: End = End::Closed(close_code::AWAY, "another server keeps this table: come again");

/// The server does not know any more what others show.
const CUT_OFF: End = End::Closed(close_code::AWAY, "the server is cut off: come again");

/// Within so long everybody is sent away from a server that is cut off, so that not all come again at once.
const SENT_AWAY: Duration = Duration::from_secs(2);

/// The pings by which the round-trip time of a socket is measured, on the clock of the tables: a test that drives the clock decides how
/// long each takes.
#[derive(Default)]
struct Trips {
    /// When the next is sent; none while nobody needs to know.
    next: Option<Instant>,
    sent: u64,
    /// Those without an answer: the number in the ping, and when it was sent.
    out: VecDeque<(u64, Instant)>,
}

impl Trips {
    /// The number of the ping to be sent now.
    fn send(&mut self, now: Instant) -> u64 {
        self.sent += 1;
        if self.out.len() == MAX_TRIPS {
            self.out.pop_front();
        }
        self.out.push_back((self.sent, now));
        let pause = if self.sent < FIRST_TRIPS { BETWEEN_FIRST_TRIPS } else { BETWEEN_TRIPS };
        self.next = Some(now + pause);
        self.sent
    }

    /// How long the ping with this answer took. An answer counts once, and only to a ping that was sent.
    fn answered(&mut self, answer: &[u8], now: Instant) -> Option<Duration> {
        let number = u64::from_be_bytes(answer.try_into().ok()?);
        let index = self.out.iter().position(|(sent, _)| *sent == number)?;
        let (_, sent) = self.out.remove(index)?;
        Some(now.saturating_duration_since(sent))
    }
}

impl<S> Drop for Session<'_, S> {
    /// Even if this task is cut off, tables hear at their next word that nobody listens.
    fn drop(&mut self) {
        self.connection.close();
    }
}

impl<'a, S> Session<'a, S>
where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin,
{
    fn new(socket: &'a mut S, lobby: Arc<Lobby>, connection: Connection, patience: Patience) -> Self {
        Self {
            socket,
            lobby,
            connection: Arc::new(connection),
            watching: Vec::new(),
            patience,
            received: true,
            asked: false,
            trips: Trips::default(),
            is_relayed: false,
            relays: Relays::default(),
        }
    }

    /// Goes on until it ends.
    async fn last(mut self, closing: &mut tokio::sync::watch::Receiver<bool>) -> End {
        let _here = self.lobby.welcome(self.connection.guest);
        let end = self.converse(closing).await;
        Box::pin(self.leave()).await;
        end
    }

    async fn converse(&mut self, closing: &mut tokio::sync::watch::Receiver<bool>) -> End {
        let mut clock = clock();
        let tables = self.lobby.settings.clock.clone();
        let turn = self.turn();
        loop {
            let step = tokio::select! {
                received = self.socket.next() => Box::pin(self.on_message(received)).await,
                outgoing = self.connection.outgoing() => Box::pin(self.forward(outgoing)).await,
                relayed = self.relays.next(&self.lobby.store, &self.lobby.unreachable) => Box::pin(self.hand_back(relayed)).await,
                _ = clock.tick() => Box::pin(self.look()).await,
                () = tables.until(self.trips.next) => Box::pin(self.measure()).await,
                () = self.lobby.store.until_cut_off(turn) => Err(CUT_OFF),
                () = closed(closing) => Err(End::Closed(close_code::AWAY, "the server is closing")),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// How long after the first this one is sent away.
    fn turn(&self) -> Duration {
        SENT_AWAY * (self.connection.number % 64) as u32 / 64
    }

    async fn leave(&mut self) {
        self.connection.close();
        for table in std::mem::take(&mut self.watching) {
            self.lobby.notify(table, Request::Leave(Arc::clone(&self.connection))).await;
        }
    }

    async fn on_message(&mut self, received: Option<Result<Message, axum::Error>>) -> Flow<()> {
        let now = self.lobby.settings.clock.now();
        self.received = true;
        match on_message(received, &mut self.patience, self.is_relayed) {
            Ok(Received::Text(text)) => match read(&text) {
                Ok(command) => self.dispatch(command, &text, now).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            Ok(Received::Pong(answer)) => {
                if !self.relays.answer(&answer).await {
                    return Err(ELSEWHERE);
                }
                if let Some(trip) = self.trips.answered(&answer, now) {
                    self.connection.note_trip(trip);
                }
                Ok(())
            }
            Ok(Received::Nothing) => Ok(()),
            Ok(Received::Refused(refusal)) => self.refuse(&refusal).await,
            Err((refusal, end)) => {
                if let Some(refusal) = refusal {
                    self.refuse(&refusal).await?;
                }
                Err(end)
            }
        }
    }

    async fn refuse(&mut self, refusal: &Refusal) -> Flow<()> {
        refuse(self.socket, refusal, &self.lobby.metrics).await
    }

    async fn forward(&mut self, outgoing: Outgoing) -> Flow<()> {
        match outgoing {
            Outgoing::Messages(messages) => {
                // What another server has shown meanwhile could be newer.
                tokio::select! {
                    () = self.lobby.store.until_current() => {}
                    () = self.lobby.store.until_cut_off(self.turn()) => return Err(CUT_OFF),
                }
                for message in messages {
                    send(self.socket, message).await?;
                }
                if self.trips.next.is_none() && self.connection.is_measured() {
                    self.trips.next = Some(self.lobby.settings.clock.now());
                }
            }
            Outgoing::Behind => {
                tracing::debug!(connection = self.connection.number, "fell behind");
                self.forget_unopened();
                for table in self.watching.clone() {
                    if self.relays.way_to(table).is_some() {
                        continue;
                    }
                    let again = match self.lobby.keeper(table).await {
                        Ok(None) => {
                            self.lobby
                                .ask(
                                    table,
                                    Request::Command(Arc::clone(&self.connection), TableCommand::Resume),
                                )
                                .await
                        }
                        Ok(Some(_)) => return Err(ELSEWHERE),
                        Err(refusal) => Err(refusal),
                    };
                    if let Err(refusal) = again {
                        send(self.socket, refusal.notice(Some(&table.to_string()), None)).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Sends a ping whose answer tells how far away the other side is.
    async fn measure(&mut self) -> Flow<()> {
        let number = Bytes::copy_from_slice(&self.trips.send(self.lobby.settings.clock.now()).to_be_bytes());
        match self.is_relayed {
            // The server in between would answer a ping by itself.
            true => self.put(Message::Binary(number)).await,
            false => self.ping(number).await,
        }
    }

    async fn ping(&mut self, payload: Bytes) -> Flow<()> {
        self.put(Message::Ping(payload)).await
    }

    async fn put(&mut self, message: Message) -> Flow<()> {
        put(self.socket, message).await
    }

    /// Tells the guest what another server says to them.
    async fn hand_back(&mut self, relayed: Relayed) -> Flow<()> {
        match relayed {
            Relayed::Text(text) => send(self.socket, text).await,
            Relayed::Ping(payload) => self.ping(payload).await,
            Relayed::Lost => Err(ELSEWHERE),
        }
    }

    /// Hands on what the guest says.
    async fn hand_on(&mut self, way: usize, text: &str) -> Flow<()> {
        if self.relays.say(way, text).await { Ok(()) } else { Err(ELSEWHERE) }
    }

    /// The way to the server that keeps a table, if it is another.
    async fn way_to(&mut self, table: TableId) -> Flow<Result<Option<usize>, Refusal>> {
        if let Some(way) = self.relays.way_to(table) {
            return Ok(Ok(Some(way)));
        }
        match self.lobby.keeper(table).await {
            Ok(None) => Ok(Ok(None)),
            // Whoever brings them has to look again, so that nobody is sent round in a circle.
            Ok(Some(_)) if self.is_relayed => Err(ELSEWHERE),
            Ok(Some(peer)) => {
                let (guest, unreachable) = (self.connection.guest, &self.lobby.unreachable);
                match self.relays.open(peer, guest, table, unreachable).await {
                    None => Err(ELSEWHERE),
                    way => Ok(Ok(way)),
                }
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    async fn look(&mut self) -> Flow<()> {
        if std::mem::take(&mut self.received) {
            self.asked = false;
            return Ok(());
        }
        if std::mem::replace(&mut self.asked, true) {
            return Err(End::Gone);
        }
        // A connection that is dead without having said so fails here sooner or later, or stays silent.
        self.ping(Bytes::new()).await
    }

    /// What could not be opened is not followed, so it does not count as a table that is.
    fn forget_unopened(&mut self) {
        let unopened = self.connection.take_unopened();
        self.watching.retain(|table| !unopened.contains(table));
    }

    async fn dispatch(&mut self, command: Command, text: &str, received: Instant) -> Flow<()> {
        let connection = Arc::clone(&self.connection);
        let play = |version, action, typed, id| {
            let received_at = to_timestamp(received);
            TableCommand::Play(Box::new(Play { version, action, typed, id, received_at }))
        };
        let asked = |version, id| Box::new(AtVersion { version, id });
        let (table, command) = match command {
            Command::Hello { .. } => {
                // A second hello changes nothing: the guest is known.
                return self.refuse(&Refusal::Unreadable("hello was said already".into())).await;
            }
            Command::Ping {} => return send(self.socket, Notice::Pong.encode()).await,
            Command::Watch { table, receipt, nonce } => {
                let receipt = match receipt.map(|receipt| receipt.as_str().parse()).transpose() {
                    Ok(receipt) => receipt,
                    Err(error) => return self.refuse(&Refusal::from(error)).await,
                };
                (table, Some(TableCommand::Watch(receipt, nonce.map(Box::new))))
            }
            Command::Unwatch { table } => (table, None),
            Command::Reveal { table, nonce, commitment, next } => {
                (table, Some(TableCommand::Reveal(Box::new(Reveal { nonce, commitment, next }))))
            }
            Command::Sit { table, seat, name } => {
                (table, Some(TableCommand::Sit(Box::new(Sit { seat, name }))))
            }
            Command::Play { table, version, action, id } => (table, Some(play(version, action, false, id))),
            Command::Typed { table, version, line, id } => (table, Some(play(version, line, true, id))),
            Command::Continue { table } => (table, Some(TableCommand::Continue)),
            Command::Rematch { table } => (table, Some(TableCommand::Rematch)),
            Command::Substitute { table, seat } => (table, Some(TableCommand::Substitute(seat))),
            Command::End { table, agree } => (table, Some(TableCommand::End(agree))),
            Command::Resign { table } => (table, Some(TableCommand::Resign)),
            Command::Stand { table, seat } => (table, Some(TableCommand::Stand(seat))),
            Command::Claim { table } => (table, Some(TableCommand::Claim)),
            Command::Hint { table, version, id } => (table, Some(TableCommand::Hint(asked(version, id)))),
            Command::Undo { table, version, id } => (table, Some(TableCommand::Undo(asked(version, id)))),
            Command::Wait { table, seat } => (table, Some(TableCommand::Wait(seat))),
            Command::Say { table, phrase } => (table, Some(TableCommand::Say(phrase))),
        };
        let request = match command {
            Some(command) => Request::Command(connection, command),
            None => Request::Leave(connection),
        };
        let Ok(id) = table.parse::<TableId>() else {
            // What cannot be a table's name and what is none are the same to somebody who asks.
            request.refuse(&table, &TableRefusal::NoTable.into(), &self.lobby.metrics);
            return Ok(());
        };
        if let Request::Leave(_) = request {
            self.watching.retain(|table| *table != id);
            if let Some(way) = self.relays.way_to(id) {
                self.relays.forget(id);
                return self.hand_on(way, text).await;
            }
            self.lobby.notify(id, request).await;
            return Ok(());
        }
        self.forget_unopened();
        let is_new = !self.watching.contains(&id);
        if is_new {
            if self.watching.len() >= MAX_TABLES {
                request.refuse(&table, &Refusal::Following, &self.lobby.metrics);
                return Ok(());
            }
            self.watching.push(id);
        }
        let asked = match Box::pin(self.way_to(id)).await? {
            Ok(Some(way)) => return self.hand_on(way, text).await,
            Ok(None) => self.lobby.ask(id, request).await,
            Err(refusal) => Err(refusal),
        };
        match asked {
            Ok(()) => Ok(()),
            Err(refusal) => {
                if is_new {
                    // The table never heard of it.
                    self.watching.retain(|table| *table != id);
                }
                refusal.note(&self.lobby.metrics);
                send(self.socket, refusal.notice(Some(&table), None)).await
            }
        }
    }
}

async fn closed(closing: &mut tokio::sync::watch::Receiver<bool>) {
    // An error means that the server is gone altogether.
    let _ = closing.wait_for(|closing| *closing).await;
}

fn clock() -> Interval {
    let mut clock = tokio::time::interval_at(Instant::now() + SILENCE, SILENCE);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    clock
}
