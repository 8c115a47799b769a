//! Local cluster for tests: a database, servers of the program and a load balancer, on free ports
//! and in temporary folders. They are stopped at the end. With `--chaos`, tables are played while
//! faults are injected at random times, reproducible by a seed.

mod balancer;
mod chaos;
mod database;
mod node;
pub(crate) mod person;
mod proxy;

use crate::Result;
use cards::Rng;
use database::Database;
use node::Node;
use std::path::PathBuf;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

const HELP: &str = "\
cargo xtask cluster NODES [--chaos SEED] [--rounds N] [--tables N] [--thought MILLISECONDS]
                      [--faults FAULT,…] [--program PATH] [--other-program PATH]

  NODES     number of servers at one database
  --chaos   inject faults while tables are played, and check what the players have seen;
            the seed decides faults and times
  --rounds  number of faults
  --tables  number of tables
  --thought mean thinking time per action; reported waits exclude it
  --program  program of the servers, instead of the development build
  --other-program  program of another version
  --faults  faults to inject in turn; by default all of these:
              kill             a server is killed
              stop             a server is suspended for ten seconds
              drain            a server is replaced by another
              database         the database is killed and restarted
              cut-database     a server is cut off from the database for six seconds
              silent-database  the same, but its connections stay open and lose all data
              slow-database    data between a server and the database is delayed by up to two
                               seconds
              cut-peers        the other servers are cut off from a server for six seconds
              silent-peers     the same, but their connections stay open and lose all data
              standby          one of two standbys is killed
              failover         the primary is killed or left behind, and a standby is promoted
              version          each server in turn is replaced by one of the other program, and
                               then back";

struct Arguments {
    nodes: usize,
    program: PathBuf,
    chaos: Option<u64>,
    plan: chaos::Plan,
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments> {
    let nodes = words.next().and_then(|nodes| nodes.parse().ok()).filter(|nodes| (1..=9).contains(nodes));
    let program = std::env::current_exe()?.with_file_name("parlour");
    let mut arguments =
        Arguments { nodes: nodes.ok_or(HELP)?, program, chaos: None, plan: chaos::Plan::default() };
    while let Some(word) = words.next() {
        let value = words.next().ok_or(HELP)?;
        match word.as_str() {
            "--chaos" => arguments.chaos = Some(value.parse()?),
            "--rounds" => arguments.plan.rounds = value.parse()?,
            "--tables" => arguments.plan.tables = value.parse()?,
            "--thought" => arguments.plan.thought = Duration::from_millis(value.parse()?),
            "--faults" => arguments.plan.faults = chaos::read_faults(&value).ok_or(HELP)?,
            "--program" => arguments.program = value.into(),
            "--other-program" => arguments.plan.other_program = Some(value.into()),
            _ => return Err(HELP.into()),
        }
    }
    if !arguments.plan.complete() {
        return Err("the fault needs --other-program PATH".into());
    }
    Ok(arguments)
}

/// Runs `loadtest cluster NODES …`.
pub(crate) fn run(words: impl Iterator<Item = String>) -> Result<()> {
    let arguments = read(words)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let with_standbys = arguments.chaos.is_some() && arguments.plan.needs_standbys();
        let mut database = Database::start(with_standbys)?;
        let mut nodes = Vec::new();
        for _ in 0..arguments.nodes {
            nodes.push(Node::start(&arguments.program, database.end(), database.durable()).await?);
        }
        database.lead_peers(&nodes)?;
        let addresses = nodes.iter().map(Node::address).collect();
        let address = balancer::start(addresses).await?;
        println!("{} servers at one database, behind http://{address}", nodes.len());
        let Some(seed) = arguments.chaos else {
            for node in &nodes {
                println!("  http://{}", node.address());
            }
            println!("Stop them with Ctrl-C.");
            return Ok(tokio::signal::ctrl_c().await?);
        };
        // On a signal, the servers and the database are stopped by being dropped.
        let mut terminated = signal(SignalKind::terminate())?;
        let rng = Rng::from_number(seed);
        tokio::select! {
            done = chaos::run(&arguments.plan, rng, address, &mut database, &mut nodes) => done,
            _ = terminated.recv() => Err("interrupted before the check".into()),
            _ = tokio::signal::ctrl_c() => Err("interrupted before the check".into()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the program built with the other tests. `None` if it lacks the feature for
    /// databases.
    fn program() -> Option<PathBuf> {
        let tests = std::env::current_exe().ok()?;
        let program = tests.parent()?.with_file_name("parlour");
        let help = std::process::Command::new(&program).args(["serve", "--help"]).output().ok()?;
        String::from_utf8_lossy(&help.stdout).contains("--peers").then_some(program)
    }

    #[test]
    #[ignore = "takes long: cargo xtask test --full"]
    fn three_servers_lose_nothing_whatever_fails() {
        let Some(program) = program() else {
            return println!("skipped: no program with the feature `cluster` was built with this test");
        };
        let words = ["3", "--chaos", "1", "--rounds", "12", "--tables", "20", "--program"];
        let words = words.map(str::to_owned).into_iter().chain([program.to_string_lossy().into_owned()]);
        run(words).expect("nothing is lost");
    }
}
