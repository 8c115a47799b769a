//! Bot protocol `parlour-bot/1`: any program that reads and writes lines plays any game, and at
//! tables of a server any game that isn't a race. `docs/bot-protocol.md` explains it to authors of
//! bots.
//!
//! * [`ServerMessage`], [`BotMessage`]: messages, one JSON object a line, parsed into validated
//!   types.
//! * [`Program`], [`Conversation`]: a running program, and the timed conversation with it.
//! * [`Contestant`], [`Conduct`]: a program in an arena, restarted after failures, and its
//!   failures.
//! * [`check`]: a conformance test.
//! * [`Engine`], [`serve`]: the bot's side, for bots in Rust.

mod check;
mod contestant;
mod conversation;
mod engine_side;
mod failure;
mod message;
mod process;
mod transcript;

pub use check::{Check, check};
pub use contestant::{Conduct, Contestant, FORGIVEN};
pub use conversation::{Conversation, Limits};
pub use engine_side::{Engine, serve};
pub use failure::{Failure, Fault};
pub use message::{
    ActionText, BotHello, BotMessage, Clock, Games, Go, LONGEST, MatchMessage, Name, PROTOCOL, Quit, Refused,
    ServerHello, ServerMessage, Stop, Unreadable,
};
pub use process::{NOT_EXECUTABLE, NOT_FOUND, ParseProgramError, Program};
pub use transcript::Transcript;
