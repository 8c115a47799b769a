//! Web Push notices: only to absent players whose turn it is, only to known services, signed, and without
//! content.

use crate::support::{
    Client, TIMEOUT, TestServer, create_table, get, http, post, quick, token, two_at_a_table,
};
use crate::ties::{ask, with_three};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use server::{Clock, Push, Settings};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Delay before an absent player is notified.
const WAIT: Duration = Duration::from_millis(300);

/// Time in which a due notice is certainly sent, because the server checks every second.
const QUIET: Duration = Duration::from_millis(2_300);

/// Push service that records requests and always gives the same answer.
struct Service {
    address: SocketAddr,
    asked: mpsc::UnboundedReceiver<String>,
}

impl Service {
    async fn open(status: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (ask, asked) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let ask = ask.clone();
                tokio::spawn(async move {
                    let mut head = Vec::new();
                    while !head.ends_with(b"\r\n\r\n") {
                        match stream.read_u8().await {
                            Ok(byte) => head.push(byte),
                            Err(_) => return,
                        }
                    }
                    let _ = ask.send(String::from_utf8(head).unwrap());
                    let answer = format!(
                        "HTTP/1.1 {status}\r\nlocation: http://127.0.0.1:1/\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
                    );
                    stream.write_all(answer.as_bytes()).await.unwrap();
                });
            }
        });
        Self { address, asked }
    }

    fn device(&self, name: &str) -> String {
        format!("http://{}/send/{name}", self.address)
    }

    async fn next(&mut self) -> String {
        tokio::time::timeout(TIMEOUT, self.asked.recv()).await.expect("a notice comes").unwrap()
    }

    async fn stays_quiet(&mut self) {
        let asked = tokio::time::timeout(QUIET, self.asked.recv()).await;
        assert!(asked.is_err(), "no notice is due, but {asked:?} was sent");
    }

    fn settings(&self, folder: &Path) -> Settings {
        let mut push = Push::new("mailto:host@cards.example");
        push.services.push(format!("http://{}", self.address));
        push.wait = WAIT;
        Settings { push: Some(push), ..quick(folder) }
    }
}

fn header<'a>(request: &'a str, name: &str) -> &'a str {
    let line = request.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("{name} in {request}"))
}

async fn subscribe(server: &TestServer, guest: u8, endpoint: &str) -> (u16, Value) {
    post(server.address, "/api/push", guest, &json!({ "endpoint": endpoint })).await
}

async fn unsubscribe(server: &TestServer, guest: u8, endpoint: &str) -> u16 {
    let head = format!(
        "DELETE /api/push HTTP/1.1\r\nauthorization: Bearer {}\r\ncontent-type: application/json",
        token(guest)
    );
    http(server.address, &head, &json!({ "endpoint": endpoint }).to_string()).await.0
}

/// Seats two people at a table of Scopa, and disconnects the player whose turn it is. Returns the table and
/// the player's number.
async fn leave_when_it_is_their_turn(server: &TestServer) -> (String, Client, u8) {
    let (table, away, here, _) = two_at_a_table(server).await;
    let turn = u8::try_from(away.seat).unwrap();
    drop(away);
    (table, here, turn)
}

#[tokio::test]
async fn an_absent_player_gets_one_push_notice_per_turn() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("201 Created").await;
    let server = TestServer::open(service.settings(folder.path())).await;
    let key = get(server.address, "/api/push").await.1["key"].as_str().unwrap().to_owned();
    for guest in [0, 1] {
        let endpoint = service.device(&format!("of-{guest}"));
        assert_eq!(subscribe(&server, guest, &endpoint).await.0, 204);
    }
    let (table, here, away) = leave_when_it_is_their_turn(&server).await;
    let notice = service.next().await;
    assert!(notice.starts_with(&format!("POST /send/of-{away} HTTP/1.1\r\n")), "{notice}");
    assert_eq!(header(&notice, "content-length"), "0");
    assert_eq!((header(&notice, "ttl"), header(&notice, "topic")), ("86400", "turn"));
    assert!(!notice.contains(&table), "a push service is told of no table");

    // RFC 8292: the claim is for this service, short-lived, and signed with the key that the browser
    // received.
    let (claim, with) =
        header(&notice, "authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(with, key);
    let (signed, signature) = claim.rsplit_once('.').unwrap();
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(&key))
        .verify(signed.as_bytes(), &read(signature))
        .unwrap();
    let claims: Value = serde_json::from_slice(&read(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], format!("http://{}", service.address));
    assert_eq!(claims["sub"], "mailto:host@cards.example");
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    assert!((now..=now + 24 * 60 * 60).contains(&claims["exp"].as_u64().unwrap()), "{claims}");

    service.stays_quiet().await;
    // A player who connects and leaves without acting is reminded again.
    let (back, _) = Client::at(server.address, away, &table).await;
    service.stays_quiet().await;
    drop(back);
    assert!(service.next().await.starts_with(&format!("POST /send/of-{away} ")));
    drop(here);
    server.close().await;
}

