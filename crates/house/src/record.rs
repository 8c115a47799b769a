//! Match records as text: `parlour-record/1`, read strictly and written in one way only.

use crate::Rejected;
use crate::{AnyMatch, Catalog};
use cards::{Commitment, Nonce, Seat, SeatSet};
use engine::OptionValue;
use engine::SetupText;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What a record says of itself.
pub const FORMAT: &str = "parlour-record/1";

/// A match record, as text has it. What it means is found out by replaying it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    format: String,
    /// The game's id.
    pub game: String,
    #[serde(default)]
    options: Map<String, Value>,
    /// How many play.
    #[serde(deserialize_with = "read_seats")]
    pub seats: u8,
    /// The first dealer.
    #[serde(deserialize_with = "read_dealer_number")]
    pub dealer: u8,
    /// The deals.
    #[serde(default)]
    pub deals: Vec<DealText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    players: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<Value>,
}

/// One deal of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    /// The cards in the order in which they come into play. Several decks that are never mixed are an object in a
    /// record; here they stand one after the other, each after its name: `capital: 5 3 …; tool: T06 …`.
    #[serde(serialize_with = "write_deck", deserialize_with = "read_deck")]
    pub deck: String,
    /// What was done: `SEAT ACTION`.
    #[serde(default)]
    pub actions: Vec<String>,
}

/// What a record may say beyond what a replay needs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Who played, in seat order.
    pub players: Vec<String>,
    /// Which tournament or match it belongs to.
    pub event: Option<String>,
    /// When it began, as `2026-11-21`.
    pub date: Option<String>,
    /// What the decks were shuffled with; told only after the match.
    pub seed: Option<String>,
    /// What was told before the match, so that the seed cannot be changed.
    pub commitment: Option<String>,
    /// The deals that a fault of the software broke, each by how many deals stood before it and how many decks it used
    /// up; they stand among the `times`.
    pub voided: Vec<VoidedNote>,
    /// Who asked for hints; it stands among the `times` too.
    pub hints: SeatSet,
    /// Who took something back; it stands among the `times` too.
    pub undone: SeatSet,
    /// What the players added to the shuffle; it stands among the `times` too. Without it the seed is all there was.
    pub opening: Option<OpeningNote>,
}

/// How a match was opened, as a record notes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningNote {
    shuffle: Edition,
    /// What each seat added, in seat order; none for a seat that added nothing.
    pub nonces: Vec<Option<NonceNote>>,
    /// How often the opening began again, each time with another seed.
    pub restarts: u32,
    /// How the first dealer was found.
    pub dealer: DealerNote,
}

impl OpeningNote {
    /// Of an opening as this version knows it.
    #[must_use]
    pub const fn new(nonces: Vec<Option<NonceNote>>, restarts: u32, dealer: DealerNote) -> Self {
        Self { shuffle: Edition::Second, nonces, restarts, dealer }
    }
}

/// How packs follow from seed and nonces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Edition {
    /// As [`Seed::with_nonces`](cards::Seed::with_nonces) has it.
    #[serde(rename = "parlour-shuffle/2")]
    Second,
}

/// What somebody added to the shuffle, and what was told of it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NonceNote {
    /// What was added.
    pub nonce: Nonce,
    /// What was told before the seed was sure.
    pub commitment: Commitment,
}

impl From<Nonce> for NonceNote {
    fn from(nonce: Nonce) -> Self {
        Self { nonce, commitment: nonce.commitment() }
    }
}

/// How the first dealer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DealerNote {
    /// Drawn from the key.
    Drawn,
    /// By who dealt first in the match before.
    Kept,
}

/// So often in a row a deal that a fault of the software broke is dealt again; then the table waits for better software.
pub const MAX_VOIDED: usize = 3;

/// A deal that was voided, as a record notes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VoidedNote {
    /// How many deals stood before it.
    pub deal: usize,
    /// How many decks and reshuffles it used: the seed gave them, and the next deal has a later one.
    #[serde(rename = "packs")]
    pub decks: u32,
}

/// What stands among the `times`.
const VOIDED: &str = "voided";
const OPENING: &str = "opening";
const HINTS: &str = "hints";
const UNDONE: &str = "undone";

