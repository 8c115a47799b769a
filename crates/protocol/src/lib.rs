//! What a client and a table say to each other, wherever the table is kept: on a server, or in the page itself. `docs/protocol.md`
//! explains it; `web/src/house/wire.ts` is made from these types by a test, which fails when the two differ.
#![expect(missing_docs, reason = "docs/protocol.md explains every field")]

mod error;
mod history;
mod name;
mod new_table;
mod pace;
mod receipt;
mod refusal;
mod replay;
#[cfg(test)]
mod schema;
mod study;
mod time_control;
#[cfg(test)]
mod typescript;

pub use error::{ApiError, ErrorKind};
pub use history::{History, LINES, Told};
pub use name::plain_name;
pub use new_table::{BegunElsewhere, LONGEST_THOUGHT, NewChair, NewTable, Resolved};
pub use pace::Pace;
pub use receipt::{ParseReceiptError, Receipt};
pub use refusal::TableRefusal;
pub use replay::{Walked, walk};
pub use study::{
    BoardFile, BoardListed, CardTricks, CardsQuestion, ParContract, ParScore, PlayCost, Position, Question,
    TrickOnTable, Tricks,
};

pub use time_control::{TimeControl, TimeControlError};

use cards::{BySeat, Commitment, Nonce, Seat, SeatSet, Side};
use engine::{OptionValue, ScoreLine};
use house::{AnyGame, AnyMatch, Catalog, Day, DealScore, Frame};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// The version of the protocol.
pub const PROTOCOL: u32 = 2;

/// The longest message that is read.
pub const LONGEST: usize = 64 * 1024;

/// The bytes that most notices need.
const USUAL: usize = 960;

/// What a client sent and nobody can read: why not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this message cannot be read: {0}")]
pub struct Unreadable(pub String);

/// Reads what a client sent.
///
/// # Errors
///
/// When it is not JSON, or not of the form.
pub fn read<T: serde::de::DeserializeOwned>(text: &[u8]) -> Result<T, Unreadable> {
    // Serde would also take the fields in order, as an array; then nobody could ever add one.
    if text.trim_ascii_start().first() != Some(&b'{') {
        return Err(Unreadable("it must be one JSON object".into()));
    }
    serde_json::from_slice(text).map_err(|error| Unreadable(what_is_wrong(&error)))
}

/// Serde's sentences speak of types of this program, so they are told in words of the protocol.
fn what_is_wrong(error: &serde_json::Error) -> String {
    if error.classify() != serde_json::error::Category::Data {
        let (line, column) = (error.line(), error.column());
        return format!("it is not JSON, or nested too deeply: see line {line}, column {column}");
    }
    let message = error.to_string();
    // A field is named as the client wrote it, which may be long.
    let field: String = message.split('`').nth(1).unwrap_or_default().chars().take(40).collect();
    if message.starts_with("missing field") {
        format!("the field “{field}” is missing")
    } else if message.starts_with("unknown field") {
        format!("there is no field “{field}” in it")
    } else if message.starts_with("duplicate field") {
        format!("the field “{field}” is there twice")
    } else {
        "it is not of a form the protocol knows".into()
    }
}

