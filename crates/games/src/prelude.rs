//! Names that a simulation or a bot needs, for `use games::prelude::*`.
//!
//! The names are those of [`cards`], [`engine`] and [`bots`]. The types of a game are not among them,
//! because every game has an `Action`, a `View` and a `State`; nor is [`engine::Phase`], because two games
//! have a `Phase` of their own. No name here is a name in a game's module, so both can be imported with
//! `*`.
//!
//! [`bot`] creates a bot from its name; [`arena::run`] and [`arena::run_with`] compare bots.

pub use bots::{arena, bot};
pub use cards::{Rng, Seat, Seed, Viewer};
pub use engine::{Bot, Game, Match, Observation, Ruleset, Setup, shuffled_deck};
