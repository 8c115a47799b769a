//! Tests of the record reader with damaged records. It must return a result and never panic.

use cards::Seed;
use catalog::{AnyMatch, RecordText, read_record};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::OnceLock;

/// Returns records of unfinished and finished matches, under several rules.
fn records() -> &'static [String] {
    static RECORDS: OnceLock<Vec<String>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let rules = [
            ("scopa", json!({}), 2, 50),
            ("scopa", json!({ "claimOut": true, "assoPigliaTutto": true, "aceOnEmpty": "captured" }), 3, 30),
            ("scopa", json!({ "scopone": true, "target": 3 }), 4, 100),
            ("wall-street", json!({ "target": 2 }), 4, 300),
        ];
        rules
            .into_iter()
            .map(|(game, options, seats, actions)| written(game, &options, seats, actions))
            .collect()
    })
}

/// Returns the record of a match after this number of steps, in which each player plays the first legal action.
fn written(game: &str, options: &Value, seats: u8, actions: usize) -> String {
    let mut table = opened(game, options, seats);
    for _ in 0..actions {
        match table.phase() {
            engine::Phase::Over(_) => break,
            engine::Phase::Between => {
                let deck = table.next_deck(&Seed::from_number(3));
                table.deal(&deck, &[]).expect("a complete deck");
            }
            engine::Phase::Playing => {
                let seat = table.actors().first().expect("the deal goes on");
                let action = table.legal(seat)[0].clone();
                table.play(seat, &action, &[]).expect("a legal action");
            }
        }
    }
    table.record().write()
}

fn opened(game: &str, options: &Value, seats: u8) -> Box<dyn AnyMatch> {
    let record = json!({
        "format": "parlour-record/1", "game": game, "options": options, "seats": seats, "dealer": 0, "deals": [],
    });
    let record = read_record(&record.to_string()).expect("a record");
    record.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"))
}

/// Checks that the reader returns a consistent result for any text.
fn check(text: &str) {
    match read_record(text) {
        Err(rejection) => assert!(!rejection.message.is_empty() && rejection.position.is_none()),
        Ok(record) => check_record(&record),
    }
}

fn check_record(record: &RecordText) {
    let replayed = record.replay(&catalog::CATALOG);
    let (summary, legal) = (replayed.summary(), replayed.legal_summary());
    let again = read_record(&record.write()).expect("what is written can be read");
    assert_eq!(again.replay(&catalog::CATALOG).summary(), summary, "the same summary");
    assert_eq!(again.write(), record.write(), "the same text");
    match summary["status"].as_str() {
        Some("refused") => {
            assert!(!summary["error"]["message"].as_str().expect("a sentence").is_empty());
            assert_eq!(legal["error"], summary["error"]);
            assert_eq!(summary["winners"], json!([]));
        }
        Some("complete") => assert_ne!(summary["winners"], json!([])),
        Some("in-progress") => assert!(legal["actors"].is_array()),
        other => panic!("{other:?} is no status"),
    }
    if let Ok(table) = replayed.into_match() {
        let canonical = table.record();
        assert_eq!(
            canonical.replay(&catalog::CATALOG).summary(),
            summary,
            "the canonical form replays to the same"
        );
        assert_eq!(read_record(&canonical.write()).map(|read| read.write()), Ok(canonical.write()));
    }
}

/// Damage to a text, at about this place.
#[derive(Clone, Debug)]
enum Damage {
    Insert(String),
    Delete(usize),
    Repeat(usize),
    Cut,
    Swap(usize),
}

/// Fragments of records.
const WORDS: &[&str] =
    &["0 ", "x", " x ", "10h", "♦", "7D", "\"", ",", "{", "]", "null", "true", "-1", "~ shuffle ", "claim"];

fn damage() -> impl Strategy<Value = (usize, Damage)> {
    let word = prop_oneof![proptest::sample::select(WORDS).prop_map(str::to_owned), "\\PC"];
    let kind = prop_oneof![
        word.prop_map(Damage::Insert),
        (1_usize..12).prop_map(Damage::Delete),
        (1_usize..12).prop_map(Damage::Repeat),
        Just(Damage::Cut),
        (1_usize..200).prop_map(Damage::Swap),
    ];
    (0_usize..1 << 16, kind)
}

