//! Conversion between boards and match records, with its errors.

use dds::{Direction, Vulnerability};
use notation::{Board, FinalContract, Given, Stop, lin, pbn, record};

fn boards() -> Vec<Board> {
    pbn::read(include_bytes!("../samples/match.pbn")).unwrap().into_iter().take(3).collect()
}

#[track_caller]
fn refused(boards: &[Board], expected: &str) {
    assert_eq!(record::write(boards).map_err(|error| error.to_string()).unwrap_err(), expected);
}

#[test]
fn boards_that_follow_one_another_are_a_match_in_duplicate() {
    let record = record::write(&boards()).unwrap();
    assert_eq!((record.game.as_str(), record.seats, record.dealer), ("bridge", 4, 0));
    let notes = record.notes();
    assert_eq!(notes.players, ["Moretti, Nicolò", "Conti, Pia", "Sala, Ugo", "Ferri, Ada"]);
    assert_eq!(
        (notes.event.as_deref(), notes.date.as_deref()),
        (Some("Coppa del Golfo"), Some("2026-03-14"))
    );
    let text = record.write();
    assert!(text.contains("\"preset\": \"duplicate\"") && text.contains("\"boards\": 3"), "{text}");
    let [first, passed_out, claimed] = &record.deals[..] else { panic!("three deals") };
    assert_eq!(first.actions.len(), 8 + 52);
    assert_eq!(&first.actions[..3], ["0 1N", "1 P", "2 2H"]);
    assert_eq!(
        first.actions[8], "3 Ah",
        "the opening lead, with dummy's cards under declarer's seat after it"
    );
    assert_eq!(first.actions[9], "2 4h", "dummy's card, played by declarer");
    assert_eq!(passed_out.actions, ["1 P", "2 P", "3 P", "0 P"]);
    let claim: Vec<&str> = claimed.actions.iter().rev().take(3).rev().map(String::as_str).collect();
    assert!(
        claim[0].contains(" claim ") && claim[1].ends_with(" accept") && claim[2].ends_with(" accept"),
        "{claim:?}"
    );
}

#[test]
fn a_record_tells_its_boards() {
    let read = record::read(&record::write(&boards()).unwrap()).unwrap();
    assert_eq!(read.len(), 3);
    for (read, given) in read.iter().zip(boards()) {
        assert_eq!(
            (read.number, read.dealer, read.vulnerability),
            (given.number, given.dealer, given.vulnerability)
        );
        assert_eq!((read.hands, read.contract, read.declarer), (given.hands, given.contract, given.declarer));
        assert_eq!((read.result, &read.date, &read.players), (given.result, &given.date, &given.players));
    }
    // Four hearts, five down, not vulnerable.
    assert_eq!(read[0].tag("Score"), Some("NS -250"));
    assert_eq!(read[1].tag("Score"), Some("NS 0"));
    // Three no trump redoubled by East, one down, vulnerable.
    assert_eq!(read[2].tag("Score"), Some("NS 400"));
    assert_eq!(read[2].play.as_ref().unwrap().stop, Some(Stop::Ended));
    let by_lin = lin::read(lin::write(&read).unwrap().as_bytes()).unwrap();
    assert_eq!(record::write(&by_lin).unwrap().deals, record::write(&boards()).unwrap().deals);
}

#[test]
fn a_board_from_the_middle_of_a_rubber_has_its_vulnerability() {
    let text = record::write(&boards()[..1]).unwrap().write();
    let rubber = text
        .replace("\"preset\": \"duplicate\"", "\"preset\": \"rubber\"")
        .replace("    \"boards\": 1,\n", "");
    let board = record::read(&catalog::read_record(&rubber).unwrap()).unwrap().remove(0);
    assert_eq!(board.vulnerability, Given::Known(Vulnerability::None));
    assert_eq!(board.tag("Score"), None, "a rubber is not scored board by board");
}

#[test]
fn nonstandard_boards_have_no_record() {
    let mut wrong_dealer = boards();
    wrong_dealer[1].number = Given::Known(4);
    refused(&wrong_dealer, "board 2: West deals board 4, not East; a record has standard boards only");
    let mut backwards = boards();
    backwards.swap(0, 1);
    refused(
        &backwards,
        "board 2: board 1 comes where board 3 or a later one must be; the boards of a record are in order",
    );
    let mut wrong_dealer = boards();
    wrong_dealer.truncate(1);
    wrong_dealer[0].number = Given::Known(2);
    refused(&wrong_dealer, "board 1: East deals board 2, not North; a record has standard boards only");
    let mut vulnerable = boards();
    vulnerable[2].vulnerability = Given::Known(Vulnerability::None);
    refused(
        &vulnerable,
        "board 3: the vulnerability is not that of board 3; a record has standard boards only",
    );
    let many = vec![boards().remove(1); 33];
    refused(&many, "board 33: a record has at most 32 boards, including gaps");
    let mut far = boards();
    far.truncate(2);
    (far[0].number, far[1].number) = (Given::Known(17), Given::Known(50));
    refused(&far, "board 2: a record has at most 32 boards, including gaps");
}

