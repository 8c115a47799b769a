//! Tests of the stored strategy.

use super::STAKES;
use super::hands::{KINDS, kind};
use super::{exploitability, learn};
use cards::CardSet;

#[test]
fn equivalent_hands_have_one_class() {
    let number =
        |cards: &str| kind(cards::parse_cards(cards).expect("cards").into_iter().collect::<CardSet>());
    assert_eq!(number("AS 10S 3H"), number("KD AD 3C"), "suits have no names, and ten and king are one");
    assert_eq!(number("2S 3S 9H"), number("9C 3D 2D"));
    assert_ne!(number("2S 3S 9H"), number("2S 3H 9H"));
    assert_ne!(number("2S 3D 9H"), number("2S 3S 9H"));
    assert_eq!(number("AS KS QS"), None, "31");
    assert!(number("7S 7H 7D").is_some_and(|number| number < KINDS));
}

#[test]
fn the_learned_strategy_is_close_to_an_equilibrium() {
    for stakes in 0..STAKES {
        let lost = exploitability(stakes);
        assert!((-1e-9..0.01).contains(&lost), "{lost} lives a deal with stakes {stakes}");
    }
}

#[test]
#[ignore = "two hundred rounds of four games"]
fn the_stored_tables_are_reproduced() {
    assert!(learn(200) == include_bytes!("../equilibrium.bin"), "cargo xtask learn thirty-one");
}
