//! Test server, and clients that follow commands.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{
    Asset, BotLimits, Clock, Limits, MetricsAddress, MetricsListener, Pace, Page, Server, Settings,
};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Timeout of every wait. Tests wait for states, never for times; the timeout only ends a failed test. It is
/// far longer than anything takes on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(180);

/// Page with one script, and a document in two languages.
pub(crate) struct TestPage;

impl Page for TestPage {
    fn find(&self, path: &str) -> Option<Asset> {
        let (bytes, content_type): (&'static [u8], _) = match path {
            "index.html" | "index.en.html" => (b"<!doctype html>the page", "text/html; charset=utf-8"),
            "index.it.html" => (b"<!doctype html>la pagina", "text/html; charset=utf-8"),
            "assets/a.js" => (b"let a", "text/javascript"),
            _ => return None,
        };
        Some(Asset {
            bytes: bytes.into(),
            content_type: content_type.into(),
            tag: "abc".into(),
            immutable: path.starts_with("assets/"),
            brotli: (path == "assets/a.js").then_some(b"compressed".as_slice().into()),
            gzip: None,
        })
    }

    fn paths(&self) -> Vec<&str> {
        vec!["index.html", "index.en.html", "index.it.html", "assets/a.js"]
    }
}

/// Returns settings in which bots answer at once.
pub(crate) fn quick(data: &Path) -> Settings {
    Settings {
        pace: Pace {
            bot: Duration::ZERO,
            window: Duration::from_millis(20),
            scoring: Duration::from_secs(30),
            thrown_in: Duration::ZERO,
            count: Duration::ZERO,
            timeout: Duration::from_secs(30),
            absence: Duration::ZERO,
            idle: Duration::from_millis(50),
        },
        limits: Limits { bots: BotLimits { threads: 2, ..BotLimits::default() }, ..Limits::none() },
        ..Settings::new(data, ([127, 0, 0, 1], 0).into(), TestPage)
    }
}

/// Returns a listener of metrics on a free port of this machine.
pub(crate) fn metrics() -> MetricsListener {
    MetricsListener { address: MetricsAddress::Tcp(([127, 0, 0, 1], 0).into()), token: None }
}

/// Running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// Address of the metrics, if they are not at a Unix socket.
    pub(crate) metrics: Option<SocketAddr>,
    shutdown: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn open(settings: Settings) -> Self {
        Self::of(Server::bind(settings).await.expect("the server starts"))
    }

    pub(crate) fn of(server: Server) -> Self {
        let address = server.address();
        let metrics = match server.metrics_address() {
            Some(MetricsAddress::Tcp(address)) => Some(address),
            _ => None,
        };
        let (shutdown, closed) = oneshot::channel();
        let running = tokio::spawn(server.run(async {
            let _ = closed.await;
        }));
        Self { address, metrics, shutdown: Some(shutdown), running }
    }

    pub(crate) async fn close(mut self) {
        drop(self.shutdown.take());
        tokio::time::timeout(TIMEOUT, self.running).await.expect("it closes").expect("without panic");
    }
}

/// Waits until every table has done its work at this instant of a driven clock, without a request to any of
/// them.
///
/// The test and the server must be on one thread; see [`Clock::advance_to_next`].
pub(crate) async fn at_rest(clock: &Clock) {
    let rest = async {
        while clock.advance_to_next(Duration::ZERO).is_none() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, rest).await.expect("the tables come to rest");
}

