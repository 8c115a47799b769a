//! Challenges, as clients see them.

use crate::admin::order;
use crate::support::{Client, TestServer, http, quick, token};
use crate::ties::{ask, with_three};
use serde_json::{Value, json};
use server::admin::{Answer, Order};
use server::{Limits, PeopleLimits, Rate, Settings};
use std::net::SocketAddr;

/// Sends a request with a body from a network that a proxy names.
async fn post_from(address: SocketAddr, path: &str, guest: u8, from: &str, body: Value) -> (u16, Value) {
    let authorization = format!("authorization: Bearer {}", token(guest));
    let request = format!("POST {path} HTTP/1.1\r\n{authorization}\r\nx-forwarded-for: {from}");
    let (status, _, answer) = http(address, &request, &body.to_string()).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::Null))
}

const ADA: &str = "203.0.113.1";
const BOB: &str = "203.0.113.2";

fn settings(folder: &std::path::Path) -> Settings {
    Settings { proxies: vec!["127.0.0.1/32".parse().unwrap()], ..quick(folder) }
}

/// Makes a challenge by Ada, and returns its code.
async fn challenge(server: &TestServer, new: Value) -> String {
    let (status, made) = post_from(server.address, "/api/challenges", 0, ADA, new).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!((&made["from"], &made["mine"], &made["table"]), (&json!("Ada"), &json!(true), &Value::Null));
    made["code"].as_str().unwrap().to_owned()
}

async fn accept(server: &TestServer, code: &str, guest: u8, from: &str) -> (u16, Value) {
    let path = format!("/api/challenges/{code}/accept");
    post_from(server.address, &path, guest, from, json!({ "name": "Cy" })).await
}

/// Returns whether a table is rated, and the names on its chairs.
async fn table_of(server: &TestServer, guest: u8, opened: &Value) -> (bool, Vec<Value>, Value) {
    let table = opened["table"].as_str().unwrap_or_else(|| panic!("{opened}"));
    let (_, seen) = Client::at(server.address, guest, table).await;
    let names =
        seen["info"]["chairs"].as_array().unwrap().iter().map(|chair| chair["name"].clone()).collect();
    (seen["info"]["rated"] == true, names, seen["info"]["you"].clone())
}

#[tokio::test]
async fn a_challenge_becomes_a_table_with_both_seated() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    let address = server.address;
    let (_, listed) = ask(address, "GET", "/api/challenges", 0).await;
    let setups = listed["setups"].as_array().unwrap();
    assert_eq!(setups[0]["pool"], "scopa-2-quick");
    assert!(setups.iter().all(|setup| !setup["pool"].as_str().unwrap().contains("bridge")), "{setups:?}");
    // For anybody with the link, rated, from another network.
    let code = challenge(&server, json!({ "pool": "scopa-2-quick", "rated": true })).await;
    assert_eq!(code.len(), 8);
    let path = format!("/api/challenges/{code}");
    let (status, seen) = ask(address, "GET", &path.to_lowercase(), 1).await;
    assert_eq!(
        (status, &seen["from"], &seen["mine"], &seen["rated"]),
        (200, &json!("Ada"), &json!(false), &json!(true))
    );
    assert_eq!(accept(&server, &code, 0, ADA).await.1["code"], "not-yours", "her own");
    let mut ada = Client::hello(address, 0).await;
    ada.say(json!({ "type": "lobby", "on": true })).await;
    ada.until("lobby").await;
    let (status, opened) = accept(&server, &code, 1, BOB).await;
    assert_eq!((status, &opened["seat"]), (201, &json!(1)), "{opened}");
    let paired = ada.until("paired").await;
    assert_eq!(
        (&paired["id"], &paired["table"], &paired["seat"]),
        (&json!(code), &opened["table"], &json!(0))
    );
    assert_eq!(table_of(&server, 1, &opened).await, (true, vec![json!("Ada"), json!("Bob")], json!(1)));
    assert_eq!(table_of(&server, 0, &opened).await.2, 0);
    // The same again is the same table. Others are too late, and the founder finds the table by the link.
    assert_eq!(accept(&server, &code, 1, BOB).await, (201, opened.clone()));
    assert_eq!(accept(&server, &code, 2, BOB).await.1["code"], "gone");
    assert_eq!(ask(address, "GET", &path, 2).await.1["code"], "gone");
    assert_eq!(ask(address, "GET", &path, 0).await.1["table"], opened["table"]);
    assert_eq!(ask(address, "DELETE", &path, 0).await.1["code"], "gone");
    server.close().await;
}

