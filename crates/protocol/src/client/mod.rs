//! A client for a table on a server, for the terminal and for programs that play.
//!
//! * [`Address`]: the address of a table, as its page shows it.
//! * [`token()`]: the bearer token for a server, stored so that players keep their seat.
//! * [`Connection`]: a thread that holds a WebSocket and reconnects. It sends [`Command`](crate::Command)s and
//!   returns events ([`Heard`]).

mod address;
mod connection;
mod error;
mod token;

pub use address::Address;
pub use connection::{Connection, Heard};
pub use error::ClientError;
pub use token::token;
