//! Tests of merging two devices that wrote independently, without loss.

use super::ask;
use pads::{Act, Log, Opening, Operation, OperationId};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Writes a change and takes the pad from the answer.
fn write(pad: &mut Value, device: &str, change: &Value) -> Value {
    let answer = ask(&json!({ "ask": "write", "pad": pad, "device": device, "change": change }));
    assert_eq!(answer["refused"], Value::Null, "{change}");
    *pad = answer["pad"].clone();
    answer["wrote"].clone()
}

fn opened() -> (Value, Value) {
    let opening = json!({ "game": "gin-rummy", "players": ["Anna", "Bruno"], "dealer": 0 });
    let mut pad = Value::Null;
    let id = write(&mut pad, "kitchen", &json!({ "type": "open", "opening": opening }));
    (pad, id)
}

fn enter(pad: &mut Value, device: &str, id: &Value, deadwood: i32) -> Value {
    let entry = json!({ "going": "gin", "by": 0, "deadwood": [0, deadwood] });
    write(pad, device, &json!({ "type": "enter", "match": id, "entry": entry }))
}

fn merge(one: &Value, other: &Value) -> Value {
    ask(&json!({ "ask": "merge", "pad": one, "other": other }))
}

fn sheet(pad: &Value) -> Value {
    ask(&json!({ "ask": "view", "pad": pad }))["view"]["matches"][0].clone()
}

#[test]
fn conflicting_entries_are_kept_until_a_player_decides() {
    let (pad, id) = opened();
    let (mut kitchen, mut tablet) = (pad.clone(), pad);
    let first = enter(&mut kitchen, "kitchen", &id, 20);
    let second = enter(&mut tablet, "tablet", &id, 21);
    let merged = merge(&kitchen, &tablet);
    assert_eq!(merged, merge(&tablet, &kitchen), "the order of merging does not matter");
    let row = &merged["view"]["matches"][0]["rows"][0];
    assert_eq!((&row["id"], &row["conflicts"][0]["id"]), (&first, &second));
    assert_eq!(row["totals"], json!([45, 0]), "until then the first one counts");
    // The other entry was right.
    let mut pad = merged["pad"].clone();
    write(&mut pad, "kitchen", &json!({ "type": "withdraw", "of": first }));
    let sheet = sheet(&pad);
    assert_eq!((&sheet["rows"][0]["id"], &sheet["rows"][0]["conflicts"]), (&second, &json!([])));
    assert_eq!(sheet["totals"], json!([46, 0]));
    assert_eq!(sheet["withdrawn"][0]["id"], first, "and what was withdrawn can still be seen");
}

#[test]
fn or_both_hands_were_played() {
    let (pad, id) = opened();
    let (mut kitchen, mut tablet) = (pad.clone(), pad);
    enter(&mut kitchen, "kitchen", &id, 20);
    let second = enter(&mut tablet, "tablet", &id, 21);
    let mut pad = merge(&kitchen, &tablet)["pad"].clone();
    write(&mut pad, "tablet", &json!({ "type": "correct", "of": second, "line": 1 }));
    let sheet = sheet(&pad);
    assert_eq!(sheet["rows"].as_array().unwrap().len(), 2);
    assert_eq!(sheet["totals"], json!([91, 0]));
}

#[test]
fn equal_entries_of_a_hand_agree() {
    let (pad, id) = opened();
    let (mut kitchen, mut tablet) = (pad.clone(), pad);
    enter(&mut kitchen, "kitchen", &id, 20);
    enter(&mut tablet, "tablet", &id, 20);
    let rows = merge(&kitchen, &tablet)["view"]["matches"][0]["rows"].clone();
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["conflicts"]), (1, &json!([])));
}

