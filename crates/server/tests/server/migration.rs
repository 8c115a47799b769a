//! Moving from a data file to a database and back: nothing is lost, and the matches continue.

use crate::peers::at;
use crate::support::{
    Client, GAMES, TestServer, create_table_of, create_table_with, get, post, quick, with_bots, with_people,
};
use local_postgres::LocalPostgres;
use rusqlite::Connection;
use rusqlite::types::Value as Column;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use store::{Contents, Durability, MigrateError, OpenError, Place, check, migrate};

fn database(here: &LocalPostgres) -> Place {
    Place::Database { address: here.address(), durability: Durability::One, archive: None }
}

fn folder(path: &Path) -> Place {
    Place::Folder(path.to_owned())
}

/// Returns all rows of a data file without the numbers of tables, which are of no meaning outside of it.
fn rows(data: &Path) -> Vec<Vec<Column>> {
    let file = Connection::open(data.join("parlour.sqlite")).unwrap();
    let mut all = Vec::new();
    for sql in [
        "SELECT id, game, options, seats, dealer, seed, chairs, created, touched, finished, stake, next, ended, time_control,
             clocks, founder, opening, audience FROM tables ORDER BY id",
        "SELECT id, sequence, text, link, spent, command FROM entries JOIN tables USING (number) ORDER BY id, sequence",
        "SELECT id, touched FROM pads ORDER BY id",
        "SELECT pads.id, operations.id, text FROM operations JOIN pads ON pad = number ORDER BY 1, 2",
        "SELECT endpoint, guest, touched FROM subscriptions ORDER BY endpoint",
        "SELECT id, name, folded, password, visible, made, renamed, seen FROM accounts ORDER BY id",
        "SELECT folded, until FROM locked_names ORDER BY folded",
        "SELECT token, account, label, made, seen FROM devices ORDER BY token",
        "SELECT hash, account, used FROM recovery ORDER BY hash",
        "SELECT credential, account, label, key, made FROM passkeys ORDER BY credential",
        "SELECT account, other, kind, at FROM ties ORDER BY account, other, kind",
        "SELECT person, family, clock, rung, rung_before FROM bells ORDER BY person, family",
        "SELECT code, founder, invited, pool, rated, expires, table_id FROM challenges ORDER BY code",
        // With their numbers, by which the audit log and the pages name them.
        "SELECT * FROM reports ORDER BY id",
        "SELECT * FROM rulings ORDER BY id",
    ] {
        let mut select = file.prepare(sql).unwrap();
        let columns = select.column_count();
        let found = select.query_map([], |row| (0..columns).map(|column| row.get(column)).collect()).unwrap();
        let before = all.len();
        all.extend(found.map(Result::unwrap));
        assert!(all.len() > before, "nothing is compared: {sql}");
    }
    all
}

/// Plays against bots until the snapshot has this version and the table waits for the player alone, or the match is over. While a
/// bot acts or a response window is open, the match goes on without the player. A race always does.
async fn play_until(server: &TestServer, table: &str, version: u64) {
    let (mut client, seen) = Client::at(server.address, 0, table).await;
    let mut snapshot = seen["snapshot"].clone();
    let is_race = seen["info"]["game"] == "speed";
    // The others may have answered in an open window, which then has the player as its only actor.
    let rests = |snapshot: &Value| {
        let is_ours = snapshot["phase"] == "playing" && snapshot["actors"] == json!([0]);
        is_race || is_ours && snapshot["view"]["stage"] != "react"
    };
    while snapshot["phase"] != "over" && (snapshot["version"].as_u64() < Some(version) || !rests(&snapshot)) {
        // In a race a player may have to wait for the other.
        if snapshot["phase"] == "scored" || !snapshot["legal"].as_array().unwrap().is_empty() {
            client.answer(table, &snapshot).await;
        }
        snapshot = loop {
            let notice = client.receive().await;
            let is_late = notice["code"] == "illegal" || notice["code"] == "stale";
            assert!(notice["type"] != "refused" || is_late, "{notice}");
            if !notice["snapshot"].is_null() {
                break notice["snapshot"].clone();
            }
        };
    }
}

