//! Sampler of hidden hands that fit the play, and probabilistically the auction.

use super::bidding::{Hand, HandKnowledge, Reading};
use super::layout::{Closed, lay_out};
use super::{Play, View};
use cards::{Card, CardSet, Rng, Suit};
use dds::Direction;

/// Number of exchanges of two cards that lead from any layout to one that fits the auction.
const EXCHANGES: u32 = 240;

/// Cost of a call that the hand would not have made, and of a point or a card outside the shown
/// range.
///
/// A layout with one more unit of cost is e times less likely. Real players do not follow the
/// system exactly.
const SURPRISE: f32 = 3.0;
const POINT: f32 = 1.0;
const LENGTH: f32 = 1.0;

/// Sampler for one view.
pub(super) struct Sampler<'a> {
    view: &'a View,
    reading: &'a Reading,
    unseen: CardSet,
    closed: [Closed; 4],
    /// Cards that each hand has played. Together with the held cards they are the hand that bid.
    played: [CardSet; 4],
}

impl<'a> Sampler<'a> {
    pub(super) fn new(view: &'a View, reading: &'a Reading) -> Self {
        let play = view.play.as_ref();
        Self {
            view,
            reading,
            unseen: view.unseen(),
            closed: view.closed(),
            played: Direction::ALL
                .map(|hand| play.map_or(CardSet::EMPTY, |play: &Play| play.played_by(hand))),
        }
    }

    /// Draws the cards that each hand holds now.
    ///
    /// A Metropolis walk exchanges cards, from a random layout to one in which the calls make
    /// sense. Its length is fixed.
    pub(super) fn draw(&self, rng: &mut Rng) -> [CardSet; 4] {
        let mut hidden = lay_out(self.unseen, &self.closed, rng);
        let mut costs = Direction::ALL.map(|hand| self.cost(hand, hidden[hand as usize]));
        let hands: Vec<Direction> =
            Direction::ALL.into_iter().filter(|hand| self.closed[*hand as usize].count > 0).collect();
        if hands.len() >= 2 {
            for _ in 0..EXCHANGES {
                self.exchange(&hands, &mut hidden, &mut costs, rng);
            }
        }
        Direction::ALL.map(|hand| {
            let hand = hand as usize;
            if self.closed[hand].count > 0 { hidden[hand] } else { self.view.hands[hand].known() }
        })
    }

    fn exchange(&self, hands: &[Direction], hidden: &mut [CardSet; 4], costs: &mut [f32; 4], rng: &mut Rng) {
        let one = rng.below(hands.len());
        let other = (one + 1 + rng.below(hands.len() - 1)) % hands.len();
        let (one, other) = (hands[one], hands[other]);
        let (give, take) = (pick(hidden[one as usize], rng), pick(hidden[other as usize], rng));
        let (Some(give), Some(take)) = (give, take) else { return };
        let holds = |hand: Direction, card: Card| !self.closed[hand as usize].voids.contains(card.suit());
        if !holds(other, give) || !holds(one, take) {
            return;
        }
        let swap = |cards: CardSet, out: Card, into: Card| (cards - CardSet::only(out)) | CardSet::only(into);
        let ones = swap(hidden[one as usize], give, take);
        let others = swap(hidden[other as usize], take, give);
        let after = [self.cost(one, ones), self.cost(other, others)];
        let worse = after[0] + after[1] - costs[one as usize] - costs[other as usize];
        // Uniform random number in [0, 1) with 24 bits.
        let chance = (rng.bits() >> 40) as f32 / (1 << 24) as f32;
        if worse <= 0.0 || chance < (-worse).exp() {
            (hidden[one as usize], hidden[other as usize]) = (ones, others);
            (costs[one as usize], costs[other as usize]) = (after[0], after[1]);
        }
    }

    /// Returns the cost of a hand given its calls.
    fn cost(&self, direction: Direction, holds: CardSet) -> f32 {
        if self.closed[direction as usize].count == 0 {
            return 0.0;
        }
        let hand = Hand::new(holds | self.played[direction as usize]);
        let unexpected_calls = self.reading.unexpected_calls(direction, &hand) as f32;
        SURPRISE * unexpected_calls + distance(self.reading.known(direction), &hand)
    }
}

/// Returns the distance of a hand from the shown ranges.
fn distance(known: &HandKnowledge, hand: &Hand) -> f32 {
    let outside = |min: u8, max: u8, has: u8| f32::from(min.saturating_sub(has).max(has.saturating_sub(max)));
    let lengths = Suit::ALL.map(|suit| {
        let shown = known.length(suit);
        outside(shown.min, shown.max, hand.length(suit))
    });
    POINT * outside(known.points.min, known.points.max, hand.points()) + LENGTH * lengths.iter().sum::<f32>()
}

fn pick(cards: CardSet, rng: &mut Rng) -> Option<Card> {
    (!cards.is_empty()).then(|| rng.pick_card(cards))
}

#[cfg(test)]
mod tests {
    use super::super::bot::reading;
    use super::super::tests::{deal, play, rubber};
    use super::*;
    use crate::Bridge;
    use cards::{Seat, Viewer};
    use engine::Game;

    /// North opens one notrump with sixteen points; East sees neither North nor South.
    const NO_TRUMP: &str = "N:AQ5.K83.AJ74.Q96 KJ42.A72.Q853.84 T83.QJ65.K2.A753 976.T94.T96.KJT2";

    #[test]
    fn layouts_fit_the_cards_and_mostly_the_calls() {
        let state = play(deal(&rubber(), Direction::North, NO_TRUMP), "1N, P, 3N, P, P, P");
        let east = Seat::from(Direction::East);
        let view = Bridge::view(&state, Viewer::Seat(east));
        let reading = reading(&view);
        let sampler = Sampler::new(&view, &reading);
        let mut rng = Rng::from_number(4);
        let (mut opener, mut responder) = (0, 0);
        for _ in 0..100 {
            let layout = sampler.draw(&mut rng);
            assert_eq!(layout[1], state.hands[1], "East's own cards are where they are");
            assert_eq!(layout.iter().fold(CardSet::EMPTY, |all, hand| all | *hand), CardSet::FULL);
            assert!(layout.iter().all(|hand| hand.len() == 13));
            let [north, _, south, _] = layout.map(Hand::new);
            opener += u32::from((15..=17).contains(&north.high_cards()) && north.is_balanced());
            responder += u32::from((9..=16).contains(&south.points()));
        }
        assert!(opener >= 75, "{opener} of 100 hands open one no trump");
        assert!(responder >= 75, "{responder} of 100 hands bid three");
    }

    #[test]
    fn no_layout_gives_a_hand_a_suit_it_has_shown_to_lack() {
        let state = play(
            deal(
                &rubber(),
                Direction::North,
                "N:AQ5.K83.AJ74.Q96 KJ42.A72.QT853.8 T83.QJ65.K2.A753 976.T94.96.KJT42",
            ),
            "1N, P, 3N, P, P, P, 3d, 2d, 9d, Jd, 6c, 8c, Ac, 2c, 3c, 4c, 9c, 2s",
        );
        let view = Bridge::view(&state, Viewer::Seat(Bridge::actors(&state).first().unwrap()));
        let reading = reading(&view);
        let mut rng = Rng::from_number(4);
        for _ in 0..50 {
            let layout = Sampler::new(&view, &reading).draw(&mut rng);
            assert!((layout[Direction::East as usize] & CardSet::of_suit(Suit::Clubs)).is_empty());
        }
    }
}
