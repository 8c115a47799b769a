//! Requests to the task of a card table.

use super::Connection;
use crate::metrics::Metrics;
use crate::request_error::RequestError;
use ::table::{GuestId, TableCommand};
use protocol::Phrase;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Request to a card table. It is small, because a queue holds many.
pub(crate) enum Request {
    /// Command of a client.
    Command(Arc<Connection>, TableCommand),
    /// The connection is closed or unsubscribes.
    Leave(Arc<Connection>),
    /// The table leaves memory, because its chairs were changed in the store.
    Reread(mpsc::Sender<()>),
    /// The operator has banned a player, whose seat counts as left.
    Expel(GuestId),
    /// Asks for the last phrases of a player.
    Phrases(GuestId, mpsc::Sender<Vec<Phrase>>),
    /// The operator ends the match as it stands.
    Close(mpsc::Sender<Result<(), String>>),
}

impl Request {
    /// Returns the connection of a client's request.
    pub(super) fn connection(&self) -> Option<&Arc<Connection>> {
        match self {
            Self::Command(connection, _) | Self::Leave(connection) => Some(connection),
            Self::Close(_) | Self::Reread(_) | Self::Expel(_) | Self::Phrases(..) => None,
        }
    }

    /// Refuses the request.
    pub(crate) fn refuse(&self, table: &str, error: &RequestError, metrics: &Metrics) {
        error.note(metrics);
        match self {
            Self::Command(connection, command) => {
                connection.notify(error.notice(Some(table), command.id()));
            }
            Self::Leave(_) | Self::Reread(_) | Self::Expel(_) | Self::Phrases(..) => {}
            // The operator may have stopped waiting.
            Self::Close(answer) => drop(answer.try_send(Err(error.to_string()))),
        }
    }
}