/// What a client says on the socket.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(Serialize, TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Command {
    Hello {
        token: String,
        #[cfg_attr(test, ts(type = "2"))]
        protocol: u32,
    },
    Watch {
        table: String,
        /// The last receipt the client was given for this table.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
        receipt: Option<Receipt>,
        /// The commitment to the nonce the client would add to the shuffle.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
        nonce: Option<Commitment>,
    },
    /// The nonce that was committed to, for the seed of this commitment.
    Reveal {
        table: String,
        #[cfg_attr(test, ts(as = "String"))]
        nonce: Nonce,
        #[cfg_attr(test, ts(as = "String"))]
        commitment: Commitment,
        /// The commitment to another nonce, in case the opening begins again.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable, as = "Option<String>"))]
        next: Option<Commitment>,
    },
    Unwatch {
        table: String,
    },
    Sit {
        table: String,
        seat: Seat,
        name: String,
    },
    Play {
        table: String,
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        action: String,
        id: String,
    },
    /// What somebody typed, to be read as an action.
    #[serde(rename = "command")]
    Typed {
        table: String,
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        line: String,
        id: String,
    },
    Continue {
        table: String,
    },
    /// To play again with the same people, when the match is over.
    Rematch {
        table: String,
    },
    /// To let a bot play for somebody who has been away for long.
    Substitute {
        table: String,
        seat: Seat,
    },
    /// To agree that the match ends as it stands, or to take that back.
    End {
        table: String,
        agree: bool,
    },
    /// To give the match up.
    Resign {
        table: String,
    },
    /// To leave your chair; or, before the first deal, to free the chair of somebody else at a table you opened.
    Stand {
        table: String,
        seat: Seat,
    },
    /// To win against somebody who left, at a table of two sides.
    Claim {
        table: String,
    },
    /// To be told what the best bot makes of what one may do now: only of who plays against bots alone.
    Hint {
        table: String,
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        id: String,
    },
    /// To take back what one did last, as long as nothing hidden has been shown by it: only of who plays against bots alone.
    Undo {
        table: String,
        #[cfg_attr(test, ts(type = "number"))]
        version: u64,
        id: String,
    },
    /// To wait longer for somebody who left.
    Wait {
        table: String,
        seat: Seat,
    },
    /// To say a few words to the others.
    Say {
        table: String,
        phrase: Phrase,
    },
    // With braces, since serde would take no notice of further fields without them.
    Ping {},
}

/// What players may say to each other: each hears it in their own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    GoodGame,
    ThankYou,
    Sorry,
    OneMoment,
    Back,
    PlayAgain,
    Goodbye,
}

/// What the server says on the socket.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Notice<'a> {
    Hello {
        protocol: u32,
        server: &'a str,
    },
    Table {
        info: Box<TableInfo<'a>>,
        frame: &'a Frame,
        /// What has happened lately, oldest first.
        log: Vec<Happened<'a>>,
        /// How far the table has come. A table in the page itself, which nobody else keeps, gives none.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        receipt: Option<Receipt>,
    },
    Played {
        table: &'a str,
        seat: Seat,
        action: &'a str,
        #[cfg_attr(test, ts(as = "Vec<house::wire::Event>"))]
        events: &'a RawValue,
        frame: &'a Frame,
        /// How far the table has come. A table in the page itself, which nobody else keeps, gives none.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        receipt: Option<Receipt>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        id: Option<&'a str>,
    },
    /// A command that came before was accepted then, and the match came to this version.
    Accepted {
        table: &'a str,
        id: &'a str,
        #[cfg_attr(test, ts(type = "number"))]
        version: usize,
    },
    /// A sealed answer is kept: it is read, and told, when the window closes. Until then another may replace it.
    Sealed {
        table: &'a str,
        action: &'a str,
        id: &'a str,
    },
    Dealt {
        table: &'a str,
        #[cfg_attr(test, ts(as = "Vec<house::wire::Event>"))]
        events: &'a RawValue,
        frame: &'a Frame,
        /// How far the table has come. A table in the page itself, which nobody else keeps, gives none.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        receipt: Option<Receipt>,
    },
    /// Everybody has agreed, and the table counts: this long.
    Counting {
        table: &'a str,
        seat: Seat,
        millis: u32,
    },
    /// A fault of the software broke the deal: it is void, and dealt again unless that happens too often.
    Voided {
        table: &'a str,
        again: bool,
    },
    /// The match is opened: whoever has committed to a nonce is to reveal it.
    Opening {
        table: &'a str,
        /// The commitment to the seed.
        commitment: &'a str,
        /// The commitments to the nonces, in seat order.
        #[cfg_attr(test, ts(as = "Vec<Option<String>>"))]
        nonces: &'a [Option<Commitment>],
    },
    Chairs {
        table: &'a str,
        chairs: &'a [Chair],
        ready: SeatSet,
        ending: SeatSet,
    },
    /// The clocks of a table that has some: whenever one starts, stops or is set.
    Clocks {
        table: &'a str,
        clocks: &'a [PlayerClock],
    },
    /// What the best bot makes of what this viewer may do at this version, best first; a few of it.
    Hint {
        table: &'a str,
        id: &'a str,
        #[cfg_attr(test, ts(type = "number"))]
        version: usize,
        #[serde(flatten)]
        hint: &'a house::Hint,
    },
    /// Somebody wants to play again: there everybody of this table has their seat.
    Rematch {
        table: &'a str,
        next: &'a str,
        seat: Seat,
    },
    /// Somebody said a few words. It is told once, and kept nowhere.
    Said {
        table: &'a str,
        seat: Seat,
        phrase: Phrase,
    },
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        table: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        id: Option<&'a str>,
        #[serde(flatten)]
        error: ApiError,
    },
    Pong,
}

