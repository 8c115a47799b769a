//! Actions of players and bots, from the command to the notice. Each one is checked (is it new, is it legal, must
//! it wait for others?), then written, played and sent.

use super::agenda::{AfterReload, Continuation, Step};
use super::{Outcome, Table};
use crate::answers::{Answer, Answers};
use crate::clocks::Charge;
use crate::command::{Play, Sender};
use crate::effects::{Event, Write};
use crate::error::{StorageError, TableError};
use crate::history::EventBatch;
use crate::link::Link;
use crate::record::{Fingerprint, StoredClocks, Timed};
use crate::revive::{Fault, catch_panic};
use crate::timestamp::{Timestamp, millis};
use crate::window;
use cards::{Seat, SeatSet, Viewer};
use catalog::{Entry, Line, Rejection};
use protocol::{Notice, notice};
use std::time::Duration;

/// Action on its way to the game.
pub(super) struct PendingAction {
    pub(super) seat: Seat,
    pub(super) action: String,
    /// The player who requested it. `None` if the table acts for a bot or a silent player.
    pub(super) asked: Option<Asked>,
}

/// Player who requested an action.
pub(super) struct Asked {
    pub(super) sender: Sender,
    pub(super) command: Fingerprint,
    received_at: Timestamp,
}

/// Origin of an action, as far as it matters afterwards.
pub(super) enum Origin {
    /// A player, a race or a countdown.
    Player,
    /// An action that happens because no player acted.
    Overdue,
    /// A bot of the table.
    Bot,
    /// A sealed answer that was read.
    Window(Box<Reading>),
    /// An action for a player who is out of time.
    OutOfTime,
}

/// Sealed answers being read.
pub(super) struct Reading {
    answers: Box<window::Answers>,
    /// Seats whose answer has not been read.
    left: SeatSet,
    /// Seat whose answer is read next.
    seat: Seat,
}

/// Match line that is being written.
pub(super) struct Committed {
    line: Line,
    link: Option<Link>,
    clocks: Option<StoredClocks>,
    charge: Option<Charge>,
    pub(super) source: Source,
}

/// Cause of a match line.
pub(super) enum Source {
    /// The table dealt or shuffled.
    Table,
    /// An action was played.
    Action(PendingAction, Origin),
    /// A player undid their last action.
    Undo(Sender),
}

impl Table {
    pub(super) fn play(&mut self, sender: &Sender, play: &Play) -> Outcome {
        let seat = self.seat_of(sender.guest)?;
        if self.ending.ended.is_some() {
            return Err(TableError::Ended);
        }
        if !self.chairs.are_full() {
            return Err(Rejection::new("not-your-turn", "the table waits until every chair is taken").into());
        }
        if let Some(seen) = self.journal.diverged() {
            return Err(TableError::Diverged { known: self.game.version(), seen });
        }
        let command = Answers::fingerprint(play);
        match self.answers.first(seat, command).cloned() {
            None => {}
            Some(Answer::Pending) => return Ok(()),
            Some(Answer::Accepted(version)) => {
                let (table, id, version) = (self.name.clone(), play.id.clone(), version as u64);
                self.tell(sender.from, &Notice::Accepted(notice::Accepted { table, id, version }));
                return Ok(());
            }
            Some(Answer::Rejection(rejection)) => return Err(TableError::Rejection(rejection)),
        }
        let outcome = self.play_new(sender, seat, play, command);
        if let Err(error) = &outcome {
            self.answers.note(seat, command, Err(error));
        }
        outcome
    }

