//! Test reference: melds and lay-offs by exhaustive search, written from the rules alone.

use super::{Deadwood, Meld, Melds};
use cards::{Card, CardSet};

/// Whether `cards` are a meld. The list is sorted.
fn is_meld(cards: &[Card], corner: bool) -> bool {
    if cards.len() < 3 {
        return false;
    }
    if cards.iter().all(|card| card.rank() == cards[0].rank()) {
        return true;
    }
    if cards.iter().any(|card| card.suit() != cards[0].suit()) {
        return false;
    }
    let ranks: Vec<usize> = cards.iter().map(|card| card.rank() as usize).collect();
    let row = |low: usize| (0..ranks.len()).all(|index| ranks.contains(&((low + index) % 13)));
    ranks.iter().any(|low| (corner || low + ranks.len() <= 13) && row(*low))
}

/// Returns the least deadwood of `hand`. Each card is deadwood, or in a meld with cards that come
/// after it.
pub(crate) fn min(hand: CardSet, rules: Deadwood) -> u8 {
    let cards: Vec<Card> = hand.iter().collect();
    let of = |mask: usize| -> Vec<Card> {
        (0..cards.len()).filter(|index| mask >> index & 1 == 1).map(|index| cards[index]).collect()
    };
    let melds: Vec<usize> =
        (1..1_usize << cards.len()).filter(|mask| is_meld(&of(*mask), rules.corner)).collect();
    fn best(left: usize, melds: &[usize], value: &dyn Fn(usize) -> u32) -> u32 {
        if left == 0 {
            return 0;
        }
        let card = left & left.wrapping_neg();
        let mut min = value(card.trailing_zeros() as usize) + best(left - card, melds, value);
        for meld in melds.iter().filter(|meld| **meld & card != 0 && **meld & !left == 0) {
            min = min.min(best(left & !meld, melds, value));
        }
        min
    }
    best((1 << cards.len()) - 1, &melds, &|index| u32::from(worth(cards[index], rules))) as u8
}

fn worth(card: Card, rules: Deadwood) -> u8 {
    match card.rank().letter() {
        'A' => rules.ace,
        'T' | 'J' | 'Q' | 'K' => 10,
        digit => digit as u8 - b'0',
    }
}

/// Returns the least deadwood after lay-offs in every order, one card at a time.
pub(crate) fn min_after_lay_offs(hand: CardSet, knocked: &Melds, rules: Deadwood) -> u8 {
    let mut tables = vec![(hand, knocked.iter().map(Meld::cards).collect::<Vec<_>>())];
    let mut known = tables.clone();
    let mut min_of_all = u8::MAX;
    while let Some((hand, melds)) = tables.pop() {
        min_of_all = min_of_all.min(min(hand, rules));
        for card in hand {
            for index in 0..melds.len() {
                let mut next = melds.clone();
                next[index].insert(card);
                let row: Vec<Card> = next[index].iter().collect();
                let table = (hand - CardSet::only(card), next);
                if is_meld(&row, rules.corner) && !known.contains(&table) {
                    known.push(table.clone());
                    tables.push(table);
                }
            }
        }
    }
    min_of_all
}
