//! A cluster on this machine, to try: a database, servers of the program at it, and a balancer before them, all on free ports and in
//! temporary folders; they end with it. With `--chaos` tables are played meanwhile and things fail as a seed says.

mod balancer;
mod chaos;
mod database;
mod node;
mod person;
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

  NODES     how many servers at one database
  --chaos   let things fail while tables are played, and check what everybody has seen; the seed says what and when
  --rounds  how many things fail
  --tables  how many tables are played
  --thought how long somebody thinks about an action, on average; what they wait is counted without it
  --program  the build that the servers are, instead of one for development
  --other-program  a build of another version
  --faults  what fails, one after the other; without it, each of these:
              kill             a server is killed
              stop             a server stands still for ten seconds
              drain            a server is changed for another
              database         the database is killed, and starts again
              cut-database     a server does not get through to the database for six seconds
              silent-database  the same, but its connections stay, and what is said on them is lost
              slow-database    what a server and the database say to each other takes up to two seconds
              cut-peers        the other servers do not get through to a server for six seconds
              silent-peers     the same, but their connections stay
              standby          one of two standbys is killed
              failover         the primary is killed or left behind, and a standby takes its place
              version          a server is changed for one of the other program, if there is one: each in turn, and then back";

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
        return Err("what is another version? --other-program PATH".into());
    }
    Ok(arguments)
}

/// `load cluster NODES …`
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
        let house = balancer::start(addresses).await?;
        println!("{} servers at one database, behind http://{house}", nodes.len());
        let Some(seed) = arguments.chaos else {
            for node in &nodes {
                println!("  http://{}", node.address());
            }
            println!("They end with this (Ctrl-C).");
            return Ok(tokio::signal::ctrl_c().await?);
        };
        // Whoever ends it ends the servers and the database too, which happens when they are dropped.
        let mut terminated = signal(SignalKind::terminate())?;
        let rng = Rng::from_number(seed);
        tokio::select! {
            done = chaos::run(&arguments.plan, rng, house, &mut database, &mut nodes) => done,
            _ = terminated.recv() => Err("ended before anything was compared".into()),
            _ = tokio::signal::ctrl_c() => Err("ended before anything was compared".into()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program that the other tests were made with; none if it knows no database.
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
            return println!("not tried: there is no program with the feature `cluster` beside this test");
        };
        let words = ["3", "--chaos", "1", "--rounds", "12", "--tables", "20", "--program"];
        let words = words.map(str::to_owned).into_iter().chain([program.to_string_lossy().into_owned()]);
        run(words).expect("nothing is lost");
    }
}
