//! Files from other programs: encodings, results, addresses, lists of deals.

use dds::Direction;
use notation::{Encoding, Given, Notation, SideTricks, lin, pbn, read_file};

const DEAL: &str = "[Dealer \"W\"]\n[Vulnerable \"EW\"]\n\
    [Deal \"W:96.KJT943.AQJ2.2 K4.AQ7.9764.A953 872.85.KT853.T76 AQJT53.62..KQJ84\"]\n";

#[track_caller]
fn error(file: &str) -> String {
    pbn::read(file.as_bytes()).unwrap_err().to_string()
}

/// PBN 2.1, section 3.4.15.
#[test]
fn a_result_may_name_the_sides() {
    let result = |tags: &str| {
        let board = pbn::read(format!("{DEAL}{tags}\n").as_bytes()).unwrap().remove(0);
        let again = pbn::read(&pbn::write(std::slice::from_ref(&board))).unwrap().remove(0);
        assert_eq!((again.result, again.tricks_by_side), (board.result, board.tricks_by_side), "{tags}");
        (board.result.known().map(|tricks| (tricks.won, tricks.agreed_wrongly)), board.tricks_by_side)
    };
    let sides = |north_south, east_west, agreed_wrongly| {
        (None, Some(SideTricks { north_south, east_west, agreed_wrongly }))
    };
    let known = |won, agreed_wrongly| (Some((won, agreed_wrongly)), None);
    // Without a declarer.
    assert_eq!(result("[Result \"EW 4 NS 9\"]"), sides(Some(9), Some(4), false));
    assert_eq!(result("[Result \"ns 9 ew 4\"]"), sides(Some(9), Some(4), false));
    assert_eq!(result("[Result \"EW 4\"]"), sides(None, Some(4), false));
    assert_eq!(result("[Declarer \"?\"][Contract \"?\"][Result \"NS 9\"]"), sides(Some(9), None, false));
    assert_eq!(result("[Result \"^EW 4 NS 9\"]"), sides(Some(9), Some(4), true));
    // With a declarer.
    assert_eq!(result("[Declarer \"S\"][Result \"EW 4 NS 9\"]"), known(9, false));
    assert_eq!(result("[Declarer \"E\"][Result \"NS 9\"]"), known(4, false));
    assert_eq!(result("[Declarer \"E\"][Result \"^NS 9\"]"), known(4, true));
    assert_eq!(result("[Result \"EW 4 NS 9\"][Declarer \"W\"]"), known(4, false));
    // An end position has fewer tricks: the other side has the rest of three.
    let ending =
        "[Deal \"N:AK.2.. 43.3.. QT.4.. 92.5..\"]\n[Declarer \"E\"]\n[Contract \"NT\"]\n[Result \"NS 2\"]\n";
    let board = pbn::read(ending.as_bytes()).unwrap().remove(0);
    assert_eq!(board.result.known().map(|tricks| tricks.won), Some(1));
}

#[test]
fn a_result_that_contradicts_itself_is_refused() {
    let refused = |tags: &str, why: &str| {
        let file = format!("{DEAL}{tags}\n");
        assert!(error(&file).ends_with(why), "{tags}: {}", error(&file));
    };
    for declarer in ["", "[Declarer \"S\"]", "[Declarer \"W\"]"] {
        refused(
            &format!("{declarer}[Result \"NS 9 EW 2\"]"),
            "Result cannot be “NS 9 EW 2”: both sides have 13 tricks together, not 11",
        );
        refused(
            &format!("{declarer}[Result \"^NS 13 EW 13\"]"),
            "Result cannot be “^NS 13 EW 13”: both sides have 13 tricks together, not 26",
        );
        refused(
            &format!("{declarer}[Result \"EW 4 EW 9\"]"),
            "Result cannot be “EW 4 EW 9”: it names the same side twice",
        );
        for wrong in ["NS 14", "NS", "NS EW", "NS 9 EW", "XY 9", "NS 9 XY 4", "9 4", "NS 9 EW 4 NS 9"] {
            refused(&format!("{declarer}[Result \"{wrong}\"]"), "from 0 to 13, or one like NS 9 EW 4");
        }
    }
    for passed in ["[Contract \"Pass\"]", "[Auction \"W\"]\nAP\n"] {
        refused(
            &format!("{passed}[Result \"9\"]"),
            "Result cannot be “9”: all four players passed, so there are no tricks",
        );
        let board = pbn::read(format!("{DEAL}{passed}[Result \"0\"]\n").as_bytes()).unwrap().remove(0);
        assert_eq!(board.result, Given::Inapplicable);
    }
    let ending = "[Deal \"N:AK.2.. 43.3.. QT.4.. 92.5..\"]\n[Contract \"NT\"]\n[Result \"NS 2 EW 2\"]\n";
    assert!(error(ending).ends_with("both sides have 3 tricks together, not 4"), "{}", error(ending));
}

