//! Fault injection while tables are played. It measures how long players wait after each fault, and
//! checks at the end that everything shown fits the database.

use super::database::Database;
use super::node::Node;
use super::person::{Board, Person};
use super::proxy::{Lost, Proxy, Way};
use crate::Result;
use cards::Rng;
use clap::ValueEnum;
use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::sleep;

/// Faults to inject, and the number of card tables.
#[derive(clap::Args)]
pub(super) struct Plan {
    /// Number of faults.
    #[arg(long, default_value_t = 22)]
    rounds: usize,
    /// Number of tables.
    #[arg(long, default_value_t = 40)]
    tables: usize,
    /// Mean thinking time per action, in milliseconds; reported waits exclude it.
    #[arg(long, default_value_t = 175)]
    thought: u64,
    /// Faults to inject in turn; by default all that are possible.
    #[arg(long, value_delimiter = ',')]
    faults: Vec<Fault>,
    /// Program of another version, which the fault `version` switches to and back.
    #[arg(long)]
    other_program: Option<PathBuf>,
}

impl Plan {
    /// Returns the faults to inject.
    pub(super) fn faults(&self) -> Result<Vec<Fault>> {
        let is_possible = |fault: &Fault| *fault != Fault::Version || self.other_program.is_some();
        if self.faults.is_empty() {
            return Ok(Fault::value_variants().iter().copied().filter(is_possible).collect());
        }
        match self.faults.iter().all(is_possible) {
            true => Ok(self.faults.clone()),
            false => Err("the fault `version` needs --other-program PATH".into()),
        }
    }
}

/// Returns whether a fault involves standbys.
pub(super) fn need_standbys(faults: &[Fault]) -> bool {
    faults.iter().any(|fault| matches!(fault, Fault::Standby | Fault::Failover))
}

/// Fault to inject.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Fault {
    /// A server is killed.
    Kill,
    /// A server is suspended for ten seconds.
    Stop,
    /// A server is replaced by another.
    Drain,
    /// The database is killed and restarted.
    Database,
    /// A server is cut off from the database for six seconds.
    CutDatabase,
    /// The same, but its connections stay open and lose all data.
    SilentDatabase,
    /// Data between a server and the database is delayed by up to two seconds.
    SlowDatabase,
    /// The other servers are cut off from a server for six seconds.
    CutPeers,
    /// The same, but their connections stay open and lose all data.
    SilentPeers,
    /// One of two standbys is killed.
    Standby,
    /// The primary is killed or left behind, and a standby is promoted.
    Failover,
    /// Each server in turn is replaced by one of the other program, and then back.
    Version,
}

impl Fault {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns whether the fault affects every table, not only those whose sockets ended.
    fn is_of_all(self) -> bool {
        matches!(self, Self::Database | Self::SlowDatabase | Self::Standby | Self::Failover)
    }
}

/// Time a server is suspended.
const STOPPED: Duration = Duration::from_secs(10);

/// Time a connection is cut.
const CUT: Duration = Duration::from_secs(6);

/// Maximum delay on a slow connection.
const SLOWEST: Duration = Duration::from_secs(2);

/// Time a server still reaches the old primary after a failover, if that keeps running.
const LEFT_BEHIND: Duration = Duration::from_secs(3);

/// Timeout after which a card table that waits counts as stuck.
const STUCK: Duration = Duration::from_secs(60);

/// Pause between two faults.
const BREATH: Duration = Duration::from_secs(4);

