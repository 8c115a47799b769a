//! Tests of commands.

use super::*;

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
    let mut driver = all_people(record);
    if driver.turn().0 == BEA {
        driver.plays_on();
    }
    assert_eq!(driver.turn().0, ADA);
    driver.handle(Input::Disconnected(BEA));
    driver.advance(driver.table.pace().absence + Duration::from_secs(1));
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
    let mut driver = against_bot(record("scopa", 2));
    driver.lets_bot_play();
    let version = driver.table.game.version() as u64;
    let asked = |id: &str| Box::new(crate::AtVersion { version, id: id.to_owned() });
    driver.says(ADA, TableCommand::Hint(asked("h")));
    assert!(matches!(driver.last(ADA), Notice::Hint(hint) if hint.id == "h"));
    assert!(matches!(driver.stored.chairs[0], StoredChair::Person { hinted: true, .. }));
    let (_, action) = driver.turn();
    driver.plays(ADA, version, &action, "a");
    let again = driver.table.game.version() as u64;
    let undo = || TableCommand::Undo(Box::new(crate::AtVersion { version: again, id: "u".to_owned() }));
    driver.errors = vec![StorageError::Full];
    driver.says(ADA, undo());
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotSaved);
    driver.says(ADA, undo());
    assert!(matches!(driver.last(ADA), Notice::Table(_)), "Ada sees the match as it was before");
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
    let mut driver = Driver::new(unopened(3), chairs, Vec::new());
    driver.says(BEA, sit(1));
    driver.says(BEA, TableCommand::Say(Phrase::Sorry));
    assert_eq!(driver.table.phrases_of(guest(BEA)), Some(vec![Phrase::Sorry]));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(EVE, sit(1));
    assert_eq!(driver.table.phrases_of(guest(EVE)), Some(Vec::new()));
    driver.says(EVE, TableCommand::Say(Phrase::Hello));
    assert_eq!(driver.table.phrases_of(guest(EVE)), Some(vec![Phrase::Hello]));
}

#[test]
fn a_player_alone_on_one_of_two_sides_resigns() {
    let mut driver = Driver::two_people();
    driver.says(EVE, TableCommand::Resign);
    assert_eq!(driver.error_kind(EVE), &protocol::ErrorKind::NotYours, "a spectator");
    driver.says(BEA, TableCommand::Resign);
    assert_eq!(driver.stored.ended, Some(Ended::Resignation { seat: Seat::new(1) }));
    driver.says(ADA, TableCommand::Resign);
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::Over, "the match is over");
    let mut driver = all_people(record("scopa", 3));
    driver.says(BEA, TableCommand::Resign);
    assert_eq!(driver.stored.ended, None, "there are three sides");
    assert!(matches!(driver.last(BEA), Notice::Refused(_)));
}

#[test]
fn a_player_with_a_partner_resigns_only_if_the_partner_is_a_bot() {
    let mut driver = all_people(record("bridge", 4));
    driver.says(ADA, TableCommand::Resign);
    assert!(matches!(driver.last(ADA), Notice::Refused(_)), "Cal plays too");
    assert_eq!(driver.stored.ended, None);
    let chairs = vec![person(ADA), person(BEA), bot(), bot()];
    let mut driver = Driver::new(record("bridge", 4), chairs, Vec::new());
    driver.says(ADA, TableCommand::Resign);
    assert_eq!(driver.stored.ended, Some(Ended::Resignation { seat: Seat::new(0) }));
}

#[test]
fn a_win_is_claimed_only_against_a_side_that_has_left() {
    let mut driver = Driver::two_people();
    driver.says(ADA, TableCommand::Claim);
    assert!(matches!(driver.last(ADA), Notice::Refused(_)), "Bea is there");
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(ADA, TableCommand::Claim);
    assert_eq!(driver.stored.ended, Some(Ended::Absence { seat: Seat::new(1) }));
    // With three sides no player is the winner.
    let mut driver = all_people(record("scopa", 3));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(CAL, TableCommand::Stand(Seat::new(2)));
    driver.says(ADA, TableCommand::Claim);
    assert_eq!(driver.stored.ended, None);
    // With partners all of the other side must have left.
    let mut driver = all_people(record("bridge", 4));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    driver.says(ADA, TableCommand::Claim);
    assert_eq!(driver.stored.ended, None, "Dan is still there");
    driver.says(DAN, TableCommand::Stand(Seat::new(3)));
    driver.says(ADA, TableCommand::Claim);
    assert_eq!(driver.stored.ended, Some(Ended::Absence { seat: Seat::new(1) }));
}

