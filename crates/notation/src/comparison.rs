//! Matchpoints, cross-IMPs and Butler IMPs of boards that were played at several tables.

use crate::board::{Board, Cell, FinalContract, Section};
use crate::pbn::read_contract;
use bridge::{Played, butler, cross_imps, datum, matchpoint_top, matchpoints};
use dds::{Direction, Vulnerability};
use std::collections::{BTreeMap, BTreeSet};

/// Comparison of all boards.
///
/// A result is a board with contract, declarer and tricks, or a row of a score table of a board. Boards with the same number
/// are one board at several tables.
///
/// ```
/// use notation::Comparison;
/// let file = br#"
/// [Board "1"] [Vulnerable "None"] [North "Ada"] [South "Bo"] [West "Cy"] [East "Di"]
/// [Declarer "S"] [Contract "4S"] [Result "10"]
///
/// [Board "1"] [Vulnerable "None"] [North "Eva"] [South "Flo"] [West "Gus"] [East "Hal"]
/// [Declarer "S"] [Contract "3NT"] [Result "9"]
/// "#;
/// let comparison = Comparison::of(&notation::pbn::read(file)?);
/// let first = &comparison.boards[0].tables[0];
/// assert_eq!((first.score, first.matchpoints, first.cross_imps), (420, 2, 1.0));
/// assert_eq!(comparison.totals[0].pair, "Ada - Bo");
/// # Ok::<(), notation::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Boards by number.
    pub boards: Vec<BoardComparison>,
    /// Totals of all pairs. The highest share of matchpoints comes first.
    pub totals: Vec<PairTotal>,
    /// Boards that are not compared, by index, with the reason.
    pub left_out: Vec<(usize, NotCompared)>,
}

/// Board that was played at several tables.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardComparison {
    /// Number of the board.
    pub number: u32,
    /// Datum of Butler scoring.
    pub datum: i32,
    /// Matchpoints of a top.
    pub top: u32,
    /// Tables in the order of the file.
    pub tables: Vec<TableComparison>,
}

/// Result of a board at one table, compared with the others. All figures are those of North and South.
#[derive(Clone, PartialEq, Debug)]
pub struct TableComparison {
    /// Names of North and South, or the number of the pair.
    pub north_south: String,
    /// Names of East and West, or the number of the pair.
    pub east_west: String,
    /// Contract, such as `4SX`, or `Pass`. `None` if the file only has the score.
    pub contract: Option<String>,
    /// Declarer of the contract.
    pub declarer: Option<Direction>,
    /// Tricks of the declarer's side.
    pub tricks: Option<u8>,
    /// Duplicate score.
    pub score: i32,
    /// Matchpoints: 2 for each lower score, 1 for each equal one. East and West get the rest of the top.
    pub matchpoints: u32,
    /// Mean of the IMPs against each other table.
    pub cross_imps: f64,
    /// IMPs against the datum.
    pub butler: i32,
}

/// Total of a pair.
#[derive(Clone, PartialEq, Debug)]
pub struct PairTotal {
    /// Names of the players, or the number of the pair.
    pub pair: String,
    /// Number of boards.
    pub boards: usize,
    /// Share of the possible matchpoints, from 0 to 1.
    pub matchpoints: f64,
    /// Sum of the cross-IMPs.
    pub cross_imps: f64,
    /// Sum of the Butler IMPs.
    pub butler: i32,
}

/// Reason why a board is not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotCompared {
    /// The board has no number.
    #[error("it has no number")]
    Number,
    /// The board has neither a contract that was played to an end nor a score table.
    #[error("it has no contract with declarer and result, and no score table")]
    Result,
    /// A row of the score table has neither a score nor a contract with declarer and result.
    #[error("row {0} of its score table has no score, and no contract with declarer and result")]
    Row(usize),
    /// There is no other table.
    #[error("it was played at one table only")]
    Alone,
}

/// Result at a table.
struct Table {
    north_south: Pair,
    east_west: Pair,
    contract: Option<String>,
    declarer: Option<Direction>,
    tricks: Option<u8>,
    score: i32,
}

/// Pair at a table.
enum Pair {
    Named(String),
    Numbered(String),
}

