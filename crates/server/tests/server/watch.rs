//! Metrics and log of a server. Neither may contain secrets.

use crate::crash::{LOG, serve, this_program};
use crate::support::{
    Client, TIMEOUT, TestServer, create_table, eventually, get, http, metrics, post, quick, token,
};
use serde_json::{Value, json};
use server::{Clock, MetricsAddress, MetricsListener, Server, Settings};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// Returns settings with metrics.
fn watched(data: &Path) -> Settings {
    Settings { metrics: Some(metrics()), ..quick(data) }
}

async fn figures_of(server: &TestServer) -> String {
    let (status, head, text) = http(server.metrics.unwrap(), "GET /metrics HTTP/1.1", "").await;
    assert_eq!(status, 200);
    assert!(head.contains("application/openmetrics-text"), "{head}");
    assert!(text.ends_with("# EOF\n"), "{text}");
    text
}

fn by_name(text: &str) -> BTreeMap<&str, f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.rsplit_once(' ').unwrap())
        .map(|(name, number)| (name, number.parse().unwrap()))
        .collect()
}

/// Waits until a metric has this value.
pub(crate) async fn until(server: &TestServer, name: &str, number: f64) {
    let look = async || (by_name(&figures_of(server).await).get(name) == Some(&number)).then_some(());
    eventually(&format!("{name} is {number}"), look).await;
}

