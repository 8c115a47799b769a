//! Perft: the tested and the naive implementation have the same numbers of paths, which stay the same over time.

use super::naive::{Oracle, cassino, fishing, gin_rummy, speed, thirty_one};
use cards::{Seat, Seed};
use engine::{Game, OptionValue, Ruleset, Setup, perft, shuffled_deck};
use games::{
    cassino::Cassino, gin_rummy::GinRummy, scopa::Scopa, speed::Speed, thirty_one::ThirtyOne,
    wall_street::WallStreet,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Number of paths of `depth` actions with a deck.
#[derive(Debug)]
struct Count {
    game: &'static str,
    seats: u8,
    options: Value,
    deck: u64,
    depth: u32,
    paths: u64,
}

fn count(game: &'static str, seats: u8, options: Value, deck: u64, depth: u32, paths: u64) -> Count {
    Count { game, seats, options, deck, depth, paths }
}

fn fishing_counts() -> Vec<Count> {
    let scopa = |seats, options, deck, depth, paths| count("scopa", seats, options, deck, depth, paths);
    let wall_street =
        |seats, options, deck, depth, paths| count("wall-street", seats, options, deck, depth, paths);
    vec![
        scopa(2, json!({}), 6, 12, 1_424),
        scopa(2, json!({}), 2, 18, 94_096),
        scopa(2, json!({}), 3, 20, 1_112_472),
        scopa(3, json!({}), 1, 9, 440),
        scopa(3, json!({}), 2, 15, 84_412),
        scopa(4, json!({}), 1, 10, 1_458),
        scopa(4, json!({}), 2, 15, 110_094),
        scopa(6, json!({}), 1, 12, 53_012),
        scopa(2, json!({ "preset": "gamerules" }), 6, 12, 2_152),
        scopa(2, json!({ "preset": "gamerules" }), 2, 18, 126_476),
        scopa(3, json!({ "preset": "gamerules" }), 1, 14, 83_648),
        scopa(4, json!({ "preset": "gamerules" }), 1, 13, 6_890),
        scopa(2, json!({ "preset": "denexa" }), 4, 12, 1_976),
        scopa(2, json!({ "preset": "denexa" }), 5, 19, 559_872),
        scopa(2, json!({ "sumMode": "both", "captureObligation": "none" }), 6, 8, 89_936),
        scopa(2, json!({ "matchCount": "all", "captureObligation": "hand" }), 6, 16, 4_912),
        scopa(2, json!({ "quindici": true, "captureObligation": "none" }), 6, 7, 9_072),
        scopa(3, json!({ "assoPigliaTutto": true, "aceOnEmpty": "captured" }), 1, 12, 9_108),
        scopa(2, json!({ "claimOut": true }), 6, 11, 2_592),
        scopa(4, json!({ "scopone": true }), 1, 5, 97_591),
        scopa(4, json!({ "scoponeScientifico": true }), 1, 5, 90_560),
        wall_street(2, json!({}), 1, 12, 10_512),
        wall_street(2, json!({}), 2, 18, 72_016),
        wall_street(2, json!({}), 3, 20, 1_154_064),
        wall_street(3, json!({}), 1, 9, 516),
        wall_street(3, json!({}), 2, 15, 77_292),
        wall_street(4, json!({}), 1, 10, 1_370),
        wall_street(4, json!({}), 2, 15, 93_748),
        wall_street(2, json!({ "captureObligation": "none" }), 6, 8, 45_770),
    ]
}

fn cassino_counts() -> Vec<Count> {
    let cassino = |seats, options, deck, depth, paths| count("cassino", seats, options, deck, depth, paths);
    vec![
        cassino(2, json!({}), 1, 8, 726),
        cassino(2, json!({}), 2, 6, 2_724),
        cassino(2, json!({}), 3, 8, 1_288),
        cassino(2, json!({ "preset": "denexa" }), 1, 8, 924),
        cassino(2, json!({ "preset": "denexa" }), 4, 6, 624),
        cassino(2, json!({ "preset": "classic" }), 2, 6, 15_403),
        cassino(2, json!({ "preset": "classic" }), 5, 6, 103_190),
        cassino(3, json!({}), 6, 6, 11_335),
        cassino(4, json!({}), 7, 6, 13_893),
        cassino(3, json!({ "preset": "classic" }), 8, 6, 41_881),
        cassino(4, json!({ "preset": "classic" }), 9, 5, 50_100),
        cassino(2, json!({ "royal": "J11Q12K13", "multiBuild": "full" }), 10, 6, 4_194),
        cassino(2, json!({ "royal": "J11Q12K13A14", "captureExtent": "maximal" }), 11, 6, 2_292),
        cassino(2, json!({ "preset": "classic", "royal": "J11Q12K13A14" }), 12, 5, 36_682),
        cassino(
            2,
            json!({ "trailRule": "hand", "keepCapturer": "none", "faceCapture": "oneOrThree" }),
            13,
            7,
            179,
        ),
    ]
}

fn gin_rummy_counts() -> Vec<Count> {
    let gin = |options, deck, depth, paths| count("gin-rummy", 2, options, deck, depth, paths);
    vec![
        gin(json!({}), 1, 5, 652),
        gin(json!({}), 1499, 6, 5_658),
        gin(json!({ "preset": "denexa" }), 1499, 5, 968),
        gin(json!({ "preset": "classic" }), 1499, 6, 5_658),
        gin(json!({ "preset": "pagat" }), 1499, 6, 5_658),
        gin(json!({ "preset": "corner-denexa" }), 1499, 5, 968),
        gin(json!({ "preset": "corner-book" }), 3187, 6, 5_509),
        gin(json!({ "knockLimit": "oklahoma", "bigGin": 50 }), 1499, 6, 5_061),
        gin(json!({ "knockLimit": "floating", "oklahomaAce": "one" }), 1499, 6, 5_378),
        gin(json!({ "preset": "denexa", "knockLimit": "floating" }), 1499, 6, 11_432),
    ]
}

fn thirty_one_counts() -> Vec<Count> {
    let thirty_one =
        |seats, options, deck, depth, paths| count("thirty-one", seats, options, deck, depth, paths);
    vec![
        thirty_one(2, json!({}), 1, 8, 3_087),
        thirty_one(3, json!({}), 2, 8, 3_773),
        thirty_one(9, json!({}), 3, 8, 5_145),
        thirty_one(2, json!({ "preset": "denexa" }), 4, 8, 5_120),
        thirty_one(4, json!({ "preset": "denexa" }), 5, 8, 7_168),
        thirty_one(2, json!({ "preset": "classic" }), 6, 8, 3_087),
        thirty_one(5, json!({ "preset": "classic" }), 7, 8, 5_145),
        thirty_one(3, json!({ "knockFirstTurn": "afterFirstRound" }), 8, 9, 9_604),
    ]
}

fn speed_counts() -> Vec<Count> {
    let speed = |options, deck, depth, paths| count("speed", 2, options, deck, depth, paths);
    vec![
        speed(json!({}), 1, 6, 8),
        speed(json!({}), 2, 8, 482),
        speed(json!({}), 3, 9, 476),
        speed(json!({ "doubles": true }), 4, 6, 34),
        speed(json!({ "recycle": "turnOver" }), 5, 9, 5_834),
    ]
}

fn counts() -> Vec<Count> {
    [fishing_counts(), cassino_counts(), gin_rummy_counts(), thirty_one_counts(), speed_counts()]
        .into_iter()
        .flatten()
        .collect()
}

fn by_engine<G: Game>(count: &Count) -> u64 {
    let given: BTreeMap<String, OptionValue> =
        serde_json::from_value(count.options.clone()).expect("options by key");
    let preset = count.options["preset"].as_str();
    let others = given.into_iter().filter(|(key, _)| key != "preset").collect();
    let options =
        Setup::<G::Options>::new(preset, count.seats, others).expect("rules that can be played").options;
    let deck = shuffled_deck::<G>(&options, &Seed::from_number(count.deck), 0);
    assert_eq!(options.seats(), count.seats);
    perft::<G>(
        &G::deal(&options, &G::initial_standing(&options, Seat::new(0)), &deck, &mut drop),
        count.depth,
    )
}

fn by_oracle(count: &Count) -> u64 {
    let seats = count.seats.into();
    let playable = "rules that can be played";
    match count.game {
        "cassino" => paths(cassino::Match::new(&count.options, seats, 0).expect(playable), count),
        "gin-rummy" => paths(gin_rummy::Match::new(&count.options, seats, 0).expect(playable), count),
        "speed" => paths(speed::Match::new(&count.options, seats, 0).expect(playable), count),
        "thirty-one" => paths(thirty_one::Match::new(&count.options, seats, 0).expect(playable), count),
        _ => paths(fishing::Match::new(count.game, &count.options, seats, 0), count),
    }
}

fn paths(mut game: impl Oracle, count: &Count) -> u64 {
    let mut deck = game.deck();
    // A deck is in canonical order before the shuffle.
    Seed::from_number(count.deck).shuffle(0, &mut deck);
    game.deal(&deck.join(" "));
    game.paths(count.depth)
}

#[test]
fn the_engine_counts_the_recorded_paths() {
    for count in counts() {
        let paths = match count.game {
            "scopa" => by_engine::<Scopa>(&count),
            "cassino" => by_engine::<Cassino>(&count),
            "gin-rummy" => by_engine::<GinRummy>(&count),
            "speed" => by_engine::<Speed>(&count),
            "thirty-one" => by_engine::<ThirtyOne>(&count),
            _ => by_engine::<WallStreet>(&count),
        };
        assert_eq!(paths, count.paths, "{count:?}");
    }
}

#[test]
fn the_rule_book_counts_alike() {
    for count in counts().iter().filter(|count| count.paths < 50_000) {
        assert_eq!(by_oracle(count), count.paths, "{count:?}");
    }
}

#[test]
#[ignore = "half a minute: the naive way to four million paths"]
fn the_rule_book_counts_alike_to_the_end() {
    for count in counts() {
        assert_eq!(by_oracle(&count), count.paths, "{count:?}");
    }
}
