//! Tests of the laws, then one test per number of the rule book.

use super::counts::{Capital, Tools};
use super::list::List;
use super::options::{CounterConnection, FullEnd, Raise};
use super::state::{Answer, Owned, Share};
use super::{Action, Card, Event, Illegal, Options, Sharks, Stage, State, sets};
use cards::{Rng, Seat, SeatSet, Seed, Viewer};
use engine::command::check_lines;
use engine::{Game, OptionValue, RuleViolation, Ruleset, Settlement, Setup, check_laws, check_laws_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn setup(seats: u8, options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    Setup::new(None, seats, given).unwrap_or_else(|error| panic!("{error}"))
}

fn seat(seat: u8) -> Seat {
    Seat::new(seat)
}

/// Returns a deck that begins with these cards. The others of each kind follow.
fn deck(options: &Options, first: &str) -> Vec<Card> {
    let mut left = options.deck();
    let first: Vec<Card> = first.split_whitespace().map(|word| word.parse().unwrap()).collect();
    for card in &first {
        let at = left.iter().position(|other| other == card).expect("no more cards than there are");
        left.remove(at);
    }
    first.into_iter().chain(left).collect()
}

/// Returns a game in which seat 0 begins, with these cards first in the decks.
fn dealt_by(seats: u8, options: &Value, first: &str) -> State {
    let options = setup(seats, options).options;
    let standing = Sharks::initial_standing(&options, seat(seats - 1));
    Sharks::deal(&options, &standing, &deck(&options, first), &mut drop)
}

fn dealt(seats: u8, first: &str) -> State {
    dealt_by(seats, &json!({}), first)
}

fn capital(text: &str) -> Capital {
    text.split_whitespace().map(|value| value.parse::<u8>().unwrap()).collect()
}

fn tools(text: &str) -> Tools {
    text.split_whitespace()
        .map(|word| match word.parse() {
            Ok(Card::Tool(tool)) => tool,
            _ => panic!("{word} is no Tool"),
        })
        .collect()
}

/// Gives `holder` this Capital from the stock, and moves its old hand under the stock.
fn hold(state: &mut State, holder: u8, text: &str) {
    let holder = seat(holder);
    let wanted = capital(text);
    let mut pool: Vec<u8> =
        state.hands[holder].cards().chain(state.capital_stock.as_slice().iter().copied()).collect();
    for value in wanted.cards() {
        let at = pool.iter().position(|other| *other == value).expect("it is there");
        pool.remove(at);
    }
    state.hands[holder] = wanted;
    state.capital_stock = pool.into_iter().collect();
}

/// Gives `holder` these Tools from the stock, and moves its old ones under the stock.
fn arm(state: &mut State, holder: u8, text: &str) {
    let holder = seat(holder);
    let wanted = tools(text);
    let mut pool: Vec<u8> =
        state.tools[holder].cards().chain(state.tool_stock.as_slice().iter().copied()).collect();
    for tool in wanted.cards() {
        let at = pool.iter().position(|other| *other == tool).expect("it is there");
        pool.remove(at);
    }
    state.tools[holder] = wanted;
    state.tool_stock = pool.into_iter().collect();
}

/// Gives `holder` an Investment: `+I05` up, `-I05` down. A card taken from the row is replaced by
/// one of the stock.
fn own(state: &mut State, holder: u8, text: &str) {
    for word in text.split_whitespace() {
        let (side, id) = word.split_at(1);
        let Ok(Card::Investment(number)) = id.parse() else { panic!("{id} is no Investment") };
        if let Some(share) = state.row.iter_mut().flatten().find(|share| share.investment == number) {
            share.investment = state.investment_stock.pop().unwrap();
        } else {
            let at = state.investment_stock.as_slice().iter().position(|other| *other == number).unwrap();
            state.investment_stock.remove(at);
        }
        state.owned.push(Owned { seat: seat(holder), share: Share::dealt(number, side == "+") });
    }
}

/// Applies actions written as seat and action: `0 bid 5 3`.
fn play(mut state: State, actions: &[&str]) -> State {
    for text in actions {
        state = play_one(state, text).0;
    }
    state
}

/// Applies one action and returns its events.
fn play_one(mut state: State, text: &str) -> (State, Vec<Event>) {
    let (actor, action) = text.split_once(' ').unwrap();
    let actor = seat(actor.parse().unwrap());
    assert!(Sharks::actors(&state).contains(actor), "{text}: {:?} act", Sharks::actors(&state));
    let action = Sharks::read_action(&state, action).unwrap();
    assert_eq!(Sharks::validate(&state, actor, action), Ok(()), "{text}");
    let mut events = Vec::new();
    Sharks::apply(&mut state, actor, action, &mut |event| events.push(event));
    audit(&state);
    (state, events)
}

/// Lets all asked seats decline to react.
fn quiet(mut state: State) -> State {
    while let Stage::Window(_) = state.stage {
        let actor = Sharks::actors(&state).first().unwrap();
        state = play(state, &[&format!("{actor} noreact")]);
    }
    state
}

/// Shuffles the due cards into their current order.
fn shuffled(mut state: State) -> State {
    while let Some(order) = engine::shuffle_due::<Sharks>(&state) {
        engine::shuffle::<Sharks>(&mut state, &order, &mut drop);
        audit(&state);
    }
    state
}

fn audit(state: &State) {
    let mut found = Vec::new();
    Sharks::audit(state, &mut |card| found.push(card));
    found.sort_unstable();
    let mut all = state.options.deck();
    all.sort_unstable();
    assert_eq!(found, all);
}

/// Returns the rule that forbids `text` to its actor.
fn forbidden(state: &State, text: &str) -> &'static str {
    refused(state, text).rule()
}

fn refused(state: &State, text: &str) -> Illegal {
    let (actor, action) = text.split_once(' ').unwrap();
    let action = Sharks::read_action(state, action).unwrap();
    Sharks::validate(state, seat(actor.parse().unwrap()), action).expect_err("it is forbidden")
}

fn legal(state: &State, actor: u8) -> Vec<String> {
    let mut actions = Vec::new();
    Sharks::legal_actions(state, seat(actor), &mut actions);
    let mut written: Vec<String> = actions.iter().map(ToString::to_string).collect();
    written.sort();
    written
}

/// Returns the Tools that `actor` can play.
fn playable(state: &State, actor: u8) -> Vec<String> {
    let mut found: Vec<String> = legal(state, actor)
        .iter()
        .filter_map(|action| action.strip_prefix("tool "))
        .map(|rest| rest.split(' ').next().unwrap().to_owned())
        .collect();
    found.dedup();
    found
}

/// Returns a game in the Tool Phase after the first auction, won by seat 0. Seat 1 is next.
///
/// The row still has its second and third lot. Seat 0 owns I12 up and I13 down.
fn tool_phase(seats: u8) -> State {
    tool_phase_by(seats, &json!({}))
}

fn tool_phase_by(seats: u8, options: &Value) -> State {
    tool_phase_of(&setup(seats, options).options)
}

fn tool_phase_of(options: &Options) -> State {
    let last = seat(options.seats - 1);
    let deck = deck(options, "I12 I13 I09 I10 I11 I14");
    let state = Sharks::deal(options, &Sharks::initial_standing(options, last), &deck, &mut drop);
    let mut state = play(state, &["0 bid 1"]);
    for other in 1..options.seats {
        state = play(state, &[&format!("{other} pass")]);
    }
    assert_eq!(state.stage, Stage::Tool(seat(1)));
    state
}

/// Lets all players pass in the Tool Phase.
fn no_tools(mut state: State) -> State {
    while let Stage::Tool(actor) = state.stage {
        state = play(state, &[&format!("{actor} pass")]);
    }
    state
}

/// Lets `winner` win the auction with the lowest bid, while the others pass.
fn win(mut state: State, winner: u8) -> State {
    while let Stage::Bid(actor) = state.stage {
        let action = if actor == seat(winner) {
            format!("{actor} {}", legal(&state, winner)[0])
        } else {
            format!("{actor} pass")
        };
        state = play(state, &[&action]);
    }
    state
}

fn values(state: &State) -> Vec<i32> {
    Sharks::detail(state).value.as_slice().to_vec()
}

fn winners(state: &State) -> SeatSet {
    match Sharks::settle(state) {
        Settlement::MatchOver(_, winners) => winners,
        Settlement::NextDeal(_) => panic!("a match is one game"),
    }
}

#[test]
fn keeps_the_laws() {
    for preset in Options::PRESETS {
        for seats in preset.seats {
            check_laws::<Sharks>(&setup(*seats, &json!({})), 4);
        }
    }
}

