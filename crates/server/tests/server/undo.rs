//! Undo: only in games against bots, until hidden information was shown; stored, and noted in the record.

use crate::crash::{lines, serve, this_program};
use crate::support::{
    Client, GAMES, TestServer, create_table, create_table_of, get, quick, two_at_a_table, with_bots,
};
use serde_json::{Value, json};
use server::Clock;
use std::time::Duration;

fn ask(table: &str, snapshot: &Value) -> Value {
    json!({ "type": "undo", "table": table, "version": snapshot["version"], "id": "back" })
}

fn is_own_turn(snapshot: &Value) -> bool {
    snapshot["legal"].as_array().is_some_and(|legal| !legal.is_empty())
}

impl Client {
    /// Returns the next snapshot in which it is the player's turn, or this one.
    async fn on_turn(&mut self, table: &str, mut snapshot: Value) -> Value {
        while !is_own_turn(&snapshot) {
            // A deal may be over before.
            if snapshot["phase"] == "scored" {
                self.say(json!({ "type": "continue", "table": table })).await;
            }
            snapshot = self.next_snapshot().await;
        }
        snapshot
    }

    async fn next_snapshot(&mut self) -> Value {
        loop {
            let notice = self.receive().await;
            // Where several players may act, an action can come too late.
            assert!(notice["type"] != "refused" || notice["code"] == "stale", "{notice}");
            if !notice["snapshot"].is_null() {
                return notice["snapshot"].clone();
            }
        }
    }

    async fn act(&mut self, table: &str, snapshot: &Value, action: &str) {
        let version = &snapshot["version"];
        self.say(
            json!({ "type": "play", "table": table, "version": version, "action": action, "id": action }),
        )
        .await;
    }
}

/// Returns a snapshot without its version.
fn seen(snapshot: &Value) -> Value {
    let mut snapshot = snapshot.clone();
    snapshot["version"] = Value::Null;
    snapshot
}

/// Takes a chair at a table against bots, and waits for the player's turn.
async fn sit(server: &TestServer, table: &str) -> (Client, Value) {
    let (mut ada, seen) = Client::at(server.address, 0, table).await;
    let snapshot = ada.on_turn(table, seen["snapshot"].clone()).await;
    (ada, snapshot)
}

/// Same as [`sit`], with a driven clock for the bots.
async fn sit_by(server: &TestServer, table: &str, clock: &Clock) -> (Client, Value) {
    let (mut ada, seen) = Client::at(server.address, 0, table).await;
    let mut snapshot = seen["snapshot"].clone();
    while !is_own_turn(&snapshot) {
        for notice in ada.all_told(table, clock).await {
            if !notice["snapshot"].is_null() {
                snapshot = notice["snapshot"].clone();
            }
        }
        if !is_own_turn(&snapshot) {
            clock.advance(Duration::from_secs(1));
        }
    }
    (ada, snapshot)
}

async fn end(server: &TestServer, ada: &mut Client, table: &str) -> Value {
    ada.say(json!({ "type": "end", "table": table, "agree": true })).await;
    loop {
        let notice = ada.receive().await;
        // The bots may have ended the match before.
        if !notice["info"]["ended"].is_null() || notice["code"] == "over" {
            return get(server.address, &format!("/api/tables/{table}/record")).await.1;
        }
    }
}

