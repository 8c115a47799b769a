//! What Sharks of Wall Street says. Capital is written by its values, the highest first; Investments and Tools by their
//! ids, which the game's card sets explain.

use super::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct SharksView {
    // The name of the card set.
    set: String,
    // Round and auction, from 1.
    round: u8,
    auction: u8,
    // Who starts the auction, or has won it.
    starter: Seat,
    stage: SharksStage,
    // Whose turn it is; null while several are asked.
    turn: Option<Seat>,
    // How many Capital cards are to be discarded.
    give: Option<u8>,
    hands: Vec<CapitalHand>,
    // What everybody knows to be in the hands, from bids that were taken back.
    shown: Vec<Vec<u8>>,
    tools: Vec<ToolHand>,
    // The Tools this viewer knows others to hold, because they were taken from him.
    traced: Vec<HeldTool>,
    // From left to right; null where a lot is gone.
    row: Vec<Option<Share>>,
    portfolios: Vec<Vec<Share>>,
    // What the Investments that lie face up are worth.
    values: Vec<i32>,
    discarded: Vec<Share>,
    // What lies on the table as bids.
    bids: Vec<Vec<u8>>,
    highest: Option<Seat>,
    passed: Vec<Seat>,
    // Who has had the turn for a Tool after this auction.
    acted: Vec<Seat>,
    // The Tool that was played and is not done with.
    played: Option<PlayedTool>,
    // Who has answered, while answers are sealed; and what this viewer has answered, as actions write it.
    answered: Vec<Seat>,
    answer: Option<String>,
    capital_stock: u8,
    capital_discards: Vec<u8>,
    tool_stock: u8,
    tool_discards: Vec<String>,
    investment_stock: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum SharksStage {
    Bid,
    Flip,
    Tool,
    React,
    Give,
    Shuffle,
    Over,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum CapitalHand {
    Open(Vec<u8>),
    Closed(u8),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum ToolHand {
    Open(Vec<String>),
    Closed(u8),
}

/// An Investment; null if this viewer does not know which. `seen`: who has looked at it while it lay face down.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Share {
    investment: Option<String>,
    up: bool,
    seen: Vec<Seat>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct HeldTool {
    seat: Seat,
    tool: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub(in super::super) enum Choice {
    First,
    Second,
}

/// A Tool that was played. `chain`: the reactions, each to the one before it.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct PlayedTool {
    seat: Seat,
    tool: String,
    choice: Option<Choice>,
    // As actions write them: own.2, 3.1, row.5, seat.3.
    targets: Vec<String>,
    paid: Vec<u8>,
    chain: Vec<HeldTool>,
}

/// Where an Investment lies: in the portfolio of a seat, or in the row (null). Places count from 1.
#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SharePlace {
    seat: Option<Seat>,
    place: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in super::super) struct SharksDetail {
    investments: Vec<u8>,
    value: Vec<i32>,
    capital_left: Vec<i32>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(in super::super) enum SharksEvent {
    Dealt { seat: Seat, capital: CapitalHand, tools: ToolHand },
    RoundBegan { round: u8 },
    RowLaid { row: Vec<Option<Share>> },
    AuctionBegan { auction: u8, starter: Seat },
    Bid { seat: Seat, cards: Vec<u8>, total: u16 },
    // In an auction or in the Tool Phase.
    Passed { seat: Seat },
    Won { seat: Seat, paid: Vec<u8>, lot: [Option<Share>; 2] },
    TookBack { seat: Seat, cards: Vec<u8> },
    Unsold { lot: [Option<Share>; 2] },
    TurnedUp { place: SharePlace, investment: String },
    TurnedDown { place: SharePlace, investment: String },
    Bonus { seat: Seat, investment: String },
    // Null for others than the one who drew.
    DrewCapital { seat: Seat, value: Option<u8> },
    DrewTool { seat: Seat, tool: Option<String> },
    Gave { seat: Seat, cards: Vec<u8> },
    PlayedTool { seat: Seat, tool: String, choice: Option<Choice>, targets: Vec<String>, paid: Vec<u8> },
    Answered { seat: Seat },
    Reacted { seat: Seat, tool: String },
    Settled { seat: Seat, tool: String, cancelled: bool, reactions: u8 },
    DiscardedInvestment { seat: Seat, place: SharePlace, share: Share },
    TookInvestment { seat: Seat, place: SharePlace, share: Share },
    // Each is told with where it lies now.
    Exchanged { seat: Seat, places: [SharePlace; 2], shares: [Share; 2] },
    Looked { seat: Seat, place: SharePlace, share: Share },
    // Null for others than these two.
    TookTool { seat: Seat, from: Seat, tool: Option<String> },
    Reshuffled { part: String, cards: u8 },
    Ended { detail: SharksDetail, capital: Vec<Vec<u8>>, tools: Vec<Vec<String>> },
}
