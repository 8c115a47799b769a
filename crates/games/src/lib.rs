//! The games of the house, one folder each. No game knows another; what two of them share stands beside them.
//!
//! | room | what lives there |
//! |---|---|
//! | `mod.rs` | the front door: the game in a page, `impl Game` |
//! | `options.rs` | `Options`, and the presets with their sources |
//! | `state.rs` | `State`: every card and every fact; the audit |
//! | `action.rs` | `Action`, `Illegal`, `Event`: the words of the table |
//! | `rules.rs` | dealing, who may act, what is legal, what it does |
//! | `view.rs` | `View`: what a viewer knows, and worlds drawn from it |
//! | `score.rs` | points, the end of the deal, the end of the match |
//! | `bot.rs` | the game's own rules of thumb |
//! | `search.rs` | what a search plays and is told, in a game where that differs from the game itself |
//! | `command.rs` | what people type, read as an action |
//! | `tests.rs` | the laws, then the rules, one test per number of the rule book |
//!
//! A game that needs more has more rooms: Cassino `capture`, `building` and `value`, gin `melds` and `policy`, bridge `auction`,
//! `bidding`, `doubt`, `sampling` and `expert`, Thirty-One `value` and `equilibrium`, Scopa and Wall Street `value`, Sharks `sets` and `tools`; where people lay out a position by hand, `situation.rs`.
//!
//! [`fishing`] is no game: it is what the games share in which a card from the hand fishes cards from the table.

/// What the README shows is tried with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bridge;
pub mod cassino;
pub mod command;
pub mod fishing;
mod from_sent;
pub mod gin_rummy;
pub mod scopa;
mod sent;
pub mod sharks;
pub mod speed;
pub mod thirty_one;
pub mod wall_street;

pub use command::{InputError, ReadCommand};
pub use from_sent::FromSent;

/// Every game of the house, and the only list of them: expands `$each!` with their types, in the order in which they are
/// offered. Whatever is made for each game by it does not compile for one that lacks it.
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
