//! Thirty-One.

use super::naive::Oracle;
use super::naive::thirty_one::{Match, keys};
use super::{Manner, agree, assert_seen, both, matches, random_options};
use cards::Rng;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Style of all players.
#[derive(Clone, Copy, Debug)]
enum Play {
    Random,
    /// No player knocks or takes the upcard, so that the stock runs out.
    Drawing,
    /// Like `Drawing`, with occasional knocks.
    Patient,
    /// Players knock as soon as they can.
    Hasty,
    /// Players keep high cards of one suit.
    Collecting,
}

impl Manner<Match> for Play {
    fn limits(&self) -> (usize, usize) {
        match self {
            Play::Drawing => (4, 600),
            _ => (60, 300),
        }
    }

    fn deck(&self, oracle: &Match, rng: &mut Rng) -> String {
        let mut deck = oracle.deck();
        rng.shuffle(&mut deck);
        let players = oracle.players().len();
        // Rare hands: 31, and three of a rank.
        let stacked = if rng.below(3) == 0 { 1 + rng.below(players) } else { 0 };
        for player in 0..stacked {
            let hand = match rng.below(3) {
                0 => ["c", "d", "h"].map(|suit| format!("{}{suit}", rng.pick(&["A", "7", "K"]))),
                1 => ["A", "K", "T"].map(|rank| format!("{rank}{}", ["c", "d", "h", "s"][player % 4])),
                _ => ["A", "J", "Q"].map(|rank| format!("{rank}{}", ["c", "d", "h", "s"][player % 4])),
            };
            for (round, card) in hand.iter().enumerate() {
                let from = deck.iter().position(|other| other == card).expect("a card of the deck");
                deck.swap(from, round * players + player);
            }
        }
        deck.join(" ")
    }

    fn choose(&self, oracle: &Match, seat: usize, legal: &[String], rng: &mut Rng) -> String {
        let draws: Vec<&String> = legal.iter().filter(|action| *action != "knock").collect();
        let draw = rng.pick(&draws).clone();
        let may = |action: &str| legal.iter().any(|legal| legal == action).then(|| action.to_owned());
        let any = legal[rng.below(legal.len())].clone();
        match self {
            Play::Random => any,
            Play::Drawing => may("stock").unwrap_or(any),
            Play::Patient if rng.below(50) == 0 => may("knock").unwrap_or(any),
            Play::Patient if rng.below(4) == 0 => draw,
            Play::Patient => may("stock").unwrap_or(any),
            Play::Hasty if rng.below(3) == 0 => may("knock").unwrap_or(any),
            Play::Hasty => any,
            Play::Collecting if legal[0].starts_with("discard") => {
                let rest = |action: &&String| oracle.value_without(seat, action);
                legal.iter().max_by_key(rest).expect("a card to discard").clone()
            }
            Play::Collecting if rng.below(20) == 0 => any,
            Play::Collecting => draw,
        }
    }

    fn doubtful(&self, oracle: &Match, _seat: usize, _legal: &[String], rng: &mut Rng) -> Vec<String> {
        let card = rng.below(52);
        let discard = format!("discard {}", oracle.deck()[card]);
        vec![rng.pick(&["knock", "stock", "upcard", "pass", "blitz", ""]).to_owned(), discard]
    }
}

fn play(options: &Value, seats: usize, manner: Play, rng: &mut Rng) -> BTreeSet<&'static str> {
    let dealer = rng.below(seats);
    match both("thirty-one", options, seats, dealer, Match::new(options, seats, dealer)) {
        Some((tested, oracle)) => agree(tested, oracle, &manner, rng),
        None => BTreeSet::from(["refused"]),
    }
}

#[test]
fn thirty_one_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(31);
    let mut seen = BTreeSet::new();
    for _ in 0..matches(500) {
        let mut options = random_options(&keys(), &["house", "denexa", "classic"], &mut rng);
        if rng.below(3) == 0 {
            options.insert("lives".to_owned(), json!(1 + rng.below(2)));
        }
        let seats = rng.pick(&[1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9]);
        let all = [Play::Random, Play::Drawing, Play::Patient, Play::Patient, Play::Hasty, Play::Collecting];
        let manner = rng.pick(&all);
        seen.append(&mut play(&Value::Object(options), seats, manner, &mut rng));
    }
    assert_seen(
        &seen,
        &["refused", "a reshuffle", "the third reshuffle used up", "a showdown after a knock"],
    );
    assert_seen(&seen, &["a blitz with the last turn after a knock", "the stock ends with the deal"]);
    assert_seen(&seen, &["everybody would be out", "everybody holds 31", "thirty and a half"]);
    assert_seen(&seen, &["a loss of two that may put somebody out", "the knocker pays two for a blitz"]);
    assert_seen(&seen, &["the knocker ties", "a tie without the knocker"]);
    assert_seen(&seen, &["a blitz on the deal", "several blitzes on the deal"]);
}
