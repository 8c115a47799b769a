//! Load test of the server: two scripted clients per table, tables on disk, open loop. The latency
//! of a move is measured from the time it was due, rather than from when the driver sent it, to the
//! arrival of the new snapshot at the opponent.
//!
//! The server runs in a process of its own on one core, the driver on the other. See
//! docs/performance.md.

mod arguments;
mod client;
#[cfg(unix)]
mod cluster;
mod figures;
#[cfg(unix)]
mod fuzz;
mod hostile;
mod pacer;
mod people;

use arguments::{Arguments, Command as Subcommand, Measurement, Serve};
use clap::Parser;
use figures::Usage;
use server::{Limits, NoPage, Pace, Server, Settings};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        None => measure(&arguments.measurement),
        #[cfg(unix)]
        Some(Subcommand::Fuzz(arguments)) => fuzz::run(&arguments),
        #[cfg(unix)]
        Some(Subcommand::Cluster(arguments)) => cluster::run(&arguments),
        Some(Subcommand::People(arguments)) => people::run(&arguments),
        Some(Subcommand::Deal { address, game }) => deal(address, &game),
        Some(Subcommand::Serve(arguments)) => serve(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the server under test. Prints its address.
fn serve(arguments: Serve) -> Result<()> {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
    log.with_max_level(tracing_subscriber::filter::LevelFilter::ERROR).init();
    let Serve { folder, workers, limits, database } = arguments;
    let limits = if limits == "usual" { Limits::default() } else { Limits::none() };
    #[cfg(not(feature = "cluster"))]
    if database.is_some() {
        return Err("tables in a database need the feature `cluster`".into());
    }
    let settings = Settings {
        #[cfg(feature = "cluster")]
        database: database.map(|address| server::Database {
            address,
            durability: store::Durability::One,
            peers: ([127, 0, 0, 1], 0).into(),
            drain: Duration::ZERO,
            archive: None,
        }),
        limits,
        pace: Pace {
            bot: Duration::ZERO,
            thrown_in: Duration::ZERO,
            count: Duration::ZERO,
            ..Pace::default()
        },
        ..Settings::new(folder, ([127, 0, 0, 1], 0).into(), NoPage)
    };
    let runtime = match workers {
        1 => tokio::runtime::Builder::new_current_thread().enable_all().build()?,
        _ => tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?,
    };
    runtime.block_on(async {
        let server = Server::bind(settings).await?;
        println!("{}", server.address());
        server.run(std::future::pending()).await;
        Ok(())
    })
}

/// Plays a deal at a running server. Prints the number of actions.
fn deal(address: SocketAddr, game: &str) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let actions = runtime.block_on(async {
        let pair = client::seat_all(&[address], 1, game).await?.pop().ok_or("no table")?;
        tokio::time::timeout(Duration::from_secs(60), pair.play_deal()).await?
    })?;
    println!("{game}: a deal of {actions} actions");
    Ok(())
}

fn measure(arguments: &Measurement) -> Result<()> {
    rlimit::increase_nofile_limit(u64::MAX)?;
    println!(
        "{:>8} {:>8} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10} {:>9} {:>8}",
        "moves/s",
        "tables",
        "done/s",
        "p50 ms",
        "p99 ms",
        "p99.9",
        "max ms",
        "µs/move",
        "kB/table",
        "busy",
        "B/frame"
    );
    for &rate in &arguments.rates {
        let folder = tempfile::Builder::new().prefix("loadtest-").tempdir_in(&arguments.data)?;
        TestServers::open(folder.path(), arguments)?.drive(rate, arguments)?;
    }
    Ok(())
}

/// Servers under test. They are stopped on drop.
struct TestServers {
    servers: Vec<Child>,
    addresses: Vec<SocketAddr>,
    #[cfg(unix)]
    _database: Option<local_postgres::LocalPostgres>,
}

