//! Situations laid out with real cards, for the arbiter.

use super::melds::{self, Answer, Arrangement, Melds};
use super::options::SEATS;
use super::state::{Going, Knock, Phase};
use super::{GinRummy, Options, State};
use cards::{BySeat, Card, CardSet, Pile, Seat};
use engine::Game;

impl State {
    /// The turn of the first seat after its draw, with these cards in its hand. `upcard` sets the limit where a card
    /// does; `taken` is the card that was taken from the pile in this turn.
    #[must_use]
    pub fn situation(options: &Options, hand: CardSet, upcard: Option<Card>, taken: Option<Card>) -> Self {
        let (first, other) = (Seat::new(0), Seat::new(1));
        let mut unseen = (CardSet::FULL - hand - upcard.map_or(CardSet::EMPTY, CardSet::only)).iter();
        // Where no card sets the limit any card will do.
        let first_upcard =
            upcard.or_else(|| unseen.next()).unwrap_or(Card::new(cards::Rank::King, cards::Suit::Spades));
        let theirs: CardSet = unseen.by_ref().take(10).collect();
        Self {
            standing: GinRummy::initial_standing(options, other),
            hands: BySeat::new(SEATS, |seat| if seat == first { hand } else { theirs }),
            melds: BySeat::filled(SEATS, Melds::EMPTY),
            stock: unseen.take(20).collect(),
            pile: std::iter::once(first_upcard).collect(),
            taken: BySeat::filled(SEATS, CardSet::EMPTY),
            discarded: BySeat::filled(SEATS, CardSet::EMPTY),
            first_upcard,
            phase: Phase::Discard,
            turn: Some(first),
            limit: options.limit(first_upcard, first_upcard),
            just_taken: taken,
            face_down: None,
            knock: None,
            actions: 0,
        }
    }

    /// After a knock: `knocked_hand` are all the cards the second seat went out with, in the melds that are best, and the
    /// first seat is to answer with `hand`. (GR-R6)
    #[must_use]
    pub fn after_knock(
        options: &Options,
        hand: CardSet,
        knocked_hand: CardSet,
        upcard: Option<Card>,
    ) -> Self {
        let (first, knocker) = (Seat::new(0), Seat::new(1));
        let Arrangement { melds, unmelded } = melds::best(knocked_hand, knocked_hand, options.deadwood());
        let going = match (unmelded.is_empty(), knocked_hand.len()) {
            (true, 11) => Going::BigGin,
            (true, _) => Going::Gin,
            (false, _) => Going::Knock,
        };
        let turn = Self::situation(options, hand, upcard, None);
        Self {
            hands: BySeat::new(SEATS, |seat| if seat == first { hand } else { unmelded }),
            melds: BySeat::new(SEATS, |seat| if seat == first { Melds::EMPTY } else { melds }),
            stock: Pile::EMPTY,
            phase: Phase::LayOff,
            knock: Some(Knock { seat: knocker, going }),
            ..turn
        }
    }

    /// The lay-offs that leave the first seat with the least, after a knock.
    #[must_use]
    pub fn best_answer(&self) -> Answer {
        melds::best_answer(self.hands[Seat::new(0)], &self.melds[Seat::new(1)], self.options().deadwood())
    }

    /// Whether anything may be laid off: not against gin, unless these rules say so. (GR-R8, GR-O15)
    #[must_use]
    pub fn may_lay_off(&self) -> bool {
        self.knock.is_some_and(|knock| knock.going == Going::Knock) || self.options().layoff_on_gin
    }
}
