//! A table in the page, for one person and bots: the driver of [`::table::Table`] there.
//!
//! It has no clock, no randomness and no disk. Every question brings the time along. Every answer says what to store, what to tell the
//! person after that, and when to ask again. So whatever was shown is there after the page was closed, and the same seed and the same
//! actions make the same match here and on a server.
//!
//! * [`driver`](self::driver): the table, and what its effects become.
//! * [`kept`](self::kept): what the page stores of a table.
//! * [`past`](self::past): records, and deals that are over, step by step.

mod driver;
mod kept;
mod past;
#[cfg(test)]
mod tests;

use ::table::TableRefusal;
use cards::{Seat, Seed};
use driver::{Driver, Went};
use house::Catalog;
use kept::Kept;
use protocol::{Command, NewTable, Resolved};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::cell::RefCell;

thread_local! {
    /// The table of this module, between two questions.
    static TABLE: RefCell<Option<Driver>> = const { RefCell::new(None) };
}

/// What the page asks, and when: in milliseconds since 1970.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableQuestion {
    now: u64,
    what: What,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
enum What {
    /// The options that a new table would have.
    Check { table: NewTable },
    /// A new table, and what there is to store of it.
    Open { table: NewTable, fresh: Fresh },
    /// To go on with a stored table. The deal is void if a fault of the software broke it.
    Revive { kept: Kept, lines: Vec<String>, broken: bool },
    /// A command of the person.
    Command {
        command: Command,
        /// For the rematch, if that is what they want.
        #[serde(default)]
        fresh: Option<Fresh>,
    },
    /// The time has come at which the table wanted to be asked.
    Time,
    /// The table to ask a server for, to go on there with a free chair.
    Carry { kept: Kept, lines: Vec<String>, seat: Seat },
    /// The record of a table, as far as it may be read.
    Record { kept: Kept, lines: Vec<String> },
    /// A deal of a finished match, step by step.
    Replay { kept: Kept, lines: Vec<String>, deal: usize },
}

/// What no other table has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fresh {
    id: String,
    seed: Seed,
}

/// The answer to a question.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum TableAnswer {
    Checked(Resolved),
    Opened { kept: Box<Kept>, seat: Seat },
    Went(Went),
    Carried(Box<NewTable>),
    Record { record: String },
    Replay(Box<RawValue>),
}

/// Answers a question to the table.
///
/// # Errors
///
/// Returns [`TableRefusal`] if no such table can be opened, or there is none. The table tells the errors of commands itself.
pub(crate) fn ask(catalog: &'static Catalog, question: TableQuestion) -> Result<TableAnswer, TableRefusal> {
    let TableQuestion { now, what } = question;
    Ok(match what {
        What::Check { table } => TableAnswer::Checked(kept::resolve(catalog, &table, now)?),
        What::Open { table, fresh } => {
            let kept = Kept::new(catalog, table, fresh.id, fresh.seed, now)?;
            TableAnswer::Opened { seat: kept.seat(), kept: Box::new(kept) }
        }
        What::Revive { kept, lines, broken } => {
            let (driver, went) = Driver::revive(catalog, kept, lines, broken, now)?;
            TABLE.set(Some(driver));
            TableAnswer::Went(went)
        }
        What::Command { command, fresh } => with_table(|table| table.command(now, command, fresh))?,
        What::Time => with_table(|table| table.time(now))?,
        What::Carry { kept, lines, seat } => TableAnswer::Carried(Box::new(kept.to_carry(lines, seat)?)),
        What::Record { kept, lines } => TableAnswer::Record { record: past::record(catalog, &kept, &lines)? },
        What::Replay { kept, lines, deal } => {
            TableAnswer::Replay(past::replay(catalog, &kept, &lines, deal)?)
        }
    })
}

fn with_table(does: impl FnOnce(&mut Driver) -> Went) -> Result<TableAnswer, TableRefusal> {
    TABLE.with_borrow_mut(|table| match table {
        Some(table) => Ok(TableAnswer::Went(does(table))),
        None => Err(TableRefusal::NoTable),
    })
}
