//! Tournaments of the arena, and how they end.

use bots::arena::{Contest, Ending, Limits, Schedule, Standings, Tournament};
use catalog::{SetupText, find};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn tournament(bots: &[&str], threads: usize) -> Tournament {
    Tournament {
        bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
        schedule: Schedule::RoundRobin,
        limits: Limits { rounds: 1_000_000, within: None, sprt: None, time: None },
        matches: false,
        seed: 1,
        threads,
    }
}

/// Returns the results without the times, which vary.
fn results(standings: &Standings) -> impl PartialEq + std::fmt::Debug {
    let entrants = standings.entrants.iter();
    (
        entrants.map(|bot| (bot.rounds, bot.elo, bot.points, bot.wins, bot.moves)).collect::<Vec<_>>(),
        standings.pairings.clone(),
        standings.ending,
    )
}

#[test]
fn threads_do_not_decide_when_enough_is_known() {
    let game = find("wall-street").unwrap();
    let [one, three] = [1, 3].map(|threads| {
        let mut tournament = tournament(&["random", "greedy", "ismcts:3"], threads);
        tournament.limits.within = Some(0.06);
        game.tournament(
            &SetupText::first_preset(2),
            &tournament,
            &catalog::no_guests,
            &|_| {},
            &AtomicBool::new(false),
        )
        .unwrap()
    });
    assert_eq!(one.ending, Ending::Complete);
    assert!(one.pairings.iter().all(|pairing| pairing.wins.1.unwrap() <= 0.06), "{one:?}");
    assert_eq!(results(&one), results(&three));
}

#[test]
fn a_stopped_tournament_returns_its_partial_result() {
    let stop = AtomicBool::new(false);
    let tell = |progress: &bots::arena::Progress| {
        stop.fetch_or(progress.rounds >= 300, Ordering::Relaxed);
    };
    let game = find("scopa").unwrap();
    let tournament = tournament(&["random", "greedy", "ismcts:2"], 1);
    let standings =
        game.tournament(&SetupText::first_preset(2), &tournament, &catalog::no_guests, &tell, &stop).unwrap();
    let rounds: u64 = standings.pairings.iter().map(|pairing| pairing.rounds).sum();
    assert!((300..100_000).contains(&rounds), "{rounds}");
    assert_eq!(standings.ending, Ending::Stopped);
    assert!(standings.entrants[1].elo.unwrap().0 > 50.0, "{standings:?}");
}

#[test]
fn a_tournament_ends_when_its_time_is_up() {
    let mut tournament = tournament(&["random", "greedy"], 2);
    tournament.limits.time = Some(Duration::from_millis(30));
    let game = find("scopa").unwrap();
    let standings = game
        .tournament(
            &SetupText::first_preset(2),
            &tournament,
            &catalog::no_guests,
            &|_| {},
            &AtomicBool::new(false),
        )
        .unwrap();
    assert_eq!(standings.ending, Ending::Time);
}

#[test]
fn at_a_table_of_four_two_bots_are_two_sides() {
    let mut tournament = tournament(&["random", "greedy"], 2);
    tournament.limits.rounds = 20;
    let game = find("bridge").unwrap();
    let setup = SetupText { seats: Some(4), ..SetupText::first_preset(4) };
    let standings =
        game.tournament(&setup, &tournament, &catalog::no_guests, &|_| {}, &AtomicBool::new(false)).unwrap();
    let pairing = &standings.pairings[0];
    assert!(pairing.rounds == 20 && pairing.wins.0 > 0.8 && pairing.lead.0 > 0.0, "{pairing:?}");
    assert!((pairing.lead.0 - (pairing.points[1].0 - pairing.points[0].0)).abs() < 1e-9, "{pairing:?}");
}

/// The expected figures come from an earlier version of the arena.
#[test]
fn a_seed_gives_the_same_results_as_in_earlier_versions() {
    let contest = |game: &str, matches: bool, threads: usize| {
        let bots = vec!["ismcts:10".to_owned(), "beginner".to_owned()];
        let rounds = if matches { 4 } else { 12 };
        let contest = Contest { bots, rounds, matches, seed: 5, threads };
        let setup = SetupText { seats: Some(2), ..SetupText::default() };
        let stop = AtomicBool::new(false);
        let report = find(game).unwrap().simulate(&setup, &contest, &catalog::no_guests, &|_| {}, &stop);
        let scores = report.unwrap().scores;
        scores.iter().map(|score| (score.points.0, score.wins.0)).collect::<Vec<_>>()
    };
    assert_eq!(contest("scopa", false, 1), [(28.0 / 12.0, 0.625), (1.75, 0.375)]);
    assert_eq!(contest("scopa", true, 3), [(11.75, 0.75), (7.75, 0.25)]);
    assert_eq!(contest("thirty-one", false, 2), [(-1.0 / 3.0, 0.75), (-7.0 / 6.0, 0.25)]);
    assert_eq!(contest("sharks", false, 2), [(295.0 / 12.0, 0.875), (11.0, 0.125)]);
}
