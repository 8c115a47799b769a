//! Learns a game's table from deals it plays, and says how far it is from others:
//! `cargo run --release -p parlour-games --example learn -- scopa`, which is `cargo xtask learn scopa`.

use games::{cassino, scopa, thirty_one, wall_street};
use std::error::Error;
use std::path::Path;

/// The seed of the decks and of the luck.
const SEED: u64 = 1;

/// How a game learns: from so many deals, or in so many rounds, with this seed.
type Learn = fn(u64, u64) -> Vec<u8>;

fn main() -> Result<(), Box<dyn Error>> {
    let (file, deals, learn): (&str, u64, Learn) = match std::env::args().nth(1).as_deref() {
        Some("scopa") => ("scopa/value.bin", 300_000, scopa::learn),
        Some("wall-street") => ("wall_street/value.bin", 300_000, wall_street::learn),
        Some("cassino") => ("cassino/value.bin", 60_000, cassino::learn),
        // Rounds of solving, in which there is no luck.
        Some("thirty-one") => ("thirty_one/equilibrium.bin", 200, |rounds, _| thirty_one::learn(rounds)),
        _ => return Err("there are tables for scopa, wall-street, cassino and thirty-one".into()),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let learned = learn(deals, SEED);
    println!("{}: {} bytes from {deals} deals or rounds", path.display(), learned.len());
    std::fs::write(path, learned)?;
    println!(
        "cargo test -p parlour-games learned says how far it is from deals it has not seen, or from what cannot be beaten"
    );
    Ok(())
}