/// Covers every value of every option at least once, and once players who bid and play Tools
/// whenever possible.
#[test]
fn keeps_the_laws_whatever_the_options() {
    let tables = [
        (2, json!({ "fullEnd": "endOfRound", "handLimit": 12 })),
        (3, json!({ "raise": "addOnly", "counterConnection": "no", "bonusOnFinalFlip": true })),
        (4, json!({ "ownerMayPeek": true, "tieBreak": "shared" })),
        (5, json!({ "flipOneAlreadyUp": "nothing", "otherFlipsBonus": true })),
    ];
    for (seats, options) in &tables {
        check_laws::<Sharks>(&setup(*seats, options), 3);
        check_laws_of::<Sharks>(&setup(*seats, options), 3, |action| {
            matches!(action, Action::Tool(_) | Action::React(_) | Action::Give(_))
        });
    }
    for field in Options::FIELDS {
        if let engine::Values::OneOf(values) = (field.values)(&engine::CardSets::NONE) {
            for value in values {
                let played =
                    |(seats, options): &(u8, Value)| (field.get)(&setup(*seats, options).options) == value;
                assert!(tables.iter().any(played), "{} is never {value}", field.key);
            }
        }
    }
}

#[test]
fn sh_t01_the_decks() {
    let set = setup(2, &json!({})).options.set;
    assert_eq!((set.capital().len(), set.capital().total()), (70, 303));
    assert_eq!(set.investments().count(), 24);
    assert_eq!(set.investments().map(|number| i32::from(set.investment(number).value)).sum::<i32>(), 98);
    assert_eq!(set.copies().len(), 46);
}

#[test]
fn sh_t02_the_deal_and_the_row() {
    for seats in 2..=6 {
        let state = dealt(seats, "I01 I02 I03 I04 I05 I06");
        for seat in Seat::all(seats) {
            assert_eq!((state.hands[seat].len(), state.tools[seat].len()), (6, 3));
        }
        let row: Vec<(u8, bool)> =
            state.row.iter().flatten().map(|share| (share.investment, share.up)).collect();
        assert_eq!(row, [(1, true), (2, false), (3, true), (4, false), (5, false), (6, false)]);
        assert_eq!(state.stage, Stage::Bid(seat(0)));
    }
    // One at a time, from the first player.
    let state = dealt(2, "1 2 3 4 5 6 7 8 9 10 1 2 T02 T03 T04 T06 T07 T08");
    assert_eq!(state.hands[seat(0)], capital("1 3 5 7 9 1"));
    assert_eq!(state.tools[seat(1)], tools("T03 T06 T08"));
}

#[test]
fn sh_t03_a_bid_is_higher() {
    let mut state = dealt(2, "");
    hold(&mut state, 0, "4 3 1 1");
    hold(&mut state, 1, "7 8 5 3");
    let state = play(state, &["0 bid 4 3"]);
    assert_eq!(forbidden(&state, "1 bid 7"), "SH-R10");
    assert_eq!(refused(&state, "1 bid 4"), Illegal::CapitalNotHeld { value: 4 });
    play(state, &["1 bid 8"]);
    play(state, &["1 bid 3 5"]);
    assert_eq!(Sharks::read_action(&state, "bid 3 5").unwrap().to_string(), "bid 5 3", "the highest first");
    // A raise may use other cards. With the option it may only add cards.
    let raised = play(state, &["1 bid 8"]);
    assert_eq!(legal(&raised, 0), ["bid 4 3 1 1", "pass"]);
    let mut adding = dealt_by(2, &json!({ "raise": "addOnly" }), "");
    hold(&mut adding, 0, "2 7 9 3");
    hold(&mut adding, 1, "3 5");
    let adding = play(adding, &["0 bid 2", "1 bid 3"]);
    assert_eq!(forbidden(&adding, "0 bid 9"), "SH-O3");
    assert_eq!(play(adding, &["0 bid 2 7"]).bids[seat(0)], capital("7 2"));
    assert_eq!(adding.options.raise, Raise::AddOnly);
}

#[test]
fn sh_t04_who_passed_is_out() {
    let mut state = dealt(3, "");
    hold(&mut state, 0, "7 9");
    hold(&mut state, 1, "10 10");
    hold(&mut state, 2, "8 3");
    let state = play(state, &["0 bid 7", "1 pass", "2 bid 8", "0 bid 9"]);
    assert_eq!(Sharks::actors(&state), SeatSet::only(seat(2)), "seat 1 is not asked again");
}

#[test]
fn sh_t05_all_pass() {
    let state = dealt(3, "");
    let lot = [state.row[0], state.row[1]].map(|share| share.unwrap());
    let state = play(state, &["0 pass", "1 pass", "2 pass"]);
    assert_eq!(state.discarded.as_slice(), lot);
    assert_eq!(state.stage, Stage::Bid(seat(0)), "no Tool Phase, the same starter");
    assert_eq!((state.auction, state.row[0]), (1, None));
}

#[test]
fn sh_t06_the_last_to_speak_wins_with_anything() {
    let state = dealt(3, "");
    let state = play(state, &["0 pass", "1 pass"]);
    assert_eq!(Sharks::actors(&state), SeatSet::only(seat(2)));
    let state = play(state, &["2 bid 1"]);
    assert_eq!(state.investments(seat(2)), 2);
    assert_eq!(state.stage, Stage::Tool(seat(0)));
}

#[test]
fn sh_t07_the_winning_bid_is_discarded_and_the_others_come_back() {
    let mut state = dealt(2, "I12 I13");
    hold(&mut state, 0, "6 1");
    hold(&mut state, 1, "5 4 2");
    let state = play(state, &["0 bid 6", "1 bid 5 4", "0 pass"]);
    assert_eq!(state.capital_discards, capital("5 4"));
    assert_eq!(state.hands[seat(0)], capital("6 1"));
    assert_eq!(state.shown[seat(0)], capital("6"), "everybody has seen it");
    assert_eq!(state.hands[seat(1)], capital("2"));
}

#[test]
fn sh_t08_a_bonus_comes_at_once_and_income_later() {
    let state = dealt(2, "I22 I03 I09 I10 I11 I12");
    let before = state.hands[seat(0)].len();
    let state = play(state, &["0 bid 1", "1 pass"]);
    assert_eq!(state.hands[seat(0)].len(), before - 1 + 4);
    let seen = state.seen_by(Viewer::Seat(seat(0)));
    let lot: Vec<u8> = seen.portfolio(seat(0)).map(|share| share.investment).collect();
    assert_eq!(lot, [22, 0], "the second stays hidden, from its owner too");
    // No player bids any more in this round.
    let state = no_tools(state);
    let state = play(state, &["0 pass", "1 pass", "0 pass"]);
    let held = [0, 1].map(|other| state.hands[seat(other)].len());
    let state = shuffled(play(state, &["1 pass"]));
    assert_eq!(state.round, 2);
    assert_eq!([0, 1].map(|other| state.hands[seat(other)].len()), [held[0] + 5, held[1] + 4]);
}

#[test]
fn sh_t09_the_winner_of_the_second_auction_turns_a_card_up() {
    let at_flip = |state: State, up: &[usize]| {
        let mut state = no_tools(win(state, 1));
        up.iter().for_each(|index| state.row[*index].as_mut().unwrap().turn(true));
        play(state, &["1 pass", "0 bid 1"])
    };
    let begun = |options: &Value| {
        let mut state = dealt_by(2, options, "I12 I13 I09 I10 I11 I14");
        hold(&mut state, 0, "1 1 1");
        state
    };
    let house = json!({});
    let both_down = at_flip(begun(&house), &[]);
    assert_eq!(legal(&both_down, 0), ["flip 5", "flip 6"]);
    assert_eq!(forbidden(&both_down, "0 flip 3"), "SH-R15");
    assert_eq!(forbidden(&both_down, "0 pass"), "SH-R15");
    let turned = play(both_down, &["0 flip 6"]);
    assert!(turned.row[5].unwrap().up && !turned.row[4].unwrap().up);
    assert_eq!(turned.stage, Stage::Tool(seat(1)));
    let one_up = at_flip(begun(&house), &[4]);
    assert_eq!(legal(&one_up, 0), ["flip 6"], "the other must be turned");
    assert_eq!(at_flip(begun(&house), &[4, 5]).stage, Stage::Tool(seat(1)));
    let nothing = json!({ "flipOneAlreadyUp": "nothing" });
    assert_eq!(at_flip(begun(&nothing), &[4]).stage, Stage::Tool(seat(1)));
    assert_eq!(legal(&at_flip(begun(&nothing), &[]), 0), ["flip 5", "flip 6"]);
}

#[test]
fn sh_t10_nothing_is_turned_without_a_winner_of_the_second_auction() {
    let state = no_tools(win(dealt(2, ""), 0));
    let state = play(state, &["0 pass", "1 pass"]);
    assert_eq!(state.stage, Stage::Bid(seat(0)));
    assert!(state.row[4..].iter().flatten().all(|share| !share.up));
}

