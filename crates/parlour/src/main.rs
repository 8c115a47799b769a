//! A house for card games: server, terminal and records in one program.

mod command;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A house for card games. Without a command it serves the page.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Show a match record: every deal, how it was counted, who won.
    Replay(command::record::Replay),
    /// List every legal action in the position a record ends in.
    Legal(command::record::Legal),
    /// Show exactly what one seat may see in the position a record ends in.
    View(command::record::View),
    /// Write a record in its canonical form.
    Record(command::record::Canonical),
    /// Check that the decks of a record follow from its seed.
    Verify(command::record::Verify),
    /// Let bots play many deals against each other.
    Simulate(command::simulate::Simulate),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        None => Ok(()),
        Some(Command::Replay(replay)) => replay.run(),
        Some(Command::Legal(legal)) => legal.run(),
        Some(Command::View(view)) => view.run(),
        Some(Command::Record(canonical)) => canonical.run(),
        Some(Command::Verify(verify)) => verify.run(),
        Some(Command::Simulate(simulate)) => simulate.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::FAILURE
        }
    }
}
