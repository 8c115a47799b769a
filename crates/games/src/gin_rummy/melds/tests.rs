//! Tests of melds against the exhaustive search, and by hand.

use super::{Deadwood, Meld, Melds, best, best_answer, maximal, naive};
use cards::{Card, CardSet, Rng, parse_cards};
use std::collections::BTreeSet;

const PLAIN: Deadwood = Deadwood { corner: false, ace: 1 };
const EVERY: [Deadwood; 4] = [
    PLAIN,
    Deadwood { corner: true, ace: 1 },
    Deadwood { corner: true, ace: 15 },
    Deadwood { corner: false, ace: 15 },
];

fn set(text: &str) -> CardSet {
    parse_cards(text).unwrap().into_iter().collect()
}

fn draw(rng: &mut Rng, from: CardSet, count: usize) -> CardSet {
    let mut cards: Vec<Card> = from.into();
    rng.shuffle(&mut cards);
    cards.into_iter().take(count).collect()
}

/// Returns ten or eleven cards: from the full deck, or from five neighbouring ranks, where melds
/// conflict.
fn hand(rng: &mut Rng, rich: bool) -> CardSet {
    let count = 10 + rng.below(2);
    if !rich {
        return draw(rng, CardSet::FULL, count);
    }
    let low = rng.below(13);
    let ranks: Vec<usize> = (0..5).map(|index| (low + index) % 13).collect();
    let crowd = CardSet::FULL.iter().filter(|card| ranks.contains(&(card.rank() as usize))).collect();
    draw(rng, crowd, count)
}

fn agree(hands: usize) {
    let mut rng = Rng::from_number(8);
    for n in 0..hands {
        let hand = hand(&mut rng, n % 2 == 1);
        let rules = EVERY[n / 2 % EVERY.len()];
        assert_eq!(rules.min(hand), naive::min(hand, rules), "{hand} {rules:?}");
    }
}

#[test]
fn the_least_deadwood_is_that_of_the_naive_search() {
    agree(4_000);
}

/// Run with `cargo test --release -p parlour-games million -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn the_least_deadwood_is_that_of_the_naive_search_for_a_million_hands_of_both_kinds() {
    agree(2_000_000);
}

/// Returns the melds of a hand that would be laid down, and another hand of cards near them.
fn knock(rng: &mut Rng, rules: Deadwood) -> (Melds, CardSet) {
    loop {
        let knocker = hand(rng, true);
        let melds = best(knocker, knocker, rules).melds;
        if melds.is_empty() {
            continue;
        }
        let near = (CardSet::FULL - knocker).iter().filter(|card| {
            let close = |meld: Meld| meld.iter().any(|other| card.rank().abs_diff(other.rank()) <= 3);
            melds.iter().any(close)
        });
        let near: CardSet = near.collect();
        let other = draw(rng, near, 10.min(usize::from(near.len())));
        return (melds, other);
    }
}

trait Distance {
    fn abs_diff(self, other: Self) -> u8;
}

impl Distance for cards::Rank {
    fn abs_diff(self, other: Self) -> u8 {
        (self as u8).abs_diff(other as u8)
    }
}

#[test]
fn the_best_answer_to_a_knock_is_that_of_the_naive_search() {
    let mut rng = Rng::from_number(9);
    for n in 0..250 {
        let rules = EVERY[n % EVERY.len()];
        let (melds, other) = knock(&mut rng, rules);
        let answer = best_answer(other, &melds, rules);
        assert_eq!(
            answer.deadwood,
            naive::min_after_lay_offs(other, &melds, rules),
            "{other} against {melds} {rules:?}"
        );
        let left = answer.laid_off.iter().fold(other, |left, cards| {
            assert!(left.contains_all(*cards), "{cards} is laid off once, from the hand");
            left - *cards
        });
        assert_eq!(rules.min(left), answer.deadwood);
        for (meld, cards) in melds.iter().zip(answer.laid_off) {
            assert!(Meld::of(meld.cards() | cards).is_some(), "{cards} does not fit on {meld}");
        }
    }
}

#[test]
fn the_proposal_has_the_least_deadwood_and_every_arrangement_is_one() {
    let mut rng = Rng::from_number(10);
    for n in 0..1_000 {
        let (hand, rules) = (hand(&mut rng, true), EVERY[n % EVERY.len()]);
        let proposal = best(hand, hand, rules);
        assert_eq!(rules.sum(proposal.unmelded), rules.min(hand), "{hand}");
        let mut all = BTreeSet::new();
        let mut min = u8::MAX;
        maximal(hand, rules, &mut |found| {
            assert_eq!(found.melds.cards() | found.unmelded, hand);
            assert_eq!(found.melds.cards().len() + found.unmelded.len(), hand.len(), "no card twice");
            min = min.min(rules.sum(found.unmelded));
            assert!(all.insert(found.melds), "{} is found twice", found.melds);
        });
        assert_eq!(min, rules.min(hand));
        assert!(all.contains(&proposal.melds), "the proposal is maximal");
    }
}

