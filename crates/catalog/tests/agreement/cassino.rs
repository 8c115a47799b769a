//! Cassino.

use super::naive::Oracle;
use super::naive::card::{Card, write_cards};
use super::naive::cassino::{Match, keys};
use super::{Manner, agree, assert_seen, both, matches, random_options};
use cards::Rng;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Style of a match.
struct Play {
    style: Style,
    /// Actions that were legal earlier. They are tried again later.
    once_legal: RefCell<Vec<String>>,
}

#[derive(Clone, Copy, Debug)]
enum Style {
    Random,
    /// Large builds, otherwise trails.
    Building,
    /// Builds, otherwise captures.
    Masonry,
    /// Large captures.
    Keen,
    /// Trails whenever they are legal.
    Shy,
}

impl Manner<Match> for Play {
    fn limits(&self) -> (usize, usize) {
        (5, usize::MAX)
    }

    fn deck(&self, oracle: &Match, rng: &mut Rng) -> String {
        let mut deck = oracle.deck();
        rng.shuffle(&mut deck);
        // Cards of a few ranks come first, because they add up and pair.
        let ranks: &[&str] =
            &["A2345", "A23", "2468", "A2T9", "37TK", "5A46", "JQKA", "QK2A", "TKA3", "AQ2J3"];
        let first = if rng.below(3) > 0 { rng.pick(ranks) } else { "" };
        deck.sort_by_key(|card| !card.starts_with(|rank| first.contains(rank)));
        let front = rng.pick(&[16, 20, 26]);
        rng.shuffle(&mut deck[..front]);
        deck.join(" ")
    }

    fn choose(&self, oracle: &Match, _seat: usize, legal: &[String], rng: &mut Rng) -> String {
        let any = legal[rng.below(legal.len())].clone();
        let some = |kind: &str| legal.iter().filter(|action| action.contains(kind)).collect::<Vec<_>>();
        let (takes, builds) = (some(" x "), some(" = "));
        let trails: Vec<&String> = legal.iter().filter(|action| action.len() == 2).collect();
        let longest = |actions: &Vec<&String>, rng: &mut Rng| {
            let long = actions.iter().max_by_key(|action| action.len()).copied().cloned();
            if rng.below(3) == 0 { actions.first().map(|_| rng.pick(actions).clone()) } else { long }
        };
        // A crowded table has too many combinations.
        let crowded = oracle.loose() > 10;
        let wanted = match self.style {
            _ if crowded => longest(&takes, rng),
            Style::Random => None,
            Style::Keen => longest(&takes, rng),
            Style::Shy => trails.first().map(|_| rng.pick(&trails).clone()),
            Style::Building => longest(&builds, rng).or(trails.first().map(|_| rng.pick(&trails).clone())),
            Style::Masonry => longest(&builds, rng).or(longest(&takes, rng)),
        };
        wanted.unwrap_or(any)
    }

    fn doubtful(&self, oracle: &Match, _seat: usize, legal: &[String], rng: &mut Rng) -> Vec<String> {
        let mut once = self.once_legal.borrow_mut();
        let mut asked: Vec<String> =
            (0..12).map(|_| once.get(rng.below(once.len().max(1))).cloned().unwrap_or_default()).collect();
        // Malformed actions, a trail, and other announcements of a build.
        let card = oracle.deck()[rng.below(52)].clone();
        asked.extend([format!("{card} x"), format!("{card} x "), format!("{card} + = sum 5"), card]);
        let any = &legal[rng.below(legal.len())];
        if let Some((items, _)) = any.split_once(" = ") {
            asked.push(format!("{items} = sum {}", rng.below(15)));
            asked.push(format!("{items} = rank {}", rng.pick(&["A", "2", "3", "5", "T", "J", "Q"])));
        }
        for _ in 0..8 {
            asked.extend(mixed(legal, rng));
        }
        for action in legal {
            if rng.below(4) == 0 {
                once.push(action.clone());
            }
        }
        asked
    }
}

