//! The commands, one file each, and how they fail: with one sentence and exit status 1. (Arguments that make no sense
//! are told by clap, in its own way, with exit status 2.)

pub(crate) mod admin;
pub(crate) mod archive;
pub(crate) mod arena;
pub(crate) mod bot;
pub(crate) mod bot_check;
pub(crate) mod bridge;
pub(crate) mod convert;
pub(crate) mod daily;
pub(crate) mod data;
pub(crate) mod deck;
pub(crate) mod engine;
pub(crate) mod file;
pub(crate) mod health;
mod interrupt;
pub(crate) mod join;
pub(crate) mod learn;
mod log;
mod pages;
pub(crate) mod play;
mod programs;
pub(crate) mod record;
pub(crate) mod rules;
pub(crate) mod run_limited;
pub(crate) mod score;
pub(crate) mod serve;
pub(crate) mod sets;
pub(crate) mod setup;
pub(crate) mod shell;
pub(crate) mod simulate;
#[cfg(feature = "page")]
pub(crate) mod site;
pub(crate) mod solve;
mod supervisor;

use house::Rejected;
use std::io::{ErrorKind, Write};

/// Why a command did not do what it was asked to.
pub(crate) enum Failure {
    /// In one sentence, for people.
    Message(String),
    /// The command needs a part that this build was made without.
    #[cfg(not(all(feature = "archive", feature = "manual")))]
    NotBuilt(server::NotBuilt),
    /// It was printed as JSON already.
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

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Self::Message(sentence(&rejected))
    }
}

/// The refusal with its place in the record, if it has one.
pub(crate) fn sentence(rejected: &Rejected) -> String {
    let position = match rejected.position {
        None => String::new(),
        Some(house::RecordPosition { deal, action: None }) => format!("deal {deal}: "),
        Some(house::RecordPosition { deal, action: Some(action) }) => {
            format!("deal {deal}, action {action}: ")
        }
    };
    format!("{position}{rejected}")
}

/// Prints to standard output. Whoever closed the other end has seen enough: that is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// The same for what may be no UTF-8.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Message(format!("the output could not be written: {error}")))
        }
        _ => Ok(()),
    }
}
