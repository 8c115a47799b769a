//! Tests of the levels, which are names of bots, weakest first.

use bots::arena::{Limits, Schedule, Tournament};
use bots::check_levels;
use cards::{Seat, Seed};
use catalog::{CATALOG, SetupText, find};
use engine::{Game, Ruleset, Setup};
use std::sync::atomic::AtomicBool;

#[test]
fn every_level_is_a_bot_and_no_bots_spelling() {
    for game in CATALOG.games() {
        let levels = game.info().bots;
        assert!((3..=6).contains(&levels.len()), "{}: {levels:?}", game.id());
        for level in levels {
            let spelling = game.spelling(level);
            assert!(game.check_bot(level).is_ok() && game.check_bot(spelling).is_ok(), "{level}: {spelling}");
            assert_eq!(game.spelling(spelling), spelling, "a spelling stands for itself");
        }
    }
}

#[test]
fn a_level_plays_as_the_bot_it_is_a_name_for() {
    for game in CATALOG.games().filter(|game| game.id() != "speed") {
        for level in game.info().bots {
            let seats = game.info().seats[0];
            let mut table = game.open(&SetupText::first_preset(seats), Seat::new(0)).unwrap();
            let deck = table.next_deck(&Seed::from_number(5));
            table.deal(&deck, &[]).unwrap();
            let seat = table.actors().first().unwrap();
            let choice = |bot: &str| table.bot_job(seat, bot, 7, None).unwrap()();
            assert_eq!(choice(level), choice(game.spelling(level)), "{}: {level}", game.id());
        }
    }
}

/// Checks the levels in this many deals under the first preset, with the fewest and with the most seats.
fn check<G: Game>(deals: u64) {
    let preset = &G::Options::PRESETS[0];
    let ends = [preset.seats.first(), preset.seats.last()].map(|seats| *seats.expect("a preset has seats"));
    for seats in std::collections::BTreeSet::from(ends) {
        let setup = Setup::<G::Options>::new(Some(preset.id), seats, [].into()).expect("the setup is valid");
        check_levels::<G>(&setup, deals);
    }
}

fn check_every_game(deals: u64) {
    macro_rules! check_each {
        ($($game:ty),+ $(,)?) => { $(check::<$game>(deals);)+ };
    }
    catalog::for_each_game!(check_each);
}

#[test]
fn no_level_knows_more_than_it_sees() {
    check_every_game(1);
}

#[test]
#[ignore = "twenty deals of every game"]
fn no_level_knows_more_than_it_sees_in_many_deals() {
    check_every_game(20);
}

/// Compares the fast levels. The others are measured in docs/bot-strength.md.
#[test]
fn who_overlooks_more_wins_less() {
    let game = find("scopa").unwrap();
    let bots = game.info().bots;
    let quick = bots.iter().filter(|level| !game.spelling(level).starts_with("ismcts"));
    let tournament = Tournament {
        bots: quick.map(|level| (*level).to_owned()).collect(),
        schedule: Schedule::Ladder,
        limits: Limits { rounds: 1200, within: None, sprt: None, time: None },
        matches: false,
        seed: 1,
        threads: 1,
    };
    let standings = game
        .tournament(
            &SetupText::first_preset(2),
            &tournament,
            &catalog::no_guests,
            &|_| {},
            &AtomicBool::new(false),
        )
        .unwrap();
    assert_eq!(standings.pairings.len(), 3);
    for pairing in &standings.pairings {
        assert!(pairing.wins.0 - pairing.wins.1.unwrap() > 0.5, "{standings:?}");
    }
}

/// A noisy bot that overlooks nearly all actions must not be left with a claim, because a wrong claim loses the match.
#[test]
fn who_overlooks_every_play_does_not_claim_to_be_out() {
    let setup =
        SetupText { options: [("claimOut".to_owned(), true.into())].into(), ..SetupText::first_preset(2) };
    let game = find("scopa").unwrap();
    let mut table = game.open(&setup, Seat::new(0)).unwrap();
    table.deal(&table.next_deck(&Seed::from_number(3)), &[]).unwrap();
    for rng_seed in 0..200 {
        let seat = table.actors().first().unwrap();
        let action = table.bot_job(seat, "careless:99", rng_seed, None).unwrap()();
        assert_ne!(action, "claim");
    }
}
