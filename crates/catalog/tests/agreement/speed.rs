//! Speed.

use super::naive::Oracle;
use super::naive::speed::{Match, keys};
use super::{Manner, agree, assert_seen, both, matches, random_options};
use cards::Rng;
use serde_json::Value;
use std::collections::BTreeSet;

/// Order of the deck.
#[derive(Clone, Copy, Debug)]
enum Lie {
    Random,
    /// Few ranks in the centre, and cards in the hands that do not fit them. This leads to blocks and stalemates.
    Apart,
}

impl Manner<Match> for Lie {
    fn limits(&self) -> (usize, usize) {
        (12, 4000)
    }

    fn deck(&self, oracle: &Match, rng: &mut Rng) -> String {
        let mut deck = oracle.deck();
        rng.shuffle(&mut deck);
        if let Self::Apart = self {
            let likes = |card: &String, ranks: &str| ranks.contains(&card[..1]);
            // Sevens and kings come first, into the hands. The ranks 5, 9 and T come last, into the centre. Up to five
            // swaps mix in cards that fit.
            deck.sort_by_key(|card| (likes(card, "59T"), !likes(card, "7K")));
            for _ in 0..rng.below(6) {
                let (from, to) = (rng.below(52), rng.below(52));
                deck.swap(from, to);
            }
        }
        deck.join(" ")
    }

    fn choose(&self, _oracle: &Match, _seat: usize, legal: &[String], rng: &mut Rng) -> String {
        legal[rng.below(legal.len())].clone()
    }

    fn doubtful(&self, oracle: &Match, _seat: usize, legal: &[String], rng: &mut Rng) -> Vec<String> {
        let deck = oracle.deck();
        let pile = rng.pick(&["L", "R", "M"]);
        let mut strange =
            vec![rng.pick(&["flip", "7c", ""]).to_owned(), format!("{} > {pile}", deck[rng.below(52)])];
        let play = &legal[rng.below(legal.len())];
        if play.contains('>') {
            strange.push(format!("{play} on {}", deck[rng.below(52)]));
        }
        strange
    }
}

fn play(options: &Value, seats: usize, lie: Lie, rng: &mut Rng) -> BTreeSet<&'static str> {
    let dealer = rng.below(seats);
    match both("speed", options, seats, dealer, Match::new(options, seats, dealer)) {
        Some((tested, oracle)) => agree(tested, oracle, &lie, rng),
        None => BTreeSet::from(["refused"]),
    }
}

#[test]
fn speed_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(5);
    let mut seen = BTreeSet::new();
    for _ in 0..matches(120) {
        let options = random_options(&keys(), &["house", "denexa"], &mut rng);
        let seats = rng.pick(&[1, 2, 2, 2, 2, 2, 2, 3]);
        let lie = rng.pick(&[Lie::Random, Lie::Random, Lie::Apart]);
        seen.append(&mut play(&Value::Object(options), seats, lie, &mut rng));
    }
    assert_seen(
        &seen,
        &["refused", "the left pile shuffled", "the right pile shuffled", "a pile turned over"],
    );
    assert_seen(&seen, &["a drawn stalemate", "a stalemate with a winner", "one card left", "six flips"]);
}
