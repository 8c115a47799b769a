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
//! `policy`; bridge `auction`, `bidding`, `call_simulation`, `sampling` and `expert`; Thirty-One
//! `value` and `equilibrium`; Scopa and Wall Street `value`; Sharks `sets` and `tools`. Games with
//! an arbiter for real cards have `situation.rs`.
//!
//! [`fishing`] is not a game. It is the shared part of games in which a card from the hand captures
//! cards from the table.

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bridge;
pub mod cassino;
pub mod command;
pub mod fishing;
mod from_wire;
pub mod gin_rummy;
pub mod scopa;
pub mod sharks;
mod sort;
pub mod speed;
pub mod thirty_one;
pub mod wall_street;
mod wire_view;

pub use command::{InputError, ReadCommand};
pub use from_wire::FromWire;

/// Expands `$each!` with the types of all games, in the order in which they are offered.
///
/// This is the only list of games. Anything generated for each game fails to compile for a game
/// that lacks it.
///
/// ```
/// macro_rules! ids {
///     ($($game:ty),+ $(,)?) => { [$(<$game as engine::Game>::ID),+] };
/// }
/// let ids = games::for_each_game!(ids);
/// assert_eq!(ids[0], "scopa");
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($each:ident) => {
        $each! {
            $crate::scopa::Scopa,
            $crate::wall_street::WallStreet,
            $crate::bridge::Bridge,
            $crate::cassino::Cassino,
            $crate::gin_rummy::GinRummy,
            $crate::thirty_one::ThirtyOne,
            $crate::speed::Speed,
            $crate::sharks::Sharks,
        }
    };
}
