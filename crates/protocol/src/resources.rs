//! The smaller HTTP resources.

use crate::Json;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A shared score pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SharedPad {
    /// The pad's id.
    pub id: String,
    /// The tag of this state. It changes with every operation.
    pub tag: String,
    /// The pad. `docs/pads.md` describes it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub pad: Json,
}

/// The server's address in the local network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LanAddress {
    /// The address. Null if only this machine can reach the server.
    pub address: Option<String>,
}

/// The server's key for push notices, which a browser needs to subscribe: an uncompressed P-256 point in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PushKey {
    /// The public key in base64url.
    pub key: String,
}

/// A device that subscribes to push notices, or unsubscribes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// The device's URL at a push service, as its browser reported it.
    pub endpoint: String,
}
