//! Rated matches, as clients see them: what is rated, what is not, and profiles.

use crate::support::{Client, TestServer, create_table, eventually, get, http, post, quick, token};
use serde_json::{Value, json};
use server::Settings;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of the next seek.
static SEEKS: AtomicUsize = AtomicUsize::new(0);

/// Starts a server behind a proxy, so that players can come from different networks.
async fn open(folder: &Path) -> TestServer {
    TestServer::open(Settings { proxies: vec!["127.0.0.1/32".parse().unwrap()], ..quick(folder) }).await
}

pub(crate) async fn claim(address: SocketAddr, guest: u8, name: &str) {
    let new = json!({ "name": name, "password": "three blind mice", "device": "Firefox" });
    assert_eq!(post(address, "/api/account", guest, &new).await.0, 201);
}

/// Pairs two players in a pool, each from an address. Returns the table and the players, who are in its first deal.
pub(crate) async fn pair(
    server: &TestServer,
    pool: &str,
    players: [(u8, &str); 2],
) -> (String, [(Client, Value); 2], bool) {
    pair_at(server.address, pool, players).await
}

/// Pairs two players as [`pair`] does, at the server with an address.
pub(crate) async fn pair_at(
    address: SocketAddr,
    pool: &str,
    players: [(u8, &str); 2],
) -> (String, [(Client, Value); 2], bool) {
    let mut clients = Vec::new();
    for (guest, from) in players {
        let mut client = Client::hello_from(address, guest, from).await;
        // A seek that led to a table is remembered under its id.
        let id = SEEKS.fetch_add(1, Ordering::Relaxed).to_string();
        let seek = json!({ "type": "seek", "id": id, "pool": pool, "name": "Guest" });
        client.say(seek).await;
        clients.push(client);
    }
    let (mut table, mut rated) = (String::new(), false);
    for client in &mut clients {
        let paired = client.until("paired").await;
        table = paired["table"].as_str().unwrap().to_owned();
        client.seat = paired["seat"].as_u64().unwrap();
    }
    for client in &mut clients {
        client.say(json!({ "type": "watch", "table": table })).await;
        rated = client.until("table").await["info"]["rated"] == true;
    }
    let mut started = Vec::new();
    for mut client in clients {
        let snapshot = client.until_playing().await;
        started.push((client, snapshot));
    }
    (table, started.try_into().unwrap_or_else(|_| panic!("two players")), rated)
}

async fn profile(server: &TestServer, name: &str) -> Value {
    let (status, profile) = get(server.address, &format!("/api/players/{name}")).await;
    assert_eq!(status, 200, "{profile}");
    profile
}

/// Waits until a player's profile has a number of matches.
async fn with_matches(server: &TestServer, name: &str, number: usize) -> Value {
    eventually("a match", async || {
        let profile = profile(server, name).await;
        (profile["matches"].as_array().unwrap().len() == number).then_some(profile)
    })
    .await
}

