//! Encoding of Thirty-One.

use crate::columns::from;
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Each, Encode, Range, Tokens};
use cards::{Card, CardSet, Seat};
use games::thirty_one::{Action, Stage, ThirtyOne, View};

/// Token of each word after the cards.
const STOCK: u8 = 52;
const UPCARD: u8 = 53;
const KNOCK: u8 = 54;
const DISCARD: u8 = 55;

/// First number of the discards.
const DISCARDS: u16 = 3;

/// Maximum of the encoded number of turns.
const TURNS: u8 = 60;

impl Encode for ThirtyOne {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = &[
        Block::cards("hand", "one's own cards"),
        Block::cards("upcard", "the top of the discards"),
        Block::cards("discards", "every card in the discards: all were seen (TH-R3)"),
        Block::cards("just taken", "the upcard that was taken in this turn (TH-O9)"),
        Block::cards("taken", "the cards they took from the discards and still hold").each(Each::Other),
        Block::cards("shuffled", "of the cards last shuffled into the stock, those not seen since (TH-O10)"),
        Block::number("drawn", 4, "how many of these they hold").each(Each::Seat),
        Block::flags("stage", 2, "to draw or knock; to discard"),
        Block::number("value", 62, "what one's own hand is worth, in halves (TH-R2)"),
        Block::number("lives", 9, "the lives before this deal").each(Each::Seat),
        Block::flags("playing", 1, "whether they are in (TH-R9)").each(Each::Seat),
        Block::flags("dealer", 1, "who dealt").each(Each::Seat),
        Block::flags("knocker", 1, "who knocked (TH-R6)").each(Each::Seat),
        Block::flags("last turns", 1, "who has a turn left after the knock").each(Each::Seat),
        Block::number("stock", 52, "cards in the stock"),
        Block::number("reshuffles", 3, "how often the discards were shuffled"),
        Block::number("turns", TURNS, "how many turns have ended; more are not counted"),
    ];
    const TOKENS: &'static [&'static str] = tokens_after_cards!["stock", "upcard", "knock", "discard"];
    const FLAT: &'static [Range] = &[
        Range::new("stock", 1, "draw from the stock"),
        Range::new("upcard", 1, "take the upcard"),
        Range::new("knock", 1, "knock"),
        Range::new("discard", 52, "discard the card of this place in canonical order"),
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let seats = columns.size().seats;
        let pile: CardSet = view.pile.as_slice().iter().copied().collect();
        columns.block("hand").cards(view.hands[me].known());
        columns.block("upcard").card(view.upcard);
        columns.block("discards").cards(pile);
        columns.block("just taken").card(view.taken);
        columns.block("taken");
        from(me, seats).skip(1).for_each(|seat| columns.cards(view.memory.taken[seat]));
        columns.block("shuffled").cards(view.memory.shuffled);
        columns.block("drawn");
        from(me, seats).for_each(|seat| columns.number(view.memory.drawn[seat]));
        columns.block("stage").one_of(Some(usize::from(matches!(view.stage, Stage::Discard { .. }))), 2);
        columns.block("value").at_most(view.values[me].map_or(0, |value| value.halves()), 62);
        columns.block("lives");
        from(me, seats).for_each(|seat| columns.at_most(view.lives[seat].max(0), 9));
        columns.block("playing").seats(view.playing, me);
        columns.block("dealer").seat(Some(view.dealer), me);
        columns.block("knocker").seat(view.knocker, me);
        columns.block("last turns").seats(view.last_turns, me);
        columns.block("stock").number(view.stock);
        columns.block("reshuffles").number(view.reshuffles);
        columns.block("turns").at_most(view.turns, TURNS);
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        match action {
            Action::Stock => tokens.token(STOCK),
            Action::Upcard => tokens.token(UPCARD),
            Action::Knock => tokens.token(KNOCK),
            Action::Discard(card) => {
                tokens.token(DISCARD);
                tokens.card(card);
            }
        }
    }

    #[inline]
    fn flat(action: Action) -> u16 {
        match action {
            Action::Stock => 0,
            Action::Upcard => 1,
            Action::Knock => 2,
            Action::Discard(card) => DISCARDS + u16::from(card.index()),
        }
    }

    fn from_flat(number: u16, _view: &View) -> Option<Action> {
        match number {
            0 => Some(Action::Stock),
            1 => Some(Action::Upcard),
            2 => Some(Action::Knock),
            _ => Card::from_index(u8::try_from(number - DISCARDS).ok()?).map(Action::Discard),
        }
    }
}
