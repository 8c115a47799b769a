//! Tests of the laws, then one test per number of the rule book.

use super::{Action, Ending, Event, Options, Stage, Standing, State, ThirtyOne, value};
use crate::fishing::position::{forbidden, legal, play, set};
use cards::{BySeat, Card, CardSet, Holding, Rng, Seat, SeatSet, Seed, Viewer, parse_cards};
use engine::command::check_lines;
use engine::{
    Entry, Game, Half, Match, Observation, OptionValue, Phase, PlayError, Ruleset, Settlement, Setup,
    check_laws, check_laws_of, shuffled_deck,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the rules of `options`, written as in a record.
fn setup(seats: u8, options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    let others = given.into_iter().filter(|(key, _)| key != "preset").collect();
    Setup::new(options["preset"].as_str(), seats, others).unwrap_or_else(|error| panic!("{error}"))
}

fn preset(id: &str) -> Value {
    json!({ "preset": id })
}

fn seat(seat: u8) -> Seat {
    Seat::new(seat)
}

fn seats(seats: &[u8]) -> SeatSet {
    seats.iter().map(|seat| Seat::new(*seat)).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Returns a deck that deals these hands, the first to seat 0, followed by `next`: the upcard and
/// the stock.
///
/// The others follow in canonical order. Seat 0 begins.
fn deck(hands: &[&str], next: &str) -> Vec<Card> {
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| parse_cards(hand).unwrap()).collect();
    let mut first: Vec<Card> = (0..3).flat_map(|round| hands.iter().map(move |hand| hand[round])).collect();
    first.extend(parse_cards(next).unwrap());
    let rest = CardSet::FULL - first.iter().copied().collect();
    first.into_iter().chain(rest).collect()
}

/// Returns a deal of these hands in which seat 0 begins and all players have all their lives.
fn dealt(options: &Value, hands: &[&str], next: &str) -> State {
    let lives = setup(hands.len() as u8, options).options.lives;
    with_lives(options, &vec![lives; hands.len()], hands, next)
}

/// Returns the same deal with these lives. All players are in.
fn with_lives(options: &Value, lives: &[i32], hands: &[&str], next: &str) -> State {
    let options = setup(hands.len() as u8, options).options;
    let mut standing = ThirtyOne::initial_standing(&options, Seat::new(hands.len() as u8 - 1));
    standing.lives = standing.lives.map(|seat, _| lives[seat.index()]);
    ThirtyOne::deal(&options, &standing, &deck(hands, next), &mut drop)
}

/// Returns the lives that each seat loses in a finished deal.
fn lost(state: &State) -> Vec<i32> {
    ThirtyOne::detail(state).lost.as_slice().iter().map(|lost| i32::from(*lost)).collect()
}

/// Returns the ending of a deal, or `None` before the end.
fn ended(state: &State) -> Option<Ending> {
    match state.stage {
        Stage::Over(showdown) => Some(showdown.ending),
        _ => None,
    }
}

/// Returns the lives after a deal, the winners, and the next dealer.
fn settled(state: &State) -> (Vec<i32>, SeatSet, Seat) {
    let (standing, winners) = match ThirtyOne::settle(state) {
        Settlement::NextDeal(standing) => (standing, SeatSet::EMPTY),
        Settlement::MatchOver(standing, winners) => (standing, winners),
    };
    (standing.lives.as_slice().to_vec(), winners, standing.dealer)
}

fn whole(value: i32) -> Option<Half> {
    Some(Half::from(value))
}

/// Returns the value of three cards.
fn worth(options: &Value, hand: &str) -> Half {
    Half::from_halves(i32::from(value::halves(&setup(2, options).options, set(hand))))
}

/// Draws from the stock and discards the drawn card.
fn pass(state: State) -> State {
    let drawn = play::<ThirtyOne>(state, &["stock"]);
    let seat = ThirtyOne::actors(&drawn).first().unwrap();
    let card = (drawn.hands[seat] - state.hands[seat]).first().unwrap();
    play::<ThirtyOne>(drawn, &[&format!("discard {card}")])
}

#[test]
fn keeps_the_laws() {
    for preset in Options::PRESETS {
        for seats in preset.seats {
            check_laws::<ThirtyOne>(&setup(*seats, &json!({ "preset": preset.id })), 12);
        }
    }
}

/// Covers every value of every option at least once, and once players so timid that the stock runs
/// out.
#[test]
fn keeps_the_laws_whatever_the_options() {
    let tables = [
        (2, json!({ "handValue": "literalPair", "threeOfKind": 30, "lives": 1 })),
        (3, json!({ "threeOfKind": 30.5, "blitzLosers": "allOthersKnockerTwo", "lives": 2 })),
        (3, json!({ "blitzLosers": "allOthers", "tieLowest": "nobody", "lives": 1, "freeLife": false })),
        (4, json!({ "tieLowest": "allLose", "knockerDouble": "lowestOrTied", "lives": 2 })),
        (2, json!({ "knockerDouble": "never", "knockFirstTurn": "afterFirstRound", "lives": 9 })),
        (5, json!({ "doubleOverflow": "sequential", "lives": 1 })),
        (3, json!({ "sameUpcardDiscard": "allowed", "stockEmpty": "showdown", "lives": 2 })),
        (9, json!({ "stockEmpty": "showdown", "knockFirstTurn": "afterFirstRound" })),
        (4, json!({ "blitzOnDeal": "afterFirstTurn", "lives": 3 })),
    ];
    for (seats, options) in &tables {
        check_laws::<ThirtyOne>(&setup(*seats, options), 8);
        check_laws_of::<ThirtyOne>(&setup(*seats, options), 2, timid);
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

/// Whether the action is neither a knock nor a draw of the upcard.
fn timid(action: &Action) -> bool {
    !matches!(action, Action::Knock | Action::Upcard)
}

/// The discards are reshuffled during the deal, and views remember the cards seen before.
#[test]
fn keeps_the_laws_when_the_stock_runs_out() {
    for seats in [2, 5, 9] {
        check_laws_of::<ThirtyOne>(&setup(seats, &json!({})), 3, timid);
        // The upcard is taken as well, so that hands hold openly taken cards when the shuffle
        // comes.
        check_laws_of::<ThirtyOne>(&setup(seats, &json!({})), 3, |action| *action != Action::Knock);
    }
}

/// In a full match, players who are out see no more than the public view.
#[test]
fn players_who_are_out_see_the_public_view() {
    let setup = setup(5, &json!({ "lives": 1, "freeLife": false, "blitzLosers": "allOthers" }));
    let mut rng = Rng::from_number(31);
    let mut found = 0;
    for n in 0..20 {
        let mut game = Match::<ThirtyOne>::new(setup.clone(), seat(0)).unwrap();
        while game.phase() == Phase::Between {
            let deck = shuffled_deck::<ThirtyOne>(
                &setup.options,
                &Seed::from_number(n),
                game.results().len() as u64,
            );
            game.deal(&deck, &mut drop).unwrap();
            while game.phase() == Phase::Playing {
                let state = *game.state().unwrap();
                let public = Observation::<ThirtyOne>::new(&state, Viewer::Public);
                for out in Seat::all(5).filter(|seat| !state.standing.playing.contains(*seat)) {
                    assert_eq!(Observation::<ThirtyOne>::new(&state, Viewer::Seat(out)), public);
                    assert_eq!(public.view.hands[out], Holding::Closed(0));
                    assert_eq!(public.view.values[out], None);
                    found += 1;
                }
                let actor = game.actors().first().unwrap();
                let mut actions = Vec::new();
                ThirtyOne::legal_actions(&state, actor, &mut actions);
                game.check(actor, rng.pick(&actions)).unwrap().play(&mut drop);
            }
        }
        let Phase::Over(winners) = game.phase() else { panic!("a match ends") };
        assert_eq!(winners.len(), 1);
        let last = winners.first().unwrap();
        let totals = game.totals();
        assert!(totals.iter().all(|(seat, lives)| (lives > 0) == (seat == last)), "{totals:?}");
    }
    assert!(found > 100, "players went out");
}

#[test]
fn all_cards_but_the_stock_are_known_at_the_end() {
    let state = play::<ThirtyOne>(
        dealt(&json!({}), &["2c 3d 4h", "5c 6d 7h"], "9s Ts"),
        &["knock", "stock", "discard Ts"],
    );
    for viewer in Viewer::all(2) {
        let view = ThirtyOne::view(&state, viewer);
        assert_eq!(view.unseen().len(), state.stock.len());
        assert_eq!(ThirtyOne::determinize(&view, &mut Rng::from_number(1)).hands, state.hands);
    }
}

/// A determinization after a shuffle keeps the cards that were taken openly, and excludes cards
/// that cannot have been drawn since.
#[test]
fn determinizations_remember_what_was_seen() {
    let mut state = dealt(&json!({}), &["2c 3d 4h", "5c 6d 7h"], "9s");
    state = play::<ThirtyOne>(state, &["upcard", "discard 2c"]);
    while !matches!(state.stage, Stage::Shuffle(_)) {
        let before = ThirtyOne::actors(&state).first().unwrap();
        state = if state.stock.is_empty() { play::<ThirtyOne>(state, &["stock"]) } else { pass(state) };
        assert!(before == seat(0) || before == seat(1));
    }
    let order = engine::shuffle_due::<ThirtyOne>(&state).unwrap();
    let Stage::Shuffle(drawer) = state.stage else { unreachable!() };
    engine::shuffle::<ThirtyOne>(&mut state, &order, &mut drop);
    let shuffled: CardSet = order.iter().copied().collect();
    let mut rng = Rng::from_number(7);
    for _ in 0..50 {
        for viewer in Viewer::all(2) {
            let sample = ThirtyOne::determinize(&ThirtyOne::view(&state, viewer), &mut rng);
            assert!(sample.hands[seat(0)].contains(card("9s")), "it was taken from the pile");
            assert_eq!((sample.hands[drawer] & shuffled).len(), 1, "only what was drawn since");
            assert!((sample.hands[drawer.next(2)] & shuffled).is_empty(), "nothing was drawn since");
        }
    }
}

/// For each event, the redacted form of every viewer.
#[test]
fn redaction_per_viewer() {
    let hand = set("2c 3d 4h");
    let others = [Viewer::Seat(seat(1)), Viewer::Seat(seat(2)), Viewer::Public];
    let redacted = |event: Event, viewer| serde_json::to_value(ThirtyOne::redact(&event, viewer)).unwrap();
    let own = Viewer::Seat(seat(0));

    let event = Event::Dealt { seat: seat(0), hand: Holding::Open(hand) };
    assert_eq!(
        redacted(event, own),
        json!({ "event": "dealt", "seat": 0, "hand": { "open": ["2c", "3d", "4h"] } })
    );
    for viewer in others {
        assert_eq!(redacted(event, viewer), json!({ "event": "dealt", "seat": 0, "hand": { "closed": 3 } }));
    }
    let event = Event::Drew { seat: seat(0), card: Some(card("Ks")) };
    assert_eq!(redacted(event, own), json!({ "event": "drew", "seat": 0, "card": "Ks" }));
    for viewer in others {
        assert_eq!(redacted(event, viewer), json!({ "event": "drew", "seat": 0, "card": null }));
    }
    let public = [
        (Event::TurnedUp { card: card("9s") }, json!({ "event": "turnedUp", "card": "9s" })),
        (
            Event::TookUpcard { seat: seat(0), card: card("9s") },
            json!({ "event": "tookUpcard", "seat": 0, "card": "9s" }),
        ),
        (
            Event::Discarded { seat: seat(0), card: card("9s") },
            json!({ "event": "discarded", "seat": 0, "card": "9s" }),
        ),
        (
            Event::Knocked { seat: seat(0), last_turns: seats(&[1, 2]) },
            json!({ "event": "knocked", "seat": 0, "lastTurns": [1, 2] }),
        ),
        (Event::Reshuffled { cards: 40 }, json!({ "event": "reshuffled", "cards": 40 })),
        (Event::Out { seat: seat(2) }, json!({ "event": "out", "seat": 2 })),
        (
            Event::Shown {
                ending: Ending::Knock,
                blitz: SeatSet::EMPTY,
                hands: BySeat::filled(1, hand),
                values: BySeat::filled(1, Some(Half::from_halves(61))),
                lost: BySeat::filled(1, 2),
            },
            json!({
                "event": "shown", "ending": "knock", "blitz": [], "hands": [["2c", "3d", "4h"]],
                "values": [30.5], "lost": [2],
            }),
        ),
    ];
    for (event, expected) in public {
        for viewer in others.into_iter().chain([own]) {
            assert_eq!(redacted(event, viewer), expected, "{viewer:?}");
        }
    }
}

/// Each event is emitted once, in order.
#[test]
fn events_come_in_order() {
    let options = setup(2, &json!({ "lives": 1, "freeLife": false })).options;
    let standing = ThirtyOne::initial_standing(&options, seat(1));
    let mut events = Vec::new();
    let mut record_event = |event: Event| {
        events.push(serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned());
    };
    let mut state =
        ThirtyOne::deal(&options, &standing, &deck(&["2c 3d 4h", "5c 6d 7h"], "9s Ts"), &mut record_event);
    for (who, text) in [(0, "upcard"), (0, "discard 2c"), (1, "knock"), (0, "stock"), (0, "discard Ts")] {
        let action = ThirtyOne::read_action(&state, text).unwrap();
        ThirtyOne::apply(&mut state, seat(who), action, &mut record_event);
    }
    let expected = [
        "dealt",
        "dealt",
        "turnedUp",
        "tookUpcard",
        "discarded",
        "knocked",
        "drew",
        "discarded",
        "shown",
        "out",
    ];
    assert_eq!(events, expected);
}

#[test]
fn the_value_of_ones_own_hand_is_always_shown() {
    let state = dealt(&json!({}), &["Kc Qc 4h", "5c 6d 7h"], "9c Ts");
    let values = |state: &State, viewer| ThirtyOne::view(state, viewer).values.as_slice().to_vec();
    assert_eq!(values(&state, Viewer::Seat(seat(0))), [whole(20), None]);
    assert_eq!(values(&state, Viewer::Seat(seat(1))), [None, whole(7)]);
    assert_eq!(values(&state, Viewer::Public), [None, None]);
    let state = play::<ThirtyOne>(state, &["upcard"]);
    assert_eq!(
        values(&state, Viewer::Seat(seat(0)))[0],
        whole(29),
        "of four cards, the best that may be kept"
    );
    let state = play::<ThirtyOne>(state, &["discard 4h", "knock", "stock", "discard Ts"]);
    assert_eq!(values(&state, Viewer::Public), [whole(29), whole(7)], "at the end all hands are shown");
}

#[test]
fn perft_is_what_it_is() {
    // Seat 0 draws or knocks. Then there are four discards, or three if the upcard stays.
    let state = dealt(&json!({}), &["2c 3d 4h", "5c 6d 7h"], "9s");
    let paths = |depth| engine::perft::<ThirtyOne>(&state, depth);
    assert_eq!((paths(1), paths(2), paths(3)), (3, 4 + 3 + 2, 7 * 3 + 4 + 3));
}

#[test]
fn th_t01_hands_that_count() {
    let values = ["As Ks Qs", "Th 9h 8h", "Ac 9c 2c"].map(|hand| worth(&json!({}), hand));
    assert_eq!(values, [31, 27, 22].map(Half::from));
    assert!(value::is_blitz(set("As Ks Qs")) && !value::is_blitz(set("Th 9h 8h")));
    // The fast check for 31 agrees with the value of every hand.
    let all: Vec<Card> = CardSet::FULL.iter().collect();
    let options = setup(2, &json!({})).options;
    let mut blitzes = 0;
    for (index, a) in all.iter().enumerate() {
        for (other, b) in all.iter().enumerate().skip(index + 1) {
            for c in &all[other + 1..] {
                let hand = [*a, *b, *c].into_iter().collect();
                assert_eq!(value::is_blitz(hand), value::halves(&options, hand) == 62, "{hand}");
                blitzes += u32::from(value::is_blitz(hand));
            }
        }
    }
    assert_eq!(blitzes, 4 * 6, "an ace and two of four tens, in four suits");
}

#[test]
fn th_t02_the_best_suit_or_the_pair_to_the_letter() {
    for (hand, best, literal) in [("Kc Ad 2d", 13, 13), ("2s 3s Ah", 11, 5), ("5h 6h Kd", 11, 11)] {
        assert_eq!(worth(&json!({}), hand), Half::from(best), "{hand}");
        assert_eq!(worth(&preset("denexa"), hand), Half::from(literal), "{hand}");
    }
}

#[test]
fn th_t03_three_suits_count_the_highest_card() {
    assert_eq!(worth(&json!({}), "Ks 9h 4d"), Half::from(10));
    assert_eq!(worth(&preset("denexa"), "Ks 9h 4d"), Half::from(10));
}

#[test]
fn th_t04_three_of_a_kind() {
    assert_eq!(worth(&json!({}), "7s 7h 7d"), Half::from(7));
    assert_eq!(worth(&json!({ "threeOfKind": 30 }), "7s 7h 7d"), Half::from(30));
    let half = worth(&json!({ "threeOfKind": 30.5 }), "7s 7h 7d");
    assert!(half > worth(&json!({}), "Ks Qs Ts") && half < worth(&json!({}), "As Qs Ts"));
    assert_eq!(worth(&json!({ "threeOfKind": 30.5 }), "7s 7h 8d"), Half::from(8), "only three");
    let state = dealt(&json!({ "threeOfKind": 30.5 }), &["7s 7h 7d", "Kc Qc Jc"], "2h 2d");
    let state = play::<ThirtyOne>(state, &["knock", "stock", "discard 2d"]);
    assert_eq!(lost(&state), [0, 1]);
    assert_eq!(
        serde_json::to_value(ThirtyOne::detail(&state)).unwrap(),
        json!({
            "values": [30.5, 30], "lost": [0, 1], "ended": "knock", "knocker": 0,
        })
    );
}

#[test]
fn th_t05_an_ace_and_a_ten_of_a_suit_are_no_blitz() {
    assert_eq!(worth(&json!({}), "As Ts Th"), Half::from(21));
    assert!(!value::is_blitz(set("As Ts Th")));
    let state = dealt(&json!({}), &["As Ts Th", "2c 3c 4d"], "9s");
    assert_eq!(state.stage, Stage::Draw(seat(0)), "the deal goes on");
}

#[test]
fn th_t06_after_a_knock_each_other_player_has_one_turn() {
    let mut state = pass(dealt(&json!({}), &["2c 3d 4h", "5c 6d 7h", "2h 3h 4c", "8c 9d Th"], "9s"));
    state = play::<ThirtyOne>(state, &["knock"]);
    for (turn, left) in [(2, &[2, 3, 0][..]), (3, &[3, 0]), (0, &[0])] {
        assert_eq!(ThirtyOne::actors(&state), seats(&[turn]));
        assert_eq!(legal::<ThirtyOne>(&state), ["stock", "upcard"], "no other seat may knock");
        assert_eq!(forbidden::<ThirtyOne>(&state, "knock"), "TH-S3");
        let view = ThirtyOne::view(&state, Viewer::Public);
        assert_eq!((view.knocker, view.last_turns), (Some(seat(1)), seats(left)));
        state = pass(state);
    }
    assert_eq!(ended(&state), Some(Ending::Knock));
}

/// Returns a deal in which P2 has knocked, and all others have drawn from the stock and discarded
/// the drawn card.
fn after_a_knock_of_the_second(options: &Value, lives: &[i32], hands: &[&str]) -> State {
    let mut state = pass(with_lives(options, lives, hands, "9s"));
    state = play::<ThirtyOne>(state, &["knock"]);
    (1..hands.len()).for_each(|_| state = pass(state));
    assert_eq!(ended(&state), Some(Ending::Knock));
    state
}

/// Values 20, 10, 10 and 27; the second player has knocked.
const TIED: [&str; 4] = ["Kd Qd 2c", "Ts 3h 4c", "Th 5s 6d", "9c Jc 8c"];

#[test]
fn th_t07_ties_for_the_lowest() {
    let lost = |options: &Value| lost(&after_a_knock_of_the_second(options, &[4; 4], &TIED));
    assert_eq!(lost(&json!({})), [0, 0, 1, 0], "the knocker is safe");
    assert_eq!(lost(&preset("denexa")), [0, 1, 1, 0], "all lose");
    assert_eq!(lost(&json!({ "tieLowest": "nobody" })), [0; 4]);
    assert_eq!(lost(&json!({ "tieLowest": "allLose", "knockerDouble": "lowestOrTied" })), [0, 2, 1, 0]);
    assert_eq!(lost(&json!({ "knockerDouble": "lowestOrTied" })), [0, 0, 1, 0]);
}

#[test]
fn th_t08_a_knocker_who_is_lowest_loses_two() {
    let hands = ["Kd Qd 2c", "9h 3s 4c", "Th 5s 6d", "7c Jc 8c"];
    let state = after_a_knock_of_the_second(&json!({}), &[4; 4], &hands);
    assert_eq!(lost(&state), [0, 2, 0, 0]);
    assert_eq!(settled(&state).0, [4, 2, 4, 4]);
    let lines = ThirtyOne::score_breakdown(&state);
    let points: Vec<_> = lines.iter().map(|line| (line.category, line.points.as_slice())).collect();
    assert_eq!(points, [("hand", &[0, -1, 0, 0][..]), ("double", &[0, -1, 0, 0])]);
    let never = after_a_knock_of_the_second(&json!({ "knockerDouble": "never" }), &[4; 4], &hands);
    assert_eq!(lost(&never), [0, 1, 0, 0]);
}

/// Returns a deal in which the second player knocks with the lowest hand, and the third makes 31 in
/// the last round.
fn a_blitz_after_a_knock(options: &Value) -> State {
    let hands = ["Kd Qd 2c", "3h 4s 5c", "Ah Kh 6d", "7c Jc 8c"];
    let state = pass(dealt(options, &hands, "9s 9d Qh"));
    play::<ThirtyOne>(state, &["knock", "stock", "discard 6d"])
}

#[test]
fn th_t09_a_blitz_in_the_last_round() {
    let state = a_blitz_after_a_knock(&json!({}));
    assert_eq!(ended(&state), Some(Ending::Blitz), "at once: the others have no turn any more");
    assert_eq!(lost(&state), [0, 1, 0, 0], "not doubled");
    assert_eq!(lost(&a_blitz_after_a_knock(&preset("denexa"))), [0, 1, 0, 0]);
    assert_eq!(lost(&a_blitz_after_a_knock(&preset("classic"))), [1, 1, 0, 1]);
    let twice = a_blitz_after_a_knock(&json!({ "blitzLosers": "allOthersKnockerTwo" }));
    assert_eq!(lost(&twice), [1, 2, 0, 1]);
    let detail = ThirtyOne::detail(&state);
    assert_eq!((detail.ended, detail.knocker), (Ending::Blitz, Some(seat(1))));
}

#[test]
fn th_t10_a_blitz_as_dealt() {
    let hands = ["Kd Qd Ad", "2c 3c 4h", "9c Tc Jh"];
    let deal = |options: &Value| dealt(options, &hands, "9s");
    let state = deal(&json!({}));
    assert_eq!(ended(&state), Some(Ending::Blitz));
    assert!(ThirtyOne::actors(&state).is_empty());
    assert_eq!(lost(&state), [0, 1, 0]);
    assert_eq!(lost(&deal(&preset("denexa"))), [0, 1, 0]);
    assert_eq!(lost(&deal(&preset("classic"))), [0, 1, 1]);
    let later = deal(&json!({ "blitzOnDeal": "afterFirstTurn" }));
    assert_eq!(later.stage, Stage::Draw(seat(0)));
    assert_eq!(ended(&play::<ThirtyOne>(later, &["knock"])), Some(Ending::Blitz), "a knock is a turn");
    let thrown = play::<ThirtyOne>(later, &["stock", "discard Ad"]);
    assert_eq!(thrown.stage, Stage::Draw(seat(1)), "no seat has to keep 31");
}

#[test]
fn th_t11_the_next_loss_without_a_life_puts_out() {
    let hands = ["Kd Qd 2c", "9h 3s 4c", "Th 5s 6d"];
    let state = after_a_knock_of_the_second(&json!({ "knockerDouble": "never" }), &[2, 0, 4], &hands);
    assert_eq!(ThirtyOne::view(&state, Viewer::Public).free_ride, seats(&[1]), "on the bill");
    assert_eq!(settled(&state), (vec![2, -1, 4], SeatSet::EMPTY, seat(0)));
    let Settlement::NextDeal(standing) = ThirtyOne::settle(&state) else { panic!("two are in") };
    assert_eq!(standing.playing, seats(&[0, 2]));
    let without = after_a_knock_of_the_second(
        &json!({ "knockerDouble": "never", "freeLife": false }),
        &[2, 1, 4],
        &hands,
    );
    assert_eq!(settled(&without).0, [2, 0, 4]);
    // All stakes are in the pot at the end, and the last player in wins it.
    let over = Standing { dealer: seat(0), lives: standing.lives, playing: seats(&[2]) };
    assert_eq!(super::score::payments(&over, 500).as_slice(), [-500, -500, 1000]);
    assert_eq!(super::score::payments(&standing, 500).as_slice(), [0, 0, 0]);
}

#[test]
fn th_t12_a_knocker_with_one_life_who_owes_two() {
    let hands = ["Kd Qd 2c", "9h 3s 4c", "Th 5s 6d"];
    let lives =
        |options: &Value, has: i32| settled(&after_a_knock_of_the_second(options, &[2, has, 4], &hands)).0[1];
    let cap = json!({});
    assert_eq!([3, 2, 1, 0].map(|has| lives(&cap, has)), [1, 0, 0, -1]);
    let sequential = json!({ "doubleOverflow": "sequential" });
    assert_eq!([3, 2, 1, 0].map(|has| lives(&sequential, has)), [1, 0, -1, -1]);
    for overflow in ["cap", "sequential"] {
        let none = json!({ "freeLife": false, "doubleOverflow": overflow });
        assert_eq!([3, 2, 1].map(|has| lives(&none, has)), [1, 0, 0], "{overflow}");
    }
}

#[test]
fn th_t13_no_player_loses_if_all_would_go_out() {
    let hands = ["Ts 2d 3c", "Th 4d 5c"];
    let over = |options: &Value| {
        let state = play::<ThirtyOne>(with_lives(options, &[0, 0], &hands, "9s 9d"), &["knock"]);
        pass(state)
    };
    let all = over(&json!({ "tieLowest": "allLose" }));
    assert_eq!(lost(&all), [0, 0]);
    assert_eq!(settled(&all), (vec![0, 0], SeatSet::EMPTY, seat(1)), "the same dealer deals again");
    let safe = over(&json!({}));
    assert_eq!(settled(&safe).0, [0, -1]);
    assert_eq!(settled(&safe).1, seats(&[0]), "the knocker wins");
}

#[test]
fn th_t14_thirty_one_is_declared_by_itself() {
    let state = play::<ThirtyOne>(dealt(&json!({}), &["As Ks 5d", "2c 3c 4h"], "9h Qs"), &["stock"]);
    assert_eq!(legal::<ThirtyOne>(&state).len(), 4, "no duty to keep it");
    assert_eq!(ended(&play::<ThirtyOne>(state, &["discard 5d"])), Some(Ending::Blitz));
    assert_eq!(play::<ThirtyOne>(state, &["discard As"]).stage, Stage::Draw(seat(1)));
}

#[test]
fn th_t15_no_knock_after_drawing() {
    let state = dealt(&json!({}), &["2c 3d 4h", "5c 6d 7h"], "9s");
    assert_eq!(legal::<ThirtyOne>(&state), ["knock", "stock", "upcard"]);
    assert_eq!(forbidden::<ThirtyOne>(&state, "discard 2c"), "TH-R3");
    let state = play::<ThirtyOne>(state, &["stock"]);
    assert_eq!(forbidden::<ThirtyOne>(&state, "knock"), "TH-R6");
    assert_eq!(forbidden::<ThirtyOne>(&state, "stock"), "TH-R3");
    assert_eq!(forbidden::<ThirtyOne>(&state, "upcard"), "TH-R3");
    assert_eq!(forbidden::<ThirtyOne>(&state, "discard 5c"), "TH-R3", "it is not in the hand");
}

#[test]
fn th_t16_the_upcard_just_taken() {
    let taken =
        |id: &str| play::<ThirtyOne>(dealt(&preset(id), &["2c 3d 4h", "5c 6d 7h"], "9s"), &["upcard"]);
    for id in ["house", "classic"] {
        assert_eq!(legal::<ThirtyOne>(&taken(id)), ["discard 2c", "discard 3d", "discard 4h"]);
        assert_eq!(forbidden::<ThirtyOne>(&taken(id), "discard 9s"), "TH-O9");
    }
    let back = play::<ThirtyOne>(taken("denexa"), &["discard 9s"]);
    assert_eq!(back.discards.top(), Some(card("9s")));
}

#[test]
fn th_t17_the_stock_runs_out() {
    let mut game = Match::<ThirtyOne>::new(setup(3, &json!({})), seat(2)).unwrap();
    game.deal(&deck(&["2c 3d 4h", "5c 6d 7h", "2h 3h 4c"], "9s"), &mut drop).unwrap();
    let draw = |game: &mut Match<ThirtyOne>| {
        let actor = game.actors().first().unwrap();
        game.check(actor, Action::Stock).unwrap().play(&mut drop);
        actor
    };
    let throw = |game: &mut Match<ThirtyOne>, actor: Seat| {
        // The highest card, so that no hand approaches 31.
        let card = game.state().unwrap().hands[actor].iter().last().unwrap();
        game.check(actor, Action::Discard(card)).unwrap().play(&mut drop);
    };
    for shuffles in 0..4 {
        let stock = game.state().unwrap().stock.len();
        // After a shuffle one card is drawn already, and its drawer has discarded one.
        assert_eq!(stock, if shuffles == 0 { 42 } else { 41 });
        for _ in 0..stock {
            let actor = draw(&mut game);
            throw(&mut game, actor);
        }
        if shuffles == 3 {
            break;
        }
        assert_eq!(game.state().unwrap().stock.len(), 0);
        let actor = draw(&mut game);
        assert!(game.actors().is_empty(), "no seat may act before the reshuffle");
        assert_eq!(game.check(actor, Action::Upcard).unwrap_err(), PlayError::ShuffleDue);
        let upcard = game.state().unwrap().discards.top().unwrap();
        let due = game.shuffle_due().unwrap();
        assert_eq!((due.len(), due.contains(&upcard)), (42, false), "everything but the top");
        assert!(game.shuffle(&due[1..], &mut drop).is_err(), "exactly the cards that are due");
        game.shuffle(&due, &mut drop).unwrap();
        let state = game.state().unwrap();
        assert_eq!(state.stage, Stage::Discard { seat: actor, taken: None });
        assert!(state.hands[actor].contains(due[0]), "the player has the first card of the new stock");
        assert_eq!((state.stock.len(), state.discards.as_slice()), (41, &[upcard][..]));
        throw(&mut game, actor);
    }
    // TH-S11: after the third reshuffle the empty stock ends the deal.
    let state = game.state().unwrap();
    assert_eq!(ended(state), Some(Ending::Showdown));
    assert_eq!(state.reshuffles, 3);
    let shuffles = game.record().deals[0].entries.iter().filter(|entry| matches!(entry, Entry::Shuffle(_)));
    assert_eq!(shuffles.count(), 3);
    let again = Match::replay(game.record().clone()).ok().unwrap();
    assert_eq!(again.state(), game.state());
}

#[test]
fn th_t18_a_tie_for_the_lowest_without_the_knocker() {
    // 25, which knocks, 10 and 10.
    let hands = ["Ts 2d 3c", "Kc Qc 5c", "Th 4d 6d"];
    assert_eq!(lost(&after_a_knock_of_the_second(&json!({}), &[4; 3], &hands)), [1, 0, 1]);
    assert_eq!(
        lost(&after_a_knock_of_the_second(&json!({ "tieLowest": "nobody" }), &[4; 3], &hands)),
        [0; 3]
    );
}

/// TH-O10: without a reshuffle, the deal ends with the turn that takes the last card.
#[test]
fn a_showdown_when_the_stock_is_empty() {
    let options = json!({ "stockEmpty": "showdown" });
    let hands = ["Ts 2d 3c", "Th 4d 5c"];
    let mut state = dealt(&options, &hands, "9s");
    state.stock = parse_cards("2s").unwrap().into_iter().collect();
    let state = pass(state);
    assert_eq!(ended(&state), Some(Ending::Showdown));
    assert_eq!(lost(&state), [1, 1], "a tie without a knock");
    // The knock precedes the stock: the turn that would come back to the knocker ends the deal by
    // the knock.
    let mut state = play::<ThirtyOne>(dealt(&options, &hands, "9s"), &["knock"]);
    state.stock = parse_cards("2s").unwrap().into_iter().collect();
    assert_eq!(ended(&pass(state)), Some(Ending::Knock));
}

/// TH-S11: a showdown neither doubles a penalty nor protects the knocker.
#[test]
fn a_showdown_knows_no_knocker() {
    let hands = ["Ts 2d 3c", "9h 4d 5c", "Th 4s 6d"];
    let mut state =
        play::<ThirtyOne>(pass(dealt(&json!({ "stockEmpty": "showdown" }), &hands, "9s")), &["knock"]);
    state.stock = parse_cards("2s").unwrap().into_iter().collect();
    let state = pass(state);
    assert_eq!(ended(&state), Some(Ending::Showdown));
    assert_eq!(lost(&state), [0, 1, 0]);
    assert_eq!(ThirtyOne::detail(&state).knocker, Some(seat(1)));
}

/// TH-S15: a deal in which players only pass the upcard on is stopped at the action limit.
#[test]
fn a_deal_that_would_not_end_is_shown() {
    let mut state = dealt(&preset("denexa"), &["2c 3d 4h", "5c 6d 7h"], "9s");
    let mut actions = 0;
    while let Some(actor) = ThirtyOne::actors(&state).first() {
        let action = match state.stage {
            Stage::Discard { taken: Some(card), .. } => Action::Discard(card),
            _ => Action::Upcard,
        };
        ThirtyOne::apply_quietly(&mut state, actor, action);
        actions += 1;
    }
    assert_eq!(ended(&state), Some(Ending::Showdown));
    assert!(actions > 2000 && actions <= ThirtyOne::MAX_ACTIONS, "{actions}");
}

/// TH-O8: a knock is illegal before every player has had a turn.
#[test]
fn the_first_round_without_a_knock() {
    let mut state =
        dealt(&json!({ "knockFirstTurn": "afterFirstRound" }), &["2c 3d 4h", "5c 6d 7h", "2h 3h 4c"], "9s");
    for _ in 0..3 {
        assert_eq!(legal::<ThirtyOne>(&state), ["stock", "upcard"]);
        assert_eq!(forbidden::<ThirtyOne>(&state, "knock"), "TH-O8");
        state = pass(state);
    }
    assert_eq!(legal::<ThirtyOne>(&state), ["knock", "stock", "upcard"]);
}

/// TH-S4, TH-S9, TH-S10: a player who holds 31 loses nothing. If all do, the same dealer deals
/// again.
#[test]
fn all_hold_thirty_one() {
    let both = dealt(&json!({}), &["Kd Qd Ad", "Kh Qh Ah"], "9s");
    assert_eq!((lost(&both), settled(&both).2), (vec![0, 0], seat(1)));
    assert_eq!(ThirtyOne::view(&both, Viewer::Public).blitz, seats(&[0, 1]));
    let two = dealt(&preset("classic"), &["Kd Qd Ad", "2c 3c 4s", "Kh Qh Ah"], "9s");
    assert_eq!((lost(&two), settled(&two).2), (vec![0, 1, 0], seat(0)));
}

/// TH-S2, TH-R1: dealing and play skip the seats that are out.
#[test]
fn seats_that_are_out_are_passed_over() {
    let options = setup(4, &json!({})).options;
    let mut standing = ThirtyOne::initial_standing(&options, seat(3));
    standing.lives = BySeat::new(4, |seat| if seat.index() == 0 { -1 } else { 1 });
    standing.playing = seats(&[1, 2, 3]);
    let deck = deck(&["2c 3d 4h", "5c 6d 7h", "2h 3h 4c"], "9s");
    let mut state = ThirtyOne::deal(&options, &standing, &deck, &mut drop);
    assert_eq!(state.hands[seat(0)], CardSet::EMPTY);
    assert_eq!(state.hands[seat(1)], set("2c 3d 4h"), "the first hand");
    for turn in [1, 2, 3, 1] {
        assert_eq!(ThirtyOne::actors(&state), seats(&[turn]));
        state = pass(state);
    }
    // The dealer is out; the next player still in deals.
    state = play::<ThirtyOne>(state, &["knock"]);
    state = pass(pass(state));
    let outcome = ThirtyOne::outcome(&state).unwrap();
    assert_eq!(outcome.returns[seat(0)], 0.0);
    let detail = ThirtyOne::detail(&state);
    assert_eq!((detail.values[seat(0)], detail.lost[seat(0)]), (None, 0));
}

#[test]
fn the_next_dealer_is_still_in() {
    let options = setup(3, &json!({ "freeLife": false, "lives": 1 })).options;
    let standing = ThirtyOne::initial_standing(&options, seat(0));
    // Seat 1 begins, goes out, and would have been the next dealer.
    let deck = deck(&["2c 3d 4h", "Kc Qc Jc", "Kh Qh Jh"], "9s");
    let state = play::<ThirtyOne>(ThirtyOne::deal(&options, &standing, &deck, &mut drop), &["knock"]);
    let state = pass(pass(state));
    assert_eq!(settled(&state), (vec![1, 0, 1], SeatSet::EMPTY, seat(2)));
}

#[test]
fn greedy_knocks_and_collects() {
    let choose = |state: &State| {
        let actor = ThirtyOne::actors(state).first().unwrap();
        let seen = Observation::new(state, Viewer::Seat(actor));
        ThirtyOne::bot("heuristic").unwrap().choose(&seen, actor, &mut Rng::from_number(1)).to_string()
    };
    assert_eq!(choose(&dealt(&json!({}), &["Ks Qs 9s", "2c 3c 4d"], "5h")), "knock");
    let collecting = dealt(&json!({}), &["Ks 9s 2d", "2c 3c 4d"], "8s");
    assert_eq!(choose(&collecting), "upcard");
    assert_eq!(choose(&play::<ThirtyOne>(collecting, &["upcard"])), "discard 2d");
    assert_eq!(choose(&dealt(&json!({}), &["Ks 9s 2d", "2c 3c 4d"], "3h")), "stock");
}

#[test]
fn actions_are_read_as_they_are_written() {
    let state = dealt(&json!({}), &["2c 3d 4h", "5c 6d 7h"], "9s");
    for text in ["stock", "upcard", "knock", "discard Th"] {
        assert_eq!(ThirtyOne::read_action(&state, text).unwrap().to_string(), text);
    }
    assert_eq!(ThirtyOne::read_action(&state, "discard 10H").unwrap().to_string(), "discard Th");
    for text in ["", "draw", "discard", "discard  4c", "discard 4c 5c", "knock 4c", "Stock"] {
        assert!(ThirtyOne::read_action(&state, text).is_err(), "{text}");
    }
}

#[test]
fn typed_commands() {
    check_lines::<ThirtyOne>(
        &[],
        &[
            ("stock", "stock"),
            ("s", "stock"),
            ("Draw", "stock"),
            ("take", "upcard"),
            ("prendi", "upcard"),
            ("k", "knock"),
            ("bussa", "knock"),
            ("discard 7d", "discard 7d"),
            ("scarta 10h", "discard Th"),
            ("scarta regina", "card regina"),
            ("scarta donna di cuori", "discard Qh"),
            ("Ks", "discard Ks"),
            ("discard 44", "card 44"),
            ("7y", "card 7y"),
            ("hello", "words hello"),
            ("discard", "words discard"),
            ("discard 4c 5c", "words discard 4c 5c"),
            ("knock 7d", "words knock 7d"),
            ("", "words "),
        ],
    );
}
