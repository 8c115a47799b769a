//! Events of a game of Sharks.

use super::action::{Choice, Target};
use super::counts::{Capital, Hand, Tools};
use super::state::{ROW, Share, as_tool, of_tool};
use super::{Card, score::Detail};
use cards::{BySeat, Seat};
use serde::{Deserialize, Serialize};

/// Event of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SharksEvent"))]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(
    clippy::large_enum_variant,
    reason = "an event is told and gone; on the heap it would have to be made first"
)]
pub enum Event {
    /// Cards were dealt. Other seats see only their number.
    Dealt {
        /// Seat that received the cards.
        seat: Seat,
        /// Dealt Capital.
        #[cfg_attr(feature = "wire", ts(inline))]
        capital: Hand<Capital>,
        /// Dealt Tools.
        #[cfg_attr(feature = "wire", ts(inline))]
        tools: Hand<Tools>,
    },
    /// A round began.
    RoundBegan {
        /// Number of the round, from 1.
        round: u8,
    },
    /// Six Investments were laid out.
    RowLaid {
        /// The row, from left to right.
        #[cfg_attr(feature = "wire", ts(as = "Vec<Option<Share>>"))]
        row: [Option<Share>; ROW],
    },
    /// An auction began.
    AuctionBegan {
        /// Number of the auction in the round, from 1.
        auction: u8,
        /// Seat that bids first.
        starter: Seat,
    },
    /// A bid was made.
    Bid {
        /// Seat that bid.
        seat: Seat,
        /// Cards of the whole bid.
        cards: Capital,
        /// Total value of the bid's cards.
        total: u16,
    },
    /// A seat passed, in an auction or in the Tool Phase.
    Passed {
        /// Seat that passed.
        seat: Seat,
    },
    /// A lot was won.
    Won {
        /// Seat that won the lot.
        seat: Seat,
        /// Capital paid for the lot.
        paid: Capital,
        /// Investments of the lot.
        lot: [Option<Share>; 2],
    },
    /// A losing bid went back to the hand.
    TookBack {
        /// Seat that took its bid back.
        seat: Seat,
        /// Cards of the bid.
        cards: Capital,
    },
    /// A lot was discarded without bids.
    Unsold {
        /// Investments of the discarded lot.
        lot: [Option<Share>; 2],
    },
    /// An Investment was turned up.
    TurnedUp {
        /// Location of the Investment.
        location: Location,
        /// Investment that was turned up.
        investment: Card,
    },
    /// An Investment was turned down.
    TurnedDown {
        /// Location of the Investment.
        location: Location,
        /// Investment that was turned down.
        investment: Card,
    },
    /// The bonus of an Investment is due.
    Bonus {
        /// Owner of the Investment.
        seat: Seat,
        /// Investment with the bonus.
        investment: Card,
    },
    /// A seat drew a Capital card.
    DrewCapital {
        /// Seat that drew the card.
        seat: Seat,
        /// Value of the drawn card, visible only to that seat.
        value: Option<u8>,
    },
    /// A seat drew a Tool.
    DrewTool {
        /// Seat that drew the Tool.
        seat: Seat,
        /// The Tool, visible only to that seat.
        tool: Option<Card>,
    },
    /// A seat discarded Capital because of an effect.
    Gave {
        /// Seat that discarded.
        seat: Seat,
        /// Discarded Capital.
        cards: Capital,
    },
    /// A Tool was played and paid for.
    PlayedTool {
        /// Seat that played the Tool.
        seat: Seat,
        /// Tool that was played.
        #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        tool: u8,
        /// The chosen effect, if there is a choice.
        choice: Option<Choice>,
        /// Targets of the Tool's effects, in order.
        targets: Targets,
        /// Capital paid for the Tool.
        paid: Capital,
    },
    /// A seat gave its sealed answer to a Tool.
    Answered {
        /// Seat that answered.
        seat: Seat,
    },
    /// A seat reacted.
    Reacted {
        /// Seat that reacted.
        seat: Seat,
        /// Tool used for the reaction.
        #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        tool: u8,
    },
    /// No more reactions follow: the Tool takes effect or is cancelled.
    Settled {
        /// Seat that played the Tool.
        seat: Seat,
        /// Tool that takes effect or is cancelled.
        #[serde(serialize_with = "as_tool", deserialize_with = "of_tool")]
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        tool: u8,
        /// Whether the Tool is cancelled.
        cancelled: bool,
        /// Number of reactions, each to the one before.
        reactions: u8,
    },
    /// An Investment was discarded.
    DiscardedInvestment {
        /// Seat that discarded the Investment.
        seat: Seat,
        /// Location of the Investment before.
        location: Location,
        /// Investment that was discarded.
        share: Share,
    },
    /// An Investment was taken.
    TookInvestment {
        /// Seat that took the Investment.
        seat: Seat,
        /// Location of the Investment before.
        location: Location,
        /// Investment that was taken.
        share: Share,
    },
    /// Two Investments changed places.
    Exchanged {
        /// Seat that exchanged the Investments.
        seat: Seat,
        /// Locations of the two Investments.
        locations: [Location; 2],
        /// The Investments, each at its new location.
        shares: [Share; 2],
    },
    /// A seat looked at a face-down Investment.
    Looked {
        /// Seat that looked.
        seat: Seat,
        /// Location of the Investment.
        location: Location,
        /// The Investment, visible only to that seat.
        share: Share,
    },
    /// A Tool was taken at random.
    TookTool {
        /// Seat that took the Tool.
        seat: Seat,
        /// Seat that lost the Tool.
        from: Seat,
        /// The Tool, visible only to these two seats.
        tool: Option<Card>,
    },
    /// Discards were shuffled into a new stock.
    Reshuffled {
        /// Deck whose discards were shuffled.
        part: Part,
        /// Number of cards.
        cards: u8,
    },
    /// The game ended, and everything is shown.
    Ended {
        /// Result of the game.
        detail: Detail,
        /// Capital left in each hand.
        capital: BySeat<Capital>,
        /// Tools left in each hand.
        tools: BySeat<Tools>,
    },
}

/// Deck that can be reshuffled, named as in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// Deck of Capital.
    Capital,
    /// Deck of Tools.
    Tool,
}

#[cfg(feature = "wire")]
cards::typescript_as!(Part, String);

/// Location of an Investment: the row, or the portfolio of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Location {
    /// Owner of the portfolio. `None` for the row.
    pub seat: Option<Seat>,
    /// Position of the Investment at the location, from 1.
    pub index: u8,
}

impl Location {
    /// Returns the location of a target of `actor`.
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

/// Targets of a Tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets(pub(super) [Target; super::action::MAX_TARGETS]);

impl Targets {
    /// Iterates over the targets, in order.
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
            .ok_or_else(|| serde::de::Error::custom("too many targets for a Tool"))?
            .copy_from_slice(&listed);
        Ok(Self(targets))
    }
}
