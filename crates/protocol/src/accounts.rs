//! Accounts: requests of a player who keeps a name, and their answers. All times are in seconds since 1970.

use crate::RulingInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
#[cfg(test)]
use ts_rs::TS;

/// A claim of a name by the guest with the request's token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The name: 3 to 20 letters and digits of one script.
    pub name: String,
    /// The password, of at least 10 characters.
    pub password: String,
    /// A description of the device, for the list of devices.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub device: String,
}

/// The answer to a claim, and to a request for new recovery codes. The server doesn't show them again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RecoveryCodes {
    /// The name of the account.
    pub name: String,
    /// Ten codes of 16 letters and digits in groups of four. Each replaces the password once.
    pub codes: Vec<String>,
}

/// A proof that an account is the player's own.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum AccountProof {
    /// The password.
    Password {
        /// The password.
        password: String,
    },
    /// A recovery code, which can't be used again.
    Code {
        /// The code. Spaces, dashes and small letters make no difference.
        code: String,
    },
    /// A signature by a passkey of the account, made for the options that `POST /api/session/passkey/begin` returned to the same
    /// token.
    Passkey {
        /// The `PublicKeyCredential` of the browser, as its `toJSON` writes it.
        #[cfg_attr(test, ts(type = "unknown"))]
        credential: Value,
    },
}

/// The first part of a new passkey: a guest claims a name with it, and an account gets another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BeginPasskey {
    /// The name that a guest claims. Absent if the passkey is for the account that is signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
    pub name: Option<String>,
}

/// The options of a ceremony, which the browser's `PublicKeyCredential` parses. They can be used once, within five minutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PasskeyOptions {
    /// The `publicKey` options of `navigator.credentials.create` or `get`, as JSON.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub options: Value,
}

/// The second part of a new passkey.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct FinishPasskey {
    /// The `PublicKeyCredential` of the browser, as its `toJSON` writes it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub credential: Value,
    /// A description of the device, for the lists of devices and passkeys.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub device: String,
    /// The proof of the account that gets another passkey. Absent in a claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable, as = "Option<AccountProof>"))]
    pub proof: Option<AccountProof>,
}

/// A sign-in with a passkey, which says whose account it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PasskeySignIn {
    /// The `PublicKeyCredential` of the browser, as its `toJSON` writes it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub credential: Value,
    /// A description of the device, for the list of devices.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub device: String,
}

/// A passkey of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AccountPasskey {
    /// The id of the credential, as base64url.
    pub id: String,
    /// The description by the device that made it.
    pub label: String,
    /// The time of its registration.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
}

/// A request to add a device to an account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name of the account.
    pub name: String,
    /// The proof.
    pub proof: AccountProof,
    /// A description of the device, for the list of devices.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub device: String,
}

/// The answer to a sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SignedIn {
    /// The bearer token of the device.
    pub token: String,
    /// The name of the account.
    pub name: String,
    /// The number of unused recovery codes.
    #[serde(rename = "codesLeft")]
    pub codes_left: u32,
}

/// The player with the request's token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Me {
    /// The account. Null for a guest.
    pub account: Option<AccountInfo>,
    /// The host name for which the server takes passkeys from this page. Absent if it takes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
    pub passkeys: Option<String>,
}

/// An account as its player sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AccountInfo {
    /// The name.
    pub name: String,
    /// The time of the claim.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
    /// The time from which the name can be changed. Null if it can be changed at once.
    #[serde(rename = "renameFrom")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub rename_from: Option<u64>,
    /// The number of unused recovery codes.
    #[serde(rename = "codesLeft")]
    pub codes_left: u32,
    /// Whether the account has a password. Without one it has passkeys.
    #[serde(default)]
    pub password: bool,
    /// The minutes for which the player would have to pause after leaving a match from the lobby now. Null if none.
    #[serde(rename = "leavePause", default)]
    pub leave_pause: Option<u32>,
    /// Whether other players see that the player is here.
    pub visible: bool,
    /// The rulings of the operator on the account, the newest first.
    #[serde(default)]
    pub rulings: Vec<RulingInfo>,
}

/// A change of an account: a new name, a new password with a proof, or whether other players see the player.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(untagged, deny_unknown_fields)]
pub enum AccountChange {
    /// A new name.
    Name {
        /// The new name.
        name: String,
    },
    /// Whether other players see that the player is here.
    Visible {
        /// Whether they see it.
        visible: bool,
    },
    /// A new password.
    Password {
        /// The new password.
        password: String,
        /// The proof: the old password, a code or a passkey.
        proof: AccountProof,
    },
}

/// A request that needs a proof: new recovery codes, or the end of the account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Proven {
    /// The proof.
    pub proof: AccountProof,
}

/// A device of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AccountDevice {
    /// The id of the device, which is no secret.
    pub id: String,
    /// The description by the device.
    pub label: String,
    /// The time of its sign-in.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
    /// The time of its last use, to the hour.
    #[cfg_attr(test, ts(type = "number"))]
    pub seen: u64,
    /// Whether the request came from this device.
    pub current: bool,
}

/// Writes the debug form of a type with secrets: only its name.
macro_rules! secret {
    ($($name:ident),+) => {
        $(impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        })+
    };
}

secret!(
    NewAccount,
    RecoveryCodes,
    AccountProof,
    FinishPasskey,
    SignIn,
    PasskeySignIn,
    SignedIn,
    AccountChange,
    Proven
);
