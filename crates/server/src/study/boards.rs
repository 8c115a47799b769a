//! Files of boards of bridge: what is in them, and each board step by step with every hand open. A file is read when
//! somebody sends it, and nothing of it is kept.

use crate::refusal::Refusal;
use cards::{BySeat, Seat, SeatSet};
use engine::Phase;
use house::{AnyMatch, Rejected, read_record, record_lines};
use notation::pbn::RefusedBoard;
use notation::{Board, FinalContract, Notation, ReadError, Watchable, watchable};
use protocol::{BoardFile, BoardListed, Chair, Replay, TableInfo, TableRefusal, Walked};
use serde_json::Value;
use std::collections::BTreeMap;

/// The longest file that is read: more than a thousand boards with their play.
pub(crate) const LONGEST: usize = 1024 * 1024;

/// The most boards of a file.
const MAX: usize = 1_000;

/// What is in a file.
///
/// # Errors
///
/// Where the file is wrong, and why, when no board of it can be read.
pub(crate) fn list(file: &[u8]) -> Result<String, Refusal> {
    let boards = read(file)?.iter().map(|board| board.as_ref().map_or_else(refused_board, listed)).collect();
    Ok(serde_json::to_string(&BoardFile { boards }).expect("a list has string keys"))
}

/// One board of a file, from 0, step by step.
///
/// # Errors
///
/// As [`list`]; or when there is no such board, or not all its cards are known.
pub(crate) fn replay(file: &[u8], number: usize) -> Result<String, Refusal> {
    let boards = read(file)?;
    let board = boards.get(number).ok_or(Refusal::NoBoard(number))?;
    let board = board.as_ref().map_err(|board| refused(&board.error))?;
    let shown = watchable(board).map_err(|why| wrong(None, why.to_string()))?;
    let (game, Walked { mut start, mut steps }) = walk(&shown)?;
    if shown.supplied > 0 {
        let mut rest = steps.split_off(shown.supplied.min(steps.len()));
        start = steps.pop().unwrap_or(start);
        start.events.clear();
        std::mem::swap(&mut steps, &mut rest);
        for step in std::iter::once(&mut start).chain(&mut steps) {
            for key in ["auction", "meanings"] {
                if let Some(list) = step.view.get_mut(key) {
                    *list = Value::Array(Vec::new());
                }
            }
        }
    }
    let deal_score = shown.record.deals.len().checked_sub(1).and_then(|deal| game.score_of_deal(deal));
    let points = deal_score.map_or(BySeat::new(4, |_| 0), |deal| deal.points);
    let setup = game.setup();
    let info = TableInfo {
        table: "",
        game: game.game(),
        preset: setup.preset.as_deref().unwrap_or_default(),
        options: game.options(),
        seats: 4,
        chairs: &chairs(board),
        ready: SeatSet::EMPTY,
        you: None,
        commitment: "",
        restarts: 0,
        window: 0,
        stake: None,
        payments: None,
        counting: None,
        absence: 0,
        ending: SeatSet::EMPTY,
        ended: None,
        next: None,
        lost: None,
        time_control: None,
        clocks: Vec::new(),
        founder: None,
        day: None,
        elsewhere: 0,
    };
    let winners = match game.phase() {
        Phase::Over(winners) => winners,
        Phase::Between | Phase::Playing => SeatSet::EMPTY,
    };
    let replay = Replay {
        info,
        sides: game.sides(),
        opening: BySeat::new(4, |_| 0),
        points: vec![points],
        start,
        steps,
        bonuses: Vec::new(),
        totals: points,
        winners,
    };
    Ok(serde_json::to_string(&replay).expect("a replay has string keys"))
}

fn walk(shown: &Watchable) -> Result<(Box<dyn AnyMatch>, Walked), Refusal> {
    let record = &shown.record;
    let last = record.deals.len().saturating_sub(1);
    let game = house::find(&record.game).ok_or_else(|| Rejected::new("options", "there is no such game"))?;
    let dealer = Seat::try_from(record.dealer).unwrap_or_default();
    let mut game = game.open(&record.setup(), dealer)?;
    let walked = protocol::walk(&mut *game, &record_lines(record), last)?;
    Ok((game, walked.ok_or(TableRefusal::NoDeal(last))?))
}

