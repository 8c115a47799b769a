//! Equivalence classes of hands. Suits are interchangeable, and ten, jack, queen and king are
//! equal.

use super::super::value::points;
use cards::{Card, CardSet};

/// Number of classes of hands of three cards, without 31.
pub(super) const KINDS: usize = 809;

/// Returns the points of a card minus two: 0 to 9.
#[inline]
pub(super) const fn step(card: Card) -> usize {
    points(card) as usize - 2
}

/// Step of the cards worth ten points, of which a suit has four.
const TEN: usize = 8;

/// Returns the number of cards of one suit with this step.
pub(super) const fn copies(step: usize) -> usize {
    if step == TEN { 4 } else { 1 }
}

/// Pattern of the suits of three cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Suits {
    One,
    Two,
    Three,
}

const PLACES: usize = 3000;
const NO_HAND: u16 = u16::MAX;

const fn place(suits: Suits, steps: [usize; 3]) -> usize {
    1000 * suits as usize + 100 * steps[0] + 10 * steps[1] + steps[2]
}

/// Number of each class.
///
/// Cards of the same suit, and cards that are each alone in their suit, are in descending order of
/// points. With two suits the suit with two cards comes first.
const NUMBERS: [u16; PLACES] = {
    let mut numbers = [NO_HAND; PLACES];
    let (mut next, mut index) = (0, 0);
    while index < 1000 {
        let [a, b, c] = [index / 100, index / 10 % 10, index % 10];
        let is_pair = a >= b && (a > b || copies(a) > 1);
        let is_blitz = a == 9 && b == TEN && c == TEN;
        if is_pair && b >= c && (b > c || copies(b) > 1) && !is_blitz {
            numbers[place(Suits::One, [a, b, c])] = next;
            next += 1;
        }
        if is_pair {
            numbers[place(Suits::Two, [a, b, c])] = next;
            next += 1;
        }
        if a >= b && b >= c {
            numbers[place(Suits::Three, [a, b, c])] = next;
            next += 1;
        }
        index += 1;
    }
    assert!(next as usize == KINDS, "all of them are numbered");
    numbers
};

/// Returns the class of a hand of three cards, or `None` for 31.
#[inline]
pub(super) fn kind(hand: CardSet) -> Option<usize> {
    let mut cards = hand.iter().map(|card| (card.suit(), step(card)));
    let [(s, a), (t, b), (u, c)] = [cards.next()?, cards.next()?, cards.next()?];
    let (suits, [a, b, c]) = match (s == t, s == u, t == u) {
        (true, true, _) => (Suits::One, sorted([a, b, c])),
        (true, ..) => (Suits::Two, [a.max(b), a.min(b), c]),
        (_, true, _) => (Suits::Two, [a.max(c), a.min(c), b]),
        (.., true) => (Suits::Two, [b.max(c), b.min(c), a]),
        _ => (Suits::Three, sorted([a, b, c])),
    };
    match NUMBERS[place(suits, [a, b, c])] {
        NO_HAND => None,
        number => Some(usize::from(number)),
    }
}

/// Sorts in descending order.
#[inline]
fn sorted([a, b, c]: [usize; 3]) -> [usize; 3] {
    let (most, least) = (a.max(b).max(c), a.min(b).min(c));
    [most, a + b + c - most - least, least]
}
