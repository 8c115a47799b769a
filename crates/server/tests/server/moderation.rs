//! Reports and rulings, as players and operators see them.

#![cfg(unix)]

use crate::admin::order;
use crate::ratings;
use crate::support::{Client, TestServer, eventually, get, http, post, quick, token};
use serde_json::{Value, json};
use server::Settings;
use server::admin::{Answer, Order, PlayerFile};
use std::net::SocketAddr;
use std::path::Path;

/// Starts a server behind a proxy, so that players can come from different networks.
async fn open(folder: &Path) -> TestServer {
    let mut settings = Settings { proxies: vec!["127.0.0.1/32".parse().unwrap()], ..quick(folder) };
    // With this absence a seat counts as left only after a ban.
    settings.pace.absence = std::time::Duration::from_secs(3_600);
    let server = TestServer::open(settings).await;
    for (guest, name) in [(0, "Ada"), (1, "Mallory")] {
        ratings::claim(server.address, guest, name).await;
    }
    server
}

/// Command that lists the newest open reports.
const OPEN: Order = Order::Reports { open: true, before: None };

/// Pairs Ada and Mallory. Returns the table and both, who are in its first deal, and whether the match is rated.
async fn pair(server: &TestServer) -> (String, [Client; 2], bool) {
    let players = [(0, "203.0.113.1"), (1, "203.0.113.2")];
    let (table, players, rated) = ratings::pair(server, "scopa-2-quick", players).await;
    (table, players.map(|(client, _)| client), rated)
}

/// Waits until the server closes a socket.
async fn ends(client: &mut Client) -> bool {
    while client.try_receive().await.is_some() {}
    true
}

async fn rule(folder: &Path, kind: &str, until: Option<u64>) -> i64 {
    let (name, reason) = ("mallory".to_owned(), "insults at three tables".to_owned());
    match order(folder, Order::Rule { name, kind: kind.to_owned(), until, reason }).await {
        Answer::Ruled { id } => id,
        other => panic!("{other:?}"),
    }
}

async fn file(folder: &Path, name: &str) -> PlayerFile {
    match order(folder, Order::Player { name: name.to_owned() }).await {
        Answer::Player(file) => *file,
        other => panic!("{other:?}"),
    }
}