#[tokio::test]
async fn subscriptions_outlast_a_restart_and_end_when_the_device_or_its_service_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("410 Gone").await;
    let server = TestServer::open(service.settings(folder.path())).await;
    let key = get(server.address, "/api/push").await.1;
    for guest in [0, 1] {
        for device in ["phone", "desk"] {
            assert_eq!(subscribe(&server, guest, &service.device(&format!("{device}-{guest}"))).await.0, 204);
        }
        assert_eq!(unsubscribe(&server, guest, &service.device(&format!("desk-{guest}"))).await, 204);
        // A guest can't end another guest's subscription.
        assert_eq!(unsubscribe(&server, 1 - guest, &service.device(&format!("phone-{guest}"))).await, 204);
    }
    server.close().await;
    let server = TestServer::open(service.settings(folder.path())).await;
    assert_eq!(get(server.address, "/api/push").await.1, key, "browsers have subscribed under this key");
    let (table, here, away) = leave_when_it_is_their_turn(&server).await;
    assert!(service.next().await.starts_with(&format!("POST /send/phone-{away} ")));
    service.stays_quiet().await;
    // The device was gone, so no more notices are sent.
    drop(Client::at(server.address, away, &table).await);
    service.stays_quiet().await;
    drop(here);
    server.close().await;
}

#[tokio::test]
async fn nothing_is_sent_to_whom_a_guest_likes() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("307 Temporary Redirect").await;
    let server = TestServer::open(service.settings(folder.path())).await;
    for bad in [
        "http://127.0.0.1:1/send/x",
        "https://cards.example/send/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://somebody@fcm.googleapis.com/x",
        "http://fcm.googleapis.com/x",
        "file:///etc/passwd",
        "/send/x",
        "",
    ] {
        let (status, refused) = subscribe(&server, 0, bad).await;
        assert_eq!((status, &refused["code"]), (400, &json!("unreadable")), "{bad}");
    }
    let long = format!("{}{}", service.device(""), "x".repeat(1_024));
    assert_eq!(subscribe(&server, 0, &long).await.0, 400);
    let (status, _, _) = http(
        server.address,
        "POST /api/push HTTP/1.1\r\ncontent-type: application/json",
        r#"{"endpoint":""}"#,
    )
    .await;
    assert_eq!(status, 401);
    // The five latest devices of a guest are kept, and redirects of a service are not followed.
    for device in 0..8 {
        for guest in [0, 1] {
            assert_eq!(subscribe(&server, guest, &service.device(&format!("{device}-{guest}"))).await.0, 204);
        }
    }
    let (_table, here, away) = leave_when_it_is_their_turn(&server).await;
    let mut told = Vec::new();
    for _ in 0..5 {
        told.push(service.next().await);
    }
    service.stays_quiet().await;
    assert!(
        told.iter().any(|notice| notice.starts_with(&format!("POST /send/7-{away} "))),
        "the latest is one of them"
    );
    drop(here);
    server.close().await;
}

#[tokio::test]
async fn without_web_push_there_is_no_push_address() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    assert_eq!(get(server.address, "/api/push").await.0, 404);
    assert_eq!(subscribe(&server, 0, "https://fcm.googleapis.com/x").await.0, 404);
    assert!(!folder.path().join("push.pk8").exists());
    let table = create_table(server.address, json!(["me", "open"])).await;
    drop(Client::at(server.address, 0, &table).await);
    server.close().await;
}

