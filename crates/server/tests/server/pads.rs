//! Score pads with several writers.

use crate::support::{TIMEOUT, TestServer, get, http, post, quick, token};
use crate::upgrade::as_version_five;
use serde_json::{Value, json};
use server::{Rate, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// Returns a pad with a started match of Scopa, and a number of hands entered by a device.
fn pad(device: &str, hands: u32) -> Value {
    let mut operations = vec![json!({
        "id": "1@kitchen", "do": "open", "game": "scopa", "players": ["Ada", "Bob"], "dealer": 0,
    })];
    for line in 0..hands {
        operations.push(json!({
            "id": format!("{}@{device}", line + 2), "do": "enter", "match": "1@kitchen", "line": line,
            "entry": { "cards": [21, 19], "coins": [5, 5], "settebello": 0, "primiera": 1, "sweeps": [line, 0] },
        }));
    }
    json!({ "format": "parlour-pad/1", "operations": operations })
}

fn names(shared: &Value) -> Vec<&str> {
    let operations = shared["pad"]["operations"].as_array().unwrap();
    operations.iter().map(|operation| operation["id"].as_str().unwrap()).collect()
}

async fn create_pad(server: &TestServer) -> (String, Value) {
    let (status, shared) = post(server.address, "/api/pads", 0, &pad("kitchen", 1)).await;
    assert_eq!(status, 201, "{shared}");
    (format!("/api/pads/{}", shared["id"].as_str().unwrap()), shared)
}

#[tokio::test]
async fn entries_of_two_devices_merge_and_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (path, shared) = create_pad(&server).await;
    assert_eq!(names(&shared), ["1@kitchen", "2@kitchen"]);
    let operations = format!("{path}/operations");
    let (_, one) = post(server.address, &operations, 0, &pad("kitchen", 3)).await;
    let (status, both) = post(server.address, &operations, 1, &pad("tablet", 2)).await;
    assert_eq!(status, 200, "{both}");
    let all = ["1@kitchen", "2@kitchen", "2@tablet", "3@kitchen", "3@tablet", "4@kitchen"];
    assert_eq!(names(&both), all);
    assert_ne!(one["tag"], both["tag"]);
    // A repeated change has no effect.
    let (_, again) = post(server.address, &operations, 0, &pad("kitchen", 3)).await;
    assert_eq!(again, both);
    server.close().await;
    let server = TestServer::open(quick(folder.path())).await;
    let (status, kept) = get(server.address, &path).await;
    assert_eq!((status, kept), (200, both));
    server.close().await;
}

/// Sends a request that the server has received but does not answer yet.
async fn waiting(server: &TestServer, path: &str) -> JoinHandle<(u16, Value)> {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    // The request has arrived when two later ones are answered, because this thread serves them one after the
    // other.
    for _ in 0..2 {
        assert_eq!(get(server.address, "/api/health").await.0, 200);
    }
    tokio::spawn(async move {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_default())
    })
}

#[tokio::test]
async fn a_waiting_client_gets_changes_and_a_new_one_the_current_state() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (path, shared) = create_pad(&server).await;
    let tag = shared["tag"].as_str().unwrap();
    let waiter = waiting(&server, &format!("{path}?after={tag}")).await;
    assert!(!waiter.is_finished());
    post(server.address, &format!("{path}/operations"), 1, &pad("tablet", 1)).await;
    let (status, shared) = tokio::time::timeout(TIMEOUT, waiter).await.unwrap().unwrap();
    assert_eq!((status, names(&shared).len()), (200, 3));
    let (status, shared) = get(server.address, &format!("{path}?after={tag}")).await;
    assert_eq!((status, names(&shared).len()), (200, 3));
    // A closing server keeps no request waiting.
    let waiter = waiting(&server, &format!("{path}?after={}", shared["tag"].as_str().unwrap())).await;
    server.close().await;
    let (status, _) = waiter.await.unwrap();
    assert_eq!(status, 204);
}

#[tokio::test]
async fn an_invalid_pad_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (path, before) = create_pad(&server).await;
    let operations = format!("{path}/operations");
    let operation = |id: &str, act: Value| {
        let mut operation = json!({ "id": id });
        operation.as_object_mut().unwrap().extend(act.as_object().unwrap().clone());
        json!({ "format": "parlour-pad/1", "operations": [operation] })
    };
    let undo = json!({ "do": "undo", "of": "2@kitchen" });
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    for (nonsense, expected) in [
        (json!(null), 400),
        (json!([]), 400),
        (json!({}), 400),
        (json!({ "format": "parlour-pad/9", "operations": [] }), 400),
        (json!({ "format": "parlour-pad/1", "operations": 7 }), 400),
        (operation("2@", undo.clone()), 400),
        (operation("-1@tablet", undo.clone()), 400),
        (operation("3@tablet", json!({ "do": "burn" })), 400),
        (operation("3@tablet", json!({ "do": "enter", "match": "1@kitchen", "line": -1, "entry": {} })), 400),
        // With this operation the pad could not be drawn any more.
        (
            operation(
                "3@tablet",
                json!({ "do": "open", "game": "snap", "players": ["Ada", "Bob"], "dealer": 0 }),
            ),
            400,
        ),
        (
            operation("3@tablet", json!({ "do": "open", "game": "scopa", "players": ["Ada"], "dealer": 7 })),
            400,
        ),
        // After this number no device could add an operation.
        (operation("9007199254740992@tablet", undo.clone()), 400),
        (operation("5@tablet", undo), 400),
        (
            operation(
                "3@tablet",
                json!({ "do": "rename", "match": "1@kitchen", "seat": 0, "name": "x".repeat(262_100) }),
            ),
            413,
        ),
    ] {
        let (status, refused) = post(server.address, &operations, 1, &nonsense).await;
        assert_eq!(status, expected, "{nonsense:.120} {refused}");
        let code = if expected == 413 { "too-large" } else { "not-a-pad" };
        assert_eq!(refused["code"], code, "{nonsense:.120} {refused}");
    }
    for text in ["", "{", &deep] {
        let request = format!("POST {operations} HTTP/1.1\r\nauthorization: Bearer {}", token(1));
        let (status, _, body) = http(server.address, &request, text).await;
        assert!(status == 400 || text.is_empty() && status == 200, "{text:.20} {body}");
    }
    let (status, _, _) =
        http(server.address, &format!("POST {operations} HTTP/1.1"), &pad("tablet", 1).to_string()).await;
    assert_eq!(status, 401, "a page of another server cannot send a token");
    assert_eq!(get(server.address, &path).await, (200, before));
    for unknown in ["AAAAAAAAAAAAAAAAAAAAAA", "nonsense", "%00"] {
        let (status, refused) = get(server.address, &format!("/api/pads/{unknown}")).await;
        assert_eq!((status, &refused["code"]), (404, &json!("no-pad")), "{refused}");
        let path = format!("/api/pads/{unknown}/operations");
        assert_eq!(post(server.address, &path, 0, &pad("kitchen", 1)).await.0, 404);
    }
    server.close().await;
}

