//! Matches from start to end, chairs, scores, replays and restarts.

use crate::support::{Client, TestServer, create_table, get, http, metrics, post, quick};
use crate::watch::until;
use serde_json::{Value, json};
use server::Clock;

#[tokio::test]
async fn a_person_plays_a_match_against_a_bot_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let (status, refused) = get(server.address, &format!("/api/tables/{table}/record")).await;
    assert_eq!((status, &refused["code"]), (409, &json!("unfinished")));

    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["snapshot"]["phase"], "waiting");
    assert_eq!(seen["info"]["you"], 0);
    assert_eq!(seen["info"]["chairs"][1]["bot"], "greedy");
    assert_ne!(seen["info"]["chairs"][1]["name"], "greedy");
    let last = ada.play_on(&table, seen["snapshot"].clone()).await;
    assert_eq!(last["phase"], "over");
    assert_eq!(last["winners"].as_array().unwrap().len(), 1);

    let (status, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
    assert_eq!(status, 200);
    assert_eq!(record["players"], json!(["Ada", "greedy"]));
    assert_eq!(record["commitment"], seen["info"]["commitment"]);
    let read = catalog::read_record(&record.to_string()).unwrap();
    let summary = read.replay(&catalog::CATALOG).summary();
    assert_eq!(summary["status"], "complete");
    assert_eq!(summary["totals"], last["totals"]);

    let deals = record["deals"].as_array().unwrap();
    for (number, deal) in deals.iter().enumerate() {
        let (status, replay) =
            get(server.address, &format!("/api/tables/{table}/replay?deal={number}")).await;
        assert_eq!(status, 200);
        let points: Vec<&serde_json::Value> =
            summary["deals"].as_array().unwrap().iter().map(|deal| &deal["points"]).collect();
        assert_eq!(replay["points"], serde_json::json!(points));
        let steps = replay["steps"].as_array().unwrap();
        assert_eq!(steps.len(), deal["actions"].as_array().unwrap().len());
        if steps.is_empty() {
            continue; // three kings: the deal was thrown in
        }
        let entry = format!("{} {}", steps[0]["seat"], steps[0]["action"].as_str().unwrap());
        assert_eq!(deal["actions"][0], entry);
        for hand in replay["start"]["view"]["hands"].as_array().unwrap() {
            assert_eq!(hand["open"].as_array().map(Vec::len), Some(3), "every hand is open");
        }
        let dealt = &replay["start"]["events"].as_array().unwrap()[..2];
        assert!(dealt.iter().all(|event| event["hand"]["open"].is_array()), "{dealt:?}");
        assert!(!steps.last().unwrap()["dealScore"].is_null());
        assert!(steps[0]["dealScore"].is_null());
    }
    let (status, _) = get(server.address, &format!("/api/tables/{table}/replay?deal={}", deals.len())).await;
    assert_eq!(status, 404);
    server.close().await;
}

#[tokio::test]
async fn two_people_meet_at_a_table_and_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["chairs"][1]["kind"], "open");
    let (mut bob, seen) = Client::at(server.address, 1, &table).await;
    assert_eq!(seen["info"]["you"], Value::Null);

    // Ada's chair is taken, and she already has one.
    bob.say(json!({ "type": "sit", "table": table, "seat": 0, "name": "Bob" })).await;
    assert_eq!(bob.until("refused").await["code"], "not-yours");
    ada.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Ada" })).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    bob.say(json!({ "type": "sit", "table": table, "seat": 5, "name": "Bob" })).await;
    assert_eq!(bob.until("refused").await["code"], "options");

    bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "\u{202e}Bob\u{0}" })).await;
    let seen = bob.until("table").await;
    assert_eq!(seen["info"]["you"], 1);
    assert_eq!(
        seen["info"]["chairs"][1],
        json!({ "kind": "person", "name": "Bob", "connected": true, "away": null, "substitute": null, "left": false })
    );
    bob.seat = 1;
    let chairs = ada.until("chairs").await;
    assert_eq!(chairs["chairs"][1]["name"], "Bob");
    let (hers, his) = (ada.until_playing().await, bob.until_playing().await);
    assert_eq!(hers["view"]["hands"][1], json!({ "closed": 3 }));
    assert_eq!(his["view"]["hands"][0], json!({ "closed": 3 }));
    // A player may change the name, and an unchanged name is not sent.
    for name in ["Robert", "Robert", "Bob"] {
        bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": name })).await;
        assert_eq!(bob.until("table").await["info"]["you"], 1);
    }
    assert_eq!(ada.until("chairs").await["chairs"][1]["name"], "Robert");
    assert_eq!(ada.until("chairs").await["chairs"][1]["name"], "Bob");

    let (a, b) = tokio::join!(ada.play_on(&table, hers), bob.play_on(&table, his));
    assert_eq!(a["totals"], b["totals"]);
    // A later spectator sees that one player has left.
    drop(bob);
    let chairs = ada.until("chairs").await;
    assert_eq!(chairs["chairs"][1]["connected"], false);
    server.close().await;
}