#[test]
fn corrections_stay_visible_and_can_be_taken_back() {
    let (mut pad, id) = opened();
    let first = enter(&mut pad, "kitchen", &id, 20);
    let entry = json!({ "going": "gin", "by": 1, "deadwood": [20, 0] });
    let second = write(&mut pad, "kitchen", &json!({ "type": "correct", "of": first, "entry": entry }));
    let row = sheet(&pad)["rows"][0].clone();
    assert_eq!((&row["id"], &row["corrected"][0]["id"]), (&second, &first));
    assert_eq!(row["totals"], json!([0, 45]));
    // Undo and redo.
    let undone = write(&mut pad, "kitchen", &json!({ "type": "undo" }));
    assert_eq!(sheet(&pad)["rows"][0]["totals"], json!([45, 0]));
    write(&mut pad, "kitchen", &json!({ "type": "undo", "of": undone }));
    assert_eq!(sheet(&pad)["rows"][0]["totals"], json!([0, 45]));
    // Withdraw the complete hand.
    write(&mut pad, "kitchen", &json!({ "type": "withdraw", "of": second }));
    assert_eq!(sheet(&pad)["rows"], json!([]));
    assert_eq!(sheet(&pad)["withdrawn"].as_array().unwrap().len(), 2);
}

#[test]
fn two_corrections_made_apart_are_a_conflict_too() {
    let (mut pad, id) = opened();
    let first = enter(&mut pad, "kitchen", &id, 20);
    let (mut kitchen, mut tablet) = (pad.clone(), pad);
    for (pad, device, deadwood) in [(&mut kitchen, "kitchen", 22), (&mut tablet, "tablet", 23)] {
        let entry = json!({ "going": "gin", "by": 0, "deadwood": [0, deadwood] });
        write(pad, device, &json!({ "type": "correct", "of": first, "entry": entry }));
    }
    let row = merge(&kitchen, &tablet)["view"]["matches"][0]["rows"][0].clone();
    assert_eq!(row["entry"]["deadwood"], json!([0, 22]));
    assert_eq!(row["conflicts"][0]["entry"]["deadwood"], json!([0, 23]));
}

#[test]
fn an_entry_that_a_correction_makes_impossible_says_so_and_stays() {
    let opening = json!({
        "game": "thirty-one", "players": ["Anna", "Bruno"], "dealer": 0, "options": { "lives": 1, "freeLife": false },
    });
    let mut pad = Value::Null;
    let id = write(&mut pad, "d", &json!({ "type": "open", "opening": opening }));
    let hand = |tied: bool| json!({ "ended": "showdown", "values": if tied { [20, 20] } else { [20, 10] } });
    let first = write(&mut pad, "d", &json!({ "type": "enter", "match": id, "entry": hand(true) }));
    write(&mut pad, "d", &json!({ "type": "enter", "match": id, "entry": hand(false) }));
    write(&mut pad, "d", &json!({ "type": "correct", "of": first, "entry": hand(false) }));
    let sheet = sheet(&pad);
    assert_eq!((&sheet["over"], &sheet["winners"]), (&json!(true), &json!([0])));
    assert_eq!(sheet["rows"][1]["refused"]["code"], "over");
}

/// Generates operations of three devices that refer to each other or not.
fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let device = prop::sample::select(vec!["a", "b", "c"]);
    let operation =
        (1..12_u64, device, 0..6_u8, 0..4_u32, 0..12_u64, prop::sample::select(vec!["a", "b", "c"]));
    prop::collection::vec(operation, 0..24).prop_map(|all| {
        all.into_iter()
            .map(|(clock, device, kind, line, of_clock, of_device)| {
                made(clock, device, kind, line, of_clock, of_device)
            })
            .collect()
    })
}

/// A moved entry that then agrees with another keeps its earlier version visible.
#[test]
fn what_agrees_with_another_entry_keeps_what_it_replaced() {
    let enter = |clock, line, of| made(clock, "b", 1, line, of, "a");
    let opened = made(1, "a", 0, 0, 1, "a");
    let moved = made(4, "b", 3, 2, 3, "b");
    let view =
        pads::view(&log(&[opened, enter(2, 2, 1), enter(3, 0, 1), moved]), &engine::CardSets::NONE).unwrap();
    let [row] = &view.matches[0].rows[..] else { panic!("one line") };
    let replaced: Vec<String> = row.corrected.iter().map(|written| written.id.to_string()).collect();
    assert_eq!((row.conflicts.len(), replaced), (0, vec!["3@b".to_owned()]));
}