/// A second table of one challenge would be a rated match of which the founder knows nothing, and so loses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_that_is_accepted_many_times_at_once_has_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    let code = challenge(&server, json!({ "pool": "scopa-2-quick", "rated": true })).await;
    let accepting: [_; 8] = std::array::from_fn(|_| accept(&server, &code, 1, BOB));
    for (status, opened) in futures_util::future::join_all(accepting).await {
        assert_eq!(status, 201, "{opened}");
    }
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let tables: u32 = file.query_row("SELECT count(*) FROM tables", [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 1);
}

#[tokio::test]
async fn a_match_is_rated_only_with_two_accounts_from_two_networks_and_a_clock() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    for (new, guest, from, rated) in [
        (json!({ "pool": "scopa-2-quick", "rated": true }), 1, BOB, true),
        (json!({ "pool": "scopa-2-quick", "rated": false }), 1, BOB, false),
        (json!({ "pool": "scopa-2-quick", "rated": true }), 1, ADA, false),
        (json!({ "pool": "scopa-2-quick", "rated": true }), 9, BOB, false),
        (json!({ "pool": "speed-2", "rated": false }), 1, BOB, false),
    ] {
        let code = challenge(&server, new.clone()).await;
        let (_, opened) = accept(&server, &code, guest, from).await;
        let (is_rated, names, _) = table_of(&server, guest, &opened).await;
        assert_eq!((is_rated, &names[1]), (rated, &json!(if guest == 9 { "Cy" } else { "Bob" })), "{new}");
    }
    // After a restart the network of the founder is unknown.
    let code = challenge(&server, json!({ "pool": "scopa-2-quick", "rated": true })).await;
    server.close().await;
    let server = TestServer::open(settings(folder.path())).await;
    let (_, opened) = accept(&server, &code, 1, BOB).await;
    assert!(!table_of(&server, 1, &opened).await.0);
    for (new, status, code) in [
        (json!({ "pool": "speed-2", "rated": true }), 400, "options"),
        (json!({ "pool": "bridge-4-quick", "rated": false }), 410, "gone"),
        (json!({ "pool": "scopa-2-quick", "rated": true, "name": "Ada" }), 403, "not-yours"),
        (json!({ "pool": "scopa-2-quick", "rated": true, "name": "Unknown" }), 404, "no-table"),
        (json!({ "pool": "scopa-2-quick" }), 400, "unreadable"),
    ] {
        let refused = post_from(server.address, "/api/challenges", 0, ADA, new).await;
        assert_eq!((refused.0, &refused.1["code"]), (status, &json!(code)));
    }
    let guest =
        post_from(server.address, "/api/challenges", 9, ADA, json!({ "pool": "speed-2", "rated": false }));
    assert_eq!(guest.await.1["code"], "account-needed");
    server.close().await;
}

/// PE-T9, and the notice to a friend.
#[tokio::test]
async fn a_named_challenge_is_for_one_player_and_no_block_lets_it_through() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    let address = server.address;
    let named = json!({ "pool": "scopa-2-quick", "rated": false, "name": "bob" });
    let _ada = Client::hello(address, 0).await;
    let mut bob = Client::hello(address, 1).await;
    bob.say(json!({ "type": "lobby", "on": true })).await;
    bob.until("lobby").await;
    // A player who is no friend is not told.
    let first = challenge(&server, named.clone()).await;
    let path = format!("/api/challenges/{first}");
    for refused in [ask(address, "GET", &path, 2).await, accept(&server, &first, 2, BOB).await] {
        assert_eq!((refused.0, &refused.1["code"]), (409, &json!("unavailable")), "{refused:?}");
    }
    assert_eq!(ask(address, "DELETE", &path, 2).await.0, 410);
    assert_eq!(ask(address, "GET", "/api/challenges", 1).await.1["challenges"][0]["code"], json!(first));
    assert_eq!(ask(address, "DELETE", &path, 1).await.0, 204, "Bob declines");
    assert_eq!(ask(address, "GET", &path, 0).await.1["code"], "gone");
    ask(address, "PUT", "/api/ties/Bob/friend", 0).await;
    ask(address, "PUT", "/api/ties/Ada/friend", 1).await;
    while bob.until("lobby").await["friends"] != json!(["Ada"]) {}
    let second = challenge(&server, named.clone()).await;
    let told = json!({ "type": "challenged", "code": second, "name": "Ada", "game": "scopa" });
    assert_eq!(bob.until("challenged").await, told);
    assert!(!bob.received.iter().any(|text| text.contains(&first)), "a notice by a player who is no friend");
    // He hears of it again at the next visit.
    let mut again = Client::hello(address, 1).await;
    again.say(json!({ "type": "lobby", "on": true })).await;
    assert_eq!(again.until("challenged").await, told);
    for (blocker, other) in [(0_u8, "Bob"), (1, "Ada")] {
        let code = challenge(&server, named.clone()).await;
        assert_eq!(ask(address, "PUT", &format!("/api/ties/{other}/block"), blocker).await.0, 200);
        let path = format!("/api/challenges/{code}");
        for refused in [ask(address, "GET", &path, 1).await, accept(&server, &code, 1, BOB).await] {
            assert_eq!((refused.0, &refused.1["code"]), (409, &json!("unavailable")), "{refused:?}");
        }
        let refused = post_from(address, "/api/challenges", 0, ADA, named.clone()).await;
        assert_eq!((refused.0, &refused.1["code"]), (409, &json!("unavailable")));
        assert_eq!(ask(address, "GET", "/api/challenges", 1).await.1["challenges"], json!([]));
        ask(address, "DELETE", &format!("/api/ties/{other}/block"), blocker).await;
    }
    // An open challenge is not for a blocked player either.
    let open = challenge(&server, json!({ "pool": "scopa-2-quick", "rated": false })).await;
    ask(address, "PUT", "/api/ties/Ada/block", 1).await;
    assert_eq!(accept(&server, &open, 1, BOB).await.1["code"], "unavailable");
    assert_eq!(accept(&server, &open, 2, BOB).await.0, 201);
    server.close().await;
}