/// PE-T12, PE-T4: a match of two accounts is rated once, even if the server stops before the notice was read.
#[tokio::test]
async fn a_match_from_the_lobby_is_rated_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    claim(server.address, 0, "Ada").await;
    claim(server.address, 1, "Bob").await;
    assert_eq!(profile(&server, "ADA").await["ratings"], json!([]));
    let (table, players, rated) =
        pair(&server, "scopa-2-quick", [(0, "203.0.113.1"), (1, "203.0.113.2")]).await;
    assert!(rated);
    let [(mut ada, a), (mut bob, b)] = players;
    let (a, _) = tokio::join!(ada.play_on(&table, a), bob.play_on(&table, b));
    let told = ada.until("rated").await;
    assert_eq!(bob.until("rated").await, told);
    let changes = told["changes"].as_array().unwrap();
    let has_won = a["winners"].as_array().unwrap().contains(&json!(ada.seat));
    let change = |rating: i32| json!([rating, rating - 1500, true]);
    let shown: Vec<Value> =
        changes.iter().map(|one| json!([one["rating"], one["change"], one["provisional"]])).collect();
    let (first, second) = if has_won == (ada.seat == 0) { (1662, 1338) } else { (1338, 1662) };
    assert_eq!(shown, [change(first), change(second)], "{told}");
    let ratings =
        |rating: i32| json!([{ "family": "scopa-two", "rating": rating, "provisional": true, "matches": 1 }]);
    let ada_rating = if has_won { 1662 } else { 1338 };
    let seen = profile(&server, "Ada").await;
    assert_eq!(seen["ratings"], ratings(ada_rating));
    let row = &seen["matches"][0];
    assert_eq!(
        (&row["id"], &row["replay"], &row["family"]),
        (&json!(table), &json!(true), &json!("scopa-two"))
    );
    assert_eq!((&row["opponents"], &row["partners"]), (&json!(["Bob"]), &json!([])));
    assert_eq!((&row["rating"], &row["change"]), (&json!(ada_rating), &json!(ada_rating - 1500)));
    assert_eq!(row["outcome"], "played");
    let before = format!("/api/players/Ada/matches?before={}.{table}", row["finished"]);
    assert_eq!(get(server.address, &before).await, (200, json!([])));
    assert_eq!(get(server.address, "/api/players/Ada/matches").await.1.as_array().unwrap().len(), 1);
    server.close().await;

    // After a restart nothing is rated again, and the players are told again.
    let server = open(folder.path()).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["info"]["rated"], true);
    assert_eq!(ada.until("rated").await, told);
    assert_eq!(profile(&server, "Ada").await["ratings"], ratings(ada_rating));
    // A rematch is private.
    ada.say(json!({ "type": "rematch", "table": table })).await;
    let next = ada.until("rematch").await["next"].as_str().unwrap().to_owned();
    let (_, seen) = Client::at(server.address, 0, &next).await;
    assert_eq!(seen["info"]["rated"], Value::Null);
    // The profile leads everybody to the match, but not to the private rematch.
    let replay = format!("/api/tables/{table}/replay");
    let (status, seen) = get(server.address, &replay).await;
    assert_eq!((status, &seen["info"]["next"]), (200, &Value::Null));
    let (_, seen) = Client::at(server.address, 2, &table).await;
    assert_eq!(seen["info"]["next"], Value::Null);
    let request = format!("GET {replay} HTTP/1.1\r\nauthorization: Bearer {}", token(1));
    let seen: Value = serde_json::from_str(&http(server.address, &request, "").await.2).unwrap();
    assert_eq!(seen["info"]["next"], json!(next));
    let request = format!("GET /api/me/export HTTP/1.1\r\nauthorization: Bearer {}", token(0));
    let export: Value = serde_json::from_str(&http(server.address, &request, "").await.2).unwrap();
    assert_eq!((&export["ratings"], &export["matches"][0]["id"]), (&ratings(ada_rating), &json!(table)));
    // A deletion takes the profile away, and leaves the opponent's match.
    let proof = json!({ "proof": { "kind": "password", "password": "three blind mice" } });
    let request = format!("DELETE /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(0));
    assert_eq!(http(server.address, &request, &proof.to_string()).await.0, 204);
    assert_eq!(get(server.address, "/api/players/Ada").await.0, 404);
    assert_eq!(with_matches(&server, "Bob", 1).await["matches"][0]["opponents"], json!([]));
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    for table in ["matches", "rating_log", "ratings"] {
        let sql = format!("SELECT count(*), count(DISTINCT person) FROM {table}");
        let counted: (u32, u32) = file.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(counted, if table == "ratings" { (1, 1) } else { (2, 1) }, "{table}");
    }
}

/// Ways to win points that don't: the same network, a guest, a guest who claims a name when the win is sure, a race, an
/// agreed end, and private matches.
#[tokio::test]
async fn a_hostile_player_gains_no_points() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    for (guest, name) in [(0, "Ada"), (1, "Bob")] {
        claim(server.address, guest, name).await;
    }
    let [here, there, far] = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
    let mut finished = 0;
    let mut unrated = async |pool, players: [(u8, &str); 2], claims: bool, is_agreed: bool| {
        let (table, [(mut first, _), (mut second, _)], rated) = pair(&server, pool, players).await;
        if claims {
            claim(server.address, players[1].0, "Late").await;
        }
        if is_agreed {
            for client in [&mut first, &mut second] {
                client.say(json!({ "type": "end", "table": table, "agree": true })).await;
            }
        } else {
            first.say(json!({ "type": "resign", "table": table })).await;
        }
        finished += 1;
        let seen = with_matches(&server, "Ada", finished).await;
        assert_eq!((&seen["ratings"], &seen["matches"][0]["rating"]), (&json!([]), &Value::Null));
        rated
    };
    // One household, also with IPv6.
    assert!(!unrated("scopa-2-quick", [(0, here), (1, here)], false, false).await);
    assert!(!unrated("scopa-2-quick", [(0, "2001:db8:1:2::1"), (1, "2001:db8:1:3::1")], false, false).await);
    assert!(!unrated("scopa-2-quick", [(0, here), (2, there)], false, false).await, "a guest");
    assert!(!unrated("scopa-2-quick", [(0, here), (3, there)], true, false).await, "a late claim");
    assert!(!unrated("speed-2", [(0, here), (1, there)], false, false).await, "a race");
    assert!(unrated("scopa-2-quick", [(0, here), (1, far)], false, true).await, "agreed");
    // A private match leaves no row at all.
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "" })).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    ada.until_playing().await;
    bob.say(json!({ "type": "resign", "table": table })).await;
    while ada.until("table").await["info"]["ended"].is_null() {}
    assert_eq!(profile(&server, "Ada").await["matches"].as_array().unwrap().len(), finished);
    assert_eq!(profile(&server, "Ada").await["ratings"], json!([]));
    server.close().await;
}

