//! Disk that fails at every fsync, or is full: everything acknowledged is on disk, nothing else is shown, and
//! the table continues by itself once the disk works again.

use crate::crash::{DRIVEN, lines, serve, this_program};
use crate::ratings::{claim, pair_at};
use crate::support::{Client, create_table, eventually, get, post};
use crate::windows::{may_act, say, some_window};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Compiles the library that makes the disk fail. Returns it with the folder of its switches, or `None` without a C compiler.
fn failing_disk() -> Option<(TempDir, PathBuf)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/failing_disk.c");
    let switches = tempfile::tempdir().unwrap();
    let library = switches.path().join("failing_disk.so");
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .status();
    if made.is_ok_and(|status| status.success()) {
        return Some((switches, library));
    }
    println!("not tried: there is no C compiler to make a failing disk with");
    None
}

/// Returns the program of a server with the failing disk.
fn program_with(library: &Path, switches: &TempDir) -> Command {
    let mut program = this_program();
    program.env("LD_PRELOAD", library).env("PARLOUR_TEST_DISK", switches.path());
    program
}

/// Observations of a player.
#[derive(Default)]
struct Heard {
    /// Commands and observations of each connection.
    notes: Vec<checker::Client>,
    acknowledged: usize,
    refused: Vec<String>,
    furthest: usize,
}

