//! Tests of the state machine, with a store in memory and in simulated time.

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
/// Stranger without a chair.
const EVE: SubscriberId = SubscriberId(0);

fn guest(id: SubscriberId) -> GuestId {
    GuestId::of_token(&format!("{}{}A", "A".repeat(41), ["-", "A", "B"][id.0 as usize])).expect("a token")
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
    StoredChair::Bot { bot: "heuristic".to_owned(), name: "Bot".to_owned(), open: false }
}

fn settings() -> Arc<TableSettings> {
    Arc::new(TableSettings {
        catalog: Games::Static(&CATALOG),
        pace: Pace::default(),
        has_threads: true,
        is_solo: false,
        new_seed: || Some(Seed::from_number(99)),
    })
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
    /// Results of matches, as they were written.
    results: Vec<crate::FinishedMatch>,
    /// Changes of ratings that the store tells.
    ratings: Vec<protocol::RatingChange>,
}

impl Driver {
    fn new(record: TableRecord, chairs: Vec<StoredChair>, lines: Vec<Line>) -> Self {
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
            table: Table::new(settings(), "table".to_owned(), load(stored.clone())),
            now: Now { at: Timestamp::new(Duration::from_secs(1000)), unix_seconds: 1000 },
            stored,
            errors: Vec::new(),
            told: Vec::new(),
            events: Vec::new(),
            told_before_write: 0,
            writes: 0,
            results: Vec::new(),
            ratings: Vec::new(),
        };
        let effects = driver.table.start(driver.now);
        driver.perform(effects);
        driver
    }

    /// Creates a started table of Scopa with two people.
    fn two_people() -> Self {
        let mut driver = Self::new(record("scopa", 2), vec![person(ADA), person(BEA)], Vec::new());
        driver.says(ADA, TableCommand::Watch(None, None));
        driver.says(BEA, TableCommand::Watch(None, None));
        assert_eq!(driver.table.game.version(), 1, "dealt");
        driver
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
            let jobs: Vec<_> = effects.start.drain(..).map(|job| (job.id, (job.think)())).collect();
            if let Some(HintChange::Start(job)) = effects.hint.take() {
                self.told.push((job.to, Notice::decode(&(job.think)()).expect("a notice")));
            }
            let Some(wanted) = effects.wanted.take() else {
                jobs.into_iter().for_each(|(id, action)| self.handle(Input::BotMove(id, Some(action))));
                return;
            };
            assert!(jobs.is_empty(), "bots think when the table waits for them");
            let answer = self.answer(wanted);
            effects = self.table.resume(self.now, answer);
        }
    }

    fn answer(&mut self, wanted: Wanted) -> Answer {
        match wanted {
            Wanted::Write(write) => {
                (self.writes, self.told_before_write) = (self.writes + 1, self.told.len());
                Answer::Written(match self.errors.pop() {
                    Some(error) => Err(error),
                    None => {
                        self.write(write);
                        Ok(())
                    }
                })
            }
            Wanted::Reload => Answer::Reloaded(Ok(Box::new(load(self.stored.clone())))),
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

    /// Waits until the next deadline.
    fn wait(&mut self) {
        let deadline = self.table.next_deadline().expect("the table waits for something");
        self.pass(deadline.since(self.now.at));
    }

    fn pass(&mut self, time: Duration) {
        self.now.at = self.now.at + time;
        self.now.unix_seconds += time.as_secs();
        self.handle(Input::Tick);
    }

    fn last(&self, to: SubscriberId) -> &Notice {
        &self.told.iter().rev().find(|(told, _)| *told == to).expect("they were told something").1
    }

    /// Returns the subscriber whose turn it is, with an action.
    fn turn(&self) -> (SubscriberId, String) {
        let seat = self.table.game.actors().first().expect("it is a turn");
        let action = self.table.game.legal(seat).swap_remove(0);
        ([ADA, BEA][seat.index()], action)
    }

    fn error_kind(&self, to: SubscriberId) -> &protocol::ErrorKind {
        match self.last(to) {
            Notice::Refused(refused) => &refused.error.kind,
            notice => panic!("{notice:?}"),
        }
    }
}

#[test]
fn an_action_is_written_before_it_is_told() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    driver.told.clear();
    driver.plays(from, 1, &action, "a");
    assert_eq!((driver.told_before_write, driver.stored.lines.len()), (0, 2));
    let [(first, Notice::Played(one)), (second, Notice::Played(other))] = &driver.told[..] else {
        panic!("{:?}", driver.told)
    };
    assert_ne!(first, second);
    let ids = [one.id.as_deref(), other.id.as_deref()];
    assert!(ids.contains(&Some("a")) && ids.contains(&None), "the sender gets the id back: {ids:?}");
}

