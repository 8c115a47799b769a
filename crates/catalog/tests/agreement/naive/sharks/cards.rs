//! Cards of the built-in set, from the rule book, and Capital as text.

use serde_json::{Value, json};

/// Value of each Investment of the built-in set. (SH-R3)
pub(super) const WORTH: [i64; 24] =
    [12, 11, 10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 2, -2, -3, -4, -5, -6, -8];

/// Number of Capital cards of each value, from 1.
pub(super) const CAPITAL: [usize; 10] = [10, 10, 10, 10, 8, 7, 6, 4, 3, 2];

/// Tools: number, copies, cost, and the effects of their parts. The parts of a choice follow “or”.
pub(super) const TOOLS: [(usize, usize, usize, &[&str]); 17] = [
    (1, 4, 0, &["react"]),
    (2, 3, 0, &["own up"]),
    (3, 3, 0, &["own down", "draw 2"]),
    (4, 3, 1, &["own down", "own up"]),
    (6, 3, 1, &["other down"]),
    (7, 3, 0, &["draw 2"]),
    (8, 3, 1, &["draw 3"]),
    (9, 2, 1, &["sell", "draw 3"]),
    (10, 2, 3, &["take"]),
    (11, 3, 1, &["swap"]),
    (12, 3, 0, &["look", "draw 1"]),
    (13, 3, 0, &["or", "row up", "row down"]),
    (14, 2, 1, &["exchange"]),
    (15, 3, 1, &["squeeze"]),
    (16, 2, 1, &["poach"]),
    (17, 2, 2, &["tools 2"]),
    (18, 2, 0, &["or", "dividend", "tools 1"]),
];

pub(super) fn tool(number: usize) -> (usize, &'static [&'static str]) {
    let found = TOOLS.iter().find(|(known, ..)| *known == number).expect("a Tool of the set");
    (found.2, found.3)
}

/// Returns the options with their allowed values.
pub(crate) fn keys() -> Value {
    json!({
        "fullEnd": ["immediate", "endOfRound"],
        "flipOneAlreadyUp": ["flipOther", "nothing"],
        "raise": ["recompose", "addOnly"],
        "bonusOnFinalFlip": [true, false],
        "ownerMayPeek": [true, false],
        "otherFlipsBonus": [true, false],
        "counterConnection": ["allowed", "no"],
        "handLimit": ["none", 12],
        "tieBreak": ["capitalThenFewer", "shared"],
        "set": ["house"],
    })
}

/// Writes cards by value, highest first.
pub(super) fn written(cards: &[u32]) -> String {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by(|a, b| b.cmp(a));
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Removes cards from a hand.
pub(super) fn take(hand: &mut Vec<u32>, cards: &[u32]) {
    for card in cards {
        let at = hand.iter().position(|held| held == card).expect("it is held");
        hand.remove(at);
    }
}

pub(super) fn numbers(words: &[&str]) -> Vec<u32> {
    words.iter().map(|word| word.parse().expect("a value")).collect()
}