#[test]
fn a_table_for_its_players_is_seen_by_others_only_while_a_chair_is_free() {
    let record = TableRecord { players_only: true, ..record("scopa", 2) };
    let mut driver = Driver::new(record, vec![person(ADA), StoredChair::Open], Vec::new());
    for from in [ADA, BEA, EVE] {
        driver.says(from, TableCommand::Watch(None, None));
        assert!(matches!(driver.last(from), Notice::Table(_)));
    }
    driver.says(BEA, sit(1));
    assert_eq!(driver.reason(EVE), Some("players-only"));
    assert!(!driver.table.is_subscriber(EVE) && driver.table.is_subscriber(BEA));
    driver.told.clear();
    driver.says(EVE, TableCommand::Watch(None, None));
    assert!(matches!(&driver.told[..], [(EVE, Notice::Refused(_))]), "{:?}", driver.told);
}

#[test]
fn a_chair_that_was_taken_while_the_store_was_in_doubt_closes_a_table_for_its_players_to_others() {
    let record = TableRecord { players_only: true, ..record("scopa", 2) };
    let mut driver = Driver::new(record, vec![person(ADA), StoredChair::Open], Vec::new());
    for from in [ADA, BEA] {
        driver.says(from, TableCommand::Watch(None, None));
    }
    driver.errors = vec![StorageError::Unknown];
    driver.says(BEA, sit(1));
    driver.unreadable = Some(TableError::Busy);
    driver.says(EVE, TableCommand::Watch(None, None));
    // The chair was written all the same.
    driver.stored.chairs = vec![person(ADA), person(BEA)];
    driver.unreadable = None;
    driver.told.clear();
    driver.wait();
    let to_eve = driver.told.iter().filter(|(to, _)| *to == EVE);
    assert!(to_eve.clone().all(|(_, notice)| matches!(notice, Notice::Refused(_))), "{:?}", driver.told);
    assert!(to_eve.count() > 0 && !driver.table.is_subscriber(EVE) && driver.table.is_subscriber(BEA));
}

#[test]
fn a_command_subscribes_its_sender_and_leaving_a_chair_does_not() {
    let mut driver = Driver::two_people();
    driver.handle(Input::Disconnected(ADA));
    driver.says(ADA, TableCommand::Stand(Seat::new(0)));
    assert!(!driver.table.is_subscriber(ADA));
    driver.told.clear();
    driver.says(ADA, TableCommand::Say(Phrase::Hello));
    assert!(driver.table.is_subscriber(ADA));
    let is_table = |to| move |told: &(_, Notice)| told.0 == to && matches!(told.1, Notice::Table(_));
    assert!(driver.told.iter().any(is_table(ADA)), "{:?}", driver.told);
    driver.told.clear();
    driver.says(BEA, TableCommand::Resume);
    assert!(driver.told.iter().any(is_table(BEA)), "the whole table is sent again");
}

#[test]
fn a_hint_is_for_a_player_alone_with_bots_at_the_version_that_the_player_saw() {
    let hint = |version| TableCommand::Hint(Box::new(crate::AtVersion { version, id: "h".to_owned() }));
    let undo = |version| TableCommand::Undo(Box::new(crate::AtVersion { version, id: "u".to_owned() }));
    let mut driver = Driver::two_people();
    for command in [hint(1), undo(1)] {
        driver.says(ADA, command);
        assert_eq!(driver.reason(ADA), Some("not-against-bots"));
    }
    let mut driver = against_bot(record("scopa", 2));
    for command in [hint(0), undo(0)] {
        driver.says(ADA, command);
        assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::Stale);
    }
    let mut driver = against_bot(record("speed", 2));
    let version = driver.table.game.version() as u64;
    driver.says(ADA, hint(version));
    assert_eq!(driver.reason(ADA), Some("no-hints"));
}

#[test]
fn a_player_waits_longer_only_for_a_player_who_has_left() {
    let mut driver = all_people(from_pool("scopa"));
    driver.says(ADA, TableCommand::Wait(Seat::new(1)));
    assert_eq!(driver.reason(ADA), Some("not-left"));
    // At a larger table a bot plays for a player who has left, unless the others wait.
    let mut driver = all_people(timed(3));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    let decided = |driver: &Driver| driver.table.player_clocks()[1].decided;
    assert_eq!(decided(&driver), Some(30_000));
    driver.told.clear();
    driver.says(ADA, TableCommand::Wait(Seat::new(1)));
    assert_eq!(decided(&driver), Some(600_000));
    assert!(matches!(driver.last(CAL), Notice::Clocks(_)), "the others see it");
}

#[test]
fn undo_is_offered_to_a_player_alone_with_bots_until_the_end() {
    let offers = |driver: &Driver, to| driver.last(to).snapshot().expect("a view of the match").undo;
    let mut driver = against_bot(record("scopa", 2));
    driver.lets_bot_play();
    assert!(!offers(&driver, ADA), "Ada has not acted");
    driver.plays_on();
    assert!(offers(&driver, ADA));
    driver.says(ADA, TableCommand::Resign);
    assert!(!offers(&driver, ADA), "the match is over");
    let mut driver = Driver::two_people();
    let (from, _) = driver.turn();
    driver.plays_on();
    assert!(!offers(&driver, from), "the other player has seen the action");
}
