//! The laws, then one test per number of the rule book.

use super::build::{Build, Builds};
use super::groups::{Groups, subsets};
use super::search::SmallState;
use super::{Action, Announced, Cassino, Event, Options, State};
use super::{EndMode, KeepCapturer};
use crate::fishing::position::{self, forbidden, legal, play, points, set};
use bots::{SearchState, check_search_state};
use cards::{BySeat, BySide, Card, CardSet, Holding, Rng, Seat, SeatSet, Seed, Side, Viewer, parse_cards};
use engine::command::check_lines;
use engine::{Game, OptionValue, Ruleset, Settlement, Setup, check_laws, perft, shuffled_deck};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Creates the rules of `options` in record notation.
fn setup(seats: u8, options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    let others = given.into_iter().filter(|(key, _)| key != "preset").collect();
    Setup::new(options["preset"].as_str(), seats, others).unwrap_or_else(|error| panic!("{error}"))
}

fn classic() -> Value {
    json!({ "preset": "classic" })
}

fn literal() -> Value {
    json!({})
}

/// Creates a position with seat 0 to act if it has cards. A build is written as cards, value and
/// controller. Unnamed cards are in the stock, or with the side for which `rest` is written.
fn at(options: &Value, hands: &[&str], loose: &str, builds: &[(&str, u8, u8)]) -> State {
    for_seats(2, options, hands, loose, builds, &[])
}

fn for_seats(
    seats: u8,
    options: &Value,
    hands: &[&str],
    loose: &str,
    builds: &[(&str, u8, u8)],
    piles: &[&str],
) -> State {
    let options = setup(seats, options).options;
    let deck: Vec<Card> = options.deck();
    let mut state =
        Cassino::deal(&options, &Cassino::initial_standing(&options, Seat::new(seats - 1)), &deck, &mut drop);
    let text = |texts: &[&str], index: usize| texts.get(index).map_or(CardSet::EMPTY, |text| set(text));
    state.hands = BySeat::new(seats, |seat| text(hands, seat.index()));
    state.loose = set(loose);
    state.builds = Builds::none();
    for (cards, value, controller) in builds {
        let cards = set(cards);
        let multiple = options.values().sum(cards) != u32::from(*value);
        let controller = Seat::new(*controller);
        state.builds.insert(Build { cards, value: *value, multiple, controller });
    }
    let mut named = state.loose | state.builds.cards();
    named = state.hands.iter().fold(named, |named, (_, hand)| named | hand);
    let written = piles.iter().filter(|text| **text != position::REST);
    let piled = written.fold(CardSet::EMPTY, |piled, text| piled | set(text));
    let rest = CardSet::FULL - named - piled;
    let pile = |side: Side| match piles.get(side.index()) {
        Some(text) if *text == position::REST => rest,
        Some(text) => set(text),
        None => CardSet::EMPTY,
    };
    state.piles = BySide::new(options.sides(), pile);
    state.stock =
        if piles.contains(&position::REST) { [].into_iter().collect() } else { rest.iter().collect() };
    state.turn = (!state.hands[Seat::new(0)].is_empty()).then_some(Seat::new(0));
    state
}

/// Creates a finished deal with these piles and previous totals.
fn over(options: &Value, totals: &[i32], piles: &[&str], sweeps: &str) -> State {
    let mut state = for_seats(totals.len() as u8, options, &[], "", &[], piles);
    state.standing.totals = state.standing.totals.map(|seat, _| totals[seat.index()]);
    state.sweeps = parse_cards(sweeps).unwrap().into_iter().collect();
    state
}

fn settled(state: &State) -> (Vec<i32>, SeatSet) {
    let (standing, winners) = match Cassino::settle(state) {
        Settlement::NextDeal(standing) => (standing, SeatSet::EMPTY),
        Settlement::MatchOver(standing, winners) => (standing, winners),
    };
    (standing.totals.as_slice().to_vec(), winners)
}

fn seat(seat: u8) -> SeatSet {
    SeatSet::only(Seat::new(seat))
}

fn may(state: &State, action: &str) -> bool {
    let action = Cassino::read_action(state, action).expect("an action");
    Cassino::validate(state, Cassino::actors(state).first().expect("the deal goes on"), action).is_ok()
}

/// Returns the legal actions with one card.
fn with_card(state: &State, card: &str) -> Vec<String> {
    let starts = |action: &String| action.starts_with(card);
    legal::<Cassino>(state).into_iter().filter(starts).collect()
}

fn outcome(state: &State) -> Vec<i32> {
    Cassino::outcome(state).expect("it is over").points.as_slice().to_vec()
}

#[test]
fn keeps_the_laws() {
    for preset in Options::PRESETS {
        for seats in preset.seats {
            let setup = setup(*seats, &json!({ "preset": preset.id }));
            check_laws::<Cassino>(&setup, 12);
            let is_small = *seats == 2 && setup.options.keep_capturer == KeepCapturer::Required;
            assert_eq!(check_search_state(&setup, 100, SmallState::of), is_small, "{}", preset.id);
        }
    }
}

/// See docs/performance.md.
#[test]
#[ignore = "measures"]
fn playouts() {
    position::print_playouts::<SmallState>(&setup(2, &json!({})));
}

/// Covers every value of every option.
#[test]
fn keeps_the_laws_whatever_the_options() {
    let tables = [
        (2, json!({ "trailRule": "hand", "raise": "none", "endMode": "countOut", "target": 3 })),
        (2, json!({ "trailRule": "free", "captureExtent": "maximal", "royal": "J11Q12K13" })),
        (2, json!({ "keepCapturer": "none", "multiBuild": "full", "trailRule": "free" })),
        (3, json!({ "keepCapturer": "none", "trailWithOwnBuild": "allowed", "multiBuild": "full" })),
        (2, json!({ "preset": "classic", "royal": "J11Q12K13A14", "captureExtent": "allPairs" })),
        (2, json!({ "preset": "classic", "royal": "J11Q12K13A14", "captureExtent": "maximal" })),
        (2, json!({ "royal": "J11Q12K13A14", "captureExtent": "choice", "keepCapturer": "none" })),
        (4, json!({ "preset": "classic", "royal": "J11Q12K13A14", "spade": "eachSpade" })),
        (4, json!({ "teams": false, "faceCapture": "oneOrThree", "lastCardSweep": "never", "sweeps": 0 })),
        (3, json!({ "faceCapture": "one", "captureExtent": "choice", "target": 200 })),
    ];
    for (seats, options) in &tables {
        let setup = setup(*seats, options);
        check_laws::<Cassino>(&setup, 8);
        let is_small = *seats == 2
            && setup.options.keep_capturer == KeepCapturer::Required
            && setup.options.end_mode == EndMode::Total;
        assert_eq!(check_search_state(&setup, 25, SmallState::of), is_small, "{options}");
    }
    let played = |key: &str, value: &OptionValue| {
        tables.iter().any(|(seats, options)| {
            let options = setup(*seats, options).options;
            let field = Options::FIELDS.iter().find(|field| field.key == key);
            field.is_some_and(|field| (field.get)(&options) == *value)
        })
    };
    for field in Options::FIELDS {
        if let engine::Values::OneOf(values) = (field.values)(&engine::CardSets::NONE) {
            for value in values {
                assert!(played(field.key, &value), "{} is never {value}", field.key);
            }
        }
    }
}

