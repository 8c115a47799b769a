//! Tests of writes that fail.

use super::*;

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
    let seat = driver.seat(from);
    let line = Line::Entry(Entry::Action { seat, action });
    driver.append(line);
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
fn the_table_deals_later_if_the_store_is_full() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), person(BEA)], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.errors = vec![StorageError::Full];
    driver.says(BEA, TableCommand::Watch(None, None));
    assert_eq!((driver.table.game.version(), driver.writes), (0, 1));
    driver.handle(Input::Tick);
    assert_eq!(driver.writes, 1, "no sooner than the retry");
    driver.wait();
    assert_eq!((driver.table.game.version(), driver.writes), (1, 2));
}

#[test]
fn a_store_that_stays_in_doubt_answers_no_command() {
    let mut driver = Driver::two_people();
    driver.errors = vec![StorageError::Unknown];
    driver.says(BEA, TableCommand::Resign);
    driver.unreadable = Some(TableError::Busy);
    driver.says(BEA, TableCommand::Resign);
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::Unconfirmed);
    driver.handle(Input::Close);
    assert!(driver.events.contains(&Event::Closed(Err(TableError::Unconfirmed))));
    driver.handle(Input::Disconnected(BEA));
    assert!(!driver.table.is_subscriber(BEA));
    driver.wait();
    assert_eq!(driver.stored.ended, None, "still in doubt");
    driver.unreadable = None;
    driver.says(ADA, TableCommand::Claim);
    assert!(
        matches!(driver.last(ADA), Notice::Refused(refused) if refused.error.kind != protocol::ErrorKind::Unconfirmed)
    );
}

/// Returns a table of which the store is in doubt and can't be read, after Ada's connection was lost.
fn in_doubt() -> Driver {
    let mut driver = Driver::two_people();
    driver.handle(Input::Disconnected(ADA));
    driver.errors = vec![StorageError::Unknown];
    driver.says(BEA, TableCommand::Resign);
    driver.unreadable = Some(TableError::Busy);
    driver
}

#[test]
fn who_comes_while_the_store_is_in_doubt_sees_the_table_as_soon_as_it_can_be_read() {
    let mut driver = in_doubt();
    driver.says(ADA, TableCommand::Watch(None, None));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::Unconfirmed);
    driver.told.clear();
    driver.wait();
    assert!(driver.told.is_empty(), "still in doubt: {:?}", driver.told);
    driver.unreadable = None;
    driver.wait();
    assert!(matches!(driver.last(ADA), Notice::Table(_)), "{:?}", driver.told);
}

#[test]
fn who_acts_while_the_store_is_in_doubt_sees_the_table_as_soon_as_it_can_be_read() {
    let mut driver = in_doubt();
    driver.says(ADA, TableCommand::Continue);
    driver.unreadable = None;
    driver.wait();
    assert!(matches!(driver.last(ADA), Notice::Table(_)), "{:?}", driver.told);
}

#[test]
fn who_left_or_stood_up_while_the_store_was_in_doubt_is_told_nothing() {
    let mut driver = in_doubt();
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.handle(Input::Disconnected(ADA));
    driver.says(EVE, TableCommand::Stand(Seat::new(1)));
    driver.unreadable = None;
    driver.told.clear();
    driver.wait();
    assert!(driver.told.iter().all(|(to, _)| *to == BEA) && !driver.told.is_empty(), "{:?}", driver.told);
}

#[test]
fn a_table_in_doubt_that_another_server_owns_has_lost_its_lease() {
    let mut driver = Driver::two_people();
    driver.errors = vec![StorageError::Unknown];
    driver.says(BEA, TableCommand::Resign);
    driver.unreadable = Some(TableError::Elsewhere);
    driver.wait();
    assert!(driver.table.has_lost_lease());
}

#[test]
fn both_players_are_told_of_a_deal_that_is_void_in_the_store() {
    let mut driver = Driver::two_people();
    driver.errors = vec![StorageError::Unknown];
    let (from, action) = driver.turn();
    driver.plays(from, 1, &action, "a");
    driver.append(Line::Void);
    driver.told.clear();
    driver.wait();
    for player in [ADA, BEA] {
        let voided = driver
            .told
            .iter()
            .filter(|(to, notice)| *to == player && matches!(notice, Notice::Voided(voided) if voided.again));
        assert_eq!(voided.count(), 1, "{:?}", driver.told);
    }
    assert!(driver.table.game.deals() > 0 && driver.table.game.phase() == Phase::Playing, "dealt again");
}

#[test]
#[should_panic(expected = "the table waits for an answer")]
fn a_table_that_waits_for_an_answer_takes_no_input() {
    let mut driver = Driver::two_people();
    let resign = || Input::Command {
        from: BEA,
        guest: guest(BEA),
        delay: Duration::ZERO,
        command: TableCommand::Resign,
    };
    assert!(driver.table.handle(driver.now, resign()).wanted.is_some());
    driver.table.handle(driver.now, Input::Tick);
}
