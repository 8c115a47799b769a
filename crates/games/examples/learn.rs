//! Trains the table of a game and writes it to the sources: `cargo run --release -p parlour-games
//! --example learn -- scopa`, or `cargo xtask learn scopa`.

use games::{cassino, scopa, thirty_one, wall_street};
use std::error::Error;
use std::path::Path;

/// Seed of the decks and of the bots.
const SEED: u64 = 1;

/// Training function: takes a number of deals or rounds and a seed.
type Learn = fn(u64, u64) -> Vec<u8>;

fn main() -> Result<(), Box<dyn Error>> {
    let (file, deals, learn): (&str, u64, Learn) = match std::env::args().nth(1).as_deref() {
        Some("scopa") => ("scopa/value.bin", 300_000, scopa::learn),
        Some("wall-street") => ("wall_street/value.bin", 300_000, wall_street::learn),
        Some("cassino") => ("cassino/value.bin", 60_000, cassino::learn),
        // Rounds of a deterministic solver.
        Some("thirty-one") => ("thirty_one/equilibrium.bin", 200, |rounds, _| thirty_one::learn(rounds)),
        _ => return Err("unknown game; use scopa, wall-street, cassino or thirty-one".into()),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let learned = learn(deals, SEED);
    println!("{}: {} bytes from {deals} deals or rounds", path.display(), learned.len());
    std::fs::write(path, learned)?;
    println!(
        "run `cargo test -p parlour-games learned` to measure the error on unseen deals, or the exploitability"
    );
    Ok(())
}
