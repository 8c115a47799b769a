//! Checking a deck: a fast count first; only if that is wrong, or somebody wants to be sure, card by card.

use super::Specification;
use crate::InputError;
use cards::Card;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a fast count says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Count {
    /// How many cards there are.
    pub given: u16,
    /// How many there should be.
    pub expected: u16,
    /// Whether that is so. Two wrong cards may still make a right number: only the grid knows.
    pub right: bool,
}

/// Counts.
#[must_use]
pub fn fast_count(deck: &Specification, given: u16) -> Count {
    let expected = deck.size();
    Count { given, expected, right: given == expected }
}

/// A deck that was ticked off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Check {
    /// The deck it should be.
    pub deck: &'static str,
    /// How many cards there are.
    pub count: Count,
    /// Whether nothing is missing and nothing too much.
    pub right: bool,
    /// The cards of which there are too few.
    pub missing: Vec<Different>,
    /// The cards of which there are too many, strange ones last.
    pub extra: Vec<Different>,
    /// What to do now, in order.
    pub advice: Vec<Advice>,
}

/// A card of which there are not as many as there should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Different {
    /// The card.
    pub card: String,
    /// How many there are.
    pub found: u16,
    /// How many there should be.
    pub of: u16,
}

/// What to do: the text is `deck.advice.` and the key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "key", rename_all = "camelCase")]
pub enum Advice {
    /// These do not belong to this game: put them aside.
    PutAside {
        /// Cards of whole ranks.
        cards: Vec<String>,
    },
    /// This card is no card of this game, though it may be one of this deck: it goes back in the box.
    PutInBox {
        /// The card.
        card: String,
        /// How many to take out.
        times: u16,
    },
    /// There is one more of this card than there should be: it is of another deck.
    Remove {
        /// The card.
        card: String,
        /// How many to take out.
        times: u16,
    },
    /// This card is missing: look in the box.
    LookFor {
        /// The card.
        card: String,
        /// How many are missing.
        times: u16,
    },
    /// Whole ranks are missing: this deck was made for another game.
    PutBack {
        /// The cards.
        cards: Vec<String>,
    },
    /// If it cannot be put right, take another deck.
    AnotherDeck,
}

/// Looks at every card. `found` says how many there are of each; a card it does not name is not there.
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

/// Whole ranks are said together, single cards by themselves.
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
        // What was to be taken out of a full deck, or a joker: one of them is no sign of another deck.
        if one.of == 0 { Advice::PutInBox { card, times } } else { Advice::Remove { card, times } }
    }));
    let single = missing.iter().filter(|one| !back.contains(&one.card));
    advice.extend(single.map(|one| Advice::LookFor { card: one.card.clone(), times: one.of - one.found }));
    if !missing.is_empty() {
        advice.push(Advice::AnotherDeck);
    }
    advice
}

/// Reads cards as somebody calls them off, in any order: `7d 10♠ K♥`, Latin ones too, `1 of coins` as `1 coins`, and
/// anything strange as it is: `joker`.
///
/// # Errors
///
/// When there are more cards than any pile of decks has.
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

/// `1 coins`: the ace of diamonds of a Latin deck. Foot-soldier F, knight C, king R. (SC-R1)
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
