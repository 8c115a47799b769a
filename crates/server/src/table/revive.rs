//! From the lines on disk back to a match.

use super::history::{History, LINES, Told};
use crate::store::{Line, Stored, TableRecord};
use cards::{Seat, Viewer};
use house::{AnyMatch, Catalog, Rejected, Sent, SetupText};
use std::panic::AssertUnwindSafe;

/// Options as the protocol and the store have them, where the preset is one of them.
pub(crate) fn setup(
    options: &std::collections::BTreeMap<String, engine::OptionValue>,
    seats: u8,
) -> SetupText {
    let mut options = options.clone();
    let preset = options.remove("preset").map(|preset| match preset {
        engine::OptionValue::Word(name) => name,
        // No preset is called so: the game then says which there are.
        other => other.to_string(),
    });
    SetupText { preset, options, seats: Some(seats) }
}

/// The match of a table before its first deal.
pub(crate) fn begin(record: &TableRecord, catalog: &Catalog) -> Result<Box<dyn AnyMatch>, Rejected> {
    let game = catalog
        .find(&record.game)
        .ok_or_else(|| Rejected::new("options", format!("game: there is no game “{}”", record.game)))?;
    let dealer = Seat::try_from(record.dealer)
        .map_err(|error| Rejected::new("options", format!("dealer: {error}")))?;
    game.open(&setup(&record.options, record.seats), dealer)
}

/// Why a match cannot be played again from its lines.
pub(crate) enum Unrevived {
    /// A line is not one that could be written.
    Strange(Rejected),
    /// A fault of the software broke the deal that was being played.
    Fault(Fault),
}

impl From<Rejected> for Unrevived {
    fn from(rejected: Rejected) -> Self {
        Self::Strange(rejected)
    }
}

/// A fault of the software: a card made or lost, or anything else that cannot be. (G-4)
#[derive(Debug)]
pub(crate) struct Fault(pub(crate) String);

/// Does something that a fault may stop. What it changed is not to be trusted afterwards.
pub(crate) fn catch_panic<T>(does: impl FnOnce() -> T) -> Result<T, Fault> {
    std::panic::catch_unwind(AssertUnwindSafe(does)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Fault(
            text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default(),
        )
    })
}

/// What stands in the file, in order.
pub(crate) enum LogEntry<'a> {
    /// A line that counts.
    Line(&'a Line),
    /// A deal that was voided, with its end.
    Voided {
        /// The decks and reshuffles it used.
        decks: u32,
        /// Its lines.
        lines: u32,
    },
}

/// The lines of a table, with those of voided deals taken together.
pub(crate) fn log_entries(lines: &[Line]) -> Vec<LogEntry<'_>> {
    let mut entries: Vec<LogEntry<'_>> = Vec::new();
    for line in lines {
        if *line != Line::Void {
            entries.push(LogEntry::Line(line));
            continue;
        }
        let begun = entries.iter().rposition(|entry| matches!(entry, LogEntry::Line(Line::Deal(_))));
        let voided = entries.split_off(begun.unwrap_or(entries.len()));
        let uses_deck = |entry: &&LogEntry<'_>| match entry {
            LogEntry::Line(Line::Deal(_)) => true,
            LogEntry::Line(Line::Entry(entry)) => entry.starts_with("~ shuffle"),
            // No reshuffle is taken back.
            LogEntry::Line(Line::Void | Line::Undo { .. }) | LogEntry::Voided { .. } => false,
        };
        let decks = voided.iter().filter(uses_deck).count() as u32;
        entries.push(LogEntry::Voided { decks, lines: voided.len() as u32 + 1 });
    }
    entries
}

