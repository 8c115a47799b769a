//! Matches that everybody may watch: their list, and what a spectator sees.

use crate::ratings::{claim, pair};
use crate::support::{Client, TestServer, create_table_with, eventually, get, http, post, quick, token, two};
use crate::ties::ask;
use serde_json::{Value, json};
use server::Settings;

/// Waits until the list for a player has a number of matches.
async fn with_tables(server: &TestServer, guest: u8, number: usize) -> Vec<Value> {
    eventually("the list of matches", async || {
        let (status, list) = ask(server.address, "GET", "/api/watch", guest).await;
        assert_eq!((status, &list["more"]), (200, &json!(0)), "{list}");
        let tables = list["tables"].as_array().unwrap().clone();
        (tables.len() == number).then_some(tables)
    })
    .await
}

fn names(table: &Value) -> Vec<&str> {
    table["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn matches_of_the_lobby_are_listed_while_they_are_played_and_private_ones_never() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let _private = two(&server).await;
    let (table, [(mut ada, a), (mut bob, b)], _) =
        pair(&server, "scopa-2-quick", [(2, "203.0.113.1"), (3, "203.0.113.2")]).await;
    let listed = with_tables(&server, 9, 1).await.remove(0);
    assert_eq!(names(&listed), ["Guest", "Guest"]);
    assert_eq!(
        [
            &listed["table"],
            &listed["game"],
            &listed["preset"],
            &listed["rating"],
            &listed["rated"],
            &listed["deal"]
        ],
        [&json!(table), &json!("scopa"), &json!("classic"), &Value::Null, &json!(false), &json!(1)]
    );
    // Without a token too.
    assert_eq!(get(server.address, "/api/watch").await.1["tables"], json!([listed]));
    // A spectator sees no hand, and may do nothing.
    let (mut eve, seen) = Client::at(server.address, 9, &table).await;
    assert_eq!((&seen["info"]["you"], &seen["snapshot"]["legal"]), (&Value::Null, &json!([])));
    let hands = seen["snapshot"]["view"]["hands"].as_array().unwrap();
    assert!(hands.iter().all(|hand| hand["open"].is_null() && hand["closed"] == 3), "{hands:?}");
    assert_eq!(get(server.address, &format!("/api/tables/{table}/record")).await.0, 409);
    tokio::join!(ada.play_on(&table, a), bob.play_on(&table, b));
    while eve.receive().await["snapshot"]["phase"] != "over" {}
    assert!(with_tables(&server, 9, 0).await.is_empty());
    // All cards are public now.
    assert_eq!(get(server.address, &format!("/api/tables/{table}/replay?deal=0")).await.0, 200);
    server.close().await;
}

#[tokio::test]
async fn matches_of_friends_come_first_then_those_with_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let server = TestServer::open(Settings { proxies, ..quick(folder.path()) }).await;
    for (guest, name) in [(0, "Ada"), (1, "Bob"), (2, "Eve"), (3, "Dan")] {
        claim(server.address, guest, name).await;
    }
    // Ada resigns, so that she and Bob have ratings.
    let rated = [(0, "203.0.113.1"), (1, "203.0.113.2")];
    let (table, [(mut ada, _), _bob], _) = pair(&server, "scopa-2-quick", rated).await;
    ada.say(json!({ "type": "resign", "table": table })).await;
    ada.until("rated").await;
    let (best, _best_players, _) = pair(&server, "scopa-2-quick", rated).await;
    let unrated = [(2, "203.0.113.3"), (9, "203.0.113.4")];
    let (other, _other_players, _) = pair(&server, "cassino-2-quick", unrated).await;
    let order = |tables: &[Value]| -> Vec<Value> { tables.iter().map(|one| one["table"].clone()).collect() };
    let tables = with_tables(&server, 3, 2).await;
    assert_eq!(order(&tables), [json!(best), json!(other)]);
    // Their ratings are as far above 1500 as below.
    assert_eq!((&tables[0]["rating"], &tables[0]["rated"]), (&json!(1500), &json!(true)));
    assert_eq!((&tables[1]["rating"], &tables[1]["rated"]), (&Value::Null, &json!(false)));
    // A friend of Eve's sees her match first.
    for (guest, name) in [(3, "Eve"), (2, "Dan")] {
        ask(server.address, "PUT", &format!("/api/ties/{name}/friend"), guest).await;
    }
    let tables = with_tables(&server, 3, 2).await;
    assert_eq!(order(&tables), [json!(other), json!(best)]);
    let friends = tables[0]["players"].as_array().unwrap().iter().filter(|player| player["friend"] == true);
    assert_eq!(friends.map(|player| player["name"].clone()).collect::<Vec<_>>(), [json!("Eve")]);
    // A block in either direction hides a match.
    ask(server.address, "PUT", "/api/ties/Dan/block", 0).await;
    assert_eq!(order(&with_tables(&server, 3, 1).await), [json!(other)]);
    ask(server.address, "PUT", "/api/ties/Eve/block", 3).await;
    with_tables(&server, 3, 0).await;
    server.close().await;
}

