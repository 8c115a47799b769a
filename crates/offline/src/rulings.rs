//! What the arbiter says, or why it cannot rule, as JSON.

use arbiter::Unclear;
use serde::Serialize;
use std::collections::BTreeMap;

/// Why the arbiter cannot rule.
#[derive(Serialize)]
struct Unruled {
    unclear: &'static str,
    facts: BTreeMap<&'static str, String>,
    message: String,
}

pub(crate) fn answer(answered: Result<impl Serialize, Unclear>) -> String {
    match answered {
        Ok(answer) => super::json(&answer),
        Err(unclear) => super::json(&Unruled {
            unclear: unclear.code(),
            facts: unclear.facts(),
            message: unclear.to_string(),
        }),
    }
}
