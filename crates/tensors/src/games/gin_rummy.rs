//! Encoding of Gin Rummy.

use crate::columns::from;
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Each, Encode, Range, Tokens};
use cards::{Card, CardSet, Seat, Suit};
use engine::Game;
use games::gin_rummy::melds::{Meld, Melds};
use games::gin_rummy::{Action, GinRummy, Phase, View};

/// Token of each word after the cards.
const STOCK: u8 = 52;
const UPCARD: u8 = 53;
const PASS: u8 = 54;
const DISCARD: u8 = 55;
const KNOCK: u8 = 56;
const GIN: u8 = 57;
const LAYOFF: u8 = 58;
const ON: u8 = 59;
const DONE: u8 = 60;
const COLON: u8 = 61;
const SLASH: u8 = 62;

/// First number of each kind of action.
const DISCARDS: u16 = 4;
const KNOCKS: u16 = DISCARDS + 52;
const GINS: u16 = KNOCKS + 52;
const BIG_GIN: u16 = GINS + 52;
const LAY_OFFS: u16 = BIG_GIN + 1;

/// Highest deadwood of eleven cards.
const MAX_DEADWOOD: u8 = 110;

/// Position of a laid-off card in its meld.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Set,
    Above,
    Below,
}

impl On {
    const ALL: [Self; 3] = [Self::Set, Self::Above, Self::Below];

    /// Returns the position of a fitting card in the meld. A card that would close a full circle counts as
    /// above.
    fn of(card: Card, meld: Meld) -> Self {
        match meld {
            Meld::Set { .. } => Self::Set,
            Meld::Run { low, len, .. } => {
                let above = (low as u8 + len) % 13;
                if card.rank() as u8 == above { Self::Above } else { Self::Below }
            }
        }
    }
}

