//! Random changes of JSON documents and of their text.

use cards::Rng;
use serde_json::{Value, json};

/// Texts that mean something to some part of the server.
const TEXTS: [&str; 24] = [
    "",
    "void",
    "undo 0 1",
    "undo 1 18446744073709551615",
    "deal",
    "deal 7d",
    "~ shuffle",
    "~ shuffle 7d",
    "0",
    "0 7d",
    "9 P",
    "1 \u{202e}7d\u{0}",
    "7d",
    "P",
    "7NT",
    "flip",
    "me",
    "open",
    "scopa",
    "bridge",
    "ismcts:1s",
    "\u{1f0a1}",
    "2026-11-21",
    "../../parlour.sqlite",
];

/// Changes one random place of a document.
pub(crate) fn mutate(document: &mut Value, rng: &mut Rng) {
    match document {
        // Most places are deep, so the path to one goes on more often than it ends.
        Value::Object(fields) if !fields.is_empty() && rng.below(12) > 0 => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = &names[rng.below(names.len())];
            match rng.below(24) {
                0 => drop(fields.remove(name)),
                1 => {
                    let value = fields.remove(name).unwrap_or_default();
                    fields.insert(text(rng), value);
                }
                2 => drop(fields.insert(text(rng), strange(rng))),
                _ => fields.get_mut(name).into_iter().for_each(|value| mutate(value, rng)),
            }
        }
        Value::Array(items) if !items.is_empty() && rng.below(12) > 0 => {
            let (place, other) = (rng.below(items.len()), rng.below(items.len()));
            match rng.below(12) {
                0 => drop(items.remove(place)),
                1 => items.insert(place, items[other].clone()),
                2 => items.swap(place, other),
                3 => items.truncate(place),
                4 => items.insert(place, if rng.below(2) == 0 { text(rng).into() } else { strange(rng) }),
                5 if rng.below(8) == 0 => {
                    let copy = items[place].clone();
                    items.resize(items.len() + rng.below(2_500), copy);
                }
                _ => mutate(&mut items[place], rng),
            }
        }
        Value::String(sentence) if rng.below(6) > 0 => *sentence = garbled(sentence, rng),
        Value::Number(number) if rng.below(3) > 0 => {
            let near = number.as_i64().unwrap_or_default().wrapping_add(rng.below(5) as i64 - 2);
            *document = json!(near);
        }
        _ => *document = strange(rng),
    }
}

fn text(rng: &mut Rng) -> String {
    rng.pick(&TEXTS).to_owned()
}

fn strange(rng: &mut Rng) -> Value {
    match rng.below(10) {
        0 => Value::Null,
        1 => json!([]),
        2 => json!({}),
        3 => json!(-1),
        4 => json!(1e300),
        5 => json!(u64::MAX),
        6 => json!(rng.below(10)),
        7 => json!(true),
        8 => json!("7d ".repeat(1 + rng.below(8_000))),
        _ => text(rng).into(),
    }
}

/// Changes a word or a character.
fn garbled(sentence: &str, rng: &mut Rng) -> String {
    const SIGNS: [char; 12] = ['0', '1', '7', 'd', 'K', ' ', '~', 'P', '\u{0}', 'é', '\u{202e}', '\u{1f0a1}'];
    let mut words: Vec<&str> = sentence.split(' ').collect();
    let (one, two) = (rng.below(words.len()), rng.below(words.len()));
    match rng.below(5) {
        0 => words.swap(one, two),
        1 => words[one] = words[two],
        2 => drop(words.remove(one)),
        3 => return text(rng),
        _ => {
            let mut signs: Vec<char> = sentence.chars().collect();
            let place = rng.below(signs.len() + 1);
            match (rng.below(3), signs.get(place)) {
                (0, Some(_)) => drop(signs.remove(place)),
                (1, Some(_)) => signs[place] = rng.pick(&SIGNS),
                _ => signs.insert(place, rng.pick(&SIGNS)),
            }
            return signs.into_iter().collect();
        }
    }
    words.join(" ")
}

/// Changes the text of a document, which is then no document or not UTF-8.
pub(crate) fn spoil(document: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = document.as_bytes().to_vec();
    let place = rng.below(bytes.len().max(1));
    match rng.below(6) {
        0 => bytes.truncate(place),
        1 => bytes.insert(place.min(bytes.len()), 0xff),
        2 => bytes.extend_from_within(..),
        3 => bytes = b"[".repeat(1 + rng.below(20_000)),
        4 => bytes.splice(..0, *b"\xef\xbb\xbf").for_each(drop),
        _ => bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_seed_always_gives_the_same_changes_and_most_seeds_give_others() {
        let document =
            json!({ "type": "play", "table": "t", "version": 3, "action": "7d", "list": [[1, "2 3"]] });
        let changed = |seed| {
            let (mut rng, mut changed) = (Rng::from_number(seed), document.clone());
            mutate(&mut changed, &mut rng);
            (changed.to_string(), spoil(&document.to_string(), &mut rng))
        };
        let all: Vec<(String, Vec<u8>)> = (0..1_000).map(changed).collect();
        assert_eq!(all, (0..1_000).map(changed).collect::<Vec<_>>());
        let different: BTreeSet<&String> = all.iter().map(|(changed, _)| changed).collect();
        assert!(different.len() > 300, "{}", different.len());
        assert!(all.iter().any(|(_, spoiled)| std::str::from_utf8(spoiled).is_err()));
    }
}
