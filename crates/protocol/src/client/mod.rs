//! A client for a table on a server, for the terminal and for programs that play.
//!
//! * [`Address`]: the address of a table, as its page shows it.
//! * [`token()`]: the bearer token for a server, kept so that a player finds their seat again.
//! * [`Connection`]: a thread that holds a WebSocket and reconnects. It sends a [`Command`](crate::Command) and returns
//!   what it [`Heard`].

mod address;
mod connection;
mod error;
mod token;

pub use address::Address;
pub use connection::{Connection, Heard};
pub use error::ClientError;
pub use token::token;
