//! The program as somebody at a shell meets it: what it prints, and how it exits.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use cards::{Seat, Seed};
use engine::Phase;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A whole match of Scopa to three points, as the program stores it.
fn record() -> String {
    let game = house::find("scopa").unwrap();
    let options = [("target".to_owned(), engine::OptionValue::Number(3))].into();
    let setup = house::SetupText { preset: None, options, seats: 2 };
    let mut table = game.open(&setup, Seat::new(1)).unwrap();
    let seed = Seed::from_number(11);
    while !matches!(table.phase(), Phase::Over(_)) {
        match table.actors().first() {
            None => drop(table.deal(&table.next_deck(&seed), &[]).unwrap()),
            Some(seat) => {
                let action = table.think(seat, "greedy", 0).unwrap()();
                table.play(seat, &action, &[]).unwrap();
            }
        }
    }
    let notes = house::Notes { seed: Some(seed.into()), ..house::Notes::default() };
    table.record().with_notes(notes).write()
}

fn parlour(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough closes its input early; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

#[test]
fn a_complete_record_is_shown() {
    let output = parlour(&["replay", "-", "--json"], &record());
    assert!(output.status.success());
    let summary = json(&output);
    assert_eq!(summary["status"], "complete");
    assert!(summary["totals"].as_array().unwrap().iter().any(|total| total.as_i64() >= Some(3)));
    assert_eq!(summary["winners"].as_array().unwrap().len(), 1);
    assert!(summary["error"].is_null());
    let told = text(&parlour(&["replay", "-", "--language", "en"], &record()).stdout);
    assert!(told.contains("Settebello 1 – 0 → ") && told.contains("Won by"), "{told}");
}

#[test]
fn a_record_that_was_written_reads_back_to_the_same_bytes() {
    assert_eq!(text(&parlour(&["record", "-"], &record()).stdout), record());
    let other_spelling = record().replace("Td", "10♦").replace("\"seats\": 2", "\"seats\":    2");
    assert_eq!(text(&parlour(&["record", "-"], &other_spelling).stdout), record());
}

#[test]
fn the_decks_of_a_record_follow_from_its_seed() {
    assert!(parlour(&["verify", "-"], &record()).status.success());
    let other_seed = record().replace("\"seed\": \"0b", "\"seed\": \"0c");
    assert_ne!(other_seed, record());
    let output = parlour(&["verify", "-"], &other_seed);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "deal 0: this deck is not the one the seed gives\n");
}

#[test]
fn legal_actions_and_views_end_where_the_record_ends() {
    let mut record: Value = serde_json::from_str(&record()).unwrap();
    let deal = record["deals"][0].clone();
    record["deals"] = Value::Array(vec![deal]);
    record["deals"][0]["actions"].as_array_mut().unwrap().truncate(1);
    let legal = json(&parlour(&["legal", "-", "--json"], &record.to_string()));
    assert_eq!(legal["actors"], serde_json::json!([1]));
    let actions = legal["actions"]["1"].as_array().unwrap();
    assert!(!actions.is_empty() && actions.is_sorted_by_key(|action| action.as_str()));

    let view = |seat: &str| {
        json(&parlour(&["view", "-", "--seat", seat, "--json"], &record.to_string()))["view"].clone()
    };
    assert!(view("0")["hands"][1]["closed"] == 3 && view("0")["hands"][0]["open"].is_array());
    assert!(view("1")["hands"][0]["closed"] == 2 && view("1")["hands"][1]["open"].is_array());
    let nobody = parlour(&["view", "-", "--seat", "2"], &record.to_string());
    assert_eq!(
        (nobody.status.code(), text(&nobody.stderr)),
        (Some(1), "seat 2 is not at a table of 2\n".into())
    );
}

/// One sentence on standard error, exit status 1, and the same in JSON.
#[track_caller]
fn refused(record: &str, code: &str, deal: Option<i64>, action: Option<i64>, sentence: &str) {
    let told = parlour(&["replay", "-"], record);
    assert_eq!(told.status.code(), Some(1));
    let complaint = text(&told.stderr);
    assert!(complaint.contains(sentence), "“{complaint}” does not say “{sentence}”");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    for command in ["replay", "legal", "view"] {
        let output = parlour(&[command, "-", "--json"], record);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let document = json(&output);
        assert_eq!(document["status"], "refused", "{command}");
        let error = &document["error"];
        assert_eq!(
            (&error["code"], error["deal"].as_i64(), error["action"].as_i64()),
            (&code.into(), deal, action)
        );
    }
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence() {
    let record = record();
    let first_card = &record[record.find("\"deck\": \"").unwrap() + 9..][..2];
    let twice = record.replacen(&format!("\"deck\": \"{first_card} "), "\"deck\": \"9c ", 1);
    refused(&twice, "incorrect-deck", Some(0), None, &format!("missing: {first_card}; extra: 9c"));
    let first_action = record.split('"').find(|text| text.starts_with("0 ")).unwrap();
    let not_held = record.replacen(first_action, "0 9d", 1);
    refused(&not_held, "illegal", Some(0), Some(0), "9d is not in your hand (SC-R5)");
    refused(&record.replacen("\"0 ", "\"1 ", 1), "not-your-turn", Some(0), Some(0), "seat 1 is not to act");
    refused(&record.replacen("\"0 ", "\"0:", 1), "unreadable", Some(0), Some(0), "is not an action");
    refused(
        &record.replace("\"target\": 3", "\"target\": 0"),
        "options",
        None,
        None,
        "target: cannot be 0, only a whole number from 1 to 200",
    );
    refused(&record.replace("\"target\"", "\"aim\""), "options", None, None, "aim: there is no such option");
    refused(&record.replace("\"seats\": 2", "\"seats\": 5"), "options", None, None, "seats: 5 cannot play");
    refused(&record.replace("record/1", "record/2"), "bad-format", None, None, "parlour-record/2");
    refused(&record.replace("\"scopa\"", "\"skat\""), "unknown-game", None, None, "there is no game “skat”");
    refused(&record[..record.len() / 2], "unreadable-record", None, None, "this is not a match record");
    refused("", "unreadable-record", None, None, "this is not a match record");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = parlour(&["replay", "no such file"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("no such file: "));
}

#[test]
fn the_same_seed_gives_the_same_result_on_any_number_of_threads() {
    let run = |threads: &str| {
        let arguments = [
            "simulate",
            "scopa",
            "--deals",
            "60",
            "--seats",
            "greedy,ismcts:20",
            "--json",
            "--threads",
            threads,
        ];
        let mut document = json(&parlour(&arguments, ""));
        for timing in ["seconds", "perSecond"] {
            document.as_object_mut().unwrap().remove(timing);
        }
        document
    };
    let alone = run("1");
    assert_eq!(alone["deals"], 60);
    assert_eq!(run("3"), alone);
}

#[test]
fn a_contest_that_cannot_be_is_refused() {
    let output = parlour(&["simulate", "scopa", "--seats", "greedy,clever"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("there is no bot “clever”"), "{}", text(&output.stderr));
    let output = parlour(&["simulate", "scopa", "--seats", "greedy,greedy,greedy,greedy,greedy"], "");
    assert!(text(&output.stderr).starts_with("seats: 5 cannot play"), "{}", text(&output.stderr));
}
