//! Tests of actions.

use super::*;

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
    for (to, played) in [(first, one), (second, other)] {
        assert_eq!(played.id.as_deref(), (*to == from).then_some("a"), "the sender gets the id back");
    }
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
fn an_action_chosen_at_another_version_changes_nothing() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    for version in [0, 2, u64::MAX] {
        driver.plays(from, version, &action, "a");
        assert_eq!(driver.error_kind(from), &protocol::ErrorKind::Stale);
    }
    assert_eq!(driver.table.game.version(), 1);
    driver.plays(EVE, 1, &action, "a");
    assert_eq!(driver.error_kind(EVE), &protocol::ErrorKind::NotYours);
}

#[test]
fn a_refusal_is_repeated_with_its_command() {
    let mut driver = Driver::two_people();
    let (from, _) = driver.turn();
    driver.plays(from, 1, "no card", "a");
    let Notice::Refused(first) = driver.last(from).clone() else { panic!("{:?}", driver.last(from)) };
    assert_eq!(first.id.as_deref(), Some("a"));
    driver.plays(from, 1, "no card", "a");
    let Notice::Refused(again) = driver.last(from) else { panic!("{:?}", driver.last(from)) };
    assert_eq!(again.error, first.error);
}

#[test]
fn nobody_plays_while_a_chair_is_free() {
    let mut driver = with_free_chair();
    let (from, action) = driver.turn();
    assert_eq!(from, ADA);
    driver.plays(ADA, 1, &action, "a");
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYourTurn);
    assert_eq!(driver.table.game.version(), 1);
}

#[test]
fn a_typed_action_is_read_as_a_command() {
    let mut driver = Driver::two_people();
    let (from, action) = driver.turn();
    let play = |text: &str| {
        let (action, id) = (text.to_owned(), text.to_owned());
        TableCommand::Play(Box::new(Play {
            version: 1,
            action,
            typed: true,
            id,
            received_at: Timestamp::default(),
        }))
    };
    driver.says(from, play("nonsense"));
    assert!(matches!(driver.last(from), Notice::Refused(_)));
    driver.says(from, play(&format!(" {} ", action.to_uppercase())));
    assert_eq!(driver.table.game.version(), 2, "{:?}", driver.last(from));
}

/// The length of the window reveals nothing to a player who is alone with bots.
#[test]
fn a_window_closes_at_once_when_a_lone_player_has_answered() {
    let played = window(&record("sharks", 3));
    let asked = played.table.game.actors();
    let person = asked.first().expect("a player is asked");
    let chairs = Seat::all(3)
        .map(|seat| if seat == person { self::person(PLAYERS[seat.index()]) } else { bot() })
        .collect();
    let solo = TableSettings { is_solo: true, ..settings() };
    let StoredTable { record, lines, .. } = played.stored;
    let mut driver = Driver::with_settings(solo, record, chairs, lines);
    let from = PLAYERS[person.index()];
    driver.says(from, TableCommand::Watch(None, None));
    let version = driver.table.game.version();
    let answer = driver.table.game.legal(person).swap_remove(0);
    let opened_at = driver.now.at;
    while driver.table.waits.window.answered() != asked - SeatSet::only(person) {
        driver.wait();
    }
    assert_eq!(driver.now.at, opened_at, "bots answer without a pause");
    driver.plays(from, version as u64, &answer, "a");
    assert_eq!(driver.table.next_deadline(), Some(opened_at));
    driver.handle(Input::Tick);
    assert!(driver.table.game.version() > version);
}

/// Plays until a response window is open.
pub(super) fn window(record: &TableRecord) -> Driver {
    (0..50)
        .find_map(|seed| {
            let record = TableRecord { seed: Seed::from_number(seed), ..record.clone() };
            let mut driver = all_people(record);
            let mut rng = cards::Rng::from_number(seed);
            while driver.table.game.phase() == Phase::Playing && driver.table.game.window().is_none() {
                let seat = driver.table.game.actors().first().expect("it is a turn");
                let legal = driver.table.game.legal(seat);
                driver.plays_now(PLAYERS[seat.index()], &legal[rng.below(legal.len())]);
            }
            driver.table.game.window().map(|_| driver)
        })
        .expect("a window opens in a match")
}

#[test]
fn bots_that_are_asked_together_think_one_after_the_other() {
    let StoredTable { record, lines, .. } = window(&record("sharks", 3)).stored;
    let mut driver = Driver::new(record, vec![bot(), bot(), bot()], lines);
    driver.slow_bots = true;
    driver.says(EVE, TableCommand::Watch(None, None));
    assert!(driver.table.game.actors().len() > 1, "{:?}", driver.table.game.actors());
    assert_eq!(Seat::all(3).filter(|seat| driver.table.is_bot_due(*seat)).count(), 1);
}