impl Comparison {
    /// Compares the results of boards.
    #[must_use]
    pub fn of(boards: &[Board]) -> Self {
        let mut left_out = Vec::new();
        let mut by_number: BTreeMap<u32, (usize, Vec<Table>)> = BTreeMap::new();
        for (index, board) in boards.iter().enumerate() {
            let Some(number) = board.number.known() else {
                left_out.push((index, NotCompared::Number));
                continue;
            };
            let (_, tables) = by_number.entry(*number).or_insert((index, Vec::new()));
            if let Err(why) = read_tables(board, tables) {
                left_out.push((index, why));
            }
        }
        // In some movements North-South pair 3 and East-West pair 3 are different pairs. They then meet on some board.
        let is_by_side = by_number.values().any(|(_, tables)| has_number_on_both_sides(tables));
        let mut compared = Vec::new();
        for (number, (index, tables)) in by_number {
            match tables.len() {
                // The board is already left out.
                0 => {}
                1 => left_out.push((index, NotCompared::Alone)),
                _ => compared.push(compare(number, tables, is_by_side)),
            }
        }
        left_out.sort_by_key(|(index, _)| *index);
        Self { totals: totals(&compared), boards: compared, left_out }
    }
}

fn has_number_on_both_sides(tables: &[Table]) -> bool {
    let north_south: BTreeSet<&str> = tables.iter().filter_map(|table| table.north_south.number()).collect();
    tables.iter().filter_map(|table| table.east_west.number()).any(|number| north_south.contains(number))
}

impl Pair {
    fn number(&self) -> Option<&str> {
        match self {
            Self::Numbered(number) => Some(number),
            Self::Named(_) => None,
        }
    }
}

fn compare(number: u32, tables: Vec<Table>, is_by_side: bool) -> BoardComparison {
    let scores: Vec<i32> = tables.iter().map(|table| table.score).collect();
    let name = |pair: Pair, side: &str| match pair {
        Pair::Named(name) => name,
        Pair::Numbered(number) if is_by_side => format!("{side} {number}"),
        Pair::Numbered(number) => number,
    };
    let figures = matchpoints(&scores).into_iter().zip(cross_imps(&scores)).zip(butler(&scores));
    let table = |(table, ((matchpoints, cross_imps), butler)): (Table, _)| TableComparison {
        north_south: name(table.north_south, "NS"),
        east_west: name(table.east_west, "EW"),
        contract: table.contract,
        declarer: table.declarer,
        tricks: table.tricks,
        score: table.score,
        matchpoints,
        cross_imps,
        butler,
    };
    BoardComparison {
        number,
        datum: datum(&scores),
        top: matchpoint_top(scores.len()),
        tables: tables.into_iter().zip(figures).map(table).collect(),
    }
}

/// Adds up what each pair got.
fn totals(boards: &[BoardComparison]) -> Vec<PairTotal> {
    let mut pairs: BTreeMap<&str, (PairTotal, u64, u64)> = BTreeMap::new();
    for board in boards {
        for table in &board.tables {
            let others = board.top - table.matchpoints;
            for (pair, matchpoints, cross_imps, butler) in [
                (&table.north_south, table.matchpoints, table.cross_imps, table.butler),
                (&table.east_west, others, -table.cross_imps, -table.butler),
            ] {
                let none = || PairTotal {
                    pair: pair.clone(),
                    boards: 0,
                    matchpoints: 0.0,
                    cross_imps: 0.0,
                    butler: 0,
                };
                let (total, sum, most) = pairs.entry(pair).or_insert_with(|| (none(), 0, 0));
                total.boards += 1;
                total.cross_imps += cross_imps;
                total.butler += butler;
                *sum += u64::from(matchpoints);
                *most += u64::from(board.top);
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "numbers of matchpoints")]
    let share = |(total, sum, most): (PairTotal, u64, u64)| PairTotal {
        matchpoints: sum as f64 / most.max(1) as f64,
        ..total
    };
    let mut totals: Vec<PairTotal> = pairs.into_values().map(share).collect();
    totals.sort_by(|one, other| other.matchpoints.total_cmp(&one.matchpoints));
    totals
}

/// Reads the results of a board: those of its score table, or its own.
fn read_tables(board: &Board, tables: &mut Vec<Table>) -> Result<(), NotCompared> {
    let score_table = board.sections.iter().find(|section| section.name == "ScoreTable");
    if let Some(table) = score_table.filter(|table| !table.rows.is_empty()) {
        let columns = columns(table);
        let rows = table.rows.iter().enumerate();
        let rows = rows.map(|(row, cells)| {
            let text = |name: &str| cell(&columns, cells, name);
            row_result(board, &text, row).ok_or(NotCompared::Row(row + 1))
        });
        tables.extend(rows.collect::<Result<Vec<_>, _>>()?);
        return Ok(());
    }
    let contract = *board.contract.known().ok_or(NotCompared::Result)?;
    let declarer = board.declarer.known().map(|declarer| declarer.direction);
    let tricks = board.result.known().map(|result| result.won);
    let score = score(board, contract, declarer, tricks).ok_or(NotCompared::Result)?;
    let names = |one: Direction, side: &str| {
        let name = |hand: Direction| board.players[hand as usize].known().map(String::as_str);
        match (name(one), name(one.partner())) {
            (Some(one), Some(other)) => Pair::Named(format!("{one} - {other}")),
            (Some(one), None) | (None, Some(one)) => Pair::Named(one.to_owned()),
            (None, None) => Pair::Named(format!("{side} of table {}", tables.len() + 1)),
        }
    };
    let (north_south, east_west) = (names(Direction::North, "NS"), names(Direction::East, "EW"));
    tables.push(Table { north_south, east_west, contract: Some(written(contract)), declarer, tricks, score });
    Ok(())
}

/// Returns the names of the columns, without their formats: `Score_NS\6R`.
fn columns<'t>(table: &'t Section) -> Vec<&'t str> {
    let name = |column: &'t str| column.split('\\').next().unwrap_or_default().trim_matches(['+', '-', ' ']);
    table.value.split(';').map(name).collect()
}

