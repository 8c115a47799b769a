//! Match against bots: the driver of [`::table::Table`] in the terminal.
//!
//! The table decides when bots act, what is dealt, and about countdowns, sealed answers and undo.
//! The match is kept in memory, so whatever the table wants to store counts as stored.

use crate::Error;
use ::table::{
    Answer, AtVersion, BotJob, Effects as TableEffects, Event, Games, GuestId, History, Input as TableInput,
    JobId, Now, Opening, Pace, Play, Revived, StoredChair, StoredTable, SubscriberId, TableCommand,
    TableError, TableId, TableRecord, TableSettings, Timestamp, Wanted,
};
use cards::{Seat, Seed};
use catalog::{AnyMatch, Catalog, Day, Rejection};
use protocol::Notice;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The only subscriber of a local table: the user.
const USER: SubscriberId = SubscriberId(0);

/// Time limit of what the user decides: the next deal, and sealed answers.
const NEVER: Duration = Duration::from_secs(1 << 40);

/// Number of the next job. Numbers are unique across tables, so the result of a job that an earlier
/// table started is ignored.
static NEXT_JOB: AtomicU64 = AtomicU64::new(0);

/// Card table of a match against bots.
pub(crate) struct Local {
    table: ::table::Table,
    /// Time at which the table was opened, on the clock of the program.
    opened: Duration,
    /// Time since the card table was opened.
    now: Duration,
    thinking: Vec<Thinking>,
    /// Number of commands of the user.
    commands: u64,
    /// Version at which the user gave a sealed answer.
    answered: Option<usize>,
}

/// Bot that is to act.
struct Thinking {
    number: u64,
    job: JobId,
    seat: Seat,
    since: Duration,
}

/// Results of an input to the card table.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) notices: Vec<Notice>,
    pub(crate) jobs: Vec<Job>,
}

/// Job of a bot for the worker thread, with the number under which its action is handed in.
pub(crate) struct Job {
    pub(crate) number: u64,
    pub(crate) think: Box<dyn FnOnce() -> String + Send>,
}

/// New or continued match.
pub(crate) struct Opened {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) seed: Seed,
    /// Day, if this is a deal of the day.
    pub(crate) day: Option<Day>,
    /// Bot of each seat. `None` for the user's.
    pub(crate) bots: Vec<Option<String>>,
    /// Minimum delay of a bot's move.
    pub(crate) pause: Duration,
}

impl Local {
    pub(crate) fn new(Opened { catalog, game, seed, day, bots, pause }: Opened) -> Self {
        let count = if pause.is_zero() { Duration::ZERO } else { Pace::default().count };
        let pace =
            Pace { bot: pause, window: NEVER, scoring: NEVER, thrown_in: NEVER, count, ..Pace::default() };
        let settings = TableSettings {
            catalog: Games::Shared(catalog),
            pace,
            has_threads: false,
            is_solo: true,
            new_seed: || None,
        };
        let record = TableRecord {
            // The table has no address.
            id: TableId::from_bytes([0; 16]),
            game: game.game().to_owned(),
            options: game.setup().into_options(),
            seats: game.seats(),
            dealer: game.first_dealer().into(),
            stake: None,
            time_control: None,
            host: Some(GuestId::LOCAL),
            seed,
            opening: day.map(Opening::of_the_day),
            created: 0,
            pool: None,
            players_only: false,
        };
        let chair = |bot: Option<String>| match bot {
            Some(bot) => StoredChair::Bot { bot, name: String::new(), open: false },
            None => StoredChair::Person {
                guest: GuestId::LOCAL,
                name: String::new(),
                substitute: None,
                left: false,
                hinted: false,
                missed: Default::default(),
            },
        };
        let stored = StoredTable {
            record,
            chairs: bots.into_iter().map(chair).collect(),
            lines: Vec::new(),
            commands: Vec::new(),
            clocks: None,
            link: None,
            finished: false,
            ended: None,
            next: None,
        };
        let revived = Revived { stored, game, history: History::default() };
        let mut table = ::table::Table::new(Arc::new(settings), "local".to_owned(), revived);
        table.subscribe(USER, GuestId::LOCAL);
        let (opened, now) = (Duration::ZERO, Duration::ZERO);
        Self { table, opened, now, thinking: Vec::new(), commands: 0, answered: None }
    }

    pub(crate) fn game(&self) -> &dyn AnyMatch {
        self.table.game()
    }

    /// Returns whether the user has given a sealed answer that is not read yet.
    pub(crate) fn has_answered(&self) -> bool {
        self.answered == Some(self.game().version())
    }

    /// Returns the bot that is to act, and for how long it has been.
    pub(crate) fn thinking(&self) -> Option<(Seat, Duration)> {
        self.thinking.first().map(|bot| (bot.seat, self.now.saturating_sub(bot.since)))
    }

