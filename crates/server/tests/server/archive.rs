//! Matches whose lines are only in the archive: records, replays and tables stay the same.

use crate::peers::{at, seat};
use crate::support::{Client, TestServer, create_table, get};
use local_postgres::LocalPostgres;
use serde_json::{Value, json};
use std::time::Duration;
use store::{Archiving, Durability, archive_matches};

/// Returns a server's record and replay of a finished match.
async fn told(server: &TestServer, table: &str) -> [(u16, Value); 2] {
    let of = |what| format!("/api/tables/{table}/{what}");
    [get(server.address, &of("record")).await, get(server.address, &of("replay?deal=0")).await]
}

#[tokio::test]
async fn a_match_in_the_archive_has_the_same_record_and_the_same_replay() {
    let Some(here) = LocalPostgres::start() else {
        return println!(
            "not tried: PostgreSQL (Debian: postgresql) is missing, or there is no user to run it as"
        );
    };
    let folders = [(); 4].map(|()| tempfile::tempdir().unwrap());
    let [first, second, third, archive] = folders.each_ref().map(|folder| folder.path());
    let settings = |folder| {
        let mut settings = at(&here, folder, Duration::ZERO);
        settings.database.as_mut().unwrap().archive = Some(archive.to_owned());
        settings
    };
    let server = TestServer::open(settings(first)).await;
    let table = create_table(server.address, json!(["me", "open"])).await;
    let [(mut ada, hers), (mut bob, his)] = seat(&server, &server, &table).await;
    tokio::join!(ada.play_on(&table, hers), bob.play_on(&table, his));
    let before = told(&server, &table).await;
    assert_eq!(before.each_ref().map(|(status, _)| *status), [200, 200]);
    let archiving = Archiving {
        database: here.address(),
        durability: Durability::One,
        folder: archive.to_owned(),
        keep: Duration::ZERO,
    };
    // The match is marked as finished a moment after the players see its end.
    while archive_matches(&archiving).await.unwrap().moved == 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(here.ask("SELECT count(*) FROM entries").unwrap().trim(), "0");
    assert_eq!(told(&server, &table).await, before);
    server.close().await;
    // A server with the archive loads the table; one without reports an error.
    let server = TestServer::open(settings(second)).await;
    assert_eq!(told(&server, &table).await, before);
    let (_ada, seen) = Client::at(server.address, 0, &table).await;
    assert_eq!(seen["snapshot"]["phase"], "over");
    let without = TestServer::open(at(&here, third, Duration::ZERO)).await;
    let refused = told(&without, &table).await;
    assert_eq!(
        refused.map(|(status, told)| (status, told["code"].clone())),
        [(); 2].map(|()| (503, json!("busy")))
    );
}
