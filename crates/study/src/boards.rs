//! Files of boards of bridge: what is in them, and each board step by step with every hand open. A file is read when
//! somebody sends it, and nothing of it is kept.

use crate::StudyError;
use cards::{BySeat, Seat, SeatSet};
use engine::Phase;
use games::bridge::Bridge;
use house::{AnyMatch, Catalog, Rejected, read_record, record_lines};
use notation::pbn::RefusedBoard;
use notation::{Board, FinalContract, Notation, Watchable, watchable};
use protocol::{BoardFile, BoardListed, Chair, Replay, TableInfo, TableRefusal, Walked, plain_name};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::LazyLock;

/// The longest file that is read: more than a thousand boards with their play.
pub const LONGEST: usize = 1024 * 1024;

/// The most boards of a file.
const MAX: usize = 1_000;

/// The only game that files of boards are of.
static BRIDGE: LazyLock<Catalog> = LazyLock::new(Catalog::of::<Bridge>);

/// What is in a file.
///
/// # Errors
///
/// Where the file is wrong, and why, when no board of it can be read.
pub fn list(file: &[u8]) -> Result<BoardFile, StudyError> {
    let boards = read(file)?.iter().map(|board| board.as_ref().map_or_else(refused_board, listed)).collect();
    Ok(BoardFile { boards })
}

/// One board of a file, from 0, step by step: a [`Replay`].
///
/// # Errors
///
/// As [`list`]; or when there is no such board, or not all its cards are known.
pub fn replay(file: &[u8], number: usize) -> Result<Box<RawValue>, StudyError> {
    let boards = read(file)?;
    let board = boards.get(number).ok_or(StudyError::NoBoard(number))?;
    let board = board.as_ref().map_err(|board| board.error.clone())?;
    let shown = watchable(board)?;
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
    Ok(serde_json::value::to_raw_value(&replay).expect("a replay has string keys"))
}

fn walk(shown: &Watchable) -> Result<(Box<dyn AnyMatch>, Walked), TableRefusal> {
    let record = &shown.record;
    let last = record.deals.len().saturating_sub(1);
    let game = BRIDGE.find(&record.game).ok_or_else(|| Rejected::new("options", "there is no such game"))?;
    let dealer = Seat::try_from(record.dealer).unwrap_or_default();
    let mut game = game.open(&record.setup(), dealer)?;
    let walked = protocol::walk(&mut *game, &record_lines(record), last)?;
    Ok((game, walked.ok_or(TableRefusal::NoDeal(last))?))
}

fn read(file: &[u8]) -> Result<Vec<Result<Board, RefusedBoard>>, StudyError> {
    let boards = match Notation::of(file) {
        Notation::Pbn => notation::pbn::read_each(file, MAX)?,
        Notation::Lin => all_of(notation::lin::read(file)?),
        Notation::Record => {
            let text = std::str::from_utf8(file)?;
            let boards = read_record(text).and_then(|record| notation::record::read(&record));
            all_of(boards.map_err(|error| StudyError::Record(error.into()))?)
        }
    };
    if boards.len() > MAX {
        return Err(StudyError::TooManyBoards { most: MAX, boards: boards.len() });
    }
    match boards.first() {
        Some(Err(board)) if boards.iter().all(Result::is_err) => Err(board.error.clone().into()),
        _ => Ok(boards),
    }
}

fn all_of(boards: Vec<Board>) -> Vec<Result<Board, RefusedBoard>> {
    boards.into_iter().map(Ok).collect()
}

fn chairs(board: &Board) -> Vec<Chair> {
    let name = |given: &notation::Given<String>| given.known().cloned().unwrap_or_default();
    let chair = |given| Chair::Person {
        name: plain_name(&name(given)),
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
        && let Ok(game) = shown.record.replay(&BRIDGE).into_match()
    {
        let last = shown.record.deals.len().saturating_sub(1);
        steps = shown.record.deals.last().map_or(0, |deal| deal.actions.len() - shown.supplied);
        let of = |deal: house::DealScore| deal.points[Seat::new(0)] - deal.points[Seat::new(1)];
        points = game.score_of_deal(last).map(of);
    }
    let contract = board.contract.known();
    BoardListed {
        number: board.number.known().copied(),
        room: board.tag("Room").map(plain_name),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two boards with their play; the second ends with a claim.
    const BOARDS: &str = include_str!("../../parlour/tests/boards.pbn");

    #[test]
    fn each_board_is_listed_and_shown_step_by_step() -> Result<(), StudyError> {
        let boards = list(BOARDS.as_bytes())?.boards;
        let [first, second] = &boards[..] else { panic!("there are two") };
        assert_eq!(
            (first.contract.as_deref(), first.tricks, first.points),
            (Some("4H"), Some(5), Some(-250))
        );
        assert_eq!((first.steps, second.points), (60, Some(100)));
        let shown: Value = serde_json::from_str(replay(BOARDS.as_bytes(), 1)?.get()).expect("it is JSON");
        assert_eq!(shown["info"]["chairs"][0]["name"], "moretti");
        assert_eq!(shown["steps"].as_array().map(Vec::len), Some(second.steps));
        assert!(matches!(replay(BOARDS.as_bytes(), 2), Err(StudyError::NoBoard(2))));
        Ok(())
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_place() {
        let wrong =
            &BOARDS[BOARDS.rfind("[Event ").expect("it has boards")..].replace("- CJ SJ -", "- CJ SX -");
        let refused = list(wrong.as_bytes()).map(|_| ()).expect_err("it is wrong").rejected();
        assert_eq!((refused.code, refused.params["column"].as_str()), ("file", "6"));
        assert!(refused.params["problem"].contains("SX"), "{refused:?}");
        let record = br#"{"format":"parlour-record/1","game":"scopa","seats":2,"dealer":0,"deals":[]}"#;
        let many = "[Board \"1\"]\n\n".repeat(MAX + 1);
        for file in [&b"hello"[..], b"{\"\xff", record, many.as_bytes()] {
            let refused = list(file).map(|_| ()).expect_err("it is wrong").rejected();
            assert_eq!(refused.code, "file");
            assert!(refused.message.ends_with(&refused.params["problem"]), "{refused:?}");
        }
    }

    #[test]
    fn letters_are_read_as_the_standard_and_as_most_programs_write_them() -> Result<(), StudyError> {
        let text = BOARDS.replacen("moretti", "Nicolò", 1);
        let latin: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect();
        let shown = replay(&latin, 1)?.get().to_owned();
        assert_eq!(shown, replay(text.as_bytes(), 1)?.get());
        Ok(())
    }
}
