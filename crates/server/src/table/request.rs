//! Requests to the task of a table.

use super::Connection;
use crate::metrics::Metrics;
use crate::refusal::Refusal;
use ::table::TableCommand;
use std::sync::Arc;
use tokio::sync::mpsc;

/// A request to a table. It is small, because a queue has room for many.
pub(crate) enum Request {
    /// A command.
    Command(Arc<Connection>, TableCommand),
    /// The connection is gone, or unsubscribes.
    Leave(Arc<Connection>),
    /// The operator ends the match as it stands.
    Close(mpsc::Sender<Result<(), String>>),
}

impl Request {
    /// Returns the connection, unless the request is the operator's.
    pub(super) fn connection(&self) -> Option<&Arc<Connection>> {
        match self {
            Self::Command(connection, _) | Self::Leave(connection) => Some(connection),
            Self::Close(_) => None,
        }
    }

    /// Answers that nothing came of the request.
    pub(crate) fn refuse(&self, table: &str, refusal: &Refusal, metrics: &Metrics) {
        refusal.note(metrics);
        match self {
            Self::Command(connection, command) => {
                connection.notify(refusal.notice(Some(table), command.id()));
            }
            Self::Leave(_) => {}
            // The operator may not wait any more.
            Self::Close(answer) => drop(answer.try_send(Err(refusal.to_string()))),
        }
    }
}