pub(super) async fn run(
    plan: &Plan,
    faults: &[Fault],
    mut rng: Rng,
    server: SocketAddr,
    database: &mut Database,
    nodes: &mut [Node],
) -> Result<()> {
    let thought = Duration::from_millis(plan.thought);
    let boards: Vec<Arc<Board>> = (0..plan.tables).map(|_| Arc::default()).collect();
    let over = watch::Sender::new(false);
    let mut people = Vec::new();
    for (number, board) in boards.iter().enumerate() {
        for seat in 0..2 {
            let seed = rng.below(usize::MAX) as u64;
            let person = Person::new(server, board, 2 * number + seat, seed, thought);
            people.push(tokio::spawn(person.play(over.subscribe())));
        }
    }
    let begun = Instant::now();
    while boards.iter().any(|board| board.moves() < 3) {
        if begun.elapsed() > STUCK {
            return Err("the tables don't start".into());
        }
        sleep(Duration::from_millis(100)).await;
    }
    let mut times: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    let mut rounds: BTreeMap<Fault, usize> = BTreeMap::new();
    let mut cluster = Cluster { database, nodes, rng, plan, changed: 0 };
    for round in 0..plan.rounds {
        sleep(BREATH).await;
        let fault = faults[round % faults.len()];
        let moves = || boards.iter().map(|board| board.moves()).sum::<usize>();
        let before = moves();
        let since = cluster.fail(fault).await?;
        let waits = until_all_go_on(fault, &boards, since).await?;
        println!(
            "{:>4} {:>15}: {:>3} of {} tables, {:>5} moves meanwhile, none waited for more than {:.1} s",
            round + 1,
            fault.name(),
            waits.len(),
            boards.len(),
            moves() - before,
            waits.iter().max().map_or(0.0, Duration::as_secs_f64),
        );
        times.entry(fault).or_default().extend(waits);
        *rounds.entry(fault).or_default() += 1;
    }
    sleep(BREATH).await;
    over.send_replace(true);
    let mut clients = Vec::new();
    for person in people {
        clients.push(person.await?);
    }
    report(&rounds, times);
    check(&boards, &clients, cluster.database)
}

/// Cluster of servers under test.
struct Cluster<'a> {
    database: &'a mut Database,
    nodes: &'a mut [Node],
    rng: Rng,
    plan: &'a Plan,
    /// Number of switches of a server to another program version.
    changed: usize,
}

impl Cluster<'_> {
    /// Injects a fault and repairs it. Returns the time of the fault.
    async fn fail(&mut self, fault: Fault) -> Result<Instant> {
        let node = self.rng.below(self.nodes.len());
        let since = Instant::now();
        match fault {
            Fault::Kill => {
                self.nodes[node].signal("KILL")?;
                // Time for the other servers to notice.
                sleep(Duration::from_secs(5)).await;
                self.nodes[node].start_again()?;
            }
            Fault::Stop => {
                self.nodes[node].signal("STOP")?;
                sleep(STOPPED).await;
                self.nodes[node].signal("CONT")?;
            }
            Fault::Drain => {
                self.nodes[node].signal("TERM")?;
                self.nodes[node].start_again()?;
            }
            Fault::Database => {
                let since = self.database.kill_and_start()?;
                println!("     the database was down for {:.1} s", since.elapsed().as_secs_f64());
                return Ok(since);
            }
            Fault::CutDatabase => cut(&self.nodes[node].database, Way::Closed).await,
            Fault::SilentDatabase => {
                let silence = self.silence();
                cut(&self.nodes[node].database, silence).await;
            }
            Fault::SlowDatabase => {
                let time = SLOWEST * (1 + self.rng.below(20) as u32) / 20;
                println!("     all data is delayed by {:.1} s", time.as_secs_f64());
                cut(&self.nodes[node].database, Way::Slow(time)).await;
            }
            Fault::CutPeers => cut(&self.nodes[node].peers, Way::Closed).await,
            Fault::SilentPeers => {
                let silence = self.silence();
                cut(&self.nodes[node].peers, silence).await;
            }
            Fault::Standby => {
                let standby = self.rng.below(self.database.standbys());
                self.database.kill_a_standby(standby)?;
                sleep(CUT).await;
                self.database.start_a_standby(standby)?;
                self.database.until_followed()?;
            }
            Fault::Failover => return self.fail_over(node).await,
            Fault::Version => {
                // Each server is switched in turn, then each back.
                let (round, node) = (self.changed / self.nodes.len(), self.changed % self.nodes.len());
                let other = self.plan.other_program.as_deref().filter(|_| round.is_multiple_of(2));
                self.changed += 1;
                self.nodes[node].signal("TERM")?;
                self.nodes[node].start_again_as(other)?;
            }
        }
        Ok(since)
    }

    fn silence(&mut self) -> Way {
        Way::Silent([Lost::Everything, Lost::Answers][self.rng.below(2)])
    }

    /// Replaces the primary by a standby. The old one either is killed or keeps running; in that
    /// case this server finds the new one later than the others.
    async fn fail_over(&mut self, node: usize) -> Result<Instant> {
        let is_killed = self.rng.below(2) == 0;
        if is_killed {
            self.database.kill_primary()?;
        }
        let since = Instant::now();
        let before = self.database.fail_over()?;
        for (other, server) in self.nodes.iter().enumerate() {
            if is_killed || other != node {
                server.database.lead_to(self.database.end());
            }
        }
        let what = if is_killed { "was killed" } else { "keeps running, and one server still reaches it" };
        println!("     the new primary took {:.1} s; the old one {what}", since.elapsed().as_secs_f64());
        if !is_killed {
            sleep(LEFT_BEHIND).await;
            self.nodes[node].database.lead_to(self.database.end());
        }
        self.database.replace(before)?;
        Ok(since)
    }
}