#[test]
fn nothing_happens_that_was_not_written_and_the_table_tries_again_later() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    driver.errors = vec![StorageError::Full];
    driver.plays(from, 1, &action, "a");
    assert_eq!((driver.error_kind(from), driver.table.game.version()), (&protocol::ErrorKind::NotSaved, 1));
    driver.plays(from, 1, &action, "a");
    assert_eq!(driver.table.game.version(), 2, "the same command may come again");
}

#[test]
fn a_store_in_doubt_is_asked_before_anything_else() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    driver.errors = vec![StorageError::Unknown];
    driver.plays(from, 1, &action, "a");
    assert_eq!(driver.error_kind(from), &protocol::ErrorKind::Unconfirmed);
    // The line was written all the same.
    let seat = driver.table.chairs.seat_of(guest(from)).unwrap();
    let line = Line::Entry(Entry::Action { seat, action });
    driver.stored.link = driver.stored.link.map(|link| link.after(&driver.stored.record.seed, &line));
    driver.stored.lines.push(line);
    driver.stored.commands.push(None);
    driver.told.clear();
    driver.wait();
    assert_eq!(driver.table.game.version(), 2);
    assert!(
        driver.told.iter().all(|(_, notice)| matches!(notice, Notice::Table(_))) && driver.told.len() == 2
    );
}

#[test]
fn a_lost_lease_is_known_to_the_driver() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    driver.errors = vec![StorageError::LeaseLost];
    assert!(!driver.table.has_lost_lease());
    driver.plays(from, 1, &action, "a");
    assert!(driver.table.has_lost_lease());
}

#[test]
fn a_command_that_comes_again_is_done_once_and_answered_twice() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    driver.plays(from, 1, &action, "a");
    let writes = driver.writes;
    driver.plays(from, 1, &action, "a");
    let Notice::Accepted(accepted) = driver.last(from) else { panic!("{:?}", driver.last(from)) };
    assert_eq!((accepted.version, driver.writes), (2, writes));
}

#[test]
fn bots_act_after_their_pause() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), bot()], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    if let (ADA, action) = driver.turn() {
        driver.plays(ADA, 1, &action, "a");
    }
    assert_eq!(driver.turn().0, BEA);
    while driver.turn().0 == BEA {
        let version = driver.table.game.version();
        assert_eq!(driver.table.next_deadline(), Some(driver.now.at + Pace::default().bot));
        driver.pass(Pace::default().bot / 2);
        assert_eq!(driver.table.game.version(), version, "it is too early");
        driver.wait();
        assert_eq!(driver.table.game.version(), version + 1);
    }
    assert_eq!(driver.table.next_deadline(), None, "the table waits for a person");
}

#[test]
fn a_bot_that_failed_is_replaced() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), bot()], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    while driver.turn().0 == ADA {
        let (from, action) = driver.turn();
        let play = Play {
            version: driver.table.game.version() as u64,
            action,
            typed: false,
            id: "a".to_owned(),
            received_at: driver.now.at,
        };
        let command = TableCommand::Play(Box::new(play));
        let input = Input::Command { from, guest: guest(from), delay: Duration::ZERO, command };
        let effects = driver.table.handle(driver.now, input);
        let Some(Wanted::Write(write)) = effects.wanted else { panic!("the action is written first") };
        driver.write(write);
        let effects = driver.table.resume(driver.now, Answer::Written(Ok(())));
        if let [job] = &effects.start[..] {
            let id = job.id;
            driver.handle(Input::BotMove(id, None));
            break;
        }
    }
    assert!(driver.events.contains(&Event::BotReplaced), "{:?}", driver.events);
    let version = driver.table.game.version();
    driver.wait();
    assert_eq!(driver.table.game.version(), version + 1);
}

