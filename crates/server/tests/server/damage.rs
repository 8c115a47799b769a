//! Data files and logs that are truncated or overwritten: the loss is reported, and no match continues
//! silently.

use crate::crash::{serve, this_program};
use crate::support::{Client, GAMES, TestServer, create_table_of, quick, token, with_bots};
use cards::Rng;
use serde_json::{Value, json};
use server::{Server, StartError};
use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Last view of a table by a client.
struct Seen {
    table: String,
    receipt: Value,
    version: Value,
}

/// Plays a while at a table of each game with bots.
async fn play_some(address: std::net::SocketAddr, notices: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    for (game, seats) in GAMES {
        let table = create_table_of(address, game, &with_bots(seats, "random")).await;
        let (mut ada, mut notice) = Client::at(address, 0, &table).await;
        let mut last = Seen { table: table.clone(), receipt: Value::Null, version: Value::Null };
        for _ in 0..notices {
            if !notice["receipt"].is_null() {
                last.receipt = notice["receipt"].clone();
                last.version = notice["snapshot"]["version"].clone();
            }
            if notice["snapshot"]["phase"] == "over" {
                break;
            }
            if !notice["snapshot"].is_null() {
                ada.answer(&table, &notice["snapshot"]).await;
            }
            notice = ada.receive().await;
        }
        seen.push(last);
    }
    seen
}

/// Damages one of the two files in one of two ways. For SQLite the log ends where its checksums no longer
/// fit.
fn damage(folder: &Path, case: usize, rng: &mut Rng) -> String {
    let name = if case.is_multiple_of(2) { "parlour.sqlite-wal" } else { "parlour.sqlite" };
    let file = OpenOptions::new().write(true).open(folder.join(name)).unwrap();
    let length = file.metadata().unwrap().len();
    let at = rng.below(usize::try_from(length).unwrap()) as u64;
    if (case / 2).is_multiple_of(2) {
        file.set_len(at).unwrap();
        format!("{name} cut at {at} of {length}")
    } else {
        let bytes: [u8; 64] = std::array::from_fn(|_| rng.below(256) as u8);
        file.write_all_at(&bytes, at.min(length.saturating_sub(64))).unwrap();
        format!("64 bytes of {name} overwritten at {at} of {length}")
    }
}

/// Results for the tables of a damaged data file.
#[derive(Default, Debug)]
struct Outcome {
    /// The server does not start, and gives the reason.
    closed: usize,
    whole: usize,
    /// The table can't be loaded, and gives the reason.
    refused: usize,
    /// The table reports a lost part.
    lost: usize,
}

async fn open_damaged(folder: &Path, seen: &[Seen], what: &str, outcome: &mut Outcome) {
    let server = match Server::bind(quick(folder)).await {
        Ok(server) => TestServer::of(server),
        Err(StartError::Store(error)) => {
            assert!(!error.to_string().is_empty());
            outcome.closed += 1;
            return;
        }
        Err(error) => panic!("{what}: {error}"),
    };
    for Seen { table, receipt, version } in seen {
        let mut ada = Client::dial(server.address).await;
        ada.say(json!({ "type": "hello", "token": token(0), "protocol": protocol::PROTOCOL })).await;
        let answer = ada.receive().await;
        if answer["type"] == "refused" {
            // The accounts can't be read, so it is uncertain whom the token means.
            assert!(["busy", "damaged"].contains(&answer["code"].as_str().unwrap()), "{what}: {answer}");
            outcome.refused += 1;
            continue;
        }
        ada.say(json!({ "type": "watch", "table": table, "receipt": receipt })).await;
        let notice = ada.receive().await;
        if notice["type"] == "refused" {
            let code = notice["code"].as_str().unwrap();
            assert!(["damaged", "no-table", "busy"].contains(&code), "{what}: {notice}");
            outcome.refused += 1;
        } else if notice["info"]["diverged"].is_null() {
            // A line may be stored that was not sent any more.
            let (now, before) = (notice["snapshot"]["version"].as_u64(), version.as_u64());
            assert!(now >= before, "{what}: {table} is played on at {now:?}, and {before:?} was seen");
            outcome.whole += 1;
        } else {
            let frozen = notice["snapshot"]["version"].clone();
            ada.say(json!({ "type": "watch", "table": table })).await;
            assert_eq!(
                ada.until("table").await["snapshot"]["version"],
                frozen,
                "{what}: no player continues"
            );
            outcome.lost += 1;
        }
    }
    server.close().await;
}

/// Damages the data of killed servers in many ways.
async fn damaged_data_files(cases: usize) {
    let mut outcome = Outcome::default();
    let folder = tempfile::tempdir().unwrap();
    // The earlier half of the lines is in the file, the later half in the log.
    let (mut child, address) = serve(this_program(), folder.path());
    let mut seen = play_some(address, 24).await;
    child.kill();
    TestServer::open(quick(folder.path())).await.close().await;
    let (mut child, address) = serve(this_program(), folder.path());
    seen.extend(play_some(address, 24).await);
    child.kill();
    for case in 0..cases {
        let mut rng = Rng::from_number(case as u64);
        let copy = tempfile::tempdir().unwrap();
        for name in ["parlour.sqlite", "parlour.sqlite-wal"] {
            fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
        }
        let what = damage(copy.path(), case, &mut rng);
        open_damaged(copy.path(), &seen, &what, &mut outcome).await;
    }
    println!("{cases} damaged houses of {} tables: {outcome:?}", seen.len());
    assert!(outcome.lost + outcome.refused + outcome.closed > cases / 4, "{outcome:?}: nothing was damaged");
}

#[tokio::test]
async fn losses_of_a_damaged_file_or_log_are_reported() {
    damaged_data_files(8).await;
}

#[tokio::test]
#[ignore = "takes long: cargo xtask test --full"]
async fn losses_of_forty_damaged_files_and_logs_are_reported() {
    damaged_data_files(40).await;
}
