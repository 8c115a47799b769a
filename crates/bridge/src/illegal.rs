//! Reasons why an action is illegal.

use super::call::Bid;
use cards::{Card, CardSet};
use dds::Direction;

engine::illegal! {
    /// Reason why an action is illegal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Illegal {
        AuctionOver = "auction-over" ("BR-R4"), "the auction is over";
        Insufficient { bid: Bid => in_symbols, last: Bid => in_symbols } = "insufficient" ("BR-R2"),
            "{bid} is not enough: the last bid is {last}";
        NothingToDouble = "nothing-to-double" ("BR-S5"), "only the opponents' last bid can be doubled, and only once";
        NothingToRedouble = "nothing-to-redouble" ("BR-S5"),
            "only a double by the opponents can be redoubled, and only once";
        AuctionGoesOn { card: Card } = "auction-goes-on" ("BR-R4"),
            "the auction is not over: {card} cannot be played yet";
        NotHeld { hand: Direction, card: Card } = "hand-lacks" ("BR-R5"),
            "it is {hand}'s turn, who does not hold {card}";
        MustFollow { hand: Direction, card: Card, instead: CardSet } = "must-follow" ("BR-R6"),
            "{card} does not follow suit: {hand} has {instead}";
        ClaimWaits = "claim-waits" ("BR-S15"), "a claim waits for an answer: accept or refuse it";
        NoClaim = "no-claim" ("BR-S15"), "there is no claim to answer";
        TooEarlyToClaim = "too-early-to-claim" ("BR-S15"),
            "one claims after the opening lead, when dummy lies open";
        ClaimRefused = "claim-refused" ("BR-S15"), "the last claim was refused: play a card first";
        TooManyClaimed { tricks: u8, left: u8 } = "too-many-claimed" ("BR-S15"),
            "no more tricks can be claimed than are left: {left}, not {tricks}";
    }
}
