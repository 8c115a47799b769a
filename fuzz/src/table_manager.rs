//! Table-manager lines of both sides: each is parsed or refused, and a parsed line survives a round
//! trip.

use bridge::Bridge;
use cards::CardSet;
use dds::Direction;
use notation::{Board, Given, Hands};
use std::time::Duration;
use table_manager::{Chair, Client, ClientLine, Manager, ManagerLine};

/// Uses the bytes as lines of one side and then of the other.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let bot = || bots::bot::<Bridge>("random").expect("it plays every game in turns");
    let built_in = || Chair::Bot(bot(), "built-in".to_owned());
    let mut deck = CardSet::FULL.iter();
    let hands = Hands([(); 4].map(|()| Some(deck.by_ref().take(13).collect())));
    let board =
        Board { dealer: Given::Known(Direction::North), hands: Given::Known(hands), ..Board::default() };
    let mut manager = Manager::new(
        [Chair::Program, built_in(), built_in(), built_in()],
        vec![board; 2],
        Duration::from_secs(60),
        1,
    );
    let mut client = Some(Client::new(Direction::North, "A", bot(), 1));
    for (second, line) in (1..).zip(text.lines()) {
        if let Ok(read) = ClientLine::read(line) {
            let written = read.to_string();
            let again = ClientLine::read(&written).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(again.to_string(), written, "{line}");
        }
        if let Ok(read) = ManagerLine::read(line) {
            let written = read.to_string();
            let again = ManagerLine::read(&written).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(again.to_string(), written, "{line}");
        }
        manager.heard(0, line, Duration::from_secs(second));
        manager.take_said();
        if client.as_mut().is_some_and(|client| client.heard(line).is_err()) {
            client = None;
        }
    }
}
