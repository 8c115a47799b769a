//! Last events of a table, for viewers who join or return.

use cards::{Seat, Viewer};
use catalog::WireValue;
use protocol::Happened;
use serde_json::value::RawValue;
use std::collections::VecDeque;

/// Maximum number of lines: more than a deal of most games has.
pub const LINES: usize = 120;

/// Maximum size of a table's history, in bytes.
const BYTES: usize = 24 * 1024;

/// Last events of a table, as each viewer received them.
#[derive(Default)]
pub struct History {
    lines: VecDeque<EventBatch>,
    bytes: usize,
}

/// Events of one action or deal, for every viewer.
pub struct EventBatch {
    version: u64,
    deal: usize,
    public: Box<RawValue>,
    /// Events of the seats that saw more than the public.
    own: Vec<(Seat, Box<RawValue>)>,
}

impl EventBatch {
    /// Creates the entry of a version from the events of every viewer, in the order of [`Viewer::all`].
    /// Returns `None` if `sent` is empty, as after an undo.
    #[must_use]
    pub fn new(version: usize, deal: usize, sent: &[WireValue]) -> Option<Self> {
        let (public, seats) = sent.split_last()?;
        let public = public.to_json();
        let own = Seat::all(seats.len() as u8)
            .zip(seats)
            .map(|(seat, events)| (seat, events.to_json()))
            .filter(|(_, events)| events.get() != public.get())
            .collect();
        Some(Self { version: version as u64, deal, public, own })
    }

    fn bytes(&self) -> usize {
        let own = self.own.iter().map(|(_, events)| events.get().len());
        size_of::<Self>() + self.public.get().len() + own.sum::<usize>()
    }

    /// Returns the events of a viewer.
    #[must_use]
    pub fn events(&self, viewer: Viewer) -> &RawValue {
        let own = self.own.iter().find(|(seat, _)| viewer == Viewer::Seat(*seat));
        own.map_or(&self.public, |(_, events)| events)
    }
}

impl History {
    /// Adds the newest events, and drops the oldest beyond the limits.
    pub fn note(&mut self, line: EventBatch) {
        self.bytes += line.bytes();
        self.lines.push_back(line);
        while self.lines.len() > LINES || self.bytes > BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.bytes();
        }
    }

    /// Drops the last `entries` after an undo.
    pub fn undo(&mut self, entries: usize) {
        for line in self.lines.split_off(self.lines.len().saturating_sub(entries)) {
            self.bytes -= line.bytes();
        }
    }

    /// Returns the events of a viewer, oldest first.
    #[must_use]
    pub fn events_for(&self, viewer: Viewer) -> Vec<Happened> {
        self.lines
            .iter()
            .map(|line| Happened {
                version: line.version,
                deal: line.deal,
                events: line.events(viewer).into(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Viewer = Viewer::Seat(Seat::new(0));
    const BEA: Viewer = Viewer::Seat(Seat::new(1));

    /// Creates the events of a version, of which Ada saw more than the others.
    fn batch(version: usize, own: &str) -> EventBatch {
        let sent = [own, "back", "back"].map(|event| WireValue::new(vec![event.to_owned()]));
        EventBatch::new(version, 0, &sent).expect("it has events")
    }

    fn versions(history: &History) -> Vec<u64> {
        history.events_for(Viewer::Public).iter().map(|happened| happened.version).collect()
    }

    #[test]
    fn each_viewer_gets_their_own_events_and_none_of_another_viewer() {
        let mut history = History::default();
        history.note(batch(1, "7d"));
        let of = |viewer| history.events_for(viewer)[0].events.get().to_owned();
        assert_eq!(
            (of(ADA), of(BEA), of(Viewer::Public)),
            (r#"["7d"]"#.into(), r#"["back"]"#.into(), r#"["back"]"#.into())
        );
        // Events that all saw alike are stored once.
        assert_eq!((batch(1, "7d").own.len(), batch(1, "back").own.len()), (1, 0));
        assert!(EventBatch::new(1, 0, &[]).is_none());
    }

    #[test]
    fn an_undo_drops_the_last_events_and_an_undo_of_more_drops_all() {
        let mut history = History::default();
        (1..=5).for_each(|version| history.note(batch(version, "7d")));
        history.undo(2);
        assert_eq!(versions(&history), [1, 2, 3]);
        assert_eq!(history.bytes, 3 * batch(1, "7d").bytes());
        history.undo(9);
        assert!(versions(&history).is_empty() && history.bytes == 0);
    }

    #[test]
    fn the_oldest_events_are_dropped_beyond_the_limits() {
        let mut history = History::default();
        (1..=LINES + 2).for_each(|version| history.note(batch(version, "7d")));
        assert_eq!(versions(&history), (3..=LINES as u64 + 2).collect::<Vec<_>>());
        let long = "7d".repeat(BYTES / 5);
        (201..=203).for_each(|version| history.note(batch(version, &long)));
        assert_eq!(versions(&history), [202, 203], "a third of the maximum does not fit three times");
        assert!(history.bytes <= BYTES);
    }
}