#[tokio::test]
async fn metrics_count_events_and_name_no_player() {
    let folder = tempfile::tempdir().unwrap();
    // With a manual clock no bot is late.
    let clock = Clock::standing();
    let server = TestServer::open(Settings { clock: clock.clone(), ..watched(folder.path()) }).await;
    let table = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    ada.play_on(&table, seen["snapshot"].clone()).await;
    ada.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Ada" })).await;
    assert_eq!(ada.until("refused").await["code"], "not-yours");
    assert_eq!(get(server.address, "/api/nowhere").await.0, 404);
    let text = figures_of(&server).await;
    let figures = by_name(&text);
    let (_, record) = get(server.address, &format!("/api/tables/{table}/record")).await;
    let lines: usize = record["deals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deal| 1 + deal["actions"].as_array().unwrap().len())
        .sum();
    // The table, its use, its seed exchange, its lines, its end, and the first deletion run, which finds
    // no table, no report and no challenge.
    assert_eq!(figures["parlour_transaction_changes_sum"], (lines + 7) as f64);
    assert_eq!(figures["parlour_transaction_changes_count"], figures["parlour_commit_seconds_count"]);
    assert!(figures["parlour_commit_seconds_sum"] > 0.0);
    // The request for a socket is not among the durations.
    assert_eq!(figures["parlour_request_seconds_count"], 2.0);
    assert!(figures["parlour_command_seconds_count"] > 1.0);
    assert_eq!(figures[&*format!("parlour_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"))], 1.0);
    assert!(figures["process_start_time_seconds"] > 1.7e9);
    #[cfg(target_os = "linux")]
    for name in
        ["process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_cpu_seconds_total"]
    {
        assert!(figures[name] > 0.0, "{name}");
    }
    // The created table, and the request for a socket.
    assert_eq!(figures["parlour_requests_total{status=\"2xx\"}"], 1.0);
    assert_eq!(figures["parlour_requests_total{status=\"1xx\"}"], 1.0);
    assert_eq!(figures["parlour_requests_total{status=\"4xx\"}"], 1.0);
    assert_eq!(figures["parlour_refusals_total{code=\"no-table\"}"], 1.0);
    assert_eq!(figures["parlour_refusals_total{code=\"not-yours\"}"], 1.0);
    assert_eq!(figures["parlour_sockets"], 1.0);
    assert_eq!(figures["parlour_tables"], 1.0);
    assert_eq!(figures["parlour_late_thoughts_total"], 0.0);
    assert_eq!(figures["parlour_moves_in_place_total"], 0.0);
    assert_eq!(figures["parlour_data_damaged"], 0.0);
    assert!(figures["parlour_data_bytes"] + figures["parlour_data_log_bytes"] > 4096.0);
    for secret in [table.as_str(), &token(0), record["seed"].as_str().unwrap(), "127.0.0.1", "Ada", "scopa"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    drop(ada);
    until(&server, "parlour_sockets", 0.0).await;
    clock.advance(Duration::from_secs(1));
    until(&server, "parlour_tables", 0.0).await;
    server.close().await;
}

#[tokio::test]
async fn metrics_count_refused_connections_and_failed_writes() {
    let folder = tempfile::tempdir().unwrap();
    let settings = watched(folder.path());
    let mut limits = settings.limits.clone();
    limits.connections.total = 1;
    limits.data = Some(200_000);
    let server = TestServer::open(Settings { limits, ..settings }).await;
    let mut first = TcpStream::connect(server.address).await.unwrap();
    first.write_all(b"GET /api/health HTTP/1.1\r\n").await.unwrap();
    until(&server, "parlour_turned_away_total", 0.0).await;
    assert_eq!(get(server.address, "/api/health").await.0, 503);
    until(&server, "parlour_turned_away_total", 1.0).await;
    drop(first);
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Ada" });
    let full = async { while post(server.address, "/api/tables", 0, &new).await.0 != 507 {} };
    tokio::time::timeout(TIMEOUT, full).await.unwrap();
    let text = figures_of(&server).await;
    assert_eq!(by_name(&text)["parlour_saves_failed_total{kind=\"full\"}"], 1.0);
    assert_eq!(by_name(&text)["parlour_refusals_total{code=\"not-saved\"}"], 1.0);
    server.close().await;
}

#[tokio::test]
async fn metrics_with_a_token_are_for_those_who_know_it() {
    let folder = tempfile::tempdir().unwrap();
    let address = MetricsAddress::Tcp(([0, 0, 0, 0], 0).into());
    let metrics = Some(MetricsListener { address, token: Some("a-long-token-of-mine".to_owned()) });
    let server = TestServer::open(Settings { metrics, ..quick(folder.path()) }).await;
    let listener = SocketAddr::from(([127, 0, 0, 1], server.metrics.unwrap().port()));
    for (header, status) in [
        ("", 401),
        ("\r\nauthorization: Bearer a-long-token", 401),
        ("\r\nauthorization: a-long-token-of-mine", 401),
        ("\r\nauthorization: Bearer a-long-token-of-mine", 200),
    ] {
        let (answered, _, text) = http(listener, &format!("GET /metrics HTTP/1.1{header}"), "").await;
        assert_eq!(answered, status, "{header}");
        assert_eq!(text.contains("parlour_"), status == 200, "{header}");
    }
    server.close().await;
}

#[tokio::test]
async fn the_figures_are_for_this_machine_only() {
    let folder = tempfile::tempdir().unwrap();
    let open = MetricsAddress::Tcp(([0, 0, 0, 0], 4881).into());
    let listener = |token| Some(MetricsListener { address: open.clone(), token });
    let refused = Server::bind(Settings { metrics: listener(None), ..quick(folder.path()) }).await;
    let Err(error) = refused else { panic!("the metrics would be public") };
    assert!(error.to_string().contains("127.0.0.1:4881"), "{error}");

    let server = TestServer::open(watched(folder.path())).await;
    assert_eq!(get(server.address, "/metrics").await.0, 200, "the page, which knows no such place");
    assert!(!get(server.address, "/metrics").await.1.to_string().contains("parlour_"));
    let mut stream = TcpStream::connect(server.metrics.unwrap()).await.unwrap();
    stream
        .write_all(b"GET /metrics HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    server.close().await;
}

/// Returns the name of a table in the log.
fn in_log(table: &str) -> String {
    Sha256::digest(table)[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the secrets that a log contains, except in lines about deals that a fault broke.
fn secrets_in(log: &str, table: &str, record: &Value) -> Vec<String> {
    let deck = record["deals"][0]["deck"].as_str().unwrap();
    let words: BTreeSet<&str> = log.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let cards = deck.split(' ').filter(|card| words.contains(card));
    let others = [table, record["seed"].as_str().unwrap()].map(str::to_owned).into_iter();
    let others = others.chain((0..3).map(token)).filter(|secret| log.contains(secret));
    cards.map(str::to_owned).chain(others).collect()
}

#[tokio::test]
async fn the_log_of_a_whole_match_says_no_secret_even_when_it_says_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let mut command = this_program();
    command.env(LOG, &file);
    let (mut server, address) = serve(command, &folder.path().join("data"));
    let table = create_table(address, json!(["me", { "bot": "greedy" }])).await;
    let (mut ada, seen) = Client::at(address, 0, &table).await;
    // Refusals quote input: a card out of turn, a token instead of a table, invalid JSON.
    let hand = seen["snapshot"]["view"]["hands"][0].to_string();
    for wrong in [
        json!({ "type": "play", "table": table, "version": seen["snapshot"]["version"], "action": hand, "id": "a" }),
        json!({ "type": "typed", "table": table, "version": seen["snapshot"]["version"], "line": hand, "id": "b" }),
        json!({ "type": "watch", "table": token(0) }),
        json!({ "type": token(0), "table": table }),
        json!({ "type": "hello", "token": token(0), "protocol": protocol::PROTOCOL }),
    ] {
        ada.say(wrong).await;
        ada.until("refused").await;
    }
    assert_eq!(get(address, &format!("/api/tables/{table}/record")).await.0, 409);
    // The bot may have played meanwhile.
    ada.say(json!({ "type": "watch", "table": table })).await;
    let seen = ada.until("table").await;
    ada.play_on(&table, seen["snapshot"].clone()).await;
    let (_, record) = get(address, &format!("/api/tables/{table}/record")).await;
    // The log names a table that can't be read.
    let (other, mut bob) = broken_table(address, &folder.path().join("data")).await;
    bob.say(json!({ "type": "watch", "table": other })).await;
    assert_eq!(bob.until("refused").await["code"], "damaged");
    server.kill();
    let log = fs::read_to_string(&file).unwrap();
    assert!(log.lines().filter(|line| line.contains("refused")).count() >= 6, "{log}");
    assert!(log.contains(&in_log(&other)) && !log.contains(&other), "{log}");
    assert_eq!(secrets_in(&log, &table, &record), Vec::<String>::new(), "{log}");
    // The check would find secrets.
    assert!(secrets_in(&record.to_string(), &table, &record).len() > 40);
}

/// Creates a table with invalid data in the file, and connects a guest.
async fn broken_table(address: SocketAddr, data: &Path) -> (String, Client) {
    let table = create_table(address, json!(["me", "open"])).await;
    let file = rusqlite::Connection::open(data.join("parlour.sqlite")).unwrap();
    file.busy_timeout(TIMEOUT).unwrap();
    file.execute("UPDATE tables SET options = 'nonsense' WHERE id = ?1", [&table]).unwrap();
    (table, Client::hello(address, 1).await)
}
