//! The messages from a table or the lobby to a client: [`Notice`], and a struct for each.

use crate::decode::{DecodeError, Tag, decode};
use crate::{
    ApiError, Chair, HintChoice, Json, LineWorth, LobbyPool, LobbySeek, LobbyTable, Phrase, PlayerClock,
    RatingChange, Receipt, Snapshot, TableInfo,
};
use cards::{Commitment, Seat, SeatSet};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
#[cfg(test)]
use ts_rs::TS;

/// The initial buffer for a notice, in bytes: enough for most moves.
const USUAL: usize = 960;

/// A message from a table or the lobby to a client. `docs/protocol.md` describes each.
///
/// Clients skip unknown fields and notices of an unknown type, because a newer server may send them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Notice {
    /// The answer to [`Command::Hello`](crate::Command::Hello).
    Hello(Hello),
    /// The whole table: the answer to [`Command::Watch`](crate::Command::Watch), and sent again after larger changes.
    Table(Box<Table>),
    /// An action was played.
    Played(Box<Played>),
    /// A repeated command had been performed already.
    Accepted(Accepted),
    /// A sealed answer was received.
    Sealed(Sealed),
    /// A deal began.
    Dealt(Box<Dealt>),
    /// A countdown started to an action that all players agreed to.
    Countdown(Countdown),
    /// A software fault broke the deal.
    Voided(Voided),
    /// The seed exchange started: clients that committed to a nonce reveal it.
    Opening(Opening),
    /// A chair, or the readiness of a player, changed.
    Chairs(Chairs),
    /// A clock started, stopped or was set.
    Clocks(Clocks),
    /// The answer to [`Command::Hint`](crate::Command::Hint).
    Hint(Hint),
    /// A player asked for another match.
    Rematch(Rematch),
    /// A player said a phrase.
    Said(Said),
    /// The match changed the ratings of its players.
    Rated(Rated),
    /// The players in the lobby.
    Lobby(Lobby),
    /// The player waits in a pool: the answer to [`Command::Seek`](crate::Command::Seek), and sent again after a change.
    Seeking(Seeking),
    /// The player got a table from the lobby.
    Paired(Paired),
    /// There are rulings of the operator on the player. Sent after `hello`.
    Ruled(Ruled),
    /// A friend challenges the player.
    Challenged(Challenged),
    /// A command changed nothing.
    Refused(Refused),
    /// The answer to [`Command::Ping`](crate::Command::Ping).
    Pong,
}

/// The notice [`Hello`](Notice::Hello): the answer to the client's greeting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "HelloNotice"))]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u32,
    /// The server's name and version.
    pub server: String,
    /// The features of the server that not every server has, from [`feature`](crate::feature).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub features: Vec<String>,
}

/// The notice [`Table`](Notice::Table): the whole table, with the match and its last events.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "TableNotice"))]
pub struct Table {
    /// Everything about the table except the match.
    pub info: TableInfo,
    /// The snapshot of the match.
    pub snapshot: Snapshot,
    /// The last events, oldest first.
    pub log: Vec<Happened>,
    /// The receipt for this version. A table in the page gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub receipt: Option<Receipt>,
}

/// The notice [`Played`](Notice::Played): an action with its events and the match after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "PlayedNotice"))]
pub struct Played {
    /// The id of the table.
    pub table: String,
    /// The seat that acted.
    pub seat: Seat,
    /// The action, as records write it.
    pub action: String,
    /// The events that the client may see.
    #[cfg_attr(test, ts(as = "Vec<catalog::wire::Event>"))]
    pub events: Json,
    /// The match after the action.
    pub snapshot: Snapshot,
    /// The receipt for this version. A table in the page gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub receipt: Option<Receipt>,
    /// The id of the command, if it was the client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub id: Option<String>,
}

