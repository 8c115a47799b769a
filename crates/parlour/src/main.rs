//! A house for card games: server, terminal and records in one program.

mod command;

use clap::{CommandFactory, Parser, Subcommand};
use command::Failure;
use house::Catalog;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// A house for card games. Without a command it serves the page.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: command::serve::Serve,
    /// The folder of card sets of one's own; without it, the folder sets here, if there is one.
    #[arg(long, global = true, value_name = "DIR")]
    sets: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the page, the API and the tables.
    Serve(Box<command::serve::Serve>),
    /// Write the page as a folder of files, for a host that serves nothing else.
    ///
    /// There is no server behind such a page: what it does by itself works, also without a network; tables with others,
    /// shared score pads and files of boards are not offered.
    #[cfg(feature = "page")]
    Site(command::site::Site),
    /// Copy a server's data into a new file, also while it runs.
    Backup(command::data::Backup),
    /// Archive the finished matches of a database as Parquet files.
    Archive(command::archive::Archive),
    /// Look through a server's data for damage.
    Check(command::data::Check),
    /// Ask a running server how it is, end a match, or let it take in no more.
    Admin(command::admin::Admin),
    /// Ask a running server whether it is alive, and say so by the exit status.
    Health(command::health::Health),
    /// Play in the terminal, against bots.
    Play(command::play::Play),
    /// Sit down in the terminal at a table of a house elsewhere.
    Join(command::join::JoinTable),
    /// Learn a game in the terminal: lessons and puzzles.
    Learn(command::learn::LearnGame),
    /// Play the deal of the day in the terminal.
    Daily(command::daily::Daily),
    /// Keep score for people who hold real cards.
    Score(command::score::Score),
    /// Check a deck of real cards: what is missing, what is too much, what to do.
    Deck(command::deck::Deck),
    /// Show the rules of a game, as they are played with these options.
    Rules(command::rules::RuleBook),
    /// Show a match record: every deal, how it was counted, who won.
    Replay(command::record::Replay),
    /// Review a match: what every decision cost, and what was better.
    Review(command::record::Review),
    /// List every legal action in the position a record ends in.
    Legal(command::record::Legal),
    /// Show exactly what one seat may see in the position a record ends in.
    View(command::record::View),
    /// Write a record in its canonical form.
    Record(command::record::Canonical),
    /// Check that the decks of a record follow from its seed.
    Verify(command::record::Verify),
    /// Convert boards of bridge between PBN, LIN and match records.
    Convert(command::convert::Convert),
    /// Solve deals of bridge with all hands open: tricks for everybody, par, what each card cost.
    Solve(command::solve::Solve),
    /// Let bots meet two by two, and rate them.
    Arena(command::arena::Arena),
    /// Let bots play many deals at one table.
    Simulate(command::simulate::Simulate),
    /// Try a program that plays by the bot protocol, one thing after another.
    BotCheck(command::bot_check::BotCheck),
    /// Be the table manager for bridge programs that speak its protocol, version 18.
    BridgeTable(command::bridge::BridgeTable),
    /// Sit down with a bot at a bridge table of somebody else, by the protocol of the table manager.
    BridgePlayer(command::bridge::BridgePlayer),
    /// Let a bot of the house play by the bot protocol, on standard input and output.
    Engine(command::engine::Engine),
    /// Put a program that plays by the bot protocol at a table of a house elsewhere.
    Bot(command::bot::Bot),
    /// Become another program, with limits on what it may use.
    #[command(hide = true)]
    RunLimited(command::run_limited::RunLimited),
    /// Print completions for a shell.
    Completions(command::shell::Completions),
    /// Write the manual pages into a folder.
    Manual(command::shell::Manual),
}

fn main() -> ExitCode {
    let Arguments { command, serve, sets } = Arguments::parse();
    let done = command::sets::read(sets.as_deref())
        .and_then(|catalog| run(command.unwrap_or(Command::Serve(Box::new(serve))), &Arc::new(catalog)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, catalog: &Arc<Catalog>) -> Result<(), Failure> {
    match command {
        Command::Serve(serve) => serve.run(catalog),
        #[cfg(feature = "page")]
        Command::Site(site) => site.run(catalog),
        Command::Backup(backup) => backup.run(),
        Command::Archive(archive) => archive.run(),
        Command::Check(check) => check.run(),
        Command::Admin(admin) => admin.run(),
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