#[test]
fn sh_t11_five_investments_end_the_game_at_once() {
    let six = |options: &Value| {
        let mut state = dealt_by(2, options, "I12 I13 I09 I10 I11 I14");
        own(&mut state, 0, "+I01 +I02 -I03 -I04");
        play(state, &["0 bid 1", "1 pass"])
    };
    let over = six(&json!({}));
    assert_eq!(over.stage, Stage::Over, "no Tool Phase");
    assert_eq!(over.investments(seat(0)), 6);
    assert_eq!(values(&over), [12 + 11 + 10 + 10 + 6 + 5, 0], "all six count");
    assert_eq!(winners(&over), SeatSet::only(seat(0)));
    let goes_on = six(&json!({ "fullEnd": "endOfRound" }));
    assert_eq!(goes_on.options.full_end, FullEnd::EndOfRound);
    assert_eq!(goes_on.stage, Stage::Tool(seat(1)));
    let state = win(no_tools(goes_on), 1);
    let state = no_tools(play(state, &["1 flip 5"]));
    assert_eq!(no_tools(win(state, 1)).stage, Stage::Over, "at the end of the round");
}

/// No Tool can bring a fifth Investment, because only a player with more can lose one. If one did,
/// it would end the game.
#[test]
fn sh_t12_a_fifth_investment_is_not_taken() {
    let mut state = tool_phase(2);
    own(&mut state, 0, "-I01 -I02");
    own(&mut state, 1, "+I05 +I06 +I07 +I08");
    hold(&mut state, 1, "1 1 1");
    arm(&mut state, 1, "T10 T07");
    assert_eq!(playable(&state, 1), ["T07"], "no player has more than four");
    assert_eq!(forbidden(&state, "1 tool T10 0.3 pay 1 1 1"), "SH-R18");
    own(&mut state, 0, "-I03 -I04");
    let state = quiet(play(state, &["1 tool T10 0.3 pay 1 1 1"]));
    assert_eq!(state.stage, Stage::Over);
    assert_eq!((state.investments(seat(1)), state.investments(seat(0))), (5, 5));
    assert!(state.portfolio(seat(1)).any(|share| share.investment == 1), "own places count from 1");
}

#[test]
fn sh_t13_a_bonus_again_and_again() {
    let mut state = tool_phase(2);
    own(&mut state, 1, "+I19");
    hold(&mut state, 1, "1 2 3");
    arm(&mut state, 1, "T04 T04");
    let once = quiet(play(state, &["1 tool T04 own.1 own.1 pay 1"]));
    assert_eq!(once.hands[seat(1)].len(), 3 - 1 + 2);
    let state = win(play(once, &["0 pass"]), 0);
    let held = state.hands[seat(1)].len();
    let state = play(state, &["0 flip 5"]);
    let pay = state.hands[seat(1)].lowest(1);
    let twice = quiet(play(state, &[&format!("1 tool T04 own.1 own.1 pay {pay}")]));
    assert_eq!(twice.hands[seat(1)].len(), held - 1 + 2);
}

#[test]
fn sh_t14_what_aims_at_nothing_cannot_be_played() {
    let mut state = tool_phase(2);
    arm(&mut state, 1, "T04 T12 T13 T14 T07");
    assert_eq!(playable(&state, 1), ["T07", "T12", "T13", "T14"]);
    let pay = state.hands[seat(1)].lowest(1);
    assert_eq!(forbidden(&state, &format!("1 tool T04 own.1 own.1 pay {pay}")), "SH-R18");
    // An exchange needs two lots; after the second auction there is one.
    let mut later = play(win(no_tools(state), 0), &["0 flip 5"]);
    arm(&mut later, 1, "T12 T13 T14 T07");
    assert_eq!(playable(&later, 1), ["T07", "T12", "T13"]);
    // After the third auction there is no row.
    let mut last = win(no_tools(later), 1);
    arm(&mut last, 0, "T12 T13 T14 T07");
    assert_eq!(last.stage, Stage::Tool(seat(0)));
    assert_eq!(playable(&last, 0), ["T07", "T12"], "portfolios have cards that are down");
    last.owned.as_mut_slice().iter_mut().for_each(|owned| owned.share.turn(true));
    assert_eq!(playable(&last, 0), ["T07"]);
    assert_eq!(forbidden(&last, "0 tool T12 own.1"), "SH-R18");
    assert_eq!(forbidden(&last, "0 tool T13 a row.5"), "SH-R19");
}

#[test]
fn sh_t15_a_sale_without_shares_and_a_dividend_of_nothing() {
    let mut state = tool_phase(2);
    arm(&mut state, 1, "T09 T18");
    assert_eq!(playable(&state, 1), ["T18"], "a Tool can be drawn");
    assert_eq!(forbidden(&state, "1 tool T18 a"), "SH-R19", "nothing of its own is up");
    assert_eq!(forbidden(&state, "1 tool T18"), "SH-R19", "one is chosen");
    // All other Tools are in the other hand.
    let rest: Tools = state.tool_stock.as_slice().iter().copied().collect();
    state.tools[seat(0)] = state.tools[seat(0)].plus(rest);
    state.tool_stock = List::default();
    assert_eq!(playable(&state, 1), [""; 0]);
    assert_eq!(forbidden(&state, "1 tool T18 b"), "SH-R19");
}

#[test]
fn sh_t16_the_last_card_pays() {
    let mut state = tool_phase(2);
    arm(&mut state, 1, "T08");
    hold(&mut state, 1, "7");
    let paid = quiet(play(state, &["1 tool T08 pay 7"]));
    assert_eq!(paid.hands[seat(1)].len(), 3);
    assert_eq!(forbidden(&state, "1 tool T08"), "SH-R17");
    hold(&mut state, 1, "");
    assert_eq!(playable(&state, 1), [""; 0]);
}

/// Returns a game in which seat 1 plays a squeeze on seat 2, who holds a reaction.
fn squeezed(options: &Value) -> State {
    let mut state = tool_phase_by(3, options);
    arm(&mut state, 0, "T02 T03");
    arm(&mut state, 1, "T15 T01");
    arm(&mut state, 2, "T01 T07");
    hold(&mut state, 1, "9 1");
    hold(&mut state, 2, "8 6 2");
    play(state, &["1 tool T15 seat.2 pay 1"])
}

#[test]
fn sh_t17_a_reaction_cancels() {
    let state = squeezed(&json!({}));
    assert_eq!(legal(&state, 2), ["noreact", "react T01"]);
    assert_eq!(legal(&state, 0), ["noreact"]);
    assert_eq!(forbidden(&state, "0 react T01"), "SH-R16");
    assert_eq!(forbidden(&state, "2 react T07"), "SH-R20");
    let state = play(state, &["0 noreact", "2 react T01"]);
    let (state, events) = play_one(play(state, &["0 noreact"]), "1 noreact");
    let settled = events.iter().find_map(|event| match event {
        Event::Settled { seat, tool, cancelled, reactions } => Some((*seat, *tool, *cancelled, *reactions)),
        _ => None,
    });
    assert_eq!(settled, Some((seat(1), 15, true, 1)));
    assert_eq!(state.hands[seat(2)], capital("8 6 2"), "nothing was squeezed");
    assert_eq!(
        (state.hands[seat(1)], state.tool_discards.of(15)),
        (capital("9"), 1),
        "what was paid stays paid"
    );
    assert_eq!(state.stage, Stage::Tool(seat(2)), "seat 2 still has a turn");
    assert_eq!(playable(&state, 2), ["T07"], "a reaction is no turn");
}

#[test]
fn sh_t18_a_reaction_is_countered() {
    let state = play(squeezed(&json!({})), &["0 noreact", "2 react T01", "0 noreact", "1 react T01"]);
    // All seats except seat 1 can answer the counter.
    assert_eq!(Sharks::actors(&state), [0, 2].map(seat).into_iter().collect());
    let (state, events) = play_one(play(state, &["0 noreact"]), "2 noreact");
    assert!(events.contains(&Event::Settled { seat: seat(1), tool: 15, cancelled: false, reactions: 2 }));
    assert_eq!(state.stage, Stage::Give(seat(2), 2));
    assert_eq!(legal(&state, 2), ["give 6 2", "give 8 2", "give 8 6"]);
    assert_eq!(forbidden(&state, "2 give 8"), "SH-R14");
    let state = play(state, &["2 give 2 6"]);
    assert_eq!(state.hands[seat(2)], capital("8"));
    assert_eq!(state.stage, Stage::Tool(seat(2)));
    // Without counters the first reaction settles the Tool.
    let plain = json!({ "counterConnection": "no" });
    let state = play(squeezed(&plain), &["0 noreact", "2 react T01"]);
    assert_eq!(state.options.counter_connection, CounterConnection::No);
    assert_eq!((state.stage, state.hands[seat(2)]), (Stage::Tool(seat(2)), capital("8 6 2")));
}

