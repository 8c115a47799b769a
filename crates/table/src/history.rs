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