/// Returns the text of a cell. `-` and an empty text stand for nothing.
fn cell<'c>(columns: &[&str], cells: &'c [Cell], name: &str) -> Option<&'c str> {
    let place = columns.iter().position(|column| column.eq_ignore_ascii_case(name))?;
    let (Cell::Word(text) | Cell::Text(text)) = cells.get(place)?;
    Some(text.trim()).filter(|text| !matches!(*text, "" | "-" | "?"))
}

/// Reads a row of a score table.
fn row_result<'c>(board: &Board, text: &impl Fn(&str) -> Option<&'c str>, row: usize) -> Option<Table> {
    let number = |name: &str| text(name).and_then(|score| score.parse::<i32>().ok());
    let contract = text("Contract").and_then(read_contract);
    let declarer = text("Declarer").and_then(|declarer| declarer.parse().ok());
    let tricks = text("Result").and_then(|tricks| tricks.parse().ok()).filter(|tricks| *tricks <= 13);
    let computed = || score(board, contract?, declarer, tricks);
    let score = number("Score_NS").or_else(|| Some(-number("Score_EW")?)).or_else(computed)?;
    let pair =
        |number: &str, names: [&str; 2], side: &str| match (text(names[0]), text(names[1]), text(number)) {
            (_, _, Some(number)) => Pair::Numbered(number.to_owned()),
            (Some(one), Some(other), None) => Pair::Named(format!("{one} - {other}")),
            (Some(one), None, None) | (None, Some(one), None) => Pair::Named(one.to_owned()),
            (None, None, None) => Pair::Named(format!("{side} of table {}", row + 1)),
        };
    Some(Table {
        north_south: pair("PairId_NS", ["North", "South"], "NS"),
        east_west: pair("PairId_EW", ["East", "West"], "EW"),
        contract: contract.map(written),
        declarer,
        tricks,
        score,
    })
}

fn written(contract: FinalContract) -> String {
    match contract {
        FinalContract::PassedOut => "Pass".to_owned(),
        FinalContract::Contract(contract) => contract.to_string(),
        FinalContract::Ending(strain) => strain.to_string(),
    }
}

