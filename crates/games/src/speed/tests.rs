//! Tests of the laws, then one test per number of the rule book.

use super::{Action, DiscardPile, Ending, Event, Illegal, Options, Speed, Stack, Stage, State};
use crate::fishing::position::set;
use cards::{BySeat, Card, CardSet, Holding, Pile, Rng, Seat, SeatSet, Seed, Viewer, parse_cards};
use engine::command::check_lines;
use engine::{
    Entry, Game, Match, OptionValue, Phase, PlayError, RuleViolation, Ruleset, Settlement, Setup, check_laws,
    check_laws_of, shuffled_deck,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Returns the rules of `options`, written as in a record.
fn setup(options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    let others = given.into_iter().filter(|(key, _)| key != "preset").collect();
    Setup::new(options["preset"].as_str(), 2, others).unwrap_or_else(|error| panic!("{error}"))
}

const A: Viewer = Viewer::Seat(Seat::new(0));
const B: Viewer = Viewer::Seat(Seat::new(1));

fn seat(seat: u8) -> Seat {
    Seat::new(seat)
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn pile<const N: usize>(text: &str) -> Pile<N> {
    parse_cards(text).unwrap().into_iter().collect()
}

/// Game after the first flip, as a test describes it. The last card of a pile is its top.
///
/// Unnamed cards are split evenly between the stocks. Without stocks they are at the bottom of the
/// left pile.
struct Position<'a> {
    options: Value,
    hands: [&'a str; 2],
    /// Tops of the stocks. `None` leaves the stocks empty.
    stocks: Option<[&'a str; 2]>,
    talons: [&'a str; 2],
    discards: [&'a str; 2],
}

impl Position<'_> {
    fn open(&self) -> State {
        self.open_with(&mut drop)
    }

    fn open_with(&self, emit: &mut impl FnMut(Event)) -> State {
        let options = setup(&self.options).options;
        let standing = Speed::initial_standing(&options, seat(0));
        let mut state = Speed::deal(&options, &standing, &options.deck(), &mut drop);
        let tops = self.stocks.unwrap_or_default();
        let named: CardSet = [self.hands, tops, self.talons, self.discards]
            .iter()
            .flatten()
            .flat_map(|text| set(text))
            .collect();
        let mut rest: Vec<Card> = (CardSet::FULL - named).into();
        let mut discards = self.discards.map(|text| parse_cards(text).unwrap());
        let mut stocks = [Vec::new(), Vec::new()];
        if self.stocks.is_some() {
            let to_first =
                (rest.len() + set(tops[1]).len() as usize - set(tops[0]).len() as usize).div_ceil(2);
            stocks = [rest.drain(..to_first).collect(), std::mem::take(&mut rest)];
        }
        discards[0].splice(..0, rest);
        for side in DiscardPile::BOTH {
            state.centre[side.index()] = Stack {
                discards: discards[side.index()].iter().copied().collect(),
                talon: pile(self.talons[side.index()]),
                recycled: false,
            };
        }
        for at in [seat(0), seat(1)] {
            state.hands[at] = set(self.hands[at.index()]);
            let top = parse_cards(tops[at.index()]).unwrap();
            state.stocks[at] = stocks[at.index()].iter().copied().chain(top).collect();
        }
        state.stage = Stage::Start(SeatSet::only(seat(0)));
        assert_conserved(&state);
        Speed::apply(&mut state, seat(1), Action::Flip, emit);
        state
    }
}

fn assert_conserved(state: &State) {
    let mut cards = Vec::new();
    Speed::audit(state, &mut |card| cards.push(card));
    assert_eq!(cards.len(), 52);
    assert_eq!(cards.into_iter().collect::<CardSet>(), CardSet::FULL);
}

/// Validates `SEAT ACTION`.
fn try_act(state: &State, entry: &str) -> Result<(), Illegal> {
    let (who, text) = entry.split_once(' ').unwrap();
    let action = Speed::read_action(state, text).unwrap();
    Speed::validate(state, seat(who.parse().unwrap()), action)
}

/// Applies every `SEAT ACTION`; each must be legal.
fn act(mut state: State, entries: &[&str]) -> State {
    for entry in entries {
        assert_eq!(try_act(&state, entry), Ok(()), "{entry}");
        let (who, text) = entry.split_once(' ').unwrap();
        let action = Speed::read_action(&state, text).unwrap();
        Speed::apply(&mut state, seat(who.parse().unwrap()), action.canonical(), &mut drop);
        assert_conserved(&state);
    }
    state
}

/// Applies the flip of both seats.
fn flip(state: State) -> State {
    act(state, &["0 flip", "1 flip"])
}

fn legal(state: &State, who: u8) -> Vec<String> {
    let mut actions = Vec::new();
    Speed::legal_actions(state, seat(who), &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

fn tops(state: &State) -> [Option<Card>; 2] {
    state.centre.map(|stack| stack.discards.top())
}

fn sizes(state: &State) -> [(u8, u8); 2] {
    state.centre.map(|stack| (stack.talon.len(), stack.discards.len()))
}

fn blocked(state: &State) -> bool {
    state.stage == Stage::Blocked(SeatSet::EMPTY)
}

/// Returns a position without stocks. The other cards are under the left pile.
fn late<'a>(hands: [&'a str; 2], discards: [&'a str; 2]) -> Position<'a> {
    Position { options: json!({}), hands, stocks: None, talons: ["", ""], discards }
}

/// Returns a position with full stocks that have these cards on top.
fn early<'a>(hands: [&'a str; 2], stocks: [&'a str; 2], discards: [&'a str; 2]) -> Position<'a> {
    let talons = ["3c 3d 3h 3s 4c", "4d 4h 4s 5c 5h"];
    Position { options: json!({}), hands, stocks: Some(stocks), talons, discards }
}

#[test]
fn keeps_the_laws() {
    for preset in Options::PRESETS {
        check_laws::<Speed>(&setup(&json!({ "preset": preset.id })), 12);
    }
}

#[test]
fn keeps_the_laws_whatever_the_options() {
    let tables = [
        json!({ "bestOf": 5, "lateplay": "reject" }),
        json!({ "doubles": true }),
        json!({ "recycle": "turnOver" }),
        json!({ "recycle": "turnOver", "doubles": true, "bestOf": 5 }),
    ];
    for options in &tables {
        check_laws::<Speed>(&setup(options), 8);
        // A player who keeps to one pile as long as possible reaches other positions.
        check_laws_of::<Speed>(&setup(options), 4, |action| {
            matches!(action, Action::Play { pile: DiscardPile::Left, .. })
        });
    }
}

/// A determinization agrees with the public fact whether a player can play.
#[test]
fn determinizations_agree_on_blocks() {
    let mut rng = Rng::from_number(3);
    let (mut played, mut blocks) = (0, 0);
    let options = setup(&json!({})).options;
    for n in 0..40 {
        let deck = shuffled_deck::<Speed>(&options, &Seed::from_number(n), 0);
        let mut state = Speed::deal(&options, &Speed::initial_standing(&options, seat(0)), &deck, &mut drop);
        let mut actions = Vec::new();
        while Speed::outcome(&state).is_none() {
            for viewer in Viewer::all(2) {
                let sample = Speed::determinize(&Speed::view(&state, viewer), &mut rng);
                let can = !legal(&sample, 0).is_empty() || !legal(&sample, 1).is_empty();
                let held = sample.hands[seat(0)] | sample.hands[seat(1)];
                let fits = !(held & super::rules::playable(&sample)).is_empty();
                match state.stage {
                    Stage::Play => assert!(can && fits),
                    Stage::Blocked(_) | Stage::Shuffle(_) => {
                        assert!(!fits && !super::rules::is_stuck(&sample));
                        blocks += 1;
                    }
                    _ => {}
                }
                played += 1;
            }
            if let Some(mut order) = engine::shuffle_due::<Speed>(&state) {
                rng.shuffle(&mut order);
                engine::shuffle::<Speed>(&mut state, &order, &mut drop);
                continue;
            }
            actions.clear();
            let all = [0, 1].map(seat);
            let who = all.into_iter().filter(|at| !legal(&state, at.index() as u8).is_empty());
            let who = rng.pick(&who.collect::<Vec<_>>());
            Speed::legal_actions(&state, who, &mut actions);
            let action = rng.pick(&actions);
            Speed::apply_quietly(&mut state, who, action);
        }
    }
    assert!(played > 2000 && blocks > 500, "{played} {blocks}");
}

/// Determinizations keep the cards of a former discard pile, and their order if it was turned over.
#[test]
fn determinizations_remember_recycled_talons() {
    let mut rng = Rng::from_number(4);
    for (recycle, in_order) in [("shuffle", false), ("turnOver", true)] {
        let position =
            Position { options: json!({ "recycle": recycle }), ..late(["7s", "7h"], ["2c", "2d"]) };
        let mut state = flip(position.open());
        while let Some(order) = engine::shuffle_due::<Speed>(&state) {
            engine::shuffle::<Speed>(&mut state, &order, &mut drop);
        }
        let view = Speed::view(&state, Viewer::Public);
        let mut overrides = false;
        for _ in 0..20 {
            let sample = Speed::determinize(&view, &mut rng);
            for pile in DiscardPile::BOTH {
                let [ours, drawn] = [&state, &sample].map(|state| state.centre[pile.index()].talon);
                let [mine, theirs] =
                    [ours, drawn].map(|talon| talon.as_slice().iter().copied().collect::<CardSet>());
                assert_eq!(mine, theirs, "{recycle}: the same cards");
                overrides |= ours != drawn;
            }
        }
        assert_eq!(!overrides, in_order, "{recycle}");
    }
}

/// For each event, the redacted form of every viewer.
#[test]
fn redaction_per_viewer() {
    let hand = set("2c 3d 4h");
    let redacted = |event: Event, viewer| serde_json::to_value(Speed::redact(&event, viewer)).unwrap();
    let event = Event::Dealt { seat: seat(0), hand: Holding::Open(hand) };
    let open = json!({ "event": "dealt", "seat": 0, "hand": { "open": ["2c", "3d", "4h"] } });
    assert_eq!(redacted(event, A), open);
    for viewer in [B, Viewer::Public] {
        assert_eq!(redacted(event, viewer), json!({ "event": "dealt", "seat": 0, "hand": { "closed": 3 } }));
    }
    let event = Event::Refilled { seat: seat(0), card: Some(card("Ks")) };
    assert_eq!(redacted(event, A), json!({ "event": "refilled", "seat": 0, "card": "Ks" }));
    for viewer in [B, Viewer::Public] {
        assert_eq!(redacted(event, viewer), json!({ "event": "refilled", "seat": 0, "card": null }));
    }
    let public = [
        (Event::Agreed { seat: seat(1) }, json!({ "event": "agreed", "seat": 1 })),
        (
            Event::Flipped { cards: [card("9s"), card("2h")] },
            json!({ "event": "flipped", "cards": ["9s", "2h"] }),
        ),
        (
            Event::Played { seat: seat(0), card: card("9s"), pile: DiscardPile::Left },
            json!({ "event": "played", "seat": 0, "card": "9s", "pile": "left" }),
        ),
        (Event::Blocked, json!({ "event": "blocked" })),
        (
            Event::Recycled { pile: DiscardPile::Right, cards: 9 },
            json!({ "event": "recycled", "pile": "right", "cards": 9 }),
        ),
        (
            Event::Ended {
                ending: Ending::Stalemate,
                hands: BySeat::filled(1, hand),
                left: BySeat::filled(1, 18),
            },
            json!({ "event": "ended", "ending": "stalemate", "hands": [["2c", "3d", "4h"]], "left": [18] }),
        ),
    ];
    for (event, expected) in public {
        for viewer in [A, B, Viewer::Public] {
            assert_eq!(redacted(event, viewer), expected, "{viewer:?}");
        }
    }
}

#[test]
fn a_game_is_told_in_order() {
    let mut events = Vec::new();
    let mut record_event = |event: Event| {
        events.push(serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned());
    };
    let mut state = late(["8s", "2h 2s"], ["7c", "Td"]).open_with(&mut record_event);
    let action = Speed::read_action(&state, "8s > L").unwrap();
    Speed::apply(&mut state, seat(0), action, &mut record_event);
    assert_eq!(events, ["agreed", "flipped", "played", "ended"]);

    let options = setup(&json!({})).options;
    let mut dealt = Vec::new();
    Speed::deal(&options, &Speed::initial_standing(&options, seat(0)), &options.deck(), &mut |event| {
        dealt.push(event);
    });
    assert!(matches!(dealt[..], [Event::Dealt { .. }, Event::Dealt { .. }]), "the centre lies face down");
}

/// Cards that are face down in the centre stay hidden, and a rejected play reveals nothing of other
/// hands.
#[test]
fn the_centre_lies_face_down_until_both_have_agreed() {
    let options = setup(&json!({})).options;
    let state =
        Speed::deal(&options, &Speed::initial_standing(&options, seat(0)), &options.deck(), &mut drop);
    assert_eq!([legal(&state, 0), legal(&state, 1)], [["flip"], ["flip"]]);
    let held = state.hands[seat(0)].first().unwrap();
    assert_eq!(try_act(&state, &format!("0 {held} > L")), Err(Illegal::FaceDown));
    let state = act(state, &["1 flip"]);
    for viewer in Viewer::all(2) {
        let view = Speed::view(&state, viewer);
        assert_eq!((view.tops, view.starting), ([None, None], true));
        assert_eq!(view.agreed, SeatSet::only(seat(1)));
    }
    assert_eq!(Speed::actors(&state), SeatSet::only(seat(0)), "who has agreed has nothing more");
    let open = act(state, &["0 flip"]);
    assert_eq!(Speed::view(&open, Viewer::Public).tops, tops(&open));
}

#[test]
fn actions_are_read_as_they_are_written() {
    let state = late(["8s", "2h 2s"], ["7c", "Td"]).open();
    let read = |text: &str| Speed::read_action(&state, text);
    for text in ["flip", "7c > L", "7c > R", "Th > R on 9s"] {
        assert_eq!(read(text).unwrap().to_string(), text);
    }
    assert_eq!(read("10h > R on 9S").unwrap().to_string(), "Th > R on 9s");
    for wrong in
        ["", "flip ", "Flip", "7c", "7c >", "7c > M", "7c > l", "7c>L", "7x > L", "7c > L on", "7c > L on L"]
    {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let target = read("8s > L on 7c").unwrap();
    assert_eq!(target.canonical().to_string(), "8s > L", "a record does not say what was aimed at");
}

/// A match stores actions as a record does, without targets.
#[test]
fn a_match_drops_the_targets() {
    let options = setup(&json!({}));
    let mut game = Match::<Speed>::new(options.clone(), seat(0)).unwrap();
    game.deal(&options.options.deck(), &mut drop).unwrap();
    for who in [0, 1] {
        game.check(seat(who), Action::Flip).unwrap().play(&mut drop);
    }
    let who = [0, 1].into_iter().find(|who| !legal(game.state().unwrap(), *who).is_empty()).unwrap();
    if game.state().unwrap().stage != Stage::Play {
        panic!("the canonical deck begins with a play");
    }
    let plain = legal(game.state().unwrap(), who)[0].clone();
    let view = Speed::view(game.state().unwrap(), Viewer::Public);
    let action = view.with_target(Speed::read_action(game.state().unwrap(), &plain).unwrap());
    assert!(action.to_string().contains(" on "));
    game.check(seat(who), action).unwrap().play(&mut drop);
    let entry = game.record().deals[0].entries.last().unwrap().clone();
    assert_eq!(entry.to_string(), format!("{who} {plain}"));
    assert_eq!(Match::replay(game.record().clone()).unwrap().state(), game.state());
}

#[test]
fn sp_t01_the_deal_is_the_whole_deck() {
    let options = setup(&json!({})).options;
    let deck = shuffled_deck::<Speed>(&options, &Seed::from_number(1), 0);
    let state = Speed::deal(&options, &Speed::initial_standing(&options, seat(1)), &deck, &mut drop);
    for who in [0, 1] {
        let dealt = |from: usize, count: usize| deck[from + who..].iter().step_by(2).take(count).copied();
        let at = seat(who as u8);
        assert_eq!(state.hands[at], dealt(0, 5).collect(), "alternately from seat 0, five each");
        let mut stock = state.stocks[at];
        let drawn: Vec<Card> = std::iter::from_fn(|| stock.pop()).collect();
        assert_eq!(drawn, dealt(10, 15).collect::<Vec<_>>());
        let mut talon = state.centre[who].talon;
        let drawn: Vec<Card> = std::iter::from_fn(|| talon.pop()).collect();
        assert_eq!(drawn, deck[40 + 5 * who..][..5]);
        assert_eq!(state.centre[who].discards.as_slice(), [deck[50 + who]]);
    }
    assert_conserved(&state);
}

#[test]
fn sp_t02_kings_aces_and_twos_go_round() {
    let mut state = early(["As 2s Ks 9c 9d", "9h 9s Tc Td Th"], ["Jc", "Jd"], ["Kh", "7c"]).open();
    state = act(state, &["0 As > L"]);
    state = act(state, &["0 2s > L"]);
    let refused = try_act(&state, "0 Ks > L").unwrap_err();
    assert_eq!(refused, Illegal::DoesNotFit { card: card("Ks"), top: card("2s") });
    assert_eq!(refused.rule(), "SP-R3");
    // Each rank has exactly two neighbours.
    let options = setup(&json!({})).options;
    for top in CardSet::FULL {
        for other in CardSet::FULL {
            let apart = (i32::from(top.index()) / 4 - i32::from(other.index()) / 4).rem_euclid(13);
            let fits = super::rules::fitting(&options, top).contains(other);
            assert_eq!(fits, apart == 1 || apart == 12, "{other} on {top}");
        }
    }
}

#[test]
fn sp_t03_a_card_fits_the_top_and_not_what_lies_under_it() {
    let state = early(["8s 6d Kc Kd Ks", "Jh Js Ac Ad Ah"], ["Qc", "Qd"], ["7c", "2c"]).open();
    assert!(try_act(&state, "0 8s > L").is_ok() && try_act(&state, "0 6d > L").is_ok());
    let state = act(state, &["0 8s > L"]);
    assert_eq!(try_act(&state, "0 6d > L"), Err(Illegal::DoesNotFit { card: card("6d"), top: card("8s") }));
}

#[test]
fn sp_t04_the_card_underneath_counts() {
    for (late_play, accepted) in [("reject", false), ("revalidate", true)] {
        let position = Position {
            options: json!({ "lateplay": late_play }),
            ..early(["8s 7d Kc Kd Ks", "6d Js Ac Ad Ah"], ["Qc", "Qd"], ["7c", "2c"])
        };
        let state = position.open();
        assert!(try_act(&state, "1 6d > L on 7c").is_ok());
        let state = act(state, &["0 8s > L on 7c"]);
        let late = Illegal::TooLate { card: card("6d"), target: card("7c"), top: card("8s") };
        assert_eq!(try_act(&state, "1 6d > L on 7c"), Err(late), "under both values");
        assert_eq!(late.rule(), "SP-R4");
        let state = act(state, &["0 7d > L on 8s"]);
        assert_eq!(try_act(&state, "1 6d > L on 7c").is_ok(), accepted, "{late_play}");
        assert!(try_act(&state, "1 6d > L on 7d").is_ok(), "aimed at what lies there");
        assert!(try_act(&state, "1 6d > L").is_ok(), "a record does not say what it was aimed at");
    }
    // Two cards that fit the same top never fit each other, so a single play in between always
    // makes the other late.
    let options = setup(&json!({})).options;
    let fitting = |top| super::rules::fitting(&options, top);
    for top in CardSet::FULL {
        for one in fitting(top) {
            assert!((fitting(one) & fitting(top)).is_empty(), "{one} on {top}");
        }
    }
}

#[test]
fn sp_t05_both_blocked() {
    let position = Position {
        talons: ["Ac Qc Qd Qh 3h", "3c 3d 4c 4d 8h"],
        ..early(["2s 2h 5d 9c Js", "2d 2c 5s 9d Jh"], ["", ""], ["Ks", "7c"])
    };
    let state = position.open();
    assert!(blocked(&state));
    assert_eq!([legal(&state, 0), legal(&state, 1)], [["flip"], ["flip"]]);
    let view = Speed::view(&state, Viewer::Public);
    assert!(view.blocked && view.agreed.is_empty(), "everybody is told");
    let state = act(state, &["1 flip"]);
    assert_eq!(state.stage, Stage::Blocked(SeatSet::only(seat(1))));
    let state = act(state, &["0 flip"]);
    assert_eq!(tops(&state), [Some(card("3h")), Some(card("8h"))], "one from each talon");
    assert_eq!(sizes(&state), [(4, 2), (4, 2)]);
    assert_eq!(state.stage, Stage::Play);
}

#[test]
fn sp_t06_a_hand_is_refilled_before_a_block_is_looked_for() {
    let hands = ["8s 2h 5d 9c Js", "2d 2c 5s 9d Jh"];
    // Without the card from the stock neither could play on: tops 8s and Ks.
    let state = early(hands, ["7d", ""], ["7c", "Ks"]).open();
    let next = act(state, &["0 8s > L"]);
    assert!(next.hands[seat(0)].contains(card("7d")));
    assert_eq!(next.hands[seat(0)].len(), 5);
    assert_eq!(next.stage, Stage::Play);
    assert_eq!(legal(&next, 0), ["7d > L", "9c > L"]);
    let talons = ["3c 3d 3h 3s 4c", "4d 4h 4s 5c Td"];
    let hands = ["8s 2h 5d Jc Js", "2d 2c 5s Jd Jh"];
    for (drawn, stage) in [("9h", Stage::Play), ("6h", Stage::Blocked(SeatSet::EMPTY))] {
        let state = Position { talons, ..early(hands, [drawn, ""], ["7c", "Ks"]) }.open();
        assert_eq!(act(state, &["0 8s > L"]).stage, stage, "{drawn}");
    }
}

#[test]
fn sp_t07_used_up_talons_are_made_of_the_discards() {
    let hands = ["7s 7h 7d 7c Ks", "Kh Kd Kc Qs As"];
    let discards = ["6c 3c 3d 3h 3s 4c 4d 4h 4s", "5c 5d 5h 5s 9c 9d"];
    let mut state = Position { talons: ["", ""], ..early(hands, ["", ""], discards) }.open();
    assert_eq!(sizes(&state), [(0, 9), (0, 6)]);
    state = flip(state);
    for (pile, cards) in [(DiscardPile::Left, 9), (DiscardPile::Right, 6)] {
        assert_eq!(state.stage, Stage::Shuffle(pile), "the left side before the right");
        assert!(Speed::actors(&state).is_empty());
        let order = engine::shuffle_due::<Speed>(&state).unwrap();
        assert_eq!(order.len(), cards);
        // The last card comes last, so the six that helps comes up as late as possible.
        let mut order = order;
        order.rotate_left(1);
        engine::shuffle::<Speed>(&mut state, &order, &mut drop);
        assert_conserved(&state);
    }
    assert_eq!(sizes(&state), [(8, 1), (5, 1)]);
    assert!(blocked(&state));
    for _ in 0..5 {
        state = flip(state);
        assert!(blocked(&state));
    }
    assert_eq!(sizes(&state), [(3, 6), (0, 6)]);
    state = flip(state);
    assert_eq!(
        state.stage,
        Stage::Shuffle(DiscardPile::Right),
        "the left flips, the right is made anew first"
    );
    let order = engine::shuffle_due::<Speed>(&state).unwrap();
    engine::shuffle::<Speed>(&mut state, &order, &mut drop);
    assert_eq!(sizes(&state), [(2, 7), (5, 1)]);
}

#[test]
fn sp_t08_no_stalemate_while_a_card_that_fits_is_in_the_centre() {
    for recycle in ["shuffle", "turnOver"] {
        let position =
            Position { options: json!({ "recycle": recycle }), ..late(["7s", "7h"], ["2c", "2d 3d"]) };
        let mut state = position.open();
        let mut rng = Rng::from_number(8);
        let mut flips = 0;
        assert!(blocked(&state));
        while state.stage != Stage::Play {
            if let Some(mut order) = engine::shuffle_due::<Speed>(&state) {
                rng.shuffle(&mut order);
                engine::shuffle::<Speed>(&mut state, &order, &mut drop);
                continue;
            }
            assert!(blocked(&state), "flips go on");
            state = flip(state);
            flips += 1;
            assert!(flips <= 104);
        }
        let shown = tops(&state).into_iter().flatten().collect::<CardSet>();
        assert!(!(shown & (set("6c 6d 6h 6s") | set("8c 8d 8h 8s"))).is_empty());
    }
}

#[test]
fn sp_t09_a_stalemate_is_seen_at_once() {
    let position = Position {
        options: json!({}),
        hands: ["7s 7h 7d 7c Ks", "Kh Kd Kc Qs As"],
        stocks: Some(["", ""]),
        talons: ["5c 5d 5h 5s 9c", "9d 9h 9s Tc Td"],
        discards: ["Th", "Ts"],
    };
    let state = position.open();
    assert_eq!(state.stage, Stage::Over(Ending::Stalemate));
    assert_eq!(
        serde_json::to_value(Speed::detail(&state)).unwrap(),
        json!({ "left": [20, 20], "ended": "stalemate" })
    );
    assert_eq!(Speed::outcome(&state).unwrap().points.as_slice(), [0, 0]);
    assert_eq!(Speed::settle(&state), Settlement::NextDeal(state.standing), "played again");
    // One fitting card deep in a talon keeps the flipping going.
    let state = Position { talons: ["8c 5d 5h 5s 9c", "9d 9h 9s Tc Td"], ..position }.open();
    assert!(blocked(&state));
}

#[test]
fn after_a_stalemate_fewer_cards_left_win() {
    let options = setup(&json!({})).options;
    let mut state = late(["7s", "7h 7d"], ["2c", "2d"]).open();
    state.stage = Stage::Over(Ending::Stalemate);
    assert_eq!(Speed::outcome(&state).unwrap().points.as_slice(), [1, 0]);
    let Settlement::NextDeal(standing) = Speed::settle(&state) else { panic!("best of three") };
    assert_eq!(standing.won.as_slice(), [1, 0]);
    let again = State { standing, ..state };
    let over = Settlement::MatchOver(
        super::Standing { won: BySeat::new(2, |at| if at == seat(0) { 2 } else { 0 }), ..standing },
        SeatSet::only(seat(0)),
    );
    assert_eq!(Speed::settle(&again), over);
    let longer = State { options: Options { best_of: 5, ..options }, ..again };
    assert!(matches!(Speed::settle(&longer), Settlement::NextDeal(_)), "best of five");
}

#[test]
fn sp_t10_an_empty_hand_is_not_the_end_while_there_is_a_stock() {
    let mut state = late(["8s", "2h 2s"], ["7c", "Td"]).open();
    // The remaining card of the stock is at the bottom of the left pile.
    let pile = state.centre[0].discards.as_slice();
    let (bottom, rest) = (pile[0], pile[1..].to_vec());
    state.centre[0].discards = rest.into_iter().collect();
    state.stocks[seat(0)].push(bottom);
    // A hand of one with a stock is a hand before its refill.
    let action = Speed::read_action(&state, "8s > L").unwrap();
    Speed::apply_quietly(&mut state, seat(0), action);
    assert_eq!(state.hands[seat(0)], CardSet::only(bottom));
    assert!(Speed::outcome(&state).is_none());
    assert_conserved(&state);
}

#[test]
fn sp_t11_the_last_card_wins_at_once() {
    let state = late(["8s", "6d"], ["7c", "Td"]).open();
    assert!(try_act(&state, "1 6d > L on 7c").is_ok());
    let state = act(state, &["0 8s > L on 7c"]);
    assert_eq!(state.stage, Stage::Over(Ending::Out));
    assert!(Speed::actors(&state).is_empty(), "whatever is under way comes too late");
    assert_eq!(Speed::outcome(&state).unwrap().points.as_slice(), [1, 0]);
    assert_eq!(
        Speed::view(&state, Viewer::Public).hands[seat(1)],
        Holding::Open(set("6d")),
        "hands are shown"
    );
    let lines = Speed::score_breakdown(&state);
    assert_eq!((lines[0].category, lines[0].points.as_slice()), ("left", &[1, 0][..]));
}

#[test]
fn sp_t12_no_flip_while_a_player_can_play() {
    let state = early(["8s 2h 5d 9c Js", "2d 2c 5s 9d Jh"], ["", ""], ["7c", "Ks"]).open();
    assert_eq!(legal(&state, 1), [""; 0], "one of them cannot play");
    assert_eq!(Speed::actors(&state), SeatSet::all(2), "without an event");
    for who in ["0", "1"] {
        let refused = try_act(&state, &format!("{who} flip")).unwrap_err();
        assert_eq!((refused, refused.rule()), (Illegal::NotBlocked, "SP-S5"));
    }
    assert_eq!(super::rules::timeout_action(&state), None);
}

#[test]
fn both_flip_on_a_count_and_a_silent_player_is_not_waited_for() {
    let state = late(["7s", "7h"], ["2c", "2d 3d"]).open();
    assert!(!super::rules::needs_countdown(&state, seat(0), Action::Flip), "the first only agrees");
    assert_eq!(super::rules::timeout_action(&state), Some((seat(0), Action::Flip)));
    let state = act(state, &["0 flip"]);
    assert!(super::rules::needs_countdown(&state, seat(1), Action::Flip));
    assert_eq!(super::rules::timeout_action(&state), Some((seat(1), Action::Flip)));
    let options = setup(&json!({})).options;
    let dealt =
        Speed::deal(&options, &Speed::initial_standing(&options, seat(0)), &options.deck(), &mut drop);
    assert_eq!(super::rules::timeout_action(&dealt), None, "the start of a game has no timeout");
    let dealt = act(dealt, &["1 flip"]);
    assert!(super::rules::needs_countdown(&dealt, seat(0), Action::Flip));
}

#[test]
fn one_plays_only_what_one_holds() {
    let state = early(["8s 2h 5d 9c Js", "2d 2c 5s 9d Jh"], ["", ""], ["7c", "Ks"]).open();
    assert_eq!(try_act(&state, "1 8s > L"), Err(Illegal::NotHeld { card: card("8s") }));
    assert_eq!(try_act(&state, "0 7c > L"), Err(Illegal::NotHeld { card: card("7c") }));
}

#[test]
fn doubles_fit_where_they_are_played() {
    let position = early(["7s 2h 5d 9c Js", "2d 2c 5s 9d Jh"], ["", ""], ["7c", "Ks"]);
    assert!(blocked(&position.open()));
    let state = Position { options: json!({ "doubles": true }), ..position }.open();
    assert_eq!(legal(&state, 0), ["7s > L"]);
    let options = setup(&json!({ "doubles": true })).options;
    assert_eq!(super::rules::fitting(&options, card("As")), set("Ac Ad Ah As 2c 2d 2h 2s Kc Kd Kh Ks"));
}

#[test]
fn a_turned_over_pile_comes_from_its_lowest_card() {
    let hands = ["7s 7h 7d 7c Ks", "Kh Kd Kc Qs As"];
    let position = Position {
        options: json!({ "recycle": "turnOver" }),
        talons: ["", ""],
        ..early(hands, ["", ""], ["3c 3d 6c 3h 3s 5c", "4c 4d 4h 4s 5d 5h"])
    };
    let state = flip(position.open());
    assert_eq!(engine::shuffle_due::<Speed>(&state), None);
    assert_eq!(tops(&state), [Some(card("3c")), Some(card("4c"))]);
    let state = flip(flip(state));
    assert_eq!(tops(&state), [Some(card("6c")), Some(card("4h"))]);
    assert_eq!(state.stage, Stage::Play);
}

#[test]
fn a_shuffle_that_is_due_is_waited_for() {
    let options = setup(&json!({}));
    let mut rng = Rng::from_number(9);
    let mut shuffles = 0;
    for n in 0..30 {
        let mut game = Match::<Speed>::new(options.clone(), seat(0)).unwrap();
        let deck = shuffled_deck::<Speed>(&options.options, &Seed::from_number(n), 0);
        game.deal(&deck, &mut drop).unwrap();
        while game.phase() == Phase::Playing {
            if let Some(order) = game.shuffle_due() {
                shuffles += 1;
                let refused = game.check(seat(0), Action::Flip).unwrap_err();
                assert_eq!(refused, PlayError::ShuffleDue);
                let fewer = Entry::Shuffle(order[1..].to_vec());
                assert!(game.enter(fewer, &mut drop).is_err());
                game.enter(Entry::Shuffle(order), &mut drop).unwrap();
                continue;
            }
            let all: Vec<(Seat, Action)> = [0, 1]
                .into_iter()
                .flat_map(|who| {
                    let mut actions = Vec::new();
                    Speed::legal_actions(game.state().unwrap(), seat(who), &mut actions);
                    actions.into_iter().map(move |action| (seat(who), action))
                })
                .collect();
            let (who, action) = rng.pick(&all);
            game.check(who, action).unwrap().play(&mut drop);
        }
    }
    assert!(shuffles > 0);
}

#[test]
fn perft_is_what_it_is() {
    // Two orders to agree; then 8s and 9c on one pile or the other.
    let options = setup(&json!({})).options;
    let dealt =
        Speed::deal(&options, &Speed::initial_standing(&options, seat(0)), &options.deck(), &mut drop);
    assert_eq!(engine::perft::<Speed>(&dealt, 2), 2);
    let state = late(["8s 9c", "2h 2s"], ["7c", "Td"]).open();
    let paths = |depth| engine::perft::<Speed>(&state, depth);
    // 8s on 7c, 9c on Td; then 9c on 8s or on Td, or 8s on 7c or on 9c.
    assert_eq!((paths(1), paths(2)), (2, 4));
}

/// Bots prefer the longest run, and their reaction times decrease from name to name.
#[test]
fn bots_take_their_time_and_look_for_a_run() {
    let state = late(["8s 9s Ts 6d", "2h 2s"], ["7c", "Kd"]).open();
    let seen = engine::Observation::<Speed>::new(&state, A);
    let mut last = Duration::from_secs(60);
    for name in Speed::BOTS {
        let mut bot = Speed::bot(name).unwrap();
        let choice = bot.choose(&seen, seat(0), &mut Rng::from_number(1));
        assert_eq!(choice.to_string(), "8s > L", "{name}: three in a row, and not the six");
        let mut rng = Rng::from_number(2);
        let times: Vec<Duration> = (0..2000).map(|_| bot.reaction(&mut rng)).collect();
        let mean = times.iter().sum::<Duration>() / 2000;
        assert!(mean < last * 4 / 5, "{name} is quicker than the one before");
        assert!(times.iter().all(|time| *time > Duration::from_millis(100)), "{name} is no machine");
        assert!(times.iter().max() > Some(&(mean * 5 / 4)), "{name} is not always the same");
        last = mean;
    }
}

#[test]
fn typed_commands() {
    check_lines::<Speed>(
        &["7d > L", "7d > R", "9h > R", "flip"],
        &[
            ("7d left", "7d > L"),
            ("7D > R", "7d > R"),
            ("7d>l", "7d > L"),
            ("7d > R on 8c", "7d > R on 8c"),
            ("7d destra", "7d > R"),
            ("gioca 7 di quadri s", "7d > L"),
            ("9h", "9h > R"),
            ("7d", "choice 7d"),
            ("2c", "2c > L"),
            ("flip", "flip"),
            ("gira", "flip"),
            ("77 left", "card 77"),
            ("hello", "words hello"),
            ("7d up", "words 7d up"),
            ("7d left 8d", "words 7d left 8d"),
            ("flip 7d", "words flip 7d"),
            ("", "words "),
        ],
    );
}
