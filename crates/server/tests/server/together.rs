//! Friends at a table: returning, absences, ending a match, rematches.

use crate::support::{Client, TestServer, create_table, get, http, post, quick, two};
use serde_json::{Value, json};
use server::{Pace, Settings};
use std::time::Duration;

/// Returns the events that a client has received, with version and deal.
fn events_of(client: &Client) -> Vec<Value> {
    let notices = client.received.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let event = |notice: Value| {
        let snapshot = &notice["snapshot"];
        ["played", "dealt"].contains(&notice["type"].as_str().unwrap_or_default()).then(
            || json!({ "version": snapshot["version"], "deal": snapshot["deal"], "events": notice["events"] }),
        )
    };
    notices.filter_map(event).collect()
}

#[tokio::test]
async fn returning_players_get_the_log_as_it_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, hers, mut bob, his) = two(&server).await;
    let (mut eve, seen) = Client::at(server.address, 2, &table).await;
    assert_eq!(seen["log"].as_array().unwrap().len(), 1, "the deal");
    assert_eq!(seen["log"][0]["events"][0]["hand"], json!({ "closed": 3 }), "{seen}");
    let watching = async { while eve.receive().await["snapshot"]["phase"] != "over" {} };
    tokio::join!(watching, ada.play_on(&table, hers), bob.play_on(&table, his));

    for (guest, before) in [(0, events_of(&ada)), (1, events_of(&bob))] {
        let (_, again) = Client::at(server.address, guest, &table).await;
        let log = again["log"].as_array().unwrap();
        assert!(log.len() > 30, "{}", log.len());
        assert_eq!(log.as_slice(), &before[before.len() - log.len()..], "guest {guest}");
    }
    // A spectator receives only public events, and the same after a restart.
    let (_, again) = Client::at(server.address, 3, &table).await;
    let log = again["log"].as_array().unwrap().clone();
    let public = [seen["log"].as_array().unwrap().clone(), events_of(&eve)].concat();
    assert_eq!(log.as_slice(), &public[public.len() - log.len()..]);
    assert_eq!(log[log.len() - 1]["version"], again["snapshot"]["version"]);
    drop((ada, bob, eve));
    server.close().await;

    let server = TestServer::open(quick(folder.path())).await;
    let (_, again) = Client::at(server.address, 3, &table).await;
    assert_eq!(again["log"].as_array(), Some(&log));
    server.close().await;
}

#[tokio::test]
async fn what_is_told_again_of_a_long_match_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    // A rubber of random bidders may be over too soon.
    let new = json!({ "game": "bridge", "options": { "preset": "duplicate", "boards": 32 }, "seats": 4, "name": "Ada",
        "chairs": ["me", { "bot": "random" }, { "bot": "random" }, { "bot": "random" }] });
    let (_, opened) = post(server.address, "/api/tables", 0, &new).await;
    let table = opened["table"].as_str().unwrap().to_owned();
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    let mut snapshot = seen["snapshot"].clone();
    while snapshot["version"].as_u64() < Some(300) {
        ada.answer(&table, &snapshot).await;
        snapshot = loop {
            let notice = ada.receive().await;
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].clone();
            }
        };
    }
    let (_, again) = Client::at(server.address, 0, &table).await;
    let log = again["log"].as_array().unwrap();
    assert!((50..=120).contains(&log.len()), "{}", log.len());
    assert!(again["log"].to_string().len() < 32 * 1024);
    server.close().await;
}

