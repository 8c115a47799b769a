//! Round trips of generated boards and sample files.

use bridge::{Auction, DeclarerRule};
use cards::{Card, CardSet, Seed};
use dds::{Deal, Direction, Strain, Vulnerability};
use notation::{
    Board, CallMade, CallRow, CardPlayed, CardRows, Cell, Comment, Declarer, FinalContract, Given, Hands,
    Remarks, Section, Stop, TagComment, Tricks, Unwritable, WriteError, lin, pbn, record,
};
use proptest::prelude::*;

fn deal(seed: u64) -> Deal {
    let mut deck: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
    Seed::from_number(seed).shuffle(0, &mut deck);
    let hands =
        [0, 1, 2, 3].map(|position| deck[13 * position..13 * position + 13].iter().copied().collect());
    Deal::new(hands).unwrap()
}

/// Makes legal calls chosen by numbers, mostly low ones.
fn auction(dealer: Direction, choices: &[u8]) -> Auction {
    let mut auction = Auction::new(dealer);
    for choice in choices {
        let mut legal = Vec::new();
        auction.legal_calls(|call| legal.push(call));
        let Some(last) = legal.len().checked_sub(1) else { break };
        auction.make(legal[usize::from(*choice % 8).min(last)]).unwrap();
    }
    auction
}

/// Plays playable cards chosen by numbers.
fn cards(deal: &Deal, strain: Strain, leader: Direction, choices: &[u8]) -> Vec<Card> {
    let mut position = dds::Position::new(deal, strain, leader);
    let mut cards = Vec::new();
    for choice in choices {
        let playable: Vec<Card> = position.playable().iter().collect();
        if playable.is_empty() {
            break;
        }
        let card = playable[usize::from(*choice) % playable.len()];
        position.play(card).unwrap();
        cards.push(card);
    }
    cards
}

fn remarks(kind: u8, first_glyph: u8, pbn_only: bool) -> Remarks {
    let note = (kind % 5 == 1).then(|| format!("note, {}", kind % 3));
    let comments = match kind % 11 {
        2 => vec![Comment::Braced("two\n\nlines % ; [x]".to_owned())],
        3 if pbn_only => vec![Comment::Line(" to the end }{".to_owned())],
        4 if pbn_only => vec![Comment::Escape("for a program".to_owned())],
        _ => Vec::new(),
    };
    let glyphs = if pbn_only && kind % 7 == 1 { vec![first_glyph, 99] } else { Vec::new() };
    Remarks { alerted: note.is_some() || kind % 13 == 12, note, glyphs, comments }
}

prop_compose! {
    /// Board with content that both notations can express.
    fn board(pbn_only: bool)(
        seed: u64,
        number in 1_u32..200,
        dealer in 0_usize..4,
        sides in 0_usize..5,
        hidden in proptest::collection::vec(any::<bool>(), 4),
        names in proptest::collection::vec("[a-zà-ü]{0,8}", 4),
        calls in proptest::collection::vec(any::<u8>(), 0..24),
        choices in proptest::collection::vec(any::<u8>(), 0..53),
        whole: bool,
        claimed in 0_u8..14,
    ) -> Board {
        let mut board = Board {
            number: Given::Known(number),
            dealer: Given::Known(Direction::ALL[dealer]),
            vulnerability: [Vulnerability::None, Vulnerability::NorthSouth, Vulnerability::EastWest, Vulnerability::Both]
                .get(sides).copied().into(),
            ..Board::default()
        };
        for (player, name) in board.players.iter_mut().zip(names) {
            *player = Some(name).filter(|name| !name.is_empty()).into();
        }
        let deal = deal(seed);
        let mut hands = Hands::from(deal);
        if !whole && hidden.iter().filter(|hidden| **hidden).count() > 1 {
            // A single hidden hand would have the remaining cards.
            hands.0.iter_mut().zip(&hidden).filter(|(_, hidden)| **hidden).for_each(|(hand, _)| *hand = None);
        }
        board.hands = if hands.0 == [None; 4] { Given::Unknown } else { Given::Known(hands) };
        let auction = auction(Direction::ALL[dealer], &calls);
        if !auction.is_empty() {
            let calls = auction.calls().zip(&calls).map(|((_, call), kind)| {
                CallMade { call: Some(call), insufficient: false, remarks: remarks(*kind, 3, pbn_only) }
            });
            board.auction = Some(CallRow { calls: calls.collect(), stop: None });
        }
        if auction.is_passed_out() {
            board.contract = Given::Known(FinalContract::PassedOut);
            board.declarer = Given::Inapplicable;
            board.result = Given::Inapplicable;
        }
        if let (true, Some(contract), Some(direction)) =
            (auction.is_over(), auction.contract(), auction.declarer(DeclarerRule::FirstToName))
        {
            let strain = contract.bid.strain;
            board.contract = Given::Known(FinalContract::Contract(contract));
            board.declarer = Given::Known(Declarer { direction, swapped: false });
            let cards = cards(&deal, strain, direction.next(), &choices);
            let all = cards.len() == 52;
            let mut position = dds::Position::new(&deal, strain, direction.next());
            cards.iter().for_each(|card| position.play(*card).unwrap());
            let (taken, lost) = (position.taken(direction), position.taken(direction.next()));
            let won = (all || claimed < 13).then_some(claimed.clamp(taken, 13 - lost));
            board.result = won.map(|won| Tricks { won, agreed_wrongly: false }).into();
            if !cards.is_empty() {
                let played = cards.into_iter().zip(&choices).map(|(card, kind)| {
                    CardPlayed { card, irregularity: None, remarks: if pbn_only { remarks(*kind, 9, true) } else { Remarks::default() } }
                });
                let mut play = CardRows::of_cards(direction.next(), strain, played);
                play.stop = won.filter(|_| !all).map(|_| Stop::Ended);
                board.play = Some(play);
            }
        }
        board
    }
}

