//! Ids of guests, tables and pads, and new random ones.

use table::{GuestId, Id, IdKind, ParseIdError};

/// The kind of a [`PadId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ForPad;

impl IdKind for ForPad {
    const NAME: &'static str = "PadId";
}

/// The id of a shared score pad. It opens the pad to readers and writers.
pub type PadId = Id<ForPad>;

/// SHA-256 of a bearer token. A guest's id is the hash of the guest's token; an account has a token for each device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// Returns the hash of a token.
    ///
    /// # Errors
    ///
    /// Returns [`ParseIdError`] if the token is not 43 letters and digits of base64url.
    pub fn of_token(token: &str) -> Result<Self, ParseIdError> {
        Ok(Self(GuestId::of_token(token)?.to_bytes()))
    }

    /// Returns the guest whom the token means, unless it means an account.
    pub fn guest(self) -> GuestId {
        GuestId::from_bytes(self.0)
    }
}

impl std::fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TokenHash({:02x}{:02x}{:02x})", self.0[0], self.0[1], self.0[2])
    }
}

/// Ids that are drawn by chance.
pub trait RandomId: Sized {
    /// Draws an id from the operating system's randomness.
    ///
    /// # Errors
    ///
    /// Returns [`getrandom::Error`] if there is none.
    fn random() -> Result<Self, getrandom::Error>;
}

impl<K: IdKind> RandomId for Id<K> {
    fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self::from_bytes(bytes))
    }
}
