//! Test of a bot program against the bot protocol.

use super::programs::{limits, program, read_think};
use super::{Failure, print};
use bot_protocol::{Check, check};
use catalog::Catalog;
use clap::Args;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::Duration;

/// Test whether a program follows the bot protocol.
///
/// The program plays some deals of every game it supports. Each test prints a line that begins with
/// "ok" or "FAILS". docs/bot-protocol.md describes the protocol.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour bot-check \"exec:python3 bot.py\"")]
pub(crate) struct BotCheck {
    /// Program, such as exec:./bot or "exec:python3 bot.py".
    program: String,
    /// Deals per game.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    deals: u32,
    /// Time limit per action, such as 500ms or 10s.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = read_think)]
    think: Duration,
}

impl BotCheck {
    pub(crate) fn run(&self, catalog: &Catalog) -> Result<(), Failure> {
        let program = program(&self.program)?;
        let mut shown = Ok(());
        let colours = std::io::stdout().is_terminal();
        let passed = check(&program, limits(self.think), self.deals as usize, catalog, &mut |check| {
            if shown.is_ok() {
                shown = print(&describe(check, colours));
            }
        });
        shown?;
        if passed { Ok(()) } else { Err(Failure::Printed) }
    }
}

fn describe(check: &Check, colours: bool) -> String {
    let (word, colour) = if check.result.is_ok() { ("ok    ", 32) } else { ("FAILS ", 31) };
    let mut line = if colours { format!("\x1b[{colour}m{word}\x1b[0m") } else { word.to_owned() };
    line += &check.tried;
    match &check.result {
        Ok(note) if note.is_empty() => {}
        Ok(note) => {
            let _ = write!(line, ": {note}");
        }
        Err(failure) => {
            let _ = write!(line, ": {failure}");
            for (what, said) in
                [("last message to it:", &failure.last_said), ("its last message:", &failure.last_heard)]
            {
                if !said.is_empty() {
                    let _ = write!(line, "\n        {what} {said}");
                }
            }
            if let Some(why) = failure.last_error() {
                let _ = write!(line, "\n        its last error output: {why}");
            }
        }
    }
    line.push('\n');
    line
}
