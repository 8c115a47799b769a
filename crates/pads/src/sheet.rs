//! The sheet: what a page or a terminal draws without knowing a rule.

use crate::decks::Watch;
use crate::{Field, InputError, OperationId, Stakes};
use cards::{BySide, Side};
use engine::ScoreLine;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A pad as it is drawn: every match of the evening, and what the evening comes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct View {
    /// The matches, the first one first.
    pub matches: Vec<Sheet>,
    /// Everybody's evening.
    pub evening: Evening,
    /// How many operations led here.
    pub operations: usize,
    /// What `undo` would take back, if anything.
    pub undoable: Option<OperationId>,
}

/// The sheet of one match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// The match: the name of the operation that opened it.
    pub id: OperationId,
    /// The game.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// What differs from it.
    pub options: BTreeMap<String, engine::OptionValue>,
    /// The players in the order of play.
    pub players: Vec<String>,
    /// Who scores together: one column for each side, with its seats.
    pub columns: Vec<Column>,
    /// The hands, line by line.
    pub rows: Vec<Row>,
    /// What each side has.
    pub totals: BySide<i32>,
    /// What the totals hold beyond the rows.
    pub bonuses: Vec<ScoreLine>,
    /// What this game's sheet has and others have not.
    pub pieces: Vec<Piece>,
    /// Who has won, once somebody has: seats.
    pub winners: Vec<u8>,
    /// Whether the match is over.
    pub over: bool,
    /// Who deals the next hand; nobody, in a game without a dealer.
    pub dealer: Option<u8>,
    /// Who plays it: all, but in a play-off and where somebody is out.
    pub playing: Vec<u8>,
    /// The line the next hand goes on.
    pub next_line: u32,
    /// What is asked about the next hand; empty when the match is over.
    pub form: Vec<Field>,
    /// The stake, if there is one.
    pub stake: Option<Stakes>,
    /// What each seat gets, or pays if it is negative; nothing before the end or without a stake.
    #[cfg_attr(feature = "wire", ts(type = "Array<number> | null"))]
    pub payments: Option<Vec<i64>>,
    /// Entries that were withdrawn, so that nothing vanishes.
    pub withdrawn: Vec<Written>,
    /// What happened to the cards, and what it asks for.
    pub deck: Watch,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Column {
    /// Its players' names, joined.
    pub name: String,
    /// Its seats.
    pub seats: Vec<u8>,
}

/// A hand on the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The line, from 0.
    pub line: u32,
    /// Who dealt it, if somebody did.
    pub dealer: Option<u8>,
    /// What was written.
    #[serde(flatten)]
    pub written: Written,
    /// How it is counted, for each side.
    pub score_lines: Vec<ScoreLine>,
    /// What it brought each side.
    pub points: BySide<i32>,
    /// What each side has with it.
    pub totals: BySide<i32>,
    /// Whatever is worth saying about it.
    pub notes: Vec<Note>,
    /// What stood here before it was corrected, the latest first.
    pub corrected: Vec<Written>,
    /// What else was entered for the same hand: somebody has to say which one holds.
    pub conflicts: Vec<Written>,
    /// Why it does not count, if it does not.
    pub refused: Option<engine::Rejected>,
}

/// Figures, and who wrote them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Written {
    /// The operation.
    pub id: OperationId,
    /// When, as the device had it.
    pub at: Option<String>,
    /// The figures.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, unknown>"))]
    pub entry: Value,
}

/// A sentence about a hand: a text key and what goes into its places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Note {
    /// The text is `pad.note.` and this.
    pub key: &'static str,
    /// Its places; `seat` and `side` stand for names.
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
    /// Every key there is, so that a test can see whether all have a text.
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

    /// A note with nothing to fill in.
    #[must_use]
    pub fn plain(key: &'static str) -> Self {
        Self { key, params: BTreeMap::new() }
    }

    /// A note about a side.
    #[must_use]
    pub fn of_side(key: &'static str, side: Side) -> Self {
        Self { key, params: BTreeMap::from([("side", side.to_string())]) }
    }

    /// A note about a seat.
    #[must_use]
    pub fn of_seat(key: &'static str, seat: u8) -> Self {
        Self { key, params: BTreeMap::from([("seat", seat.to_string())]) }
    }
}

/// What the sheet of one game has and that of another has not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "piece", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Piece {
    /// The markers each player has left, by seat; −1 for one who is out.
    Lives {
        /// How many there were to begin with.
        max: i32,
        /// How many there are.
        left: Vec<i32>,
        /// Whether one without markers stays for one more loss.
        free: bool,
    },
    /// The sheet of bridge: We and They, what stands below the line and what above.
    Rubber {
        /// The entries, the first one first.
        entries: Vec<RubberEntry>,
        /// The games each side has won.
        games: [u8; 2],
        /// What each side has below the line in this game.
        below: [i32; 2],
        /// Who is vulnerable in the next deal.
        vulnerable: [bool; 2],
        /// By how many hundreds the first side is ahead.
        back_score: i32,
    },
    /// The games of Gin Rummy side by side: one, or three in Hollywood scoring.
    Games {
        /// Each with its points and boxes.
        games: Vec<GameColumn>,
    },
    /// Only these play on for the lead.
    PlayOff {
        /// Their seats.
        seats: Vec<u8>,
    },
    /// The points to reach.
    Target {
        /// How many.
        points: i32,
    },
}

/// One entry on the sheet of bridge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct RubberEntry {
    /// The side.
    pub side: Side,
    /// What for.
    pub category: &'static str,
    /// How many tricks, honors.
    pub amount: Option<u8>,
    /// How many points.
    pub points: i32,
    /// Whether it stands below the line.
    pub below: bool,
    /// The game it belongs to, from 1: a line is drawn where the number changes.
    pub game: u8,
    /// The line of the pad it comes from; nothing for the bonus of the rubber.
    pub line: Option<u32>,
}

/// One game of Gin Rummy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct GameColumn {
    /// The points of each.
    pub points: Vec<i32>,
    /// The hands each has won.
    pub boxes: Vec<i32>,
    /// Who reached the target.
    pub winner: Option<u8>,
    /// The running points after each hand that was written into it, with the line of the pad.
    pub entries: Vec<(u32, Vec<i32>)>,
}

/// Everybody's evening.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Evening {
    /// The players, in the order in which they first sat down.
    pub players: Vec<Guest>,
    /// Who pays whom, in as few payments as can be; of each unit by itself.
    pub debts: Vec<crate::Debt>,
}

/// A player's evening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Guest {
    /// The name.
    pub name: String,
    /// Matches that are over.
    pub played: u32,
    /// Matches won, alone or with others.
    pub won: u32,
    /// The points of all matches, by game.
    pub points: BTreeMap<String, i32>,
    /// What is won or lost, by unit.
    #[cfg_attr(feature = "wire", ts(type = "Record<string, number>"))]
    pub money: BTreeMap<String, i64>,
}