/// Plays against a bot until the condition holds, whatever the disk does.
async fn play(ada: &mut Client, table: &str, heard: &mut Heard, is_enough: impl Fn(&Heard) -> bool) {
    loop {
        ada.say(json!({ "type": "watch", "table": table })).await;
        loop {
            let notice = ada.receive().await;
            let snapshot = &notice["snapshot"];
            if notice["type"] == "refused" {
                heard.refused.push(notice["code"].as_str().unwrap().to_owned());
                // The player repeats the action after a while.
                tokio::time::sleep(Duration::from_millis(50)).await;
                break;
            }
            if snapshot.is_null() {
                continue;
            }
            let version = snapshot["version"].as_u64().unwrap() as usize;
            heard.furthest = heard.furthest.max(version);
            heard.acknowledged += usize::from(notice["type"] == "played");
            if is_enough(heard) {
                return;
            }
            ada.answer(table, snapshot).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_loses_nothing_that_was_acknowledged() {
    let Some((switches, library)) = failing_disk() else { return };
    let new = json!({ "game": "scopa", "options": {}, "seats": 2, "chairs": ["me", "open"], "name": "Ada" });
    for how in ["fsync", "full"] {
        let folder = tempfile::tempdir().unwrap();
        let (mut child, address) = serve(program_with(&library, &switches), folder.path());
        let mut tables = Vec::new();
        for round in 0..3 {
            let table = create_table(address, json!(["me", { "bot": "random" }])).await;
            let mut heard = Heard::default();
            let mut ada = Client::hello(address, 0).await;
            play(&mut ada, &table, &mut heard, |heard| heard.acknowledged > 2).await;
            std::fs::write(switches.path().join(how), "").unwrap();
            let before = heard.acknowledged;
            // On the bot's turn there is no refusal, and nothing more is sent.
            let not_ready =
                async || Some(get(address, "/api/ready").await).filter(|(status, _)| *status != 200);
            let (status, ready) = tokio::select! {
                () = play(&mut ada, &table, &mut heard, |_| false) => unreachable!("a player never hears enough"),
                ready = eventually("the server is not ready", not_ready) => ready,
            };
            assert_eq!((status, &ready["status"]), (503, &json!("not-ready")), "{how}, {round}");
            let reason = match how {
                "full" => "the server's disk is full",
                _ => "the server's disk or database reported an error",
            };
            assert_eq!(ready["message"], json!(reason), "{how}, {round}");
            // One action may have been in progress when the disk failed.
            assert!(heard.acknowledged <= before + 1, "{how}, {round}: acknowledged, and not on disk");
            let (status, refusal) = post(address, "/api/tables", 0, &new).await;
            assert_eq!(status, 507, "{how}, {round}: {refusal}");
            heard.refused.push(refusal["code"].as_str().unwrap().to_owned());
            std::fs::remove_file(switches.path().join(how)).unwrap();
            let before = heard.furthest;
            play(&mut ada, &table, &mut heard, |heard| heard.furthest >= before + 4).await;
            heard.notes.push(ada.notes);
            let mut told = heard.refused.iter().filter(|code| *code != "stale");
            assert!(told.all(|code| ["not-saved", "unconfirmed"].contains(&code.as_str())), "{how}");
            tables.push((table, heard));
        }
        child.kill();
        let mut acknowledged = 0;
        for (table, heard) in tables {
            let lines = lines(folder.path(), &table);
            let checked = checker::check(&table, &heard.notes, &lines, &[0]);
            acknowledged += checked.unwrap_or_else(|broken| panic!("{how}: {broken}")).answered;
        }
        assert!(acknowledged > 3, "{how}: only {acknowledged} actions were acknowledged");
    }
}

/// PE-T12: the finish of a rated match is on the disk, and the server is killed before it tells a player.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_whose_finish_was_stored_before_a_kill_is_rated_once() {
    let Some((switches, library)) = failing_disk() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (mut child, address) = serve(program_with(&library, &switches), folder.path());
    claim(address, 0, "Ada").await;
    claim(address, 1, "Bob").await;
    let players = [(0, "203.0.113.1"), (1, "203.0.113.2")];
    let (table, [(mut ada, _), (mut bob, _)], is_rated) = pair_at(address, "scopa-2-quick", players).await;
    assert!(is_rated);
    std::fs::write(switches.path().join("kill"), "").unwrap();
    bob.say(json!({ "type": "resign", "table": table })).await;
    while ada.try_receive().await.is_some() {}
    while bob.try_receive().await.is_some() {}
    let told = ada.received.iter().chain(&bob.received).find(|text| {
        let notice: Value = serde_json::from_str(text).unwrap();
        notice["type"] == "rated" || !notice["info"]["ended"].is_null()
    });
    assert_eq!(told, None, "told before the kill");
    child.kill();
    let stored = || {
        let file = rusqlite::Connection::open(folder.path().join("parlour.sqlite")).unwrap();
        let sql = "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM rating_log),
                   (SELECT sum(matches) FROM ratings), (SELECT group_concat(round(mean)) FROM ratings ORDER BY mean)";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        file.query_row::<(u32, u32, Option<u32>, Option<String>), _, _>(sql, [], row).unwrap()
    };
    let committed = stored();
    assert_eq!((committed.0, committed.1, committed.2), (2, 2, Some(2)), "the finish was not on the disk");
    // Twice, so that the table is loaded with and without an earlier end.
    for _ in 0..2 {
        let (mut child, address) = serve(this_program(), folder.path());
        for guest in [0, 1] {
            let (mut player, seen) = Client::at(address, guest, &table).await;
            assert!(!seen["info"]["ended"].is_null(), "{seen}");
            let rated = player.until("rated").await;
            assert_eq!(rated["changes"].as_array().map(Vec::len), Some(2), "{rated}");
        }
        child.kill();
        assert_eq!(stored(), committed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sealed_answer_is_read_once_the_disk_has_room_again() {
    let Some((switches, library)) = failing_disk() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut program = program_with(&library, &switches);
    program.env(DRIVEN, "");
    let (server, address) = serve(program, folder.path());
    let (table, mut clients, snapshots) = some_window(address, true, &|| server.close_window()).await;
    let asked = usize::from(may_act(&snapshots[1], 1));
    let react = snapshots[asked]["legal"][1].as_str().unwrap().to_owned();
    say(&mut clients[asked], &table, &snapshots[asked]["version"], &react).await;
    assert_eq!(clients[asked].receive().await["type"], "sealed");
    std::fs::write(switches.path().join("full"), "").unwrap();
    let ready = async |status| {
        eventually("the server tells how its disk is", async || {
            (get(address, "/api/ready").await.0 == status).then_some(())
        })
        .await;
    };
    server.close_window();
    ready(503).await;
    // Notices from before the disk was full have arrived by now.
    let told = tokio::time::timeout(Duration::from_millis(100), clients[1 - asked].until("played")).await;
    assert!(told.is_err(), "told, and not on disk: {told:?}");
    std::fs::remove_file(switches.path().join("full")).unwrap();
    ready(200).await;
    // The table retries after a while.
    server.close_window();
    assert_eq!(clients[1 - asked].until("played").await["action"], json!(react));
}
