//! Table in the page, for one player and bots: a driver of [`::table::Table`].
//!
//! The table has no clock, no randomness and no disk. Every request carries the time. Every answer
//! lists the data to store, the notices to show after that, and the time of the next request. So a
//! closed page loses nothing that it has shown. The same seed and actions give the same match here
//! and on a server.
//!
//! * [`driver`](self::driver): runs the table and performs its effects.
//! * [`page_table`](self::page_table): the data that the page stores for a table.
//! * [`records`](self::records): records and replays of finished deals.

mod driver;
mod page_table;
mod records;
#[cfg(test)]
mod tests;

use ::table::TableError;
use cards::{Seat, Seed};
use catalog::{Catalog, Line};
use driver::{Driver, PageEffects};
use page_table::PageTable;
use protocol::{Command, NewTable, Resolved};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::cell::RefCell;

thread_local! {
    /// Card table of this WebAssembly instance. `None` until one is opened.
    static TABLE: RefCell<Option<Driver>> = const { RefCell::new(None) };
}

/// Request about a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableQuestion {
    /// Time, in milliseconds since 1970.
    now: u64,
    what: Task,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
enum Task {
    /// Returns the options of a new table.
    Check { table: NewTable },
    /// Creates a table and returns the data to store.
    Open { table: NewTable, fresh: Fresh },
    /// Continues a stored table. `broken` voids the current deal after a software fault.
    Revive { kept: PageTable, lines: Vec<Line>, broken: bool },
    /// Performs a command of the player.
    Command {
        command: Command,
        /// Identity of the next table, for a rematch.
        #[serde(default)]
        fresh: Option<Fresh>,
    },
    /// Performs everything that is due.
    Time,
    /// Returns the request that moves the match to a server, with a free chair.
    Carry { kept: PageTable, lines: Vec<Line>, seat: Seat },
    /// Returns the record of a match.
    Record { kept: PageTable, lines: Vec<Line> },
    /// Returns the replay of a deal of a finished match.
    Replay { kept: PageTable, lines: Vec<Line>, deal: usize },
}

/// Identity of a new table. The page supplies it, because this module has no randomness.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fresh {
    id: String,
    seed: Seed,
}

/// Answer to a request.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum TableAnswer {
    Checked(Resolved),
    Opened { kept: Box<PageTable>, seat: Seat },
    Effects(PageEffects),
    Carried(Box<NewTable>),
    Record { record: String },
    Replay(Box<RawValue>),
}

/// Answers a request.
///
/// # Errors
///
/// Returns [`TableError`] if the table cannot be created or continued, or if there is none. A refused
/// command is answered with a notice instead.
pub(crate) fn ask(catalog: &'static Catalog, question: TableQuestion) -> Result<TableAnswer, TableError> {
    let TableQuestion { now, what } = question;
    Ok(match what {
        Task::Check { table } => TableAnswer::Checked(page_table::resolve(catalog, &table, now)?),
        Task::Open { table, fresh } => {
            let kept = PageTable::new(catalog, table, fresh.id, fresh.seed, now)?;
            TableAnswer::Opened { seat: kept.seat(), kept: Box::new(kept) }
        }
        Task::Revive { kept, lines, broken } => {
            let (driver, effects) = Driver::revive(catalog, kept, lines, broken, now)?;
            TABLE.set(Some(driver));
            TableAnswer::Effects(effects)
        }
        Task::Command { command, fresh } => with_table(|table| table.command(now, command, fresh))?,
        Task::Time => with_table(|table| table.tick(now))?,
        Task::Carry { kept, lines, seat } => TableAnswer::Carried(Box::new(kept.to_carry(lines, seat)?)),
        Task::Record { kept, lines } => {
            TableAnswer::Record { record: records::record(catalog, &kept, &lines)? }
        }
        Task::Replay { kept, lines, deal } => {
            TableAnswer::Replay(records::replay(catalog, &kept, &lines, deal)?)
        }
    })
}

/// Calls the current table, if there is one.
fn with_table(call: impl FnOnce(&mut Driver) -> PageEffects) -> Result<TableAnswer, TableError> {
    TABLE.with_borrow_mut(|table| match table {
        Some(table) => Ok(TableAnswer::Effects(call(table))),
        None => Err(TableError::NoTable),
    })
}
