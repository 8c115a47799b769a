//! Legal plays: captures, builds and trails.

use super::rules::Rules;
use crate::naive::card::{Card, write_cards};
use std::collections::BTreeSet;

/// Cards on the table.
#[derive(Clone, Default)]
pub(crate) struct Table {
    pub(crate) loose: Vec<Card>,
    pub(crate) builds: Vec<Build>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Build {
    /// Cards in canonical order.
    pub(crate) cards: Vec<Card>,
    pub(crate) value: usize,
    pub(crate) multiple: bool,
    /// Seat that made or changed the build last.
    pub(crate) controller: usize,
}

/// Play, with its result.
#[derive(Clone)]
pub(crate) enum Play {
    Trail(Card),
    Capture(Card, Vec<Card>, Vec<Build>),
    /// Card, loose cards, builds, and the resulting build.
    Build(Card, Vec<Card>, Vec<Build>, Build),
}

impl Play {
    pub(crate) fn card(&self) -> Card {
        match self {
            Play::Trail(card) | Play::Capture(card, ..) | Play::Build(card, ..) => *card,
        }
    }

    pub(crate) fn written(&self, rules: &Rules) -> String {
        let items = |loose: &Vec<Card>, builds: &Vec<Build>| {
            let mut loose = loose.clone();
            loose.sort();
            let mut builds: Vec<&Vec<Card>> = builds.iter().map(|build| &build.cards).collect();
            builds.sort();
            let loose = loose.iter().map(|card| card.written());
            let builds = builds.into_iter().map(|cards| format!("[{}]", write_cards(cards)));
            loose.chain(builds).collect::<Vec<_>>().join(" ")
        };
        match self {
            Play::Trail(card) => card.written(),
            Play::Capture(card, loose, builds) => format!("{} x {}", card.written(), items(loose, builds)),
            Play::Build(card, loose, builds, result) => {
                let announced = if is_of_pairs(rules, &result.cards, result.value) {
                    format!("rank {}", result.cards[0].rank())
                } else {
                    format!("sum {}", result.value)
                };
                format!("{} + {} = {announced}", card.written(), items(loose, builds))
            }
        }
    }