#[tokio::test]
async fn creating_and_changing_pads_is_rate_limited() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings: Settings = quick(folder.path());
    settings.limits.pads.by_guest = Rate { burst: 2, per_second: 0.0 };
    settings.limits.pads.changes = Rate { burst: 2, per_second: 0.0 };
    let server = TestServer::open(settings).await;
    let (path, _) = create_pad(&server).await;
    let (_, _) = create_pad(&server).await;
    let (status, refused) = post(server.address, "/api/pads", 0, &pad("kitchen", 1)).await;
    assert_eq!((status, &refused["code"]), (429, &json!("too-many")));
    assert_eq!(post(server.address, "/api/pads", 1, &pad("kitchen", 1)).await.0, 201);
    let operations = format!("{path}/operations");
    for (hands, expected) in [(2, 200), (3, 200), (4, 429)] {
        assert_eq!(post(server.address, &operations, 1, &pad("kitchen", hands)).await.0, expected);
    }
    assert_eq!(names(&get(server.address, &path).await.1).len(), 4);
    server.close().await;
}

#[tokio::test]
async fn waiting_for_many_pads_does_not_block_other_clients() {
    let folder = tempfile::tempdir().unwrap();
    let quick = quick(folder.path());
    let mut limits = quick.limits.clone();
    limits.pads.in_memory = 4;
    let server = TestServer::open(Settings { limits, ..quick }).await;
    let mut waiting = Vec::new();
    for _ in 0..8 {
        let (path, shared) = create_pad(&server).await;
        let path = format!("{path}?after={}", shared["tag"].as_str().unwrap());
        let address = server.address;
        waiting.push(tokio::spawn(async move { get(address, &path).await }));
    }
    // They wait when later requests are answered.
    let (path, _) = create_pad(&server).await;
    let (status, shared) = get(server.address, &path).await;
    assert_eq!(status, 200, "{shared}");
    let (status, shared) = post(server.address, &format!("{path}/operations"), 0, &pad("kitchen", 2)).await;
    assert_eq!(status, 200, "{shared}");
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
    server.close().await;
}

/// Returns the size of the data file's log.
fn log_bytes(folder: &std::path::Path) -> u64 {
    std::fs::metadata(folder.join("parlour.sqlite-wal")).map_or(0, |log| log.len())
}

#[tokio::test]
async fn a_change_of_a_long_pad_writes_what_is_new_and_not_the_pad() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (status, shared) = post(server.address, "/api/pads", 0, &pad("kitchen", 1_000)).await;
    assert_eq!(status, 201, "{shared}");
    let long = shared["pad"].to_string().len() as u64;
    assert!(long > 128 * 1024, "{long}");
    let before = log_bytes(folder.path());
    let path = format!("/api/pads/{}/operations", shared["id"].as_str().unwrap());
    let (status, shared) = post(server.address, &path, 0, &pad("tablet", 1)).await;
    assert_eq!((status, names(&shared).len()), (200, 1_002));
    let written = log_bytes(folder.path()) - before;
    assert!(written < 32 * 1024, "{written} bytes for one operation on a pad of {long}");
    server.close().await;
}

#[tokio::test]
async fn pads_that_an_older_version_kept_in_one_piece_are_read_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (path, _) = create_pad(&server).await;
    let (_, before) = post(server.address, &format!("{path}/operations"), 1, &pad("tablet", 3)).await;
    server.close().await;
    as_version_five(folder.path());
    let old = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
    old.execute("INSERT INTO pads VALUES ('damaged', '{\"format\":', 0)", []).unwrap();
    drop(old);
    let server = TestServer::open(quick(folder.path())).await;
    let (status, after) = get(server.address, &path).await;
    assert_eq!((status, &after), (200, &before));
    let (status, more) = post(server.address, &format!("{path}/operations"), 1, &pad("tablet", 4)).await;
    assert_eq!((status, names(&more).len()), (200, names(&before).len() + 1));
    server.close().await;
}