impl Encode for GinRummy {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = &[
        Block::cards("hand", "one's own cards"),
        Block::cards("upcard", "the top of the pile (GR-R4)"),
        Block::cards("pile", "every card in the pile: all were seen"),
        Block::cards("taken", "the cards they took from the pile and have not shown since").each(Each::Seat),
        Block::cards("just taken", "the card taken from the pile in this turn (GR-O2)"),
        Block::cards("unmelded", "what is left of one's own hand beside the melds proposed (GR-S4)"),
        Block::cards("their deadwood", "what is left of the knocker's hand beside the melds"),
        Block::flags(
            "their melds",
            3 * 52,
            "the first, second and third meld of the knocker, with what was laid off (GR-R6)",
        ),
        Block::flags(
            "phase",
            7,
            "the first upcard is offered; both left it; to draw; to discard; the last discard is offered; it was taken; to lay off",
        ),
        Block::flags("dealer", 1, "who dealt").each(Each::Seat),
        Block::flags("spade", 1, "whether the first upcard is a spade (GR-O14)"),
        Block::number("stock", 31, "cards in the stock"),
        Block::number("limit", 10, "with how much one may knock (GR-R5)"),
        Block::number("deadwood", MAX_DEADWOOD, "what one's own unmelded cards count (GR-R3)"),
        Block::number("score", 255, "the points before this deal; more are not counted").each(Each::Seat),
    ];
    const TOKENS: &'static [&'static str] = tokens_after_cards![
        "stock", "upcard", "pass", "discard", "knock", "gin", "layoff", ">", "done", ":", "/"
    ];
    const FLAT: &'static [Range] = &[
        Range::new("stock", 1, "draw from the stock"),
        Range::new("upcard", 1, "take the top of the pile"),
        Range::new("pass", 1, "leave what is offered"),
        Range::new("done", 1, "lay off no more"),
        Range::new("discard", 52, "discard the card of this place in canonical order"),
        Range::new("knock", 52, "discard it face down and knock"),
        Range::new("gin", 52, "discard it face down and go gin"),
        Range::new("big gin", 1, "go gin with eleven cards"),
        Range::new("lay off on a set", 52, "add it to the knocker's set of its rank"),
        Range::new("lay off above", 52, "add it above the knocker's run that it continues"),
        Range::new("lay off below", 52, "add it below the knocker's run that it continues"),
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let seats = columns.size().seats;
        let other = me.next(seats);
        let pile: CardSet = view.pile.as_slice().iter().copied().collect();
        let totals = Self::totals(&view.standing);
        columns.block("hand").cards(view.hands[me].known());
        columns.block("upcard").card(view.upcard);
        columns.block("pile").cards(pile);
        columns.block("taken");
        from(me, seats).for_each(|seat| columns.cards(view.taken[seat]));
        columns.block("just taken").card(view.just_taken);
        let own = view.arrangement.as_ref();
        columns.block("unmelded").cards(own.map_or(CardSet::EMPTY, |own| own.unmelded));
        columns.block("their deadwood").cards(view.hands[other].known());
        columns.block("their melds");
        let mut melds = view.melds[other].iter();
        for _ in 0..Melds::MAX {
            match melds.next() {
                Some(meld) => columns.cards(meld.cards()),
                None => columns.nothing(52),
            }
        }
        columns.block("phase").one_of(phase(view.phase), 7);
        columns.block("dealer").seat(Some(view.dealer), me);
        columns.block("spade").flag(view.first_upcard.suit() == Suit::Spades);
        columns.block("stock").number(view.stock);
        columns.block("limit").number(view.limit);
        columns.block("deadwood").at_most(own.map_or(0, |own| own.deadwood), MAX_DEADWOOD);
        columns.block("score");
        from(me, seats).for_each(|seat| columns.at_most(totals[seat].max(0), 255));
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        match action {
            Action::Stock => tokens.token(STOCK),
            Action::Upcard => tokens.token(UPCARD),
            Action::Pass => tokens.token(PASS),
            Action::Discard(card) => {
                tokens.token(DISCARD);
                tokens.card(card);
            }
            Action::Knock(card, melds) => {
                tokens.token(KNOCK);
                tokens.card(card);
                say_melds(melds, tokens);
            }
            Action::Gin(card, melds) => {
                tokens.token(GIN);
                card.into_iter().for_each(|card| tokens.card(card));
                say_melds(melds, tokens);
            }
            Action::LayOff { cards, meld } => {
                tokens.token(LAYOFF);
                tokens.cards(cards);
                tokens.token(ON);
                meld.iter().for_each(|card| tokens.card(card));
            }
            Action::Done(melds) => {
                tokens.token(DONE);
                say_melds(melds, tokens);
            }
        }
    }

    #[inline]
    fn flat(action: Action) -> u16 {
        match action {
            Action::Stock => 0,
            Action::Upcard => 1,
            Action::Pass => 2,
            Action::Done(_) => 3,
            Action::Discard(card) => DISCARDS + u16::from(card.index()),
            Action::Knock(card, _) => KNOCKS + u16::from(card.index()),
            Action::Gin(Some(card), _) => GINS + u16::from(card.index()),
            Action::Gin(None, _) => BIG_GIN,
            // Listed lay-offs have one card.
            Action::LayOff { cards, meld } => cards
                .first()
                .map_or(LAY_OFFS, |card| LAY_OFFS + 52 * On::of(card, meld) as u16 + u16::from(card.index())),
        }
    }

    fn from_flat(number: u16, view: &View) -> Option<Action> {
        let card = |first: u16| Card::from_index(u8::try_from(number - first).ok()?);
        match number {
            0 => Some(Action::Stock),
            1 => Some(Action::Upcard),
            2 => Some(Action::Pass),
            3 => Some(Action::Done(None)),
            DISCARDS..KNOCKS => card(DISCARDS).map(Action::Discard),
            KNOCKS..GINS => card(KNOCKS).map(|card| Action::Knock(card, None)),
            GINS..BIG_GIN => card(GINS).map(|card| Action::Gin(Some(card), None)),
            BIG_GIN => Some(Action::Gin(None, None)),
            _ => {
                let (on, index) = ((number - LAY_OFFS) / 52, (number - LAY_OFFS) % 52);
                let on = On::ALL.get(usize::from(on))?;
                let card = Card::from_index(u8::try_from(index).ok()?)?;
                let cards = CardSet::only(card);
                let corner = view.options().corner;
                let fits =
                    |meld: &Meld| !(meld.fitting(corner) & cards).is_empty() && On::of(card, *meld) == *on;
                let meld = view.melds.as_slice().iter().flat_map(Melds::iter).find(fits)?;
                Some(Action::LayOff { cards, meld })
            }
        }
    }
}

fn say_melds(melds: Option<Melds>, tokens: &mut Tokens<'_>) {
    for (index, meld) in melds.iter().flat_map(Melds::iter).enumerate() {
        tokens.token(if index == 0 { COLON } else { SLASH });
        meld.iter().for_each(|card| tokens.card(card));
    }
}

const fn phase(phase: Phase) -> Option<usize> {
    match phase {
        Phase::Offer => Some(0),
        Phase::StockOnly => Some(1),
        Phase::Draw => Some(2),
        Phase::Discard => Some(3),
        Phase::LastDiscard => Some(4),
        Phase::GoOut => Some(5),
        Phase::LayOff => Some(6),
        Phase::Over => None,
    }
}
