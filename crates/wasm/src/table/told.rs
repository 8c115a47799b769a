//! What the person at the table is told.

use super::Table;
use super::kept::Kept;
use cards::{Seat, SeatSet, Viewer};
use house::{AnyMatch, Frame, Line};
use protocol::{Chair, Notice, TableInfo, TableRefusal, Told};

impl Table {
    /// Does what a line says, which is to be kept before it is told. `played` says who did what, and what they call it.
    pub(super) fn write(
        &mut self,
        line: &Line,
        played: Option<(Seat, &str, Option<&str>)>,
    ) -> Result<(), TableRefusal> {
        // Nobody else looks on.
        let sent = line.follow(&mut *self.game, &[Viewer::Seat(self.seat)])?;
        self.went.lines.push(line.as_text().into_owned());
        if let Some(told) = Told::new(self.game.version(), self.game.deals().saturating_sub(1), &sent) {
            let (table, frame) = (self.kept.id(), &self.frame());
            let (events, receipt) = (told.events(Viewer::Seat(self.seat)), None);
            self.went.tell(&match played {
                Some((seat, action, id)) => {
                    Notice::Played { table, seat, action, events, frame, receipt, id }
                }
                None => Notice::Dealt { table, events, frame, receipt },
            });
            self.history.note(told);
        }
        if let Line::Undo { entries, .. } = line {
            self.history.undo(*entries);
        }
        Ok(())
    }

    /// Everything about the table.
    pub(super) fn tell_table(&mut self) {
        let (chairs, commitment) = (self.kept.chairs(), self.kept.seed().commitment().to_string());
        let info = TableInfo {
            ready: self.ready(),
            window: self.pace.window.as_millis() as u64,
            counting: self.counting.as_ref().map(|(at, _)| at.saturating_sub(self.now) as u32),
            absence: self.pace.absence.as_millis() as u32,
            ..table_info(&self.kept, &*self.game, &chairs, &commitment)
        };
        let log = self.history.events_for(Viewer::Seat(self.seat));
        let notice = Notice::Table { info: Box::new(info), frame: &self.frame(), log, receipt: None };
        self.went.tell(&notice);
    }

    pub(super) fn tell_chairs(&mut self) {
        let (table, ready, ending) = (self.kept.id(), self.ready(), SeatSet::EMPTY);
        self.went.tell(&Notice::Chairs { table, chairs: &self.kept.chairs(), ready, ending });
    }

    pub(super) fn refuse(&mut self, id: Option<&str>, refusal: &TableRefusal) {
        self.went.tell(&Notice::Refused { table: Some(self.kept.id()), id, error: refusal.api_error() });
    }

    fn frame(&self) -> Frame {
        Frame { undo: self.may_undo(), ..self.game.frame(Viewer::Seat(self.seat())) }
    }
}

/// What is told of a table at which nobody waits for anything.
pub(super) fn table_info<'a>(
    kept: &'a Kept,
    game: &'a dyn AnyMatch,
    chairs: &'a [Chair],
    commitment: &'a str,
) -> TableInfo<'a> {
    TableInfo {
        table: kept.id(),
        game: game.game(),
        preset: kept.preset(),
        options: game.options(),
        seats: game.seats(),
        chairs,
        ready: SeatSet::EMPTY,
        you: Some(kept.seat()),
        commitment,
        restarts: 0,
        window: 0,
        stake: kept.table().stake,
        payments: kept.payments(game),
        counting: None,
        absence: 0,
        ending: SeatSet::EMPTY,
        ended: kept.ended(),
        next: kept.next().map(ToOwned::to_owned),
        lost: None,
        time_control: None,
        clocks: Vec::new(),
        founder: Some(kept.seat()),
        day: kept.table().day,
        elsewhere: 0,
    }
}