prop_compose! {
    /// Board with content that only PBN can express.
    fn pbn_board()(
        mut board in board(true),
        text in "[ -~à-ÿ]{1,30}",
        wide in "[ -~À-ž♠]{0,10}",
        rows in 0_usize..4,
        continues: bool,
    ) -> Board {
        // These two texts mean unknown and inherited.
        if text != "?" && !text.starts_with('#') {
            board.event = Given::Known(text.clone());
        }
        board.site = Given::Inapplicable;
        board.tags.push(("Memo".to_owned(), format!("-{wide}")));
        board.comments.push(TagComment { tag: None, comment: Comment::Braced(" before\nall".to_owned()) });
        board.comments.push(TagComment { tag: Some("Deal".to_owned()), comment: Comment::Line("of the cards".to_owned()) });
        if rows > 0 {
            let row = |row: usize| vec![Cell::Word(row.to_string()), Cell::Text(text.clone())];
            board.sections.push(Section {
                name: "ScoreTable".to_owned(),
                value: "Rank\\3R;Names\\20L".to_owned(),
                rows: (0..rows).map(row).collect(),
            });
        }
        if let Some(play) = board.play.as_mut().filter(|play| continues && play.stop.is_some()) {
            play.stop = Some(Stop::Continues);
        }
        board
    }
}