#[tokio::test]
async fn a_rematch_is_one_table_with_the_same_people() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, hers, mut bob, his) = two(&server).await;
    let rematch = json!({ "type": "rematch", "table": table });
    ada.say(rematch.clone()).await;
    assert_eq!(ada.until("refused").await["code"], "unfinished");
    tokio::join!(ada.play_on(&table, hers), bob.play_on(&table, his));

    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    eve.say(rematch.clone()).await;
    assert_eq!(eve.until("refused").await["code"], "not-yours");
    ada.say(rematch.clone()).await;
    let (asked, received) = (ada.until("rematch").await, bob.until("rematch").await);
    assert_eq!((&asked, asked["seat"].as_u64()), (&received, Some(0)));
    bob.say(rematch.clone()).await;
    assert_eq!(bob.until("rematch").await["next"], asked["next"]);
    let next = asked["next"].as_str().unwrap().to_owned();
    assert_ne!(next, table);

    // The cards are dealt as soon as both are connected; they already have their chairs.
    let (mut ada, seen) = Client::at(server.address, 0, &next).await;
    assert_eq!((&seen["snapshot"]["phase"], &seen["info"]["you"]), (&json!("waiting"), &json!(0)));
    assert_eq!(seen["info"]["chairs"][1]["name"], "Bob");
    let (_bob, seen) = Client::at(server.address, 1, &next).await;
    assert_eq!(seen["info"]["you"], 1);
    assert_eq!(ada.until("dealt").await["snapshot"]["deal"], 0);
    server.close().await;

    // A restart keeps the rematch.
    let server = TestServer::open(quick(folder.path())).await;
    let (mut bob, seen) = Client::at(server.address, 1, &table).await;
    assert_eq!(seen["info"]["next"], next.as_str());
    bob.say(rematch).await;
    assert_eq!(bob.until("rematch").await["next"], next.as_str());
    server.close().await;
}

#[tokio::test]
async fn a_bot_plays_for_a_friend_who_is_away_until_he_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, mut snapshot, bob, _) = two(&server).await;
    let substitute = |seat: u8| json!({ "type": "substitute", "table": table, "seat": seat });
    for seat in [1, 0, 7] {
        ada.say(substitute(seat)).await;
        assert_eq!(ada.until("refused").await["code"], "not-yours", "seat {seat}");
    }
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    drop(bob);
    let chairs = ada.until("chairs").await;
    assert!(chairs["chairs"][1]["away"].is_u64(), "{chairs}");
    eve.say(substitute(1)).await;
    assert_eq!(eve.until("refused").await["code"], "not-yours");
    ada.say(substitute(1)).await;
    let chairs = ada.until("chairs").await;
    assert_eq!(chairs["chairs"][1]["substitute"], "skilled");
    assert_eq!(chairs["chairs"][1]["name"], "Bob");
    // The match continues: some deals later he is back, and plays himself.
    while snapshot["deal"].as_u64() < Some(1) {
        ada.answer(&table, &snapshot).await;
        snapshot = loop {
            let notice = ada.receive().await;
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].clone();
            }
        };
    }
    let (_bob, seen) = Client::at(server.address, 1, &table).await;
    assert_eq!(seen["info"]["chairs"][1]["substitute"], Value::Null);
    assert_eq!((&seen["info"]["you"], &seen["info"]["chairs"][1]["connected"]), (&json!(1), &json!(true)));
    server.close().await;
}

#[tokio::test]
async fn a_substitute_needs_a_long_absence() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let pace = Pace { absence: Duration::from_secs(60), ..quick.pace.clone() };
    let server = TestServer::open(Settings { pace, ..quick }).await;
    let (table, mut ada, _, bob, _) = two(&server).await;
    drop(bob);
    ada.until("chairs").await;
    ada.say(json!({ "type": "substitute", "table": table, "seat": 1 })).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    // The match does not end without his vote.
    ada.say(json!({ "type": "end", "table": table, "agree": true })).await;
    assert_eq!(ada.until("chairs").await["ending"], json!([0]));
    let (_, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["ended"], Value::Null);
    server.close().await;
}