    /// Plays the action of a new command.
    fn play_new(&mut self, sender: &Sender, seat: Seat, play: &Play, command: Fingerprint) -> Outcome {
        let now = self.game.version();
        if !self.game.is_race() && play.version != now as u64 {
            return Err(TableError::Stale { now, given: play.version });
        }
        let action = match play.typed {
            true => self.game.read_command(seat, &play.action).map_err(Rejection::from)?,
            false => play.action.clone(),
        };
        let asked = Asked { sender: sender.clone(), command, received_at: play.received_at };
        let pending = PendingAction { seat, action, asked: Some(asked) };
        if self.game.is_race() {
            // An action in a race names its target, so its version does not matter.
            self.enter_race(pending, play.received_at, self.guests.subscribers.delay(sender.from))?;
            self.agenda.push(Step::Race);
        } else {
            self.accept(pending, true, Origin::Player);
        }
        Ok(())
    }

    /// Queues a play behind those that may have been made earlier.
    pub(super) fn enter_race(
        &mut self,
        pending: PendingAction,
        received_at: Timestamp,
        own: Duration,
    ) -> Outcome {
        let seat = pending.seat;
        let is_other = |guest| self.chairs.seat_of(guest).is_some_and(|other| other != seat);
        let subscribers = self.guests.subscribers.iter().filter(|one| is_other(one.guest));
        let others = subscribers.map(|subscriber| subscriber.delay).max().unwrap_or_default();
        let entered = self.waits.race.enter(seat, received_at, own, others, pending);
        if !entered.map_err(|_| TableError::TooManyPlays)?.is_zero() {
            self.event(Event::PlayHeld);
        }
        Ok(())
    }

    /// Plays the next action of a race that need not wait any more, in the order in which they were made.
    pub(super) fn run_race(&mut self) {
        if self.journal.retry_at().is_none()
            && let Some(pending) = self.waits.race.next(self.at())
        {
            self.agenda.push(Step::Race);
            self.accept(pending, true, Origin::Player);
        }
    }

    /// Plays a legal action, at once or, if `counts`, after a countdown. Refuses an illegal one.
    pub(super) fn accept(&mut self, mut pending: PendingAction, counts: bool, origin: Origin) {
        let error = match self.game.check(pending.seat, &pending.action) {
            _ if self.ending.ended.is_some() => TableError::Ended,
            Err(rejection) => rejection.into(),
            Ok(_) if counts && self.waits.countdown.is_running() => TableError::CountingDown,
            Ok(checked) if counts && checked.needs_countdown => return self.count(pending),
            Ok(checked) => {
                pending.action = checked.action;
                if self.seal(&pending) {
                    // A sealed answer may be replaced until the window closes, so the command may be
                    // repeated.
                    if let Some(asked) = &pending.asked {
                        self.answers.forget(pending.seat, asked.command);
                    }
                    return self.accepted(&origin);
                }
                let received_at = pending.asked.as_ref().map_or(self.at(), |asked| asked.received_at);
                let charge = self.charge(pending.seat, received_at);
                return self.commit_action(pending, charge, origin);
            }
        };
        self.action_done(pending, origin, Err(error));
    }

    /// Continues after an action was accepted.
    fn accepted(&mut self, origin: &Origin) {
        if let Origin::Overdue = origin {
            // Silent players are handled one after the other. The last action starts the countdown.
            self.agenda.push(Step::Overdue);
        }
    }

    /// Starts the countdown to an action. The action itself stays secret.
    fn count(&mut self, pending: PendingAction) {
        let pause = self.pace().count;
        let (table, seat, millis) = (self.name.clone(), pending.seat, millis(pause));
        self.tell_all(&Notice::Countdown(notice::Countdown { table, seat, millis }));
        self.waits.countdown.start(self.at() + pause, pending);
    }

    /// Records a sealed answer, if the match asks for one. Only its player is told.
    fn seal(&mut self, pending: &PendingAction) -> bool {
        self.update_window();
        let is_sealed = self.waits.window.answer(pending.seat, &pending.action);
        if self.settings.is_solo && (self.game.actors() - self.waits.window.answered()).is_empty() {
            self.waits.window.close_at(self.agenda.now().at);
        }
        if let (true, Some(Asked { sender, .. })) = (is_sealed, &pending.asked) {
            let (table, action) = (self.name.clone(), pending.action.clone());
            let id = sender.id.clone().unwrap_or_default();
            self.tell(sender.from, &Notice::Sealed(notice::Sealed { table, action, id }));
        }
        is_sealed
    }