/// A leaver is last, and the rating of further matches of the same two in a day changes less.
#[tokio::test]
async fn a_leaver_loses_and_many_matches_of_two_count_less() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    for (guest, name) in [(0, "Ada"), (1, "Bob")] {
        claim(server.address, guest, name).await;
    }
    for number in 1..=3 {
        let players = [(0, "203.0.113.1"), (1, "203.0.113.2")];
        let (table, [(mut ada, _), (mut bob, _)], _) = pair(&server, "scopa-2-quick", players).await;
        if number == 1 {
            bob.say(json!({ "type": "stand", "table": table, "seat": bob.seat })).await;
            while ada.until("chairs").await["chairs"][bob.seat as usize]["left"] != true {}
            ada.say(json!({ "type": "claim", "table": table })).await;
        } else {
            bob.say(json!({ "type": "resign", "table": table })).await;
        }
        ada.until("rated").await;
        let seen = with_matches(&server, "Bob", number).await;
        let newest = seen["matches"].as_array().unwrap().iter().find(|one| one["id"] == table).unwrap();
        assert_eq!(newest["outcome"], if number == 1 { "left" } else { "played" });
        assert!(newest["change"].as_i64().unwrap() < 0, "{newest}");
    }
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let mut select = file.prepare("SELECT weight FROM rating_log ORDER BY step").unwrap();
    let weights: Vec<f64> =
        select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(weights, [1.0, 1.0, 1.0, 1.0, 0.5, 0.5]);
}

/// PE-T14
#[tokio::test]
async fn a_player_who_leaves_matches_pauses_and_may_play_private_ones() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    for (guest, name) in [(0, "Ada"), (1, "Bob")] {
        claim(server.address, guest, name).await;
    }
    let leave = async |last: bool| {
        let players = [(0, "203.0.113.1"), (1, "203.0.113.2")];
        let (table, [(mut ada, _), (mut bob, _)], _) = pair(&server, "scopa-2-quick", players).await;
        if last {
            bob.say(json!({ "type": "resign", "table": table })).await;
        } else {
            bob.say(json!({ "type": "stand", "table": table, "seat": bob.seat })).await;
            while ada.until("chairs").await["chairs"][bob.seat as usize]["left"] != true {}
            ada.say(json!({ "type": "claim", "table": table })).await;
        }
        ada.until("rated").await;
    };
    // Two of five left: 60 % are finished, but the last one is, so that no pause begins.
    for is_finished in [false, false, true, true, true] {
        leave(is_finished).await;
    }
    let leave_pause = async |guest: u8| {
        let request = format!("GET /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
        let me: Value = serde_json::from_str(&http(server.address, &request, "").await.2).unwrap();
        me["account"]["leavePause"].clone()
    };
    assert_eq!((leave_pause(0).await, leave_pause(1).await), (Value::Null, json!(10)));
    // Three of six.
    leave(false).await;
    let seek = |id: &str| json!({ "type": "seek", "id": id, "pool": "scopa-2-quick", "name": "Bob" });
    let mut bob = Client::hello_from(server.address, 1, "203.0.113.2").await;
    bob.say(seek("paused")).await;
    let refused = bob.until("refused").await;
    assert_eq!(
        (&refused["code"], &refused["params"]),
        (&json!("paused"), &json!({ "minutes": "10" })),
        "{refused}"
    );
    // The other player may look for others, and Bob may play at a private table.
    let mut ada = Client::hello_from(server.address, 0, "203.0.113.1").await;
    ada.say(seek("free")).await;
    ada.until("seeking").await;
    let table =
        json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Bob" });
    assert_eq!(post(server.address, "/api/tables", 1, &table).await.0, 201);
    server.close().await;
}

