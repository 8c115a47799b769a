//! Load test of the lobby: card tables play while many people are connected and look for each other. The latency of a
//! move with people is compared with that without them, in alternate phases of one run: the slowest moves wait for the
//! disk, whose speed changes from minute to minute.

use crate::arguments::Core;
use crate::client::{seat_all, token};
use crate::figures::Moves;
use crate::{Result, pacer, serve_command, spawn};
use futures_util::{SinkExt, StreamExt};
use protocol::{Notice, PROTOCOL};
use serde_json::json;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Pools in which people look for others: the catalog's pools for two.
fn pools() -> Vec<&'static str> {
    catalog::POOLS.iter().filter(|pool| pool.most == 2).map(|pool| pool.id).collect()
}

/// Longest wait of two players who may be paired: by then no difference of ratings keeps them apart.
const BOUND: Duration = Duration::from_secs(12);

/// Time between two phases, which is not measured.
const BETWEEN: Duration = Duration::from_secs(3);

/// Index of the guest of the first connected person of the first round. Lower ones sit at the tables.
const FIRST: usize = 1_000_000;

/// Measure moves at tables while people look for each other in the lobby.
///
/// Prints the pairing delay, and the latency of a move with and without people in the lobby. Ends with status 1 if two
/// people who can be paired wait for longer than twelve seconds.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of connected people.
    #[arg(long, default_value_t = 2_000)]
    connected: usize,
    /// Seeks per minute.
    #[arg(long, default_value_t = 200)]
    seeks: u32,
    /// Number of card tables that play.
    #[arg(long, default_value_t = 500)]
    tables: usize,
    /// Moves per second over all tables.
    #[arg(long, default_value_t = 500)]
    rate: u32,
    /// Number of rounds. A round has a phase without people and one with them.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Duration of each phase.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Core of the server (with taskset); `none` lets it use all.
    #[arg(long, default_value = "none")]
    core: Core,
    /// Folder on the disk to measure.
    #[arg(long, default_value_os_t = std::env::temp_dir())]
    data: PathBuf,
}

/// Server under test. It is killed on drop.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Number of the phase that is not measured. The phases of round `n`, which begins at 0, are `2 * n` without people and
/// `2 * n + 1` with them.
const UNMEASURED: usize = usize::MAX;

/// Runs all rounds, and prints the figures.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    rlimit::increase_nofile_limit(u64::MAX)?;
    let folder = tempfile::Builder::new().prefix("loadtest-").tempdir_in(&arguments.data)?;
    let (server, address) = spawn(&mut serve_command(folder.path(), arguments.core.0, 2, false)?)?;
    let _server = Killed(server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(arguments, address))
}

async fn measure(arguments: &Arguments, address: SocketAddr) -> Result<()> {
    let phase = Arc::new(AtomicUsize::new(UNMEASURED));
    let enter = |next: usize| phase.store(next, Ordering::Relaxed);
    let length = Duration::from_secs(arguments.seconds);
    let pairs = seat_all(&[address], arguments.tables, "scopa").await?;
    // Longer than needed: the tables stop when this function ends.
    let end = Instant::now() + length * arguments.rounds * 3 + Duration::from_secs(600);
    let strings = pacer::start(pairs.len(), arguments.rate, Instant::now(), end)?;
    let (measured, mut seen) = mpsc::unbounded_channel();
    let mut tables = tokio::task::JoinSet::new();
    for (pair, due) in pairs.into_iter().zip(strings) {
        tables.spawn(pair.play(due, measured.clone()));
    }
    let (stop, mut stopped) = oneshot::channel::<()>();
    let now = Arc::clone(&phase);
    let mut moves: Vec<Moves> = (0..arguments.rounds * 2).map(|_| Moves::default()).collect();
    let collecting = tokio::spawn(async move {
        loop {
            tokio::select! {
                Some(seen) = seen.recv() => if let Some(moves) = moves.get_mut(now.load(Ordering::Relaxed)) {
                    moves.note(&seen);
                },
                _ = &mut stopped => return moves,
            }
        }
    });
    let rounds = async {
        let mut pairings = Pairings::default();
        for round in 0..arguments.rounds as usize {
            sleep(BETWEEN).await;
            enter(2 * round);
            sleep(length).await;
            enter(UNMEASURED);
            let first = FIRST + round * arguments.connected;
            let people = People::connect(address, first, arguments.connected, arguments.seeks)?;
            people.are_connected.await?;
            sleep(BETWEEN).await;
            enter(2 * round + 1);
            sleep(length).await;
            enter(UNMEASURED);
            drop(people.stay);
            let thread = tokio::task::spawn_blocking(move || people.thread.join());
            pairings.add(thread.await?.map_err(|_| "the people panicked")??);
            eprintln!("round {} of {}", round + 1, arguments.rounds);
        }
        Result::Ok(pairings)
    };
    let pairings = tokio::select! {
        pairings = rounds => pairings?,
        Some(ended) = tables.join_next() => {
            ended??;
            return Err("a table ended".into());
        }
    };
    let _ = stop.send(());
    report(arguments, pairings, collecting.await?)
}

