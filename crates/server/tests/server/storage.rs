//! Files that cannot be used, and disks that stop working.

use crate::crash::{serve, this_program};
use crate::support::{Client, House, found, get, post, quick};
use serde_json::json;
use server::{OpenError, Server, Settings, StartError};
use std::fs;
use std::path::Path;

async fn refuses(settings: Settings) -> OpenError {
    match Server::bind(settings).await {
        Err(StartError::Store(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it starts"),
    }
}

fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("parlour.sqlite")
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused_and_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(quick(folder.path())).await;
    found(house.address, json!(["me", "open"])).await;
    house.close().await;
    rusqlite::Connection::open(file(folder.path())).unwrap().pragma_update(None, "user_version", 2).unwrap();
    let before = fs::read(file(folder.path())).unwrap();
    let error = refuses(quick(folder.path())).await;
    assert!(matches!(error, OpenError::Newer { found: 2, .. }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
    assert!(fs::read(file(folder.path())).unwrap() == before, "not a byte has changed");
}

#[tokio::test]
async fn a_newer_version_that_stands_only_in_the_log_is_seen_too() {
    let folder = tempfile::tempdir().unwrap();
    House::open(quick(folder.path())).await.close().await;
    // A newer server that was killed: its connection is still open, so nothing is moved from the log to the file.
    let newer = rusqlite::Connection::open(file(folder.path())).unwrap();
    newer.pragma_update(None, "journal_mode", "wal").unwrap();
    newer.pragma_update(None, "user_version", 9).unwrap();
    let log = folder.path().join("parlour.sqlite-wal");
    let before = (fs::read(file(folder.path())).unwrap(), fs::read(&log).unwrap());
    let error = refuses(quick(folder.path())).await;
    assert!(matches!(error, OpenError::Newer { found: 9, .. }), "{error}");
    assert!((fs::read(file(folder.path())).unwrap(), fs::read(&log).unwrap()) == before);
}

#[tokio::test]
async fn other_peoples_files_are_refused_and_untouched() {
    for foreign in ["text", "database", "short"] {
        let folder = tempfile::tempdir().unwrap();
        match foreign {
            "database" => {
                let other = rusqlite::Connection::open(file(folder.path())).unwrap();
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

#[tokio::test]
async fn two_servers_cannot_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(quick(folder.path())).await;
    let error = refuses(quick(folder.path())).await;
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    house.close().await;
    House::open(quick(folder.path())).await.close().await;
}

/// As somebody who may read the file and not write it. Whoever runs the tests as root becomes nobody for it.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_written_is_served_and_nothing_is_accepted() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    let house = House::open(quick(&folder)).await;
    let over = found(house.address, json!(["me", { "bot": "random" }])).await;
    let (mut ada, seen) = Client::at(house.address, 0, &over).await;
    ada.play_on(&over, seen["frame"].clone()).await;
    let open = found(house.address, json!(["me", { "bot": "random" }])).await;
    house.close().await;

    let may = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let root = fs::metadata(parent.path()).unwrap().uid() == 0;
    let program = parent.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    may(&program, 0o755);
    may(parent.path(), 0o755);
    for name in fs::read_dir(&folder).unwrap() {
        may(&name.unwrap().path(), 0o444);
    }
    may(&folder, 0o555);
    let mut command = std::process::Command::new(program);
    if root {
        command.uid(65_534);
    }
    let (mut child, address) = serve(command, &folder);
    let (status, record) = get(address, &format!("/api/tables/{over}/record")).await;
    assert_eq!((status, &record["format"]), (200, &json!("parlour-record/1")));
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "" });
    let (status, refused) = post(address, "/api/tables", 0, &new).await;
    assert_eq!((status, &refused["code"]), (507, &json!("not-saved")), "{refused}");
    let (_, seen) = Client::at(address, 0, &open).await;
    assert_eq!(seen["frame"]["phase"], "waiting");
    child.kill();
    may(&folder, 0o755);

    let (mut child, address) = serve(this_program(), &folder);
    let (status, _) = post(address, "/api/tables", 0, &new).await;
    assert_eq!(status, if root { 201 } else { 507 });
    child.kill();
}
