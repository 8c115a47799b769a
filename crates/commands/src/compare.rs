//! Matchpoints and IMPs of boards that were played at several tables.

use super::file::{self, Boards, LeftOut};
use super::{Failure, print};
use clap::{Args, ValueEnum};
use notation::{Board, BoardComparison, Comparison, PairTotal, Part, TableComparison};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Compare the results of bridge boards at several tables: matchpoints, cross-IMPs and Butler.
///
/// A result is a board with contract, declarer and tricks, or a row of a ScoreTable (PBN). Boards with
/// the same number are one board at several tables. Boards that can't be compared are listed, and the
/// exit status is then 1. docs/bridge-toolkit.md describes the scoring.
#[derive(Args)]
#[command(after_help = "Example:\n  parlour compare evening.pbn --by imps")]
pub(crate) struct Compare {
    /// Files in PBN, LIN or as match records; - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Scoring by which the totals are ranked.
    #[arg(long, value_enum, default_value = "matchpoints")]
    by: Scoring,
    /// Print only the totals.
    #[arg(long)]
    totals: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scoring {
    Matchpoints,
    Imps,
    Butler,
}

impl Compare {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut boards: Vec<Board> = Vec::new();
        let mut places: Vec<(usize, usize)> = Vec::new();
        let mut files = Vec::new();
        let mut left_out: Vec<LeftOut> = Vec::new();
        for path in &self.files {
            let bytes = file::read(path).map_err(Failure::Message)?;
            let from = Boards::read(path, &bytes)?;
            left_out.extend(from.left_out_of(is_needed));
            for (index, read) in from.boards.iter().enumerate() {
                boards.push(read.board.clone());
                places.push((files.len(), index));
            }
            files.push(from);
        }
        let mut comparison = Comparison::of(&boards);
        for (index, why) in &comparison.left_out {
            let (file, index) = places[*index];
            let file: &Boards = &files[file];
            // A fault already explains what is missing.
            if !file.boards[index].faults.iter().any(|fault| is_needed(fault.part)) {
                left_out.push(file.unusable(index, &why.to_string()));
            }
        }
        match self.by {
            Scoring::Matchpoints => {}
            Scoring::Imps => {
                comparison.totals.sort_by(|one, other| other.cross_imps.total_cmp(&one.cross_imps));
            }
            Scoring::Butler => comparison.totals.sort_by_key(|total| std::cmp::Reverse(total.butler)),
        }
        if self.json {
            let left_out: Vec<Value> = left_out.iter().map(LeftOut::json).collect();
            let boards: Vec<Value> = comparison.boards.iter().map(board_json).collect();
            let totals: Vec<Value> = comparison.totals.iter().map(total_json).collect();
            let document = json!({ "boards": boards, "totals": totals, "leftOut": left_out });
            print(&format!("{document:#}\n"))?;
        } else {
            let mut text = String::new();
            for board in comparison.boards.iter().filter(|_| !self.totals) {
                write_board(board, &mut text);
            }
            write_totals(&comparison.totals, &mut text);
            print(&text)?;
        }
        file::end(&left_out)
    }
}

const fn is_needed(part: Part) -> bool {
    matches!(part, Part::Number | Part::Vulnerability | Part::Contract | Part::Result | Part::Unknown)
}

/// Returns the share of the matchpoints, in percent.
fn percent(matchpoints: u32, top: u32) -> f64 {
    100.0 * f64::from(matchpoints) / f64::from(top.max(1))
}

fn contract(table: &TableComparison) -> String {
    let declarer = table.declarer.map_or_else(String::new, |declarer| format!(" {}", declarer.letter()));
    table.contract.as_ref().map_or_else(String::new, |contract| format!("{contract}{declarer}"))
}

/// Returns the width of a column of names.
fn width<'n>(names: impl Iterator<Item = &'n String>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or_default().max(11)
}

fn write_board(board: &BoardComparison, text: &mut String) {
    let (ns, ew) = (
        width(board.tables.iter().map(|table| &table.north_south)),
        width(board.tables.iter().map(|table| &table.east_west)),
    );
    let _ = writeln!(text, "board {}, datum {}", board.number, board.datum);
    let _ = writeln!(
        text,
        "{:<ns$}  {:<ew$}  {:<8}{:>6}{:>7}{:>8}{:>8}{:>8}",
        "North-South", "East-West", "contract", "tricks", "score", "MP %", "IMPs", "Butler"
    );
    for table in &board.tables {
        let tricks = table.tricks.map_or_else(String::new, |tricks| tricks.to_string());
        let _ = writeln!(
            text,
            "{:<ns$}  {:<ew$}  {:<8}{tricks:>6}{:>7}{:>8.1}{:>8.2}{:>8}",
            table.north_south,
            table.east_west,
            contract(table),
            table.score,
            percent(table.matchpoints, board.top),
            table.cross_imps,
            table.butler
        );
    }
    text.push('\n');
}

fn write_totals(totals: &[PairTotal], text: &mut String) {
    let names = width(totals.iter().map(|total| &total.pair));
    let _ = writeln!(text, "{:<names$}{:>8}{:>8}{:>9}{:>8}", "pair", "boards", "MP %", "IMPs", "Butler");
    for total in totals {
        let _ = writeln!(
            text,
            "{:<names$}{:>8}{:>8.2}{:>9.2}{:>8}",
            total.pair,
            total.boards,
            100.0 * total.matchpoints,
            total.cross_imps,
            total.butler
        );
    }
}

fn board_json(board: &BoardComparison) -> Value {
    let table = |table: &TableComparison| {
        json!({
            "northSouth": table.north_south,
            "eastWest": table.east_west,
            "contract": table.contract,
            "declarer": table.declarer.map(|declarer| declarer.letter().to_string()),
            "tricks": table.tricks,
            "score": table.score,
            "matchpoints": table.matchpoints,
            "percent": percent(table.matchpoints, board.top),
            "crossImps": table.cross_imps,
            "butler": table.butler,
        })
    };
    json!({
        "board": board.number,
        "datum": board.datum,
        "top": board.top,
        "tables": board.tables.iter().map(table).collect::<Vec<_>>(),
    })
}

fn total_json(total: &PairTotal) -> Value {
    json!({
        "pair": total.pair,
        "boards": total.boards,
        "percent": 100.0 * total.matchpoints,
        "crossImps": total.cross_imps,
        "butler": total.butler,
    })
}