fn made(clock: u64, device: &str, kind: u8, line: u32, of_clock: u64, of_device: &str) -> Operation {
    let id = |clock, device| OperationId::new(clock, device).unwrap();
    let of = id(of_clock, of_device);
    let entry = json!({ "going": "gin", "by": 0, "deadwood": [0, line] });
    let act = match kind {
        0 => Act::Open(Opening {
            game: "gin-rummy".to_owned(),
            preset: None,
            options: std::collections::BTreeMap::new(),
            players: vec!["Anna".to_owned(), "Bruno".to_owned()],
            dealer: 0,
            stake: None,
            count_every: None,
            backs: None,
        }),
        1 | 2 => Act::Enter { of_match: of, line, entry },
        3 => Act::Correct { of, line, entry },
        4 => Act::Rename { of_match: of, seat: 1, name: format!("B{line}") },
        _ => Act::Undo { of },
    };
    Operation { id: id(clock, device), at: None, act }
}

fn log(operations: &[Operation]) -> Log {
    let mut log = Log::default();
    operations.iter().for_each(|operation| log.add(operation.clone()));
    log
}

fn merged(one: &Log, other: &Log) -> Log {
    let mut both = one.clone();
    both.merge(other).unwrap();
    both
}

proptest! {
    #[test]
    fn merging_is_commutative_and_idempotent(a in operations(), b in operations(), c in operations()) {
        let (a, b, c) = (log(&a), log(&b), log(&c));
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&merged(&a, &a), &a);
        prop_assert_eq!(merged(&merged(&a, &b), &b), merged(&a, &b));
    }

    #[test]
    fn nothing_is_lost_and_the_view_always_stands(a in operations(), b in operations()) {
        let both = merged(&log(&a), &log(&b));
        let names: BTreeSet<&OperationId> = both.operations().map(|operation| &operation.id).collect();
        for operation in a.iter().chain(&b) {
            prop_assert!(names.contains(&operation.id));
        }
        let view = pads::view(&both, &engine::CardSets::NONE).unwrap();
        // Every entry of a match is on its sheet: as a row, as a conflict, or as withdrawn.
        for sheet in &view.matches {
            let rows = sheet.rows.iter().flat_map(|row| {
                std::iter::once(&row.written).chain(&row.conflicts).chain(&row.corrected)
            });
            let shown: BTreeSet<&OperationId> = rows.chain(&sheet.withdrawn).map(|written| &written.id).collect();
            let agreed: Vec<&Value> = sheet.rows.iter().flat_map(|row| {
                std::iter::once(&row.written.entry).chain(row.conflicts.iter().map(|other| &other.entry))
            }).collect();
            for operation in both.operations() {
                if let Act::Enter { of_match, entry, .. } = &operation.act && *of_match == sheet.id {
                    prop_assert!(shown.contains(&operation.id) || agreed.contains(&entry), "{}", operation.id);
                }
            }
        }
    }

    #[test]
    fn a_pad_is_read_as_it_was_written(a in operations()) {
        let log = log(&a);
        prop_assert_eq!(&Log::read(&log.write()).unwrap(), &log);
        prop_assert_eq!(Log::read(&log.write()).unwrap().write(), log.write());
    }

    #[test]
    fn nonsense_is_refused_and_breaks_nothing(text in ".{0,200}") {
        let answer: Value = serde_json::from_str(&pads::answer(&text)).unwrap();
        prop_assert!(answer["refused"]["code"].is_string());
        let pad = json!({ "ask": "view", "pad": text });
        prop_assert!(ask(&pad)["refused"]["code"].is_string());
    }
}
