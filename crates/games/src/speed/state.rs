//! Every card and every fact.

use super::options::SEATS;
use super::rules::HAND;
use super::{DiscardPile, Options, Standing};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};

/// One game of Speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the games won before this one.
    pub standing: Standing,
    /// Seen by their owners, and by everybody once the game is over.
    pub hands: BySeat<CardSet>,
    /// Secret, also to their owners, but for their sizes. The top is drawn next.
    pub stocks: BySeat<Pile<15>>,
    /// The two places in the centre.
    pub centre: [Stack; 2],
    /// Public: what the game is waiting for.
    pub stage: Stage,
}

/// A discard pile and the talon on its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    /// Public once the first card is turned up: everybody saw what was laid, in order. The top is the last card.
    pub discards: Pile<52>,
    /// Secret in its order, but where it was turned over as it lay. The top is turned up next.
    pub talon: Pile<52>,
    /// Public: whether the talon was a discard pile, so that everybody knows what is in it.
    pub recycled: bool,
}

/// What a game is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Both to agree to turn up the two cards between the talons; these have.
    Start(SeatSet),
    /// Whoever is first.
    Play,
    /// Nobody can play: both to agree to turn up the next cards; these have.
    Blocked(SeatSet),
    /// The house to shuffle this discard pile into a talon.
    Shuffle(DiscardPile),
    /// Nothing: the game is over.
    Over(Ending),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SpeedEnding"))]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// Somebody has played the last card.
    Out,
    /// No flip could ever help.
    Stalemate,
}

impl State {
    /// During play both, also who has nothing to play: who can play is seen in the hands. (SP-R2)
    #[inline]
    pub(super) fn actors(&self) -> SeatSet {
        match self.stage {
            Stage::Start(agreed) | Stage::Blocked(agreed) => SeatSet::all(SEATS) - agreed,
            Stage::Play => SeatSet::all(SEATS),
            Stage::Shuffle(_) | Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    /// The cards a player has yet to get rid of.
    #[inline]
    pub(super) fn left(&self, seat: Seat) -> u8 {
        self.hands[seat].len() + self.stocks[seat].len()
    }

    /// Hands every card, where it lies, to `count`.
    pub(super) fn audit(&self, count: &mut impl FnMut(Card)) {
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