#[test]
fn the_log_of_a_match_with_a_free_chair_is_hidden() {
    let record = TableRecord { dealer: 1, ..record("scopa", 2) };
    let game = crate::begin(&record, &CATALOG).unwrap();
    let lines = vec![Line::Deal(game.next_deck(&record.key().unwrap()))];
    let mut driver = Driver::new(record, vec![person(ADA), StoredChair::Open], lines);
    driver.says(ADA, TableCommand::Watch(None, None));
    let Notice::Table(table) = driver.last(ADA) else { panic!("{:?}", driver.last(ADA)) };
    assert!(table.log.is_empty() && table.snapshot.view.is_none(), "{table:?}");
    driver.says(
        BEA,
        TableCommand::Sit(Box::new(Sit { seat: Seat::new(1), name: "Bea".to_owned(), apart: Vec::new() })),
    );
    let Notice::Table(table) = driver.last(ADA) else { panic!("{:?}", driver.last(ADA)) };
    assert!(!table.log.is_empty() && table.snapshot.view.is_some());
}

#[test]
fn a_player_takes_the_open_chair_of_a_bot_between_two_deals() {
    let StoredChair::Bot { bot, name, .. } = bot() else { panic!("a bot") };
    let chairs = vec![person(ADA), StoredChair::Bot { bot, name, open: true }];
    let mut driver = Driver::new(record("scopa", 2), chairs, Vec::new());
    let sit = |driver: &mut Driver, from| {
        driver.says(
            from,
            TableCommand::Sit(Box::new(Sit {
                seat: Seat::new(1),
                name: "Bea".to_owned(),
                apart: Vec::new(),
            })),
        );
    };
    assert_eq!(driver.table.as_open_match(), None, "no player is connected");
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Watch(None, None));
    let (players, listed) = driver.table.as_open_match().expect("an open match");
    assert_eq!(players, [guest(ADA)]);
    assert_eq!((&*listed.name, listed.people, listed.seats), ("A player", 1, 2));
    let chairs = driver.stored.chairs.clone();
    sit(&mut driver, BEA);
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::NotYours, "a deal is in progress");
    while driver.table.game.phase() == Phase::Playing {
        match driver.turn() {
            (ADA, action) => {
                let version = driver.table.game.version() as u64;
                driver.plays(ADA, version, &action, &format!("play {version}"));
            }
            _ => driver.wait(),
        }
    }
    assert_eq!(driver.table.game.phase(), Phase::Between);
    assert_eq!(driver.stored.chairs, chairs);
    sit(&mut driver, ADA);
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYours, "Ada has a chair");
    sit(&mut driver, BEA);
    assert!(matches!(&driver.stored.chairs[1], StoredChair::Person { name, .. } if name == "Bea"));
    assert_eq!(driver.table.as_open_match(), None);
    // Both play the next deal, and the bot does not.
    driver.says(ADA, TableCommand::Continue);
    assert_eq!(driver.table.game.phase(), Phase::Between, "Bea is not ready");
    driver.says(BEA, TableCommand::Continue);
    for number in 0..4 {
        let ((from, action), version) = (driver.turn(), driver.table.game.version());
        driver.plays(from, version as u64, &action, &format!("next {number}"));
        assert_eq!(driver.table.game.version(), version + 1, "{:?}", driver.last(from));
    }
}

