//! Views of bridge and their determinizations.

use super::bidding::{Meaning, SharedReading};
use super::entry::Entry;
use super::layout::{Closed, lay_out};
use super::standing::Scored;
use super::{Auction, Call, Claim, Contract, Event, Mode, Options, Play, Side, Standing, State, score};
use cards::{Card, CardSet, Holding, Rng, Seat, SeatSet, Viewer};
use dds::Direction;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

/// Knowledge of one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Rules of the match.
    pub options: Options,
    /// The score before this deal.
    pub standing: Standing,
    /// Remaining cards of each hand, as far as the viewer sees them.
    pub hands: [Holding; 4],
    /// Auction of the deal.
    pub auction: Auction,
    /// Card play of the deal. `None` during the auction.
    pub play: Option<Play>,
    /// A claim that waits for answers.
    pub claim: Option<Claim>,
    /// Whether a claim was refused since the last card.
    pub claim_refused: bool,
    /// Hands that are open because of a claim.
    pub faced: [bool; 4],
    /// The scored deal, at its end.
    pub scored: Option<Scored>,
    /// Cache of the meanings of the calls.
    pub reading: SharedReading,
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let seen = |hand: Direction| {
            let cards = Holding::Open(state.hands[hand as usize]);
            if viewer.is(hand.into()) || state.is_open(hand) { cards } else { cards.close() }
        };
        Self {
            options: state.options,
            standing: state.standing.clone(),
            hands: Direction::ALL.map(seen),
            auction: state.auction,
            play: state.play,
            claim: state.claim,
            claim_refused: state.claim_refused,
            faced: state.faced,
            scored: score::scored(state),
            reading: state.reading.clone(),
        }
    }

    /// Returns the cards that this viewer has not seen: those in closed hands.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let played: CardSet = self.play.as_ref().map_or(&[][..], Play::cards).iter().copied().collect();
        self.hands.iter().fold(CardSet::FULL - played, |unseen, hand| unseen - hand.known())
    }

    /// Returns the constraints of the closed hands: their sizes and shown voids.
    #[must_use]
    pub fn closed(&self) -> [Closed; 4] {
        Direction::ALL.map(|hand| match self.hands[hand as usize] {
            Holding::Open(_) => Closed::default(),
            Holding::Closed(count) => {
                let voids = self.play.as_ref().map(|play| play.voids(hand)).unwrap_or_default();
                Closed { count, voids }
            }
        })
    }

    /// Returns the state with these cards in the closed hands.
    #[must_use]
    pub fn with(&self, closed: &[CardSet; 4]) -> State {
        State {
            options: self.options,
            standing: self.standing.clone(),
            hands: Direction::ALL.map(|hand| match self.hands[hand as usize] {
                Holding::Open(cards) => cards,
                Holding::Closed(_) => closed[hand as usize],
            }),
            auction: self.auction,
            play: self.play,
            claim: self.claim,
            claim_refused: self.claim_refused,
            faced: self.faced,
            over: self.scored.is_some(),
            reading: self.reading.clone(),
        }
    }

    pub(super) fn determinize(&self, rng: &mut Rng) -> State {
        self.with(&lay_out(self.unseen(), &self.closed(), rng))
    }
}

/// Hides the cards of other hands from `viewer`.
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        event => event,
    }
}

/// Wire view of a deal, including the score sheet, so that clients need no rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "BridgeView"))]
#[serde(rename_all = "camelCase")]
pub struct WireView {
    /// Form of the match.
    #[cfg_attr(feature = "wire", ts(as = "Mode"))]
    pub mode: Cow<'static, str>,
    /// Remaining cards of each hand.
    #[cfg_attr(feature = "wire", ts(as = "Vec<Holding>"))]
    pub hands: [Holding; 4],
    /// Dealer of the deal.
    pub dealer: Seat,
    /// Vulnerability of North and South, and of East and West.
    pub vulnerable: [bool; 2],
    /// The calls, from the dealer on.
    pub auction: Vec<Call>,
    /// Meaning of each call in the bidding system, for every caller.
    pub meanings: Vec<Meaning>,
    /// The hand to call or to play, also dummy.
    pub turn: Option<Seat>,
    /// Contract of the deal, after the auction.
    pub contract: Option<Contract>,
    /// Declarer of the contract.
    pub declarer: Option<Seat>,
    /// Seat of dummy.
    pub dummy: Option<Seat>,
    /// Tricks that declarer's side needs.
    pub needed: Option<u8>,
    /// Tricks that each side has taken.
    pub tricks: [u8; 2],
    /// The current trick.
    pub trick: WireTrick,
    /// The trick before the current one, until the next lead.
    pub last_trick: Option<WireTrick>,
    /// A claim that waits for answers.
    pub claim: Option<WireClaim>,
    /// Whether the deal was passed out.
    pub passed_out: bool,
    /// Whether the deal is over.
    pub over: bool,
    /// The score sheet.
    pub sheet: Sheet,
}

/// Cards of a trick.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Trick"))]
pub struct WireTrick {
    /// Seat that leads to the trick.
    pub leader: Option<Seat>,
    /// The cards, in the order played.
    pub cards: Vec<Card>,
    /// The winner, if the trick is complete.
    pub winner: Option<Seat>,
}

