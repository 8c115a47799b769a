//! State of a deal.

use super::bidding::SharedReading;
use super::{Auction, Options, Play, Side, Standing};
use cards::{Card, CardSet, SeatSet};
use dds::Direction;

/// One deal of bridge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: rules of the match.
    pub options: Options,
    /// Public: the score before this deal.
    pub standing: Standing,
    /// Remaining cards of each hand, visible to its owner. Dummy and hands for which `is_open`
    /// holds are public.
    pub hands: [CardSet; 4],
    /// Public: the auction.
    pub auction: Auction,
    /// Public: the play, after the auction led to a contract.
    pub play: Option<Play>,
    /// Public: a claim that waits for answers.
    pub claim: Option<Claim>,
    /// Public: whether a claim was refused since the last card. (BR-S15)
    pub claim_refused: bool,
    /// Public: hands that are open because of a claim. (BR-S15)
    pub faced: [bool; 4],
    /// Public: whether the deal is over.
    pub over: bool,
    /// Public: cache of the meanings of the calls.
    pub reading: SharedReading,
}

/// Claim of a number of the remaining tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The claimant: declarer or a defender.
    pub by: Direction,
    /// Number of incomplete tricks claimed for the claimant's side.
    pub tricks: u8,
    /// Seats that have not answered yet.
    pub unanswered: SeatSet,
}

impl State {
    /// Whether the hand is public.
    #[must_use]
    pub fn is_open(&self, hand: Direction) -> bool {
        let dummy = self.play.filter(Play::has_begun).map(|play| play.dummy());
        self.over || self.faced[hand as usize] || dummy == Some(hand) // BR-R5
    }

    /// Returns the thirteen cards that each hand was dealt.
    #[must_use]
    pub fn dealt(&self) -> [CardSet; 4] {
        let mut hands = self.hands;
        // Two loops take half the time of one combined loop.
        for trick in self.play.iter().flat_map(Play::tricks) {
            for (hand, card) in trick.by_hand() {
                hands[hand as usize].insert(card);
            }
        }
        hands
    }

    /// Passes every card of the deal to `count`.
    ///
    /// # Panics
    ///
    /// Panics if the size of a hand does not match the play, or if the tricks do not add up.
    pub(super) fn audit(&self, count: &mut dyn FnMut(Card)) {
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
