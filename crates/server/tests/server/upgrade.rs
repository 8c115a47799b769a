//! Data files of other versions and of other programs: they are upgraded, or refused and unchanged.

use crate::storage::{connect, file, refuses};
use crate::support::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use store::OpenError;

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused_and_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    create_table(server.address, json!(["me", "open"])).await;
    server.close().await;
    connect(folder.path()).pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(file(folder.path())).unwrap();
    let error = refuses(quick(folder.path())).await;
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
    assert!(fs::read(file(folder.path())).unwrap() == before, "not a byte has changed");
}

/// Converts a file to version 1: without stakes and pads.
fn as_version_one(folder: &Path) {
    as_version_five(folder);
    let old = connect(folder);
    old.execute_batch(
        "ALTER TABLE tables DROP COLUMN stake; ALTER TABLE tables DROP COLUMN next; \
         ALTER TABLE tables DROP COLUMN ended; ALTER TABLE entries DROP COLUMN link; \
         DROP TABLE pads; PRAGMA user_version = 1",
    )
    .unwrap();
}

/// Converts a file to version 5: without clocks and seed exchanges, and with one document per pad.
pub(crate) fn as_version_five(folder: &Path) {
    let old = connect(folder);
    old.execute_batch(
        "ALTER TABLE tables DROP COLUMN time_control; ALTER TABLE tables DROP COLUMN clocks; \
         ALTER TABLE tables DROP COLUMN founder; ALTER TABLE tables DROP COLUMN opening; \
         ALTER TABLE entries DROP COLUMN spent; ALTER TABLE entries DROP COLUMN command; \
         CREATE TABLE documents (id TEXT PRIMARY KEY, document TEXT NOT NULL, touched INTEGER NOT NULL) STRICT; \
         INSERT INTO documents SELECT pads.id, \
             json_object('format', 'parlour-pad/1', 'operations', json_group_array(json(text))), touched \
             FROM pads JOIN operations ON pad = number GROUP BY number; \
         DROP TABLE pads; DROP TABLE operations; ALTER TABLE documents RENAME TO pads; \
         DROP TABLE subscriptions; DROP TABLE accounts; DROP TABLE locked_names; DROP TABLE devices; \
         DROP TABLE recovery; DROP TABLE matches; DROP TABLE ratings; DROP TABLE rating_log; \
         DROP TABLE reports; DROP TABLE rulings; DROP TABLE ties; DROP TABLE challenges; DROP TABLE bells; DROP TABLE passkeys; \
         ALTER TABLE tables DROP COLUMN family; ALTER TABLE tables DROP COLUMN rated; \
         ALTER TABLE tables DROP COLUMN audience; PRAGMA user_version = 5",
    )
    .unwrap();
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_up_to_date_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    let (_, before) = Client::at(server.address, 0, &table).await;
    server.close().await;
    as_version_one(folder.path());
    let server = TestServer::open(quick(folder.path())).await;
    let (_, after) = Client::at(server.address, 0, &table).await;
    let mut known = before["info"].clone();
    // This version did not store the host.
    known["host"] = Value::Null;
    assert_eq!(after["info"], known);
    create_table(server.address, json!(["me", "open"])).await;
    let (status, _) =
        post(server.address, "/api/pads", 0, &json!({ "format": "parlour-pad/1", "operations": [] })).await;
    assert_eq!(status, 201, "pads came with the third version");
    server.close().await;
    let file = connect(folder.path());
    let version: i32 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 15);
    let kept = rusqlite::Connection::open(folder.path().join("parlour-format-1.sqlite")).unwrap();
    let version: i32 = kept.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1, "a copy of how it was");
}

#[tokio::test]
async fn a_newer_version_that_stands_only_in_the_log_is_seen_too() {
    let folder = tempfile::tempdir().unwrap();
    TestServer::open(quick(folder.path())).await.close().await;
    // A newer server that was killed: its connection stays open, so that the log is not checkpointed.
    let newer = connect(folder.path());
    newer.pragma_update(None, "journal_mode", "wal").unwrap();
    newer.pragma_update(None, "user_version", 16).unwrap();
    let log = folder.path().join("parlour.sqlite-wal");
    let before = (fs::read(file(folder.path())).unwrap(), fs::read(&log).unwrap());
    let error = refuses(quick(folder.path())).await;
    assert!(matches!(error, OpenError::Newer { found: 16, .. }), "{error}");
    assert!((fs::read(file(folder.path())).unwrap(), fs::read(&log).unwrap()) == before);
}

#[tokio::test]
async fn other_peoples_files_are_refused_and_untouched() {
    for foreign in ["text", "database", "short"] {
        let folder = tempfile::tempdir().unwrap();
        match foreign {
            "database" => {
                let other = connect(folder.path());
                other.execute_batch("CREATE TABLE bookmarks (address TEXT)").unwrap();
            }
            "text" => fs::write(file(folder.path()), "these are my notes\n".repeat(100)).unwrap(),
            _ => fs::write(file(folder.path()), "SQLite format 3").unwrap(),
        }
        let before = fs::read(file(folder.path())).unwrap();
        let error = refuses(quick(folder.path())).await;
        assert!(matches!(error, OpenError::NotOurs { .. }), "{foreign}: {error}");
        assert!(fs::read(file(folder.path())).unwrap() == before, "{foreign}");
    }
}
