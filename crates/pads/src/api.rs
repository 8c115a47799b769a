//! The one door for page, server and terminal: a request in JSON, an answer in JSON. Nothing is kept between two
//! requests: the pad comes with the request and goes with the answer.

use crate::decks::{self, Incident, TwoDecks};
use crate::log::Log;
use crate::scoring::is_name;
use crate::{Act, InputError, Opening, OperationId, games, text, view};
use engine::{CardSets, Rejected, SetupText};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What can be asked.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Request {
    /// Which games have a pad.
    Games,
    /// What a game's pad asks, by these rules.
    Describe {
        /// The game.
        game: String,
        /// The rules.
        #[serde(flatten)]
        setup: SetupText,
    },
    /// The pad as it is drawn.
    View {
        /// The pad.
        #[serde(default)]
        pad: Value,
    },
    /// Begins a match.
    Open {
        /// The pad.
        #[serde(default)]
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// What is played, and by whom.
        opening: Opening,
    },
    /// Writes a hand on the next line, or on the one that is named.
    Enter {
        /// The pad.
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// The match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// The line.
        #[serde(default)]
        line: Option<u32>,
        /// The figures.
        entry: Value,
    },
    /// Replaces an entry; or moves it to another line, if both hands were played.
    Correct {
        /// The pad.
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// The entry.
        of: OperationId,
        /// The line it goes to; the one it stands on, if it is not said.
        #[serde(default)]
        line: Option<u32>,
        /// The figures; as they are, if they are not said.
        #[serde(default)]
        entry: Option<Value>,
    },
    /// Takes back the last thing that was written, or the one that is named; a withdrawal too.
    Undo {
        /// The pad.
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// Which.
        #[serde(default)]
        of: Option<OperationId>,
    },
    /// Takes an entry off the pad, with whatever it had replaced: so is a conflict resolved for the other one.
    Withdraw {
        /// The pad.
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// The entry.
        of: OperationId,
    },
    /// Puts a name right.
    Rename {
        /// The pad.
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// The match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Whose name.
        seat: u8,
        /// What it is.
        name: String,
    },
    /// Notes what happened to the cards.
    Incident {
        /// The pad.
        pad: Value,
        /// Who writes.
        device: String,
        /// When.
        #[serde(default)]
        at: Option<String>,
        /// The match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// The hand; the one that comes, if it is not said.
        #[serde(default)]
        line: Option<u32>,
        /// What.
        incident: Incident,
    },
    /// Everything both pads have.
    Merge {
        /// One.
        pad: Value,
        /// The other.
        other: Value,
    },
    /// The pad as text. `texts` is a flat object of the texts in the reader's language.
    Text {
        /// The pad.
        pad: Value,
        /// Keys and texts.
        #[serde(default)]
        texts: BTreeMap<String, String>,
    },
    /// The decks, or one of them, and what to take out of a full deck.
    Decks,
    /// Whether there are enough cards.
    Count {
        /// The deck.
        deck: String,
        /// How many there are.
        cards: u16,
    },
    /// What is missing and what is too much.
    Check {
        /// The deck.
        deck: String,
        /// How many there are of each card.
        #[serde(default)]
        found: BTreeMap<String, u16>,
        /// Or the cards as somebody calls them off.
        #[serde(default)]
        cards: Option<String>,
    },
}

/// Answers a request in JSON: an object that holds what was asked for or, under `refused`, why not.
#[must_use]
pub fn answer(request: &str) -> String {
    let answered = serde_json::from_str(request)
        .map_err(|error| InputError::Unreadable { problem: error.to_string() }.into())
        .and_then(|request| handle(request, &CardSets::NONE));
    let answer = answered.unwrap_or_else(|refused| json!({ "refused": refused }));
    answer.to_string()
}

