//! Tests of score pads and the deck checker through their JSON interface.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod decks;
mod merging;
mod rejections;
mod sheets;

use serde_json::Value;

/// Answers a request as for a page.
fn ask(request: &Value) -> Value {
    serde_json::from_str(&pads::answer(&request.to_string())).unwrap()
}
