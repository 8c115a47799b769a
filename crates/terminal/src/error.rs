//! Why a table in the terminal cannot go on, each with a sentence.

use std::path::PathBuf;

/// Why a table in the terminal cannot go on. The terminal is as it was before when this reaches anybody.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such game.
    #[error("there is no game “{0}”")]
    UnknownGame(String),
    /// The game has no such exercise, or several begin so.
    #[error("{game} has no exercise “{given}”; “parlour learn {game}” lists them")]
    UnknownExercise {
        /// The game.
        game: String,
        /// What was asked for.
        given: String,
    },
    /// Somebody has to be able to see the table and to press keys.
    #[error("the table needs a terminal to be drawn in; “parlour replay” prints a match as text")]
    NoTerminal,
    /// More bots than seats for them.
    #[error("there are {given} bots, but only {seats} seat{} beside yours", if *.seats == 1 { "" } else { "s" })]
    TooManyBots {
        /// How many bots were asked for.
        given: usize,
        /// How many other seats there are.
        seats: usize,
    },
    /// There is no such bot.
    #[error("{0}")]
    UnknownBot(String),
    /// The rules or a record were refused.
    #[error("{0}")]
    Rejected(#[from] house::Rejected),
    /// The record is of another game than the one that was asked for.
    #[error("{path} is the record of a match of {found}, not of {asked}", path = .path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it is a record of.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// A file cannot be read.
    #[error("{path} cannot be read: {source}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{path} cannot be written: {source}", path = .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A bot did what it may not, or did not answer any more: a fault of ours.
    #[error("the bot in seat {seat} failed: {problem}")]
    Bot {
        /// Where it sat.
        seat: u8,
        /// What happened.
        problem: String,
    },
    /// The operating system gave no random numbers to shuffle with.
    #[error("there are no random numbers to shuffle with: {0}")]
    Entropy(getrandom::Error),
    /// Nobody can go to a house.
    #[error(transparent)]
    Client(#[from] protocol::client::ClientError),
    /// Nobody answers there as a house does.
    #[error("{house} cannot be reached: {problem}")]
    Unreachable {
        /// Where it was looked for.
        house: String,
        /// What happened.
        problem: String,
    },
    /// The house does not want it, in its own words.
    #[error("{0}")]
    RefusedByHouse(String),
    /// All chairs of the table are taken.
    #[error("no seat is free at this table; with --watch you look on")]
    NoFreeSeat,
    /// Somebody else sits there, or nobody can.
    #[error("seat {0} is not free at this table")]
    SeatTaken(u8),
    /// A house said what this program cannot make sense of.
    #[error("the house said something this program cannot read: {0}")]
    House(String),
    /// The terminal itself failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
}
