//! Tests of the laws, then one test per number of the rule book.

use super::melds::{Deadwood, Melds, best, best_answer};
use super::search::SmallState;
use super::{Detail, Event, GinRummy, How, Options, Phase, Standing, State, View};
use crate::fishing::position::{forbidden, legal, play, print_playouts, set};
use bots::{SearchState, check_search_state};
use cards::{BySeat, Card, CardSet, Holding, Rng, Seat, SeatSet, Side, Viewer, parse_cards};
use engine::command::check_lines;
use engine::{Game, Match, OptionValue, Ruleset, Settlement, Setup, check_laws, perft};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the rules of `options`, written as in a record.
fn setup(options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    let others = given.into_iter().filter(|(key, _)| key != "preset").collect();
    Setup::new(options["preset"].as_str(), 2, others).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the standing of a match in which seat 0 is the non-dealer and begins.
fn standing(options: &Value) -> Standing {
    GinRummy::initial_standing(&setup(options).options, Seat::new(1))
}

/// Returns a deck that begins with these cards. The others follow in canonical order.
fn deck(first: &str) -> Vec<Card> {
    let first = parse_cards(first).unwrap();
    let others = CardSet::FULL - first.iter().copied().collect();
    first.into_iter().chain(others).collect()
}

/// Returns a deal with these hands, upcard and stock. Other cards follow in canonical order.
fn dealt(options: &Value, hands: [&str; 2], upcard: &str, stock: &str) -> State {
    let (first, second) = (parse_cards(hands[0]).unwrap(), parse_cards(hands[1]).unwrap());
    let mut written: Vec<String> =
        first.iter().zip(&second).map(|(first, second)| format!("{first} {second}")).collect();
    written.extend([upcard.to_owned(), stock.to_owned()]);
    GinRummy::deal(&setup(options).options, &standing(options), &deck(&written.join(" ")), &mut drop)
}

/// Returns a deal in progress, in which seat 0 holds eleven cards and must discard.
///
/// `stock` is the number of cards in the stock. The other cards are in the pile, below `upcard`.
fn at(options: &Value, hands: [&str; 2], upcard: &str, stock: usize) -> State {
    let standing = standing(options);
    let mut state = GinRummy::deal(&standing.options, &standing, &deck(""), &mut drop);
    state.hands = BySeat::new(2, |seat| set(hands[seat.index()]));
    let named = state.hands.iter().fold(set(upcard), |named, (_, hand)| named | hand);
    let rest: Vec<Card> = (CardSet::FULL - named).into();
    let top = parse_cards(upcard).unwrap();
    state.stock = rest[..stock].iter().copied().collect();
    state.pile = rest[stock..].iter().chain(&top).copied().collect();
    state.first_upcard = top[0];
    state.limit = standing.options.limit(top[0], top[0]);
    let held = state.hands[Seat::new(0)].len();
    (state.phase, state.turn) = (if held == 11 { Phase::Discard } else { Phase::Draw }, Some(Seat::new(0)));
    state
}

/// Ten cards without a meld, of value 56.
const NOTHING: &str = "2c 4d 6h 8s Tc Qd Ah 3s 5c 7d";

fn house() -> Value {
    json!({})
}

fn every_preset() -> Vec<&'static str> {
    Options::PRESETS.iter().map(|preset| preset.id).collect()
}

fn points(state: &State) -> Vec<i32> {
    GinRummy::outcome(state).expect("it is over").points.as_slice().to_vec()
}

fn detail(state: &State) -> (Option<u8>, How, Vec<u8>) {
    let Detail { winner, how, deadwood } = GinRummy::detail(state);
    (winner.map(u8::from), how, deadwood.as_slice().to_vec())
}

fn settled(state: &State) -> (Standing, SeatSet) {
    match GinRummy::settle(state) {
        Settlement::NextDeal(standing) => (standing, SeatSet::EMPTY),
        Settlement::MatchOver(standing, winners) => (standing, winners),
    }
}

fn has(state: &State, action: &str) -> bool {
    legal::<GinRummy>(state).iter().any(|other| other == action)
}

#[test]
fn keeps_the_laws() {
    for preset in every_preset() {
        check_laws::<GinRummy>(&setup(&json!({ "preset": preset })), 12);
        assert!(check_search_state(&setup(&json!({ "preset": preset })), 60, SmallState::of));
    }
}

/// See docs/performance.md.
#[test]
#[ignore = "measures"]
fn playouts() {
    print_playouts::<SmallState>(&setup(&json!({})));
}

