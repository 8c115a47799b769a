//! State of a game.

use super::action::{Play, Target};
use super::counts::{Capital, Tools};
use super::list::{List, Stock};
use super::sets::{MAX_CAPITAL, MAX_INVESTMENTS, MAX_TOOLS};
use super::{Card, Options};
use cards::{BySeat, Seat, SeatSet, Viewer};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of Investments in a row. (SH-R7)
pub const ROW: usize = 6;
/// Number of Investments that come into play: four rows. (SH-R2)
pub const MAX_SHARES: usize = 24;
/// Maximum number of reactions to one Tool, and of reaction cards in a card set.
pub(super) const MAX_REACTIONS: usize = 16;

/// One game of Sharks of Wall Street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Public: rules of the match.
    pub options: Options,
    /// Public: the seat before the first player.
    pub dealer: Seat,
    /// Public: number of the round, from 1.
    pub round: u8,
    /// Public: number of the auction in the round, from 0.
    pub auction: u8,
    /// Public: the first bidder of the auction, or its winner afterwards. (SH-R22)
    pub starter: Seat,
    /// Public: stage of the game.
    pub stage: Stage,
    /// Public: remaining tasks, the next one last.
    pub tasks: List<Task, 24>,
    /// Capital in hand, visible to its owner.
    pub hands: BySeat<Capital>,
    /// Public: Capital known to be in the hands, from bids taken back.
    pub shown: BySeat<Capital>,
    /// Public: the bids on the table.
    pub bids: BySeat<Capital>,
    /// Public: seats that passed in this auction.
    pub passed: SeatSet,
    /// Public: seat with the highest bid.
    pub highest: Option<Seat>,
    /// Public: seats that had their turn in this Tool Phase.
    pub acted: SeatSet,
    /// Tools in hand, visible to their owners.
    pub tools: BySeat<Tools>,
    /// Tools that were taken and are still held, known to the seats that lost them.
    pub poached: List<Poached, 16>,
    /// Investments to be auctioned in this round. Public except for hidden cards.
    pub row: [Option<Share>; ROW],
    /// Investments of the players, in order of arrival. Public except for hidden cards.
    pub owned: List<Owned, MAX_SHARES>,
    /// Investments discarded without bids or by effects. Public except for hidden cards.
    pub discarded: List<Share, MAX_SHARES>,
    /// Stock of Capital, secret except for its size.
    pub capital_stock: Stock<MAX_CAPITAL>,
    /// Public: discarded Capital.
    pub capital_discards: Capital,
    /// Stock of Tools, secret except for its size.
    pub tool_stock: Stock<MAX_TOOLS>,
    /// Public: discarded Tools.
    pub tool_discards: Tools,
    /// Stock of Investments, secret except for its size.
    pub investment_stock: Stock<MAX_INVESTMENTS>,
    /// Public: the Tool in progress.
    pub played: Option<Played>,
    /// Public: income still to be drawn by each seat at the start of a round.
    pub owed: BySeat<u8>,
}

/// Stage of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The seat must bid or pass.
    Bid(Seat),
    /// The seat must turn up a card of the third lot. (SH-R15)
    Flip(Seat),
    /// The seat must play a Tool or pass. (SH-R16)
    Tool(Seat),
    /// All seats asked give a sealed answer to a Tool. (SH-S11)
    Window(BySeat<Answer>),
    /// The seat must discard this number of Capital cards.
    Give(Seat, u8),
    /// A shuffle is due.
    Shuffle(Due),
    /// The game is over.
    Over,
    /// Tasks are in progress. No function returns a state in this stage.
    Busy,
}

/// Cards to shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Discarded Capital, into a new stock. (SH-S8)
    Capital,
    /// Discarded Tools, into a new stock.
    Tools,
    /// The Tools of `from`, of which `by` takes the first. (SH-S21)
    Hand {
        /// Seat that takes the Tool.
        by: Seat,
        /// The seat that loses the Tool.
        from: Seat,
    },
}

/// Answer in a reaction window.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Answer {
    /// The seat is not asked.
    #[default]
    NotAsked,
    /// The seat has not answered yet.
    Waiting,
    /// The seat does not react.
    Let,
    /// The seat reacts with this Tool.
    React(u8),
    /// The seat has answered, but this viewer does not know how.
    Sealed,
}

/// Task that the game still has to perform.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Task {
    /// The next auction starts.
    #[default]
    Auction,
    /// Players draw income, one card each in turn, from this seat on. (SH-R5, SH-S8)
    Income(Seat),
    /// Players refill their Tools. The number counts the seats already done. (SH-R6)
    Refill(u8),
    /// Six Investments are laid out. (SH-R7)
    LayRow,
    /// The seat draws this number of Capital cards.
    DrawCapital(Seat, u8),
    /// The seat draws this number of Tools.
    DrawTools(Seat, u8),
    /// The seat discards this number of Capital cards of its choice.
    Give(Seat, u8),
    /// The first seat takes a random Tool of the second.
    TakeTool(Seat, Seat),
    /// One effect of an Investment's bonus is performed.
    Bonus(Seat, u8, u8),
    /// One effect of the Tool in progress is performed.
    Effect(u8),
    /// The game continues after a lot has joined a portfolio.
    Awarded,
    /// The Tool Phase starts.
    Tools,
    /// The next player is asked for a Tool.
    NextTool,
    /// The Tool in progress is finished.
    ToolDone,
    /// The next auction or round follows.
    AuctionDone,
    /// Face-down Investments are turned up one by one. (SH-R25)
    Reveal,
}

