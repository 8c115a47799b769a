//! What is heard of a house, as `docs/protocol.md` has it. A client asks of a message what it needs and no more, so
//! that a house may say more than this program knows.

use super::house_error;
use crate::Error;
use crate::games::{Seating, events_from, view_from};
use cards::{BySeat, BySide, Seat, SeatSet, Side};
use engine::{Half, OptionValue, ScoreLine};
use house::{DealScore, Frame, FramePhase, Sent};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use words::Words;

/// Reads a message of a house.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| house_error(error.to_string()))
}

/// Everything about a table.
#[derive(Deserialize)]
pub(super) struct TableNotice {
    pub(super) info: TableInfo,
    pub(super) frame: Box<RawValue>,
    #[serde(default)]
    pub(super) log: Vec<Happened>,
}

/// What happened lately.
#[derive(Deserialize)]
pub(super) struct Happened {
    pub(super) deal: usize,
    pub(super) events: Box<RawValue>,
}

#[derive(Deserialize)]
pub(super) struct TableInfo {
    pub(super) game: String,
    pub(super) preset: String,
    pub(super) options: BTreeMap<String, OptionValue>,
    pub(super) seats: u8,
    pub(super) chairs: Vec<Chair>,
    #[serde(default)]
    pub(super) ready: SeatSet,
    pub(super) you: Option<Seat>,
    #[serde(default)]
    pub(super) lost: Option<u32>,
    #[serde(default)]
    pub(super) ended: Option<Ended>,
    #[serde(default)]
    pub(super) clocks: Vec<PlayerClock>,
}

/// How a match ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "by", rename_all = "camelCase")]
pub(crate) enum Ended {
    Agreement,
    Resignation { seat: Seat },
    Absence { seat: Seat },
}

/// Who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Chair {
    Open,
    Person {
        name: String,
        here: bool,
        #[serde(rename = "standIn", default)]
        stand_in: Option<String>,
        #[serde(default)]
        left: bool,
    },
    Bot {
        bot: String,
        name: String,
    },
}

/// What the clock of a seat says, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct PlayerClock {
    pub(crate) bank: u32,
    pub(crate) free: u32,
    pub(crate) took: Option<u32>,
    pub(crate) runs: bool,
}

#[derive(Deserialize)]
pub(super) struct PlayedNotice {
    pub(super) events: Box<RawValue>,
    pub(super) frame: Box<RawValue>,
}

#[derive(Deserialize)]
pub(super) struct ChairsNotice {
    pub(super) chairs: Vec<Chair>,
    pub(super) ready: SeatSet,
}

#[derive(Deserialize)]
pub(super) struct ClocksNotice {
    pub(super) clocks: Vec<PlayerClock>,
}

#[derive(Deserialize)]
pub(super) struct CountingNotice {
    pub(super) millis: u32,
}

/// Why something changed nothing.
#[derive(Deserialize)]
pub(super) struct RefusedNotice {
    pub(super) code: String,
    #[serde(default)]
    pub(super) reason: Option<String>,
    #[serde(default)]
    pub(super) rule: Option<String>,
    pub(super) message: String,
    #[serde(default)]
    pub(super) params: BTreeMap<String, String>,
}

impl RefusedNotice {
    /// As a sentence.
    pub(super) fn sentence(&self, words: Words) -> String {
        let params: Vec<(&str, &str)> =
            self.params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let text = words.refusal_of(&self.code, self.reason.as_deref(), &params, &self.message);
        match &self.rule {
            Some(rule) => format!("{text} {}", words.say("refused.rule", &[("rule", rule)])),
            None => text,
        }
    }
}

/// A frame as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameText {
    version: usize,
    phase: FramePhase,
    deal: usize,
    dealer: Seat,
    actors: SeatSet,
    legal: Vec<String>,
    view: Option<Box<RawValue>>,
    totals: BySeat<i32>,
    sides: BySeat<Side>,
    deal_score: Option<DealScoreText>,
    bonuses: Vec<ScoreLineText>,
    winners: SeatSet,
    #[serde(default)]
    undo: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DealScoreText {
    deal: usize,
    thrown_in: bool,
    points: BySeat<i32>,
    lines: Vec<ScoreLineText>,
}

