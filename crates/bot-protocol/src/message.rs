//! What is said: one JSON object a line. What comes from a bot is read into types that cannot be wrong; fields and types of message
//! that nobody here knows are passed over.

use cards::{BySeat, Seat, Side};
use engine::{OptionValue, Rejected};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes.
pub const LONGEST: usize = 1 << 20;

/// A line that is no message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// It is not one JSON object.
    #[error("“{0}” is no JSON object")]
    NoObject(String),
    /// It is an object without what is needed.
    #[error("{0}")]
    Form(String),
}

/// What a house says.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum HouseMessage {
    /// The first message: which protocol, and who speaks.
    Hello(HouseHello),
    /// Which seat of which match is played from now on.
    Match(MatchMessage),
    /// It is this seat's turn.
    Go(Go),
    /// What was chosen cannot be done; something else is to be chosen.
    Refused(Refused),
    /// The time is up: whatever was found is to be said at once.
    Stop(Stop),
    /// Whether anybody is there.
    Ping {},
    /// Nothing more will be said.
    Quit(Quit),
    /// A message of a later version.
    #[serde(skip)]
    Other,
}

/// Who speaks, and the newest version they know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseHello {
    /// The newest version of the protocol that the house speaks.
    pub protocol: u32,
    /// The house and its version.
    pub house: String,
}

/// Which seat of which match, or single deal, is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchMessage {
    /// The game's id.
    pub game: String,
    /// The preset.
    pub preset: Option<String>,
    /// Every option with its value.
    pub options: BTreeMap<String, OptionValue>,
    /// How many play.
    pub seats: u8,
    /// The bot's seat, from 0 in the order of play.
    pub you: Seat,
    /// The side of each seat; partners share one.
    pub sides: BySeat<Side>,
    /// How long it may think.
    pub clock: Clock,
}

/// How long a bot may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// About each action, in milliseconds.
    pub each: u64,
}

/// A turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Go {
    /// What the answer is to name.
    pub id: u64,
    /// What the seat knows and may do, as `docs/protocol.md` has it.
    pub frame: Box<RawValue>,
    /// A number for whoever takes chances: the same again when the contest is played again.
    #[serde(rename = "rngSeed")]
    pub rng_seed: u64,
}

/// Why an action cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// Of which turn.
    pub id: u64,
    /// A short name for programs.
    pub code: String,
    /// What exactly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The rule of the rule book.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
    /// A sentence.
    pub message: String,
}

impl Refused {
    /// Of a turn.
    #[must_use]
    pub fn new(id: u64, rejected: &Rejected) -> Self {
        Self {
            id,
            code: rejected.code.to_owned(),
            reason: rejected.reason.map(str::to_owned),
            rule: rejected.rule.map(str::to_owned),
            message: rejected.message.clone(),
        }
    }
}

/// Of which turn the time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stop {
    /// The turn.
    pub id: u64,
}

/// The end.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Quit {
    /// Why, if it is not simply over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
}

impl HouseMessage {
    /// Reads a line that a house has said.
    ///
    /// # Errors
    ///
    /// When it is no message.
    pub fn read(line: &[u8]) -> Result<Self, Unreadable> {
        Ok(match kind(line)?.as_str() {
            "hello" => Self::Hello(body(line)?),
            "match" => Self::Match(body(line)?),
            "go" => Self::Go(body(line)?),
            "refused" => Self::Refused(body(line)?),
            "stop" => Self::Stop(body(line)?),
            "ping" => Self::Ping {},
            "quit" => Self::Quit(body(line)?),
            _ => Self::Other,
        })
    }

    /// As it is said, with the end of the line. Nobody says a message they do not know.
    ///
    /// # Panics
    ///
    /// When it is [`Other`](Self::Other).
    ///
    /// ```
    /// use bot_protocol::{HouseMessage, Stop};
    /// assert_eq!(HouseMessage::Stop(Stop { id: 7 }).line(), "{\"type\":\"stop\",\"id\":7}\n");
    /// ```
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }
}

/// What a bot says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BotMessage {
    /// Who it is, in answer to `hello`.
    Hello(BotHello),
    /// It has taken in which seat it plays.
    Ready {},
    /// What it does.
    BestAction {
        /// In which turn.
        id: u64,
        /// What.
        action: ActionText,
    },
    /// It is there.
    Pong {},
    /// Something that a house passes over: `info`, or a message of a later version.
    #[serde(skip)]
    Other,
}

/// Who a bot is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotHello {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// Its name.
    pub name: Name,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<Name>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub version: Option<Name>,
    /// What it plays; everything, if it does not say.
    #[serde(default)]
    pub games: Games,
}

/// A name of one to sixty characters that are to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Name(String);

impl Name {
    const LONGEST: usize = 60;

    /// The name, if it is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_short = (1..=Self::LONGEST).contains(&text.chars().count());
        (is_short && !text.chars().any(char::is_control)).then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| {
            D::Error::custom(format_args!(
                "a name has 1 to {} characters, none of them unseen",
                Self::LONGEST
            ))
        })
    }
}

/// Which games a bot plays.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Games {
    /// Whatever there is: `"*"`.
    #[default]
    All,
    /// Those with these ids.
    These(BTreeSet<String>),
}

impl Games {
    /// Whether it plays this one.
    #[must_use]
    pub fn contain(&self, game: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(games) => games.contains(game),
        }
    }
}

impl Serialize for Games {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("*"),
            Self::These(games) => games.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Games {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Text {
            Word(String),
            List(BTreeSet<String>),
        }
        match Text::deserialize(deserializer) {
            Ok(Text::Word(word)) if word == "*" => Ok(Self::All),
            Ok(Text::List(games)) => Ok(Self::These(games)),
            _ => Err(D::Error::custom("games are \"*\" or a list of ids")),
        }
    }
}

