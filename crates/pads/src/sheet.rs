//! Sheets: the data that clients draw without knowing rules.

use crate::decks::Watch;
use crate::{Field, InputError, OperationId, Stakes};
use cards::{BySide, Side};
use engine::ScoreLine;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// View of a pad: every match of the evening, and its summary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct View {
    /// Matches of the evening, in order.
    pub matches: Vec<Sheet>,
    /// Summary of the evening.
    pub evening: Evening,
    /// Number of operations.
    pub operations: usize,
    /// The operation that `undo` would withdraw.
    pub undoable: Option<OperationId>,
}

/// Sheet of one match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// The match: the id of its opening.
    pub id: OperationId,
    /// Id of the game.
    pub game: String,
    /// Id of the preset.
    pub preset: String,
    /// Options that differ from the preset.
    pub options: BTreeMap<String, engine::OptionValue>,
    /// The players, in the order of play.
    pub players: Vec<String>,
    /// One column per side, with its seats.
    pub columns: Vec<Column>,
    /// Hands of the match, by line of the sheet.
    pub rows: Vec<Row>,
    /// Totals of the match, by side.
    pub totals: BySide<i32>,
    /// Parts of the totals beyond the rows.
    pub bonuses: Vec<ScoreLine>,
    /// Parts of the sheet that only this game has.
    pub pieces: Vec<Piece>,
    /// Seats of the winners.
    pub winners: Vec<u8>,
    /// Whether the match is over.
    pub over: bool,
    /// Dealer of the next hand. `None` in a game without a dealer.
    pub dealer: Option<u8>,
    /// Seats in the next hand. Seats that are out, or not in a play-off, are missing.
    pub playing: Vec<u8>,
    /// Line on the sheet where the next hand goes.
    pub next_line: u32,
    /// Form of the next hand. Empty when the match is over.
    pub form: Vec<Field>,
    /// Stake of the match.
    pub stake: Option<Stakes>,
    /// Amount that each seat receives, or pays if negative. `None` before the end of the match or without a
    /// stake.
    #[cfg_attr(feature = "wire", ts(type = "Array<number> | null"))]
    pub payments: Option<Vec<i64>>,
    /// Withdrawn entries of the match, kept visible.
    pub withdrawn: Vec<Written>,
    /// Incidents with the cards, and their consequences.
    pub deck: Watch,
}

/// Column of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Column {
    /// Names of the side's players, joined.
    pub name: String,
    /// Seats of the side.
    pub seats: Vec<u8>,
}

/// Hand on the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Line of the hand on the sheet, from 0.
    pub line: u32,
    /// Dealer of the hand. `None` if the game has none.
    pub dealer: Option<u8>,
    /// Figures of the hand, with their origin.
    #[serde(flatten)]
    pub written: Written,
    /// Score lines by category, for each side.
    pub score_lines: Vec<ScoreLine>,
    /// Points of each side.
    pub points: BySide<i32>,
    /// Totals of the match after the hand.
    pub totals: BySide<i32>,
    /// Notes to display beside the hand.
    pub notes: Vec<Note>,
    /// Earlier versions of the hand's entry, latest first.
    pub corrected: Vec<Written>,
    /// Conflicting entries for the same hand. A player must choose one.
    pub conflicts: Vec<Written>,
    /// Reason why the hand's entry does not count.
    pub refused: Option<engine::Rejection>,
}

/// Figures of an entry, with their origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Written {
    /// Id of the operation that entered the figures.
    pub id: OperationId,
    /// Time of the entry, on the device's clock.
    pub at: Option<String>,
    /// Figures that the player entered.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
    pub entry: Value,
}

/// Sentence about a hand: a text key and its parameters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Note {
    /// End of the sentence's text key, after `pad.note.`.
    pub key: &'static str,
    /// Parameters. `seat` and `side` stand for names.
    pub params: BTreeMap<&'static str, String>,
}

