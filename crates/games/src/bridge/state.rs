//! Every card and every fact.

use super::bidding::SharedReading;
use super::{Auction, Options, Play, Side, Standing};
use cards::{Card, CardSet, SeatSet};
use dds::Direction;

/// One deal of bridge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the score before this deal.
    pub standing: Standing,
    /// What each hand still holds: seen by its owner; dummy's by all once it lies open, and any hand that `is_open`.
    pub hands: [CardSet; 4],
    /// Public: every call.
    pub auction: Auction,
    /// Public: the play, once the auction has led to a contract.
    pub play: Option<Play>,
    /// Public: a claim that waits for answers.
    pub claim: Option<Claim>,
    /// Public: whether a claim was refused since the last card. (BR-S15)
    pub claim_refused: bool,
    /// Public: whose cards lie open because they claimed. (BR-S15)
    pub faced: [bool; 4],
    /// Public: whether the deal is over.
    pub over: bool,
    /// Public: what the calls mean, once somebody has asked.
    pub reading: SharedReading,
}

/// A claim of the tricks that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who claims: declarer or a defender.
    pub by: Direction,
    /// How many of the tricks not complete, for their side.
    pub tricks: u8,
    /// Who has yet to answer.
    pub unanswered: SeatSet,
}

impl State {
    /// Whether everybody sees this hand.
    #[must_use]
    pub fn is_open(&self, hand: Direction) -> bool {
        let dummy = self.play.filter(Play::has_begun).map(|play| play.dummy());
        self.over || self.faced[hand as usize] || dummy == Some(hand) // BR-R5
    }

    /// The thirteen cards each hand was dealt.
    #[must_use]
    pub fn dealt(&self) -> [CardSet; 4] {
        let mut hands = self.hands;
        // Two loops take half the time of one over both.
        for trick in self.play.iter().flat_map(Play::tricks) {
            for (hand, card) in trick.by_hand() {
                hands[hand as usize].insert(card);
            }
        }
        hands
    }

    /// Hands every card, where it lies, to `count`.
    ///
    /// # Panics
    ///
    /// When a hand holds more or fewer cards than the play leaves it, or the tricks do not add up.
    pub(super) fn audit(&self, count: &mut impl FnMut(Card)) {
        let played: &[Card] = self.play.as_ref().map_or(&[], Play::cards);
        self.hands.iter().flat_map(|hand| hand.iter()).chain(played.iter().copied()).for_each(count);
        let turn = self.play.map_or(Direction::North, |play| play.turn());
        for hand in Direction::ALL {
            let behind = (turn as usize + 4 - hand as usize) % 4; // how many places before the turn
            let in_trick = behind != 0 && behind <= played.len() % 4;
            let left = 13 - played.len() / 4 - usize::from(in_trick);
            assert_eq!(
                usize::from(self.hands[hand as usize].len()),
                left,
                "{hand} holds as many as the play leaves"
            );
        }
        if let Some(play) = &self.play {
            let taken: u8 = Side::ALL.iter().map(|side| play.taken(*side)).sum();
            assert_eq!(taken, if self.over { super::play::TRICKS } else { play.complete() });
        }
    }
}
