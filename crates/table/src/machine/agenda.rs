//! Steps of an input, and continuations after the driver's answers.

use super::actions::{Committed, Reading};
use super::exchange::ExchangeWrite;
use super::seats::SeatsWrite;
use super::{Outcome, Request, Table};
use crate::chairs::Chairs;
use crate::clocks::Clocks;
use crate::command::{Sender, TableCommand};
use crate::effects::{Answer, Effects, Event, Revived, Wanted, Write};
use crate::error::{StorageError, TableError};
use crate::id::GuestId;
use crate::receipt::Receipt;
use crate::timestamp::Now;
use cards::Seat;
use catalog::MAX_VOIDED;
use protocol::{Ended, Notice, notice};

/// Step in the handling of an input.
pub(super) enum Step {
    /// Brings a player back who left or has a substitute.
    Return(GuestId),
    /// Handles an input of a guest.
    Request(Request),
    /// Ends the countdown to an action.
    Countdown,
    /// Plays actions of a race that need not wait any more.
    Race,
    /// Ends the idle timeout.
    IdleTimeout,
    /// Plays an action that happens because no player acted.
    Overdue,
    /// Lets due bots act.
    Bots,
    /// Handles clocks that have run out.
    Clocks,
    /// Decides about a player who left.
    Decide(Seat),
    /// Reads the next sealed answer.
    ReadAnswer(Box<Reading>),
    /// Does the table's own work: shuffles, deals, lets bots think.
    Advance,
    /// Starts and stops the clocks.
    Settle,
}

/// Work to continue once the driver has answered a request to the store or the registry.
pub(super) enum Continuation {
    /// Continues after the write of a match line.
    Line(Box<Committed>),
    /// Continues after the write of the chairs.
    Seats(Box<SeatsWrite>),
    /// Continues after the write of a stage of the seed exchange.
    SeedExchange(Box<ExchangeWrite>),
    /// Continues after the write of the match's early end.
    Ended(Ended, EndedBy),
    /// Continues after the write that marks the match as finished.
    Finished,
    /// Continues after the write of the rematch's table id.
    NextTable(String, Sender),
    /// Continues after the stored table was read again.
    Reload(AfterReload),
    /// Continues after the read of a receipt's link.
    Link(Box<Watch>),
    /// Continues after the creation of a table for the rematch.
    NewTable(Sender),
    /// Continues after the changes of ratings were read.
    Ratings,
}

/// Cause of the early end of a match.
pub(super) enum EndedBy {
    Player(Sender),
    Operator,
    /// The table's decision about a player who left.
    Decision,
    /// The end of the deal of the day.
    Day,
}

/// Reason to read the store.
pub(super) enum AfterReload {
    /// The store was uncertain, and an input arrived.
    Request(Request),
    /// The store was uncertain, and the retry is due.
    Retry,
    /// A software fault broke the deal after its line was written.
    Fault(Box<Committed>),
    /// A receipt shows that the match went further. Contains the version before.
    Receipt(Box<Watch>, usize),
}

/// Request for a subscription, while it is checked.
pub(super) struct Watch {
    pub(super) sender: Sender,
    pub(super) receipt: Option<Receipt>,
    pub(super) nonce: Option<Box<cards::Commitment>>,
}

/// Steps that remain in the handling of an input.
#[derive(Default)]
pub(super) struct Agenda {
    now: Now,
    /// Stack of steps; the last one is next.
    steps: Vec<Step>,
    // Boxed, because an idle table has neither.
    waiting: Option<Box<Continuation>>,
    effects: Option<Box<Effects>>,
}

impl Agenda {
    /// Begins an input. After its steps the table does its own work.
    pub(super) fn begin(&mut self, now: Now) {
        self.now = now;
        self.steps.clear();
        self.steps.extend([Step::Settle, Step::Advance]);
    }

    pub(super) fn now(&self) -> Now {
        self.now
    }

    pub(super) fn set_now(&mut self, now: Now) {
        self.now = now;
    }

