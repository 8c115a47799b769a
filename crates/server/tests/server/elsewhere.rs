//! Matches that began in a browser and continue at a table of the server, where another player may join.

use crate::support::{Client, TestServer, create_table_with, get, post, quick};
use cards::{Seat, Seed};
use catalog::SetupText;
use serde_json::{Value, json};
use server::{Rate, Settings};

/// Returns a match of Scopa with a deal and two actions, and the request for its table.
pub(crate) fn begun() -> (Value, Value) {
    let game = catalog::find("scopa").unwrap();
    let mut game = game.open(&SetupText::first_preset(2), Seat::new(1)).unwrap();
    let deck = game.next_deck(&Seed::from_number(7));
    let mut entries = Vec::new();
    game.deal(&deck, &[]).unwrap();
    for _ in 0..2 {
        let seat = game.actors().first().unwrap();
        let action = game.legal(seat).remove(0);
        game.play(seat, &action, &[]).unwrap();
        entries.push(format!("{seat} {action}"));
    }
    let hand = serde_json::from_str::<Value>(game.view(cards::Viewer::Seat(Seat::new(1))).get()).unwrap();
    let table = json!({
        "game": "scopa", "options": { "target": 1 }, "seats": 2, "name": "Ada", "chairs": ["me", "open"],
        "begun": { "dealer": 1, "deals": [{ "deck": deck, "entries": entries }] },
    });
    (table, hand["hands"][1].clone())
}

async fn to_the_end(client: &mut Client, table: &str, mut snapshot: Value) {
    while snapshot["phase"] != "over" {
        client.answer(table, &snapshot).await;
        snapshot = loop {
            let mut notice = client.receive().await;
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].take();
            }
        };
    }
}

#[tokio::test]
async fn a_match_from_a_browser_continues_with_a_new_player() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (asked, hand) = begun();
    let table = create_table_with(server.address, &asked).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!((&seen["info"]["unverifiedDeals"], &seen["snapshot"]["version"]), (&json!(1), &json!(3)));
    assert_eq!((&seen["snapshot"]["phase"], &seen["snapshot"]["view"]), (&json!("waiting"), &Value::Null));
    // No action is possible before all players are there.
    ada.say(json!({ "type": "play", "table": table, "version": 3, "action": "7d", "id": "early" })).await;
    assert_eq!(ada.until("refused").await["code"], "not-your-turn");
    // A spectator sees no cards while a chair is free.
    let (mut bea, seen) = Client::at(server.address, 1, &table).await;
    assert_eq!(
        (&seen["snapshot"]["view"], &seen["log"][0]["events"][0]["cards"]),
        (&Value::Null, &Value::Null)
    );
    bea.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bea" })).await;
    let hers = loop {
        let told = bea.until("table").await;
        if told["info"]["you"] == 1 && told["snapshot"]["phase"] == "playing" {
            break told;
        }
    };
    assert_eq!(hers["snapshot"]["view"]["hands"][1], hand);
    assert_eq!(hers["info"]["unverifiedDeals"], 1);
    bea.seat = 1;
    let his = loop {
        let told = ada.until("table").await;
        if told["snapshot"]["phase"] == "playing" {
            break told["snapshot"].clone();
        }
    };
    tokio::join!(to_the_end(&mut ada, &table, his), to_the_end(&mut bea, &table, hers["snapshot"].clone()));
    // After a restart the origin is still known, and the record claims nothing about the shuffle.
    server.close().await;
    let server = TestServer::open(quick(folder.path())).await;
    let (status, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
    assert_eq!(status, 200, "{record}");
    assert_eq!(record["event"], "begun in a browser, where 1 deals were dealt");
    assert_eq!((&record["seed"], &record["times"]["commitment"]), (&Value::Null, &Value::Null));
    server.close().await;
}

