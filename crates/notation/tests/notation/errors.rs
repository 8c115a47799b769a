//! Faults of files are reported with line and column.

use notation::{Part, lin, pbn};

/// Valid deal for the tests.
const DEAL: &str = "N:AKQJ.T98.765.432 T987.AKQ.J98.765 6543.J76.AKQ.J98 2.5432.T432.AKQT";

#[track_caller]
fn pbn_error(file: &str, expected: &str) {
    assert_eq!(pbn::read(file.as_bytes()).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

#[track_caller]
fn lin_error(file: &str, expected: &str) {
    assert_eq!(lin::read(file.as_bytes()).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

#[test]
fn a_pbn_file_that_is_wrong_is_refused_where_it_is_wrong() {
    pbn_error("", "line 1, column 1: there is no board in this file");
    pbn_error("[Event \"a]\n", "line 1, column 8: the closing quotation mark is missing");
    pbn_error(
        "[Event a]\n",
        "line 1, column 1: a tag needs a name and a text in quotation marks, such as [Board \"7\"]",
    );
    pbn_error("[Event \"a\"]\n{ open\n", "line 2, column 1: this comment is not closed; add a “}”");
    pbn_error(
        "Pass Pass\n",
        "line 1, column 1: “Pass” does not belong to a section; only tags and comments are allowed here",
    );
    pbn_error(
        "[Event \"a\"]\n[Board \"1\"] 1C\n",
        "line 2, column 13: “1C” does not belong to a section; only tags and comments are allowed here",
    );
    pbn_error("[Board \"x\"]", "line 1, column 9: Board cannot be “x”: a board is a number from 1");
    pbn_error("\r\n\r\n[Dealer \"X\"]", "line 3, column 10: Dealer cannot be “X”: it is N, E, S or W");
    pbn_error(
        "[Vulnerable \"us\"]",
        "line 1, column 14: Vulnerable cannot be “us”: it is None, NS, EW or All",
    );
    pbn_error("[Dealer \"#\"]", "line 1, column 10: Dealer cannot be inherited from another board with “#”");
    pbn_error(
        "[Contract \"8NT\"]",
        "line 1, column 12: Contract cannot be “8NT”: a contract is written like 3NT, 4SX, 5CXX or Pass",
    );
    pbn_error(
        "[Result \"14\"]",
        "line 1, column 10: Result cannot be “14”: it is the number of declarer's tricks, from 0 to 13, or one like NS 9 EW 4",
    );
    pbn_error(
        "[Note \"what\"]",
        "line 1, column 8: a note needs a number, a colon and a text, such as [Note \"1:two suits\"]",
    );
    pbn_error(
        "[OptimumResultTable \"Declarer;Result\"]\nN 7\nE\n",
        "line 3, column 1: OptimumResultTable has 2 columns, but this row has 1",
    );
}

#[test]
fn hands_that_are_no_deal_are_refused_at_the_hand() {
    let deal = |deal: &str| format!("[Board \"1\"]\n[Deal \"{deal}\"]\n");
    let wrong = DEAL.replace("T987.", "T98Z.");
    pbn_error(&deal(&wrong), "line 2, column 30: “Z” in East's hand is not a rank; use AKQJT98765432");
    let twice = DEAL.replace("6543.J76", "A543.J76");
    pbn_error(&deal(&twice), "line 2, column 44: As is both in North's hand and in South's");
    let short = DEAL.replace("6543.J76", "543.J76");
    pbn_error(&deal(&short), "line 2, column 44: South holds 12 cards instead of 13");
    pbn_error(&deal("N:AK.. 54.."), "line 2, column 8: a deal needs four hands separated by spaces, not 2");
    pbn_error(
        &deal("AK.. 54.. - -"),
        "line 2, column 8: a deal must begin with the letter of its first hand and a colon, such as “N:”",
    );
}

#[test]
fn calls_and_cards_that_cannot_be_are_refused() {
    let file = |rest: &str| format!("[Dealer \"N\"]\n[Deal \"{DEAL}\"]\n{rest}");
    pbn_error(
        &file("[Auction \"N\"]\n1S Pass\n1H Pass"),
        "line 5, column 1: South cannot call 1H: 1H is not enough: the last bid is 1S",
    );
    pbn_error(
        &file("[Auction \"N\"]\n1S 9S"),
        "line 4, column 4: unknown call “9S”; use P, X, XX or a bid from 1C to 7N",
    );
    pbn_error(
        &file("[Auction \"E\"]\n1S"),
        "line 3, column 11: North is the dealer and calls first, not East",
    );
    pbn_error(&file("[Auction \"N\"]\n1S - 2S"), "line 4, column 4: East's call is missing");
    pbn_error(&file("[Auction \"N\"]\n1S ="), "line 4, column 4: “=” is not understood here");
    pbn_error(&file("[Auction \"N\"]\n=1= 1S"), "line 4, column 1: a remark must follow a call or a card");
    pbn_error(
        &file("[Contract \"3NT\"]\n[Auction \"N\"]\n1S AP"),
        "line 4, column 1: Contract says 3N, but the auction says 1S",
    );
    pbn_error(
        &file("[Declarer \"E\"]\n[Auction \"N\"]\n1S AP"),
        "line 4, column 1: Declarer says East, but the auction says North; it fits if East calls first, so add the passes before",
    );
    pbn_error(
        &file("[Play \"E\"]\nS2"),
        "line 3, column 1: the play needs a contract and a declarer, and one of them is missing",
    );
    let play = |cards: &str| file(&format!("[Auction \"N\"]\n1S AP\n[Play \"E\"]\n{cards}"));
    pbn_error(
        &play("HA HJ H2 HZ"),
        "line 6, column 10: “HZ” is not a card; write the suit and the rank, such as SA or HT",
    );
    pbn_error(
        &play("HA HJ H2 SA"),
        "line 6, column 10: As does not follow suit; North must play a card such as 8h",
    );
    pbn_error(&play("SA HJ H2 H8"), "line 6, column 1: East is to play and does not hold As");
    pbn_error(&play("HA HJ H2 H8\nHA"), "line 7, column 1: Ah was played before");
    assert!(pbn::read(play("HA HJ H2 ^R SA").as_bytes()).is_ok(), "a revoke that the file tells of");
}

#[test]
fn a_lin_file_that_is_wrong_is_refused_where_it_is_wrong() {
    let md = "md|3S6543HJ76DAKQCJ98,S2H5432DT432CAKQT,SAKQJHT98D765C432,|";
    let file = |rest: &str| format!("st||{md}\nsv|o|{rest}");
    lin_error("", "line 1, column 1: there is no board in this file");
    lin_error("pg||", "line 1, column 1: there is no board in this file");
    lin_error(
        "hello|",
        "line 1, column 1: “hello|” is not a command; a command is two letters, a bar, a value and a bar",
    );
    lin_error("mb|1C|", "line 1, column 1: “mb|1C|” comes before any deal");
    lin_error(&file("mb|1"), "line 2, column 6: the file ends within “mb|1”; the closing bar is missing");
    lin_error(&file("mb|8C|"), "line 2, column 9: unknown call “8C”; use P, X, XX or a bid from 1C to 7N");
    lin_error(
        &file("mb|1S|mb|1H|"),
        "line 2, column 15: East cannot call 1H: 1H is not enough: the last bid is 1S",
    );
    lin_error(&file("sv|q|"), "line 2, column 9: sv cannot be “q”: it is o for none, n, e, or b for both");
    lin_error(
        &file("pc|SA|"),
        "line 2, column 9: the play needs a contract and a declarer, and one of them is missing",
    );
    lin_error(&file("mb|1Sppp|pc|HA|pc|SA|"), "line 2, column 24: South is to play and does not hold As");
    lin_error(
        &file("mb|1Sppp|mc|14|"),
        "line 2, column 18: mc cannot be “14”: it is the number of declarer's tricks, from 0 to 13",
    );
    lin_error(
        &md.replace("S2H", "SZH"),
        "line 1, column 24: “Z” in West's hand is not a rank; use AKQJT98765432",
    );
    lin_error(&md.replace("S2H", "SAH"), "line 1, column 23: As is both in North's hand and in West's");
    lin_error(&md.replace("S2H", "SH"), "line 1, column 23: West holds 12 cards instead of 13");
    lin_error(
        "md|7|",
        "line 1, column 4: md cannot be “7”: the dealer is 1 for South, 2 West, 3 North or 4 East",
    );
}

#[test]
fn the_token_that_is_wrong_is_the_one_that_is_named() {
    let file = |rest: &str| format!("[Dealer \"N\"]\n[Deal \"{DEAL}\"]\n{rest}");
    pbn_error(
        &file("[Auction \"N\"]\n1S Pass 4C* X"),
        "line 4, column 11: “*” ends the section, but “X” follows; remove “*”, or mark an alert as =1=",
    );
    pbn_error(
        &file("[Auction \"N\"]\n1S + Pass"),
        "line 4, column 4: “+” ends the section, but “Pass” follows; remove “+”, or mark an alert as =1=",
    );
    pbn_error(
        &file("[Auction \"N\"]\n1S AP\n[Play \"E\"]\nHA * HJ"),
        "line 6, column 4: “*” ends the section, but “HJ” follows; remove “*”, or mark an alert as =1=",
    );
    pbn_error(
        &file("[Auction \"N\"]\n- 1S"),
        "line 4, column 3: North is the dealer and calls first, not East",
    );
    // The short row is reported, not the last one.
    pbn_error(
        "[OptimumResultTable \"Declarer;Strain;Result\"]\nN S 7\nE 5\nS H 3\n",
        "line 3, column 1: OptimumResultTable has 3 columns, but this row has 2",
    );
}

/// Some programs omit the passes before the first bid.
/// The standard ignores a repeated tag (3.4). Lines below it are not lost without a word.
#[test]
fn lines_below_a_repeated_tag_are_a_fault() {
    let tags = "[Board \"1\"]\n[Dealer \"N\"]\n[Auction \"N\"]\n1C P P P\n";
    let read = |more: &str| notation::pbn::read(format!("{tags}{more}").as_bytes()).map(drop);
    assert_eq!(read("[Dealer \"N\"]\n[Board \"2\"] {again}\n"), Ok(()));
    for (more, name) in [
        ("[Auction \"N\"]\n1C P 2C P P P\n", "Auction"),
        ("[Dealer \"N\"]\nPass\n", "Dealer"),
        ("[X \"1\"]\na\n[X \"2\"]\nb\n", "X"),
    ] {
        let line = 5 + usize::from(name == "X") * 2;
        let expected = format!(
            "line {line}, column 1: {name} is there for the second time; the lines below it are not read"
        );
        assert_eq!(read(more).map_err(|error| error.to_string()), Err(expected), "{more}");
    }
}

#[test]
fn an_auction_without_its_leading_passes_gets_a_hint() {
    let hint = "; it fits if East calls first, so add the passes before";
    let deal = "N:.AQJ85.986.JT973 A8643.97642.Q.Q8 KT9.K3.K75.AK652 QJ752.T.AJT432.4";
    let pbn = format!("[Dealer \"N\"]\n[Deal \"{deal}\"]\n[Declarer \"E\"]\n[Auction \"N\"]\n1NT AP\n");
    pbn_error(&pbn, &format!("line 4, column 1: Declarer says East, but the auction says North{hint}"));
    let agrees = pbn.replace("\"E\"]", "\"S\"]");
    pbn_error(
        &agrees,
        "line 4, column 1: Declarer says South, but the auction says North; it fits if South calls first, so add the passes before",
    );
    // No first caller fits, because the contract is another one.
    pbn_error(
        &pbn.replace("[Auction", "[Contract \"3C\"]\n[Auction"),
        "line 5, column 1: Contract says 3C, but the auction says 1N",
    );
    // The play indicates it too: South leads if East declares.
    let play =
        format!("[Dealer \"W\"]\n[Deal \"{deal}\"]\n[Auction \"W\"]\n1NT AP\n[Play \"S\"]\nSK SQ H5 S3\n");
    let error = pbn::read(play.as_bytes()).unwrap_err().to_string();
    assert!(
        error.starts_with("line 6, column 10: ") && error.contains("East must play") && error.ends_with(hint),
        "{error}"
    );
    let lin = "st||md|3SKT9HK3DK75CAK652,SQJ752HTDAJT432C4,SHAQJ85D986CJT973,|mb|1N|mb|ppp|pc|SK|pc|SQ|";
    let error = lin::read(lin.as_bytes()).unwrap_err().to_string();
    assert!(error.contains(": East is to play and does not hold Ks") && error.ends_with(hint), "{error}");
}

/// All faults of a file are reported at once.
#[test]
fn all_faults_of_a_file_are_found() {
    let places = |read: &notation::BoardFile| {
        let faults = read.boards.iter().map(|board| {
            board.faults.iter().map(|fault| (fault.part, fault.error.position.line)).collect::<Vec<_>>()
        });
        faults.collect::<Vec<_>>()
    };
    let pbn = format!(
        "[Board \"1\"]\n[Dealer \"X\"]\n[Vulnerable \"us\"]\n[Deal \"{DEAL}\"]\n[Contract \"9S\"]\n[Result \"14\"]\n\n\
         [Board \"2\"]\n[Event \"open]\n[Deal \"{DEAL}\"]\n[Auction \"N\"]\n1S 9S 8S\n\n[Board \"3\"]\n"
    );
    let read = pbn::read_each(pbn.as_bytes(), 9).unwrap();
    assert_eq!(
        places(&read),
        [
            vec![(Part::Dealer, 2), (Part::Vulnerability, 3), (Part::Contract, 5), (Part::Result, 6)],
            vec![(Part::Other, 9), (Part::Auction, 12)],
            vec![],
        ]
    );
    assert!(read.boards[..2].iter().all(|board| board.board.deal().is_some()), "the cards are sound");
    let md = "md|3S6543HJ76DAKQCJ98,S2H5432DT432CAKQT,SAKQJHT98D765C432,|";
    let lin = format!(
        "st||{md}\nsv|q|\nmb|1S|mb|1H|mb|2H|\nst||{md}\nmb|1Sppp|\npc|SA|\nmc|99|\nst||md|9,|\nst||{md}\noops|pg||\nst||{md}\n"
    );
    let read = lin::read_each(lin.as_bytes(), 9).unwrap();
    assert_eq!(
        places(&read),
        [
            vec![(Part::Vulnerability, 2), (Part::Auction, 3)],
            vec![(Part::Play, 6), (Part::Result, 7)],
            vec![(Part::Dealer, 8)],
            vec![(Part::Unknown, 10)],
            vec![],
        ]
    );
    assert!([0, 1, 3, 4].iter().all(|board| read.boards[*board].board.deal().is_some()));
}

/// A dropped part affects nothing else, and the lists of faults are bounded.
#[test]
fn faults_outside_boards_are_kept_apart() {
    let read =
        pbn::read_each(b"hello you\n[Board \"1\"]\n\n{ open\n[Board \"2\"]\n\n[Board \"3\"]\n", 9).unwrap();
    assert_eq!(read.strays.iter().map(|error| error.position.line).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(
        read.boards.iter().map(|board| board.board.number.known().copied()).collect::<Vec<_>>(),
        [Some(1), Some(3)]
    );
    assert!(read.boards.iter().all(notation::ReadBoard::is_sound));
    let read = lin::read_each(b"mb|1C|mb|1D|\nst||md|1|\nmb|p|\n", 9).unwrap();
    assert_eq!((read.strays.len(), read.boards[0].is_sound()), (1, true));
    let strays = "x\n".repeat(1000) + "[Board \"1\"]\n" + &"{\n\n".repeat(1000);
    let read = pbn::read_each(strays.as_bytes(), 9).unwrap();
    assert_eq!((read.strays.len(), read.boards.len()), (100, 1));
    let many = "[Board \"1\"]\n".to_owned() + &"[T a]\n".repeat(1000);
    assert_eq!(pbn::read_each(many.as_bytes(), 9).unwrap().boards[0].faults.len(), 20);
}

#[test]
fn a_file_that_is_no_text_is_called_so() {
    let sentence = "this is not a text file; choose a PBN or LIN file";
    for bytes in [
        &b"PK\x03\x04\x14\0\x08"[..],
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\x08\x06",
        b"\x1f\x8b\x08\x01\x02",
    ] {
        assert_eq!(pbn::read(bytes).unwrap_err().problem.to_string(), sentence, "{bytes:?}");
    }
}

#[test]
fn a_file_holds_no_more_than_its_length_lets_expect() {
    let tags = |count: usize| (0..count).map(|tag| format!("[T{tag} \"\"]\n")).collect::<String>();
    assert!(pbn::read(tags(255).as_bytes()).is_ok());
    pbn_error(&tags(256), "line 256, column 1: a board has at most 255 tags");
    // Tags that every later board inherits.
    let standing = tags(255).replace("\"\"", "\"##a\"") + "\n[Board \"2\"]\n\n[Board \"3\"]\n";
    pbn_error(&standing, "line 257, column 1: a board has at most 255 tags");

    let long = "a".repeat(256);
    let refused = "an inherited text has at most 255 bytes";
    pbn_error(&format!("[Event \"##{long}\"]"), &format!("line 1, column 9: {refused}"));
    pbn_error(&format!("[Event \"{long}\"]\n\n[Event \"#\"]"), &format!("line 3, column 9: {refused}"));
    assert!(pbn::read(format!("[Event \"{long}\"]").as_bytes()).is_ok());
    // A default replaced for one board by a value too long to be inherited.
    let anew = format!("[Event \"##short\"]\n\n[Event \"{long}\"]\n\n[Board \"3\"]");
    assert_eq!(pbn::read(anew.as_bytes()).unwrap()[2].event.known().map(String::as_str), Some("short"));
    lin_error(&format!("vg|{long},,|qx|o1|"), &format!("line 1, column 4: {refused}"));

    let boards = "[Board \"x\"]\n\n".repeat(3);
    let read = pbn::read_each(boards.as_bytes(), 3).unwrap().boards;
    let lines: Vec<_> = read.iter().map(|board| board.faults[0].error.position.line).collect();
    assert_eq!(lines, [1, 3, 5]);
    let error = pbn::read_each(boards.as_bytes(), 2).unwrap_err();
    assert_eq!(error.to_string(), "line 5, column 1: a file may have at most 2 boards here");
    let error = lin::read_each("st||md|1|\n".repeat(3).as_bytes(), 2).unwrap_err();
    assert_eq!(error.to_string(), "line 3, column 5: a file may have at most 2 boards here");
}
