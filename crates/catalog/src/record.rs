//! Text form of match records, `parlour-record/1`. The reader is strict, and the written form is canonical.

use crate::Rejection;
use crate::{AnyMatch, Catalog};
use cards::{Commitment, Nonce, Seat, SeatSet};
use engine::OptionValue;
use engine::SetupText;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Format tag of a record.
pub const FORMAT: &str = "parlour-record/1";

/// Match record. Its deals are unchecked text until it is replayed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    format: String,
    /// Id of the game.
    pub game: String,
    #[serde(default)]
    options: Map<String, Value>,
    /// Number of seats.
    #[serde(deserialize_with = "read_seats")]
    pub seats: u8,
    /// First dealer of the match.
    #[serde(deserialize_with = "read_dealer_number")]
    pub dealer: u8,
    /// Deals of the match.
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

/// Deal of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    /// The deck, in dealing order. Several separate decks follow each other, each after its name:
    /// `capital: 5 3 …; tool: T06 …`. A record writes them as an object.
    #[serde(serialize_with = "write_deck", deserialize_with = "read_deck")]
    pub deck: String,
    /// Entries of the deal: actions as `SEAT ACTION`, and reshuffles.
    #[serde(default)]
    pub actions: Vec<String>,
}

/// Notes of a record, which a replay does not need.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Names of the players, in seat order.
    pub players: Vec<String>,
    /// Tournament or match of which this match is a part.
    pub event: Option<String>,
    /// Start date, as `2026-11-21`.
    pub date: Option<String>,
    /// Seed of the decks. It is revealed after the match.
    pub seed: Option<String>,
    /// Commitment to the seed, published before the match.
    pub commitment: Option<String>,
    /// Deals voided by software faults. Stored under the key `times`.
    pub voided: Vec<VoidedNote>,
    /// Seats that asked for hints. Stored under the key `times`.
    pub hints: SeatSet,
    /// Seats that undid an action. Stored under the key `times`.
    pub undone: SeatSet,
    /// Seed exchange. Stored under the key `times`. Without it the decks derive from the seed alone.
    pub opening: Option<OpeningNote>,
}

/// Seed exchange of a match, as a record stores it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningNote {
    shuffle: Edition,
    /// Nonce of each seat, if it added one.
    pub nonces: Vec<Option<NonceNote>>,
    /// Number of restarts, each with another seed.
    pub restarts: u32,
    /// Choice of the first dealer.
    pub dealer: DealerNote,
}

impl OpeningNote {
    /// Creates the note of an exchange in the current edition.
    #[must_use]
    pub const fn new(nonces: Vec<Option<NonceNote>>, restarts: u32, dealer: DealerNote) -> Self {
        Self { shuffle: Edition::Second, nonces, restarts, dealer }
    }
}

/// Edition of the derivation of decks from seed and nonces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Edition {
    /// The current edition: [`Seed::with_nonces`](cards::Seed::with_nonces).
    #[serde(rename = "parlour-shuffle/2")]
    Second,
}

/// Nonce of a player, with its commitment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NonceNote {
    /// Nonce that the player revealed.
    pub nonce: Nonce,
    /// The commitment, published before the seed was fixed.
    pub commitment: Commitment,
}

impl From<Nonce> for NonceNote {
    fn from(nonce: Nonce) -> Self {
        Self { nonce, commitment: nonce.commitment() }
    }
}

/// Choice of the first dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DealerNote {
    /// The dealer is drawn from the seed and nonces.
    Drawn,
    /// Derived from the first dealer of the match before.
    Kept,
}

/// Maximum number of consecutive voided deals. After that the table waits for a corrected version of the software.
pub const MAX_VOIDED: usize = 3;

/// Voided deal, as a record stores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VoidedNote {
    /// Number of deals before the voided one.
    pub deal: usize,
    /// Number of decks and reshuffles that the voided deal used. The next deal continues after them.
    #[serde(rename = "packs")]
    pub decks: u32,
}

/// Keys of the JSON object `times` in a record.
const VOIDED: &str = "voided";
const OPENING: &str = "opening";
const HINTS: &str = "hints";
const UNDONE: &str = "undone";

/// Returns the value of the key `times`, if there is anything to store.
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

/// Reads a record without replaying it.
///
/// # Errors
///
/// Returns [`Rejection`] if the text is not JSON, has unknown keys, or is of another version.
///
/// ```
/// let text = r#"{"format": "parlour-record/1", "game": "scopa", "seats": 2, "dealer": 1}"#;
/// let record = catalog::read_record(text)?;
/// assert!(catalog::find(&record.game).is_some());
/// assert_eq!(record.replay(&catalog::CATALOG).summary()["status"], "in-progress");
/// # Ok::<(), catalog::Rejection>(())
/// ```
pub fn read_record(text: &str) -> Result<RecordText, Rejection> {
    let unreadable = |error: serde_json::Error| {
        Rejection::new("unreadable-record", format!("this is not a match record: {error}"))
    };
    // The format is checked first, because a newer record may have unknown keys.
    let value: Value = serde_json::from_str(text).map_err(unreadable)?;
    match value.get("format").and_then(Value::as_str) {
        Some(FORMAT) => serde_json::from_value(value).map_err(unreadable),
        Some(other) => {
            let message = format!("format: this is a “{}”; only “{FORMAT}” can be read", shorten(other));
            Err(Rejection::new("bad-format", message))
        }
        None => Err(Rejection::new("bad-format", format!("format: missing; a record has “{FORMAT}”"))),
    }
}