#[tokio::test]
async fn impossible_matches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (good, _) = begun();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut asked = good.clone();
        change(&mut asked);
        asked
    };
    let deal = good["begun"]["deals"][0].clone();
    let entries = |entries: Vec<&str>| {
        with(&|asked| {
            let played = asked["begun"]["deals"][0]["entries"].as_array_mut().unwrap();
            played.extend(entries.iter().map(|entry| json!(entry)));
        })
    };
    for wrong in [
        with(&|asked| asked["begun"]["deals"][0]["deck"] = json!("7d")),
        with(&|asked| asked["begun"]["deals"][0]["entries"][0] = json!("1 Kd")),
        with(&|asked| asked["begun"]["dealer"] = json!(5)),
        // A match without a deal could choose the first dealer and skip the nonces.
        with(&|asked| asked["begun"]["deals"] = json!([])),
        with(&|asked| asked["begun"] = json!({ "dealer": 1, "lines": [] })),
        // Voided and undone lines are not sent.
        entries(vec!["void"]),
        entries(vec!["undo 1 1"]),
        entries(vec!["undo 0 18446744073709551615"]),
        entries(vec!["deal"]),
        // More than a deal, and than a match, can have.
        with(&|asked| asked["begun"]["deals"][0]["entries"] = json!(vec!["0 7d"; 83])),
        with(&|asked| asked["begun"]["deals"] = json!(vec![json!({ "deck": "", "entries": [] }); 2_001])),
        with(&|asked| asked["begun"]["deals"] = json!([deal.clone(), deal.clone()])),
        with(&|asked| asked["timeControl"] = json!({ "delay": 20, "bank": 60, "increment": 0 })),
        with(&|asked| asked["stake"] = json!(100)),
    ] {
        let (status, refused) = post(server.address, "/api/tables", 0, &wrong).await;
        assert_eq!(status, 400, "{refused}");
    }
    // The form of protocol 2.
    let older = with(&|asked| asked["begun"] = json!({ "dealer": 1, "lines": ["deal 7d"] }));
    assert_eq!(post(server.address, "/api/tables", 0, &older).await.1["code"], "unreadable");
    assert_eq!(post(server.address, "/api/tables", 0, &good).await.0, 201);
    server.close().await;
}

/// A stake is refused for a game that has stakes too, with the reason.
#[tokio::test]
async fn nothing_is_played_for_on_a_past_that_one_player_saw() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let game = catalog::find("gin-rummy").unwrap();
    let game = game.open(&SetupText::first_preset(2), Seat::new(1)).unwrap();
    let deck = game.next_deck(&Seed::from_number(7));
    let mut asked = json!({
        "game": "gin-rummy", "options": {}, "seats": 2, "name": "Ada", "chairs": ["me", "open"],
        "begun": { "dealer": 1, "deals": [{ "deck": deck, "entries": [] }] },
    });
    assert_eq!(post(server.address, "/api/tables", 0, &asked).await.0, 201);
    asked["stake"] = json!(100_000);
    let (status, refused) = post(server.address, "/api/tables", 0, &asked).await;
    assert_eq!((status, &refused["code"]), (400, &json!("options")));
    assert!(refused["message"].as_str().unwrap().contains("stake"), "{refused}");
    server.close().await;
}

/// A long match costs as much of the rate limit as several tables.
#[tokio::test]
async fn a_long_match_counts_as_several_tables() {
    let folder = tempfile::tempdir().unwrap();
    let settings = quick(folder.path());
    let tables_by_guest = Rate { burst: 3, per_second: 0.0 };
    let mut limits = settings.limits.clone();
    limits.tables.by_guest = tables_by_guest;
    let server = TestServer::open(Settings { limits, ..settings }).await;
    let long = long_match();
    assert_eq!(post(server.address, "/api/tables", 0, &begun().0).await.0, 201);
    assert_eq!(
        post(server.address, "/api/tables", 0, &long).await.0,
        429,
        "two are left, and it costs three"
    );
    assert_eq!(post(server.address, "/api/tables", 1, &long).await.0, 201);
    assert_eq!(post(server.address, "/api/tables", 1, &begun().0).await.0, 429);
    server.close().await;
}

/// A match of Scopa of more than two hundred lines.
fn long_match() -> Value {
    let rules =
        SetupText { options: [("target".to_owned(), 99.into())].into(), ..SetupText::first_preset(2) };
    let mut game = catalog::find("scopa").unwrap().open(&rules, Seat::new(1)).unwrap();
    let (mut deals, mut lines) = (Vec::new(), 0);
    while lines <= 200 {
        let deck = game.next_deck(&Seed::from_number(7));
        game.deal(&deck, &[]).unwrap();
        let mut entries = Vec::new();
        while let Some(seat) = game.actors().first() {
            let action = game.legal(seat).remove(0);
            game.play(seat, &action, &[]).unwrap();
            entries.push(format!("{seat} {action}"));
        }
        lines += 1 + entries.len();
        deals.push(json!({ "deck": deck, "entries": entries }));
    }
    json!({
        "game": "scopa", "options": { "target": 99 }, "seats": 2, "name": "Ada", "chairs": ["me", "open"],
        "begun": { "dealer": 1, "deals": deals },
    })
}