/// What is told among the `times`, if there is anything to tell.
fn write_times(notes: &Notes) -> Option<Value> {
    let seats =
        |key: &str, seats: SeatSet| (!seats.is_empty()).then(|| (key.to_owned(), serde_json::json!(seats)));
    let voided = &notes.voided;
    let voided = (!voided.is_empty()).then(|| (VOIDED.to_owned(), serde_json::json!(voided)));
    let opening = notes.opening.as_ref().map(|opening| (OPENING.to_owned(), serde_json::json!(opening)));
    let times = [voided, seats(HINTS, notes.hints), seats(UNDONE, notes.undone), opening];
    let times: Map<String, Value> = times.into_iter().flatten().collect();
    (!times.is_empty()).then_some(Value::Object(times))
}

/// Reads a record. It is not replayed yet.
///
/// # Errors
///
/// When it is not JSON, has other keys than a record has, or is of another version.
///
/// ```
/// let text = r#"{"format": "parlour-record/1", "game": "scopa", "seats": 2, "dealer": 1}"#;
/// let record = house::read_record(text)?;
/// assert!(house::find(&record.game).is_some());
/// assert_eq!(record.replay(&house::CATALOG).summary()["status"], "in-progress");
/// # Ok::<(), house::Rejected>(())
/// ```
pub fn read_record(text: &str) -> Result<RecordText, Rejected> {
    let unreadable = |error: serde_json::Error| {
        Rejected::new("unreadable-record", format!("this is not a match record: {error}"))
    };
    // The format is looked at first: a newer record may have keys that are unknown here.
    let value: Value = serde_json::from_str(text).map_err(unreadable)?;
    match value.get("format").and_then(Value::as_str) {
        Some(FORMAT) => serde_json::from_value(value).map_err(unreadable),
        Some(other) => {
            let message = format!("format: this is a “{}”; only “{FORMAT}” can be read", shorten(other));
            Err(Rejected::new("bad-format", message))
        }
        None => Err(Rejected::new("bad-format", format!("format: missing; a record says “{FORMAT}”"))),
    }
}

fn read_seats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_small_number("seats", deserializer)
}

fn read_dealer_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_small_number("dealer", deserializer)
}

/// A small whole number; the error names the key, which serde's own does not.
fn read_small_number<'de, D: Deserializer<'de>>(key: &str, deserializer: D) -> Result<u8, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| serde::de::Error::custom(format!("{key} cannot be {}", shorten(&value.to_string()))))
}

/// What stands between two decks, and between the name of one and its cards.
const BETWEEN_DECKS: &str = "; ";
const AFTER_NAME: &str = ": ";

fn write_deck<S: Serializer>(deck: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if !deck.contains(AFTER_NAME) {
        return serializer.serialize_str(deck);
    }
    let named =
        |part: &str| part.split_once(AFTER_NAME).map(|(name, cards)| (name.to_owned(), cards.to_owned()));
    deck.split(BETWEEN_DECKS).filter_map(named).collect::<BTreeMap<_, _>>().serialize(serializer)
}

