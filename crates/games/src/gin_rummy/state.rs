//! Every card and every fact.

use super::melds::Melds;
use super::{Options, Standing};
use cards::{BySeat, Card, CardSet, Pile, Seat};
use serde::{Deserialize, Serialize};

/// One deal of Gin Rummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the score before this deal, and the rules.
    pub standing: Standing,
    /// Seen by their owners: the cards in hand. Public once somebody has gone out: then of the knocker, and of both
    /// when the deal is over, what is left beside the melds.
    pub hands: BySeat<CardSet>,
    /// Public: the melds on the table, each with those who laid it down, and what was laid off on it.
    pub melds: BySeat<Melds>,
    /// Secret, but for its size. The top is drawn next.
    pub stock: Pile<31>,
    /// Everybody saw every card of it come and go; on the table only the top can be seen.
    pub pile: Pile<32>,
    /// Everybody saw it: the cards each took from the pile and has not shown since.
    pub taken: BySeat<CardSet>,
    /// Everybody saw it: the cards each has discarded that lie in the pile, so that the other has not wanted them.
    pub discarded: BySeat<CardSet>,
    /// Public: the card that was turned up after the deal.
    pub first_upcard: Card,
    /// Public: what the turn waits for.
    pub phase: Phase,
    /// Public: whose turn it is; nobody's when the deal is over.
    pub turn: Option<Seat>,
    /// Public: with how much the one whose turn it is may knock.
    pub limit: u8,
    /// Public: the card just taken from the pile in this turn.
    pub just_taken: Option<Card>,
    /// Seen by the knocker: the card discarded face down. Public when the deal is over.
    pub face_down: Option<Card>,
    /// Public: who went out, and how.
    pub knock: Option<Knock>,
    /// Public: how many actions the deal has taken.
    pub actions: u16,
}

impl State {
    /// The rules.
    #[inline]
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.standing.options
    }

    pub(super) fn audit(&self, count: &mut impl FnMut(Card)) {
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

/// What a turn waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinPhase"))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The first upcard is offered: to take or to leave. (GR-S1)
    Offer,
    /// Both left it: the stock is all there is. (GR-S1)
    StockOnly,
    /// A draw, from the stock or the pile.
    Draw,
    /// A discard, or going out.
    Discard,
    /// The last discard is offered: to go out with it at once, or to leave it. (GR-S9)
    LastDiscard,
    /// The last discard was taken to go out with it. (GR-S9)
    GoOut,
    /// Lay-offs against the knock. (GR-R6)
    LayOff,
    /// Nothing: the deal is over.
    Over,
}

/// Somebody went out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinKnock"))]
pub struct Knock {
    /// Who.
    pub seat: Seat,
    /// How.
    pub going: Going,
}

/// How somebody went out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GinGoing"))]
#[serde(rename_all = "camelCase")]
pub enum Going {
    /// With some deadwood.
    Knock,
    /// With ten cards melded.
    Gin,
    /// With eleven cards melded.
    BigGin,
}
