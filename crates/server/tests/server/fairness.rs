//! Seed exchange: the players' contributions to the shuffle, and missing ones.

use crate::support::{Client, TestServer, create_table, get, metrics, post, quick, with_bots};
use crate::upgrade::as_version_five;
use crate::watch::until;
use cards::{Nonce, Seat};
use catalog::{DealerNote, OwnNonce, RecordText, Seen};
use serde_json::{Value, json};
use server::{Clock, Settings};
use std::path::Path;
use std::time::Duration;

const NONCE_TIMEOUT: Duration = Duration::from_secs(5);

fn hex(nonce: Nonce) -> String {
    nonce.into()
}

/// Connects a guest with a commitment to a nonce, and returns the first view.
async fn committed(server: &TestServer, guest: u8, table: &str, nonce: Nonce) -> (Client, Value) {
    let mut client = Client::hello(server.address, guest).await;
    client.say(watch(table, nonce)).await;
    let seen = client.until("table").await;
    client.seat = seen["info"]["you"].as_u64().unwrap_or(99);
    (client, seen)
}

fn watch(table: &str, nonce: Nonce) -> Value {
    json!({ "type": "watch", "table": table, "nonce": nonce.commitment().to_string() })
}

fn reveal(table: &str, nonce: Nonce, opening: &Value) -> Value {
    json!({ "type": "reveal", "table": table, "nonce": hex(nonce), "commitment": opening["commitment"] })
}

fn reveal_with_next(table: &str, nonce: Nonce, opening: &Value, next: Nonce) -> Value {
    let mut reveal = reveal(table, nonce, opening);
    reveal["next"] = next.commitment().to_string().into();
    reveal
}

async fn sit(client: &mut Client, table: &str, seat: u64) {
    client.say(json!({ "type": "sit", "table": table, "seat": seat, "name": "Bob" })).await;
    client.seat = seat;
}

/// Creates a table of two players with committed nonces, in the seed exchange. Returns its id, the clients
/// and the question.
async fn opening(server: &TestServer, nonces: [Nonce; 2]) -> (String, Client, Client, Value) {
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut ada, seen) = committed(server, 0, &table, nonces[0]).await;
    let (mut bob, _) = committed(server, 1, &table, nonces[1]).await;
    sit(&mut bob, &table, 1).await;
    let asked = ada.until("opening").await;
    assert_eq!(bob.until("opening").await, asked);
    assert_eq!(asked["commitment"], seen["info"]["commitment"]);
    assert_eq!(asked["nonces"], json!(nonces.map(|nonce| nonce.commitment().to_string())));
    (table, ada, bob, asked)
}

/// Plays to the end, and returns the record.
async fn played(server: &TestServer, table: &str, ada: &mut Client, bob: &mut Client) -> RecordText {
    let (hers, his) = (ada.until("dealt").await, bob.until("dealt").await);
    tokio::join!(ada.play_on(table, hers["snapshot"].clone()), bob.play_on(table, his["snapshot"].clone()));
    record(server, table).await
}

async fn record(server: &TestServer, table: &str) -> RecordText {
    let (status, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
    assert_eq!(status, 200, "{record}");
    catalog::read_record(&record.to_string()).unwrap()
}

async fn refused(client: &mut Client, message: Value) -> String {
    client.say(message).await;
    let refused = client.until("refused").await;
    assert_eq!(refused["code"], "opening", "{refused}");
    refused["message"].as_str().unwrap().to_owned()
}

fn standing(folder: &Path) -> (Settings, Clock) {
    let metrics = Some(metrics());
    let settings = Settings { clock: Clock::standing(), metrics, ..quick(folder) };
    let clock = settings.clock.clone();
    (settings, clock)
}

#[tokio::test]
async fn the_key_includes_all_nonces_which_stay_secret_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut dealers = [0, 0];
    for round in 0..60 {
        let nonces = [Nonce::from_number(round), Nonce::from_number(round + 100)];
        let (table, mut ada, mut bob, asked) = opening(&server, nonces).await;
        ada.say(reveal(&table, nonces[0], &asked)).await;
        ada.say(json!({ "type": "ping" })).await;
        // The first player waits: no card is dealt before all are there.
        while ada.receive().await["type"] != "pong" {}
        assert!(!ada.received.iter().any(|text| text.contains("\"dealt\"")));
        bob.say(reveal(&table, nonces[1], &asked)).await;
        let record = played(&server, &table, &mut ada, &mut bob).await;
        for seat in [0, 1] {
            let seen = Seen {
                commitment: asked["commitment"].as_str().map(|text| text.parse().unwrap()),
                nonces: Some(nonces.map(|nonce| Some(nonce.commitment())).to_vec()),
                own: Some(OwnNonce { seat: Seat::new(seat), nonce: nonces[usize::from(seat)] }),
                restarts: Some(0),
            };
            let verified = record.verify_as_seen(catalog::CATALOG.card_sets(), &seen).unwrap();
            assert!(verified.together && verified.nonce_seen && verified.nonces.len() == 2, "{verified:?}");
            assert_eq!((verified.restarts, verified.dealer), (0, Some(DealerNote::Drawn)));
        }
        dealers[usize::from(record.dealer)] += 1;
        for text in ada.received.iter().chain(&bob.received) {
            assert!(nonces.iter().all(|nonce| !text.contains(&hex(*nonce))), "{text}");
        }
        if round >= 3 && dealers.iter().all(|times| *times > 0) {
            break;
        }
    }
    assert!(dealers.iter().all(|times| *times > 0), "the dealer is drawn: {dealers:?}");
    server.close().await;
}