#[test]
fn what_is_known_to_the_end_is_played_exactly() {
    for preset in ["house", "classic"] {
        position::assert_ends_are_exact::<SmallState>(&setup(2, &json!({ "preset": preset })), 100);
    }
}

#[test]
fn all_cards_are_known_at_the_end() {
    position::assert_all_is_known_at_the_end::<Cassino>(&setup(3, &json!({ "trailRule": "hand" })).options);
}

/// Returns a random combination of options and seats.
fn any_options(rng: &mut Rng) -> (u8, Value) {
    let seats = [2, 3, 4][rng.below(3)];
    let mut options = serde_json::Map::new();
    for field in Options::FIELDS.iter().filter(|field| field.key != "teams") {
        if let engine::Values::OneOf(values) = (field.values)(&engine::CardSets::NONE) {
            let choice = &values[rng.below(values.len())];
            options.insert(field.key.to_owned(), serde_json::to_value(choice).unwrap());
        }
    }
    (seats, Value::Object(options))
}

/// Slow reference implementation: it checks every action that can be written, and tries every
/// division into groups.
mod slow {
    use super::super::options::{
        CaptureExtent, FaceCapture, KeepCapturer, MultiBuild, OwnBuild, Raise, Royal, TrailRule,
    };
    use super::*;
    use cards::Rank;

    fn alone(options: &Options, card: Card) -> Option<u32> {
        match (card.rank() as u32 + 1, options.royal) {
            (1, Royal::CourtsAndAces) => Some(14),
            (11.., Royal::Off) => None,
            (value, _) => Some(value),
        }
    }

    fn added(options: &Options, card: Card) -> Option<u32> {
        if card.rank() == Rank::Ace { Some(1) } else { alone(options, card) }
    }

    fn is_group(options: &Options, cards: &[Card], value: u32) -> bool {
        match cards {
            [] => false,
            [card] => alone(options, *card) == Some(value),
            cards => cards.iter().map(|card| added(options, *card)).sum::<Option<u32>>() == Some(value),
        }
    }

    /// Returns the possible numbers of groups of the cards.
    fn divisions(options: &Options, cards: &[Card], value: u32, min: usize) -> BTreeSet<usize> {
        let Some((first, others)) = cards.split_first() else { return BTreeSet::from([0]) };
        let mut found = BTreeSet::new();
        for choice in 0_u32..1 << others.len() {
            let (mut group, mut left) = (vec![*first], Vec::new());
            for (index, card) in others.iter().enumerate() {
                if choice >> index & 1 == 1 { group.push(*card) } else { left.push(*card) }
            }
            if group.len() >= min && is_group(options, &group, value) {
                found.extend(divisions(options, &left, value, min).into_iter().map(|groups| groups + 1));
            }
        }
        found
    }

    fn falls(options: &Options, cards: CardSet, value: u32, min: usize) -> bool {
        !divisions(options, &cards.iter().collect::<Vec<_>>(), value, min).is_empty()
    }

    fn chosen(state: &State, builds: u32) -> Vec<Build> {
        let all = state.builds.as_slice().iter().enumerate();
        all.filter(|(index, _)| builds >> index & 1 == 1).map(|(_, build)| *build).collect()
    }

    fn captures(state: &State, card: Card) -> Vec<(CardSet, u32)> {
        let options = &state.options;
        let equals = state.loose & CardSet::of_rank_of(card);
        let mut found = Vec::new();
        subsets(state.loose, |loose| {
            for builds in 0..1 << state.builds.as_slice().len() {
                let builds_taken = chosen(state, builds);
                let fits = match alone(options, card) {
                    None => {
                        let count = loose.len();
                        let right = match options.face_capture {
                            FaceCapture::All => loose == equals,
                            FaceCapture::One => count == 1,
                            FaceCapture::OneOrThree => count == 1 || count == 3,
                        };
                        equals.contains_all(loose) && right && builds == 0
                    }
                    Some(value) => {
                        let pairs =
                            options.capture_extent != CaptureExtent::AllPairs || loose.contains_all(equals);
                        pairs
                            && builds_taken.iter().all(|build| u32::from(build.value) == value)
                            && falls(options, loose, value, 1)
                    }
                };
                if fits && (!loose.is_empty() || builds != 0) {
                    found.push((loose, builds));
                }
            }
        });
        if options.capture_extent == CaptureExtent::Maximal && alone(options, card).is_some() {
            let all = found.clone();
            found.retain(|(loose, builds)| {
                !all.iter().any(|(more, more_builds)| {
                    (more, more_builds) != (loose, builds)
                        && more.contains_all(*loose)
                        && builds & !more_builds == 0
                })
            });
        }
        found
    }

    /// Returns the announcement of a build if it may be made, ignoring the duties of controllers.
    fn build(state: &State, card: Card, loose: CardSet, brackets: &[Build], value: u32) -> Option<String> {
        let options = &state.options;
        let rest = state.hands[state.turn?] - CardSet::only(card);
        if !rest.iter().any(|other| alone(options, other) == Some(value)) {
            return None;
        }
        let own = loose | CardSet::only(card);
        let literal = options.multi_build == MultiBuild::SeedLiteral;
        let is_rank = |cards: CardSet| cards.iter().all(|card| alone(options, card) == Some(value));
        let same_value = brackets.iter().all(|build| u32::from(build.value) == value);
        let counts = added(options, card)?;
        let made = match brackets {
            [] if literal => is_group(options, &own.iter().collect::<Vec<_>>(), value) || is_rank(own),
            [] => falls(options, own, value, 1),
            [one] if same_value && literal && is_rank(one.cards) => is_rank(own),
            [_] if same_value && literal => falls(options, own, value, 2),
            _ if same_value => !literal && falls(options, own, value, 1),
            [one] => {
                let min = if literal { 2 } else { 1 };
                let single =
                    divisions(options, &one.cards.iter().collect::<Vec<_>>(), u32::from(one.value), 1)
                        == BTreeSet::from([1]);
                options.raise == Raise::AnyoneSingle
                    && single
                    && u32::from(one.value) + counts == value
                    && falls(options, loose, value, min)
            }
            _ => false,
        };
        let all = brackets.iter().fold(own, |all, build| all | build.cards);
        let announced =
            if is_rank(all) { format!("rank {}", card.rank().letter()) } else { format!("sum {value}") };
        (made && all.len() >= 2).then_some(announced)
    }

