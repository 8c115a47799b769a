//! Failures of programs, with the details for a report.

use std::time::Duration;

/// Kind of failure of a bot program.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The program doesn't exist or may not be run.
    #[error("it couldn't be started: {0}")]
    NotStarted(String),
    /// The program exited or closed its output.
    #[error("it {}", ended(.status.as_deref()))]
    Crashed {
        /// Exit status. `None` if the program only closed its output.
        status: Option<String>,
    },
    /// The program didn't answer a simple message, or didn't read.
    #[error("no answer to “{asked}” in {}", seconds(*.after))]
    Stalled {
        /// Type of the message.
        asked: &'static str,
        /// Timeout that the program exceeded.
        after: Duration,
    },
    /// The program didn't choose in time.
    #[error("no action in {}", seconds(*.after))]
    TooSlow {
        /// Timeout that the program exceeded.
        after: Duration,
    },
    /// The program chose an illegal action twice in one turn.
    #[error("“{action}” is illegal, and so was its choice before")]
    Illegal {
        /// Second illegal action of the turn.
        action: String,
    },
    /// The program chose the refused action again although there were others.
    #[error("it chose “{action}” again after that was refused")]
    Repeated {
        /// Action that the program chose again.
        action: String,
    },
    /// The program sent an invalid message, or too many lines.
    #[error("{problem}")]
    Garbled {
        /// Description of the invalid message.
        problem: String,
    },
    /// The program refuses to play this.
    #[error("{why}")]
    Unwilling {
        /// Reason that the program gave.
        why: String,
    },
}

impl Fault {
    /// Returns the name in reports.
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
    status.map_or_else(|| "closed its output".to_owned(), |status| format!("exited: {status}"))
}

fn seconds(time: Duration) -> String {
    format!("{} s", (time.as_secs_f64() * 10.0).round() / 10.0)
}

/// Fault of a program, with the last messages.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {fault}", .fault.name())]
pub struct Failure {
    /// Kind of failure of the program.
    pub fault: Fault,
    /// Last message to the program, shortened.
    pub last_said: String,
    /// Last line that the program sent, shortened.
    pub last_heard: String,
    /// End of the program's standard error output.
    pub errors: String,
}

impl Failure {
    /// Returns the last non-empty line of its standard error; `None` if the fault quotes it.
    #[must_use]
    pub fn last_error(&self) -> Option<&str> {
        if matches!(self.fault, Fault::NotStarted(_)) { None } else { last_line(&self.errors) }
    }
}

/// Returns the last line of a text that is not empty.
pub(crate) fn last_line(text: &str) -> Option<&str> {
    text.lines().rev().map(str::trim).find(|line| !line.is_empty())
}