#[tokio::test]
async fn a_match_ends_when_all_players_agree_and_refuses_later_actions() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, hers, mut bob, _) = two(&server).await;
    let end = |agree: bool| json!({ "type": "end", "table": table, "agree": agree });
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    eve.say(end(true)).await;
    assert_eq!(eve.until("refused").await["code"], "not-yours");
    ada.say(end(true)).await;
    assert_eq!(bob.until("chairs").await["ending"], json!([0]));
    bob.say(end(false)).await;
    assert_eq!(bob.until("chairs").await["ending"], json!([]));
    bob.say(end(true)).await;
    assert_eq!(bob.until("chairs").await["ending"], json!([1]));
    ada.say(end(true)).await;
    let seen = bob.until("table").await;
    assert_eq!(seen["info"]["ended"], json!({ "by": "agreement" }));
    ada.until("table").await;
    let version = hers["version"].clone();
    ada.say(json!({ "type": "play", "table": table, "version": version, "action": "7d", "id": "late" }))
        .await;
    assert_eq!(ada.until("refused").await["code"], "over");
    ada.say(end(true)).await;
    assert_eq!(ada.until("refused").await["code"], "over");
    server.close().await;

    // The match is over for good: the record can be read, and a rematch is possible.
    let server = TestServer::open(quick(folder.path())).await;
    let (status, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
    assert_eq!(status, 200);
    let summary = catalog::read_record(&record.to_string()).unwrap().replay(&catalog::CATALOG).summary();
    assert_eq!(summary["status"], "in-progress");
    let (status, replay) = get(server.address, &format!("/api/tables/{table}/replay?deal=0")).await;
    assert_eq!((status, &replay["winners"]), (200, &json!([])));
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    ada.say(json!({ "type": "rematch", "table": table })).await;
    ada.until("rematch").await;
    server.close().await;
}

#[tokio::test]
async fn a_player_resigns_alone_and_not_for_a_partner() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, _, mut bob, _) = two(&server).await;
    bob.say(json!({ "type": "resign", "table": table })).await;
    assert_eq!(ada.until("table").await["info"]["ended"], json!({ "by": "resignation", "seat": 1 }));
    let (_, replay) = get(server.address, &format!("/api/tables/{table}/replay?deal=0")).await;
    assert_eq!(replay["winners"], json!([0]));

    let four =
        create_table(server.address, json!(["me", { "bot": "greedy" }, "open", { "bot": "greedy" }])).await;
    let (mut ada, _) = Client::at(server.address, 0, &four).await;
    let (mut bob, _) = Client::at(server.address, 1, &four).await;
    bob.say(json!({ "type": "sit", "table": four, "seat": 2, "name": "Bob" })).await;
    ada.until("dealt").await;
    ada.say(json!({ "type": "resign", "table": four })).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    let three = create_table(server.address, json!(["me", { "bot": "greedy" }, { "bot": "greedy" }])).await;
    let (mut ada, _) = Client::at(server.address, 0, &three).await;
    ada.say(json!({ "type": "resign", "table": three })).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    // Against bots alone a player may always end the match.
    ada.say(json!({ "type": "end", "table": three, "agree": true })).await;
    while ada.until("table").await["info"]["ended"].is_null() {}
    server.close().await;
}

