//! Scopa and Wall Street.

use super::naive::Oracle;
use super::naive::fishing::Match;
use super::{Manner, agree, assert_seen, matches, open, vary};
use cards::Rng;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Style of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fishing {
    /// Random actions.
    Random,
    /// Side 0 captures as much as it can, and the others as little as they can.
    Greedy,
    /// All players capture as much as they can, so that sweeps are frequent.
    Keen,
    /// All players capture as little as they can.
    Shy,
}

/// Plays a random match on both implementations.
fn play(game: &'static str, options: &Value, seats: usize, rng: &mut Rng) -> BTreeSet<&'static str> {
    use Fishing::{Greedy, Keen, Random, Shy};
    let dealer = rng.below(seats);
    let tested = open(game, options, seats, dealer)
        .unwrap_or_else(|rejection| panic!("{rejection}: {options} with {seats}"));
    let manner = rng.pick(&[Random, Random, Greedy, Keen, Keen, Shy]);
    agree(tested, Match::new(game, options, seats, dealer), &manner, rng)
}

impl Manner<Match> for Fishing {
    fn limits(&self) -> (usize, usize) {
        (8, usize::MAX)
    }

    fn deck(&self, oracle: &Match, rng: &mut Rng) -> String {
        random_deck(oracle, rng)
    }

    fn choose(&self, oracle: &Match, seat: usize, legal: &[String], rng: &mut Rng) -> String {
        choose(oracle, seat, legal, *self, rng)
    }
}

fn choose(oracle: &Match, seat: usize, legal: &[String], manner: Fishing, rng: &mut Rng) -> String {
    // A claim ends the match, so it is rare.
    let plays: Vec<&String> = legal.iter().filter(|action| *action != "claim").collect();
    if plays.len() < legal.len() && rng.below(60) == 0 {
        return "claim".to_owned();
    }
    let takes = |action: &str| if action.contains('x') { action.len() } else { 0 };
    let greedy = oracle.side_of(seat) == 0;
    let chosen = match manner {
        Fishing::Random => Some(rng.pick(&plays)),
        Fishing::Keen => plays.into_iter().max_by_key(|action| takes(action)),
        Fishing::Greedy if greedy => plays.into_iter().max_by_key(|action| takes(action)),
        Fishing::Greedy | Fishing::Shy => {
            let min = plays.iter().map(|action| takes(action)).min();
            let shy: Vec<_> = plays.into_iter().filter(|action| Some(takes(action)) == min).collect();
            Some(rng.pick(&shy))
        }
    };
    chosen.expect("there is a card to play").clone()
}

/// Returns a random deck. In one of twelve, three cards of a rank lie on the first table.
fn random_deck(oracle: &Match, rng: &mut Rng) -> String {
    let mut deck = oracle.deck();
    rng.shuffle(&mut deck);
    if rng.below(12) == 0 {
        let rank = rng.pick(&["K", "T", "A"]);
        let indices = oracle.places_of_first_table();
        for index in indices.skip(rng.below(2)).take(3) {
            let from = (0..deck.len())
                .find(|from| deck[*from].starts_with(rank) && !oracle.places_of_first_table().contains(from));
            if let Some(from) = from {
                deck.swap(from, index);
            }
        }
    }
    deck.join(" ")
}

fn shared_options(options: &mut Map<String, Value>, rng: &mut Rng) {
    vary(options, "captureObligation", &[json!("none"), json!("card"), json!("hand")], rng);
    vary(options, "lastPlaySweep", &[json!("never"), json!("ifReallyCaptured")], rng);
    // The rarest events follow from a tie counted again.
    vary(
        options,
        "endMode",
        &["total", "orderedStop", "tieOrdered", "tieOrdered"].map(|mode| json!(mode)),
        rng,
    );
    if rng.below(3) > 0 {
        options.insert("target".to_owned(), json!(1 + rng.below(9)));
    }
}

fn random_scopa(rng: &mut Rng) -> (Value, usize) {
    let seats = rng.pick(&[2, 2, 3, 4, 4, 6]);
    let presets: &[&str] = match seats {
        2 => &["classic", "gamerules", "denexa"],
        6 => &["classic"],
        _ => &["classic", "gamerules"],
    };
    let mut options = Map::new();
    vary(&mut options, "preset", &presets.iter().map(|preset| json!(preset)).collect::<Vec<_>>(), rng);
    shared_options(&mut options, rng);
    vary(&mut options, "sumMode", &[json!("tableSum"), json!("handPlusTable"), json!("both")], rng);
    vary(&mut options, "matchCount", &[json!("one"), json!("all")], rng);
    let suits = ["fourRequired", "incompleteLoses", "sumAnyway"].map(|suits| json!(suits));
    vary(&mut options, "primieraSuits", &suits, rng);
    vary(&mut options, "direction", &[json!("cw"), json!("ccw")], rng);
    let mut flag = |key: &str, rng: &mut Rng| vary(&mut options, key, &[json!(true), json!(false)], rng);
    for key in ["napola", "napoleone", "reBello", "settanta", "claimOut", "aceSweepCounts"] {
        flag(key, rng);
    }
    if rng.below(2) == 0 {
        flag("assoPigliaTutto", rng);
    } else {
        flag("quindici", rng);
    }
    vary(&mut options, "aceOnAce", &[json!("aceOnly"), json!("everything")], rng);
    vary(&mut options, "aceOnEmpty", &[json!("stays"), json!("captured")], rng);
    vary(&mut options, "settantaTie", &[json!("nobody"), json!("nextRank")], rng);
    if seats == 4 {
        match rng.below(6) {
            0 => options.insert("scopone".to_owned(), json!(true)),
            1 => options.insert("scoponeScientifico".to_owned(), json!(true)),
            2 => options.insert("teams".to_owned(), json!(false)),
            _ => None,
        };
    }
    (Value::Object(options), seats)
}

fn random_wall_street(rng: &mut Rng) -> (Value, usize) {
    let mut options = Map::new();
    shared_options(&mut options, rng);
    vary(&mut options, "redealRank", &[json!("T"), json!("K"), json!("none")], rng);
    vary(&mut options, "tiePlayers", &[json!("leadersOnly"), json!("everyone")], rng);
    (Value::Object(options), 2 + rng.below(3))
}

const RARE: &[&str] = &[
    "thrown in",
    "another deal",
    "the last card clears the table",
    "nobody captured",
    "counting stopped early",
    "a tie counted again",
    "a tie played off",
];

#[test]
fn scopa_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(11);
    let mut seen = BTreeSet::new();
    for _ in 0..matches(2000) {
        let (options, seats) = random_scopa(&mut rng);
        seen.append(&mut play("scopa", &options, seats, &mut rng));
    }
    assert_seen(&seen, RARE);
    assert_seen(&seen, &["an ace from an empty table", "napoleone", "a right claim", "a wrong claim"]);
}

#[test]
fn wall_street_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(10);
    let mut seen = BTreeSet::new();
    for _ in 0..matches(2000) {
        let (options, seats) = random_wall_street(&mut rng);
        seen.append(&mut play("wall-street", &options, seats, &mut rng));
    }
    assert_seen(&seen, RARE);
    assert_seen(&seen, &["a play-off after a play-off"]);
}

/// Searches for a rare combination: a shared lead, in a deal that is counted again, in which another side reached the
/// target first.
#[test]
fn ties_counted_again_agree_with_the_rule_book() {
    let mut rng = Rng::from_number(12);
    for game in ["scopa", "wall-street"] {
        let mut seen = BTreeSet::new();
        for _ in 0..matches(1500) {
            let mut options = json!({ "endMode": "tieOrdered", "target": 1 + rng.below(2) });
            options["lastPlaySweep"] = json!("ifReallyCaptured");
            if game == "scopa" {
                options["teams"] = json!(false);
            }
            seen.append(&mut play(game, &options, 3 + rng.below(2), &mut rng));
        }
        assert_seen(&seen, &["somebody else came to the target before those who tie"]);
    }
}
