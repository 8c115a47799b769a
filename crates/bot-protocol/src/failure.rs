//! How a program can fail, each way with a name, and what is known of it afterwards.

use std::time::Duration;

/// What went wrong.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is no such program, or it may not be run.
    #[error("it could not be started: {0}")]
    NotStarted(String),
    /// It ended, or closed its output.
    #[error("it {}", ended(.status.as_deref()))]
    Crashed {
        /// The exit status; nothing when it was still there and had closed its output.
        status: Option<String>,
    },
    /// It did not answer what takes no thought, or did not read.
    #[error("no answer to “{asked}” in {}", seconds(*.after))]
    Stalled {
        /// The type of the message.
        asked: &'static str,
        /// How long it was waited for.
        after: Duration,
    },
    /// It did not choose in time.
    #[error("no action in {}", seconds(*.after))]
    TooSlow {
        /// How long it was waited for.
        after: Duration,
    },
    /// Twice in one turn it chose what it may not.
    #[error("“{action}” is not legal, nor was what it chose before")]
    Illegal {
        /// The second.
        action: String,
    },
    /// It said what is no message, or far too much.
    #[error("{problem}")]
    Garbled {
        /// What it was.
        problem: String,
    },
    /// It does not play this, and said so.
    #[error("{why}")]
    Unwilling {
        /// What it said.
        why: String,
    },
}

impl Fault {
    /// Its name in reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotStarted(_) => "not-started",
            Self::Crashed { .. } => "crashed",
            Self::Stalled { .. } => "stalled",
            Self::TooSlow { .. } => "too-slow",
            Self::Illegal { .. } => "illegal",
            Self::Garbled { .. } => "garbled",
            Self::Unwilling { .. } => "unwilling",
        }
    }
}

fn ended(status: Option<&str>) -> String {
    status.map_or_else(|| "closed its output".to_owned(), |status| format!("ended: {status}"))
}

fn seconds(time: Duration) -> String {
    format!("{} s", (time.as_secs_f64() * 10.0).round() / 10.0)
}

/// A fault of a program, and what was last said and heard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {fault}", .fault.name())]
pub struct Failure {
    /// What went wrong.
    pub fault: Fault,
    /// The last message to it, as much as fits into a sentence.
    pub last_said: String,
    /// The last line from it, likewise.
    pub last_heard: String,
    /// The end of what it wrote to its standard error.
    pub errors: String,
}

impl Failure {
    /// The last line of its standard error that says something: mostly why.
    #[must_use]
    pub fn last_error(&self) -> Option<&str> {
        self.errors.lines().rev().map(str::trim).find(|line| !line.is_empty())
    }
}
