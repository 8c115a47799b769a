//! Other servers at the same database. A guest may come to any of them: what they say of a table that another keeps is handed on
//! to that one as it is, and so is what it answers. Between two servers it is the same protocol over the same kind of socket, one
//! for each guest, so that a server is to the other what a client is; only who it is for is said in the head, and that is believed
//! of whoever knows the key, which is in the database.
//!
//! When such a way ends the guest's own socket ends too, and they come again: that is the one way back there is, and pages know it.

use crate::identity::{GuestId, TableId};
use crate::store::Store;
use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// The heads in which a server says what it knows, and for whom it asks.
const KEY: &str = "parlour-key";
const GUEST: &str = "parlour-guest";

/// How long another server may take to answer, or to read what it is told.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where a server is reached by the others, and what they have to know.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) key: Arc<str>,
}

impl fmt::Debug for Peer {
    /// Without the key: this may go to the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Peer({})", self.address)
    }
}

/// A server that has said nothing for so long is asked whether it is there; after as long again without a word nothing comes through.
const SILENCE: Duration = Duration::from_secs(2);

/// How long nobody is brought to a server to which nobody came through.
const AVOIDED: Duration = Duration::from_secs(4);

/// Servers to which nobody came through lately. Who is to be brought to one is sent away at once, and finds it the sooner by the
/// balancer.
#[derive(Default)]
pub(crate) struct Unreachable(Mutex<HashMap<Arc<str>, Instant>>);

impl Unreachable {
    // Held for a look or a note, never across an await.
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

/// The ways of one guest to other servers.
#[derive(Default)]
pub(crate) struct Relays(Vec<Relay>);

struct Relay {
    peer: Peer,
    socket: Box<WebSocketStream<TcpStream>>,
    tables: Vec<TableId>,
    /// When it is to be asked whether it is there, unless something comes before.
    look: Instant,
    /// Whether it was asked, and has said nothing since.
    is_asked: bool,
}

/// What came from another server.
pub(crate) enum Relayed {
    /// A notice.
    Text(String),
    /// Something the guest is to send back at once, so that the way to them is measured and not the way to us.
    Ping(Bytes),
    /// It does not answer any more.
    Lost,
}

impl Relays {
    /// The way on which this table is.
    pub(crate) fn way_to(&self, table: TableId) -> Option<usize> {
        self.0.iter().position(|relay| relay.tables.contains(&table))
    }

    /// A way to a server for this table; none if it does not answer.
    pub(crate) async fn open(
        &mut self,
        peer: Peer,
        guest: GuestId,
        table: TableId,
        unreachable: &Unreachable,
    ) -> Option<usize> {
        let known = self.0.iter().position(|relay| relay.peer == peer);
        let way = match known {
            Some(way) => way,
            None if unreachable.contains(&peer) => return None,
            None => {
                let dialed = tokio::time::timeout(PATIENCE, dial(&peer, guest)).await;
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
                self.0.len() - 1
            }
        };
        self.0[way].tables.push(table);
        Some(way)
    }

    pub(crate) fn forget(&mut self, table: TableId) {
        self.0.iter_mut().for_each(|relay| relay.tables.retain(|other| *other != table));
    }

    /// Hands on what the guest says; `false` if nobody takes it.
    pub(crate) async fn say(&mut self, way: usize, text: &str) -> bool {
        self.send(way, Message::text(text)).await
    }

    /// Hands back what [`Relayed::Ping`] asked for, by what the guest answered. What else they may send is no such answer.
    pub(crate) async fn answer(&mut self, answer: &Bytes) -> bool {
        let Some((way, payload)) = answer.split_first().filter(|_| answer.len() == MEASURED) else {
            return true;
        };
        let way = usize::from(*way);
        way >= self.0.len() || self.send(way, Message::binary(Bytes::copy_from_slice(payload))).await
    }

    async fn send(&mut self, way: usize, message: Message) -> bool {
        let sending = self.0[way].socket.send(message);
        matches!(tokio::time::timeout(PATIENCE, sending).await, Ok(Ok(())))
    }