#[tokio::test]
async fn a_server_without_accounts_has_no_list_of_matches() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(Settings { people: false, ..quick(folder.path()) }).await;
    assert_eq!(get(server.address, "/api/watch").await, get(server.address, "/api/unknown").await);
    server.close().await;
}

fn new_table(chairs: &Value, audience: &str) -> Value {
    json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": chairs, "name": "Ada", "audience": audience })
}

async fn read(server: &TestServer, guest: u8, path: &str) -> (u16, Value) {
    let request = format!("GET {path} HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
    let (status, _, body) = http(server.address, &request, "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

#[tokio::test]
async fn only_the_players_see_a_match_that_is_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table_with(server.address, &new_table(&json!(["me", "open"]), "players")).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["audience"], "players");
    // A guest with the link sees the free chair, and no card.
    let (mut eve, seen) = Client::at(server.address, 9, &table).await;
    assert_eq!((&seen["snapshot"]["phase"], &seen["snapshot"]["view"]), (&json!("waiting"), &Value::Null));
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
    bob.seat = 1;
    // Now the match is for its players, and the guest hears nothing more, whatever the guest does.
    let refused = eve.until("refused").await;
    assert_eq!([&refused["code"], &refused["reason"]], [&json!("not-yours"), &json!("players-only")]);
    let (a, b) = (ada.until_playing().await, bob.until_playing().await);
    for command in [
        json!({ "type": "watch", "table": table }),
        json!({ "type": "continue", "table": table }),
        json!({ "type": "sit", "table": table, "seat": 1, "name": "Eve" }),
        json!({ "type": "say", "table": table, "phrase": "hello" }),
    ] {
        eve.say(command.clone()).await;
        let notice = eve.receive().await;
        assert_eq!(
            [&notice["type"], &notice["reason"]],
            [&json!("refused"), &json!("players-only")],
            "{command}"
        );
    }
    tokio::join!(ada.play_on(&table, a), bob.play_on(&table, b));
    let [record, replay] = ["record", "replay?deal=0"].map(|what| format!("/api/tables/{table}/{what}"));
    for path in [&record, &replay] {
        for guest in [0, 1] {
            assert_eq!(read(&server, guest, path).await.0, 200, "{path}");
        }
        for refused in [read(&server, 9, path).await, get(server.address, path).await] {
            assert_eq!((refused.0, &refused.1["reason"]), (403, &json!("players-only")), "{path}");
        }
    }
    // A rematch is for its players too.
    ada.say(json!({ "type": "rematch", "table": table })).await;
    let next = ada.until("rematch").await["next"].as_str().unwrap().to_owned();
    eve.say(json!({ "type": "watch", "table": next })).await;
    assert_eq!(eve.receive().await["reason"], "players-only");
    // After a restart as well.
    server.close().await;
    let server = TestServer::open(quick(folder.path())).await;
    let mut eve = Client::hello(server.address, 9).await;
    eve.say(json!({ "type": "watch", "table": table })).await;
    assert_eq!(eve.receive().await["reason"], "players-only");
    server.close().await;
}

#[tokio::test]
async fn a_table_for_its_players_is_in_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for (chairs, audience) in [
        // Players without a chair can't take the chair of a bot there.
        (json!(["me", { "openBot": "random" }]), "players"),
        (json!(["me", "open"]), "everybody"),
        (json!(["me", "open"]), "nonsense"),
    ] {
        let (status, refused) = post(server.address, "/api/tables", 0, &new_table(&chairs, audience)).await;
        assert_eq!(status, 400, "{refused}");
    }
    let table =
        create_table_with(server.address, &new_table(&json!(["me", { "bot": "random" }]), "players")).await;
    let _ada = Client::at(server.address, 0, &table).await;
    assert_eq!(get(server.address, "/api/watch").await.1["tables"], json!([]));
    // A match that is not over says no more than that it is for its players.
    let (status, refused) = get(server.address, &format!("/api/tables/{table}/record")).await;
    assert_eq!((status, &refused["reason"]), (403, &json!("players-only")));
    server.close().await;
}