/// Plays a few moves at a table with clocks, which stops while both are away.
async fn play_with_clocks(server: &TestServer) -> String {
    let control = json!({ "delay": 600, "bank": 3600, "increment": 5 });
    let (table, mut clients) = with_people(server.address, "scopa", 2, &control).await;
    let mut snapshots = Vec::new();
    for client in &mut clients {
        snapshots.push(client.until_playing().await);
    }
    for _ in 0..5 {
        let actor = snapshots[0]["actors"][0].as_u64().unwrap() as usize;
        clients[actor].play(&table, &snapshots[actor], "move").await;
        for (client, snapshot) in clients.iter_mut().zip(&mut snapshots) {
            *snapshot = client.until("played").await["snapshot"].take();
        }
    }
    table
}

/// Returns what a player sees of a table, and the receipt. A server that lost lines would say so.
async fn seen(server: &TestServer, table: &str, receipt: Option<&Value>) -> (Value, Value) {
    let mut client = Client::hello(server.address, 0).await;
    let mut watch = json!({ "type": "watch", "table": table });
    if let Some(receipt) = receipt {
        watch["receipt"] = receipt.clone();
    }
    client.say(watch).await;
    let told = client.until("table").await;
    assert_eq!(told["info"]["diverged"], Value::Null, "{told}");
    (json!([told["snapshot"], told["log"]]), told["receipt"].clone())
}

