//! State of a game.

use super::options::SEATS;
use super::rules::HAND;
use super::{DiscardPile, Options, Standing};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};

/// One game of Speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: rules of the match.
    pub options: Options,
    /// Public: the games won before this one.
    pub standing: Standing,
    /// Hands, each visible to its owner. Both are public at the end.
    pub hands: BySeat<CardSet>,
    /// Stocks, secret except for their sizes, also to their owners. The top is drawn next.
    pub stocks: BySeat<Pile<15>>,
    /// The two stacks of the centre.
    pub centre: [Stack; 2],
    /// Public: stage of the game.
    pub stage: Stage,
}

/// Discard pile and the talon beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    /// The discards, public from the first flip on. The top is the last card.
    pub discards: Pile<52>,
    /// The talon, top last. Its order is secret unless it was turned over in its order.
    pub talon: Pile<52>,
    /// Public: whether the talon was a discard pile, so that its cards are known.
    pub recycled: bool,
}

/// Stage of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Players must agree to turn up the cards between the talons. The seats in the set have agreed.
    Start(SeatSet),
    /// Players may play, both at the same time.
    Play,
    /// No player can play, and both must agree to turn up the next cards. The seats in the set have agreed.
    Blocked(SeatSet),
    /// The given discard pile must be shuffled into a talon.
    Shuffle(DiscardPile),
    /// The game is over.
    Over(Ending),
}

/// Ending of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SpeedEnding"))]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// A player has played the last card.
    Out,
    /// The game is a stalemate: no flip could help.
    Stalemate,
}

impl State {
    /// Returns the seats to act. During play both are, because the set must not reveal whether a
    /// hand has a fitting card. (SP-R2)
    #[inline]
    pub(super) fn actors(&self) -> SeatSet {
        match self.stage {
            Stage::Start(agreed) | Stage::Blocked(agreed) => SeatSet::all(SEATS) - agreed,
            Stage::Play => SeatSet::all(SEATS),
            Stage::Shuffle(_) | Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Returns the number of cards in hand and stock.
    #[inline]
    pub(super) fn left(&self, seat: Seat) -> u8 {
        self.hands[seat].len() + self.stocks[seat].len()
    }

    /// Passes every card of the game to `count` and checks the sizes of the hands.
    pub(super) fn audit(&self, count: &mut dyn FnMut(Card)) {
        for (seat, hand) in self.hands.iter() {
            hand.iter().for_each(&mut *count);
            self.stocks[seat].as_slice().iter().for_each(|card| count(*card));
            let held = HAND.min(self.left(seat).into());
            assert_eq!(usize::from(hand.len()), held, "hands are refilled by themselves (SP-S4)");
        }
        for Stack { discards, talon, .. } in &self.centre {
            discards.as_slice().iter().chain(talon.as_slice()).for_each(|card| count(*card));
        }
    }
}
