//! What happened.

use super::action::{Choice, Target};
use super::counts::{Capital, Hand, Tools};
use super::state::{ROW, Share, as_tool, of_tool};
use super::{Card, score::Detail};
use cards::{BySeat, Seat};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SharksEvent"))]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(
    clippy::large_enum_variant,
    reason = "an event is told and gone; on the heap it would have to be made first"
)]
pub enum Event {
    /// Cards were dealt; others see how many.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The Capital.
        #[cfg_attr(feature = "wire", ts(inline))]
        capital: Hand<Capital>,
        /// The Tools.
        #[cfg_attr(feature = "wire", ts(inline))]
        tools: Hand<Tools>,
    },
    /// A round began.
    RoundBegan {
        /// Which, from 1.
        round: u8,
    },
    /// Six Investments were laid out.
    RowLaid {
        /// From left to right.
        #[cfg_attr(feature = "wire", ts(as = "Vec<Option<Share>>"))]
        row: [Option<Share>; ROW],
    },
    /// An auction began.
    AuctionBegan {
        /// Which of the round, from 1.
        auction: u8,
        /// Who starts it.
        starter: Seat,
    },
    /// A bid was made.
    Bid {
        /// By whom.
        seat: Seat,
        /// The cards.
        cards: Capital,
        /// What they are worth.
        total: u16,
    },
    /// Somebody passed, in an auction or in the Tool Phase.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A lot was won.
    Won {
        /// By whom.
        seat: Seat,
        /// For what.
        paid: Capital,
        /// The lot.
        lot: [Option<Share>; 2],
    },
    /// A bid that did not win was taken back.
    TookBack {
        /// By whom.
        seat: Seat,
        /// The cards.
        cards: Capital,
    },
    /// Nobody wanted a lot.
    Unsold {
        /// The lot.
        lot: [Option<Share>; 2],
    },
    /// An Investment was turned up.
    TurnedUp {
        /// Where.
        location: Location,
        /// Which.
        investment: Card,
    },
    /// An Investment was turned down.
    TurnedDown {
        /// Where.
        location: Location,
        /// Which.
        investment: Card,
    },
    /// An Investment brings its bonus.
    Bonus {
        /// Whose.
        seat: Seat,
        /// Which.
        investment: Card,
    },
    /// A Capital card was drawn.
    DrewCapital {
        /// By whom.
        seat: Seat,
        /// Its value; others do not see it.
        value: Option<u8>,
    },
    /// A Tool was drawn.
    DrewTool {
        /// By whom.
        seat: Seat,
        /// Which; others do not see it.
        tool: Option<Card>,
    },
    /// Capital was discarded because a card says so.
    Gave {
        /// By whom.
        seat: Seat,
        /// The cards.
        cards: Capital,
    },
    /// A Tool was played and paid for.
    PlayedTool {
        /// By whom.
        seat: Seat,
        /// Which.
        #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        tool: u8,
        /// Which effect, if there is a choice.
        choice: Option<Choice>,
        /// What it aims at, in order, as actions write it.
        targets: Targets,
        /// What was paid.
        paid: Capital,
    },
    /// Somebody has said whether they react; nobody else knows what.
    Answered {
        /// Who.
        seat: Seat,
    },
    /// Somebody reacted.
    Reacted {
        /// Who.
        seat: Seat,
        /// With which Tool.
        #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        tool: u8,
    },
    /// Nobody reacts any more: the Tool does what it does, or is cancelled.
    Settled {
        /// Who played it.
        seat: Seat,
        /// Which.
        #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        tool: u8,
        /// Whether it is cancelled.
        cancelled: bool,
        /// How many reactions were laid on it, each on the one before.
        reactions: u8,
    },
    /// An Investment was discarded.
    DiscardedInvestment {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        location: Location,
        /// Which.
        share: Share,
    },
    /// An Investment was taken.
    TookInvestment {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        location: Location,
        /// Which.
        share: Share,
    },
    /// Two Investments changed places; each is told where it lies now.
    Exchanged {
        /// By whom.
        seat: Seat,
        /// The places.
        locations: [Location; 2],
        /// The Investments.
        shares: [Share; 2],
    },
    /// Somebody looked at a face-down Investment.
    Looked {
        /// Who.
        seat: Seat,
        /// Where it lies.
        location: Location,
        /// Which; others do not see it.
        share: Share,
    },
    /// A Tool was taken at random.
    TookTool {
        /// By whom.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// Which; only these two see it.
        tool: Option<Card>,
    },
    /// Discards were shuffled into a new stock.
    Reshuffled {
        /// The name of the deck.
        part: Part,
        /// How many cards.
        cards: u8,
    },
    /// The game is over: everything is shown.
    Ended {
        /// What everybody has.
        detail: Detail,
        /// The Capital left.
        capital: BySeat<Capital>,
        /// The Tools left.
        tools: BySeat<Tools>,
    },
}

/// The decks that are shuffled anew, called as records call them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// Capital.
    Capital,
    /// Tools.
    Tool,
}

#[cfg(feature = "wire")]
cards::typescript_as!(Part, String);

/// Where an Investment lies: in the row, or in the portfolio of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Location {
    /// Whose portfolio; nobody's is the row.
    pub seat: Option<Seat>,
    /// The place there, from 1.
    pub index: u8,
}

impl Location {
    /// Where a target of `actor` lies.
    #[must_use]
    pub const fn of(actor: Seat, target: Target) -> Self {
        match target {
            Target::Own(index) => Self { seat: Some(actor), index },
            Target::Portfolio(seat, index) => Self { seat: Some(seat), index },
            Target::Row(index) => Self { seat: None, index },
            Target::Player(_) | Target::None => Self { seat: None, index: 0 },
        }
    }
}

/// The targets of a Tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets(pub(super) [Target; super::action::MAX_TARGETS]);

impl Targets {
    /// The targets there are, in order.
    pub fn iter(&self) -> impl Iterator<Item = Target> {
        self.0.into_iter().filter(|target| *target != Target::None)
    }
}

#[cfg(feature = "wire")]
cards::typescript_as!(Targets, Vec<String>);

impl Serialize for Targets {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Targets {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<Target>::deserialize(deserializer)?;
        let mut targets = [Target::None; super::action::MAX_TARGETS];
        let place = targets.get_mut(..listed.len());
        place
            .ok_or_else(|| serde::de::Error::custom("more targets than a Tool has"))?
            .copy_from_slice(&listed);
        Ok(Self(targets))
    }
}
