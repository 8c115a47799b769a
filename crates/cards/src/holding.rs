//! A hand as one viewer sees it.

use crate::CardSet;
use serde::{Deserialize, Serialize};

/// A hand as one viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Holding {
    /// Every card is seen.
    Open(CardSet),
    /// Only how many cards there are.
    Closed(u8),
}

impl Holding {
    /// How many cards are held.
    #[must_use]
    pub const fn len(self) -> u8 {
        match self {
            Self::Open(cards) => cards.len(),
            Self::Closed(count) => count,
        }
    }

    /// Whether no card is held.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cards this viewer can name.
    #[must_use]
    pub const fn known(self) -> CardSet {
        match self {
            Self::Open(cards) => cards,
            Self::Closed(_) => CardSet::EMPTY,
        }
    }

    /// The same hand, seen from the back.
    #[must_use]
    pub const fn close(self) -> Self {
        Self::Closed(self.len())
    }
}

impl Default for Holding {
    fn default() -> Self {
        Self::Closed(0)
    }
}