/// Covers every value of every option at least once.
#[test]
fn keeps_the_laws_whatever_the_options() {
    let tables = [
        json!({ "firstUpcard": "freeDraw", "lastTwo": "lastDiscardMayWin", "knockLimit": "oklahoma" }),
        json!({ "sameCardDiscard": "allowed", "lastTwo": "lastDiscardMayWin", "knockLimit": "floating" }),
        json!({ "knockLimit": "ginOnly", "bigGin": 50, "layoffOnGin": true, "corner": true }),
        json!({ "knockLimit": "oklahoma", "oklahomaAce": "one", "spadesDouble": true, "target": 150 }),
        json!({ "preset": "classic", "undercutBonus": 20, "equalKnock": "knockerZero", "target": 125 }),
        json!({ "preset": "pagat", "nextDealer": "winner", "hollywood": true, "bigGin": 31 }),
        json!({ "aceDeadwood": 15, "layoffOnGin": true, "lastTwo": "lastDiscardMayWin", "target": 200 }),
        json!({ "preset": "corner-book", "hollywood": true, "shutoutDouble": true, "target": 250 }),
        json!({ "hollywood": true, "target": 100, "undercutBonus": 25, "boxBonus": 20, "ginBonus": 20 }),
        json!({ "drawnHandDealer": "sameDealer", "nextDealer": "loser", "gameBonus": 100 }),
    ];
    for options in &tables {
        check_laws::<GinRummy>(&setup(options), 8);
        assert!(check_search_state(&setup(options), 30, SmallState::of));
    }
    let played = |key: &str, value: &OptionValue| {
        tables.iter().any(|options| {
            let options = setup(options).options;
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

/// Without lay-offs, knocks and the end of the stock a turn is two draws and ten or eleven
/// discards.
#[test]
fn perft_of_the_first_deal() {
    let hands = ["2c 4d 6h 8s Tc Qd Ah 3s 5c 7d", "3c 5d 7h 9s Jc Kd 2h 4s 6c 8d"];
    let from = |preset: &str, depth| {
        perft::<GinRummy>(&dealt(&json!({ "preset": preset }), hands, "Kc", "Ks Qs"), depth)
    };
    // `freeDraw`, and any of eleven may be discarded: 2, 2·11, 2·11·2, 2·11·2·11.
    assert_eq!([1, 2, 3, 4].map(|depth| from("denexa", depth)), [2, 22, 44, 484]);
    // `offerBoth`, and a card just taken stays. The non-dealer takes (10 discards, then two draws)
    // or passes, then the dealer does. After that there is only the stock.
    assert_eq!([1, 2, 3].map(|depth| from("house", depth)), [2, 10 + 2, 10 * 2 + 10 + 1]);
    assert_eq!(from("house", 4), 10 * (10 + 11) + 10 * 2 + 11);
}

const PLAIN: Deadwood = Deadwood { corner: false, ace: 1 };

#[test]
fn gr_t01_the_set_is_worth_more_than_the_run() {
    let hand = set("4s 5s 6s 6h 6d Kc Qd 2h Ac 9d");
    let found = best(hand, hand, PLAIN);
    assert_eq!((PLAIN.min(hand), found.melds.to_string()), (41, "6d 6h 6s".to_owned()));
    assert_eq!(PLAIN.sum(found.unmelded), 41);
    assert_eq!(PLAIN.sum(hand - set("4s 5s 6s")), 44);
}

#[test]
fn gr_t02_the_limit_is_ten_after_the_discard() {
    let with = |ace: &str| {
        let hand = format!("2c 3c 4c 5c 9h 9d 9s 5h 4d {ace} Kh");
        at(&house(), [&hand, "2d 4h 6h 8s Tc Qd Ah 3s 6c 7d"], "Jc", 20)
    };
    assert!(has(&with("As"), "knock Kh"), "5 + 4 + 1");
    assert_eq!(forbidden::<GinRummy>(&with("2s"), "knock Kh"), "GR-R5", "5 + 4 + 2");
    assert_eq!(forbidden::<GinRummy>(&with("As"), "knock 5h"), "GR-R5", "4 + 1 + 10");
}

/// Returns the situation after a knock with five, with `other` left in the other hand.
fn knocked_with_five(options: &Value, other: &str) -> State {
    let knocker = "4c 5c 6c 9d 9h 9s Jc Jd Jh 5d Kd";
    let state = at(options, [knocker, NOTHING], "Qc", 20);
    let mut state = play::<GinRummy>(state, &["knock Kd"]);
    state.hands[Seat::new(1)] = set(other);
    state
}

#[test]
fn gr_t03_equal_counts_are_an_undercut() {
    let settle = |options: Value| {
        let state = play::<GinRummy>(knocked_with_five(&options, "5h"), &["done"]);
        (points(&state), detail(&state).1)
    };
    for (preset, bonus) in [("denexa", 10), ("house", 10), ("pagat", 10), ("classic", 25)] {
        assert_eq!(settle(json!({ "preset": preset })), (vec![0, bonus], How::Undercut), "{preset}");
    }
    assert_eq!(settle(json!({ "equalKnock": "knockerZero" })), (vec![0, 0], How::Draw));
}

#[test]
fn gr_t03_less_than_the_knocker_is_an_undercut_and_the_difference_counts() {
    let state = play::<GinRummy>(knocked_with_five(&house(), "2h"), &["done"]);
    assert_eq!((points(&state), detail(&state)), (vec![0, 13], (Some(1), How::Undercut, vec![5, 2])));
}

/// Gin with the ace as the discard, and runs that can be extended at both ends.
const GIN: &str = "4c 5c 6c Ks Kh Kd 9h Th Jh Qh Ac";
const T4_KNOCKER: &str = "4s 5s 6s Qs Qh Qd 9h Th Jh";
const T4_OTHER: &str = "7s 8s 3s Qc 8h 2d 2c 2h 5d 6d";

#[test]
fn gr_t04_lay_offs_in_chains() {
    let knocker = format!("{T4_KNOCKER} Ad Kc");
    let state = at(&house(), [&knocker, T4_OTHER], "Jc", 20);
    let state = play::<GinRummy>(state, &["knock Kc"]);
    assert!(has(&state, "layoff 7s > 4s 5s 6s"));
    assert!(!has(&state, "layoff 8s > 4s 5s 6s"), "not before the seven");
    let answer = best_answer(set(T4_OTHER), &state.melds[Seat::new(0)], PLAIN);
    assert_eq!(answer.deadwood, 11);
    let lay_offs = [
        "layoff 7s > 4s 5s 6s",
        "layoff 8s > 4s 5s 6s 7s",
        "layoff 3s > 4s 5s 6s 7s 8s",
        "layoff Qc > Qd Qh Qs",
        "layoff 8h > 9h Th Jh",
        "done",
    ];
    let state = play::<GinRummy>(state, &lay_offs);
    assert_eq!((points(&state), detail(&state)), (vec![10, 0], (Some(0), How::Knock, vec![1, 11])));
    assert_eq!(state.melds[Seat::new(1)].to_string(), "2c 2d 2h");
}

#[test]
fn gr_t04_several_cards_at_once_and_in_any_order() {
    let knocker = format!("{T4_KNOCKER} Ad Kc");
    let state = play::<GinRummy>(at(&house(), [&knocker, T4_OTHER], "Jc", 20), &["knock Kc"]);
    let state = play::<GinRummy>(state, &["layoff 8s 3s 7s > 6s 5s 4s"]);
    assert_eq!(state.melds[Seat::new(0)].to_string(), "3s 4s 5s 6s 7s 8s / 9h Th Jh / Qd Qh Qs");
    assert_eq!(forbidden::<GinRummy>(&state, "layoff Qc > 4s 5s 6s"), "GR-R6");
    assert_eq!(forbidden::<GinRummy>(&state, "layoff Qc > 9h Th Jh"), "GR-S5");
    assert_eq!(forbidden::<GinRummy>(&state, "layoff 7s > Qd Qh Qs"), "GR-R4", "it is laid off already");
    assert_eq!(forbidden::<GinRummy>(&state, "stock"), "GR-R6");
    assert_eq!(forbidden::<GinRummy>(&state, "done : 2c 2d 2s"), "GR-R4");
    let read = GinRummy::read_action(&state, "layoff Qc > Qh Qs Qd").unwrap();
    assert_eq!(read.to_string(), "layoff Qc > Qd Qh Qs");
}

#[test]
fn gr_t05_no_layoffs_against_gin() {
    let ended = |preset: &str| {
        let state = at(&json!({ "preset": preset }), [GIN, T4_OTHER], "Jc", 20);
        let state = play::<GinRummy>(state, &["gin Ac"]);
        assert_eq!(detail(&state), (Some(0), How::Gin, vec![0, 47]), "the deal is over at once");
        points(&state)
    };
    assert_eq!((ended("house"), ended("pagat")), (vec![72, 0], vec![67, 0]));
}

#[test]
fn gr_t06_the_other_breaks_a_set_to_lay_off() {
    let knocker = "5h 6h 7h 5d 6d 7d Ks Kh Kd 2d Jc";
    let other = "8h 8d 8c 9h 9d Ac 2c 3c 4c 5c";
    let state = play::<GinRummy>(at(&house(), [knocker, other], "Tc", 20), &["knock Jc"]);
    let hand = set(other);
    assert_eq!(PLAIN.min(hand), 18);
    assert_eq!(best_answer(hand, &state.melds[Seat::new(0)], PLAIN).deadwood, 8);
    let state = play::<GinRummy>(
        state,
        &["layoff 8h 9h > 5h 6h 7h", "layoff 8d > 5d 6d 7d", "layoff 9d > 5d 6d 7d 8d", "done"],
    );
    assert_eq!(detail(&state), (Some(0), How::Knock, vec![2, 8]));
}

#[test]
fn gr_t07_the_proposal_leaves_the_fewest_places_to_lay_off() {
    let hand = "3s 4s 5s 6s 6h 6d 6c Ad 2h 4c Kd";
    let state = at(&house(), [hand, "7s 8s 9c Tc Qd 2c 3d Ts Jh 9h"], "Jc", 20);
    let proposed = play::<GinRummy>(state, &["knock Kd"]);
    assert_eq!(proposed.melds[Seat::new(0)].to_string(), "3s 4s 5s / 6c 6d 6h 6s");
    assert!(!has(&proposed, "layoff 7s > 3s 4s 5s"));
    let own = play::<GinRummy>(state, &["knock Kd : 6d 6c 6h / 6s 5s 4s 3s"]);
    assert!(has(&own, "layoff 7s > 3s 4s 5s 6s"));
    for state in [proposed, own] {
        assert_eq!(PLAIN.sum(state.hands[Seat::new(0)]), 7);
    }
}

#[test]
fn gr_t08_gin_cannot_be_undercut() {
    let nothing_left = "2c 2d 2h 7s 8s 9s Ts 5d 6d 7d";
    let state = at(&house(), [GIN, nothing_left], "Jc", 20);
    let state = play::<GinRummy>(state, &["gin Ac"]);
    assert_eq!((points(&state), detail(&state)), (vec![25, 0], (Some(0), How::Gin, vec![0, 0])));
}

#[test]
fn gr_t09_big_gin() {
    let eleven = "3s 4s 5s 6s 6h 6d 6c 8d 9d Td Jd";
    let at = |options: &Value| at(options, [eleven, NOTHING.replace("6h", "Kh").as_str()], "Jc", 20);
    let other = u8::try_from(points(&play::<GinRummy>(at(&house()), &["gin Jd"]))[0] - 25).unwrap();
    assert_eq!(PLAIN.min(set(&NOTHING.replace("6h", "Kh"))), other);
    assert!(!has(&at(&house()), "gin"));
    assert_eq!(forbidden::<GinRummy>(&at(&house()), "gin"), "GR-O8");
    for (big_gin, bonus) in [(json!(31), 31), (json!(50), 50)] {
        let state = at(&json!({ "bigGin": big_gin }));
        assert!(has(&state, "gin") && has(&state, "gin Jd") && has(&state, "discard Jd"));
        let state = play::<GinRummy>(state, &["gin"]);
        assert_eq!(points(&state), [i32::from(other) + bonus, 0]);
        assert_eq!((detail(&state).1, state.face_down), (How::BigGin, None));
    }
}

const T10: [&str; 2] = ["2c 4d 6h 8s Tc Qd Ah 3s 5c 9d", "3c 5d 7h 9s Jc Kd 2h 4s 6c 8d"];

#[test]
fn gr_t10_after_two_passes_there_is_only_the_stock() {
    let state = dealt(&house(), T10, "7d", "Ks Qs");
    assert_eq!(legal::<GinRummy>(&state), ["pass", "upcard"]);
    assert_eq!(forbidden::<GinRummy>(&state, "stock"), "GR-S1");
    let state = play::<GinRummy>(state, &["pass"]);
    assert_eq!(GinRummy::actors(&state), SeatSet::only(Seat::new(1)), "the dealer is asked too");
    assert_eq!(legal::<GinRummy>(&state), ["pass", "upcard"]);
    let state = play::<GinRummy>(state, &["pass"]);
    assert_eq!(GinRummy::actors(&state), SeatSet::only(Seat::new(0)));
    assert_eq!(legal::<GinRummy>(&state), ["stock"]);
    assert_eq!(forbidden::<GinRummy>(&state, "upcard"), "GR-S1");
    assert_eq!(forbidden::<GinRummy>(&state, "pass"), "GR-S1");
    let state = play::<GinRummy>(state, &["stock"]);
    assert_eq!(state.pile.top(), "7d".parse().ok());
    let state = play::<GinRummy>(state, &["discard Ks"]);
    assert_eq!(state.pile.top(), "Ks".parse().ok());
    assert_eq!(legal::<GinRummy>(&state), ["stock", "upcard"]);
}

#[test]
fn gr_t10_the_dealer_who_takes_the_upcard_has_a_whole_turn() {
    let state = play::<GinRummy>(dealt(&house(), T10, "7d", "Ks Qs"), &["pass", "upcard", "discard Kd"]);
    assert_eq!(GinRummy::actors(&state), SeatSet::only(Seat::new(0)));
    assert_eq!(legal::<GinRummy>(&state), ["stock", "upcard"]);
}

#[test]
fn gr_t11_the_card_just_taken_is_not_discarded() {
    let taken =
        |preset: &str| play::<GinRummy>(dealt(&json!({ "preset": preset }), T10, "7d", "Ks"), &["upcard"]);
    for preset in ["house", "classic", "pagat"] {
        assert!(!has(&taken(preset), "discard 7d"));
        assert_eq!(forbidden::<GinRummy>(&taken(preset), "discard 7d"), "GR-O2", "{preset}");
    }
    assert!(has(&taken("denexa"), "discard 7d"));
    let later = play::<GinRummy>(taken("house"), &["discard Qd", "stock", "discard Kd", "stock"]);
    assert!(has(&later, "discard 7d"), "in a later turn it may go");
}

#[test]
fn gr_t11_neither_to_knock_nor_to_go_gin() {
    let hand = "4s 5s 6s 9h 9d 9s Jc Jd Jh 2d";
    let mut state = at(&house(), [hand, NOTHING.replace("Tc", "Ts").as_str()], "Ac", 20);
    state = play::<GinRummy>(state, &["upcard"]);
    assert_eq!(forbidden::<GinRummy>(&state, "knock Ac"), "GR-O2");
    assert!(has(&state, "knock 2d"), "with the ace in its place");
    assert_eq!(forbidden::<GinRummy>(&state, "gin Ac"), "GR-O2");
}

/// Returns a deal with one card above the two that are never drawn; seat 1 dealt.
fn last_draw(options: &Value) -> State {
    at(options, ["2c 4d 6h 8s Tc Qd Ah 3s 5c 7d", "3c 5d 7h 9s Jc Kd 2h 4s 6c 8d"], "Kh", 3)
}

#[test]
fn gr_t12_two_cards_in_the_stock_end_the_hand() {
    for (preset, dealer) in [("denexa", 0), ("house", 0), ("classic", 1), ("pagat", 1)] {
        let state = play::<GinRummy>(last_draw(&json!({ "preset": preset })), &["stock"]);
        assert_eq!(state.phase, Phase::Discard);
        let state = play::<GinRummy>(state, &["discard Tc"]);
        assert_eq!((state.phase, state.stock.len()), (Phase::Over, 2));
        let (winner, how, deadwood) = detail(&state);
        assert_eq!((winner, how, points(&state)), (None, How::Draw, vec![0, 0]));
        assert_eq!(deadwood[1], PLAIN.min(set("3c 5d 7h 9s Jc Kd 2h 4s 6c 8d")), "the least of the hand");
        assert_eq!(settled(&state).0.dealer, Seat::new(dealer), "{preset}");
    }
}

#[test]
fn gr_t12_a_turn_with_the_pile_leaves_the_stock_as_it_is() {
    let state = play::<GinRummy>(last_draw(&house()), &["upcard", "discard Tc"]);
    assert_eq!((state.phase, state.stock.len()), (Phase::Draw, 3));
}

#[test]
fn gr_t13_a_knock_in_the_last_turn_counts() {
    let hands = ["4s 5s 6s 9h 9d 9s Jc Jd Jh 2d", "3c 5d 7h 8s Tc Kd 2h 4c 6c 8d"];
    let state = play::<GinRummy>(at(&house(), hands, "Kh", 3), &["stock"]);
    let drawn = (state.hands[Seat::new(0)] - set(hands[0])).to_string();
    let state = play::<GinRummy>(state, &[&format!("knock {drawn}"), "done"]);
    assert_eq!((detail(&state).0, detail(&state).1), (Some(0), How::Knock));
}

/// Returns a hand with 4 or 5 left after the discard of the king.
fn oklahoma(upcard: &str, left: &str, options: &Value) -> State {
    let hand = format!("5s 6s 7s 9h 9d 9s Qc Qd Qh {left} Kc");
    at(options, [&hand, "2c 3d 6h 8d Tc Td Th 5d 7c 8h"], upcard, 20)
}

#[test]
fn gr_t14_oklahoma() {
    let options = json!({ "knockLimit": "oklahoma" });
    assert!(has(&oklahoma("4c", "4d", &options), "knock Kc"));
    assert_eq!(forbidden::<GinRummy>(&oklahoma("4c", "5c", &options), "knock Kc"), "GR-R5");
    assert_eq!(oklahoma("Jh", "4d", &options).limit, 10);
    assert!(!has(&oklahoma("Ad", "2d", &options), "knock Kc"));
    assert_eq!(forbidden::<GinRummy>(&oklahoma("Ad", "2d", &options), "knock Kc"), "GR-O12");
    assert!(has(&oklahoma("Ad", "8s", &options), "gin Kc"), "gin is always there");
    let one = json!({ "knockLimit": "oklahoma", "oklahomaAce": "one" });
    assert!(has(&oklahoma("Ad", "Ac", &one), "knock Kc"));
    assert!(!has(&oklahoma("Ad", "2d", &one), "knock Kc"));
    assert!(!has(&oklahoma("Td", "2d", &json!({ "knockLimit": "ginOnly" })), "knock Kc"));
}

/// GR-S11: the limit is that of the first upcard, independent of the pile.
#[test]
fn gr_t14_the_first_upcard_is_remembered() {
    let options = json!({ "knockLimit": "oklahoma" });
    let state = dealt(&options, T10, "7d", "Ks Qs");
    let state = play::<GinRummy>(state, &["upcard", "discard 2c"]);
    assert_eq!((state.limit, state.first_upcard), (7, "7d".parse().unwrap()));
}

#[test]
fn gr_t15_spades_count_twice() {
    let points = |preset: &str, left: u8, other: &str| {
        let options = json!({ "preset": preset, "knockLimit": "oklahoma", "spadesDouble": true });
        let left = if left == 3 { "3d" } else { "4d" };
        let mut state = play::<GinRummy>(oklahoma("4s", left, &options), &["knock Kc"]);
        state.hands[Seat::new(1)] = set(other);
        points(&play::<GinRummy>(state, &["done"]))
    };
    assert_eq!(points("house", 3, "Tc Jd"), [34, 0]);
    assert_eq!(points("house", 4, "4h"), [0, 20]);
    assert_eq!(points("classic", 4, "4h"), [0, 50]);
    let red = json!({ "knockLimit": "oklahoma", "spadesDouble": true });
    let mut state = play::<GinRummy>(oklahoma("4h", "3d", &red), &["knock Kc"]);
    state.hands[Seat::new(1)] = set("Tc Jd");
    assert_eq!(self::points(&play::<GinRummy>(state, &["done"])), [17, 0], "only spades");
}

#[test]
fn gr_t16_floating_oklahoma() {
    let options = json!({ "knockLimit": "floating" });
    let hand = "5s 6s 7s 9h 9d 9s Qc Qd Qh 5c";
    let state = at(&options, [hand, "2d 3d 6h 8d Tc Td Th 5d 7c 8h"], "2c", 20);
    assert_eq!(state.limit, 2);
    let state = play::<GinRummy>(state, &["stock"]);
    let drawn = (state.hands[Seat::new(0)] - set(hand)).to_string();
    assert_eq!(forbidden::<GinRummy>(&state, &format!("knock {drawn}")), "GR-R5");
    let state = play::<GinRummy>(state, &["discard 9d"]);
    assert_eq!(state.limit, 9);
    let state = play::<GinRummy>(state, &["upcard"]);
    assert_eq!(state.limit, 9, "taking the card changes nothing in this turn (GR-S10)");
}

#[test]
fn gr_t17_around_the_corner() {
    let hand = set("Qd Kd Ad 2d 5c 5h 5s 9c 9h 4s");
    assert_eq!(PLAIN.min(hand), 45);
    assert_eq!(Deadwood { corner: true, ace: 1 }.min(hand), 22);
    let state = |preset: &str| {
        at(&json!({ "preset": preset }), ["Qd Kd Ad 2d 5c 5h 5s 9c 9h 9s 4s", NOTHING], "Jc", 20)
    };
    assert!(has(&state("corner-denexa"), "gin 4s"));
    let own = "knock 4s : Qd Kd Ad / 5c 5h 5s / 9c 9h 9s";
    assert_eq!(play::<GinRummy>(state("corner-denexa"), &[own]).hands[Seat::new(0)], set("2d"));
    assert_eq!(forbidden::<GinRummy>(&state("denexa"), own), "GR-R14");
}

/// GR-S19: a run turns the corner at most once, in lay-offs too.
#[test]
fn gr_t17_lay_offs_turn_the_corner() {
    let knocker = "Qd Kd Ad 5c 5h 5s 9c 9h 9s 2s Jc";
    let other = "2d 3d Jd Td 4d 4h 4c 7s 7h 7c";
    let state = |options: &Value| play::<GinRummy>(at(options, [knocker, other], "Ts", 20), &["knock Jc"]);
    let state = state(&json!({ "preset": "corner-denexa" }));
    let state = play::<GinRummy>(state, &["layoff 2d > Qd Kd Ad", "layoff Td 3d Jd > Qd Kd Ad 2d"]);
    assert_eq!(state.melds[Seat::new(0)].iter().last().unwrap().to_string(), "Td Jd Qd Kd Ad 2d 3d");
    assert_eq!(detail(&play::<GinRummy>(state, &["done"])), (Some(1), How::Undercut, vec![2, 0]));
}

#[test]
fn gr_o15_gin_can_be_laid_off_on_and_so_cancelled() {
    let options = json!({ "layoffOnGin": true });
    let other = "7c 8c 8h 2c 2d 2h 3s 4s 5s 6s";
    let state = play::<GinRummy>(at(&options, [GIN, other], "Jc", 20), &["gin Ac"]);
    assert_eq!(state.phase, Phase::LayOff);
    let state = play::<GinRummy>(state, &["layoff 7c 8c > 4c 5c 6c"]);
    let some = play::<GinRummy>(state, &["done"]);
    assert_eq!((points(&some), detail(&some)), (vec![8 + 25, 0], (Some(0), How::Gin, vec![0, 8])));
    let state = play::<GinRummy>(state, &["layoff 8h > 9h Th Jh Qh", "done"]);
    assert_eq!((points(&state), detail(&state)), (vec![0, 0], (None, How::Draw, vec![0, 0])));
    assert_eq!(settled(&state).0.dealer, Seat::new(0), "as after any hand without a winner");
}

/// Returns a standing with these points and hands won.
fn after(options: &Value, points: [i32; 2], hands: [i32; 2]) -> Standing {
    let mut standing = standing(options);
    let game = standing.games[0].as_mut().unwrap();
    game.points = BySeat::new(2, |seat| points[seat.index()]);
    game.hands = BySeat::new(2, |seat| hands[seat.index()]);
    standing.points = game.points;
    standing
}

/// Returns the standing after a hand that seat 0 wins with `difference` points.
fn won(mut standing: Standing, difference: u8) -> (Standing, SeatSet) {
    let mut state = at(&house(), [T4_KNOCKER, NOTHING], "Jc", 20);
    standing.dealer = Seat::new(1);
    state.standing = standing;
    state.hands = BySeat::new(2, |_| CardSet::EMPTY);
    state.knock = Some(super::Knock { seat: Seat::new(0), going: super::Going::Knock });
    let cards = (CardSet::FULL - set("As")).iter().collect::<Vec<_>>();
    let mut left = difference;
    for card in cards.into_iter().rev() {
        if PLAIN.of(card) <= left {
            left -= PLAIN.of(card);
            state.hands[Seat::new(1)].insert(card);
        }
    }
    (state.phase, state.turn) = (Phase::Over, None);
    assert_eq!(points(&state), [i32::from(difference), 0]);
    settled(&state)
}

#[test]
fn gr_t18_a_game_is_settled_and_paid() {
    let (standing, winners) = won(after(&house(), [95, 60], [3, 3]), 7);
    assert_eq!(winners, SeatSet::only(Seat::new(0)));
    assert_eq!(GinRummy::totals(&standing).as_slice(), [302, 135]);
    let lines = super::score::bonuses(&standing);
    let written: Vec<_> = lines.iter().map(|line| (line.category, line.points.as_slice())).collect();
    assert_eq!(written, [("gameBonus", &[100, 0][..]), ("boxes", &[100, 75])]);
    // At five cents a point.
    assert_eq!(super::score::payments(&standing, 5).unwrap().as_slice(), [835, -835]);
}

#[test]
fn gr_t18_nothing_is_added_or_paid_before_the_end() {
    let (standing, winners) = won(after(&house(), [92, 60], [3, 3]), 7);
    assert_eq!((GinRummy::totals(&standing).as_slice(), winners), (&[99, 60][..], SeatSet::EMPTY));
    assert_eq!((super::score::bonuses(&standing), super::score::payments(&standing, 5)), (vec![], None));
}

#[test]
fn gr_t18_who_reaches_the_target_wins_even_with_the_lower_total() {
    let (standing, winners) = won(after(&house(), [95, 99], [0, 9]), 7);
    assert_eq!(winners, SeatSet::only(Seat::new(0)));
    assert_eq!(GinRummy::totals(&standing).as_slice(), [102 + 100 + 25, 99 + 225]);
}

#[test]
fn gr_t19_a_shut_out_doubles_the_game() {
    let total = |preset: &str, other: i32| {
        let boxes = i32::from(other > 0);
        let (standing, _) = won(after(&json!({ "preset": preset }), [98, other], [4, boxes]), 6);
        GinRummy::totals(&standing).as_slice().to_vec()
    };
    assert_eq!(total("classic", 0), [429, 0]);
    assert_eq!(total("house", 0), [329, 0]);
    assert_eq!(total("classic", 10), [329, 35]);
    assert_eq!(total("pagat", 0), [104 + 200 + 100, 0]);
}

#[test]
fn gr_t20_exactly_ten_is_enough() {
    let with = |last: &str| {
        let hand = format!("4s 5s 6s Ks Kh Kd Ac 2d 3h {last} Qc");
        at(&house(), [&hand, "2c 4h 6h 8s Tc Qd Ah 3s 5c 7d"], "Jc", 20)
    };
    assert!(has(&with("4d"), "knock Qc"));
    assert_eq!(forbidden::<GinRummy>(&with("5d"), "knock Qc"), "GR-R5");
}

/// GR-S7, GR-S4: the kind of going out follows from the melds laid down.
#[test]
fn gr_s7_no_deadwood_is_gin_and_some_is_a_knock() {
    let state =
        at(&house(), ["4s 5s 6s 9h 9d 9s Jc Jd Jh Js 2d", NOTHING.replace("6h", "Kh").as_str()], "Ac", 20);
    assert_eq!(forbidden::<GinRummy>(&state, "knock 2d"), "GR-S7");
    assert!(has(&state, "gin 2d") && has(&state, "discard 2d") && !has(&state, "knock 2d"));
    assert!(has(&state, "knock Js"));
    assert_eq!(forbidden::<GinRummy>(&state, "gin Js"), "GR-R8");
    let fewer = "knock 2d : 4s 5s 6s / 9d 9h 9s / Jc Jd Jh";
    assert_eq!(play::<GinRummy>(state, &[fewer]).hands[Seat::new(0)], set("Js"), "a gin hand may be knocked");
    assert_eq!(forbidden::<GinRummy>(&state, "gin 2d : 4s 5s 6s / 9d 9h 9s / Jc Jd Jh"), "GR-R8");
    assert_eq!(forbidden::<GinRummy>(&state, "knock 2d : 4s 5s 6s / 9d 9h 9s"), "GR-R5");
    assert_eq!(forbidden::<GinRummy>(&state, "knock Js : Jc Jd Js"), "GR-S3");
    assert_eq!(forbidden::<GinRummy>(&state, "knock Js : 4c 4d 4h"), "GR-R4");
    assert_eq!(forbidden::<GinRummy>(&state, "knock 7c"), "GR-R4");
}

/// GR-R4: a turn is a draw and a discard.
#[test]
fn gr_r4_a_turn_is_a_draw_and_a_discard() {
    let state = dealt(&json!({ "preset": "denexa" }), T10, "7d", "Ks Qs");
    assert_eq!(GinRummy::actors(&state), SeatSet::only(Seat::new(0)), "the non-dealer begins");
    assert_eq!(legal::<GinRummy>(&state), ["stock", "upcard"]);
    assert_eq!(forbidden::<GinRummy>(&state, "pass"), "GR-R4");
    assert_eq!(forbidden::<GinRummy>(&state, "discard 2c"), "GR-R4");
    assert_eq!(forbidden::<GinRummy>(&state, "done"), "GR-R6");
    let state = play::<GinRummy>(state, &["stock"]);
    assert_eq!(forbidden::<GinRummy>(&state, "stock"), "GR-R4");
    assert_eq!(forbidden::<GinRummy>(&state, "discard 7d"), "GR-R4");
    assert_eq!(legal::<GinRummy>(&state).len(), 11);
}

/// GR-R1: ten cards each, one at a time from the non-dealer, then the upcard and the stock in
/// order.
#[test]
fn gr_r1_the_deal() {
    let standing = standing(&house());
    let deck = deck("Ks Qs Js Ts 9s");
    let state = GinRummy::deal(&standing.options, &standing, &deck, &mut drop);
    assert!(state.hands[Seat::new(0)].contains_all(set("Ks Js 9s")), "seat 1 deals");
    assert!(state.hands[Seat::new(1)].contains_all(set("Qs Ts")));
    assert_eq!([0, 1].map(|seat| state.hands[Seat::new(seat)].len()), [10, 10]);
    assert_eq!((state.pile.top(), state.stock.len()), (Some(deck[20]), 31));
    assert_eq!(state.stock.top(), Some(deck[21]));
}

/// GR-S9: under `lastDiscardMayWin` the last discard may be taken only to go out at once.
#[test]
fn gr_s9_the_last_discard_may_win() {
    let options = json!({ "lastTwo": "lastDiscardMayWin" });
    let other = "4s 5s 6s 9h 9d 9s Jc Jd 2d 3c";
    let mine = "2c 4d 6h 8s Tc Qd Ah 3s 5c Jh";
    let state = play::<GinRummy>(at(&options, [mine, other], "Kh", 3), &["stock"]);
    let useless = play::<GinRummy>(state, &["discard Qd"]);
    assert_eq!((useless.phase, legal::<GinRummy>(&useless)), (Phase::LastDiscard, vec!["pass".to_owned()]));
    assert_eq!(forbidden::<GinRummy>(&useless, "upcard"), "GR-S9");
    assert_eq!(forbidden::<GinRummy>(&useless, "stock"), "GR-R9");
    assert_eq!(detail(&play::<GinRummy>(useless, &["pass"])).1, How::Draw);
    let useful = play::<GinRummy>(state, &["discard Jh"]);
    assert_eq!(legal::<GinRummy>(&useful), ["pass", "upcard"]);
    let taken = play::<GinRummy>(useful, &["upcard"]);
    assert_eq!(legal::<GinRummy>(&taken), ["knock 2d", "knock 3c"]);
    assert_eq!(forbidden::<GinRummy>(&taken, "discard 2d"), "GR-S9");
    let state = play::<GinRummy>(taken, &["knock 3c", "done"]);
    assert_eq!((detail(&state).0, detail(&state).1), (Some(1), How::Knock));
    let floating = json!({ "lastTwo": "lastDiscardMayWin", "knockLimit": "floating" });
    let state = play::<GinRummy>(at(&floating, [mine, other], "Kh", 3), &["stock", "discard Ah"]);
    assert_eq!(state.limit, 0, "the last discard sets the limit of that turn");
}

/// GR-O17: three games side by side.
#[test]
fn gr_o17_hollywood() {
    let options = json!({ "hollywood": true, "preset": "classic" });
    let points = |standing: &Standing| {
        standing.games.map(|game| game.map(|game| (game.points[Seat::new(0)], game.hands[Seat::new(0)])))
    };
    let (standing, _) = won(standing(&options), 20);
    assert_eq!(points(&standing), [Some((20, 1)), Some((0, 0)), Some((0, 0))]);
    let (standing, _) = won(standing, 30);
    assert_eq!(points(&standing), [Some((50, 2)), Some((30, 1)), Some((0, 0))]);
    let (standing, _) = won(standing, 10);
    assert_eq!(points(&standing), [Some((60, 3)), Some((40, 2)), Some((10, 1))]);
    assert_eq!(GinRummy::totals(&standing).as_slice(), [110, 0]);
    let (standing, winners) = won(standing, 40);
    // The first game is closed and settled, shut out: 100 + 200 + four boxes.
    assert_eq!(points(&standing), [Some((100, 4)), Some((80, 3)), Some((50, 2))]);
    assert_eq!((GinRummy::totals(&standing).as_slice()[0], winners), (100 + 300 + 80 + 50, SeatSet::EMPTY));
    let (standing, _) = won(standing, 20);
    assert_eq!(points(&standing), [Some((100, 4)), Some((100, 4)), Some((70, 3))]);
    let (standing, winners) = won(standing, 30);
    assert_eq!(winners, SeatSet::only(Seat::new(0)));
    assert_eq!(GinRummy::totals(&standing).as_slice(), [400 + 400 + 100 + 200 + 100, 0]);
    let boxes = super::score::bonuses(&standing).into_iter().find(|line| line.category == "boxes").unwrap();
    assert_eq!(boxes.amounts[Side::new(0)].map(|amount| amount.to_string()), Some("12".to_owned()));
    assert_eq!(super::score::payments(&standing, 1).unwrap().as_slice(), [1200, -1200]);
}

/// GR-O17: a first entry goes to the first game that is still open.
#[test]
fn gr_o17_a_closed_game_takes_no_entries() {
    let mut standing = standing(&json!({ "hollywood": true }));
    let first = standing.games[0].as_mut().unwrap();
    first.points[Seat::new(1)] = 120;
    first.hands[Seat::new(1)] = 3;
    first.winner = Some(Seat::new(1));
    standing.points[Seat::new(1)] = 120;
    let (standing, _) = won(standing, 20);
    let entries = standing.games.map(|game| game.unwrap().points[Seat::new(0)]);
    assert_eq!(entries, [0, 20, 0]);
}

/// GR-O11: the dealer after a hand with a winner. Seat 1 dealt, seat 0 won.
#[test]
fn gr_o11_who_deals_next() {
    for (next, dealer) in [("alternate", 0), ("loser", 1), ("winner", 0)] {
        let (standing, _) = won(standing(&json!({ "nextDealer": next })), 5);
        assert_eq!(standing.dealer, Seat::new(dealer), "{next}");
    }
}

/// Two players who take turns with the pile are stopped, but not before two thousand actions.
#[test]
fn a_deal_ends() {
    let mut state = dealt(&json!({ "preset": "denexa" }), T10, "7d", "Ks Qs");
    let mut actions = 0;
    while GinRummy::outcome(&state).is_none() {
        let seat = GinRummy::actors(&state).first().unwrap();
        let card = state.pile.top().unwrap();
        GinRummy::apply_quietly(&mut state, seat, super::Action::Upcard);
        GinRummy::apply_quietly(&mut state, seat, super::Action::Discard(card));
        actions += 2;
    }
    assert!(actions > 2000 && actions <= GinRummy::MAX_ACTIONS, "{actions}");
    assert_eq!(detail(&state).1, How::Draw);
}

/// Hands, cards drawn from the stock and the knocker's face-down discard are hidden.
#[test]
fn hidden_cards_stay_hidden() {
    let (one, two) = (Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)));
    let redacted = |event: Event, viewer| GinRummy::redact(&event, viewer).unwrap();
    let (seat, card) = (Seat::new(1), "7d".parse().unwrap());
    let hand = |hand| Event::Dealt { seat, hand };
    let open = Holding::Open(set("Ac 2d 3h"));
    let drew = |card| Event::Drew { seat, card };
    let out = |discard| Event::WentOut {
        seat,
        going: super::Going::Knock,
        melds: "4c 4d 4h".parse().unwrap(),
        unmelded: set("2h"),
        discard: Some(discard),
    };
    let single = Holding::Open(set("7d"));
    assert_eq!(redacted(hand(open), two), hand(open));
    assert_eq!((redacted(drew(single), two), redacted(out(single), two)), (drew(single), out(single)));
    for viewer in [one, Viewer::Public] {
        assert_eq!(redacted(hand(open), viewer), hand(Holding::Closed(3)));
        assert_eq!(redacted(drew(single), viewer), drew(Holding::Closed(1)));
        assert_eq!(redacted(out(single), viewer), out(Holding::Closed(1)));
    }
    let public = [
        Event::TurnedUp { card },
        Event::Passed { seat },
        Event::Took { seat, card },
        Event::Discarded { seat, card },
        Event::LaidOff {
            seat,
            cards: set("4s"),
            meld: "4c 4d 4h".parse().unwrap(),
            grown: "4c 4d 4h 4s".parse().unwrap(),
        },
        Event::Shown { seat, melds: Melds::EMPTY, unmelded: set("7d") },
        Event::TurnedOver { card },
        Event::StockEnded,
    ];
    for event in public {
        assert!(
            [one, two, Viewer::Public].iter().all(|viewer| redacted(event, *viewer) == event),
            "{event:?}"
        );
    }
}

/// A card taken from the pile stays in that hand in every determinization, until it is shown. The
/// sent view has only the top of the pile.
#[test]
fn views_remember_the_cards_taken() {
    let state = play::<GinRummy>(dealt(&house(), T10, "7d", "Ks Qs"), &["upcard", "discard 2c", "stock"]);
    let view = GinRummy::view(&state, Viewer::Seat(Seat::new(1)));
    let mut rng = Rng::from_number(3);
    for _ in 0..50 {
        let sample = GinRummy::determinize(&view, &mut rng);
        assert!(sample.hands[Seat::new(0)].contains("7d".parse().unwrap()));
    }
    let sent = serde_json::to_string(&view).unwrap();
    let state = play::<GinRummy>(state, &["discard Kd"]);
    let later = serde_json::to_string(&GinRummy::view(&state, Viewer::Public)).unwrap();
    assert!(sent.contains("\"upcard\":\"2c\"") && !later.contains("2c"), "the pile is squared: {later}");
}

/// A card that the knocker took from the pile and does not show must be the face-down discard.
#[test]
fn the_card_face_down_is_hidden_until_the_end() {
    let hand = "4s 5s 6s 9h 9d 9s Jc Jd Jh 2d";
    let state = at(&house(), [hand, NOTHING.replace("Tc", "Ts").as_str()], "Kh", 20);
    let state = play::<GinRummy>(state, &["stock"]);
    let drawn = (state.hands[Seat::new(0)] - set(hand)).first().unwrap();
    let state = play::<GinRummy>(state, &[&format!("knock {drawn}")]);
    let face_down = |state: &State, viewer| GinRummy::view(state, viewer).face_down;
    let other = Viewer::Seat(Seat::new(1));
    assert_eq!(face_down(&state, other), Some(Holding::Closed(1)));
    assert_eq!(face_down(&state, Viewer::Public), Some(Holding::Closed(1)));
    let open = Some(Holding::Open(CardSet::only(drawn)));
    assert_eq!(face_down(&state, Viewer::Seat(Seat::new(0))), open);
    let mut rng = Rng::from_number(4);
    let view = GinRummy::view(&state, other);
    let mut guessed = CardSet::EMPTY;
    for _ in 0..200 {
        let sample = GinRummy::determinize(&view, &mut rng);
        guessed = guessed | CardSet::only(sample.face_down.unwrap());
    }
    assert!(guessed.len() > 10, "it could be any card: {guessed}");
    let mut events = Vec::new();
    let mut state = state;
    GinRummy::apply(&mut state, Seat::new(1), super::Action::Done(None), &mut |event| events.push(event));
    assert_eq!(events.last(), Some(&Event::TurnedOver { card: drawn }), "GR-S3");
    assert_eq!(face_down(&state, other), open);
}

#[test]
fn a_card_taken_and_not_shown_is_the_one_face_down() {
    let hand = "4s 5s 6s 9h 9d 9s Jc Jd 2d Ac";
    let mut state = at(&house(), [hand, NOTHING.replace("Tc", "Ts").as_str()], "Kh", 20);
    state = play::<GinRummy>(state, &["upcard", "discard Ac"]);
    state = play::<GinRummy>(state, &["stock", "discard Ts", "stock"]);
    state.hands[Seat::new(0)] = set("4s 5s 6s 9h 9d 9s Jc Jd Jh 2d Kh");
    let state = play::<GinRummy>(state, &["knock Kh"]);
    let view = GinRummy::view(&state, Viewer::Seat(Seat::new(1)));
    let sample = GinRummy::determinize(&view, &mut Rng::from_number(1));
    assert_eq!(sample.face_down, "Kh".parse().ok());
}

/// A spectator's view holds the discards of each seat, which the opponent declined.
#[test]
fn views_remember_the_discards_of_each_seat() {
    let state =
        at(&house(), ["4s 5s 6s 9h 9d 9s Jc Jd 2d Ac", NOTHING.replace("Tc", "Ts").as_str()], "Kh", 20);
    let state = play::<GinRummy>(state, &["stock", "discard 2d", "stock", "discard Ts"]);
    let discarded = |state: &State| {
        let view = GinRummy::view(state, Viewer::Seat(Seat::new(0)));
        view.discarded.as_slice().to_vec()
    };
    assert_eq!(discarded(&state), [set("2d"), set("Ts")]);
    let state = play::<GinRummy>(state, &["upcard", "discard Jc"]);
    assert_eq!(discarded(&state), [set("2d Jc"), CardSet::EMPTY], "the ten was taken");
}

/// Determinizations fit the opponent's play: a player who declined a king and discarded a queen
/// seldom holds a pair of either.
#[test]
fn determinizations_fit_what_the_other_has_declined_and_discarded() {
    let hand = "4s 5s 6s 9h 9d 9s Jc Jd 2d Ac";
    let mut state = at(&house(), [hand, NOTHING.replace("Tc", "Ts").as_str()], "Ks", 31);
    state = play::<GinRummy>(state, &["stock", "discard Jc", "stock", "discard Qd"]);
    let info = SmallState::information_set(&GinRummy::view(&state, Viewer::Seat(Seat::new(0)))).unwrap();
    let mut rng = Rng::from_number(3);
    let mut pairs = |kept: &str, draw: &dyn Fn(&mut Rng) -> SmallState| {
        let holds = |sample: SmallState| (sample.hand_of(Seat::new(1)) & set(kept)).len() >= 2;
        (0..4000).filter(|_| holds(draw(&mut rng))).count()
    };
    for kept in ["Js Jh", "Qc Qh Qs"] {
        let fitting = pairs(kept, &|rng| SmallState::draw(&info, rng));
        let any = pairs(kept, &|rng| SmallState::draw_improved(&info, rng));
        assert!(4 * fitting < 3 * any, "{kept}: {fitting} of {any}");
    }
}

/// The search maximizes points, because they decide the game. Gin with 20 is worth exactly three
/// knocks with 15, without regard to boxes.
#[test]
fn a_search_plays_for_points() {
    let worth = |going, left| {
        let knock = Some(super::Knock { seat: Seat::new(0), going });
        let deadwood = BySeat::new(2, |seat| if seat == Seat::new(0) { 0 } else { left });
        let tally = super::Tally { knock, deadwood, first_upcard_is_spade: false };
        tally.outcome(&setup(&house()).options).returns[Seat::new(0)]
    };
    let (knock, gin) = (worth(super::Going::Knock, 15), worth(super::Going::Gin, 20));
    assert!((gin - 3.0 * knock).abs() < 1e-6, "{gin} and {knock}");
}

/// A view holds everything a page needs, so that the page needs no rules.
#[test]
fn a_view_holds_the_best_arrangement_of_its_own_hand() {
    let hand = "4s 5s 6s 9h 9d 9s Jc Jd 2d Ac";
    let state = at(&house(), [hand, NOTHING.replace("Tc", "Ts").as_str()], "Kh", 20);
    let of = |viewer| GinRummy::view(&state, viewer);
    let own: View = of(Viewer::Seat(Seat::new(0)));
    let arrangement = own.arrangement.unwrap();
    assert_eq!(arrangement.melds.to_string(), "4s 5s 6s / 9d 9h 9s");
    assert_eq!((arrangement.deadwood, own.limit), (23, 10));
    assert_eq!(of(Viewer::Public).arrangement, None);
    assert_eq!(of(Viewer::Seat(Seat::new(1))).arrangement.unwrap().deadwood, 56);
}

/// A full match of bots ends, replays and is settled.
#[test]
fn a_match_ends() {
    let options = setup(&json!({ "preset": "pagat", "hollywood": true }));
    let mut game = Match::<GinRummy>::new(options.clone(), Seat::new(0)).unwrap();
    let mut heuristic = GinRummy::bot("heuristic").unwrap();
    let mut rng = Rng::from_number(1);
    for n in 0..200 {
        if let engine::Phase::Over(winners) = game.phase() {
            let totals = game.totals();
            let best = totals.as_slice().iter().max().copied();
            assert!(winners.iter().all(|seat| Some(totals[seat]) == best));
            assert!(super::score::payments(game.standing(), 5).is_some());
            return;
        }
        let deck = engine::shuffled_deck::<GinRummy>(&options.options, &cards::Seed::from_number(5), n);
        game.deal(&deck, &mut drop).unwrap();
        while let Some(seat) = game.actors().first() {
            let seen = engine::Observation::new(game.state().unwrap(), Viewer::Seat(seat));
            let action = heuristic.choose(&seen, seat, &mut rng);
            game.check(seat, action).unwrap().play(&mut drop);
        }
    }
    panic!("two hundred hands and no end");
}

#[test]
fn typed_commands() {
    check_lines::<GinRummy>(
        &["discard 7d", "discard Kd", "knock Kd", "gin"],
        &[
            ("stock", "stock"),
            ("pesca", "stock"),
            ("take", "upcard"),
            ("passo", "pass"),
            ("discard 10h", "discard Th"),
            ("bussa kd", "knock Kd"),
            ("gin", "gin"),
            ("gin 2c", "gin 2c"),
            ("layoff 8s 9s on 5s 6s 7s", "layoff 8s 9s > 5s 6s 7s"),
            ("attacca 8s su 5s 6s 7s", "layoff 8s > 5s 6s 7s"),
            ("knock Kd : 4c 4d 4h / 5s 6s 7s", "knock Kd : 4c 4d 4h / 5s 6s 7s"),
            ("knock Kd: 4c 4d 4h/5s 6s 7s", "knock Kd : 4c 4d 4h / 5s 6s 7s"),
            ("done", "done"),
            ("7d", "discard 7d"),
            ("kd", "choice Kd"),
            ("2c", "discard 2c"),
            ("discard 7y", "card 7y"),
            ("dance with me", "words dance with me"),
            ("7d 8d", "words 7d 8d"),
            ("", "words "),
        ],
    );
}
