//! Options of Cassino, and the values of cards.

use crate::naive::card::Card;
use crate::naive::options::Options;
use serde_json::{Value, json};

/// Returns the options with their allowed values.
pub(crate) fn keys() -> Value {
    json!({
        "trailRule": ["free", "card", "hand"],
        "faceCapture": ["all", "one", "oneOrThree"],
        "captureExtent": ["choice", "allPairs", "maximal"],
        "trailWithOwnBuild": ["allowed", "forbidden"],
        "keepCapturer": ["none", "required"],
        "raise": ["none", "anyoneSingle"],
        "multiBuild": ["seedLiteral", "full"],
        "lastCardSweep": ["ifReallyCaptured", "never"],
        "endMode": ["total", "countOut"],
        "target": (1..=200).collect::<Vec<i64>>(),
        "sweeps": [0, 1],
        "royal": ["off", "J11Q12K13", "J11Q12K13A14"],
        "spade": ["off", "eachSpade"],
        "teams": [true, false],
    })
}

/// Rules of a match.
#[derive(Clone)]
pub(crate) struct Rules {
    options: Options,
    pub(crate) seats: usize,
}

impl Rules {
    /// Creates a match, or returns `None` if the setup is invalid.
    pub(super) fn new(given: &Value, seats: usize) -> Option<Self> {
        let denexa = json!({
            "trailRule": "card", "faceCapture": "all", "captureExtent": "allPairs",
            "trailWithOwnBuild": "allowed", "keepCapturer": "none", "raise": "anyoneSingle",
            "multiBuild": "seedLiteral", "lastCardSweep": "ifReallyCaptured", "endMode": "total", "target": 21,
            "sweeps": 1, "royal": "off", "spade": "off", "teams": seats == 4,
        });
        let mut house = denexa.clone();
        house["trailWithOwnBuild"] = json!("forbidden");
        house["keepCapturer"] = json!("required");
        let mut classic = house.clone();
        classic["trailRule"] = json!("free");
        classic["faceCapture"] = json!("one");
        classic["captureExtent"] = json!("choice");
        classic["multiBuild"] = json!("full");
        let presets = vec![("house", house), ("denexa", denexa), ("classic", classic)];
        let mut options = Options::resolve(given, &keys(), presets)?;
        if options.word("spade") == "eachSpade" && given.get("target").is_none() {
            options.set("target", json!(61));
        }
        let max_seats = if given.get("preset") == Some(&json!("denexa")) { 2 } else { 4 };
        let playable = (2..=max_seats).contains(&seats) && (!options.on("teams") || seats == 4);
        playable.then_some(Self { options, seats })
    }

    pub(super) fn word(&self, key: &str) -> &str {
        self.options.word(key)
    }

    pub(super) fn number(&self, key: &str) -> i64 {
        self.options.number(key)
    }

    pub(super) fn sides(&self) -> usize {
        if self.options.on("teams") { 2 } else { self.seats }
    }

    pub(super) fn side_of(&self, seat: usize) -> usize {
        if self.options.on("teams") { seat % 2 } else { seat }
    }

    /// Returns the value of a card in a sum. (CA-R3, CA-O11)
    pub(super) fn added(&self, card: Card) -> Option<usize> {
        let royal = self.word("royal") != "off";
        (card.rank < 10 || royal).then_some(card.rank + 1)
    }

    /// Returns the value of a single card.
    pub(super) fn alone(&self, card: Card) -> Option<usize> {
        if card.rank == 0 && self.word("royal") == "J11Q12K13A14" { Some(14) } else { self.added(card) }
    }
}
