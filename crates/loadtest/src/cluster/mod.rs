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
use tokio::signal::unix::{SignalKind, signal};

/// Run servers at one database, and inject faults while tables are played.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of servers at one database.
    #[arg(value_parser = clap::value_parser!(u8).range(1..=9))]
    nodes: u8,
    /// Inject faults while tables are played, and check what the players have seen. The seed decides faults and times.
    #[arg(long, value_name = "SEED")]
    chaos: Option<u64>,
    /// Program of the servers, instead of the development build.
    #[arg(long)]
    program: Option<PathBuf>,
    #[command(flatten)]
    plan: chaos::Plan,
}

/// Runs `loadtest cluster NODES …`.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let faults = arguments.plan.faults()?;
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("parlour"),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let with_standbys = arguments.chaos.is_some() && chaos::need_standbys(&faults);
        let mut database = Database::start(with_standbys)?;
        let mut nodes = Vec::new();
        for _ in 0..arguments.nodes {
            nodes.push(Node::start(&program, database.end(), database.durable()).await?);
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
        let done = tokio::select! {
            done = chaos::run(&arguments.plan, &faults, rng, address, &mut database, &mut nodes) => done,
            _ = terminated.recv() => Err("interrupted before the check".into()),
            _ = tokio::signal::ctrl_c() => Err("interrupted before the check".into()),
        };
        if done.is_err() {
            nodes.iter().for_each(Node::print_log);
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Command as Subcommand;
    use clap::Parser;
    use std::ffi::OsString;

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
        let words =
            ["loadtest", "cluster", "3", "--chaos", "1", "--rounds", "12", "--tables", "20", "--program"];
        let words = words.map(OsString::from).into_iter().chain([program.into_os_string()]);
        let read = crate::arguments::Arguments::try_parse_from(words).expect("they are arguments");
        let Some(Subcommand::Cluster(arguments)) = read.command else { panic!("the arguments of a cluster") };
        run(&arguments).expect("nothing is lost");
    }
}
