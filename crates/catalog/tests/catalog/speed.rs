//! Tests of Speed in the arena, where bots race against a simulated clock.

use bots::arena::{Contest, Report};
use catalog::{SetupText, find};
use std::sync::atomic::AtomicBool;

fn meet(one: &str, other: &str, rounds: u64, matches: bool) -> Report {
    let bots = [one, other].map(String::from).to_vec();
    let contest = Contest { bots, rounds, matches, seed: 1, threads: 1 };
    let game = find("speed").unwrap();
    game.simulate(
        &SetupText::first_preset(2),
        &contest,
        &catalog::no_guests,
        &|_| (),
        &AtomicBool::new(false),
    )
    .unwrap()
}

#[test]
fn each_level_beats_the_one_below_it() {
    // All offered levels, in their listed order.
    let levels = find("speed").unwrap().info().bots;
    assert_eq!((levels[0], levels[levels.len() - 1], levels.len()), ("grandmother", "wasp", 6));
    for pair in levels.windows(2) {
        let report = meet(pair[0], pair[1], 400, false);
        let (wins, interval) = report.scores[1].wins;
        assert!(wins - interval.unwrap() > 0.6, "{pair:?}: {report:?}");
    }
}

#[test]
fn equal_levels_win_alike() {
    for level in ["waiter", "random"] {
        let report = meet(level, level, 600, false);
        let (wins, interval) = report.scores[0].wins;
        assert!((wins - 0.5).abs() < interval.unwrap() + 0.04, "{level}: {report:?}");
    }
}

#[test]
fn whole_matches_are_the_same_every_time() {
    let [one, other] = [0, 1].map(|_| meet("neighbour", "goalkeeper", 20, true));
    assert_eq!(one.scores, other.scores);
    assert!(one.scores[1].wins.0 > 0.8, "{one:?}");
}

#[test]
fn a_search_in_turns_says_that_it_does_not_play() {
    let error = find("speed").unwrap().check_bot("ismcts:20ms").unwrap_err().to_string();
    assert!(error.contains("without turns") && error.contains("wasp"), "{error}");
    let error = find("speed").unwrap().check_bot("greedy").unwrap_err().to_string();
    assert!(error.contains("grandmother") && !error.contains("20ms"), "{error}");
    let error = find("scopa").unwrap().check_bot("wasp").unwrap_err().to_string();
    assert!(error.contains("ismcts:20ms"), "{error}");
}