#[tokio::test]
async fn without_nonces_nothing_waits_and_a_rematch_keeps_the_order_of_dealers() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, with_bots(2, "random")).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    ada.play_on(&table, seen["snapshot"].clone()).await;
    let first = record(&server, &table).await;
    let verified = first.verify(&catalog::CATALOG).unwrap();
    assert!(verified.together && verified.nonces.is_empty() && verified.dealer == Some(DealerNote::Drawn));
    assert!(!ada.received.iter().any(|text| text.contains("\"opening\"")));

    ada.say(json!({ "type": "rematch", "table": table })).await;
    let next = ada.until("rematch").await["next"].as_str().unwrap().to_owned();
    let nonce = Nonce::from_number(1);
    ada.say(watch(&next, nonce)).await;
    let asked = ada.until("opening").await;
    ada.say(reveal(&next, nonce, &asked)).await;
    let dealt = ada.until("dealt").await;
    ada.play_on(&next, dealt["snapshot"].clone()).await;
    let second = record(&server, &next).await;
    let verified = second.verify(&catalog::CATALOG).unwrap();
    assert_eq!((second.dealer, verified.dealer), (1 - first.dealer, Some(DealerNote::Kept)));
    assert_eq!(verified.nonces.len(), 1);
    server.close().await;
}

#[tokio::test]
async fn a_silent_seat_restarts_the_exchange_with_new_seed_and_nonces() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, clock) = standing(folder.path());
    let server = TestServer::open(settings).await;
    let nonces = [Nonce::from_number(1), Nonce::from_number(2)];
    let next = Nonce::from_number(3);
    let (table, mut ada, mut bob, asked) = opening(&server, nonces).await;
    ada.say(reveal_with_next(&table, nonces[0], &asked, next)).await;
    ada.say(json!({ "type": "ping" })).await;
    ada.until("pong").await;
    clock.advance(NONCE_TIMEOUT);
    let again = ada.until("table").await;
    assert_eq!(again["info"]["restarts"], 1);
    assert_ne!(again["info"]["commitment"], asked["commitment"], "what was revealed is known");
    let asked_again = ada.until("opening").await;
    assert_eq!(asked_again["commitment"], again["info"]["commitment"]);
    assert_eq!(asked_again["nonces"], json!([next.commitment().to_string(), null]));
    // Neither for the old seed nor with a nonce revealed for it.
    assert!(refused(&mut ada, reveal(&table, next, &asked)).await.contains("another seed"));
    assert!(refused(&mut ada, reveal(&table, nonces[0], &asked_again)).await.contains("not the nonce"));
    ada.say(reveal(&table, next, &asked_again)).await;
    let record = played(&server, &table, &mut ada, &mut bob).await;
    let verified = record.verify(&catalog::CATALOG).unwrap();
    assert_eq!((verified.restarts, verified.nonces.len()), (1, 1));
    assert!(verified.nonces.contains(Seat::new(0)));
    server.close().await;
}

#[tokio::test]
async fn standing_up_does_not_drop_a_nonce_revealed_later() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let nonces = [Nonce::from_number(1), Nonce::from_number(2)];
    let next = Nonce::from_number(3);
    let (table, mut ada, mut bob, asked) = opening(&server, nonces).await;
    bob.say(json!({ "type": "stand", "table": table, "seat": 1 })).await;
    ada.until("chairs").await;
    // The nonce was already on its way.
    let late = reveal_with_next(&table, nonces[0], &asked, next);
    assert!(refused(&mut ada, late).await.contains("not asking for nonces"));
    sit(&mut bob, &table, 1).await;
    let again = ada.until("opening").await;
    assert_ne!(again["commitment"], asked["commitment"]);
    assert_eq!(again["nonces"], json!([next.commitment().to_string(), null]));
    ada.say(reveal(&table, next, &again)).await;
    let record = played(&server, &table, &mut ada, &mut bob).await;
    let verified = record.verify(&catalog::CATALOG).unwrap();
    assert_eq!((verified.restarts, verified.nonces.len()), (1, 1));
    server.close().await;
}