/// Polls until there is a result. Only for states without a notification.
pub(crate) async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let seen = async {
        loop {
            if let Some(seen) = look().await {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, seen).await.unwrap_or_else(|_| panic!("it never comes to this: {what}"))
}

/// Returns the token of the guest with this number.
pub(crate) fn token(guest: u8) -> String {
    let letter = char::from(b'A' + guest % 26);
    format!("{}{letter}A", "A".repeat(41))
}

/// Sends an HTTP request; returns status, head and body.
pub(crate) async fn http(address: SocketAddr, request: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let head =
        format!("{request}\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server may refuse before everything is read.
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("an answer");
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_owned(), body.to_owned())
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, Value) {
    let (status, _, body) = http(address, &format!("GET {path} HTTP/1.1"), "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

pub(crate) async fn post(address: SocketAddr, path: &str, guest: u8, body: &Value) -> (u16, Value) {
    let request = format!("POST {path} HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
    let (status, _, body) = http(address, &request, &body.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// Every game, with a number of seats.
pub(crate) const GAMES: [(&str, u8); 8] = [
    ("scopa", 2),
    ("wall-street", 2),
    ("cassino", 2),
    ("gin-rummy", 2),
    ("thirty-one", 3),
    ("speed", 2),
    ("bridge", 4),
    ("sharks", 3),
];

/// Creates a table of Scopa; guest 0 has the first chair. Returns its id.
pub(crate) async fn create_table(address: SocketAddr, chairs: Value) -> String {
    create_table_of(address, "scopa", &chairs).await
}

/// Creates a table of any game as guest 0. Returns its id.
pub(crate) async fn create_table_of(address: SocketAddr, game: &str, chairs: &Value) -> String {
    let seats = chairs.as_array().unwrap().len();
    create_table_with(
        address,
        &json!({ "game": game, "options": {}, "seats": seats, "chairs": chairs, "name": "Ada" }),
    )
    .await
}

/// Creates the requested table as guest 0. Returns its id.
pub(crate) async fn create_table_with(address: SocketAddr, new: &Value) -> String {
    let (status, opened) = post(address, "/api/tables", 0, new).await;
    assert_eq!(status, 201, "{opened}");
    opened["table"].as_str().unwrap().to_owned()
}

/// Creates a table with a time control and people on all chairs, each guest on the seat with their number.
/// They have not seen the first deal yet.
pub(crate) async fn with_people(
    address: SocketAddr,
    game: &str,
    seats: u8,
    control: &Value,
) -> (String, Vec<Client>) {
    let chairs: Vec<&str> = (0..seats).map(|seat| if seat == 0 { "me" } else { "open" }).collect();
    let new = json!({
        "game": game, "options": {}, "seats": seats, "chairs": chairs, "name": "Ada", "timeControl": control,
    });
    let table = create_table_with(address, &new).await;
    let mut clients = Vec::new();
    for guest in 0..seats {
        let (mut client, _) = Client::at(address, guest, &table).await;
        if guest > 0 {
            client
                .say(json!({ "type": "sit", "table": table, "seat": guest, "name": guest.to_string() }))
                .await;
        }
        client.seat = guest.into();
        clients.push(client);
    }
    (table, clients)
}

/// Creates a table of two people in the first deal. Returns its id, the player to act, the other, and the
/// first one's view.
pub(crate) async fn two_at_a_table(server: &TestServer) -> (String, Client, Client, Value) {
    let (table, ada, hers, bob, his) = two(server).await;
    match hers["actors"] == json!([0]) {
        true => (table, ada, bob, hers),
        false => (table, bob, ada, his),
    }
}

/// Seats Ada and Bob at a table of Scopa, and returns what each saw of the deal. A table with three kings is
/// replaced, so that the played deal is the first. (SC-R3, SC-S2)
pub(crate) async fn two(server: &TestServer) -> (String, Client, Value, Client, Value) {
    loop {
        let table = create_table(server.address, json!(["me", "open"])).await;
        let (mut ada, _) = Client::at(server.address, 0, &table).await;
        let (mut bob, _) = Client::at(server.address, 1, &table).await;
        bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
        bob.seat = 1;
        let (hers, his) = (ada.until_playing().await, bob.until_playing().await);
        if hers["version"] == 1 {
            return (table, ada, hers, bob, his);
        }
    }
}

/// Returns the chairs of one person, on the first seat, and bots.
pub(crate) fn with_bots(seats: u8, bot: &str) -> Value {
    (0..seats).map(|seat| if seat == 0 { json!("me") } else { json!({ "bot": bot }) }).collect()
}

/// Client.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every received text.
    pub(crate) received: Vec<String>,
    /// Commands and observations, for the checker.
    pub(crate) notes: checker::Client,
    pub(crate) seat: u64,
    /// Length of each received ping.
    pub(crate) pings: Vec<usize>,
}

impl Client {
    pub(crate) async fn dial(address: SocketAddr) -> Self {
        Self::try_dial(address).await.expect("the server answers")
    }

    /// Connects. Returns `None` if no server answers.
    async fn try_dial(address: SocketAddr) -> Option<Self> {
        Self::try_dial_from(address, None).await
    }

    /// Connects through a proxy, which names an address.
    async fn try_dial_from(address: SocketAddr, from: Option<&str>) -> Option<Self> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        if let Some(from) = from {
            request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
        let notes = checker::Client::default();
        Some(Self { socket, received: Vec::new(), notes, seat: 0, pings: Vec::new() })
    }

    pub(crate) async fn hello(address: SocketAddr, guest: u8) -> Self {
        Self::try_hello(address, guest).await.expect("the server answers")
    }

    /// Connects from an address that a proxy names, and sends the hello.
    pub(crate) async fn hello_from(address: SocketAddr, guest: u8, from: &str) -> Self {
        let mut client = Self::try_dial_from(address, Some(from)).await.expect("the server answers");
        client.say(json!({ "type": "hello", "token": token(guest), "protocol": protocol::PROTOCOL })).await;
        assert_eq!(client.receive().await["type"], "hello");
        client
    }

    /// Connects and sends the hello. Returns `None` if the server is gone before its answer.
    pub(crate) async fn try_hello(address: SocketAddr, guest: u8) -> Option<Self> {
        let mut client = Self::try_dial(address).await?;
        client.say(json!({ "type": "hello", "token": token(guest), "protocol": protocol::PROTOCOL })).await;
        assert_eq!(client.try_receive().await?["type"], "hello");
        Some(client)
    }

    /// Connects a guest who subscribes to a table, and returns the first view.
    pub(crate) async fn at(address: SocketAddr, guest: u8, table: &str) -> (Self, Value) {
        let mut client = Self::hello(address, guest).await;
        client.say(json!({ "type": "watch", "table": table })).await;
        let seen = client.until("table").await;
        client.seat = seen["info"]["you"].as_u64().unwrap_or(99);
        (client, seen)
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.notes.sends(&message);
        self.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        // A closed connection is noticed at the next read.
        let _ = self.socket.send(message).await;
    }

    /// Returns the next notice, or `None` if the server has closed the connection.
    pub(crate) async fn try_receive(&mut self) -> Option<Value> {
        // Pings do not count.
        let until = tokio::time::Instant::now() + TIMEOUT;
        loop {
            let message =
                tokio::time::timeout_at(until, self.socket.next()).await.expect("something to receive");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.received.push(text.to_string());
                    self.notes.hears(&text).unwrap();
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(Message::Ping(payload))) => self.pings.push(payload.len()),
                Some(Ok(_)) => (),
            }
        }
    }

    /// Returns everything that this client receives until the tables have done their work at this instant of
    /// a driven clock. The function takes no real time: the table answers in order, so everything else
    /// arrives before its refusal of a last command.
    ///
    /// The test and the server must be on one thread; see [`Clock::advance_to_next`].
    pub(crate) async fn all_told(&mut self, table: &str, clock: &Clock) -> Vec<Value> {
        const LAST: &str = "last";
        let mut told = Vec::new();
        loop {
            let at_rest = clock.advance_to_next(Duration::ZERO).is_some();
            self.say(json!({ "type": "hint", "table": table, "version": u32::MAX, "id": LAST })).await;
            let before = told.len();
            loop {
                let notice = self.receive().await;
                if notice["id"] == LAST {
                    assert_eq!(notice["type"], "refused", "{notice}");
                    break;
                }
                told.push(notice);
            }
            if at_rest && told.len() == before {
                return told;
            }
        }
    }

    pub(crate) async fn receive(&mut self) -> Value {
        self.try_receive().await.expect("the server has not hung up")
    }

    /// Returns the next notice of this kind, and skips others.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let notice = self.receive().await;
            if notice["type"] == kind {
                return notice;
            }
        }
    }

    /// Returns the snapshot of a deal in play. A deal with three kings is thrown in, and the same dealer
    /// deals again. (SC-R3, SC-S2)
    pub(crate) async fn until_playing(&mut self) -> Value {
        loop {
            let snapshot = self.until("dealt").await["snapshot"].take();
            if snapshot["phase"] == "playing" {
                return snapshot;
            }
        }
    }

    pub(crate) async fn play(&mut self, table: &str, snapshot: &Value, id: &str) {
        let action = &snapshot["legal"][0];
        let play = json!({
            "type": "play", "table": table, "version": snapshot["version"], "action": action, "id": id,
        });
        self.say(play).await;
    }

    /// Plays the first legal action at each turn, and signals readiness when asked, until the match is over.
    /// Returns the last snapshot.
    pub(crate) async fn play_on(&mut self, table: &str, mut snapshot: Value) -> Value {
        loop {
            self.answer(table, &snapshot).await;
            if snapshot["phase"] == "over" {
                return snapshot;
            }
            snapshot = loop {
                let notice = self.receive().await;
                assert_ne!(notice["type"], "refused", "{notice}");
                if !notice["snapshot"].is_null() {
                    break notice["snapshot"].clone();
                }
            };
        }
    }

    /// Does what a snapshot requires of this seat.
    pub(crate) async fn answer(&mut self, table: &str, snapshot: &Value) {
        if snapshot["phase"] == "scored" {
            self.say(json!({ "type": "continue", "table": table })).await;
        } else if snapshot["actors"].as_array().unwrap().contains(&self.seat.into())
            // In a race a player may have no card that fits, and the others are not told.
            && snapshot["legal"] != json!([])
        {
            // After a reconnection the client repeats the same action at the same version, with the same id.
            self.play(table, snapshot, &snapshot["version"].to_string()).await;
        }
    }
}
