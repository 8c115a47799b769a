//! Score pads: an entry is refused with a code and a message, or results in a pad that can be
//! shown, merged with itself and extended.

use crate::{Choices, ask};
use serde_json::{Map, Value, json};

/// Uses the bytes as game, rules and entries.
pub fn check(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let games = asked(&json!({ "ask": "games" })).expect("they can always be asked for");
    let game = choices.of(&games["games"]);
    let mut describe = json!({ "ask": "describe", "game": game });
    let Ok(plain) = asked(&describe) else { panic!("{game} cannot be described") };
    if choices.rarely(2) {
        let preset = choices.of(&plain["game"]["presets"]);
        describe["preset"] = preset["id"].clone();
        describe["seats"] = choices.of(&preset["seats"]);
    }
    if choices.rarely(2) {
        describe["options"] = choices.options(&plain["game"]["options"]);
    }
    let Ok(described) = asked(&describe) else { return };
    let usual = choices.of(&described["game"]["seats"]);
    let seats = describe["seats"].as_i64().or(usual.as_i64()).unwrap_or(2);
    let players: Vec<String> = (0..seats).map(|seat| format!("P{seat}")).collect();
    let opening = json!({
        "game": game, "preset": describe["preset"], "options": describe.get("options").unwrap_or(&json!({})),
        "players": players, "dealer": choices.number(0, seats - 1).clamp(0, 255),
    });
    let Ok(opened) =
        asked(&json!({ "ask": "write", "device": "a", "change": { "type": "open", "opening": opening } }))
    else {
        return;
    };
    let (mut pad, mut sheet) = (opened["pad"].clone(), opened["view"]["matches"][0].clone());
    let of_match = opened["wrote"].clone();
    let mut written = vec![of_match.clone()];
    for _ in 0..12 {
        if choices.is_empty() {
            break;
        }
        let device = if choices.rarely(3) { "b" } else { "a" };
        let of = choices.pick(&written).cloned();
        let change = match choices.below(12) {
            0 => json!({ "type": "undo" }),
            1 => json!({ "type": "undo", "of": of }),
            2 => json!({ "type": "withdraw", "of": of }),
            3 => json!({ "type": "correct", "of": of, "entry": entry(&mut choices, &sheet) }),
            4 => json!({ "type": "correct", "of": of, "line": choices.number(0, 9) }),
            5 => {
                json!({ "type": "rename", "match": of_match, "seat": choices.byte() % 9, "name": choices.nonsense() })
            }
            _ => json!({ "type": "enter", "match": of_match, "entry": entry(&mut choices, &sheet) }),
        };
        let request = json!({ "ask": "write", "pad": pad, "device": device, "change": change });
        let Ok(answer) = asked(&request) else { continue };
        pad = answer["pad"].clone();
        written.push(answer["wrote"].clone());
        sheet = answer["view"]["matches"][0].clone();
        let shown = asked(&json!({ "ask": "view", "pad": pad })).expect("what was written can be shown");
        let joined = asked(&json!({ "ask": "merge", "pad": pad, "other": pad })).expect("it can be joined");
        assert_eq!(joined["view"], shown["view"], "joined with itself it is the same");
    }
    asked(&json!({ "ask": "text", "pad": pad })).expect("and it can be read out");
    // Handwritten requests.
    let mut text = json!({ "ask": "view", "pad": pad }).to_string().into_bytes();
    for _ in 0..choices.below(4) {
        let at = choices.rng().below(text.len());
        text[at] = choices.byte() & 127;
    }
    let answer = ::pads::answer(&String::from_utf8_lossy(&text));
    assert!(answer.starts_with('{'), "{answer}");
}

/// Returns the answer, or checks that a refusal has a code and a message.
fn asked(request: &Value) -> Result<Value, ()> {
    let answer = ask(wasm::of_pads, request);
    if let Some(error) = answer["error"].as_str() {
        return if error.is_empty() { panic!("{request}") } else { Err(()) };
    }
    let refused = &answer["refused"];
    if refused.is_null() {
        return Ok(answer);
    }
    let why = |key: &str| refused[key].as_str().is_some_and(|text| !text.is_empty());
    assert!(why("code") && why("message"), "{request}: {answer}");
    Err(())
}

/// Makes an almost valid entry.
fn entry(choices: &mut Choices<'_>, sheet: &Value) -> Value {
    let mut entry = Map::new();
    let length = |key: &str| sheet[key].as_array().map_or(2, Vec::len);
    for field in sheet["form"].as_array().into_iter().flatten() {
        let is_asked = !field["optional"].as_bool().unwrap_or(false) || choices.rarely(3);
        if choices.rarely(16) || !is_asked {
            continue;
        }
        let columns = match field["who"].as_str() {
            Some("sides") => length("totals"),
            Some("seats") => length("players"),
            _ => 0,
        };
        let value = if columns == 0 {
            figure(choices, field)
        } else {
            let mut all: Vec<Value> = (0..columns).map(|_| figure(choices, field)).collect();
            // Most sums are correct.
            if let (Some(sum), Some(last)) = (field["sum"].as_i64(), all.len().checked_sub(1))
                && !choices.rarely(4)
            {
                let others = all[..last].iter().filter_map(Value::as_i64);
                all[last] = json!(others.fold(sum, i64::wrapping_sub));
            }
            all.into()
        };
        entry.insert(field["name"].as_str().unwrap_or_default().to_owned(), value);
    }
    entry.into()
}

fn figure(choices: &mut Choices<'_>, field: &Value) -> Value {
    if choices.rarely(24) {
        return choices.nonsense();
    }
    let bound = |key: &str| field[key].as_i64().unwrap_or(1);
    let some = |choices: &mut Choices<'_>, of: &Value| -> Value {
        (0..choices.below(4)).map(|_| choices.of(of)).collect()
    };
    match field["kind"].as_str().unwrap_or_default() {
        "number" => json!(choices.number(bound("min"), bound("max"))),
        "half" => json!(choices.number(bound("min"), bound("max")) as f64 / 2.0),
        "flag" => json!(choices.rarely(2)),
        "choice" => choices.of(&field["words"]),
        "side" => json!(choices.number(0, bound("sides") - 1)),
        "seat" => choices.of(&field["of"]),
        "someSeats" | "values" => some(choices, &field["of"]),
        "order" => (0..choices.below(6)).map(|_| choices.number(0, bound("sides") - 1)).collect(),
        "ranks" => json!(["7777", "76K", "7A6", "", "8"][choices.below(5)]),
        "card" => json!(["7d", "Jh", "As", "2c", "Zz"][choices.below(5)]),
        "contract" => json!(["4SX", "1NT", "7CXX", "3H", "pass", "8S"][choices.below(6)]),
        _ => choices.nonsense(),
    }
}