    pub(super) fn legal(state: &State) -> BTreeSet<String> {
        let Some(seat) = state.turn else { return BTreeSet::new() };
        let (options, hand) = (&state.options, state.hands[seat]);
        let own: Vec<Build> =
            state.builds.as_slice().iter().filter(|build| build.controller == seat).copied().collect();
        let keeps = |card: Card, brackets: &[Build]| {
            let rest = hand - CardSet::only(card);
            let takes =
                |build: &Build| rest.iter().any(|card| alone(options, card) == Some(build.value.into()));
            options.keep_capturer == KeepCapturer::None
                || own.iter().all(|build| brackets.contains(build) || takes(build))
        };
        let write = |card: Card, sign: &str, loose: CardSet, brackets: &[Build]| {
            let mut text = format!("{card} {sign}");
            loose.iter().for_each(|card| text += &format!(" {card}"));
            brackets.iter().for_each(|build| text += &format!(" [{}]", build.cards));
            text
        };
        let mut found = BTreeSet::new();
        for card in hand {
            for (loose, builds) in captures(state, card) {
                let brackets = chosen(state, builds);
                if keeps(card, &brackets) {
                    found.insert(write(card, "x", loose, &brackets));
                }
            }
            subsets(state.loose, |loose| {
                for builds in 0..1 << state.builds.as_slice().len() {
                    let brackets = chosen(state, builds);
                    for value in 1..=14 {
                        let made = build(state, card, loose, &brackets, value);
                        if let Some(announced) = made.filter(|_| keeps(card, &brackets)) {
                            found.insert(format!("{} = {announced}", write(card, "+", loose, &brackets)));
                        }
                    }
                }
            });
        }
        let can = |card: Card| !captures(state, card).is_empty();
        for card in hand {
            let forbidden = match options.trail_rule {
                TrailRule::Free => false,
                TrailRule::Card => can(card),
                TrailRule::Hand => hand.iter().any(can),
            };
            let bound = options.trail_with_own_build == OwnBuild::Forbidden && !own.is_empty();
            if !forbidden && !bound && keeps(card, &[]) {
                found.insert(card.to_string());
            }
        }
        if found.is_empty() {
            found.extend(hand.iter().map(|card| card.to_string()));
        }
        found
    }
}

/// The listed actions equal the allowed ones among all that can be written, under every combination
/// of options.
#[test]
fn the_legal_actions_are_those_of_the_slow_rules() {
    let mut rng = Rng::from_number(11);
    let (mut compared, mut max) = (0, 0);
    for n in 0..300 {
        let (seats, options) = any_options(&mut rng);
        let options = setup(seats, &options).options;
        let deck = shuffled_deck::<Cassino>(&options, &Seed::from_number(n), 0);
        let mut state =
            Cassino::deal(&options, &Cassino::initial_standing(&options, Seat::new(0)), &deck, &mut drop);
        while let Some(seat) = state.turn {
            let mut actions = Vec::new();
            Cassino::legal_actions(&state, seat, &mut actions);
            if state.loose.len() <= 7 && state.builds.as_slice().len() <= 3 {
                let listed: BTreeSet<String> = actions.iter().map(ToString::to_string).collect();
                assert_eq!(listed.len(), actions.len(), "each is listed once: {actions:?}");
                assert_eq!(listed, slow::legal(&state), "{state:#?}");
                (compared, max) = (compared + 1, max.max(listed.len()));
            }
            // Builds are preferred, so that there are enough of them.
            let builds: Vec<Action> =
                actions.iter().filter(|action| matches!(action, Action::Build { .. })).copied().collect();
            let action =
                if builds.is_empty() || rng.below(3) == 0 { rng.pick(&actions) } else { rng.pick(&builds) };
            Cassino::apply_quietly(&mut state, seat, action);
        }
    }
    assert!(compared > 2000 && max > 30, "{compared} positions, {max} actions");
}

/// Compares the sets that divide into groups with all subsets, on tables more crowded than in play.
#[test]
fn every_set_that_falls_into_groups_is_found_once() {
    let mut rng = Rng::from_number(3);
    for royal in ["off", "J11Q12K13", "J11Q12K13A14"] {
        let options = setup(2, &json!({ "royal": royal })).options;
        let mut deck = options.deck();
        for _ in 0..60 {
            rng.shuffle(&mut deck);
            let loose: CardSet = deck[..11].iter().copied().collect();
            let other = deck[11];
            for value in 2..=14 {
                let groups = Groups::new(options.values(), value, loose);
                let mut found = Vec::new();
                groups.groups(&mut |set| found.push(set));
                let mut with_other = Vec::new();
                groups.groups_with(other, &mut |set| with_other.push(set));
                let (mut expected, mut expected_with) = (BTreeSet::new(), BTreeSet::new());
                subsets(loose, |set| {
                    if groups.falls_into_groups(set) {
                        expected.insert(set);
                    }
                    if groups.falls_into_groups(set | CardSet::only(other)) {
                        expected_with.insert(set);
                    }
                });
                assert_eq!(
                    (found.len(), with_other.len()),
                    (expected.len(), expected_with.len()),
                    "{loose} {value}"
                );
                assert_eq!(
                    found.into_iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{loose} in groups of {value}"
                );
                let with_other: BTreeSet<_> = with_other.into_iter().collect();
                assert_eq!(with_other, expected_with, "{other} and {loose} in groups of {value}");
            }
        }
    }
}

/// Two cards of a value and sixteen that form pairs of it: each set is found once despite many
/// divisions.
#[test]
fn crowded_tables_are_listed_without_repeats() {
    let options = setup(2, &json!({})).options;
    let loose = set("Ac Ad Ah As 9c 9d 9h 9s 4c 4d 4h 4s 6c 6d 6h 6s");
    let mut found = Vec::new();
    Groups::new(options.values(), 10, loose).sums(&mut |set| found.push(set));
    let different: BTreeSet<CardSet> = found.iter().copied().collect();
    assert_eq!(different.len(), found.len());
    // Equally many aces and nines, and fours and sixes: 70 choices; and 4+4+A+A, 4+6, 9+A with
    // shared aces.
    let mut expected = 0;
    subsets(loose, |set| {
        let falls = !set.is_empty() && Groups::new(options.values(), 10, loose).falls_into_sums(set);
        expected += usize::from(falls);
    });
    assert_eq!(found.len(), expected);
}

/// Compares perft counts of the slow and the fast rules.
#[test]
fn perft_agrees_with_the_slow_rules() {
    fn slow_perft(state: &State, depth: u32) -> u64 {
        let Some(seat) = state.turn.filter(|_| depth > 0) else { return u64::from(depth == 0) };
        let children = slow::legal(state).into_iter().map(|text| {
            let mut child = *state;
            Cassino::apply_quietly(&mut child, seat, Cassino::read_action(state, &text).unwrap());
            slow_perft(&child, depth - 1)
        });
        children.sum()
    }
    for (n, preset) in ["house", "denexa", "classic"].into_iter().enumerate() {
        for deck in 0..4 {
            let options = setup(2, &json!({ "preset": preset })).options;
            let deck = shuffled_deck::<Cassino>(&options, &Seed::from_number(deck), n as u64);
            let state =
                Cassino::deal(&options, &Cassino::initial_standing(&options, Seat::new(0)), &deck, &mut drop);
            assert_eq!(perft::<Cassino>(&state, 4), slow_perft(&state, 4), "{preset}");
        }
    }
}