/// PE-T9
#[test]
fn a_player_sits_at_no_table_with_a_player_of_whom_one_blocks_the_other() {
    let chairs = vec![person(ADA), StoredChair::Open, StoredChair::Open, open_bot()];
    let mut driver = Driver::new(record("scopa", 4), chairs, Vec::new());
    let sit = |driver: &mut Driver, from, seat, apart: &[SubscriberId]| {
        let apart = apart.iter().map(|one| guest(*one)).collect();
        let sit = Sit { seat: Seat::new(seat), name: "Bea".to_owned(), apart };
        driver.says(from, TableCommand::Sit(Box::new(sit)));
    };
    let before = driver.stored.chairs.clone();
    sit(&mut driver, BEA, 1, &[ADA]);
    let refused = driver.error_kind(BEA);
    assert_eq!(refused, &protocol::ErrorKind::Unavailable);
    sit(&mut driver, BEA, 3, &[EVE, ADA]);
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::Unavailable, "the chair of a bot");
    assert_eq!(driver.stored.chairs, before);
    sit(&mut driver, BEA, 1, &[EVE]);
    assert!(matches!(&driver.stored.chairs[1], StoredChair::Person { name, .. } if name == "Bea"));
    // A block that comes later takes no chair away.
    sit(&mut driver, BEA, 1, &[ADA]);
    assert!(matches!(driver.last(BEA), Notice::Table(_)));
}

fn open_bot() -> StoredChair {
    let StoredChair::Bot { bot, name, .. } = bot() else { panic!("a bot") };
    StoredChair::Bot { bot, name, open: true }
}

fn from_pool(game: &str) -> TableRecord {
    let pool = Some(PoolOrigin { family: format!("{game}-two"), is_rated: true });
    let time_control = Some(TimeControl { delay: 8, bank: 60, increment: 0 });
    TableRecord { pool, time_control, host: None, ..record(game, 2) }
}

#[test]
fn a_match_of_the_lobby_is_public_while_it_is_played_and_a_player_is_there() {
    let mut driver = Driver::new(from_pool("scopa"), vec![person(ADA), person(BEA)], Vec::new());
    assert_eq!(driver.table.as_public_match(), None, "no player is connected");
    driver.says(ADA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.as_public_match(), None, "no deal has begun");
    driver.says(BEA, TableCommand::Watch(None, None));
    let listed = driver.table.as_public_match().expect("a public match");
    let players: Vec<GuestId> = listed.players.iter().map(|(player, _)| *player).collect();
    assert_eq!(players, [guest(ADA), guest(BEA)]);
    assert_eq!((&*listed.family, listed.is_rated, listed.deal), ("scopa-two", true, 1));
    driver.handle(Input::Disconnected(ADA));
    assert!(driver.table.as_public_match().is_some());
    driver.handle(Input::Disconnected(BEA));
    assert_eq!(driver.table.as_public_match(), None);
    driver.says(ADA, TableCommand::Resign);
    assert_eq!(driver.table.as_public_match(), None, "the match is over");
    assert_eq!(Driver::two_people().table.as_public_match(), None, "a private match");
}

#[test]
fn a_player_who_leaves_a_match_of_the_lobby_before_the_deal_frees_no_chair() {
    let mut record = from_pool("scopa");
    record.opening = Some(Opening::due(FirstDealer::Kept));
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
    driver.says(BEA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { left: true, .. }));
    // A third player was not paired, and must not play a rated match.
    let sit = Sit { seat: Seat::new(1), name: "Eve".to_owned(), apart: Vec::new() };
    driver.says(EVE, TableCommand::Sit(Box::new(sit)));
    assert_eq!(driver.error_kind(EVE), &protocol::ErrorKind::NotYours);
    // Bea is still connected, but nothing is dealt without her.
    driver.says(ADA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.game.version(), 0);
    driver.says(ADA, TableCommand::Claim);
    assert_eq!(driver.stored.ended, Some(Ended::Absence { seat: Seat::new(1) }));
    let [result] = &driver.results[..] else { panic!("{:?}", driver.results) };
    let seats: Vec<_> = result.seats.iter().map(|seat| (seat.outcome, seat.weight)).collect();
    assert_eq!(seats, [(SeatOutcome::Played, 0.0), (SeatOutcome::Left, 0.0)]);
}

