//! Random hostile clients at a live server: `loadtest fuzz`. The seed decides everything that they send, but not when
//! it arrives.

mod frames;
mod matches;
mod mutation;
mod people;
mod plausible;

use crate::arguments::Core;
use crate::client::seat_all;
use crate::cluster::person::{Board, Person};
use crate::{Result, figures, pacer, serve_command, spawn};
use frames::{Counts, Hostile};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Moves per second of the measured pair.
const RATE: u32 = 4;

/// Maximum memory of a server after an attack on accounts, in bytes.
const MAX_MEMORY: usize = 400_000_000;

/// Faults found, of which the first are kept.
#[derive(Clone, Default)]
pub(super) struct Findings(Arc<Mutex<Vec<String>>>);

impl Findings {
    /// Maximum number of findings kept.
    const MAX: usize = 200;

    pub(super) fn add(&self, finding: String) {
        let mut findings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if findings.len() < Self::MAX {
            eprintln!("found: {finding}");
            findings.push(finding);
        }
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Attack a server at random, and check its answers, its log and its data.
///
/// Ends with status 1 if the server failed, answered with anything but an error of the protocol, lost something, or wrote
/// a panic or an error to its log.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Seed of everything that is sent; by default the time.
    #[arg(long)]
    seed: Option<u64>,
    /// Number of mutated matches that are posted to a server without limits.
    #[arg(long, default_value_t = 10_000)]
    matches: u64,
    /// Duration of the attack on a server with its default limits, while honest players play.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Duration of the attack on accounts, the lobby, ties, challenges, reports and rulings.
    #[arg(long, default_value_t = 600)]
    people_seconds: u64,
    /// Core of the server (with taskset); `none` lets it use all.
    #[arg(long, default_value = "none")]
    core: Core,
    /// Folder on the disk.
    #[arg(long, default_value_os_t = std::env::temp_dir())]
    data: PathBuf,
}

/// Server under test, whose log is searched for faults. It is killed on drop.
struct TestServer {
    process: Child,
    address: SocketAddr,
}

impl TestServer {
    fn open(folder: &Path, core: Option<usize>, has_limits: bool, findings: &Findings) -> Result<Self> {
        let mut command = serve_command(folder, core, 2, has_limits)?;
        let (mut process, address) = spawn(command.stderr(Stdio::piped()))?;
        let log = process.stderr.take().ok_or("the server has no log")?;
        let findings = findings.clone();
        let read = move || {
            for line in BufReader::new(log).lines().map_while(std::io::Result::ok) {
                findings.add(format!("log: {line}"));
            }
        };
        std::thread::Builder::new().name("log".into()).spawn(read)?;
        Ok(Self { process, address })
    }

    /// Reports a fault if the server keeps too much memory. Linux only.
    fn check_memory(&self, findings: &Findings) {
        let Ok(figures::Usage { memory, .. }) = figures::Usage::of(self.process.id()) else { return };
        println!("server: {} MB of memory", memory / 1_000_000);
        if memory > MAX_MEMORY {
            findings.add(format!("the server keeps {} MB of memory", memory / 1_000_000));
        }
    }

