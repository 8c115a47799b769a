//! Situations built from given cards, for the arbiter.

use super::options::SEATS;
use super::rules;
use super::{Options, Speed, Stack, Stage, State};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};
use engine::Game;

impl State {
    /// Returns a game in progress with these hands and piles, the top of each pile last.
    ///
    /// `others` are the further cards of the centre, in any place. Of the stocks only the sizes
    /// matter. The stage is set as after a play.
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
        rules::update_stage(&mut state, &mut drop);
        state
    }

    /// Returns a game with one known hand. The other hand is unknown, so the game is never blocked.
    #[must_use]
    pub fn one_hand(options: &Options, hand: CardSet, piles: [&[Card]; 2]) -> Self {
        let hands = BySeat::new(SEATS, |seat| if seat == Seat::new(0) { hand } else { CardSet::EMPTY });
        let stocks = BySeat::filled(SEATS, 0);
        Self { stage: Stage::Play, ..Self::situation(options, hands, piles, CardSet::EMPTY, stocks) }
    }

    /// Returns those of `cards` that would be helpful if turned up: a card of a hand fits on them.
    /// (SP-S8)
    #[must_use]
    pub fn helpful_cards(&self, cards: CardSet) -> CardSet {
        let hands = self.hands.as_slice().iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        cards.iter().filter(|card| !(rules::fitting(&self.options, *card) & hands).is_empty()).collect()
    }
}
