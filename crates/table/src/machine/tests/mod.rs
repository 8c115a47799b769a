//! Tests of the state machine, with a store in memory and in simulated time.

mod actions;
mod agenda;
mod commands;
mod divergence;
mod exchange;
mod schedule;
mod seats;
mod tell;

use super::*;
use crate::command::{Play, Reveal, Sit};
use crate::effects::{Event, HintChange, Wanted, Write};
use crate::error::StorageError;
use crate::record::tests::record;
use crate::record::{Opening, PoolOrigin, Stage, StoredChair, StoredTable};
use crate::{FirstDealer, Link, SeatOutcome, revive};
use cards::Nonce;
use catalog::{CATALOG, Entry, Line};
use protocol::{Notice, Phrase, TimeControl};

const ADA: SubscriberId = SubscriberId(1);
const BEA: SubscriberId = SubscriberId(2);
const CAL: SubscriberId = SubscriberId(3);
const DAN: SubscriberId = SubscriberId(4);
/// Subscribers of the seats.
const PLAYERS: [SubscriberId; 4] = [ADA, BEA, CAL, DAN];
/// Stranger without a chair.
const EVE: SubscriberId = SubscriberId(0);

const TIME_CONTROL: TimeControl = TimeControl { delay: 8, bank: 60, increment: 0 };

fn guest(id: SubscriberId) -> GuestId {
    GuestId::of_token(&format!("{}{}A", "A".repeat(41), ["-", "A", "B", "C", "D"][id.0 as usize]))
        .expect("a token")
}

fn person(id: SubscriberId) -> StoredChair {
    StoredChair::Person {
        guest: guest(id),
        name: "A player".to_owned(),
        substitute: None,
        left: false,
        hinted: false,
        missed: Default::default(),
    }
}

fn bot() -> StoredChair {
    bot_named("heuristic")
}

/// Returns the chair of a bot with this name in the catalog.
fn bot_named(bot: &str) -> StoredChair {
    StoredChair::Bot { bot: bot.to_owned(), name: "Bot".to_owned(), open: false }
}

/// Returns a timing that differs from the usual one.
fn pace() -> Pace {
    Pace {
        bot: Duration::from_millis(700),
        window: Duration::from_secs(4),
        scoring: Duration::from_secs(20),
        thrown_in: Duration::from_secs(6),
        count: Duration::from_millis(1500),
        timeout: Duration::from_secs(5),
        absence: Duration::from_secs(55),
        idle: Duration::from_secs(50),
    }
}

fn settings() -> TableSettings {
    TableSettings {
        catalog: Games::Static(&CATALOG),
        pace: pace(),
        has_threads: true,
        is_solo: false,
        new_seed: || Some(Seed::from_number(99)),
    }
}

fn load(stored: StoredTable) -> Revived {
    let mut history = History::default();
    let game = revive(&stored.record, &stored.lines, &CATALOG, Some(&mut history));
    let Ok(game) = game else { panic!("the lines are legal") };
    Revived { stored, game, history }
}

/// Driver with a store in memory.
struct Driver {
    table: Table,
    now: Now,
    /// The card table in the store.
    stored: StoredTable,
    /// Errors of the next writes, last one first.
    errors: Vec<StorageError>,
    told: Vec<(SubscriberId, Notice)>,
    events: Vec<Event>,
    /// Number of messages before the last write.
    told_before_write: usize,
    writes: usize,
    /// Number of times that the table read the store.
    reads: usize,
    /// Results of matches, as they were written.
    results: Vec<crate::FinishedMatch>,
    /// Changes of ratings that the store tells.
    ratings: Vec<protocol::RatingChange>,
    /// Error of every attempt to read the store.
    unreadable: Option<TableError>,
    /// Whether the store takes no results of matches.
    refuses_results: bool,
    /// Whether bots never finish.
    slow_bots: bool,
    /// Time that the store takes for each answer.
    store_time: Duration,
}

impl Driver {
    fn new(record: TableRecord, chairs: Vec<StoredChair>, lines: Vec<Line>) -> Self {
        Self::with_settings(settings(), record, chairs, lines)
    }

    fn with_settings(
        settings: TableSettings,
        record: TableRecord,
        chairs: Vec<StoredChair>,
        lines: Vec<Line>,
    ) -> Self {
        let link = lines.iter().fold(Link::first(&record), |link, line| link.after(&record.seed, line));
        let stored = StoredTable {
            record,
            chairs,
            commands: vec![None; lines.len()],
            lines,
            clocks: None,
            link: Some(link),
            finished: false,
            ended: None,
            next: None,
        };
        let mut driver = Self {
            table: Table::new(Arc::new(settings), "table".to_owned(), load(stored.clone())),
            now: Now { at: Timestamp::new(Duration::from_secs(1000)), unix_seconds: 1000 },
            stored,
            errors: Vec::new(),
            told: Vec::new(),
            events: Vec::new(),
            told_before_write: 0,
            writes: 0,
            reads: 0,
            results: Vec::new(),
            ratings: Vec::new(),
            unreadable: None,
            refuses_results: false,
            slow_bots: false,
            store_time: Duration::ZERO,
        };
        let effects = driver.table.start(driver.now);
        driver.perform(effects);
        driver
    }

