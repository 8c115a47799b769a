//! Operations of a pad, each with a unique id.

use crate::decks::Incident;
use engine::OptionValue;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Id of an operation, and its position in the order of all operations.
///
/// A device uses a clock greater than any it has seen. So its ids are unique, and a reply comes
/// after the operation it refers to. The text form is `12@kitchen`.
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

/// Error for text that is not an operation id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is not an operation id; use a number, @ and a device name of letters, digits, - and _")]
pub struct ParseOperationIdError(pub String);

/// Maximum length of a device name.
const MAX_DEVICE_LENGTH: usize = 40;

/// Maximum of the clock.
const MAX_CLOCK: u64 = 1 << 53;

impl OperationId {
    /// Returns the id for a device and a count of its clock.
    ///
    /// # Errors
    ///
    /// Returns [`ParseOperationIdError`] if the device name is empty, too long or has characters
    /// other than letters, digits, `-` and `_`, or if the clock exceeds the range of JSON numbers.
    pub fn new(clock: u64, device: &str) -> Result<Self, ParseOperationIdError> {
        let sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
        let named = !device.is_empty() && device.len() <= MAX_DEVICE_LENGTH && device.chars().all(sign);
        if named && clock <= MAX_CLOCK {
            Ok(Self { clock, device: device.to_owned() })
        } else {
            Err(ParseOperationIdError(format!(
                "{clock}@{}",
                device.chars().take(MAX_DEVICE_LENGTH).collect::<String>()
            )))
        }
    }

    /// Returns the count of the clock.
    #[must_use]
    pub const fn clock(&self) -> u64 {
        self.clock
    }

    /// Returns the device.
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
        let none = || ParseOperationIdError(text.chars().take(MAX_DEVICE_LENGTH).collect());
        let (clock, device) = text.split_once('@').ok_or_else(none)?;
        // Each id has exactly one text form.
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

/// Operation on a pad. It is never changed or removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Operation {
    /// Id of the operation.
    pub id: OperationId,
    /// Time on the device, for display only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub at: Option<String>,
    /// Content of the operation.
    #[serde(flatten)]
    pub act: Act,
}

/// Content of an operation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "camelCase")]
pub enum Act {
    /// A match was started.
    Open(Opening),
    /// A hand was entered.
    Enter {
        /// Id of the match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Line of the hand on the pad, from 0.
        line: u32,
        /// The figures, in the form of the game.
        #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
        entry: Value,
    },
    /// An entered hand, or its correction, was replaced.
    Correct {
        /// Id of the replaced operation.
        of: OperationId,
        /// New line of the hand on the pad.
        line: u32,
        /// New figures of the hand.
        #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
        entry: Value,
    },
    /// An operation was withdrawn. Withdrawing a withdrawal restores its operation.
    Undo {
        /// Id of the withdrawn operation.
        of: OperationId,
    },
    /// A player was renamed.
    Rename {
        /// Id of the match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Seat of the player.
        seat: u8,
        /// New name of the player.
        name: String,
    },
    /// An incident with the cards.
    Incident {
        /// Id of the match.
        #[serde(rename = "match")]
        of_match: OperationId,
        /// Line of the hand on the pad.
        line: u32,
        /// Incident that was recorded.
        incident: Incident,
    },
}

/// Start of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// Id of the game.
    pub game: String,
    /// The preset. By default the game's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub preset: Option<String>,
    /// Options that differ from the preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wire", ts(optional, as = "Option<_>"))]
    pub options: BTreeMap<String, OptionValue>,
    /// The players, in the order of play.
    pub players: Vec<String>,
    /// First dealer of the match.
    pub dealer: u8,
    /// Stake of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub stake: Option<Stakes>,
    /// Number of hands between counts of the cards; 0 for never. By default the program decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub count_every: Option<u8>,
    /// Backs of two decks dealt in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub backs: Option<[String; 2]>,
}

/// Stake of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Stakes {
    /// Amount per point, or into the pot, in the smallest coin.
    pub amount: u32,
    /// Unit for display: `"cent"`, `"beans"`.
    pub unit: String,
}
