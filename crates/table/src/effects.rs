//! The outputs of a table.

use crate::chairs::Chairs;
use crate::command::JobId;
use crate::error::{StorageError, TableRefusal};
use crate::history::History;
use crate::id::{GuestId, SubscriberId};
use crate::link::Link;
use crate::record::{Fingerprint, StoredChair, StoredClocks, StoredTable, TableRecord, Timed};
use cards::Seat;
use engine::Stop;
use house::{AnyMatch, Line, PendingMove};
use protocol::Ended;
use std::time::Duration;

/// What the driver does after an input, in the order of the fields.
#[derive(Default)]
pub struct Effects {
    /// Messages to send, in order.
    pub messages: Vec<Message>,
    /// Jobs of bots to stop.
    pub stop: Vec<JobId>,
    /// Jobs of bots to start.
    pub start: Vec<BotJob>,
    /// A hint to compute instead of the last one, or to give up.
    pub hint: Option<HintChange>,
    /// Events for the log and the metrics.
    pub events: Vec<Event>,
    /// What the table waits for. The driver hands in nothing else before the [`Answer`].
    pub wanted: Option<Wanted>,
}

/// A message.
#[derive(Debug)]
pub struct Message {
    /// The recipients.
    pub to: Vec<SubscriberId>,
    /// The notice, in JSON.
    pub text: String,
}

/// A bot's job.
pub struct BotJob {
    /// The id to answer with.
    pub id: JobId,
    /// The player for whom the bot thinks. `None` if only bots play.
    pub guest: Option<GuestId>,
    /// Chooses the action.
    pub think: PendingMove,
    /// The time that the bot probably needs.
    pub expected: Duration,
    /// Stops the bot.
    pub stop: Stop,
}

/// A change of the hint that is computed.
pub enum HintChange {
    /// Computes this one.
    Start(HintJob),
    /// Gives up.
    Stop,
}

/// A hint to compute.
pub struct HintJob {
    /// The recipient.
    pub to: SubscriberId,
    /// The guest who asked.
    pub guest: GuestId,
    /// The id of the command.
    pub id: String,
    /// Returns the notice.
    pub think: Box<dyn FnOnce() -> String + Send>,
    /// Stops it.
    pub stop: Stop,
}

/// What a table waits for.
pub enum Wanted {
    /// A write to the store.
    Write(Write),
    /// The table, as it is stored now.
    Reload,
    /// The link of the line that led to a version.
    Link(usize),
    /// A new table with the same rules, for a rematch.
    NewTable(Box<Rematch>),
}

/// A new table for a rematch.
pub struct Rematch {
    /// The connection that asked for it.
    pub by: SubscriberId,
    /// The table whose rules it has.
    pub record: TableRecord,
    /// The players.
    pub chairs: Chairs,
}

/// A write to the store.
#[derive(Debug)]
pub enum Write {
    /// The next line.
    Append {
        /// The line.
        line: Line,
        /// The hash of all lines. `None` for a table without receipts.
        link: Option<Link>,
        /// The clocks after it.
        timed: Option<Timed>,
        /// The command that led to it, where it could be done twice.
        command: Option<Fingerprint>,
    },
    /// The players.
    Seats {
        /// The players, in seat order.
        chairs: Vec<StoredChair>,
        /// The clocks, if they change too.
        clocks: Option<StoredClocks>,
    },
    /// The stage of the seed exchange, in the record.
    SeedExchange(Box<TableRecord>),
    /// The match ended before its end.
    Ended(Ended),
    /// The match is over.
    Finished,
    /// The table of the rematch.
    NextTable(String),
}

/// The answer to [`Wanted`].
pub enum Answer {
    /// To a write.
    Written(Result<(), StorageError>),
    /// To a reload. [`TableRefusal::Elsewhere`] means that another server has the table.
    Reloaded(Result<Box<Revived>, TableRefusal>),
    /// To a question for a link. `None` if there is none for the version.
    Link(Result<Option<Link>, TableRefusal>),
    /// To the wish for a new table: its id.
    NewTable(Result<String, TableRefusal>),
}

/// A table as it was stored, with its match.
pub struct Revived {
    /// The table.
    pub stored: StoredTable,
    /// The match after the last line.
    pub game: Box<dyn AnyMatch>,
    /// The last events.
    pub history: History,
}

/// An event for the log and the metrics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A command was refused.
    Refused(TableRefusal),
    /// A play waits for plays from further away.
    PlayHeld,
    /// A bot took too long.
    BotLate,
    /// A simple bot chose instead of one that was late or failed.
    BotReplaced,
    /// There is no such bot.
    BotUnknown(String),
    /// A bot chose an action that can't be done.
    BotStuck(Seat),
    /// A seed exchange starts again because a player is silent.
    SeedExchangeRestarts,
    /// A player has seen a version that the store does not have.
    Diverged {
        /// The version that the store has.
        known: usize,
        /// The version that the player has seen.
        seen: usize,
    },
    /// A checked action was refused by the game. With the code of the error.
    CheckedButRefused(&'static str),
    /// The table could not do something by itself, and tries again.
    Failed(&'static str, TableRefusal),
    /// The answer to [`Input::Close`](crate::Input::Close).
    Closed(Result<(), TableRefusal>),
}
