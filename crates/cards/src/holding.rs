//! Hands as one viewer sees them.

use crate::CardSet;
use serde::{Deserialize, Serialize};

/// Hand as one viewer sees it.
///
/// ```
/// use cards::{CardSet, Holding};
/// let hand: CardSet = cards::parse_cards("3c Kd")?.into_iter().collect();
/// let (mine, theirs) = (Holding::Open(hand), Holding::Open(hand).close());
/// assert_eq!((mine.len(), theirs.len()), (2, 2));
/// assert_eq!((mine.known(), theirs.known()), (hand, CardSet::EMPTY));
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Holding {
    /// Every card is visible.
    Open(CardSet),
    /// The viewer sees only the number of cards.
    Closed(u8),
}

impl Holding {
    /// Returns the number of cards.
    #[must_use]
    pub const fn len(self) -> u8 {
        match self {
            Self::Open(cards) => cards.len(),
            Self::Closed(count) => count,
        }
    }

    /// Returns whether the hand is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the visible cards.
    #[must_use]
    pub const fn known(self) -> CardSet {
        match self {
            Self::Open(cards) => cards,
            Self::Closed(_) => CardSet::EMPTY,
        }
    }

    /// Returns the same hand with its cards hidden.
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