    /// Creates a started table of Scopa with two people.
    fn two_people() -> Self {
        all_people(record("scopa", 2))
    }

    fn handle(&mut self, input: Input) {
        let effects = self.table.handle(self.now, input);
        self.perform(effects);
    }

    fn says(&mut self, from: SubscriberId, command: TableCommand) {
        self.handle(Input::Command { from, guest: guest(from), delay: Duration::ZERO, command });
    }

    fn plays(&mut self, from: SubscriberId, version: u64, action: &str, id: &str) {
        let received_at = self.now.at;
        let play = Play { version, action: action.to_owned(), typed: false, id: id.to_owned(), received_at };
        self.says(from, TableCommand::Play(Box::new(play)));
    }

    fn perform(&mut self, mut effects: Effects) {
        loop {
            for message in &effects.messages {
                let notice = Notice::decode(&message.text).expect("a notice");
                self.told.extend(message.to.iter().map(|to| (*to, notice.clone())));
            }
            self.events.append(&mut effects.events);
            let mut jobs: Vec<_> = effects.start.drain(..).map(|job| (job.id, job.think)).collect();
            if let Some(HintChange::Start(job)) = effects.hint.take() {
                self.told.push((job.to, Notice::decode(&(job.think)()).expect("a notice")));
            }
            let Some(wanted) = effects.wanted.take() else {
                jobs.retain(|_| !self.slow_bots);
                jobs.into_iter().for_each(|(id, think)| self.handle(Input::BotMove(id, Some(think()))));
                return;
            };
            assert!(jobs.is_empty(), "bots think when the table waits for them");
            let answer = self.answer(wanted);
            self.advance(self.store_time);
            effects = self.table.resume(self.now, answer);
        }
    }

    fn answer(&mut self, wanted: Wanted) -> Answer {
        match wanted {
            Wanted::Write(write) => {
                (self.writes, self.told_before_write) = (self.writes + 1, self.told.len());
                Answer::Written(match self.errors.pop() {
                    Some(error) => Err(error),
                    None if self.refuses_results && matches!(write, Write::Finished(_)) => {
                        Err(StorageError::Full)
                    }
                    None => {
                        self.write(write);
                        Ok(())
                    }
                })
            }
            Wanted::Reload => {
                self.reads += 1;
                Answer::Reloaded(match &self.unreadable {
                    Some(error) => Err(error.clone()),
                    None => Ok(Box::new(load(self.stored.clone()))),
                })
            }
            Wanted::Link(version) => Answer::Link(Ok(Some(
                self.stored.lines[..version].iter().fold(Link::first(&self.stored.record), |link, line| {
                    link.after(&self.stored.record.seed, line)
                }),
            ))),
            Wanted::Ratings => Answer::Ratings(Ok(self.ratings.clone())),
            Wanted::NewTable(_) => Answer::NewTable(Ok("another".to_owned())),
        }
    }

    fn write(&mut self, write: Write) {
        let stored = &mut self.stored;
        match write {
            Write::Append { line, link, timed, command } => {
                // The seed exchange can change the seed.
                let next = stored.link.map(|link| link.after(&stored.record.seed, &line));
                assert_eq!(link, next, "the chain continues");
                stored.lines.push(line);
                stored.commands.push(command);
                stored.link = link;
                stored.clocks = timed.map(|timed| timed.clocks).or(stored.clocks.take());
            }
            Write::Seats { chairs, clocks } => {
                stored.chairs = chairs;
                stored.clocks = clocks.or(stored.clocks.take());
            }
            Write::SeedExchange(record) => {
                stored.link = Some(Link::first(&record));
                stored.record = *record;
            }
            Write::Ended(ended, finished) => {
                (stored.ended, stored.finished) = (Some(ended), true);
                self.results.push(*finished);
            }
            Write::Finished(finished) => {
                stored.finished = true;
                self.results.push(*finished);
            }
            Write::NextTable(next) => stored.next = Some(next),
        }
    }

    /// Appends a line to the store without the table's knowledge.
    fn append(&mut self, line: Line) {
        let stored = &mut self.stored;
        stored.link = stored.link.map(|link| link.after(&stored.record.seed, &line));
        stored.lines.push(line);
        stored.commands.push(None);
    }

    /// Returns the seat of a player.
    fn seat(&self, player: SubscriberId) -> Seat {
        self.table.chairs.seat_of(guest(player)).expect("a player")
    }

    /// Waits until the next deadline. What is due is then done.
    fn wait(&mut self) {
        let deadline = self.table.next_deadline().expect("the table waits for something");
        self.pass(deadline.since(self.now.at));
        assert_ne!(self.table.next_deadline(), Some(deadline), "the same deadline is not met twice");
    }

