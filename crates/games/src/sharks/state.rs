//! Every card and every fact.

use super::action::{Play, Target};
use super::counts::{Capital, Tools};
use super::list::{List, Stock};
use super::sets::{MAX_CAPITAL, MAX_INVESTMENTS, MAX_TOOLS};
use super::{Card, Options};
use cards::{BySeat, Seat, SeatSet, Viewer};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Investments in a row. (SH-R7)
pub const ROW: usize = 6;
/// Investments that come into play: four rows. (SH-R2)
pub const MAX_SHARES: usize = 24;
/// Reactions to one Tool at most: a set has no more of them.
pub(super) const MAX_REACTIONS: usize = 16;

/// One game of Sharks of Wall Street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: the rules.
    pub options: Options,
    /// Public: the seat before the first player.
    pub dealer: Seat,
    /// Public: which round, from 1.
    pub round: u8,
    /// Public: which auction of the round, from 0.
    pub auction: u8,
    /// Public: who starts the auction, or has won it. (SH-R22)
    pub starter: Seat,
    /// Public: what the game is waiting for.
    pub stage: Stage,
    /// Public: what is still to be done, the last first.
    pub tasks: List<Task, 24>,
    /// Seen by their owners.
    pub hands: BySeat<Capital>,
    /// Public: what everybody knows to be in the hands, from bids that were taken back.
    pub shown: BySeat<Capital>,
    /// Public: what lies on the table as bids.
    pub bids: BySeat<Capital>,
    /// Public: who has passed in this auction.
    pub passed: SeatSet,
    /// Public: who has bid the most.
    pub highest: Option<Seat>,
    /// Public: who has had the turn for a Tool in this Tool Phase.
    pub acted: SeatSet,
    /// Seen by their owners.
    pub tools: BySeat<Tools>,
    /// Seen by those who lost them: Tools that were taken and are held since.
    pub poached: List<Poached, 16>,
    /// Public but for its hidden cards: the Investments to be auctioned in this round.
    pub row: [Option<Share>; ROW],
    /// Public but for its hidden cards: the Investments of the players, each player's in the order they came.
    pub owned: List<Owned, MAX_SHARES>,
    /// Public but for its hidden cards: the Investments that nobody wanted.
    pub discarded: List<Share, MAX_SHARES>,
    /// Secret, but for its size.
    pub capital_stock: Stock<MAX_CAPITAL>,
    /// Public.
    pub capital_discards: Capital,
    /// Secret, but for its size.
    pub tool_stock: Stock<MAX_TOOLS>,
    /// Public.
    pub tool_discards: Tools,
    /// Secret, but for its size.
    pub investment_stock: Stock<MAX_INVESTMENTS>,
    /// Public: the Tool that was played and is not done with.
    pub played: Option<Played>,
    /// Public: the Capital still to be drawn by each at the start of a round.
    pub owed: BySeat<u8>,
}

/// What a game is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This seat is to bid or to pass.
    Bid(Seat),
    /// This seat is to turn up a card of the third lot. (SH-R15)
    Flip(Seat),
    /// This seat is to play a Tool or to pass. (SH-R16)
    Tool(Seat),
    /// Everybody asked says whether they react, sealed. (SH-S11)
    Window(BySeat<Answer>),
    /// This seat is to discard so many Capital cards.
    Give(Seat, u8),
    /// The house is to shuffle.
    Shuffle(Due),
    /// Nothing: the game is over.
    Over,
    /// Nobody: tasks are being done. No state is left so.
    Busy,
}

/// What the house is to shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The discarded Capital, into a new stock. (SH-S8)
    Capital,
    /// The discarded Tools, into a new stock.
    Tools,
    /// The Tools of `from`, of which `by` takes the first. (SH-S21)
    Hand {
        /// Who takes.
        by: Seat,
        /// Who loses.
        from: Seat,
    },
}

/// What somebody said in a window.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Answer {
    /// Was not asked.
    #[default]
    NotAsked,
    /// Has not answered.
    Waiting,
    /// Lets it pass.
    Let,
    /// Reacts with this Tool.
    React(u8),
    /// Has answered, and this viewer does not know what.
    Sealed,
}

/// Something that is still to be done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Task {
    /// Begin the auction.
    #[default]
    Auction,
    /// Everybody draws the Capital still owed, one card each in turn, this seat first. (SH-R5, SH-S8)
    Income(Seat),
    /// Everybody has Tools again; so many seats have been seen to. (SH-R6)
    Refill(u8),
    /// Lay out six Investments. (SH-R7)
    LayRow,
    /// Draw so many Capital cards.
    DrawCapital(Seat, u8),
    /// Draw so many Tools.
    DrawTools(Seat, u8),
    /// Discard so many Capital cards of one's choice.
    Give(Seat, u8),
    /// The first takes a random Tool of the second.
    TakeTool(Seat, Seat),
    /// This effect of the Investment's bonus.
    Bonus(Seat, u8, u8),
    /// This effect of the Tool that was played.
    Effect(u8),
    /// The lot is in its owner's portfolio.
    Awarded,
    /// Begin the Tool Phase.
    Tools,
    /// Ask the next player for a Tool.
    NextTool,
    /// The Tool is done with.
    ToolDone,
    /// Go on to the next auction or round.
    AuctionDone,
    /// Turn up what is still down, one by one. (SH-R25)
    Reveal,
}

