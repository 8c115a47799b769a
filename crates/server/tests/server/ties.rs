//! Friends, mutes and blocks, as clients see them.

use crate::support::{Client, TestServer, eventually, http, post, quick, token};
use serde_json::{Value, json};
use server::{Limits, PeopleLimits, Rate, Settings};
use std::net::SocketAddr;

const PASSWORD: &str = "three blind mice";

/// Sends a request with a guest's token.
pub(crate) async fn ask(address: SocketAddr, method: &str, path: &str, guest: u8) -> (u16, Value) {
    let request = format!("{method} {path} HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
    let (status, _, body) = http(address, &request, "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

async fn claim(address: SocketAddr, guest: u8, name: &str) {
    let new = json!({ "name": name, "password": PASSWORD, "device": "" });
    let (status, claimed) = post(address, "/api/account", guest, &new).await;
    assert_eq!(status, 201, "{claimed}");
}

/// Starts a server with the accounts Ada, Bob and Eve, who are the guests 0, 1 and 2.
pub(crate) async fn with_three(settings: Settings) -> TestServer {
    let server = TestServer::open(settings).await;
    for (guest, name) in [(0, "Ada"), (1, "Bob"), (2, "Eve")] {
        claim(server.address, guest, name).await;
    }
    server
}

fn seek(id: &str) -> Value {
    json!({ "type": "seek", "id": id, "pool": "scopa-2-quick", "name": "" })
}

#[tokio::test]
async fn friends_ask_and_accept_and_see_each_other_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(quick(folder.path())).await;
    let address = server.address;
    assert_eq!(ask(address, "GET", "/api/ties", 9).await.1["code"], "account-needed");
    assert_eq!(ask(address, "PUT", "/api/ties/Ada/friend", 9).await.1["code"], "account-needed");
    let mut ada = Client::hello(address, 0).await;
    ada.say(json!({ "type": "lobby", "on": true })).await;
    assert_eq!(ada.until("lobby").await["friends"], Value::Null);
    let (status, asked) = ask(address, "PUT", "/api/ties/bob/friend", 0).await;
    assert_eq!(
        (status, asked),
        (200, json!({ "friends": [], "requests": [], "asked": ["Bob"], "muted": [], "blocked": [] }))
    );
    assert_eq!(ask(address, "GET", "/api/ties", 1).await.1["requests"], json!(["Ada"]));
    // Before the answer, neither sees the other.
    let mut bob = Client::hello(address, 1).await;
    bob.say(json!({ "type": "lobby", "on": true })).await;
    assert_eq!(bob.until("lobby").await["friends"], Value::Null);
    let (status, accepted) = ask(address, "PUT", "/api/ties/ADA/friend", 1).await;
    assert_eq!((status, &accepted["friends"]), (200, &json!([{ "name": "Ada", "online": true }])));
    while ada.until("lobby").await["friends"] != json!(["Bob"]) {}
    while bob.until("lobby").await["friends"] != json!(["Ada"]) {}
    drop(bob);
    while ada.until("lobby").await["friends"] != Value::Null {}
    assert_eq!(
        ask(address, "GET", "/api/ties", 0).await.1["friends"],
        json!([{ "name": "Bob", "online": false }])
    );
    for (path, status, code) in [
        ("/api/ties/Unknown/friend", 404, "no-table"),
        ("/api/ties/x/friend", 404, "no-table"),
        ("/api/ties/Bob/enemy", 404, "no-table"),
        ("/api/ties/Ada/friend", 403, "not-yours"),
    ] {
        let refused = ask(address, "PUT", path, 0).await;
        assert_eq!((refused.0, &refused.1["code"]), (status, &json!(code)), "{path}");
    }
    // Mutes are the player's own.
    assert_eq!(ask(address, "PUT", "/api/ties/Eve/mute", 0).await.1["muted"], json!(["Eve"]));
    let hers = ask(address, "GET", "/api/ties", 2).await.1;
    assert_eq!(hers, json!({ "friends": [], "requests": [], "asked": [], "muted": [], "blocked": [] }));
    // Ties are in the export, and go with the account.
    let (_, export) = ask(address, "GET", "/api/me/export", 0).await;
    assert_eq!(export["ties"]["friends"][0]["name"], "Bob");
    assert_eq!(export["ties"]["muted"], json!(["Eve"]));
    let proof = json!({ "proof": { "kind": "password", "password": PASSWORD } });
    let request = format!("DELETE /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(0));
    assert_eq!(http(address, &request, &proof.to_string()).await.0, 204);
    assert_eq!(ask(address, "GET", "/api/ties", 1).await.1["friends"], json!([]));
    server.close().await;
}

/// PE-T9: a block in either direction.
#[tokio::test]
async fn players_of_whom_one_blocks_the_other_never_meet() {
    for (blocker, name) in [(0_u8, "Bob"), (1, "Ada")] {
        let folder = tempfile::tempdir().unwrap();
        let server = with_three(quick(folder.path())).await;
        let address = server.address;
        for (guest, other) in [(0, "Bob"), (1, "Ada")] {
            ask(address, "PUT", &format!("/api/ties/{other}/friend"), guest).await;
        }
        let mut ada = Client::hello(address, 0).await;
        let mut bob = Client::hello(address, 1).await;
        for player in [&mut ada, &mut bob] {
            player.say(json!({ "type": "lobby", "on": true })).await;
        }
        while ada.until("lobby").await["friends"] != json!(["Bob"]) {}
        // Tables from before the block: one with a free chair, one with the chair of a bot, and a finished match.
        let mut tables = Vec::new();
        for other in [json!("open"), json!({ "openBot": "greedy" })] {
            let new =
                json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", other], "name": "" });
            let (_, opened) = post(address, "/api/tables", 0, &new).await;
            ada.say(json!({ "type": "watch", "table": opened["table"] })).await;
            tables.push(opened["table"].as_str().unwrap().to_owned());
        }
        while bob.until("lobby").await["tables"].as_array().unwrap().len() != 1 {}
        let over = crate::support::create_table(address, json!(["me", "open"])).await;
        bob.say(json!({ "type": "sit", "table": over, "seat": 1, "name": "" })).await;
        ada.say(json!({ "type": "watch", "table": over })).await;
        eventually("the match begins", async || {
            let (_, seen) = Client::at(address, 0, &over).await;
            (seen["snapshot"]["phase"] == "playing").then_some(())
        })
        .await;
        bob.say(json!({ "type": "resign", "table": over })).await;

        let (status, ties) = ask(address, "PUT", &format!("/api/ties/{name}/block"), blocker).await;
        assert_eq!((status, &ties["friends"], &ties["blocked"]), (200, &json!([]), &json!([name])));
        let blocked = ask(address, "GET", "/api/ties", 1 - blocker).await.1;
        assert_eq!(
            (&blocked["friends"], &blocked["blocked"]),
            (&json!([]), &json!([])),
            "no word of the block"
        );
        // Presence and the list of matches.
        while ada.until("lobby").await["friends"] != Value::Null {}
        while bob.until("lobby").await["tables"] != json!([]) {}
        // Friendship.
        for (guest, other) in [(0, "Bob"), (1, "Ada")] {
            let (status, refused) = ask(address, "PUT", &format!("/api/ties/{other}/friend"), guest).await;
            assert_eq!((status, &refused["code"]), (409, &json!("unavailable")), "{refused}");
        }
        // Chairs, and a rematch.
        for table in &tables {
            bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "" })).await;
            let refused = bob.until("refused").await;
            assert_eq!((&refused["code"], &refused["table"]), (&json!("unavailable"), &json!(table)));
            assert_eq!(refused["message"], "this table is not available");
        }
        for player in [&mut ada, &mut bob] {
            player.say(json!({ "type": "rematch", "table": over })).await;
            assert_eq!(player.until("refused").await["code"], "unavailable");
        }
        // Seeks: Ada and Bob wait beside each other, and neither sees the other.
        ada.say(seek("a")).await;
        ada.until("seeking").await;
        bob.say(seek("b")).await;
        assert_eq!(bob.until("seeking").await["waiting"], 1);
        while bob.until("lobby").await["seeks"] != json!([{ "pool": "scopa-2-quick", "name": "Bob" }]) {}
        let mut eve = Client::hello(address, 2).await;
        eve.say(json!({ "type": "lobby", "on": true })).await;
        while eve.until("lobby").await["seeks"].as_array().unwrap().len() != 2 {}
        eve.say(seek("e")).await;
        assert_eq!(ada.until("paired").await["table"], eve.until("paired").await["table"]);
        // The end of the block.
        bob.say(json!({ "type": "unseek", "id": "b" })).await;
        ask(address, "DELETE", &format!("/api/ties/{name}/block"), blocker).await;
        ada.say(seek("a2")).await;
        bob.say(seek("b2")).await;
        assert_eq!(ada.until("paired").await["table"], bob.until("paired").await["table"]);
        server.close().await;
    }
}