#[tokio::test]
async fn the_list_of_games_is_compressed_and_sent_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (status, head, plain) = http(server.address, "GET /api/games HTTP/1.1", "").await;
    assert_eq!(status, 200);
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let asked = format!("GET /api/games HTTP/1.1\r\nif-none-match: {tag}");
    let (status, _, body) = http(server.address, &asked, "").await;
    assert_eq!((status, body.as_str()), (304, ""));
    let request = "HEAD /api/games HTTP/1.1\r\naccept-encoding: gzip";
    let (_, head, _) = http(server.address, request, "").await;
    assert!(head.contains("content-encoding: gzip"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert!(length.parse::<usize>().unwrap() * 5 < plain.len(), "{length} of {}", plain.len());
    server.close().await;
}

#[tokio::test]
async fn the_lan_address_is_told_on_this_machine_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    assert_eq!(
        get(server.address, "/api/lan-address").await,
        (200, json!({ "address": null })),
        "it listens here only"
    );
    server.close().await;
    let open = Settings { address: ([0, 0, 0, 0], 0).into(), ..quick(folder.path()) };
    let server = TestServer::open(open).await;
    let here = std::net::SocketAddr::from(([127, 0, 0, 1], server.address.port()));
    let (_, _, body) = http(here, "GET /api/lan-address HTTP/1.1", "").await;
    assert!(!body.contains("127.0.0.1") && !body.contains("0.0.0.0"), "{body}");
    let (_, _, body) = http(here, "GET /api/lan-address HTTP/1.1\r\nx-forwarded-for: 203.0.113.7", "").await;
    assert_eq!(body, r#"{"address":null}"#);
    server.close().await;
}

#[tokio::test]
async fn standing_up_before_the_deal_opens_the_chair() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open", "open", "open"])).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["host"], 0);
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    let sit = |seat: u8, name: &str| json!({ "type": "sit", "table": table, "seat": seat, "name": name });
    let stand = |seat: u8| json!({ "type": "stand", "table": table, "seat": seat });
    bob.say(sit(1, "Bob")).await;
    bob.until("table").await;
    bob.say(stand(1)).await;
    assert_eq!(bob.until("table").await["info"]["you"], Value::Null);
    let open = |notice: &Value| notice["chairs"][1]["kind"] == "open";
    while !open(&ada.until("chairs").await) {}
    // Then he takes another chair, which only the host can free again.
    bob.say(sit(2, "Bob")).await;
    bob.until("table").await;
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    eve.say(sit(1, "Eve")).await;
    eve.until("table").await;
    for (seat, code) in [(2, "not-yours"), (0, "not-yours"), (3, "not-yours"), (7, "options")] {
        eve.say(stand(seat)).await;
        assert_eq!(eve.until("refused").await["code"], code, "seat {seat}");
    }
    ada.say(stand(2)).await;
    assert_eq!(bob.until("table").await["info"]["you"], Value::Null);
    bob.say(sit(2, "Bob again")).await;
    assert_eq!(bob.until("refused").await["code"], "not-yours");
    // A restart keeps the host.
    server.close().await;
    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!((&seen["info"]["host"], &seen["info"]["chairs"][2]["kind"]), (&json!(0), &json!("open")));
    ada.say(stand(1)).await;
    while !open(&ada.until("chairs").await) {}
    server.close().await;
}

#[tokio::test]
async fn agreements_of_a_player_who_left_the_chair_do_not_bind_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open", "open", "open"])).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    let end = json!({ "type": "end", "table": table, "agree": true });
    let sit = |seat: u8| json!({ "type": "sit", "table": table, "seat": seat, "name": "Eve" });
    let (mut eve, _) = Client::at(server.address, 9, &table).await;
    for seat in 1..4 {
        eve.say(sit(seat)).await;
        eve.until("table").await;
        eve.say(end.clone()).await;
        while eve.until("chairs").await["ending"] != json!([seat]) {}
        eve.say(json!({ "type": "stand", "table": table, "seat": seat })).await;
        eve.until("table").await;
    }
    let mut friends = Vec::new();
    for guest in 1..4 {
        let (mut friend, _) = Client::at(server.address, guest, &table).await;
        friend.say(sit(guest)).await;
        friend.until("table").await;
        friends.push(friend);
    }
    ada.say(end).await;
    // The vote asks the other players, and none of them has answered.
    let notice = loop {
        let notice = ada.receive().await;
        if !notice["info"]["ended"].is_null() || notice["ending"] == json!([0]) {
            break notice;
        }
    };
    assert_eq!(notice["info"]["ended"], Value::Null);
    server.close().await;
}

