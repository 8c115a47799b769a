//! Deal of the day: the same cards for everyone, by fixed rules, on its day.

use crate::support::{Client, TestServer, get, post, quick, with_bots};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the date a number of days from now.
fn day(from_now: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().cast_signed();
    catalog::Day::of_second((now + from_now * 86_400).cast_unsigned()).to_string()
}

fn new(day: &str) -> Value {
    json!({
        "game": "scopa", "options": { "preset": "classic" }, "seats": 2, "chairs": with_bots(2, "greedy"), "name": "Ada",
        "day": day,
    })
}

#[tokio::test]
async fn two_strangers_hold_the_same_cards_and_it_ends_after_its_deal() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let mut decks = Vec::new();
    for guest in [0, 1] {
        let (status, opened) = post(server.address, "/api/tables", guest, &new(&day(0))).await;
        assert_eq!(status, 201, "{opened}");
        assert_eq!(opened.get("commitment"), None, "players add nothing to the seed of the day");
        let table = opened["table"].as_str().unwrap().to_owned();
        let (mut player, seen) = Client::at(server.address, guest, &table).await;
        assert_eq!(seen["info"]["day"], day(0));
        let mut snapshot = seen["snapshot"].clone();
        let mut ended = false;
        while !ended {
            if let Some(action) = snapshot["legal"].as_array().and_then(|legal| legal.first()) {
                let play = json!({
                    "type": "play", "table": table, "version": snapshot["version"], "action": action,
                    "id": snapshot["version"].to_string(),
                });
                player.say(play).await;
            } else if snapshot["phase"] == "scored" {
                player.say(json!({ "type": "continue", "table": table })).await;
            }
            let notice = player.receive().await;
            ended = notice["info"]["ended"]["by"] == "agreement";
            snapshot = if notice["snapshot"].is_null() { Value::Null } else { notice["snapshot"].clone() };
        }
        let (_, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
        assert_eq!(record["deals"].as_array().unwrap().len(), 1);
        assert_eq!(record["event"], format!("deal of the day {}", day(0)));
        let record = catalog::read_record(&record.to_string()).unwrap();
        record.verify(&catalog::CATALOG).unwrap();
        decks.push((record.deals[0].deck.clone(), record.dealer));
    }
    assert_eq!(decks[0], decks[1]);
    server.close().await;
}

#[tokio::test]
async fn it_is_played_by_its_own_rules_and_neither_before_its_day_nor_long_after() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for from_now in [-30, -1, 0, 1] {
        let (status, answer) = post(server.address, "/api/tables", 0, &new(&day(from_now))).await;
        assert_eq!(status, 201, "{from_now}: {answer}");
    }
    for from_now in [-33, 2, 400] {
        let (status, answer) = post(server.address, "/api/tables", 0, &new(&day(from_now))).await;
        assert_eq!(status, 400, "{from_now}: {answer}");
    }
    let today = new(&day(0));
    for (key, value) in [
        ("options", json!({ "preset": "classic", "target": 21 })),
        ("options", json!({ "preset": "scopone" })),
        ("chairs", json!(["me", "open"])),
        ("timeControl", json!({ "delay": 10, "bank": 60, "increment": 0 })),
        ("day", json!("2026-02-30")),
        ("day", json!("today")),
    ] {
        let mut wrong = today.clone();
        wrong[key] = value.clone();
        let (status, answer) = post(server.address, "/api/tables", 0, &wrong).await;
        assert!((400..500).contains(&status), "{key} {value}: {status} {answer}");
    }
    server.close().await;
}
