//! Log of a running match. A match can be continued from its lines.

use crate::{AnyMatch, DealText, Entry, RecordPosition, RecordText, Rejection, WireValue};
use cards::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Line in the log of a match: a deal, an entry, an undo or a void. Its JSON form is its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Line {
    /// Start of a deal, with the deck.
    Deal(String),
    /// Action or reshuffle.
    Entry(Entry),
    /// End of a deal that is void because of a software fault.
    Void,
    /// Undo of log entries. The undone lines stay in the log.
    Undo {
        /// Seat that undid its action.
        seat: Seat,
        /// Number of log entries that are undone.
        entries: usize,
    },
}

impl Line {
    /// Returns the seat that acted, if the line is an action.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let Self::Entry(entry) = self else { return None };
        entry.action().map(|(seat, _)| seat)
    }

    /// Applies the log line to a match. Returns the events that each viewer saw.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the match refuses the line.
    pub fn follow(&self, game: &mut dyn AnyMatch, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection> {
        match self {
            Self::Deal(deck) => game.deal(deck, viewers),
            Self::Entry(entry) => game.enter(entry, viewers),
            Self::Undo { seat, entries } => game.undo(*seat, *entries).map(|()| Vec::new()),
            Self::Void => Err(Rejection::new("unreadable", "a voided deal can only be skipped as a whole")),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal(deck) => write!(f, "{DEAL}{deck}"),
            Self::Entry(entry) => entry.fmt(f),
            Self::Void => f.write_str(VOID),
            Self::Undo { seat, entries } => write!(f, "{UNDO}{seat} {entries}"),
        }
    }
}

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.to_string()
    }
}

impl TryFrom<String> for Line {
    type Error = Rejection;

    fn try_from(text: String) -> Result<Self, Rejection> {
        text.parse()
    }
}

impl FromStr for Line {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Self, Rejection> {
        if let Some(deck) = text.strip_prefix(DEAL) {
            return Ok(Self::Deal(deck.to_owned()));
        }
        if text == VOID {
            return Ok(Self::Void);
        }
        // An entry begins with a digit or with `~`.
        read_undo(text).map_or_else(|| text.parse().map(Self::Entry), Ok)
    }
}

/// Prefix of the text of [`Line::Deal`].
const DEAL: &str = "deal ";

/// Text of [`Line::Void`].
const VOID: &str = "void";

/// Prefix of the text of [`Line::Undo`].
const UNDO: &str = "undo ";

fn read_undo(text: &str) -> Option<Line> {
    let (seat, entries) = text.strip_prefix(UNDO)?.split_once(' ')?;
    let seat = Seat::try_from(seat.parse::<u8>().ok()?).ok()?;
    Some(Line::Undo { seat, entries: entries.parse().ok()? })
}

/// Line of the log, or the lines of a voided deal.
pub enum LogEntry<'a> {
    /// Log line that counts.
    Line(&'a Line),
    /// Voided deal, including the line that voids it.
    Voided {
        /// Number of decks and reshuffles that the voided deal used.
        decks: u32,
        /// Number of log lines, including the one that voids the deal.
        lines: u32,
    },
}

/// Groups the log lines of each voided deal.
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
            LogEntry::Line(Line::Entry(entry)) => matches!(entry, Entry::Shuffle(_)),
            // A reshuffle is never undone.
            LogEntry::Line(Line::Void | Line::Undo { .. }) | LogEntry::Voided { .. } => false,
        };
        let decks = voided.iter().filter(uses_deck).count() as u32;
        entries.push(LogEntry::Voided { decks, lines: voided.len() as u32 + 1 });
    }
    entries
}

impl LogEntry<'_> {
    /// Applies the log entry to a match. Returns the events that each viewer saw.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the match refuses the log entry.
    pub fn follow(&self, game: &mut dyn AnyMatch, viewers: &[Viewer]) -> Result<Vec<WireValue>, Rejection> {
        match self {
            Self::Line(line) => line.follow(game, viewers),
            Self::Voided { decks, lines } => game.pass_over(*decks, *lines).map(|()| Vec::new()),
        }
    }
}

/// Returns the lines of the log from which a record can be replayed.
///
/// # Errors
///
/// Returns [`Rejection`] with the position of the first entry that is neither an action nor a reshuffle.
pub fn record_lines(record: &RecordText) -> Result<Vec<Line>, Rejection> {
    let mut lines = Vec::new();
    for (deal, DealText { deck, actions }) in record.deals.iter().enumerate() {
        lines.push(Line::Deal(deck.clone()));
        for (action, entry) in actions.iter().enumerate() {
            let at = |rejection: Rejection| rejection.at(RecordPosition { deal, action: Some(action) });
            lines.push(Line::Entry(entry.parse().map_err(at)?));
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_voided_deal_is_one_log_entry_with_the_decks_it_used() {
        let entry = |text: &str| Line::Entry(text.parse().unwrap());
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
        let entry = |text: &str| Line::Entry(text.parse().unwrap());
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
        for (number, entry) in log_entries(&lines).iter().enumerate() {
            entry.follow(&mut *match_of, &[]).unwrap_or_else(|rejection| panic!("{number}: {rejection}"));
        }
        assert_eq!(match_of.version(), lines.len(), "every line counts");
        assert_eq!(match_of.record().deals[0].actions, ["3 P", "0 1D"]);
        for line in &lines {
            assert_eq!(line.to_string().parse().as_ref(), Ok(line));
        }
    }
}
