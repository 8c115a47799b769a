//! Tests of taking and leaving chairs.

use super::*;

#[test]
fn the_log_of_a_match_with_a_free_chair_is_hidden() {
    let mut driver = with_free_chair();
    let Notice::Table(table) = driver.last(ADA) else { panic!("{:?}", driver.last(ADA)) };
    assert!(table.log.is_empty() && table.snapshot.view.is_none(), "{table:?}");
    driver.says(BEA, sit(1));
    let Notice::Table(table) = driver.last(ADA) else { panic!("{:?}", driver.last(ADA)) };
    assert!(!table.log.is_empty() && table.snapshot.view.is_some());
}

#[test]
fn a_player_takes_the_open_chair_of_a_bot_between_two_deals() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), open_bot()], Vec::new());
    assert_eq!(driver.table.as_open_match(), None, "no player is connected");
    driver.says(ADA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Watch(None, None));
    let (players, listed) = driver.table.as_open_match().expect("an open match");
    assert_eq!(players, [guest(ADA)]);
    assert_eq!((&*listed.name, listed.people, listed.seats), ("A player", 1, 2));
    let chairs = driver.stored.chairs.clone();
    driver.says(BEA, sit(1));
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::NotYours, "a deal is in progress");
    while driver.table.game.phase() == Phase::Playing {
        if driver.turn().0 == ADA { driver.plays_on() } else { driver.wait() }
    }
    assert_eq!(driver.table.game.phase(), Phase::Between);
    assert_eq!(driver.stored.chairs, chairs);
    driver.says(ADA, sit(1));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYours, "Ada has a chair");
    driver.says(BEA, sit(1));
    assert!(matches!(&driver.stored.chairs[1], StoredChair::Person { name, .. } if name == "Guest"));
    assert_eq!(driver.table.as_open_match(), None);
    // Both play the next deal, and the bot does not.
    driver.says(ADA, TableCommand::Continue);
    assert_eq!(driver.table.game.phase(), Phase::Between, "Bea is not ready");
    driver.says(BEA, TableCommand::Continue);
    for _ in 0..4 {
        driver.plays_on();
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

#[test]
fn a_player_who_leaves_a_match_of_the_lobby_before_the_deal_frees_no_chair() {
    let mut record = from_pool("scopa");
    record.opening = Some(Opening::due(FirstDealer::Kept));
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA)], Vec::new());
    driver.says(BEA, TableCommand::Watch(None, None));
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { left: true, .. }));
    // A third player was not paired, and must not play a rated match.
    driver.says(EVE, sit(1));
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
    driver.says(BEA, sit(1));
    assert!(!driver.table.waits.bots.thinks(Seat::new(1)));
}

#[test]
fn the_host_frees_a_chair_before_the_deal_and_that_guest_takes_none_again() {
    let record = TableRecord { host: Some(guest(ADA)), ..unopened(3) };
    let mut driver = Driver::new(record, vec![person(ADA), person(BEA), person(CAL)], Vec::new());
    for player in [ADA, BEA] {
        driver.says(player, TableCommand::Watch(None, None));
    }
    driver.says(BEA, TableCommand::Stand(Seat::new(2)));
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::NotYours, "only the host frees chairs");
    driver.says(ADA, TableCommand::Stand(Seat::new(3)));
    assert!(matches!(driver.last(ADA), Notice::Refused(_)), "there is no such seat");
    driver.says(ADA, TableCommand::Stand(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Open));
    let is_told =
        |told: &(_, Notice)| matches!(told, (BEA, Notice::Table(table)) if table.info.you.is_none());
    assert!(driver.told.iter().any(is_told), "{:?}", driver.told);
    driver.says(ADA, TableCommand::Stand(Seat::new(1)));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYours, "the chair has no player");
    driver.says(BEA, sit(1));
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::NotYours, "the host does not want Bea");
    driver.told.clear();
    driver.says(EVE, sit(1));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { .. }));
    let others: Vec<_> = driver.told.iter().filter(|(to, _)| *to == ADA).map(|(_, notice)| notice).collect();
    assert!(matches!(others[..], [Notice::Chairs(_)]), "no card becomes visible: {others:?}");
    // Cal leaves freely, and may come back.
    driver.says(CAL, TableCommand::Stand(Seat::new(2)));
    driver.says(CAL, sit(2));
    assert!(matches!(driver.stored.chairs[2], StoredChair::Person { .. }));
}

#[test]
fn the_host_frees_no_chair_after_the_deal() {
    let mut driver = all_people(TableRecord { host: Some(guest(ADA)), ..record("scopa", 2) });
    let chairs = driver.stored.chairs.clone();
    driver.says(ADA, TableCommand::Stand(Seat::new(1)));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYours);
    assert_eq!(driver.stored.chairs, chairs);
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    assert!(
        matches!(driver.stored.chairs[1], StoredChair::Person { left: true, .. }),
        "Bea herself may leave"
    );
}

