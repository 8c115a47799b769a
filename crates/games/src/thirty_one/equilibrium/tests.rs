//! What was learned is measured again.

use super::STAKES;
use super::hands::{KINDS, kind};
use super::{learn, lost_to_the_best};
use cards::CardSet;

#[test]
fn hands_that_differ_in_nothing_that_counts_are_one() {
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
fn whoever_knows_what_was_learned_wins_next_to_nothing_of_it() {
    for stakes in 0..STAKES {
        let lost = lost_to_the_best(stakes);
        assert!((-1e-9..0.01).contains(&lost), "{lost} lives a deal with stakes {stakes}");
    }
}

#[test]
#[ignore = "two hundred rounds of four games"]
fn the_table_is_what_is_learned_again() {
    assert!(learn(200) == include_bytes!("../equilibrium.bin"), "cargo xtask learn thirty-one");
}
