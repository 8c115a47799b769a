//! Web Push notices: only to absent players whose turn it is, only to known services, signed, and without
//! content.

use crate::support::{
    Client, TIMEOUT, TestServer, create_table, get, http, post, quick, token, two_at_a_table,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use server::{Push, Settings};
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
