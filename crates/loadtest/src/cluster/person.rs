//! Simulated player that behaves like the page: it reconnects, keeps the receipt of its latest
//! state, and shows nothing older than that.

use crate::Result;
use crate::client::{create_table, token};
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

/// Answer timeout of a command, after which the socket is replaced.
const ANSWER: Duration = Duration::from_secs(2);

/// Silence after which the socket is pinged.
const SILENCE: Duration = Duration::from_secs(4);

/// Delay between two connection attempts.
const AGAIN: Duration = Duration::from_millis(150);

/// Table of two players, match after match, and what happened there.
pub(crate) struct Board {
    /// Id of the table where the two players sit now.
    table: watch::Sender<String>,
    // Locked briefly, never across an await.
    notes: Mutex<Notes>,
}

struct Notes {
    tables: Vec<String>,
    /// Latest version shown to each player.
    seen: [u64; 2],
    moves: Vec<Move>,
    /// Times at which a player's socket ended unintentionally.
    lost: Vec<Instant>,
    /// Time since which both players wait for the server: no move was made and no player is
    /// thinking.
    waiting_since: Instant,
    /// Latest notice to each player.
    told: [String; 2],
    /// How each player's previous socket ended.
    ended: [String; 2],
}

/// Progress of the match.
#[derive(Clone, Copy)]
struct Move {
    waited_since: Instant,
    /// Time at which both players had seen the progress.
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
            told: Default::default(),
            ended: Default::default(),
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

    /// Returns the ids of all card tables that the players have used.
    pub(crate) fn tables(&self) -> Vec<String> {
        self.notes().tables.clone()
    }

    /// Describes where the match stands: the table, and the latest that each player knows.
    pub(crate) fn describe(&self) -> String {
        let notes = self.notes();
        let players = notes.told.iter().zip(&notes.ended).enumerate();
        let players = players.map(|(seat, (told, ended))| format!("\n  {seat}: “{ended}”, then {told}"));
        let table = notes.tables.last().map_or("no table", String::as_str);
        format!("{table}{}", players.collect::<String>())
    }

    /// Returns the number of moves.
    pub(crate) fn moves(&self) -> usize {
        self.notes().moves.len()
    }

    /// Returns whether a player had to reconnect since `since`.
    pub(crate) fn is_hit(&self, since: Instant) -> bool {
        self.notes().lost.iter().any(|at| *at >= since)
    }

    /// Returns whether both players have seen progress since `since` and since their last
    /// disconnect.
    pub(crate) fn has_gone_on(&self, since: Instant) -> bool {
        let notes = self.notes();
        // Notices sent before the disconnect don't prove progress.
        let since = notes.lost.last().copied().filter(|lost| *lost > since).unwrap_or(since);
        notes.moves.last().is_some_and(|last| last.seen > since)
    }