#[test]
fn sh_t19_who_has_passed_may_react() {
    let mut state = tool_phase(3);
    arm(&mut state, 1, "T01");
    arm(&mut state, 2, "T07");
    let state = play(state, &["1 pass", "2 tool T07"]);
    let held = state.hands[seat(2)];
    let state = play(state, &["0 noreact", "1 react T01", "2 noreact", "0 noreact"]);
    assert_eq!(state.hands[seat(2)], held);
    assert_eq!(state.stage, Stage::Tool(seat(0)));
}

/// Answers are read clockwise from the seat after the actor. The first reaction counts and the
/// others stay hidden, in any order of arrival.
#[test]
fn sealed_answers_are_read_in_order() {
    let mut state = tool_phase(3);
    arm(&mut state, 1, "T07");
    arm(&mut state, 2, "T01");
    arm(&mut state, 0, "T01 T02");
    let state = play(state, &["1 tool T07"]);
    let (sealed, events) = play_one(state, "0 react T01");
    assert_eq!(events, [Event::Answered { seat: seat(0) }]);
    let seen = |viewer| match sealed.seen_by(viewer).stage {
        Stage::Window(answers) => answers[seat(0)],
        _ => panic!("the window is open"),
    };
    assert_eq!(seen(Viewer::Seat(seat(0))), Answer::React(1));
    assert_eq!([Viewer::Seat(seat(2)), Viewer::Public].map(seen), [Answer::Sealed; 2]);
    let (state, events) = play_one(sealed, "2 react T01");
    assert!(events.contains(&Event::Reacted { seat: seat(2), tool: 1 }));
    assert_eq!(state.tools[seat(0)], tools("T01 T02"), "the later answer is void");
    assert_eq!(
        super::rules::window(&state).map(|window| (window.first, window.silent)),
        Some((seat(0), Action::Let))
    );
}

#[test]
fn sh_t20_tools_are_drawn_up_to_three() {
    let mut state = dealt(2, "");
    arm(&mut state, 0, "T02 T03");
    arm(&mut state, 1, "T04 T06 T07 T08 T09");
    let state = play(state, &["0 pass", "1 pass", "0 pass", "1 pass", "0 pass", "1 pass"]);
    assert_eq!((state.round, state.tools[seat(0)].len(), state.tools[seat(1)].len()), (2, 3, 5));
    assert_eq!(state.hands[seat(0)].len(), 10);
}

#[test]
fn sh_t21_a_tie_goes_to_capital_then_to_fewer_investments() {
    let end = |options: &Value, first: &str, second: &str, hands: [&str; 2]| {
        let mut state = dealt_by(2, options, "");
        own(&mut state, 0, first);
        own(&mut state, 1, second);
        hold(&mut state, 0, hands[0]);
        hold(&mut state, 1, hands[1]);
        state.round = 4;
        state.auction = 2;
        play(state, &["0 pass", "1 pass"])
    };
    // 12 − 3 + 7 + 4 − 8 = 12, and 10 + 2.
    let (five, two) = ("+I01 +I20 +I09 -I15 -I24", "+I03 +I18");
    let house = json!({});
    let tied = |hands| end(&house, five, two, hands);
    assert_eq!(values(&tied(["5", "4"])), [12, 12]);
    assert_eq!(winners(&tied(["5", "4"])), SeatSet::only(seat(0)));
    assert_eq!(winners(&tied(["4", "5"])), SeatSet::only(seat(1)));
    assert_eq!(winners(&tied(["5", "3 2"])), SeatSet::only(seat(1)), "fewer Investments");
    let shared = end(&json!({ "tieBreak": "shared" }), five, two, ["5", "4"]);
    assert_eq!(winners(&shared), SeatSet::all(2));
    // The Capital left is counted only where it decides.
    let counted =
        |state: &State| Sharks::score_breakdown(state).iter().map(|line| line.category).collect::<Vec<_>>();
    assert_eq!(counted(&tied(["5", "4"])), ["portfolio", "capitalLeft"]);
    for undecided in [&tied(["5", "3 2"]), &shared, &end(&house, five, "+I03", ["5", "4"])] {
        assert_eq!(counted(undecided), ["portfolio"]);
    }
    let alike = end(&house, "+I03 +I18", "+I01", ["5", "5"]);
    assert_eq!(values(&alike), [12, 12]);
    let alike = end(&house, "+I03", "+I04", ["5", "5"]);
    assert_eq!(winners(&alike), SeatSet::all(2), "shared");
    let outcome = Sharks::outcome(&alike).unwrap();
    assert_eq!(outcome.returns.as_slice(), [0.0, 0.0]);
}

#[test]
fn sh_t22_a_shortage_is_shared() {
    let mut state = dealt(6, "");
    // Three seats own a face-up Investment, so the income is 27 cards. Five are left, and there are
    // no discards.
    for (other, id) in ["+I01", "+I02", "+I03"].into_iter().enumerate() {
        own(&mut state, other as u8, id);
    }
    let spare: Vec<u8> = state.capital_stock.as_slice().to_vec();
    state.capital_stock = spare[..5].iter().copied().collect();
    state.hands[seat(5)] = state.hands[seat(5)].plus(spare[5..].iter().copied().collect());
    let held: Vec<u8> = state.hands.as_slice().iter().map(Capital::len).collect();
    for _ in 0..3 {
        for other in 0..6 {
            state = play(state, &[&format!("{other} pass")]);
        }
    }
    let drawn: Vec<u8> =
        state.hands.as_slice().iter().zip(held).map(|(hand, held)| hand.len() - held).collect();
    assert_eq!(drawn, [1, 1, 1, 1, 1, 0]);
    assert_eq!((state.round, state.stage), (2, Stage::Bid(seat(0))));
}

#[test]
fn sh_t23_the_game_ends_after_four_rounds() {
    let mut state = dealt(6, "");
    for auction in 0..12 {
        let winner = auction % 6;
        state = shuffled(win(state, winner));
        while state.stage != Stage::Over && !matches!(state.stage, Stage::Bid(_)) {
            let actor = Sharks::actors(&state).first().unwrap();
            let action = match state.stage {
                Stage::Tool(_) => "pass".to_owned(),
                _ => legal(&state, u8::from(actor))[0].clone(),
            };
            state = shuffled(play(state, &[&format!("{actor} {action}")]));
        }
    }
    assert_eq!(state.stage, Stage::Over);
    assert!(state.investment_stock.is_empty());
    assert_eq!(state.owned.len(), 24);
}

#[test]
fn sh_t24_the_last_winner_starts_the_next_round() {
    let begun = || play(dealt(3, ""), &["0 pass", "1 pass", "2 pass", "0 pass", "1 pass", "2 pass"]);
    let state = no_tools(win(begun(), 1));
    assert_eq!((state.round, state.stage), (2, Stage::Bid(seat(1))));
    let nobody = play(begun(), &["0 pass", "1 pass", "2 pass"]);
    assert_eq!((nobody.round, nobody.stage), (2, Stage::Bid(seat(0))), "who started it");
}

/// Returns the events as `viewer` sees them.
fn redacted(events: &[Event], viewer: Viewer) -> Vec<Value> {
    let shown = events.iter().filter_map(|event| Sharks::redact(event, viewer));
    shown.map(|event| serde_json::to_value(event).unwrap()).collect()
}

#[test]
fn hands_are_told_to_their_owners_only() {
    let options = setup(2, &json!({})).options;
    let deck = deck(&options, "1 2 3 4 5 6 7 8 9 10 1 2 T02 T03 T04 T06 T07 T08");
    let mut events = Vec::new();
    Sharks::deal(&options, &Sharks::initial_standing(&options, seat(1)), &deck, &mut |event| {
        events.push(event);
    });
    let own = json!({ "event": "dealt", "seat": 0, "capital": { "open": [9, 7, 5, 3, 1, 1] }, "tools": { "open": ["T02", "T04", "T07"] } });
    let closed = json!({ "event": "dealt", "seat": 0, "capital": { "closed": 6 }, "tools": { "closed": 3 } });
    assert_eq!(redacted(&events, Viewer::Seat(seat(0)))[0], own);
    assert_eq!(redacted(&events, Viewer::Seat(seat(1)))[0], closed);
    assert_eq!(redacted(&events, Viewer::Public)[0], closed);
    let row =
        redacted(&events, Viewer::Public).into_iter().find(|event| event["event"] == "rowLaid").unwrap();
    assert_eq!(row["row"][0]["investment"], "I01");
    assert_eq!(row["row"][1], json!({ "investment": null, "up": false, "seen": [] }));
}

#[test]
fn only_the_drawer_sees_a_drawn_card() {
    let mut state = tool_phase(2);
    arm(&mut state, 1, "T07");
    let (_, events) = play_one(play(state, &["1 tool T07"]), "0 noreact");
    let drawn = |viewer| {
        let events = redacted(&events, viewer).into_iter();
        events
            .filter(|event| event["event"] == "drewCapital")
            .map(|event| event["value"].clone())
            .collect::<Vec<_>>()
    };
    assert!(drawn(Viewer::Seat(seat(1))).iter().all(Value::is_number));
    assert_eq!(drawn(Viewer::Seat(seat(0))), [Value::Null, Value::Null]);
    assert_eq!(drawn(Viewer::Public), [Value::Null, Value::Null]);
}