/// The match of a table as it was left; and what has happened there lately, if that is wanted.
pub(crate) fn revive(
    stored: &Stored,
    catalog: &Catalog,
    mut history: Option<&mut History>,
) -> Result<Box<dyn AnyMatch>, Unrevived> {
    let mut game = begin(&stored.record, catalog)?;
    let everybody: Vec<Viewer> = Viewer::all(stored.record.seats).collect();
    let log_entries = log_entries(&stored.lines);
    for (number, entry) in log_entries.iter().enumerate() {
        let lately = history.is_some() && number + LINES >= log_entries.len();
        let viewers = if lately { everybody.as_slice() } else { &[] };
        let done = catch_panic(|| turn(&mut *game, entry, viewers));
        match done {
            Ok(sent) => {
                if let (Ok(sent), Some(history)) = (&sent, &mut history) {
                    if let Some(told) = Told::new(game.version(), game.deals().saturating_sub(1), sent) {
                        history.note(told);
                    }
                    if let LogEntry::Line(Line::Undo { entries, .. }) = entry {
                        history.undo(*entries);
                    }
                }
                sent.map(drop)?;
            }
            // A fault is the last thing that happens in a deal, so that voiding the deal mends it.
            Err(fault) if number + 1 == log_entries.len() => return Err(Unrevived::Fault(fault)),
            Err(Fault(what)) => return Err(Rejected::new("fault", what).into()),
        }
    }
    Ok(game)
}

/// Does what a chapter says. Returns what each viewer saw happen.
pub(crate) fn turn(
    game: &mut dyn AnyMatch,
    entry: &LogEntry<'_>,
    viewers: &[Viewer],
) -> Result<Vec<Sent>, Rejected> {
    match entry {
        LogEntry::Line(line) => follow(game, line, viewers),
        LogEntry::Voided { decks, lines } => game.pass_over(*decks, *lines).map(|()| Vec::new()),
    }
}

/// Does what a line says. Returns what each viewer saw happen.
pub(crate) fn follow(
    game: &mut dyn AnyMatch,
    line: &Line,
    viewers: &[Viewer],
) -> Result<Vec<Sent>, Rejected> {
    match line {
        Line::Deal(deck) => game.deal(deck, viewers),
        Line::Entry(entry) => game.enter(entry, viewers),
        Line::Undo { seat, entries } => game.undo(*seat, *entries).map(|()| Vec::new()),
        Line::Void => Err(Rejected::new("unreadable", "a voided deal is passed over as a whole")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_voided_deal_is_one_log_entry_with_the_decks_it_used() {
        let entry = |text: &str| Line::Entry(text.to_owned());
        let deal = || Line::Deal("Ac 2c".to_owned());
        let lines = [deal(), entry("0 Ac"), deal(), entry("1 2c"), entry("~ shuffle Ac"), Line::Void, deal()];
        let entries: Vec<Option<(u32, u32)>> = log_entries(&lines)
            .iter()
            .map(|entry| match entry {
                LogEntry::Line(_) => None,
                LogEntry::Voided { decks, lines } => Some((*decks, *lines)),
            })
            .collect();
        assert_eq!(entries, [None, None, Some((2, 4)), None]);
    }

    #[test]
    fn what_was_taken_back_in_a_voided_deal_is_counted_with_it_and_in_no_other() {
        let entry = |text: &str| Line::Entry(text.to_owned());
        let game = house::find("bridge").unwrap();
        let open = || game.open(&SetupText::first_preset(4), Seat::new(3)).unwrap();
        let deck = open().next_deck(&cards::Seed::from_number(7));
        let deal = || Line::Deal(deck.clone());
        let undo = |entries| Line::Undo { seat: Seat::new(0), entries };
        let lines = [
            deal(),
            entry("3 P"),
            entry("0 1C"),
            undo(1),
            entry("0 P"),
            Line::Void,
            deal(),
            entry("3 P"),
            entry("0 1C"),
            entry("1 P"),
            undo(2),
            entry("0 1D"),
        ];
        let mut match_of = open();
        for (number, chapter) in log_entries(&lines).iter().enumerate() {
            turn(&mut *match_of, chapter, &[]).unwrap_or_else(|rejected| panic!("{number}: {rejected}"));
        }
        assert_eq!(match_of.version(), lines.len(), "as many as there are lines");
        assert_eq!(match_of.record().deals[0].actions, ["3 P", "0 1D"]);
        for line in &lines {
            let text = line.as_text().into_owned();
            assert_eq!(Line::from_text(text), *line);
        }
    }
}
