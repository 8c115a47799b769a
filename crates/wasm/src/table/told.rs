//! What the person at the table is told.

use super::Table;
use super::kept::Kept;
use ::table::{TableRefusal, Told, to_frame, to_options};
use cards::{Seat, SeatSet, Viewer};
use house::{AnyMatch, Line};
use protocol::{Frame, Notice, TableInfo, notice};

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
            let (table, frame) = (self.kept.id().to_owned(), self.frame());
            let (events, receipt) = (told.events(Viewer::Seat(self.seat)).into(), None);
            self.went.tell(&match played {
                Some((seat, action, id)) => {
                    let (action, id) = (action.to_owned(), id.map(str::to_owned));
                    let played = notice::Played { table, seat, action, events, frame, receipt, id };
                    Notice::Played(Box::new(played))
                }
                None => Notice::Dealt(Box::new(notice::Dealt { table, events, frame, receipt })),
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
        let info = TableInfo {
            ready: self.ready(),
            window: self.pace.window.as_millis() as u64,
            counting: self.counting.as_ref().map(|(at, _)| at.saturating_sub(self.now) as u32),
            absence: self.pace.absence.as_millis() as u32,
            ..table_info(&self.kept, &*self.game)
        };
        let log = self.history.events_for(Viewer::Seat(self.seat));
        let table = notice::Table { info, frame: self.frame(), log, receipt: None };
        self.went.tell(&Notice::Table(Box::new(table)));
    }

    pub(super) fn tell_chairs(&mut self) {
        let (table, chairs) = (self.kept.id().to_owned(), self.kept.chairs());
        let (ready, ending) = (self.ready(), SeatSet::EMPTY);
        self.went.tell(&Notice::Chairs(notice::Chairs { table, chairs, ready, ending }));
    }

    pub(super) fn refuse(&mut self, id: Option<&str>, refusal: &TableRefusal) {
        let (table, id) = (Some(self.kept.id().to_owned()), id.map(str::to_owned));
        self.went.tell(&Notice::Refused(notice::Refused { table, id, error: refusal.api_error() }));
    }

    fn frame(&self) -> Frame {
        Frame { undo: self.may_undo(), ..to_frame(self.game.frame(Viewer::Seat(self.seat()))) }
    }
}

/// What is told of a table at which nobody waits for anything.
pub(super) fn table_info(kept: &Kept, game: &dyn AnyMatch) -> TableInfo {
    TableInfo {
        table: kept.id().to_owned(),
        game: game.game().to_owned(),
        preset: kept.preset().to_owned(),
        options: to_options(game.options()),
        seats: game.seats(),
        chairs: kept.chairs(),
        ready: SeatSet::EMPTY,
        you: Some(kept.seat()),
        commitment: kept.seed().commitment().to_string(),
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
        day: kept.table().day.clone(),
        elsewhere: 0,
    }
}