/// Returns the score of North and South, if the result is known. The vulnerability is that of the board, or of its number.
fn score(
    board: &Board,
    contract: FinalContract,
    declarer: Option<Direction>,
    tricks: Option<u8>,
) -> Option<i32> {
    let contract = match contract {
        FinalContract::PassedOut => return Some(0),
        FinalContract::Contract(contract) => contract,
        FinalContract::Ending(_) => return None,
    };
    let by_number = || board.number.known().map(|number| Board::vulnerability_of(*number));
    let vulnerability =
        board.vulnerability.known().copied().or_else(by_number).unwrap_or(Vulnerability::None);
    let vulnerable = [Direction::North, Direction::East].map(|side| vulnerability.of(side));
    Some(Played { contract, declarer: declarer?, tricks: tricks? }.duplicate_score(vulnerable))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(file: &str) -> Comparison {
        Comparison::of(&crate::pbn::read(file.as_bytes()).unwrap())
    }

    fn board(number: u32, players: [&str; 4], contract: &str, tricks: u8) -> String {
        let [north, east, south, west] = players;
        format!(
            "[Board \"{number}\"] [North \"{north}\"] [East \"{east}\"] [South \"{south}\"] [West \"{west}\"]\n\
             [Vulnerable \"All\"] [Declarer \"N\"] [Contract \"{contract}\"] [Result \"{tricks}\"]\n\n"
        )
    }

    /// The usual example of five tables: 620, -100, 630, 620 and a higher score get 1.5, 0, 3, 1.5 and 4 matchpoints.
    #[test]
    fn matchpoints_are_those_of_a_published_example() {
        let results = [("4S", 10), ("4S", 9), ("3NT", 10), ("4H", 10), ("2NTX", 11)];
        let players = |table: usize| ["a", "b", "c", "d"].map(|name| format!("{name}{table}"));
        let file: String = results
            .iter()
            .enumerate()
            .map(|(table, (contract, tricks))| {
                let players = players(table);
                board(10, players.each_ref().map(String::as_str), contract, *tricks)
            })
            .collect();
        let comparison = compared(&file);
        let tables = &comparison.boards[0].tables;
        assert_eq!(tables.iter().map(|table| table.score).collect::<Vec<_>>(), [620, -100, 630, 620, 1290]);
        assert_eq!(tables.iter().map(|table| table.matchpoints).collect::<Vec<_>>(), [3, 0, 6, 3, 8]);
        assert_eq!(comparison.boards[0].datum, 620);
        assert_eq!(tables.iter().map(|table| table.butler).collect::<Vec<_>>(), [0, -12, 0, 0, 12]);
        let best = &comparison.totals[..2];
        assert!(best.iter().all(|total| total.matchpoints == 1.0 && total.boards == 1), "{best:?}");
        assert_eq!(comparison.totals.len(), 10);
    }

    #[test]
    fn totals_are_added_up_by_pair_on_either_side() {
        let one = ["Ada", "Cy", "Bo", "Di"];
        let other = ["Eva", "Gus", "Flo", "Hal"];
        let turned = ["Cy", "Ada", "Di", "Bo"];
        let file = board(1, one, "3NT", 9)
            + &board(1, other, "3NT", 8)
            + &board(2, turned, "4S", 9)
            + &board(2, other, "4S", 10);
        let comparison = compared(&file);
        let total = |pair: &str| comparison.totals.iter().find(|total| total.pair == pair).unwrap();
        // Ada and Bo win both boards: 600 against -100 is 12 IMPs, and so is 620 against -100 at the other table.
        assert_eq!((total("Ada - Bo").boards, total("Ada - Bo").matchpoints), (2, 1.0));
        assert_eq!(total("Ada - Bo").cross_imps, 24.0);
        assert_eq!(total("Cy - Di").cross_imps, -24.0);
        assert_eq!(total("Eva - Flo").cross_imps, 0.0);
    }

    #[test]
    fn a_score_table_has_the_results_of_its_board() {
        let table = |number: u32, rows: &str| {
            format!(
                "[Board \"{number}\"] [Vulnerable \"None\"]\n\
                 [ScoreTable \"PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;Score_NS\\5R;Score_EW\\5R\"]\n{rows}\n\n"
            )
        };
        let file = table(
            1,
            " 1  2 4S   N 10   420  -\n 3  4 4SX  N  9  -  100\n 5  6 PASS -  -  -  -\n 7  8 2H   W  8  -  -\n 9 10 -  -  -  -  -50",
        );
        let comparison = compared(&file);
        let tables = &comparison.boards[0].tables;
        assert_eq!(tables.iter().map(|table| table.score).collect::<Vec<_>>(), [420, -100, 0, -110, 50]);
        assert_eq!((tables[1].contract.as_deref(), tables[1].tricks), (Some("4SX"), Some(9)));
        assert_eq!((tables[0].north_south.as_str(), tables[0].east_west.as_str()), ("1", "2"));
        // A number on both sides of a board is two pairs.
        let comparison = compared(&table(1, "1 1 4S N 10 420 -\n2 2 4S N 9 -50 -"));
        assert_eq!(comparison.boards[0].tables[1].east_west, "EW 2");
        let comparison = compared(&table(1, "1 1 4S N 10 420 -\n2 2 4S - - - -"));
        assert_eq!((comparison.boards.len(), &comparison.left_out[..]), (0, &[(0, NotCompared::Row(2))][..]));
    }

    #[test]
    fn boards_without_a_result_are_left_out_with_the_reason() {
        let one = ["Ada", "Cy", "Bo", "Di"];
        let file = "[Vulnerable \"None\"] [Declarer \"N\"] [Contract \"3NT\"] [Result \"9\"]\n\n".to_owned()
            + &board(2, one, "3NT", 9)
            + "[Board \"3\"] [Contract \"4S\"]\n\n";
        assert_eq!(
            compared(&file).left_out,
            [(0, NotCompared::Number), (1, NotCompared::Alone), (2, NotCompared::Result)]
        );
        assert_eq!(Comparison::of(&[]), Comparison { boards: vec![], totals: vec![], left_out: vec![] });
    }
}