/// Prints the figures. `moves` has those of each phase.
fn report(arguments: &Arguments, pairings: Pairings, mut moves: Vec<Moves>) -> Result<()> {
    let (mut without, mut with) = (Moves::default(), Moves::default());
    for (round, phases) in moves.chunks_exact_mut(2).enumerate() {
        phases.iter_mut().for_each(Moves::sort);
        let [p99_without, p99_with] = [0, 1].map(|phase| phases[phase].percentile(99.0));
        println!(
            "{:>14}: p99 {p99_without:.2} without people, {p99_with:.2} ms with",
            format!("round {}", round + 1)
        );
        without.add(&mut phases[0]);
        with.add(&mut phases[1]);
    }
    with.sort();
    without.sort();
    for (name, moves) in [("without people", &without), ("with people", &with)] {
        println!(
            "{name:>14}: {} moves, p50 {:.2}, p99 {:.2}, max {:.2} ms",
            moves.count(),
            moves.percentile(50.0),
            moves.percentile(99.0),
            moves.percentile(100.0)
        );
    }
    println!(
        "{:>14}: p50 {:.2}, p99 {:.2}",
        "ratio",
        with.percentile(50.0) / without.percentile(50.0),
        with.percentile(99.0) / without.percentile(99.0)
    );
    let Pairings { mut delays, seeks, longest } = pairings;
    delays.sort_unstable();
    let percentile = |percent: usize| delays.get(delays.len().saturating_sub(1) * percent / 100);
    println!(
        "{:>14}: {} connected, {seeks} seeks, {} pairings, delay p50 {:.2?}, p99 {:.2?}, max {:.2?}",
        "people",
        arguments.connected,
        delays.len(),
        percentile(50).copied().unwrap_or_default(),
        percentile(99).copied().unwrap_or_default(),
        percentile(100).copied().unwrap_or_default()
    );
    match longest.max(delays.last().copied().unwrap_or_default()) {
        _ if delays.is_empty() => Err("no players were paired".into()),
        longest if longest > BOUND => Err(format!("two players waited {longest:.2?} for each other").into()),
        _ => Ok(()),
    }
}

/// Connected people, on a thread of their own.
struct People {
    /// Completes when all are connected.
    are_connected: oneshot::Receiver<()>,
    /// The people leave when this is dropped.
    stay: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<Result<Pairings>>,
}

/// Results of all seeks.
#[derive(Default)]
struct Pairings {
    /// Times between the later seek of two players and their notices.
    delays: Vec<Duration>,
    seeks: usize,
    /// Longest time for which two players were waiting in one pool at the end of a round.
    longest: Duration,
}

impl Pairings {
    fn add(&mut self, mut other: Self) {
        self.delays.append(&mut other.delays);
        self.seeks += other.seeks;
        self.longest = self.longest.max(other.longest);
    }
}

/// Message of a person: the person and the table.
type Paired = (usize, String, Instant);

impl People {
    /// Connects `count` people, who are the guests from `first` on.
    fn connect(server: SocketAddr, first: usize, count: usize, seeks_per_minute: u32) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (connected, are_connected) = oneshot::channel();
        let (stay, gone) = oneshot::channel();
        let run = move || {
            // People have computers of their own, so they leave the processor to the server and the tables. On Linux this is
            // the priority of this thread alone.
            rustix::process::nice(19)?;
            runtime.block_on(async {
                let (tell, paired) = mpsc::unbounded_channel();
                let mut people = Vec::new();
                for number in 0..count {
                    people.push(connect(server, first, number, tell.clone()).await?);
                }
                let _ = connected.send(());
                Ok(seek(&people, seeks_per_minute, paired, gone).await)
            })
        };
        let thread = std::thread::Builder::new().name("people".into()).spawn(run)?;
        Ok(Self { are_connected, stay, thread })
    }
}

