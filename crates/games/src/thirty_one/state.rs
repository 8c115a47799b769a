//! Every card and every fact.

use super::{Options, Standing};
use cards::{BySeat, Card, CardSet, Pile, Seat, SeatSet};

/// One deal of Thirty-One.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the lives before this deal, and who plays in it.
    pub standing: Standing,
    /// Seen by their owners, and by everybody once the deal is over.
    pub hands: BySeat<CardSet>,
    /// Secret, but for its size. The top is drawn next.
    pub stock: Pile<52>,
    /// Public, to the last card: everybody saw them being discarded. The top is the upcard.
    pub discards: Pile<52>,
    /// Public: what can be remembered of cards that nobody sees any more.
    pub memory: Memory,
    /// Public: what the deal is waiting for.
    pub stage: Stage,
    /// Public: who has knocked.
    pub knocker: Option<Seat>,
    /// Public: how many turns have ended.
    pub turns: u16,
    /// Public: how many actions there have been.
    pub actions: u16,
    /// Public: how often the discards have been shuffled.
    pub reshuffles: u8,
}

/// What a deal is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This seat is to draw or to knock.
    Draw(Seat),
    /// This seat has drawn and is to discard.
    Discard {
        /// Who.
        seat: Seat,
        /// The upcard, if that is what was drawn.
        taken: Option<Card>,
    },
    /// This seat draws from a stock that is empty: the house is to shuffle.
    Shuffle(Seat),
    /// Nothing: the deal is over.
    Over(Showdown),
}

/// How a deal ended for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Showdown {
    /// How it ended.
    pub ending: Ending,
    /// What the hands are worth, in halves.
    pub halves: BySeat<u8>,
    /// Who holds 31.
    pub blitz: SeatSet,
    /// The lives each loses.
    pub lost: BySeat<u8>,
    /// Who is in afterwards.
    pub playing: SeatSet,
    /// Whether nobody loses because everybody would go out.
    pub spared: bool,
}

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ThirtyOneEnding"))]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// The turn came back to the knocker.
    Knock,
    /// Somebody had 31.
    Blitz,
    /// The stock was used up, or the deal would not end.
    Showdown,
}

/// What everybody at the table can remember of cards that nobody sees any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The cards of each hand that everybody saw being taken.
    pub taken: BySeat<CardSet>,
    /// Of the cards last shuffled into the stock, those that have not been seen since.
    pub shuffled: CardSet,
    /// How many cards of each hand are among these.
    pub drawn: BySeat<u8>,
}

impl State {
    /// Who may act now.
    #[inline]
    pub(super) fn actors(&self) -> SeatSet {
        match self.stage {
            Stage::Draw(seat) | Stage::Discard { seat, .. } => SeatSet::only(seat),
            Stage::Shuffle(_) | Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Hands every card, where it lies, to `count`.
    pub(super) fn audit(&self, count: &mut impl FnMut(Card)) {
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
            assert!(hand.contains_all(memory.taken[seat]), "what was taken is still held");
            let fresh = hand & memory.shuffled;
            assert_eq!(fresh.len(), memory.drawn[seat], "who drew from a shuffled stock holds its cards");
        }
    }
}
