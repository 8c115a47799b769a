//! Tests with both sides at one table, and with the spellings of other programs.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use bridge::{Bridge, Call};
use cards::{Card, CardSet, Rng};
use dds::{Direction, Vulnerability};
use notation::{Board, FinalContract, Given, Hands, pbn};
use std::time::Duration;
use table_manager::{Chair, Client, ClientLine, Manager, ManagerLine, Named, Ready, Said};

const TIMEOUT: Duration = Duration::from_secs(60);

fn boards(count: u32) -> Vec<Board> {
    let board = |number: u32| {
        let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
        Rng::from_number(number.into()).shuffle(&mut deck);
        let hand = |place: Direction| Some(deck[place as usize * 13..][..13].iter().copied().collect());
        Board {
            number: Given::Known(number),
            dealer: Given::Known(Board::dealer_of(number)),
            vulnerability: Given::Known(Board::vulnerability_of(number)),
            hands: Given::Known(Hands(Direction::ALL.map(hand))),
            ..Board::default()
        }
    };
    (1..=count).map(board).collect()
}

fn bot(name: &str) -> Box<dyn engine::Bot<Bridge>> {
    bots::bot::<Bridge>(name).unwrap()
}

fn built_in_bot() -> Chair {
    Chair::Bot(bot("greedy"), "built-in".to_owned())
}

/// Relays lines until nothing is left to send. Returns them, each with its connection.
fn talk(manager: &mut Manager, clients: &mut [(usize, Client)]) -> Vec<(usize, String)> {
    let mut transcript = Vec::new();
    loop {
        let said = manager.take_said();
        if said.is_empty() {
            return transcript;
        }
        for said in said {
            let Said::Line(to, line) = said else { continue };
            transcript.push((to, line.clone()));
            let Some((_, client)) = clients.iter_mut().find(|(number, _)| *number == to) else { continue };
            for answer in client.heard(&line).unwrap_or_else(|error| panic!("{to}: {error}")) {
                transcript.push((to, format!("> {answer}")));
                manager.heard(to, &answer, Duration::ZERO);
            }
        }
    }
}

fn come(manager: &mut Manager, number: usize, place: Direction, team: &str) -> (usize, Client) {
    let client = Client::new(place, team, bot("greedy"), 7);
    manager.heard(number, &client.begin(), Duration::ZERO);
    (number, client)
}

#[test]
fn four_programs_play_like_four_built_in_bots() {
    let mut manager = Manager::new([(); 4].map(|()| Chair::Program), boards(24), TIMEOUT, 7).telling_time();
    let mut clients: Vec<_> = Direction::ALL
        .into_iter()
        .map(|place| {
            come(&mut manager, place as usize, place, if (place as u8).is_multiple_of(2) { "A" } else { "B" })
        })
        .collect();
    let transcript = talk(&mut manager, &mut clients);
    assert!(manager.is_over() && clients.iter().all(|(_, client)| client.is_over() && client.boards() == 24));
    assert_eq!(manager.played().len(), 24);
    assert!(manager.played().iter().all(|board| board.tag("Spoiled").is_none()), "{:?}", manager.take_told());
    assert!(transcript.iter().any(|(_, line)| line == "Dummy to lead"));
    let timing =
        "Timing - N/S : this board  [0:00],  total  [0:00:00].  E/W : this board  [0:00],  total  [0:00:00].";
    assert_eq!(transcript.iter().filter(|(_, line)| line == timing).count(), 4 * 24);

    let mut alone = Manager::new([(); 4].map(|()| built_in_bot()), boards(24), TIMEOUT, 7);
    alone.start(Duration::ZERO);
    assert!(alone.is_over());
    // `heuristic` decides from its view alone.
    for (board, other) in manager.played().iter().zip(alone.played()) {
        assert_eq!(
            (&board.auction, &board.play, &board.result),
            (&other.auction, &other.play, &other.result)
        );
    }
    // The result can be written as a file of boards and read back.
    let written = pbn::write(manager.played());
    let read = pbn::read(&written).unwrap();
    assert_eq!(read.len(), 24);
    assert!(read.iter().any(|board| matches!(board.contract.known(), Some(FinalContract::Contract(_)))));
}

#[test]
fn a_bridge_player_sits_with_built_in_bots_in_every_place() {
    for place in Direction::ALL {
        let mut chairs = [(); 4].map(|()| built_in_bot());
        chairs[place as usize] = Chair::Program;
        let mut manager = Manager::new(chairs, boards(8), TIMEOUT, 1);
        let mut clients = vec![come(&mut manager, 0, place, "A")];
        talk(&mut manager, &mut clients);
        assert!(manager.is_over(), "{place}: {:?}", manager.take_told());
        assert!(
            manager.played().iter().all(|board| board.tag("Spoiled").is_none()),
            "{:?}",
            manager.take_told()
        );
    }
}