#[tokio::test]
async fn matches_continue_in_the_other_storage_and_back() {
    let Some(here) = LocalPostgres::start() else {
        return println!(
            "not tried: PostgreSQL (Debian: postgresql) is missing, or there is no user to run it as"
        );
    };
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [first, second, third] = folders.each_ref().map(|folder| folder.path());
    let server = TestServer::open(quick(first)).await;
    let mut tables = Vec::new();
    for (game, seats) in GAMES {
        let table = create_table_of(server.address, game, &with_bots(seats, "random")).await;
        play_until(&server, &table, 12).await;
        tables.push(table);
    }
    let over = create_table_of(server.address, "thirty-one", &with_bots(2, "random")).await;
    play_until(&server, &over, u64::MAX).await;
    tables.push(over.clone());
    let chairs = with_bots(2, "random");
    let secluded = json!({
        "game": "scopa", "options": {}, "seats": 2, "chairs": chairs, "name": "Ada", "audience": "players",
    });
    let secluded = create_table_with(server.address, &secluded).await;
    play_until(&server, &secluded, 12).await;
    tables.push(secluded);
    let clocks = play_with_clocks(&server).await;
    tables.push(clocks);
    let operation =
        json!({ "id": "1@a", "do": "open", "game": "scopa", "players": ["Ada", "Bob"], "dealer": 0 });
    let pad = json!({ "format": "parlour-pad/1", "operations": [operation] });
    let (status, pad) = post(server.address, "/api/pads", 0, &pad).await;
    assert_eq!(status, 201, "{pad}");
    let pad = format!("/api/pads/{}", pad["id"].as_str().unwrap());
    server.close().await;
    let file = Connection::open(first.join("parlour.sqlite")).unwrap();
    file.execute("INSERT INTO subscriptions VALUES ('https://push.example/1', 'guest', 4000000000)", [])
        .unwrap();
    file.execute_batch(
        "INSERT INTO accounts VALUES ('a', 'Ada', 'ada', 'hash', 1, 1, NULL, 4000000000);
         INSERT INTO accounts VALUES ('b', 'Bob', 'bob', NULL, 0, 2, 3, 4000000000);
         INSERT INTO locked_names VALUES ('locked', 4000000000);
         INSERT INTO devices VALUES (x'01', 'a', 'Firefox', 1, 2);
         INSERT INTO recovery VALUES (x'02', 'a', NULL), (x'03', 'a', 5);
         INSERT INTO passkeys VALUES (x'04', 'b', 'Firefox', '{}', 4);
         INSERT INTO ties VALUES ('a', 'b', 'friend', 6), ('b', 'a', 'friend', 7), ('b', 'a', 'mute', 8);
         INSERT INTO challenges VALUES ('00000000', 'a', NULL, 'scopa-2-quick', 1, 4000000000, NULL);
         INSERT INTO bells VALUES ('a', 'scopa-two', -60, 4000000000, NULL), ('a', 'gin-rummy-two', -60, NULL, NULL);
         INSERT INTO reports VALUES (4, 'a', 'b', 'table', 'name', '[]', 5, NULL), (9, NULL, 'a', NULL, 'threw', '[]', 5, 4000000000);
         INSERT INTO rulings VALUES (3, 'b', 'note', NULL, 'seen', NULL, 4000000000), (7, 'a', 'ban', 4000000000, 'x', 'no', 6);",
    )
    .unwrap();
    drop(file);

    // The same server, with which the other storages are compared.
    let server = TestServer::open(quick(first)).await;
    let mut before = Vec::new();
    for table in &tables {
        before.push(seen(&server, table, None).await);
    }
    let record = get(server.address, &format!("/api/tables/{over}/record")).await;
    assert_eq!(record.0, 200, "{record:?}");
    let shared = get(server.address, &pad).await;
    // Its data can't be copied while it runs.
    let refused = migrate(&folder(first), &database(&here)).await;
    assert!(matches!(refused, Err(MigrateError::Open(_))), "{refused:?}");
    server.close().await;

    let all = Contents { tables: tables.len() as u64, pads: 1 };
    assert_eq!(migrate(&folder(first), &database(&here)).await.unwrap(), all);
    assert_eq!(migrate(&database(&here), &folder(second)).await.unwrap(), all);
    assert_eq!(rows(second), rows(first));
    let next = |table: &str| here.ask(&format!("SELECT nextval(pg_get_serial_sequence('{table}', 'id'))"));
    assert_eq!(["reports", "rulings"].map(next).map(Option::unwrap), ["10\n", "8\n"]);
    let refused = migrate(&folder(first), &database(&here)).await;
    assert!(
        matches!(refused, Err(MigrateError::NotEmpty(found)) if found == tables.len() as i64 + 1),
        "{refused:?}"
    );
    let refused = migrate(&database(&here), &folder(second)).await;
    assert!(matches!(refused, Err(MigrateError::Exists(_))), "{refused:?}");
    for (from, to) in [(folder(first), folder(third)), (database(&here), database(&here))] {
        assert!(matches!(migrate(&from, &to).await, Err(MigrateError::SameKind)));
    }
    let refused = migrate(&folder(third), &database(&here)).await;
    assert!(matches!(refused, Err(MigrateError::Missing(_))), "{refused:?}");

    // A server at the database, then one at the copy of that.
    let server = TestServer::open(at(&here, third, Duration::ZERO)).await;
    let refused = migrate(&database(&here), &folder(third)).await;
    assert!(matches!(refused, Err(MigrateError::Open(OpenError::InUse { .. }))), "{refused:?}");
    let refused = migrate(&database(&here), &folder(&third.join("another"))).await;
    assert!(matches!(refused, Err(MigrateError::InUse)), "{refused:?}");
    for (table, (shown, receipt)) in tables.iter().zip(&mut before) {
        assert_eq!(seen(&server, table, Some(receipt)).await.0, *shown);
        let version = shown[0]["version"].as_u64().unwrap();
        // At the table with clocks both are away.
        if *table != tables[tables.len() - 1] {
            play_until(&server, table, version + 3).await;
        }
        (*shown, *receipt) = seen(&server, table, Some(receipt)).await;
    }
    assert_eq!(get(server.address, &format!("/api/tables/{over}/record")).await, record);
    assert_eq!(get(server.address, &pad).await, shared);
    server.close().await;
    assert_eq!(migrate(&database(&here), &folder(third)).await.unwrap(), all);
    assert_eq!(check(third).unwrap(), all);
    let server = TestServer::open(quick(third)).await;
    for (table, (shown, receipt)) in tables.iter().zip(&before) {
        // Bots may have played on.
        let (now, _) = seen(&server, table, Some(receipt)).await;
        assert!(now[0]["version"].as_u64() >= shown[0]["version"].as_u64(), "{now}");
    }
    assert_eq!(get(server.address, &format!("/api/tables/{over}/record")).await, record);
    assert_eq!(get(server.address, &pad).await, shared);
    server.close().await;
}