proptest! {
    #[test]
    fn pbn_that_is_written_says_what_the_boards_say(boards in proptest::collection::vec(pbn_board(), 1..4)) {
        let written = pbn::write(&boards);
        let read = pbn::read(&written);
        prop_assert_eq!(read.as_ref(), Ok(&boards), "{}", String::from_utf8_lossy(&written));
        prop_assert_eq!(pbn::write(&boards), written);
    }

    #[test]
    fn lin_that_is_written_says_what_the_boards_say(boards in proptest::collection::vec(board(false), 1..4)) {
        let written = lin::write(&boards).unwrap();
        let read = lin::read(written.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&boards), "{}", written);
    }

    #[test]
    fn lin_by_way_of_pbn_is_the_same_bytes(boards in proptest::collection::vec(board(false), 1..4)) {
        let written = lin::write(&boards).unwrap();
        let there = pbn::write(&lin::read(written.as_bytes()).unwrap());
        let there = pbn::read(&there).unwrap();
        prop_assert!(boards.iter().zip(&there).all(|(board, there)| board.lost_in(there).is_empty()));
        prop_assert_eq!(lin::write(&there).unwrap(), written);
    }

    /// Tags that only PBN holds are lost in LIN, and nothing else.
    #[test]
    fn a_board_names_what_lin_does_not_hold(boards in proptest::collection::vec(board(false), 1..2), site in "[a-z]{1,9}") {
        let there = lin::read(lin::write(&boards).unwrap().as_bytes()).unwrap();
        let board = Board { site: Given::Known(site), tags: vec![("Annotator".into(), "Ada".into())], ..boards[0].clone() };
        prop_assert!(board.lost_in(&there[0]).iter().eq(["Annotator", "Site"]));
    }

    /// A record keeps the cards, the calls and the tricks.
    #[test]
    fn a_record_says_the_same_of_a_board(board in board(false)) {
        // The first board of a match is not vulnerable for any dealer.
        let first = Board { number: Given::Unknown, vulnerability: Given::Unknown, ..board };
        let record = match record::write(std::slice::from_ref(&first)) {
            Ok(record) => record,
            Err(WriteError { why: Unwritable::NoLead, .. }) => {
                prop_assert!(first.play.is_none() && first.result.known().is_some());
                return Ok(());
            }
            Err(WriteError { why: Unwritable::NoDeal, .. }) => {
                prop_assert!(first.deal().is_none());
                return Ok(());
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        let again = catalog::read_record(&record.write()).unwrap();
        let read = record::read(&again).unwrap().remove(0);
        prop_assert_eq!(read.dealer, first.dealer);
        prop_assert_eq!(&read.players, &first.players);
        prop_assert_eq!(&read.hands, &first.hands);
        prop_assert_eq!((read.contract, read.declarer, read.result), (first.contract, first.declarer, first.result));
        let calls = |board: &Board| board.auction.as_ref().map(|row| row.calls.iter().map(|made| made.call).collect::<Vec<_>>());
        prop_assert_eq!(calls(&read), calls(&first));
        let cards = |board: &Board| board.play.as_ref().map(|play| {
            let order = play.in_order(board.strain().unwrap());
            order.into_iter().map(|(who, played)| (who, played.card)).collect::<Vec<_>>()
        });
        prop_assert_eq!(cards(&read), cards(&first));
        // Writing the read record again gives the same bytes.
        prop_assert_eq!(record::write(&record::read(&again).unwrap()).unwrap().write(), record.write());
        let by_pbn = pbn::read(&pbn::write(&[read])).unwrap();
        prop_assert_eq!(record::write(&by_pbn).unwrap().write(), record.write());
    }

    /// Any input is handled, and accepted input is written with the same meaning.
    #[test]
    fn any_bytes_get_an_answer(bytes: Vec<u8>, damage in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..4)) {
        let samples: [&[u8]; 6] = [
            &bytes,
            include_bytes!("../samples/match.pbn"),
            include_bytes!("../samples/evening.pbn"),
            include_bytes!("../samples/club.lin"),
            include_bytes!("../samples/rooms.lin"),
            include_bytes!("../samples/vugraph.lin"),
        ];
        for sample in samples {
            let mut file = sample.to_vec();
            for (position, byte) in &damage {
                let length = file.len().max(1);
                if let Some(damaged) = file.get_mut(position % length) {
                    *damaged = *byte;
                }
            }
            if let Ok(boards) = pbn::read(&file) {
                let written = pbn::write(&boards);
                let again = pbn::read(&written).map(|boards| pbn::write(&boards));
                prop_assert_eq!(again.as_ref().map_err(ToString::to_string), Ok(&written), "{}", String::from_utf8_lossy(&written));
            }
            for boards in [pbn::read(&file), lin::read(&file)].into_iter().flatten() {
                // Boards that were read have been checked, so the game's rules find nothing more.
                match record::write(&boards) {
                    Ok(record) => prop_assert_eq!(record::read(&record).map(|read| read.len()), Ok(boards.len())),
                    Err(error) => prop_assert!(!matches!(error.why, Unwritable::Refused(_)), "{}", error),
                }
            }
            if let Ok(boards) = lin::read(&file)
                && let Ok(written) = lin::write(&boards)
            {
                let again = lin::read(written.as_bytes()).map(|boards| lin::write(&boards).unwrap());
                prop_assert_eq!(again, Ok(written));
            }
        }
    }
}

#[test]
fn a_hand_without_cards_is_no_hand_that_is_unknown() {
    let mut board =
        Board { hands: Given::Known(Hands([Some(CardSet::EMPTY), None, None, None])), ..Board::default() };
    board.dealer = Given::Known(Direction::South);
    let text = String::from_utf8(pbn::write(std::slice::from_ref(&board))).unwrap();
    assert!(text.contains("[Deal \"S:- - ... -\"]"), "{text}");
    assert_eq!(pbn::read(text.as_bytes()), Ok(vec![board]));
}
