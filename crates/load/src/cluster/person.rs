//! Somebody who plays, as a page does it: a socket that comes back when it ends, the receipt of what was shown last, and nothing older
//! than that on the screen.

use crate::Result;
use crate::client::{found, token};
use cards::Rng;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// A command without an answer for so long, and the socket is given up.
const ANSWER: Duration = Duration::from_secs(2);

/// After so long without a word the socket is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(4);

/// Between two tries to come in.
const AGAIN: Duration = Duration::from_millis(150);

/// Where two people play, one match after the other, and what happened there.
pub(super) struct Board {
    /// The table they sit at.
    table: watch::Sender<String>,
    // Held for a note or a look, never across an await.
    notes: Mutex<Notes>,
}

struct Notes {
    tables: Vec<String>,
    /// The version that each of them was shown last.
    seen: [u64; 2],
    moves: Vec<Move>,
    /// When the socket of one of them ended without their wanting it.
    lost: Vec<Instant>,
    /// Since when the two wait for the house: nobody moved since then, and nobody thinks.
    waiting_since: Instant,
}

/// The match came further.
#[derive(Clone, Copy)]
struct Move {
    waited_since: Instant,
    /// When both had seen it.
    seen: Instant,
}

impl Default for Board {
    fn default() -> Self {
        let notes = Notes {
            tables: Vec::new(),
            seen: [0; 2],
            moves: Vec::new(),
            lost: Vec::new(),
            waiting_since: Instant::now(),
        };
        Self { table: watch::Sender::default(), notes: Mutex::new(notes) }
    }
}

impl Notes {
    fn move_on(&mut self) {
        let seen = Instant::now();
        self.moves.push(Move { waited_since: self.waiting_since, seen });
        self.waiting_since = seen;
    }
}

impl Board {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every table they have sat at.
    pub(super) fn tables(&self) -> Vec<String> {
        self.notes().tables.clone()
    }

    /// How often the match came further.
    pub(super) fn moves(&self) -> usize {
        self.notes().moves.len()
    }

    /// Whether one of the two had to come again since then.
    pub(super) fn is_hit(&self, since: Instant) -> bool {
        self.notes().lost.iter().any(|at| *at >= since)
    }

    /// Whether both saw the match come further since then, and after a socket of theirs ended last.
    pub(super) fn has_gone_on(&self, since: Instant) -> bool {
        let notes = self.notes();
        // What is still shown of before is no sign that it goes on.
        let since = notes.lost.last().copied().filter(|lost| *lost > since).unwrap_or(since);
        notes.moves.last().is_some_and(|last| last.seen > since)
    }

    /// The longest time since then in which the two waited and it did not come further.
    pub(super) fn longest_wait(&self, since: Instant) -> Duration {
        let notes = self.notes();
        let now = Move { waited_since: notes.waiting_since, seen: Instant::now() };
        let moves = notes.moves.iter().copied().chain([now]).filter(|each| each.seen >= since);
        let waits = moves.map(|each| each.seen.saturating_duration_since(each.waited_since.max(since)));
        waits.max().unwrap_or_default()
    }

    fn sit_at(&self, table: String) {
        let mut notes = self.notes();
        notes.seen = [0; 2];
        notes.tables.push(table.clone());
        drop(notes);
        self.table.send_replace(table);
    }
}

pub(super) struct Person {
    house: SocketAddr,
    board: Arc<Board>,
    guest: usize,
    seat: usize,
    rng: Rng,
    /// How long they think about an action on the mean.
    thought: Duration,
    notes: checker::Client,
    /// The version they were shown last at this table, and its receipt.
    seen: u64,
    receipt: Value,
    /// What they asked for and nobody has answered.
    asked: Option<Value>,
    named: u64,
    is_seated: bool,
    /// The table they sit at, or sat at before.
    table: String,
}

type Socket = WebSocketStream<TcpStream>;

impl Person {
    /// One of the two at a board, whose number among all people says which.
    pub(super) fn new(
        house: SocketAddr,
        board: &Arc<Board>,
        guest: usize,
        seed: u64,
        thought: Duration,
    ) -> Self {
        Self {
            house,
            board: Arc::clone(board),
            guest,
            seat: guest % 2,
            rng: Rng::from_number(seed),
            thought,
            notes: checker::Client::default(),
            seen: 0,
            receipt: Value::Null,
            asked: None,
            named: 0,
            is_seated: false,
            table: String::new(),
        }
    }

    /// Plays until `over`; what they did and saw.
    pub(super) async fn play(mut self, mut over: watch::Receiver<bool>) -> checker::Client {
        tokio::select! {
            _ = over.wait_for(|over| *over) => {}
            () = self.go_on() => {}
        }
        self.notes
    }

    async fn go_on(&mut self) {
        loop {
            let table = self.next_table().await;
            self.table.clone_from(&table);
            (self.seen, self.receipt, self.asked, self.is_seated) = (0, Value::Null, None, false);
            while !self.visit(&table).await {
                sleep(AGAIN).await;
            }
        }
    }

