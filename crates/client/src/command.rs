//! What is said to a house, as `docs/protocol.md` has it, and what every notice of it may have.

use cards::Seat;
use serde::{Deserialize, Serialize};

/// The version of the protocol.
const PROTOCOL: u32 = 2;

/// What is said to a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/protocol.md explains every field")]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Command {
    /// Who it is.
    Hello { token: String, protocol: u32 },
    /// Follow a table.
    Watch {
        table: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        receipt: Option<String>,
    },
    /// Take a chair.
    Sit { table: String, seat: Seat, name: String },
    /// Do something.
    Play { table: String, version: usize, action: String, id: String },
    /// Do what a person has typed.
    #[serde(rename = "command")]
    Typed { table: String, version: usize, line: String, id: String },
    /// Take something back.
    Undo { table: String, version: usize, id: String },
    /// Be ready for the next deal.
    Continue { table: String },
    /// See whether the house is there.
    Ping {},
}

impl Command {
    pub(crate) fn hello(token: &str) -> Self {
        Self::Hello { token: token.to_owned(), protocol: PROTOCOL }
    }

    /// Its id, if an answer is waited for, and it may be said again without being done again.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Self::Play { id, .. } | Self::Typed { id, .. } | Self::Undo { id, .. } => Some(id),
            _ => None,
        }
    }
}

/// What every notice may have: what kind it is, what it answers, and how far the match has come.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Head {
    #[serde(rename = "type")]
    /// What kind it is.
    pub kind: String,
    #[serde(default)]
    /// The table it is about.
    pub table: Option<String>,
    #[serde(default)]
    /// What it answers.
    pub id: Option<String>,
    #[serde(default)]
    /// How far the match has come.
    pub receipt: Option<String>,
}
