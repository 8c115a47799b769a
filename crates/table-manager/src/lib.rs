//! Table-manager protocol, version 18 of 2005: four bridge programs, one for each hand, connect to
//! a manager, which deals, keeps the score and relays messages. `docs/table-manager.md` describes
//! it.
//!
//! * [`Manager`]: the table.
//! * [`Client`]: a player, which is a built-in bot.
//! * [`ClientLine`], [`ManagerLine`]: messages, parsed leniently and written exactly.
//!
//! Neither side does I/O: lines go in, lines come out, and the caller supplies the time.

mod client;
mod line;
mod manager;
mod position;
mod words;

pub use client::{Client, ClientError};
pub use line::{ClientLine, ManagerLine, Named, Ready, UnknownLine};
pub use manager::{Chair, Manager, Said};

/// Version of the protocol.
pub const VERSION: u32 = 18;

/// Maximum length of a protocol line in bytes. A hand or the teams need a tenth of it.
pub const LONGEST: usize = 1000;
