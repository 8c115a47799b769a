//! JSON interface of the pads. It is stateless: the pad comes with the request and goes with the
//! answer.

use crate::log::Log;
use crate::{Change, InputError, decks, games, text, view};
use engine::{CardSets, Rejection, SetupText};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Request about a pad or a deck.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Request {
    /// Lists the games with a pad.
    Games,
    /// Describes a game's pad under these rules.
    Describe {
        /// Id of the game.
        game: String,
        /// Rules of the match.
        #[serde(flatten)]
        setup: SetupText,
    },
    /// Returns the view of a pad.
    View {
        /// Pad as JSON.
        #[serde(default)]
        pad: Value,
    },
    /// Writes a change on a pad.
    Write {
        /// Pad as JSON.
        #[serde(default)]
        pad: Value,
        /// Id of the device that writes.
        device: String,
        /// Time of the change.
        #[serde(default)]
        at: Option<String>,
        /// Change to write.
        change: Change,
    },
    /// Merges two versions of a pad.
    Merge {
        /// One of the two pads.
        pad: Value,
        /// The other version of the pad.
        other: Value,
    },
    /// Formats a pad as text. `texts` is a flat object of the texts in the reader's language.
    Text {
        /// Pad as JSON.
        pad: Value,
        /// Texts in the reader's language, by key.
        #[serde(default)]
        texts: BTreeMap<String, String>,
    },
    /// Lists the decks, with the ranks to take out of a full deck.
    Decks,
    /// Checks the number of cards.
    Count {
        /// Id of the deck.
        deck: String,
        /// Number of cards.
        cards: u16,
    },
    /// Checks a deck card by card.
    Check {
        /// Id of the deck.
        deck: String,
        /// Number of each card.
        #[serde(default)]
        found: BTreeMap<String, u16>,
        /// The cards as text, instead of `found`.
        #[serde(default)]
        cards: Option<String>,
    },
}

/// Answers a request in JSON: an object with the result, or with the error under `refused`.
#[must_use]
pub fn answer(request: &str) -> String {
    let answered = serde_json::from_str(request)
        .map_err(|error| InputError::Unreadable { problem: error.to_string() }.into())
        .and_then(|request| handle(request, &CardSets::NONE));
    let answer = answered.unwrap_or_else(|refused| json!({ "refused": refused }));
    answer.to_string()
}

/// Answers a request, with these card sets available.
///
/// # Errors
///
/// Returns [`Rejection`] if the request cannot be answered.
pub fn handle(request: Request, sets: &CardSets) -> Result<Value, Rejection> {
    match request {
        Request::Games => Ok(json!({ "games": games::ids().collect::<Vec<_>>() })),
        Request::Describe { game, setup } => {
            Ok(json!({ "game": games::find(&game)?.describe(&setup, sets)? }))
        }
        Request::View { pad } => shown(&read(&pad)?, Map::new(), sets),
        Request::Write { pad, device, at, change } => {
            let mut log = read(&pad)?;
            let id = log.apply(change, &device, at.as_deref(), sets)?;
            shown(&log, Map::from_iter([("wrote".to_owned(), json!(id))]), sets)
        }
        Request::Merge { pad, other } => {
            let mut log = read(&pad)?;
            log.merge(&read(&other)?)?;
            shown(&log, Map::new(), sets)
        }
        Request::Text { pad, texts } => {
            let say = |key: &str| texts.get(key).cloned();
            Ok(json!({ "text": text::of(&view::view(&read(&pad)?, sets)?, &say) }))
        }
        Request::Decks => {
            let decks = decks::SPECIFICATIONS.iter();
            let described = decks.map(|deck| {
                json!({ "id": deck.id, "size": deck.size(), "cards": deck.cards, "strip": decks::strip(deck) })
            });
            Ok(json!({ "decks": described.collect::<Vec<_>>() }))
        }
        Request::Count { deck, cards } => {
            Ok(json!({ "count": decks::fast_count(decks::find(&deck)?, cards) }))
        }
        Request::Check { deck, found, cards } => {
            let found = match cards {
                Some(cards) => decks::read_ticks(&cards)?,
                None => found,
            };
            Ok(json!({ "check": decks::check(decks::find(&deck)?, &found) }))
        }
    }
}

fn read(pad: &Value) -> Result<Log, InputError> {
    match pad {
        Value::Null => Ok(Log::default()),
        pad => Log::read(&pad.to_string()),
    }
}

fn shown(log: &Log, mut answer: Map<String, Value>, sets: &CardSets) -> Result<Value, Rejection> {
    answer.insert("pad".to_owned(), serde_json::from_str(&log.write()).unwrap_or_default());
    answer.insert("view".to_owned(), json!(view::view(log, sets)?));
    Ok(Value::Object(answer))
}
