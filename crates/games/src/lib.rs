//! The games, one folder each. No game uses another; shared code is in modules beside them.
//!
//! A game implements [`engine::Game`] and is played through [`engine::Match`]; the README plays a
//! match, and has a bot of one's own in a contest. [`prelude`] has the names for both.
//!
//! # Features
//!
//! | feature | adds | in the default |
//! |---|---|---|
//! | `cassino` | `cassino`, `fishing` | yes |
//! | `gin-rummy` | `gin_rummy` | yes |
//! | `scopa` | `scopa`, `fishing` | yes |
//! | `sharks` | `sharks` | yes |
//! | `speed` | `speed` | yes |
//! | `thirty-one` | `thirty_one` | yes |
//! | `wall-street` | `wall_street`, `fishing` | yes |
//! | `own-sets` | `sharks::Set::read`, and `sharks` | yes |
//! | `wire` | TypeScript declarations of the wire types | no |
//!
//! # Files of a game
//!
//! Every game folder has the same files:
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
//! `fishing` is not a game. It is the shared part of games in which a card from the hand captures
//! cards from the table.

/// Runs the README's examples as documentation tests.
#[cfg(all(doctest, feature = "scopa"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "cassino")]
pub mod cassino;
// Its helpers serve the tests of all games.
#[cfg(any(test, feature = "_fishing"))]
pub mod fishing;
#[cfg(any(test, feature = "_fishing"))]
mod from_wire;
#[cfg(feature = "gin-rummy")]
pub mod gin_rummy;
pub mod prelude;
#[cfg(feature = "scopa")]
pub mod scopa;
#[cfg(feature = "sharks")]
pub mod sharks;
#[cfg(feature = "speed")]
pub mod speed;
#[cfg(feature = "thirty-one")]
pub mod thirty_one;
#[cfg(feature = "wall-street")]
pub mod wall_street;
#[cfg(any(
    test,
    feature = "_fishing",
    feature = "gin-rummy",
    feature = "sharks",
    feature = "speed",
    feature = "thirty-one"
))]
mod wire_view;

#[cfg(any(test, feature = "_fishing"))]
pub use from_wire::FromWire;
pub use {bots, cards, engine};