#[tokio::test]
async fn a_call_is_taken_back_with_those_after_it_and_stays_so_in_every_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    // The bots call when the test advances the clock.
    settings.pace.bot = Duration::from_secs(1);
    settings.clock = Clock::standing();
    let clock = settings.clock.clone();
    let server = TestServer::open(settings).await;
    let table = create_table_of(server.address, "bridge", &with_bots(4, "greedy")).await;
    let (mut ada, before) = sit_by(&server, &table, &clock).await;
    let (mut watcher, _) = Client::at(server.address, 5, &table).await;
    assert_eq!(before["undo"], Value::Null, "nothing has been done yet");
    ada.act(&table, &before, "7C").await;
    assert_eq!(ada.next_snapshot().await["undo"], true);
    // The next bot calls too, which shows no card.
    clock.advance(Duration::from_secs(1));
    let called = ada.next_snapshot().await;
    assert_eq!(called["undo"], true, "{called}");
    ada.say(ask(&table, &called)).await;
    let told = ada.until("table").await;
    assert_eq!(seen(&told["snapshot"]), seen(&before));
    assert_eq!(told["snapshot"]["version"], called["version"].as_u64().unwrap() + 1);
    let versions = |told: &Value| -> Vec<u64> {
        told["log"].as_array().unwrap().iter().map(|line| line["version"].as_u64().unwrap()).collect()
    };
    assert_eq!(versions(&told).last(), before["version"].as_u64().as_ref(), "the log tells what stands");
    let public = loop {
        let notice = watcher.until("table").await;
        if notice["snapshot"]["version"] == told["snapshot"]["version"] {
            break notice;
        }
    };
    assert_eq!(public["snapshot"]["undo"], Value::Null);
    assert_eq!(public["snapshot"]["view"]["auction"], before["view"]["auction"]);

    // A receipt of the last or of an undone version is accepted.
    let (mut again, _) = Client::at(server.address, 0, &table).await;
    again.say(json!({ "type": "watch", "table": table, "receipt": told["receipt"] })).await;
    assert_eq!(again.until("table").await["info"]["diverged"], Value::Null);
    server.close().await;

    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, revived) = Client::at(server.address, 0, &table).await;
    assert_eq!(revived["snapshot"], told["snapshot"], "as it was before the server closed");
    assert_eq!((&revived["receipt"], versions(&revived)), (&told["receipt"], versions(&told)));
    let written = lines(folder.path(), &table);
    assert_eq!(written.last().map(String::as_str), Some("undo 0 2"), "{written:?}");

    ada.act(&table, &revived["snapshot"], "7D").await;
    assert_eq!(ada.until("played").await["action"], "7D");
    let record = end(&server, &mut ada, &table).await;
    assert_eq!(record["times"]["undone"], json!([0]));
    let actions = record["deals"][0]["actions"].as_array().unwrap();
    assert!(actions.contains(&json!("0 7D")) && !actions.contains(&json!("0 7C")), "{record}");
    let (_, replay) = get(server.address, &format!("/api/tables/{table}/replay?deal=0")).await;
    let steps: Vec<String> = replay["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| format!("{} {}", step["seat"], step["action"].as_str().unwrap()))
        .collect();
    assert_eq!(json!(steps), record["deals"][0]["actions"]);
    server.close().await;
}

/// Plays a match against bots, undoes an action now and then, and checks the record. Returns the number of
/// undos. Bots and response windows wait for the clock.
async fn play_and_take_back(server: &TestServer, game: &str, seats: u8, clock: &Clock) -> usize {
    let table = create_table_of(server.address, game, &with_bots(seats, "random")).await;
    let (mut ada, told) = Client::at(server.address, 0, &table).await;
    let mut snapshot = told["snapshot"].clone();
    let (mut undone, mut played) = (0, 0);
    let (mut asked, mut waits) = (false, false);
    let mut before = Value::Null;
    while undone < 6 && played < 200 && snapshot["phase"] != "over" {
        // Only sometimes, so that it happens at several places of a match. Not twice in a row, so that the same
        // action is not undone forever.
        asked = !asked && snapshot["undo"] == true && played % 3 == 0;
        if asked {
            ada.say(ask(&table, &snapshot)).await;
        } else if is_own_turn(&snapshot) && !waits {
            before = snapshot.clone();
            played += 1;
            ada.answer(&table, &snapshot).await;
        } else {
            if snapshot["phase"] == "scored" {
                ada.answer(&table, &snapshot).await;
            }
            clock.advance(Duration::from_secs(1));
        }
        let told = ada.all_told(&table, clock).await;
        let refused = told.iter().find(|notice| notice["type"] == "refused");
        assert_eq!(refused, None, "{game}");
        let last = told.iter().rev().find(|notice| !notice["snapshot"].is_null());
        // A sealed answer is not shown before its window has ended.
        waits = last.is_none();
        if let Some(last) = last {
            snapshot = last["snapshot"].clone();
        }
        if asked {
            assert_eq!(snapshot["legal"], before["legal"], "{game}");
            assert_eq!(snapshot["view"], before["view"], "{game}");
            undone += 1;
        }
    }
    let record = match snapshot["phase"] == "over" {
        true => get(server.address, &format!("/api/tables/{table}/record")).await.1,
        false => end(server, &mut ada, &table).await,
    };
    let undone_on_seats = if undone == 0 { Value::Null } else { json!([0]) };
    assert_eq!(record["times"]["undone"], undone_on_seats, "{game}");
    let record = catalog::read_record(&record.to_string()).unwrap();
    record.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{game}: {rejection}"));
    let verified = record.verify(&catalog::CATALOG);
    verified.unwrap_or_else(|rejection| panic!("{game}: {rejection}"));
    undone
}

#[tokio::test]
async fn whole_matches_go_on_rightly_after_much_was_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::standing();
    let mut settings = quick(folder.path());
    settings.clock = clock.clone();
    // Bots need time, so that the undo can come first.
    settings.pace.bot = Duration::from_secs(1);
    let server = TestServer::open(settings).await;
    for (game, seats) in GAMES.into_iter().filter(|(game, _)| *game != "speed") {
        // A match may be over after a few actions, none of which can be undone.
        let mut undone = 0;
        for _ in 0..20 {
            undone += play_and_take_back(&server, game, seats, &clock).await;
            if undone > 0 {
                break;
            }
        }
        assert!(undone > 0, "{game}: nothing was taken back");
    }
    server.close().await;
}

