//! The commands, one module each.
//!
//! A command fails with one message on standard error and exit status 1. Invalid arguments are
//! reported by clap, with exit status 2.

pub(crate) mod admin;
pub(crate) mod archive;
pub(crate) mod arena;
pub(crate) mod bot;
pub(crate) mod bot_check;
pub(crate) mod bridge;
pub(crate) mod compare;
pub(crate) mod config;
pub(crate) mod convert;
pub(crate) mod daily;
pub(crate) mod data;
pub(crate) mod deals;
pub(crate) mod deck;
pub(crate) mod engine;
pub(crate) mod evaluate;
#[cfg(feature = "page")]
pub(crate) mod export;
pub(crate) mod file;
pub(crate) mod hand_record;
pub(crate) mod health;
mod interrupt;
pub(crate) mod join;
pub(crate) mod layouts;
pub(crate) mod learn;
mod log;
pub(crate) mod migrate;
mod pages;
pub(crate) mod play;
mod programs;
pub(crate) mod record;
pub(crate) mod renamed;
pub(crate) mod rules;
pub(crate) mod run_limited;
pub(crate) mod score;
pub(crate) mod serve;
pub(crate) mod sets;
pub(crate) mod setup;
pub(crate) mod shell;
pub(crate) mod simulate;
pub(crate) mod solve;
mod status_line;
mod supervisor;

use catalog::Rejection;
use std::io::{ErrorKind, Write};

/// Reason why a command failed.
pub(crate) enum Failure {
    /// Message for the user.
    Message(String),
    /// The command needs a feature that this build lacks.
    #[cfg(not(all(feature = "archive", feature = "manual")))]
    NotBuilt(server::NotBuilt),
    /// The output already reports the failure.
    Printed,
}

impl Failure {
    pub(crate) fn report(&self) {
        match self {
            Self::Message(sentence) => eprintln!("{sentence}"),
            #[cfg(not(all(feature = "archive", feature = "manual")))]
            Self::NotBuilt(error) => eprintln!("{error}"),
            Self::Printed => {}
        }
    }
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Self {
        Self::Message(sentence(&rejection))
    }
}

/// Formats an error with its place in the record, if it has one.
pub(crate) fn sentence(rejection: &Rejection) -> String {
    let position = match rejection.position {
        None => String::new(),
        Some(catalog::RecordPosition { deal, action: None }) => format!("deal {deal}: "),
        Some(catalog::RecordPosition { deal, action: Some(action) }) => {
            format!("deal {deal}, action {action}: ")
        }
    };
    format!("{position}{rejection}")
}

/// Prints text to standard output. A closed pipe is not an error: the reader has seen enough.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints bytes to standard output, which need not be UTF-8.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Message(format!("can't write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
