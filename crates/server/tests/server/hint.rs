//! Hints: only in games against bots, from the player's own information, and noted in the record.

use crate::support::{
    Client, TestServer, create_table, create_table_of, get, quick, two_at_a_table, with_bots,
};
use serde_json::{Value, json};

fn ask(table: &str, snapshot: &Value) -> Value {
    json!({ "type": "hint", "table": table, "version": snapshot["version"], "id": "why" })
}

/// Takes a chair against bots, and waits for the player's turn.
async fn on_turn(server: &TestServer, table: &str) -> (Client, Value) {
    let (mut ada, seen) = Client::at(server.address, 0, table).await;
    let mut snapshot = seen["snapshot"].clone();
    while snapshot["legal"].as_array().is_none_or(Vec::is_empty) {
        // A deal may be over before the player's turn.
        if snapshot["phase"] == "scored" {
            ada.say(json!({ "type": "continue", "table": table })).await;
        }
        snapshot = loop {
            let notice = ada.receive().await;
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].clone();
            }
        };
    }
    (ada, snapshot)
}

#[tokio::test]
async fn every_game_that_takes_turns_says_what_would_be_good_and_the_record_that_it_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for (game, seats) in [
        ("scopa", 2),
        ("wall-street", 2),
        ("cassino", 2),
        ("gin-rummy", 2),
        ("thirty-one", 3),
        ("bridge", 4),
        ("sharks", 3),
    ] {
        let table = create_table_of(server.address, game, &with_bots(seats, "greedy")).await;
        let (mut ada, snapshot) = on_turn(&server, &table).await;
        ada.say(ask(&table, &snapshot)).await;
        let hint = ada.until("hint").await;
        assert_eq!((&hint["version"], &hint["id"]), (&snapshot["version"], &json!("why")), "{game}");
        let choices = hint["choices"].as_array().unwrap();
        assert!((1..=4).contains(&choices.len()), "{game}: {hint}");
        let legal = snapshot["legal"].as_array().unwrap();
        assert!(choices.iter().all(|choice| legal.contains(&choice["action"])), "{game}: {hint}");
        ada.say(json!({ "type": "end", "table": table, "agree": true })).await;
        ada.until("table").await;
        let (_, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
        assert_eq!(record["times"]["hints"], json!([0]), "{game}");
        catalog::read_record(&record.to_string()).unwrap().replay(&catalog::CATALOG).into_match().unwrap();
    }
    server.close().await;
}

#[tokio::test]
async fn hints_need_opponents_that_are_bots_and_a_turn() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, _bert, snapshot) = two_at_a_table(&server).await;
    ada.say(ask(&table, &snapshot)).await;
    assert_eq!(ada.until("refused").await["reason"], "not-against-bots");

    let race = create_table_of(server.address, "speed", &with_bots(2, "waiter")).await;
    let (mut quick, snapshot) = on_turn(&server, &race).await;
    quick.say(ask(&race, &snapshot)).await;
    assert_eq!(quick.until("refused").await["reason"], "no-hints");

    let alone = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let (mut ada, snapshot) = on_turn(&server, &alone).await;
    ada.say(json!({ "type": "hint", "table": alone, "version": 999, "id": "why" })).await;
    let refused = ada.until("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("stale"), &json!("why")));
    let mut stranger = Client::hello(server.address, 7).await;
    stranger.say(ask(&alone, &snapshot)).await;
    assert_eq!(stranger.until("refused").await["code"], "not-yours");
    // A player whose requests were all refused has no hint in the record.
    ada.say(json!({ "type": "end", "table": alone, "agree": true })).await;
    ada.until("table").await;
    let (_, record) = get(server.address, &format!("/api/tables/{alone}/record")).await;
    assert_eq!(record["times"]["hints"], Value::Null);
    server.close().await;
}