fn read_seats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_small_number("seats", deserializer)
}

fn read_dealer_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_small_number("dealer", deserializer)
}

/// Reads a small whole number. Unlike serde's own error, the error names the key.
fn read_small_number<'de, D: Deserializer<'de>>(key: &str, deserializer: D) -> Result<u8, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| serde::de::Error::custom(format!("{key} cannot be {}", shorten(&value.to_string()))))
}

/// Separators between two decks, and between a deck's name and its cards.
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

pub(crate) fn shorten(text: &str) -> String {
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

    /// Adds notes to the record.
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

    /// Returns the notes. Notes of an unknown form are left out.
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

    /// Returns the voided deals, or none if they are of an unknown form.
    pub(crate) fn voided(&self) -> Vec<VoidedNote> {
        let noted = self.times.as_ref().and_then(|times| times.get(VOIDED));
        noted.and_then(|noted| serde_json::from_value(noted.clone()).ok()).unwrap_or_default()
    }

    /// Returns the seats stored under this key of `times`, or none if they are of an unknown form.
    fn seats_in(&self, key: &str) -> SeatSet {
        let noted = self.times.as_ref().and_then(|times| times.get(key));
        noted.and_then(|noted| SeatSet::deserialize(noted).ok()).unwrap_or_default()
    }

    /// Returns the seed exchange, if the match had one.
    pub(crate) fn opening(&self) -> Result<Option<OpeningNote>, Rejection> {
        let Some(noted) = self.times.as_ref().and_then(|times| times.get(OPENING)) else { return Ok(None) };
        let opening = OpeningNote::deserialize(noted);
        opening.map(Some).map_err(|error| Rejection::new("opening", format!("times: opening: {error}")))
    }

    /// Returns the record in canonical form, with the same notes. `game` is the replayed match.
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

    /// Returns the setup.
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

    /// Replays the match with this catalog until an entry is refused.
    #[must_use]
    pub fn replay(&self, catalog: &Catalog) -> Replayed {
        match catalog.find(&self.game) {
            Some(game) => game.replay(self),
            None => {
                let message = format!("game: there is no game “{}”", shorten(&self.game));
                Replayed::never_began(Rejection::new("unknown-game", message))
            }
        }
    }

    /// Writes the record as JSON with sorted keys, an indent of two spaces and a final newline.
    #[must_use]
    pub fn write(&self) -> String {
        let value = serde_json::to_value(self).expect("a record has string keys");
        format!("{value:#}\n")
    }
}

/// Reads the value of an option. An invalid value, such as a list, becomes a word, so that the later error names the
/// key.
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

pub(crate) fn read_dealer(dealer: u8, seats: u8) -> Result<Seat, Rejection> {
    let out_of_range = || engine::SetupError::Dealer { given: dealer, seats };
    Ok(Seat::try_from(dealer).map_err(|_| out_of_range())?)
}

/// Result of a replay.
pub struct Replayed {
    /// Match up to the refused entry. `None` if the match could not begin.
    pub game: Option<Box<dyn AnyMatch>>,
    /// Rejection that ended the replay, if any.
    pub refused: Option<Rejection>,
}

impl Replayed {
    pub(crate) fn never_began(rejection: Rejection) -> Self {
        Self { game: None, refused: Some(rejection) }
    }

    /// Returns the match.
    ///
    /// # Errors
    ///
    /// Returns [`Rejection`] if the replay ended with a refusal.
    pub fn into_match(self) -> Result<Box<dyn AnyMatch>, Rejection> {
        match (self.game, self.refused) {
            (_, Some(rejection)) => Err(rejection),
            (Some(game), None) => Ok(game),
            (None, None) => Err(Rejection::new("unknown-game", "this record has no match")),
        }
    }

    /// Returns the JSON object that `parlour replay --json` prints.
    #[must_use]
    pub fn summary(&self) -> Value {
        let nothing = || serde_json::json!({ "deals": [], "totals": [], "winners": [] });
        let mut summary = self.game.as_ref().map_or_else(nothing, |game| game.summary());
        if let Some(rejection) = &self.refused {
            summary["status"] = "refused".into();
            summary["winners"] = Value::Array(Vec::new());
            summary["error"] = error(rejection);
        }
        summary
    }

    /// Returns the JSON object that `parlour legal --json` prints.
    #[must_use]
    pub fn legal_summary(&self) -> Value {
        match (&self.refused, &self.game) {
            (Some(rejection), _) => serde_json::json!({ "status": "refused", "error": error(rejection) }),
            (None, Some(game)) => game.legal_summary(),
            (None, None) => Value::Null,
        }
    }
}

fn error(rejection: &Rejection) -> Value {
    serde_json::json!({
        "code": rejection.code,
        "deal": rejection.position.map(|position| position.deal),
        "action": rejection.position.and_then(|position| position.action),
        "message": rejection.message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Any text gets an error instead of a panic.
        #[test]
        fn nonsense_is_refused_in_words(text in "\\PC{0,200}") {
            prop_assert!(read_record(&text).is_err());
        }
    }
}