impl Notice<'_> {
    /// The message.
    pub fn write(&self) -> String {
        // Room for what most moves are told as, so that it need not grow on the way.
        let mut text = Vec::with_capacity(USUAL);
        serde_json::to_writer(&mut text, self).expect("a notice has string keys");
        String::from_utf8(text).expect("JSON is UTF-8")
    }
}

/// What happened at a table, as this viewer was told it.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Happened<'a> {
    /// The version the table came to by it.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
    pub deal: usize,
    #[cfg_attr(test, ts(as = "Vec<house::wire::Event>"))]
    pub events: &'a RawValue,
}

/// A score pad that is shared.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SharedPad<'a> {
    /// Its name in addresses.
    pub id: String,
    /// Another one after every change.
    pub tag: &'a str,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub pad: &'a RawValue,
}

/// Where friends in the same house find this server.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Reach {
    /// None, if only this machine does.
    pub address: Option<String>,
}

/// What a browser subscribes with to notices of this server: an uncompressed point of P-256, in base64url.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PushKey {
    pub key: String,
}

/// A device that wants to hear of its owner's turn, or does so no more.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(Serialize, TS))]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// Its address at a push service, as the browser was given it.
    pub endpoint: String,
}

/// A new table, and the seat of whoever opened it.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opened {
    pub table: String,
    pub seat: Seat,
}

/// Everything about a table but the match.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableInfo<'a> {
    pub table: &'a str,
    pub game: &'a str,
    pub preset: &'a str,
    #[cfg_attr(test, ts(as = "house::wire::Options"))]
    pub options: BTreeMap<&'static str, OptionValue>,
    pub seats: u8,
    pub chairs: &'a [Chair],
    pub ready: SeatSet,
    pub you: Option<Seat>,
    pub commitment: &'a str,
    /// How often the opening of the match began again, each time with another commitment.
    pub restarts: u32,
    /// How long sealed answers are waited for, in milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub window: u64,
    /// What is played for, in hundredths.
    pub stake: Option<u32>,
    /// What each seat is paid, or pays, in hundredths; once the match is over, if it was played for something.
    #[cfg_attr(test, ts(type = "number[] | null"))]
    pub payments: Option<BySeat<i64>>,
    /// How many milliseconds the table still counts before what everybody has agreed to, if it counts.
    pub counting: Option<u32>,
    /// After so many milliseconds away a bot may play for somebody, and nobody waits for their agreement.
    pub absence: u32,
    /// Who agrees that the match ends as it stands.
    pub ending: SeatSet,
    /// How the match ended before it was played to its end.
    pub ended: Option<Ended>,
    /// The table at which everybody of this one plays again.
    pub next: Option<String>,
    /// How far the match had come when somebody saw it, if that is further than the server knows, or something else: nobody plays
    /// until everybody here says `continue`.
    pub lost: Option<u32>,
    /// How long everybody may think, if that is bounded.
    #[serde(rename = "timeControl")]
    pub time_control: Option<TimeControl>,
    /// The clocks, by seat; none, if there is no time control.
    pub clocks: Vec<PlayerClock>,
    /// Where whoever opened the table sits: until the first deal they may free chairs.
    pub founder: Option<Seat>,
    /// Of which day it is the deal of the day, if it is one.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub day: Option<Day>,
    /// So many deals were dealt in the browser in which the match was begun: how, nobody else knows.
    pub elsewhere: u32,
}

