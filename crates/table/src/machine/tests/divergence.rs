//! Tests of matches of which the store has lost a part.

use super::*;
use crate::receipt::Receipt;
use protocol::ErrorKind;

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
    driver.told.clear();
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert!(driver.events.contains(&Event::Diverged { known: 1, seen: 2 }), "{:?}", driver.events);
    let tables = driver.told.iter().filter(|told| matches!(told, (BEA, Notice::Table(_))));
    assert_eq!(tables.count(), 1, "Bea is told once");
    driver.plays(from, 1, &action, "a");
    assert_eq!(driver.error_kind(from), &protocol::ErrorKind::Diverged);
    driver.says(ADA, TableCommand::Continue);
    driver.says(BEA, TableCommand::Continue);
    driver.plays(from, 1, &action, "b");
    assert_eq!(driver.table.game.version(), 2);
}

/// Returns a table with an action, and the receipt of a viewer who saw it.
fn seen() -> (Driver, Receipt) {
    let mut driver = Driver::two_people();
    driver.plays_on();
    let receipt = driver.table.receipt().expect("the store has links");
    (driver, receipt)
}

#[test]
fn a_receipt_that_came_while_the_store_was_in_doubt_is_compared_as_soon_as_it_can_be_read() {
    let (driver, receipt) = seen();
    let StoredTable { record, lines, .. } = driver.stored;
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], lines[..1].to_vec());
    driver.says(BEA, TableCommand::Watch(None, None));
    driver.errors = vec![StorageError::Unknown];
    driver.says(BEA, TableCommand::Resign);
    driver.unreadable = Some(TableError::Busy);
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert_eq!((driver.error_kind(ADA), driver.table.journal.diverged()), (&ErrorKind::Unconfirmed, None));
    driver.unreadable = None;
    driver.wait();
    assert_eq!(driver.table.journal.diverged(), Some(2));
}

/// Another server may have owned the table meanwhile.
#[test]
fn a_receipt_from_the_future_makes_the_table_read_the_store_again() {
    let (driver, receipt) = seen();
    let StoredTable { record, lines, .. } = driver.stored;
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], lines[..1].to_vec());
    driver.says(BEA, TableCommand::Watch(None, None));
    driver.append(lines[1].clone());
    driver.told.clear();
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert_eq!((driver.table.game.version(), driver.table.journal.diverged()), (2, None));
    let is_new = |notice: &Notice| matches!(notice, Notice::Table(table) if table.snapshot.version == 2);
    assert!(driver.told.iter().any(|(to, notice)| *to == BEA && is_new(notice)), "Bea is told");
}

#[test]
fn a_forged_receipt_is_ignored() {
    let (mut driver, receipt) = seen();
    let forged = Receipt { version: 9, ..receipt };
    driver.says(ADA, TableCommand::Watch(Some(forged), None));
    let marked = Receipt { mark: [1; 8], ..receipt };
    driver.says(ADA, TableCommand::Watch(Some(marked), None));
    assert_eq!(driver.table.journal.diverged(), None);
    assert!(!driver.events.iter().any(|event| matches!(event, Event::Diverged { .. })));
    assert_eq!(driver.reads, 0, "a guest can't make the table read the store");
}

/// Before the first deal the seed exchange changes the hash that receipts are checked with.
#[test]
fn before_the_first_deal_a_receipt_makes_the_table_read_the_store_once() {
    let (_, receipt) = seen();
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), person(BEA)], Vec::new());
    for forged in [Receipt { mark: [1; 8], ..receipt }, Receipt { mark: [2; 8], ..receipt }] {
        driver.says(ADA, TableCommand::Watch(Some(forged), None));
    }
    assert_eq!((driver.reads, driver.table.journal.diverged()), (1, None));
}

#[test]
fn an_old_receipt_is_compared_with_the_link_of_its_version() {
    let (mut driver, receipt) = seen();
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    driver.plays_on();
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert_eq!(driver.table.journal.diverged(), None, "the match went on from there");
    assert_eq!(driver.reads, 0, "the table knows all of it");
    // In this store another action follows the deal.
    let (record, deal) = (driver.stored.record.clone(), driver.stored.lines[0].clone());
    let mut other = Driver::new(record, vec![person(ADA), person(BEA)], vec![deal]);
    for player in [ADA, BEA] {
        other.says(player, TableCommand::Watch(None, None));
    }
    let seat = other.table.game.actors().first().expect("it is a turn");
    let action = other.table.game.legal(seat).pop().expect("a legal action");
    assert_ne!(action, other.turn().1);
    other.plays(PLAYERS[seat.index()], 1, &action, "other");
    other.plays_on();
    other.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert_eq!(other.table.journal.diverged(), Some(2));
    assert!(other.events.contains(&Event::Diverged { known: 3, seen: 2 }));
}

#[test]
fn a_receipt_stops_no_match_that_is_over_and_none_that_stopped_already() {
    let (mut driver, receipt) = seen();
    let lines = driver.stored.lines[..1].to_vec();
    let mut set_back = Driver::new(driver.stored.record.clone(), vec![person(ADA), person(BEA)], lines);
    set_back.says(BEA, TableCommand::Watch(None, None));
    for _ in 0..2 {
        set_back.says(ADA, TableCommand::Watch(Some(receipt), None));
    }
    let stopped = set_back.events.iter().filter(|event| matches!(event, Event::Diverged { .. }));
    assert_eq!((stopped.count(), set_back.reads), (1, 1));
    for player in [ADA, BEA] {
        set_back.handle(Input::Disconnected(player));
    }
    assert!(set_back.table.next_deadline().is_none() && set_back.table.absent_actors().is_empty());
    driver.says(BEA, TableCommand::Resign);
    driver.stored.lines.pop();
    driver.says(ADA, TableCommand::Watch(Some(Receipt { link: [1; 8], ..receipt }), None));
    assert_eq!(driver.table.journal.diverged(), None);
}

#[test]
fn no_bot_acts_in_a_match_that_stopped() {
    let (driver, receipt) = seen();
    let StoredTable { record, lines, .. } = driver.stored;
    let mut game = crate::begin(&record, &CATALOG).unwrap();
    lines[0].follow(&mut *game, &[]).unwrap();
    let turn = game.actors().first().expect("it is a turn");
    let chairs = Seat::all(2).map(|seat| if seat == turn { bot() } else { person(PLAYERS[seat.index()]) });
    let mut driver = Driver::new(record, chairs.collect(), lines[..1].to_vec());
    driver.says(PLAYERS[1 - turn.index()], TableCommand::Watch(Some(receipt), None));
    assert_eq!(driver.table.journal.diverged(), Some(2));
    assert!(!driver.table.is_bot_due(turn) && driver.table.next_deadline().is_none());
}

#[test]
fn a_match_that_stopped_is_not_decided_because_a_player_left() {
    let mut driver = all_people(timed(2));
    driver.plays_on();
    let receipt = driver.table.receipt().expect("the store has links");
    let StoredTable { record, lines, .. } = driver.stored;
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], lines[..1].to_vec());
    driver.says(BEA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(ADA, TableCommand::Watch(Some(receipt), None));
    assert_eq!(driver.table.journal.diverged(), Some(2));
    let decided = driver.table.player_clocks()[1].decided.expect("the table decides about Bea");
    driver.pass(Duration::from_millis(decided.into()));
    assert_eq!(driver.stored.ended, None);
}
