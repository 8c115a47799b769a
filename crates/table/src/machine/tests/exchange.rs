//! Tests of the seed exchange.

use super::*;

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

/// Returns a table whose players have committed to their nonces, and the nonces.
fn asked() -> (Driver, [Nonce; 2]) {
    let mut driver = Driver::new(unopened(2), vec![person(ADA), person(BEA)], Vec::new());
    let nonces = [5, 6].map(|number| Nonce::from_bytes([number; 32]));
    for (player, nonce) in [ADA, BEA].into_iter().zip(nonces) {
        driver.says(player, TableCommand::Watch(None, Some(Box::new(nonce.commitment()))));
    }
    assert!(driver.table.exchange_notice().is_some() && !driver.table.is_idle());
    (driver, nonces)
}

fn reveal(driver: &Driver, nonce: Nonce) -> TableCommand {
    let commitment = driver.stored.record.seed.commitment();
    TableCommand::Reveal(Box::new(Reveal { nonce, commitment, next: None }))
}

#[test]
fn the_deck_follows_from_the_seed_and_all_nonces() {
    let (mut driver, nonces) = asked();
    let wrong = reveal(&driver, nonces[0]);
    driver.says(BEA, wrong);
    assert_eq!(driver.error_kind(BEA), &protocol::ErrorKind::Opening, "this is Ada's nonce");
    for (player, nonce) in [ADA, BEA].into_iter().zip(nonces) {
        assert_eq!(driver.table.game.version(), 0, "a nonce is missing");
        let command = reveal(&driver, nonce);
        driver.says(player, command);
    }
    let record = &driver.stored.record;
    assert_eq!(record.key(), Some(Seed::from_number(7).with_nonces(&nonces.map(Some))));
    let deck = crate::begin(record, &CATALOG).unwrap().next_deck(&record.key().expect("it is known"));
    assert_eq!(driver.stored.lines, [Line::Deal(deck)]);
    assert!(driver.table.exchange_notice().is_none());
}

#[test]
fn a_spectator_sees_the_commitments_and_a_departure_ends_the_exchange() {
    let (mut driver, _) = asked();
    driver.says(EVE, TableCommand::Watch(None, None));
    assert!(matches!(driver.last(EVE), Notice::Opening(_)), "a spectator sees the commitments");
    let (mut driver, _) = asked();
    driver.says(ADA, TableCommand::Stand(Seat::new(0)));
    assert_eq!(driver.table.exchange_notice(), None, "others may know the nonces");
}

/// The server may have known some nonces when it stopped.
#[test]
fn an_interrupted_exchange_begins_again_with_another_seed() {
    let (driver, _) = asked();
    assert_eq!(driver.stored.record.opening.as_ref().map(|opening| &opening.stage), Some(&Stage::Begun));
    let mut again = Driver::new(driver.stored.record.clone(), vec![person(ADA), person(BEA)], Vec::new());
    for player in [ADA, BEA] {
        again.says(player, TableCommand::Watch(None, None));
    }
    assert_eq!(again.stored.record.restarts(), 1);
    assert_ne!(again.stored.record.seed, driver.stored.record.seed);
    assert_eq!(again.table.game.version(), 1, "dealt");
}