    /// Returns whether something happens without the user.
    pub(crate) fn is_restless(&self) -> bool {
        !self.thinking.is_empty() || self.deadline().is_some_and(|at| at < NEVER)
    }

    /// Starts the clock at this time of the program.
    pub(crate) fn open_at(&mut self, clock: Duration) {
        self.opened = clock;
    }

    /// Sets the clock to this time of the program.
    pub(crate) fn set_clock(&mut self, clock: Duration) {
        self.now = clock.saturating_sub(self.opened);
    }

    /// Starts the table: a new match begins, and a continued one goes on.
    pub(crate) fn start(&mut self) -> Result<Outcome, Error> {
        let effects = self.table.start(self.time());
        self.perform(effects)
    }

    /// Hands in the action that a bot has chosen. Ignores the number of a job that is no longer wanted.
    pub(crate) fn take_choice(&mut self, number: u64, action: String) -> Result<Outcome, Error> {
        match self.thinking.iter().find(|bot| bot.number == number).map(|bot| bot.job) {
            Some(job) => self.handle(TableInput::BotMove(job, Some(action))),
            None => Ok(Outcome::default()),
        }
    }

    /// Plays an action of the user at a version of the match.
    pub(crate) fn play(&mut self, version: u64, action: String) -> Result<Outcome, Error> {
        self.command(move |id, received_at| {
            TableCommand::Play(Box::new(Play { version, action, typed: false, id, received_at }))
        })
    }

    /// Deals the next deal.
    pub(crate) fn go_on(&mut self) -> Result<Outcome, Error> {
        self.command(|_, _| TableCommand::Continue)
    }

    /// Undoes the last action of the user.
    pub(crate) fn undo(&mut self, version: u64) -> Result<Outcome, Error> {
        self.command(|id, _| TableCommand::Undo(Box::new(AtVersion { version, id })))
    }

    fn deadline(&self) -> Option<Duration> {
        self.table.next_deadline().map(Timestamp::since_start)
    }

    fn time(&self) -> Now {
        Now { at: Timestamp::new(self.now), unix_seconds: 0 }
    }

    fn handle(&mut self, input: TableInput) -> Result<Outcome, Error> {
        let effects = self.table.handle(self.time(), input);
        self.perform(effects)
    }

    /// Hands in a command of the user.
    fn command(&mut self, command: impl FnOnce(String, Timestamp) -> TableCommand) -> Result<Outcome, Error> {
        self.commands += 1;
        let command = command(self.commands.to_string(), self.time().at);
        let (from, guest, delay) = (USER, GuestId::LOCAL, Duration::ZERO);
        self.handle(TableInput::Command { from, guest, delay, command })
    }

    /// Does what is due at the current time. Returns `None` if nothing is.
    pub(crate) fn next(&mut self, silence: Option<String>) -> Result<Option<Outcome>, Error> {
        if self.deadline().is_some_and(|at| at <= self.now) {
            return self.handle(TableInput::Tick).map(Some);
        }
        let version = self.game().version() as u64;
        silence.map(|action| self.play(version, action)).transpose()
    }

    fn perform(&mut self, mut effects: TableEffects) -> Result<Outcome, Error> {
        let mut outcome = Outcome::default();
        loop {
            for event in effects.events {
                if let Event::BotStuck(seat) = event {
                    let problem = "it chose an illegal action".to_owned();
                    return Err(Error::Bot { seat: seat.into(), problem });
                }
            }
            for message in effects.messages {
                let notice = Notice::decode(&message.text).map_err(|error| broken(&error.to_string()))?;
                if matches!(notice, Notice::Sealed(_)) {
                    self.answered = Some(self.game().version());
                }
                outcome.notices.push(notice);
            }
            outcome.jobs.extend(effects.start.into_iter().map(|job| self.begin(job)));
            self.thinking.retain(|bot| self.table.is_bot_due(bot.seat));
            let Some(wanted) = effects.wanted else { return Ok(outcome) };
            let answer = match wanted {
                Wanted::Write(_) => Answer::Written(Ok(())),
                Wanted::Link(_) => Answer::Link(Ok(None)),
                Wanted::Ratings => Answer::Ratings(Ok(Vec::new())),
                Wanted::NewTable(_) => Answer::NewTable(Err(TableError::Busy)),
                // There is no other copy of the match.
                Wanted::Reload => return Err(broken("the rules failed")),
            };
            effects = self.table.resume(self.time(), answer);
        }
    }

    /// Returns the job of a bot for the worker thread.
    fn begin(&mut self, BotJob { id, seat, think, .. }: BotJob) -> Job {
        let number = NEXT_JOB.fetch_add(1, Ordering::Relaxed);
        self.thinking.retain(|bot| bot.seat != seat);
        self.thinking.push(Thinking { number, job: id, seat, since: self.now });
        Job { number, think }
    }
}

fn broken(problem: &str) -> Error {
    Rejection::new("fault", problem).into()
}