#[tokio::test]
async fn a_device_is_notified_for_its_current_guest() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("201 Created").await;
    let server = TestServer::open(service.settings(folder.path())).await;
    for (device, guests) in [("now-1", [0, 1]), ("now-0", [1, 0])] {
        for guest in guests {
            assert_eq!(subscribe(&server, guest, &service.device(device)).await.0, 204);
        }
    }
    let (_table, here, away) = leave_when_it_is_their_turn(&server).await;
    assert!(service.next().await.starts_with(&format!("POST /send/now-{away} ")));
    service.stays_quiet().await;
    drop(here);
    server.close().await;
}

async fn set_bells(server: &TestServer, guest: u8, bells: &Value) -> (u16, Value) {
    let head = format!("PUT /api/bells HTTP/1.1\r\nauthorization: Bearer {}", token(guest));
    let (status, _, body) = http(server.address, &head, &bells.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

fn bells(families: &[&str], clock: i64) -> Value {
    json!({ "families": families, "clock": clock })
}

/// Returns the offset, in minutes, of a clock on which it is now some minutes after midnight.
fn clock_at(now: u64, minutes: u64) -> i64 {
    let offset = (minutes + 1_440 - now / 60 % 1_440) % 1_440;
    // No place is more than 14 hours from UTC.
    if offset > 840 { offset as i64 - 1_440 } else { offset as i64 }
}

/// Looks for players until the seek has rung, and then no longer.
async fn seek_once(server: &TestServer, guest: u8, id: &str, pool: &str) {
    let mut witness = Client::hello(server.address, 8).await;
    witness.say(json!({ "type": "lobby", "on": true })).await;
    let mut client = Client::hello(server.address, guest).await;
    client.say(json!({ "type": "seek", "id": id, "pool": pool, "name": "Guest" })).await;
    client.until("seeking").await;
    // A seek rings at the tick that shows it to others.
    let waits = |lobby: &Value| lobby["pools"].as_array().unwrap().iter().any(|pool| pool["waiting"] == 1);
    while !waits(&witness.until("lobby").await) {}
    client.say(json!({ "type": "unseek", "id": id })).await;
    client.say(json!({ "type": "ping" })).await;
    client.until("pong").await;
    while waits(&witness.until("lobby").await) {}
}

/// Each player has a device, which is named like the player.
async fn with_devices(service: &Service, settings: Settings) -> TestServer {
    let server = with_three(settings).await;
    for guest in 0..3 {
        assert_eq!(subscribe(&server, guest, &service.device(&format!("of-{guest}"))).await.0, 204);
    }
    server
}

#[tokio::test]
async fn a_bell_rings_when_another_player_looks_for_players() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("201 Created").await;
    let clock = Clock::standing();
    let server =
        with_devices(&service, Settings { clock: clock.clone(), ..service.settings(folder.path()) }).await;
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let noon = clock_at(now, 12 * 60);
    let (status, set) = set_bells(&server, 1, &bells(&["scopa-two"], noon)).await;
    assert_eq!((status, &set["families"]), (200, &json!(["scopa-two"])), "{set}");
    assert!(set["offered"].as_array().unwrap().contains(&json!("scopa-partners")), "{set}");
    assert_eq!(ask(server.address, "GET", "/api/bells", 1).await.1, set);
    // Another game, and the player's own search.
    seek_once(&server, 9, "a", "cassino-2-quick").await;
    seek_once(&server, 1, "b", "scopa-2-quick").await;
    service.stays_quiet().await;
    // A search by a guest rings, even by one who appears offline, because the notice names no player.
    seek_once(&server, 9, "c", "scopa-2-quick").await;
    let notice = service.next().await;
    assert!(notice.starts_with("POST /send/of-1 HTTP/1.1\r\n"), "{notice}");
    assert_eq!(header(&notice, "content-length"), "0");
    // A connected player sees the lobby.
    let here = Client::hello(server.address, 1).await;
    seek_once(&server, 9, "d", "scopa-2-quick").await;
    service.stays_quiet().await;
    drop(here);
    // At night by the player's clock no bell rings.
    for (minutes, rings) in [(22 * 60 + 1, false), (7 * 60 + 50, false), (8 * 60 + 1, true)] {
        set_bells(&server, 1, &bells(&["scopa-two"], clock_at(now, minutes))).await;
        seek_once(&server, 9, &minutes.to_string(), "scopa-2-quick").await;
        match rings {
            true => assert!(service.next().await.starts_with("POST /send/of-1 ")),
            false => service.stays_quiet().await,
        }
    }
    // That was the second notice of the day. The next one comes a day later.
    seek_once(&server, 9, "e", "scopa-2-quick").await;
    service.stays_quiet().await;
    clock.advance(Duration::from_secs(24 * 60 * 60 + 60));
    seek_once(&server, 9, "f", "scopa-2-quick").await;
    assert!(service.next().await.starts_with("POST /send/of-1 "));
    server.close().await;
}

/// PE-T9 for bells.
#[tokio::test]
async fn no_bell_rings_for_a_blocked_player_and_a_deleted_account_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("201 Created").await;
    let server = with_devices(&service, service.settings(folder.path())).await;
    let noon = clock_at(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs(), 12 * 60);
    for guest in [1, 2] {
        set_bells(&server, guest, &bells(&["scopa-two"], noon)).await;
    }
    // One blocks Ada, and Ada blocks the other.
    assert_eq!(ask(server.address, "PUT", "/api/ties/Ada/block", 1).await.0, 200);
    assert_eq!(ask(server.address, "PUT", "/api/ties/Eve/block", 0).await.0, 200);
    seek_once(&server, 0, "a", "scopa-2-quick").await;
    service.stays_quiet().await;
    for refused in
        [bells(&["poker-two"], 0), bells(&[], 841), bells(&[], -841), json!({ "families": ["scopa-two"] })]
    {
        assert_eq!(set_bells(&server, 1, &refused).await.0, 400, "{refused}");
    }
    assert_eq!(set_bells(&server, 9, &bells(&["scopa-two"], 0)).await.1["code"], "account-needed");
    assert_eq!(ask(server.address, "GET", "/api/bells", 9).await.1["code"], "account-needed");
    let (_, export) = ask(server.address, "GET", "/api/me/export", 1).await;
    assert_eq!(export["bells"], bells(&["scopa-two"], noon));
    let head = format!("DELETE /api/me HTTP/1.1\r\nauthorization: Bearer {}", token(1));
    let proof = json!({ "proof": { "kind": "password", "password": "three blind mice" } });
    assert_eq!(http(server.address, &head, &proof.to_string()).await.0, 204);
    server.close().await;
    let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    let left: u32 = file.query_row("SELECT count(*) FROM bells", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 1, "Eve has hers still");
}

