//! Tests of score pads and the deck checker through their JSON interface.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod decks;
mod merging;
mod rejections;
mod sheets;

use catalog::{AnyGame, CATALOG};
use serde_json::Value;

/// Games whose score pad is still to be written.
const MISSING: [&str; 0] = [];

/// Answers a request as for a page.
fn ask(request: &Value) -> Value {
    serde_json::from_str(&pads::answer(&request.to_string())).unwrap()
}

#[test]
fn every_game_has_a_score_pad_unless_it_is_listed_as_missing() {
    let ids: Vec<&str> = pads::ids().collect();
    let (expected, missing): (Vec<&str>, Vec<&str>) =
        CATALOG.games().map(AnyGame::id).partition(|id| ids.contains(id));
    assert_eq!(missing, MISSING, "games without a score pad");
    assert_eq!(ids, expected, "each once, in the order of the catalog");
}
