//! The table of the page, and what its effects become.

use super::Fresh;
use super::kept::Kept;
use ::table::{
    Answer, AtVersion, BotJob, Effects, Games, GuestId, HintChange, History, Input, Now, Pace, Play, Revived,
    Sit, StorageError, SubscriberId, Table, TableCommand, TableRefusal, TableSettings, Timestamp, Unrevived,
    Wanted, Write, revive,
};
use house::{Catalog, Line, Rejected};
use protocol::{Command, Notice, notice};
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;

/// The only subscriber.
const PERSON: SubscriberId = SubscriberId(0);

/// What a table did.
#[derive(Default, Serialize)]
pub(crate) struct Went {
    /// Tables to store: this one, or the rematch.
    keep: Vec<Kept>,
    /// The lines to store, after those that are stored.
    lines: Vec<String>,
    /// What the person is told, once all that is stored.
    notices: Vec<Box<RawValue>>,
    /// When the table wants to be asked again, if nothing is asked before.
    wake: Option<u64>,
}

impl Went {
    fn tell(&mut self, notice: String) {
        self.notices.push(RawValue::from_string(notice).expect("a notice is JSON"));
    }
}

/// The table of the page.
pub(super) struct Driver {
    table: Table,
    kept: Kept,
    /// Bots that are to think. One of them does with each question for the time, so that what happened before is shown meanwhile.
    jobs: Vec<BotJob>,
    /// For the rematch.
    fresh: Option<Fresh>,
    /// The time of the question, in milliseconds since 1970.
    now: u64,
    went: Went,
}

impl Driver {
    /// Goes on with a stored table.
    pub(super) fn revive(
        catalog: &'static Catalog,
        kept: Kept,
        lines: Vec<String>,
        broken: bool,
        now: u64,
    ) -> Result<(Self, Went), TableRefusal> {
        kept.check()?;
        let mut lines: Vec<Line> = lines.into_iter().map(Line::from_text).collect();
        let mut went = Went::default();
        if broken && lines.iter().any(|line| matches!(line, Line::Deal(_))) {
            went.lines.push(Line::Void.as_text().into_owned());
            let voided = notice::Voided { table: kept.id().to_owned(), again: true };
            went.tell(Notice::Voided(voided).encode());
            lines.push(Line::Void);
        }
        let stored = kept.stored(lines);
        let mut history = History::default();
        let game = revive(&stored.record, &stored.lines, catalog, Some(&mut history)).map_err(|error| {
            TableRefusal::from(match error {
                Unrevived::Strange(rejected) => rejected,
                Unrevived::Fault(fault) => Rejected::new("fault", fault.0),
            })
        })?;
        let settings = TableSettings {
            catalog: Games::Static(catalog),
            pace: Pace::default(),
            has_threads: false,
            new_seed: || None,
        };
        let revived = Revived { stored, game, history };
        let mut table = Table::new(Arc::new(settings), kept.id().to_owned(), revived);
        table.subscribe(PERSON, GuestId::LOCAL);
        let mut driver = Self { table, kept, jobs: Vec::new(), fresh: None, now, went };
        let effects = driver.table.start(driver.time_of_question());
        driver.perform(effects);
        let went = driver.answer();
        Ok((driver, went))
    }

    fn time_of_question(&self) -> Now {
        Now { at: Timestamp::new(Duration::from_millis(self.now)), unix_seconds: self.now / 1000 }
    }

    /// Does what is due at this time, and then lets a bot think.
    pub(super) fn time(&mut self, now: u64) -> Went {
        self.now = now;
        self.handle(Input::Tick);
        if !self.jobs.is_empty() {
            let BotJob { id, think, .. } = self.jobs.remove(0);
            self.handle(Input::BotMove(id, Some(think())));
        }
        self.answer()
    }

    /// Does what the person commands, or says why not.
    pub(super) fn command(&mut self, now: u64, command: Command, fresh: Option<Fresh>) -> Went {
        self.now = now;
        self.fresh = fresh;
        let id = command.id().map(str::to_owned);
        match self.to_table(command) {
            Ok(Some(command)) => {
                let (guest, delay) = (GuestId::LOCAL, Duration::ZERO);
                self.handle(Input::Command { from: PERSON, guest, delay, command });
            }
            Ok(None) => {}
            Err(refusal) => {
                let (table, error) = (Some(self.kept.id().to_owned()), refusal.api_error());
                self.went.tell(Notice::Refused(notice::Refused { table, id, error }).encode());
            }
        }
        self.fresh = None;
        self.answer()
    }

