//! The lobby: players who don't know each other get a table.

#[cfg(unix)]
use crate::admin::order;
use crate::support::{Client, TestServer, http, metrics, post, quick, token};
use protocol::PROTOCOL;
use serde_json::{Value, json};
#[cfg(unix)]
use server::admin::{Answer, Order};
use server::{Limits, Rate, Settings};

fn seek(id: &str, pool: &str, name: &str) -> Value {
    json!({ "type": "seek", "id": id, "pool": pool, "name": name })
}

#[tokio::test]
async fn two_strangers_are_paired_and_play_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(Settings { metrics: Some(metrics()), ..quick(folder.path()) }).await;
    let mut ada = Client::hello(server.address, 0).await;
    let mut bob = Client::hello(server.address, 1).await;
    ada.say(json!({ "type": "lobby", "on": true })).await;
    let lobby = ada.until("lobby").await;
    assert_eq!(lobby["online"], 2);
    let pools = lobby["pools"].as_array().unwrap();
    assert!(pools.iter().any(|pool| pool["id"] == "scopa-2-quick" && pool["waiting"] == 0), "{lobby}");

    ada.say(seek("a", "scopa-2-quick", "  Ada\u{202e} ")).await;
    assert_eq!(ada.until("seeking").await["waiting"], 1);
    while ada.until("lobby").await["seeks"] != json!([{ "pool": "scopa-2-quick", "name": "Ada" }]) {}
    bob.say(seek("b", "scopa-2-quick", "Bob")).await;
    let (hers, his) = (ada.until("paired").await, bob.until("paired").await);
    assert_eq!((&hers["id"], &his["id"]), (&json!("a"), &json!("b")));
    assert_eq!(hers["table"], his["table"]);
    assert_ne!(hers["seat"], his["seat"]);

    // The chairs are theirs, there is no host, and the match begins when both are at the table.
    let table = hers["table"].as_str().unwrap();
    ada.say(json!({ "type": "watch", "table": table })).await;
    bob.say(json!({ "type": "watch", "table": table })).await;
    let seen = ada.until("table").await;
    let info = &seen["info"];
    assert_eq!((&info["you"], &info["host"], &info["game"]), (&hers["seat"], &Value::Null, &json!("scopa")));
    assert_eq!((&info["chairs"][0]["name"], &info["chairs"][1]["name"]), (&json!("Ada"), &json!("Bob")));
    assert_eq!(info["timeControl"], json!({ "delay": 8, "bank": 60, "increment": 0 }));
    // Each snapshot has the legal actions of its own player, and chance decides who begins.
    let (a, b) = (ada.until_playing().await, bob.until_playing().await);
    (ada.seat, bob.seat) = (hers["seat"].as_u64().unwrap(), his["seat"].as_u64().unwrap());
    let (a, b) = tokio::join!(ada.play_on(table, a), bob.play_on(table, b));
    assert_eq!((&a["phase"], &a["totals"]), (&json!("over"), &b["totals"]));
    let (_, _, text) = http(server.metrics.unwrap(), "GET /metrics HTTP/1.1", "").await;
    assert!(text.contains("parlour_lobby_pairings_total 1"), "{text}");
    assert!(text.contains("parlour_lobby_wait_seconds_count 2"), "{text}");
    server.close().await;
}

#[tokio::test]
async fn a_guest_who_has_gone_is_not_paired() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut ada = Client::hello(server.address, 0).await;
    ada.say(seek("a", "speed-2", "Ada")).await;
    ada.until("seeking").await;
    drop(ada);
    let mut eve = Client::hello(server.address, 2).await;
    eve.say(json!({ "type": "lobby", "on": true })).await;
    // The server has noticed that the socket is closed.
    while eve.until("lobby").await["seeks"] != json!([]) {}
    let mut bob = Client::hello(server.address, 1).await;
    bob.say(seek("b", "speed-2", "Bob")).await;
    assert_eq!(bob.until("seeking").await["waiting"], 1);
    let mut eva = Client::hello(server.address, 3).await;
    eva.say(seek("c", "speed-2", "Eva")).await;
    assert_eq!(bob.until("paired").await["table"], eva.until("paired").await["table"]);
    server.close().await;
}

#[tokio::test]
async fn a_player_alone_gets_bots_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut ada = Client::hello(server.address, 0).await;
    ada.say(seek("a", "sharks-4-normal", "Ada")).await;
    assert_eq!(ada.until("seeking").await["bots"], true);
    ada.say(json!({ "type": "fill", "id": "a" })).await;
    let paired = ada.until("paired").await;
    let (_, seen) = Client::at(server.address, 0, paired["table"].as_str().unwrap()).await;
    let chairs = seen["info"]["chairs"].as_array().unwrap();
    let kinds: Vec<&Value> = chairs.iter().map(|chair| &chair["kind"]).collect();
    assert_eq!(kinds, ["person", "bot", "bot"]);
    // A match of one deal has no pause in which another player could take a chair.
    assert!(chairs[1..].iter().all(|chair| chair["open"] != true), "{seen}");
    assert_eq!(seen["info"]["timeControl"], Value::Null);
    server.close().await;
}

