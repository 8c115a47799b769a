//! Gin Rummy beside its fastest public engine.
//!
//! ```text
//! cargo run --release -- deals [ROUNDS]
//! cargo run --release -- games OURS THEIRS ROWS [SEED]
//! ```
//!
//! `deals` plays random deals in turns, a second with each engine, and prints how many a second of the processor, where the system tells
//! its time. `games` lets `OURS`, a bot as `parlour simulate` spells it, play `THEIRS` to 100: `simple`, the player of
//! the EAAI challenge of 2021, `marjj`, one like the player that won it, `heuristic`, or `search:N`, which draws so many worlds. `ROWS` is how
//! many rows of decks there are, each played from both seats.

mod deals;
mod games_of_both;
mod lockstep;

/// The player that stands among the other engine's examples, as it stands there.
#[allow(dead_code)]
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
