//! Pair of scripted players: each plays its first legal action when a move is due.

use crate::Result;
use crate::figures::Seen;
use crate::pacer::Due;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cards::Seat;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use protocol::{Audience, Command, NewChair, NewTable, Notice, Opened, Phase, decode};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Socket with a task that always reads it, as in real programs. The server's pings, which measure
/// the round-trip time, are therefore answered at once.
pub(crate) struct Client {
    out: SplitSink<WebSocketStream<TcpStream>, Message>,
    received: mpsc::UnboundedReceiver<String>,
    /// Reading task, ended on drop. Otherwise it would answer pings and keep the socket open
    /// forever.
    _listener: JoinSet<()>,
}

impl Client {
    pub(crate) async fn hello(address: SocketAddr, guest: usize) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024).write_buffer_size(0);
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(format!("ws://{address}/ws"), stream, Some(config))
                .await?;
        let (out, mut incoming) = socket.split();
        let (receive, received) = mpsc::unbounded_channel();
        let mut listener = JoinSet::new();
        listener.spawn(async move {
            while let Some(Ok(message)) = incoming.next().await {
                if let Message::Text(text) = message
                    && receive.send(text.as_str().to_owned()).is_err()
                {
                    return;
                }
            }
        });
        let mut client = Self { out, received, _listener: listener };
        client.say(&Command::hello(token(guest))).await?;
        client.until(|notice| matches!(notice, Notice::Hello(_))).await?;
        Ok(client)
    }

    pub(crate) async fn say(&mut self, command: &Command) -> Result<()> {
        Ok(self.out.send(Message::text(command.encode())).await?)
    }

    pub(crate) async fn receive(&mut self) -> Result<String> {
        Ok(self.received.recv().await.ok_or("the server closed the connection")?)
    }

    /// Waits for the first notice that `wanted` accepts.
    pub(crate) async fn until(&mut self, wanted: fn(&Notice) -> bool) -> Result<Notice> {
        loop {
            let notice = read(&self.receive().await?)?;
            if wanted(&notice) {
                return Ok(notice);
            }
        }
    }
}

/// Decodes a notice. A refusal is an error.
fn read(text: &str) -> Result<Notice> {
    match Notice::decode(text)? {
        Notice::Refused(refused) => Err(refused.error.into()),
        notice => Ok(notice),
    }
}

fn is_dealt(notice: &Notice) -> bool {
    matches!(notice, Notice::Dealt(_))
}

pub(crate) fn token(guest: usize) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(guest.to_le_bytes()))
}

/// Returns the version and the first legal action of a notice, if it has one.
pub(crate) fn read_action(text: &str) -> Option<(u64, String)> {
    let notice = read(text).ok()?;
    let snapshot = notice.snapshot()?;
    Some((snapshot.version, snapshot.legal.first()?.clone()))
}

/// Card table with its two players.
pub(crate) struct Pair {
    place: Place,
    table: String,
    players: [Client; 2],
    /// State of the table, as far as the players have heard.
    turn: Turn,
}

/// Settings of the card table, sufficient to start another match.
struct Place {
    /// Server of each player.
    addresses: [SocketAddr; 2],
    number: usize,
    game: String,
    /// Id of the current table, for others who want to disturb it.
    current: Arc<Mutex<String>>,
    /// Time between an answer and the next command.
    pause: Duration,
}

struct Turn {
    version: u64,
    state: State,
}

enum State {
    /// Action due to this player.
    Act(usize, String),
    /// A deal is scored; both players declare that they are ready.
    Ready,
    /// A deal is about to start, or the opponent's snapshot is on its way.
    Wait,
    Over,
}

/// Opens card tables with two players each.
pub(crate) async fn seat_all(servers: &[SocketAddr], tables: usize, game: &str) -> Result<Vec<Pair>> {
    let mut pairs = Vec::with_capacity(tables);
    for number in 0..tables {
        // With several servers, the two players use different ones.
        let addresses = [0, 1].map(|seat| servers[(number + seat) % servers.len()]);
        let (game, current, pause) = (game.to_owned(), Arc::default(), Duration::ZERO);
        pairs.push(Pair::seat(Place { addresses, number, game, current, pause }).await?);
    }
    Ok(pairs)
}