/// The list of results in a LIN header is ignored if the play of a board contradicts it.
#[test]
fn a_list_of_results_does_not_contradict_the_play() {
    let board = "qx|o1|st||md|3SAKQJHAKQDAKQCAKQ,ST987HJT9DJT9CJT9,S6543H876D876C876,|ah|Board 1|sv|o|mb|p|mb|p|mb|7N|mb|ppp|\
        pc|ST|pc|S3|pc|S2|pc|SA|";
    for (listed, won) in [("7NS=", Some(13)), ("7NS-13", None)] {
        let file = format!("vg|,,I,1,1,,0,,0|rs|{listed},|{board}");
        let board = lin::read(file.as_bytes()).unwrap().remove(0);
        assert_eq!(board.result.known().map(|tricks| tricks.won), won, "{listed}");
        assert!(pbn::read(&pbn::write(&[board])).is_ok(), "{listed}");
    }
}

#[test]
fn the_encoding_of_a_file_is_found_and_told() {
    let file = format!("[North \"D’Arcy\"]\n[Board \"1\"]\n{DEAL}{{le “coup” – 5 €}}\n");
    let windows = |text: &str| -> Vec<u8> {
        let byte = |letter: char| match letter {
            '’' => 0x92,
            '“' => 0x93,
            '”' => 0x94,
            '–' => 0x96,
            '€' => 0x80,
            other => u8::try_from(other).unwrap(),
        };
        text.chars().map(byte).collect()
    };
    let utf16 = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(file.encode_utf16()).flat_map(unit).collect()
    };
    let expected = pbn::read(file.as_bytes()).unwrap();
    assert_eq!(expected[0].players[0], Given::Known("D’Arcy".to_owned()));
    for (bytes, encoding) in [
        (file.as_bytes().to_vec(), Encoding::Utf8),
        (format!("\u{feff}{file}").into_bytes(), Encoding::Utf8),
        (windows(&file), Encoding::Windows1252),
        ([&b"\xef\xbb\xbf"[..], &windows(&file)].concat(), Encoding::Windows1252),
        (utf16(u16::to_le_bytes), Encoding::Utf16Le),
        (utf16(u16::to_be_bytes), Encoding::Utf16Be),
        (utf16(u16::to_le_bytes)[2..].to_vec(), Encoding::Utf16Le),
    ] {
        let read = read_file(&bytes, 9).unwrap();
        assert_eq!((read.encoding, read.notation), (encoding, Notation::Pbn));
        assert!(read.boards[0].is_sound(), "{encoding}: {:?}", read.boards[0].faults);
        assert_eq!(read.boards[0].board, expected[0], "{encoding}");
        // Writing it again loses no character.
        assert_eq!(pbn::read(&pbn::write(&expected)).unwrap(), expected);
    }
    let latin = [&b"\xef\xbb\xbf[North \"Jos\xe9\"]\n"[..], DEAL.as_bytes()].concat();
    let read = read_file(&latin, 9).unwrap();
    assert_eq!((read.encoding, read.boards[0].is_sound()), (Encoding::Latin1, true));
    assert_eq!(read.boards[0].board.players[0], Given::Known("José".to_owned()));
    let lin =
        b"pn|D\x92Arcy,b,c,d|st||md|3S52H864DKJ75CKJ73,SQJ4HQ972DQ4CT942,SA963HATDA9832CQ5,|nt|\x93x\x94|";
    let board = lin::read(lin).unwrap().remove(0);
    assert_eq!(board.players[Direction::South as usize], Given::Known("D’Arcy".to_owned()));
    assert!(lin::write(&[board]).unwrap().contains("nt|“x”|"));
}