/// The notice [`Accepted`](Notice::Accepted): the answer to a repeated command that had been performed
/// already.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "AcceptedNotice"))]
pub struct Accepted {
    /// The id of the table.
    pub table: String,
    /// The id of the command.
    pub id: String,
    /// The version of the match after the command.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

/// The notice [`Sealed`](Notice::Sealed): the receipt of a sealed answer. The table opens the answer when
/// the response window closes. Until then the player can replace it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "SealedNotice"))]
pub struct Sealed {
    /// The id of the table.
    pub table: String,
    /// The action, as records write it.
    pub action: String,
    /// The id of the command.
    pub id: String,
}

/// The notice [`Dealt`](Notice::Dealt): a new deal with its events and the match after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "DealtNotice"))]
pub struct Dealt {
    /// The id of the table.
    pub table: String,
    /// The events that the client may see.
    #[cfg_attr(test, ts(as = "Vec<catalog::wire::Event>"))]
    pub events: Json,
    /// The match after the deal.
    pub snapshot: Snapshot,
    /// The receipt for this version. A table in the page gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub receipt: Option<Receipt>,
}

/// The notice [`Countdown`](Notice::Countdown): the start of a countdown to an action that all players agreed
/// to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "CountdownNotice"))]
pub struct Countdown {
    /// The id of the table.
    pub table: String,
    /// The seat that agreed last.
    pub seat: Seat,
    /// The length of the countdown in milliseconds.
    pub millis: u32,
}

/// The notice [`Voided`](Notice::Voided): the end of a deal that a software fault broke.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "VoidedNotice"))]
pub struct Voided {
    /// The id of the table.
    pub table: String,
    /// Whether the table deals again. It stops after too many faults in a row.
    pub again: bool,
}

/// The notice [`Opening`](Notice::Opening): the start of the seed exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "OpeningNotice"))]
pub struct Opening {
    /// The id of the table.
    pub table: String,
    /// The commitment to the table's seed.
    pub commitment: String,
    /// The commitments to the nonces, in seat order.
    #[cfg_attr(test, ts(as = "Vec<Option<String>>"))]
    pub nonces: Vec<Option<Commitment>>,
}

/// The notice [`Chairs`](Notice::Chairs): the players at the table after a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "ChairsNotice"))]
pub struct Chairs {
    /// The id of the table.
    pub table: String,
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// The seats that are ready for the next deal.
    pub ready: SeatSet,
    /// The seats that agree to end the match as it stands.
    pub ending: SeatSet,
}

/// The notice [`Clocks`](Notice::Clocks): the clocks after one started, stopped or was set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "ClocksNotice"))]
pub struct Clocks {
    /// The id of the table.
    pub table: String,
    /// The clocks, in seat order.
    pub clocks: Vec<PlayerClock>,
}

/// The notice [`Hint`](Notice::Hint): the best actions for the player who asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "HintNotice"))]
pub struct Hint {
    /// The id of the table.
    pub table: String,
    /// The id of the command.
    pub id: String,
    /// The version of the match that the hint is for.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
    /// The best actions, best first.
    pub choices: Vec<HintChoice>,
    /// The reasons why the first action is better than the second.
    pub why: Vec<LineWorth>,
}

/// The notice [`Rematch`](Notice::Rematch): a player's request for another match. Every player keeps their
/// seat at the next table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "RematchNotice"))]
pub struct Rematch {
    /// The id of the table.
    pub table: String,
    /// The id of the table where the next match is played.
    pub next: String,
    /// The seat of the player who asked.
    pub seat: Seat,
}

/// The notice [`Said`](Notice::Said): a phrase of a player. It is sent once and not stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "SaidNotice"))]
pub struct Said {
    /// The id of the table.
    pub table: String,
    /// The seat of the player who said it.
    pub seat: Seat,
    /// The phrase that the player said.
    pub phrase: Phrase,
}

/// The notice [`Lobby`](Notice::Lobby): the players in the lobby, at most once a second.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "LobbyNotice"))]
pub struct Lobby {
    /// The number of connected players, with the client.
    pub online: u32,
    /// All pools.
    pub pools: Vec<LobbyPool>,
    /// The waiting players, the longest waiting of each pool first. At most 200.
    pub seeks: Vec<LobbySeek>,
    /// The matches in which a player can take the chair of a bot. At most 200.
    #[serde(default)]
    pub tables: Vec<LobbyTable>,
    /// The names of connected friends, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub friends: Vec<String>,
}

/// The notice [`Rated`](Notice::Rated): what a finished match changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "RatedNotice"))]
pub struct Rated {
    /// The id of the table.
    pub table: String,
    /// The changed ratings, in seat order.
    pub changes: Vec<RatingChange>,
}

/// The notice [`Seeking`](Notice::Seeking): the state of a seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "SeekingNotice"))]
pub struct Seeking {
    /// The id of the seek.
    pub id: String,
    /// The time that the player has waited, in milliseconds.
    pub waited: u32,
    /// The number of players in the pool, with this one.
    pub waiting: u32,
    /// Whether [`Command::Fill`](crate::Command::Fill) is allowed.
    pub bots: bool,
}

/// The notice [`Paired`](Notice::Paired): the table that a seek led to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "PairedNotice"))]
pub struct Paired {
    /// The id of the seek, or the code of the player's own challenge.
    pub id: String,
    /// The id of the table.
    pub table: String,
    /// The seat of the player.
    pub seat: Seat,
}

/// The notice [`Ruled`](Notice::Ruled): the newest ruling on the player. A request for the account returns all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "RuledNotice"))]
pub struct Ruled {
    /// The id of the ruling, which is larger than those of earlier ones.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
}

/// The notice [`Challenged`](Notice::Challenged): a friend's challenge for the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "ChallengedNotice"))]
pub struct Challenged {
    /// The code of the challenge.
    pub code: String,
    /// The name of the friend.
    pub name: String,
    /// The game's id.
    pub game: String,
}

/// The notice [`Refused`](Notice::Refused): the reason why a command changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(rename = "RefusedNotice"))]
pub struct Refused {
    /// The id of the table, if the command named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub table: Option<String>,
    /// The id of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub id: Option<String>,
    /// The reason for the refusal.
    #[serde(flatten)]
    pub error: ApiError,
}

/// The events of an earlier version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Happened {
    /// The version of the match after the events.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
    /// The deal, from 0.
    pub deal: usize,
    /// The events that the client may see.
    #[cfg_attr(test, ts(as = "Vec<catalog::wire::Event>"))]
    pub events: Json,
}

