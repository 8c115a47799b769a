//! One guest's WebSocket: a hello, then commands in one direction and notices in the other. It works on any
//! stream and sink of messages, so that tests need no network.

mod incoming;

use crate::admission::{check_mute, named, named_in_lobby, ruled, welcome};
use crate::clock::to_timestamp;
use crate::limits::MAX_TABLES;
use crate::lobby::{self, Lobby};
use crate::metrics::Metrics;
use crate::peers::{Relayed, Relays};
use crate::people::OpenToken;
use crate::request_error::RequestError;
use crate::rtt_probe::RttProbe;
use crate::table::TableRegistry;
use crate::table::{Connection, Outgoing, Request};
use ::table::{AtVersion, GuestId, Play, Reveal, Sit, TableCommand, TableError, TableId};
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, close_code};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use incoming::{MessageLimiter, Received, command_id, on_message, read};
use protocol::{Command, DecodeError, Notice, PROTOCOL, notice};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use store::Peer;
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// Timeout of the hello.
const HELLO: Duration = Duration::from_secs(10);

/// Time without a message after which a socket is pinged. After as long again it is closed.
const SILENCE: Duration = Duration::from_secs(30);

/// Timeout of sending a message.
const SENDING: Duration = Duration::from_secs(20);

/// Time for a client to read why its socket closes.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// End of a socket.
enum End {
    /// The client is gone.
    Gone,
    /// The server closes the socket, with a code and a reason.
    Closed(u16, &'static str),
}

type Flow<T> = Result<T, End>;

/// Serves a socket until it ends.
pub(crate) async fn serve<S>(
    mut socket: S,
    registry: Arc<TableRegistry>,
    lobby: Option<Arc<Lobby>>,
    address: Option<IpAddr>,
    mut closing: tokio::sync::watch::Receiver<bool>,
) where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin + Send,
{
    let _open = registry.metrics.open_socket();
    let mut limiter = MessageLimiter::new(&registry);
    // Boxed like everything rare, because an open socket would reserve its memory all the time.
    let features = lobby::features(lobby.as_ref());
    let hello = Box::pin(tokio::time::timeout(HELLO, hello(&mut socket, &mut limiter, features, &registry)));
    let hello = tokio::select! {
        hello = hello => hello,
        () = closed(&mut closing) => return,
    };
    let end = match hello {
        Ok(Ok((guest, token))) => {
            let connection = Connection::new(guest, address);
            let mut session = Session::new(&mut socket, registry, connection, limiter);
            session.lobby = lobby;
            session.token = token;
            session.last(&mut closing).await
        }
        Ok(Err(end)) => end,
        Err(_) => End::Closed(close_code::POLICY, "no hello"),
    };
    close(socket, end).await;
}

/// Serves a guest whom another server relays.
#[cfg(feature = "cluster")]
pub(crate) async fn serve_relayed<S>(
    mut socket: S,
    registry: Arc<TableRegistry>,
    lobby: Option<Arc<Lobby>>,
    mut closing: tokio::sync::watch::Receiver<bool>,
    (guest, address): (GuestId, Option<IpAddr>),
) where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin + Send,
{
    let limiter = MessageLimiter::new(&registry);
    let end = {
        let mut session = Session::new(&mut socket, registry, Connection::new(guest, address), limiter);
        (session.lobby, session.is_relayed) = (lobby, true);
        session.last(&mut closing).await
    };
    close(socket, end).await;
}

/// Sends the close reason, if it is the server that closes the socket.
async fn close<S>(mut socket: S, end: End)
where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin + Send,
{
    if let End::Closed(code, reason) = end {
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        if matches!(tokio::time::timeout(LAST_WORDS, socket.send(close)).await, Ok(Ok(()))) {
            // Closing at once could lose the last messages.
            let _ = tokio::time::timeout(LAST_WORDS, until_gone(&mut socket)).await;
        }
    }
}

async fn until_gone<S: Stream<Item = Result<Message, axum::Error>> + Unpin>(socket: &mut S) {
    while let Some(Ok(_)) = socket.next().await {}
}

/// Sends a text. A client that does not read it in time counts as gone.
async fn send<S: Sink<Message> + Unpin>(socket: &mut S, text: impl Into<Utf8Bytes>) -> Flow<()> {
    put(socket, Message::Text(text.into())).await
}

/// Sends a message with the same timeout.
async fn put<S: Sink<Message> + Unpin>(socket: &mut S, message: Message) -> Flow<()> {
    match tokio::time::timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// Reads the hello. Returns the player and, with accounts, the place of the socket among those of the token.
async fn hello<S>(
    socket: &mut S,
    limiter: &mut MessageLimiter,
    features: Vec<String>,
    registry: &TableRegistry,
) -> Flow<(GuestId, Option<OpenToken>)>
where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin,
{
    let metrics = &registry.metrics;
    loop {
        let received = socket.next().await;
        let text = match on_message(received, limiter, false) {
            Ok(Received::Text(text)) => text,
            Ok(Received::Nothing | Received::Pong(_)) => continue,
            Ok(Received::Refused(error, id)) => {
                refuse(socket, &error, id.as_deref(), metrics).await?;
                continue;
            }
            Err((error, end)) => {
                if let Some(error) = error {
                    refuse(socket, &error, None, metrics).await?;
                }
                return Err(end);
            }
        };
        let error = match read(&text) {
            Ok(Command::Hello { protocol, .. }) if protocol != PROTOCOL => RequestError::Protocol(protocol),
            Ok(Command::Hello { token, .. }) => match welcome(registry, &token).await {
                Ok(welcomed) => {
                    let server = concat!("parlour ", env!("CARGO_PKG_VERSION")).to_owned();
                    let hello = Notice::Hello(notice::Hello { protocol: PROTOCOL, server, features });
                    send(socket, hello.encode()).await?;
                    if let Some(ruled) = Box::pin(ruled(registry, welcomed.0)).await {
                        send(socket, ruled.encode()).await?;
                    }
                    return Ok(welcomed);
                }
                Err(error @ (RequestError::NoHello | RequestError::SignedOut)) => error,
                Err(error @ RequestError::Restricted(_)) => {
                    refuse(socket, &error, None, metrics).await?;
                    return Err(BANNED);
                }
                Err(error) => {
                    // The client connects again, and by then the accounts may be readable.
                    refuse(socket, &error, None, metrics).await?;
                    return Err(End::Closed(close_code::AWAY, "accounts can't be read; reconnect"));
                }
            },
            Ok(_) => RequestError::NoHello,
            Err(error) => error,
        };
        refuse(socket, &error, None, metrics).await?;
    }
}

async fn refuse<S: Sink<Message> + Unpin>(
    socket: &mut S,
    error: &RequestError,
    id: Option<&str>,
    metrics: &Metrics,
) -> Flow<()> {
    error.note(metrics);
    send(socket, error.notice(None, id)).await
}

/// Socket of a guest after the hello.
struct Session<'a, S> {
    socket: &'a mut S,
    registry: Arc<TableRegistry>,
    /// The lobby, if the server has one.
    lobby: Option<Arc<Lobby>>,
    connection: Arc<Connection>,
    watching: Vec<TableId>,
    limiter: MessageLimiter,
    /// Whether a message arrived since the last check.
    received: bool,
    /// Whether the last check found no message and sent a ping.
    asked: bool,
    rtt_probe: RttProbe,
    /// Place among the sockets of the token. A server without accounts, and one that is relayed to, has none.
    token: Option<OpenToken>,
    /// Whether another server relays this guest.
    is_relayed: bool,
    /// Relay connections to the servers of watched card tables.
    relays: Relays,
}

/// Close reason if another server owns the table now, or the owner does not answer.
const ELSEWHERE: End = End::Closed(close_code::AWAY, "another server owns this table; reconnect");

/// Close reason if the server has lost its database.
const CUT_OFF: End = End::Closed(close_code::AWAY, "the server has lost its database; reconnect");

/// Close reason if the device was signed out, or if there is a ruling on the player. The client connects again, and the
/// answer to the hello tells it.
const SIGNED_OUT: End =
    End::Closed(close_code::POLICY, "this device was signed out, or there is a ruling; reconnect");

/// Close reason if the account is banned.
const BANNED: End = End::Closed(close_code::POLICY, "this account is banned");

/// Time over which a cut-off server closes its sockets, so that not all clients reconnect at once.
const SENT_AWAY: Duration = Duration::from_secs(2);

impl<S> Drop for Session<'_, S> {
    /// Closes the connection even if the task is aborted, so that tables stop sending to it.
    fn drop(&mut self) {
        self.connection.close();
    }
}