    /// Returns the cost of an action that arrived at this time.
    fn charge(&self, seat: Seat, received_at: Timestamp) -> Option<Charge> {
        self.clocks.as_ref()?.charge(seat, received_at, self.round_trip(seat))
    }

    /// Writes an action that the game has checked.
    pub(super) fn commit_action(&mut self, pending: PendingAction, charge: Option<Charge>, origin: Origin) {
        let line = Line::Entry(Entry::Action { seat: pending.seat, action: pending.action.clone() });
        self.commit(line, charge, Source::Action(pending, origin));
    }

    /// Writes a match line to the store.
    pub(super) fn commit(&mut self, line: Line, charge: Option<Charge>, source: Source) {
        let link = self.journal.link_after(&line);
        let moved = self.agenda.now().unix_seconds;
        let timed = self.clocks.as_ref().map(|clocks| Timed {
            spent: charge.map(|charge| charge.spent),
            clocks: clocks.with(charge.map(|charge| (charge.seat, charge.clock)), moved),
        });
        let command = match &source {
            Source::Action(PendingAction { asked: Some(asked), .. }, _) if self.game.is_race() => {
                Some(asked.command)
            }
            _ => None,
        };
        let clocks = timed.as_ref().map(|timed| timed.clocks.clone());
        let write = Write::Append { line: line.clone(), link, timed, command };
        let committed = Committed { line, link, clocks, charge, source };
        self.write(write, Continuation::Line(Box::new(committed)));
    }

    /// Applies a match line that was written, and sends it.
    pub(super) fn line_written(&mut self, mut committed: Committed, result: Outcome) {
        if result.is_err() {
            return self.line_done(committed, result);
        }
        self.journal.set_link(committed.link);
        if let (Some(clocks), Some(stored)) = (&mut self.clocks, committed.clocks.take()) {
            clocks.set(stored, committed.charge.map(|charge| charge.seat));
        }
        let viewers: Vec<Viewer> = Viewer::all(self.record.seats).collect();
        let sent = match catch_panic(|| committed.line.follow(&mut *self.game, &viewers)) {
            Ok(Ok(sent)) => sent,
            // The line is stored, but the game failed on it. The store is authoritative, and the deal is
            // voided there.
            Err(Fault(_)) => return self.reload(AfterReload::Fault(Box::new(committed))),
            Ok(Err(rejection)) => {
                // The line was checked, so this is a software fault. The store is authoritative.
                self.event(Event::CheckedButRefused(rejection.code));
                self.journal.doubt(self.at());
                return self.line_done(committed, Err(StorageError::Unknown.into()));
            }
        };
        if let Some(batch) = EventBatch::new(self.game.version(), self.game.deals().saturating_sub(1), &sent)
        {
            self.tell_line(&batch, &committed.source);
            self.history.note(batch);
        }
        if let Line::Undo { entries, .. } = committed.line {
            self.history.undo(entries);
        }
        self.line_done(committed, Ok(()));
    }

    /// Continues after a match line was played, or its write failed.
    pub(super) fn line_done(&mut self, committed: Committed, result: Outcome) {
        match committed.source {
            Source::Table => {
                if result.is_ok() {
                    self.waits.between.forget_ready();
                    self.waits.between.stop();
                    self.waits.idle.clear();
                }
                self.agenda.push(Step::Advance);
            }
            Source::Action(pending, origin) => {
                if result.is_ok() && !self.game.is_race() {
                    self.waits.bots.clear();
                }
                self.action_done(pending, origin, result);
            }
            Source::Undo(sender) => self.undone(&sender, result),
        }
    }

