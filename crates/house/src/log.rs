//! What is kept of a match while it is played, line by line, and how a match goes on from it.

use crate::{AnyMatch, DealText, RecordText, Rejected, Sent};
use cards::{Seat, Viewer};
use std::borrow::Cow;

/// One line of a table's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The deck of a new deal.
    Deal(String),
    /// What a seat did, or a shuffle of the house, as a record writes it.
    Entry(String),
    /// The deal before was broken by a fault of the software, and is void.
    Void,
    /// This seat took so many entries of the deal back; they stay where they are in the file, and count no more.
    Undo {
        /// Who did.
        seat: Seat,
        /// How many.
        entries: usize,
    },
}

impl Line {
    /// As the file has it.
    #[must_use]
    pub fn as_text(&self) -> Cow<'_, str> {
        match self {
            Self::Deal(deck) => format!("deal {deck}").into(),
            Self::Entry(entry) => entry.into(),
            Self::Void => VOID.into(),
            Self::Undo { seat, entries } => format!("{UNDO}{seat} {entries}").into(),
        }
    }

    /// What a file has; what it cannot be is an entry, which the game refuses.
    #[must_use]
    pub fn from_text(text: String) -> Self {
        match text.strip_prefix("deal ") {
            Some(deck) => Self::Deal(deck.to_owned()),
            None if text == VOID => Self::Void,
            // An entry begins with a seat or with a sign.
            None => read_undo(&text).unwrap_or(Self::Entry(text)),
        }
    }

    /// Who did it, if it is what a seat did.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let Self::Entry(entry) = self else { return None };
        Seat::try_from(entry.split(' ').next()?.parse::<u8>().ok()?).ok()
    }

    /// Does what it says. Returns what each viewer saw happen.
    ///
    /// # Errors
    ///
    /// When the match does not take it.
    pub fn follow(&self, game: &mut dyn AnyMatch, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected> {
        match self {
            Self::Deal(deck) => game.deal(deck, viewers),
            Self::Entry(entry) => game.enter(entry, viewers),
            Self::Undo { seat, entries } => game.undo(*seat, *entries).map(|()| Vec::new()),
            Self::Void => Err(Rejected::new("unreadable", "a voided deal is passed over as a whole")),
        }
    }
}

/// How a voided deal ends in the file.
const VOID: &str = "void";

/// What comes before the seat that takes something back.
const UNDO: &str = "undo ";

fn read_undo(text: &str) -> Option<Line> {
    let (seat, entries) = text.strip_prefix(UNDO)?.split_once(' ')?;
    let seat = Seat::try_from(seat.parse::<u8>().ok()?).ok()?;
    Some(Line::Undo { seat, entries: entries.parse().ok()? })
}

/// What stands in the file, in order.
pub enum LogEntry<'a> {
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
#[must_use]
pub fn log_entries(lines: &[Line]) -> Vec<LogEntry<'_>> {
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

impl LogEntry<'_> {
    /// Does what it says. Returns what each viewer saw happen.
    ///
    /// # Errors
    ///
    /// When the match does not take it.
    pub fn follow(&self, game: &mut dyn AnyMatch, viewers: &[Viewer]) -> Result<Vec<Sent>, Rejected> {
        match self {
            Self::Line(line) => line.follow(game, viewers),
            Self::Voided { decks, lines } => game.pass_over(*decks, *lines).map(|()| Vec::new()),
        }
    }
}

/// The lines of a record, as a table that was played so would have them.
#[must_use]
pub fn record_lines(record: &RecordText) -> Vec<Line> {
    let deal = |deal: &DealText| {
        let entries = deal.actions.iter().map(|entry| Line::Entry(entry.clone()));
        std::iter::once(Line::Deal(deal.deck.clone())).chain(entries).collect::<Vec<_>>()
    };
    record.deals.iter().flat_map(deal).collect()
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
        let game = crate::find("bridge").unwrap();
        let open = || game.open(&crate::SetupText::first_preset(4), Seat::new(3)).unwrap();
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
            chapter.follow(&mut *match_of, &[]).unwrap_or_else(|rejected| panic!("{number}: {rejected}"));
        }
        assert_eq!(match_of.version(), lines.len(), "as many as there are lines");
        assert_eq!(match_of.record().deals[0].actions, ["3 P", "0 1D"]);
        for line in &lines {
            let text = line.as_text().into_owned();
            assert_eq!(Line::from_text(text), *line);
        }
    }
}
