//! Client of an attack: a guest or an account with an address of its own.

use super::Attack;
use crate::Result;
use crate::client::token;
use crate::hostile::{dial, exchange};
use cards::Rng;
use futures_util::{SinkExt, StreamExt};
use protocol::{ErrorKind, Notice, PROTOCOL};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Request timeout. Passwords wait for each other.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Attempts of a request that waits for a free thread, and the time between them.
const ATTEMPTS: usize = 60;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(500);

/// Longest part of a wait that a pause of the machine can take away.
const SLICE: Duration = Duration::from_millis(50);

/// Begin of each secret of a player. Ten letters follow, which only answers to this player may contain.
const SECRET: &str = "Secret-";
const LETTERS: usize = 10;

/// Returns ten random letters. No two of them look alike.
fn letters(rng: &mut Rng) -> String {
    (0..LETTERS).map(|_| rng.pick(b"abcdefghkmnpqrstuvwxyz") as char).collect()
}

/// Answer to a request.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// Kind of a refusal.
    pub(super) kind: Option<ErrorKind>,
    pub(super) body: Value,
}

impl Answer {
    pub(super) fn is_done(&self) -> bool {
        self.status < 300
    }
}

/// Guest or account at an address.
#[derive(Clone)]
pub(super) struct Player {
    attack: Arc<Attack>,
    server: SocketAddr,
    from: Ipv4Addr,
    pub(super) token: String,
    /// Letters of the player's secrets.
    secret: String,
    pub(super) name: String,
    pub(super) codes: Vec<String>,
}

impl Player {
    /// Creates a guest at a new address.
    pub(super) fn guest(attack: &Arc<Attack>, rng: &mut Rng) -> Self {
        let number = attack.next_number();
        let mut name = letters(rng);
        name[..1].make_ascii_uppercase();
        Self {
            attack: Arc::clone(attack),
            server: attack.server(),
            from: Ipv4Addr::from(0x7f01_0000 + number),
            token: token(usize::MAX / 2 - number as usize),
            secret: letters(rng),
            name,
            codes: Vec::new(),
        }
    }

    /// Creates an account at a new address.
    pub(super) async fn account(attack: &Arc<Attack>, rng: &mut Rng) -> Result<Self> {
        let mut player = Self::guest(attack, rng);
        let answer = player.again("POST /api/account", &player.claim(&player.name)).await?;
        if answer.status != 201 {
            return Err(format!("a claim was refused: {answer:?}").into());
        }
        let codes = answer.body["codes"].as_array().ok_or("no codes")?;
        player.codes = codes.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        attack.note_name(&player.name);
        Ok(player)
    }

    /// Returns the same player at a new address.
    pub(super) fn elsewhere(&self) -> Self {
        Self { from: Ipv4Addr::from(0x7f01_0000 + self.attack.next_number()), ..self.clone() }
    }

    /// Returns the same player at the address of another one.
    pub(super) fn at_address_of(&self, other: &Self) -> Self {
        Self { from: other.from, ..self.clone() }
    }

    /// Returns the same player at another server.
    pub(super) fn at(&self, server: SocketAddr) -> Self {
        Self { server, ..self.clone() }
    }

