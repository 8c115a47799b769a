//! A set of boards with known results: read, replayed as a match, and played at a table action by
//! action.
//!
//! The results were computed by hand from the scoring table, not by this program.

use cards::{Seat, Viewer};
use catalog::SetupText;
use dds::Direction;
use engine::Phase;
use notation::{Board, FinalContract, pbn, record, watchable};
use std::collections::BTreeMap;

/// Line of the file of results.
#[derive(Debug)]
struct Known {
    board: u32,
    contract: Option<(String, char, u8)>,
    score: i32,
    total: i32,
}

fn known() -> Vec<Known> {
    let lines = include_str!("../samples/scored.txt").lines().skip_while(|line| *line != "board").skip(1);
    let read = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let from_the_end = |position: usize| words[words.len() - position].parse().unwrap();
        Known {
            board: words[0].parse().unwrap(),
            contract: (words[1] != "passed").then(|| {
                (words[1].replace("NT", "N"), words[2].chars().next().unwrap(), words[3].parse().unwrap())
            }),
            score: from_the_end(2),
            total: from_the_end(1),
        }
    };
    lines.map(read).collect()
}

fn boards() -> Vec<Board> {
    pbn::read(include_bytes!("../samples/scored.pbn")).unwrap()
}

/// Returns the points of North-South minus those of East-West.
fn norths(points: &cards::BySeat<i32>) -> i32 {
    points[Seat::from(Direction::North)] - points[Seat::from(Direction::East)]
}

#[test]
fn every_board_of_the_set_was_played_to_the_known_result() {
    let (boards, known) = (boards(), known());
    assert_eq!((boards.len(), known.len()), (16, 16));
    for (board, known) in boards.iter().zip(&known) {
        assert_eq!(board.number.known(), Some(&known.board));
        let contract = board.contract.known().and_then(|contract| match contract {
            FinalContract::Contract(contract) => Some(contract.to_string()),
            FinalContract::PassedOut | FinalContract::Ending(_) => None,
        });
        let found = contract.map(|contract| {
            let declarer = board.declarer.known().unwrap().direction.letter();
            (contract, declarer, board.result.known().unwrap().won)
        });
        assert_eq!(found, known.contract, "board {}", known.board);
        if known.contract.is_some() {
            assert_eq!(board.play.as_ref().unwrap().tricks.len(), 13, "board {} is played out", known.board);
        }
    }
}

#[test]
fn the_set_replayed_scores_the_known_results() {
    let record = record::write(&boards()).unwrap();
    let game = record.replay(&catalog::CATALOG).into_match().unwrap();
    assert!(matches!(game.phase(), Phase::Over(_)));
    for (deal, known) in known().iter().enumerate() {
        let points = game.score_of_deal(deal).unwrap().points;
        assert_eq!(norths(&points), known.score, "board {}", known.board);
    }
    assert_eq!(norths(&game.totals()), known().last().unwrap().total);
}

#[test]
fn each_board_alone_scores_what_it_scores_in_the_set() {
    for (board, known) in boards().iter().zip(known()) {
        let playable = watchable(board).unwrap();
        assert_eq!((playable.supplied, &playable.cut), (0, &None));
        let game = playable.record.replay(&catalog::CATALOG).into_match().unwrap();
        let last = playable.record.deals.len() - 1;
        assert_eq!(norths(&game.score_of_deal(last).unwrap().points), known.score, "board {}", known.board);
    }
}

#[test]
fn the_set_played_at_a_table_has_the_known_totals_after_every_board() {
    let bridge = catalog::find("bridge").unwrap();
    let options = BTreeMap::from([("boards".to_owned(), engine::OptionValue::Number(16))]);
    let setup = SetupText { preset: Some("duplicate".to_owned()), options, seats: Some(4) };
    let mut table = bridge.open(&setup, Direction::North.into()).unwrap();
    let played = record::write(&boards()).unwrap();
    for (deal, known) in played.deals.iter().zip(known()) {
        assert_eq!(table.phase(), Phase::Between);
        table.deal(&deal.deck, &[Viewer::Public]).unwrap();
        for entry in &deal.actions {
            let (seat, action) = entry.split_once(' ').unwrap();
            let seat = Seat::try_from(seat.parse::<u8>().unwrap()).unwrap();
            assert!(table.actors().contains(seat), "{entry}");
            assert!(table.legal(seat).iter().any(|legal| legal == action), "{entry}");
            table.play(seat, action, &[Viewer::Public]).unwrap();
        }
        assert_eq!(norths(&table.deal_score().unwrap().points), known.score, "board {}", known.board);
        assert_eq!(norths(&table.totals()), known.total, "after board {}", known.board);
    }
    let Phase::Over(winners) = table.phase() else { panic!("sixteen boards are the match") };
    assert!(winners.contains(Direction::North.into()) && !winners.contains(Direction::East.into()));
}

#[test]
fn an_illegal_replay_is_shown_up_to_its_error() {
    let whole = boards().swap_remove(0);
    let cut = |change: &dyn Fn(&mut Board)| {
        let mut board = whole.clone();
        change(&mut board);
        watchable(&board)
            .map(|playable| (playable.record.deals.last().unwrap().actions.len(), playable.cut.is_some()))
    };
    let entries = watchable(&whole).unwrap().record.deals.last().unwrap().actions.len();
    let calls = entries - 52;
    // An accepted revoke: the play is shown up to the card before it.
    let revoked = cut(&|board| {
        let card = board.play.as_mut().unwrap().tricks[3][0].as_mut().unwrap();
        card.irregularity = Some(notation::Irregularity::Revoke);
    });
    let (shown, is_cut) = revoked.unwrap();
    assert!(is_cut && (calls + 12..calls + 16).contains(&shown), "{shown} of {entries}");
    // An accepted insufficient bid: only the cards are shown.
    let insufficient = cut(&|board| board.auction.as_mut().unwrap().calls[0].insufficient = true);
    assert_eq!(insufficient.unwrap(), (0, true));
    // An unknown hand: nothing is shown.
    assert!(cut(&|board| board.hands = notation::Given::Unknown).is_err());
}