#[tokio::test]
async fn a_seat_that_stays_silent_does_not_block_the_exchange() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, clock) = standing(folder.path());
    let server = TestServer::open(settings).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut bob, _) = committed(&server, 1, &table, Nonce::from_number(0)).await;
    sit(&mut bob, &table, 1).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    let mut last = json!(null);
    for silence in 1..=3 {
        // The answer to `watch` asks again for the nonces of a running exchange.
        last = loop {
            let asked = bob.until("opening").await["commitment"].take();
            if asked != last {
                break asked;
            }
        };
        // For the exchange after this one.
        bob.say(watch(&table, Nonce::from_number(silence))).await;
        bob.until("table").await;
        clock.advance(NONCE_TIMEOUT);
    }
    ada.until("dealt").await;
    let (_, seen) = Client::at(server.address, 2, &table).await;
    assert_eq!(seen["info"]["restarts"], 3);
    server.close().await;
}

#[tokio::test]
async fn a_nonce_is_taken_only_from_whom_it_is_asked_and_when() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let nonces = [Nonce::from_number(1), Nonce::from_number(2)];
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut ada, seen) = committed(&server, 0, &table, nonces[0]).await;
    let early = reveal(&table, nonces[0], &seen["info"]);
    assert!(
        refused(&mut ada, early).await.contains("not asking for nonces"),
        "an early nonce could be told to the last player"
    );

    let (table, mut ada, mut bob, asked) = opening(&server, nonces).await;
    let (mut eve, _) = committed(&server, 2, &table, Nonce::from_number(9)).await;
    // A guest who joins in between sees the question, but is not asked.
    assert_eq!(eve.until("opening").await, asked);
    eve.say(reveal(&table, Nonce::from_number(9), &asked)).await;
    assert_eq!(eve.until("refused").await["code"], "not-yours");
    assert!(
        refused(&mut bob, reveal(&table, nonces[0], &asked)).await.contains("not the nonce"),
        "it is Ada's"
    );
    assert!(refused(&mut bob, reveal(&table, Nonce::from_number(7), &asked)).await.contains("not the nonce"));
    let other = json!({ "commitment": Nonce::from_number(7).commitment().to_string() });
    assert!(refused(&mut bob, reveal(&table, nonces[1], &other)).await.contains("another seed"));
    for wrong in [json!("xyz"), json!(hex(nonces[1])[1..]), json!(7), json!(null)] {
        let mut command = reveal(&table, nonces[1], &asked);
        command["nonce"] = wrong;
        bob.say(command).await;
        assert_eq!(bob.until("refused").await["code"], "unreadable");
    }
    // A repeated nonce counts once.
    ada.say(reveal(&table, nonces[0], &asked)).await;
    ada.say(reveal(&table, nonces[0], &asked)).await;
    bob.say(reveal(&table, nonces[1], &asked)).await;
    ada.until("dealt").await;
    assert!(refused(&mut ada, reveal(&table, nonces[0], &asked)).await.contains("not asking for nonces"));
    // No nonce is accepted later.
    ada.say(watch(&table, Nonce::from_number(8))).await;
    ada.until("table").await;
    ada.say(json!({ "type": "ping" })).await;
    assert_eq!(ada.receive().await["type"], "pong");
    server.close().await;
}

#[tokio::test]
async fn a_host_against_bots_reveals_a_nonce_without_waiting_for_the_question() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": with_bots(2, "random"), "name": "Ada" });
    let nonce = Nonce::from_number(1);
    let (status, opened) = post(server.address, "/api/tables", 0, &new).await;
    assert_eq!(status, 201, "{opened}");
    let table = opened["table"].as_str().unwrap();
    let mut ada = Client::hello(server.address, 0).await;
    ada.say(watch(table, nonce)).await;
    ada.say(reveal(table, nonce, &opened)).await;
    assert_eq!(ada.until("table").await["info"]["commitment"], opened["commitment"]);
    ada.until("dealt").await;
    assert!(!ada.received.iter().any(|text| text.contains("refused")), "{:?}", ada.received);
    server.close().await;
}