    /// What comes next from any of them. A server that is gone without a word is as good as one that hangs up, and so is one of
    /// which nothing comes through.
    pub(crate) async fn next(&mut self, store: &Store, unreachable: &Unreachable) -> Relayed {
        let peers: Vec<Arc<str>> = self.0.iter().map(|relay| Arc::clone(&relay.peer.key)).collect();
        while let Some(look) = self.0.iter().map(|relay| relay.look).min() {
            tokio::select! {
                // Whatever has come is heard first, however late.
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

    /// Asks whoever has said nothing for a while whether they are there; the way on which that was in vain before.
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

/// The length of what is handed back: which way it came, and the number of a ping.
const MEASURED: usize = 1 + size_of::<u64>();

async fn dial(peer: &Peer, guest: GuestId) -> Option<WebSocketStream<TcpStream>> {
    let stream = TcpStream::connect(peer.address).await.ok()?;
    stream.set_nodelay(true).ok()?;
    let address = format!("ws://{}/", peer.address).parse().ok()?;
    let request = ClientRequestBuilder::new(address)
        .with_header(KEY, &*peer.key)
        .with_header(GUEST, String::from(guest));
    // Small buffers, as every socket of the house has them.
    let config = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
    Some(tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await.ok()?.0)
}

#[cfg(feature = "cluster")]
pub(crate) use reception::Reception;

#[cfg(feature = "cluster")]
mod reception {
    use super::{GUEST, GuestId, KEY, Peer};
    use crate::lobby::Lobby;
    use crate::refusal::Refusal;
    use crate::{StartError, http, listen, socket};
    use axum::Router;
    use axum::extract::State;
    use axum::extract::ws::WebSocketUpgrade;
    use axum::http::HeaderMap;
    use axum::response::Response;
    use axum::routing::get;
    use axum::serve::ListenerExt;
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use protocol::LONGEST;
    use sha2::{Digest, Sha256};
    use std::net::SocketAddr;
    use std::sync::Arc;
    use tokio::net::TcpListener;
    use tokio::sync::watch;

    /// Where other servers come.
    pub(crate) struct Reception {
        listener: TcpListener,
        own: Peer,
    }

    #[derive(Clone)]
    struct Desk {
        lobby: Arc<Lobby>,
        key: Arc<str>,
        closing: watch::Receiver<bool>,
    }

    impl Reception {
        pub(crate) async fn open(address: SocketAddr) -> Result<Self, StartError> {
            let (listener, address) = listen(address).await?;
            let mut key = [0; 32];
            getrandom::fill(&mut key).map_err(|error| StartError::Chance(error.to_string()))?;
            let key = URL_SAFE_NO_PAD.encode(key).into();
            // Where it listens on every address, the others use the one that this machine has in its network.
            let address = match address.ip().is_unspecified() {
                true => http::house_address(address).unwrap_or(address),
                false => address,
            };
            Ok(Self { listener, own: Peer { address, key } })
        }

        pub(crate) fn own(&self) -> Peer {
            self.own.clone()
        }

        /// Serves the guests whom other servers bring, until `closing`.
        pub(crate) async fn run(self, lobby: Arc<Lobby>, closing: watch::Receiver<bool>) {
            let desk = Desk { lobby, key: self.own.key, closing: closing.clone() };
            let mut closed = closing;
            let router = Router::new().route("/", get(receive)).with_state(desk);
            let listener = self.listener.tap_io(|stream| {
                // A move is a small packet that somebody waits for.
                let _ = stream.set_nodelay(true);
            });
            let until_closed = async move {
                let _ = closed.wait_for(|closing| *closing).await;
            };
            if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(until_closed).await {
                tracing::error!(%error, "other servers cannot come here");
            }
        }
    }

    async fn receive(
        State(desk): State<Desk>,
        headers: HeaderMap,
        upgrade: WebSocketUpgrade,
    ) -> Result<Response, Refusal> {
        let said = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        // By their hashes, so that how long it takes says nothing about how much of it is right.
        if Sha256::digest(said(KEY)) != Sha256::digest(&*desk.key) {
            return Err(Refusal::NoHello);
        }
        let guest = GuestId::try_from(said(GUEST).to_owned()).map_err(|_| Refusal::NoHello)?;
        let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(0).max_write_buffer_size(1024 * 1024);
        Ok(upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(async move |socket| {
            tokio::spawn(socket::serve_relayed(Box::pin(socket), desk.lobby, desk.closing, guest));
        }))
    }
}
