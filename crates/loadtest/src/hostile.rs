//! Hostile guests from several local addresses, while the measured tables play. The server then
//! runs with its default limits.

use crate::Result;
use crate::client::{read_action, token};
use cards::{Card, CardSet, Rng};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

type Outcome = Result<()>;

/// Number of source addresses, from 127.0.0.2 on.
pub(crate) const ADDRESSES: u8 = 8;

/// Kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Kind {
    Floods,
    #[value(name = "unread")]
    DoesNotRead,
    #[value(name = "half")]
    SaysHalf,
    #[value(name = "visits")]
    ComesAndGoes,
    #[value(name = "slow")]
    UploadsSlowly,
    #[value(name = "nonsense")]
    SendsNonsense,
    #[value(name = "bots")]
    LetsBotsThink,
    #[value(name = "boards")]
    SendsBoards,
    #[value(name = "solver")]
    AsksSolver,
    #[value(name = "matches")]
    CarriesMatches,
    #[value(name = "records")]
    ReadsRecords,
}

/// Runs these attacks until `end`, on a thread of their own.
pub(crate) fn start(server: SocketAddr, end: Instant, kinds: Vec<Kind>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let run = move || {
        runtime.block_on(async {
            for number in 0..ADDRESSES {
                let from = Ipv4Addr::new(127, 0, 0, 2 + number);
                let guest = usize::MAX - usize::from(number);
                for kind in &kinds {
                    match kind {
                        Kind::Floods => again(end, move || floods(server, from, guest)),
                        Kind::DoesNotRead => again(end, move || does_not_read(server, from, guest)),
                        Kind::SaysHalf => again(end, move || says_half(server, from)),
                        Kind::ComesAndGoes => again(end, move || comes_and_goes(server, from)),
                        Kind::UploadsSlowly => again(end, move || uploads_slowly(server, from)),
                        Kind::SendsNonsense => again(end, move || sends_nonsense(server, from, guest)),
                        Kind::LetsBotsThink => again(end, move || lets_bots_think(server, from, guest)),
                        Kind::SendsBoards => again(end, move || sends_boards(server, from, guest)),
                        Kind::AsksSolver => again(end, move || asks_solver(server, from, guest)),
                        Kind::CarriesMatches => again(end, move || carries_matches(server, from, guest)),
                        Kind::ReadsRecords => again(end, move || reads_records(server, from, guest)),
                    }
                }
            }
            tokio::time::sleep_until(end.into()).await;
        });
    };
    std::thread::Builder::new().name("hostile".into()).spawn(run)?;
    Ok(())
}

/// Repeats an attack until `end`, whether it fails or not.
fn again<F: Future<Output = Outcome> + Send + 'static>(end: Instant, does: impl Fn() -> F + Send + 'static) {
    tokio::spawn(async move {
        while Instant::now() < end {
            let _ = tokio::time::timeout(Duration::from_secs(15), does()).await;
            sleep(Duration::from_millis(20)).await;
        }
    });
}

pub(crate) async fn dial(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(server).await
}