#[tokio::test]
async fn a_block_holds_for_players_who_wait_already() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(quick(folder.path())).await;
    let address = server.address;
    let mut ada = Client::hello(address, 0).await;
    ada.say(seek("a")).await;
    ada.until("seeking").await;
    assert_eq!(ask(address, "PUT", "/api/ties/Bob/block", 0).await.0, 200);
    let mut bob = Client::hello(address, 1).await;
    bob.say(seek("b")).await;
    assert_eq!(bob.until("seeking").await["waiting"], 1);
    server.close().await;
}

/// PE-T16
#[tokio::test]
async fn friend_requests_are_limited_and_answers_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let settings = quick(folder.path());
    let friend_requests = Rate { burst: 1, per_second: 0.0 };
    let people = PeopleLimits { friend_requests, ..settings.limits.people.clone() };
    let limits = Limits { people, ..settings.limits.clone() };
    let server = with_three(Settings { limits, ..settings }).await;
    let address = server.address;
    assert_eq!(ask(address, "PUT", "/api/ties/Bob/friend", 0).await.0, 200);
    // The same request again changes nothing and costs nothing.
    assert_eq!(ask(address, "PUT", "/api/ties/Bob/friend", 0).await.0, 200);
    let (status, refused) = ask(address, "PUT", "/api/ties/Eve/friend", 0).await;
    assert_eq!((status, &refused["code"]), (429, &json!("too-many")));
    // Ada accepts, mutes and blocks as often as she likes.
    assert_eq!(ask(address, "PUT", "/api/ties/Ada/friend", 2).await.0, 200);
    assert_eq!(
        ask(address, "PUT", "/api/ties/Eve/friend", 0).await.1["friends"].as_array().unwrap().len(),
        1
    );
    for kind in ["mute", "block"] {
        assert_eq!(ask(address, "PUT", &format!("/api/ties/Bob/{kind}"), 0).await.0, 200);
    }
    server.close().await;
}