/// Returns a table at its first board, with one program at North and bots in the other seats.
fn at_first_board(boards: Vec<Board>) -> Manager {
    let mut manager =
        Manager::new([Chair::Program, built_in_bot(), built_in_bot(), built_in_bot()], boards, TIMEOUT, 1);
    for line in [
        "Connecting \"A\" as North using protocol version 18",
        "North ready for teams",
        "North ready to start",
    ] {
        manager.heard(5, line, Duration::ZERO);
    }
    manager
}

fn lines(manager: &mut Manager) -> Vec<String> {
    let line = |said| match said {
        Said::Line(_, line) => line,
        Said::Close(_) => "closed".to_owned(),
    };
    manager.take_said().into_iter().map(line).collect()
}

#[test]
fn what_the_manager_says_is_what_the_protocol_has() {
    let mut board = boards(1);
    let hands = dds::Direction::ALL.map(|place| board[0].deal().unwrap().hand(place));
    board[0].dealer = Given::Known(Direction::North);
    board[0].vulnerability = Given::Known(Vulnerability::EastWest);
    let mut manager = at_first_board(board);
    assert_eq!(
        lines(&mut manager),
        ["North (\"A\") seated", "Teams : N/S : \"A\" E/W : \"built-in\"", "Start of board"]
    );
    manager.heard(5, "North ready for deal", Duration::ZERO);
    manager.heard(5, "North ready for cards", Duration::ZERO);
    let said = lines(&mut manager);
    assert_eq!(said[0], "Board number 1. Dealer North. E/W vulnerable.");
    assert_eq!(
        ManagerLine::read(&said[1]).unwrap(),
        ManagerLine::Cards(Named::Place(Direction::North), hands[0])
    );
    assert!(said[1].starts_with("North's cards : S ") && said[1].ends_with('.'), "{}", said[1]);
    manager.heard(5, "North passes", Duration::ZERO);
    manager.heard(5, "North ready for East's bid", Duration::ZERO);
    let said = lines(&mut manager);
    assert!(said.len() == 1 && said[0].starts_with("East "), "{said:?}");
}

#[test]
fn an_illegal_line_spoils_the_board_and_the_next_begins() {
    for (wrong, why) in [
        ("North plays AS", "can't send that now"),
        ("East passes", "can't send that now"),
        ("North doubles", "Refused"),
        ("North wins", "unknown line"),
    ] {
        let mut first = boards(2);
        first[0].dealer = Given::Known(Direction::North);
        let mut manager = at_first_board(first);
        lines(&mut manager);
        manager.heard(5, wrong, Duration::ZERO);
        let said = lines(&mut manager);
        assert!(said[0].contains(why) && said[1] == "Start of board", "{wrong}: {said:?}");
        assert!(manager.played()[0].tag("Spoiled").is_some());
    }
}

#[test]
fn a_silent_or_leaving_player_spoils_the_board_and_may_return() {
    let mut first = boards(3);
    first[0].dealer = Given::Known(Direction::North);
    let mut manager = at_first_board(first);
    lines(&mut manager);
    manager.tick(Duration::from_secs(59));
    assert_eq!(lines(&mut manager), [""; 0]);
    manager.tick(Duration::from_secs(61));
    assert_eq!(lines(&mut manager), ["Start of board"]);
    manager.lost(5, Duration::from_secs(62));
    assert_eq!(manager.played().len(), 2);
    // The opposite seat is free, so a player of another team may take this one.
    let mut clients = vec![come(&mut manager, 6, Direction::North, "A")];
    talk(&mut manager, &mut clients);
    assert!(manager.is_over());
    assert_eq!(manager.played().iter().filter(|board| board.tag("Spoiled").is_none()).count(), 1);
}

#[test]
fn two_do_not_sit_in_one_chair_and_partners_are_of_one_team() {
    let mut manager = Manager::new([(); 4].map(|()| Chair::Program), boards(1), TIMEOUT, 1);
    let mut say = |number, line: &str| {
        manager.heard(number, line, Duration::ZERO);
        lines(&mut manager)
    };
    assert_eq!(say(1, "Connecting \"A\" as ANYPL using protocol version 18"), ["North (\"A\") seated"]);
    assert_eq!(
        say(2, "connecting \"B\" as north using protocol version 18"),
        ["No such seat is free", "closed"]
    );
    assert_eq!(
        say(3, "Connecting \"B\" as South using protocol version 18"),
        ["Partners must use the same team", "closed"]
    );
    assert_eq!(say(4, "Connecting A as S using protocol version 18"), ["South (\"A\") seated"]);
    assert_eq!(say(9, "GET / HTTP/1.1"), ["Refused : unknown line", "closed"]);
}

