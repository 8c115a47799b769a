//! The table manager protocol, version 18 of 2005, in which bridge programs meet: four of them, one for each hand, talk to a fifth,
//! which deals, keeps the score and passes on what is said. `docs/table-manager.md` has what was gathered of it.
//!
//! Neither side knows a network or a clock: lines go in, lines come out, and the time is handed in.
//!
//! * [`Manager`]: the table.
//! * [`Client`]: a player, who is a bot of the house.
//! * [`ClientLine`], [`ManagerLine`]: what either says; read forgivingly, written as the protocol has it.

mod client;
mod line;
mod manager;
mod position;
mod words;

pub use client::{Client, ClientError};
pub use line::{ClientLine, ManagerLine, Named, Ready, UnknownLine};
pub use manager::{Chair, Manager, Said};

/// The version of the protocol.
pub const VERSION: u32 = 18;

/// The longest line that is read, in bytes: a hand or the teams need a tenth of it.
pub const LONGEST: usize = 1000;
