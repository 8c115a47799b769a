//! Messages of the bot protocol, one JSON object per line. Messages of bots are parsed into validated
//! types. Unknown fields and message types are ignored.

use cards::{BySeat, Seat, Side};
use engine::{OptionValue, Rejection};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Version of the protocol.
pub const PROTOCOL: u32 = 1;

/// Maximum length of a message line in bytes.
pub const LONGEST: usize = 1 << 20;

/// Error of a line that is not a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// The line is not a single JSON object.
    #[error("“{0}” isn't a JSON object")]
    NoObject(String),
    /// Object with missing or invalid fields.
    #[error("{0}")]
    Form(String),
}

/// Message of the server.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage {
    /// First message: protocol version and server.
    Hello(ServerHello),
    /// Match and seat to play from now on.
    Match(MatchMessage),
    /// Turn of the bot's seat.
    Go(Go),
    /// The last choice is refused; the bot must choose again.
    Refused(Refused),
    /// The time is up; the bot must answer at once.
    Stop(Stop),
    /// Request for a `pong`.
    Ping {},
    /// Last message, after which the program ends.
    Quit(Quit),
    /// Message of a later version.
    #[serde(skip)]
    Other,
}

/// Introduction of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerHello {
    /// Latest protocol version that the server supports.
    pub protocol: u32,
    /// Name and version of the server.
    pub server: String,
}

/// Match, or single deal, and the bot's seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchMessage {
    /// Id of the game.
    pub game: String,
    /// Preset of the match. `None` if the rules follow none.
    pub preset: Option<String>,
    /// Value of every option.
    pub options: BTreeMap<String, OptionValue>,
    /// Number of players.
    pub seats: u8,
    /// The bot's seat, from 0 in order of play.
    pub you: Seat,
    /// Side of each seat. Partners share one.
    pub sides: BySeat<Side>,
    /// Time limits of the match.
    pub clock: Clock,
}

/// Time limits of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Limit per action in milliseconds.
    pub each: u64,
}

/// Turn of the bot: the request for an action.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Go {
    /// Number that the answer must repeat.
    pub id: u64,
    /// Information and legal actions of the seat, described in `docs/protocol.md`.
    #[serde(rename = "frame")]
    pub snapshot: Box<RawValue>,
    /// Seed for random choices. A repeated contest has the same seeds.
    #[serde(rename = "rngSeed")]
    pub rng_seed: u64,
}

/// Refusal of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// Number of the turn.
    pub id: u64,
    /// Error code for programs.
    pub code: String,
    /// Sub-code of the error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// Rule number of the rule book.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
    /// Description of the error for people.
    pub message: String,
}

impl Refused {
    /// Creates the refusal of a turn's action.
    #[must_use]
    pub fn new(id: u64, rejection: &Rejection) -> Self {
        Self {
            id,
            code: rejection.code.to_owned(),
            reason: rejection.reason.map(str::to_owned),
            rule: rejection.rule.map(str::to_owned),
            message: rejection.message.clone(),
        }
    }
}

/// End of a turn's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stop {
    /// Number of the turn.
    pub id: u64,
}

/// End of the conversation.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Quit {
    /// Reason for the end of the match, if it is unusual.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
}

impl ServerMessage {
    /// Parses a line that a server sent.
    ///
    /// # Errors
    ///
    /// Returns [`Unreadable`] if the line is not a message.
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

    /// Formats the message with a newline.
    ///
    /// # Panics
    ///
    /// Panics if this is [`Other`](Self::Other).
    ///
    /// ```
    /// use bot_protocol::{ServerMessage, Stop};
    /// assert_eq!(ServerMessage::Stop(Stop { id: 7 }).line(), "{\"type\":\"stop\",\"id\":7}\n");
    /// ```
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }
}

