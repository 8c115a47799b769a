//! Outputs of a card table.

use crate::chairs::Chairs;
use crate::command::JobId;
use crate::error::{StorageError, TableError};
use crate::finished::FinishedMatch;
use crate::history::History;
use crate::id::{GuestId, SubscriberId};
use crate::link::Link;
use crate::record::{Fingerprint, StoredChair, StoredClocks, StoredTable, TableRecord, Timed};
use cards::Seat;
use catalog::{AnyMatch, Line};
use engine::Stop;
use protocol::{Ended, RatingChange};
use std::time::Duration;

/// Work for the driver after an input, in the order of the fields.
#[derive(Default)]
pub struct Effects {
    /// Messages to send, in order.
    pub messages: Vec<Message>,
    /// Bots' jobs to stop.
    pub stop: Vec<JobId>,
    /// Bots' jobs to start.
    pub start: Vec<BotJob>,
    /// Hint to compute instead of the last one, or an abort.
    pub hint: Option<HintChange>,
    /// Events for the log and the metrics.
    pub events: Vec<Event>,
    /// Question that the table waits for. The driver must answer it before any other input.
    pub wanted: Option<Wanted>,
}

/// Message to some of the subscribers.
#[derive(Debug)]
pub struct Message {
    /// Subscribers that receive the message.
    pub to: Vec<SubscriberId>,
    /// Notice as JSON.
    pub text: String,
}

/// Job of a bot.
pub struct BotJob {
    /// The id to answer with.
    pub id: JobId,
    /// Seat of the bot.
    pub seat: Seat,
    /// The player for whom the bot thinks; `None` if only bots play.
    pub guest: Option<GuestId>,
    /// Function that chooses the action.
    pub think: catalog::BotJob,
    /// Expected thinking time of the bot.
    pub expected: Duration,
    /// Flag that stops the bot.
    pub stop: Stop,
}

/// Change of the hint in progress.
pub enum HintChange {
    /// Starts to compute this hint.
    Start(HintJob),
    /// Aborts the hint in progress.
    Stop,
}

/// Hint to compute.
pub struct HintJob {
    /// Subscriber that receives the hint.
    pub to: SubscriberId,
    /// Guest who asked for the hint.
    pub guest: GuestId,
    /// The id of the command.
    pub id: String,
    /// Returns the notice.
    pub think: Box<dyn FnOnce() -> String + Send>,
    /// Flag that stops the computation.
    pub stop: Stop,
}

/// Question of a card table to its driver.
pub enum Wanted {
    /// Asks for a write to the store.
    Write(Write),
    /// Asks for the table as it is stored now.
    Reload,
    /// Asks for the hash of the match lines up to a version.
    Link(usize),
    /// Asks for a new table with the same rules, for a rematch.
    NewTable(Box<Rematch>),
    /// Asks for the changes of the players' ratings that the store made when it finished the match.
    Ratings,
}

/// New table for a rematch.
pub struct Rematch {
    /// The connection that asked for the rematch.
    pub by: SubscriberId,
    /// The record with the rules.
    pub record: TableRecord,
    /// Players of the new table.
    pub chairs: Chairs,
}

/// Write to the store.
#[derive(Debug)]
pub enum Write {
    /// Appends the next line to the match log.
    Append {
        /// Line of the match log to append.
        line: Line,
        /// Hash of all match lines. `None` for a table without receipts.
        link: Option<Link>,
        /// Clocks after the line.
        timed: Option<Timed>,
        /// The command that led to the line, if it could be repeated.
        command: Option<Fingerprint>,
    },
    /// Replaces the chairs.
    Seats {
        /// The chairs, in seat order.
        chairs: Vec<StoredChair>,
        /// The clocks, if they change too.
        clocks: Option<StoredClocks>,
    },
    /// Replaces the record, which contains the stage of the seed exchange.
    SeedExchange(Box<TableRecord>),
    /// Stores the early end of the match, and its result.
    Ended(Ended, Box<FinishedMatch>),
    /// Marks the match as finished, and stores its result.
    Finished(Box<FinishedMatch>),
    /// Stores the id of the rematch's table.
    NextTable(String),
}

/// Answer to a [`Wanted`].
pub enum Answer {
    /// Result of a write.
    Written(Result<(), StorageError>),
    /// Result of a reload. [`TableError::Elsewhere`] means that another server owns the table.
    Reloaded(Result<Box<Revived>, TableError>),
    /// The link. `None` if the version has none.
    Link(Result<Option<Link>, TableError>),
    /// The id of the new table.
    NewTable(Result<String, TableError>),
    /// The changes of ratings, in seat order. Empty for an unrated match.
    Ratings(Result<Vec<RatingChange>, TableError>),
}

/// Stored table with its match.
pub struct Revived {
    /// The table as stored.
    pub stored: StoredTable,
    /// Match after the last line.
    pub game: Box<dyn AnyMatch>,
    /// Last events of the match.
    pub history: History,
}

/// Event for the log and the metrics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A command was refused.
    Refused(TableError),
    /// A play waits for plays of players with a longer delay.
    PlayHeld,
    /// A bot took too long.
    BotLate,
    /// A simple bot chose for one that was late or failed.
    BotReplaced,
    /// The server knows no bot of this name.
    BotUnknown(String),
    /// A bot chose an illegal action.
    BotStuck(Seat),
    /// A seed exchange restarts because a player does not answer.
    SeedExchangeRestarts,
    /// A player has seen a version that the store does not have.
    Diverged {
        /// Version of the match in the store.
        known: usize,
        /// Version of the match that the player saw.
        seen: usize,
    },
    /// The game refused a checked action, with this error code.
    CheckedButRefused(&'static str),
    /// An operation of the table failed and will be repeated.
    Failed(&'static str, TableError),
    /// Answer to [`Input::Close`](crate::Input::Close).
    Closed(Result<(), TableError>),
}
