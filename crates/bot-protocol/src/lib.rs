//! The bot protocol `parlour-bot/1`: any program that reads and writes lines plays any game, and at a table of a server any that is no race.
//! `docs/bot-protocol.md` explains it to whoever writes such a program.
//!
//! * [`HouseMessage`], [`BotMessage`]: what is said, a JSON object a line; what cannot be wrong is of a type that cannot be wrong.
//! * [`Program`], [`Conversation`]: a program that was started, and what is said to it and heard from it, by the clock.
//! * [`Contestant`], [`Conduct`]: a program among the bots of an arena, started anew when it fails, and how often it did.
//! * [`check`]: everything a program is held to, tried on it alone.
//! * [`Engine`], [`serve`]: the other end, for a bot in Rust.

mod check;
mod contestant;
mod conversation;
mod engine_side;
mod failure;
mod message;
mod process;

pub use check::{Check, check};
pub use contestant::{Conduct, Contestant, FORGIVEN};
pub use conversation::{Conversation, Limits};
pub use engine_side::{Engine, serve};
pub use failure::{Failure, Fault};
pub use message::{
    ActionText, BotHello, BotMessage, Clock, Games, Go, HouseHello, HouseMessage, LONGEST, MatchMessage,
    Name, PROTOCOL, Quit, Refused, Stop, Unreadable,
};
pub use process::{NOT_EXECUTABLE, NOT_FOUND, ParseProgramError, Program};