/// Covers the differences noted for four programs: capitals, blanks, full stops, quotation marks
/// and other signs.
#[test]
fn what_other_programs_write_is_read_as_it_is_meant() {
    let north = Direction::North;
    let client = |line: &str| ClientLine::read(line).unwrap_or_else(|error| panic!("{error}"));
    let place = |word: &str| ClientLine::Connecting {
        team: "WB".to_owned(),
        place: word.parse().ok(),
        version: Some(18),
    };
    assert_eq!(client("Connecting \"WB\" as ANYPL using protocol version 18."), place(""));
    assert_eq!(client("connecting WB as SOUTH using protocol version 18"), place("S"));
    for line in ["North ready for  EAST's bid", "north READY for east's bid.", "N ready for E’s bid"] {
        assert_eq!(client(line), ClientLine::Ready(north, Ready::Call(Direction::East)), "{line}");
    }
    let card = |named, trick| ClientLine::Ready(north, Ready::Card(named, trick));
    assert_eq!(client("North ready for dummy's card to trick 3"), card(Named::Dummy, 3));
    assert_eq!(client("NORTH ready for WEST's card to trick 13."), card(Named::Place(Direction::West), 13));
    assert_eq!(client("North ready for dummy"), ClientLine::Ready(north, Ready::Dummy));
    let king = ClientLine::Play(north, "Kc".parse().unwrap());
    for line in ["North plays KC", "north plays ck", "North plays ck.", "NORTH PLAYS K C"] {
        assert_eq!(client(line), king, "{line}");
    }
    assert_eq!(client("North plays 10h"), ClientLine::Play(north, "Th".parse().unwrap()));
    let no_trump: Call = "1N".parse().unwrap();
    for line in ["North bids 1NT", "north bids 1n", "North bids 1nt."] {
        assert_eq!(client(line), ClientLine::Call(north, no_trump, None), "{line}");
    }
    let alerted = ClientLine::Call(north, no_trump, Some("12 to 14".to_owned()));
    assert_eq!(client("North bids 1NT Alert. 12 to 14"), alerted);
    assert_eq!(client("North bids 1NT Infos. whatever"), ClientLine::Call(north, no_trump, None));
    assert_eq!(client("North passes."), ClientLine::Call(north, Call::Pass, None));

    let manager = |line: &str| ManagerLine::read(line).unwrap_or_else(|error| panic!("{error}"));
    let teams = ManagerLine::Teams(["A b".to_owned(), "C".to_owned()]);
    for line in [
        "Teams : N/S : \"A b\" E/W : \"C\"",
        "Teams: N/S: \"A b\", E/W: \"C\".",
        "teams : n/s \"A b\" e/w \"C\" Playing IMP",
    ] {
        assert_eq!(manager(line), teams, "{line}");
    }
    for line in ["North (\"A b\") seated", "NORTH \"A b\" seated."] {
        assert_eq!(manager(line), ManagerLine::Seated { place: north, team: "A b".to_owned() }, "{line}");
    }
    assert_eq!(manager("North (Ab) seated"), ManagerLine::Seated { place: north, team: "Ab".to_owned() });
    let deal = ManagerLine::Deal { number: 8, dealer: Direction::West, vulnerability: Vulnerability::None };
    assert_eq!(manager("Board number 8. Dealer West. Neither vulnerable."), deal);
    assert_eq!(manager("BOARD NUMBER 8. DEALER WEST. NEITHER VULNERABLE"), deal);
    let hand: CardSet = ["As", "Ts", "9s", "5s", "Kh", "6h", "5h", "Qd", "Jd", "8d"]
        .map(|card| card.parse::<Card>().unwrap())
        .into_iter()
        .collect();
    for line in [
        "South's cards : S A T 9 5. H K 6 5. D Q J 8. C -.",
        "south's cards: s a 10 9 5. h k 6 5. d q j 8. c -",
        "SOUTH's cards :S AT95.H K65.D QJ8.C .",
    ] {
        assert_eq!(manager(line), ManagerLine::Cards(Named::Place(Direction::South), hand), "{line}");
    }
    assert_eq!(
        manager("Dummy's cards : S A T 9 5. H K 6 5. D Q J 8. C -."),
        ManagerLine::Cards(Named::Dummy, hand)
    );
    assert_eq!(manager("Dummy to lead"), ManagerLine::ToLead(Named::Dummy));
    assert_eq!(manager("south to lead."), ManagerLine::ToLead(Named::Place(Direction::South)));
    assert_eq!(manager("Start of Board"), ManagerLine::Start);
    assert_eq!(manager("End of session."), ManagerLine::End);
    assert!(matches!(
        manager("Timing - N/S : this board  [1:15],  total  [0:11:23]."),
        ManagerLine::Timing(_)
    ));
    for wrong in [
        "",
        "South",
        "South's cards : S A A.",
        "South bids 8C",
        "South plays 1C",
        "Board number x. Dealer West. Both vulnerable.",
    ] {
        assert!(ManagerLine::read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_written_is_read_as_it_was() {
    for line in [
        ClientLine::Ready(Direction::East, Ready::Cards),
        ClientLine::Ready(Direction::East, Ready::Deal),
        ClientLine::Ready(Direction::East, Ready::Start),
        ClientLine::Ready(Direction::East, Ready::Teams),
        ClientLine::Ready(Direction::East, Ready::Card(Named::Dummy, 12)),
        ClientLine::Call(Direction::West, Call::Redouble, None),
    ] {
        assert_eq!(ClientLine::read(&line.to_string()), Ok(line));
    }
}
