//! How a program can fail, each way with a name, and what is known of it afterwards.

use std::time::Duration;

/// What went wrong.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The program does not exist or can't be run.
    #[error("could not be started: {0}")]
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
    /// It chose the refused action again although there were others.
    #[error("chose “{action}” again after that was refused")]
    Repeated {
        /// The action.
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
            // At a table the refused action is illegal, and so is the same action again.
            Self::Illegal { .. } | Self::Repeated { .. } => "illegal",
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
    /// Returns the last non-empty line of its standard error; `None` if the fault quotes it.
    #[must_use]
    pub fn last_error(&self) -> Option<&str> {
        if matches!(self.fault, Fault::NotStarted(_)) { None } else { last_line(&self.errors) }
    }
}

/// Returns the last line that is not empty.
pub(crate) fn last_line(text: &str) -> Option<&str> {
    text.lines().rev().map(str::trim).find(|line| !line.is_empty())
}
