//! Tests of hands on which textbooks agree, and of invariants of every auction.

use super::{Forcing, Hand, Kind, Reading};
use crate::{Auction, Call};
use cards::{Card, CardSet, Rank, Rng, Suit};
use dds::{Direction, Vulnerability};

/// Returns a hand as it is printed: spades, hearts, diamonds, clubs.
fn hand(text: &str) -> Hand {
    let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
    let cards: CardSet = text
        .split('.')
        .zip(suits)
        .flat_map(|(ranks, suit)| ranks.chars().map(move |rank| format!("{rank}{}", suit.letter())))
        .map(|card| card.parse::<Card>().unwrap())
        .collect();
    assert_eq!(cards.len(), 13, "{text} is no hand");
    Hand::new(cards)
}

fn read(calls: &str) -> Reading {
    let mut auction = Auction::new(Direction::North);
    calls.split_whitespace().for_each(|call| auction.make(call.parse().unwrap()).unwrap());
    Reading::new(&auction, Vulnerability::None)
}

/// Checks lines of the form: calls so far, hand, call.
fn check(lines: &str) {
    let mut wrong = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let [calls, cards, expected] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line} is no line of a table")
        };
        let call = read(calls).choose(&hand(cards)).to_string();
        if call != expected {
            wrong.push(format!("{line}, not {call}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn openings() {
    check(
        "
        | AQ5.KJ4.QT83.K72 | 1N
        | AQ53.KJ4.QT8.K72 | 1N
        | AKJ5.KQ4.AQ8.J72 | 2N
        | AKQ5.AKJ.AQ8.K72 | 2C
        | AKQJT986.AK.A.72 | 2C
        | AQJ54.KJ4.Q83.72 | 1S
        | 54.KQJ43.AQ3.T72 | 1H
        | AQJ54.AKJ43.3.72 | 1S
        | AQ4.KJ43.Q873.72 | 1D
        | AQ4.KJ43.Q87.J72 | 1C
        | 4.AJ43.KQ87.KJ72 | 1D
        | 4.AJ4.KQ873.KJ72 | 1D
        | 43.AJ4.KQ8.KJ872 | 1C
        | KQJ954.43.872.J2 | 2S
        | 43.KQT954.A72.32 | 2H
        | 4.KQJ9543.872.32 | 3H
        | KQJT9543.4.872.3 | 4S
        | 4.43.KQJT953.K32 | 3D
        | QJ54.K43.Q872.J2 | P
        | KQ543.J43.Q87.J2 | P
        | AJ543.KT943.A7.2 | 1S
        P P | AQJ84.K43.872.32 | 1S
        P P P | K4.KJ43.QJ87.Q72 | P
        P P P | KQ84.KJ43.QJ87.2 | 1D
        ",
    );
}

#[test]
fn responses_to_a_major() {
    check(
        "
        1S P | 743.KJ43.Q872.J2 | 2S
        1S P | Q743.KJ43.QT87.2 | 3S
        1S P | QT743.43.J8742.2 | 4S
        1S P | KQ43.KJ43.A87.J2 | 2N
        1S P | 43.KJ43.Q872.J32 | 1N
        1S P | 43.AKJ43.K872.32 | 2H
        1S P | 43.A43.K72.AQJ32 | 2C
        1S P | 43.J43.T872.J832 | P
        1H P | KJ43.43.Q872.J32 | 1S
        1H P | KJ43.Q43.8742.32 | 2H
        1H P | 43.J3.AQJ72.K832 | 2D
        1H P | KT5.43.Q8732.Q43 | 1N
        ",
    );
}

#[test]
fn responses_to_a_minor() {
    check(
        "
        1C P | KJ43.43.Q872.J32 | 1S
        1C P | KJ43.Q843.Q87.32 | 1H
        1C P | KJ743.QJ843.Q7.2 | 1S
        1D P | A43.K43.J87.KJ83 | 2N
        1D P | A43.K43.J87.KQ83 | 3N
        1D P | A43.Q43.87.T9832 | 1N
        1C P | 43.AQ3.K87.QT832 | 2C
        1D P | 3.43.KQ873.QT832 | 3D
        1C P | 543.843.JT87.J32 | P
        1C P | K43.843.KJ875.32 | 1D
        ",
    );
}

#[test]
fn over_one_no_trump() {
    check(
        "
        1N P | KJ743.843.Q87.32 | 2H
        1N P | 43.KJ8432.Q87.32 | 2D
        1N P | KJ74.Q843.K7.J32 | 2C
        1N P | KJ4.Q83.K874.QJ2 | 3N
        1N P | KJ4.983.K874.J92 | 2N
        1N P | KJ4.983.J874.982 | P
        1N P | KQ4.A83.KQ74.J92 | 4N
        1N P | KQ4.A83.KQ74.AJ9 | 6N
        1N P 2C P | AQ5.KJ43.QT8.K72 | 2H
        1N P 2C P | AQ53.KJ4.QT8.K72 | 2S
        1N P 2C P | AQ5.KJ4.QT83.K72 | 2D
        1N P 2D P | AQ5.KJ4.QT83.K72 | 2H
        1N P 2H P | AQ5.KJ4.QT83.K72 | 2S
        1N P 2H P 2S P | KJ743.843.Q87.32 | P
        1N P 2H P 2S P | KJ743.A43.Q87.J2 | 3N
        1N P 2H P 2S P | KJ7432.A43.Q8.J2 | 4S
        1N P 2H P 2S P | KJ743.A43.Q87.32 | 3N
        1N P 2H P 2S P | KJ743.Q43.Q87.32 | 2N
        1N P 2H P 2S P 3N P | AQ5.KJ4.QT83.K72 | 4S
        1N P 2H P 2S P 3N P | A5.KJ43.QT83.KQ2 | P
        1N P 2C P 2S P | KJ74.843.K87.J32 | 3S
        1N P 2C P 2S P | KJ74.Q43.K87.J32 | 4S
        1N P 2C P 2H P | KJ74.843.K87.QJ2 | 3N
        1N P 2N P | AQ5.KJ4.QT83.K72 | P
        1N P 2N P | AQ5.KJ4.KJ83.K72 | 3N
        ",
    );
}

#[test]
fn over_one_no_trump_when_they_come_between() {
    check(
        "
        1N 2S | 4.KQJ84.Q872.K32 | 3H
        1N 2S | 43.KJ84.QJ72.K32 | X
        1N 2S | KJ4.Q83.K874.QJ2 | 3N
        1N 2H | KJ743.43.Q872.J2 | 2S
        1N 2S | 43.43.QJT872.J32 | 2N
        1N 2S | 843.943.QJ72.J32 | P
        1N 2S 2N P | AQ5.KJ4.QT83.K72 | 3C
        1N 2S 2N P 3C P | 43.43.QJT872.J32 | 3D
        1N 2S 2N P 3C P | 43.43.J32.QJT872 | P
        1N 2S X P | A5.KJ43.QT83.KQ2 | 3H
        1N 2S X P | AQT5.KJ4.QT83.K2 | P
        1N X | KJ43.843.Q87.Q32 | XX
        1N X | KJ743.843.Q87.32 | 2H
        1N P 2H X | AQ5.KJ4.QT83.K72 | 2S
        1N P 2C X | AQ53.KJ4.QT8.K72 | 2S
        1N P 2C 2D | AQ53.KJ4.QT8.K72 | 2S
        1N P 2C 2D | AQ5.KJ4.QT83.K72 | P
        1N P 2H 3C | AQ5.KJ4.QT83.K72 | 3S
        1N P 2H 3C | A5.KJ43.QT83.KQ2 | P
        ",
    );
}

#[test]
fn openers_second_bid() {
    check(
        "
        1C P 1H P | AQ5.KJ43.83.K872 | 2H
        1C P 1H P | AQ5.KJ43.3.AK872 | 4H
        1C P 1H P | AQ54.43.83.AK872 | 1S
        1C P 1H P | AQ5.43.J83.AQ872 | 1N
        1D P 1S P | A5.K43.KJT832.K2 | 2D
        1D P 1S P | A5.A4.AKJT832.72 | 3D
        1D P 1S P | Q5.K4.KQT83.A872 | 2C
        1D P 1S P | A5.AKJ3.AKT83.72 | 2H
        1C P 1H P | AQ5.K4.KJ83.AJ92 | 2N
        1S P 1N P | AQJ543.K4.QJ3.72 | 2S
        1S P 1N P | AQJ54.K4.QJ73.72 | 2D
        1S P 2S P | AQJ54.K43.Q83.72 | P
        1S P 2S P | AQJ54.AK43.K3.72 | 4S
        1S P 3S P | AQJ54.K43.Q83.72 | P
        1S P 3S P | AQJ543.KQ3.Q3.72 | 4S
        1S P 2N P | AQJ54.K432.Q83.7 | 3C
        1S P 2N P | AQJ54.K43.Q83.72 | 4S
        1H P 2C P | A4.KQJ843.Q83.72 | 2H
        1H P 2C P | A4.KQJ84.QJ83.72 | 2D
        2C P 2D P | AKQ5.AKJ.AQ8.972 | 2N
        2C P 2D P | AKQJT9.AK4.A.KJ2 | 2S
        ",
    );
}

#[test]
fn over_their_opening() {
    check(
        "
        1D | AQJ54.K43.83.872 | 1S
        1D | AQ54.KJ43.3.K872 | X
        1D | AQ5.KJ4.AQT8.872 | 1N
        1S | 5.KQJ843.A83.872 | 2H
        1S | 5.AQ43.KJ83.K872 | X
        1C | QJ98543.4.K83.72 | 2S
        1H | AKJ5.4.AKQ3.A872 | X
        1D | Q54.KJ43.Q83.872 | P
        1D | KQJ54.QJT43.3.72 | 2D
        1S | 5.43.KQJ83.KQJ87 | 2N
        1N | 5.KQJ843.A83.872 | 2H
        1N | KQ843.AJ84.83.72 | 2C
        1N 2C P | 873.KJ84.863.972 | 2H
        3H | AQJ5.4.AQ83.K872 | X
        1H P P | KJ54.43.KQ3.J872 | X
        ",
    );
}

#[test]
fn answers_to_partners_double_and_overcall() {
    check(
        "
        1D X P | J854.Q43.83.9872 | 1S
        1D X P | KJ854.Q43.83.K72 | 2S
        1D X P | KJ854.AQ3.83.K72 | 4S
        1D X P | 854.Q43.KJ83.Q72 | 1N
        1D X XX | 85.J9743.863.972 | 1H
        1D X XX | 8543.943.863.972 | 1S
        1D X XX | 854.943.8632.972 | P
        1D X XX P P | AQ54.KJ43.3.K872 | 1H
        1H X XX P P | AQ54.43.KJ83.K72 | 1S
        1D X P | 85.43.KQJT83.972 | P
        1D 1S P | J85.KQ43.83.9872 | 2S
        1D 1S P | KJ85.AQ43.83.Q72 | 2D
        1D 1S P | KJ852.4.8643.972 | 4S
        1D 1S P | 8.KJ852.8643.972 | P
        ",
    );
}

#[test]
fn over_their_overcall_and_double() {
    check(
        "
        1D 1S | 85.KJ43.Q83.K872 | X
        1H 1S | 85.KJ43.Q83.K872 | 2S
        1H 1S | 85.KJ4.9832.Q872 | 2H
        1H 1S | 85.KJ43.983.Q872 | 3H
        1H 1S | KJ5.43.Q83.K9872 | 1N
        1C X | A85.K43.QJ83.K72 | XX
        1H X | A854.K432.QJ8.72 | 2N
        1H X | 854.K432.Q9832.2 | 3H
        ",
    );
}

#[test]
fn slams() {
    check(
        "
        1S P 3S P | AKQJ54.AK4.KQ3.2 | 4N
        1S P 3S P 4N P | Q873.Q95.A52.K94 | 5D
        1S P 3S P 4N P | K873.A95.A52.K94 | 5C
        1S P 3S P 4N P | K873.Q95.A52.Q94 | 5H
        1S P 3S P 4N P | KQ73.Q95.A52.794 | 5S
        1S P 3S P 4N P 5H P | AJ952.KQ4.AQ3.K4 | 5S
        1S P 3S P 4N P 5H P | AJ9542.KQ4.AQ3.K | 6S
        1S P 3S P | AQJ54.AK3.KQJ.72 | 4D
        1S P 3S P | AQJ54.AK3.KQ3.72 | 4S
        1S P 3S P 4D P | KT73.QJ952.A2.94 | 4N
        1S P 3S P 4D P | KT73.QJ9.A32.942 | 4S
        1S P 3S P 4N P 5D P | AKQJ54.AK4.KQ3.2 | 6S
        1S P 3S P 4N P 5C P | AKQJ54.KQ4.KQ3.A | 5S
        1N P 4N P | AQ5.KJ4.KQ83.K72 | 6N
        1N P 4N P | AQ5.KJ4.QT83.K72 | P
        ",
    );
}

fn deal(rng: &mut Rng) -> [Hand; 4] {
    let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
    rng.shuffle(&mut deck);
    [0, 1, 2, 3].map(|hand| Hand::new(deck.iter().skip(hand).step_by(4).copied().collect()))
}

/// On 3,000 deals every auction ends, every call is legal and means what the hand holds, and no
/// forcing call is passed.
#[test]
fn auctions_end_and_every_call_means_what_the_hand_holds() {
    let mut rng = Rng::from_number(11);
    let (mut calls, mut empty) = (0, 0);
    for board in 0..3_000_usize {
        let hands = deal(&mut rng);
        let vulnerability = [Vulnerability::None, Vulnerability::Both][board % 2];
        let mut auction = Auction::new(Direction::North.after(board));
        let mut reading = Reading::new(&auction, vulnerability);
        while let Some(caller) = auction.caller() {
            let hand = &hands[caller as usize];
            let call = reading.choose(hand);
            let meaning = reading.meaning(call);
            let forced = reading.calls().iter().rev().nth(1);
            let silent = reading.calls().last().is_some_and(|right| right.call == Call::Pass);
            if call == Call::Pass && silent && meaning.kind != Kind::Penalty {
                let forcing = forced.map_or(Forcing::No, |partners| partners.meaning.forcing);
                assert!(forcing < Forcing::Round, "{auction:?}: {caller} passes what forces");
            }
            calls += 1;
            let lengths_hold =
                Suit::ALL.iter().all(|suit| meaning.lengths[*suit as usize].contains(hand.length(*suit)));
            empty += u32::from(!lengths_hold);
            auction.make(call).unwrap_or_else(|error| panic!("{auction:?} {call}: {error}"));
            reading.read(call);
            assert!(auction.len() < 60, "{auction:?} does not end");
        }
        assert!(
            auction.contract().is_none_or(|contract| contract.bid.level.odd_tricks() <= 7),
            "{auction:?}"
        );
    }
    // A last resort carries no information; all other calls do.
    assert!(empty * 200 < calls, "{empty} of {calls} calls do not hold what they say");
}

/// There is an answer to every call, because the bots play with people.
#[test]
fn every_auction_has_an_answer() {
    let mut rng = Rng::from_number(12);
    for _ in 0..2_000 {
        let hands = deal(&mut rng);
        let mut auction = Auction::new(Direction::North);
        while let Some(caller) = auction.caller() {
            let reading = Reading::new(&auction, Vulnerability::EastWest);
            let call = if rng.below(3) == 0 {
                let mut legal = Vec::new();
                auction.legal_calls(|call| legal.push(call));
                // Lower calls, because otherwise every auction ends in seven notrump.
                let low = legal.len().min(6);
                rng.pick(&legal[..low])
            } else {
                reading.choose(&hands[caller as usize])
            };
            auction.make(call).unwrap_or_else(|error| panic!("{auction:?} {call}: {error}"));
        }
    }
}

#[test]
fn a_call_is_explained() {
    let reading = read("1N P 2H P");
    let [opening, _, transfer, _] = reading.calls() else { panic!("four calls") };
    assert_eq!((opening.meaning.points.min, opening.meaning.points.max), (15, 17));
    assert_eq!((transfer.meaning.kind, transfer.meaning.forcing), (Kind::Transfer, Forcing::Round));
    assert_eq!(transfer.meaning.lengths[Suit::Spades as usize].min, 5);
    assert_eq!(reading.known(Direction::North).length(Suit::Hearts).min, 2);
}

#[test]
fn hands_are_counted() {
    let hand = hand("AQ54.KJ43.3.K872");
    assert_eq!((hand.high_cards(), hand.points(), hand.support(Suit::Spades)), (13, 13, 16));
    assert!(hand.stops(Suit::Hearts) && !hand.stops(Suit::Diamonds) && !hand.is_balanced());
    assert_eq!(hand.cards().iter().filter(|card| card.rank() == Rank::King).count(), 2);
    assert_eq!((hand.aces(), hand.kings()), (1, 2));
}
