//! Captures.

use super::rules::Rules;
use crate::naive::card::Card;
use std::collections::BTreeSet;

/// Returns all sets of table cards that `card` can capture, in canonical order. An empty set means that an ace
/// captures itself from an empty table.
pub(crate) fn captures(rules: &Rules, card: Card, table: &[Card]) -> BTreeSet<Vec<Card>> {
    let found = if takes_everything(rules, card, table) {
        match (table.is_empty(), rules.word("aceOnEmpty")) {
            (true, "stays") => Vec::new(),
            _ => vec![table.to_vec()],
        }
    } else if rules.on("quindici") {
        subsets_adding_to(rules, table, 15 - rules.value(card))
    } else {
        by_rank_or_sum(rules, card, table)
    };
    found
        .into_iter()
        .map(|mut cards| {
            cards.sort();
            cards
        })
        .collect()
}

/// Returns whether this is an ace that captures the whole table. (SC-V3)
pub(crate) fn takes_everything(rules: &Rules, card: Card, table: &[Card]) -> bool {
    let ace_lies_there = table.iter().any(|other| other.rank() == "A");
    rules.on("assoPigliaTutto")
        && card.rank() == "A"
        && !(ace_lies_there && rules.word("aceOnAce") == "aceOnly")
}

fn by_rank_or_sum(rules: &Rules, card: Card, table: &[Card]) -> Vec<Vec<Card>> {
    let equal: Vec<Card> = table.iter().copied().filter(|other| other.rank() == card.rank()).collect();
    if !equal.is_empty() {
        return match rules.word("matchCount") {
            "all" => vec![equal],
            _ => equal.into_iter().map(|one| vec![one]).collect(),
        };
    }
    let mut found = Vec::new();
    if rules.word("sumMode") != "handPlusTable" {
        let sets = subsets_adding_to(rules, table, rules.value(card));
        found.extend(sets.into_iter().filter(|set| set.len() >= 2));
    }
    if rules.word("sumMode") != "tableSum" {
        for (index, target) in table.iter().enumerate() {
            let mut others = table.to_vec();
            others.remove(index);
            let Some(rest) = rules.value(*target).checked_sub(rules.value(card)) else { continue };
            for mut set in subsets_adding_to(rules, &others, rest) {
                set.push(*target);
                found.push(set);
            }
        }
    }
    found
}

/// Returns all non-empty sets of cards that add up to `sum`.
fn subsets_adding_to(rules: &Rules, cards: &[Card], sum: u32) -> Vec<Vec<Card>> {
    let Some((first, others)) = cards.split_first() else { return Vec::new() };
    let mut found = subsets_adding_to(rules, others, sum);
    let value = rules.value(*first);
    if value == sum {
        found.push(vec![*first]);
    }
    if value < sum {
        for mut set in subsets_adding_to(rules, others, sum - value) {
            set.push(*first);
            found.push(set);
        }
    }
    found
}
