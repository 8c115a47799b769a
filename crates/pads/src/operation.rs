//! What can be written on a pad: operations, each with a name that no other has.

use crate::decks::Incident;
use engine::OptionValue;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The name of an operation, and its place among all: written later means greater, wherever it was written.
///
/// A device writes with a clock that is greater than any it has seen, so that no two of its operations share a name and
/// whatever answers an operation comes after it. Written `12@kitchen`.
///
/// ```
/// use pads::OperationId;
/// let id: OperationId = "12@kitchen".parse()?;
/// assert!(id > "9@tablet".parse()?);
/// assert_eq!(id.to_string(), "12@kitchen");
/// # Ok::<(), pads::ParseOperationIdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
pub struct OperationId {
    clock: u64,
    device: String,
}

/// Text that names no operation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” names no operation: write a number, @ and the device, which is letters, digits, - and _")]
pub struct ParseOperationIdError(pub String);

/// A device has no longer name.
const LONGEST_DEVICE: usize = 40;

/// Beyond this a clock was not counted up by devices.
const LAST_CLOCK: u64 = 1 << 53;

impl OperationId {
    /// The name of what a device writes at a count of its clock.
    ///
    /// # Errors
    ///
    /// When the device has no name, a name too long, or one of other signs than letters, digits, `-` and `_`; or the
    /// clock is beyond what JSON numbers hold.
    pub fn new(clock: u64, device: &str) -> Result<Self, ParseOperationIdError> {
        let sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
        let named = !device.is_empty() && device.len() <= LONGEST_DEVICE && device.chars().all(sign);
        if named && clock <= LAST_CLOCK {
            Ok(Self { clock, device: device.to_owned() })
        } else {
            Err(ParseOperationIdError(format!(
                "{clock}@{}",
                device.chars().take(LONGEST_DEVICE).collect::<String>()
            )))
        }
    }

    /// The count of the clock.
    #[must_use]
    pub const fn clock(&self) -> u64 {
        self.clock
    }

    /// The device that wrote it.
    #[must_use]
    pub fn device(&self) -> &str {
        &self.device
    }
}

impl fmt::Display for OperationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.clock, self.device)
    }
}

impl FromStr for OperationId {
    type Err = ParseOperationIdError;

    fn from_str(text: &str) -> Result<Self, ParseOperationIdError> {
        let none = || ParseOperationIdError(text.chars().take(LONGEST_DEVICE).collect());
        let (clock, device) = text.split_once('@').ok_or_else(none)?;
        // One name, one way to write it.
        let plain = clock == "0" || !clock.starts_with(['0', '+']);
        let clock = clock.parse().ok().filter(|_| plain).ok_or_else(none)?;
        Self::new(clock, device)
    }
}

impl Serialize for OperationId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OperationId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// One thing that was written on a pad. It is never changed and never taken away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Operation {
    /// Its name, and its place.
    pub id: OperationId,
    /// When, as the device's clock on the wall had it: for show only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub at: Option<String>,
    /// What was written.
    #[serde(flatten)]
    pub act: Act,
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "camelCase")]
pub enum Act {
    /// A match was begun.
    Open(Opening),
    /// A hand was entered.
    Enter {
        /// In this match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// On this line of the pad, from 0.
        line: u32,
        /// The figures, as the game has them.
        #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
        entry: Value,
    },
    /// An entry, or a correction, was replaced.
    Correct {
        /// Which.
        of: OperationId,
        /// The line it stands on now.
        line: u32,
        /// The figures it has now.
        #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
        entry: Value,
    },
    /// An operation was withdrawn; if that was itself a withdrawal, what it had withdrawn holds again.
    Undo {
        /// Which.
        of: OperationId,
    },
    /// A player's name was put right.
    Rename {
        /// In this match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Whose.
        seat: u8,
        /// What it is.
        name: String,
    },
    /// Something happened to the cards.
    Incident {
        /// In this match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// In the hand of this line.
        line: u32,
        /// What.
        incident: Incident,
    },
}

/// A match as it is begun on a pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The game.
    pub game: String,
    /// The preset; without it, the game's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub preset: Option<String>,
    /// What differs from it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The players in the order of play.
    pub players: Vec<String>,
    /// Who deals first.
    pub dealer: u8,
    /// What it is played for, if for anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub stake: Option<Stakes>,
    /// After how many hands the cards are to be counted; never, if 0; as the house advises, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub count_every: Option<u8>,
    /// The backs of two decks that are dealt in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub backs: Option<[String; 2]>,
}

/// What is agreed where people play for stakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Stakes {
    /// For a point, or into the pot: in the smallest coin there is.
    pub amount: u32,
    /// What is paid with, for show: `"cent"`, `"beans"`.
    pub unit: String,
}