#[test]
fn ca_t01_all_queens_or_one() {
    let queens = |options: &Value, table: &str| legal::<Cassino>(&at(options, &["Qc"], table, &[]));
    assert_eq!(queens(&literal(), "Qs Qh 4d"), ["Qc x Qh Qs"]);
    let state = play::<Cassino>(at(&literal(), &["Qc 2c", "3c"], "Qs Qh 4d", &[]), &["Qc x Qs Qh"]);
    assert_eq!(state.loose, set("4d"));
    assert_eq!(queens(&classic(), "Qs Qh 4d"), ["Qc", "Qc x Qh", "Qc x Qs"]);
    let one_or_three = json!({ "faceCapture": "oneOrThree" });
    assert_eq!(queens(&one_or_three, "Qs Qh 4d"), ["Qc x Qh", "Qc x Qs"]);
    assert_eq!(queens(&one_or_three, "Qs Qh Qd"), ["Qc x Qd", "Qc x Qd Qh Qs", "Qc x Qh", "Qc x Qs"]);
    assert_eq!(forbidden::<Cassino>(&at(&one_or_three, &["Qc"], "Qs Qh Qd", &[]), "Qc x Qd Qs"), "CA-O2");
    assert_eq!(forbidden::<Cassino>(&at(&literal(), &["Qc"], "Qs Qh", &[]), "Qc x Qs"), "CA-R5");
    assert_eq!(forbidden::<Cassino>(&at(&classic(), &["Qc"], "Qs Qh", &[]), "Qc x Qh Qs"), "CA-O2");
}

#[test]
fn ca_t02_every_capture_with_a_nine_takes_the_nine() {
    let table = "9s 5d 4c 6h 3s 2d";
    let nine = |options: &Value| legal::<Cassino>(&at(options, &["9c"], table, &[]));
    let maximal = json!({ "captureExtent": "maximal" });
    assert_eq!(nine(&maximal), ["9c x 2d 3s 4c 9s", "9c x 3s 4c 5d 6h 9s"]);
    assert_eq!(forbidden::<Cassino>(&at(&maximal, &["9c"], table, &[]), "9c x 9s"), "CA-O3");
    assert!(nine(&literal()).iter().all(|action| action.ends_with(" 9s")));
    assert_eq!(nine(&literal()).len(), 5);
    assert_eq!(forbidden::<Cassino>(&at(&literal(), &["9c"], table, &[]), "9c x 4c 5d"), "CA-R5");
    assert!(may(&at(&classic(), &["9c"], table, &[]), "9c x 4c 5d"));
    assert!(may(&at(&classic(), &["9c"], table, &[]), "9c x 9s"));
}

#[test]
fn ca_t03_two_sums_of_eight_are_a_sweep() {
    let state = at(&literal(), &["8c Kd", "Ks"], "As 3d 5c 7h", &[]);
    let state = play::<Cassino>(state, &["8c x As 3d 5c 7h"]);
    assert_eq!(state.sweeps.as_slice(), parse_cards("8c").unwrap());
    assert_eq!(state.piles[Side::new(0)], set("8c As 3d 5c 7h"));
}

#[test]
fn ca_t04_a_card_is_in_one_group_only() {
    let state = at(&literal(), &["8d"], "2s 6d Ac 5h", &[]);
    assert_eq!(legal::<Cassino>(&state), ["8d x 2s 6d", "8d x Ac 2s 5h"]);
    assert_eq!(forbidden::<Cassino>(&state, "8d x Ac 2s 5h 6d"), "CA-R7");
}

#[test]
fn ca_t05_the_best_take_of_a_ten() {
    let state = at(&literal(), &["Ts"], "Td 6s 4h 5c 5d As 9c 3d", &[]);
    assert!(may(&state, "Ts x As 4h 5c 5d 6s 9c Td"), "all but the three");
    assert!(may(&state, "Ts x As 3d 5c 5d 6s Td"));
    assert!(!may(&state, "Ts x As 3d 4h 5c 5d 6s 9c Td"));
    let max = legal::<Cassino>(&state).into_iter().map(|action| action.len()).max();
    assert_eq!(max, Some("Ts x As 4h 5c 5d 6s 9c Td".len()));
}

#[test]
fn ca_t06_a_build_of_seven_needs_a_seven() {
    let with = at(&literal(), &["2c 7h"], "5d", &[]);
    assert!(may(&with, "2c + 5d = sum 7"));
    assert_eq!(forbidden::<Cassino>(&with, "2c + 5d = sum 8"), "CA-R9");
    let without = at(&literal(), &["2c 8h"], "5d", &[]);
    assert_eq!(forbidden::<Cassino>(&without, "2c + 5d = sum 7"), "CA-R9");
    assert_eq!(legal::<Cassino>(&without), ["2c", "8h"]);
    let state = play::<Cassino>(with, &["2c + 5d = sum 7"]);
    assert_eq!(
        state.builds.as_slice(),
        [Build { cards: set("2c 5d"), value: 7, multiple: false, controller: Seat::new(0) }]
    );
}

#[test]
fn ca_t07_anybody_takes_a_build() {
    let state = at(&literal(), &["2c 7h", "7s Kd"], "5d", &[]);
    let state = play::<Cassino>(state, &["2c + 5d = sum 7", "7s x [2c 5d]"]);
    assert_eq!((state.piles[Side::new(0)], state.piles[Side::new(1)]), (CardSet::EMPTY, set("2c 5d 7s")));
    assert_eq!(legal::<Cassino>(&state), ["7h"]);
}

#[test]
fn ca_t08_a_build_is_raised() {
    let state = at(&literal(), &["2c 7h Ac", "2d 9c 3c"], "5d", &[]);
    let state = play::<Cassino>(state, &["2c + 5d = sum 7", "2d + [2c 5d] = sum 9"]);
    assert_eq!(state.builds.as_slice()[0].value, 9);
    assert_eq!(state.builds.as_slice()[0].controller, Seat::new(1));
    assert_eq!(forbidden::<Cassino>(&state, "7h x [2c 2d 5d]"), "CA-R11");
    assert_eq!(forbidden::<Cassino>(&state, "Ac + [2c 2d 5d] = sum 10"), "CA-R9");
    let with_ten = at(&literal(), &["Ac Tc", "9c"], "", &[("2c 2d 5d", 9, 1)]);
    assert!(may(&with_ten, "Ac + [2c 2d 5d] = sum 10"));
    let never = at(&json!({ "raise": "none" }), &["Ac Tc", "9c"], "", &[("2c 2d 5d", 9, 1)]);
    assert_eq!(forbidden::<Cassino>(&never, "Ac + [2c 2d 5d] = sum 10"), "CA-O6");
}

