//! Bot programs in contests: start, limits and failures.

use super::Failure;
use bot_protocol::{Conduct, Contestant, Conversation, FORGIVEN, Fault, Limits, Program, Transcript};
use catalog::Guest;
use clap::Args;
use engine::Budget;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Treatment of bot programs.
#[derive(Args)]
pub(crate) struct Programs {
    /// Time limit per action of a bot program, such as 500ms or 10s.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = read_think)]
    think: Duration,
    /// Continue however often a program fails. By default, three failures in a row end the contest.
    #[arg(long)]
    forgive: bool,
    /// Write what is said with bot programs to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

pub(crate) fn read_think(text: &str) -> Result<Duration, String> {
    match Budget::read(text) {
        Some(Budget::Time(time)) => Ok(time),
        _ => Err("expected a time of at most a minute, such as 500ms or 2s".into()),
    }
}

/// Parses a program's name. The program is started with resource limits.
pub(crate) fn program(name: &str) -> Result<Program, Failure> {
    let program: Program = name.parse().map_err(|error| Failure::Message(format!("{name}: {error}")))?;
    let launcher = match std::env::current_exe() {
        Ok(ourselves) if cfg!(unix) => vec![ourselves.into(), "run-limited".into(), "--".into()],
        _ => Vec::new(),
    };
    Ok(program.launched_by(launcher))
}

pub(crate) fn limits(think: Duration) -> Limits {
    Limits { each: think, ..Limits::default() }
}

/// Starts a program and ends it again, to find out before a contest whether it can play.
fn try_start(name: &str, program: &Program, limits: Limits, game: &str) -> Result<(), Failure> {
    let failed = |failure: bot_protocol::Failure| {
        let why = failure.last_error().map_or(String::new(), |why| format!(" ({why})"));
        Failure::Message(format!("{name}: {failure}{why}"))
    };
    let conversation = Conversation::start(program, limits).map_err(failed)?;
    if !conversation.hello().games.contain(game) {
        let why = format!("it doesn't play {game}");
        return Err(failed(conversation.failure(Fault::Unwilling { why })));
    }
    // Whether it ends by itself is no matter: it is ended then.
    let _ = conversation.quit();
    Ok(())
}

fn unwritable(path: &std::path::Path, error: &io::Error) -> Failure {
    Failure::Message(format!("{}: {error}", path.display()))
}

/// The programs in a contest.
pub(crate) struct Field {
    programs: BTreeMap<String, (Program, Arc<Conduct>)>,
    limits: Limits,
    log: Option<(PathBuf, Transcript)>,
}

impl Field {
    /// Finds the programs among `names` and starts each of them once. `stop` ends the contest.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if a program can't be started or does not play `game`: the contest can't begin.
    pub(crate) fn new(
        programs: &Programs,
        names: &[String],
        game: &str,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let limits = limits(programs.think);
        let log = programs.log.as_ref().map(|path| {
            let file = std::fs::File::create(path).map_err(|error| unwritable(path, &error))?;
            Ok::<_, Failure>((path.clone(), Transcript::new(file)))
        });
        let log = log.transpose()?;
        let named: BTreeSet<&String> = names.iter().filter(|name| Program::is_named(name)).collect();
        let entered = named.into_iter().map(|name| {
            let program = program(name)?;
            let program = match &log {
                Some((_, transcript)) => program.logged_to(transcript.clone()),
                None => program,
            };
            try_start(name, &program, limits, game)?;
            let conduct = Arc::new(Conduct::new(stop.clone(), programs.forgive));
            Ok((name.clone(), (program, conduct)))
        });
        Ok(Self { programs: entered.collect::<Result<_, Failure>>()?, limits, log })
    }

    /// Checks that the log was written to its end.
    ///
    /// # Errors
    ///
    /// Returns the first error of writing it.
    pub(crate) fn check_log(&self) -> Result<(), Failure> {
        let error = self.log.as_ref().and_then(|(path, log)| Some(unwritable(path, &log.take_error()?)));
        error.map_or(Ok(()), Err)
    }

    /// Returns a new contestant for the program of this name.
    pub(crate) fn guest(&self, name: &str) -> Option<Box<dyn Guest>> {
        let (program, conduct) = self.programs.get(name)?;
        Some(Box::new(Contestant::new(program.clone(), self.limits, conduct.clone())))
    }

    /// Returns the number of rounds in which this bot failed.
    pub(crate) fn failures(&self, name: &str) -> u64 {
        self.programs.get(name).map_or(0, |(_, conduct)| conduct.failures())
    }

    /// Returns whether a program's failures ended the contest.
    pub(crate) fn is_over(&self) -> bool {
        self.programs.values().any(|(_, conduct)| conduct.is_over())
    }

    /// Describes the failures, or returns an empty text if there were none.
    pub(crate) fn describe(&self) -> String {
        let mut text = String::new();
        for (name, (_, conduct)) in self.programs.iter().filter(|(_, (_, conduct))| conduct.failures() > 0) {
            let failures = conduct.failures();
            let rounds = if failures == 1 { "a round and lost it" } else { "rounds and lost them" };
            let count = if failures == 1 { String::new() } else { format!("{failures} ") };
            let _ = writeln!(text, "{name} failed in {count}{rounds}");
            let mut told: Vec<(String, u64)> = Vec::new();
            for failure in conduct.told() {
                let why = failure.last_error().map_or(String::new(), |why| format!(" ({why})"));
                let sentence = format!("{failure}{why}");
                match told.iter_mut().find(|(before, _)| *before == sentence) {
                    Some((_, times)) => *times += 1,
                    None => told.push((sentence, 1)),
                }
            }
            for (sentence, times) in told {
                let times = if times > 1 { format!(", {times} times") } else { String::new() };
                let _ = writeln!(text, "  {sentence}{times}");
            }
            if conduct.is_over() {
                let last =
                    conduct.told().last().is_some_and(|last| matches!(last.fault, Fault::NotStarted(_)));
                let failures = if last { "this".to_owned() } else { format!("{FORGIVEN} failures in a row") };
                let _ = writeln!(text, "  {failures} ended the contest");
            }
        }
        text
    }

    /// Returns the failures of a bot as JSON.
    pub(crate) fn json(&self, name: &str) -> Value {
        let told = self.programs.get(name).map_or_else(Vec::new, |(_, conduct)| conduct.told());
        let told = told.iter().map(|failure| {
            json!({
                "fault": failure.fault.name(),
                "message": failure.fault.to_string(),
                "lastSaid": failure.last_said,
                "lastHeard": failure.last_heard,
                "errors": failure.errors,
            })
        });
        told.collect()
    }
}