#[test]
fn a_player_who_left_before_the_deal_comes_back_to_play() {
    let mut driver = Driver::new(from_pool("scopa"), vec![person(ADA), person(BEA)], Vec::new());
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(ADA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.game.version(), 0);
    driver.says(BEA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.game.version(), 1, "dealt");
}

#[test]
fn spectators_of_a_match_of_the_lobby_hear_of_no_rematch() {
    for (is_public, told) in [(true, None), (false, Some("another".to_owned()))] {
        let record = if is_public { from_pool("scopa") } else { record("scopa", 2) };
        let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
        for player in [ADA, BEA, EVE] {
            driver.says(player, TableCommand::Watch(None, None));
        }
        driver.says(BEA, TableCommand::Resign);
        driver.says(ADA, TableCommand::Rematch);
        assert!(matches!(driver.last(BEA), Notice::Rematch(rematch) if rematch.next == "another"));
        assert_eq!(matches!(driver.last(EVE), Notice::Rematch(_)), told.is_some());
        for (player, next) in [(EVE, told), (BEA, Some("another".to_owned()))] {
            driver.says(player, TableCommand::Watch(None, None));
            let Notice::Table(table) = driver.last(player) else { panic!("{:?}", driver.last(player)) };
            assert_eq!(table.info.next, next);
        }
    }
}

/// In a race a bot may still think when the deal ends.
#[test]
fn a_bot_does_not_play_for_the_player_who_takes_its_chair() {
    let mut driver = Driver::new(record("speed", 2), vec![person(ADA), open_bot()], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Watch(None, None));
    for number in 0.. {
        let actions = driver.table.game.legal(Seat::new(0));
        match actions.first() {
            _ if driver.table.game.phase() != Phase::Playing => break,
            Some(action) => driver.plays(ADA, 0, action, &format!("play {number}")),
            None => {}
        }
        if driver.table.game.phase() == Phase::Playing && driver.table.next_deadline().is_some() {
            driver.wait();
        }
    }
    assert_eq!(driver.table.game.phase(), Phase::Between);
    assert!(driver.table.waits.bots.thinks(Seat::new(1)), "the bot still thinks");
    driver.says(
        BEA,
        TableCommand::Sit(Box::new(Sit { seat: Seat::new(1), name: "Bea".to_owned(), apart: Vec::new() })),
    );
    assert!(!driver.table.waits.bots.thinks(Seat::new(1)));
}

#[test]
fn the_others_are_told_when_a_connection_is_gone() {
    let mut driver = Driver::two_people();
    driver.told.clear();
    driver.handle(Input::Disconnected(BEA));
    let [(ADA, Notice::Chairs(chairs))] = &driver.told[..] else { panic!("{:?}", driver.told) };
    assert!(matches!(chairs.chairs[1], protocol::Chair::Person { connected: false, .. }));
    assert!(!driver.table.is_idle());
    driver.handle(Input::Disconnected(ADA));
    assert!(driver.table.is_idle());
}

#[test]
fn the_match_is_dealt_from_the_nonces_of_the_players() {
    let opening = Some(Opening { restarts: 0, dealer: FirstDealer::Drawn, stage: Stage::Due });
    let record = TableRecord { opening, ..record("scopa", 2) };
    let nonce = Nonce::from_bytes([5; 32]);
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, Some(Box::new(nonce.commitment()))));
    driver.says(BEA, TableCommand::Watch(None, None));
    let Notice::Opening(opening) = driver.last(BEA) else { panic!("{:?}", driver.last(BEA)) };
    assert_eq!(opening.nonces, [Some(nonce.commitment()), None]);
    let commitment = driver.stored.record.seed.commitment();
    // After five seconds of silence the exchange restarts with another seed.
    driver.wait();
    assert_eq!(driver.stored.record.restarts(), 1);
    assert_ne!(driver.stored.record.seed.commitment(), commitment);
    let next = driver.stored.record.seed;
    assert!(driver.stored.record.key().is_some(), "no commitment was left: {:?}", driver.stored.record);
    let reveal = Reveal { nonce, commitment: next.commitment(), next: None };
    driver.says(ADA, TableCommand::Reveal(Box::new(reveal)));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::Opening);
    assert_eq!(driver.table.game.version(), 1, "dealt");
}

