//! Matches that everybody may watch: their list, and what a spectator sees.

use crate::ratings::{claim, pair};
use crate::support::{Client, TestServer, eventually, get, quick, two};
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
