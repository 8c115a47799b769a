//! Tests against random deals without any cleverness.

use super::*;
use cards::{CardSet, Rng};
use dds::{Deal, Direction};
use proptest::prelude::*;

fn random_deal(rng: &mut Rng) -> Deal {
    let order = rng.in_random_order(CardSet::FULL);
    let hand = |index: usize| order.as_slice()[13 * index..13 * (index + 1)].iter().copied().collect();
    Deal::new([hand(0), hand(1), hand(2), hand(3)]).unwrap()
}

fn condition(text: &str) -> Condition {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Conditions, with the share of random deals that fit: exact where one hand alone is meant.
const CONDITIONS: [(&str, f64); 9] = [
    ("", 1.0),
    // 4-3-3-3 10.536 %, 4-4-3-2 21.551 %, 5-3-3-2 15.517 % (Official Encyclopedia of Bridge, suit distributions).
    ("s.balanced", 0.47604),
    ("n.shape(5431)", 0.12931),
    // A yarborough of points: 0.3639 %; 10 points: 9.4051 % (high-card points of 13 cards).
    ("e.hcp = 0", 0.003639),
    ("e.hcp = 10", 0.094051),
    ("w.aces = 4", 0.002641),
    ("n.has(As) and s.has(Ks)", 0.0637),
    ("n.hcp in 15..17 and n.balanced and s.hcp >= 10", 0.0),
    ("n.losers <= 6 and n.controls >= 5 and ns.spades >= 8", 0.0),
];

#[test]
fn the_share_of_fitting_deals_is_known_and_is_that_of_random_deals() {
    for (text, known) in CONDITIONS {
        let condition = condition(text);
        let mut generator = Generator::new(condition.clone()).unwrap();
        let mut rng = Rng::from_number(1);
        for _ in 0..2_000 {
            let deal = generator.draw(&mut rng, 100_000).unwrap();
            assert!(condition.fits(&deal), "{text}: {deal}");
        }
        let share = generator.statistics().share().unwrap();
        if known > 0.0 {
            assert!((share - known).abs() < 0.001 * known.max(0.01), "{text}: {share}, known {known}");
        }
        let tries = 20_000;
        let fitting = (0..tries).filter(|_| condition.fits(&random_deal(&mut rng))).count();
        let (found, deviation) = (fitting as f64 / f64::from(tries), (share / f64::from(tries)).sqrt());
        assert!((found - share).abs() < 5.0 * deviation + 1e-9, "{text}: {share}, of random deals {found}");
    }
}

/// All deals that fit are equally likely: properties that the condition doesn't name have the same mean as in random
/// deals that fit.
#[test]
fn hands_drawn_exactly_are_like_random_hands_that_fit() {
    let text = "s.hcp in 12..14 and s.hearts >= 5 and n.spades <= 3 and s.has(Qd)";
    let condition = condition(text);
    let mut generator = Generator::new(condition.clone()).unwrap();
    assert_eq!(generator.statistics().exact, Some(Direction::South));
    let properties = |deal: &Deal| {
        let hands = Direction::ALL.map(|hand| Evaluation::of(deal.hand(hand)));
        let south = hands[2];
        [south.lengths[0], south.losers, south.controls, hands[0].points, hands[1].lengths[3], hands[3].aces]
            .map(f64::from)
    };
    let (mut exact, mut random) = ([0.0; 6], [0.0; 6]);
    let deals = 1_500;
    let mut rng = Rng::from_number(2);
    for _ in 0..deals {
        let drawn = properties(&generator.draw(&mut rng, 1_000).unwrap());
        let fitting = loop {
            let deal = random_deal(&mut rng);
            if condition.fits(&deal) {
                break properties(&deal);
            }
        };
        for index in 0..6 {
            exact[index] += drawn[index] / f64::from(deals);
            random[index] += fitting[index] / f64::from(deals);
        }
    }
    for (one, other) in exact.iter().zip(random) {
        // The standard deviations are at most 4, so those of the means are at most 0.064.
        assert!((one - other).abs() < 0.3, "{exact:?}, random {random:?}");
    }
}

#[test]
fn the_same_seed_draws_the_same_deals() {
    let draw = || {
        let mut generator = Generator::new(condition("n.hcp >= 20 and s.losers < 6")).unwrap();
        let mut rng = Rng::from_number(7);
        [(); 20].map(|()| generator.draw(&mut rng, 100_000).unwrap())
    };
    assert_eq!(draw(), draw());
}

#[test]
fn impossible_conditions_are_named() {
    let error = |text: &str| Generator::new(condition(text)).err();
    assert_eq!(error("e.hcp > 37"), Some(DrawError::Impossible(Direction::East)));
    assert_eq!(error("n.has(As) and w.has(As)"), Some(DrawError::Shared(Direction::North, Direction::West)));
    assert_eq!(error("n.has(As) and w.aces = 4"), Some(DrawError::Impossible(Direction::West)));
    let mut generator = Generator::new(condition("ns.hcp > 40")).unwrap();
    assert_eq!(generator.draw(&mut Rng::from_number(1), 100), Err(DrawError::Rare(100)));
}

#[test]
fn wrong_text_is_refused_with_its_column() {
    for (text, column) in [
        ("n.hcp >", 8),
        ("n.points > 3", 3),
        ("ns.longest > 3", 4),
        ("x.hcp > 3", 1),
        ("n.hcp > 3 3", 11),
        ("n.balanced and", 15),
        ("n.shape(5432)", 9),
        ("n.shape(5=4=4=1)", 9),
        ("n.has()", 7),
        ("n.has(1s)", 7),
        ("(n.balanced", 12),
        ("é", 1),
        ("ns.balanced", 4),
    ] {
        let error = text.parse::<Condition>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
    }
    let deep = "(".repeat(101) + "n.balanced" + &")".repeat(101);
    assert!(deep.parse::<Condition>().is_err());
    assert!("not ".repeat(100_000).parse::<Condition>().is_err());
}

#[test]
fn words_and_signs_mean_the_same() {
    for (one, other) in [
        ("north.HCP >= 12 and not South.balanced", "n.hcp>=12 & not s.balanced"),
        ("n.shape(5431)", "n.shape(1345)"),
        ("n.hcp = 3 or n.hcp == 4", "n.hcp = 3 | n.hcp = 4"),
        ("-n.hcp + 5 < 2", "-n.hcp+5<2"),
    ] {
        assert_eq!(condition(one), condition(other));
    }
    // “and” binds more closely than “or”.
    assert_eq!(
        condition("n.balanced or s.balanced and e.balanced"),
        condition("n.balanced or (s.balanced and e.balanced)")
    );
}

proptest! {
    /// Any text is read or refused, without a panic.
    #[test]
    fn any_text_is_read_or_refused(text in r#"(([nesw]|ns|ew|not |and |or |\(|\)|\.|hcp|shape|has|balanced|=|<|\.\.|[0-9 xA]){0,12}|.{0,20})"#) {
        let _ = text.parse::<Condition>();
    }
}

#[test]
fn losers_are_counted_by_the_length_of_the_suit() {
    for (spades, losers) in [
        ("", 0),
        ("As", 0),
        ("Ks", 1),
        ("Qs 2s", 2),
        ("Ks 2s", 1),
        ("As Qs", 1),
        ("Ks Qs", 1),
        ("As Ks", 0),
        ("Qs 3s 2s", 2),
        ("As Ks Qs 2s", 0),
        ("Js Ts 9s 8s 7s", 3),
    ] {
        let hand: CardSet = cards::parse_cards(spades).unwrap().into_iter().collect();
        assert_eq!(Evaluation::of(hand).losers, losers, "{spades}");
    }
}