fn read_deck<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Deck {
        Whole(String),
        Parts(BTreeMap<String, String>),
    }
    match Deck::deserialize(deserializer) {
        Ok(Deck::Whole(deck)) => Ok(deck),
        Ok(Deck::Parts(parts)) => {
            let parts = parts.into_iter().map(|(name, cards)| format!("{name}{AFTER_NAME}{cards}"));
            Ok(parts.collect::<Vec<_>>().join(BETWEEN_DECKS))
        }
        Err(_) => {
            Err(serde::de::Error::custom("deck: write the cards, or an object with the cards of each deck"))
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

impl RecordText {
    pub(crate) fn new(game: &str, setup: &SetupText, seats: u8, dealer: Seat, deals: Vec<DealText>) -> Self {
        let preset = setup.preset.iter().map(|preset| ("preset".to_owned(), Value::from(preset.clone())));
        let options = setup.options.iter().map(|(key, value)| (key.clone(), write_option(value)));
        Self {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            options: preset.chain(options).collect(),
            seats,
            dealer: dealer.into(),
            deals,
            players: None,
            event: None,
            date: None,
            seed: None,
            commitment: None,
            times: None,
        }
    }

    /// The same record with notes.
    #[must_use]
    pub fn with_notes(self, notes: Notes) -> Self {
        let times = write_times(&notes);
        let players = (!notes.players.is_empty()).then(|| Value::from(notes.players));
        Self {
            players,
            event: notes.event.map(Value::from),
            date: notes.date.map(Value::from),
            seed: notes.seed.map(Value::from),
            commitment: notes.commitment.map(Value::from),
            times,
            ..self
        }
    }

    /// What it says beyond what a replay needs, as far as that is in the usual form.
    #[must_use]
    pub fn notes(&self) -> Notes {
        let text = |value: &Option<Value>| value.as_ref().and_then(Value::as_str).map(str::to_owned);
        let names = self.players.as_ref().and_then(Value::as_array).into_iter().flatten();
        Notes {
            players: names.map(|name| name.as_str().unwrap_or_default().to_owned()).collect(),
            event: text(&self.event),
            date: text(&self.date),
            seed: text(&self.seed),
            commitment: text(&self.commitment),
            voided: self.voided(),
            hints: self.seats_in(HINTS),
            undone: self.seats_in(UNDONE),
            opening: self.opening().ok().flatten(),
        }
    }

    /// The voided deals, as far as they are in the usual form.
    pub(crate) fn voided(&self) -> Vec<VoidedNote> {
        let noted = self.times.as_ref().and_then(|times| times.get(VOIDED));
        noted.and_then(|noted| serde_json::from_value(noted.clone()).ok()).unwrap_or_default()
    }

    /// The seats noted among the `times` under this key, as far as that is in the usual form.
    fn seats_in(&self, key: &str) -> SeatSet {
        let noted = self.times.as_ref().and_then(|times| times.get(key));
        noted.and_then(|noted| SeatSet::deserialize(noted).ok()).unwrap_or_default()
    }

    /// How the match was opened, if players could add to the shuffle.
    pub(crate) fn opening(&self) -> Result<Option<OpeningNote>, Rejected> {
        let Some(noted) = self.times.as_ref().and_then(|times| times.get(OPENING)) else { return Ok(None) };
        let opening = OpeningNote::deserialize(noted);
        opening.map(Some).map_err(|error| Rejected::new("opening", format!("times: opening: {error}")))
    }

    /// The same match in canonical form, as `game` replayed it, with the same notes.
    #[must_use]
    pub fn rewritten(&self, game: &dyn AnyMatch) -> Self {
        let Self { options, deals, .. } = game.record();
        Self { options, deals, ..self.clone() }
    }

    pub(crate) fn seed(&self) -> Option<&str> {
        self.seed.as_ref().and_then(Value::as_str)
    }

    pub(crate) fn commitment(&self) -> Option<&str> {
        self.commitment.as_ref().and_then(Value::as_str)
    }

    /// The options and seats it asks for.
    #[must_use]
    pub fn setup(&self) -> SetupText {
        let preset = self.options.get("preset").map(|preset| match preset {
            Value::String(name) => name.clone(),
            other => other.to_string(),
        });
        let others = self.options.iter().filter(|(key, _)| *key != "preset");
        let options: BTreeMap<_, _> = others.map(|(key, value)| (key.clone(), read_option(value))).collect();
        SetupText { preset, options, seats: Some(self.seats) }
    }

    /// Plays the match again, as far as it goes, with the card sets of this catalog.
    #[must_use]
    pub fn replay(&self, catalog: &Catalog) -> Replayed {
        match catalog.find(&self.game) {
            Some(game) => game.replay(self),
            None => {
                let message = format!("game: there is no game “{}”", shorten(&self.game));
                Replayed::never_began(Rejected::new("unknown-game", message))
            }
        }
    }

    /// The record in canonical form: sorted keys, two spaces, a newline at the end.
    #[must_use]
    pub fn write(&self) -> String {
        let value = serde_json::to_value(self).expect("a record has string keys");
        format!("{value:#}\n")
    }
}

/// A value that no option has, such as a list, becomes a word that no option has: the error then names the key.
fn read_option(value: &Value) -> OptionValue {
    let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
    match (value, number) {
        (Value::Bool(flag), _) => OptionValue::Flag(*flag),
        (Value::String(word), _) => OptionValue::Word(word.clone()),
        (_, Some(number)) => OptionValue::Number(number),
        (other, None) => {
            let half = other.as_f64().and_then(|_| other.to_string().parse().ok());
            half.map_or_else(|| OptionValue::Word(shorten(&other.to_string())), OptionValue::Half)
        }
    }
}

fn write_option(value: &OptionValue) -> Value {
    match value {
        OptionValue::Flag(flag) => Value::from(*flag),
        OptionValue::Number(number) => Value::from(*number),
        OptionValue::Half(half) => serde_json::json!(half),
        OptionValue::Word(word) => Value::from(word.clone()),
    }
}

pub(crate) fn read_dealer(dealer: u8, seats: u8) -> Result<Seat, Rejected> {
    let out_of_range = || engine::SetupError::Dealer { given: dealer, seats };
    Ok(Seat::try_from(dealer).map_err(|_| out_of_range())?)
}

/// Parts `SEAT ACTION` at its one blank.
pub(crate) fn split_entry(entry: &str) -> Result<(Seat, &str), Rejected> {
    let parts = entry.split_once(' ').and_then(|(seat, action)| {
        let plain = seat.bytes().all(|digit| digit.is_ascii_digit()) && !seat.is_empty();
        let seat = seat.parse::<u8>().ok().filter(|_| plain).and_then(|seat| Seat::try_from(seat).ok())?;
        Some((seat, action))
    });
    parts.ok_or_else(|| {
        let message =
            format!("“{}” is not an action: write the seat, a blank and the action", shorten(entry));
        Rejected::new("unreadable", message)
    })
}

/// A record replayed as far as it goes.
pub struct Replayed {
    /// The match up to what was refused; none if the match could not begin.
    pub game: Option<Box<dyn AnyMatch>>,
    /// What was refused, if anything was.
    pub refused: Option<Rejected>,
}

impl Replayed {
    pub(crate) fn never_began(rejected: Rejected) -> Self {
        Self { game: None, refused: Some(rejected) }
    }

    /// The match, if nothing was refused.
    ///
    /// # Errors
    ///
    /// What was refused.
    pub fn into_match(self) -> Result<Box<dyn AnyMatch>, Rejected> {
        match (self.game, self.refused) {
            (_, Some(rejected)) => Err(rejected),
            (Some(game), None) => Ok(game),
            (None, None) => Err(Rejected::new("unknown-game", "there is no match in this record")),
        }
    }

    /// The JSON object that `parlour replay --json` prints.
    #[must_use]
    pub fn summary(&self) -> Value {
        let nothing = || serde_json::json!({ "deals": [], "totals": [], "winners": [] });
        let mut summary = self.game.as_ref().map_or_else(nothing, |game| game.summary());
        if let Some(rejected) = &self.refused {
            summary["status"] = "refused".into();
            summary["winners"] = Value::Array(Vec::new());
            summary["error"] = error(rejected);
        }
        summary
    }

    /// The JSON object that `parlour legal --json` prints.
    #[must_use]
    pub fn legal_summary(&self) -> Value {
        match (&self.refused, &self.game) {
            (Some(rejected), _) => serde_json::json!({ "status": "refused", "error": error(rejected) }),
            (None, Some(game)) => game.legal_summary(),
            (None, None) => Value::Null,
        }
    }
}

fn error(rejected: &Rejected) -> Value {
    serde_json::json!({
        "code": rejected.code,
        "deal": rejected.position.map(|position| position.deal),
        "action": rejected.position.and_then(|position| position.action),
        "message": rejected.message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever comes in, an answer comes out.
        #[test]
        fn nonsense_is_refused_in_words(text in "\\PC{0,200}") {
            prop_assert!(read_record(&text).is_err());
        }
    }

    #[test]
    fn entries_have_a_seat_and_one_blank() {
        assert_eq!(split_entry("0 7d x 7c"), Ok((Seat::new(0), "7d x 7c")));
        for wrong in ["", "0", "7d", "+1 7d", "9 7d", "-1 7d", " 0 7d", "x 7d"] {
            assert_eq!(split_entry(wrong).map_err(|e| e.code), Err("unreadable"), "{wrong}");
        }
    }
}