#[tokio::test]
async fn an_opening_that_was_cut_off_begins_again_with_another_seed_and_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let nonces = [Nonce::from_number(1), Nonce::from_number(2)];
    let (table, mut ada, bob, asked) = opening(&server, nonces).await;
    ada.say(reveal(&table, nonces[0], &asked)).await;
    ada.say(json!({ "type": "ping" })).await;
    ada.until("pong").await;
    drop((ada, bob));
    server.close().await;

    let server = TestServer::open(quick(folder.path())).await;
    let others = [Nonce::from_number(3), Nonce::from_number(4)];
    let (mut ada, _) = committed(&server, 0, &table, others[0]).await;
    let (mut bob, _) = committed(&server, 1, &table, others[1]).await;
    let asked_again = ada.until("opening").await;
    assert_ne!(asked_again["commitment"], asked["commitment"]);
    ada.say(reveal(&table, others[0], &asked_again)).await;
    bob.say(reveal(&table, others[1], &asked_again)).await;
    let record = played(&server, &table, &mut ada, &mut bob).await;
    let verified = record.verify(&catalog::CATALOG).unwrap();
    assert_eq!((verified.restarts, verified.nonces.len()), (1, 2));
    server.close().await;
}

#[tokio::test]
async fn nonces_are_not_revealed_for_another_seed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let nonces = [Nonce::from_number(1), Nonce::from_number(2)];
    let (ada, seen) = committed(&server, 0, &table, nonces[0]).await;
    drop(ada);
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    file.execute("UPDATE tables SET seed = ?1", [String::from(cards::Seed::from_number(5))]).unwrap();
    drop(file);

    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, _) = committed(&server, 0, &table, nonces[0]).await;
    let (mut bob, _) = committed(&server, 1, &table, nonces[1]).await;
    sit(&mut bob, &table, 1).await;
    // A nonce for another seed is refused and has no effect.
    assert_ne!(ada.until("opening").await["commitment"], seen["info"]["commitment"]);
    assert!(refused(&mut ada, reveal(&table, nonces[0], &seen["info"])).await.contains("another seed"));
    server.close().await;
}

#[tokio::test]
async fn what_an_onlooker_has_committed_to_counts_when_they_sit_down_and_each_device_has_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let nonces = [1, 2, 3].map(Nonce::from_number);
    let (mut phone, _) = committed(&server, 0, &table, nonces[0]).await;
    let (mut laptop, _) = committed(&server, 0, &table, nonces[1]).await;
    let (mut bob, seen) = committed(&server, 1, &table, nonces[2]).await;
    assert_eq!(seen["info"]["you"], Value::Null);
    sit(&mut bob, &table, 1).await;
    let asked = phone.until("opening").await;
    let told = [nonces[0], nonces[2]].map(|nonce| nonce.commitment().to_string());
    assert_eq!(asked["nonces"], json!(told), "the device that came first");
    assert_eq!(laptop.until("opening").await, asked);
    assert!(refused(&mut laptop, reveal(&table, nonces[1], &asked)).await.contains("not the nonce"));
    phone.say(reveal(&table, nonces[0], &asked)).await;
    bob.say(reveal(&table, nonces[2], &asked)).await;
    for client in [&mut phone, &mut laptop, &mut bob] {
        client.until("dealt").await;
    }
    server.close().await;
}

#[tokio::test]
async fn a_device_that_goes_leaves_its_chair_to_the_nonce_of_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, clock) = standing(folder.path());
    let server = TestServer::open(settings).await;
    let nonces = [Nonce::from_number(1), Nonce::from_number(2)];
    let (table, ada, mut bob, asked) = opening(&server, nonces).await;
    let (mut laptop, _) = committed(&server, 0, &table, Nonce::from_number(3)).await;
    drop(ada);
    bob.say(reveal_with_next(&table, nonces[1], &asked, Nonce::from_number(4))).await;
    // A socket is counted until its tables know that it is closed.
    until(&server, "parlour_sockets", 2.0).await;
    bob.all_told(&table, &clock).await;
    clock.advance(NONCE_TIMEOUT);
    let asked = bob.until("opening").await;
    let told = [3, 4].map(|number| Nonce::from_number(number).commitment().to_string());
    assert_eq!(asked["nonces"], json!(told));
    laptop.say(reveal(&table, Nonce::from_number(3), &asked)).await;
    bob.say(reveal(&table, Nonce::from_number(4), &asked)).await;
    bob.until("dealt").await;
    server.close().await;
}

#[tokio::test]
async fn a_table_of_an_older_file_is_dealt_from_its_seed_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    server.close().await;
    as_version_five(folder.path());

    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, _) = committed(&server, 0, &table, Nonce::from_number(1)).await;
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    sit(&mut bob, &table, 1).await;
    let record = played(&server, &table, &mut ada, &mut bob).await;
    let verified = record.verify(&catalog::CATALOG).unwrap();
    assert!(!verified.together && verified.dealer.is_none(), "{verified:?}");
    server.close().await;
}