/// Claim that waits for answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Claim"))]
pub struct WireClaim {
    /// Seat that claimed.
    pub by: Seat,
    /// Number of the remaining tricks claimed.
    pub tricks: u8,
    /// Seats that have not answered yet.
    pub unanswered: SeatSet,
}

/// Score sheet: every entry, with its explanation. Arrays of two have one element per side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// Games of the rubber that each side won.
    pub games: [u8; 2],
    /// Points of each side below the line in the current game.
    pub part_scores: [i32; 2],
    /// Points of each side in the match.
    pub totals: [i32; 2],
    /// Deals on the sheet.
    pub deals: Vec<SheetDeal>,
    /// The bonus for the rubber.
    pub rubber: Option<RubberBonus>,
}

/// Bonus for the rubber.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct RubberBonus {
    /// Side that receives the bonus.
    pub side: Side,
    /// Points of the bonus.
    pub points: i32,
}

/// Deal on the sheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SheetDeal {
    /// Number of the game in the rubber, from 1. A line on the sheet separates two games.
    pub game: u8,
    /// Vulnerability of North and South, and of East and West.
    pub vulnerable: [bool; 2],
    /// The contract. `None` if the deal was passed out.
    pub contract: Option<Contract>,
    /// Declarer of the deal.
    pub declarer: Option<Seat>,
    /// Tricks that declarer's side took.
    pub tricks: Option<u8>,
    /// Entries of the deal.
    pub entries: Vec<SheetEntry>,
}

/// Entry on the sheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SheetEntry {
    /// Category of the entry, the key of its text in translations.
    pub category: Cow<'static, str>,
    /// Side that receives the points.
    pub side: Side,
    /// Whether the entry is below the line.
    pub below: bool,
    /// Number of tricks or honors; 12 or 13 for a slam.
    pub amount: u8,
    /// Points of the entry.
    pub points: i32,
}

impl From<Entry> for SheetEntry {
    fn from(entry: Entry) -> Self {
        let Entry { category, side, amount, points } = entry;
        Self { category: Cow::Borrowed(category.name()), side, below: category.is_below(), amount, points }
    }
}

impl From<&Scored> for SheetDeal {
    fn from(deal: &Scored) -> Self {
        Self {
            game: deal.game,
            vulnerable: deal.vulnerable,
            contract: deal.played.map(|played| played.contract),
            declarer: deal.played.map(|played| played.declarer.into()),
            tricks: deal.played.map(|played| played.tricks),
            entries: deal.entries.iter().map(SheetEntry::from).collect(),
        }
    }
}

impl View {
    /// Returns the sheet, with this deal on it at its end.
    fn sheet(&self) -> Sheet {
        let after = self.scored.map(|deal| self.standing.after(&self.options, &deal).0);
        let standing = after.as_ref().unwrap_or(&self.standing);
        Sheet {
            games: standing.games,
            part_scores: standing.below,
            totals: standing.totals,
            deals: standing.sheet.iter().map(SheetDeal::from).collect(),
            rubber: standing.rubber.map(|(side, points)| RubberBonus { side, points }),
        }
    }

    fn turn(&self) -> Option<Direction> {
        match (&self.play, self.scored) {
            (_, Some(_)) => None,
            (Some(play), None) => Some(play.turn()),
            (None, None) => self.auction.caller(),
        }
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(View, WireView);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.wire_view().serialize(serializer)
    }
}

impl View {
    /// Returns the meaning of `call` in the bidding system, if it is made next.
    #[must_use]
    pub fn meaning(&self, call: Call) -> Meaning {
        super::bot::reading(self).meaning(call)
    }

    /// Returns the wire view.
    #[must_use]
    pub fn wire_view(&self) -> WireView {
        let play = self.play.as_ref();
        let trick = play.map(Play::trick);
        let last_trick = play.and_then(|play| {
            let trick = play.last_trick()?;
            let winner = Some(play.winner(play.complete() - 1).into());
            Some(WireTrick { leader: Some(trick.leader.into()), cards: trick.cards.to_vec(), winner })
        });
        let mode: Mode = self.options.mode;
        WireView {
            mode: Cow::Borrowed(mode.name()),
            hands: self.hands,
            dealer: self.standing.dealer.into(),
            vulnerable: self.standing.vulnerable(&self.options),
            auction: self.auction.calls().map(|(_, call)| call).collect(),
            meanings: super::bot::reading(self).calls().iter().map(|made| made.meaning).collect(),
            turn: self.turn().map(Seat::from),
            contract: play.map(Play::contract),
            declarer: play.map(|play| play.declarer().into()),
            dummy: play.map(|play| play.dummy().into()),
            needed: play.map(|play| play.contract().bid.level.tricks()),
            tricks: Side::ALL.map(|side| play.map_or(0, |play| play.taken(side))),
            trick: WireTrick {
                leader: trick.map(|trick| trick.leader.into()),
                cards: trick.map(|trick| trick.cards.to_vec()).unwrap_or_default(),
                winner: None,
            },
            last_trick,
            claim: self.claim.map(|claim| WireClaim {
                by: claim.by.into(),
                tricks: claim.tricks,
                unanswered: claim.unanswered,
            }),
            passed_out: self.auction.is_passed_out(),
            over: self.scored.is_some(),
            sheet: self.sheet(),
        }
    }
}
