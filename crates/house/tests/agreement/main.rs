//! The games of the house against a second implementation, written from the rule book alone: they agree on what is
//! legal after every action, and on what comes of it.

mod naive;
mod perft;

use cards::{Rng, Seat};
use house::AnyMatch;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// How the actions of a match are chosen, so that rare things come to pass.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Manner {
    /// Any.
    Random,
    /// Side 0 takes as many cards as it can, and the others lay down what they may.
    Greedy,
    /// Nobody takes a card if it can be helped.
    Shy,
}

/// Plays a random match on both, step by step, and returns the rare things that happened.
fn agree(game: &'static str, options: &Value, seats: usize, rng: &mut Rng) -> BTreeSet<&'static str> {
    let dealer = rng.below(seats);
    let record = json!({
        "format": house::FORMAT, "game": game, "options": options, "seats": seats, "dealer": dealer, "deals": [],
    });
    let mut tested = house::read_record(&record.to_string())
        .and_then(|record| record.replay().into_match())
        .unwrap_or_else(|rejected| panic!("{rejected}: {options} with {seats}"));
    let mut oracle = naive::Match::new(game, options, seats, dealer);
    let manner = rng.pick(&[Manner::Random, Manner::Random, Manner::Greedy, Manner::Shy]);
    let told = |tested: &dyn AnyMatch| tested.record().write();
    // Where nobody scores a match goes on for ever.
    for _ in 0..8 {
        if oracle.is_over() {
            break;
        }
        let deck = random_deck(&oracle, rng);
        oracle.deal(&deck);
        tested.deal(&deck, &[]).unwrap_or_else(|rejected| panic!("{rejected}: {}", told(&*tested)));
        if oracle.actor().is_some() {
            let frame: Value =
                serde_json::from_str(tested.frame(cards::Viewer::Public).get()).expect("a frame is JSON");
            assert_eq!(frame["dealer"], oracle.dealer(), "who deals: {}", told(&*tested));
        }
        loop {
            let actors: Vec<usize> = tested.actors().iter().map(Seat::index).collect();
            assert_eq!(actors, Vec::from_iter(oracle.actor()), "who is to act: {}", told(&*tested));
            let Some(actor) = oracle.actor() else { break };
            let legal = oracle.legal();
            let seat = Seat::new(actor as u8);
            assert_eq!(tested.legal(seat), legal, "what is legal: {}", told(&*tested));
            let action = choose(&oracle, &legal, manner, rng);
            oracle.play(&action);
            tested
                .play(seat, &action, &[])
                .unwrap_or_else(|rejected| panic!("{rejected}: {}", told(&*tested)));
        }
        assert_eq!(tested.summary(), oracle.summary(), "{}", told(&*tested));
    }
    let written = told(&*tested);
    let again = house::read_record(&written).expect("our own writing");
    assert_eq!(again.write(), written, "a record reads back");
    assert_eq!(again.replay().summary(), oracle.summary(), "a record replays: {written}");
    oracle.seen.into_iter().collect()
}

fn choose(oracle: &naive::Match, legal: &[String], manner: Manner, rng: &mut Rng) -> String {
    // A claim ends the match, so it is not made at every opportunity.
    let plays: Vec<&String> = legal.iter().filter(|action| *action != "claim").collect();
    if plays.len() < legal.len() && rng.below(60) == 0 {
        return "claim".to_owned();
    }
    let takes = |action: &str| if action.contains('x') { action.len() } else { 0 };
    let greedy = oracle.actor().map(|seat| oracle.side_of(seat)) == Some(0);
    let chosen = match manner {
        Manner::Random => Some(rng.pick(&plays)),
        Manner::Greedy if greedy => plays.into_iter().max_by_key(|action| takes(action)),
        Manner::Greedy | Manner::Shy => {
            let least = plays.iter().map(|action| takes(action)).min();
            let shy: Vec<_> = plays.into_iter().filter(|action| Some(takes(action)) == least).collect();
            Some(rng.pick(&shy))
        }
    };
    chosen.expect("there is a card to play").clone()
}

/// A pack in random order; in one of twelve, three cards of a rank lie on the first table.
fn random_deck(oracle: &naive::Match, rng: &mut Rng) -> String {
    let mut deck = oracle.pack();
    rng.shuffle(&mut deck);
    if rng.below(12) == 0 {
        let rank = rng.pick(&["K", "T", "A"]);
        let places = oracle.places_of_first_table();
        for place in places.skip(rng.below(2)).take(3) {
            let from = (0..deck.len())
                .find(|from| deck[*from].starts_with(rank) && !oracle.places_of_first_table().contains(from));
            if let Some(from) = from {
                deck.swap(from, place);
            }
        }
    }
    deck.join(" ")
}

/// What an option is changed to, now and then.
fn vary(options: &mut Map<String, Value>, key: &str, values: &[Value], rng: &mut Rng) {
    if rng.below(3) == 0 {
        options.insert(key.to_owned(), values[rng.below(values.len())].clone());
    }
}

fn common_options(options: &mut Map<String, Value>, rng: &mut Rng) {
    vary(options, "captureObligation", &[json!("none"), json!("card"), json!("hand")], rng);
    vary(options, "lastPlaySweep", &[json!("never"), json!("ifReallyCaptured")], rng);
    vary(options, "endMode", &[json!("total"), json!("orderedStop"), json!("tieOrdered")], rng);
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
    common_options(&mut options, rng);
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
    common_options(&mut options, rng);
    vary(&mut options, "redealRank", &[json!("T"), json!("K"), json!("none")], rng);
    vary(&mut options, "tiePlayers", &[json!("leadersOnly"), json!("everyone")], rng);
    (Value::Object(options), 2 + rng.below(3))
}

/// Asserts that the matches came across every one of these.
fn assert_seen(seen: &BTreeSet<&str>, rare: &[&str]) {
    let missed: Vec<_> = rare.iter().filter(|what| !seen.contains(*what)).collect();
    assert!(missed.is_empty(), "no match came across {missed:?}");
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
    for _ in 0..2000 {
        let (options, seats) = random_scopa(&mut rng);
        seen.append(&mut agree("scopa", &options, seats, &mut rng));
    }
    assert_seen(&seen, RARE);
    assert_seen(&seen, &["an ace from an empty table", "napoleone", "a right claim", "a wrong claim"]);
}

#[test]
fn wall_street_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(10);
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        let (options, seats) = random_wall_street(&mut rng);
        seen.append(&mut agree("wall-street", &options, seats, &mut rng));
    }
    assert_seen(&seen, RARE);
    assert_seen(&seen, &["a play-off after a play-off"]);
}