    /// Returns the longest wait without progress since `since`.
    pub(crate) fn longest_wait(&self, since: Instant) -> Duration {
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

pub(crate) struct Person {
    server: SocketAddr,
    board: Arc<Board>,
    guest: usize,
    seat: usize,
    rng: Rng,
    /// Mean thinking time per action.
    thought: Duration,
    notes: checker::Client,
    /// Latest version shown at this table, with its receipt.
    seen: u64,
    receipt: Value,
    /// Command that awaits its answer.
    asked: Option<Value>,
    named: u64,
    is_seated: bool,
    /// Id of the current or previous card table.
    table: String,
}

type Socket = WebSocketStream<TcpStream>;

impl Person {
    /// Creates one of the two players of a board. Its number decides which.
    pub(crate) fn new(
        server: SocketAddr,
        board: &Arc<Board>,
        guest: usize,
        seed: u64,
        thought: Duration,
    ) -> Self {
        Self {
            server,
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

    /// Plays until `over`. Returns the player's log for the checker.
    pub(crate) async fn play(mut self, mut over: watch::Receiver<bool>) -> checker::Client {
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

    /// Returns the next table: the first player creates it, the second waits for it.
    async fn next_table(&mut self) -> String {
        let mut table = self.board.table.subscribe();
        if self.seat == 0 {
            loop {
                match timeout(2 * ANSWER, create_table(self.server, self.guest, "scopa")).await {
                    Ok(Ok(table)) => break self.board.sit_at(table),
                    _ => sleep(AGAIN).await,
                }
            }
        } else {
            // The table may exist already if this player saw the end late.
            let _ = table.wait_for(|table| *table != self.table).await;
        }
        table.borrow().clone()
    }

    /// Plays over one socket until it ends. Returns whether the match is over.
    async fn visit(&mut self, table: &str) -> bool {
        let over = self.visit_or_fail(table).await;
        if let Err(error) = &over {
            let mut notes = self.board.notes();
            notes.lost.push(Instant::now());
            notes.ended[self.seat] = error.to_string();
        }
        over.unwrap_or(false)
    }

    async fn visit_or_fail(&mut self, table: &str) -> Result<bool> {
        let mut socket = timeout(ANSWER, dial(self.server)).await??;
        say(
            &mut socket,
            &json!({ "type": "hello", "token": token(self.guest), "protocol": protocol::PROTOCOL }),
        )
        .await?;
        say(&mut socket, &json!({ "type": "watch", "table": table, "receipt": self.receipt })).await?;
        let mut expects = true;
        loop {
            let limit = if expects { ANSWER } else { SILENCE };
            match timeout(limit, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    let notice: Value = serde_json::from_str(&text)?;
                    if self.hear(&mut socket, table, &text, &notice).await? {
                        return Ok(true);
                    }
                    expects = self.asked.is_some() || notice["type"] == "hello";
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err("it ended".into()),
                Ok(Some(Ok(_))) => {}
                Err(_) if expects => return Err("no answer".into()),
                Err(_) => {
                    say(&mut socket, &json!({ "type": "ping" })).await?;
                    expects = true;
                }
            }
        }
    }

    /// Processes a notice in raw and parsed form and acts on it. Returns whether the match is over.
    async fn hear(&mut self, socket: &mut Socket, table: &str, text: &str, notice: &Value) -> Result<bool> {
        text.clone_into(&mut self.board.notes().told[self.seat]);
        if notice["type"] == "table" {
            self.is_seated = notice["info"]["you"] == self.seat;
            if !self.is_seated {
                let sit = json!({ "type": "sit", "table": table, "seat": self.seat, "name": self.seat.to_string() });
                say(socket, &sit).await?;
            }
        }
        if notice["type"] == "refused" && notice["id"].is_null() && notice["code"] == "busy" {
            return Err("the server is busy".into());
        }
        if notice["id"].is_string() && self.asked.as_ref().is_some_and(|asked| asked["id"] == notice["id"]) {
            let unknown = ["unconfirmed", "busy", "not-saved"];
            let is_known = notice["type"] != "refused"
                || !unknown.contains(&notice["code"].as_str().unwrap_or_default());
            if is_known {
                self.asked = None;
            } else {
                // The table reports the result. Without an answer, the command is sent again.
                sleep(AGAIN).await;
                say(socket, &json!({ "type": "watch", "table": table, "receipt": self.receipt })).await?;
            }
        }
        let Some(version) = notice["snapshot"]["version"].as_u64() else {
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
        let snapshot = &notice["snapshot"];
        match snapshot["phase"].as_str() {
            Some("over") => return Ok(true),
            Some("scored") => say(socket, &json!({ "type": "continue", "table": table })).await?,
            _ => {}
        }
        if self.is_seated {
            self.act(socket, table, version, snapshot).await?;
        }
        Ok(false)
    }

    async fn act(&mut self, socket: &mut Socket, table: &str, version: u64, snapshot: &Value) -> Result<()> {
        let legal = snapshot["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
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

async fn dial(server: SocketAddr) -> Result<Socket> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(tokio_tungstenite::client_async(format!("ws://{server}/ws"), stream).await?.0)
}

async fn say(socket: &mut Socket, message: &Value) -> Result<()> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}