/// An action as a record writes it. Whether it is one of the game, and legal, is asked later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ActionText(String);

impl ActionText {
    const LONGEST: usize = 1000;

    /// The text, if it can be an action.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let is_short = (1..=Self::LONGEST).contains(&text.len());
        (is_short && !text.chars().any(char::is_control)).then(|| Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for ActionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| {
            let longest = Self::LONGEST;
            D::Error::custom(format_args!("an action has 1 to {longest} bytes, and no control characters"))
        })
    }
}

impl BotMessage {
    /// Reads a line that a bot has said.
    ///
    /// ```
    /// use bot_protocol::BotMessage;
    /// assert_eq!(BotMessage::read(br#"{"type": "ready", "mood": "good"}"#), Ok(BotMessage::Ready {}));
    /// assert!(BotMessage::read(b"ready").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When it is no message, or one without what is needed.
    pub fn read(line: &[u8]) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct BestAction {
            id: u64,
            action: ActionText,
        }
        Ok(match kind(line)?.as_str() {
            "hello" => Self::Hello(body(line)?),
            "ready" => Self::Ready {},
            "bestaction" => {
                let BestAction { id, action } = body(line)?;
                Self::BestAction { id, action }
            }
            "pong" => Self::Pong {},
            _ => Self::Other,
        })
    }

    /// As it is said, with the end of the line. Nobody says a message they do not know.
    ///
    /// # Panics
    ///
    /// When it is [`Other`](Self::Other).
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }
}

fn line<T: Serialize>(message: &T) -> String {
    let mut line = serde_json::to_string(message).expect("our own types have string keys and cannot fail");
    line.push('\n');
    line
}

/// The type of a message, which every message has.
fn kind(line: &[u8]) -> Result<String, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "type")]
        kind: String,
    }
    // Serde would also take the fields in order, as an array.
    if line.trim_ascii_start().first() != Some(&b'{') {
        return Err(no_object(line));
    }
    serde_json::from_slice(line).map(|head: Head| head.kind).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => form(&error),
        _ => no_object(line),
    })
}

fn body<T: DeserializeOwned>(line: &[u8]) -> Result<T, Unreadable> {
    serde_json::from_slice(line).map_err(|error| form(&error))
}

fn form(error: &serde_json::Error) -> Unreadable {
    Unreadable::Form(shown(&error.to_string()))
}

fn no_object(line: &[u8]) -> Unreadable {
    Unreadable::NoObject(shown(&String::from_utf8_lossy(line)))
}

/// As much of a line as fits into a sentence.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let seen = |sign: char| if sign.is_control() { ' ' } else { sign };
    let text = text.trim_end();
    let mut shown: String = text.chars().take(MOST).map(seen).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_says_is_read_and_what_is_wrong_is_told() {
        let read = |text: &str| BotMessage::read(text.as_bytes());
        let Ok(BotMessage::Hello(hello)) =
            read(r#"{"type":"hello","protocol":1,"name":" Ada ","games":["scopa"]}"#)
        else {
            panic!("it is a hello");
        };
        assert_eq!(hello.name.to_string(), "Ada");
        assert!(hello.games.contain("scopa") && !hello.games.contain("bridge"));
        assert_eq!(read(r#"{"type":"info","worlds":[1,{}]}"#), Ok(BotMessage::Other));
        let action = ActionText::new("7d").unwrap();
        let best = BotMessage::BestAction { id: 3, action };
        assert_eq!(read(r#"{"action":"7d","id":3,"type":"bestaction","value":0.5}"#), Ok(best.clone()));
        assert_eq!(read(&best.line()), Ok(best));
        for wrong in [
            "",
            "7d",
            "[]",
            r#"["ready"]"#,
            r#"{"type":"ready"} {"type":"ready"}"#,
            "{\"type\":\"ready\"",
            r#"{"type":7}"#,
            r#"{"type":"bestaction","action":"7d"}"#,
            r#"{"type":"bestaction","id":-1,"action":"7d"}"#,
            r#"{"type":"bestaction","id":1,"action":""}"#,
            "{\"type\":\"bestaction\",\"id\":1,\"action\":\"7\\u0000d\"}",
            r#"{"type":"hello","protocol":1,"name":""}"#,
            r#"{"type":"hello","protocol":1,"name":"a","games":"scopa"}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let long = format!(r#"{{"type":"hello","protocol":1,"name":"{}"}}"#, "a".repeat(61));
        assert!(matches!(read(&long), Err(Unreadable::Form(_))));
        let Err(Unreadable::NoObject(told)) = read(&"x".repeat(5000)) else { panic!("it is no object") };
        assert_eq!(told.chars().count(), 201);
    }

    #[test]
    fn what_a_house_says_is_read_as_it_was_meant() {
        let frame = RawValue::from_string(r#"{"legal":["7d"]}"#.to_owned()).unwrap();
        let go = HouseMessage::Go(Go { id: 4, frame, rng_seed: 9 });
        assert_eq!(go.line(), "{\"type\":\"go\",\"id\":4,\"frame\":{\"legal\":[\"7d\"]},\"rngSeed\":9}\n");
        let Ok(HouseMessage::Go(read)) = HouseMessage::read(go.line().as_bytes()) else {
            panic!("it is a go")
        };
        assert_eq!((read.id, read.frame.get(), read.rng_seed), (4, r#"{"legal":["7d"]}"#, 9));
        assert!(matches!(HouseMessage::read(br#"{"type":"weather"}"#), Ok(HouseMessage::Other)));
        assert!(HouseMessage::read(br#"{"type":"go","id":1}"#).is_err());
    }
}
