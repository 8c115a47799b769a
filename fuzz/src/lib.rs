//! Fuzz checks of external input. Each module takes bytes as input and panics if a promise is
//! broken.
//!
//! Fuzzers call them through `fuzz_targets`, guided by coverage. A regular test (`tests/smoke.rs`) calls each with
//! random inputs.

pub mod action;
pub mod arbiter;
pub mod board_file;
pub mod bot_line;
pub mod command;
pub mod condition;
pub mod deal;
pub mod lin;
pub mod pads;
pub mod pbn;
pub mod replay;
pub mod solve;
pub mod table_manager;

use cards::Rng;
use serde_json::{Value, json};

/// Bytes as a sequence of choices. After their end, the first option is chosen.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    fn pick<'b, T>(&mut self, from: &'b [T]) -> Option<&'b T> {
        from.get(self.below(from.len()))
    }

    /// Returns `true` about once in `of` calls.
    fn rarely(&mut self, of: usize) -> bool {
        self.below(of) == of - 1
    }

    /// Returns an RNG seeded from the bytes.
    fn rng(&mut self) -> Rng {
        Rng::from_number(u64::from_le_bytes(std::array::from_fn(|_| self.byte())))
    }

    /// Returns a number in the range, near it, or large enough to overflow sums.
    fn number(&mut self, min: i64, max: i64) -> i64 {
        match self.below(16) {
            0 => i64::from(i32::MIN),
            1 => i64::from(i32::MAX),
            2 => min - 1,
            3 => max + 1,
            4 => i64::MIN,
            5 => i64::from(u32::MAX),
            _ => min + i64::from(self.byte()) % (max - min).saturating_add(1).max(1),
        }
    }

    /// Returns an element of a JSON list, or null.
    fn of(&mut self, list: &Value) -> Value {
        list.as_array().and_then(|list| self.pick(list)).cloned().unwrap_or(Value::Null)
    }

    /// Returns an arbitrary JSON value.
    fn nonsense(&mut self) -> Value {
        match self.below(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(self.number(0, 9)),
            3 => json!("7d 7d 8c"),
            4 => json!([self.number(0, 4), self.number(0, 4)]),
            5 => json!("é/–\u{0}"),
            6 => json!({ "cards": "7d", "value": 7 }),
            _ => json!("x".repeat(300)),
        }
    }

    /// Returns some changed options of a form.
    fn options(&mut self, form: &Value) -> Value {
        let mut options = serde_json::Map::new();
        for _ in 0..self.below(4) {
            let option = self.of(form);
            let value = match option["values"].get("integer").or(option["values"].get("range")) {
                Some(_) => json!(self.number(0, 50)),
                None if self.rarely(3) => json!(self.byte().is_multiple_of(2)),
                None => self.nonsense_word(&option["values"]),
            };
            if let Some(key) = option["key"].as_str() {
                options.insert(key.to_owned(), value);
            }
        }
        options.into()
    }

    /// Returns a word of a description.
    fn nonsense_word(&mut self, described: &Value) -> Value {
        fn leaves<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
            match value {
                Value::Array(all) => all.iter().for_each(|one| leaves(one, found)),
                Value::Object(all) => all.values().for_each(|one| leaves(one, found)),
                one => found.push(one),
            }
        }
        let mut found = Vec::new();
        leaves(described, &mut found);
        self.pick(&found).map_or_else(|| self.nonsense(), |one| (*one).clone())
    }
}

/// Calls the JSON interface as the page does, and parses the answer.
fn ask(part: fn(&str) -> String, question: &Value) -> Value {
    let answer = part(&question.to_string());
    serde_json::from_str(&answer)
        .unwrap_or_else(|error| panic!("{error}: {question} is answered with {answer}"))
}
