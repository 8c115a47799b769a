//! Situations built from given cards, for the arbiter.

use super::{Ending, Memory, Options, Stage, Standing, State, score, value};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};
use engine::Half;

impl State {
    /// Returns a turn of the first seat, after its draw if `hand` has four cards. `taken` is the
    /// upcard, if the seat took it.
    #[must_use]
    pub fn situation(options: &Options, hand: CardSet, taken: Option<Card>) -> Self {
        let first = Seat::new(0);
        let mut hands = BySeat::filled(options.seats, CardSet::EMPTY);
        hands[first] = hand;
        let stage = if hand.len() > 3 { Stage::Discard { seat: first, taken } } else { Stage::Draw(first) };
        Self {
            options: *options,
            standing: Standing::initial(options, Seat::new(options.seats - 1)),
            hands,
            stock: (CardSet::FULL - hand).iter().collect(),
            discards: Pile::EMPTY,
            memory: Memory {
                taken: BySeat::filled(options.seats, CardSet::EMPTY),
                shuffled: CardSet::EMPTY,
                drawn: BySeat::filled(options.seats, 0),
            },
            stage,
            knocker: None,
            turns: 0,
            actions: 0,
            reshuffles: 0,
        }
    }

    /// Returns a finished deal with these hands shown. A seat without cards is out.
    ///
    /// The ending is a blitz if a hand is 31, otherwise the knock if there was one, otherwise a
    /// showdown.
    #[must_use]
    pub fn shown(options: &Options, hands: BySeat<CardSet>, knocker: Option<Seat>) -> Self {
        let mut state = Self::situation(options, CardSet::EMPTY, None);
        state.hands = hands;
        state.standing.playing =
            hands.iter().filter(|(_, hand)| !hand.is_empty()).map(|(seat, _)| seat).collect::<SeatSet>();
        state.knocker = knocker;
        let blitz = hands.as_slice().iter().any(|hand| value::is_blitz(*hand));
        let ending = match knocker {
            _ if blitz => Ending::Blitz,
            Some(_) => Ending::Knock,
            None => Ending::Showdown,
        };
        state.stage = Stage::Over(score::showdown(&state, ending));
        state
    }

    /// Returns the value of three cards. (TH-R7)
    #[must_use]
    pub fn worth(options: &Options, hand: CardSet) -> Half {
        Half::from_halves(i32::from(value::halves(options, hand)))
    }
}