    /// Returns the table after the play.
    pub(crate) fn onto(&self, table: &Table) -> Table {
        let mut after = table.clone();
        match self {
            Play::Trail(card) => after.loose.push(*card),
            Play::Capture(_, loose, builds) | Play::Build(_, loose, builds, _) => {
                after.loose.retain(|card| !loose.contains(card));
                after.builds.retain(|build| !builds.contains(build));
            }
        }
        if let Play::Build(.., result) = self {
            after.builds.push(result.clone());
        }
        after
    }
}

/// Returns whether the cards are a build of single cards of one rank.
fn is_of_pairs(rules: &Rules, cards: &[Card], value: usize) -> bool {
    cards.iter().all(|card| card.rank == cards[0].rank && rules.alone(*card) == Some(value))
}

/// Returns all legal plays of a hand.
pub(crate) fn legal(rules: &Rules, seat: usize, hand: &[Card], table: &Table) -> Vec<Play> {
    let mut plays = Vec::new();
    for card in hand {
        plays.extend(captures(rules, *card, table));
        plays.extend(builds(rules, seat, *card, &but(hand, &[*card]), table));
    }
    let owns = table.builds.iter().any(|build| build.controller == seat);
    if !(owns && rules.word("trailWithOwnBuild") == "forbidden") {
        for card in hand {
            let forbidden = match rules.word("trailRule") {
                "card" => !captures(rules, *card, table).is_empty(),
                "hand" => hand.iter().any(|card| !captures(rules, *card, table).is_empty()),
                _ => false,
            };
            if !forbidden {
                plays.push(Play::Trail(*card));
            }
        }
    }
    if rules.word("keepCapturer") == "required" {
        plays.retain(|play| {
            let kept = but(hand, &[play.card()]);
            let after = play.onto(table);
            let own = after.builds.iter().filter(|build| build.controller == seat);
            own.into_iter().all(|build| holds(rules, &kept, build.value))
        });
    }
    if plays.is_empty() {
        plays = hand.iter().map(|card| Play::Trail(*card)).collect();
    }
    plays
}

fn holds(rules: &Rules, hand: &[Card], value: usize) -> bool {
    hand.iter().any(|card| rules.alone(*card) == Some(value))
}

fn but(cards: &[Card], others: &[Card]) -> Vec<Card> {
    cards.iter().filter(|card| !others.contains(card)).copied().collect()
}

pub(crate) fn captures(rules: &Rules, card: Card, table: &Table) -> Vec<Play> {
    let Some(value) = rules.alone(card) else { return by_face(rules, card, table) };
    let equal: Vec<Card> = table.loose.iter().filter(|other| other.rank == card.rank).copied().collect();
    let mut found = Vec::new();
    for loose in unions(&groups(rules, &table.loose, value)) {
        for builds in subsets(&builds_of(table, value)) {
            let pairs = equal.iter().all(|other| loose.contains(other));
            let enough = rules.word("captureExtent") != "allPairs" || pairs;
            if enough && loose.len() + builds.len() > 0 {
                found.push((loose.clone(), builds));
            }
        }
    }
    if rules.word("captureExtent") == "maximal" {
        let everything = found.clone();
        found.retain(|(loose, builds)| {
            let part_of = |(more, more_builds): &(Vec<Card>, Vec<Build>)| {
                loose.iter().all(|card| more.contains(card))
                    && builds.iter().all(|build| more_builds.contains(build))
                    && (more.len(), more_builds.len()) != (loose.len(), builds.len())
            };
            !everything.iter().any(part_of)
        });
    }
    found.into_iter().map(|(loose, builds)| Play::Capture(card, loose, builds)).collect()
}

/// Returns the captures of face cards without a value. (CA-R5, CA-O2)
fn by_face(rules: &Rules, card: Card, table: &Table) -> Vec<Play> {
    let equal: Vec<Card> = table.loose.iter().filter(|other| other.rank == card.rank).copied().collect();
    let one = equal.iter().map(|other| vec![*other]);
    let sets: Vec<Vec<Card>> = match (rules.word("faceCapture"), equal.len()) {
        (_, 0) => Vec::new(),
        ("all", _) => vec![equal.clone()],
        ("oneOrThree", 3) => one.chain([equal.clone()]).collect(),
        _ => one.collect(),
    };
    sets.into_iter().map(|loose| Play::Capture(card, loose, Vec::new())).collect()
}

/// Returns the builds with `card`. `kept` is the hand without `card`. (CA-R9, CA-R10, CA-R13)
fn builds(rules: &Rules, seat: usize, card: Card, kept: &[Card], table: &Table) -> Vec<Play> {
    let values: BTreeSet<usize> = kept.iter().filter_map(|other| rules.alone(*other)).collect();
    let mut plays = Vec::new();
    for value in values {
        let mut add = |loose: &[Card], builds: &[Build], multiple: bool| {
            let mut cards = vec![card];
            cards.extend(loose);
            cards.extend(builds.iter().flat_map(|build| &build.cards));
            cards.sort();
            let result = Build { cards, value, multiple, controller: seat };
            plays.push(Play::Build(card, loose.to_vec(), builds.to_vec(), result));
        };
        let full = rules.word("multiBuild") == "full";
        let several = |group: &Vec<Card>| group.len() >= 2;
        let further = groups(rules, &table.loose, value);
        let further_several: Vec<Vec<Card>> =
            further.iter().filter(|group| several(group)).cloned().collect();
        let further_single: Vec<Vec<Card>> =
            further.iter().filter(|group| !several(group)).cloned().collect();
        let joined = with_card(rules, card, &table.loose, value);
        let joined_several: Vec<Vec<Card>> = joined.iter().filter(|group| several(group)).cloned().collect();
        let joined_single: Vec<Vec<Card>> = joined.iter().filter(|group| !several(group)).cloned().collect();

        // Create.
        let mut created: BTreeSet<Vec<Card>> = BTreeSet::new();
        if full {
            created.extend(together(card, &joined, &further));
        } else {
            created.extend(together(card, &joined_several, &[]));
            created.extend(together(card, &joined_single, &further_single));
        }
        for loose in created.iter().filter(|loose| !loose.is_empty()) {
            let one_group = joined_several
                .iter()
                .any(|group| group.len() == loose.len() + 1 && loose.iter().all(|c| group.contains(c)));
            add(loose, &[], !one_group);
        }

        // Extend, and merge.
        for builds in subsets(&builds_of(table, value)) {
            let extensions = match builds.as_slice() {
                [] => continue,
                _ if full => together(card, &joined, &further),
                [build] if is_of_pairs(rules, &build.cards, value) => {
                    together(card, &joined_single, &further_single)
                }
                [_] => together(card, &joined_several, &further_several),
                _ => continue,
            };
            for loose in extensions {
                add(&loose, &builds, true);
            }
        }

        // Raise.
        let raised = rules.added(card).and_then(|added| value.checked_sub(added));
        let allowed = rules.word("raise") == "anyoneSingle";
        for build in
            table.builds.iter().filter(|build| allowed && !build.multiple && Some(build.value) == raised)
        {
            for loose in unions(if full { &further } else { &further_several }) {
                add(&loose, std::slice::from_ref(build), !loose.is_empty());
            }
        }
    }
    plays
}

/// Returns the sets of loose cards that form groups together with `card`: one group of `joined`, which contains
/// `card`, and any of the `further` groups.
fn together(card: Card, joined: &[Vec<Card>], further: &[Vec<Card>]) -> BTreeSet<Vec<Card>> {
    let mut found = BTreeSet::new();
    for group in joined {
        for others in unions(further) {
            if !others.iter().any(|other| group.contains(other)) {
                let mut loose = [but(group, &[card]), others].concat();
                loose.sort();
                found.insert(loose);
            }
        }
    }
    found
}

fn builds_of(table: &Table, value: usize) -> Vec<Build> {
    table.builds.iter().filter(|build| build.value == value).cloned().collect()
}

/// Returns all groups of this value: single cards, and cards that add up to it.
fn groups(rules: &Rules, cards: &[Card], value: usize) -> Vec<Vec<Card>> {
    let alone = cards.iter().filter(|card| rules.alone(**card) == Some(value)).map(|card| vec![*card]);
    let several = adding_to(rules, cards, value).into_iter().filter(|group| group.len() >= 2);
    alone.chain(several).collect()
}

/// Returns all groups of this value that contain `card`.
fn with_card(rules: &Rules, card: Card, loose: &[Card], value: usize) -> Vec<Vec<Card>> {
    let mut all = loose.to_vec();
    all.push(card);
    groups(rules, &all, value).into_iter().filter(|group| group.contains(&card)).collect()
}

/// Returns all sets of cards that add up to `sum`.
fn adding_to(rules: &Rules, cards: &[Card], sum: usize) -> Vec<Vec<Card>> {
    if sum == 0 {
        return vec![Vec::new()];
    }
    let Some((first, others)) = cards.split_first() else { return Vec::new() };
    let mut found = adding_to(rules, others, sum);
    if let Some(rest) = rules.added(*first).and_then(|value| sum.checked_sub(value)) {
        for mut choice in adding_to(rules, others, rest) {
            choice.push(*first);
            found.push(choice);
        }
    }
    found
}

/// Returns the unions of disjoint groups, in canonical order. The empty union is one of them.
fn unions(groups: &[Vec<Card>]) -> BTreeSet<Vec<Card>> {
    let mut all = BTreeSet::from([Vec::new()]);
    for group in groups {
        let disjoint =
            all.iter().filter(|others: &&Vec<Card>| !others.iter().any(|card| group.contains(card)));
        let with: Vec<Vec<Card>> = disjoint
            .map(|others| {
                let mut union = [others.as_slice(), group].concat();
                union.sort();
                union
            })
            .collect();
        all.extend(with);
    }
    all
}

fn subsets(builds: &[Build]) -> Vec<Vec<Build>> {
    let Some((first, others)) = builds.split_first() else { return vec![Vec::new()] };
    let without = subsets(others);
    let with = without.iter().map(|some| [std::slice::from_ref(first), some.as_slice()].concat());
    with.chain(without.clone()).collect()
}
