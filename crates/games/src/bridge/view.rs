//! What a viewer knows, and worlds drawn from it.

use super::bidding::Meaning;
use super::entry::Entry;
use super::layout::{Closed, lay_out};
use super::standing::Scored;
use super::{Auction, Claim, Contract, Event, Mode, Options, Play, Side, Standing, State, score};
use cards::{Card, CardSet, Holding, Rng, Seat, SeatSet, Viewer};
use dds::Direction;
use serde::{Serialize, Serializer};

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
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    mode: &'static str,
    hands: [Holding; 4],
    dealer: Seat,
    vulnerable: [bool; 2],
    auction: Vec<String>,
    /// What each call says by the bidding system of the house, whoever made it.
    said: Vec<Meaning>,
    /// Whose hand is to call or to play, dummy's too.
    turn: Option<Seat>,
    contract: Option<Contract>,
    declarer: Option<Seat>,
    dummy: Option<Seat>,
    /// The tricks declarer's side needs.
    needed: Option<u8>,
    tricks: [u8; 2],
    trick: SentTrick,
    last_trick: Option<SentTrick>,
    claim: Option<SentClaim>,
    passed_out: bool,
    over: bool,
    sheet: Sheet,
}

#[derive(Serialize)]
struct SentTrick {
    leader: Option<Seat>,
    cards: Vec<Card>,
    winner: Option<Seat>,
}

#[derive(Serialize)]
struct SentClaim {
    by: Seat,
    tricks: u8,
    unanswered: SeatSet,
}

/// The score sheet: every entry, with what explains it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sheet {
    games: [u8; 2],
    /// What each side has below the line in the game in progress.
    part_scores: [i32; 2],
    totals: [i32; 2],
    deals: Vec<SheetDeal>,
    rubber: Option<RubberBonus>,
}

#[derive(Serialize)]
struct RubberBonus {
    side: Side,
    points: i32,
}

#[derive(Serialize)]
struct SheetDeal {
    /// The game it belongs to, from 1; the line is drawn between two games.
    game: u8,
    vulnerable: [bool; 2],
    contract: Option<Contract>,
    declarer: Option<Seat>,
    tricks: Option<u8>,
    entries: Vec<SheetEntry>,
}

#[derive(Serialize)]
struct SheetEntry {
    category: &'static str,
    side: Side,
    below: bool,
    amount: u8,
    points: i32,
}

impl From<Entry> for SheetEntry {
    fn from(entry: Entry) -> Self {
        let Entry { category, side, amount, points } = entry;
        Self { category: category.name(), side, below: category.is_below(), amount, points }
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

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let play = self.play.as_ref();
        let trick = play.map(Play::trick);
        let last_trick = play.and_then(|play| {
            let trick = play.last_trick()?;
            let winner = Some(play.winner(play.complete() - 1).into());
            Some(SentTrick { leader: Some(trick.leader.into()), cards: trick.cards.to_vec(), winner })
        });
        let mode: Mode = self.options.mode;
        Sent {
            mode: mode.name(),
            hands: self.hands,
            dealer: self.standing.dealer.into(),
            vulnerable: self.standing.vulnerable(&self.options),
            auction: self.auction.calls().map(|(_, call)| call.to_string()).collect(),
            said: super::bot::reading(self).spoken().iter().map(|spoken| spoken.meaning).collect(),
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
        .serialize(serializer)
    }
}