fn damaged(text: &str, (index, damage): &(usize, Damage)) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let index = index % letters.len();
    let until = |length: usize| (index + length).min(letters.len());
    match damage {
        Damage::Insert(word) => letters.splice(index..index, word.chars()).for_each(drop),
        Damage::Delete(length) => letters.drain(index..until(*length)).for_each(drop),
        Damage::Repeat(length) => {
            let piece = letters[index..until(*length)].to_vec();
            letters.splice(index..index, piece).for_each(drop);
        }
        Damage::Cut => letters.truncate(index),
        Damage::Swap(distance) => {
            let other = (index + distance) % letters.len();
            letters.swap(index, other);
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Damage anywhere. Most results are not JSON.
    #[test]
    fn a_damaged_text_gets_an_answer(
        which in 0_usize..4,
        damages in proptest::collection::vec(damage(), 1..4),
    ) {
        let text = damages.iter().fold(records()[which].clone(), |text, one| damaged(&text, one));
        check(&text);
    }

    /// Damage inside a deck or an action. The result is JSON, and perhaps a match.
    #[test]
    fn a_damaged_deal_gets_an_answer(
        which in 0_usize..4,
        index: proptest::sample::Index,
        one in damage(),
    ) {
        let mut record: Value = serde_json::from_str(&records()[which]).expect("JSON");
        let deal = &mut record["deals"][0];
        let actions = deal["actions"].as_array().expect("actions").len();
        let line = match index.index(actions + 1) {
            0 => &mut deal["deck"],
            action => &mut deal["actions"][action - 1],
        };
        *line = json!(damaged(line.as_str().expect("text"), &one));
        check(&record.to_string());
    }

    /// Actions in another order, missing or repeated.
    #[test]
    fn displaced_actions_get_an_answer(
        which in 0_usize..4,
        from: proptest::sample::Index,
        to: proptest::sample::Index,
        way in 0..3,
    ) {
        let mut record: Value = serde_json::from_str(&records()[which]).expect("JSON");
        let actions = record["deals"][0]["actions"].as_array_mut().expect("actions");
        let (from, to) = (from.index(actions.len()), to.index(actions.len()));
        match way {
            0 => actions.swap(from, to),
            1 => drop(actions.remove(from)),
            _ => actions.insert(to, actions[from].clone()),
        }
        check(&record.to_string());
    }

    /// Random values of options.
    #[test]
    fn strange_options_get_an_answer(
        game in proptest::sample::select(&["scopa", "wall-street", "", "bridge"][..]),
        key in proptest::sample::select(&["target", "teams", "preset", "sumMode", "scopone", "tiePlayers", ""][..]),
        value in proptest::sample::select(&["0", "1", "-1", "1e9", "1.0", "true", "null", "\"both\"", "[]", "{}"][..]),
        seats: u8,
        dealer: u8,
    ) {
        let format = "parlour-record/1";
        check(&format!(
            r#"{{"format": "{format}", "game": "{game}", "options": {{"{key}": {value}}}, "seats": {seats}, "dealer": {dealer}}}"#
        ));
    }

    /// An accepted action is a legal action in canonical form.
    #[test]
    fn an_action_that_is_read_is_legal(
        steps in 0_usize..40,
        chosen: proptest::sample::Index,
        damages in proptest::collection::vec(damage(), 0..3),
    ) {
        let options = json!({ "claimOut": true, "captureObligation": "none", "target": 200 });
        let mut table = opened("scopa", &options, 2);
        let deck = table.next_deck(&Seed::from_number(8));
        table.deal(&deck, &[]).expect("a complete deck");
        for _ in 0..steps {
            let Some(seat) = table.actors().first() else { break };
            let action = table.legal(seat)[0].clone();
            table.play(seat, &action, &[]).expect("a legal action");
        }
        let Some(seat) = table.actors().first() else { return Ok(()) };
        let legal = table.legal(seat);
        let text = damages.iter().fold(chosen.get(&legal).clone(), |text, one| damaged(&text, one));
        match table.check(seat, &text) {
            Ok(checked) => {
                prop_assert!(legal.contains(&checked.action));
                prop_assert_eq!(table.check(seat, &checked.action), Ok(checked));
            }
            Err(rejection) => prop_assert!(!rejection.message.is_empty()),
        }
    }
}