const LIN: &str = "pn|South,West,North,East|st||md|3ST52HAJDQ8652CT75,SQ874HK3DKT7CK963,SAK963HQT65DAJ9C4,SJH98742D43CAQJ82|\
    ah|Board 9|sv|e|mb|1S|mb|p|mb|p|mb|p|";

/// Players copy the address of a hand, the part after `lin=`, or a percent-encoded part.
#[test]
fn the_address_of_a_hand_viewer_is_read() {
    let encoded = LIN.replace('|', "%7C").replace(',', "%2c").replace(' ', "%20");
    let expected = lin::read(LIN.as_bytes()).unwrap();
    assert_eq!(expected[0].number, Given::Known(9));
    for file in [
        format!("https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin={encoded}"),
        format!("\u{feff}\n  http://viewer.example/?lin={encoded}&p=1#top\r\n"),
        format!("https://viewer.example/?lin={LIN}"),
        format!("lin={encoded}"),
        encoded.replace("%20", "+"),
        encoded.clone(),
        LIN.replace(' ', "%20"),
    ] {
        assert_eq!(Notation::of(file.as_bytes()), Notation::Lin, "{file}");
        let read = read_file(file.as_bytes(), 9).unwrap();
        assert!(!read.as_written && read.strays.is_empty(), "{file}: {:?}", read.strays);
        assert_eq!(read.boards[0].board, expected[0], "{file}");
    }
    // Several addresses, one per line. The position of a fault is that in the file.
    let address = format!("https://viewer.example/?lin={encoded}\n");
    let wrong = address.replace("1S%7C", "8S%7C");
    let read = read_file(format!("{address}{wrong}{address}").as_bytes(), 9).unwrap();
    assert_eq!(
        read.boards.iter().map(notation::ReadBoard::is_sound).collect::<Vec<_>>(),
        [true, false, true]
    );
    let column = wrong.find("8S%7C").unwrap() + 1;
    let fault = &read.boards[1].faults[0].error;
    assert_eq!((fault.position.line, fault.position.column), (2, column));
    assert!(read_file(LIN.as_bytes(), 9).unwrap().as_written);
    let nothing = read_file(b"https://www.bridgebase.com/myhand/M-1-2", 9).unwrap_err();
    assert_eq!(
        nothing.to_string(),
        "line 1, column 1: this address has no “lin=” with a hand; paste the hand's LIN instead"
    );
}

#[test]
fn a_list_of_deals_is_a_file_of_boards() {
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let list = format!("\u{feff}{deal}\r\n\r\n  {deal}\nN:A.. -\n{}", deal.replace("N:QJ6", "n:QJT"));
    assert_eq!(Notation::of(list.as_bytes()), Notation::Pbn);
    let read = read_file(list.as_bytes(), 9).unwrap();
    assert!(!read.as_written);
    let deals = read.boards.iter().map(|board| board.board.deal().map(|deal| deal.to_string()));
    assert_eq!(deals.collect::<Vec<_>>(), [Some(deal.to_owned()), Some(deal.to_owned()), None, None]);
    assert_eq!(
        read.boards[2].faults[0].error.to_string(),
        "line 4, column 1: a deal needs four hands separated by spaces, not 2"
    );
    assert_eq!(read.boards[3].faults[0].error.position.line, 5);
    assert_eq!(
        read_file(list.as_bytes(), 3).unwrap_err().to_string(),
        "line 5, column 1: a file may have at most 3 boards here"
    );
}

/// Programs write 0 for a board without a number.
#[test]
fn board_0_has_no_number() {
    let pbn = pbn::read(format!("[Board \"0\"]\n{DEAL}").as_bytes()).unwrap().remove(0);
    assert_eq!((pbn.number, pbn.deal().is_some()), (Given::Unknown, true));
    let lin = lin::read(LIN.replace("Board 9", "Board 0").as_bytes()).unwrap().remove(0);
    assert_eq!((lin.number, lin.tag("Description")), (Given::Unknown, None));
}
