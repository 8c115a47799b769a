//! Encoding shared by Scopa and Wall Street.

use super::captures::{self, Captures};
use crate::{Block, Columns, Each, Tokens};
use cards::{BySeat, Card, Seat};
use games::fishing::{Play, View};

/// Token before the captured cards, the first one after the cards.
const TAKES: u8 = 52;

/// Blocks of an observation.
pub(super) const LAYOUT: &[Block] = &[
    Block::cards("hand", "one's own cards"),
    Block::cards("table", "the cards on the table"),
    captures::PILES,
    captures::SWEEPS,
    captures::LAST_CARD,
    captures::LAST_TAKEN,
    captures::LAST_CAPTURER,
    captures::held(10),
    captures::stock(40),
    captures::DEALER,
    Block::flags("playing", 1, "whether they play in this deal").each(Each::Seat),
    captures::SCORE,
];

/// Writes the observation of `me`.
pub(super) fn observe(view: &View, totals: &BySeat<i32>, me: Seat, columns: &mut Columns<'_>) {
    columns.block("hand").cards(view.hands[me].known());
    columns.block("table").cards(view.table);
    let captures = Captures {
        piles: &view.piles,
        sweeps: &view.sweeps,
        last: view.last_capture.map(|capture| (capture.card, capture.taken)),
        last_capturer: view.last_capturer,
        hands: &view.hands,
        stock: view.stock,
        dealer: view.dealer,
    };
    captures.write(me, view.rules.side(me), columns);
    columns.block("playing").seats(view.playing, me);
    captures::write_score(totals, me, columns);
}

/// Writes a play: the card and the captured cards.
pub(super) fn say(play: Play, tokens: &mut Tokens<'_>) {
    let card: Card = play.card();
    tokens.card(card);
    if let Some(taken) = play.taken() {
        tokens.token(TAKES);
        tokens.cards(taken);
    }
}
