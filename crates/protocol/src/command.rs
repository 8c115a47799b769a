//! The messages from a client to a card table or the lobby.

use crate::decode::{DecodeError, Tag, decode};
use crate::{PROTOCOL, Receipt};
use cards::{Commitment, Nonce, Seat};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A message from a client to a table or the lobby. `docs/protocol.md` describes each.
///
/// The answer to a command with an `id` contains the `id`. The table performs such a command once, even if it arrives
/// again after a reconnect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Authenticates the connection. It must come first.
    Hello {
        /// The bearer token of the guest.
        token: String,
        /// The version of the protocol, [`PROTOCOL`].
        #[cfg_attr(test, ts(type = "3"))]
        protocol: u32,
    },
    /// Subscribes to the notices of a table.
    Watch {
        /// The id of the table.
        table: String,
        /// The last receipt the client got for this table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
        receipt: Option<Receipt>,
        /// The commitment to the nonce that the client adds to the shuffle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
        nonce: Option<Commitment>,
    },
    /// Reveals the nonce that the client committed to.
    Reveal {
        /// The id of the table.
        table: String,
        /// The nonce that the client committed to.
        #[cfg_attr(test, ts(as = "String"))]
        nonce: Nonce,
        /// The commitment to the table's seed that the client answered with its nonce.
        #[cfg_attr(test, ts(as = "String"))]
        commitment: Commitment,
        /// The commitment to another nonce, for the case that the seed exchange starts again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
        next: Option<Commitment>,
    },
    /// Ends the subscription to a table.
    Unwatch {
        /// The id of the table.
        table: String,
    },
    /// Takes a free chair.
    Sit {
        /// The id of the table.
        table: String,
        /// The seat of the chair.
        seat: Seat,
        /// The name of the player.
        name: String,
    },
    /// Plays an action.
    Play {
        /// The id of the table.
        table: String,
        /// The version of the match that the action answers.
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        /// The action, as records write it.
        action: String,
        /// The command's id.
        id: String,
    },
    /// Plays an action that the player wrote as text.
    TextAction {
        /// The id of the table.
        table: String,
        /// The version of the match that the action answers.
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        /// The text, as typed.
        line: String,
        /// The command's id.
        id: String,
    },
    /// Says that the player is ready for the next deal, or ready to continue a match that lost a part.
    Continue {
        /// The id of the table.
        table: String,
    },
    /// Asks for another match with the same players.
    Rematch {
        /// The id of the table.
        table: String,
    },
    /// Lets a bot play for a player who is away.
    Substitute {
        /// The id of the table.
        table: String,
        /// The seat of the player who is away.
        seat: Seat,
    },
    /// Agrees that the match ends as it stands, or withdraws the agreement.
    End {
        /// The id of the table.
        table: String,
        /// Whether the player agrees.
        agree: bool,
    },
    /// Resigns the match.
    Resign {
        /// The id of the table.
        table: String,
    },
    /// Leaves a chair. Before the first deal the host can also free the chair of another player.
    Stand {
        /// The id of the table.
        table: String,
        /// The seat of the chair.
        seat: Seat,
    },
    /// Claims the win against a player who left.
    Claim {
        /// The id of the table.
        table: String,
    },
    /// Asks for a hint. Only works against bots.
    Hint {
        /// The id of the table.
        table: String,
        /// The version of the match that the player sees.
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        /// The command's id.
        id: String,
    },
    /// Takes back the player's last action. Only works against bots, and only if nothing hidden was revealed since.
    Undo {
        /// The id of the table.
        table: String,
        /// The version of the match that the player sees.
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        /// The command's id.
        id: String,
    },
    /// Waits longer for a player who left.
    Wait {
        /// The id of the table.
        table: String,
        /// The seat of the player who left.
        seat: Seat,
    },
    /// Says a phrase to the other players.
    Say {
        /// The id of the table.
        table: String,
        /// The phrase to say.
        phrase: Phrase,
    },
    /// Subscribes to the notices of the lobby, or ends the subscription.
    Lobby {
        /// Whether the subscription begins.
        on: bool,
    },
    /// Looks for other players in a pool of the lobby.
    Seek {
        /// The command's id, which also names the seek.
        id: String,
        /// The id of the pool.
        pool: String,
        /// The name of the player.
        name: String,
    },
    /// Ends a seek.
    Unseek {
        /// The id of the seek.
        id: String,
    },
    /// Ends a seek, and starts its match with bots in the other chairs.
    Fill {
        /// The id of the seek.
        id: String,
    },
    /// Asks for a [`Pong`](crate::Notice::Pong).
    // With braces: serde ignores unknown fields of a unit variant.
    Ping {},
}

impl Command {
    /// Creates the first message of a connection.
    #[must_use]
    pub fn hello(token: impl Into<String>) -> Self {
        Self::Hello { token: token.into(), protocol: PROTOCOL }
    }

    /// Creates a subscription to a table.
    #[must_use]
    pub fn watch(table: impl Into<String>, receipt: Option<Receipt>) -> Self {
        Self::Watch { table: table.into(), receipt, nonce: None }
    }

    /// Returns the table that the command is about.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        match self {
            Self::Hello { .. }
            | Self::Lobby { .. }
            | Self::Seek { .. }
            | Self::Unseek { .. }
            | Self::Fill { .. }
            | Self::Ping {} => None,
            Self::Watch { table, .. }
            | Self::Reveal { table, .. }
            | Self::Unwatch { table }
            | Self::Sit { table, .. }
            | Self::Play { table, .. }
            | Self::TextAction { table, .. }
            | Self::Continue { table }
            | Self::Rematch { table }
            | Self::Substitute { table, .. }
            | Self::End { table, .. }
            | Self::Resign { table }
            | Self::Stand { table, .. }
            | Self::Claim { table }
            | Self::Hint { table, .. }
            | Self::Undo { table, .. }
            | Self::Wait { table, .. }
            | Self::Say { table, .. } => Some(table),
        }
    }

    /// Returns the command's id, if it has one. Such a command can be sent again: it is performed once.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Play { id, .. }
            | Self::TextAction { id, .. }
            | Self::Hint { id, .. }
            | Self::Undo { id, .. }
            | Self::Seek { id, .. }
            | Self::Unseek { id }
            | Self::Fill { id } => Some(id),
            _ => None,
        }
    }

    /// Encodes the command as JSON.
    #[must_use]
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a command has string keys")
    }

    /// Decodes a command.
    ///
    /// # Errors
    ///
    /// Returns [`DecodeError::UnknownType`] if there is no command of this type. Returns another [`DecodeError`] if
    /// `text` is no JSON object or has the wrong fields.
    pub fn decode(text: &[u8]) -> Result<Self, DecodeError> {
        decode(text).map_err(|error| match decode::<Tag>(text) {
            Ok(tag) if error == DecodeError::WrongForm && !is_known(&tag) => tag.unknown(),
            _ => error,
        })
    }
}

/// Returns whether there are commands of this type. Decodes a message with the type alone: a known type misses
/// fields, an unknown type has the wrong form.
fn is_known(tag: &Tag) -> bool {
    serde_json::to_vec(tag).is_ok_and(|text| decode::<Command>(&text) != Err(DecodeError::WrongForm))
}

/// A ready-made chat phrase. Each player reads it in their own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the phrases")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    GoodGame,
    ThankYou,
    Sorry,
    OneMoment,
    Back,
    PlayAgain,
    Goodbye,
}
