//! Blocks shared by the capturing games: captured cards, and counts of cards still to come.

use crate::columns::{from, sides_from};
use crate::{Block, Columns, Each};
use cards::{BySeat, BySide, Card, CardSet, Holding, Seat, Side};

/// Shared blocks, in the order in which they are written.
pub(super) const PILES: Block = Block::cards("piles", "the cards the side has captured").each(Each::Side);
pub(super) const SWEEPS: Block =
    Block::cards("sweeps", "the capturing cards of the side's sweeps").each(Each::Side);
pub(super) const LAST_CARD: Block =
    Block::cards("last card", "the card of the capture just made, if the last play was one");
pub(super) const LAST_TAKEN: Block = Block::cards("last taken", "what it took");
pub(super) const LAST_CAPTURER: Block =
    Block::flags("last capturer", 1, "who captured last").each(Each::Seat);
pub(super) const DEALER: Block = Block::flags("dealer", 1, "who dealt").each(Each::Seat);
pub(super) const SCORE: Block =
    Block::number("score", 255, "the points before this deal; more are not counted").each(Each::Seat);

/// Returns the observation blocks for the sizes of the hands and of the stock. `most` is the maximum value
/// of each.
pub(super) const fn held(most: u8) -> Block {
    Block::number("held", most, "how many cards they hold").each(Each::Seat)
}
pub(super) const fn stock(most: u8) -> Block {
    Block::number("stock", most, "cards in the stock")
}

/// Values of these blocks, without the score.
pub(super) struct Captures<'a> {
    pub(super) piles: &'a BySide<CardSet>,
    pub(super) sweeps: &'a BySide<CardSet>,
    /// Capturing card and captured cards of the last capture.
    pub(super) last: Option<(Card, CardSet)>,
    pub(super) last_capturer: Option<Seat>,
    pub(super) hands: &'a BySeat<Holding>,
    pub(super) stock: u8,
    pub(super) dealer: Seat,
}

impl Captures<'_> {
    /// Writes the blocks from the piles to the dealer, as `me` of the side `mine` sees them.
    pub(super) fn write(&self, me: Seat, mine: Side, columns: &mut Columns<'_>) {
        let (seats, sides) = (columns.size().seats, columns.size().sides);
        columns.block(PILES.name);
        sides_from(mine, sides).for_each(|side| columns.cards(self.piles[side]));
        columns.block(SWEEPS.name);
        sides_from(mine, sides).for_each(|side| columns.cards(self.sweeps[side]));
        columns.block(LAST_CARD.name).card(self.last.map(|(card, _)| card));
        columns.block(LAST_TAKEN.name).cards(self.last.map(|(_, taken)| taken).unwrap_or_default());
        columns.block(LAST_CAPTURER.name).seat(self.last_capturer, me);
        columns.block("held");
        from(me, seats).for_each(|seat| columns.number(self.hands[seat].len()));
        columns.block("stock").number(self.stock);
        columns.block(DEALER.name).seat(Some(self.dealer), me);
    }
}

/// Writes the points before the deal.
pub(super) fn write_score(totals: &BySeat<i32>, me: Seat, columns: &mut Columns<'_>) {
    columns.block(SCORE.name);
    from(me, columns.size().seats).for_each(|seat| columns.at_most(totals[seat].max(0), SCORE.max));
}