    /// Adds a step before the others.
    pub(super) fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    pub(super) fn effects(&mut self) -> &mut Effects {
        self.effects.get_or_insert_default()
    }
}

impl Table {
    /// Runs steps until one of them waits for an answer.
    pub(super) fn run(&mut self) -> Effects {
        while self.agenda.waiting.is_none()
            && let Some(step) = self.agenda.steps.pop()
        {
            self.step(step);
        }
        // An idle table keeps no memory for steps.
        if self.agenda.steps.is_empty() {
            self.agenda.steps = Vec::new();
        }
        let mut effects = self.agenda.effects.take().map_or_else(Effects::default, |effects| *effects);
        effects.stop = self.waits.bots.take_stopped();
        effects
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Return(guest) => self.take_back(guest),
            Step::Request(request) => self.do_request(request),
            Step::Countdown => self.end_countdown(),
            Step::Race => self.run_race(),
            Step::IdleTimeout => self.end_idle_timeout(),
            Step::Overdue => self.do_overdue(),
            Step::Bots => self.wake_bots(),
            Step::Clocks => self.handle_clocks(),
            Step::Decide(seat) => self.decide_on(seat),
            Step::ReadAnswer(reading) => self.read_answer(reading),
            Step::Advance => self.advance(),
            Step::Settle => self.update_clocks(),
        }
    }

    /// Waits for an answer of the driver.
    pub(super) fn want(&mut self, wanted: Wanted, continuation: Continuation) {
        debug_assert!(self.agenda.waiting.is_none(), "two questions at once");
        self.agenda.effects().wanted = Some(wanted);
        self.agenda.waiting = Some(Box::new(continuation));
    }

    /// Waits until something is written.
    pub(super) fn write(&mut self, write: Write, continuation: Continuation) {
        self.want(Wanted::Write(write), continuation);
    }

    pub(super) fn reload(&mut self, after: AfterReload) {
        self.want(Wanted::Reload, Continuation::Reload(after));
    }

    pub(super) fn event(&mut self, event: Event) {
        self.agenda.effects().events.push(event);
    }

    /// Records that an operation of the table failed, and plans a retry.
    pub(super) fn fail(&mut self, what: &'static str, error: TableError) {
        self.event(Event::Failed(what, error));
        self.journal.retry_later(self.at());
    }

    /// Continues with the driver's answer.
    pub(super) fn take_answer(&mut self, answer: Answer) {
        let Some(continuation) = self.agenda.waiting.take() else { return };
        match (*continuation, answer) {
            (Continuation::Reload(after), Answer::Reloaded(loaded)) => self.reloaded(after, loaded),
            (Continuation::Link(watch), Answer::Link(link)) => self.compare_link(*watch, link),
            (Continuation::NewTable(sender), Answer::NewTable(made)) => self.note_next(sender, made),
            (Continuation::Ratings, Answer::Ratings(changes)) => self.rated(changes),
            (continuation, Answer::Written(result)) => self.written(continuation, result),
            (continuation, _) => {
                debug_assert!(false, "this answers another question");
                self.written(continuation, Err(StorageError::Unknown));
            }
        }
    }

    fn written(&mut self, continuation: Continuation, result: Result<(), StorageError>) {
        if let Err(error) = result {
            self.journal.note_error(error, self.at());
        }
        let result = result.map_err(TableError::from);
        match continuation {
            Continuation::Line(committed) => self.line_written(*committed, result),
            Continuation::Seats(seats) => self.seats_written(*seats, result),
            Continuation::SeedExchange(exchange) => {
                if result.is_ok() {
                    self.exchange_written(*exchange);
                }
            }
            Continuation::Ended(ended, by) => self.end_written(ended, by, result),
            Continuation::Finished => self.finish_written(result),
            Continuation::NextTable(next, sender) => self.next_written(next, &sender, result),
            Continuation::Reload(_)
            | Continuation::Link(_)
            | Continuation::NewTable(_)
            | Continuation::Ratings => {}
        }
    }

    fn reloaded(&mut self, after: AfterReload, loaded: Result<Box<Revived>, TableError>) {
        if matches!(loaded, Err(TableError::Elsewhere)) {
            self.journal.lose_lease();
        }
        let loaded = loaded.map(|revived| self.take_over(*revived));
        if loaded.is_ok() {
            self.show_out_spectators();
            for watch in std::mem::take(&mut self.guests.held) {
                if self.is_subscriber(watch.0.from) {
                    self.begin_certain(Request::Command(Box::new(watch)));
                }
            }
        }
        // After a receipt, `look_back` sends the table.
        if let (Ok(is_voided), false) = (&loaded, matches!(after, AfterReload::Receipt(..))) {
            self.tell_table();
            if *is_voided {
                let (table, again) = (self.name.clone(), self.voided_in_a_row() < MAX_VOIDED);
                self.tell_all(&Notice::Voided(notice::Voided { table, again }));
            }
        }
        let loaded: Outcome = loaded.map(drop);
        match after {
            AfterReload::Request(request) => match loaded {
                Ok(()) => self.begin_certain(request),
                Err(_) => self.refuse_uncertain(request),
            },
            AfterReload::Retry => match loaded {
                Ok(()) => self.do_what_is_due(),
                Err(_) => self.journal.doubt(self.at()),
            },
            AfterReload::Fault(committed) => {
                if loaded.is_err() {
                    self.journal.doubt(self.at());
                }
                self.line_done(*committed, loaded);
            }
            AfterReload::Receipt(watch, known) => match loaded {
                Ok(()) => {
                    if self.game.version() > known {
                        self.tell_table();
                    }
                    self.look_back(*watch);
                }
                Err(_) => self.watch(*watch, loaded),
            },
        }
    }

    /// Takes over the stored state. Returns whether another deal is void there.
    fn take_over(&mut self, revived: Revived) -> bool {
        let Revived { stored, game, history } = revived;
        // The match in memory may be broken, but its voided deals are counted separately.
        let is_voided = game.voided().len() > self.game.voided().len();
        // Clocks of days continue while the server is down.
        let runs_on = self.is_correspondence();
        self.game = game;
        self.history = history;
        self.answers.learn(&stored.lines, &stored.commands);
        self.clocks = Clocks::new(&stored.record, stored.clocks, runs_on).map(Box::new);
        *self.record = stored.record;
        self.chairs = Chairs::stored(stored.chairs);
        self.ending.is_noted = stored.finished;
        self.ending.ended = stored.ended;
        self.ending.next = stored.next;
        let window = std::mem::take(&mut self.waits.window);
        self.rest();
        // A player whose answer was confirmed is not asked again, unless the match has gone further.
        self.waits.window = window;
        self.waits.window.keep_only(self.game.version());
        self.journal.reloaded(stored.link, &self.record.seed);
        is_voided
    }

    /// Refuses an input because the store is uncertain.
    fn refuse_uncertain(&mut self, request: Request) {
        match request {
            Request::Command(command) => {
                self.refuse(&command.0, TableError::Unconfirmed);
                self.hold(*command);
            }
            Request::Disconnect(id) => self.guests.subscribers.remove(id),
            Request::Expel(_) => {}
            Request::Close => self.event(Event::Closed(Err(TableError::Unconfirmed))),
        }
    }

    /// Subscribes the sender of a command, who sees the table once the store is certain. A receipt is compared then.
    fn hold(&mut self, (sender, command): (Sender, TableCommand)) {
        if matches!(command, TableCommand::Stand(_)) || !self.may_see(sender.guest) {
            return;
        }
        self.guests.subscribers.add(sender.from, sender.guest, sender.delay);
        if let TableCommand::Watch(..) = command {
            self.guests.held.retain(|(earlier, _)| earlier.from != sender.from);
            self.guests.held.push((sender, command));
        }
    }

    /// Returns the number of deals voided in a row.
    pub(super) fn voided_in_a_row(&self) -> usize {
        let deals = self.game.deals();
        self.game.voided().iter().rev().take_while(|voided| voided.deal == deals).count()
    }
}
