//! What guests want of a table.

use super::Connection;
use crate::metrics::Metrics;
use crate::receipt::Receipt;
use crate::refusal::Refusal;
use cards::{Commitment, Nonce, Seat};
use protocol::Phrase;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// What a guest wants of a table. Small: a queue keeps room for many.
pub(crate) enum Request {
    /// To follow it; how far it had come when they followed it last, and their promise of what they add to the shuffle.
    Watch(Arc<Connection>, Option<Receipt>, Option<Box<Commitment>>),
    /// To be told everything anew: a socket asks that by itself for somebody who read too slowly, so it is no sign of life.
    Resume(Arc<Connection>),
    /// To tell what they add to the shuffle.
    Reveal(Arc<Connection>, Box<Reveal>),
    /// To follow it no longer.
    Leave(Arc<Connection>),
    /// To take a chair.
    Sit(Arc<Connection>, Box<Sit>),
    /// To act.
    Play(Arc<Connection>, Box<Play>),
    /// To go on to the next deal.
    Continue(Arc<Connection>),
    /// To play again.
    Rematch(Arc<Connection>),
    /// To let a bot play for somebody who is away.
    Substitute(Arc<Connection>, Seat),
    /// To end the match as it stands, or not to.
    End(Arc<Connection>, bool),
    /// To give it up.
    Resign(Arc<Connection>),
    /// To leave a chair, or have somebody else leave theirs.
    Stand(Arc<Connection>, Seat),
    /// To win against somebody who left.
    Claim(Arc<Connection>),
    /// To be told what would be good.
    Hint(Arc<Connection>, Box<AtVersion>),
    /// To take back what one did last.
    Undo(Arc<Connection>, Box<AtVersion>),
    /// To wait for somebody who left.
    Wait(Arc<Connection>, Seat),
    /// To say a few words.
    Say(Arc<Connection>, Phrase),
    /// Whoever runs the server wants the match to end as it stands.
    Close(mpsc::Sender<Result<(), String>>),
}

/// What somebody adds to the shuffle.
pub(crate) struct Reveal {
    pub(crate) nonce: Nonce,
    /// The commitment to the seed it is for.
    pub(crate) commitment: Commitment,
    /// The commitment to another nonce, for another seed.
    pub(crate) next: Option<Commitment>,
}

/// A chair somebody wants.
pub(crate) struct Sit {
    pub(crate) seat: Seat,
    pub(crate) name: String,
}

/// At which version of the match somebody wants something, and what they call it.
pub(crate) struct AtVersion {
    pub(crate) version: u64,
    pub(crate) id: String,
}

/// What somebody wants to do.
pub(crate) struct Play {
    pub(crate) version: u64,
    pub(crate) action: String,
    /// Whether the action is still to be read: it is what somebody typed.
    pub(crate) typed: bool,
    pub(crate) id: String,
    /// When it came in.
    pub(crate) received_at: Instant,
}

impl Request {
    /// Whose request it is; none, if it is of whoever runs the server.
    pub(super) fn connection(&self) -> Option<&Arc<Connection>> {
        let connection = match self {
            Self::Watch(connection, ..)
            | Self::Resume(connection)
            | Self::Reveal(connection, _)
            | Self::Leave(connection)
            | Self::Sit(connection, _)
            | Self::Play(connection, _)
            | Self::Continue(connection)
            | Self::Rematch(connection)
            | Self::Substitute(connection, _)
            | Self::End(connection, _)
            | Self::Resign(connection)
            | Self::Stand(connection, _)
            | Self::Claim(connection)
            | Self::Hint(connection, _)
            | Self::Undo(connection, _)
            | Self::Wait(connection, _)
            | Self::Say(connection, _) => connection,
            Self::Close(_) => return None,
        };
        Some(connection)
    }

    /// Tells whoever asked that nothing came of it.
    pub(crate) fn refuse(&self, table: &str, refusal: &Refusal, metrics: &Metrics) {
        refusal.note(metrics);
        let (connection, id) = match self {
            Self::Play(connection, play) => (Some(connection), Some(play.id.as_str())),
            Self::Hint(connection, asked) | Self::Undo(connection, asked) => {
                (Some(connection), Some(asked.id.as_str()))
            }
            Self::Leave(_) => return,
            Self::Close(answer) => {
                // Whoever asked may not wait any more.
                let _ = answer.try_send(Err(refusal.to_string()));
                return;
            }
            _ => (self.connection(), None),
        };
        if let Some(connection) = connection {
            connection.notify(refusal.notice(Some(table), id));
        }
    }
}