/// The place in a match determines dealer and vulnerability: the places before board 3 are filled,
/// and not read as boards.
#[test]
fn boards_of_any_number_become_a_record() {
    let given = boards();
    let record = record::write(&given[2..]).unwrap();
    assert_eq!((record.deals.len(), record.dealer), (3, 0));
    assert_eq!(record.deals.iter().map(record::is_filler).collect::<Vec<_>>(), [true, true, false]);
    let read = record::read(&record).unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!(
        (read[0].number, read[0].dealer, read[0].vulnerability, read[0].tag("Score")),
        (Given::Known(3), given[2].dealer, given[2].vulnerability, Some("NS 400"))
    );
    let (first, third) = (given[0].clone(), given[2].clone());
    let read = record::read(&record::write(&[first.clone(), third.clone()]).unwrap()).unwrap();
    assert_eq!(read.iter().map(|board| board.number).collect::<Vec<_>>(), [Given::Known(1), Given::Known(3)]);
    // Board 17 is equivalent to board 1, and keeps its number as long as a match has room for it.
    // Board 33 does not.
    for (number, kept) in [(17, 17), (33, 1)] {
        let board = notation::Board { number: Given::Known(number), ..first.clone() };
        let read = record::read(&record::write(&[board]).unwrap()).unwrap();
        assert_eq!((read.len(), read[0].number, read[0].result), (1, Given::Known(kept), first.result));
    }
    // Without a number, a board takes the first place with its dealer and vulnerability.
    let unnumbered = notation::Board { number: Given::Unknown, ..third };
    let read = record::read(&record::write(&[unnumbered]).unwrap()).unwrap();
    assert_eq!(read[0].number, Given::Known(3));
}

#[test]
fn unplayed_boards_have_no_record() {
    let mut unfinished = boards();
    unfinished[0].result = Given::Unknown;
    unfinished[0].play.as_mut().unwrap().tricks.truncate(5);
    refused(&unfinished, "board 1: the board is unfinished; only the last board of a record may be");
    assert_eq!(
        record::write(&unfinished[..1]).unwrap().deals[0].actions.len(),
        8 + 20,
        "alone it is the last"
    );
    let mut without_lead = boards();
    without_lead[0].play = None;
    refused(&without_lead, "board 1: the result is known, but the play is missing");
    let mut without_auction = boards();
    without_auction[0].auction = None;
    refused(&without_auction, "board 1: the play cannot be written without its auction");
    let irregular = pbn::read(include_bytes!("../samples/match.pbn")).unwrap();
    refused(&irregular, "board 4: only PBN can record an accepted irregularity");
    assert!(lin::write(&irregular).is_err());
    let mut evening = pbn::read(include_bytes!("../samples/evening.pbn")).unwrap().remove(1);
    (evening.number, evening.vulnerability) = (Given::Unknown, Given::Unknown);
    refused(&[evening], "board 1: not all 52 cards are known");
}

#[test]
fn only_bridge_has_boards() {
    let scopa = r#"{"format": "parlour-record/1", "game": "scopa", "seats": 2, "dealer": 1}"#;
    let refused = record::read(&catalog::read_record(scopa).unwrap());
    assert_eq!(refused.map_err(|error| error.message), Err("only records of bridge have boards".to_owned()));
}

#[test]
fn the_last_bidder_who_declares_by_some_rules_is_marked() {
    let mut file = boards();
    file.truncate(1);
    let text = record::write(&file).unwrap().write();
    let raised = text
        .replace("\"0 1N\"", "\"0 1H\"")
        .replace("\"0 4H\"", "\"0 P\"")
        .replace("\"preset\": \"duplicate\"", "\"declarer\": \"lastBidder\",\n    \"preset\": \"duplicate\"");
    let mut raised = catalog::read_record(&raised).unwrap();
    raised.deals[0].actions.truncate(6);
    let board = record::read(&raised).unwrap().remove(0);
    let declarer = board.declarer.known().unwrap();
    assert_eq!((declarer.direction, declarer.swapped), (Direction::South, true));
    assert!(matches!(board.contract, Given::Known(FinalContract::Contract(_))));
    assert_eq!(pbn::read(&pbn::write(std::slice::from_ref(&board))), Ok(vec![board]));
}
