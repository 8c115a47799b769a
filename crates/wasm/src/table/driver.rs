//! Driver of the page's table: passes it commands and time, and collects its effects.

use super::Fresh;
use super::page_table::PageTable;
use ::table::{
    Answer, AtVersion, BotJob, Effects, Games, GuestId, HintChange, History, Input, Now, Pace, Play, Revived,
    Sit, StorageError, SubscriberId, Table, TableCommand, TableError, TableSettings, Timestamp, Unrevived,
    Wanted, Write, revive,
};
use catalog::{Catalog, Line, Rejection};
use protocol::{Command, Notice, notice};
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;

/// The player, who is the only subscriber.
const PLAYER: SubscriberId = SubscriberId(0);

/// Effects of a request on the page.
#[derive(Default, Serialize)]
pub(crate) struct PageEffects {
    /// Tables to store: this one, or the rematch.
    #[serde(rename = "keep")]
    tables: Vec<PageTable>,
    /// Log lines to append to the stored ones.
    lines: Vec<Line>,
    /// Notices for the player, to show after everything is stored.
    notices: Vec<Box<RawValue>>,
    /// Latest time of the next request, in milliseconds since 1970.
    #[serde(rename = "wake")]
    deadline: Option<u64>,
}

impl PageEffects {
    fn notify(&mut self, notice: String) {
        self.notices.push(RawValue::from_string(notice).expect("a notice is JSON"));
    }
}

/// Table of the page with its pending work.
pub(super) struct Driver {
    table: Table,
    stored: PageTable,
    /// Queued moves of bots. Each request for due work runs one, so that the page can show the moves before it.
    jobs: Vec<BotJob>,
    /// Identity of the rematch's table.
    fresh: Option<Fresh>,
    /// Time of the request, in milliseconds since 1970.
    now: u64,
    /// Effects of the request so far.
    effects: PageEffects,
}

impl Driver {
    /// Continues a stored table.
    pub(super) fn revive(
        catalog: &'static Catalog,
        page_table: PageTable,
        mut lines: Vec<Line>,
        broken: bool,
        now: u64,
    ) -> Result<(Self, PageEffects), TableError> {
        page_table.check()?;
        let mut shown = PageEffects::default();
        if broken && lines.iter().any(|line| matches!(line, Line::Deal(_))) {
            shown.lines.push(Line::Void);
            let voided = notice::Voided { table: page_table.id().to_owned(), again: true };
            shown.notify(Notice::Voided(voided).encode());
            lines.push(Line::Void);
        }
        let stored = page_table.stored(lines);
        let mut history = History::default();
        let game = revive(&stored.record, &stored.lines, catalog, Some(&mut history)).map_err(|error| {
            TableError::from(match error {
                Unrevived::Strange(rejection) => rejection,
                Unrevived::Fault(fault) => Rejection::new("fault", fault.0),
            })
        })?;
        let settings = TableSettings {
            catalog: Games::Static(catalog),
            pace: Pace::default(),
            has_threads: false,
            is_solo: false,
            new_seed: || None,
        };
        let revived = Revived { stored, game, history };
        let mut table = Table::new(Arc::new(settings), page_table.id().to_owned(), revived);
        table.subscribe(PLAYER, GuestId::LOCAL);
        let mut driver =
            Self { table, stored: page_table, jobs: Vec::new(), fresh: None, now, effects: shown };
        let effects = driver.table.start(driver.time());
        driver.perform(effects);
        let effects = driver.answer();
        Ok((driver, effects))
    }

    fn time(&self) -> Now {
        Now { at: Timestamp::new(Duration::from_millis(self.now)), unix_seconds: self.now / 1000 }
    }

    /// Performs everything due at this time, then one queued move of a bot.
    pub(super) fn tick(&mut self, now: u64) -> PageEffects {
        self.now = now;
        self.handle(Input::Tick);
        if !self.jobs.is_empty() {
            let BotJob { id, think, .. } = self.jobs.remove(0);
            self.handle(Input::BotMove(id, Some(think())));
        }
        self.answer()
    }

    /// Performs a command of the player, or adds a notice with the error.
    pub(super) fn command(&mut self, now: u64, command: Command, fresh: Option<Fresh>) -> PageEffects {
        self.now = now;
        self.fresh = fresh;
        let id = command.id().map(str::to_owned);
        match self.to_table(command) {
            Ok(Some(command)) => {
                let (guest, delay) = (GuestId::LOCAL, Duration::ZERO);
                self.handle(Input::Command { from: PLAYER, guest, delay, command });
            }
            Ok(None) => {}
            Err(error) => {
                let (table, error) = (Some(self.stored.id().to_owned()), error.api_error());
                self.effects.notify(Notice::Refused(notice::Refused { table, id, error }).encode());
            }
        }
        self.fresh = None;
        self.answer()
    }