/// Interval between two commands. A server with default limits accepts ten per second and socket,
/// and ignores more.
pub(crate) const PACE: Duration = Duration::from_millis(110);

/// Timeout of a notice. A player of a server that answers nothing would wait forever.
const ANSWER: Duration = Duration::from_secs(60);

impl Pair {
    async fn seat(place: Place) -> Result<Self> {
        let [here, there] = place.addresses;
        let (first, second) = (2 * place.number, 2 * place.number + 1);
        let table = create_table(here, first, &place.game).await?;
        let mut players = [Client::hello(here, first).await?, Client::hello(there, second).await?];
        for player in &mut players {
            player.say(&Command::watch(&*table, None)).await?;
            player.until(|notice| matches!(notice, Notice::Table(_))).await?;
        }
        let sit = Command::Sit { table: table.clone(), seat: Seat::new(1), name: "Bob".to_owned() };
        players[1].say(&sit).await?;
        let mut pair = Self { place, table, players, turn: Turn { version: 0, state: State::Wait } };
        pair.await_deal().await?;
        pair.place.current.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&pair.table);
        Ok(pair)
    }

    /// Returns a handle to the id of the current table.
    pub(crate) fn current_table(&self) -> Arc<Mutex<String>> {
        Arc::clone(&self.place.current)
    }

    /// Keeps the limits of the server: moves that became due while the server was slow are made one after the other.
    pub(crate) fn within_limits(mut self) -> Self {
        self.place.pause = PACE;
        self
    }

    /// Processes a notice of a player. Returns its version if it contains a snapshot.
    fn take(&mut self, player: usize, notice: &Notice) -> Option<u64> {
        let snapshot = notice.snapshot()?;
        if snapshot.version > self.turn.version {
            self.turn = Turn { version: snapshot.version, state: State::Wait };
        }
        match snapshot.phase {
            Phase::Playing => {
                // In a race both may have an action. The player notified last takes it.
                if let Some(action) = snapshot.legal.first() {
                    self.turn.state = State::Act(player, action.clone());
                }
            }
            Phase::Scored => self.turn.state = State::Ready,
            Phase::Over => self.turn.state = State::Over,
            Phase::Waiting => (),
        }
        Some(snapshot.version)
    }

    /// Makes one move for each instant received from `due`, match after match, until `due` is closed.
    pub(crate) async fn play(
        mut self,
        mut due: Due,
        seen: mpsc::UnboundedSender<Seen>,
    ) -> std::result::Result<(), String> {
        let played = async {
            while let Some(instant) = due.recv().await {
                match std::mem::replace(&mut self.turn.state, State::Wait) {
                    State::Act(player, action) => self.act(player, &action, instant, &seen).await?,
                    State::Ready => {
                        let ready = Command::Continue { table: self.table.clone() };
                        for player in &mut self.players {
                            player.say(&ready).await?;
                        }
                        self.await_deal().await?;
                    }
                    State::Over => self = Self::seat(self.place).await?,
                    // The server shuffles without the players.
                    State::Wait => self.await_deal().await?,
                }
                tokio::time::sleep(self.place.pause).await;
            }
            Result::Ok(())
        };
        played.await.map_err(|error| error.to_string())
    }

    /// Plays until the first deal is scored. Returns the number of actions.
    pub(crate) async fn play_deal(mut self) -> Result<usize> {
        let (seen, mut snapshots) = mpsc::unbounded_channel();
        loop {
            match std::mem::replace(&mut self.turn.state, State::Wait) {
                State::Act(player, action) => {
                    tokio::time::sleep(PACE).await;
                    self.act(player, &action, Instant::now(), &seen).await?;
                }
                State::Wait => self.await_deal().await?,
                State::Ready | State::Over => break,
            }
        }
        Ok(std::iter::from_fn(|| snapshots.try_recv().ok()).count())
    }

    /// Sends an action of a player and waits until both players have heard of it.
    async fn act(
        &mut self,
        player: usize,
        action: &str,
        due: Instant,
        seen: &mpsc::UnboundedSender<Seen>,
    ) -> Result<()> {
        let version = self.turn.version;
        let (table, action) = (self.table.clone(), action.to_owned());
        self.players[player].say(&Command::Play { table, version, action, id: "m".to_owned() }).await?;
        self.await_snapshots(player, version, due, seen).await
    }

    /// Returns the next notice of a player who waits, with the number of the player. Listens to both, because only the
    /// player who sent a command hears of its refusal.
    async fn hear(&mut self, waits: [bool; 2]) -> Result<(usize, String)> {
        let [one, other] = &mut self.players;
        let heard = async {
            tokio::select! {
                text = one.receive(), if waits[0] => Ok((0, text?)),
                text = other.receive(), if waits[1] => Ok((1, text?)),
            }
        };
        tokio::time::timeout(ANSWER, heard).await.map_err(|_| "no answer in time")?
    }

    /// Waits until both players have heard of the server's deal.
    async fn await_deal(&mut self) -> Result<()> {
        let mut waits = [true, true];
        while waits != [false, false] {
            let (player, text) = self.hear(waits).await?;
            let notice = read(&text)?;
            if is_dealt(&notice) {
                self.take(player, &notice);
                waits[player] = false;
            }
        }
        Ok(())
    }

    /// Waits until both players have received the snapshot after `version`. Measures that of the opponent of
    /// `player`.
    async fn await_snapshots(
        &mut self,
        player: usize,
        version: u64,
        due: Instant,
        seen: &mpsc::UnboundedSender<Seen>,
    ) -> Result<()> {
        let mut waits = [true, true];
        while waits != [false, false] {
            let (listener, text) = self.hear(waits).await?;
            let after = due.elapsed();
            if self.take(listener, &read(&text)?).is_some_and(|received| received > version) {
                waits[listener] = false;
                if listener != player {
                    // Fails only after the measurement.
                    let _ = seen.send(Seen { after, bytes: text.len() });
                }
            }
        }
        Ok(())
    }
}