/// What the clock of a seat says. All times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerClock {
    /// How long they may think beyond the free time of an action.
    pub bank: u32,
    /// The free time of the action they are to do now, or would be.
    pub free: u32,
    /// How long they have thought about it already; none, if nobody waits for them.
    pub took: Option<u32>,
    /// Whether time runs.
    pub runs: bool,
    /// Whether they ran out of time and have done nothing since: then they have little time, and the house acts for them.
    pub asleep: bool,
    /// They have left: when the house decides what becomes of that, if nobody else does.
    pub decided: Option<u32>,
}

/// How a match ended before it was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "by", rename_all = "camelCase")]
pub enum Ended {
    /// All agreed that it ends as it stands.
    Agreement,
    /// This seat gave it up.
    Resignation { seat: Seat },
    /// This seat left, and another took the win.
    Absence { seat: Seat },
}

impl Ended {
    /// Who has won: the other side; nobody, if all agreed to end it.
    #[must_use]
    pub fn winners(self, sides: &BySeat<Side>) -> SeatSet {
        match self {
            Self::Agreement => SeatSet::EMPTY,
            Self::Resignation { seat } | Self::Absence { seat } => {
                sides.iter().filter(|(_, side)| *side != sides[seat]).map(|(other, _)| other).collect()
            }
        }
    }
}

/// Who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Chair {
    Open,
    Person {
        name: String,
        here: bool,
        /// How many milliseconds they have been away.
        away: Option<u32>,
        /// The bot that plays for them until they come back.
        #[serde(rename = "standIn")]
        stand_in: Option<String>,
        /// Whether they have left in the middle of the match.
        left: bool,
    },
    Bot {
        bot: String,
        name: String,
    },
}

/// A finished deal, step by step with every hand open.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Replay<'a> {
    pub info: TableInfo<'a>,
    pub sides: BySeat<Side>,
    /// The totals before the first deal.
    pub opening: BySeat<i32>,
    /// The points of every deal of the match, by seat.
    pub points: Vec<BySeat<i32>>,
    pub start: Step,
    pub steps: Vec<Step>,
    /// What the totals hold beyond the points of the deals.
    pub bonuses: Vec<ScoreLine>,
    pub totals: BySeat<i32>,
    pub winners: SeatSet,
}

impl<'a> Replay<'a> {
    /// Of a deal of a finished match; the totals stood so before its first deal.
    #[must_use]
    pub fn new(
        info: TableInfo<'a>,
        game: &dyn AnyMatch,
        opening: BySeat<i32>,
        walked: Walked,
        winners: SeatSet,
    ) -> Self {
        let Walked { start, steps } = walked;
        let points = (0..game.deals()).filter_map(|deal| game.score_of_deal(deal)).map(|deal| deal.points);
        let (sides, bonuses, totals) = (game.sides(), game.bonuses(), game.totals());
        Self { info, sides, opening, points: points.collect(), start, steps, bonuses, totals, winners }
    }
}

/// One step of a replay.
#[derive(Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    pub seat: Option<Seat>,
    pub action: Option<String>,
    #[cfg_attr(test, ts(as = "Vec<house::wire::Event>"))]
    pub events: Vec<serde_json::Value>,
    #[cfg_attr(test, ts(as = "house::wire::View"))]
    pub view: serde_json::Value,
    pub deal_score: Option<DealScore>,
}

/// The games, as the page offers them.
pub fn games(catalog: &Catalog) -> String {
    let games: Vec<_> = catalog.games().map(AnyGame::info).collect();
    serde_json::to_string(&games).expect("games have string keys")
}