#[tokio::test]
async fn a_friend_who_is_away_hears_of_a_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::open("201 Created").await;
    let server = with_devices(&service, service.settings(folder.path())).await;
    let challenge = async || {
        let new = json!({ "pool": "scopa-2-quick", "rated": false, "name": "Bob" });
        let (status, made) = post(server.address, "/api/challenges", 0, &new).await;
        (status, made["code"].as_str().unwrap_or_default().to_owned())
    };
    // Bob gets no notice of a challenge by a player who is not a friend.
    assert_eq!(challenge().await.0, 201);
    service.stays_quiet().await;
    ask(server.address, "PUT", "/api/ties/Bob/friend", 0).await;
    ask(server.address, "PUT", "/api/ties/Ada/friend", 1).await;
    let (_, code) = challenge().await;
    let notice = service.next().await;
    assert!(notice.starts_with("POST /send/of-1 HTTP/1.1\r\n"), "{notice}");
    assert!(!notice.contains(&code) && !notice.contains("Ada"), "a push service is told nothing");
    service.stays_quiet().await;
    // A connected player sees it on Home.
    let here = Client::hello(server.address, 1).await;
    assert_eq!(challenge().await.0, 201);
    service.stays_quiet().await;
    drop(here);
    // PE-T9
    ask(server.address, "PUT", "/api/ties/Ada/block", 1).await;
    assert_eq!(challenge().await.0, 409);
    service.stays_quiet().await;
    server.close().await;
}

#[tokio::test]
async fn without_web_push_there_are_no_bells() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_three(quick(folder.path())).await;
    assert_eq!(ask(server.address, "GET", "/api/bells", 0).await.0, 404);
    assert_eq!(set_bells(&server, 0, &bells(&[], 0)).await.0, 404);
    server.close().await;
}
