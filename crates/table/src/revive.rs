//! Replay of a match from its stored lines.

use crate::history::{EventBatch, History, LINES};
use crate::record::TableRecord;
use cards::{Seat, Viewer};
use catalog::{AnyMatch, Catalog, Line, LogEntry, Rejection, SetupText, log_entries};
use std::panic::AssertUnwindSafe;

/// Returns the match of a table before its first deal.
///
/// # Errors
///
/// Returns [`Rejection`] if the catalog lacks the game, or the game the options.
pub fn begin(record: &TableRecord, catalog: &Catalog) -> Result<Box<dyn AnyMatch>, Rejection> {
    let game = catalog
        .find(&record.game)
        .ok_or_else(|| Rejection::new("options", format!("game: unknown game “{}”", record.game)))?;
    let dealer = Seat::try_from(record.dealer)
        .map_err(|error| Rejection::new("options", format!("dealer: {error}")))?;
    game.open(&SetupText::from_options(&record.options, record.seats), dealer)
}

/// Error of a replay from lines.
pub enum Unrevived {
    /// A line is illegal.
    Strange(Rejection),
    /// A software fault broke the last deal.
    Fault(Fault),
}

impl From<Rejection> for Unrevived {
    fn from(rejection: Rejection) -> Self {
        Self::Strange(rejection)
    }
}

/// Panic of the software, such as after a card was duplicated or lost. (G-4)
#[derive(Debug)]
pub struct Fault(
    /// The message of the panic.
    pub String,
);

/// Runs a function that may panic. After a panic the values it changed can't be trusted.
///
/// # Errors
///
/// Returns [`Fault`] if it panics.
pub fn catch_panic<T>(does: impl FnOnce() -> T) -> Result<T, Fault> {
    std::panic::catch_unwind(AssertUnwindSafe(does)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Fault(
            text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default(),
        )
    })
}

/// Replays the match of a table, and adds the last events to `history`.
///
/// # Errors
///
/// Returns [`Unrevived`] if a line is illegal, or a software fault broke the last deal.
pub fn revive(
    record: &TableRecord,
    lines: &[Line],
    catalog: &Catalog,
    mut history: Option<&mut History>,
) -> Result<Box<dyn AnyMatch>, Unrevived> {
    let mut game = begin(record, catalog)?;
    let all: Vec<Viewer> = Viewer::all(record.seats).collect();
    let log_entries = log_entries(lines);
    for (number, entry) in log_entries.iter().enumerate() {
        let lately = history.is_some() && number + LINES >= log_entries.len();
        let viewers = if lately { all.as_slice() } else { &[] };
        let done = catch_panic(|| entry.follow(&mut *game, viewers));
        match done {
            Ok(sent) => {
                if let (Ok(sent), Some(history)) = (&sent, &mut history) {
                    if let Some(batch) = EventBatch::new(game.version(), game.deals().saturating_sub(1), sent)
                    {
                        history.note(batch);
                    }
                    if let LogEntry::Line(Line::Undo { entries, .. }) = entry {
                        history.undo(*entries);
                    }
                }
                sent.map(drop)?;
            }
            // A fault is always the last line of a deal, so voiding the deal repairs the match.
            Err(fault) if number + 1 == log_entries.len() => return Err(Unrevived::Fault(fault)),
            Err(Fault(what)) => return Err(Rejection::new("fault", what).into()),
        }
    }
    Ok(game)
}
