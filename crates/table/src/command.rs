//! The inputs of a table.

use crate::error::TableRefusal;
use crate::id::{GuestId, SubscriberId};
use crate::receipt::Receipt;
use crate::timestamp::Timestamp;
use cards::{Commitment, Nonce, Seat};
use protocol::Phrase;
use std::time::Duration;

/// A command to a table. It is small, because a queue has room for many.
#[derive(Debug)]
pub enum TableCommand {
    /// Subscribes. With the last receipt of the client, and the commitment to its nonce.
    Watch(Option<Receipt>, Option<Box<Commitment>>),
    /// Sends the table again, to a client that read too slowly. It is no sign of life, because no player asked for it.
    Resume,
    /// Reveals a nonce.
    Reveal(Box<Reveal>),
    /// Takes a chair.
    Sit(Box<Sit>),
    /// Plays an action.
    Play(Box<Play>),
    /// Is ready for the next deal.
    Continue,
    /// Asks for a rematch.
    Rematch,
    /// Lets a bot play for a player who is away.
    Substitute(Seat),
    /// Agrees that the match ends as it stands, or withdraws that.
    End(bool),
    /// Resigns.
    Resign,
    /// Leaves a chair, or frees that of another player.
    Stand(Seat),
    /// Claims the win against a player who left.
    Claim,
    /// Asks for a hint.
    Hint(Box<AtVersion>),
    /// Takes back the last action.
    Undo(Box<AtVersion>),
    /// Waits longer for a player who left.
    Wait(Seat),
    /// Says a phrase.
    Say(Phrase),
}

/// A nonce for the shuffle.
#[derive(Debug)]
pub struct Reveal {
    /// The nonce.
    pub nonce: Nonce,
    /// The commitment to the seed it is for.
    pub commitment: Commitment,
    /// The commitment to another nonce, for another seed.
    pub next: Option<Commitment>,
}

/// A chair that a guest wants.
#[derive(Debug)]
pub struct Sit {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
}

/// A command about a version of the match.
#[derive(Debug)]
pub struct AtVersion {
    /// The version.
    pub version: u64,
    /// The command's id.
    pub id: String,
}

/// An action that a player wants to play.
#[derive(Debug)]
pub struct Play {
    /// The version that the action answers.
    pub version: u64,
    /// The action.
    pub action: String,
    /// Whether the action is text that a player typed.
    pub typed: bool,
    /// The command's id.
    pub id: String,
    /// When the command arrived.
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

    /// Returns whether the command is a sign of life of its guest.
    pub(crate) fn is_alive(&self) -> bool {
        !matches!(self, Self::Resume)
    }
}

/// An input.
#[derive(Debug)]
pub enum Input {
    /// A command of a guest.
    Command {
        /// The connection.
        from: SubscriberId,
        /// The guest.
        guest: GuestId,
        /// The time that a message of the connection takes, as far as it is measured.
        delay: Duration,
        /// The command.
        command: TableCommand,
    },
    /// A connection is gone, or unsubscribes.
    Disconnected(SubscriberId),
    /// A bot has chosen its action. `None` if it failed.
    BotMove(JobId, Option<String>),
    /// The time of [`next_deadline`](crate::Table::next_deadline) has come.
    Tick,
    /// The operator ends the match as it stands. The answer is [`Event::Closed`](crate::Event::Closed).
    Close,
}

/// The id of a bot's job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct JobId(pub(crate) u64);

/// The sender of a command, and its id.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) from: SubscriberId,
    pub(crate) guest: GuestId,
    pub(crate) delay: Duration,
    pub(crate) id: Option<String>,
}

/// The error of a command, for its sender.
pub(crate) type Outcome = Result<(), TableRefusal>;