#[test]
fn sealed_answers_are_told_to_nobody_until_the_window_closes() {
    let mut driver = window(&record("sharks", 3));
    let asked: Vec<Seat> = driver.table.game.actors().iter().collect();
    assert_eq!(driver.table.next_deadline(), Some(driver.now.at + pace().window));
    let (version, lines) = (driver.table.game.version(), driver.stored.lines.len());
    driver.told.clear();
    let from = PLAYERS[asked[0].index()];
    let answer = driver.table.game.legal(asked[0]).swap_remove(0);
    driver.plays(from, version as u64, &answer, "a");
    let [(to, Notice::Sealed(sealed))] = &driver.told[..] else { panic!("{:?}", driver.told) };
    assert_eq!((*to, sealed.action.as_str(), sealed.id.as_str()), (from, answer.as_str(), "a"));
    // The answer may be changed with the same command, because it is not final.
    driver.plays(from, version as u64, &answer, "a");
    assert_eq!(driver.told.len(), 2, "{:?}", driver.told);
    assert!(driver.told.iter().all(|(told, notice)| *told == from && matches!(notice, Notice::Sealed(_))));
    for seat in asked {
        let answer = driver.table.game.legal(seat).swap_remove(0);
        driver.plays(PLAYERS[seat.index()], version as u64, &answer, "b");
    }
    driver.pass(pace().window - Duration::from_millis(1));
    assert_eq!(driver.stored.lines.len(), lines, "it is not shortened, even if all have answered");
    driver.pass(Duration::from_millis(1));
    assert!(driver.stored.lines.len() > lines && driver.table.game.version() > version);
}

#[test]
fn an_answer_that_could_not_be_written_is_kept() {
    let mut driver = window(&record("sharks", 3));
    let asked = driver.table.game.actors().first().expect("a player is asked");
    let version = driver.table.game.version();
    let answer = driver.table.game.legal(asked).swap_remove(0);
    driver.plays(PLAYERS[asked.index()], version as u64, &answer, "a");
    driver.errors = vec![StorageError::Full];
    driver.wait();
    assert_eq!(driver.table.game.version(), version);
    assert!(driver.events.iter().any(|event| matches!(event, Event::Failed(..))));
    assert!(driver.table.waits.window.answered().contains(asked));
    driver.wait();
    assert!(driver.table.game.version() > version, "written at the second attempt");
}

#[test]
fn a_play_of_a_race_waits_for_earlier_plays_on_longer_ways() {
    let mut driver = all_people(record("speed", 2));
    driver.table.set_delays(|id| (id == BEA).then_some(Duration::from_millis(100)));
    assert!(driver.table.measures_delays());
    driver.plays(ADA, 0, "flip", "a");
    assert!(driver.events.contains(&Event::PlayHeld));
    assert_eq!(
        (driver.table.game.version(), driver.table.is_idle()),
        (1, false),
        "Bea's play may be on its way"
    );
    let deadline = driver.table.next_deadline().expect("the play is due");
    assert_eq!(deadline, driver.now.at + Duration::from_millis(100));
    driver.wait();
    assert_eq!(driver.table.game.version(), 2);
    assert!(
        matches!(driver.stored.commands[..], [None, Some(_)]),
        "the command may come again after a restart"
    );
    for number in 0..200 {
        driver.plays(ADA, 0, "flip", &number.to_string());
    }
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::TooMany);
}

#[test]
fn a_play_of_a_race_that_waits_is_refused_when_the_match_ends() {
    let mut driver = all_people(record("speed", 2));
    driver.table.set_delays(|id| (id == BEA).then_some(Duration::from_millis(100)));
    driver.plays(ADA, 0, "flip", "a");
    driver.says(BEA, TableCommand::Resign);
    driver.wait();
    assert_eq!((driver.error_kind(ADA), driver.table.game.version()), (&protocol::ErrorKind::Over, 1));
    // That of a bot is dropped, and nothing is tried again.
    let mut driver = against_bot(record("speed", 2));
    driver.table.set_delays(|_| Some(Duration::from_millis(100)));
    while !driver.events.contains(&Event::PlayHeld) {
        driver.wait();
    }
    driver.says(ADA, TableCommand::Resign);
    driver.wait();
    assert_eq!((driver.table.game.version(), driver.table.next_deadline()), (1, None));
}

#[test]
fn an_action_costs_its_player_the_time_beyond_the_delay() {
    let mut driver = all_people(timed(2));
    let seat = driver.seat(driver.turn().0);
    driver.advance(Duration::from_secs(8 + 5));
    driver.plays_on();
    let banks = |driver: &Driver| [0, 1].map(|number| driver.table.player_clocks()[number].bank);
    assert_eq!(banks(&driver)[seat.index()], 55_000);
    assert_eq!(banks(&driver)[1 - seat.index()], 60_000);
}

/// In a game of turns, the version of a command shows that it was sent before.
#[test]
fn the_command_of_an_action_is_written_only_in_a_race() {
    let mut driver = Driver::two_people();
    driver.plays_on();
    assert_eq!(driver.stored.commands, [None, None]);
}