#[derive(Deserialize)]
struct ScoreLineText {
    category: String,
    amounts: BySide<Option<Half>>,
    points: BySide<i32>,
    #[serde(default)]
    cards: Option<Vec<Vec<String>>>,
}

/// What a table of a game sends, read and checked: whatever is drawn of it is there, and can be counted.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(super) game: &'static str,
    /// The side of each seat, as the rules say.
    pub(super) sides: BySeat<Side>,
    pub(super) words: Words,
}

/// No match takes so many deals.
const MOST_DEALS: usize = 1_000_000;
/// And none is counted so high.
const MOST_POINTS: i32 = 10_000_000;

impl Reader {
    fn seating(&self) -> Seating {
        let sides = self.sides.by_side(&self.sides).as_slice().len();
        let [seats, sides] = [self.sides.as_slice().len(), sides].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
        Seating { seats, sides }
    }

    /// Reads a frame.
    pub(super) fn frame(&self, json: &RawValue) -> Result<Frame, Error> {
        let text: FrameText = read(json.get())?;
        let seating = self.seating();
        if text.sides != self.sides {
            return Err(house_error("the sides are not those of the rules"));
        }
        let seats = text.actors.iter().chain(text.winners.iter()).chain([text.dealer]).collect();
        let counted = seating.seats(&text.totals) && in_bounds(text.totals.as_slice());
        if !seating.all(seats) || !counted || text.deal > MOST_DEALS {
            return Err(house_error("a frame is not of this table"));
        }
        let view = text.view.map(|view| {
            let read = view_from(self.game, view.get(), seating);
            read.ok_or_else(|| house_error("a view is not of this game and table"))
        });
        Ok(Frame {
            version: text.version,
            phase: text.phase,
            deal: text.deal,
            dealer: text.dealer,
            actors: text.actors,
            legal: text.legal,
            view: view.transpose()?,
            totals: text.totals,
            sides: text.sides,
            deal_score: text.deal_score.map(|score| self.deal_score(score)).transpose()?,
            bonuses: self.lines(text.bonuses)?,
            winners: text.winners,
            undo: text.undo,
        })
    }

    fn deal_score(&self, text: DealScoreText) -> Result<DealScore, Error> {
        let DealScoreText { deal, thrown_in, points, lines } = text;
        if !self.seating().seats(&points) || !in_bounds(points.as_slice()) || deal > MOST_DEALS {
            return Err(house_error("a counting is not of this table"));
        }
        Ok(DealScore { deal, thrown_in, points, lines: self.lines(lines)? })
    }

    fn lines(&self, lines: Vec<ScoreLineText>) -> Result<Vec<ScoreLine>, Error> {
        let line = |text: ScoreLineText| {
            let ScoreLineText { category, amounts, points, cards } = text;
            let category = self
                .words
                .known_name("count", self.game, &category)
                .ok_or_else(|| house_error(format!("“{category}” is no category of this game")))?;
            let seating = self.seating();
            if !seating.sides(&amounts) || !seating.sides(&points) || !in_bounds(points.as_slice()) {
                return Err(house_error("a line of the counting is not of this table"));
            }
            // Which rules a line rests on is not shown at a table.
            Ok(ScoreLine { category, rules: &[], amounts, points, cards })
        };
        lines.into_iter().map(line).collect()
    }

    /// Reads events.
    pub(super) fn events(&self, json: &RawValue) -> Result<Sent, Error> {
        let read = events_from(self.game, json.get(), self.seating());
        read.ok_or_else(|| house_error("what happened is not of this game"))
    }
}

fn in_bounds(points: &[i32]) -> bool {
    points.iter().all(|points| (-MOST_POINTS..=MOST_POINTS).contains(points))
}
