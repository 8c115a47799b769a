//! Commands of the operator to a running server.

#![cfg(unix)]

use crate::support::{Client, TestServer, create_table, get, post, quick, two_at_a_table};
use serde_json::json;
use server::admin::{AdminError, Answer, AuditError, Order, Status, ask, check_audit};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Sends a command from another thread, because the server runs in this one.
pub(crate) async fn order(folder: &Path, order: Order) -> Answer {
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || ask(&folder, &order)).await.unwrap().unwrap()
}

async fn status(folder: &Path) -> Status {
    match order(folder, Order::Status).await {
        Answer::Status(status) => status,
        other => panic!("{other:?}"),
    }
}

async fn close(folder: &Path, table: &str) -> Answer {
    order(folder, Order::Close { table: table.to_owned(), reason: "it hangs".into() }).await
}

fn audit(folder: &Path) -> PathBuf {
    folder.join("audit.log")
}

#[tokio::test]
async fn the_admin_socket_answers_only_users_who_may_read_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let clients = [Client::at(server.address, 0, &table).await, Client::at(server.address, 0, &table).await];
    let _bob = Client::hello(server.address, 1).await;
    let now = status(folder.path()).await;
    assert_eq!((now.tables, now.sockets, now.guests), (1, 3, 2));
    assert_eq!((now.draining, now.not_ready), (false, None));
    assert!(now.data > 4096 && now.since > 0);
    for name in ["admin.sock", "audit.log"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(clients);
    server.close().await;
    assert!(!folder.path().join("admin.sock").exists());
    assert!(matches!(ask(folder.path(), &Order::Status), Err(AdminError::NobodyThere { .. })));
    // The leftover socket of a killed server is no obstacle.
    fs::write(folder.path().join("admin.sock"), "").unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    assert_eq!(status(folder.path()).await.tables, 0);
    server.close().await;
}

#[tokio::test]
async fn a_closed_table_ends_as_it_stands_and_all_clients_are_notified() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut ada, mut bob, _) = two_at_a_table(&server).await;
    assert_eq!(close(folder.path(), &table).await, Answer::Done);
    for client in [&mut ada, &mut bob] {
        assert_eq!(client.until("table").await["info"]["ended"], json!({ "by": "agreement" }));
    }
    ada.say(json!({ "type": "resign", "table": table })).await;
    assert_eq!(ada.until("refused").await["code"], "over");
    assert!(matches!(close(folder.path(), &table).await, Answer::Refused { .. }), "twice");
    assert!(matches!(close(folder.path(), "nonsense").await, Answer::Refused { .. }));
    assert!(matches!(close(folder.path(), &"A".repeat(22)).await, Answer::Refused { .. }));
    let text = fs::read_to_string(audit(folder.path())).unwrap();
    assert!(text.contains("it hangs") && !text.contains(&table), "{text}");
    server.close().await;
    // A table that is not in memory can be closed too, and stays closed.
    let server = TestServer::open(quick(folder.path())).await;
    assert_eq!(get(server.address, &format!("/api/tables/{table}/record")).await.0, 200);
    let other = create_table(server.address, json!(["me", "open"])).await;
    assert_eq!(close(folder.path(), &other).await, Answer::Done);
    server.close().await;
}

#[tokio::test]
async fn a_draining_server_creates_no_tables_and_continues_matches() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let asleep = create_table(server.address, json!(["me", "open"])).await;
    let table = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    assert_eq!(order(folder.path(), Order::Drain { reason: None }).await, Answer::Done);
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Ada" });
    let (code, told) = post(server.address, "/api/tables", 1, &new).await;
    assert_eq!((code, &told["code"]), (503, &json!("busy")));
    assert!(told["message"].as_str().unwrap().contains("closing"), "{told}");
    assert_eq!(get(server.address, "/api/ready").await.0, 503);
    let mut bob = Client::hello(server.address, 1).await;
    bob.say(json!({ "type": "watch", "table": asleep })).await;
    assert_eq!(bob.until("refused").await["code"], "busy");
    // A player whose connection is dropped returns to the match.
    let (mut again, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(again.play_on(&table, seen["snapshot"].clone()).await["phase"], "over");
    ada.say(json!({ "type": "rematch", "table": table })).await;
    assert_eq!(ada.until("refused").await["code"], "busy");
    let now = status(folder.path()).await;
    assert!(now.draining && now.not_ready.is_some());
    server.close().await;
}

#[tokio::test]
async fn a_line_of_the_audit_log_that_was_changed_is_found() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(check_audit(folder.path()).unwrap().lines, 0);
    let server = TestServer::open(quick(folder.path())).await;
    for number in 0..4 {
        let reason = Some(format!("reason {number}"));
        assert_eq!(order(folder.path(), Order::Drain { reason }).await, Answer::Done);
    }
    server.close().await;
    let audited = check_audit(folder.path()).unwrap();
    assert_eq!(audited.lines, 4);
    let whole = fs::read_to_string(audit(folder.path())).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let changed = whole.replace("reason 1", "reason 7");
    let taken_out = [lines[0], lines[2], lines[3]].join("\n");
    let swapped = [lines[0], lines[2], lines[1], lines[3]].join("\n");
    let cut = format!("{}\n{}", whole.trim_end(), &lines[3][..20]);
    for (text, line) in [(&changed, 3), (&taken_out, 2), (&swapped, 2), (&cut, 5)] {
        fs::write(audit(folder.path()), text).unwrap();
        match check_audit(folder.path()) {
            Err(AuditError::Broken { line: found, .. }) => assert_eq!(found, line, "{text}"),
            other => panic!("{other:?}: {text}"),
        }
    }
    // A crash may leave half a character. It is found too, and more commands can follow.
    fs::write(audit(folder.path()), [whole.as_bytes(), b"{\"time\":1,\"reason\":\"\xc3"].concat()).unwrap();
    assert!(matches!(check_audit(folder.path()), Err(AuditError::Broken { line: 5, .. })));
    let server = TestServer::open(quick(folder.path())).await;
    assert_eq!(order(folder.path(), Order::Drain { reason: None }).await, Answer::Done);
    server.close().await;
    // A change of the last line shows only in a hash that was stored elsewhere.
    fs::write(audit(folder.path()), whole.replace("reason 3", "reason 9")).unwrap();
    assert_ne!(check_audit(folder.path()).unwrap().last, audited.last);
}

#[tokio::test]
async fn silent_connections_keep_no_order_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let silent: Vec<_> = (0..80)
        .map(|_| std::os::unix::net::UnixStream::connect(folder.path().join("admin.sock")).unwrap())
        .collect();
    // One after the other, each of them would take five seconds.
    let answered = tokio::time::timeout(std::time::Duration::from_secs(60), status(folder.path())).await;
    assert_eq!(answered.unwrap().not_ready, None);
    drop(silent);
    server.close().await;
}