/// Investment in play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// Number of the Investment in the card set; 0 if unknown to this viewer.
    pub investment: u8,
    /// Whether the Investment is face up.
    pub up: bool,
    /// Whether all players have seen the Investment.
    pub public: bool,
    /// Seats that have looked at the Investment.
    pub seen: SeatSet,
}

/// Investment in a portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Owned {
    /// Owner of the Investment.
    pub seat: Seat,
    /// Investment in the portfolio.
    pub share: Share,
}

/// Tool that a player knows another to hold, because it was taken from that player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Poached {
    /// Seat that lost the Tool.
    pub from: Seat,
    /// Seat that holds the Tool.
    pub by: Seat,
    /// Tool whose holder is known.
    pub tool: u8,
}

/// Tool in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Seat that played the Tool.
    pub seat: Seat,
    /// The Tool with the chosen effect, targets and payment.
    pub play: Play,
    /// The reactions, each to the one before.
    pub chain: List<Reaction, MAX_REACTIONS>,
}

/// Reaction to a Tool.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Reaction {
    /// Seat that reacted.
    pub seat: Seat,
    /// Tool used for the reaction.
    #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
    pub tool: u8,
}

pub(super) fn as_tool<S: Serializer>(tool: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    Card::Tool(*tool).serialize(serializer)
}

/// Deserializes a Tool from its id.
pub(super) fn of_tool<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match Card::deserialize(deserializer)? {
        Card::Tool(tool) => Ok(tool),
        Card::Capital(_) | Card::Investment(_) => Err(D::Error::custom("the card is not a Tool")),
    }
}

impl Share {
    /// Returns a card from the stock.
    pub(super) fn dealt(investment: u8, up: bool) -> Self {
        Self { investment, up, public: up, seen: SeatSet::EMPTY }
    }

    /// Turns the card, which makes it public.
    pub(super) fn turn(&mut self, up: bool) {
        self.up = up;
        self.public = true;
    }

    /// Returns the Investment as `viewer` sees it.
    #[must_use]
    pub fn hidden_from(self, viewer: Viewer) -> Self {
        let sees = self.public || matches!(viewer, Viewer::Seat(seat) if self.seen.contains(seat));
        if sees { self } else { Self { investment: 0, ..self } }
    }
}

/// An Investment; null if this viewer does not know it. `seen` lists the seats that looked at it
/// while it was face down.
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

/// Restores `public` from `up`, because the wire format omits former visibility.
impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SentShare { investment, up, seen } = SentShare::deserialize(deserializer)?;
        let investment = match investment {
            None => 0,
            Some(Card::Investment(number)) => number,
            Some(_) => return Err(D::Error::custom("the card is not an Investment")),
        };
        Ok(Self { investment, up, public: up, seen })
    }
}

impl State {
    /// Returns the seats to act.
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

    /// Returns the Investments of `seat`, in order of arrival.
    #[inline]
    pub fn portfolio(&self, seat: Seat) -> impl Iterator<Item = Share> {
        self.owned.as_slice().iter().filter(move |owned| owned.seat == seat).map(|owned| owned.share)
    }

    /// Returns the number of Investments of `seat`.
    #[must_use]
    #[inline]
    pub fn investments(&self, seat: Seat) -> u8 {
        self.portfolio(seat).count() as u8
    }

    /// Returns the number of face-up Investments of `seat`.
    #[must_use]
    #[inline]
    pub fn face_up(&self, seat: Seat) -> u8 {
        self.portfolio(seat).filter(|share| share.up).count() as u8
    }

    /// Returns the index in `owned` of the Investment of `seat` at place `index`, from 1.
    #[inline]
    pub(super) fn owned_at(&self, seat: Seat, index: u8) -> Option<usize> {
        let mut own = self.owned.as_slice().iter().enumerate().filter(|(_, owned)| owned.seat == seat);
        own.nth(usize::from(index).checked_sub(1)?).map(|(at, _)| at)
    }

    /// Returns the Investment at `target`, seen from `actor`.
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

    /// Returns the Investment at `target`, mutably.
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

    /// Returns all Investments in play.
    pub(super) fn shares(&self) -> impl Iterator<Item = Share> {
        let owned = self.owned.as_slice().iter().map(|owned| owned.share);
        self.row.iter().flatten().copied().chain(owned).chain(self.discarded.as_slice().iter().copied())
    }

    /// Returns the state as `viewer` knows it. Unknown cards have kind 0.
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

    /// Returns the Tools that `viewer` lost to `holder` and that `holder` still has.
    fn traced(&self, viewer: Viewer, holder: Seat) -> impl Iterator<Item = u8> {
        let poached = self.poached.as_slice().iter();
        poached.filter(move |one| viewer.is(one.from) && one.by == holder).map(|one| one.tool)
    }

    /// Passes every card of the game to `count` and checks the known cards.
    pub(super) fn audit(&self, count: &mut dyn FnMut(Card)) {
        for seat in Seat::all(self.options.seats) {
            let (hand, shown) = (self.hands[seat], self.shown[seat]);
            assert!(hand.contain(&shown), "shown cards are still held");
            hand.cards().chain(self.bids[seat].cards()).map(Card::Capital).for_each(&mut *count);
            let poached: Tools =
                self.poached.as_slice().iter().filter(|one| one.by == seat).map(|one| one.tool).collect();
            assert!(
                poached.kinds().all(|(tool, _)| self.tools[seat].of(tool) > 0),
                "taken Tools are still held"
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