#[test]
fn peeking_shows_the_card_to_its_player_and_the_peek_to_all() {
    let mut state = tool_phase(3);
    arm(&mut state, 1, "T12");
    let state = play(state, &["1 tool T12 row.5", "2 noreact"]);
    let (state, events) = play_one(state, "0 noreact");
    let looked = |viewer| {
        let event = redacted(&events, viewer).into_iter().find(|event| event["event"] == "looked").unwrap();
        (
            event["location"]["index"].clone(),
            event["share"]["investment"].clone(),
            event["share"]["seen"].clone(),
        )
    };
    assert_eq!(looked(Viewer::Seat(seat(1))), (json!(5), json!("I11"), json!([1])));
    assert_eq!(looked(Viewer::Seat(seat(2))), (json!(5), Value::Null, json!([1])));
    assert_eq!(looked(Viewer::Public).1, Value::Null);
    // The looker keeps track of it when it changes places.
    let seen = |state: &State, viewer| state.seen_by(viewer).row[4].unwrap().investment;
    assert_eq!([seen(&state, Viewer::Seat(seat(1))), seen(&state, Viewer::Seat(seat(0)))], [11, 0]);
    let mut state = state;
    arm(&mut state, 2, "T14");
    let pay = state.hands[seat(2)].lowest(1);
    let state = quiet(play(state, &[&format!("2 tool T14 row.4 row.5 pay {pay}")]));
    assert_eq!(state.seen_by(Viewer::Seat(seat(1))).row[3].unwrap().investment, 11);
    assert_eq!(state.seen_by(Viewer::Seat(seat(2))).row[3].unwrap().investment, 0);
}

#[test]
fn a_poached_tool_is_known_to_two_and_remembered() {
    let mut state = tool_phase(3);
    arm(&mut state, 1, "T16 T02");
    arm(&mut state, 2, "T07 T17");
    let pay = state.hands[seat(1)].lowest(1);
    let mut state = quiet(play(state, &[&format!("1 tool T16 seat.2 pay {pay}")]));
    let mut due = engine::shuffle_due::<Sharks>(&state).unwrap();
    due.sort();
    assert_eq!(due, [Card::Tool(7), Card::Tool(17)]);
    let mut events = Vec::new();
    engine::shuffle::<Sharks>(&mut state, &[Card::Tool(17), Card::Tool(7)], &mut |event| events.push(event));
    audit(&state);
    assert_eq!((state.tools[seat(1)], state.tools[seat(2)]), (tools("T02 T17"), tools("T07")));
    let took = |viewer| redacted(&events, viewer)[0]["tool"].clone();
    assert_eq!(
        [0, 1, 2].map(|viewer| took(Viewer::Seat(seat(viewer)))),
        [Value::Null, json!("T17"), json!("T17")]
    );
    let known = |state: &State, viewer| state.seen_by(Viewer::Seat(seat(viewer))).tools[seat(1)].of(17);
    assert_eq!([0, 2].map(|viewer| known(&state, viewer)), [0, 1], "who lost it knows where it is");
    // Once it has been played, its trace is removed.
    let state = play(win(no_tools(state), 2), &["2 flip 5"]);
    let state = play(state, &["0 pass"]);
    let pay = state.hands[seat(1)].lowest(2);
    let state = play(state, &[&format!("1 tool T17 pay {pay}")]);
    assert!(state.poached.is_empty());
}

/// A view keeps the public cards of bids that were taken back.
#[test]
fn bids_that_came_back_are_remembered() {
    let mut state = dealt(3, "");
    hold(&mut state, 0, "6 2 2");
    hold(&mut state, 1, "5 4 2");
    let state = play(state, &["0 bid 6 2", "1 bid 5 4", "2 pass", "0 pass"]);
    let seen = state.seen_by(Viewer::Seat(seat(2)));
    assert_eq!((seen.hands[seat(0)].of(6), seen.hands[seat(0)].of(2), seen.hands[seat(0)].of(0)), (1, 1, 1));
    let mut rng = Rng::from_number(1);
    for _ in 0..20 {
        let sample = Sharks::determinize(&Sharks::view(&state, Viewer::Seat(seat(2))), &mut rng);
        assert!(sample.hands[seat(0)].contain(&capital("6 2")));
    }
}

#[test]
fn tools_do_what_they_say() {
    // A face-up lot is turned down and the reverse. Face-down cards are taken or swapped as they
    // are.
    let mut state = tool_phase(2);
    own(&mut state, 1, "-I05 +I21");
    arm(&mut state, 1, "T03 T06 T09 T11 T13 T02");
    hold(&mut state, 1, "1 1 2 3");
    let off = quiet(play(state, &["1 tool T03 own.2"]));
    assert!(!off.portfolio(seat(1)).nth(1).unwrap().up);
    assert_eq!(off.hands[seat(1)].len(), 6);
    assert_eq!(
        off.seen_by(Viewer::Public).portfolio(seat(1)).nth(1).unwrap().investment,
        21,
        "everybody knows it"
    );
    let gag = quiet(play(state, &["1 tool T06 0.1 pay 1"]));
    assert_eq!(gag.face_up(seat(0)), 0);
    let sale = quiet(play(state, &["1 tool T09 own.2 pay 1"]));
    assert_eq!((sale.investments(seat(1)), sale.hands[seat(1)].len()), (1, 6));
    assert_eq!(sale.discarded.as_slice()[0].investment, 21);
    let swap = quiet(play(state, &["1 tool T11 own.1 0.2 pay 1"]));
    let numbers =
        |state: &State, owner| state.portfolio(seat(owner)).map(|share| share.investment).collect::<Vec<_>>();
    assert_eq!((numbers(&swap, 0), numbers(&swap, 1)), (vec![12, 5], vec![13, 21]));
    assert_eq!(forbidden(&state, "1 tool T11 own.2 0.2 pay 1"), "SH-R18", "both lie face down");
    let leak = quiet(play(state, &["1 tool T13 a row.5"]));
    assert!(leak.row[4].unwrap().up);
    let leak = quiet(play(state, &["1 tool T13 b row.3"]));
    assert!(!leak.row[2].unwrap().up);
    assert_eq!(forbidden(&state, "1 tool T13 a row.3"), "SH-R19");
    assert_eq!(forbidden(&state, "1 tool T13 a row.1"), "SH-R19", "that lot is gone");
    assert_eq!(forbidden(&state, "1 tool T02 a own.1"), "SH-R19", "nothing to choose");
    assert_eq!(forbidden(&state, "1 tool T06 0.1 pay 1 1"), "SH-R17");
    assert_eq!(refused(&state, "1 tool T06 0.1 pay 9"), Illegal::CapitalNotHeld { value: 9 });
    assert_eq!(forbidden(&state, "1 tool T01"), "SH-R16");
    assert_eq!(forbidden(&state, "1 bid 1"), "SH-R16");
}

#[test]
fn a_hollow_crown_costs_the_others() {
    let mut state = dealt(3, "I23 I03 I09 I10 I11 I14");
    hold(&mut state, 1, "9 4");
    hold(&mut state, 2, "3");
    let state = play(state, &["0 bid 1", "1 pass", "2 pass"]);
    assert_eq!(state.stage, Stage::Give(seat(1), 1), "clockwise");
    let state = play(state, &["1 give 4"]);
    assert_eq!(
        (state.hands[seat(1)], state.hands[seat(2)]),
        (capital("9"), Capital::NONE),
        "who has no choice is not asked"
    );
    assert_eq!(state.stage, Stage::Tool(seat(1)));
}

#[test]
fn options_about_bonuses_do_what_they_say() {
    // The card is turned up at the end, with its bonus.
    let end = |options: &Value| {
        let mut state = dealt_by(2, options, "I01 I02");
        own(&mut state, 0, "-I22");
        state.round = 4;
        state.auction = 2;
        hold(&mut state, 0, "5");
        play(state, &["0 pass", "1 pass"])
    };
    assert_eq!(end(&json!({})).hands[seat(0)].len(), 1);
    assert_eq!(end(&json!({ "bonusOnFinalFlip": true })).hands[seat(0)].len(), 5);
    // Owners may look.
    let own = tool_phase_by(2, &json!({ "ownerMayPeek": true }));
    let known =
        |viewer| own.seen_by(viewer).portfolio(seat(0)).map(|share| share.investment).collect::<Vec<_>>();
    assert_eq!(known(Viewer::Seat(seat(0))), [12, 13]);
    assert_eq!(known(Viewer::Seat(seat(1))), [12, 0]);
    // A hand of twelve draws no more.
    let mut full = tool_phase_by(2, &json!({ "handLimit": 12 }));
    hold(&mut full, 1, "3 3 3 3 3 4 4 4 4 4 5");
    arm(&mut full, 1, "T07");
    assert_eq!(quiet(play(full, &["1 tool T07"])).hands[seat(1)].len(), 12);
}

