//! Ids of guests, card tables and subscribers.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac_sha256::Hash as Sha256;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Id of a guest: the SHA-256 of the guest's token. The token itself is not stored, so a stolen data file
/// does not allow anyone to play for the guest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GuestId([u8; 32]);

/// Error of text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an id must be 22 or 43 letters and digits of base64url")]
pub struct ParseIdError;

impl GuestId {
    /// The only guest of a card table in a browser page.
    pub const LOCAL: Self = Self([0; 32]);

    /// Returns the guest with a token.
    ///
    /// # Errors
    ///
    /// Returns [`ParseIdError`] if the token is not 43 letters and digits of base64url.
    pub fn of_token(token: &str) -> Result<Self, ParseIdError> {
        Ok(Self(Sha256::hash(&read::<32>(token)?)))
    }

    /// Creates an id from bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }
}

/// Parses an id. Each id has only one text, of fixed length.
fn read<const BYTES: usize>(text: &str) -> Result<[u8; BYTES], ParseIdError> {
    if text.len() != (BYTES * 4).div_ceil(3) {
        return Err(ParseIdError);
    }
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| ParseIdError)?;
    bytes.try_into().map_err(|_| ParseIdError)
}

/// Kind of object that an [`Id`] identifies.
pub trait IdKind: Copy + Eq {
    /// Name of the type, for [`fmt::Debug`].
    const NAME: &'static str;
}

/// Id of 16 random bytes, which can't be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id<K>([u8; 16], PhantomData<K>);

/// Kind of a [`TableId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ForTable;

impl IdKind for ForTable {
    const NAME: &'static str = "TableId";
}

/// Id of a card table. It opens the table to spectators.
pub type TableId = Id<ForTable>;

impl<K: IdKind> Id<K> {
    /// Creates an id from bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes, PhantomData)
    }

    /// Returns the name for the log. It does not open the object, but links the log lines of one object.
    #[must_use]
    pub fn in_log(self) -> String {
        Sha256::hash(self.to_string().as_bytes()).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl<K: IdKind> FromStr for Id<K> {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        read(text).map(Self::from_bytes)
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl<K: IdKind> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", K::NAME, self.in_log())
    }
}

/// Subscriber: one connection of a guest to a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SubscriberId(pub u64);

impl fmt::Debug for GuestId {
    /// Writes the first bytes, which suffice to follow a guest through a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GuestId({})", URL_SAFE_NO_PAD.encode(&self.0[..6]))
    }
}

impl TryFrom<String> for GuestId {
    type Error = ParseIdError;

    fn try_from(text: String) -> Result<Self, ParseIdError> {
        read(&text).map(Self)
    }
}

impl From<GuestId> for String {
    fn from(id: GuestId) -> Self {
        URL_SAFE_NO_PAD.encode(id.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_have_one_text_each() {
        let id = TableId::from_bytes(*b"sixteen letters!");
        let text = id.to_string();
        assert_eq!(text.len(), 22);
        assert_eq!(text.parse(), Ok(id));
        assert!(!format!("{id:?} {}", id.in_log()).contains(&text), "not in a log");
        assert!(format!("{id:?}").contains(&id.in_log()));
        for wrong in
            ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAA/"]
        {
            assert_eq!(wrong.parse::<TableId>(), Err(ParseIdError), "{wrong}");
        }
    }

    #[test]
    fn a_token_is_kept_as_its_hash() {
        let guest = GuestId::of_token(&"A".repeat(43)).unwrap();
        // SHA-256 of 32 zero bytes.
        assert_eq!(&guest.0[..4], [0x66, 0x68, 0x7a, 0xad]);
        assert!(GuestId::of_token("short").is_err());
        assert!(GuestId::of_token(&"é".repeat(43)).is_err());
    }
}
