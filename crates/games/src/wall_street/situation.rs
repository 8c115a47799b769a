//! Positions laid out with real cards, for the arbiter.

use super::{Options, Standing, State};
use crate::fishing::Deal;
use cards::{BySide, CardSet, Seat};

impl State {
    /// Creates a position in which the first seat is to play, see [`Deal::situation`].
    #[must_use]
    pub fn situation(options: &Options, table: CardSet, hand: CardSet, last: bool) -> Self {
        Self::with(options, Deal::situation(options.fishing(), table, hand, last))
    }

    /// Creates a finished deal, see [`Deal::captured`].
    #[must_use]
    pub fn captured(options: &Options, piles: BySide<CardSet>, takeovers: BySide<u8>) -> Self {
        Self::with(options, Deal::captured(options.fishing(), piles, takeovers))
    }

    fn with(options: &Options, deal: Deal) -> Self {
        Self { options: *options, standing: Standing::initial(options, Seat::new(0)), deal }
    }
}
