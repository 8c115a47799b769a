//! State of a deal.

use super::melds::Melds;
use super::{Options, Standing};
use cards::{BySeat, Card, CardSet, Pile, Seat};
use serde::{Deserialize, Serialize};

/// One deal of Gin Rummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the score before this deal, and the rules.
    pub standing: Standing,
    /// Hands, each visible to its owner. After a seat goes out its hand is public and holds the
    /// deadwood. At the end both are.
    pub hands: BySeat<CardSet>,
    /// Public: the melds of each seat on the table, with the cards laid off on them.
    pub melds: BySeat<Melds>,
    /// The stock, secret except for its size. The top is drawn next.
    pub stock: Pile<31>,
    /// The pile. Every card was visible when it came; only the top is visible now.
    pub pile: Pile<32>,
    /// Cards that each seat took from the pile and has not shown since. They were visible when
    /// taken.
    pub taken: BySeat<CardSet>,
    /// Cards in the pile that each seat discarded, so that the opponent declined them. They were
    /// visible when discarded.
    pub discarded: BySeat<CardSet>,
    /// Public: first upcard of the deal.
    pub first_upcard: Card,
    /// Public: phase of the deal.
    pub phase: Phase,
    /// Public: the seat to act. `None` when the deal is over.
    pub turn: Option<Seat>,
    /// Public: the knock limit of the turn.
    pub limit: u8,
    /// Public: the card just taken from the pile in this turn.
    pub just_taken: Option<Card>,
    /// The face-down discard, visible to the knocker. Public when the deal is over.
    pub face_down: Option<Card>,
    /// Public: the seat that went out, and the way it did.
    pub knock: Option<Knock>,
    /// Public: number of actions in the deal.
    pub actions: u16,
}

impl State {
    /// Returns the rules of the match.
    #[inline]
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.standing.options
    }

    pub(super) fn audit(&self, count: &mut dyn FnMut(Card)) {
        for (_, hand) in self.hands.iter() {
            hand.iter().for_each(&mut *count);
        }
        for (_, melds) in self.melds.iter() {
            melds.iter().for_each(|meld| meld.iter().for_each(&mut *count));
        }
        self.stock.as_slice().iter().chain(self.pile.as_slice()).copied().for_each(&mut *count);
        self.face_down.into_iter().for_each(count);
    }
}

/// Phase of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinPhase"))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The first upcard is offered. (GR-S1)
    Offer,
    /// Both players declined the first upcard, so only the stock can be drawn. (GR-S1)
    StockOnly,
    /// The seat must draw from the stock or the pile.
    Draw,
    /// The seat must discard or go out.
    Discard,
    /// The last discard is offered, to go out with it or to pass. (GR-S9)
    LastDiscard,
    /// The last discard was taken, so the seat must go out. (GR-S9)
    GoOut,
    /// The seat may lay off cards after the knock. (GR-R6)
    LayOff,
    /// The deal is over.
    Over,
}

/// Way in which a seat went out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinKnock"))]
pub struct Knock {
    /// Seat that went out.
    pub seat: Seat,
    /// Kind of going out: a knock, gin or big gin.
    pub going: Going,
}

/// Kind of going out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinGoing"))]
#[serde(rename_all = "camelCase")]
pub enum Going {
    /// The hand has some deadwood.
    Knock,
    /// All ten cards of the hand are melded.
    Gin,
    /// All eleven cards of the hand are melded.
    BigGin,
}
