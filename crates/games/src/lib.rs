//! The games, one folder each. No game uses another; shared code is in modules beside them.
//!
//! A game implements [`engine::Game`] and is played through [`engine::Match`]; the README plays a
//! match with a bot. Every game folder has the same files:
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | overview: `impl Game`, which only delegates |
//! | `options.rs` | `Options`, and the presets with their sources |
//! | `state.rs` | `State`: all cards and facts of a deal, and the audit |
//! | `action.rs` | `Action`, `Illegal`, `Event` |
//! | `rules.rs` | dealing, actors, legality, effects of actions |
//! | `view.rs` | `View`: the knowledge of a viewer, and determinizations of it |
//! | `score.rs` | points, the end of the deal, the end of the match |
//! | `bot.rs` | the game's own heuristic bot |
//! | `search.rs` | the search state, or hints for a search of the full state |
//! | `command.rs` | typed commands |
//! | `tests.rs` | the laws, then one test per number of the rule book |
//!
//! Some games have further files: Cassino `capture`, `building` and `value`; gin `melds` and
//! `policy`; Thirty-One `value` and `equilibrium`; Scopa and Wall Street `value`; Sharks `sets` and
//! `tools`. Games with an arbiter for real cards have `situation.rs`. Bridge is a crate of its own,
//! with the same files. `catalog::for_each_game!` lists all games.
//!
//! [`fishing`] is not a game. It is the shared part of games in which a card from the hand captures
//! cards from the table.

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod cassino;
pub mod fishing;
mod from_wire;
pub mod gin_rummy;
pub mod scopa;
pub mod sharks;
pub mod speed;
pub mod thirty_one;
pub mod wall_street;
mod wire_view;

pub use from_wire::FromWire;