    /// Kills the server. Reports a fault if it has ended by itself.
    fn close(mut self, findings: &Findings) -> Result<()> {
        if let Some(status) = self.process.try_wait()? {
            findings.add(format!("the server ended: {status}"));
        }
        Ok(())
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs all attacks, and checks the data of the servers.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let seed =
        arguments.seed.unwrap_or_else(|| std::time::UNIX_EPOCH.elapsed().map_or(0, |now| now.as_secs()));
    rlimit::increase_nofile_limit(u64::MAX)?;
    println!("seed {seed}");
    let findings = Findings::default();
    if arguments.matches > 0 {
        attack_with_matches(arguments, seed, &findings)?;
    }
    if arguments.seconds > 0 {
        attack_with_frames(arguments, seed, &findings)?;
    }
    if arguments.people_seconds > 0 {
        people::attack(arguments, seed, &findings)?;
    }
    match findings.count() {
        0 => {
            println!("nothing found");
            Ok(())
        }
        count => Err(format!("{count} findings, with seed {seed}").into()),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// Checks all stored lines, as `parlour check` does.
fn check(folder: &Path, findings: &Findings) {
    match store::check(folder) {
        Ok(contents) => println!("data: {} tables, whole", contents.tables),
        Err(error) => findings.add(format!("data: {error}")),
    }
}

fn attack_with_matches(arguments: &Arguments, seed: u64, findings: &Findings) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("fuzz-").tempdir_in(&arguments.data)?;
    let server = TestServer::open(folder.path(), arguments.core.0, false, findings)?;
    let started = Instant::now();
    let results = runtime()?.block_on(matches::post(server.address, seed, arguments.matches, findings))?;
    let (accepted, refused) = (results.accepted.len(), results.refused.values().sum::<u64>());
    println!(
        "matches: {} posted in {:.0} s, {accepted} accepted, {refused} refused {:?}, the slowest took {:.0} ms",
        arguments.matches,
        started.elapsed().as_secs_f64(),
        results.refused,
        results.slowest.as_secs_f64() * 1e3,
    );
    server.close(findings)?;
    check(folder.path(), findings);
    let server = TestServer::open(folder.path(), arguments.core.0, false, findings)?;
    runtime()?.block_on(matches::reopen(server.address, &results.accepted, findings));
    println!("matches: {accepted} opened again after the server was killed");
    server.close(findings)
}

fn attack_with_frames(arguments: &Arguments, seed: u64, findings: &Findings) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("fuzz-").tempdir_in(&arguments.data)?;
    let server = TestServer::open(folder.path(), arguments.core.0, true, findings)?;
    let counts: Arc<Mutex<Counts>> = Arc::default();
    let board: Arc<Board> = Arc::default();
    let logs = runtime()?.block_on(async {
        let pair = seat_all(&[server.address], 1, "scopa").await?.pop().ok_or("no table")?;
        let start = Instant::now();
        let end = start + Duration::from_secs(arguments.seconds);
        let hostile = Hostile {
            server: server.address,
            seed,
            end,
            victim: pair.current_table(),
            findings: findings.clone(),
            counts: Arc::clone(&counts),
        };
        let attack = hostile.start()?;
        let (over, is_over) = watch::channel(false);
        let people: Vec<_> = [2, 3]
            .map(|guest| {
                let seed = seed.wrapping_add(guest as u64);
                let person = Person::new(server.address, &board, guest, seed, Duration::from_millis(300));
                tokio::spawn(person.play(is_over.clone()))
            })
            .into();
        let due = pacer::start(1, RATE, start, end)?.pop().ok_or("no schedule")?;
        let (measured, seen) = tokio::sync::mpsc::unbounded_channel();
        let playing = tokio::spawn(pair.within_limits().play(due, measured));
        let mut moves = figures::gather(seen).await;
        if let Err(error) = playing.await? {
            findings.add(format!("the measured pair: {error}"));
        }
        tokio::task::spawn_blocking(move || attack.join()).await?.map_err(|_| "the attack panicked")?;
        over.send_replace(true);
        let mut logs = Vec::new();
        for person in people {
            logs.push(person.await?);
        }
        moves.sort();
        println!(
            "measured pair: {} moves in {} s, p50 {:.2}, p99 {:.2}, max {:.2} ms",
            moves.count(),
            arguments.seconds,
            moves.percentile(50.0),
            moves.percentile(99.0),
            moves.percentile(100.0)
        );
        Result::Ok(logs)
    })?;
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    println!(
        "sockets: {} with {} frames and {} notices; {} requests {:?}; refusals {:?}",
        counts.sockets, counts.frames, counts.notices, counts.requests, counts.by_status, counts.by_code
    );
    server.close(findings)?;
    check(folder.path(), findings);
    check_logs(folder.path(), &board, &logs, findings)
}

/// Checks that everything the honest players saw is in the data file.
fn check_logs(folder: &Path, board: &Board, logs: &[checker::Client], findings: &Findings) -> Result<()> {
    let file = rusqlite::Connection::open(folder.join("parlour.sqlite"))?;
    let mut select = file.prepare(
        "SELECT text FROM entries JOIN tables ON tables.number = entries.number WHERE tables.id = ?1 ORDER BY sequence",
    )?;
    let (mut shown, mut answered) = (0, 0);
    for table in board.tables() {
        let lines =
            select.query_map([&table], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
        match checker::check(&table, logs, &lines, &[0, 1]) {
            Ok(checked) => (shown, answered) = (shown + checked.shown, answered + checked.answered),
            Err(violation) => findings.add(format!("table {table}: {violation}")),
        }
    }
    println!(
        "checked pair: {} matches, {shown} versions shown, {answered} commands answered",
        board.tables().len()
    );
    if shown == 0 || answered == 0 {
        findings.add("the checked pair could not play".to_owned());
    }
    Ok(())
}
