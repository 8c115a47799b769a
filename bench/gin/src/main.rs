//! Benchmark of Gin Rummy against its fastest public engine.
//!
//! ```text
//! cargo run --release -- deals [ROUNDS]
//! cargo run --release -- games OURS THEIRS ROWS [SEED]
//! ```
//!
//! `deals` plays random deals alternately, a second with each engine, and prints the deals per
//! second of CPU time where available. `games` plays `OURS`, a bot named as in `parlour simulate`,
//! against `THEIRS` to 100. `THEIRS` is `simple`, the player of the EAAI challenge of 2021;
//! `marjj`, like the player that won it; `heuristic`; or `search:N` with N determinizations. `ROWS`
//! is the number of deck sequences, each played from both seats.

mod deals;
mod games_of_both;
mod lockstep;

/// Player from the examples of the other engine, unchanged.
#[allow(dead_code, reason = "the file is the other engine's, and only its player is used")]
mod strong {
    include!(concat!(env!("OUT_DIR"), "/strong.rs"));
}

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["deals"] => deals::compare(5),
        ["deals", rounds] => deals::compare(rounds.parse()?),
        ["games", ours, theirs, rows] => games_of_both::play(ours, theirs, rows.parse()?, 1),
        ["games", ours, theirs, rows, seed] => {
            games_of_both::play(ours, theirs, rows.parse()?, seed.parse()?)
        }
        _ => Err("deals [ROUNDS], or games OURS THEIRS ROWS [SEED]".into()),
    }
}