    /// Continues after an action was played or failed.
    fn action_done(&mut self, pending: PendingAction, origin: Origin, result: Outcome) {
        let PendingAction { seat, asked, .. } = pending;
        if let Some(asked) = &asked {
            let outcome = result.as_ref().map(|()| self.game.version());
            self.answers.note(seat, asked.command, outcome);
        }
        match (result, origin) {
            (Ok(()), Origin::Window(reading)) => self.agenda.push(Step::ReadAnswer(reading)),
            (Ok(()), origin) => {
                self.accepted(&origin);
                if let (Some(asked), true) = (asked, self.chairs.has_left(seat)) {
                    debug_assert_eq!(self.chairs.seat_of(asked.sender.guest), Some(seat));
                    self.note_back(seat, None);
                }
            }
            (Err(error), Origin::Window(reading)) => {
                if self.game.window().is_some() {
                    // The answers are kept, and read as soon as they can be written.
                    self.waits.window.restore(reading.answers, self.game.version());
                }
                self.fail("a response window could not be closed", error);
            }
            (Err(error), Origin::OutOfTime) => {
                self.fail("no action could be played for a player out of time", error);
            }
            (Err(_), Origin::Bot) => {
                self.event(Event::BotStuck(seat));
                self.journal.retry_later(self.at());
            }
            (Err(error), origin @ (Origin::Player | Origin::Overdue)) => match asked {
                Some(asked) => self.refuse(&asked.sender, error),
                None if matches!(error, TableError::NotSaved(_) | TableError::Unconfirmed) => {
                    if let Origin::Overdue = origin {
                        // Otherwise the timeout would begin again.
                        self.waits.idle.end(self.at());
                    }
                    self.journal.retry_later(self.at());
                }
                None => {}
            },
        }
    }

    /// Closes the window if its time is up, and reads the answers. A player without an answer counts as
    /// silent. Answers after the decisive one are neither sent nor written. Returns whether the time was up.
    pub(super) fn close_window(&mut self) -> bool {
        let Some(answers) = self.waits.window.close(self.at()) else { return false };
        if let Some(window) = self.game.window() {
            let (left, seat) = (self.game.actors(), window.first);
            self.agenda.push(Step::ReadAnswer(Box::new(Reading { answers, left, seat })));
        }
        true
    }

    /// Reads the next sealed answer.
    pub(super) fn read_answer(&mut self, mut reading: Box<Reading>) {
        let Some(window) = self.game.window() else { return };
        if reading.left.is_empty() || self.game.actors() != reading.left {
            return;
        }
        let mut seat = reading.seat;
        while !reading.left.contains(seat) {
            seat = seat.next(self.record.seats);
        }
        reading.left.remove(seat);
        reading.seat = seat.next(self.record.seats);
        let given = reading.answers.of(seat).unwrap_or(&window.silent);
        let checked = self.game.check(seat, given).or_else(|_| self.game.check(seat, &window.silent));
        let mut pending = PendingAction { seat, action: String::new(), asked: None };
        match checked {
            Ok(checked) => {
                pending.action = checked.action;
                let charge = self.charge(seat, self.at());
                self.commit_action(pending, charge, Origin::Window(reading));
            }
            Err(rejection) => self.action_done(pending, Origin::Window(reading), Err(rejection.into())),
        }
    }

    /// Plays the action of a finished countdown.
    pub(super) fn end_countdown(&mut self) {
        if let Some(pending) = self.waits.countdown.take_due(self.at()) {
            self.waits.idle.clear();
            self.accept(pending, false, Origin::Player);
        }
    }

    /// Plays the next action that happens because no player acted.
    pub(super) fn do_overdue(&mut self) {
        if !self.waits.countdown.is_running()
            && let Some((seat, action)) = self.game.timeout_action()
        {
            self.accept(PendingAction { seat, action, asked: None }, true, Origin::Overdue);
        }
    }

    /// Opens a window when the match asks for sealed answers, and drops one that is over.
    pub(super) fn update_window(&mut self) {
        match self.game.window() {
            None => self.waits.window.clear(),
            Some(_) => {
                let closes_at = self.at() + self.pace().window;
                self.waits.window.open(self.game.version(), closes_at);
            }
        }
    }
}