    /// Returns the same player with another token.
    pub(super) fn with_token(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    pub(super) fn password(&self) -> String {
        format!("{SECRET}{}-word", self.secret)
    }

    fn label(&self) -> String {
        format!("{SECRET}{}", self.secret)
    }

    /// Returns a claim of a name.
    pub(super) fn claim(&self, name: &str) -> Value {
        json!({ "name": name, "password": self.password(), "device": self.label() })
    }

    /// Returns a sign-in with a password.
    pub(super) fn sign_in(&self, name: &str, password: &str) -> Value {
        let proof = json!({ "kind": "password", "password": password });
        json!({ "name": name, "proof": proof, "device": self.label() })
    }

    /// Returns a sign-in with a recovery code.
    pub(super) fn sign_in_by_code(&self, code: &str) -> Value {
        json!({ "name": self.name, "proof": { "kind": "code", "code": code }, "device": self.label() })
    }

    /// Returns a proof by the password.
    pub(super) fn proof(&self) -> Value {
        json!({ "proof": { "kind": "password", "password": self.password() } })
    }

    /// Sends a request. Checks that the answer is one of the protocol and has no secret of another player.
    pub(super) async fn ask(&self, line: &str, body: &Value) -> Result<Answer> {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        self.ask_bytes(line, text.as_bytes()).await
    }

    pub(super) async fn ask_bytes(&self, line: &str, body: &[u8]) -> Result<Answer> {
        let asked = exchange(self.server, self.from, &self.token, line, body);
        let Ok(asked) = timeout(TIMEOUT, asked).await else {
            self.attack.note_timeout();
            return Err("no answer in time".into());
        };
        let (status, text) = asked?;
        let sent = String::from_utf8_lossy(body);
        self.attack.hostile.look_at(status, &text, line, &sent);
        self.look_for_secrets(&text, line);
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        let kind = match status {
            400.. => serde_json::from_value(body["code"].clone()).ok(),
            _ => None,
        };
        Ok(Answer { status, kind, body })
    }

    /// Repeats a request while the server is busy.
    pub(super) async fn again(&self, line: &str, body: &Value) -> Result<Answer> {
        for _ in 0..ATTEMPTS {
            let answer = self.ask(line, body).await?;
            if answer.kind != Some(ErrorKind::Busy) {
                return Ok(answer);
            }
            sleep(BETWEEN_ATTEMPTS).await;
        }
        Err("the server is always busy".into())
    }

    /// Reports a secret of another player.
    fn look_for_secrets(&self, text: &str, asked: &str) {
        let foreign = text.split(SECRET).skip(1).any(|rest| !rest.starts_with(&self.secret));
        if foreign || text.contains("$argon2") {
            let text: String = text.chars().take(1_000).collect();
            self.attack.find(&format!("{asked}: a secret of another player: {text}"));
        }
    }

    /// Opens a socket and says hello. Returns `None` if the server refuses the hello.
    pub(super) async fn open(&self) -> Result<Option<Socket>> {
        let stream = dial(self.server, self.from).await?;
        let address = format!("ws://{}/ws", self.server);
        let (stream, _) = timeout(TIMEOUT, tokio_tungstenite::client_async(address, stream)).await??;
        let mut socket = Socket { stream, player: self.clone() };
        socket.say(&json!({ "type": "hello", "token": self.token, "protocol": PROTOCOL })).await?;
        match socket.until(TIMEOUT, |notice| notice["type"] == "hello" || notice["type"] == "refused").await {
            Heard::Notice(notice) if notice["type"] == "hello" => Ok(Some(socket)),
            Heard::Notice(_) => Ok(None),
            Heard::Nothing | Heard::Closed => Err("no hello".into()),
        }
    }
}

/// Result of listening to a socket.
#[derive(Debug)]
pub(super) enum Heard {
    Notice(Value),
    /// No such notice in time.
    Nothing,
    Closed,
}

/// Socket of a player.
pub(super) struct Socket {
    stream: WebSocketStream<TcpStream>,
    player: Player,
}

impl Socket {
    pub(super) async fn say(&mut self, message: &Value) -> Result<()> {
        self.send(Message::text(message.to_string())).await
    }

    pub(super) async fn send(&mut self, message: Message) -> Result<()> {
        Ok(timeout(TIMEOUT, self.stream.send(message)).await??)
    }

    /// Looks for players in a pool.
    pub(super) async fn seek(&mut self, id: &str, pool: &str, name: &str) -> Result<()> {
        self.say(&json!({ "type": "seek", "id": id, "pool": pool, "name": name })).await
    }

    /// Listens for the first notice that is `wanted`. Checks every notice.
    pub(super) async fn until(&mut self, limit: Duration, wanted: impl Fn(&Value) -> bool) -> Heard {
        let listening = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let notice = self.player.hear(&text);
                        if wanted(&notice) {
                            return Heard::Notice(notice);
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Heard::Closed,
                    Some(Ok(_)) => {}
                }
            }
        };
        // Time in slices, so that a pause of the whole machine doesn't count.
        let waiting = async {
            for _ in 0..1 + limit.as_millis() / SLICE.as_millis() {
                sleep(SLICE).await;
            }
        };
        tokio::select! {
            biased;
            heard = listening => heard,
            () = waiting => Heard::Nothing,
        }
    }

    /// Listens until the server closes the socket. Returns whether it did.
    pub(super) async fn is_closed_within(&mut self, limit: Duration) -> bool {
        matches!(self.until(limit, |_| false).await, Heard::Closed)
    }
}

impl Player {
    /// Checks a notice: it must be one of the protocol, without a secret of another player.
    fn hear(&self, text: &str) -> Value {
        self.attack.count_notice();
        let shown = || text.chars().take(500).collect::<String>();
        match Notice::decode(text) {
            Ok(Notice::Refused(refused)) if refused.error.kind == ErrorKind::Unknown => {
                self.attack.find(&format!("unknown refusal: {}", shown()));
            }
            Ok(Notice::Lobby(lobby)) => {
                let names = lobby.seeks.iter().map(|seek| &seek.name);
                names.for_each(|name| self.attack.check_shown_name(name));
            }
            Ok(_) => {}
            Err(error) => self.attack.find(&format!("a notice that cannot be read, {error}: {}", shown())),
        }
        self.look_for_secrets(text, "a notice");
        serde_json::from_str(text).unwrap_or_default()
    }
}