/// PE-T8
#[tokio::test]
async fn another_player_takes_the_chair_of_a_bot_between_two_deals() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut ada = Client::hello(server.address, 0).await;
    ada.say(seek("a", "scopa-2-quick", "Ada")).await;
    ada.say(json!({ "type": "fill", "id": "a" })).await;
    let table = ada.until("paired").await["table"].as_str().unwrap().to_owned();
    let mut bob = Client::hello(server.address, 1).await;
    bob.say(json!({ "type": "lobby", "on": true })).await;
    assert_eq!(bob.until("lobby").await["tables"], json!([]), "Ada is not at her table");
    ada.say(json!({ "type": "watch", "table": table })).await;
    let listed = loop {
        if let [listed] = &bob.until("lobby").await["tables"].as_array().unwrap()[..] {
            break listed.clone();
        }
    };
    assert_eq!(
        listed,
        json!({ "table": table, "game": "scopa", "preset": "classic", "name": "Ada", "seats": 2, "people": 1 })
    );

    let sit = json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" });
    bob.say(json!({ "type": "watch", "table": table })).await;
    let chair = bob.until("table").await["info"]["chairs"][1].take();
    assert_eq!((&chair["kind"], &chair["open"]), (&json!("bot"), &json!(true)));
    let mut snapshot = ada.until_playing().await;
    bob.say(sit.clone()).await;
    let refused = bob.until("refused").await;
    assert_eq!((&refused["code"], &refused["reason"]), (&json!("not-yours"), &json!("deal-in-progress")));
    while snapshot["phase"] != "scored" {
        ada.answer(&table, &snapshot).await;
        snapshot = loop {
            let mut notice = ada.receive().await;
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].take();
            }
        };
    }
    bob.say(sit).await;
    bob.seat = 1;
    while bob.until("table").await["info"]["you"] != 1 {}
    while bob.until("lobby").await["tables"] != json!([]) {}
    for player in [&mut ada, &mut bob] {
        player.say(json!({ "type": "continue", "table": table })).await;
    }
    let (a, b) = (ada.until_playing().await, bob.until_playing().await);
    let (a, b) = tokio::join!(ada.play_on(&table, a), bob.play_on(&table, b));
    assert_eq!((&a["phase"], &a["totals"]), (&json!("over"), &b["totals"]));
    server.close().await;
}

#[tokio::test]
async fn a_guest_who_opens_many_matches_is_listed_twice() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut eve = Client::hello(server.address, 1).await;
    let mut ada = Client::hello(server.address, 0).await;
    for (guest, player) in [(1, &mut eve), (0, &mut ada)] {
        let name = ["Ada", "Eve"][guest as usize];
        for _ in 0..5 - 4 * u8::from(guest == 0) {
            let chairs = json!(["me", { "openBot": "greedy" }]);
            let table = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": chairs, "name": name });
            let (status, opened) = post(server.address, "/api/tables", guest, &table).await;
            assert_eq!(status, 201, "{opened}");
            player.say(json!({ "type": "watch", "table": opened["table"] })).await;
            player.until("table").await;
        }
    }
    ada.say(json!({ "type": "lobby", "on": true })).await;
    let names = loop {
        let lobby = ada.until("lobby").await;
        let tables = lobby["tables"].as_array().unwrap();
        let mut names: Vec<String> = tables.iter().map(|table| table["name"].to_string()).collect();
        names.sort();
        if names.len() > 2 {
            break names;
        }
    };
    assert_eq!(names, ["\"Ada\"", "\"Eve\"", "\"Eve\""]);
    server.close().await;
}