#[cfg(feature = "archive")]
#[tokio::test]
async fn matches_that_are_only_in_the_archive_come_back_to_a_data_file() {
    let Some(here) = LocalPostgres::start() else {
        return println!("skipped: PostgreSQL or a user to run it is missing");
    };
    let folders = [(); 4].map(|()| tempfile::tempdir().unwrap());
    let [first, second, third, archive] = folders.each_ref().map(|folder| folder.path());
    let server = TestServer::open(quick(first)).await;
    let over = create_table_of(server.address, "thirty-one", &with_bots(2, "random")).await;
    play_until(&server, &over, u64::MAX).await;
    let running = create_table_of(server.address, "scopa", &with_bots(2, "random")).await;
    play_until(&server, &running, 5).await;
    let record = format!("/api/tables/{over}/record");
    let before = (get(server.address, &record).await, seen(&server, &over, None).await);
    assert_eq!(before.0.0, 200, "{before:?}");
    server.close().await;
    // Finished years ago.
    let file = Connection::open(first.join("parlour.sqlite")).unwrap();
    let aged = file.execute("UPDATE tables SET touched = 2, finished = 3 WHERE finished > 0", []);
    assert_eq!(aged.unwrap(), 1);
    drop(file);

    let all = Contents { tables: 2, pads: 0 };
    assert_eq!(migrate(&folder(first), &database(&here)).await.unwrap(), all);
    let archiving = store::Archiving {
        database: here.address(),
        durability: Durability::One,
        folder: archive.to_owned(),
        keep: Duration::from_secs(7 * 24 * 60 * 60),
    };
    assert_eq!(store::archive_matches(&archiving).await.unwrap().moved, 1);
    let entries = "SELECT count(*) FROM entries JOIN tables USING (number) WHERE finished IS NOT NULL";
    assert_eq!(here.ask(entries).unwrap().trim(), "0");

    let refused = migrate(&database(&here), &folder(second)).await.unwrap_err().to_string();
    assert!(refused.contains("--archive"), "{refused}");
    assert!(!second.join("parlour.sqlite").exists());
    let archived = Place::Database {
        address: here.address(),
        durability: Durability::One,
        archive: Some(archive.to_owned()),
    };
    assert_eq!(migrate(&archived, &folder(third)).await.unwrap(), all);
    let [original, copy] = [first, third].map(|data| {
        let file = Connection::open(data.join("parlour.sqlite")).unwrap();
        let read = |sql: &str| -> Vec<Vec<Column>> {
            let mut select = file.prepare(sql).unwrap();
            let columns = select.column_count();
            let rows = select.query_map([], |row| (0..columns).map(|column| row.get(column)).collect()).unwrap();
            rows.map(Result::unwrap).collect()
        };
        (
            read("SELECT id, sequence, text, link, spent, command FROM entries JOIN tables USING (number) ORDER BY 1, 2"),
            read("SELECT id, chairs, created, touched, finished, ended, clocks, opening FROM tables ORDER BY id"),
        )
    });
    assert_eq!(copy, original);
    // Without a limit, because the match was last used long ago.
    let mut settings = quick(third);
    settings.keep.unused = None;
    let server = TestServer::open(settings).await;
    assert_eq!(get(server.address, &record).await, before.0);
    assert_eq!(seen(&server, &over, Some(&before.1.1)).await.0, before.1.0);
    server.close().await;
}
