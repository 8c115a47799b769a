//! Random hostile clients on sockets and on all addresses of the server, with its default limits. An honest pair is
//! measured meanwhile, and another pair logs what it sees for the checker.

use super::{Findings, matches::refusal, mutation};
use crate::Result;
use crate::client::{read_action, token};
use crate::hostile::{ADDRESSES, dial, exchange};
use cards::Rng;
use futures_util::{SinkExt, StreamExt};
use protocol::{ErrorKind, Notice, Opened, PROTOCOL, decode};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Number of hostile clients per address.
const CLIENTS: u64 = 3;

/// Request timeout. Long polls exceed it.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Totals over all hostile clients.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) sockets: u64,
    pub(super) frames: u64,
    pub(super) notices: u64,
    pub(super) requests: u64,
    pub(super) by_status: BTreeMap<u16, u64>,
    pub(super) by_code: BTreeMap<&'static str, u64>,
}

/// Hostile clients with shared results.
#[derive(Clone)]
pub(super) struct Hostile {
    pub(super) server: SocketAddr,
    pub(super) seed: u64,
    pub(super) end: Instant,
    /// Table of the honest pair.
    pub(super) victim: Arc<Mutex<String>>,
    pub(super) findings: Findings,
    pub(super) counts: Arc<Mutex<Counts>>,
}