#[tokio::test]
async fn wrong_and_too_many_commands_are_refused_and_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let seeks_by_guest = Rate { burst: 10, per_second: 0.0 };
    let settings = quick(folder.path());
    let limits = Limits { seeks_by_guest, ..settings.limits.clone() };
    let server = TestServer::open(Settings { limits, ..settings }).await;
    let mut ada = Client::hello(server.address, 0).await;
    let mut eve = Client::hello(server.address, 1).await;
    for (wrong, code) in [
        (seek("e", "poker-2-quick", "Eve"), "gone"),
        (seek(&"e".repeat(65), "speed-2", "Eve"), "unreadable"),
        (json!({ "type": "seek", "id": "e", "pool": "speed-2" }), "unreadable"),
        (json!({ "type": "seek", "id": "e", "pool": "speed-2", "name": 7 }), "unreadable"),
        (json!({ "type": "seek", "id": "e", "pool": "speed-2", "name": "", "rated": true }), "unreadable"),
        (json!({ "type": "lobby" }), "unreadable"),
        (json!({ "type": "unseek", "id": "e" }), "gone"),
        (json!({ "type": "fill", "id": "e" }), "gone"),
    ] {
        eve.say(wrong).await;
        let refused = eve.receive().await;
        assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!(code)), "{refused}");
    }
    // Two of the ten tokens are used.
    let mut refused = 0;
    for number in 0..30 {
        let pools = ["speed-2", "scopa-2-quick", "cassino-2-quick", "gin-rummy-2-quick"];
        eve.say(seek(&format!("seek {number}"), pools[number % 4], "Eve")).await;
        let answer = eve.receive().await;
        if answer["type"] == "refused" {
            assert_eq!(
                (&answer["code"], &answer["id"]),
                (&json!("too-many"), &json!(format!("seek {number}")))
            );
            refused += 1;
        }
    }
    assert_eq!(refused, 27);
    eve.say(json!({ "type": "fill", "id": "seek 0" })).await;
    assert_eq!(eve.until("refused").await["code"], "unavailable", "another player is there");
    eve.say(json!({ "type": "unseek", "id": "seek 0" })).await;
    ada.say(json!({ "type": "lobby", "on": true })).await;
    while ada.until("lobby").await["seeks"].as_array().unwrap().len() != 2 {}
    server.close().await;
}

/// PE-T16 for searches, also for those that end at once and so never reach the three at a time.
#[tokio::test]
async fn searches_are_limited_by_guest_and_network() {
    let folder = tempfile::tempdir().unwrap();
    let rate = |burst| Rate { burst, per_second: 0.0 };
    let settings = quick(folder.path());
    let limits = Limits { seeks_by_guest: rate(4), seeks_by_address: rate(6), ..settings.limits.clone() };
    let proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let server = TestServer::open(Settings { limits, proxies, ..settings }).await;
    let allowed = async |guest: u8, address: &str| {
        let mut client = Client::hello_from(server.address, guest, address).await;
        for number in 0..8 {
            client.say(seek(&format!("seek {number}"), "speed-2", "Ada")).await;
            let answer = client.receive().await;
            if answer["type"] == "refused" {
                assert_eq!(answer["code"], "too-many", "{answer}");
                return number;
            }
            assert_eq!(answer["type"], "seeking", "{answer}");
            client.say(json!({ "type": "unseek", "id": format!("seek {number}") })).await;
        }
        panic!("no search is refused");
    };
    assert_eq!(allowed(0, "2001:db8::1").await, 4, "a guest");
    assert_eq!(allowed(1, "2001:db8::2").await, 2, "the same /64");
    // Other networks of the same /48, which may have sixteen times as many, and a /56 four times.
    let mut passed = 6;
    for other in 1..40 {
        passed += allowed(1 + other, &format!("2001:db8:0:{:x}::1", u16::from(other) << 8)).await;
    }
    assert_eq!(passed, 6 * 16, "one /48");
    server.close().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_draining_server_starts_no_seeks_and_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut ada = Client::hello(server.address, 0).await;
    ada.say(seek("a", "speed-2", "Ada")).await;
    ada.until("seeking").await;
    assert_eq!(order(folder.path(), Order::Drain { reason: None }).await, Answer::Done);
    // The player is alone, so bots are offered, but their table is refused.
    ada.say(json!({ "type": "fill", "id": "a" })).await;
    let refused = ada.until("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("busy"), &json!("a")));
    ada.say(seek("b", "speed-2", "Ada")).await;
    let refused = ada.until("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("busy"), &json!("b")));
    server.close().await;
}

/// PE-T18
#[tokio::test]
async fn without_people_the_lobby_is_absent() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(Settings { people: false, ..quick(folder.path()) }).await;
    let mut ada = Client::dial(server.address).await;
    ada.say(json!({ "type": "hello", "token": token(0), "protocol": PROTOCOL })).await;
    ada.receive().await;
    let hello =
        format!(r#"{{"type":"hello","protocol":3,"server":"parlour {}"}}"#, env!("CARGO_PKG_VERSION"));
    assert_eq!(ada.received[0], hello);
    for command in [json!({ "type": "lobby", "on": true }), seek("a", "speed-2", "Ada")] {
        ada.say(command.clone()).await;
        let refused = ada.receive().await;
        let kind = command["type"].as_str().unwrap();
        let message = format!("this message cannot be read: unknown message type “{kind}”");
        assert_eq!(refused, json!({ "type": "refused", "code": "unreadable", "message": message }));
    }
    let table =
        json!({ "game": "speed", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Ada" });
    assert_eq!(post(server.address, "/api/tables", 0, &table).await.0, 201);
    server.close().await;

    let server = TestServer::open(quick(folder.path())).await;
    let mut ada = Client::dial(server.address).await;
    ada.say(json!({ "type": "hello", "token": token(0), "protocol": PROTOCOL })).await;
    assert_eq!(ada.receive().await["features"], json!(["lobby"]));
    server.close().await;
}