#[test]
fn every_maximal_arrangement_of_a_small_hand() {
    let found = |text: &str, rules: Deadwood| {
        let mut all = Vec::new();
        maximal(set(text), rules, &mut |found| all.push(found.melds.to_string()));
        all.sort();
        all
    };
    assert_eq!(found("4s 5s 6s 6h 6d", PLAIN), ["4s 5s 6s", "6d 6h 6s"]);
    assert_eq!(found("Ac Kd", PLAIN), [""]);
    // A run of six is one meld or two.
    assert_eq!(found("4s 5s 6s 7s 8s 9s", PLAIN), ["4s 5s 6s / 7s 8s 9s", "4s 5s 6s 7s 8s 9s"]);
    assert_eq!(found("Qd Kd Ad 2d", PLAIN), [""]);
    assert_eq!(found("Qd Kd Ad 2d", EVERY[1]), ["Qd Kd Ad 2d"]);
}

#[test]
fn melds_are_read_in_any_order_and_written_in_one() {
    let read = |text: &str| text.parse::<Meld>().map(|meld| meld.to_string()).map_err(|_| ());
    assert_eq!(read("4h 4c 4d"), Ok("4c 4d 4h".to_owned()));
    assert_eq!(read("7s 5s 6s"), Ok("5s 6s 7s".to_owned()));
    assert_eq!(read("2d Kd Ad Qd"), Ok("Qd Kd Ad 2d".to_owned()));
    assert_eq!(read("Th Jh 9h"), Ok("9h Th Jh".to_owned()));
    let circle = "Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d Ad";
    assert_eq!(read(circle), Ok("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd".to_owned()));
    for nonsense in ["", "4c 4d", "4c 4d 5h", "5s 6s 8s", "5s 6s 7h", "4c 4c 4d", "As 2s Ks 4s", "x"] {
        assert_eq!(read(nonsense), Err(()), "{nonsense}");
    }
    let melds: Melds = "9s 8s Ts / 4c 4d 4h".parse().unwrap();
    assert_eq!(melds.to_string(), "4c 4d 4h / 8s 9s Ts");
    assert!("4c 4d 4h / 4h 5h 6h".parse::<Melds>().is_err(), "a card is in two melds");
    assert!("Ac Ad Ah / 2c 2d 2h / 3c 3d 3h / 4c 4d 4h".parse::<Melds>().is_err());
}

#[test]
fn what_fits_on_a_meld() {
    let fitting = |text: &str, corner| text.parse::<Meld>().unwrap().fitting(corner).to_string();
    assert_eq!(fitting("4c 4d 4h", false), "4s");
    assert_eq!(fitting("4c 4d 4h 4s", false), "");
    assert_eq!(fitting("5s 6s 7s", false), "4s 8s");
    assert_eq!((fitting("As 2s 3s", false), fitting("As 2s 3s", true)), ("4s".into(), "4s Ks".into()));
    assert_eq!((fitting("Js Qs Ks", false), fitting("Js Qs Ks", true)), ("Ts".into(), "As Ts".into()));
    assert_eq!(fitting("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs", true), "Ks");
    assert_eq!(fitting("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", true), "");
}

/// Tie-breakers with equal deadwood: fewest fitting cards, fewest melds, first text.
#[test]
fn ties_between_arrangements() {
    let proposed = |text: &str, own: &str| best(set(text), set(own), PLAIN).melds.to_string();
    let hand = "4s 5s 6s 7s 8s 9s";
    assert_eq!(proposed(hand, hand), "4s 5s 6s 7s 8s 9s", "one meld, and not two");
    // Sixes and a run, three ways: the six of spades is in the run or in the set.
    let crowded = "3s 4s 5s 6s 6c 6d 6h";
    assert_eq!(proposed(crowded, crowded), "3s 4s 5s / 6c 6d 6h 6s");
    // Two sets of three leave one six each, so the texts decide.
    let runs = "5c 6c 7c 5d 6d 7d 5h 6h 7h";
    assert_eq!(proposed(runs, runs), "5c 5d 5h / 6c 6d 6h / 7c 7d 7h");
}
