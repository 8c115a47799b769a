//! State of a deal.

use super::{Options, Standing};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};

/// One deal of Thirty-One.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: rules of the match.
    pub options: Options,
    /// Public: the lives before this deal, and the seats in it.
    pub standing: Standing,
    /// Hands, each visible to its owner. All are public at the end of the deal.
    pub hands: BySeat<CardSet>,
    /// The stock, secret except for its size. The top is drawn next.
    pub stock: Pile<52>,
    /// Public: the discards, all seen when discarded. The top is the upcard.
    pub discards: Pile<52>,
    /// Public: memory of cards that are no longer visible.
    pub memory: Memory,
    /// Public: stage of the deal.
    pub stage: Stage,
    /// Public: seat that knocked.
    pub knocker: Option<Seat>,
    /// Public: number of completed turns.
    pub turns: u16,
    /// Public: number of actions in the deal.
    pub actions: u16,
    /// Public: number of reshuffles in the deal.
    pub reshuffles: u8,
}

/// Stage of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The seat must draw or knock.
    Draw(Seat),
    /// The seat has drawn and must discard.
    Discard {
        /// Seat that must discard.
        seat: Seat,
        /// The upcard, if the seat took it in this turn.
        taken: Option<Card>,
    },
    /// The seat draws from an empty stock, so a shuffle is due.
    Shuffle(Seat),
    /// The deal is over.
    Over(Showdown),
}

/// Consequences of an ending for all players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Showdown {
    /// Way in which the deal ended.
    pub ending: Ending,
    /// Values of the hands, in half points.
    pub halves: BySeat<u8>,
    /// The seats that hold 31.
    pub blitz: SeatSet,
    /// Lives that each seat loses.
    pub lost: BySeat<u8>,
    /// The seats still in afterwards.
    pub playing: SeatSet,
    /// Whether no player loses a life, because all would be out.
    pub spared: bool,
}

/// Way in which a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ThirtyOneEnding"))]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// The turn came back to the knocker.
    Knock,
    /// A player had 31.
    Blitz,
    /// The stock was used up, or the deal reached its action limit.
    Showdown,
}

/// Memory of cards that are no longer visible, as every seat could keep it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Cards of each hand that were taken openly.
    pub taken: BySeat<CardSet>,
    /// Cards of the last shuffle that have not been visible since.
    pub shuffled: CardSet,
    /// Number of cards of each hand that are among these.
    pub drawn: BySeat<u8>,
}

impl State {
    /// Returns the seat to act.
    #[inline]
    pub(super) fn actors(&self) -> SeatSet {
        match self.stage {
            Stage::Draw(seat) | Stage::Discard { seat, .. } => SeatSet::only(seat),
            Stage::Shuffle(_) | Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Passes every card of the deal to `count` and checks the invariants of the hands.
    pub(super) fn audit(&self, count: &mut dyn FnMut(Card)) {
        let Self { hands, stock, discards, memory, .. } = self;
        hands.iter().for_each(|(_, hand)| hand.iter().for_each(&mut *count));
        stock.as_slice().iter().chain(discards.as_slice()).for_each(|card| count(*card));
        let drawer = match self.stage {
            Stage::Discard { seat, .. } => Some(seat),
            _ => None,
        };
        for (seat, hand) in hands.iter() {
            let held = match (self.standing.playing.contains(seat), drawer == Some(seat)) {
                (false, _) => 0,
                (true, drawn) => 3 + u8::from(drawn),
            };
            assert_eq!(hand.len(), held, "three cards each, and one more after the draw");
            assert!(hand.contains_all(memory.taken[seat]), "openly taken cards are still held");
            let fresh = hand & memory.shuffled;
            assert_eq!(fresh.len(), memory.drawn[seat], "a hand holds as many shuffled cards as it drew");
        }
    }
}
