//! Arbiter situations: each gets a ruling or a refusal with a reason, and the same one again.

use crate::{Choices, ask};
use serde_json::{Map, Value, json};

/// Uses the bytes as game, rules, task and fields.
pub fn check(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let game = choices.pick(&::arbiter::games().collect::<Vec<_>>()).copied();
    let mut question = json!({ "about": "situations", "game": game });
    let plain = ask(wasm::of_arbiter, &question);
    if choices.rarely(2) {
        let preset = choices.of(&plain["presets"]);
        question["preset"] = preset["id"].clone();
        question["seats"] = choices.of(&preset["seats"]);
    }
    if choices.rarely(2) {
        question["options"] = choices.options(&plain["options"]);
    }
    let form = ask(wasm::of_arbiter, &question);
    if form["tasks"].is_null() {
        return check_refusal(&form);
    }
    question["about"] = json!("ruling");
    let task = choices.of(&form["tasks"]);
    question["task"] = task["key"].clone();
    let mut placement = Map::new();
    let mut deck = form["deck"].as_array().cloned().unwrap_or_default();
    choices.rng().shuffle(&mut deck);
    for field in task["fields"].as_array().into_iter().flatten() {
        if !choices.rarely(6) {
            let value = lay(&mut choices, field, &mut deck, &placement);
            placement.insert(field["key"].as_str().unwrap_or_default().to_owned(), value);
        }
    }
    if choices.rarely(8) {
        placement.insert("colour".to_owned(), choices.nonsense());
    }
    question["placement"] = placement.into();
    let answer = ask(wasm::of_arbiter, &question);
    if answer["sections"].is_null() {
        check_refusal(&answer);
    }
    assert_eq!(ask(wasm::of_arbiter, &question), answer, "the same question has the same answer");
}

/// Checks that a refusal has a reason.
fn check_refusal(answer: &Value) {
    let why = |text: &Value| text.as_str().is_some_and(|text| !text.is_empty());
    let refused = &answer["refused"];
    assert!(why(&answer["error"]) || why(&refused["code"]) && why(&refused["message"]), "{answer}");
}

/// Fills a field. Cards come from the top of `deck`, so that most situations are possible.
fn lay(
    choices: &mut Choices<'_>,
    field: &Value,
    deck: &mut Vec<Value>,
    placement: &Map<String, Value>,
) -> Value {
    if choices.rarely(24) {
        return choices.nonsense();
    }
    let bound = |key: &str, usual: i64| field[key].as_i64().unwrap_or(usual);
    let (min, max) = (bound("min", 0), bound("max", 6));
    let how_many = |choices: &mut Choices<'_>| choices.number(min, max.min(min + 8)).clamp(0, 60) as usize;
    let join = |cards: Vec<String>| json!(cards.join(" "));
    match field["kind"].as_str().unwrap_or_default() {
        "cards" | "setCards" if !field["within"].is_null() => {
            let within = field["within"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let there: Vec<&str> = within
                .filter_map(|key| placement.get(key)?.as_str())
                .flat_map(str::split_whitespace)
                .collect();
            let count = how_many(choices);
            join((0..count).filter_map(|_| choices.pick(&there).map(|card| (*card).to_owned())).collect())
        }
        "cards" => {
            let count = how_many(choices);
            let from = if choices.rarely(12) { 0 } else { deck.len().saturating_sub(count) };
            let cards = deck.drain(from..).filter_map(|card| card.as_str().map(str::to_owned));
            join(cards.take(count).collect())
        }
        "setCards" => {
            let count = how_many(choices);
            let card = |choices: &mut Choices<'_>| choices.of(&field["of"])["id"].as_str().map(str::to_owned);
            join((0..count).filter_map(|_| card(choices)).collect())
        }
        "seats" => {
            let (first, seats) = (bound("first", 0), bound("seats", 4));
            let count = choices.below(5);
            join((0..count).map(|_| choices.number(first, first + seats - 1).to_string()).collect())
        }
        "builds" => {
            let build = |choices: &mut Choices<'_>, deck: &mut Vec<Value>| {
                let cards: Vec<String> = (0..1 + choices.below(4))
                    .filter_map(|_| deck.pop()?.as_str().map(str::to_owned))
                    .collect();
                let own = choices.rarely(2);
                json!({ "cards": cards.join(" "), "value": choices.number(1, max).clamp(0, 255), "own": own })
            };
            (0..choices.below(4)).map(|_| build(choices, deck)).collect()
        }
        "number" => json!(choices.number(min, max)),
        "choice" => choices.of(&field["of"]),
        "flag" => json!(choices.rarely(2)),
        "calls" | "call" => {
            let calls = ["pass", "1C", "1H", "1S", "1NT", "2D", "3NT", "4S", "6C", "7NT", "X", "XX", "P"];
            let count = if field["kind"] == "call" { 1 } else { choices.below(9) };
            join((0..count).filter_map(|_| choices.pick(&calls).map(|call| (*call).to_owned())).collect())
        }
        _ => choices.nonsense(),
    }
}