async fn me(address: SocketAddr, guest: u8) -> Value {
    let request = format!("GET /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
    serde_json::from_str(&http(address, &request, "").await.2).unwrap()
}

fn audited(folder: &Path) -> Vec<Value> {
    let log = std::fs::read_to_string(folder.join("audit.log")).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn a_report_has_the_phrases_that_the_server_heard() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    let (table, [mut ada, mut mallory], _) = pair(&server).await;
    for phrase in ["sorry", "sorry", "goodbye"] {
        mallory.say(json!({ "type": "say", "table": table, "phrase": phrase })).await;
        while ada.until("said").await["phrase"] != phrase {}
    }
    ada.say(json!({ "type": "say", "table": table, "phrase": "hello" })).await;
    mallory.until("said").await;
    let report = |player: &str, reason: &str| json!({ "player": player, "table": table, "reason": reason });
    let send = async |guest: u8, body: Value| post(server.address, "/api/reports", guest, &body).await;
    // A claim of a phrase is refused, like all unknown fields.
    let mut claimed = report("Mallory", "phrases");
    claimed["phrases"] = json!(["hello"]);
    assert_eq!(send(0, claimed).await.1["code"], "unreadable");
    assert_eq!(send(0, report("Mallory", "rude")).await.1["code"], "unreadable");
    assert_eq!(send(9, report("Mallory", "phrases")).await.1["reason"], "report-table");
    let no_table = json!({ "player": "Mallory", "reason": "name" });
    assert_eq!(send(9, no_table).await.1["code"], "account-needed");
    assert_eq!(send(0, report("Ada", "phrases")).await.1["reason"], "report-self");
    assert_eq!(send(0, report("Unknown", "phrases")).await.0, 404);
    assert_eq!(send(0, report("MALLORY", "phrases")).await.0, 204);
    let again = send(0, report("Mallory", "stalled")).await;
    assert_eq!((again.0, &again.1["reason"]), (409, &json!("reported")));
    let Answer::Reports { reports: open, next: None } = order(folder.path(), OPEN).await else {
        panic!("no reports")
    };
    let one = &open[0];
    assert_eq!((one.reporter.as_deref(), &*one.about, &*one.reason), (Some("Ada"), "Mallory", "phrases"));
    assert_eq!((one.table.as_deref(), one.closed), (Some(&*table), None));
    assert_eq!(one.phrases, ["sorry", "sorry", "goodbye"]);
    // A note closes the report, and Mallory does not see it.
    rule(folder.path(), "note", None).await;
    assert_eq!(order(folder.path(), OPEN).await, Answer::Reports { reports: Vec::new(), next: None });
    let seen = file(folder.path(), "mallory").await;
    assert_eq!((seen.reports.len(), seen.rulings.len(), &*seen.rulings[0].kind), (1, 1, "note"));
    assert_eq!(me(server.address, 1).await["account"]["rulings"], json!([]));
    // The answer has these parts and no others, so that no hand is in it.
    let parts = serde_json::to_value(&seen).unwrap();
    let parts: Vec<&String> = parts.as_object().unwrap().keys().collect();
    assert_eq!(parts, ["id", "name", "outcomes", "ratings", "reports", "rulings", "seen", "since"]);
    server.close().await;
}

#[tokio::test]
async fn a_muted_player_is_not_heard_and_may_reply_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    let (table, [mut ada, mut mallory], _) = pair(&server).await;
    let id = rule(folder.path(), "mute", None).await;
    assert!(ends(&mut mallory).await, "the socket ends, so that the client learns of the ruling");
    let mut mallory = Client::hello_from(server.address, 1, "203.0.113.2").await;
    assert_eq!(mallory.until("ruled").await["id"], id);
    mallory.say(json!({ "type": "watch", "table": table })).await;
    mallory.until("table").await;
    mallory.say(json!({ "type": "say", "table": table, "phrase": "sorry" })).await;
    let refused = mallory.until("refused").await;
    assert_eq!(
        (&refused["code"], &refused["params"]["why"]),
        (&json!("muted"), &json!("insults at three tables"))
    );
    ada.say(json!({ "type": "say", "table": table, "phrase": "hello" })).await;
    // The first phrase that Ada hears is her own.
    assert_eq!(ada.until("said").await["phrase"], "hello");
    let shown = &me(server.address, 1).await["account"]["rulings"][0];
    assert_eq!(
        (&shown["kind"], &shown["until"], &shown["reply"]),
        (&json!("mute"), &Value::Null, &Value::Null)
    );
    let path = format!("/api/rulings/{id}/reply");
    let reply = async |guest: u8, path: &str, text: &str| {
        post(server.address, path, guest, &json!({ "reply": text })).await.0
    };
    assert_eq!(reply(0, &path, "not mine").await, 404);
    assert_eq!(reply(1, "/api/rulings/999/reply", "x").await, 404);
    assert_eq!((reply(1, &path, " ").await, reply(1, &path, &"x".repeat(501)).await), (400, 400));
    assert_eq!((reply(1, &path, "I am sorry.").await, reply(1, &path, "Really.").await), (204, 409));
    assert_eq!(file(folder.path(), "Mallory").await.rulings[0].reply.as_deref(), Some("I am sorry."));
    assert_eq!(order(folder.path(), Order::Lift { id }).await, Answer::Done);
    assert!(matches!(order(folder.path(), Order::Lift { id }).await, Answer::Refused { .. }));
    mallory.say(json!({ "type": "say", "table": table, "phrase": "goodbye" })).await;
    while ada.until("said").await["phrase"] != "goodbye" {}
    server.close().await;
}