#[test]
fn ca_t09_a_build_of_eights_is_never_raised() {
    let state = at(&literal(), &["8c 8s", "8h Ac 9c"], "8d", &[]);
    let state = play::<Cassino>(state, &["8c + 8d = rank 8"]);
    assert!(state.builds.as_slice()[0].multiple);
    assert_eq!(forbidden::<Cassino>(&state, "Ac + [8c 8d] = sum 9"), "CA-O6");
    let state = play::<Cassino>(state, &["8h x [8c 8d]"]);
    assert_eq!(state.piles[Side::new(1)], set("8c 8d 8h"));
}

#[test]
fn ca_t10_fives_or_ten() {
    let fives = play::<Cassino>(at(&literal(), &["5c 5h", "Th"], "5d", &[]), &["5c + 5d = rank 5"]);
    assert_eq!(forbidden::<Cassino>(&fives, "Th x [5c 5d]"), "CA-R11");
    let ten = play::<Cassino>(at(&literal(), &["5c Ts", "Th"], "5d", &[]), &["5c + 5d = sum 10"]);
    assert_eq!(legal::<Cassino>(&ten), ["Th x [5c 5d]"]);
    let either = at(&literal(), &["5c 5h Ts"], "5d", &[]);
    let fives_or_ten = ["5c + 5d = rank 5", "5c + 5d = sum 10", "5c x 5d"];
    assert_eq!(with_card(&either, "5c"), fives_or_ten);
    assert_eq!(forbidden::<Cassino>(&either, "5c + 5d = sum 5"), "CA-S13");
}

#[test]
fn ca_t11_sevens_of_several_groups() {
    let table = "5c 2d 7s";
    let full = at(&classic(), &["7h 7d Kc"], table, &[]);
    assert!(may(&full, "7h + 2d 5c 7s = sum 7"));
    let state = play::<Cassino>(full, &["7h + 2d 5c 7s = sum 7"]);
    assert!(state.builds.as_slice()[0].multiple);
    assert_eq!(forbidden::<Cassino>(&at(&classic(), &["7h Kc"], table, &[]), "7h + 7s = rank 7"), "CA-R9");
    let literal = at(&literal(), &["7h 7d Kc"], table, &[]);
    let builds = with_card(&literal, "7h +");
    assert_eq!(builds, ["7h + 7s = rank 7"]);
    assert_eq!(forbidden::<Cassino>(&literal, "7h + 2d 5c 7s = sum 7"), "CA-O7");
}

#[test]
fn ca_t12_a_seven_is_put_on_five_and_two() {
    let with = |options: &Value| at(options, &["7c 7d"], "4s 3h", &[("5d 2c", 7, 1)]);
    let full = with(&classic());
    assert!(may(&full, "7c + [2c 5d] = sum 7"));
    assert!(may(&full, "7c + 3h 4s [2c 5d] = sum 7"));
    assert_eq!(forbidden::<Cassino>(&with(&literal()), "7c + [2c 5d] = sum 7"), "CA-R13");
    let pairs = at(&literal(), &["4c 7d"], "3h", &[("7h 7s", 7, 1)]);
    assert_eq!(forbidden::<Cassino>(&pairs, "4c + 3h [7h 7s] = sum 7"), "CA-R13");
    let sums = at(&literal(), &["4c 7d"], "3h", &[("5d 2c", 7, 1)]);
    assert!(may(&sums, "4c + 3h [2c 5d] = sum 7"));
}

#[test]
fn ca_t13_the_duties_of_an_owner() {
    let with = |more: &Value| at(more, &["7h Kc", "2s"], "", &[("5d 2c", 7, 0)]);
    assert_eq!(legal::<Cassino>(&with(&literal())), ["7h x [2c 5d]"]);
    assert_eq!(forbidden::<Cassino>(&with(&literal()), "Kc"), "CA-O4");
    let allowed = json!({ "trailWithOwnBuild": "allowed" });
    assert_eq!(legal::<Cassino>(&with(&allowed)), ["7h x [2c 5d]", "Kc"]);
    assert_eq!(forbidden::<Cassino>(&with(&allowed), "7h"), "CA-O1");
    let other_seven = at(&allowed, &["7h Kc", "2s"], "7c", &[("5d 2c", 7, 0)]);
    assert_eq!(forbidden::<Cassino>(&other_seven, "7h x 7c"), "CA-O5");
}

/// CA-S10, and positions without any other legal action.
#[test]
fn ca_t13_who_could_do_nothing_may_trail() {
    let options = json!({ "trailWithOwnBuild": "forbidden", "keepCapturer": "none" });
    let stuck = at(&options, &["Kc Qd", "2s"], "", &[("5d 2c", 7, 0)]);
    assert_eq!(legal::<Cassino>(&stuck), ["Kc", "Qd"]);
    let not_stuck = at(&options, &["Kc Qd", "2s"], "Ks", &[("5d 2c", 7, 0)]);
    assert_eq!(legal::<Cassino>(&not_stuck), ["Kc x Ks"]);
    assert_eq!(forbidden::<Cassino>(&not_stuck, "Qd"), "CA-O4");
    let last = for_seats(2, &literal(), &["7h", ""], "", &[("5d 2c", 7, 0)], &[position::REST, ""]);
    assert_eq!(legal::<Cassino>(&last), ["7h x [2c 5d]"]);
}

#[test]
fn ca_t14_a_capable_card_is_not_trailed() {
    let with = |options: &Value| at(options, &["4d Kc"], "4s 9d", &[]);
    assert_eq!(legal::<Cassino>(&with(&literal())), ["4d x 4s", "Kc"]);
    assert_eq!(forbidden::<Cassino>(&with(&literal()), "4d"), "CA-O1");
    assert_eq!(legal::<Cassino>(&with(&classic())), ["4d", "4d x 4s", "Kc"]);
    let hand = with(&json!({ "trailRule": "hand" }));
    assert_eq!(legal::<Cassino>(&hand), ["4d x 4s"]);
    assert_eq!(forbidden::<Cassino>(&hand, "Kc"), "CA-O1");
}

#[test]
fn ca_t15_a_king_takes_kings_and_if_royal_thirteen() {
    let with = |options: &Value| at(options, &["Kh 2c", "3c"], "Kc Td 3s", &[]);
    assert_eq!(with_card(&with(&literal()), "Kh"), ["Kh x Kc"]);
    assert_eq!(forbidden::<Cassino>(&with(&literal()), "Kh x 3s Td Kc"), "CA-R3");
    let royal = play::<Cassino>(with(&json!({ "royal": "J11Q12K13" })), &["Kh x 3s Td Kc"]);
    assert_eq!(royal.sweeps.len(), 1);
}

#[test]
fn ca_t16_a_royal_queen_takes_twelve() {
    let royal = at(&json!({ "royal": "J11Q12K13" }), &["Qc 2c", "3c"], "Js As Qd 7c 5h", &[]);
    let state = play::<Cassino>(royal, &["Qc x As 5h 7c Js Qd"]);
    assert_eq!(state.sweeps.len(), 1);
}