fn read(file: &[u8]) -> Result<Vec<Result<Board, RefusedBoard>>, Refusal> {
    let boards = match Notation::of(file) {
        Notation::Pbn => notation::pbn::read_each(file, MAX).map_err(|error| refused(&error))?,
        Notation::Lin => all_of(notation::lin::read(file).map_err(|error| refused(&error))?),
        Notation::Record => {
            let text = std::str::from_utf8(file).map_err(|error| wrong(None, error.to_string()))?;
            let record = read_record(text).map_err(|error| wrong(None, error.to_string()))?;
            all_of(notation::record::read(&record).map_err(|error| wrong(None, error.message))?)
        }
    };
    if boards.len() > MAX {
        return Err(wrong(
            None,
            format!("a file may have at most {MAX} boards here, and this one has {}", boards.len()),
        ));
    }
    match boards.first() {
        Some(Err(board)) if boards.iter().all(Result::is_err) => Err(refused(&board.error)),
        _ => Ok(boards),
    }
}

fn all_of(boards: Vec<Board>) -> Vec<Result<Board, RefusedBoard>> {
    boards.into_iter().map(Ok).collect()
}

fn refused(error: &ReadError) -> Refusal {
    wrong(Some(error.position), error.problem.to_string())
}

fn wrong(position: Option<notation::Position>, problem: String) -> Refusal {
    let message = match position {
        Some(position) => format!("{position}: {problem}"),
        None => problem.clone(),
    };
    let mut params = BTreeMap::from([("problem", problem)]);
    if let Some(position) = position {
        params.extend([("line", position.line.to_string()), ("column", position.column.to_string())]);
    }
    Rejected { params, ..Rejected::new("file", message) }.into()
}

fn chairs(board: &Board) -> Vec<Chair> {
    let name = |given: &notation::Given<String>| given.known().cloned().unwrap_or_default();
    let chair = |given| Chair::Person {
        name: crate::identity::plain_name(&name(given)),
        here: true,
        away: None,
        stand_in: None,
        left: false,
    };
    board.players.iter().map(chair).collect()
}

/// A board of which nothing is known but why it was not read.
fn refused_board(board: &RefusedBoard) -> BoardListed {
    BoardListed {
        number: board.number,
        room: None,
        contract: None,
        passed_out: false,
        declarer: None,
        tricks: None,
        points: None,
        steps: 0,
        missing: Some(board.error.to_string()),
        watchable: false,
    }
}

fn listed(board: &Board) -> BoardListed {
    let shown = watchable(board);
    let (mut points, mut steps) = (None, 0);
    if let Ok(shown) = &shown
        && let Ok(game) = shown.record.replay(&house::CATALOG).into_match()
    {
        let last = shown.record.deals.len().saturating_sub(1);
        steps = shown.record.deals.last().map_or(0, |deal| deal.actions.len() - shown.supplied);
        let of = |deal: house::DealScore| deal.points[Seat::new(0)] - deal.points[Seat::new(1)];
        points = game.score_of_deal(last).map(of);
    }
    let contract = board.contract.known();
    BoardListed {
        number: board.number.known().copied(),
        room: board.tag("Room").map(crate::identity::plain_name),
        contract: contract.and_then(|contract| match contract {
            FinalContract::Contract(contract) => Some(contract.to_string()),
            FinalContract::PassedOut | FinalContract::Ending(_) => None,
        }),
        passed_out: matches!(contract, Some(FinalContract::PassedOut)),
        declarer: board.declarer.known().map(|declarer| declarer.direction.into()),
        tricks: board.result.known().map(|result| result.won),
        points,
        steps,
        missing: match shown {
            Ok(shown) => shown.cut.map(|why| why.to_string()),
            Err(why) => Some(why.to_string()),
        },
        watchable: board.deal().is_some_and(|deal| deal.tricks() == 13),
    }
}