impl Drop for TestServers {
    fn drop(&mut self) {
        for server in &mut self.servers {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl TestServers {
    fn open(folder: &Path, arguments: &Measurement) -> Result<Self> {
        let mut run = Self {
            servers: Vec::new(),
            addresses: Vec::new(),
            #[cfg(unix)]
            _database: None,
        };
        let mut database = None;
        #[cfg(unix)]
        if arguments.servers.is_some() {
            let started = local_postgres::LocalPostgres::start().ok_or("PostgreSQL isn't installed")?;
            database = Some(started.address());
            run._database = Some(started);
        }
        for number in 0..arguments.servers.unwrap_or(1) {
            let own = folder.join(number.to_string());
            let (server, address) = start(&own, arguments, database.as_deref())?;
            run.servers.push(server);
            run.addresses.push(address);
        }
        Ok(run)
    }

    fn usage(&self) -> Result<Usage> {
        let used = self.servers.iter().map(|server| Usage::of(server.id()));
        used.sum()
    }
}

fn start(folder: &Path, arguments: &Measurement, database: Option<&str>) -> Result<(Child, SocketAddr)> {
    let has_limits = !arguments.hostile.0.is_empty();
    let mut command = serve_command(folder, arguments.core.0, arguments.workers, has_limits)?;
    command.args(database);
    spawn(&mut command)
}

/// Returns the command that runs a server under test in a process of its own.
fn serve_command(folder: &Path, core: Option<usize>, workers: usize, has_limits: bool) -> Result<Command> {
    let program = std::env::current_exe()?;
    let mut command = match core {
        Some(core) => {
            let mut command = Command::new("taskset");
            command.arg("-c").arg(core.to_string()).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.arg("serve").arg(folder).arg(workers.to_string());
    command.arg(if has_limits { "usual" } else { "none" });
    Ok(command)
}

/// Starts a server under test. Returns it with its address.
fn spawn(command: &mut Command) -> Result<(Child, SocketAddr)> {
    let mut process = command.stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    if let Some(out) = process.stdout.take() {
        BufReader::new(out).read_line(&mut line)?;
    }
    Ok((process, line.trim().parse()?))
}

impl TestServers {
    fn drive(&self, rate: u32, arguments: &Measurement) -> Result<()> {
        // A quarter of a second between two moves of a table, which is faster than people play.
        let tables = arguments.tables.unwrap_or(rate as usize / 4).max(1);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
        let empty = self.usage()?;
        let mut pairs = client::seat_all(&self.addresses, tables, &arguments.game).await?;
        let seated = self.usage()?;
        let start = Instant::now() + Duration::from_millis(200);
        let end = start + Duration::from_secs(arguments.seconds);
        if !arguments.hostile.0.is_empty() {
            hostile::start(self.addresses[0], end, arguments.hostile.0.clone())?;
        }
        let (measured, going) = tokio::sync::mpsc::unbounded_channel();
        let strings = pacer::start(pairs.len(), rate, start, end)?;
        let playing: Vec<_> = pairs
            .drain(..)
            .zip(strings)
            .map(|(pair, due)| tokio::spawn(pair.play(due, measured.clone())))
            .collect();
        drop(measured);
        let before = self.usage()?;
        let mut moves = figures::gather(going).await;
        let after = self.usage()?;
        for table in playing {
            table.await??;
        }
        moves.sort();
        println!(
            "{rate:>8} {tables:>8} {:>9.0} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>8.1} {:>10.1} {:>9.1} {:>8.0}",
            moves.count() as f64 / arguments.seconds as f64,
            moves.percentile(50.0),
            moves.percentile(99.0),
            moves.percentile(99.9),
            moves.percentile(100.0),
            (after.cpu - before.cpu).as_secs_f64() * 1e6 / moves.count().max(1) as f64,
            seated.memory.saturating_sub(empty.memory) as f64 / 1024.0 / tables as f64,
            after.memory.saturating_sub(empty.memory) as f64 / 1024.0 / tables as f64,
            moves.bytes_a_frame(),
        );
        Ok(())
    })
    }
}
