//! A table that the page keeps itself, for one person and bots: what `docs/protocol.md` says of a table, without the others.
//!
//! It knows no clock, no chance and no disk. Every question brings the time along; every answer says what is to be kept, what is
//! to be told once that is kept, and when the table wants to be asked again. So whatever was shown is there after the page was
//! closed, and the same seed and the same actions make the same match here and on a server.
//!
//! * [`by_itself`](self::by_itself): what a table does that nobody asks for: it deals, waits, lets bots play.
//! * [`commands`](self::commands): what the person at the table wants.
//! * [`kept`](self::kept): what the page keeps of a table.
//! * [`past`](self::past): records, and deals that are over, step by step.
//! * [`told`](self::told): what the person is told.

mod by_itself;
mod commands;
mod kept;
mod past;
#[cfg(test)]
mod tests;
mod told;

use ::table::{History, Pace, TableRefusal, Told};
use by_itself::{Pending, Sealed, Thinking};
use cards::{Seat, Seed, Viewer};
use engine::Phase;
use house::{AnyMatch, Catalog, Line, log_entries};
use kept::Kept;
use protocol::{Command, NewTable, Notice, Resolved, notice};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    /// The table of this module, between two questions.
    static TABLE: RefCell<Option<Table>> = const { RefCell::new(None) };
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
    /// What the options of a table come to.
    Check { table: NewTable },
    /// To open a table, and what there is to keep of it.
    Open { table: NewTable, fresh: Fresh },
    /// To go on with a table as it was kept. The deal is void if a fault of the software broke it.
    Revive { kept: Kept, lines: Vec<String>, broken: bool },
    /// What the person at the table wants.
    Command {
        command: Command,
        /// For the next table, if that is what they want.
        #[serde(default)]
        fresh: Option<Fresh>,
    },
    /// The time has come that the table wanted to be asked at.
    Time,
    /// To go on at a table of a house, with a chair free for somebody: what to ask the house for.
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

/// What comes of a question.
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

/// What a table did.
#[derive(Default, Serialize)]
pub(crate) struct Went {
    /// Tables of which more is to be kept than before: this one, or the next.
    keep: Vec<Kept>,
    /// The lines to keep, after those that are kept.
    lines: Vec<String>,
    /// What the person is told, once all that is kept.
    notices: Vec<Box<RawValue>>,
    /// When the table wants to be asked again, if nothing is asked before.
    wake: Option<u64>,
}

impl Went {
    fn tell(&mut self, notice: &Notice) {
        self.notices.push(RawValue::from_string(notice.encode()).expect("a notice is JSON"));
    }
}

/// Answers a question to the table.
///
/// # Errors
///
/// When no such table of these games can be opened, or there is none. What a table does not do when it is told to, it tells itself.
pub(crate) fn ask(catalog: &'static Catalog, question: TableQuestion) -> Result<TableAnswer, TableRefusal> {
    let TableQuestion { now, what } = question;
    Ok(match what {
        What::Check { table } => TableAnswer::Checked(kept::resolve(catalog, &table, now)?),
        What::Open { table, fresh } => {
            let kept = Kept::new(catalog, table, fresh.id, fresh.seed, now)?;
            TableAnswer::Opened { seat: kept.seat(), kept: Box::new(kept) }
        }
        What::Revive { kept, lines, broken } => {
            let table = Table::revive(catalog, kept, &lines, broken)?;
            TableAnswer::Went(TABLE.with_borrow_mut(|place| place.insert(table).go(now, |_| Ok(()))))
        }
        What::Command { command, fresh } => with_table(|table| table.command(now, &command, fresh))?,
        What::Time => with_table(|table| table.go(now, Table::on_time))?,
        What::Carry { kept, lines, seat } => TableAnswer::Carried(Box::new(kept.to_carry(lines, seat)?)),
        What::Record { kept, lines } => TableAnswer::Record { record: past::record(catalog, &kept, &lines)? },
        What::Replay { kept, lines, deal } => {
            TableAnswer::Replay(past::replay(catalog, &kept, &lines, deal)?)
        }
    })
}

fn with_table(does: impl FnOnce(&mut Table) -> Went) -> Result<TableAnswer, TableRefusal> {
    TABLE.with_borrow_mut(|table| match table {
        Some(table) => Ok(TableAnswer::Went(does(table))),
        None => Err(TableRefusal::NoTable),
    })
}

/// A table.
struct Table {
    catalog: &'static Catalog,
    kept: Kept,
    seat: Seat,
    /// What the match is dealt from.
    key: Seed,
    game: Box<dyn AnyMatch>,
    pace: Pace,
    history: History,
    /// The time of the question.
    now: u64,
    /// What comes of the question.
    went: Went,
    /// Whether the person wants the next deal.
    ready: bool,
    thinking: Vec<Thinking>,
    /// What happens when the table has counted to three.
    counting: Option<(u64, Pending)>,
    /// When something is done for whoever is silent.
    timeout: Option<u64>,
    /// The sealed answers the match waits for.
    sealed: Option<Sealed>,
    /// When the next deal begins although nobody said that they are ready.
    next_deal: Option<u64>,
}

impl Table {
    /// The table as it was left.
    fn revive(
        catalog: &'static Catalog,
        kept: Kept,
        lines: &[String],
        broken: bool,
    ) -> Result<Self, TableRefusal> {
        let (seat, key) = (kept.seat(), kept.key());
        let mut lines: Vec<Line> = lines.iter().cloned().map(Line::from_text).collect();
        let mut went = Went::default();
        if broken && lines.iter().any(|line| matches!(line, Line::Deal(_))) {
            went.lines.push(Line::Void.as_text().into_owned());
            went.tell(&Notice::Voided(notice::Voided { table: kept.id().to_owned(), again: true }));
            lines.push(Line::Void);
        }
        let mut game = kept.begin(catalog)?;
        let mut history = History::default();
        for entry in log_entries(&lines) {
            let sent = entry.follow(&mut *game, &[Viewer::Seat(seat)])?;
            if let Some(told) = Told::new(game.version(), game.deals().saturating_sub(1), &sent) {
                history.note(told);
            }
            if let house::LogEntry::Line(Line::Undo { entries, .. }) = entry {
                history.undo(*entries);
            }
        }
        Ok(Self {
            catalog,
            seat,
            key,
            game,
            pace: Pace::default(),
            history,
            now: 0,
            went,
            ready: false,
            thinking: Vec::new(),
            counting: None,
            timeout: None,
            sealed: None,
            next_deal: None,
            kept,
        })
    }

    /// Does something at this time, and then what follows by itself.
    fn go(&mut self, now: u64, does: impl FnOnce(&mut Self) -> Result<(), TableRefusal>) -> Went {
        self.now = now;
        if let Err(refusal) = does(self) {
            self.refuse(None, &refusal);
        }
        self.advance();
        self.went.wake = self.wake_at();
        std::mem::take(&mut self.went)
    }

    /// Whether nothing more is played here.
    fn is_over(&self) -> bool {
        self.kept.ended().is_some() || matches!(self.game.phase(), Phase::Over(_))
    }

    fn after(&self, pause: Duration) -> u64 {
        self.now.saturating_add(u64::try_from(pause.as_millis()).unwrap_or(u64::MAX))
    }
}