async fn cut(proxy: &Proxy, way: Way) {
    proxy.set(way);
    sleep(CUT).await;
    proxy.set(Way::Open);
}

/// Waits until all affected card tables continue. Returns the longest wait at each.
async fn until_all_go_on(fault: Fault, boards: &[Arc<Board>], since: Instant) -> Result<Vec<Duration>> {
    let mended = Instant::now();
    loop {
        // Tables without a noticed fault must continue as well.
        let mut stuck = boards.iter().filter(|board| !board.has_gone_on(mended)).peekable();
        if stuck.peek().is_none() {
            break;
        }
        if mended.elapsed() > STUCK {
            let stuck: Vec<String> = stuck.map(|board| board.describe()).collect();
            let message =
                format!("these tables are stuck after {} s:\n{}", STUCK.as_secs(), stuck.join("\n"));
            return Err(message.into());
        }
        sleep(Duration::from_millis(50)).await;
    }
    let hit = boards.iter().filter(|board| fault.is_of_all() || board.is_hit(since));
    Ok(hit.map(|board| board.longest_wait(since)).collect())
}

fn report(rounds: &BTreeMap<Fault, usize>, times: BTreeMap<Fault, Vec<Duration>>) {
    println!("{:>15} {:>7} {:>7} {:>9} {:>8} {:>8}", "", "rounds", "tables", "median s", "p95 s", "worst s");
    for (fault, mut times) in times {
        times.sort();
        let at = |percent: usize| {
            let index = (times.len() * percent).div_ceil(100).max(1) - 1;
            times.get(index).copied().unwrap_or_default().as_secs_f64()
        };
        let (name, rounds, tables) = (fault.name(), rounds[&fault], times.len());
        println!("{name:>15} {rounds:>7} {tables:>7} {:>9.2} {:>8.2} {:>8.2}", at(50), at(95), at(100));
    }
}

/// Checks that everything the players have seen is in the database.
fn check(boards: &[Arc<Board>], clients: &[checker::Client], database: &Database) -> Result<()> {
    let sql = "SELECT id, text FROM tables JOIN entries USING (number) WHERE link IS NOT NULL ORDER BY id, sequence";
    let kept = database.ask(sql)?;
    let mut records: HashMap<&str, Vec<String>> = HashMap::new();
    for (id, text) in kept.lines().filter_map(|line| line.split_once('\t')) {
        records.entry(id).or_default().push(text.to_owned());
    }
    let (mut tables, mut shown, mut answered) = (0, 0, 0);
    for (number, board) in boards.iter().enumerate() {
        for table in board.tables() {
            let lines = records.get(table.as_str()).map(Vec::as_slice).unwrap_or_default();
            let own = &clients[2 * number..2 * number + 2];
            let checked = checker::check(&table, own, lines, &[0, 1])
                .map_err(|violation| format!("table {number}, {table}: {violation}"))?;
            (tables, shown, answered) = (tables + 1, shown + checked.shown, answered + checked.answered);
        }
    }
    println!(
        "{tables} matches, {shown} versions shown, {answered} commands answered: nothing lost, doubled or out of order"
    );
    Ok(())
}