impl Notice {
    /// Returns the table that the notice is about.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        match self {
            Self::Hello(_)
            | Self::Pong
            | Self::Lobby(_)
            | Self::Seeking(_)
            | Self::Ruled(_)
            | Self::Challenged(_) => None,
            Self::Table(notice) => Some(&notice.info.table),
            Self::Played(notice) => Some(&notice.table),
            Self::Accepted(notice) => Some(&notice.table),
            Self::Sealed(notice) => Some(&notice.table),
            Self::Dealt(notice) => Some(&notice.table),
            Self::Countdown(notice) => Some(&notice.table),
            Self::Voided(notice) => Some(&notice.table),
            Self::Opening(notice) => Some(&notice.table),
            Self::Chairs(notice) => Some(&notice.table),
            Self::Clocks(notice) => Some(&notice.table),
            Self::Hint(notice) => Some(&notice.table),
            Self::Rematch(notice) => Some(&notice.table),
            Self::Said(notice) => Some(&notice.table),
            Self::Rated(notice) => Some(&notice.table),
            Self::Paired(notice) => Some(&notice.table),
            Self::Refused(notice) => notice.table.as_deref(),
        }
    }

    /// Returns the id of the command that the notice answers.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Played(notice) => notice.id.as_deref(),
            Self::Accepted(notice) => Some(&notice.id),
            Self::Sealed(notice) => Some(&notice.id),
            Self::Hint(notice) => Some(&notice.id),
            Self::Seeking(notice) => Some(&notice.id),
            Self::Paired(notice) => Some(&notice.id),
            Self::Refused(notice) => notice.id.as_deref(),
            _ => None,
        }
    }

    /// Returns the match, if the notice contains it.
    #[must_use]
    pub fn snapshot(&self) -> Option<&Snapshot> {
        match self {
            Self::Table(notice) => Some(&notice.snapshot),
            Self::Played(notice) => Some(&notice.snapshot),
            Self::Dealt(notice) => Some(&notice.snapshot),
            _ => None,
        }
    }

    /// Returns the receipt, if the notice contains one.
    #[must_use]
    pub fn receipt(&self) -> Option<&Receipt> {
        match self {
            Self::Table(notice) => notice.receipt.as_ref(),
            Self::Played(notice) => notice.receipt.as_ref(),
            Self::Dealt(notice) => notice.receipt.as_ref(),
            _ => None,
        }
    }

    /// Encodes the notice as JSON.
    #[must_use]
    pub fn encode(&self) -> String {
        // A buffer that fits most moves, so that it seldom grows.
        let mut text = Vec::with_capacity(USUAL);
        serde_json::to_writer(&mut text, self).expect("a notice has string keys");
        String::from_utf8(text).expect("JSON is UTF-8")
    }

    /// Decodes a notice.
    ///
    /// # Errors
    ///
    /// Returns [`DecodeError::UnknownType`] if there is no notice of this type. Returns another [`DecodeError`] if
    /// `text` is no JSON object or has the wrong fields.
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let text = text.as_bytes();
        let tag: Tag = decode(text)?;
        // Serde copies the fields of tagged enums while it reads them, which fails for raw JSON.
        Ok(match tag.kind.as_str() {
            "hello" => Self::Hello(decode(text)?),
            "table" => Self::Table(decode(text)?),
            "played" => Self::Played(decode(text)?),
            "accepted" => Self::Accepted(decode(text)?),
            "sealed" => Self::Sealed(decode(text)?),
            "dealt" => Self::Dealt(decode(text)?),
            "countdown" => Self::Countdown(decode(text)?),
            "voided" => Self::Voided(decode(text)?),
            "opening" => Self::Opening(decode(text)?),
            "chairs" => Self::Chairs(decode(text)?),
            "clocks" => Self::Clocks(decode(text)?),
            "hint" => Self::Hint(decode(text)?),
            "rematch" => Self::Rematch(decode(text)?),
            "said" => Self::Said(decode(text)?),
            "rated" => Self::Rated(decode(text)?),
            "lobby" => Self::Lobby(decode(text)?),
            "seeking" => Self::Seeking(decode(text)?),
            "paired" => Self::Paired(decode(text)?),
            "ruled" => Self::Ruled(decode(text)?),
            "challenged" => Self::Challenged(decode(text)?),
            "refused" => Self::Refused(decode(text)?),
            "pong" => Self::Pong,
            _ => return Err(tag.unknown()),
        })
    }
}

impl<'de> Deserialize<'de> for Notice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::decode(raw.get()).map_err(D::Error::custom)
    }
}