/// An Investment that has come into play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// Its number; 0 if this viewer does not know it.
    pub investment: u8,
    /// Whether it lies face up.
    pub up: bool,
    /// Whether everybody has seen it.
    pub public: bool,
    /// Who has looked at it.
    pub seen: SeatSet,
}

/// An Investment in a portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Owned {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub share: Share,
}

/// A Tool that somebody knows another to hold, because it was taken from them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Poached {
    /// Who lost it.
    pub from: Seat,
    /// Who holds it.
    pub by: Seat,
    /// Which.
    pub tool: u8,
}

/// A Tool that was played and is not done with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// By whom.
    pub seat: Seat,
    /// How.
    pub play: Play,
    /// The reactions, each to the one before it.
    pub chain: List<Reaction, MAX_REACTIONS>,
}

/// A reaction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Reaction {
    /// Whose.
    pub seat: Seat,
    /// With which Tool.
    #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
    pub tool: u8,
}

pub(super) fn as_tool<S: Serializer>(tool: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    Card::Tool(*tool).serialize(serializer)
}

/// Reads a Tool by its name.
pub(super) fn of_tool<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match Card::deserialize(deserializer)? {
        Card::Tool(tool) => Ok(tool),
        Card::Capital(_) | Card::Investment(_) => Err(D::Error::custom("this is no Tool")),
    }
}

impl Share {
    /// A card from the stock.
    pub(super) fn dealt(investment: u8, up: bool) -> Self {
        Self { investment, up, public: up, seen: SeatSet::EMPTY }
    }

    /// Turns it.
    pub(super) fn turn(&mut self, up: bool) {
        self.up = up;
        self.public = true;
    }

    /// The same as `viewer` sees it.
    #[must_use]
    pub fn hidden_from(self, viewer: Viewer) -> Self {
        let sees = self.public || matches!(viewer, Viewer::Seat(seat) if self.seen.contains(seat));
        if sees { self } else { Self { investment: 0, ..self } }
    }
}

/// An Investment; null if this viewer does not know which. `seen`: who has looked at it while it lay face down.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Share"))]
struct SentShare {
    investment: Option<Card>,
    up: bool,
    seen: SeatSet,
}

#[cfg(feature = "wire")]
cards::typescript_as!(Share, SentShare);

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let investment = (self.investment > 0).then_some(Card::Investment(self.investment));
        SentShare { investment, up: self.up, seen: self.seen }.serialize(serializer)
    }
}

/// Whether it lay face up before is not sent.
impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SentShare { investment, up, seen } = SentShare::deserialize(deserializer)?;
        let investment = match investment {
            None => 0,
            Some(Card::Investment(number)) => number,
            Some(_) => return Err(D::Error::custom("this is no Investment")),
        };
        Ok(Self { investment, up, public: up, seen })
    }
}

impl State {
    /// Who may act now.
    #[inline]
    pub(super) fn actors(&self) -> SeatSet {
        match &self.stage {
            Stage::Bid(seat) | Stage::Flip(seat) | Stage::Tool(seat) | Stage::Give(seat, _) => {
                SeatSet::only(*seat)
            }
            Stage::Window(answers) => answers
                .iter()
                .filter(|(_, answer)| *answer == Answer::Waiting)
                .map(|(seat, _)| seat)
                .collect(),
            Stage::Shuffle(_) | Stage::Over | Stage::Busy => SeatSet::EMPTY,
        }
    }

    /// The Investments of `seat`, in the order they came.
    #[inline]
    pub fn portfolio(&self, seat: Seat) -> impl Iterator<Item = Share> {
        self.owned.as_slice().iter().filter(move |owned| owned.seat == seat).map(|owned| owned.share)
    }

    /// How many Investments `seat` has.
    #[must_use]
    #[inline]
    pub fn investments(&self, seat: Seat) -> u8 {
        self.portfolio(seat).count() as u8
    }

    /// How many of these lie face up.
    #[must_use]
    #[inline]
    pub fn face_up(&self, seat: Seat) -> u8 {
        self.portfolio(seat).filter(|share| share.up).count() as u8
    }

    /// Where the Investment of `seat` at `index`, from 1, stands in the list of all.
    #[inline]
    pub(super) fn owned_at(&self, seat: Seat, index: u8) -> Option<usize> {
        let mut own = self.owned.as_slice().iter().enumerate().filter(|(_, owned)| owned.seat == seat);
        own.nth(usize::from(index).checked_sub(1)?).map(|(at, _)| at)
    }

