//! Connections to other servers at the same database.
//!
//! A guest may connect to any server. If another server owns the table, this server relays the guest's
//! messages to it, and its answers back. Servers speak the clients' protocol over a WebSocket per guest. A
//! header names the guest, and the other server trusts it if the request has the key from the database.
//!
//! Servers also ask each other over plain HTTP with the same key: the server with the lobby is told of challenges, and each for
//! its list of matches.
//!
//! If a relay ends, the guest's own socket is closed too, because clients can already reconnect.

use crate::request_error::RequestError;
use ::people::ChallengeCode;
use ::table::{GuestId, PublicMatch, TableId};
use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;
use store::{Peer, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Headers with the peer's key, the guest, and the guest's address if it is known.
pub(crate) const KEY: &str = "parlour-key";
pub(crate) const GUEST: &str = "parlour-guest";
pub(crate) const ADDRESS: &str = "parlour-address";

/// Timeout of connecting to a peer, and of sending to it.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Time without a message from a peer after which it is pinged. After as long again without an answer it is
/// unreachable.
const SILENCE: Duration = Duration::from_secs(2);

/// Time for which an unreachable peer is not tried again.
const AVOIDED: Duration = Duration::from_secs(4);

/// Peers that were unreachable lately. A guest whose table is there is sent away at once, and reaches it
/// sooner through the load balancer.
#[derive(Default)]
pub(crate) struct Unreachable(Mutex<HashMap<Arc<str>, Instant>>);

impl Unreachable {
    // Held briefly, never across an await.
    fn since(&self) -> MutexGuard<'_, HashMap<Arc<str>, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, peer: &Peer) {
        let mut since = self.since();
        since.retain(|_, since| since.elapsed() < AVOIDED);
        since.insert(Arc::clone(&peer.key), Instant::now());
    }

    fn contains(&self, peer: &Peer) -> bool {
        self.since().get(&peer.key).is_some_and(|since| since.elapsed() < AVOIDED)
    }
}

/// Maximum length of an answer of a peer, in bytes.
const LONGEST_ANSWER: u64 = 4 * 1024 * 1024;

/// Time for which the lists of other servers are kept.
const FRESH: Duration = Duration::from_secs(2);

/// Matches that everybody may watch at other servers, as they were told last.
#[derive(Default)]
pub(crate) struct PeerMatches {
    // Held while the lists are fetched, so that many askers fetch them once.
    told: tokio::sync::Mutex<Option<(Instant, Vec<(TableId, PublicMatch)>)>>,
}

impl PeerMatches {
    /// Returns the matches of all peers. A peer that does not answer has none.
    pub(crate) async fn all(&self, peers: &[Peer], unreachable: &Unreachable) -> Vec<(TableId, PublicMatch)> {
        if peers.is_empty() {
            return Vec::new();
        }
        let mut told = self.told.lock().await;
        if let Some((at, matches)) = told.as_ref()
            && at.elapsed() < FRESH
        {
            return matches.clone();
        }
        let at = Instant::now();
        let asked = peers.iter().map(|peer| ask(peer, "GET /watch", unreachable));
        let lists = futures_util::future::join_all(asked).await;
        let read = |list: Vec<u8>| serde_json::from_slice::<Vec<(String, PublicMatch)>>(&list).ok();
        let rows = lists.into_iter().flatten().filter_map(read).flatten();
        let matches: Vec<_> = rows.filter_map(|(id, one)| Some((id.parse().ok()?, one))).collect();
        *told = Some((at, matches.clone()));
        matches
    }
}

/// Tells the server with the lobby that a challenge is new or accepted. Returns whether the player who hears of it is in the
/// lobby.
///
/// # Errors
///
/// Returns [`RequestError::Busy`] if the server does not answer.
pub(crate) async fn tell_challenge(
    peer: &Peer,
    code: ChallengeCode,
    unreachable: &Unreachable,
) -> Result<bool, RequestError> {
    let answer = ask(peer, &format!("POST /challenges/{code}"), unreachable).await;
    answer.and_then(|answer| serde_json::from_slice(&answer).ok()).ok_or(RequestError::Busy)
}

