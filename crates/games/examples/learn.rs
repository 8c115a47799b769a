//! Learns a game's table from deals it plays, and says how far it is from others:
//! `cargo run --release -p parlour-games --example learn -- scopa`, which is `cargo xtask learn scopa`.

use games::{scopa, wall_street};
use std::error::Error;
use std::path::Path;

/// Deals learned from, and the seed of their decks and luck.
const DEALS: u64 = 300_000;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let (file, learn): (&str, fn(u64, u64) -> Vec<u8>) = match std::env::args().nth(1).as_deref() {
        Some("scopa") => ("scopa/value.bin", scopa::learn),
        Some("wall-street") => ("wall_street/value.bin", wall_street::learn),
        _ => return Err("there is a table for scopa and one for wall-street".into()),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let learned = learn(DEALS, SEED);
    println!("{}: {} bytes from {DEALS} deals", path.display(), learned.len());
    std::fs::write(path, learned)?;
    println!("cargo test -p parlour-games learned says how far it is from deals it has not seen");
    Ok(())
}
