//! Random boards for measurements of bidding: the cards, double-dummy results, and scores.

use bridge::bidding::Hand;
use bridge::{Auction, DeclarerRule, GAME, Options, Played, Side};
use cards::{Card, CardSet, Seed};
use dds::{Deal, Direction, Strain, Vulnerability};
use engine::Setup;
use std::collections::BTreeMap;

/// Returns the cards of a board.
pub(crate) fn deal(seed: &Seed, board: u64) -> Deal {
    let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
    seed.shuffle(board, &mut deck);
    let hands = [0, 1, 2, 3].map(|hand| deck.iter().skip(hand).step_by(4).copied().collect());
    Deal::new(hands).expect("a whole deck, dealt out")
}

/// Returns the dealer and the vulnerability of a board, as at duplicate.
pub(crate) fn conditions(board: u64) -> (Direction, Vulnerability) {
    use Vulnerability::{Both, EastWest, None, NorthSouth};
    let dealer = Direction::North.after((board % 4) as usize);
    let in_turn = [None, NorthSouth, EastWest, Both];
    (dealer, in_turn[((board % 4 + board % 16 / 4) % 4) as usize])
}

/// Returns the scoring rules of the boards.
pub(crate) fn duplicate() -> Setup<Options> {
    Setup::new(Some("duplicate"), 4, BTreeMap::new()).expect("there is such a preset")
}

/// Returns the score of an auction for North and South, given declarer's tricks.
pub(crate) fn score(
    options: &Options,
    auction: &Auction,
    vulnerability: Vulnerability,
    tricks: impl FnOnce(Strain, Direction) -> u8,
) -> i32 {
    let Some((contract, declarer)) = auction.contract().zip(auction.declarer(DeclarerRule::FirstToName))
    else {
        return 0;
    };
    let tricks = tricks(contract.bid.strain, declarer);
    let vulnerable = [Direction::North, Direction::East].map(|side| vulnerability.of(side));
    let entries = Played { contract, declarer, tricks }.entries(options, vulnerable);
    let side = Side::of(declarer);
    let (below, above) = entries.points(side);
    let bonus = match (below, vulnerable[side as usize]) {
        (0, _) => 0,
        (GAME.., true) => 500,
        (GAME.., false) => 300,
        _ => 50,
    };
    let (theirs, their_bonuses) = entries.points(side.other());
    let score = below + above + bonus - theirs - their_bonuses;
    if side == Side::NorthSouth { score } else { -score }
}

/// Returns a mean and the half width of its 95 % confidence interval.
pub(crate) fn estimate(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
    (mean, 1.96 * (variance / n).sqrt())
}

/// Kinds of contracts and scores.
pub(crate) const KINDS: [&str; 4] = ["passed out", "part-score", "game", "slam"];

/// Returns the kind of contract that an auction reached.
pub(crate) fn reached(auction: &Auction) -> &'static str {
    let Some(contract) = auction.contract() else { return KINDS[0] };
    let level = contract.bid.level.odd_tricks();
    let game = match contract.bid.strain {
        Strain::Notrump => 3,
        Strain::Hearts | Strain::Spades => 4,
        Strain::Diamonds | Strain::Clubs => 5,
    };
    KINDS[if level >= 6 { 3 } else { 1 + usize::from(level >= game) }]
}

/// Prints the four hands, spades first, with their high-card points.
pub(crate) fn print_hands(deal: &Deal) {
    for direction in Direction::ALL {
        let hand = deal.hand(direction);
        println!("  {}  {:<26} {:>2}", direction.letter(), suits(hand), Hand::new(hand).high_cards());
    }
}

/// Returns a hand as text, spades first.
pub(crate) fn suits(hand: CardSet) -> String {
    let mut text = String::new();
    for strain in [Strain::Spades, Strain::Hearts, Strain::Diamonds, Strain::Clubs] {
        let mut ranks: Vec<Card> = hand.iter().filter(|card| Some(card.suit()) == strain.trumps()).collect();
        ranks.sort_by_key(|card| std::cmp::Reverse((card.rank() as u8 + 12) % 13));
        text.extend(ranks.iter().map(|card| card.rank().letter()));
        text.push('.');
    }
    text.pop();
    text
}
