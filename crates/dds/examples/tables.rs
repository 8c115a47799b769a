//! Prints the tables of the deals in a PBN file, one per line, and the number of search nodes.
//!
//! `cargo run --release -p parlour-dds --example tables -- deals.pbn [tables|single] [least]
//! [count]`

use dds::{Deal, Direction, Solver, Strain};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(arguments.first().ok_or("missing argument: a PBN file")?)?;
    let single = arguments.get(1).is_some_and(|mode| mode == "single");
    let first = arguments.get(2).map_or(Ok(0), |first| first.parse())?;
    let count = arguments.get(3).map_or(Ok(usize::MAX), |count| count.parse())?;
    let mut solver = Solver::new();
    let start = Instant::now();
    for (n, line) in text.lines().enumerate().skip(first).take(count) {
        let deal: Deal = line.parse()?;
        if single {
            let (strain, leader) = (Strain::ALL[n % 5], Direction::ALL[n % 4]);
            println!("{}", solver.solve(&deal, strain, leader));
        } else {
            let table = solver.solve_all(&deal);
            let order = [Strain::Spades, Strain::Hearts, Strain::Diamonds, Strain::Clubs, Strain::Notrump];
            let tricks = order
                .map(|strain| Direction::ALL.map(|declarer| table[strain][declarer].to_string()).join(" "));
            println!("{}", tricks.join(" "));
        }
    }
    eprintln!("{} nodes, {:?}", solver.nodes(), start.elapsed());
    Ok(())
}
