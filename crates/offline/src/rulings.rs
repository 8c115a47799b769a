//! What the arbiter says, or why it cannot rule, as JSON.

use arbiter::InputError;
use serde::Serialize;
use std::collections::BTreeMap;

/// Why the arbiter cannot rule.
#[derive(Serialize)]
struct NotUnderstood {
    unclear: &'static str,
    params: BTreeMap<&'static str, String>,
    message: String,
}

pub(crate) fn answer(answered: Result<impl Serialize, InputError>) -> String {
    match answered {
        Ok(answer) => super::json(&answer),
        Err(unclear) => super::json(&NotUnderstood {
            unclear: unclear.code(),
            params: unclear.params(),
            message: unclear.to_string(),
        }),
    }
}
