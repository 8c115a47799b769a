//! The commands of the program `parlour`, one module each: server, terminal client, and tools for records, bots and
//! bridge.
//!
//! A command fails with one message on standard error and exit status 1. Invalid arguments are reported by clap, with
//! exit status 2.
//!
//! The browser page is an argument, so that the commands are compiled while the page is built:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     commands::main(&server::NoPage)
//! }
//! ```

mod admin;
mod archive;
mod arena;
mod bot;
mod bot_check;
mod bridge;
mod compare;
mod config;
mod convert;
mod daily;
mod data;
mod deals;
mod deck;
mod engine;
mod evaluate;
#[cfg(feature = "page")]
mod export;
mod failure;
mod file;
mod hand_record;
mod health;
mod interrupt;
mod join;
mod layouts;
mod learn;
mod log;
mod migrate;
mod output;
mod pages;
mod play;
mod programs;
mod record;
mod renamed;
mod rules;
mod run_limited;
mod score;
mod serve;
mod sets;
mod setup;
mod shell;
mod simulate;
mod solve;
mod status_line;
mod supervisor;

use catalog::Catalog;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use config::Found;
use failure::{Failure, sentence};
use output::{print, print_bytes};
use server::Page;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Self-hosted server for card games, with bots, a terminal client and a bridge toolkit.
///
/// Without a command, serves the page like `parlour serve`.
#[derive(Parser)]
#[command(name = "parlour", version, args_conflicts_with_subcommands = true, max_term_width = 80)]
#[command(
    after_help = "Examples:\n  parlour                  Start a server on http://127.0.0.1:4880\n  parlour play scopa       Play in the terminal\n  parlour help serve       Show the options of a command"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
    /// Folder of your own card sets. Defaults to ./sets if that exists.
    #[arg(long, global = true, value_name = "DIR")]
    sets: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Serve>),
    #[cfg(feature = "page")]
    #[command(alias = "site")]
    Export(export::Export),
    Backup(data::Backup),
    Archive(archive::Archive),
    Check(data::Check),
    Migrate(migrate::Migrate),
    Admin(admin::Admin),
    Config(config::Config),
    Health(health::Health),
    Play(play::Play),
    Join(join::JoinTable),
    Learn(learn::LearnGame),
    Daily(daily::Daily),
    Score(score::Score),
    Deck(deck::Deck),
    Rules(rules::RuleBook),
    Replay(record::Replay),
    Review(record::Review),
    Legal(record::Legal),
    View(record::View),
    Record(record::Canonical),
    Verify(record::Verify),
    Convert(convert::Convert),
    Solve(solve::Solve),
    Deals(deals::Deals),
    Evaluate(evaluate::Evaluate),
    Lead(layouts::Lead),
    SingleDummy(layouts::SingleDummy),
    Compare(compare::Compare),
    #[command(name = "hand-record")]
    HandRecords(hand_record::HandRecords),
    Arena(arena::Arena),
    Simulate(simulate::Simulate),
    BotCheck(bot_check::BotCheck),
    BridgeTable(bridge::BridgeTable),
    BridgePlayer(bridge::BridgePlayer),
    Engine(engine::Engine),
    Bot(bot::Bot),
    #[command(hide = true)]
    RunLimited(run_limited::RunLimited),
    Completions(shell::Completions),
    Manual(shell::Manual),
}

/// Runs the program with the arguments of the process. `page` is the browser page that the server serves.
pub fn main(page: &'static dyn Page) -> ExitCode {
    let given: Vec<OsString> = std::env::args_os().collect();
    let found = match config::settings(&Arguments::command(), &given, |name| std::env::var_os(name)) {
        Ok(found) => found,
        Err(failure) => {
            failure.report();
            return ExitCode::FAILURE;
        }
    };
    let matches = Arguments::command().get_matches_from(found.arguments(&given));
    let Arguments { command, serve, sets } =
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    for warning in
        renamed::warnings(matches.subcommand_name().unwrap_or("serve"), given.get(1..).unwrap_or_default())
    {
        eprintln!("{warning}");
    }
    let command = command.unwrap_or(Command::Serve(Box::new(serve)));
    let done = sets::read(sets.as_deref())
        .and_then(|catalog| run(command, &Arc::new(catalog), page, &matches, &found));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::FAILURE
        }
    }
}

fn run(
    command: Command,
    catalog: &Arc<Catalog>,
    page: &'static dyn Page,
    matches: &ArgMatches,
    found: &Found,
) -> Result<(), Failure> {
    match command {
        Command::Serve(serve) => serve.run(catalog, page, found.limits()),
        #[cfg(feature = "page")]
        Command::Export(export) => export.run(catalog, page),
        Command::Backup(backup) => backup.run(),
        Command::Archive(archive) => archive.run(),
        Command::Check(check) => check.run(),
        Command::Migrate(migrate) => migrate.run(),
        Command::Admin(admin) => admin.run(),
        Command::Config(config) => config.run(&Arguments::command(), matches, found),
        Command::Health(health) => health.run(),
        Command::Play(play) => play.run(catalog),
        Command::Join(join) => join.run(catalog),
        Command::Learn(learn) => learn.run(catalog),
        Command::Daily(daily) => daily.run(catalog),
        Command::Score(score) => score.run(catalog),
        Command::Deck(deck) => deck.run(),
        Command::Rules(rules) => rules.run(catalog),
        Command::Replay(replay) => replay.run(catalog),
        Command::Review(review) => review.run(catalog),
        Command::Legal(legal) => legal.run(catalog),
        Command::View(view) => view.run(catalog),
        Command::Record(canonical) => canonical.run(catalog),
        Command::Verify(verify) => verify.run(catalog),
        Command::Convert(convert) => convert.run(),
        Command::Solve(solve) => solve.run(),
        Command::Deals(deals) => deals.run(),
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Lead(lead) => lead.run(),
        Command::SingleDummy(contract) => contract.run(),
        Command::Compare(compare) => compare.run(),
        Command::HandRecords(records) => records.run(),
        Command::Arena(arena) => arena.run(catalog),
        Command::Simulate(simulate) => simulate.run(catalog),
        Command::BotCheck(check) => check.run(catalog),
        Command::Bot(bot) => bot.run(catalog),
        Command::Engine(engine) => engine.run(catalog),
        Command::BridgeTable(table) => table.run(),
        Command::BridgePlayer(player) => player.run(),
        Command::RunLimited(program) => program.run(),
        Command::Completions(completions) => completions.run(Arguments::command()),
        Command::Manual(manual) => manual.run(Arguments::command()),
    }
}