    /// What `actor` means by this target, if it is an Investment that is there.
    #[inline]
    pub(super) fn share_at(&self, actor: Seat, target: Target) -> Option<Share> {
        match target {
            Target::Own(index) => self.owned_at(actor, index).map(|at| self.owned.as_slice()[at].share),
            Target::Portfolio(seat, index) => {
                self.owned_at(seat, index).map(|at| self.owned.as_slice()[at].share)
            }
            Target::Row(index) => self.row.get(usize::from(index).checked_sub(1)?).copied().flatten(),
            Target::Player(_) | Target::None => None,
        }
    }

    /// The same, to be changed.
    pub(super) fn share_at_mut(&mut self, actor: Seat, target: Target) -> Option<&mut Share> {
        let (seat, index) = match target {
            Target::Own(index) => (actor, index),
            Target::Portfolio(seat, index) => (seat, index),
            Target::Row(index) => return self.row.get_mut(usize::from(index).checked_sub(1)?)?.as_mut(),
            Target::Player(_) | Target::None => return None,
        };
        let at = self.owned_at(seat, index)?;
        Some(&mut self.owned.as_mut_slice()[at].share)
    }

    /// Every Investment in play.
    pub(super) fn shares(&self) -> impl Iterator<Item = Share> {
        let owned = self.owned.as_slice().iter().map(|owned| owned.share);
        self.row.iter().flatten().copied().chain(owned).chain(self.discarded.as_slice().iter().copied())
    }

    /// The same state as `viewer` knows it: what is not known is kind 0.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Self {
        let mut seen = *self;
        let over = self.stage == Stage::Over;
        for seat in Seat::all(self.options.seats).filter(|seat| !viewer.is(*seat) && !over) {
            let (hand, shown) = (self.hands[seat], self.shown[seat]);
            seen.hands[seat] = shown.plus(Capital::unknown(hand.len() - shown.len()));
            let traced: Tools = self.traced(viewer, seat).collect();
            seen.tools[seat] = traced.plus(Tools::unknown(self.tools[seat].len() - traced.len()));
        }
        seen.poached = self.poached.as_slice().iter().filter(|one| viewer.is(one.from)).copied().collect();
        seen.row = self.row.map(|share| share.map(|share| share.hidden_from(viewer)));
        seen.owned.as_mut_slice().iter_mut().for_each(|owned| owned.share = owned.share.hidden_from(viewer));
        seen.discarded.as_mut_slice().iter_mut().for_each(|share| *share = share.hidden_from(viewer));
        seen.capital_stock = Stock::filled(0, self.capital_stock.len());
        seen.tool_stock = Stock::filled(0, self.tool_stock.len());
        seen.investment_stock = Stock::filled(0, self.investment_stock.len());
        if let Stage::Window(answers) = self.stage {
            seen.stage = Stage::Window(answers.map(|seat, answer| match answer {
                Answer::Let | Answer::React(_) if !viewer.is(seat) => Answer::Sealed,
                answer => answer,
            }));
        }
        seen
    }

    /// The Tools that `viewer` knows `holder` to hold, having lost them to that player.
    fn traced(&self, viewer: Viewer, holder: Seat) -> impl Iterator<Item = u8> {
        let poached = self.poached.as_slice().iter();
        poached.filter(move |one| viewer.is(one.from) && one.by == holder).map(|one| one.tool)
    }

    /// Hands every card, where it lies, to `count`.
    pub(super) fn audit(&self, count: &mut impl FnMut(Card)) {
        for seat in Seat::all(self.options.seats) {
            let (hand, shown) = (self.hands[seat], self.shown[seat]);
            assert!(hand.contain(&shown), "what was shown is still held");
            hand.cards().chain(self.bids[seat].cards()).map(Card::Capital).for_each(&mut *count);
            let poached: Tools =
                self.poached.as_slice().iter().filter(|one| one.by == seat).map(|one| one.tool).collect();
            assert!(
                poached.kinds().all(|(tool, _)| self.tools[seat].of(tool) > 0),
                "what was taken is still held"
            );
            self.tools[seat].cards().map(Card::Tool).for_each(&mut *count);
        }
        let discards = self.capital_discards.cards();
        self.capital_stock
            .as_slice()
            .iter()
            .copied()
            .chain(discards)
            .map(Card::Capital)
            .for_each(&mut *count);
        let discards = self.tool_discards.cards();
        self.tool_stock.as_slice().iter().copied().chain(discards).map(Card::Tool).for_each(&mut *count);
        let owned = self.owned.as_slice().iter().map(|owned| owned.share);
        let shares =
            self.row.into_iter().flatten().chain(owned).chain(self.discarded.as_slice().iter().copied());
        let stock = self.investment_stock.as_slice().iter().copied();
        shares.map(|share| share.investment).chain(stock).map(Card::Investment).for_each(count);
    }
}