#[test]
fn ca_t17_an_ace_counts_one_or_fourteen() {
    let with = |more: Value| {
        let mut options = json!({ "royal": "J11Q12K13A14" });
        options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        at(&options, &["Ah 2c", "3c"], "Ts 4d", &[])
    };
    assert_eq!(with_card(&with(json!({})), "Ah"), ["Ah x 4d Ts"]);
    assert_eq!(play::<Cassino>(with(json!({})), &["Ah x 4d Ts"]).sweeps.len(), 1);
    assert_eq!(with_card(&with(json!({ "trailRule": "free" })), "Ah"), ["Ah", "Ah x 4d Ts"]);
    let both = at(&json!({ "royal": "J11Q12K13A14" }), &["Ah"], "Ac Ad Kc", &[]);
    assert_eq!(
        legal::<Cassino>(&both),
        ["Ah x Ac Ad", "Ah x Ac Ad Kc"],
        "an ace is alone, or one of thirteen and one"
    );
    let built = at(&json!({ "royal": "J11Q12K13A14" }), &["Ah As"], "Kc", &[]);
    assert!(may(&built, "Ah + Kc = sum 14"));
}

#[test]
fn an_ace_that_was_added_may_stand_alone_in_a_larger_capture() {
    let options = json!({ "royal": "J11Q12K13A14", "captureExtent": "maximal" });
    let table = at(&options, &["Ac", "3c"], "Ah As 2s Qc", &[]);
    assert_eq!(with_card(&table, "Ac"), ["Ac x Ah As 2s Qc"], "not twelve and two aces");
}

#[test]
fn ca_t18_the_last_card_may_sweep_and_the_rest_never_does() {
    let last = |options: &Value| for_seats(2, options, &["9c"], "4d 5h", &[], &["", position::REST]);
    let swept = play::<Cassino>(last(&literal()), &["9c x 4d 5h"]);
    assert_eq!((swept.sweeps.len(), swept.piles[Side::new(0)]), (1, set("9c 4d 5h")));
    let never = play::<Cassino>(last(&json!({ "lastCardSweep": "never" })), &["9c x 4d 5h"]);
    assert_eq!(never.sweeps.len(), 0);
    let state = for_seats(2, &literal(), &["9c", "Kd"], "4d 5h 2c", &[], &[position::REST, ""]);
    let rest = play::<Cassino>(state, &["9c x 4d 5h", "Kd"]);
    assert_eq!(rest.sweeps.len(), 0);
    assert!(rest.piles[Side::new(0)].contains_all(set("2c Kd")) && rest.loose.is_empty());
}

/// Piles of a deal with 27 cards on one side.
const TWENTY_SEVEN: &str = "As Ah Td 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 8c 9c Tc 2h 3h 4h 5h 6h 7h 8h 9h Th Jh";

#[test]
fn ca_t19_seven_and_five() {
    let state = over(&literal(), &[0, 0], &[TWENTY_SEVEN, position::REST], "Jc");
    let detail = Cassino::detail(&state);
    assert_eq!((detail.cards.as_slice(), detail.spades.as_slice()), (&[27, 25][..], &[6, 7][..]));
    assert_eq!(detail.aces.as_slice(), [2, 2]);
    assert_eq!(outcome(&state), [7, 5]);
    let lines = ["cards", "spades", "bigCassino", "littleCassino", "aces", "sweeps"];
    let expected: [[i32; 2]; 6] = [[3, 0], [0, 1], [2, 0], [0, 1], [2, 2], [0, 1]];
    for (line, expected) in lines.into_iter().zip(expected) {
        assert_eq!(points::<Cassino>(&state, line), expected, "{line}");
    }
}

#[test]
fn ca_t20_equal_cards_score_nothing() {
    let first = "As Ah 2s 3s 4s 5s 6s 7s 2c 3c 4c 5c 6c 7c 8c 9c Tc 2h 3h 4h 5h 6h 7h 8h 9h Th";
    let state = over(&literal(), &[0, 0], &[first, position::REST], "");
    assert_eq!(Cassino::detail(&state).cards.as_slice(), [26, 26]);
    assert_eq!(points::<Cassino>(&state, "cards"), [0, 0]);
    assert_eq!(outcome(&state), [4, 4]);
}

#[test]
fn ca_t21_on_an_empty_table_one_can_only_trail() {
    let state = at(&literal(), &["9c Kd", "2c 2d 4h"], "4d 5h", &[]);
    let state = play::<Cassino>(state, &["9c x 4d 5h"]);
    assert_eq!(legal::<Cassino>(&state), ["2c", "2d", "4h"]);
    assert_eq!(forbidden::<Cassino>(&state, "2c + = sum 2"), "CA-S7");
}

/// CA-R1, CA-R2, CA-S1: in twos, the table once, and the packets divide the deck.
#[test]
fn ca_r1_cards_are_dealt_in_twos() {
    let options = setup(3, &literal()).options;
    let deck = options.deck();
    let mut events = Vec::new();
    let standing = Cassino::initial_standing(&options, Seat::new(0));
    let state = Cassino::deal(&options, &standing, &deck, &mut |event| events.push(event));
    assert_eq!(state.hands[Seat::new(1)], set("Ac Ad 3c 3d"));
    assert_eq!(state.hands[Seat::new(2)], set("Ah As 3h 3s"));
    assert_eq!(state.loose, set("2c 2d 4c 4d"));
    assert_eq!(state.hands[Seat::new(0)], set("2h 2s 4h 4s"));
    assert_eq!(Cassino::actors(&state), seat(1));
    assert_eq!(events.len(), 4);
    for (seats, packets) in [(2, 6), (3, 4), (4, 3)] {
        let options = setup(seats, &literal()).options;
        let mut dealt = 0;
        let mut count = |event: Event| {
            dealt += usize::from(matches!(event, Event::Dealt { seat, .. } if seat == Seat::new(0)));
        };
        let mut state =
            Cassino::deal(&options, &Cassino::initial_standing(&options, Seat::new(0)), &deck, &mut count);
        while let Some(seat) = state.turn {
            let mut actions = Vec::new();
            Cassino::legal_actions(&state, seat, &mut actions);
            Cassino::apply(&mut state, seat, actions[0], &mut count);
        }
        assert_eq!(dealt, packets);
    }
}

/// CA-S1, CA-S8: partners share a pile, but not their builds.
#[test]
fn ca_s1_partners_have_one_pile() {
    let hands = ["5d Kd", "6d", "7d Kc", "Jd"];
    let state = for_seats(4, &literal(), &hands, "5c 6c", &[("4h 3h", 7, 0)], &["", position::REST]);
    let mut state = state;
    state.hands[Seat::new(0)] = set("5d 7c");
    assert_eq!(legal::<Cassino>(&state), ["5d x 5c", "7c x [3h 4h]"]);
    let state = play::<Cassino>(state, &["5d x 5c", "6d x 6c"]);
    assert_eq!(
        legal::<Cassino>(&state),
        ["7d x [3h 4h]", "Kc"],
        "the build is the partner's, so one may trail"
    );
    let state = play::<Cassino>(state, &["7d x [3h 4h]"]);
    assert_eq!(state.piles[Side::new(0)], set("5c 5d 3h 4h 7d"));
}

