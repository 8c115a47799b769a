//! Errors of the terminal client.

use std::path::PathBuf;

/// Error that ends the terminal client. The terminal is restored before the caller receives it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No game has this name.
    #[error("unknown game “{0}”")]
    UnknownGame(String),
    /// The game has no layout in the terminal.
    #[error("the terminal can't show “{0}”; use the browser")]
    NoLayout(String),
    /// No exercise, or several exercises, of the game match.
    #[error("{game} has no exercise “{given}”; list them with “parlour learn {game}”")]
    UnknownExercise {
        /// Id of the game.
        game: String,
        /// Name of the exercise, as given.
        given: String,
    },
    /// Standard input or output is not a terminal.
    #[error("this command needs a terminal; “parlour replay” prints a match as text")]
    NoTerminal,
    /// More bots than other seats.
    #[error("{given} bots given, but only {seats} other seat{}", if *.seats == 1 { "" } else { "s" })]
    TooManyBots {
        /// Number of bots given.
        given: usize,
        /// Number of other seats.
        seats: usize,
    },
    /// No bot has this name.
    #[error("{0}")]
    UnknownBot(String),
    /// Rejection of an action, an option or a record.
    #[error("{0}")]
    Rejection(#[from] catalog::Rejection),
    /// The record belongs to another game than the requested one.
    #[error("{path} is a record of {found}, not of {asked}", path = .path.display())]
    OtherGame {
        /// Path of the record.
        path: PathBuf,
        /// Game of the record.
        found: String,
        /// Id of the requested game.
        asked: String,
    },
    /// A file can't be read.
    #[error("can't read {path}: {source}", path = .path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// I/O error of reading.
        source: std::io::Error,
    },
    /// A file can't be written.
    #[error("can't write {path}: {source}", path = .path.display())]
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// I/O error of writing.
        source: std::io::Error,
    },
    /// Internal error: a bot played an illegal action or stopped answering.
    #[error("the bot in seat {seat} failed: {problem}")]
    Bot {
        /// Seat of the bot.
        seat: u8,
        /// Description of the bot's error.
        problem: String,
    },
    /// The operating system returned no random bytes for the shuffle.
    #[error("the system has no random numbers for the shuffle: {0}")]
    Entropy(getrandom::Error),
    /// Error of the client library.
    #[error(transparent)]
    Client(#[from] protocol::client::ClientError),
    /// The server didn't answer as expected.
    #[error("can't reach {server}: {problem}")]
    Unreachable {
        /// Address of the server.
        server: String,
        /// Description of the server's answer.
        problem: String,
    },
    /// Refused by the server, with its message.
    #[error("{0}")]
    Refused(String),
    /// No seat at the card table is free.
    #[error("no seat is free at this table; use --watch to watch")]
    NoFreeSeat,
    /// The seat is taken or doesn't exist.
    #[error("seat {0} isn't free at this table")]
    SeatTaken(u8),
    /// Message of the server that this program cannot read.
    #[error("can't read a message of the server: {0}")]
    InvalidMessage(String),
    /// Input or output error of the terminal.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
}