pub(crate) async fn create_table(address: SocketAddr, guest: usize, game: &str) -> Result<String> {
    let new = NewTable {
        game: game.to_owned(),
        options: BTreeMap::new(),
        seats: 2,
        chairs: vec![NewChair::Me, NewChair::Open],
        name: "Ada".to_owned(),
        stake: None,
        time_control: None,
        day: None,
        begun: None,
        audience: Audience::Link,
    };
    let new = serde_json::to_string(&new)?;
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{new}",
        token(guest),
        new.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let opened: Opened = decode(body.as_bytes()).map_err(|_| format!("no table: {body}"))?;
    Ok(opened.table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    /// Serves one socket: answers the hello, and refuses each further message if `refuses`.
    async fn serve(listener: TcpListener, refuses: bool) {
        let (stream, _) = listener.accept().await.unwrap();
        let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        let hello = format!(r#"{{"type":"hello","protocol":{},"server":"test"}}"#, protocol::PROTOCOL);
        let refused = r#"{"type":"refused","code":"too-many","message":"too many messages"}"#;
        let mut answer = &*hello;
        while let Some(Ok(message)) = socket.next().await {
            if message.is_text() && (answer == hello || refuses) {
                socket.send(Message::text(answer)).await.unwrap();
                answer = refused;
            }
        }
    }

    #[tokio::test]
    async fn a_refusal_of_either_player_ends_the_wait_for_a_deal() {
        for refused in 0..2 {
            let mut players = Vec::new();
            for player in 0..2 {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let address = listener.local_addr().unwrap();
                tokio::spawn(serve(listener, player == refused));
                players.push(Client::hello(address, player).await.unwrap());
            }
            let players = players.try_into().unwrap_or_else(|_| panic!("two players"));
            let addresses = [([127, 0, 0, 1], 0).into(); 2];
            let (game, current, pause) = ("scopa".to_owned(), Arc::default(), Duration::ZERO);
            let place = Place { addresses, number: 0, game, current, pause };
            let turn = Turn { version: 1, state: State::Ready };
            let pair = Pair { place, table: "t".to_owned(), players, turn };
            let (tick, due) = mpsc::unbounded_channel();
            tick.send(Instant::now()).unwrap();
            let played = tokio::time::timeout(ANSWER / 2, pair.play(due, mpsc::unbounded_channel().0)).await;
            let error = played.expect("the driver waits forever").unwrap_err();
            assert!(error.contains("too many"), "player {refused}: {error}");
        }
    }
}