/// Mixes two legal actions: the card of one with some items of both, and the announcement of either.
fn mixed(legal: &[String], rng: &mut Rng) -> Option<String> {
    let one = parts(&legal[rng.below(legal.len())])?;
    let other = parts(&legal[rng.below(legal.len())])?;
    let all: BTreeSet<(bool, Vec<Card>)> = one.items.into_iter().chain(other.items).collect();
    let often = rng.pick(&[2, 3, 4]);
    let some = all.into_iter().filter(|_| rng.below(5) < often);
    let items: Vec<String> = some
        .map(
            |(is_build, cards)| {
                if is_build { format!("[{}]", write_cards(&cards)) } else { write_cards(&cards) }
            },
        )
        .collect();
    let announced = if rng.below(2) == 0 { one.announced } else { other.announced };
    match announced {
        _ if items.is_empty() => None,
        Some(announced) => Some(format!("{} + {} = {announced}", one.card, items.join(" "))),
        None => Some(format!("{} x {}", one.card, items.join(" "))),
    }
}

struct Parts<'a> {
    card: &'a str,
    /// Whether the item is a build, and its cards. This order sorts them as they are written.
    items: BTreeSet<(bool, Vec<Card>)>,
    announced: Option<&'a str>,
}

/// Splits a capture or a build into its parts.
fn parts(action: &str) -> Option<Parts<'_>> {
    let (action, announced) = match action.split_once(" = ") {
        Some((action, announced)) => (action, Some(announced)),
        None => (action, None),
    };
    let (card, items) = action.split_once(" x ").or_else(|| action.split_once(" + "))?;
    let mut found = BTreeSet::new();
    let mut build: Option<Vec<Card>> = None;
    for word in items.split(' ') {
        let opened = word.starts_with('[');
        let card = Card::read(word.trim_matches(['[', ']']));
        match &mut build {
            Some(cards) => cards.push(card),
            None if opened => build = Some(vec![card]),
            None => {
                found.insert((false, vec![card]));
            }
        }
        if word.ends_with(']') {
            found.extend(build.take().map(|cards| (true, cards)));
        }
    }
    Some(Parts { card, items: found, announced })
}

fn play(options: &Value, seats: usize, style: Style, rng: &mut Rng) -> BTreeSet<&'static str> {
    let dealer = rng.below(seats.max(1));
    let manner = Play { style, once_legal: RefCell::default() };
    match both("cassino", options, seats, dealer, Match::new(options, seats, dealer)) {
        Some((tested, oracle)) => agree(tested, oracle, &manner, rng),
        None => BTreeSet::from(["refused"]),
    }
}

#[test]
fn cassino_agrees_with_the_rule_book() {
    let mut rng = Rng::from_number(21);
    let mut seen = BTreeSet::new();
    for _ in 0..matches(150) {
        let mut options = random_options(&keys(), &["house", "denexa", "classic"], &mut rng);
        if rng.below(2) == 0 {
            options.insert("target".to_owned(), json!(1 + rng.below(30)));
        }
        let seats = rng.pick(&[1, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5]);
        if seats != 4 && rng.below(10) > 0 {
            options.remove("teams");
        }
        let style = rng.pick(&[
            Style::Random,
            Style::Building,
            Style::Masonry,
            Style::Masonry,
            Style::Keen,
            Style::Shy,
        ]);
        if matches!(style, Style::Building) && rng.below(2) == 0 {
            // Rules that let builds stay on the table to the end of the deal.
            let lax = [("trailRule", "free"), ("trailWithOwnBuild", "allowed"), ("keepCapturer", "none")];
            options.extend(lax.map(|(key, value)| (key.to_owned(), json!(value))));
        }
        seen.append(&mut play(&Value::Object(options), seats, style, &mut rng));
    }
    assert_seen(&seen, &["refused", "the last card clears the table", "a tie played off"]);
    assert_seen(&seen, &["counting stopped early", "the guard against a deadlock", "a build left over"]);
    assert_seen(
        &seen,
        &[
            "a build left over after another's capture",
            "another's build taken",
            "a build of one's own taken",
            "several builds taken",
        ],
    );
    assert_seen(&seen, &["a single build", "a multiple build at once", "builds merged"]);
    assert_seen(
        &seen,
        &["a build of one's own raised", "another's build raised", "a build raised and made multiple"],
    );
    assert_seen(&seen, &["a build extended by one card", "a build extended with loose cards"]);
}
