//! Encoding of Speed's observations and actions.

use crate::columns::from;
use crate::encode::tokens_after_cards;
use crate::{Block, Columns, Each, Encode, Range, Tokens};
use cards::{Card, CardSet, Seat};
use games::speed::{Action, DiscardPile, Speed, Stage, Talon, View};

/// Token of each word after the cards.
const ON: u8 = 52;
const LEFT: u8 = 53;
const FLIP: u8 = 55;

/// Number of the flip.
const FLIPS: u16 = 2 * 52;

impl Encode for Speed {
    const VERSION: u32 = 1;
    const LAYOUT: &'static [Block] = &[
        Block::cards("hand", "one's own cards"),
        Block::flags("tops", 2 * 52, "the top of the left and of the right discard pile (SP-R3)"),
        Block::flags("discards", 2 * 52, "every card of the left and of the right discard pile"),
        Block::flags(
            "talons",
            2 * 52,
            "the cards of the left and of the right talon, where it was a discard pile",
        ),
        Block::flags("stage", 3, "to agree to begin; to play; nobody can play: to agree to flip"),
        Block::flags("agreed", 1, "who has agreed").each(Each::Seat),
        Block::number("held", 5, "how many cards they hold").each(Each::Seat),
        Block::number("stocks", 15, "cards in their stocks").each(Each::Seat),
        Block {
            max: 52,
            ..Block::flags("in the talons", 2, "how many cards lie in the left and in the right talon")
        },
        Block::number("score", 255, "the games won before this one").each(Each::Seat),
    ];
    const TOKENS: &'static [&'static str] = tokens_after_cards![">", "L", "R", "flip"];
    const FLAT: &'static [Range] = &[
        Range::new("left", 52, "play the card of this place in canonical order on the left pile"),
        Range::new("right", 52, "play it on the right pile"),
        Range::new("flip", 1, "agree to turn up the next cards (SP-R6)"),
    ];

    fn observe(view: &View, me: Seat, columns: &mut Columns<'_>) {
        let seats = columns.size().seats;
        let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        let stage = match view.stage {
            Stage::Start(_) => Some(0),
            Stage::Play => Some(1),
            Stage::Blocked(_) => Some(2),
            Stage::Shuffle(_) | Stage::Over(_) => None,
        };
        columns.block("hand").cards(view.hands[me].known());
        columns.block("tops");
        view.tops.iter().for_each(|top| columns.card(*top));
        columns.block("discards");
        view.piles.iter().for_each(|pile| columns.cards(set(pile.as_slice())));
        columns.block("talons");
        for talon in &view.known {
            columns.cards(match talon {
                Talon::Unknown => CardSet::EMPTY,
                Talon::Cards(cards) => *cards,
                Talon::Order(order) => set(order.as_slice()),
            });
        }
        columns.block("stage").one_of(stage, 3);
        columns.block("agreed").seats(view.agreed, me);
        columns.block("held");
        from(me, seats).for_each(|seat| columns.number(view.hands[seat].len()));
        columns.block("stocks");
        from(me, seats).for_each(|seat| columns.number(view.stocks[seat]));
        columns.block("in the talons");
        view.talons.iter().for_each(|count| columns.number(*count));
        columns.block("score");
        let totals = <Self as engine::Game>::totals(&view.standing);
        from(me, seats).for_each(|seat| columns.at_most(totals[seat].max(0), 255));
    }

    fn say(action: Action, tokens: &mut Tokens<'_>) {
        match action {
            Action::Play { card, pile, .. } => {
                tokens.card(card);
                tokens.token(ON);
                tokens.token(LEFT + pile as u8);
            }
            Action::Flip => tokens.token(FLIP),
        }
    }

    #[inline]
    fn flat(action: Action) -> u16 {
        match action {
            Action::Play { card, pile, .. } => 52 * pile as u16 + u16::from(card.index()),
            Action::Flip => FLIPS,
        }
    }

    fn from_flat(number: u16, _view: &View) -> Option<Action> {
        if number == FLIPS {
            return Some(Action::Flip);
        }
        let pile = *DiscardPile::BOTH.get(usize::from(number / 52))?;
        let card = Card::from_index(u8::try_from(number % 52).ok()?)?;
        Some(Action::Play { card, pile, target: None })
    }
}