/// A custom set combines the same effects differently.
#[test]
fn a_custom_set_is_played() {
    let text = include_str!("sets/house.toml");
    // Others turn up a player's Investment, and an impossible second part is skipped.
    let own_set = text
        .replace("id = \"house\"", "id = \"own\"")
        .replace("effects = [\"turn-other-down\"]", "effects = [\"turn-other-up\"]")
        .replace(
            "effects = [\"turn-own-down\", \"draw-capital 2\"]",
            "effects = [\"draw-capital 2\", \"turn-own-up\"]",
        )
        .replace("kind = \"reaction\"", "kind = \"single\"")
        .replace("effects = [\"cancel\"]", "effects = [\"others-discard-capital 1\"]");
    let set: &'static sets::Set = Box::leak(Box::new(sets::Set::read(&own_set).unwrap()));
    assert!(!set.has_reactions());
    let options = Options { set, other_flips_bonus: true, ..setup(2, &json!({})).options };
    let begun = |seed| {
        let mut deck = options.deck();
        Seed::from_number(seed).shuffle(0, &mut deck);
        Sharks::deal(&options, &Sharks::initial_standing(&options, seat(1)), &deck, &mut drop)
    };
    let mut state = play(begun(1), &["0 pass"]);
    state.row = state.row.map(|share| share.map(|share| Share::dealt(share.investment, false)));
    let state = win(state, 1);
    let mut state = state;
    state.owned = List::default();
    let all: u32 = (1..=24).sum();
    assert_eq!(set.investments().map(u32::from).sum::<u32>(), all);
    arm_unchecked(&mut state, "T03 T06 T01");
    assert_eq!(state.stage, Stage::Tool(seat(0)));
    // Without reactions there is no window, and the Tool is resolved at once.
    let mut events = Vec::new();
    let action = Sharks::read_action(&state, "tool T03").unwrap();
    assert_eq!(Sharks::validate(&state, seat(0), action), Ok(()), "nothing to turn up");
    Sharks::apply(&mut state, seat(0), action, &mut |event| events.push(event));
    assert_eq!(state.stage, Stage::Tool(seat(1)));
    assert!(events.contains(&Event::Settled { seat: seat(0), tool: 3, cancelled: false, reactions: 0 }));
    // Random play with the full set conserves its cards.
    for seed in 0..20 {
        let mut state = begun(seed);
        let mut rng = Rng::from_number(seed);
        while Sharks::outcome(&state).is_none() {
            if let Some(mut order) = engine::shuffle_due::<Sharks>(&state) {
                rng.shuffle(&mut order);
                engine::shuffle::<Sharks>(&mut state, &order, &mut drop);
                continue;
            }
            let actor = Sharks::actors(&state).first().unwrap();
            let action = rng
                .pick(&legal(&state, u8::from(actor)).iter().map(String::as_str).collect::<Vec<_>>())
                .to_owned();
            state = play(state, &[&format!("{actor} {action}")]);
        }
    }
}

/// Gives seat 0 these Tools, from any place.
fn arm_unchecked(state: &mut State, text: &str) {
    state.tools[seat(0)] = tools(text);
}

#[test]
fn mistakes_in_a_set_are_reported_with_their_line() {
    let house = include_str!("sets/house.toml");
    let line_of = |text: &str, needle: &str| 1 + text.split(needle).next().unwrap().matches('\n').count();
    let wrong = |from: &str, to: &str| {
        let text = house.replacen(from, to, 1);
        assert_ne!(text, house, "{from}");
        let error = sets::Set::read(&text).unwrap_err();
        assert_eq!(error.line, line_of(&text, to), "{error}: {to}");
        error.to_string()
    };
    assert!(wrong("draw-capital 3", "dig 3").contains("unknown effect “dig 3”"));
    assert!(wrong("\"draw-capital 3\"", "\"draw-capital\"").contains("a number from 1 to 9"));
    assert!(wrong("\"turn-own-up\"", "\"turn-own-up 2\"").contains("use turn-own-up"));
    assert!(wrong("id = \"I07\"", "id = \"I06\"  ").contains("I06 is defined twice"));
    assert!(wrong("id = \"T08\"", "id = \"X08\"").contains("invalid id"));
    assert!(wrong("id = \"house\"", "id = \"My House\"").contains("invalid set id"));
    assert!(wrong("value = 12", "value = 120").contains("cannot be 120"));
    assert!(wrong("kind = \"two-part\"", "kind = \"double\"").contains("unknown kind “double”"));
    assert!(wrong("cost = 3", "prize = 3").contains("prize"));
    assert!(
        wrong("effects = [\"cancel\"]", "effects = [\"look\"]")
            .contains("a reaction must have the effect cancel")
    );
    assert!(wrong("[\"turn-row-up\", \"turn-row-down\"]", "[\"turn-row-up\" ]").contains("2 effects, not 1"));
    assert!(wrong("10 = 2", "16 = 2").contains("invalid Capital value"));
    assert!(wrong("bonus = [\"draw-capital 4\"]", "bonus = [\"look\"]").contains("invalid bonus"));
    let few = house.split("[[tool]]").next().unwrap().to_owned();
    assert!(sets::Set::read(&few).unwrap_err().to_string().contains("the set has 0 Tools"));
    assert!(sets::Set::read("id = ").unwrap_err().line == 1);
}

/// Listed actions represent the others: the fewest cards per total, the lowest payment per Tool.
#[test]
fn one_bid_is_listed_for_each_total() {
    let mut state = dealt(2, "");
    hold(&mut state, 0, "9 5 4 4 1");
    let listed: Vec<String> = legal(&state, 0);
    for listed_once in ["bid 9", "bid 5", "bid 4 4", "bid 9 1", "bid 9 5 4 4 1", "pass"] {
        assert!(listed.contains(&listed_once.to_owned()), "{listed_once}: {listed:?}");
    }
    assert!(!listed.contains(&"bid 5 4".to_owned()));
    let action = Sharks::read_action(&state, "bid 5 4").unwrap();
    assert_eq!(Sharks::validate(&state, seat(0), action), Ok(()));
    assert!(!super::rules::is_listed(&state, seat(0), &action));
    // Every reachable total appears once.
    let mut totals: Vec<u16> = listed
        .iter()
        .filter_map(|action| match action.parse() {
            Ok(Action::Bid(cards)) => Some(cards.total()),
            _ => None,
        })
        .collect();
    totals.sort_unstable();
    let cards = [9_u16, 5, 4, 4, 1];
    let sum = |set: u32| (0..5).filter(|card| set >> card & 1 == 1).map(|card| cards[card]).sum::<u16>();
    let mut every: Vec<u16> = (1_u32..32).map(sum).collect();
    every.sort_unstable();
    every.dedup();
    assert_eq!(totals, every);
}

#[test]
fn actions_are_read_as_they_are_written() {
    let state = dealt(2, "");
    for text in [
        "bid 5 3 3",
        "pass",
        "flip 5",
        "tool T06 2.1 pay 3",
        "tool T18 b",
        "react T01",
        "noreact",
        "give 3 1",
        "tool T14 row.3 row.5 pay 1",
    ] {
        assert_eq!(Sharks::read_action(&state, text).unwrap().to_string(), text);
    }
    for nonsense in [
        "",
        "bid",
        "bid 0",
        "bid 16",
        "bid 5  3",
        "bid x",
        "flip",
        "flip 55",
        "tool",
        "tool I05",
        "tool T06 pay",
        "tool T06 0.0",
        "tool T06 own.01",
        "tool T06 row.1 row.2 row.3 row.4 row.5",
        "react",
        "react T1",
        "react T99",
        "pass 1",
        "give",
        "tool T06 seat.9",
        "tool T06 seat.12",
        "bid +5",
    ] {
        assert!(Sharks::read_action(&state, nonsense).is_err(), "{nonsense}");
    }
    let many = format!("bid {}", ["1"; 500].join(" "));
    assert!(Sharks::read_action(&state, &many).is_err());
}

/// Returns the house set with some text replaced.
fn set_with(replaced: &[(&str, &str)]) -> &'static sets::Set {
    let house = include_str!("sets/house.toml").replace("id = \"house\"", "id = \"own\"");
    let text = replaced.iter().fold(house, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    Box::leak(Box::new(sets::Set::read(&text).unwrap()))
}

#[test]
fn who_has_as_many_investments_takes_none() {
    let mut state = tool_phase(2);
    hold(&mut state, 1, "1 1 1");
    arm(&mut state, 1, "T10");
    own(&mut state, 1, "+I05");
    assert_eq!(playable(&state, 1), ["T10"]);
    own(&mut state, 1, "-I06");
    assert_eq!(playable(&state, 1), [""; 0]);
}

