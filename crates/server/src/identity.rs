//! Who somebody is, and what a table or a pad is called: 32 and 16 random bytes that nobody can guess.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// A guest: the SHA-256 of their token, which itself is kept nowhere. A stolen data file lets nobody play for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct GuestId([u8; 32]);

/// Text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not 22 or 43 letters and digits of base64url")]
pub(crate) struct ParseIdError;

impl GuestId {
    /// The guest who says this token.
    pub(crate) fn of_token(token: &str) -> Result<Self, ParseIdError> {
        Ok(Self(Sha256::digest(read::<32>(token)?).into()))
    }
}

/// Strict: one text for each id, of exactly the right length.
fn read<const BYTES: usize>(text: &str) -> Result<[u8; BYTES], ParseIdError> {
    if text.len() != (BYTES * 4).div_ceil(3) {
        return Err(ParseIdError);
    }
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| ParseIdError)?;
    bytes.try_into().map_err(|_| ParseIdError)
}

/// A name in addresses.
macro_rules! address {
    ($(#[$docs:meta])* $name:ident) => {
        $(#[$docs])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) struct $name([u8; 16]);

        impl $name {
            /// A new one, from the operating system's randomness.
            pub(crate) fn random() -> Result<Self, getrandom::Error> {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes)?;
                Ok(Self(bytes))
            }
        }

        impl $name {
            /// What the log calls it: whoever reads a log is not to come in by it, but can see which lines are of the same.
            pub(crate) fn in_log(self) -> String {
                Sha256::digest(self.to_string()).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                read(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.in_log())
            }
        }
    };
}

address! {
    /// The name of a table. Whoever knows it may look on.
    TableId
}

address! {
    /// The name of a shared score pad. Whoever knows it may read and write there.
    PadId
}

impl fmt::Debug for GuestId {
    /// The first bytes are enough to follow somebody through a log.
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
        let id = TableId::random().unwrap();
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
