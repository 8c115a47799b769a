//! Unusable data files, and disks that stop working.

use crate::crash::{serve, this_program};
use crate::support::{
    Client, TestServer, create_table, create_table_with, eventually, get, post, quick, two_at_a_table,
};
use serde_json::json;
use server::{Clock, Server, Settings, StartError};
use std::fs;
use std::path::Path;
use store::OpenError;

pub(crate) async fn refuses(settings: Settings) -> OpenError {
    match Server::bind(settings).await {
        Err(StartError::Store(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it starts"),
    }
}

pub(crate) fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("parlour.sqlite")
}

pub(crate) fn connect(folder: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(file(folder)).unwrap()
}

#[tokio::test]
async fn a_game_that_is_not_played_for_stakes_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let new = json!({
        "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Ada", "stake": 5,
    });
    let (status, answer) = post(server.address, "/api/tables", 0, &new).await;
    assert_eq!((status, &answer["code"]), (400, &json!("options")), "{answer}");
    assert!(answer["message"].as_str().unwrap().starts_with("stake: "), "{answer}");
    server.close().await;
}

#[tokio::test]
async fn two_servers_cannot_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let error = refuses(quick(folder.path())).await;
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    server.close().await;
    TestServer::open(quick(folder.path())).await.close().await;
}

#[tokio::test]
async fn when_the_disk_is_full_nothing_happens_and_when_there_is_room_again_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let normal = quick(folder.path());
    let server = TestServer::open(normal.clone()).await;
    let over = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    let (mut ada, seen) = Client::at(server.address, 0, &over).await;
    ada.play_on(&over, seen["snapshot"].clone()).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let (mut ada, _) = Client::at(server.address, 0, &table).await;
    let (mut bob, _) = Client::at(server.address, 1, &table).await;
    bob.say(json!({ "type": "sit", "table": table, "seat": 1, "name": "Bob" })).await;
    ada.until("dealt").await;
    server.close().await;

    let used = fs::metadata(file(folder.path())).unwrap().len();
    let mut limits = normal.limits.clone();
    limits.data = Some(used);
    let server = TestServer::open(Settings { limits, ..normal.clone() }).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    let (mut bob, his) = Client::at(server.address, 1, &table).await;
    // Actions continue while they fit, until a page is full.
    let mut snapshot = if seen["snapshot"]["actors"] == json!([0]) {
        seen["snapshot"].clone()
    } else {
        his["snapshot"].clone()
    };
    let refused = loop {
        if snapshot["phase"] == "scored" {
            ada.say(json!({ "type": "continue", "table": table })).await;
            bob.say(json!({ "type": "continue", "table": table })).await;
            // The match still fits into the existing pages; new tables fill the rest.
            let new = json!({
                "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "x",
            });
            break loop {
                let (status, answer) = post(server.address, "/api/tables", 0, &new).await;
                if status != 201 {
                    assert_eq!(status, 507, "{answer}");
                    break answer;
                }
            };
        }
        let (mover, other) =
            if snapshot["actors"] == json!([0]) { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
        mover.play(&table, &snapshot, "x").await;
        let answer = loop {
            let answer = mover.receive().await;
            if answer["type"] != "chairs" {
                break answer;
            }
        };
        if answer["type"] == "refused" {
            assert_eq!(answer["id"], "x");
            break answer;
        }
        snapshot = other.until("played").await["snapshot"].clone();
    };
    assert_eq!(refused["code"], "not-saved", "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("disk is full"), "{refused}");
    // The table is unchanged, and requests that need no space are served.
    let (mut eve, seen) = Client::at(server.address, 2, &table).await;
    let (then, now) = (snapshot["version"].as_u64().unwrap(), seen["snapshot"]["version"].as_u64().unwrap());
    // Between deals, the next deal may have fit while the last table did not.
    let may_be_dealt = snapshot["phase"] == "scored" && seen["snapshot"]["phase"] == "playing";
    assert!(now == then || may_be_dealt && now == then + 1, "{then} {now}");
    eve.say(json!({ "type": "ping" })).await;
    eve.until("pong").await;
    assert_eq!(get(server.address, &format!("/api/tables/{over}/record")).await.0, 200);
    server.close().await;

    let server = TestServer::open(normal).await;
    let (mut ada, seen) = Client::at(server.address, 0, &table).await;
    let (mut bob, his) = Client::at(server.address, 1, &table).await;
    let (a, b) = tokio::join!(
        ada.play_on(&table, seen["snapshot"].clone()),
        bob.play_on(&table, his["snapshot"].clone()),
    );
    assert_eq!((&a["phase"], &a["totals"]), (&json!("over"), &b["totals"]));
    server.close().await;
}

#[tokio::test]
async fn an_action_the_file_did_not_take_did_not_happen_and_can_be_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (table, mut mover, mut other, snapshot) = two_at_a_table(&server).await;
    // Another program locks the file.
    let lock = connect(folder.path());
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    mover.play(&table, &snapshot, "x").await;
    let refused = mover.until("refused").await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("not-saved"), &json!("x")));
    lock.execute_batch("ROLLBACK").unwrap();
    mover.play(&table, &snapshot, "y").await;
    let played = mover.until("played").await;
    assert_eq!((&played["id"], &played["snapshot"]["version"]), (&json!("y"), &json!(2)));
    assert_eq!(other.until("played").await["snapshot"]["version"], 2);
    // The table read the file again before it continued.
    assert!(mover.received.iter().filter(|text| text.contains("\"type\":\"table\"")).count() >= 2);
    server.close().await;
}