#[tokio::test]
async fn after_a_restart_every_table_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!([{ "bot": "random" }, "me", { "bot": "greedy" }])).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    let mut snapshot = seen["snapshot"].clone();
    while snapshot["version"].as_u64() < Some(12) {
        ada.answer(&table, &snapshot).await;
        let notice = ada.receive().await;
        if !notice["snapshot"].is_null() {
            snapshot = notice["snapshot"].clone();
        }
    }
    server.close().await;

    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert!(seen["snapshot"]["version"].as_u64() >= snapshot["version"].as_u64());
    assert_eq!(seen["info"]["you"], 1);
    let last = ada.play_on(&table, seen["snapshot"].clone()).await;
    assert_eq!(last["phase"], "over");
    server.close().await;
}

#[tokio::test]
async fn a_table_that_left_memory_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    settings.clock = Clock::standing();
    settings.metrics = Some(metrics());
    let (clock, idle) = (settings.clock.clone(), settings.pace.idle);
    let server = TestServer::open(settings).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    for round in 0..8 {
        let (ada, seen) = Client::at(server.address, 0, &table).await;
        assert_eq!(seen["snapshot"]["phase"], "waiting");
        drop(ada);
        until(&server, "parlour_sockets", 0.0).await;
        clock.advance(idle);
        // In every other round the table is requested while it leaves memory.
        if round % 2 == 0 {
            until(&server, "parlour_tables", 0.0).await;
        }
    }
    server.close().await;
}

#[tokio::test]
async fn games_and_options_are_told_before_a_table_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (status, games) = get(server.address, "/api/games").await;
    assert_eq!((status, &games[0]["id"]), (200, &json!("scopa")));
    assert_eq!(get(server.address, "/api/health").await, (200, json!({ "status": "ok" })));

    let new = |options: Value, chairs: Value, seats: u8| json!({ "game": "scopa", "options": options, "seats": seats, "chairs": chairs, "name": "Ada" });
    let good = new(json!({}), json!(["me", "open"]), 2);
    let (status, resolved) = post(server.address, "/api/tables/validate", 0, &good).await;
    assert_eq!((status, &resolved["overrides"]), (200, &json!({})));
    for (wrong, names) in [
        (new(json!({ "target": "high" }), json!(["me", "open"]), 2), "target"),
        (new(json!({ "preset": "nobody's" }), json!(["me", "open"]), 2), "preset"),
        (new(json!({ "preset": 7 }), json!(["me", "open"]), 2), "preset"),
        (new(json!({}), json!(["me", "open"]), 5), "seats"),
        (new(json!({}), json!(["me"]), 2), "chairs"),
        (new(json!({}), json!(["me", "me"]), 2), "chairs"),
        (new(json!({}), json!(["open", "open"]), 2), "chairs"),
        (new(json!({}), json!(["me", { "bot": "cheater" }]), 2), "bot"),
        (new(json!({}), json!(["me", { "bot": "ismcts:60s" }]), 2), "bot"),
        (json!({ "game": "poker", "options": {}, "seats": 2, "chairs": [], "name": "" }), "game"),
    ] {
        for path in ["/api/tables/validate", "/api/tables"] {
            let (status, refused) = post(server.address, path, 0, &wrong).await;
            assert_eq!((status, &refused["code"]), (400, &json!("options")), "{wrong} {refused}");
            assert!(refused["message"].as_str().unwrap().contains(names), "{refused}");
        }
    }
    server.close().await;
}

#[tokio::test]
async fn the_page_is_served_with_its_addresses_and_headers() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for path in ["/", "/index.html", "/table/abc", "/replay/abc/3"] {
        let (status, head, body) = http(server.address, &format!("GET {path} HTTP/1.1"), "").await;
        assert_eq!((status, body.as_str()), (200, "<!doctype html>the page"), "{path}");
        for header in [
            "content-security-policy: default-src 'self'; ",
            "x-content-type-options: nosniff",
            "no-referrer",
        ] {
            assert!(head.contains(header), "{header} in {head}");
        }
    }
    for (languages, found) in [
        ("it-CH, en;q=0.8", "la pagina"),
        ("fr, IT;q=0.5", "la pagina"),
        ("en, it", "the page"),
        ("*, ../it", "the page"),
    ] {
        let (status, head, body) =
            http(server.address, &format!("GET /rules HTTP/1.1\r\naccept-language: {languages}"), "").await;
        assert_eq!((status, body), (200, format!("<!doctype html>{found}")), "{languages}");
        assert!(head.contains("vary: accept-language"), "{head}");
    }
    let (status, head, body) =
        http(server.address, "GET /assets/a.js HTTP/1.1\r\naccept-encoding: gzip, br", "").await;
    assert_eq!((status, body.as_str()), (200, "compressed"));
    assert!(head.contains("content-encoding: br") && head.contains("immutable"), "{head}");
    let (status, ..) = http(server.address, "GET / HTTP/1.1\r\nif-none-match: \"abc\"", "").await;
    assert_eq!(status, 304);
    for nothing in ["/assets/b.js", "/favicon.ico", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        assert_eq!(get(server.address, nothing).await.0, 404, "{nothing}");
    }
    let (status, refused) = get(server.address, "/api/nothing").await;
    assert_eq!((status, &refused["code"]), (404, &json!("no-table")));
    server.close().await;
}
