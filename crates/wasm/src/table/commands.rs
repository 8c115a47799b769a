//! What the person at the table wants.

use super::{Fresh, Pending, Table, Went};
use ::table::{TableRefusal, to_hint};
use cards::{Seat, SeatSet};
use engine::Phase;
use house::{Hint, Line, hint_effort};
use protocol::{Command, Ended, Notice, notice};

impl Table {
    /// Does what a command says, or says why not.
    pub(super) fn command(&mut self, now: u64, command: &Command, fresh: Option<Fresh>) -> Went {
        self.go(now, |table| {
            if let Err(refusal) = table.heed(command, fresh) {
                table.refuse(command.id(), &refusal);
            }
            Ok(())
        })
    }

    fn heed(&mut self, command: &Command, fresh: Option<Fresh>) -> Result<(), TableRefusal> {
        match command {
            Command::Watch { .. } => self.tell_table(),
            Command::Sit { seat, name, .. } if *seat == self.seat => {
                self.note_name(name);
                self.tell_chairs();
            }
            Command::Play { version, action, id, .. } => return self.play(*version, action.clone(), id),
            Command::Typed { version, line, id, .. } => {
                self.check_version(*version)?;
                let action = self.game.read_command(self.seat, line).map_err(house::Rejected::from)?;
                return self.play(*version, action, id);
            }
            Command::Continue { .. } => {
                // In a deal it is the echo of a click that came too late.
                if self.game.phase() == Phase::Between && !self.ready {
                    self.ready = true;
                    self.tell_chairs();
                }
            }
            Command::Hint { version, id, .. } => return self.hint(*version, id),
            Command::Undo { version, .. } => return self.undo(*version),
            Command::End { agree, .. } => {
                self.check_not_over()?;
                if *agree {
                    self.end(Ended::Agreement);
                }
            }
            Command::Resign { .. } => {
                self.check_not_over()?;
                if self.game.sides().iter().any(|(_, side)| side.index() > 1) {
                    return Err(TableRefusal::NotAlone);
                }
                self.end(Ended::Resignation { seat: self.seat });
            }
            Command::Rematch { .. } => return self.rematch(fresh),
            Command::Hello { .. } | Command::Unwatch { .. } | Command::Ping {} => {}
            Command::Reveal { .. }
            | Command::Sit { .. }
            | Command::Substitute { .. }
            | Command::Stand { .. }
            | Command::Claim { .. }
            | Command::Wait { .. }
            | Command::Say { .. } => {
                return Err(TableRefusal::options("at a table in this page there is nobody else"));
            }
        }
        Ok(())
    }

    fn play(&mut self, version: u64, action: String, id: &str) -> Result<(), TableRefusal> {
        self.check_not_over()?;
        self.check_version(version)?;
        self.accept(Pending { seat: self.seat, action, id: Some(id.to_owned()) }, true)
    }

    fn hint(&mut self, version: u64, id: &str) -> Result<(), TableRefusal> {
        self.check_not_over()?;
        self.check_now(version)?;
        let think = self.game.pending_advice(self.seat, None, hint_effort(None), self.coins(self.seat))?;
        let think = think.ok_or(TableRefusal::NoHints)?;
        self.note_hint();
        let (choices, why) = to_hint(Hint::new(think()));
        let (table, id, version) = (self.kept.id().to_owned(), id.to_owned(), self.game.version() as u64);
        self.went.tell(&Notice::Hint(notice::Hint { table, id, version, choices, why }));
        Ok(())
    }

    /// Goes back to the last decision of the person, from which everything goes on anew.
    fn undo(&mut self, version: u64) -> Result<(), TableRefusal> {
        self.check_not_over()?;
        self.check_now(version)?;
        let entries = self.game.undoable(self.seat)?;
        self.write(&Line::Undo { seat: self.seat, entries }, None)?;
        // What anybody thinks about is no more.
        self.thinking.clear();
        self.tell_table();
        Ok(())
    }

    /// The match is played again, at a table that is made once; whoever asks again is told of it again.
    fn rematch(&mut self, fresh: Option<Fresh>) -> Result<(), TableRefusal> {
        if !self.is_over() {
            return Err(TableRefusal::NotOver);
        }
        if self.kept.next().is_none() {
            let Fresh { id, seed } =
                fresh.ok_or_else(|| TableRefusal::options("the next table needs a name and a seed"))?;
            let next = self.kept.again(id, seed, self.now);
            self.note_next(next);
        }
        let (table, next) = (self.kept.id().to_owned(), self.kept.next().unwrap_or_default().to_owned());
        self.went.tell(&Notice::Rematch(notice::Rematch { table, next, seat: self.seat }));
        Ok(())
    }

    fn check_not_over(&self) -> Result<(), TableRefusal> {
        if self.is_over() { Err(TableRefusal::Ended) } else { Ok(()) }
    }

    /// In a race an action says itself what it was aimed at.
    fn check_version(&self, given: u64) -> Result<(), TableRefusal> {
        if self.game.is_race() { Ok(()) } else { self.check_now(given) }
    }

    fn check_now(&self, given: u64) -> Result<(), TableRefusal> {
        let now = self.game.version();
        if given == now as u64 { Ok(()) } else { Err(TableRefusal::Stale { now, given }) }
    }

    /// Who is ready for the next deal.
    pub(super) fn ready(&self) -> SeatSet {
        if self.ready { SeatSet::only(self.seat) } else { SeatSet::EMPTY }
    }

    /// Whether the person may take back what they did last.
    pub(super) fn may_undo(&self) -> bool {
        !self.is_over() && self.game.undoable(self.seat).is_ok()
    }

    /// Where the person sits.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }
}
