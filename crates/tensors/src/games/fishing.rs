//! What Scopa and Wall Street have in common, as numbers.

use crate::columns::{from, sides_from};
use crate::{Block, Columns, Each, Tokens};
use cards::{BySeat, Card, Seat};
use games::fishing::{Play, View};

/// What a card takes stands behind this, the first token after the cards.
const TAKES: u8 = 52;

/// What an observation is made of.
pub(super) const LAYOUT: &[Block] = &[
    Block::cards("hand", "one's own cards"),
    Block::cards("table", "the cards on the table"),
    Block::cards("piles", "the cards the side has captured").each(Each::Side),
    Block::cards("sweeps", "the capturing cards of the side's sweeps").each(Each::Side),
    Block::cards("last card", "the card of the capture just made, if the last play was one"),
    Block::cards("last taken", "what it took"),
    Block::flags("last capturer", 1, "who captured last").each(Each::Seat),
    Block::number("held", 10, "how many cards they hold").each(Each::Seat),
    Block::number("stock", 40, "cards in the stock"),
    Block::flags("dealer", 1, "who dealt").each(Each::Seat),
    Block::flags("playing", 1, "whether they play in this deal").each(Each::Seat),
    Block::number("score", 255, "the points before this deal; more are not counted").each(Each::Seat),
];

/// Writes what `me` sees.
pub(super) fn observe(view: &View, totals: &BySeat<i32>, me: Seat, columns: &mut Columns<'_>) {
    let (seats, sides) = (columns.size().seats, columns.size().sides);
    let mine = view.rules.side(me);
    let last = view.last_capture;
    columns.block("hand").cards(view.hands[me].known());
    columns.block("table").cards(view.table);
    columns.block("piles");
    sides_from(mine, sides).for_each(|side| columns.cards(view.piles[side]));
    columns.block("sweeps");
    sides_from(mine, sides).for_each(|side| columns.cards(view.sweeps[side]));
    columns.block("last card").card(last.map(|capture| capture.card));
    columns.block("last taken").cards(last.map(|capture| capture.taken).unwrap_or_default());
    columns.block("last capturer").seat(view.last_capturer, me);
    columns.block("held");
    from(me, seats).for_each(|seat| columns.number(view.hands[seat].len()));
    columns.block("stock").number(view.stock);
    columns.block("dealer").seat(Some(view.dealer), me);
    columns.block("playing").seats(view.playing, me);
    columns.block("score");
    from(me, seats).for_each(|seat| columns.at_most(totals[seat].max(0), 255));
}

/// Says a play: the card, and what it takes.
pub(super) fn say(play: Play, tokens: &mut Tokens<'_>) {
    let card: Card = play.card();
    tokens.card(card);
    if let Some(taken) = play.taken() {
        tokens.token(TAKES);
        tokens.cards(taken);
    }
}