#[test]
fn a_reaction_is_no_tool_to_be_played() {
    let mut state = tool_phase(2);
    arm(&mut state, 1, "T01");
    assert_eq!(refused(&state, "1 tool T01"), Illegal::OnlyReaction { tool: Card::Tool(1) });
}

#[test]
fn what_changes_hands_is_looked_at_by_its_new_owner_where_owners_may() {
    let begun = |options: &Value| {
        let mut state = tool_phase_by(2, options);
        own(&mut state, 1, "-I05");
        own(&mut state, 0, "-I06");
        hold(&mut state, 1, "1 1 1");
        arm(&mut state, 1, "T10 T11");
        state
    };
    let known = |state: &State, by: u8, of: u8| {
        let seen = state.seen_by(Viewer::Seat(seat(by)));
        seen.portfolio(seat(of)).map(|share| share.investment).collect::<Vec<_>>()
    };
    let peek = json!({ "ownerMayPeek": true });
    let taken = quiet(play(begun(&peek), &["1 tool T10 0.2 pay 1 1 1"]));
    assert_eq!(known(&taken, 1, 1)[1], 13);
    let swapped = quiet(play(begun(&peek), &["1 tool T11 own.1 0.2 pay 1"]));
    assert_eq!((known(&swapped, 1, 1)[0], known(&swapped, 0, 0)[1]), (13, 5));
    let unseen = quiet(play(begun(&json!({})), &["1 tool T11 own.1 0.2 pay 1"]));
    assert_eq!((known(&unseen, 1, 1)[0], known(&unseen, 0, 0)[1]), (0, 0));
    // Face-down cards count for no player before the end, even for those who looked at them.
    let view = Sharks::view(&taken, Viewer::Seat(seat(1)));
    assert_eq!(view.values.as_slice(), [6, 0]);
}

#[test]
fn both_cards_of_a_lot_bring_their_bonus_the_left_one_first() {
    let mut state = dealt(2, "I19 I21");
    state.row[1].iter_mut().for_each(|share| share.turn(true));
    let (_, events) = play_one(play(state, &["0 bid 1"]), "1 pass");
    let brought: Vec<Card> = events
        .iter()
        .filter_map(|event| match event {
            Event::Bonus { investment, .. } => Some(*investment),
            _ => None,
        })
        .collect();
    assert_eq!(brought, [Card::Investment(19), Card::Investment(21)]);
}

/// In rounds and at the end the starter comes first. (SH-S10, SH-R25)
#[test]
fn the_starter_is_served_first() {
    let mut state = dealt(3, "");
    state.starter = seat(1);
    arm(&mut state, 0, "T02 T03");
    arm(&mut state, 1, "T04 T06");
    let rest = state.tool_stock.as_slice().to_vec();
    state.tool_stock = rest[..1].iter().copied().collect();
    state.tools[seat(2)] = state.tools[seat(2)].plus(rest[1..].iter().copied().collect());
    let nobody_bids =
        ["0 pass", "1 pass", "2 pass", "1 pass", "2 pass", "0 pass", "1 pass", "2 pass", "0 pass"];
    let state = play(state, &nobody_bids);
    assert_eq!(state.round, 2);
    assert_eq!((state.tools[seat(0)].len(), state.tools[seat(1)].len()), (2, 3));

    let mut last = dealt(3, "");
    last.starter = seat(1);
    (last.round, last.auction) = (4, 2);
    for (owner, id) in ["-I01", "-I02", "-I03"].into_iter().enumerate() {
        own(&mut last, owner as u8, id);
    }
    let (_, events) = play_one(play(last, &["0 pass", "1 pass"]), "2 pass");
    let turned: Vec<Option<Seat>> = events
        .iter()
        .filter_map(|event| match event {
            Event::TurnedUp { location, .. } => Some(location.seat),
            _ => None,
        })
        .collect();
    assert_eq!(turned, [1, 2, 0].map(|owner| Some(seat(owner))));
}

#[test]
fn gifts_are_listed_each_once_and_of_three_cards_one_for_each_total() {
    let mut state = squeezed(&json!({}));
    hold(&mut state, 2, "6 6 2");
    let state = quiet(state);
    assert_eq!(legal(&state, 2), ["give 6 2", "give 6 6"]);

    let set = set_with(&[("other-discards-capital 2", "other-discards-capital 3")]);
    let options = Options { set, ..setup(2, &json!({})).options };
    let mut state = tool_phase_of(&options);
    arm(&mut state, 1, "T15");
    hold(&mut state, 0, "8 6 4 2 1");
    let pay = state.hands[seat(1)].lowest(1);
    let state = quiet(play(state, &[&format!("1 tool T15 seat.0 pay {pay}")]));
    let listed = ["4 2 1", "6 2 1", "6 4 1", "6 4 2", "8 4 1", "8 4 2", "8 6 1", "8 6 2", "8 6 4"];
    assert_eq!(legal(&state, 0), listed.map(|cards| format!("give {cards}")));
    let other = Sharks::read_action(&state, "give 8 2 1").unwrap();
    assert_eq!(Sharks::validate(&state, seat(0), other), Ok(()));
    assert!(!super::rules::is_listed(&state, seat(0), &other));
}

#[test]
fn what_another_turns_up_brings_its_bonus_only_if_that_was_agreed() {
    let set = set_with(&[("turn-other-down", "turn-other-up")]);
    let drawn = |other_flips_bonus| {
        let options = Options { set, other_flips_bonus, ..setup(2, &json!({})).options };
        let mut state = tool_phase_of(&options);
        own(&mut state, 0, "-I22");
        arm(&mut state, 1, "T06");
        let held = state.hands[seat(0)].len();
        let pay = state.hands[seat(1)].lowest(1);
        let state = quiet(play(state, &[&format!("1 tool T06 0.3 pay {pay}")]));
        assert!(state.portfolio(seat(0)).nth(2).is_some_and(|share| share.up));
        state.hands[seat(0)].len() - held
    };
    assert_eq!((drawn(false), drawn(true)), (0, 4));
}

/// SH-R18: the second part does not find cards that the first part took from a hand.
#[test]
fn a_second_part_aims_at_what_the_first_leaves() {
    let begun = |effects: &str| {
        let set = set_with(&[("[\"turn-own-down\", \"draw-capital 2\"]", effects)]);
        let mut state = tool_phase_of(&Options { set, ..setup(3, &json!({})).options });
        arm(&mut state, 1, "T03");
        state
    };
    let mut state = begun("[\"take-tool\", \"take-tool\"]");
    arm(&mut state, 0, "T07");
    arm(&mut state, 2, "");
    assert_eq!(legal(&state, 1), ["pass", "tool T03 seat.0"], "no player has another");
    assert_eq!(forbidden(&state, "1 tool T03 seat.0 seat.0"), "SH-R18");
    arm(&mut state, 2, "T08");
    assert_eq!(legal(&state, 1), ["pass", "tool T03 seat.0 seat.2", "tool T03 seat.2 seat.0"]);
    assert_eq!(forbidden(&state, "1 tool T03 seat.0"), "SH-R18", "there is a player to take from");
    arm(&mut state, 0, "T07 T02");
    assert!(legal(&state, 1).contains(&"tool T03 seat.0 seat.0".to_owned()));

    let mut state = begun("[\"other-discards-capital 2\", \"other-discards-capital 1\"]");
    hold(&mut state, 0, "5 3");
    hold(&mut state, 2, "");
    assert_eq!(legal(&state, 1), ["pass", "tool T03 seat.0"]);
    hold(&mut state, 0, "5 3 1");
    assert_eq!(legal(&state, 1), ["pass", "tool T03 seat.0 seat.0"]);

    let mut state = begun("[\"others-discard-capital 1\", \"other-discards-capital 1\"]");
    hold(&mut state, 0, "5");
    hold(&mut state, 2, "4 4");
    assert_eq!(legal(&state, 1), ["pass", "tool T03 seat.2"], "seat 0 has one card, and loses it");
    hold(&mut state, 2, "4");
    assert_eq!(legal(&state, 1), ["pass", "tool T03"]);
    let state = quiet(play(state, &["1 tool T03"]));
    assert_eq!([0, 2].map(|other| state.hands[seat(other)]), [Capital::NONE; 2]);
}