impl Hostile {
    /// Runs all hostile clients until the end, on a thread of their own.
    pub(super) fn start(self) -> Result<std::thread::JoinHandle<()>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let run = move || {
            runtime.block_on(async {
                for address in 0..ADDRESSES {
                    for client in 0..CLIENTS {
                        let number = u64::from(address) * CLIENTS + client;
                        tokio::spawn(self.clone().client(Ipv4Addr::new(127, 0, 0, 2 + address), number));
                    }
                }
                tokio::time::sleep_until(self.end.into()).await;
            });
        };
        Ok(std::thread::Builder::new().name("hostile".into()).spawn(run)?)
    }

    pub(super) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn client(self, from: Ipv4Addr, number: u64) {
        let mut rng = Rng::from_number(self.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let guest = usize::MAX - 1_000 - number as usize;
        let mut own = None;
        while Instant::now() < self.end {
            if own.is_none() || rng.below(50) == 0 {
                own = self.create_table(from, guest, &mut rng).await.unwrap_or(own);
            }
            // The server may close a socket or refuse a connection at any time.
            if rng.below(3) > 0 {
                let _ = timeout(Duration::from_secs(60), self.socket(from, guest, own.as_deref(), &mut rng))
                    .await;
            } else {
                let _ = self.requests(from, guest, own.as_deref(), &mut rng).await;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn create_table(&self, from: Ipv4Addr, guest: usize, rng: &mut Rng) -> Result<Option<String>> {
        let (game, seats) =
            rng.pick(&[("scopa", 2), ("gin-rummy", 2), ("speed", 2), ("bridge", 4), ("thirty-one", 3)]);
        let mut chairs = vec![json!({ "bot": "random" }); seats];
        chairs[0] = json!("me");
        let new = json!({ "game": game, "options": {}, "seats": seats, "chairs": chairs, "name": "Eve" })
            .to_string();
        let (status, body) =
            exchange(self.server, from, &token(guest), "POST /api/tables", new.as_bytes()).await?;
        self.look_at(status, &body, "POST /api/tables", &new);
        Ok(decode::<Opened>(body.as_bytes()).ok().map(|opened| opened.table))
    }

    /// Checks an answer: no failure of the server, and an error of the protocol with each refusal.
    pub(super) fn look_at(&self, status: u16, body: &str, line: &str, sent: &str) {
        let mut counts = self.counts();
        counts.requests += 1;
        *counts.by_status.entry(status).or_default() += 1;
        drop(counts);
        // The server says that it is busy when all its connections or queues are taken.
        if status < 400 || status == 503 && body.contains("\"busy\"") || body.is_empty() && status < 500 {
            return;
        }
        match refusal(status, body) {
            Ok(kind) => *self.counts().by_code.entry(kind.code()).or_default() += 1,
            Err(error) => {
                let sent: String = sent.chars().take(500).collect();
                self.findings.add(format!("{line}: {error}: {sent}"));
            }
        }
    }

    /// Sends up to twenty requests to random addresses.
    async fn requests(&self, from: Ipv4Addr, guest: usize, own: Option<&str>, rng: &mut Rng) -> Result<()> {
        for _ in 0..rng.below(20) {
            let (line, mut body) = request(own.unwrap_or("x"), &self.victim(), rng);
            let mut line = line;
            if rng.below(3) > 0 {
                mutation::mutate(&mut body, rng);
            }
            let text = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
            let bytes =
                if rng.below(8) == 0 { mutation::spoil(&text, rng) } else { text.clone().into_bytes() };
            if rng.below(10) == 0 {
                line.push_str(rng.pick(&[
                    "/",
                    "?deal=-1",
                    "?deal=99999999999999999999",
                    "%00",
                    "/../..",
                    "?after=%ff",
                ]));
            }
            let token = bearer(guest, rng);
            let answer = timeout(REQUEST_TIMEOUT, exchange(self.server, from, &token, &line, &bytes)).await;
            if let Ok(Ok((status, answer))) = answer {
                self.look_at(status, &answer, &line, &text);
            }
            sleep(Duration::from_millis(rng.below(60) as u64)).await;
        }
        Ok(())
    }

    fn victim(&self) -> String {
        self.victim.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Speaks the protocol over one socket, with changed messages and in any order.
    async fn socket(&self, from: Ipv4Addr, guest: usize, own: Option<&str>, rng: &mut Rng) -> Result<()> {
        let stream = dial(self.server, from).await?;
        let (mut socket, _) =
            tokio_tungstenite::client_async(format!("ws://{}/ws", self.server), stream).await?;
        self.counts().sockets += 1;
        let mut known =
            Known { own: own.unwrap_or("x").to_owned(), victim: self.victim(), ..Known::default() };
        let mut hello = json!({ "type": "hello", "token": token(guest), "protocol": PROTOCOL });
        match rng.below(8) {
            0 => {}
            1 => {
                mutation::mutate(&mut hello, rng);
                socket.send(Message::text(hello.to_string())).await?;
            }
            2 => {
                hello["token"] = bearer(guest, rng).into();
                socket.send(Message::text(hello.to_string())).await?;
            }
            _ => {
                socket.send(Message::text(hello.to_string())).await?;
                let watch = json!({ "type": "watch", "table": known.table(rng) });
                socket.send(Message::text(watch.to_string())).await?;
            }
        }
        // The server accepts ten messages a second. A slow client gets further than a fast one.
        let pause = rng.below(220);
        for _ in 0..rng.below(150) {
            socket.send(frame(&known, rng)).await?;
            self.counts().frames += 1;
            sleep(Duration::from_millis(rng.below(pause + 1) as u64)).await;
            while let Ok(received) = timeout(Duration::from_millis(1), socket.next()).await {
                match received.ok_or("the server closed the socket")?? {
                    Message::Text(text) => self.hear(&text, &mut known),
                    Message::Close(_) => return Ok(()),
                    _ => {}
                }
            }
        }
        self.leave(socket, rng).await
    }

    /// Leaves politely or not.
    async fn leave(&self, mut socket: WebSocketStream<TcpStream>, rng: &mut Rng) -> Result<()> {
        if rng.below(2) == 0 {
            socket.close(None).await?;
        }
        Ok(())
    }

    /// Checks a notice: it must be one of the protocol.
    fn hear(&self, text: &str, known: &mut Known) {
        self.counts().notices += 1;
        match Notice::decode(text) {
            Ok(Notice::Refused(refused)) if refused.error.kind == ErrorKind::Unknown => {
                self.findings.add(format!("unknown refusal: {text}"));
            }
            Ok(Notice::Refused(refused)) => {
                *self.counts().by_code.entry(refused.error.kind.code()).or_default() += 1;
            }
            Ok(notice) => {
                if let Some(snapshot) = notice.snapshot()
                    && notice.table() == Some(&known.own)
                {
                    known.version = snapshot.version;
                    known.action = read_action(text).map(|(_, action)| action);
                }
                if let Notice::Table(told) = &notice {
                    known.commitment.clone_from(&told.info.commitment);
                    known.receipt = serde_json::from_str::<Value>(text)
                        .map_or(Value::Null, |told| told["receipt"].clone());
                }
            }
            Err(error) => {
                let text: String = text.chars().take(500).collect();
                self.findings.add(format!("a notice that cannot be read, {error}: {text}"));
            }
        }
    }
}

/// State of a hostile client, from the notices it received.
#[derive(Default)]
struct Known {
    own: String,
    victim: String,
    version: u64,
    action: Option<String>,
    commitment: String,
    receipt: Value,
}

impl Known {
    fn table(&self, rng: &mut Rng) -> &str {
        match rng.below(8) {
            0 => "AAAAAAAAAAAAAAAAAAAAAA",
            1 | 2 => &self.victim,
            _ => &self.own,
        }
    }
}

/// Returns a bearer token: mostly the client's own.
fn bearer(guest: usize, rng: &mut Rng) -> String {
    match rng.below(12) {
        0 => String::new(),
        1 => "A".repeat(rng.below(5_000)),
        2 => token(guest).chars().rev().collect(),
        // A guest without a seat. The honest players have the lowest numbers, and their tokens are secret.
        3 => token(1_000_000_000 + rng.below(1_000)),
        _ => token(guest),
    }
}

/// Returns a message, changed or not, or a frame that is no message.
fn frame(known: &Known, rng: &mut Rng) -> Message {
    let mut message = message(known, rng);
    match rng.below(20) {
        0 => return Message::binary(message.to_string()),
        1 => return Message::Ping(vec![7; rng.below(125)].into()),
        2 => return Message::Pong(vec![7; rng.below(125)].into()),
        // An oversize message, or part of one.
        3 if rng.below(4) == 0 => {
            message["table"] = "x".repeat(60_000 + rng.below(200_000)).into();
        }
        4 => {
            let bytes = mutation::spoil(&message.to_string(), rng);
            return Message::Frame(Frame::message(bytes, OpCode::Data(Data::Text), rng.below(4) > 0));
        }
        5 => {
            let bytes = message.to_string().into_bytes();
            return Message::Frame(Frame::message(bytes, OpCode::Data(Data::Continue), rng.below(2) == 0));
        }
        6..=12 => (0..1 + rng.below(3)).for_each(|_| mutation::mutate(&mut message, rng)),
        _ => {}
    }
    Message::text(message.to_string())
}

/// Returns a message of the protocol.
fn message(known: &Known, rng: &mut Rng) -> Value {
    let table = known.table(rng);
    let version = match rng.below(6) {
        0 => rng.below(1_000) as u64,
        1 => known.version.saturating_sub(1),
        _ => known.version,
    };
    let action = match &known.action {
        Some(action) if rng.below(4) > 0 => action.clone(),
        _ => rng.pick(&["7d", "P", "draw", "flip", "1C", "knock", "4d x 4c", ""]).to_owned(),
    };
    let id = rng.below(1_000).to_string();
    let seat = rng.below(5);
    let nonce = "A".repeat(43);
    let seek = rng.below(4).to_string();
    match rng.below(24) {
        0 => json!({ "type": "watch", "table": table, "receipt": known.receipt }),
        1 => json!({ "type": "watch", "table": table, "nonce": nonce }),
        2 => json!({ "type": "reveal", "table": table, "nonce": nonce, "commitment": known.commitment }),
        3 => json!({ "type": "unwatch", "table": table }),
        4 => json!({ "type": "sit", "table": table, "seat": seat, "name": "Eve" }),
        5 => json!({ "type": "textAction", "table": table, "version": version, "line": action, "id": id }),
        6 | 7 => json!({ "type": "continue", "table": table }),
        8 => json!({ "type": "rematch", "table": table }),
        9 => json!({ "type": "substitute", "table": table, "seat": seat }),
        10 => json!({ "type": "end", "table": table, "agree": rng.below(2) == 0 }),
        11 if rng.below(8) == 0 => json!({ "type": "resign", "table": table }),
        12 => json!({ "type": "stand", "table": table, "seat": seat }),
        13 => json!({ "type": "claim", "table": table }),
        14 => json!({ "type": "hint", "table": table, "version": version, "id": id }),
        15 => json!({ "type": "undo", "table": table, "version": version, "id": id }),
        16 => json!({ "type": "wait", "table": table, "seat": seat }),
        17 => json!({ "type": "say", "table": table, "phrase": "well-played" }),
        18 => json!({ "type": "ping" }),
        19 => json!({ "type": "lobby", "on": rng.below(2) == 0 }),
        20 => {
            json!({ "type": "seek", "id": seek, "pool": rng.pick(&["scopa-2-quick", "speed-2", "bridge-4-normal"]), "name": "Eve" })
        }
        21 => json!({ "type": "unseek", "id": seek }),
        22 => json!({ "type": "fill", "id": seek }),
        _ => json!({ "type": "play", "table": table, "version": version, "action": action, "id": id }),
    }
}

/// Returns the method and the path of a request, and its body. A body that is a string is sent as it is.
fn request(own: &str, victim: &str, rng: &mut Rng) -> (String, Value) {
    let table = if rng.below(3) == 0 { victim } else { own };
    let board = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n\
                 [Deal \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"]\n\
                 [Auction \"N\"]\nPass Pass 1C 1S AP\n";
    let hands = ["Qs Js", "8s 7s", "Ks 5s", "As Ts"].map(|hand| hand.split(' ').collect::<Vec<_>>());
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", { "bot": "random" }], "name": "Eve" });
    let get = |path: String| (format!("GET {path}"), Value::from(""));
    let name = rng.pick(&["Mallory", "MaIlory", "Eve", "Trent1"]);
    let proof = json!({ "kind": "password", "password": "three blind mice" });
    match rng.below(22) {
        0 => get("/api/games".into()),
        1 => get(format!("/api/tables/{table}/record")),
        2 => get(format!("/api/tables/{table}/replay?deal={}", rng.below(3))),
        3 => get(format!("/api/pads/{table}")),
        4 => get("/api/ready".into()),
        5 => ("POST /api/tables/validate".into(), new),
        6 if rng.below(4) == 0 => ("POST /api/tables".into(), new),
        7 => ("POST /api/boards".into(), board.into()),
        8 => (format!("POST /api/boards/{}", rng.below(3)), board.into()),
        9 => {
            let question =
                json!({ "ask": "tricks", "hands": hands, "dealer": 0, "vulnerable": [false, true] });
            ("POST /api/double-dummy".into(), question)
        }
        10 => ("POST /api/pads".into(), json!({ "format": "parlour-pad/1", "operations": [] })),
        11 => (format!("POST /api/pads/{table}"), json!({ "format": "parlour-pad/1", "operations": [[0]] })),
        12 => ("DELETE /api/push".into(), json!({ "endpoint": "https://example.org/x" })),
        13 => get("/api/me".into()),
        14 => ("POST /api/account".into(), json!({ "name": name, "password": "three blind mice" })),
        15 => ("POST /api/session".into(), json!({ "name": name, "proof": proof })),
        16 => ("PATCH /api/me".into(), json!({ "name": name })),
        17 => ("POST /api/me/codes".into(), json!({ "proof": proof })),
        18 => get("/api/me/devices".into()),
        19 if rng.below(8) == 0 => ("DELETE /api/me".into(), json!({ "proof": proof })),
        20 => (format!("DELETE /api/{}", rng.pick(&["session", "me/devices", "me/devices/x"])), json!({})),
        _ => (
            format!("{} /api/tables/{table}", rng.pick(&["PUT", "PATCH", "OPTIONS", "DELETE", "GET"])),
            json!({}),
        ),
    }
}