#[tokio::test]
async fn a_player_who_left_may_return_and_the_others_decide_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let pace = Pace { absence: Duration::from_secs(60), ..quick.pace.clone() };
    let server = TestServer::open(Settings { pace, ..quick.clone() }).await;
    let (table, mut ada, _, mut bob, _) = two(&server).await;
    let claim = json!({ "type": "claim", "table": table });
    let stand = |seat: u8| json!({ "type": "stand", "table": table, "seat": seat });
    ada.say(claim.clone()).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    // Even the host can't free a chair during the match.
    ada.say(stand(1)).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    bob.say(stand(1)).await;
    let chairs = ada.until("chairs").await;
    assert_eq!((&chairs["chairs"][1]["left"], &chairs["chairs"][1]["name"]), (&json!(true), &json!("Bob")));
    // A restart keeps it.
    drop((ada, bob));
    server.close().await;
    let pace = Pace { absence: Duration::from_secs(60), ..quick.pace.clone() };
    let server = TestServer::open(Settings { pace, ..quick }).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["chairs"][1]["left"], true);
    ada.say(json!({ "type": "substitute", "table": table, "seat": 1 })).await;
    assert_eq!(ada.until("chairs").await["chairs"][1]["substitute"], "skilled");
    // A substitute plays for him, so he has not lost yet.
    ada.say(claim.clone()).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    let (mut bob, seen) = Client::at(server.address, 1, &table).await;
    let chair = &seen["info"]["chairs"][1];
    assert_eq!((&chair["left"], &chair["substitute"]), (&json!(false), &Value::Null));
    bob.say(stand(1)).await;
    while ada.until("chairs").await["chairs"][1]["left"] != true {}
    ada.say(claim).await;
    assert_eq!(ada.until("table").await["info"]["ended"], json!({ "by": "absence", "seat": 1 }));
    // The record can be read, and the replay has the winner.
    let (status, replay) = get(server.address, &format!("/api/tables/{table}/replay?deal=0")).await;
    assert_eq!((status, &replay["winners"]), (200, &json!([0])));
    server.close().await;
}

#[tokio::test]
async fn a_partner_who_is_there_says_who_plays_for_whom_left() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open", "open", "open"])).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    let mut others = Vec::new();
    for guest in 1..4_u8 {
        let (mut client, _) = Client::at(server.address, guest, &table).await;
        client.say(json!({ "type": "sit", "table": table, "seat": guest, "name": guest.to_string() })).await;
        client.until("table").await;
        others.push(client);
    }
    ada.until("dealt").await;
    let [right, partner, _] = &mut others[..] else { unreachable!() };
    partner.say(json!({ "type": "stand", "table": table, "seat": 2 })).await;
    while ada.until("chairs").await["chairs"][2]["left"] != true {}
    let substitute = json!({ "type": "substitute", "table": table, "seat": 2 });
    right.say(substitute.clone()).await;
    assert_eq!(right.until("refused").await["code"], "not-yours");
    // One of two partners is not a side that has left.
    right.say(json!({ "type": "claim", "table": table })).await;
    assert_eq!(right.until("refused").await["code"], "not-yours");
    ada.say(substitute).await;
    assert_eq!(ada.until("chairs").await["chairs"][2]["substitute"], "skilled");
    server.close().await;
}

#[tokio::test]
async fn a_phrase_is_heard_by_all_at_the_table_and_kept_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, _, mut bob, _) = two(&server).await;
    let (mut eve, _) = Client::at(server.address, 2, &table).await;
    bob.say(json!({ "type": "say", "table": table, "phrase": "well-played" })).await;
    for client in [&mut ada, &mut bob, &mut eve] {
        let said = client.until("said").await;
        assert_eq!(said, json!({ "type": "said", "table": table, "seat": 1, "phrase": "well-played" }));
    }
    // A later spectator does not receive it, and it changed nothing.
    let (_, seen) = Client::at(server.address, 3, &table).await;
    assert!(!seen.to_string().contains("well-played"), "{seen}");
    assert_eq!(seen["snapshot"]["version"], 1);
    server.close().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
        assert!(!bytes.windows(11).any(|part| part == b"well-played"));
    }
}