/// Message of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BotMessage {
    /// Introduction, the answer to `hello`.
    Hello(BotHello),
    /// Answer to a match message.
    Ready {},
    /// Choice of an action.
    BestAction {
        /// Number of the turn that the action answers.
        id: u64,
        /// Action that the bot chose.
        action: ActionText,
    },
    /// Answer to a ping.
    Pong {},
    /// Ignored message: `info`, or a type of a later version.
    #[serde(skip)]
    Other,
}

/// Introduction of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotHello {
    /// Protocol version that the bot speaks.
    pub protocol: u32,
    /// Name of the bot.
    pub name: Name,
    /// Author of the bot.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<Name>,
    /// Version of the bot.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub version: Option<Name>,
    /// Games that the bot plays. By default it plays all.
    #[serde(default)]
    pub games: Games,
}

/// Name of one to sixty visible characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Name(String);

impl Name {
    const LONGEST: usize = 60;

    /// Creates a name if the text is valid.
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
            D::Error::custom(format_args!("a name has 1 to {} visible characters", Self::LONGEST))
        })
    }
}

/// Games that a bot plays.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Games {
    /// The bot plays all games: `"*"`.
    #[default]
    All,
    /// Games with these ids.
    These(BTreeSet<String>),
}

impl Games {
    /// Returns whether a game is included.
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
            _ => Err(D::Error::custom("expected \"*\" or a list of game ids")),
        }
    }
}

/// Action in the notation of records. Its legality is checked later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ActionText(String);

impl ActionText {
    const LONGEST: usize = 1000;

    /// Creates an action text if the text is valid.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let is_short = (1..=Self::LONGEST).contains(&text.len());
        (is_short && !text.chars().any(char::is_control)).then(|| Self(text.to_owned()))
    }

    /// Returns the text.
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
            D::Error::custom(format_args!("an action has 1 to {longest} bytes and no control characters"))
        })
    }
}

impl BotMessage {
    /// Parses a line that a bot sent.
    ///
    /// ```
    /// use bot_protocol::BotMessage;
    /// assert_eq!(BotMessage::read(br#"{"type": "ready", "mood": "good"}"#), Ok(BotMessage::Ready {}));
    /// assert!(BotMessage::read(b"ready").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unreadable`] if the line is not a message or lacks a field.
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

    /// Formats the message with a newline.
    ///
    /// # Panics
    ///
    /// Panics if this is [`Other`](Self::Other).
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }
}

fn line<T: Serialize>(message: &T) -> String {
    let mut line =
        serde_json::to_string(message).expect("messages have string keys, so serializing can't fail");
    line.push('\n');
    line
}

/// Returns the type of a message.
fn kind(line: &[u8]) -> Result<String, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "type")]
        kind: String,
    }
    // Serde would also accept the fields in order, as an array.
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

/// Shortens a line for an error message.
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
    fn bot_messages_are_read_and_errors_named() {
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
        let Err(Unreadable::NoObject(told)) = read(&"x".repeat(5000)) else { panic!("not an object") };
        assert_eq!(told.chars().count(), 201);
    }

    #[test]
    fn server_messages_round_trip() {
        let snapshot = RawValue::from_string(r#"{"legal":["7d"]}"#.to_owned()).unwrap();
        let go = ServerMessage::Go(Go { id: 4, snapshot, rng_seed: 9 });
        assert_eq!(go.line(), "{\"type\":\"go\",\"id\":4,\"frame\":{\"legal\":[\"7d\"]},\"rngSeed\":9}\n");
        let Ok(ServerMessage::Go(read)) = ServerMessage::read(go.line().as_bytes()) else {
            panic!("it is a go")
        };
        assert_eq!((read.id, read.snapshot.get(), read.rng_seed), (4, r#"{"legal":["7d"]}"#, 9));
        assert!(matches!(ServerMessage::read(br#"{"type":"weather"}"#), Ok(ServerMessage::Other)));
        assert!(ServerMessage::read(br#"{"type":"go","id":1}"#).is_err());
    }
}
