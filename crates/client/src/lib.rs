//! The way to a table of a house elsewhere, for whoever plays there: the terminal, and programs that play by themselves.
//!
//! * [`Address`]: where a table is, as its page says it.
//! * [`token`]: who one is to a house, kept so that coming back finds the same seat.
//! * [`Connection`]: a thread that keeps a socket open, and opens another when it breaks; [`Command`], what is said, and [`Heard`],
//!   what is heard. What a notice says is for whoever hears it to read.

mod address;
mod command;
mod connection;
mod error;
mod token;

pub use address::Address;
pub use command::{Command, Head};
pub use connection::{Connection, Heard};
pub use error::ClientError;
pub use token::token;