/// Connects a person, who subscribes to the lobby. Returns the sender of the person's further messages.
async fn connect(
    server: SocketAddr,
    first: usize,
    number: usize,
    tell: mpsc::UnboundedSender<Paired>,
) -> Result<mpsc::UnboundedSender<String>> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(8 * 1024).write_buffer_size(0);
    let address = format!("ws://{server}/ws");
    let (mut socket, _) = tokio_tungstenite::client_async_with_config(address, stream, Some(config)).await?;
    let hello = json!({ "type": "hello", "token": token(first + number), "protocol": PROTOCOL });
    socket.send(Message::text(hello.to_string())).await?;
    socket.send(Message::text(json!({ "type": "lobby", "on": true }).to_string())).await?;
    let (say, mut said) = mpsc::unbounded_channel::<String>();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                said = said.recv() => match said {
                    Some(text) => drop(socket.send(Message::text(text)).await),
                    None => return,
                },
                received = socket.next() => match received {
                    // The state of the lobby, which comes each second, is not parsed.
                    Some(Ok(Message::Text(text))) if text.contains("\"paired\"") => {
                        if let Ok(Notice::Paired(paired)) = Notice::decode(&text) {
                            let _ = tell.send((number, paired.table, Instant::now()));
                        }
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return,
                },
            }
        }
    });
    Ok(say)
}

/// Lets one person after the other look for others, until `gone` is closed.
async fn seek(
    people: &[mpsc::UnboundedSender<String>],
    per_minute: u32,
    mut paired: mpsc::UnboundedReceiver<Paired>,
    mut gone: oneshot::Receiver<()>,
) -> Pairings {
    let pools = pools();
    let mut ticks = tokio::time::interval(Duration::from_secs(60) / per_minute);
    let mut waiting: HashMap<usize, (usize, Instant)> = HashMap::new();
    // Tables of which one player has heard, with the time of that player's seek.
    let mut tables: HashMap<String, Instant> = HashMap::new();
    let (mut seeks, mut delays) = (0, Vec::new());
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                let number = seeks % people.len();
                let pool = seeks * 7 / 3 % pools.len();
                seeks += 1;
                if waiting.contains_key(&number) {
                    continue;
                }
                let seek = json!({ "type": "seek", "id": seeks.to_string(), "pool": pools[pool], "name": "Guest" });
                waiting.insert(number, (pool, Instant::now()));
                // The person may have lost the connection, and then waits to the end.
                let _ = people[number].send(seek.to_string());
            }
            Some((number, table, at)) = paired.recv() => {
                let Some((_, since)) = waiting.remove(&number) else { continue };
                match tables.remove(&table) {
                    Some(other) => delays.push(at - since.max(other)),
                    None => drop(tables.insert(table, since)),
                }
            }
            _ = &mut gone => break,
        }
    }
    let now = Instant::now();
    let longest = longest_together(waiting.values().map(|(pool, since)| (*pool, now - *since)));
    Pairings { delays, seeks, longest }
}

/// Returns the longest time for which two players have waited in one pool. Each wait has its pool.
fn longest_together(waits: impl Iterator<Item = (usize, Duration)>) -> Duration {
    let mut by_pool: HashMap<usize, Vec<Duration>> = HashMap::new();
    waits.for_each(|(pool, wait)| by_pool.entry(pool).or_default().push(wait));
    let second = |waits: &mut Vec<Duration>| {
        waits.sort_unstable();
        waits.iter().rev().nth(1).copied()
    };
    by_pool.values_mut().filter_map(second).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_alone_in_a_pool_waits_for_no_one_else() {
        let seconds = |waits: &[(usize, u64)]| {
            let waits = waits.iter().map(|(pool, wait)| (*pool, Duration::from_secs(*wait)));
            longest_together(waits).as_secs()
        };
        assert_eq!(seconds(&[]), 0);
        assert_eq!(seconds(&[(0, 90), (1, 80)]), 0);
        assert_eq!(seconds(&[(0, 90), (1, 80), (1, 3), (0, 20), (0, 10)]), 20);
    }

    #[test]
    fn people_look_for_others_in_pools_for_two() {
        assert!(pools().contains(&"scopa-2-quick") && !pools().contains(&"scopa-4-quick"));
    }
}