#[test]
fn a_receipt_of_another_course_stops_the_match_until_all_want_to_go_on() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    driver.plays(from, 1, &action, "a");
    let receipt = driver.table.receipt().unwrap();
    // The store is set back.
    let record = driver.stored.record.clone();
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], driver.stored.lines[..1].to_vec());
    driver.says(BEA, TableCommand::Watch(None, None));
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert!(driver.events.contains(&Event::Diverged { known: 1, seen: 2 }), "{:?}", driver.events);
    driver.plays(from, 1, &action, "a");
    assert_eq!(driver.error_kind(from), &protocol::ErrorKind::Diverged);
    driver.says(ADA, TableCommand::Continue);
    driver.says(BEA, TableCommand::Continue);
    driver.plays(from, 1, &action, "b");
    assert_eq!(driver.table.game.version(), 2);
}

#[test]
fn a_player_out_of_time_is_played_for() {
    let time_control = Some(TimeControl { delay: 10, bank: 5, increment: 0 });
    let record = TableRecord { time_control, ..record("scopa", 2) };
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + Duration::from_secs(15)));
    driver.wait();
    assert_eq!(driver.table.game.version(), 2);
    assert!(driver.stored.clocks.is_some());
}

#[test]
fn the_match_ends_when_all_agree_and_is_played_again_at_one_table() {
    let mut driver = Driver::two_people();
    driver.says(ADA, TableCommand::Rematch);
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::Unfinished);
    driver.says(ADA, TableCommand::End(true));
    assert_eq!(driver.stored.ended, None);
    driver.says(BEA, TableCommand::End(true));
    assert_eq!(driver.stored.ended, Some(Ended::Agreement));
    driver.says(ADA, TableCommand::Rematch);
    let writes = driver.writes;
    driver.says(BEA, TableCommand::Rematch);
    let Notice::Rematch(rematch) = driver.last(ADA) else { panic!("{:?}", driver.last(ADA)) };
    assert_eq!((rematch.next.as_str(), rematch.seat, driver.writes), ("another", Seat::new(1), writes));
    driver.handle(Input::Close);
    assert!(driver.events.contains(&Event::Closed(Err(TableError::Ended))));
}

/// Lets Bea disconnect in a match of the lobby, while it is Ada's turn, and be away for longer than the absence.
fn left_alone(record: TableRecord) -> Driver {
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Watch(None, None));
    if let (BEA, action) = driver.turn() {
        driver.plays(BEA, 1, &action, "first");
    }
    assert_eq!(driver.turn().0, ADA);
    driver.handle(Input::Disconnected(BEA));
    driver.now.at = driver.now.at + driver.table.pace().absence + Duration::from_secs(1);
    driver
}

#[test]
fn a_player_alone_at_a_match_of_the_lobby_ends_it_only_after_the_other_has_left() {
    let mut driver = left_alone(from_pool("scopa"));
    driver.says(ADA, TableCommand::End(true));
    assert_eq!(driver.stored.ended, None, "Bea was not waited for");
    // Ada plays, and Bea's clock runs until she has left.
    let (version, action) = (driver.table.game.version() as u64, driver.turn().1);
    driver.plays(ADA, version, &action, "second");
    for _ in 0..10 {
        if driver.stored.ended.is_some() {
            break;
        }
        driver.wait();
    }
    assert_eq!(driver.stored.ended, Some(Ended::Absence { seat: Seat::new(1) }));
    let [result] = &driver.results[..] else { panic!("{:?}", driver.results) };
    let seats: Vec<_> = result.seats.iter().map(|seat| (seat.place, seat.outcome, seat.weight)).collect();
    assert_eq!(seats, [(1, SeatOutcome::Played, 1.0), (2, SeatOutcome::Left, 1.0)]);
}