/// The server has no write permission. If the tests run as root, it runs as the Unix user with the number 65534.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_written_is_served_and_nothing_is_accepted() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    let server = TestServer::open(quick(&folder)).await;
    let over = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    let (mut ada, seen) = Client::at(server.address, 0, &over).await;
    ada.play_on(&over, seen["snapshot"].clone()).await;
    let open = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    server.close().await;

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
    assert_eq!(seen["snapshot"]["phase"], "waiting");
    child.kill();
    may(&folder, 0o755);

    let (mut child, address) = serve(this_program(), &folder);
    let (status, _) = post(address, "/api/tables", 0, &new).await;
    assert_eq!(status, if root { 201 } else { 507 });
    child.kill();
}

#[cfg(unix)]
#[tokio::test]
async fn the_data_folder_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let server = TestServer::open(quick(&data)).await;
    create_table(server.address, json!(["me", "open"])).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for beside in ["parlour.sqlite", "parlour.sqlite-wal", "parlour.sqlite-shm"] {
        assert_eq!(mode(&data.join(beside)), 0o600, "{beside}");
    }
    server.close().await;
    // Old files are made private too.
    fs::set_permissions(file(&data), fs::Permissions::from_mode(0o644)).unwrap();
    let server = TestServer::open(quick(&data)).await;
    assert_eq!(mode(&file(&data)), 0o600);
    server.close().await;
}

#[tokio::test]
async fn a_backup_of_a_running_server_is_complete_and_a_plain_copy_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let server = TestServer::open(quick(&data)).await;
    let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    let (_, before) = Client::at(server.address, 0, &table).await;
    // A copy without the log.
    fs::create_dir(&other).unwrap();
    fs::copy(file(&data), file(&other)).unwrap();
    let error = refuses(quick(&other)).await;
    assert!(matches!(error, OpenError::WithoutLog { .. }), "{error}");
    assert!(error.to_string().contains("parlour backup"), "{error}");
    assert!(matches!(store::backup(&data, &file(&other)), Err(store::BackupError::Exists(_))));
    fs::remove_file(file(&other)).unwrap();
    let found = store::backup(&data, &file(&other)).unwrap();
    assert_eq!((found.tables, found.pads), (1, 0));
    assert_eq!(store::check(&data).unwrap(), found);
    server.close().await;
    let server = TestServer::open(quick(&other)).await;
    let (_, after) = Client::at(server.address, 0, &table).await;
    assert_eq!(after["info"], before["info"]);
    server.close().await;
}