    /// A new table: who sits first opens it, the other comes there.
    async fn next_table(&mut self) -> String {
        let mut table = self.board.table.subscribe();
        if self.seat == 0 {
            loop {
                match timeout(2 * ANSWER, found(self.house, self.guest, "scopa")).await {
                    Ok(Ok(table)) => break self.board.sit_at(table),
                    _ => sleep(AGAIN).await,
                }
            }
        } else {
            // Which may be there already, if this one saw the end late.
            let _ = table.wait_for(|table| *table != self.table).await;
        }
        table.borrow().clone()
    }

    /// Plays over one socket until it ends; whether the match is over.
    async fn visit(&mut self, table: &str) -> bool {
        let over = self.visit_or_fail(table).await;
        if over.is_err() {
            self.board.notes().lost.push(Instant::now());
        }
        over.unwrap_or(false)
    }

    async fn visit_or_fail(&mut self, table: &str) -> Result<bool> {
        let mut socket = timeout(ANSWER, dial(self.house)).await??;
        say(&mut socket, &json!({ "type": "hello", "token": token(self.guest), "protocol": 2 })).await?;
        say(&mut socket, &json!({ "type": "watch", "table": table, "receipt": self.receipt })).await?;
        let mut expects = true;
        loop {
            let patience = if expects { ANSWER } else { SILENCE };
            match timeout(patience, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    let notice: Value = serde_json::from_str(&text)?;
                    if self.hear(&mut socket, table, &text, &notice).await? {
                        return Ok(true);
                    }
                    expects = self.asked.is_some() || notice["type"] == "hello";
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err("it ended".into()),
                Ok(Some(Ok(_))) => {}
                Err(_) if expects => return Err("it does not answer".into()),
                Err(_) => {
                    say(&mut socket, &json!({ "type": "ping" })).await?;
                    expects = true;
                }
            }
        }
    }

    /// Takes in a notice, as it came and as it is read, and does what there is to do; whether the match is over.
    async fn hear(&mut self, socket: &mut Socket, table: &str, text: &str, notice: &Value) -> Result<bool> {
        if notice["type"] == "table" {
            self.is_seated = notice["info"]["you"] == self.seat;
            if !self.is_seated {
                let sit = json!({ "type": "sit", "table": table, "seat": self.seat, "name": self.seat.to_string() });
                say(socket, &sit).await?;
            }
        }
        if notice["type"] == "refused" && notice["id"].is_null() && notice["code"] == "busy" {
            return Err("the house is busy".into());
        }
        if notice["id"].is_string() && self.asked.as_ref().is_some_and(|asked| asked["id"] == notice["id"]) {
            let unknown = ["unconfirmed", "busy", "not-saved"];
            let is_known = notice["type"] != "refused"
                || !unknown.contains(&notice["code"].as_str().unwrap_or_default());
            if is_known {
                self.asked = None;
            } else {
                // The table tells what became of it; whoever hears nothing asks again.
                sleep(AGAIN).await;
                say(socket, &json!({ "type": "watch", "table": table, "receipt": self.receipt })).await?;
            }
        }
        let Some(version) = notice["frame"]["version"].as_u64() else {
            self.notes.hears(text)?;
            return Ok(false);
        };
        if version < self.seen {
            return Ok(false);
        }
        self.notes.hears(text)?;
        self.seen = version;
        self.receipt = notice["receipt"].clone();
        {
            let mut notes = self.board.notes();
            if notes.tables.last().is_some_and(|last| last == table) {
                let before = notes.seen.iter().min().copied();
                notes.seen[self.seat] = version;
                if notes.seen.iter().min().copied() > before {
                    notes.move_on();
                }
            }
        }
        let frame = &notice["frame"];
        match frame["phase"].as_str() {
            Some("over") => return Ok(true),
            Some("scored") => say(socket, &json!({ "type": "continue", "table": table })).await?,
            _ => {}
        }
        if self.is_seated {
            self.act(socket, table, version, frame).await?;
        }
        Ok(false)
    }

    async fn act(&mut self, socket: &mut Socket, table: &str, version: u64, frame: &Value) -> Result<()> {
        let legal = frame["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
        if legal.is_empty() {
            return Ok(());
        }
        if self.asked.as_ref().is_none_or(|asked| asked["version"] != version) {
            let thought = self.thought * (50 + self.rng.below(101) as u32) / 100;
            self.board.notes().waiting_since = Instant::now() + thought;
            sleep(thought).await;
            self.named += 1;
            self.asked = Some(json!({
                "type": "play", "table": table, "version": version, "action": legal[self.rng.below(legal.len())],
                "id": format!("{}-{}", self.seat, self.named),
            }));
        }
        if let Some(asked) = &self.asked {
            self.notes.sends(asked);
            say(socket, asked).await?;
        }
        Ok(())
    }
}

async fn dial(house: SocketAddr) -> Result<Socket> {
    let stream = TcpStream::connect(house).await?;
    stream.set_nodelay(true)?;
    Ok(tokio_tungstenite::client_async(format!("ws://{house}/ws"), stream).await?.0)
}

async fn say(socket: &mut Socket, message: &Value) -> Result<()> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}
