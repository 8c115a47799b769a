//! What a viewer knows, and worlds drawn from it.

use super::bidding::{Meaning, SharedReading};
use super::entry::Entry;
use super::layout::{Closed, lay_out};
use super::standing::Scored;
use super::{Auction, Call, Claim, Contract, Event, Mode, Options, Play, Side, Standing, State, score};
use cards::{Card, CardSet, Holding, Rng, Seat, SeatSet, Viewer};
use dds::Direction;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

/// What one viewer knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The rules.
    pub options: Options,
    /// The score before this deal.
    pub standing: Standing,
    /// What each hand still holds, as far as this viewer sees it.
    pub hands: [Holding; 4],
    /// Every call.
    pub auction: Auction,
    /// Every card played.
    pub play: Option<Play>,
    /// A claim that waits for answers.
    pub claim: Option<Claim>,
    /// Whether a claim was refused since the last card.
    pub claim_refused: bool,
    /// Whose cards lie open because they claimed.
    pub faced: [bool; 4],
    /// What the deal came to, once it is over.
    pub scored: Option<Scored>,
    /// What the calls mean, once somebody has asked.
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

    /// The cards this viewer has not seen: in hands that are closed.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let played: CardSet = self.play.as_ref().map_or(&[][..], Play::cards).iter().copied().collect();
        self.hands.iter().fold(CardSet::FULL - played, |unseen, hand| unseen - hand.known())
    }

    /// What is known of the hands that are closed: how many cards, and which suits they have shown to lack.
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

    /// The same with these cards in the closed hands.
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

/// What `viewer` is told of `event`: everything, but of hands that are dealt only how many cards.
pub(super) fn redact(event: Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { seat, hand } if !viewer.is(seat) => Event::Dealt { seat, hand: hand.close() },
        event => event,
    }
}

/// What a client is sent: the table as it lies, and the sheet as it is written, so that it needs no rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "BridgeView"))]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    /// What is played.
    #[cfg_attr(feature = "wire", ts(as = "Mode"))]
    pub mode: Cow<'static, str>,
    /// What each hand still holds.
    #[cfg_attr(feature = "wire", ts(as = "Vec<Holding>"))]
    pub hands: [Holding; 4],
    /// Who dealt.
    pub dealer: Seat,
    /// North and South, East and West.
    pub vulnerable: [bool; 2],
    /// The calls from the dealer on.
    pub auction: Vec<Call>,
    /// What each call says by the bidding system of the house, whoever made it.
    pub meanings: Vec<Meaning>,
    /// Whose hand is to call or to play, dummy's too.
    pub turn: Option<Seat>,
    /// The contract.
    pub contract: Option<Contract>,
    /// Who plays it.
    pub declarer: Option<Seat>,
    /// Declarer's partner.
    pub dummy: Option<Seat>,
    /// The tricks declarer's side needs.
    pub needed: Option<u8>,
    /// The tricks each side has taken.
    pub tricks: [u8; 2],
    /// The trick in progress.
    pub trick: SentTrick,
    /// The one before it, until the next card is led.
    pub last_trick: Option<SentTrick>,
    /// A claim that waits for answers.
    pub claim: Option<SentClaim>,
    /// Whether nobody bid.
    pub passed_out: bool,
    /// Whether the deal is over.
    pub over: bool,
    /// The score sheet.
    pub sheet: Sheet,
}

/// The cards of a trick.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Trick"))]
pub struct SentTrick {
    /// Who led.
    pub leader: Option<Seat>,
    /// The cards in the order of play.
    pub cards: Vec<Card>,
    /// Who has taken it.
    pub winner: Option<Seat>,
}

/// A claim that waits for answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Claim"))]
pub struct SentClaim {
    /// Who claims.
    pub by: Seat,
    /// How many of the tricks that are left.
    pub tricks: u8,
    /// Who has not answered.
    pub unanswered: SeatSet,
}

/// The score sheet: every entry, with what explains it. The lists of two are per side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// The games won.
    pub games: [u8; 2],
    /// What each side has below the line in the game in progress.
    pub part_scores: [i32; 2],
    /// All points.
    pub totals: [i32; 2],
    /// The deals.
    pub deals: Vec<SheetDeal>,
    /// The bonus for the rubber.
    pub rubber: Option<RubberBonus>,
}

/// The bonus for the rubber.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct RubberBonus {
    /// Whose.
    pub side: Side,
    /// How much.
    pub points: i32,
}

/// A deal on the sheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SheetDeal {
    /// The game it belongs to, from 1; the line is drawn between two games.
    pub game: u8,
    /// North and South, East and West.
    pub vulnerable: [bool; 2],
    /// The contract; none, if it was passed out.
    pub contract: Option<Contract>,
    /// Who played it.
    pub declarer: Option<Seat>,
    /// The tricks declarer's side took.
    pub tricks: Option<u8>,
    /// What was scored.
    pub entries: Vec<SheetEntry>,
}

/// An entry on the sheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SheetEntry {
    /// Its name for translations.
    pub category: Cow<'static, str>,
    /// Whose.
    pub side: Side,
    /// Whether it stands below the line.
    pub below: bool,
    /// How many tricks or honors; 12 or 13 for a slam.
    pub amount: u8,
    /// How much.
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
    /// The sheet with this deal on it, once it is over.
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
cards::typescript_as!(View, Sent);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sent().serialize(serializer)
    }
}

impl View {
    /// What a client is sent of it.
    #[must_use]
    pub fn sent(&self) -> Sent {
        let play = self.play.as_ref();
        let trick = play.map(Play::trick);
        let last_trick = play.and_then(|play| {
            let trick = play.last_trick()?;
            let winner = Some(play.winner(play.complete() - 1).into());
            Some(SentTrick { leader: Some(trick.leader.into()), cards: trick.cards.to_vec(), winner })
        });
        let mode: Mode = self.options.mode;
        Sent {
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
            trick: SentTrick {
                leader: trick.map(|trick| trick.leader.into()),
                cards: trick.map(|trick| trick.cards.to_vec()).unwrap_or_default(),
                winner: None,
            },
            last_trick,
            claim: self.claim.map(|claim| SentClaim {
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
