//! What a game is, and what is written once for every game. It knows no game, no JSON, no clock and no input or
//! output.
//!
//! * [`Game`]: the trait, the table of contents of a game's folder; [`Ruleset`] for its options.
//! * [`Match`]: the one checked road from an untrusted action to a new state; [`Record`]: all that need be kept.
//! * [`Bot`]: a function of an [`Observation`], which holds nothing hidden.
//! * [`perft`]: counting, the oldest test of move generation.
//! * `check_laws` (feature `laws`): what every game owes, checked by random play.

mod bot;
mod game;
mod half;
#[cfg(feature = "laws")]
mod laws;
mod options;
mod perft;
mod play;

pub use bot::{Bot, Budget, Observation, UnknownBot};
pub use game::{
    CardInfo, CardSetInfo, CountLine, EffectInfo, Game, Illegality, Outcome, Settlement, Stake, Tempo,
    Unreadable, Window,
};
pub use half::{Half, ParseHalfError};
#[cfg(feature = "laws")]
pub use laws::{check_laws, check_laws_of};
pub use options::{Choice, Field, OptionValue, Preset, Ruleset, Setup, SetupError, Source, Values};
pub use perft::perft;
pub use play::{
    DealRecord, DealResult, DeckError, Entry, Match, Phase, Record, Refusal, ReplayError, Voided,
    shuffled_deck,
};