/// Sends a request without a body to a peer, and returns the body of its answer. Returns `None` if the peer does not answer, or
/// refuses.
async fn ask(peer: &Peer, request: &str, unreachable: &Unreachable) -> Option<Vec<u8>> {
    if unreachable.contains(peer) {
        return None;
    }
    let asking = async {
        let mut stream = TcpStream::connect(peer.address).await.ok()?;
        // With HTTP/1.0 the peer closes the connection after its answer.
        let head = format!("{request} HTTP/1.0\r\n{KEY}: {}\r\ncontent-length: 0\r\n\r\n", peer.key);
        stream.write_all(head.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.take(LONGEST_ANSWER).read_to_end(&mut answer).await.ok()?;
        Some(answer)
    };
    let Ok(Some(answer)) = tokio::time::timeout(TIMEOUT, asking).await else {
        unreachable.add(peer);
        return None;
    };
    let is_good = answer.starts_with(b"HTTP/1.0 200 ") || answer.starts_with(b"HTTP/1.1 200 ");
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").filter(|_| is_good)?;
    Some(answer[end + 4..].to_vec())
}

/// One guest's connections to other servers.
#[derive(Default)]
pub(crate) struct Relays(Vec<Relay>);

struct Relay {
    peer: Peer,
    socket: Box<WebSocketStream<TcpStream>>,
    tables: Vec<TableId>,
    /// Time of the next ping, unless a message comes first.
    look: Instant,
    /// Whether the peer was pinged and has not answered since.
    is_asked: bool,
}

/// Message from a peer, another server of the cluster.
pub(crate) enum Relayed {
    /// A notice as JSON, to send to the guest.
    Text(String),
    /// A ping for the guest to answer. It measures the delay of the guest's own connection.
    Ping(Bytes),
    /// The connection to the peer is lost.
    Lost,
}

impl Relays {
    /// Returns the index of the relay connection for a card table.
    pub(crate) fn way_to(&self, table: TableId) -> Option<usize> {
        self.0.iter().position(|relay| relay.tables.contains(&table))
    }

    /// Returns the index of a relay of a guest, and connects if necessary. Returns `None` if the peer does not answer.
    pub(crate) async fn open(
        &mut self,
        peer: Peer,
        guest: (GuestId, Option<IpAddr>),
        unreachable: &Unreachable,
    ) -> Option<usize> {
        let known = self.0.iter().position(|relay| relay.peer == peer);
        match known {
            Some(way) => Some(way),
            None if unreachable.contains(&peer) => None,
            None => {
                let dialed = tokio::time::timeout(TIMEOUT, dial(&peer, guest)).await;
                let Ok(Some(socket)) = dialed else {
                    unreachable.add(&peer);
                    return None;
                };
                let look = Instant::now() + SILENCE;
                self.0.push(Relay {
                    peer,
                    socket: Box::new(socket),
                    tables: Vec::new(),
                    look,
                    is_asked: false,
                });
                Some(self.0.len() - 1)
            }
        }
    }

    /// Notes that a relay is the one for a table.
    pub(crate) fn follow(&mut self, way: usize, table: TableId) {
        self.0[way].tables.push(table);
    }

    pub(crate) fn forget(&mut self, table: TableId) {
        self.0.iter_mut().for_each(|relay| relay.tables.retain(|other| *other != table));
    }

    /// Relays a message of the guest. Returns `false` if the peer is gone.
    pub(crate) async fn say(&mut self, way: usize, text: &str) -> bool {
        self.send(way, Message::text(text)).await
    }

    /// Relays the guest's answer to a [`Relayed::Ping`]. Other binary messages are ignored.
    pub(crate) async fn answer(&mut self, answer: &Bytes) -> bool {
        let Some((way, payload)) = answer.split_first().filter(|_| answer.len() == MEASURED) else {
            return true;
        };
        let way = usize::from(*way);
        way >= self.0.len() || self.send(way, Message::binary(Bytes::copy_from_slice(payload))).await
    }

    async fn send(&mut self, way: usize, message: Message) -> bool {
        let sending = self.0[way].socket.send(message);
        matches!(tokio::time::timeout(TIMEOUT, sending).await, Ok(Ok(())))
    }

    /// Returns the next message from any peer. An unreachable peer counts as disconnected.
    pub(crate) async fn next(&mut self, store: &Store, unreachable: &Unreachable) -> Relayed {
        if self.0.is_empty() {
            return std::future::pending().await;
        }
        // Boxed, because every socket would reserve its memory, and most have no relay.
        Box::pin(self.next_of_any(store, unreachable)).await
    }

    async fn next_of_any(&mut self, store: &Store, unreachable: &Unreachable) -> Relayed {
        let peers: Vec<Arc<str>> = self.0.iter().map(|relay| Arc::clone(&relay.peer.key)).collect();
        while let Some(look) = self.0.iter().map(|relay| relay.look).min() {
            tokio::select! {
                // A message that has arrived counts, even if it is late.
                biased;
                relayed = self.hear() => return relayed,
                () = store.until_gone(&peers) => return Relayed::Lost,
                () = tokio::time::sleep_until(look) => {
                    if let Some(way) = self.look().await {
                        unreachable.add(&self.0[way].peer);
                        return Relayed::Lost;
                    }
                }
            }
        }
        std::future::pending().await
    }

    /// Pings silent peers. Returns the index of a peer that did not answer the ping before.
    async fn look(&mut self) -> Option<usize> {
        let now = Instant::now();
        for way in 0..self.0.len() {
            let relay = &mut self.0[way];
            if relay.look > now {
                continue;
            }
            relay.look = now + SILENCE;
            if std::mem::replace(&mut relay.is_asked, true)
                || !self.send(way, Message::Ping(Bytes::new())).await
            {
                return Some(way);
            }
        }
        None
    }

    async fn hear(&mut self) -> Relayed {
        std::future::poll_fn(|context| {
            for (way, relay) in self.0.iter_mut().enumerate() {
                while let Poll::Ready(message) = relay.socket.poll_next_unpin(context) {
                    (relay.look, relay.is_asked) = (Instant::now() + SILENCE, false);
                    return Poll::Ready(match message {
                        Some(Ok(Message::Text(text))) => Relayed::Text(text.as_str().to_owned()),
                        Some(Ok(Message::Binary(payload))) => {
                            let way = u8::try_from(way).unwrap_or(u8::MAX);
                            Relayed::Ping([&[way], payload.as_ref()].concat().into())
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Relayed::Lost,
                    });
                }
            }
            Poll::Pending
        })
        .await
    }
}

/// Length of a relayed answer: the index of the relay, and the number of the ping.
const MEASURED: usize = 1 + size_of::<u64>();

async fn dial(peer: &Peer, (guest, from): (GuestId, Option<IpAddr>)) -> Option<WebSocketStream<TcpStream>> {
    let stream = TcpStream::connect(peer.address).await.ok()?;
    stream.set_nodelay(true).ok()?;
    let address = format!("ws://{}/", peer.address).parse().ok()?;
    let mut request = ClientRequestBuilder::new(address)
        .with_header(KEY, &*peer.key)
        .with_header(GUEST, String::from(guest));
    if let Some(from) = from {
        request = request.with_header(ADDRESS, from.to_string());
    }
    // Small buffers, like those of all sockets of the server.
    let config = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
    Some(tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await.ok()?.0)
}
