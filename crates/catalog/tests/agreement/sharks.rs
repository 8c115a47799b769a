//! Sharks of Wall Street.

use super::naive::Oracle;
use super::naive::sharks::{Match, keys};
use super::{Manner, agree, assert_seen, both, matches, random_options};
use cards::Rng;
use serde_json::Value;
use std::collections::BTreeSet;

/// Style of all players.
#[derive(Clone, Copy, Debug)]
enum Play {
    Random,
    /// All players bid as little as possible, so that Capital is left for Tools.
    Thrifty,
    /// No player bids, so that hands grow until the decks are empty.
    Hoarding,
    /// All players react whenever they can.
    Contrary,
}

impl Manner<Match> for Play {
    fn limits(&self) -> (usize, usize) {
        (1, 1500)
    }

    fn deck(&self, oracle: &Match, rng: &mut Rng) -> String {
        oracle.shuffled_deck(&mut |cards| rng.shuffle(cards))
    }

    fn choose(&self, _oracle: &Match, _seat: usize, legal: &[String], rng: &mut Rng) -> String {
        let any = legal[rng.below(legal.len())].clone();
        let total =
            |bid: &&String| bid.split(' ').skip(1).filter_map(|value| value.parse::<u32>().ok()).sum::<u32>();
        let bids = || legal.iter().filter(|action| action.starts_with("bid "));
        let starting = |start: &str, rng: &mut Rng| {
            let found: Vec<&String> = legal.iter().filter(|action| action.starts_with(start)).collect();
            (!found.is_empty()).then(|| rng.pick(&found).clone())
        };
        match self {
            Play::Random => any,
            Play::Hoarding if bids().next().is_some() && rng.below(20) > 0 => "pass".to_owned(),
            Play::Hoarding => any,
            Play::Thrifty if rng.below(2) == 0 => bids().min_by_key(total).cloned().unwrap_or(any),
            Play::Thrifty => any,
            Play::Contrary => starting("react", rng).or_else(|| starting("tool", rng)).unwrap_or(any),
        }
    }

    fn doubtful(&self, oracle: &Match, _seat: usize, legal: &[String], rng: &mut Rng) -> Vec<String> {
        let deck = oracle.deck();
        let card = |rng: &mut Rng| 1 + rng.below(10);
        let two = (card(rng).max(card(rng)), card(rng));
        let (high, low) = (two.0.max(two.1), two.0.min(two.1));
        let tool = rng.pick(&deck.iter().map(String::as_str).collect::<Vec<_>>());
        let listed = legal[rng.below(legal.len())].clone();
        let (paid, price) = listed.split_at(listed.find(" pay ").unwrap_or(listed.len()));
        let mut words: Vec<&str> = paid.split(' ').collect();
        let last = words.len() - 1;
        words.swap(last.saturating_sub(1), last);
        vec![
            format!("{}{price}", words.join(" ")),
            format!("bid {high} {low}"),
            format!("give {high} {low}"),
            format!("{paid} pay {high}"),
            format!("{paid} pay {high} {low}"),
            format!("react {tool}"),
            format!("tool {tool} row.{}", 1 + rng.below(6)),
            format!("tool {tool} own.{} pay {high}", 1 + rng.below(6)),
            format!("flip {}", 1 + rng.below(6)),
            rng.pick(&["pass", "noreact", "nonsense", "give 1", "tool T18 a", "tool T18 b"]).to_owned(),
        ]
    }
}

fn play(options: &Value, seats: usize, manner: Play, rng: &mut Rng) -> BTreeSet<&'static str> {
    let dealer = rng.below(seats);
    match both("sharks", options, seats, dealer, Match::new(options, seats, dealer)) {
        Some((tested, oracle)) => agree(tested, oracle, &manner, rng),
        None => BTreeSet::from(["refused"]),
    }
}

#[test]
fn sharks_agree_with_the_rule_book() {
    let mut rng = Rng::from_number(46);
    let mut seen = BTreeSet::new();
    for _ in 0..matches(60) {
        let options = random_options(&keys(), &["house"], &mut rng);
        let seats = rng.pick(&[1, 2, 2, 3, 3, 4, 5, 6, 7]);
        let manner = rng.pick(&[Play::Random, Play::Thrifty, Play::Hoarding, Play::Contrary]);
        seen.append(&mut play(&Value::Object(options), seats, manner, &mut rng));
    }
    assert_seen(&seen, &["refused", "nobody bids", "a bid grows", "a fifth Investment won"]);
    assert_seen(&seen, &["a Tool is cancelled", "a reaction is countered", "a Tool is taken"]);
    assert_seen(&seen, &["Capital is shuffled", "income runs out", "a full hand draws no more"]);
}