    fn pass(&mut self, time: Duration) {
        self.advance(time);
        self.handle(Input::Tick);
    }

    /// Advances the clock. The table does not do what is due.
    fn advance(&mut self, time: Duration) {
        self.now.at = self.now.at + time;
        self.now.unix_seconds += time.as_secs();
    }

    /// Plays the first legal action of the turn.
    fn plays_on(&mut self) {
        let ((from, action), version) = (self.turn(), self.table.game.version());
        self.plays_now(from, &action);
        assert_eq!(self.table.game.version(), version + 1, "{:?}", self.last(from));
    }

    /// Plays an action at the current version.
    fn plays_now(&mut self, from: SubscriberId, action: &str) {
        let version = self.table.game.version() as u64;
        self.plays(from, version, action, &format!("play {version}"));
    }

    /// Waits until it is Ada's turn.
    fn lets_bot_play(&mut self) {
        while self.turn().0 == BEA {
            self.wait();
        }
    }

    /// Declares that the players are ready for the next deal.
    fn are_ready(&mut self) {
        for player in &PLAYERS[..self.table.record.seats.into()] {
            self.says(*player, TableCommand::Continue);
        }
    }

    fn last(&self, to: SubscriberId) -> &Notice {
        &self.told.iter().rev().find(|(told, _)| *told == to).expect("they were told something").1
    }

    /// Returns the subscriber whose turn it is, with an action.
    fn turn(&self) -> (SubscriberId, String) {
        let seat = self.table.game.actors().first().expect("it is a turn");
        let action = self.table.game.legal(seat).swap_remove(0);
        (PLAYERS[seat.index()], action)
    }

    /// Returns the reason of the last refusal, if it has one.
    fn reason(&self, to: SubscriberId) -> Option<&str> {
        match self.last(to) {
            Notice::Refused(refused) => refused.error.reason.as_deref(),
            notice => panic!("{notice:?}"),
        }
    }

    /// Returns the number of clocks that run.
    fn running_clocks(&self) -> usize {
        self.table.player_clocks().iter().filter(|clock| clock.runs).count()
    }

    fn error_kind(&self, to: SubscriberId) -> &protocol::ErrorKind {
        match self.last(to) {
            Notice::Refused(refused) => &refused.error.kind,
            notice => panic!("{notice:?}"),
        }
    }
}

/// Returns the command of a guest who takes a chair.
fn sit(seat: u8) -> TableCommand {
    TableCommand::Sit(Box::new(Sit { seat: Seat::new(seat), name: "Guest".to_owned(), apart: Vec::new() }))
}

/// Creates a started table with a person in each chair.
fn all_people(record: TableRecord) -> Driver {
    let players = &PLAYERS[..record.seats.into()];
    let mut driver = Driver::new(record, players.iter().map(|player| person(*player)).collect(), Vec::new());
    for player in players {
        driver.says(*player, TableCommand::Watch(None, None));
    }
    assert_eq!(driver.table.game.version(), 1, "dealt");
    driver
}

/// Creates a started table of two, with Ada and a bot.
fn against_bot(record: TableRecord) -> Driver {
    // The race has bots of its own.
    let name = if record.game == "speed" { "waiter" } else { "heuristic" };
    let mut driver = Driver::new(record, vec![person(ADA), bot_named(name)], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    driver
}

/// Returns a table of Scopa whose match began in a browser, with a free chair. Ada is to act.
fn with_free_chair() -> Driver {
    let record = TableRecord { dealer: 1, ..record("scopa", 2) };
    let game = crate::begin(&record, &CATALOG).unwrap();
    let lines = vec![Line::Deal(game.next_deck(&record.key().unwrap()))];
    let mut driver = Driver::new(record, vec![person(ADA), StoredChair::Open], lines);
    driver.says(ADA, TableCommand::Watch(None, None));
    driver
}

/// Returns a record of Scopa before the seed exchange.
fn unopened(seats: u8) -> TableRecord {
    TableRecord { opening: Some(Opening::due(FirstDealer::Kept)), ..record("scopa", seats) }
}

/// Returns a record of Scopa with clocks.
fn timed(seats: u8) -> TableRecord {
    timed_game("scopa", seats)
}

fn timed_game(game: &str, seats: u8) -> TableRecord {
    TableRecord { time_control: Some(TIME_CONTROL), ..record(game, seats) }
}

fn open_bot() -> StoredChair {
    let StoredChair::Bot { bot, name, .. } = bot() else { panic!("a bot") };
    StoredChair::Bot { bot, name, open: true }
}

fn from_pool(game: &str) -> TableRecord {
    let pool = Some(PoolOrigin { family: format!("{game}-two"), is_rated: true });
    TableRecord { pool, time_control: Some(TIME_CONTROL), host: None, ..record(game, 2) }
}

/// A server keeps tens of thousands of tables in memory, most of them idle.
#[test]
fn a_table_is_small() {
    assert!(size_of::<Table>() <= 1000, "{} bytes", size_of::<Table>());
}
