//! Things that fail while tables are played, one after the other; how long tables stand still each time, and whether what everybody
//! was shown fits what is in the database at the end.

use super::node::Node;
use super::person::{Board, Person};
use crate::Result;
use cards::Rng;
use local_postgres::LocalPostgres;
use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::sleep;

/// What happens, and at how many tables.
pub(super) struct Plan {
    pub(super) rounds: usize,
    pub(super) tables: usize,
    pub(super) faults: Vec<Fault>,
}

impl Default for Plan {
    fn default() -> Self {
        Self { rounds: 20, tables: 40, faults: FAULTS.map(|(_, fault)| fault).to_vec() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// A server is killed, and another comes in its place.
    Kill,
    /// A server stands still for ten seconds.
    Stop,
    /// A server is told to end, and another comes in its place, as for a new version.
    Drain,
    /// The database is killed, and starts again.
    Database,
}

const FAULTS: [(&str, Fault); 4] =
    [("kill", Fault::Kill), ("stop", Fault::Stop), ("drain", Fault::Drain), ("database", Fault::Database)];

impl Fault {
    fn name(self) -> &'static str {
        FAULTS.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }
}

pub(super) fn read_faults(names: &str) -> Option<Vec<Fault>> {
    let find = |name| FAULTS.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault);
    names.split(',').map(find).collect()
}

/// How long a server stands still.
const STOPPED: Duration = Duration::from_secs(10);

/// Tables that have not gone on after so long stand still for ever.
const STUCK: Duration = Duration::from_secs(60);

/// Between two faults.
const BREATH: Duration = Duration::from_secs(4);

pub(super) async fn run(
    plan: &Plan,
    mut rng: Rng,
    house: SocketAddr,
    database: &LocalPostgres,
    nodes: &mut [Node],
) -> Result<()> {
    let boards: Vec<Arc<Board>> = (0..plan.tables).map(|_| Arc::default()).collect();
    let over = watch::Sender::new(false);
    let mut people = Vec::new();
    for (number, board) in boards.iter().enumerate() {
        for seat in 0..2 {
            let guest = 2 * number + seat;
            let person = Person::new(house, board, guest, seat, rng.below(usize::MAX) as u64);
            people.push(tokio::spawn(person.play(over.subscribe())));
        }
    }
    let begun = Instant::now();
    while boards.iter().any(|board| board.moves() < 3) {
        if begun.elapsed() > STUCK {
            return Err("the tables do not begin".into());
        }
        sleep(Duration::from_millis(100)).await;
    }
    let mut times: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    for round in 0..plan.rounds {
        sleep(BREATH).await;
        let fault = plan.faults[round % plan.faults.len()];
        let node = rng.below(nodes.len());
        let moves = || boards.iter().map(|board| board.moves()).sum::<usize>();
        let before = moves();
        let since = fail(fault, database, nodes, node).await?;
        let went_on = until_all_go_on(fault, &boards, since).await?;
        println!(
            "{:>4} {:>9}: {:>3} of {} tables hit, {:>5} moves meanwhile, the last went on after {:.1} s",
            round + 1,
            fault.name(),
            went_on.len(),
            boards.len(),
            moves() - before,
            went_on.iter().max().map_or(0.0, Duration::as_secs_f64)
        );
        times.entry(fault).or_default().extend(went_on);
    }
    sleep(BREATH).await;
    over.send_replace(true);
    let mut clients = Vec::new();
    for person in people {
        clients.push(person.await?);
    }
    report(times);
    check(&boards, &clients, database)
}

/// Lets something fail, and mends it; when it failed.
async fn fail(fault: Fault, database: &LocalPostgres, nodes: &mut [Node], node: usize) -> Result<Instant> {
    let since = Instant::now();
    match fault {
        Fault::Kill => {
            nodes[node].signal("KILL")?;
            // Long enough for the others to find out by themselves.
            sleep(Duration::from_secs(5)).await;
            nodes[node].start_again()?;
        }
        Fault::Stop => {
            nodes[node].signal("STOP")?;
            sleep(STOPPED).await;
            nodes[node].signal("CONT")?;
        }
        Fault::Drain => {
            nodes[node].signal("TERM")?;
            nodes[node].start_again()?;
        }
        Fault::Database => {
            let killed = database.kill();
            let since = Instant::now();
            if !killed || !database.begin() {
                return Err("the database does not start again".into());
            }
            println!("     the database was away for {:.1} s", since.elapsed().as_secs_f64());
            return Ok(since);
        }
    }
    Ok(since)
}

/// How long every table that was hit stood still.
async fn until_all_go_on(fault: Fault, boards: &[Arc<Board>], since: Instant) -> Result<Vec<Duration>> {
    loop {
        let hit: Vec<&Arc<Board>> =
            boards.iter().filter(|board| fault == Fault::Database || board.is_hit(since)).collect();
        let went_on: Vec<Option<Duration>> = hit.iter().map(|board| board.went_on(since)).collect();
        if went_on.iter().all(Option::is_some) {
            return Ok(went_on.into_iter().flatten().collect());
        }
        if since.elapsed() > STUCK {
            let stuck = hit.iter().filter(|board| board.went_on(since).is_none());
            let stuck: Vec<String> = stuck.filter_map(|board| board.tables().pop()).collect();
            return Err(
                format!("after {} s these tables have not gone on: {stuck:?}", STUCK.as_secs()).into()
            );
        }
        sleep(Duration::from_millis(50)).await;
    }
}

fn report(times: BTreeMap<Fault, Vec<Duration>>) {
    println!("{:>10} {:>7} {:>9} {:>8} {:>8}", "", "tables", "median s", "p95 s", "worst s");
    for (fault, mut times) in times {
        times.sort();
        let at = |percent: usize| {
            let index = (times.len() * percent).div_ceil(100).max(1) - 1;
            times.get(index).copied().unwrap_or_default().as_secs_f64()
        };
        println!("{:>10} {:>7} {:>9.2} {:>8.2} {:>8.2}", fault.name(), times.len(), at(50), at(95), at(100));
    }
}

/// Whether what everybody has seen is what the database has.
fn check(boards: &[Arc<Board>], clients: &[checker::Client], database: &LocalPostgres) -> Result<()> {
    let sql = "SELECT id, text FROM tables JOIN entries USING (number) WHERE link IS NOT NULL ORDER BY id, sequence";
    let kept = database.ask(sql).ok_or("the database cannot be asked")?;
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
