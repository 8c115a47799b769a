//! Options, from the tables of the record format, and the two decks.

use crate::naive::card::{Card, SUITS};
use crate::naive::object;
use serde_json::{Map, Value, json};

/// Rules of a match.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) game: &'static str,
    pub(crate) seats: usize,
    options: Map<String, Value>,
}

impl Rules {
    /// Returns the preset named in `given`, with the other options in `given`. The combination must be valid.
    pub(crate) fn new(game: &'static str, seats: usize, given: &Value) -> Self {
        let mut options = preset(game, given["preset"].as_str());
        options.insert("teams".to_owned(), json!(game == "scopa" && seats >= 4));
        if given["scopone"] == true || given["scoponeScientifico"] == true {
            options.insert("target".to_owned(), json!(21));
        }
        for (key, value) in given.as_object().expect("options are an object") {
            assert!(options.insert(key.clone(), value.clone()).is_some(), "{key} is an option of {game}");
        }
        Self { game, seats, options }
    }

    pub(crate) fn word(&self, key: &str) -> &str {
        self.options[key].as_str().expect("a word")
    }

    /// Returns whether an option is on. The options of Scopa are off in Wall Street.
    pub(crate) fn on(&self, key: &str) -> bool {
        self.options.get(key).is_some_and(|value| value == true)
    }

    pub(crate) fn target(&self) -> i64 {
        self.options["target"].as_i64().expect("a number")
    }

    pub(crate) fn is_scopa(&self) -> bool {
        self.game == "scopa"
    }

    pub(crate) fn sides(&self) -> usize {
        if self.on("teams") { 2 } else { self.seats }
    }

    pub(crate) fn side_of(&self, seat: usize) -> usize {
        if self.on("teams") { seat % 2 } else { seat }
    }

    /// Returns the value of a card. (SC-R2, WS-R3)
    pub(crate) fn value(&self, card: Card) -> u32 {
        let values = if self.is_scopa() { "A234567JQK" } else { "A23456K89T" };
        values.find(card.rank()).expect("a card of the deck") as u32 + 1
    }

    /// Returns the deck. (SC-R1, WS-R2)
    pub(crate) fn deck(&self) -> Vec<String> {
        let ranks = if self.is_scopa() { "A234567JQK" } else { "A2345689TK" };
        ranks.chars().flat_map(|rank| SUITS.chars().map(move |suit| format!("{rank}{suit}"))).collect()
    }

    /// Returns the number of cards of a packet for each player. (SC-R3, SC-V1, SC-V2, WS-R5)
    pub(crate) fn packet(&self) -> usize {
        match (self.on("scopone"), self.on("scoponeScientifico")) {
            (true, _) => 9,
            (_, true) => 10,
            _ => 3,
        }
    }

    pub(crate) fn first_table(&self) -> usize {
        if self.on("scoponeScientifico") { 0 } else { 4 }
    }

    /// Returns the rank of which three on the first table throw a deal in. (SC-R3, WS-R6)
    pub(crate) fn redeal_rank(&self) -> &str {
        if self.is_scopa() { "K" } else { self.word("redealRank") }
    }
}

fn preset(game: &str, name: Option<&str>) -> Map<String, Value> {
    if game == "wall-street" {
        return object(json!({
            "preset": "beebe", "redealRank": "T", "captureObligation": "card", "lastPlaySweep": "never",
            "target": 10, "endMode": "total", "tiePlayers": "leadersOnly", "direction": "cw",
            // These options of Scopa are fixed in Wall Street. (WS-R8, WS-R9)
            "sumMode": "tableSum", "matchCount": "one", "teams": false,
        }));
    }
    let mut options = object(json!({
        "preset": "classic", "sumMode": "tableSum", "matchCount": "one", "captureObligation": "card",
        "primieraSuits": "fourRequired", "lastPlaySweep": "never", "endMode": "total", "target": 11,
        "teams": false, "direction": "ccw", "sweepMarker": "capturingCard", "scopone": false,
        "scoponeScientifico": false, "assoPigliaTutto": false, "aceSweepCounts": false, "aceOnAce": "aceOnly",
        "aceOnEmpty": "stays", "napola": false, "napoleone": false, "reBello": false, "claimOut": false,
        "quindici": false, "settanta": false, "settantaTie": "nobody",
    }));
    let overrides = match name {
        Some("gamerules") => json!({
            "preset": "gamerules", "sumMode": "handPlusTable", "lastPlaySweep": "ifReallyCaptured",
            "sweepMarker": "anyCapturedCard",
        }),
        Some("denexa") => json!({ "preset": "denexa", "endMode": "orderedStop", "direction": "cw" }),
        _ => json!({}),
    };
    options.extend(object(overrides));
    options
}