#[tokio::test]
async fn a_paused_player_finds_no_pool_and_an_unrated_one_changes_no_rating() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    let id = rule(folder.path(), "pause", None).await;
    let mut mallory = Client::hello_from(server.address, 1, "203.0.113.2").await;
    mallory.say(json!({ "type": "seek", "id": "x", "pool": "scopa-2-quick", "name": "M" })).await;
    let refused = mallory.until("refused").await;
    assert_eq!((&refused["code"], &refused["reason"]), (&json!("paused"), &json!("ruling")), "{refused}");
    // Private tables stay open.
    let table = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "M" });
    assert_eq!(post(server.address, "/api/tables", 1, &table).await.0, 201);
    order(folder.path(), Order::Lift { id }).await;
    let (_, _, rated) = pair(&server).await;
    assert!(rated);
    rule(folder.path(), "unrated", None).await;
    let (_, _, rated) = pair(&server).await;
    assert!(!rated);
    server.close().await;
}

/// The page sends its seeks again after a reconnect, which a ruling causes.
#[tokio::test]
async fn a_pause_ends_the_seek_that_was_made_before() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    let seek = json!({ "type": "seek", "id": "x", "pool": "scopa-2-quick", "name": "M" });
    let mut mallory = Client::hello_from(server.address, 1, "203.0.113.2").await;
    mallory.say(seek.clone()).await;
    mallory.until("seeking").await;
    rule(folder.path(), "pause", None).await;
    assert!(ends(&mut mallory).await);
    let mut mallory = Client::hello_from(server.address, 1, "203.0.113.2").await;
    mallory.until("ruled").await;
    mallory.say(seek).await;
    let answer = loop {
        let answer = mallory.receive().await;
        if ["seeking", "refused"].contains(&answer["type"].as_str().unwrap()) {
            break answer;
        }
    };
    assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("paused")), "{answer}");
    // The seek is gone, and is not only refused.
    mallory.say(json!({ "type": "unseek", "id": "x" })).await;
    assert_eq!(mallory.until("refused").await["code"], "gone");
    server.close().await;
}

/// A table that can't be loaded must not keep the banned player in the others.
#[tokio::test]
async fn a_banned_player_leaves_a_match_although_a_newer_table_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    let (_, [mut ada, mallory], _) = pair(&server).await;
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "M" });
    assert_eq!(post(server.address, "/api/tables", 1, &new).await.0, 201);
    // A server that drains loads no more tables.
    assert_eq!(order(folder.path(), Order::Drain { reason: None }).await, Answer::Done);
    rule(folder.path(), "ban", None).await;
    while ada.until("chairs").await["chairs"][mallory.seat as usize]["left"] != true {}
    server.close().await;
}

/// PE-T20: the audit log has the ban before anything happens, the socket ends, and the seat counts as left.
#[tokio::test]
async fn a_ban_while_playing_ends_the_socket_and_counts_as_left() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    let (table, [mut ada, mut mallory], _) = pair(&server).await;
    rule(folder.path(), "ban", Some(4_000_000_000)).await;
    assert!(ends(&mut mallory).await);
    while ada.until("chairs").await["chairs"][mallory.seat as usize]["left"] != true {}
    ada.say(json!({ "type": "claim", "table": table })).await;
    ada.until("rated").await;
    let matches = eventually("the match", async || {
        let (_, profile) = get(server.address, "/api/players/Mallory").await;
        profile["matches"][0]["outcome"].as_str().map(str::to_owned)
    });
    assert_eq!(matches.await, "left");
    // The hello, a sign-in and a new table are refused; the account can still be read and answered.
    let mut again = Client::dial(server.address).await;
    again.say(json!({ "type": "hello", "token": token(1), "protocol": 3 })).await;
    let refused = again.until("refused").await;
    assert_eq!((&refused["code"], &refused["params"]["until"]), (&json!("banned"), &json!("4000000000")));
    let sign_in =
        json!({ "name": "Mallory", "proof": { "kind": "password", "password": "three blind mice" } });
    let (status, refused) = post(server.address, "/api/session", 5, &sign_in).await;
    assert_eq!((status, &refused["code"]), (403, &json!("banned")));
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "M" });
    assert_eq!(post(server.address, "/api/tables", 1, &new).await.1["code"], "banned");
    let shown = me(server.address, 1).await;
    assert_eq!(shown["account"]["rulings"][0]["kind"], "ban");
    // A wrong password learns nothing.
    let wrong = json!({ "name": "Mallory", "proof": { "kind": "password", "password": "wrong password" } });
    assert_eq!(post(server.address, "/api/session", 5, &wrong).await.1["code"], "credentials");
    let lines = audited(folder.path());
    let ban = lines.iter().find(|line| line["what"] == "ban").unwrap();
    assert_eq!(
        (&ban["until"], &ban["reason"]),
        (&json!(4_000_000_000_u64), &json!("insults at three tables"))
    );
    // The log names the account by its id, which `player` shows, and not by its name.
    assert_eq!(ban["account"], file(folder.path(), "Mallory").await.id);
    assert!(!format!("{lines:?}").contains("Mallory"));
    server.close().await;
}