    /// Converts a command for the table. Returns `None` for commands without effect here.
    fn to_table(&self, command: Command) -> Result<Option<TableCommand>, TableError> {
        let received_at = self.time().at;
        let play = |version, action, typed, id| {
            TableCommand::Play(Box::new(Play { version, action, typed, id, received_at }))
        };
        let asked = |version, id| Box::new(AtVersion { version, id });
        Ok(Some(match command {
            Command::Watch { .. } => TableCommand::Watch(None, None),
            Command::Sit { seat, name, .. } if seat == self.stored.seat() => {
                TableCommand::Sit(Box::new(Sit { seat, name, apart: Vec::new() }))
            }
            Command::Play { version, action, id, .. } => play(version, action, false, id),
            Command::TextAction { version, line, id, .. } => play(version, line, true, id),
            Command::Continue { .. } => TableCommand::Continue,
            Command::Hint { version, id, .. } => TableCommand::Hint(asked(version, id)),
            Command::Undo { version, id, .. } => TableCommand::Undo(asked(version, id)),
            Command::End { agree, .. } => TableCommand::End(agree),
            Command::Resign { .. } => TableCommand::Resign,
            Command::Rematch { .. } => TableCommand::Rematch,
            Command::Hello { .. }
            | Command::Unwatch { .. }
            | Command::Lobby { .. }
            | Command::Seek { .. }
            | Command::Unseek { .. }
            | Command::Fill { .. }
            | Command::Ping {} => return Ok(None),
            Command::Reveal { .. }
            | Command::Sit { .. }
            | Command::Substitute { .. }
            | Command::Stand { .. }
            | Command::Claim { .. }
            | Command::Wait { .. }
            | Command::Say { .. } => {
                return Err(TableError::options("a table in this page has no other players"));
            }
        }))
    }

    fn handle(&mut self, input: Input) {
        let effects = self.table.handle(self.time(), input);
        self.perform(effects);
    }

    /// Performs the table's effects until it waits for an input. The order of storing and notifying does not
    /// matter here, because the page stores everything before it shows anything.
    fn perform(&mut self, mut effects: Effects) {
        loop {
            effects.messages.drain(..).for_each(|message| self.effects.notify(message.text));
            self.jobs.retain(|job| !effects.stop.contains(&job.id));
            self.jobs.append(&mut effects.start);
            if let Some(HintChange::Start(job)) = effects.hint.take() {
                self.effects.notify((job.think)());
            }
            let Some(wanted) = effects.wanted.take() else { return };
            let answer = self.provide(wanted);
            effects = self.table.resume(self.time(), answer);
        }
    }

    fn provide(&mut self, wanted: Wanted) -> Answer {
        match wanted {
            Wanted::Write(write) => Answer::Written(self.write(write)),
            // After a fault the page itself revives the table.
            Wanted::Reload => Answer::Reloaded(Err(TableError::Busy)),
            Wanted::Link(_) => Answer::Link(Ok(None)),
            Wanted::Ratings => Answer::Ratings(Ok(Vec::new())),
            Wanted::NewTable(_) => Answer::NewTable(match self.fresh.take() {
                Some(Fresh { id, seed }) => {
                    self.effects.tables.push(self.stored.rematch(id.clone(), seed, self.now));
                    Ok(id)
                }
                None => Err(TableError::options("the next table needs an id and a seed")),
            }),
        }
    }

    fn write(&mut self, write: Write) -> Result<(), StorageError> {
        match write {
            Write::Append { line, .. } => {
                self.effects.lines.push(line);
                return Ok(());
            }
            Write::Finished(_) => return Ok(()),
            Write::Seats { chairs, .. } => self.stored.set_player(&chairs),
            Write::Ended(ended, _) => self.stored.set_ended(ended),
            Write::NextTable(next) => self.stored.set_next(next),
            // A table without nonces has no seed exchange.
            Write::SeedExchange(_) => return Err(StorageError::Closed),
        }
        self.effects.tables.push(self.stored.clone());
        Ok(())
    }

    /// Returns the effects of the request, with the time of the next one.
    fn answer(&mut self) -> PageEffects {
        let millis = |at: Timestamp| {
            let nanos = at.since_start().as_nanos();
            u64::try_from(nanos.div_ceil(1_000_000)).unwrap_or(u64::MAX)
        };
        let queued = (!self.jobs.is_empty()).then_some(self.now);
        self.effects.deadline = [queued, self.table.next_deadline().map(millis)].into_iter().flatten().min();
        std::mem::take(&mut self.effects)
    }
}
