//! Board files of bridge: the list of boards, and each board step by step with all hands open.
//! Files are not stored.

use crate::AnalysisError;
use bridge::Bridge;
use cards::{BySeat, Seat, SeatSet};
use catalog::{AnyMatch, Catalog, Rejection, read_record, record_lines};
use engine::Phase;
use notation::{Board, FinalContract, Notation, ReadBoard, Watchable, read_file, watchable};
use protocol::{Audience, BoardFile, BoardListed, Chair, Replay, TableInfo};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::LazyLock;
use table::{DealReplay, TableError, plain_name, replay_deal, to_options};

/// Maximum size of a file in bytes, enough for more than a thousand boards with their play.
pub const LONGEST: usize = 1024 * 1024;

/// Maximum number of boards in a file.
const MAX: usize = 1_000;

/// Catalog with bridge only.
static BRIDGE: LazyLock<Catalog> = LazyLock::new(Catalog::of::<Bridge>);

/// Lists the boards of a file. A board with a fault is listed with its sound parts.
///
/// # Errors
///
/// Returns the first problem of the file if no board has anything to show.
pub fn list(file: &[u8]) -> Result<BoardFile, AnalysisError> {
    Ok(BoardFile { boards: read(file)?.iter().map(listed).collect() })
}

/// Returns the board with index `number`, step by step: a [`Replay`].
///
/// # Errors
///
/// Returns the errors of [`list`], and an error if there is no such board or some of its cards are
/// unknown.
pub fn replay(file: &[u8], number: usize) -> Result<Box<RawValue>, AnalysisError> {
    let boards = read(file)?;
    let ReadBoard { board, faults } = boards.get(number).ok_or(AnalysisError::NoBoard(number))?;
    if let (Some(fault), false) = (faults.first(), is_watchable(board)) {
        return Err(fault.error.clone().into());
    }
    let shown = watchable(board)?;
    let (game, DealReplay { mut start, mut steps }) = replay_board(&shown)?;
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
        table: String::new(),
        game: game.game().to_owned(),
        preset: setup.preset.unwrap_or_default(),
        options: to_options(game.options()),
        seats: 4,
        chairs: chairs(board),
        ready: SeatSet::EMPTY,
        you: None,
        commitment: String::new(),
        restarts: 0,
        window: 0,
        stake: None,
        payments: None,
        countdown: None,
        absence: 0,
        ending: SeatSet::EMPTY,
        ended: None,
        next: None,
        diverged: None,
        time_control: None,
        clocks: Vec::new(),
        host: None,
        day: None,
        unverified_deals: 0,
        rated: false,
        audience: Audience::Link,
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

fn replay_board(shown: &Watchable) -> Result<(Box<dyn AnyMatch>, DealReplay), TableError> {
    let record = &shown.record;
    let last = record.deals.len().saturating_sub(1);
    let game = BRIDGE.find(&record.game).ok_or_else(|| Rejection::new("options", "there is no such game"))?;
    let dealer = Seat::try_from(record.dealer).unwrap_or_default();
    let mut game = game.open(&record.setup(), dealer)?;
    let replayed = replay_deal(&mut *game, &record_lines(record)?, last)?;
    Ok((game, replayed.ok_or(TableError::NoDeal(last))?))
}

fn read(file: &[u8]) -> Result<Vec<ReadBoard>, AnalysisError> {
    let boards = match Notation::of(file) {
        Notation::Pbn | Notation::Lin => read_file(file, MAX)?.boards,
        Notation::Record => {
            let text = std::str::from_utf8(file)?;
            let boards = read_record(text).and_then(|record| notation::record::read(&record));
            let boards = boards.map_err(|error| AnalysisError::Record(error.into()))?;
            boards.into_iter().map(|board| ReadBoard { board, faults: Vec::new() }).collect()
        }
    };
    if boards.len() > MAX {
        return Err(AnalysisError::TooManyBoards { most: MAX, boards: boards.len() });
    }
    let has_something = |read: &ReadBoard| read.is_sound() || is_watchable(&read.board);
    match boards.first().and_then(|board| board.faults.first()) {
        Some(fault) if !boards.iter().any(has_something) => Err(fault.error.clone().into()),
        _ => Ok(boards),
    }
}

/// Returns whether all cards are known.
fn is_watchable(board: &Board) -> bool {
    board.deal().is_some_and(|deal| deal.tricks() == 13)
}

fn chairs(board: &Board) -> Vec<Chair> {
    let name = |given: &notation::Given<String>| given.known().cloned().unwrap_or_default();
    let chair = |given| Chair::Person {
        name: plain_name(&name(given)),
        connected: true,
        away: None,
        substitute: None,
        left: false,
    };
    board.players.iter().map(chair).collect()
}

fn listed(read: &ReadBoard) -> BoardListed {
    let board = &read.board;
    let shown = watchable(board);
    let (mut points, mut steps) = (None, 0);
    if let Ok(shown) = &shown
        && let Ok(game) = shown.record.replay(&BRIDGE).into_match()
    {
        let last = shown.record.deals.len().saturating_sub(1);
        steps = shown.record.deals.last().map_or(0, |deal| deal.actions.len() - shown.supplied);
        let of = |deal: catalog::DealScore| deal.points[Seat::new(0)] - deal.points[Seat::new(1)];
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
        missing: match (read.faults.first(), shown) {
            (Some(fault), _) => Some(fault.error.to_string()),
            (None, Ok(shown)) => shown.cut.map(|why| why.to_string()),
            (None, Err(why)) => Some(why.to_string()),
        },
        watchable: is_watchable(board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ErrorKind;

    /// Boards with their play. The second ends with a claim.
    const BOARDS: &str = include_str!("../../parlour/tests/boards.pbn");

    #[test]
    fn each_board_is_listed_and_shown_step_by_step() -> Result<(), AnalysisError> {
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
        assert!(matches!(replay(BOARDS.as_bytes(), 2), Err(AnalysisError::NoBoard(2))));
        Ok(())
    }

    #[test]
    fn file_errors_name_their_position() {
        let wrong = "[Board \"1\"]\n[Deal \"N:AZ.. - - -\"]\n";
        let refused = list(wrong.as_bytes()).map(|_| ()).expect_err("it is wrong").api_error();
        assert_eq!((refused.kind, refused.params["line"].as_str()), (ErrorKind::File, "2"));
        assert_eq!(refused.params["column"], "11");
        assert!(refused.params["problem"].contains('Z'), "{refused:?}");
        // The cards are sound, so the fault of the play is reported with them.
        let wrong =
            &BOARDS[BOARDS.rfind("[Event ").expect("it has boards")..].replace("- CJ SJ -", "- CJ SX -");
        let listed = list(wrong.as_bytes()).expect("the cards are sound").boards.remove(0);
        assert!(listed.watchable && listed.missing.is_some_and(|missing| missing.contains("column 6")));
        let record = br#"{"format":"parlour-record/1","game":"scopa","seats":2,"dealer":0,"deals":[]}"#;
        let many = "[Board \"1\"]\n\n".repeat(MAX + 1);
        for file in [&b"hello"[..], b"{\"\xff", record, many.as_bytes()] {
            let refused = list(file).map(|_| ()).expect_err("it is wrong").api_error();
            assert_eq!(refused.kind, ErrorKind::File);
            assert!(refused.message.ends_with(&refused.params["problem"]), "{refused:?}");
        }
    }

    /// Both notations show the sound parts of a board: here the cards without the auction.
    #[test]
    fn a_board_with_a_fault_is_shown_as_far_as_it_is_sound() -> Result<(), AnalysisError> {
        let deal = "[Deal \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"]\n";
        let pbn = format!("[Board \"1\"]\n[Dealer \"N\"]\n{deal}[Auction \"N\"]\n1H AC P\n");
        let lin = "st||md|3SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98,|ah|Board 1|mb|1H|mb|1C|";
        for (file, why) in [(pbn.as_str(), "unknown call"), (lin, "not enough")] {
            let listed = list(file.as_bytes())?.boards.remove(0);
            assert_eq!((listed.number, listed.watchable, listed.contract), (Some(1), true, None));
            assert!(
                listed.missing.as_deref().is_some_and(|missing| missing.contains(why)),
                "{:?}",
                listed.missing
            );
            let shown: Value = serde_json::from_str(replay(file.as_bytes(), 0)?.get()).expect("it is JSON");
            assert_eq!(shown["steps"].as_array().map(Vec::len), Some(0), "{shown}");
        }
        Ok(())
    }

    #[test]
    fn letters_are_read_as_the_standard_and_as_most_programs_write_them() -> Result<(), AnalysisError> {
        let text = BOARDS.replacen("moretti", "Nicolò", 1);
        let latin: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect();
        let shown = replay(&latin, 1)?.get().to_owned();
        assert_eq!(shown, replay(text.as_bytes(), 1)?.get());
        Ok(())
    }
}