    /// Returns the command to the table, if there is something to do.
    fn to_table(&self, command: Command) -> Result<Option<TableCommand>, TableRefusal> {
        let received_at = self.time_of_question().at;
        let play = |version, action, typed, id| {
            TableCommand::Play(Box::new(Play { version, action, typed, id, received_at }))
        };
        let asked = |version, id| Box::new(AtVersion { version, id });
        Ok(Some(match command {
            Command::Watch { .. } => TableCommand::Watch(None, None),
            Command::Sit { seat, name, .. } if seat == self.kept.seat() => {
                TableCommand::Sit(Box::new(Sit { seat, name }))
            }
            Command::Play { version, action, id, .. } => play(version, action, false, id),
            Command::Typed { version, line, id, .. } => play(version, line, true, id),
            Command::Continue { .. } => TableCommand::Continue,
            Command::Hint { version, id, .. } => TableCommand::Hint(asked(version, id)),
            Command::Undo { version, id, .. } => TableCommand::Undo(asked(version, id)),
            Command::End { agree, .. } => TableCommand::End(agree),
            Command::Resign { .. } => TableCommand::Resign,
            Command::Rematch { .. } => TableCommand::Rematch,
            Command::Hello { .. } | Command::Unwatch { .. } | Command::Ping {} => return Ok(None),
            Command::Reveal { .. }
            | Command::Sit { .. }
            | Command::Substitute { .. }
            | Command::Stand { .. }
            | Command::Claim { .. }
            | Command::Wait { .. }
            | Command::Say { .. } => {
                return Err(TableRefusal::options("at a table in this page there is nobody else"));
            }
        }))
    }

    fn handle(&mut self, input: Input) {
        let effects = self.table.handle(self.time_of_question(), input);
        self.perform(effects);
    }

    /// Does what the table wants until it waits for an input. The page stores everything before it tells anything.
    fn perform(&mut self, mut effects: Effects) {
        loop {
            effects.messages.drain(..).for_each(|message| self.went.tell(message.text));
            self.jobs.retain(|job| !effects.stop.contains(&job.id));
            self.jobs.append(&mut effects.start);
            if let Some(HintChange::Start(job)) = effects.hint.take() {
                self.went.tell((job.think)());
            }
            let Some(wanted) = effects.wanted.take() else { return };
            let answer = self.do_wanted(wanted);
            effects = self.table.resume(self.time_of_question(), answer);
        }
    }

    fn do_wanted(&mut self, wanted: Wanted) -> Answer {
        match wanted {
            Wanted::Write(write) => Answer::Written(self.write(write)),
            // After a fault the page revives the table.
            Wanted::Reload => Answer::Reloaded(Err(TableRefusal::Busy)),
            Wanted::Link(_) => Answer::Link(Ok(None)),
            Wanted::NewTable(_) => Answer::NewTable(match self.fresh.take() {
                Some(Fresh { id, seed }) => {
                    self.went.keep.push(self.kept.again(id.clone(), seed, self.now));
                    Ok(id)
                }
                None => Err(TableRefusal::options("the next table needs a name and a seed")),
            }),
        }
    }

    fn write(&mut self, write: Write) -> Result<(), StorageError> {
        match write {
            Write::Append { line, .. } => {
                self.went.lines.push(line.as_text().into_owned());
                return Ok(());
            }
            Write::Finished => return Ok(()),
            Write::Seats { chairs, .. } => self.kept.set_person(&chairs),
            Write::Ended(ended) => self.kept.set_ended(ended),
            Write::NextTable(next) => self.kept.set_next(next),
            // There are no nonces, so the seed is known from the beginning.
            Write::SeedExchange(_) => return Err(StorageError::Closed),
        }
        self.went.keep.push(self.kept.clone());
        Ok(())
    }

    /// Returns what came of a question.
    fn answer(&mut self) -> Went {
        let millis = |at: Timestamp| {
            let nanos = at.since_start().as_nanos();
            u64::try_from(nanos.div_ceil(1_000_000)).unwrap_or(u64::MAX)
        };
        let thinks = (!self.jobs.is_empty()).then_some(self.now);
        self.went.wake = [thinks, self.table.next_deadline().map(millis)].into_iter().flatten().min();
        std::mem::take(&mut self.went)
    }
}