#[tokio::test]
async fn a_player_who_appears_offline_is_seen_by_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(quick(folder.path())).await;
    let address = server.address;
    for (guest, other) in [(0, "Bob"), (1, "Ada")] {
        ask(address, "PUT", &format!("/api/ties/{other}/friend"), guest).await;
    }
    let (mut ada, mut bob) = (Client::hello(address, 0).await, Client::hello(address, 1).await);
    ada.say(json!({ "type": "lobby", "on": true })).await;
    while ada.until("lobby").await["friends"] != json!(["Bob"]) {}
    bob.say(seek("b")).await;
    while ada.until("lobby").await["seeks"] != json!([{ "pool": "scopa-2-quick", "name": "Bob" }]) {}

    assert_eq!(show(address, 9, false).await.1["code"], "account-needed");
    let (status, me) = show(address, 1, false).await;
    assert_eq!((status, &me["account"]["visible"]), (200, &json!(false)));
    // The pool still counts him, and pairs him with others.
    let lobby = loop {
        let lobby = ada.until("lobby").await;
        if lobby["friends"].is_null() && lobby["seeks"] == json!([]) {
            break lobby;
        }
    };
    let waiting = |pool: &Value| pool["id"] == "scopa-2-quick" && pool["waiting"] == 1;
    assert!(lobby["online"] == 2 && lobby["pools"].as_array().unwrap().iter().any(waiting), "{lobby}");
    let away = json!([{ "name": "Bob", "online": false }]);
    assert_eq!(ask(address, "GET", "/api/ties", 0).await.1["friends"], away);
    ada.say(seek("a")).await;
    let table = ada.until("paired").await["table"].as_str().unwrap().to_owned();
    bob.until("paired").await;
    for player in [&mut ada, &mut bob] {
        player.say(json!({ "type": "watch", "table": table })).await;
    }
    for player in [&mut ada, &mut bob] {
        player.until_playing().await;
    }
    // The match of the two is not listed, while he is hidden.
    let listed = async |number| {
        eventually("the list of matches", async || {
            let tables = ask(address, "GET", "/api/watch", 2).await.1["tables"].as_array().unwrap().len();
            (tables == number).then_some(())
        })
        .await;
    };
    listed(0).await;
    assert_eq!(show(address, 1, true).await.0, 200);
    listed(1).await;
    let here = json!([{ "name": "Bob", "online": true }]);
    assert_eq!(ask(address, "GET", "/api/ties", 0).await.1["friends"], here);
    ada.say(json!({ "type": "lobby", "on": true })).await;
    while ada.until("lobby").await["friends"] != json!(["Bob"]) {}
    show(address, 1, false).await;
    listed(0).await;
    server.close().await;
    // The choice outlives the server.
    let server = TestServer::open(quick(folder.path())).await;
    let _bob = Client::hello(server.address, 1).await;
    assert_eq!(ask(server.address, "GET", "/api/ties", 0).await.1["friends"], away);
    assert_eq!(ask(server.address, "GET", "/api/me", 1).await.1["account"]["visible"], false);
    server.close().await;
}

