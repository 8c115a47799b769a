//! Check of a deck: first by number of cards, then card by card.

use super::Specification;
use crate::InputError;
use cards::Card;
use serde::Serialize;
use std::collections::BTreeMap;

/// Result of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Count {
    /// Number of cards.
    pub given: u16,
    /// Number of cards that the deck should have.
    pub expected: u16,
    /// Whether the numbers are equal. Two errors can cancel each other; only a full check finds them.
    pub right: bool,
}

/// Compares the number of cards with the deck.
#[must_use]
pub fn fast_count(deck: &Specification, given: u16) -> Count {
    let expected = deck.size();
    Count { given, expected, right: given == expected }
}

/// Result of a full check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Check {
    /// Id of the deck that was expected.
    pub deck: &'static str,
    /// Result of the count.
    pub count: Count,
    /// Whether no card is missing or extra.
    pub right: bool,
    /// Cards of which there are too few.
    pub missing: Vec<Different>,
    /// Cards of which there are too many. Foreign cards are last.
    pub extra: Vec<Different>,
    /// Advice for completing the deck, in order.
    pub advice: Vec<Advice>,
}

/// Card with a wrong number of copies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Different {
    /// Card with the wrong number.
    pub card: String,
    /// Number of copies found.
    pub found: u16,
    /// Number of copies that the deck should have.
    pub of: u16,
}

/// Advice. Its text key is `deck.advice.` plus the key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "key", rename_all = "camelCase")]
pub enum Advice {
    /// Put aside these cards, which do not belong to the game.
    PutAside {
        /// Cards of complete ranks.
        cards: Vec<String>,
    },
    /// Put this card in the box. It does not belong to the game, but may belong to the deck.
    PutInBox {
        /// Card to put in the box.
        card: String,
        /// Number of copies to remove.
        times: u16,
    },
    /// Remove this card. The extra copy is of another deck.
    Remove {
        /// Card to remove.
        card: String,
        /// Number of copies to remove.
        times: u16,
    },
    /// Look for this card in the box.
    LookFor {
        /// Card to look for.
        card: String,
        /// Number of missing copies.
        times: u16,
    },
    /// Put back these complete ranks. The deck was prepared for another game.
    PutBack {
        /// Cards of the ranks to put back.
        cards: Vec<String>,
    },
    /// Take another deck, if this one cannot be corrected.
    AnotherDeck,
}

/// Checks every card. `found` holds the number of each card; absent cards are missing.
#[must_use]
pub fn check(deck: &Specification, found: &BTreeMap<String, u16>) -> Check {
    let of = |card: &str| found.get(card).copied().unwrap_or(0);
    let different = |card: &str, of_deck| Different { card: card.to_owned(), found: of(card), of: of_deck };
    let ours = deck.cards.iter().map(|card| different(&card.card, card.count));
    let strange = found.keys().filter(|card| deck.count(card) == 0).map(|card| different(card, 0));
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    for one in ours.chain(strange) {
        match one.found.cmp(&one.of) {
            std::cmp::Ordering::Less => missing.push(one),
            std::cmp::Ordering::Greater => extra.push(one),
            std::cmp::Ordering::Equal => {}
        }
    }
    let given = found.values().fold(0_u16, |sum, count| sum.saturating_add(*count));
    let advice = advise(&missing, &extra);
    let right = missing.is_empty() && extra.is_empty();
    Check { deck: deck.id, count: fast_count(deck, given), right, missing, extra, advice }
}

/// Returns the advice. Complete ranks are combined, other cards are listed one by one.
fn advise(missing: &[Different], extra: &[Different]) -> Vec<Advice> {
    let whole = |all: &[Different], one: &Different| {
        let rank = |card: &str| card.parse::<Card>().ok().map(Card::rank);
        let ours = rank(&one.card);
        ours.is_some() && all.iter().filter(|other| rank(&other.card) == ours).count() == 4
    };
    let names = |all: &[Different]| -> Vec<String> {
        all.iter().filter(|one| whole(all, one)).map(|one| one.card.clone()).collect()
    };
    let not_ours: Vec<Different> = extra.iter().filter(|one| one.of == 0).cloned().collect();
    let gone: Vec<Different> = missing.iter().filter(|one| one.found == 0).cloned().collect();
    let (aside, back) = (names(&not_ours), names(&gone));
    let mut advice = Vec::new();
    if !aside.is_empty() {
        advice.push(Advice::PutAside { cards: aside.clone() });
    }
    if !back.is_empty() {
        advice.push(Advice::PutBack { cards: back.clone() });
    }
    let single = extra.iter().filter(|one| !aside.contains(&one.card));
    advice.extend(single.map(|one| {
        let (card, times) = (one.card.clone(), one.found - one.of);
        // A card that does not belong to the game, or a joker, does not indicate another deck.
        if one.of == 0 { Advice::PutInBox { card, times } } else { Advice::Remove { card, times } }
    }));
    let single = missing.iter().filter(|one| !back.contains(&one.card));
    advice.extend(single.map(|one| Advice::LookFor { card: one.card.clone(), times: one.of - one.found }));
    if !missing.is_empty() {
        advice.push(Advice::AnotherDeck);
    }
    advice
}

/// Reads cards as they are called out, in any order: `7d 10♠ K♥`, Latin cards such as `1 of coins`
/// or `1 coins`, and unknown words such as `joker` as they are.
///
/// # Errors
///
/// Returns [`InputError`] if there are too many cards.
pub fn read_ticks(text: &str) -> Result<BTreeMap<String, u16>, InputError> {
    const MAX: usize = 1_000;
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "of").collect();
    if words.len() > MAX {
        return Err(InputError::Unreadable { problem: format!("{} cards", words.len()) });
    }
    let mut found = BTreeMap::new();
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let latin = words.peek().and_then(|suit| latin(word, suit));
        if latin.is_some() {
            words.next();
        }
        let card = latin.or_else(|| word.parse::<Card>().ok().map(|card| card.to_string()));
        *found.entry(card.unwrap_or_else(|| word.chars().take(20).collect())).or_insert(0) += 1;
    }
    Ok(found)
}

/// Reads a card of a Latin deck: `1 coins` is the ace of diamonds. Foot-soldier F, knight C, king
/// R. (SC-R1)
fn latin(rank: &str, suit: &str) -> Option<String> {
    let suit = match suit.to_lowercase().as_str() {
        "coins" | "denari" | "ori" => 'd',
        "cups" | "coppe" => 'h',
        "swords" | "spade" => 's',
        "clubs" | "batons" | "bastoni" => 'c',
        _ => return None,
    };
    let rank = match rank.to_lowercase().as_str() {
        "1" | "a" | "asso" => "A".to_owned(),
        "f" | "fante" | "8" => "J".to_owned(),
        "c" | "cavallo" | "9" => "Q".to_owned(),
        "r" | "re" | "10" => "K".to_owned(),
        pips => pips.parse::<u8>().ok().filter(|pips| (2..=7).contains(pips))?.to_string(),
    };
    Some(format!("{rank}{suit}"))
}