#[tokio::test]
async fn nothing_happens_without_a_line_in_the_audit_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    // A folder in the place of the log can't be written.
    std::fs::create_dir(folder.path().join("audit.log")).unwrap();
    for order_ in [
        Order::Rule { name: "Mallory".into(), kind: "ban".into(), until: None, reason: "x".into() },
        Order::Rename { name: "Mallory".into() },
    ] {
        assert!(matches!(order(folder.path(), order_).await, Answer::Refused { .. }));
    }
    assert_eq!(me(server.address, 1).await["account"]["rulings"], json!([]));
    std::fs::remove_dir(folder.path().join("audit.log")).unwrap();
    let Answer::Renamed { name } = order(folder.path(), Order::Rename { name: "Mallory".into() }).await
    else {
        panic!("not renamed")
    };
    assert!(name.starts_with("Player"));
    assert_eq!(me(server.address, 1).await["account"]["name"], name);
    assert_eq!(get(server.address, "/api/players/Mallory").await.0, 404);
    for (kind, until, reason) in
        [("warn", Some(4_000_000_000), "x"), ("ban", Some(1), "x"), ("ban", None, " "), ("hang", None, "x")]
    {
        let (name, kind, reason) = (name.clone(), kind.to_owned(), reason.to_owned());
        let answer = order(folder.path(), Order::Rule { name, kind, until, reason }).await;
        assert!(matches!(answer, Answer::Refused { .. }), "{answer:?}");
    }
    // An export has rulings and reports.
    order(folder.path(), Order::Rule { name, kind: "note".into(), until: None, reason: "a new name".into() })
        .await;
    let report = json!({ "player": "Ada", "reason": "name" });
    assert_eq!(post(server.address, "/api/reports", 1, &report).await.0, 204);
    let request = format!("GET /api/me/export HTTP/1.1\r\nauthorization: Bearer {}", token(1));
    let export: Value = serde_json::from_str(&http(server.address, &request, "").await.2).unwrap();
    assert_eq!(
        (&export["rulings"][0]["reason"], &export["reports"][0]["about"]),
        (&json!("a new name"), &json!("Ada"))
    );
    server.close().await;
}

#[tokio::test]
async fn the_operator_pages_through_many_reports() {
    let folder = tempfile::tempdir().unwrap();
    let server = open(folder.path()).await;
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let about: String =
        file.query_row("SELECT id FROM accounts WHERE name = 'Mallory'", [], |row| row.get(0)).unwrap();
    // Their reporters have deleted their accounts.
    for at in 1..=205 {
        let sql = "INSERT INTO reports (about, reason, phrases, at) VALUES (?1, 'stalled', '[]', ?2)";
        file.execute(sql, rusqlite::params![about, at]).unwrap();
    }
    drop(file);
    let server = TestServer::open(quick(folder.path())).await;
    let page = async |before| match order(folder.path(), Order::Reports { open: true, before }).await {
        Answer::Reports { reports, next } => (reports.iter().map(|one| one.at).collect::<Vec<_>>(), next),
        other => panic!("{other:?}"),
    };
    let (newest, next) = page(None).await;
    assert_eq!(newest, (6..=205).rev().collect::<Vec<_>>());
    assert!(next.is_some());
    assert_eq!(page(next).await, ((1..=5).rev().collect(), None));
    server.close().await;
}