/// Answers a request of who has these card sets.
///
/// # Errors
///
/// Why not.
pub fn handle(request: Request, sets: &CardSets) -> Result<Value, Rejected> {
    match request {
        Request::Games => Ok(json!({ "games": games::ids().collect::<Vec<_>>() })),
        Request::Describe { game, setup } => {
            Ok(json!({ "game": games::find(&game)?.describe(&setup, sets)? }))
        }
        Request::View { pad } => shown(&read(&pad)?, Map::new(), sets),
        Request::Open { pad, device, at, opening } => {
            let mut log = read(&pad)?;
            games::find(&opening.game)?.check(&opening, sets)?;
            if let Some([one, other]) = &opening.backs {
                TwoDecks::new(one, other)?;
            }
            wrote(&log.append(&device, at, Act::Open(opening))?, &log, sets)
        }
        Request::Enter { pad, device, at, of_match, line, entry } => {
            let mut log = read(&pad)?;
            let sheet = view::sheet(&log, &of_match, sets)?;
            let line = line.unwrap_or(sheet.next_line);
            if sheet.rows.iter().any(|row| row.line == line) {
                return Err(InputError::Taken { line: line.saturating_add(1) }.into());
            }
            sheet.deck.check(line)?;
            let id = log.append(&device, at, Act::Enter { of_match: of_match.clone(), line, entry })?;
            accepted(&log, &of_match, &id, sets)?;
            wrote(&id, &log, sets)
        }
        Request::Correct { pad, device, at, of, line, entry } => {
            correct(&read(&pad)?, &device, at, of, line, entry, sets)
        }
        Request::Undo { pad, device, at, of } => {
            let mut log = read(&pad)?;
            let of = of.or(view::view(&log, sets)?.undoable).ok_or(InputError::NothingToUndo)?;
            find(&log, &of)?;
            wrote(&log.append(&device, at, Act::Undo { of })?, &log, sets)
        }
        Request::Withdraw { pad, device, at, of } => {
            let mut log = read(&pad)?;
            let mut next = Some(of);
            let mut last = None;
            while let Some(of) = next {
                next = match &find(&log, &of)?.act {
                    Act::Correct { of: before, .. } if *before < of => Some(before.clone()),
                    _ => None,
                };
                last = Some(log.append(&device, at.clone(), Act::Undo { of })?);
            }
            wrote(&last.ok_or(InputError::NothingToUndo)?, &log, sets)
        }
        Request::Rename { pad, device, at, of_match, seat, name } => {
            let mut log = read(&pad)?;
            let sheet = view::sheet(&log, &of_match, sets)?;
            let seats = sheet.players.len() as u8;
            if seat >= seats {
                return Err(InputError::NoSeat { given: seat, seats }.into());
            }
            let taken = sheet
                .players
                .iter()
                .enumerate()
                .any(|(one, held)| one != usize::from(seat) && *held == name.trim());
            if taken || !is_name(&name) {
                return Err(InputError::Name { name: name.chars().take(40).collect() }.into());
            }
            wrote(&log.append(&device, at, Act::Rename { of_match, seat, name })?, &log, sets)
        }
        Request::Incident { pad, device, at, of_match, line, incident } => {
            let mut log = read(&pad)?;
            let line = line.unwrap_or(view::sheet(&log, &of_match, sets)?.next_line);
            wrote(&log.append(&device, at, Act::Incident { of_match, line, incident })?, &log, sets)
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

fn correct(
    log: &Log,
    device: &str,
    at: Option<String>,
    of: OperationId,
    line: Option<u32>,
    entry: Option<Value>,
    sets: &CardSets,
) -> Result<Value, Rejected> {
    let mut log = log.clone();
    let (held_line, held) = match &find(&log, &of)?.act {
        Act::Enter { line, entry, .. } | Act::Correct { line, entry, .. } => (*line, entry.clone()),
        _ => return Err(InputError::NoOperation { given: of.to_string() }.into()),
    };
    let of_match = first(&log, &of)?;
    let line = line.unwrap_or(held_line);
    if line != held_line && view::sheet(&log, &of_match, sets)?.rows.iter().any(|row| row.line == line) {
        return Err(InputError::Taken { line: line.saturating_add(1) }.into());
    }
    let id = log.append(device, at, Act::Correct { of, line, entry: entry.unwrap_or(held) })?;
    accepted(&log, &of_match, &id, sets)?;
    wrote(&id, &log, sets)
}

/// The match an entry is of.
fn first(log: &Log, of: &OperationId) -> Result<OperationId, InputError> {
    let mut next = of;
    loop {
        match &find(log, next)?.act {
            Act::Enter { of_match, .. } => return Ok(of_match.clone()),
            // Only what came before can have been corrected: so this ends.
            Act::Correct { of: before, .. } if before < next => next = before,
            _ => return Err(InputError::NoOperation { given: of.to_string() }),
        }
    }
}

fn find<'l>(log: &'l Log, id: &OperationId) -> Result<&'l crate::Operation, InputError> {
    log.find(id).ok_or_else(|| InputError::NoOperation { given: id.to_string() })
}

/// What was just entered has to count.
fn accepted(log: &Log, of_match: &OperationId, id: &OperationId, sets: &CardSets) -> Result<(), Rejected> {
    let sheet = view::sheet(log, of_match, sets)?;
    let row = sheet.rows.into_iter().find(|row| row.written.id == *id);
    row.and_then(|row| row.refused).map_or(Ok(()), Err)
}

fn read(pad: &Value) -> Result<Log, InputError> {
    match pad {
        Value::Null => Ok(Log::default()),
        pad => Log::read(&pad.to_string()),
    }
}

fn wrote(id: &OperationId, log: &Log, sets: &CardSets) -> Result<Value, Rejected> {
    shown(log, Map::from_iter([("wrote".to_owned(), json!(id))]), sets)
}

fn shown(log: &Log, mut answer: Map<String, Value>, sets: &CardSets) -> Result<Value, Rejected> {
    answer.insert("pad".to_owned(), serde_json::from_str(&log.write()).unwrap_or_default());
    answer.insert("view".to_owned(), json!(view::view(log, sets)?));
    Ok(Value::Object(answer))
}
