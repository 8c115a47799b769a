//! Tests of messages.

use super::*;

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

/// The page has one player, who needs no notice of the table that it just created.
#[test]
fn a_driver_subscribes_a_connection_without_sending_it_the_table() {
    let mut driver = Driver::two_people();
    assert!(!driver.table.measures_delays(), "no clock, and no race");
    assert_eq!(driver.table.subscribers(), 2);
    driver.told.clear();
    driver.table.subscribe(EVE, guest(EVE));
    driver.handle(Input::Tick);
    assert!(driver.told.is_empty() && driver.table.subscribers() == 3);
    driver.plays_on();
    assert!(matches!(driver.last(EVE), Notice::Played(_)));
}