/// CA-O7: builds of equal value stay separate until one is extended with the other.
#[test]
fn ca_o7_builds_are_merged() {
    let builds = [("5d 2c", 7, 1), ("4d 3c", 7, 1)];
    let full = at(&classic(), &["7c 7d"], "", &builds);
    let joined = ["7c + [2c 5d] = sum 7", "7c + [2c 5d] [3c 4d] = sum 7", "7c + [3c 4d] = sum 7"];
    assert_eq!(with_card(&full, "7c +"), joined);
    let state = play::<Cassino>(full, &["7c + [4d 3c] [5d 2c] = sum 7"]);
    assert_eq!(state.builds.as_slice().len(), 1);
    let taken = ["7c x [2c 5d]", "7c x [2c 5d] [3c 4d]", "7c x [3c 4d]"];
    assert_eq!(with_card(&at(&literal(), &["7c"], "", &builds), "7c x"), taken);
    let literal = at(&literal(), &["4c 7d"], "3d", &builds);
    assert_eq!(forbidden::<Cassino>(&literal, "4c + 3d [2c 5d] [3c 4d] = sum 7"), "CA-O7");
}

/// CA-O9, CA-S5: `total` counts all points, `countOut` stops with the first side to reach the
/// target.
#[test]
fn ca_o9_the_end_of_the_match() {
    let end = |mode: &str, totals: &[i32]| {
        settled(&over(&json!({ "endMode": mode }), totals, &[TWENTY_SEVEN, position::REST], "Jc"))
    };
    assert_eq!(end("total", &[14, 19]), (vec![21, 24], seat(1)));
    assert_eq!(end("countOut", &[18, 19]), (vec![21, 19], seat(0)), "cards are counted first");
    assert_eq!(end("countOut", &[15, 20]), (vec![18, 21], seat(1)), "then spades");
    assert_eq!(end("total", &[17, 19]), (vec![24, 24], SeatSet::EMPTY), "level: another deal");
    assert_eq!(end("total", &[10, 10]), (vec![17, 15], SeatSet::EMPTY));
}

/// CA-O10, CA-O12.
#[test]
fn ca_o12_every_spade_scores() {
    let options = json!({ "spade": "eachSpade", "sweeps": 0 });
    assert_eq!(setup(2, &options).options.target, 61);
    let state = over(&options, &[0, 0], &[TWENTY_SEVEN, position::REST], "Jc");
    assert_eq!(points::<Cassino>(&state, "spades"), [6, 8]);
    assert_eq!(points::<Cassino>(&state, "sweeps"), [0, 0]);
    assert_eq!(Cassino::detail(&state).sweeps.as_slice(), [0, 1]);
    assert_eq!(outcome(&state), [13, 11]);
}

/// CA-S11.
#[test]
fn ca_s11_no_capture() {
    let state = for_seats(2, &literal(), &["9c"], "2d", &[("3c 4c", 7, 1)], &["", position::REST]);
    let state = play::<Cassino>(state, &["9c"]);
    assert_eq!(state.loose, set("2d 9c"));
    assert_eq!(state.builds.cards(), set("3c 4c"));
    assert!(state.turn.is_none());
}

