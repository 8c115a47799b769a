//! What a game is, and what is written once for every game. It knows no game, no JSON, no clock and no input or
//! output.
//!
//! * [`Game`]: the trait, the table of contents of a game's folder; [`Ruleset`] for its options.
//! * [`Race`], [`Reshuffle`], [`Sealed`] and the like: what only some games have.
//! * [`Match`]: the one checked road from an untrusted action to a new state; [`Record`]: all that need be kept.
//! * [`Bot`]: a function of an [`Observation`], which holds nothing hidden.
//! * [`perft`]: counting, the oldest test of move generation.
//! * `check_laws` (feature `laws`): what every game owes, checked by random play.

/// What the README shows is tried with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bot;
mod capabilities;
mod card_sets;
mod game;
mod half;
#[cfg(feature = "laws")]
mod laws;
mod options;
mod perft;
mod play;
mod rejected;
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
    DealOfTheDay, Field, OptionChoice, OptionValue, Preset, PresetChoice, Ruleset, Setup, SetupError,
    SetupText, Source, Values,
};
pub use perft::perft;
pub use play::{
    Checked, DealRecord, DealResult, DeckError, Entry, Match, Phase, Record, Refusal, ReplayError, Undone,
    Voided, shuffled_deck,
};
pub use rejected::{RecordPosition, Rejected};
pub use violation::{Code, RuleViolation};
