//! Situations laid out with real cards, for the arbiter.

use super::options::SEATS;
use super::rules;
use super::{Options, Speed, Stack, Stage, State};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};
use engine::Game;

impl State {
    /// The middle of a game: these hands, and the cards of the two piles, the top of each last. `others` are the further
    /// cards of the centre, wherever they lie; of the stocks only the sizes matter. Whether the game is blocked or stuck
    /// is found out as after a play.
    #[must_use]
    pub fn situation(
        options: &Options,
        hands: BySeat<CardSet>,
        piles: [&[Card]; 2],
        others: CardSet,
        stocks: BySeat<u8>,
    ) -> Self {
        let stack = |pile: usize, talon: Pile<52>| Stack {
            discards: piles[pile].iter().copied().collect(),
            talon,
            recycled: false,
        };
        let shown: CardSet = piles.into_iter().flatten().copied().collect();
        let seen = hands.iter().fold(shown | others, |all, (_, hand)| all | hand);
        let mut unseen = (CardSet::FULL - seen).iter();
        let mut state = Self {
            options: *options,
            standing: Speed::initial_standing(options, Seat::new(0)),
            hands,
            stocks: BySeat::new(SEATS, |seat| unseen.by_ref().take(stocks[seat].into()).collect()),
            centre: [stack(0, others.iter().collect()), stack(1, Pile::EMPTY)],
            stage: Stage::Start(SeatSet::EMPTY),
        };
        rules::look_for_a_block(&mut state, &mut drop);
        state
    }

    /// One player's part of a game that is played: nothing is known of the other hand, so nobody is blocked.
    #[must_use]
    pub fn one_hand(options: &Options, hand: CardSet, piles: [&[Card]; 2]) -> Self {
        let hands = BySeat::new(SEATS, |seat| if seat == Seat::new(0) { hand } else { CardSet::EMPTY });
        let stocks = BySeat::filled(SEATS, 0);
        Self { stage: Stage::Play, ..Self::situation(options, hands, piles, CardSet::EMPTY, stocks) }
    }

    /// Those of `cards` that a card of a hand would fit, were they turned up. (SP-S8)
    #[must_use]
    pub fn that_would_help(&self, cards: CardSet) -> CardSet {
        let hands = self.hands.as_slice().iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        cards.iter().filter(|card| !(rules::fitting(&self.options, *card) & hands).is_empty()).collect()
    }
}
