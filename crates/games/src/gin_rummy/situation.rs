//! Situations built from given cards, for the arbiter.

use super::melds::{self, Answer, Arrangement, Melds};
use super::options::SEATS;
use super::state::{Going, Knock, Phase};
use super::{GinRummy, Options, State};
use cards::{BySeat, Card, CardSet, Pile, Seat};
use engine::Game;

impl State {
    /// Returns the turn of the first seat after its draw, with `hand`.
    ///
    /// `upcard` sets the limit where the rules let a card do so. `taken` is the card taken from the
    /// pile in this turn.
    #[must_use]
    pub fn situation(options: &Options, hand: CardSet, upcard: Option<Card>, taken: Option<Card>) -> Self {
        let (first, other) = (Seat::new(0), Seat::new(1));
        let mut unseen = (CardSet::FULL - hand - upcard.map_or(CardSet::EMPTY, CardSet::only)).iter();
        // Without a limit card any card serves as the first upcard.
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

    /// Returns the situation after a knock: the first seat has to answer with `hand`.
    ///
    /// `knocked_hand` holds all cards with which the second seat went out. They lie in the default
    /// arrangement. (GR-R6)
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

    /// Returns the first seat's lay-offs with the least remaining deadwood, after a knock.
    #[must_use]
    pub fn best_answer(&self) -> Answer {
        melds::best_answer(self.hands[Seat::new(0)], &self.melds[Seat::new(1)], self.options().deadwood())
    }

    /// Whether lay-offs are allowed. Gin forbids them unless the options say otherwise. (GR-R8,
    /// GR-O15)
    #[must_use]
    pub fn may_lay_off(&self) -> bool {
        self.knock.is_some_and(|knock| knock.going == Going::Knock) || self.options().layoff_on_gin
    }
}