#[test]
fn unreadable_input_is_refused() {
    for text in [
        "",
        "7x",
        "7d y 7c",
        "7d + 2c",
        "7d + 2c = sum",
        "7d + 2c = rank 10",
        "7d + 2c = sum +9",
        "7d x 2c 2c",
        "7d x [2c",
        "7d x 2c]",
        "7d x [[2c]",
        "7d x []",
        "7d x [2c 3c] [3c 4c]",
        "7d + 2c = sum 999",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    let action: Action = "8♦ x [6c 2d] 5C 3h".parse().unwrap();
    assert_eq!(action.to_string(), "8d x 3h 5c [2d 6c]");
    assert_eq!("2d + 5c = sum 7".parse::<Action>().unwrap().to_string(), "2d + 5c = sum 7");
    let Ok(Action::Build { announced, .. }) = "Kd + Kc = rank K".parse() else { panic!("a build") };
    assert_eq!(announced, Announced::Rank(cards::Rank::King));
}

/// An action names up to fifteen builds and distinguishes them.
#[test]
fn many_builds_are_named_in_order() {
    let pairs =
        ["Ac 9c", "Ad 9d", "Ah 9h", "As 9s", "2c 8c", "2d 8d", "2h 8h", "2s 8s", "3c 7c", "3d 7d", "3h 7h"];
    let text = pairs.iter().map(|pair| format!(" [{pair}]")).collect::<String>();
    let action: Action = format!("Tc x{text}").parse().unwrap();
    assert_eq!(action.to_string(), format!("Tc x{text}"));
    assert_eq!(action.builds().len(), 11);
}

/// Only packets are hidden: the owner sees the cards, the others their number.
#[test]
fn dealt_packets_are_visible_to_their_owner_only() {
    let packet = |hand| Event::Dealt { seat: Seat::new(1), hand };
    let open = Holding::Open(set("Ac 2d 3h"));
    let redacted = |event: &Event, viewer| Cassino::redact(event, viewer);
    assert_eq!(redacted(&packet(open), Viewer::Seat(Seat::new(1))), Some(packet(open)));
    for viewer in [Viewer::Seat(Seat::new(0)), Viewer::Public] {
        assert_eq!(redacted(&packet(open), viewer), Some(packet(Holding::Closed(3))));
    }
    let seat = Seat::new(0);
    let build = Build { cards: set("2c 5d"), value: 7, multiple: false, controller: seat };
    let card = Card::new(cards::Rank::Two, cards::Suit::Clubs);
    let open_to_all = [
        Event::LaidOut { cards: set("2c 5d") },
        Event::Trailed { seat, card },
        Event::Captured { seat, card, taken: set("2d"), sweep: true },
        Event::Built { seat, card, joined: set("5d"), build },
        Event::RestTaken { side: Some(Side::new(0)), cards: set("2d") },
    ];
    for event in open_to_all {
        assert!(Viewer::all(2).all(|viewer| redacted(&event, viewer) == Some(event)), "{event:?}");
    }
}

/// In every determinization the controller of a build holds a card that captures it.
#[test]
fn determinizations_keep_the_duties_of_controllers() {
    let builds = [("5d 2c", 7, 1), ("4d 5c", 9, 1)];
    let state = at(&literal(), &["3c 3d 3h 3s", "7h 9h Kc"], "Kd", &builds);
    let view = Cassino::view(&state, Viewer::Seat(Seat::new(0)));
    let mut rng = Rng::from_number(1);
    let mut others = BTreeSet::new();
    for _ in 0..500 {
        let determinization = Cassino::determinize(&view, &mut rng);
        let hand = determinization.hands[Seat::new(1)];
        assert!(!(hand & set("7c 7d 7h 7s")).is_empty() && !(hand & set("9c 9d 9h 9s")).is_empty(), "{hand}");
        others.insert(hand);
    }
    assert!(others.len() > 300, "the rest of the hand varies");
    let free = at(&json!({ "keepCapturer": "none" }), &["3c 3d 3h 3s", "7h 9h Kc"], "Kd", &builds);
    let view = Cassino::view(&free, Viewer::Seat(Seat::new(0)));
    let without = (0..100).filter(|_| {
        (Cassino::determinize(&view, &mut rng).hands[Seat::new(1)] & set("7c 7d 7h 7s")).is_empty()
    });
    assert!(without.count() > 20);
}

/// Prints the figures of `docs/performance.md`; it tests nothing.
#[test]
#[ignore = "a million positions; run it with --release and --nocapture"]
fn how_many_actions_there_are_in_a_million_random_positions() {
    for preset in ["house", "denexa", "classic"] {
        let options = setup(2, &json!({ "preset": preset })).options;
        let mut rng = Rng::from_number(1);
        let (mut positions, mut listed, mut max) = (0_u64, 0_u64, (0, String::new()));
        let (mut actions, mut time) = (Vec::new(), std::time::Duration::ZERO);
        let mut longest = std::time::Duration::ZERO;
        for deal in 0.. {
            if positions >= 1_000_000 {
                break;
            }
            let deck = shuffled_deck::<Cassino>(&options, &Seed::from_number(deal), 0);
            let mut state =
                Cassino::deal(&options, &Cassino::initial_standing(&options, Seat::new(0)), &deck, &mut drop);
            while let Some(seat) = state.turn {
                actions.clear();
                let begun = std::time::Instant::now();
                Cassino::legal_actions(&state, seat, &mut actions);
                let took = begun.elapsed();
                time += took;
                positions += 1;
                listed += actions.len() as u64;
                if actions.len() > max.0 {
                    let builds = state
                        .builds
                        .as_slice()
                        .iter()
                        .map(|build| format!(" [{}]={}", build.cards, build.value));
                    let table = format!("{}{}", state.loose, builds.collect::<String>());
                    max = (actions.len(), format!("{} with {}", table, state.hands[seat]));
                    longest = took;
                }
                let action = rng.pick(&actions);
                Cassino::apply_quietly(&mut state, seat, action);
            }
        }
        let mean = listed as f64 / positions as f64;
        let nanoseconds = time.as_nanos() as f64 / positions as f64;
        println!("{preset}: {positions} positions, mean {mean:.2} actions in {nanoseconds:.0} ns");
        println!("{preset}: most {} in {longest:?}: {}", max.0, max.1);
    }
}

#[test]
fn a_table_full_of_trailed_cards_is_listed_fast() {
    let options = json!({ "preset": "classic" });
    let loose = "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s";
    let table = at(&options, &["Tc 9c", "Td"], loose, &[]);
    let listed = legal::<Cassino>(&table).len();
    assert!((1_000..100_000).contains(&listed), "{listed} actions are enough to choose from");
    // Not listed first, but legal.
    assert!(may(&table, "Tc x 4c 6c 4d 6d 4h 6h 4s 6s 5c 5d 5h 5s"));
}

#[test]
fn typed_commands() {
    check_lines::<Cassino>(
        &[
            "8d x 3h 5c [2d 6c]",
            "8d x 3h 5c",
            "2d + 5c = sum 7",
            "5s + 5c = rank 5",
            "5s + 5c = sum 10",
            "Kc",
            "9c",
            "9c x 9d",
        ],
        &[
            ("play Kc", "Kc"),
            ("trail 4c", "4c"),
            ("cala 9c", "9c"),
            ("take 9c", "9c x 9d"),
            ("9c", "choice 9c"),
            ("take 8d 5c+3h [6c 2d]", "8d x 5c 3h [6c 2d]"),
            ("take 8d with 5c 3h [6c 2d]", "8d x 5c 3h [6c 2d]"),
            ("8d x 3h 5c", "8d x 3h 5c"),
            ("8d", "choice 8d"),
            ("take 8d", "choice 8d"),
            ("build 2d 5c = 7", "2d + 5c = sum 7"),
            ("build 2d 5c=7", "2d + 5c = sum 7"),
            ("build 2d 5c", "2d + 5c = sum 7"),
            ("build 2d", "2d + 5c = sum 7"),
            ("2d + 5c", "2d + 5c = sum 7"),
            ("2d + 5c = sum 7", "2d + 5c = sum 7"),
            ("costruisci 5s 5c = rank 5", "5s + 5c = rank 5"),
            ("build 5s 5c", "choice 5s"),
            ("build 2d 6c = 8", "2d + 6c = sum 8"),
            ("build 3d [2d 4c] 3c = rank k", "3d + [2d 4c] 3c = rank K"),
            ("build 2d 6c", "words build 2d 6c"),
            ("build 2d 5c = a lot", "words build 2d 5c = a lot"),
            ("take 8d zz", "card zz"),
            ("take 8d [4c zz]", "card zz"),
            ("dance", "words dance"),
            ("", "words "),
        ],
    );
}

/// The table from `cargo xtask learn cassino` predicts the result better than the sweeps alone.
#[test]
fn the_learned_table_predicts_unseen_deals() {
    let (by_table, by_sweeps) = super::squared_errors(1_000, 77);
    assert!(by_table < 0.8 * by_sweeps, "{by_table} is not much less than {by_sweeps}");
}

#[test]
#[ignore = "sixty thousand deals"]
fn the_table_is_what_is_learned_again() {
    assert!(super::learn(60_000, 1) == include_bytes!("value.bin"), "cargo xtask learn cassino");
}

/// Determinizations respect the opponent's trails: a player who trails rarely holds a card that
/// could have captured.
#[test]
fn determinizations_respect_the_opponents_trails() {
    let (hands, taken) = (["Kc Qc Jc 9c", "Kd Qd Jd 9d"], ["As Ah Ad Ac 5s 5h 5d 5c"]);
    let state = for_seats(2, &literal(), &hands, "4h 2s", &[], &taken);
    let state = play::<Cassino>(state, &["Kc", "Qd"]);
    let view = Cassino::view(&state, Viewer::Seat(Seat::new(0)));
    assert_eq!(state.trailed_on[Seat::new(1)], [CardSet::EMPTY, CardSet::EMPTY, set("4h 2s Kc")]);
    let takes = set("Ks Kh Kd 4s 4d 4c 2h 2d 2c 6s 6h 6d 6c");
    let (info, mut rng) = (SmallState::information_set(&view).unwrap(), Rng::from_number(1));
    let mut held = |draw: &dyn Fn(&mut Rng) -> CardSet| {
        (0..4000).filter(|_| !(draw(&mut rng) & takes).is_empty()).count()
    };
    let fitting = held(&|rng| SmallState::draw(&info, rng).hand_of(Seat::new(1)));
    let any = held(&|rng| Cassino::determinize(&view, rng).hands[Seat::new(1)]);
    assert!(fitting > 0 && 3 * fitting < 2 * any, "{fitting} of {any}");
}