/// Lets others see a player, or not.
async fn show(address: SocketAddr, guest: u8, visible: bool) -> (u16, Value) {
    let request = format!("PATCH /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
    let (status, _, body) = http(address, &request, &json!({ "visible": visible }).to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

#[tokio::test]
async fn a_renamed_player_stays_muted() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(quick(folder.path())).await;
    let address = server.address;
    let chairs = json!(["me", "open", { "bot": "greedy" }, "open"]);
    let new = json!({ "game": "scopa", "options": {}, "seats": 4, "chairs": chairs, "name": "" });
    let table = post(address, "/api/tables", 0, &new).await.1["table"].as_str().unwrap().to_owned();
    for (guest, seat) in [(1, 1), (2, 3)] {
        let (mut client, _) = Client::at(address, guest, &table).await;
        client.say(json!({ "type": "sit", "table": table, "seat": seat, "name": "" })).await;
        while client.until("table").await["info"]["you"] != seat {}
    }
    let muted = async |guest| ask(address, "GET", &format!("/api/tables/{table}/muted"), guest).await;
    assert_eq!(muted(0).await, (200, json!([])));
    ask(address, "PUT", "/api/ties/Bob/mute", 0).await;
    assert_eq!(muted(0).await, (200, json!([1])));
    let request = format!("PATCH /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(1));
    assert_eq!(http(address, &request, &json!({ "name": "Robert" }).to_string()).await.0, 200);
    let (_, seen) = Client::at(address, 0, &table).await;
    assert_eq!(seen["info"]["chairs"][1]["name"], "Bob", "the chair keeps the old name");
    assert_eq!(muted(0).await, (200, json!([1])));
    // The mute is the player's own, and a guest has none.
    assert_eq!(muted(2).await, (200, json!([])));
    assert_eq!(muted(9).await.1["code"], "account-needed");
    assert_eq!(ask(address, "GET", "/api/tables/x/muted", 0).await.1["code"], "no-table");
    server.close().await;
}