#[test]
fn a_bot_plays_for_a_player_who_was_absent_for_long_until_the_player_returns() {
    let mut driver = Driver::two_people();
    driver.says(ADA, TableCommand::Substitute(Seat::new(1)));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYours, "Bea is there");
    driver.handle(Input::Disconnected(BEA));
    driver.advance(driver.table.pace().absence - Duration::from_millis(1));
    driver.says(ADA, TableCommand::Substitute(Seat::new(1)));
    assert_eq!(driver.error_kind(ADA), &protocol::ErrorKind::NotYours, "Bea was there a moment ago");
    driver.advance(Duration::from_millis(1));
    driver.says(ADA, TableCommand::Substitute(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { substitute: Some(_), .. }));
    let writes = driver.writes;
    driver.says(ADA, TableCommand::Substitute(Seat::new(1)));
    assert_eq!(driver.writes, writes, "a second request changes nothing");
    if driver.turn().0 == ADA {
        driver.plays_on();
    }
    assert!(driver.table.is_bot_due(Seat::new(1)), "the bot acts for Bea");
    driver.says(BEA, TableCommand::Watch(None, None));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { substitute: None, .. }));
    assert!(!driver.table.is_bot_due(Seat::new(1)));
    assert_eq!(driver.turn().0, BEA, "Bea acts herself");
}

#[test]
fn only_the_partner_who_is_there_chooses_a_substitute() {
    let mut driver = all_people(record("bridge", 4));
    driver.handle(Input::Disconnected(CAL));
    driver.advance(driver.table.pace().absence);
    driver.says(BEA, TableCommand::Substitute(Seat::new(2)));
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::NotYours, "Ada is Cal's partner");
    driver.says(ADA, TableCommand::Substitute(Seat::new(2)));
    assert!(matches!(driver.stored.chairs[2], StoredChair::Person { substitute: Some(_), .. }));
    // Without a partner at the table, an opponent may.
    driver.handle(Input::Disconnected(DAN));
    driver.handle(Input::Disconnected(BEA));
    driver.advance(driver.table.pace().absence);
    driver.says(ADA, TableCommand::Substitute(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { substitute: Some(_), .. }));
}

#[test]
fn a_banned_player_has_left_the_match_but_keeps_a_chair_before_the_deal() {
    let mut driver = Driver::new(unopened(2), vec![person(ADA), person(BEA)], Vec::new());
    driver.handle(Input::Expel(guest(BEA)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { left: false, .. }));
    let mut driver = Driver::two_people();
    driver.handle(Input::Expel(guest(EVE)));
    assert_eq!(driver.writes, 1, "only the deal");
    driver.handle(Input::Expel(guest(BEA)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { left: true, .. }));
    let writes = driver.writes;
    driver.handle(Input::Expel(guest(BEA)));
    assert_eq!(driver.writes, writes, "Bea has left already");
}

#[test]
fn the_turn_of_a_player_who_returns_begins_then() {
    let mut driver = all_people(timed(2));
    driver.plays_on();
    let (player, other) = if driver.turn().0 == ADA { (ADA, BEA) } else { (BEA, ADA) };
    let moved = |driver: &Driver| driver.stored.clocks.as_ref().map(|clocks| clocks.moved);
    let begun = driver.now.unix_seconds;
    assert_eq!(moved(&driver), Some(begun));
    driver.pass(Duration::from_secs(2));
    driver.says(player, TableCommand::Stand(driver.seat(player)));
    assert_eq!(moved(&driver), Some(begun), "a departure begins no turn");
    driver.pass(Duration::from_secs(3));
    driver.says(player, TableCommand::Watch(None, None));
    assert_eq!(moved(&driver), Some(begun + 5));
    driver.says(other, TableCommand::Stand(driver.seat(other)));
    driver.pass(Duration::from_secs(1));
    driver.says(other, TableCommand::Watch(None, None));
    assert_eq!(moved(&driver), Some(begun + 5), "it is not the turn of this player");
}

#[test]
fn a_player_who_leaves_after_the_shuffle_frees_no_chair() {
    let mut driver = Driver::new(record("scopa", 2), vec![person(ADA), person(BEA)], Vec::new());
    driver.says(ADA, TableCommand::Watch(None, None));
    assert_eq!(driver.table.game.version(), 0, "Bea is missing");
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { left: true, .. }));
    // Older records have no seed exchange, and their match begins with its deal.
    let mut driver = all_people(TableRecord { opening: None, ..record("scopa", 2) });
    driver.says(BEA, TableCommand::Stand(Seat::new(1)));
    assert!(matches!(driver.stored.chairs[1], StoredChair::Person { left: true, .. }));
}

/// A player whose bot plays more than a quarter of the deals has left the match.
#[test]
fn the_deals_of_a_substitute_count_from_the_one_that_it_plays_first() {
    let since = |driver: &Driver| match &driver.stored.chairs[1] {
        StoredChair::Person { missed, .. } => missed.since,
        chair => panic!("{chair:?}"),
    };
    for (deals, is_between) in [(1, false), (1, true), (2, false), (2, true)] {
        let mut driver = all_people(record("scopa", 2));
        while driver.table.game.deals() < deals || is_between && driver.table.game.phase() == Phase::Playing {
            match driver.table.game.phase() {
                Phase::Playing => driver.plays_on(),
                _ => driver.are_ready(),
            }
        }
        driver.handle(Input::Disconnected(BEA));
        driver.advance(driver.table.pace().absence);
        driver.says(ADA, TableCommand::Substitute(Seat::new(1)));
        let first = deals as u32 + u32::from(is_between);
        assert_eq!(since(&driver), Some(first), "{deals} deals, between two: {is_between}");
    }
}