/// PE-T16
#[tokio::test]
async fn challenges_are_limited_and_wrong_codes_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let people =
        PeopleLimits { challenges: Rate { burst: 2, per_second: 0.0 }, ..settings.limits.people.clone() };
    let limits = Limits { people, ..settings.limits.clone() };
    let server = with_three(Settings { limits, ..settings }).await;
    for expected in [201, 201, 429, 429] {
        let new = json!({ "pool": "scopa-2-quick", "rated": false });
        assert_eq!(post_from(server.address, "/api/challenges", 0, ADA, new).await.0, expected);
    }
    for wrong in ["00000000", "x", "%ff", "0000000000"] {
        for method in ["GET", "DELETE"] {
            let refused = ask(server.address, method, &format!("/api/challenges/{wrong}"), 1).await;
            assert_eq!((refused.0, &refused.1["code"]), (410, &json!("gone")), "{method} {wrong}");
        }
        assert_eq!(accept(&server, wrong, 1, BOB).await.0, 410, "{wrong}");
    }
    server.close().await;
}

/// Rulings hold for challenges as for the pools.
#[tokio::test]
async fn rulings_hold_for_challenges() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    let rule = async |name: &str, kind: &str| {
        let (name, kind, reason) = (name.to_owned(), kind.to_owned(), "insults".to_owned());
        match order(folder.path(), Order::Rule { name, kind, until: None, reason }).await {
            Answer::Ruled { .. } => {}
            other => panic!("{other:?}"),
        }
    };
    let rated = json!({ "pool": "scopa-2-quick", "rated": true });
    let unrated = json!({ "pool": "scopa-2-quick", "rated": false });
    let code = challenge(&server, rated.clone()).await;
    rule("Bob", "unrated").await;
    let (_, opened) = accept(&server, &code, 1, BOB).await;
    assert!(!table_of(&server, 1, &opened).await.0, "a match of Bob is not rated");

    let earlier = challenge(&server, unrated.clone()).await;
    rule("Ada", "pause").await;
    let refused = post_from(server.address, "/api/challenges", 0, ADA, rated).await;
    assert_eq!((refused.0, &refused.1["code"]), (403, &json!("paused")));
    challenge(&server, unrated.clone()).await;

    rule("Ada", "ban").await;
    for (path, body) in [("/api/challenges", unrated), ("/api/ties/Bob/friend", Value::Null)] {
        let (_, answer) = match body {
            Value::Null => ask(server.address, "PUT", path, 0).await,
            body => post_from(server.address, path, 0, ADA, body).await,
        };
        assert_eq!(answer["code"], "banned", "{path}");
    }
    assert_eq!(accept(&server, &earlier, 1, BOB).await.1["code"], "gone");
    server.close().await;
}

/// Returns a challenge with other rules.
fn with_rules(changes: Value, rated: bool) -> Value {
    let mut table = json!({
        "game": "scopa", "options": { "preset": "classic", "target": 21 }, "seats": 2, "chairs": ["open", "me"], "name": "Eve",
        "timeControl": { "delay": 20, "bank": 120, "increment": 2 },
    });
    let Value::Object(changes) = changes else { panic!("{changes}") };
    for (key, value) in changes {
        table[key] = value;
    }
    json!({ "table": table, "rated": rated })
}