#[tokio::test]
async fn damage_is_found_and_said() {
    let (origin, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = TestServer::open(quick(origin.path())).await;
    for _ in 0..40 {
        create_table(server.address, json!(["me", "open"])).await;
    }
    server.close().await;
    // Everything in one file, without a log.
    store::backup(origin.path(), &file(folder.path())).unwrap();
    assert!(store::check(folder.path()).is_ok());
    let mut bytes = fs::read(file(folder.path())).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0x5a);
    fs::write(file(folder.path()), bytes).unwrap();
    let error = store::check(folder.path()).unwrap_err();
    assert!(matches!(error, store::BackupError::Damaged { .. }), "{error}");
    let copy = folder.path().join("copy.sqlite");
    assert!(store::backup(folder.path(), &copy).is_err());
    assert!(!copy.exists());
    let nothing = tempfile::tempdir().unwrap();
    assert!(matches!(store::check(nothing.path()), Err(store::BackupError::Missing(_))));
}

/// A server continues to write into a file that was moved, and the data would be lost at the next start.
#[cfg(unix)]
#[tokio::test]
async fn a_data_file_that_was_moved_away_takes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let asked =
        json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Ada" });
    let ready = async |status: u16| {
        loop {
            let (found, told) = get(server.address, "/api/ready").await;
            if found == status {
                return told;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let away = folder.path().join("away.sqlite");
    fs::rename(file(folder.path()), &away).unwrap();
    for replaced in [false, true] {
        if replaced {
            fs::copy(&away, file(folder.path())).unwrap();
        }
        let (status, refused) = post(server.address, "/api/tables", 0, &asked).await;
        assert_eq!((status, &refused["code"]), (507, &json!("not-saved")), "{refused}");
        let told = ready(503).await;
        assert!(told["message"].as_str().unwrap().contains("was moved or replaced"), "{told}");
    }
    fs::rename(&away, file(folder.path())).unwrap();
    ready(200).await;
    assert_eq!(post(server.address, "/api/tables", 0, &asked).await.0, 201);
    server.close().await;
}

/// The hash chain covers only the lines of a table. Other inconsistent rows are found too.
#[tokio::test]
async fn a_check_finds_lines_without_a_table_and_ends_without_an_end() {
    for (damage, what) in [
        ("DELETE FROM tables WHERE number = 1", "lines of a table that is missing: 1"),
        ("UPDATE tables SET ended = 'agreed' WHERE number = 1", "a match that ended and is not finished"),
        (
            "INSERT INTO operations (pad, id, text) VALUES (7, 'a', '{}')",
            "operations of a score pad that is missing: 7",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(quick(folder.path())).await;
        let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
        play_until(&server, &table, 3).await;
        server.close().await;
        assert!(store::check(folder.path()).is_ok());
        connect(folder.path()).execute_batch(damage).unwrap();
        let error = store::check(folder.path()).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_cannot_write_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    assert_eq!(get(server.address, "/api/ready").await, (200, json!({ "status": "ready" })));
    // Another writer that keeps its lock acts like a stuck disk.
    let stuck = connect(folder.path());
    stuck.execute_batch("BEGIN IMMEDIATE").unwrap();
    let not_ready =
        async || Some(get(server.address, "/api/ready").await).filter(|(status, _)| *status != 200);
    let (status, told) = eventually("it is not ready", not_ready).await;
    assert_eq!((status, &told["status"]), (503, &json!("not-ready")), "{told}");
    assert!(told["message"].is_string());
    assert_eq!(get(server.address, "/api/health").await.0, 200);
    stuck.execute_batch("ROLLBACK").unwrap();
    server.close().await;
}

/// Lets a person play against a bot until a version, and returns the last notice.
async fn play_until(server: &TestServer, table: &str, version: u64) -> serde_json::Value {
    let (mut ada, mut notice) = Client::at(server.address, 0, table).await;
    loop {
        if notice["snapshot"]["version"].as_u64() >= Some(version) {
            return notice;
        }
        if !notice["snapshot"].is_null() {
            ada.answer(table, &notice["snapshot"]).await;
        }
        notice = ada.receive().await;
    }
}

#[tokio::test]
async fn a_file_set_back_to_an_earlier_day_is_not_silently_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let earlier = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", { "bot": "greedy" }])).await;
    let before = play_until(&server, &table, 4).await;
    store::backup(folder.path(), &file(earlier.path())).unwrap();
    let seen = play_until(&server, &table, 12).await;
    server.close().await;

    let clock = Clock::standing();
    let server = TestServer::open(Settings { clock: clock.clone(), ..quick(earlier.path()) }).await;
    // A client that has seen no more than the file has continues. So does one without a receipt, or with one
    // of another server.
    let mut ada = Client::hello(server.address, 0).await;
    let watch = |receipt: &serde_json::Value| json!({ "type": "watch", "table": table, "receipt": receipt });
    ada.say(watch(&before["receipt"])).await;
    assert_eq!(ada.until("table").await["info"]["diverged"], json!(null));
    // The last letter has bits that must be as they are.
    let (version, rest) = seen["receipt"].as_str().unwrap().split_at(4);
    let forged = format!("{}{rest}", version.replace('A', "B"));
    ada.say(watch(&json!(forged))).await;
    assert_eq!(ada.until("table").await["info"]["diverged"], json!(null));
    ada.say(watch(&json!("nonsense"))).await;
    assert_eq!(ada.until("refused").await["code"], "unreadable");

    ada.say(watch(&seen["receipt"])).await;
    let told = ada.until("table").await;
    assert_eq!(told["info"]["diverged"], seen["snapshot"]["version"]);
    let version = &told["snapshot"]["version"];
    ada.say(json!({ "type": "play", "table": table, "version": version, "action": "7d", "id": "x" })).await;
    let refused = ada.until("refused").await;
    assert_eq!(refused["code"], "diverged", "{refused}");
    // The bot waits too, until all connected players agree.
    clock.advance(std::time::Duration::from_secs(60));
    ada.all_told(&table, &clock).await;
    ada.say(json!({ "type": "watch", "table": table })).await;
    let still = ada.until("table").await;
    assert_eq!(still["snapshot"]["version"], told["snapshot"]["version"]);
    ada.seat = 0;
    ada.say(json!({ "type": "continue", "table": table })).await;
    let on = ada.until("table").await;
    assert_eq!(on["info"]["diverged"], json!(null));
    assert_eq!(ada.play_on(&table, on["snapshot"].clone()).await["phase"], "over");
    server.close().await;
}

#[tokio::test]
async fn a_client_notices_a_rewritten_past() {
    let folder = tempfile::tempdir().unwrap();
    let lines = || -> Vec<String> {
        let data = connect(folder.path());
        let mut select = data.prepare("SELECT text FROM entries ORDER BY sequence LIMIT 6").unwrap();
        select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    let seen = play_until(&server, &table, 6).await;
    server.close().await;
    let before = lines();
    // The file is set back, and another player continues differently: the links fit each other.
    let data = connect(folder.path());
    data.execute("DELETE FROM entries WHERE sequence > 0", []).unwrap();
    drop(data);
    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, mut notice) = Client::at(server.address, 0, &table).await;
    while notice["snapshot"]["actors"] != json!([ada.seat]) {
        notice = ada.receive().await;
    }
    let (version, action) =
        (&notice["snapshot"]["version"], notice["snapshot"]["legal"].as_array().unwrap().last());
    ada.say(json!({ "type": "play", "table": table, "version": version, "action": action, "id": "other" }))
        .await;
    drop(ada);
    play_until(&server, &table, 9).await;
    server.close().await;
    assert_ne!(lines(), before);
    let server = TestServer::open(quick(folder.path())).await;
    let (mut ada, told) = Client::at(server.address, 0, &table).await;
    ada.say(json!({ "type": "watch", "table": table, "receipt": told["receipt"] })).await;
    assert_eq!(ada.until("table").await["info"]["diverged"], json!(null));
    ada.say(json!({ "type": "watch", "table": table, "receipt": seen["receipt"] })).await;
    assert_eq!(ada.until("table").await["info"]["diverged"], seen["snapshot"]["version"]);
    server.close().await;
}

#[tokio::test]
async fn a_line_that_was_changed_lost_or_put_in_is_said_and_nothing_is_played_on_it() {
    for damage in [
        // Another card than the played one.
        "UPDATE entries SET text = iif(text = '0 7d', '0 6d', '0 7d') WHERE sequence = 2",
        "DELETE FROM entries WHERE sequence = 2",
        "UPDATE entries SET text = replace(text, 'deal 7d', 'deal 7c')  || ' ' WHERE sequence = 0",
        "UPDATE tables SET dealer = 1 - dealer",
        "UPDATE tables SET seed = substr(seed, 2) || substr(seed, 1, 1)",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::open(quick(folder.path())).await;
        let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
        let other = create_table(server.address, json!(["me", { "bot": "random" }])).await;
        play_until(&server, &table, 6).await;
        server.close().await;
        let data = connect(folder.path());
        assert!(data.execute(damage, []).unwrap() > 0);
        drop(data);
        let found = store::check(folder.path());
        assert!(matches!(found, Err(store::BackupError::Damaged { .. })), "{damage}: {found:?}");
        let server = TestServer::open(quick(folder.path())).await;
        let mut ada = Client::hello(server.address, 0).await;
        ada.say(json!({ "type": "watch", "table": table })).await;
        assert_eq!(ada.receive().await["code"], "damaged", "{damage}");
        let (status, _) = get(server.address, &format!("/api/tables/{table}/record")).await;
        assert_eq!(status, 500);
        if !damage.starts_with("UPDATE tables") {
            play_until(&server, &other, 3).await;
        }
        server.close().await;
    }
}

#[tokio::test]
async fn only_long_unused_data_is_deleted() {
    const DAY: u64 = 24 * 60 * 60;
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let chairs = || json!(["me", "open"]);
    let with_bot = || json!(["me", { "bot": "random" }]);
    let [begun, old] =
        [create_table(server.address, with_bot()).await, create_table(server.address, with_bot()).await];
    let [never_begun, fresh] =
        [create_table(server.address, chairs()).await, create_table(server.address, chairs()).await];
    // Two imported matches; a second player joins one of them.
    let carried = crate::elsewhere::begun().0;
    let mut with_bots = carried.clone();
    with_bots["chairs"] = with_bot();
    let [alone, joined] = [
        create_table_with(server.address, &carried).await,
        create_table_with(server.address, &carried).await,
    ];
    // Two more against bots; one of the matches continues.
    let [idle, played] = [
        create_table_with(server.address, &with_bots).await,
        create_table_with(server.address, &with_bots).await,
    ];
    play_until(&server, &played, 6).await;
    let newest = create_table(server.address, chairs()).await;
    let (mut bea, _) = Client::at(server.address, 1, &joined).await;
    bea.say(json!({ "type": "sit", "table": joined, "seat": 1, "name": "Bea" })).await;
    bea.until("table").await;
    for table in [&begun, &old] {
        play_until(&server, table, 3).await;
    }
    let pad = json!({ "format": "parlour-pad/1", "operations": [] });
    let (_, old_pad) = post(server.address, "/api/pads", 0, &pad).await;
    let (_, new_pad) = post(server.address, "/api/pads", 0, &pad).await;
    server.close().await;
    let data = connect(folder.path());
    let age = |table: &str, id: &str, days: u64| {
        let sql = format!("UPDATE {table} SET touched = touched - ?2 WHERE id = ?1");
        assert_eq!(data.execute(&sql, (id, (days * DAY) as i64)).unwrap(), 1);
    };
    age("tables", &never_begun, 31);
    age("tables", &alone, 31);
    age("tables", &idle, 31);
    age("tables", &joined, 300);
    age("tables", &played, 300);
    age("tables", &begun, 300);
    age("tables", &old, 366);
    age("pads", old_pad["id"].as_str().unwrap(), 366);
    age("pads", new_pad["id"].as_str().unwrap(), 300);
    let server = TestServer::open(quick(folder.path())).await;
    // The tables are not requested meanwhile, because that would be a use.
    let kept = "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM pads)";
    let count = || data.query_row(kept, [], |row| row.get::<_, i64>(0)).unwrap();
    eventually("the unused ones are thrown away", async || (count() <= 6).then_some(())).await;
    drop(data);
    let status = async |path: String| get(server.address, &path).await.0;
    let record = |table: &str| format!("/api/tables/{table}/record");
    let pad = |opened: &serde_json::Value| format!("/api/pads/{}", opened["id"].as_str().unwrap());
    let kept = [&fresh, &newest, &begun, &joined, &played];
    for table in kept {
        assert_eq!(status(record(table)).await, 409);
    }
    assert_eq!(status(pad(&new_pad)).await, 200);
    for table in [&never_begun, &alone, &idle, &old] {
        assert_eq!(status(record(table)).await, 404);
    }
    assert_eq!(status(pad(&old_pad)).await, 404);
    server.close().await;
    let data = connect(folder.path());
    let sql = "SELECT count(*) FROM entries WHERE number NOT IN (SELECT number FROM tables)";
    assert_eq!(data.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap(), 0, "no lines are left over");
}

#[tokio::test]
async fn when_all_is_quiet_the_file_alone_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let table = create_table(server.address, json!(["me", { "bot": "random" }])).await;
    play_until(&server, &table, 6).await;
    let copy = tempfile::tempdir().unwrap();
    let tables_alone = async || {
        // Readiness probes continue, but don't count as activity.
        assert_eq!(get(server.address, "/api/ready").await.0, 200);
        // A copy without the log.
        fs::copy(file(folder.path()), file(copy.path())).unwrap();
        let data = rusqlite::Connection::open(file(copy.path())).unwrap();
        let tables = data.query_row("SELECT count(*) FROM tables", [], |row| row.get(0)).unwrap_or(0);
        Some(tables).filter(|tables| *tables > 0)
    };
    let tables: i64 = eventually("the table is in the file", tables_alone).await;
    assert_eq!(tables, 1);
    server.close().await;
}

#[tokio::test]
async fn damage_is_looked_for_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    for _ in 0..40 {
        create_table(server.address, json!(["me", "open"])).await;
    }
    server.close().await;
    let mut bytes = fs::read(file(folder.path())).unwrap();
    // In a page full of tables.
    let page = bytes.windows(5).rposition(|window| window == b"scopa").unwrap() / 4096 * 4096;
    bytes[page..page + 64].fill(0xA5);
    fs::write(file(folder.path()), bytes).unwrap();
    let mut settings = quick(folder.path());
    settings.keep.looks_through_after = std::time::Duration::ZERO;
    let server = TestServer::open(settings).await;
    let not_ready =
        async || Some(get(server.address, "/api/ready").await).filter(|(status, _)| *status == 503);
    let (_, told) = eventually("it is not ready", not_ready).await;
    assert!(told["message"].as_str().unwrap().contains("damaged"), "{told}");
    server.close().await;
}
