//! What has happened at a table lately, as each viewer was told it, for whoever comes or comes back. The lines are those
//! that were sent, or would have been: nothing is told here that was not meant for this viewer when it happened.

use crate::Happened;
use cards::{Seat, Viewer};
use house::Sent;
use serde_json::value::RawValue;
use std::collections::VecDeque;

/// So many lines are kept: more than a deal of most games has.
pub const LINES: usize = 120;

/// So many bytes are kept; a table costs no more memory than this.
const BYTES: usize = 24 * 1024;

/// The last lines of a table, told to everybody.
#[derive(Default)]
pub struct History {
    lines: VecDeque<Told>,
    bytes: usize,
}

/// What one action or deal was told as.
pub struct Told {
    version: u64,
    deal: usize,
    public: Box<RawValue>,
    /// For the seats that were told something else.
    own: Vec<(Seat, Box<RawValue>)>,
}

impl Told {
    /// What every viewer, in the order of [`Viewer::all`], was told when the match came to `version`; nothing, if nobody was told
    /// of events, as when something is taken back.
    #[must_use]
    pub fn new(version: usize, deal: usize, sent: &[Sent]) -> Option<Self> {
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

    /// What this viewer was told.
    #[must_use]
    pub fn events(&self, viewer: Viewer) -> &RawValue {
        let own = self.own.iter().find(|(seat, _)| viewer == Viewer::Seat(*seat));
        own.map_or(&self.public, |(_, events)| events)
    }
}

impl History {
    /// Notes what was told last.
    pub fn note(&mut self, line: Told) {
        self.bytes += line.bytes();
        self.lines.push_back(line);
        while self.lines.len() > LINES || self.bytes > BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.bytes();
        }
    }

    /// Forgets the last of them, as many as are kept of those that were taken back.
    pub fn undo(&mut self, entries: usize) {
        for line in self.lines.split_off(self.lines.len().saturating_sub(entries)) {
            self.bytes -= line.bytes();
        }
    }

    /// What `viewer` was told, oldest first.
    #[must_use]
    pub fn events_for(&self, viewer: Viewer) -> Vec<Happened<'_>> {
        self.lines
            .iter()
            .map(|line| Happened { version: line.version, deal: line.deal, events: line.events(viewer) })
            .collect()
    }
}
