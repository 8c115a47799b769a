//! Tests of the quality of hints.

use cards::{Seat, Seed};
use catalog::{AnyMatch, Appraised, Effort, SetupText, find, hint_effort};
use engine::Phase;
use std::ops::Range;
use std::thread;

/// Returns the actions of `seat`, best first.
fn advice(table: &dyn AnyMatch, seat: Seat, effort: Effort, rng_seed: u64) -> Vec<Appraised> {
    table.pending_advice(seat, None, effort, rng_seed).unwrap().unwrap()()
}

/// Returns the lead in points of the seat that plays the first action of each hint. The other one plays `opponent`.
fn lead_by_hints(opponent: &str, deck: u64, hinted: Seat) -> f64 {
    let game = find("gin-rummy").unwrap();
    let mut table = game.open(&SetupText::first_preset(2), Seat::new(0)).unwrap();
    let cards = table.next_deck(&Seed::from_number(deck));
    table.deal(&cards, &[]).unwrap();
    while table.phase() == Phase::Playing {
        let seat = table.actors().first().unwrap();
        let rng_seed = 1_000 * deck + table.version() as u64;
        let action = if seat == hinted {
            advice(&*table, seat, hint_effort(None), rng_seed).swap_remove(0).action
        } else {
            table.bot_job(seat, opponent, rng_seed, None).unwrap()()
        };
        table.play(seat, &action, &[]).unwrap();
    }
    let points = table.score_of_deal(0).unwrap().points;
    f64::from(points[hinted] - points[hinted.next(2)])
}

/// Decks of the contest. Each is played twice, because both players hold each hand once.
const DECKS: u64 = 160;

#[test]
#[ignore = "half a minute: hints of 320 deals"]
fn at_gin_the_hints_are_better_than_a_skilled_player() {
    let lead =
        |deck| [0, 1].map(|seat| lead_by_hints("skilled", deck, Seat::new(seat))).iter().sum::<f64>() / 2.0;
    let half = |decks: Range<u64>| thread::spawn(move || decks.map(lead).collect::<Vec<f64>>());
    let halves = [half(0..DECKS / 2), half(DECKS / 2..DECKS)];
    let leads: Vec<f64> = halves.into_iter().flat_map(|half| half.join().unwrap()).collect();
    let mean = leads.iter().sum::<f64>() / DECKS as f64;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (DECKS - 1) as f64;
    let error = (variance / DECKS as f64).sqrt();
    assert!(mean > 2.0 * error, "a lead of {mean:.2} points, with a standard error of {error:.2}");
}

/// A deal in which seat 0 holds 70 deadwood with Q♠ J♥ 10♥. It begins with the cards of seat 1 and seat 0 by turns, the
/// upcard and the first draws.
const DECK: &str = "2d 2c 3d 3s 4d 5d 5c 6c 5h 7d 5s 8h Ac 9c 7c Th Kc Jh 9s Qs Qc 4h 8c Ah";
/// Actions of that deal. Seat 0 gives away its lowest cards.
const ACTIONS: [&str; 10] = [
    "1 pass",
    "0 pass",
    "1 stock",
    "1 discard Kc",
    "0 stock",
    "0 discard 2c",
    "1 stock",
    "1 discard 9s",
    "0 upcard",
    "0 discard 3s",
];
/// Seeds with which a hint is asked for in each position.
const SEEDS: u64 = 20;

/// Low cards without neighbors are no promise of a meld. A hundred times as many determinizations also give them away.
#[test]
#[ignore = "estimates of 20,000 determinizations"]
fn hints_for_a_hand_of_high_cards_are_mostly_those_of_a_larger_budget() {
    let game = find("gin-rummy").unwrap();
    let mut table = game.open(&SetupText::first_preset(2), Seat::new(0)).unwrap();
    let rest = table.next_deck(&Seed::from_number(1));
    let rest = rest.split(' ').filter(|card| DECK.split(' ').all(|first| first != *card));
    let deck: Vec<&str> = DECK.split(' ').chain(rest).collect();
    table.deal(&deck.join(" "), &[]).unwrap();
    let learner = Seat::new(0);
    let (mut best, mut positions) = (Vec::new(), 0);
    let mut same = 0;
    for entry in ACTIONS {
        if table.actors().contains(learner) {
            let large = Effort { determinizations: 20_000, limit: None };
            let choice = advice(&*table, learner, large, 0).swap_remove(0).action;
            let hints =
                (1..=SEEDS).map(|seed| advice(&*table, learner, hint_effort(None), seed).swap_remove(0));
            same += hints.filter(|hint| hint.action == choice).count();
            positions += 1;
            best.push(choice);
        }
        table.enter(&entry.parse().unwrap(), &[]).unwrap();
    }
    assert_eq!(best, ["pass", "stock", "discard 2c", "stock", "discard 3s"]);
    let all = positions * SEEDS as usize;
    assert!(5 * same > 3 * all, "{same} of {all}");
}
