//! The `parlour` program: server, terminal client, and tools for records, bots and bridge.

mod command;

use catalog::Catalog;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use command::Failure;
use command::config::{self, Found};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Self-hosted server for card games, with bots, a terminal client and a bridge toolkit.
///
/// Without a command, serves the page like `parlour serve`.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, max_term_width = 80)]
#[command(
    after_help = "Examples:\n  parlour                  Start a server on http://127.0.0.1:4880\n  parlour play scopa       Play in the terminal\n  parlour help serve       Show the options of a command"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: command::serve::Serve,
    /// Folder of your own card sets. Defaults to ./sets if that exists.
    #[arg(long, global = true, value_name = "DIR")]
    sets: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<command::serve::Serve>),
    #[cfg(feature = "page")]
    #[command(alias = "site")]
    Export(command::export::Export),
    Backup(command::data::Backup),
    Archive(command::archive::Archive),
    Check(command::data::Check),
    Migrate(command::migrate::Migrate),
    Admin(command::admin::Admin),
    Config(config::Config),
    Health(command::health::Health),
    Play(command::play::Play),
    Join(command::join::JoinTable),
    Learn(command::learn::LearnGame),
    Daily(command::daily::Daily),
    Score(command::score::Score),
    Deck(command::deck::Deck),
    Rules(command::rules::RuleBook),
    Replay(command::record::Replay),
    Review(command::record::Review),
    Legal(command::record::Legal),
    View(command::record::View),
    Record(command::record::Canonical),
    Verify(command::record::Verify),
    Convert(command::convert::Convert),
    Solve(command::solve::Solve),
    Deals(command::deals::Deals),
    Evaluate(command::evaluate::Evaluate),
    Lead(command::layouts::Lead),
    SingleDummy(command::layouts::SingleDummy),
    Compare(command::compare::Compare),
    #[command(name = "hand-record")]
    HandRecords(command::hand_record::HandRecords),
    Arena(command::arena::Arena),
    Simulate(command::simulate::Simulate),
    BotCheck(command::bot_check::BotCheck),
    BridgeTable(command::bridge::BridgeTable),
    BridgePlayer(command::bridge::BridgePlayer),
    Engine(command::engine::Engine),
    Bot(command::bot::Bot),
    #[command(hide = true)]
    RunLimited(command::run_limited::RunLimited),
    Completions(command::shell::Completions),
    Manual(command::shell::Manual),
}

fn main() -> ExitCode {
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
    for warning in command::renamed::warnings(
        matches.subcommand_name().unwrap_or("serve"),
        given.get(1..).unwrap_or_default(),
    ) {
        eprintln!("{warning}");
    }
    let command = command.unwrap_or(Command::Serve(Box::new(serve)));
    let done = command::sets::read(sets.as_deref())
        .and_then(|catalog| run(command, &Arc::new(catalog), &matches, &found));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, catalog: &Arc<Catalog>, matches: &ArgMatches, found: &Found) -> Result<(), Failure> {
    match command {
        Command::Serve(serve) => serve.run(catalog, found.limits()),
        #[cfg(feature = "page")]
        Command::Export(export) => export.run(catalog),
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