#[test]
fn an_absent_player_who_was_not_asked_has_left_a_match_that_ends_by_agreement() {
    let mut driver = left_alone(TableRecord { time_control: None, ..from_pool("scopa") });
    driver.says(ADA, TableCommand::End(true));
    assert_eq!(driver.stored.ended, Some(Ended::Agreement));
    let [result] = &driver.results[..] else { panic!("{:?}", driver.results) };
    let seats: Vec<_> = result.seats.iter().map(|seat| (seat.place, seat.outcome)).collect();
    assert_eq!(seats, [(1, SeatOutcome::Agreed), (2, SeatOutcome::Left)]);
}

#[test]
fn a_match_that_the_operator_ends_is_left_by_no_absent_player() {
    let mut driver = left_alone(from_pool("scopa"));
    driver.handle(Input::Close);
    let [result] = &driver.results[..] else { panic!("{:?}", driver.results) };
    assert!(result.seats.iter().all(|seat| seat.outcome == SeatOutcome::Agreed && seat.weight == 0.0));
}

#[test]
fn a_hint_is_written_before_it_is_given_and_an_action_is_taken_back() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), bot()], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    while driver.turn().0 == BEA {
        driver.wait();
    }
    let version = driver.table.game.version() as u64;
    let asked = |id: &str| Box::new(crate::AtVersion { version, id: id.to_owned() });
    driver.says(ADA, TableCommand::Hint(asked("h")));
    assert!(matches!(driver.last(ADA), Notice::Hint(hint) if hint.id == "h"));
    assert!(matches!(driver.stored.chairs[0], StoredChair::Person { hinted: true, .. }));
    let (_, action) = driver.turn();
    driver.plays(ADA, version, &action, "a");
    let again = driver.table.game.version() as u64;
    let asked = Box::new(crate::AtVersion { version: again, id: "u".to_owned() });
    driver.says(ADA, TableCommand::Undo(asked));
    assert!(matches!(driver.stored.lines.last(), Some(Line::Undo { .. })));
    assert!(driver.table.game.legal(Seat::new(0)).contains(&action));
}

#[test]
fn a_spectator_may_not_say_a_phrase_and_a_player_not_too_many() {
    let mut driver = Driver::two_people();
    let spectator = SubscriberId(0);
    driver.says(spectator, TableCommand::Say(Phrase::Hello));
    assert_eq!(driver.error_kind(spectator), &protocol::ErrorKind::NotYours);
    for _ in 0..5 {
        driver.says(ADA, TableCommand::Say(Phrase::Hello));
        assert!(matches!(driver.last(spectator), Notice::Said(_)));
    }
    driver.says(ADA, TableCommand::Say(Phrase::Hello));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::TooMany);
}

/// A report has the phrases of a player. A chair that became free must not pass them on.
#[test]
fn the_next_player_in_a_chair_did_not_say_the_phrases_of_the_last_one() {
    let chairs = vec![person(ADA), StoredChair::Open, StoredChair::Open];
    let record = TableRecord { opening: Some(Opening::due(FirstDealer::Kept)), ..record("scopa", 3) };
    let mut driver = Driver::new(record, chairs, Vec::new());
    let sit = || {
        TableCommand::Sit(Box::new(Sit { seat: Seat::new(1), name: "Guest".to_owned(), apart: Vec::new() }))
    };
    driver.says(BEA, sit());
    driver.says(BEA, TableCommand::Say(Phrase::Sorry));
    assert_eq!(driver.table.phrases_of(guest(BEA)), Some(vec![Phrase::Sorry]));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(EVE, sit());
    assert_eq!(driver.table.phrases_of(guest(EVE)), Some(Vec::new()));
    driver.says(EVE, TableCommand::Say(Phrase::Hello));
    assert_eq!(driver.table.phrases_of(guest(EVE)), Some(vec![Phrase::Hello]));
}

/// A server keeps tens of thousands of tables in memory, most of them idle.
#[test]
fn a_table_is_small() {
    assert!(size_of::<Table>() <= 1000, "{} bytes", size_of::<Table>());
}