#[tokio::test]
async fn profiles_of_unknown_players_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    claim(server.address, 0, "Ada").await;
    let unknown = get(server.address, "/api/players/Eve").await;
    assert_eq!((unknown.0, &unknown.1["code"]), (404, &json!("no-table")));
    for name in ["Ev%20e", "ab", "%FF", "Adalbert", "x%2Fy", "../me"] {
        let (status, answer) = get(server.address, &format!("/api/players/{name}")).await;
        assert_eq!(status, 404, "{name}: {answer}");
    }
    // Nothing secret is in a profile.
    let seen = profile(&server, "Ada").await;
    let keys: Vec<&String> = seen.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["finished", "matches", "name", "ratings", "since"]);
    for before in ["x", "1", "1.x", "-1.AAAAAAAAAAAAAAAAAAAAAA", "99999999999.AAAAAAAAAAAAAAAAAAAAAA"] {
        let (status, answer) =
            get(server.address, &format!("/api/players/Ada/matches?before={before}")).await;
        assert_eq!((status, &answer["code"]), (400, &json!("unreadable")), "{before}");
    }
    server.close().await;
}

/// Adds accounts with a rating to the data file of a running server. Each has ten matches and is sure to 60 points.
fn add_rated(folder: &Path, family: &str, people: std::ops::Range<u32>, at: u64) {
    let file = rusqlite::Connection::open(folder.join("parlour.sqlite")).unwrap();
    file.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
    for person in people {
        // An id is 43 letters of base64url.
        let (id, name) = (format!("{person:042}A"), format!("Player{person}"));
        let sql = "INSERT INTO accounts (id, name, folded, made, seen) VALUES (?1, ?2, lower(?2), ?3, ?3)";
        file.execute(sql, rusqlite::params![id, name, at as i64]).unwrap();
        let sql = "INSERT INTO ratings (person, family, mean, deviation, matches, at) VALUES (?1, ?2, ?3, 60.0, 10, ?4)";
        file.execute(sql, rusqlite::params![id, family, 2_000.0 - f64::from(person), at as i64]).unwrap();
    }
}

#[tokio::test]
async fn a_leaderboard_begins_with_five_players_and_shows_a_player_the_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    claim(server.address, 0, "Ada").await;
    for unknown in ["scopa", "scopa-many", "speed-two", "SCOPA-TWO", "%FF", "scopa-two%20"] {
        let (status, answer) = get(server.address, &format!("/api/ratings/{unknown}")).await;
        assert_eq!((status, &answer["code"]), (404, &json!("no-table")), "{unknown}");
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let day = 24 * 60 * 60;
    add_rated(folder.path(), "scopa-two", 0..4, now - 80 * day);
    add_rated(folder.path(), "scopa-two", 4..9, now - 91 * day);
    let few = get(server.address, "/api/ratings/scopa-two").await;
    let shown = json!({ "family": "scopa-two", "pool": "scopa-2-quick", "listed": 4, "needed": 5, "top": [], "around": [], "own": null });
    assert_eq!(few, (200, shown));

    // Ada is the last of 71.
    add_rated(folder.path(), "sharks-many", 100..170, now);
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let sql = "INSERT INTO ratings (person, family, mean, deviation, matches, at)
               SELECT id, 'sharks-many', 1500.0, 80.0, 12, ?1 FROM accounts WHERE name = 'Ada'";
    file.execute(sql, [now as i64]).unwrap();
    let (status, all) = get(server.address, "/api/ratings/sharks-many").await;
    assert_eq!((status, all["listed"].as_u64(), &all["around"]), (200, Some(71), &json!([])));
    let top = all["top"].as_array().unwrap();
    assert_eq!((top.len(), &all["own"]), (50, &Value::Null));
    let first = json!({ "place": 1, "name": "Player100", "rating": 1900, "deviation": 60, "matches": 10 });
    assert_eq!((&top[0], &top[49]["place"]), (&first, &json!(50)));
    let request = format!("GET /api/ratings/sharks-many HTTP/1.1\r\nauthorization: Bearer {}", token(0));
    let own: Value = serde_json::from_str(&http(server.address, &request, "").await.2).unwrap();
    let around: Vec<_> = own["around"].as_array().unwrap().iter().map(|one| &one["place"]).collect();
    assert_eq!((json!(around), &own["own"]), (json!([66, 67, 68, 69, 70, 71]), &json!(71)));
    assert_eq!(own["around"][5]["name"], "Ada");
    // A deleted account is not named, even while the ranking is not read again.
    file.execute("DELETE FROM accounts WHERE name = 'Player100'", []).unwrap();
    let (_, all) = get(server.address, "/api/ratings/sharks-many").await;
    assert!(all["top"].as_array().unwrap().iter().all(|one| one["name"] != "Player100"), "{all}");
    server.close().await;
}