#[tokio::test]
async fn a_challenge_with_other_rules_becomes_a_table_with_these_rules() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    let code = challenge(&server, with_rules(json!({}), false)).await;
    let path = format!("/api/challenges/{code}");
    let (_, seen) = ask(server.address, "GET", &path, 1).await;
    let setup = json!({
        "pool": null, "game": "scopa", "preset": "classic", "options": { "target": 21 },
        "timeControl": { "delay": 20, "bank": 120, "increment": 2 },
    });
    assert_eq!(seen["setup"], setup);
    assert_eq!(ask(server.address, "GET", "/api/challenges", 0).await.1["challenges"][0]["setup"], setup);
    let (status, opened) = accept(&server, &code, 1, BOB).await;
    assert_eq!(status, 201, "{opened}");
    let (_, table) = Client::at(server.address, 1, opened["table"].as_str().unwrap()).await;
    let info = &table["info"];
    assert_eq!((&info["options"]["target"], &info["timeControl"]), (&json!(21), &setup["timeControl"]));
    assert_eq!((&info["you"], &info["host"], &info["rated"]), (&json!(1), &Value::Null, &Value::Null));
    assert_eq!([&info["chairs"][0]["name"], &info["chairs"][1]["name"]], [&json!("Ada"), &json!("Bob")]);
    // Nothing is stored that has no effect: the value of the preset, and the name of the request.
    let long = with_rules(json!({ "options": { "target": 11 }, "name": "x".repeat(10_000) }), false);
    challenge(&server, long).await;
    // For the players only, and the rules of a preset, rated.
    let closed = challenge(&server, with_rules(json!({ "audience": "players" }), false)).await;
    let (_, opened) = accept(&server, &closed, 1, BOB).await;
    let record = format!("/api/tables/{}/record", opened["table"].as_str().unwrap());
    assert_eq!(ask(server.address, "GET", &record, 2).await.1["reason"], "players-only");
    let preset = with_rules(json!({ "options": { "preset": "classic" } }), true);
    let code = challenge(&server, preset).await;
    let (_, opened) = accept(&server, &code, 1, BOB).await;
    assert!(table_of(&server, 1, &opened).await.0, "it is rated");
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let longest: u32 =
        file.query_row("SELECT max(length(pool)) FROM challenges", [], |row| row.get(0)).unwrap();
    assert!(longest < 250, "{longest}");
}

#[tokio::test]
async fn hostile_setups_of_challenges_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(settings(folder.path())).await;
    let begun = json!({ "dealer": 0, "deals": [{ "deck": "x", "entries": [] }] });
    for changes in [
        json!({ "game": "poker" }),
        json!({ "options": { "target": 1_000_000 } }),
        json!({ "options": { "nonsense": true } }),
        json!({ "seats": 3, "chairs": ["me", "open", "open"] }),
        json!({ "chairs": ["me", "me"] }),
        json!({ "chairs": ["open", "open"] }),
        json!({ "chairs": ["me", { "bot": "random" }] }),
        json!({ "chairs": ["me", { "openBot": "random" }] }),
        json!({ "seats": 4, "chairs": ["me", { "bot": "random" }, "open", { "bot": "random" }] }),
        json!({ "seats": 4 }),
        json!({ "stake": 100 }),
        json!({ "game": "gin-rummy", "options": {}, "stake": 100 }),
        json!({ "day": "2026-11-23" }),
        json!({ "begun": begun }),
        json!({ "audience": "everybody" }),
        json!({ "timeControl": { "delay": 1, "bank": 0, "increment": 0 } }),
    ] {
        let refused =
            post_from(server.address, "/api/challenges", 0, ADA, with_rules(changes.clone(), false)).await;
        assert_eq!((refused.0, &refused.1["code"]), (400, &json!("options")), "{changes}: {refused:?}");
    }
    // Ratings compare matches by the rules of a preset with a clock that runs on, and everybody can check them.
    for changes in [
        json!({}),
        json!({ "options": {}, "timeControl": null }),
        json!({ "options": {}, "timeControl": { "delay": 86_400, "bank": 0, "increment": 0 } }),
        json!({ "options": {}, "audience": "players" }),
        json!({ "game": "thirty-one", "options": {} }),
    ] {
        let refused =
            post_from(server.address, "/api/challenges", 0, ADA, with_rules(changes.clone(), true)).await;
        assert_eq!((refused.0, &refused.1["code"]), (400, &json!("options")), "{changes}: {refused:?}");
    }
    let both =
        json!({ "pool": "scopa-2-quick", "table": with_rules(json!({}), false)["table"], "rated": false });
    for wrong in [both, json!({ "rated": false })] {
        assert_eq!(post_from(server.address, "/api/challenges", 0, ADA, wrong).await.0, 400);
    }
    assert_eq!(ask(server.address, "GET", "/api/challenges", 0).await.1["challenges"], json!([]));
    server.close().await;
}
