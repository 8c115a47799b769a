//! Sealed answers at tables of Sharks of Wall Street. No player sees another's answer before the window
//! closes, and its length does not depend on whether a player could react.

use crate::support::{Client, TestServer, post, quick};
use serde_json::{Value, json};
use server::Clock;
use std::net::SocketAddr;
use std::time::Duration;

/// Length of a window on the driven clock.
const WINDOW: Duration = Duration::from_millis(600);

async fn create_table(address: SocketAddr, chairs: Value) -> String {
    let seats = chairs.as_array().unwrap().len();
    let new = json!({ "game": "sharks", "options": {}, "seats": seats, "chairs": chairs, "name": "Ada" });
    let (status, opened) = post(address, "/api/tables", 0, &new).await;
    assert_eq!(status, 201, "{opened}");
    opened["table"].as_str().unwrap().to_owned()
}

async fn server() -> (tempfile::TempDir, Clock, TestServer) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = quick(folder.path());
    settings.clock = Clock::standing();
    settings.pace.window = WINDOW;
    let clock = settings.clock.clone();
    let server = TestServer::open(settings).await;
    (folder, clock, server)
}

pub(crate) fn may_act(snapshot: &Value, seat: u64) -> bool {
    snapshot["actors"].as_array().unwrap().contains(&seat.into())
}

fn in_window(snapshot: &Value) -> bool {
    snapshot["view"]["stage"] == "react"
}

/// Chooses the action of a player who plays every possible Tool, bids little and passes the rest.
fn choice(snapshot: &Value) -> String {
    let legal = snapshot["legal"].as_array().unwrap().iter().map(|action| action.as_str().unwrap());
    let by = |start: &str| legal.clone().find(|action| action.starts_with(start));
    let nobody_has_bid = snapshot["view"]["highest"].is_null();
    let bid = by("bid ").filter(|_| snapshot["view"]["stage"] == "bid" && nobody_has_bid);
    by("tool ").or(bid).or_else(|| by("pass")).or_else(|| legal.clone().next()).unwrap().to_owned()
}

pub(crate) async fn say(client: &mut Client, table: &str, version: &Value, action: &str) {
    client
        .say(json!({ "type": "play", "table": table, "version": version, "action": action, "id": action }))
        .await;
}

/// Returns the next notice with a snapshot, and the notices before it.
async fn next_snapshot(client: &mut Client) -> (Vec<Value>, Value) {
    let mut others = Vec::new();
    loop {
        let notice = client.receive().await;
        if notice["snapshot"].is_null() {
            others.push(notice);
        } else {
            return (others, notice);
        }
    }
}

/// Lets Ada and Bob play until the first window in which one of them can react (or, if `can` is false,
/// neither can). Returns their clients and snapshots in seat order, or `None` if the game ends before.
/// `close` closes an earlier window.
async fn at_window(
    address: SocketAddr,
    can: bool,
    close: &impl Fn(),
) -> Option<(String, [Client; 2], [Value; 2])> {
    let table = create_table(address, json!(["me", "open"])).await;
    let (ada, _) = Client::at(address, 0, &table).await;
    let (mut bob, _) = Client::at(address, 1, &table).await;
    bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
    bob.seat = 1;
    let mut clients = [ada, bob];
    let mut snapshots = [Value::Null, Value::Null];
    for (client, snapshot) in clients.iter_mut().zip(&mut snapshots) {
        *snapshot = client.until("dealt").await["snapshot"].clone();
    }
    loop {
        if snapshots[0]["phase"] != "playing" {
            return None;
        }
        if in_window(&snapshots[0]) {
            let asked = usize::from(may_act(&snapshots[1], 1));
            if (snapshots[asked]["legal"].as_array().unwrap().len() > 1) == can {
                return Some((table, clients, snapshots));
            }
        }
        if in_window(&snapshots[0]) {
            close();
        } else if snapshots[0]["view"]["stage"] != "shuffle" {
            let seat = usize::from(may_act(&snapshots[1], 1));
            let action = choice(&snapshots[seat]);
            say(&mut clients[seat], &table, &snapshots[seat]["version"], &action).await;
        }
        for (client, snapshot) in clients.iter_mut().zip(&mut snapshots) {
            let (_, notice) = next_snapshot(client).await;
            assert_ne!(notice["type"], "refused", "{notice}");
            *snapshot = notice["snapshot"].clone();
        }
    }
}

/// Repeats it at new tables until a window occurs.
pub(crate) async fn some_window(
    address: SocketAddr,
    can: bool,
    close: &impl Fn(),
) -> (String, [Client; 2], [Value; 2]) {
    for _ in 0..40 {
        if let Some(found) = at_window(address, can, close).await {
            return found;
        }
    }
    panic!("no window in forty games");
}

