//! The definition of a card game, and everything that is the same for every game.
//!
//! The crate knows no game, no JSON, no clock, and no input or output.
//!
//! * [`Game`]: the trait, and the table of contents of a game's folder. [`Ruleset`]: its options.
//! * [`Race`], [`Reshuffle`], [`Sealed`] and similar types: optional capabilities of a game.
//! * [`Match`]: checks untrusted actions and applies them. [`Record`]: all that must be stored of a
//!   match.
//! * [`Bot`]: a function of an [`Observation`], which holds nothing hidden.
//! * [`command`]: reads lines that players type.
//! * [`perft`]: counts action sequences to test move generation.
//! * `check_laws` (feature `laws`): checks the laws of a game by random play.
//!
//! The options, decks and actions of a match determine it completely. A state is never serialized;
//! a [`Record`] replays to it. `examples/high_card.rs` is a complete game, and the README shows how
//! to play one.

/// Runs the README's example as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bot;
mod capabilities;
mod card_sets;
pub mod command;
mod game;
mod half;
#[cfg(feature = "laws")]
mod laws;
mod options;
mod perft;
mod play;
mod rejection;
mod setup_text;
mod sort;
mod violation;

pub use bot::{Appraisal, AtTable, Bot, Budget, Level, Observation, Stop, UnknownBot, Worth};
pub use capabilities::{
    Parts, Playout, Race, Reshuffle, Sealed, Stake, Stakes, Window, playout_action, shuffle, shuffle_due,
};
pub use card_sets::CardSets;
pub use game::{CardInfo, CardSetInfo, EffectInfo, Game, Outcome, ParseActionError, ScoreLine, Settlement};
pub use half::{Half, ParseHalfError};
#[cfg(feature = "laws")]
pub use laws::{check_laws, check_laws_of};
pub use options::{
    DealOfTheDay, Dependence, Field, OptionChoice, OptionValue, Preset, Ruleset, Setup, SetupError, Source,
    Values,
};
pub use perft::perft;
pub use play::{
    Checked, DealRecord, DealResult, DeckError, Entry, Match, Phase, PlayError, Record, ReplayError, Undone,
    Voided, shuffled_deck,
};
pub use rejection::{RecordPosition, Rejection};
pub use setup_text::SetupText;
pub use sort::insertion_sort;
pub use violation::{Code, RuleViolation};