async fn hello(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Result<WebSocketStream<TcpStream>> {
    let stream = dial(server, from).await?;
    let (mut socket, _) = tokio_tungstenite::client_async(format!("ws://{server}/ws"), stream).await?;
    let hello = json!({ "type": "hello", "token": token(guest), "protocol": protocol::PROTOCOL });
    socket.send(Message::text(hello.to_string())).await?;
    Ok(socket)
}

/// Sends messages far over the limit, some of them long.
async fn floods(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    let mut socket = hello(server, from, guest).await?;
    let long = json!({ "type": "watch", "table": "x".repeat(60_000) }).to_string();
    for number in 0_u32.. {
        let text = if number.is_multiple_of(20) { long.clone() } else { "{\"type\":".repeat(20) };
        socket.send(Message::text(text)).await?;
        sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}

/// Requests much data and reads none of it.
async fn does_not_read(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    let table = create_table(server, from, guest, &json!(["me", "open"])).await?;
    let mut socket = hello(server, from, guest).await?;
    let watch = json!({ "type": "watch", "table": table }).to_string();
    loop {
        socket.send(Message::text(watch.clone())).await?;
        sleep(Duration::from_millis(100)).await;
    }
}

async fn says_half(server: SocketAddr, from: Ipv4Addr) -> Outcome {
    let mut stream = dial(server, from).await?;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await?;
    stream.read_to_end(&mut Vec::new()).await?;
    Ok(())
}

async fn comes_and_goes(server: SocketAddr, from: Ipv4Addr) -> Outcome {
    dial(server, from).await?;
    Ok(())
}

async fn uploads_slowly(server: SocketAddr, from: Ipv4Addr) -> Outcome {
    let mut stream = dial(server, from).await?;
    let head =
        format!("POST /api/double-dummy HTTP/1.1\r\nhost: {server}\r\ncontent-length: 50000\r\n\r\n{{");
    stream.write_all(head.as_bytes()).await?;
    stream.read_to_end(&mut Vec::new()).await?;
    Ok(())
}

/// Sends large bodies that must be read before they can be refused.
async fn sends_nonsense(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    let pad = format!("{{\"format\":\"parlour-pad/1\",\"operations\":[{}0]}}", "[],".repeat(60_000));
    post(server, from, guest, "/api/pads", &pad).await?;
    post(server, from, guest, "/api/boards", &"[Deal \"N:\"]\n".repeat(50_000)).await?;
    Ok(())
}

/// Plays without pauses, so that a slow bot thinks all the time.
async fn lets_bots_think(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    let table = create_table(server, from, guest, &json!(["me", { "bot": "ismcts:1s" }])).await?;
    let mut socket = hello(server, from, guest).await?;
    socket.send(Message::text(json!({ "type": "watch", "table": table }).to_string())).await?;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        if let Some((version, action)) = read_action(&text) {
            let play =
                json!({ "type": "play", "table": table, "version": version, "action": action, "id": "m" });
            socket.send(Message::text(play.to_string())).await?;
        }
    }
    Ok(())
}

/// Sends a file of a thousand boards, which is read completely before it is answered.
async fn sends_boards(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    let hands = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";
    let board =
        |n: u32| format!("[Board \"{n}\"]\n[Deal \"N:{hands}\"]\n[Auction \"N\"]\nPass Pass Pass Pass\n\n");
    post(server, from, guest, "/api/boards", &(1..1_000).map(board).collect::<String>()).await?;
    Ok(())
}

/// Asks for the tricks of a random deal.
async fn asks_solver(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let mut deck: Vec<Card> = CardSet::FULL.into();
    Rng::from_number(NUMBER.fetch_add(1, Ordering::Relaxed)).shuffle(&mut deck);
    let hands: Vec<Vec<String>> =
        deck.chunks(13).map(|hand| hand.iter().map(ToString::to_string).collect()).collect();
    let question = json!({ "ask": "tricks", "hands": hands, "dealer": 0, "vulnerable": [false, true] });
    post(server, from, guest, "/api/double-dummy", &question.to_string()).await?;
    Ok(())
}

/// Continues a match of a browser at the server: 230 deals of bridge that were passed out, and one that wasn't.
async fn carries_matches(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    post(server, from, guest, "/api/tables", &carried_match()).await?;
    Ok(())
}

/// Requests the record of an unfinished match.
async fn reads_records(server: SocketAddr, from: Ipv4Addr, guest: usize) -> Outcome {
    let answer = post(server, from, guest, "/api/tables", &carried_match()).await?;
    let opened: serde_json::Value = serde_json::from_str(&answer)?;
    let table = opened["table"].as_str().ok_or("the server refuses more tables")?;
    loop {
        request(server, from, guest, &format!("GET /api/tables/{table}/record"), "").await?;
        sleep(Duration::from_millis(5)).await;
    }
}

fn carried_match() -> String {
    let deck: Vec<String> = CardSet::FULL.iter().map(|card| card.to_string()).collect();
    let deck = deck.join(" ");
    let passes = |dealer: usize| (0..4).map(move |place| format!("{} P", (dealer + place) % 4));
    let passed_out = (0..230).map(|n| json!({ "deck": deck, "entries": passes(n).collect::<Vec<_>>() }));
    let deals: Vec<_> = passed_out.chain([json!({ "deck": deck, "entries": [] })]).collect();
    let bot = json!({ "bot": "random" });
    let table = json!({
        "game": "bridge", "options": {}, "seats": 4, "chairs": ["me", "open", bot, bot], "name": "Eve",
        "begun": { "dealer": 0, "deals": deals },
    });
    table.to_string()
}

async fn create_table(
    server: SocketAddr,
    from: Ipv4Addr,
    guest: usize,
    chairs: &serde_json::Value,
) -> Result<String> {
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": chairs, "name": "Eve" });
    let answer = post(server, from, guest, "/api/tables", &new.to_string()).await?;
    let opened: serde_json::Value = serde_json::from_str(&answer)?;
    Ok(opened["table"].as_str().ok_or("the server refuses more tables")?.to_owned())
}

async fn post(server: SocketAddr, from: Ipv4Addr, guest: usize, path: &str, body: &str) -> Result<String> {
    request(server, from, guest, &format!("POST {path}"), body).await
}

/// Sends a request and returns the body of the answer. `line` is the method with the path.
async fn request(server: SocketAddr, from: Ipv4Addr, guest: usize, line: &str, body: &str) -> Result<String> {
    Ok(exchange(server, from, &token(guest), line, body.as_bytes()).await?.1)
}

/// Sends a request with this bearer token. Returns the status and the body of the answer.
pub(crate) async fn exchange(
    server: SocketAddr,
    from: Ipv4Addr,
    token: &str,
    line: &str,
    body: &[u8],
) -> Result<(u16, String)> {
    let mut stream = dial(server, from).await?;
    let head = format!(
        "{line} HTTP/1.1\r\nhost: {server}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    // A refusal may come before the whole body was read.
    let sent = stream.write_all(body).await;
    let mut answer = Vec::new();
    let received = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8(answer)?;
    let Some((head, body)) = answer.split_once("\r\n\r\n") else {
        sent?;
        received?;
        return Err("no answer".into());
    };
    let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok((status, body.to_owned()))
}