#[tokio::test]
async fn a_reaction_stays_hidden_until_the_window_closes() {
    let (_folder, clock, server) = server().await;
    let (table, mut clients, snapshots) = some_window(server.address, true, &|| clock.advance(WINDOW)).await;
    let asked = usize::from(may_act(&snapshots[1], 1));
    let react = snapshots[asked]["legal"][1].as_str().unwrap().to_owned();
    assert!(react.starts_with("react "), "{react}");
    // The answer is given, withdrawn and given again: the last one counts.
    for answer in ["noreact", &react, "noreact", &react] {
        say(&mut clients[asked], &table, &snapshots[asked]["version"], answer).await;
        let sealed = clients[asked].receive().await;
        assert_eq!((&sealed["type"], &sealed["action"]), (&json!("sealed"), &json!(answer)), "{sealed}");
    }
    clock.advance(WINDOW - Duration::from_millis(1));
    let early = clients[1 - asked].all_told(&table, &clock).await;
    assert!(early.is_empty(), "not before the time is up: {early:?}");
    clock.advance(Duration::from_millis(1));
    let (others, played) = next_snapshot(&mut clients[1 - asked]).await;
    assert!(others.is_empty(), "{others:?}");
    assert_eq!((&played["type"], &played["action"]), (&json!("played"), &json!(react)));
    // The other player may answer that in turn, in another window.
    assert!(in_window(&played["snapshot"]) && may_act(&played["snapshot"], 1 - asked as u64));
    server.close().await;
}

#[tokio::test]
async fn a_window_has_the_same_length_if_no_player_can_react() {
    let (_folder, clock, server) = server().await;
    for (can, speaks) in [(false, true), (false, false), (true, false), (true, true)] {
        let (table, mut clients, snapshots) =
            some_window(server.address, can, &|| clock.advance(WINDOW)).await;
        let asked = usize::from(may_act(&snapshots[1], 1));
        if speaks {
            say(&mut clients[asked], &table, &snapshots[asked]["version"], "noreact").await;
        }
        clock.advance(WINDOW - Duration::from_millis(1));
        let early = clients[1 - asked].all_told(&table, &clock).await;
        assert!(early.is_empty(), "{can} {speaks}: {early:?}");
        clock.advance(Duration::from_millis(1));
        let told = clients[1 - asked].all_told(&table, &clock).await;
        assert_eq!(told[0]["action"], "noreact", "{can} {speaks}: {told:?}");
    }
    server.close().await;
}

#[tokio::test]
async fn invalid_reactions_change_nothing() {
    let (_folder, clock, server) = server().await;
    let (table, mut clients, snapshots) = some_window(server.address, false, &|| clock.advance(WINDOW)).await;
    let asked = usize::from(may_act(&snapshots[1], 1));
    let version = snapshots[0]["version"].clone();
    let hostile = [
        "react T01",
        "react T07",
        "react T31",
        "tool T01",
        "bid 1",
        "pass",
        "flip 5",
        "give 1",
        "react",
        "noreact noreact",
    ];
    for action in hostile {
        say(&mut clients[asked], &table, &version, action).await;
        let answer = clients[asked].receive().await;
        assert_eq!((&answer["type"], &answer["id"]), (&json!("refused"), &json!(action)), "{answer}");
    }
    // The player of the Tool is not asked.
    say(&mut clients[1 - asked], &table, &version, "noreact").await;
    assert_eq!(clients[1 - asked].receive().await["code"], "not-your-turn");
    // A stale answer is refused.
    say(&mut clients[asked], &table, &json!(1), "noreact").await;
    assert_eq!(clients[asked].receive().await["code"], "stale");
    clock.advance(WINDOW);
    let (others, played) = next_snapshot(&mut clients[1 - asked]).await;
    assert!(others.is_empty());
    assert_eq!(played["action"], "noreact");
    assert_eq!(played["snapshot"]["version"], json!(version.as_u64().unwrap() + 1));
    // After the window closes, no reaction is possible.
    let late = clients[asked].until("played").await;
    say(&mut clients[asked], &table, &late["snapshot"]["version"], "react T01").await;
    let refused = clients[asked].until("refused").await;
    assert_ne!(refused["id"], Value::Null);
    server.close().await;
}

/// Six players, two people and four bots, finish a game.
#[tokio::test]
async fn six_finish_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let bot = || json!({ "bot": "greedy" });
    let table = create_table(server.address, json!(["me", bot(), "open", bot(), bot(), bot()])).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    bob.say(json!({ "type": "sit", "table": table, "seat": 2, "name": "Bob" })).await;
    bob.seat = 2;
    let play = async |client: &mut Client| {
        let mut snapshot = client.until("dealt").await["snapshot"].clone();
        loop {
            if snapshot["phase"] == "over" {
                return snapshot;
            }
            if may_act(&snapshot, client.seat) {
                say(client, &table, &snapshot["version"], &choice(&snapshot)).await;
            }
            let (others, notice) = next_snapshot(client).await;
            let refused = others.iter().find(|notice| notice["type"] == "refused");
            // The window may have closed while an answer was on its way.
            assert!(refused.is_none_or(|refused| refused["code"] == "stale"), "{refused:?}");
            snapshot = notice["snapshot"].clone();
        }
    };
    let (hers, his) = tokio::join!(play(&mut ada), play(&mut bob));
    assert_eq!(hers["totals"], his["totals"]);
    assert_eq!(hers["view"]["stage"], "over");
    server.close().await;
}
