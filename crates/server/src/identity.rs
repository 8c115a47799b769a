//! Ids of guests, tables and pads, and new random ones.

pub(crate) use ::table::{GuestId, Id, IdKind, TableId};

/// The kind of a [`PadId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ForPad;

impl IdKind for ForPad {
    const NAME: &'static str = "PadId";
}

/// The id of a shared score pad. It opens the pad to readers and writers.
pub(crate) type PadId = Id<ForPad>;

/// Ids that are drawn by chance.
pub(crate) trait RandomId: Sized {
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