/// SH-S21: a player who takes another Tool back sees it, and so knows that the first is still
/// there. A third player reveals nothing.
#[test]
fn a_poached_tool_is_remembered_until_it_may_be_gone() {
    let poach = |mut state: State, by: u8, from: u8, first: &str| {
        let held: Vec<String> =
            state.tools[seat(by)].cards().map(|tool| Card::Tool(tool).to_string()).collect();
        arm(&mut state, by, &format!("T16 {}", held.join(" ")));
        let pay = state.hands[seat(by)].lowest(1);
        let mut state = quiet(play(state, &[&format!("{by} tool T16 seat.{from} pay {pay}")]));
        let mut order = engine::shuffle_due::<Sharks>(&state).unwrap();
        order.sort_by_key(|card| card.to_string() != first);
        engine::shuffle::<Sharks>(&mut state, &order, &mut drop);
        audit(&state);
        state
    };
    let traced = |state: &State, viewer: u8| {
        let traced = Sharks::view(state, Viewer::Seat(seat(viewer))).traced.into_iter();
        traced.map(|one| (u8::from(one.seat), one.tool)).collect::<Vec<_>>()
    };
    let mut begun = tool_phase(3);
    arm(&mut begun, 0, "T03 T04");
    arm(&mut begun, 1, "T02");
    arm(&mut begun, 2, "T07 T17");
    let lost = poach(begun, 1, 2, "T17");
    assert_eq!(traced(&lost, 2), [(1, 17)]);
    let other_back = poach(lost, 2, 1, "T02");
    assert_eq!((traced(&other_back, 2), traced(&other_back, 1)), (vec![(1, 17)], vec![(2, 2)]));
    let same_back = poach(lost, 2, 1, "T17");
    assert_eq!((traced(&same_back, 2), traced(&same_back, 1)), (vec![], vec![(2, 17)]));
    let by_another = poach(play(lost, &["2 pass"]), 0, 1, "T02");
    assert_eq!((traced(&by_another, 2), traced(&by_another, 1)), (vec![], vec![(0, 2)]));
}

/// SH-S22: two cards that change places have one canonical order, and both orders are accepted.
#[test]
fn exchanged_cards_are_named_in_any_order() {
    let mut state = tool_phase(2);
    own(&mut state, 1, "-I05");
    hold(&mut state, 1, "1 2");
    arm(&mut state, 1, "T11 T14");
    for (typed, written) in [
        ("tool T14 row.5 row.3 pay 1", "tool T14 row.3 row.5 pay 1"),
        ("tool T11 0.2 own.1 pay 1", "tool T11 own.1 0.2 pay 1"),
    ] {
        let action = Sharks::read_action(&state, typed).unwrap();
        assert_eq!(action.to_string(), written);
        assert_eq!(Sharks::validate(&state, seat(1), action), Ok(()), "{typed}");
    }
    assert_eq!(forbidden(&state, "1 tool T14 row.5 pay 1"), "SH-R18", "it takes two");
    // If the two cards have different effects, the order matters.
    let set =
        set_with(&[("[\"turn-own-down\", \"draw-capital 2\"]", "[\"turn-row-up\", \"turn-row-down\"]")]);
    let mut state = tool_phase_of(&Options { set, ..setup(2, &json!({})).options });
    arm(&mut state, 1, "T03");
    let action = Sharks::read_action(&state, "tool T03 row.5 row.3").unwrap();
    assert_eq!(action.to_string(), "tool T03 row.5 row.3");
}

/// SH-S22: for every legal bid or discard a listed one has the same total.
#[test]
fn a_listed_action_represents_each_legal_one() {
    let values = [("1 = 10", "1 = 6"), ("10 = 2", "10 = 4\n13 = 4\n14 = 4\n15 = 6")];
    let set = set_with(&[values[0], values[1], ("other-discards-capital 2", "other-discards-capital 4")]);
    let mut state = tool_phase_of(&Options { set, ..setup(2, &json!({})).options });
    let rich = "15 15 15 15 15 15 14 14 14 14 13 13 13 13 10 10 9 8 8 7 6 5 4 3 3 2 2 2 2 1 1";
    hold(&mut state, 0, rich);
    let mut rng = Rng::from_number(1);
    let mut agrees = |state: &State, number: Option<u8>, action: fn(Capital) -> Action| {
        let mut listed = Vec::new();
        Sharks::legal_actions(state, seat(0), &mut listed);
        let cards: Vec<u8> = state.hands[seat(0)].cards().collect();
        for _ in 0..300 {
            let mut some = cards.clone();
            rng.shuffle(&mut some);
            some.truncate(number.map_or_else(|| 1 + rng.below(cards.len()), usize::from));
            let some: Capital = some.into_iter().collect();
            assert_eq!(Sharks::validate(state, seat(0), action(some)), Ok(()), "{some}");
            assert_eq!(
                super::rules::is_listed(state, seat(0), &action(some)),
                listed.contains(&action(some)),
                "{some}"
            );
            let alike = |other: &&Action| match other {
                Action::Bid(cards) | Action::Give(cards) => cards.total() == some.total(),
                _ => false,
            };
            assert_eq!(listed.iter().filter(alike).count(), 1, "{some}");
        }
        assert!(listed.iter().all(|action| Sharks::validate(state, seat(0), *action).is_ok()));
    };
    let squeezed = {
        let mut state = state;
        arm(&mut state, 1, "T15");
        let pay = state.hands[seat(1)].lowest(1);
        quiet(play(state, &[&format!("1 tool T15 seat.0 pay {pay}")]))
    };
    assert_eq!(squeezed.stage, Stage::Give(seat(0), 4));
    agrees(&squeezed, Some(4), Action::Give);
    state.stage = Stage::Bid(seat(0));
    agrees(&state, None, Action::Bid);
}

#[test]
fn an_empty_hand_is_seen_to_be_empty() {
    let mut state = tool_phase(2);
    hold(&mut state, 1, "");
    arm(&mut state, 1, "");
    let view = serde_json::to_value(Sharks::view(&state, Viewer::Seat(seat(1)))).unwrap();
    assert_eq!((&view["hands"][1], &view["tools"][1]), (&json!({ "open": [] }), &json!({ "open": [] })));
    assert_eq!(view["hands"][0], json!({ "closed": 5 }));
}

#[test]
fn typed_commands() {
    check_lines::<Sharks>(
        &["react T07", "noreact"],
        &[
            ("bid 5 3", "bid 5 3"),
            ("b 5+3", "bid 5 3"),
            ("pass", "pass"),
            ("P", "pass"),
            ("t06 2.1 pay 3", "tool T06 2.1 pay 3"),
            ("tool t06 2.1 pay 3", "tool T06 2.1 pay 3"),
            ("t08 paga 3", "tool T08 pay 3"),
            ("play t18 b", "tool T18 b"),
            ("T18", "tool T18"),
            ("react", "react T07"),
            ("react t02", "react T02"),
            ("no", "noreact"),
            ("flip 5", "flip 5"),
            ("dai 3 1", "give 3 1"),
            ("bid", "words bid"),
            ("tool", "words tool"),
            ("t99x", "words t99x"),
            ("dance", "words dance"),
            ("", "words "),
        ],
    );
    check_lines::<Sharks>(&[], &[("react", "react T01")]);
}

#[test]
fn a_playout_bids_as_if_every_bid_were_listed() {
    let mut rng = Rng::from_number(17);
    let mut actions = Vec::new();
    for game in 0..60 {
        let options = setup(2 + game % 5, &json!({})).options;
        let deck = engine::shuffled_deck::<Sharks>(&options, &Seed::from_number(17), u64::from(game));
        let mut state =
            Sharks::deal(&options, &Sharks::initial_standing(&options, seat(0)), &deck, &mut drop);
        let mut bids = 0;
        while let Some(actor) = state.actors().first() {
            let parameters = if game % 2 == 0 {
                &super::bot::DEFAULT_PARAMETERS
            } else {
                &super::bot::TWO_PLAYER_PARAMETERS
            };
            let played =
                super::bot::playout_action(parameters, &state, actor, &mut actions, &mut rng.clone());
            actions.clear();
            Sharks::legal_actions(&state, actor, &mut actions);
            let chosen = super::bot::choose(parameters, &state, actor, &actions, &mut rng.clone());
            assert_eq!(played, chosen, "{state:?}");
            bids += u32::from(matches!(played, Action::Bid(_)));
            // A random action now and then leads to more kinds of hands.
            let action = if rng.below(4) == 0 { rng.pick(&actions) } else { played };
            Sharks::apply_quietly(&mut state, actor, action);
            while let Some(mut order) = engine::shuffle_due::<Sharks>(&state) {
                rng.shuffle(&mut order);
                super::rules::shuffle(&mut state, &order, &mut drop);
            }
        }
        assert!(bids > 0, "some players bid");
    }
}

#[test]
fn a_search_compares_a_few_bids_and_all_that_is_no_bid() {
    use bots::Guide;
    let mut state = dealt(2, "10 10 9 9 8 8 7 7 6 6 5 5");
    assert!(matches!(state.stage, Stage::Bid(_)));
    let mut moves = Vec::new();
    Sharks::legal_actions(&state, seat(0), &mut moves);
    let all = moves.clone();
    super::search::Auctions::prune(&state, seat(0), &mut moves);
    assert!(moves.len() <= 10 && moves.contains(&Action::Pass), "{moves:?}");
    assert!(moves.contains(&all[1]) && moves.contains(&all[all.len() - 1]), "the lowest and the highest");
    state.stage = Stage::Tool(seat(0));
    let mut moves = all.clone();
    super::search::Auctions::prune(&state, seat(0), &mut moves);
    assert_eq!(moves, all);
}