impl Sheet {
    pub(crate) fn check_free(&self, line: u32) -> Result<(), InputError> {
        if self.rows.iter().any(|row| row.line == line) {
            return Err(InputError::Taken { line: line.saturating_add(1) });
        }
        Ok(())
    }
}

impl Note {
    /// All keys, so that a test can check that each has a text.
    pub const KEYS: &'static [&'static str] = &[
        "playOff",
        "claimRight",
        "claimWrong",
        "napoleone",
        "undercut",
        "drawn",
        "spadesDouble",
        "gameWon",
        "knockerPaysTwice",
        "tiedForLowest",
        "out",
        "spared",
        "game",
        "rubber",
        "passedOut",
        "adjustment",
        "givenUp",
        "stalemate",
        "replayed",
        "tieBroken",
        "sharedVictory",
    ];

    /// Returns a note without parameters.
    #[must_use]
    pub fn plain(key: &'static str) -> Self {
        Self { key, params: BTreeMap::new() }
    }

    /// Returns a note about a side.
    #[must_use]
    pub fn of_side(key: &'static str, side: Side) -> Self {
        Self { key, params: BTreeMap::from([("side", side.to_string())]) }
    }

    /// Returns a note about a seat.
    #[must_use]
    pub fn of_seat(key: &'static str, seat: u8) -> Self {
        Self { key, params: BTreeMap::from([("seat", seat.to_string())]) }
    }
}

/// Game-specific part of a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "piece", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Piece {
    /// Lives of each player by seat; −1 for a player who is out.
    Lives {
        /// Lives of each player at the start.
        max: i32,
        /// Lives left of each seat.
        left: Vec<i32>,
        /// Whether a player without lives stays in for one more loss.
        free: bool,
    },
    /// Score sheet of bridge, with the entries below and above the line.
    Rubber {
        /// Entries of the sheet, in order.
        entries: Vec<RubberEntry>,
        /// Games won by each side.
        games: [u8; 2],
        /// Points of each side below the line in the current game.
        below: [i32; 2],
        /// Vulnerability of each side in the next deal.
        vulnerable: [bool; 2],
        /// Lead of the first side, in hundreds.
        back_score: i32,
    },
    /// Games of Gin Rummy side by side: one, or three in Hollywood scoring.
    Games {
        /// The games with their points and boxes.
        games: Vec<GameColumn>,
    },
    /// Play-off for the lead.
    PlayOff {
        /// Seats that take part in the play-off.
        seats: Vec<u8>,
    },
    /// Score that ends the match.
    Target {
        /// Points of the target.
        points: i32,
    },
}

/// Entry on a bridge score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct RubberEntry {
    /// Side that receives the points.
    pub side: Side,
    /// Category of the entry.
    pub category: &'static str,
    /// Number of tricks or honors.
    pub amount: Option<u8>,
    /// Points of the entry.
    pub points: i32,
    /// Whether the entry is below the line.
    pub below: bool,
    /// Number of the game in the rubber, from 1. A line on the sheet separates two games.
    pub game: u8,
    /// Line of the pad. `None` for the bonus of the rubber.
    pub line: Option<u32>,
}

/// One game of Gin Rummy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct GameColumn {
    /// Points of each player.
    pub points: Vec<i32>,
    /// Hands won by each player.
    pub boxes: Vec<i32>,
    /// The seat that reached the target.
    pub winner: Option<u8>,
    /// Running points after each hand of the game, with the hand's line on the pad.
    pub entries: Vec<(u32, Vec<i32>)>,
}

/// Summary of an evening.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Evening {
    /// The players, in order of their first match.
    pub players: Vec<Guest>,
    /// Debts in as few payments as possible, separately for each unit.
    pub debts: Vec<crate::Debt>,
}

/// Summary of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Guest {
    /// Name of the player.
    pub name: String,
    /// Number of finished matches.
    pub played: u32,
    /// Number of matches won, alone or shared.
    pub won: u32,
    /// Points of all matches, by game.
    pub points: BTreeMap<String, i32>,
    /// Amount won or lost, by unit.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, number>"))]
    pub money: BTreeMap<String, i64>,
}
