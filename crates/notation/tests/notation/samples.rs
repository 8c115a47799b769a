//! Sample files: canonical ones round-trip byte by byte, others keep their meaning.
//!
//! They were written for these tests according to the format descriptions.

use cards::CardSet;
use dds::{Direction, Vulnerability};
use notation::{Board, Comment, FinalContract, Given, Stop, lin, pbn};

const MATCH: &[u8] = include_bytes!("../samples/match.pbn");
const EVENING: &[u8] = include_bytes!("../samples/evening.pbn");
const CLUB: &str = include_str!("../samples/club.lin");
const ROOMS: &str = include_str!("../samples/rooms.lin");
const VUGRAPH: &[u8] = include_bytes!("../samples/vugraph.lin");

/// Reports the first line that differs.
#[track_caller]
fn assert_same(written: &[u8], expected: &[u8]) {
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
    for (line, (written, expected)) in lines(written).iter().zip(&lines(expected)).enumerate() {
        assert_eq!(written, expected, "line {}", line + 1);
    }
    assert!(written == expected, "the ends differ");
}

fn calls(board: &Board) -> String {
    let calls = board.auction.as_ref().unwrap().calls.iter();
    calls.map(|made| made.call.map_or("-".to_owned(), |call| call.to_string())).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_in_export_format_comes_back_byte_for_byte() {
    assert_same(&pbn::write(&pbn::read(MATCH).unwrap()), MATCH);
}

#[test]
fn everything_in_a_file_in_export_format_is_understood() {
    let boards = pbn::read(MATCH).unwrap();
    let [first, passed_out, claimed, open] = &boards[..] else { panic!("{} boards", boards.len()) };
    assert_eq!(first.players[0], Given::Known("Moretti, Nicolò".to_owned()));
    assert_eq!(first.tag("VisitTeam"), Some("Molo \"Vecchio\""));
    let auction = first.auction.as_ref().unwrap();
    assert_eq!(auction.calls[0].remarks.note.as_deref(), Some("15 to 17"));
    assert_eq!(
        (auction.calls[2].remarks.note.as_deref(), &auction.calls[2].remarks.glyphs[..]),
        (Some("hearts, weak"), &[3][..])
    );
    assert_eq!(auction.calls[4].remarks.comments, [Comment::Braced("to play".to_owned())]);
    let play = first.play.as_ref().unwrap();
    assert_eq!(play.leader, Direction::West);
    assert_eq!(play.tricks[0][0].as_ref().unwrap().remarks.glyphs, [7, 200]);
    assert_eq!(first.sections.len(), 2);
    assert_eq!(first.sections[0].rows.len(), 20);
    assert_eq!(passed_out.contract, Given::Known(FinalContract::PassedOut));
    assert_eq!(passed_out.declarer, Given::Inapplicable);
    assert_eq!(claimed.play.as_ref().unwrap().stop, Some(Stop::Ended));
    assert_eq!(claimed.play.as_ref().unwrap().in_order(claimed.strain().unwrap()).len(), 18);
    let auction = open.auction.as_ref().unwrap();
    assert!(auction.calls[1].insufficient);
    assert_eq!(auction.stop, Some(Stop::Continues));
}

#[test]
fn typed_commands_are_understood() {
    let boards = pbn::read(EVENING).unwrap();
    let [five, six] = &boards[..] else { panic!("{} boards", boards.len()) };
    assert_eq!(five.event, Given::Known("Club night".to_owned()));
    assert_eq!(five.site, Given::Inapplicable);
    assert_eq!(five.tag("Memo"), Some("kept \\ as it is"));
    assert_eq!(five.dealer, Given::Known(Direction::North));
    assert_eq!(five.vulnerability, Given::Known(Vulnerability::None));
    assert_eq!(calls(five), "1N P 2H P 2S P 4S P P P");
    let auction = five.auction.as_ref().unwrap();
    assert_eq!(auction.calls[0].remarks.glyphs, [1]);
    assert_eq!(auction.calls[6].remarks.glyphs, [6]);
    assert_eq!(auction.calls[2].remarks.note.as_deref(), Some("spades"));
    assert_eq!(five.declarer.known().unwrap().direction, Direction::North);
    assert_eq!(five.contract.known().unwrap().strain(), Some(dds::Strain::Spades));
    assert_eq!(five.result.known().unwrap().won, 5);
    // Inherited: the default values, and the scoring through “#”, but not the players.
    assert_eq!(six.event, five.event);
    assert_eq!(six.scoring, Given::Known("MP".to_owned()));
    assert_eq!(six.players, Board::default().players);
    let hands = six.hands.known().unwrap();
    assert_eq!(hands.hand(Direction::North), None);
    assert_eq!(hands.hand(Direction::East).map(CardSet::len), Some(13));
    assert_eq!(
        six.comments[0].comment,
        Comment::Braced(" Only the defenders are known;\n\n the others were not written down ".to_owned())
    );
    let canonical = pbn::write(&boards);
    assert_eq!(pbn::read(&canonical).unwrap()[0], boards[0]);
    assert_same(&pbn::write(&pbn::read(&canonical).unwrap()), &canonical);
}

#[test]
fn what_a_club_writes_comes_back_byte_for_byte() {
    for file in [CLUB, ROOMS] {
        assert_same(lin::write(&lin::read(file.as_bytes()).unwrap()).unwrap().as_bytes(), file.as_bytes());
    }
}

#[test]
fn both_notations_say_the_same_of_a_board() {
    let club = &lin::read(CLUB.as_bytes()).unwrap()[0];
    let tournament = &pbn::read(MATCH).unwrap()[0];
    assert_eq!(club.hands, tournament.hands);
    assert_eq!(club.contract, tournament.contract);
    assert_eq!(club.declarer, tournament.declarer);
    assert_eq!(club.result, tournament.result);
    assert_eq!(calls(club), calls(tournament));
    let cards = |board: &Board| {
        let play = board.play.clone().unwrap();
        play.in_order(board.strain().unwrap())
            .iter()
            .map(|(who, played)| (*who, played.card))
            .collect::<Vec<_>>()
    };
    assert_eq!(cards(club), cards(tournament));
    // Through the other notation, and back.
    let there = pbn::write(&lin::read(ROOMS.as_bytes()).unwrap());
    assert_same(lin::write(&pbn::read(&there).unwrap()).unwrap().as_bytes(), ROOMS.as_bytes());
}

#[test]
fn vugraph_files_are_read() {
    let boards = lin::read(VUGRAPH).unwrap();
    let [open, closed] = &boards[..] else { panic!("{} boards", boards.len()) };
    assert_eq!(open.event, Given::Known("Coppa del Golfo".to_owned()));
    assert_eq!(
        (open.tag("Stage"), open.tag("HomeTeam"), open.tag("Room")),
        (Some("Final 1_2"), Some("Lanterna"), Some("Open"))
    );
    assert_eq!(closed.tag("Room"), Some("Closed"));
    assert_eq!((open.number, closed.number), (Given::Known(7), Given::Known(7)));
    assert_eq!(open.players[Direction::South as usize], Given::Known("sala".to_owned()));
    assert_eq!(closed.players[Direction::East as usize], Given::Known("neri".to_owned()));
    assert_eq!(open.hands, pbn::read(MATCH).unwrap()[0].hands, "the fourth hand has what is left");
    assert_eq!(calls(open), "P P 1H P 4H X P P P");
    assert_eq!(open.contract.known().unwrap().strain(), Some(dds::Strain::Hearts));
    assert_eq!(open.result.known().unwrap().won, 9);
    let play = open.play.as_ref().unwrap();
    assert_eq!(
        (play.tricks.len(), play.stop),
        (1, Some(Stop::Ended)),
        "the card that was taken back is gone"
    );
    assert_eq!(open.comments[0].comment, Comment::Braced("Good evening".to_owned()));
    assert_eq!(closed.contract, Given::Known(FinalContract::PassedOut));
    assert_eq!(closed.declarer, Given::Inapplicable);
}