#[tokio::test]
async fn nothing_is_taken_back_from_people_nor_in_a_race_nor_what_has_shown_something() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, mut bob, snapshot) = two_at_a_table(&server).await;
    let action = snapshot["legal"][0].as_str().unwrap().to_owned();
    ada.act(&table, &snapshot, &action).await;
    let played = ada.next_snapshot().await;
    assert_eq!(played["undo"], Value::Null, "against people");
    assert_eq!(bob.next_snapshot().await["undo"], Value::Null);
    ada.say(ask(&table, &played)).await;
    assert_eq!(ada.until("refused").await["reason"], "not-against-bots");

    let race = create_table_of(server.address, "speed", &with_bots(2, "waiter")).await;
    let (mut ada, snapshot) = sit(&server, &race).await;
    assert_eq!(snapshot["undo"], Value::Null);
    ada.say(ask(&race, &snapshot)).await;
    let refused = ada.until("refused").await;
    assert_eq!((&refused["code"], &refused["reason"]), (&json!("not-yours"), &json!("no-undo")));

    let alone = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let (mut ada, snapshot) = sit(&server, &alone).await;
    let before = snapshot["version"].as_u64().unwrap();
    ada.play(&alone, &snapshot, "x").await;
    let answered = loop {
        let snapshot = ada.next_snapshot().await;
        if is_own_turn(&snapshot) && snapshot["version"].as_u64() > Some(before + 1) {
            break snapshot;
        }
    };
    assert_eq!(answered["undo"], Value::Null, "a card of the bot lies there");
    ada.say(ask(&alone, &answered)).await;
    let refused = ada.until("refused").await;
    assert_eq!((&refused["reason"], &refused["id"]), (&json!("no-undo"), &json!("back")));
    ada.say(ask(&alone, &snapshot)).await;
    assert_eq!(ada.until("refused").await["code"], "stale");
    let mut stranger = Client::hello(server.address, 7).await;
    stranger.say(ask(&alone, &answered)).await;
    assert_eq!(stranger.until("refused").await["code"], "not-yours");
    let record = end(&server, &mut ada, &alone).await;
    assert_eq!(record["times"]["undone"], Value::Null);
    server.close().await;
}

#[tokio::test]
async fn a_bot_that_thinks_about_a_card_that_is_taken_back_does_not_answer_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    settings.pace.bot = Duration::from_secs(2);
    settings.clock = Clock::standing();
    let clock = settings.clock.clone();
    let server = TestServer::open(settings).await;
    let table = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let (mut ada, before) = sit_by(&server, &table, &clock).await;
    ada.play(&table, &before, "x").await;
    let played = ada.next_snapshot().await;
    assert_eq!(played["undo"], true);
    ada.say(ask(&table, &played)).await;
    let told = ada.until("table").await;
    assert_eq!(seen(&told["snapshot"]), seen(&before));
    // Long enough for the bot to answer.
    clock.advance(Duration::from_millis(2500));
    let silence = ada.all_told(&table, &clock).await;
    assert!(silence.iter().all(|notice| notice["snapshot"].is_null()), "{silence:?}");
    ada.play(&table, &told["snapshot"], "y").await;
    let again = ada.until("played").await;
    assert_eq!((&again["id"], &again["seat"]), (&json!("y"), &json!(0)), "{again}");
    clock.advance(Duration::from_secs(2));
    let answer = ada.until("played").await;
    assert_eq!(answer["seat"], 1, "and then it thinks anew");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_what_was_taken_back_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, address) = serve(this_program(), folder.path());
    let table = create_table_of(address, "thirty-one", &with_bots(3, "greedy")).await;
    let (mut ada, seen) = Client::at(address, 0, &table).await;
    let before = ada.on_turn(&table, seen["snapshot"].clone()).await;
    ada.act(&table, &before, "upcard").await;
    let taken = ada.next_snapshot().await;
    assert_eq!(taken["undo"], true, "a card of the open pile");
    ada.say(ask(&table, &taken)).await;
    let told = ada.until("table").await;
    child.kill();
    let (_child, address) = serve(this_program(), folder.path());
    let (mut ada, revived) = Client::at(address, 0, &table).await;
    assert_eq!(revived["snapshot"]["version"], told["snapshot"]["version"]);
    assert_eq!(revived["snapshot"]["view"], told["snapshot"]["view"]);
    assert_eq!(revived["info"]["diverged"], Value::Null);
    let last = ada.play_on(&table, revived["snapshot"].clone()).await;
    assert_eq!(last["phase"], "over");
}
