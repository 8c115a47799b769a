//! A cluster on this machine, to try: a database, servers of the program at it, and a balancer before them, all on free ports and in
//! temporary folders; they end with it. With `--chaos` tables are played meanwhile and things fail as a seed says.

mod balancer;
mod chaos;
mod node;
mod person;

use crate::Result;
use cards::Rng;
use local_postgres::LocalPostgres;
use node::Node;
use std::path::PathBuf;

const HELP: &str = "\
cargo xtask cluster NODES [--chaos SEED] [--rounds N] [--tables N] [--faults FAULT,…]

  NODES     how many servers at one database
  --chaos   let things fail while tables are played, and check what everybody has seen; the seed says what and when
  --rounds  how many things fail
  --tables  how many tables are played
  --faults  what fails: kill, stop, drain, database; without it, each of them";

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
            "--faults" => arguments.plan.faults = chaos::read_faults(&value).ok_or(HELP)?,
            "--program" => arguments.program = value.into(),
            _ => return Err(HELP.into()),
        }
    }
    Ok(arguments)
}

/// `load cluster NODES …`
pub(crate) fn run(words: impl Iterator<Item = String>) -> Result<()> {
    let arguments = read(words)?;
    let missing = "there is no PostgreSQL here (Debian: postgresql), or nobody it could run as";
    let database = LocalPostgres::start().ok_or(missing)?;
    let nodes = (0..arguments.nodes).map(|_| Node::start(&arguments.program, &database.address()));
    let mut nodes = nodes.collect::<Result<Vec<Node>>>()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
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
        chaos::run(&arguments.plan, Rng::from_number(seed), house, &database, &mut nodes).await
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
    #[ignore = "takes long: cargo xtask test --long"]
    fn three_servers_lose_nothing_whatever_fails() {
        let Some(program) = program() else {
            return println!("not tried: there is no program with the feature `cluster` beside this test");
        };
        let words = ["3", "--chaos", "1", "--rounds", "12", "--tables", "20", "--program"];
        let words = words.map(str::to_owned).into_iter().chain([program.to_string_lossy().into_owned()]);
        run(words).expect("nothing is lost");
    }
}