impl<'a, S> Session<'a, S>
where
    S: Stream<Item = Result<Message, axum::Error>> + Sink<Message> + Unpin,
{
    fn new(
        socket: &'a mut S,
        registry: Arc<TableRegistry>,
        connection: Connection,
        limiter: MessageLimiter,
    ) -> Self {
        Self {
            socket,
            registry,
            lobby: None,
            connection: Arc::new(connection),
            watching: Vec::new(),
            limiter,
            received: true,
            asked: false,
            rtt_probe: RttProbe::default(),
            token: None,
            is_relayed: false,
            relays: Relays::default(),
        }
    }

    /// Serves the guest until the socket ends.
    async fn last(&mut self, closing: &mut tokio::sync::watch::Receiver<bool>) -> End {
        let _here = self.registry.welcome(self.connection.guest);
        let end = self.converse(closing).await;
        Box::pin(self.leave()).await;
        end
    }

    async fn converse(&mut self, closing: &mut tokio::sync::watch::Receiver<bool>) -> End {
        let mut clock = clock();
        let tables = self.registry.settings.clock.clone();
        let (registry, token, turn) = (Arc::clone(&self.registry), self.token.clone(), self.turn());
        // Created before the loop. Inside it, every message would create it again.
        let mut end = pin!(async move {
            tokio::select! {
                () = registry.store.until_cut_off(turn) => CUT_OFF,
                () = signed_out(token.as_ref()) => SIGNED_OUT,
                () = closed(closing) => End::Closed(close_code::AWAY, "the server is closing"),
            }
        });
        loop {
            let step = tokio::select! {
                received = self.socket.next() => Box::pin(self.on_message(received)).await,
                outgoing = self.connection.outgoing() => Box::pin(self.forward(outgoing)).await,
                relayed = self.relays.next(&self.registry.store, &self.registry.unreachable) => {
                    Box::pin(self.hand_back(relayed)).await
                }
                _ = clock.tick() => Box::pin(self.look()).await,
                () = tables.until(self.rtt_probe.next) => Box::pin(self.measure()).await,
                end = &mut end => Err(end),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Returns how long after the first socket this one is closed.
    fn turn(&self) -> Duration {
        SENT_AWAY * (self.connection.number % 64) as u32 / 64
    }

    async fn leave(&mut self) {
        self.connection.close();
        for table in std::mem::take(&mut self.watching) {
            self.registry.notify(table, Request::Leave(Arc::clone(&self.connection))).await;
        }
    }

    async fn on_message(&mut self, received: Option<Result<Message, axum::Error>>) -> Flow<()> {
        let now = self.registry.settings.clock.now();
        self.received = true;
        match on_message(received, &mut self.limiter, self.is_relayed) {
            Ok(Received::Text(text)) => match read(&text) {
                Ok(command) => self.dispatch(command, &text, now).await,
                Err(error) => self.refuse(&error).await,
            },
            Ok(Received::Pong(answer)) => {
                if !self.relays.answer(&answer).await {
                    return Err(ELSEWHERE);
                }
                if let Some(trip) = self.rtt_probe.answered(&answer, now) {
                    self.connection.note_trip(trip);
                }
                Ok(())
            }
            Ok(Received::Nothing) => Ok(()),
            Ok(Received::Refused(error, id)) => {
                refuse(self.socket, &error, id.as_deref(), &self.registry.metrics).await
            }
            Err((error, end)) => {
                if let Some(error) = error {
                    self.refuse(&error).await?;
                }
                Err(end)
            }
        }
    }

    async fn refuse(&mut self, error: &RequestError) -> Flow<()> {
        refuse(self.socket, error, None, &self.registry.metrics).await
    }

    async fn forward(&mut self, outgoing: Outgoing) -> Flow<()> {
        match outgoing {
            Outgoing::Messages(messages) => {
                // Another server might have shown something newer.
                tokio::select! {
                    () = self.registry.store.until_current() => {}
                    () = self.registry.store.until_cut_off(self.turn()) => return Err(CUT_OFF),
                }
                for message in messages {
                    send(self.socket, message).await?;
                }
                if self.rtt_probe.next.is_none() && self.connection.is_measured() {
                    self.rtt_probe.next = Some(self.registry.settings.clock.now());
                }
            }
            Outgoing::Behind => {
                tracing::debug!(connection = self.connection.number, "fell behind");
                self.forget_unopened();
                if let Some(lobby) = &self.lobby {
                    lobby.repeat(&self.connection);
                }
                for table in self.watching.clone() {
                    if self.relays.way_to(table).is_some() {
                        continue;
                    }
                    let again = match self.registry.owner(table).await {
                        Ok(None) => {
                            self.registry
                                .ask(
                                    table,
                                    Request::Command(Arc::clone(&self.connection), TableCommand::Resume),
                                )
                                .await
                        }
                        Ok(Some(_)) => return Err(ELSEWHERE),
                        Err(error) => Err(error),
                    };
                    if let Err(error) = again {
                        send(self.socket, error.notice(Some(&table.to_string()), None)).await?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Sends a ping that measures the delay.
    async fn measure(&mut self) -> Flow<()> {
        let number =
            Bytes::copy_from_slice(&self.rtt_probe.send(self.registry.settings.clock.now()).to_be_bytes());
        match self.is_relayed {
            // The relaying server would answer a ping itself.
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

    /// Sends a peer's message to the guest.
    async fn hand_back(&mut self, relayed: Relayed) -> Flow<()> {
        match relayed {
            Relayed::Text(text) => send(self.socket, text).await,
            Relayed::Ping(payload) => self.ping(payload).await,
            Relayed::Lost => Err(ELSEWHERE),
        }
    }

    /// Relays a message of the guest.
    async fn hand_on(&mut self, way: usize, text: &str) -> Flow<()> {
        if self.relays.say(way, text).await { Ok(()) } else { Err(ELSEWHERE) }
    }

    /// Returns the relay to another server.
    async fn open_relay(&mut self, peer: Peer) -> Flow<usize> {
        let guest = (self.connection.guest, self.connection.address);
        self.relays.open(peer, guest, &self.registry.unreachable).await.ok_or(ELSEWHERE)
    }

    /// Returns the relay to a table's owner, if that is another server.
    async fn way_to(&mut self, table: TableId) -> Flow<Result<Option<usize>, RequestError>> {
        if let Some(way) = self.relays.way_to(table) {
            return Ok(Ok(Some(way)));
        }
        match self.registry.owner(table).await {
            Ok(None) => Ok(Ok(None)),
            // The relaying server must look again; a second relay could form a circle.
            Ok(Some(_)) if self.is_relayed => Err(ELSEWHERE),
            Ok(Some(peer)) => {
                let way = self.open_relay(peer).await?;
                self.relays.follow(way, table);
                Ok(Ok(Some(way)))
            }
            Err(error) => Ok(Err(error)),
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
        // Sending on a dead connection fails sooner or later, or gets no answer.
        self.ping(Bytes::new()).await
    }

    /// Drops tables that could not be loaded, so that they don't count towards the limit.
    fn forget_unopened(&mut self) {
        let unopened = self.connection.take_unopened();
        self.watching.retain(|table| !unopened.contains(table));
    }

    /// Performs a command of the lobby, or relays it to the server that has the lobby. A server without a lobby does not
    /// know the command.
    async fn ask_lobby(&mut self, command: Command, text: &str) -> Flow<()> {
        let Some(lobby) = self.lobby.clone() else {
            let kind = match command {
                Command::Lobby { .. } => "lobby",
                Command::Seek { .. } => "seek",
                Command::Unseek { .. } => "unseek",
                _ => "fill",
            };
            return self.refuse(&DecodeError::UnknownType(kind.to_owned()).into()).await;
        };
        match self.registry.store.lobby() {
            None => {}
            // The relaying server must look again; a second relay could form a circle.
            Some(_) if self.is_relayed => return Err(ELSEWHERE),
            Some(peer) => {
                let way = Box::pin(self.open_relay(peer)).await?;
                return self.hand_on(way, text).await;
            }
        }
        let id = command.id().map(str::to_owned);
        let handled = match Box::pin(named_in_lobby(&self.registry, self.connection.guest, command)).await {
            Ok(command) => Box::pin(lobby.handle(&self.connection, command)).await,
            Err(error) => Err(error),
        };
        match handled {
            Ok(()) => Ok(()),
            Err(error) => {
                error.note(&self.registry.metrics);
                send(self.socket, error.notice(None, id.as_deref())).await
            }
        }
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
                // A second hello changes nothing.
                return self.refuse(&RequestError::Unreadable("hello was already sent".into())).await;
            }
            Command::Ping {} => return send(self.socket, Notice::Pong.encode()).await,
            Command::Lobby { .. } | Command::Seek { .. } | Command::Unseek { .. } | Command::Fill { .. } => {
                return self.ask_lobby(command, text).await;
            }
            Command::Watch { table, receipt, nonce } => {
                let receipt = match receipt.map(|receipt| receipt.as_str().parse()).transpose() {
                    Ok(receipt) => receipt,
                    Err(error) => return self.refuse(&RequestError::from(error)).await,
                };
                (table, Some(TableCommand::Watch(receipt, nonce.map(Box::new))))
            }
            Command::Unwatch { table } => (table, None),
            Command::Reveal { table, nonce, commitment, next } => {
                (table, Some(TableCommand::Reveal(Box::new(Reveal { nonce, commitment, next }))))
            }
            Command::Sit { table, seat, name } => {
                (table, Some(TableCommand::Sit(Box::new(Sit { seat, name, apart: Vec::new() }))))
            }
            Command::Play { table, version, action, id } => (table, Some(play(version, action, false, id))),
            Command::TextAction { table, version, line, id } => (table, Some(play(version, line, true, id))),
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
            Command::Say { table, phrase } => {
                if let Err(error) = Box::pin(check_mute(&self.registry, connection.guest)).await {
                    error.note(&self.registry.metrics);
                    return send(self.socket, error.notice(Some(&table), None)).await;
                }
                (table, Some(TableCommand::Say(phrase)))
            }
        };
        let request = match command {
            Some(command) => Request::Command(connection, command),
            None => Request::Leave(connection),
        };
        let Ok(id) = table.parse::<TableId>() else {
            // An invalid id gets the same answer as an unknown one.
            request.refuse(&table, &TableError::NoTable.into(), &self.registry.metrics);
            return Ok(());
        };
        if let Request::Leave(_) = request {
            self.watching.retain(|table| *table != id);
            if let Some(way) = self.relays.way_to(id) {
                self.relays.forget(id);
                return self.hand_on(way, text).await;
            }
            self.registry.notify(id, request).await;
            return Ok(());
        }
        self.forget_unopened();
        let is_new = !self.watching.contains(&id);
        if is_new {
            if self.watching.len() >= MAX_TABLES {
                request.refuse(&table, &RequestError::Following, &self.registry.metrics);
                return Ok(());
            }
            self.watching.push(id);
        }
        let asked = match Box::pin(self.way_to(id)).await? {
            Ok(Some(way)) => return self.hand_on(way, text).await,
            Ok(None) => match Box::pin(named(&self.registry, request)).await {
                Ok(request) => self.registry.ask(id, request).await,
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        match asked {
            Ok(()) => Ok(()),
            Err(error) => {
                if is_new {
                    // The table never received the request.
                    self.watching.retain(|table| *table != id);
                }
                error.note(&self.registry.metrics);
                send(self.socket, error.notice(Some(&table), command_id(text).as_deref())).await
            }
        }
    }
}

async fn signed_out(token: Option<&OpenToken>) {
    match token {
        Some(token) => token.signed_out().await,
        None => std::future::pending().await,
    }
}

async fn closed(closing: &mut tokio::sync::watch::Receiver<bool>) {
    // An error means that the server is gone.
    let _ = closing.wait_for(|closing| *closing).await;
}

fn clock() -> Interval {
    let mut clock = tokio::time::interval_at(Instant::now() + SILENCE, SILENCE);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    clock
}
