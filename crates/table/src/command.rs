//! Inputs of a card table.

use crate::error::TableError;
use crate::id::{GuestId, SubscriberId};
use crate::receipt::Receipt;
use crate::timestamp::Timestamp;
use cards::{Commitment, Nonce, Seat};
use protocol::Phrase;
use std::time::Duration;

/// Command to a card table. It is small, because a queue holds many.
#[derive(Debug)]
pub enum TableCommand {
    /// Subscribes. Contains the client's last receipt, and the commitment to its nonce.
    Watch(Option<Receipt>, Option<Box<Commitment>>),
    /// Sends the table again to a client that read too slowly. It is no sign of life, because no player asked
    /// for it.
    Resume,
    /// Reveals a nonce for the shuffle.
    Reveal(Box<Reveal>),
    /// Takes a chair.
    Sit(Box<Sit>),
    /// Plays an action.
    Play(Box<Play>),
    /// Signals readiness for the next deal.
    Continue,
    /// Asks for a rematch.
    Rematch,
    /// Lets a bot play for an absent player.
    Substitute(Seat),
    /// Agrees to end the match as it stands, or withdraws the agreement.
    End(bool),
    /// Resigns the match.
    Resign,
    /// Leaves a chair, or frees the chair of another player.
    Stand(Seat),
    /// Claims the win against a player who left.
    Claim,
    /// Asks for a hint.
    Hint(Box<AtVersion>),
    /// Undoes the player's last action.
    Undo(Box<AtVersion>),
    /// Waits longer for a player who left.
    Wait(Seat),
    /// Sends a phrase.
    Say(Phrase),
}

/// Nonce for the shuffle.
#[derive(Debug)]
pub struct Reveal {
    /// Nonce that the client reveals.
    pub nonce: Nonce,
    /// The commitment to the seed that the nonce is for.
    pub commitment: Commitment,
    /// The commitment to another nonce, for another seed.
    pub next: Option<Commitment>,
}

/// Request for a chair.
#[derive(Debug)]
pub struct Sit {
    /// Seat that the guest takes.
    pub seat: Seat,
    /// Name of the player.
    pub name: String,
    /// Players whom the guest may not meet, because one blocks the other.
    pub apart: Vec<GuestId>,
}

/// Command about a version of the match.
#[derive(Debug)]
pub struct AtVersion {
    /// Version of the match that the guest saw.
    pub version: u64,
    /// Id of the command.
    pub id: String,
}

/// Action of a player.
#[derive(Debug)]
pub struct Play {
    /// The version at which the action was chosen.
    pub version: u64,
    /// Action to play.
    pub action: String,
    /// Whether the action is typed text.
    pub typed: bool,
    /// Id of the command.
    pub id: String,
    /// Arrival time of the command.
    pub received_at: Timestamp,
}

impl TableCommand {
    /// Returns the command's id, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Play(play) => Some(&play.id),
            Self::Hint(asked) | Self::Undo(asked) => Some(&asked.id),
            _ => None,
        }
    }

    /// Returns whether the command shows that the guest is present.
    pub(crate) fn is_alive(&self) -> bool {
        !matches!(self, Self::Resume)
    }
}

/// Input of a card table.
#[derive(Debug)]
pub enum Input {
    /// A command of a guest.
    Command {
        /// Connection that sent the command.
        from: SubscriberId,
        /// Guest who sent the command.
        guest: GuestId,
        /// Measured delay of the connection.
        delay: Duration,
        /// Command to the table.
        command: TableCommand,
    },
    /// The connection was closed, or unsubscribes.
    Disconnected(SubscriberId),
    /// A bot has chosen an action; `None` if it failed.
    BotMove(JobId, Option<String>),
    /// The time of [`next_deadline`](crate::Table::next_deadline) has come.
    Tick,
    /// The operator has banned a player, whose seat counts as left.
    Expel(GuestId),
    /// The operator ends the match as it stands. The answer is [`Event::Closed`](crate::Event::Closed).
    Close,
}

/// Id of a bot's job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct JobId(pub(crate) u64);

/// Sender of a command, with the command's id.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) from: SubscriberId,
    pub(crate) guest: GuestId,
    pub(crate) delay: Duration,
    pub(crate) id: Option<String>,
}

/// Result of a command; the error goes to its sender.
pub(crate) type Outcome = Result<(), TableError>;
