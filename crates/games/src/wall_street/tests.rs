//! The laws, then one test per number of the rule book.

use super::score::{common, investors, preferred};
use super::search::SmallState;
use super::{Options, State, WallStreet};
use crate::fishing::EndMode;
use crate::fishing::command;
use crate::fishing::position::{self, REST, deck, forbidden, lay_out, legal, play, points};
use bots::check_search_state;
use cards::{CardSet, Seat, SeatSet, Side};
use engine::command::check_lines;
use engine::{Game, OptionValue, Ruleset, Settlement, Setup, check_laws};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Creates the rules of `options` in record notation.
fn setup(seats: u8, options: &Value) -> Setup<Options> {
    let given: BTreeMap<String, OptionValue> = serde_json::from_value(options.clone()).unwrap();
    Setup::new(None, seats, given).unwrap_or_else(|error| panic!("{error}"))
}

/// Creates a position with seat 0 to act; unnamed cards are in the stock.
fn at(hands: &[&str], table: &str, piles: &[&str]) -> State {
    for_seats(2, &json!({}), hands, table, piles)
}

fn for_seats(seats: u8, options: &Value, hands: &[&str], table: &str, piles: &[&str]) -> State {
    let options = setup(seats, options).options;
    let deal = lay_out(options.fishing(), hands, table, piles);
    State { options, standing: WallStreet::initial_standing(&options, Seat::new(seats - 1)), deal }
}

/// Returns the legal actions of a hand of one card.
fn answers(table: &str, card: &str) -> Vec<String> {
    legal::<WallStreet>(&at(&[card], table, &[]))
}

/// Creates a finished deal with these Funds, takeovers and previous totals.
fn over(options: &Value, totals: &[i32], piles: &[&str], takeovers: &str) -> State {
    let mut state = for_seats(totals.len() as u8, options, &[], "", piles);
    state.standing.totals = state.standing.totals.map(|seat, _| totals[seat.index()]);
    state.deal.sweeps = cards::parse_cards(takeovers).unwrap().into_iter().collect();
    state
}

fn seats(seats: &[u8]) -> SeatSet {
    seats.iter().map(|seat| Seat::new(*seat)).collect()
}

/// Deals a deck that begins with four hands of low cards and this table.
fn first_deal(options: &Value, table: &str) -> State {
    let options = setup(2, options).options;
    let deck = deck(options.fishing(), &format!("Ac Ad Ah As 2d 2h {table}"));
    WallStreet::deal(&options, &WallStreet::initial_standing(&options, Seat::new(1)), &deck, &mut drop)
}

#[test]
fn keeps_the_laws() {
    for players in [2, 3, 4] {
        let setup = setup(players, &json!({}));
        check_laws::<WallStreet>(&setup, 25);
        assert!(check_search_state(&setup, 100, |state: &State| SmallState::of(&state.deal)));
    }
}

#[test]
fn what_is_known_to_the_end_is_played_exactly() {
    position::assert_ends_are_exact::<SmallState>(&setup(2, &json!({})), 400);
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
        (3, json!({ "tiePlayers": "everyone", "target": 1, "redealRank": "none", "direction": "ccw" })),
        (4, json!({ "tiePlayers": "leadersOnly", "target": 1, "redealRank": "K" })),
        (3, json!({ "tiePlayers": "leadersOnly", "target": 2, "captureObligation": "none" })),
        (2, json!({ "endMode": "orderedStop", "captureObligation": "hand", "target": 200 })),
        (4, json!({ "endMode": "tieOrdered", "lastPlaySweep": "ifReallyCaptured", "target": 1 })),
    ];
    for (players, options) in tables {
        let setup = setup(players, &options);
        check_laws::<WallStreet>(&setup, 15);
        let everything_counts = setup.options.end_mode != EndMode::OrderedStop;
        assert_eq!(
            check_search_state(&setup, 25, |state: &State| SmallState::of(&state.deal)),
            everything_counts,
            "{options}"
        );
    }
}

#[test]
fn all_cards_are_known_at_the_end() {
    position::assert_all_is_known_at_the_end::<WallStreet>(&setup(2, &json!({})).options);
}

#[test]
fn ws_t01_the_deck() {
    let deck: CardSet = setup(2, &json!({})).options.deck().into();
    assert_eq!(deck.len(), 40);
    assert!((deck & position::set("7c 7d 7h 7s Jc Jd Jh Js Qc Qd Qh Qs")).is_empty());
    assert_eq!(preferred(deck), position::set("Ad 2d 3d 4d 5d 6d 8d 9d Td"));
    assert_eq!(investors(deck), position::set("Kc Kd Kh Ks"));
    assert_eq!(common(deck).len(), 27);
    assert_eq!(preferred(deck) | investors(deck) | common(deck), deck, "every card is of one class");
}

#[test]
fn ws_t02_three_tens_throw_the_deal_in() {
    let state = first_deal(&json!({}), "Ts Th Td 4c");
    assert!(WallStreet::actors(&state).is_empty());
    assert_eq!(
        WallStreet::settle(&state),
        Settlement::NextDeal(state.standing),
        "the same dealer deals again"
    );
}

#[test]
fn ws_t02_so_many_deals_are_thrown_in() {
    let options = setup(2, &json!({})).options;
    position::assert_thrown_in_often_enough::<WallStreet>(&options, |state| state.deal.thrown_in);
}

#[test]
fn ws_t03_two_tens_stand_and_so_do_kings() {
    for table in ["Ts Th 4c Kc", "Ks Kh Kd 2c"] {
        assert!(!first_deal(&json!({}), table).deal.thrown_in, "{table}");
    }
    assert!(first_deal(&json!({ "redealRank": "K" }), "Ks Kh Kd 2c").deal.thrown_in);
    assert!(!first_deal(&json!({ "redealRank": "K" }), "Ts Th Td 4c").deal.thrown_in);
    assert!(!first_deal(&json!({ "redealRank": "none" }), "Ts Th Td Tc").deal.thrown_in);
}

#[test]
fn ws_t04_a_single_match_comes_before_a_sum() {
    assert_eq!(answers("8c 5d 3s", "8h"), ["8h x 8c"]);
    let state = play::<WallStreet>(at(&["8h", "Ac"], "8c 5d 3s", &[]), &["8h x 8c"]);
    assert_eq!(state.deal.table, position::set("5d 3s"));
}

#[test]
fn ws_t05_one_of_two_fives() {
    assert_eq!(answers("5d 5c 2s", "5h"), ["5h x 5c", "5h x 5d"]);
    let state = at(&["5h", "Ac"], "5d 5c 2s", &[]);
    assert_eq!(forbidden::<WallStreet>(&state, "5h x 5c 5d"), "WS-R8");
    assert_eq!(play::<WallStreet>(state, &["5h x 5d"]).deal.table, position::set("5c 2s"));
}

#[test]
fn ws_t06_the_king_takes_the_king() {
    assert_eq!(answers("3d 4c Ks", "Kh"), ["Kh x Ks"]);
}

#[test]
fn ws_t07_the_king_counts_seven() {
    assert_eq!(answers("3d 4c", "Kh"), ["Kh x 3d 4c"]);
    let state = play::<WallStreet>(at(&["Kh", "Ac"], "3d 4c", &[]), &["Kh x 3d 4c"]);
    assert_eq!((state.deal.sweeps.len(), state.deal.table), (1, CardSet::EMPTY), "a takeover");
}

#[test]
fn ws_t08_seven_and_three_make_ten() {
    assert_eq!(answers("Kd 3c 2s", "Tc"), ["Tc x 3c Kd"]);
}

#[test]
fn ws_t09_one_sum_and_not_two() {
    assert_eq!(answers("6d 4c As 9h", "Ts"), ["Ts x 4c 6d", "Ts x As 9h"]);
    let state = at(&["Ts", "Ac"], "6d 4c As 9h", &[]);
    assert_eq!(forbidden::<WallStreet>(&state, "Ts x As 4c 6d 9h"), "WS-R9");
}

#[test]
fn ws_t10_seven_and_one_or_five_and_three() {
    assert_eq!(answers("Kd As 5h 3c", "8c"), ["8c x 3c 5h", "8c x As Kd"]);
}

#[test]
fn ws_t11_the_card_that_is_played_must_capture() {
    let state = at(&["9c 2h", "Ac Ad"], "9d", &[]);
    assert_eq!(legal::<WallStreet>(&state), ["2h", "9c x 9d"]);
    assert_eq!(forbidden::<WallStreet>(&state, "9c"), "WS-R11");
    assert_eq!(play::<WallStreet>(state, &["9c x 9d"]).deal.sweeps.len(), 1);
    let hand = for_seats(2, &json!({ "captureObligation": "hand" }), &["9c 2h", "Ac Ad"], "9d", &[]);
    assert_eq!(legal::<WallStreet>(&hand), ["9c x 9d"]);
    let none = for_seats(2, &json!({ "captureObligation": "none" }), &["9c 2h", "Ac Ad"], "9d", &[]);
    assert_eq!(legal::<WallStreet>(&none), ["2h", "9c", "9c x 9d"]);
}

#[test]
fn ws_t12_the_last_card_makes_no_takeover() {
    let last = |sweep: &str| {
        let options = json!({ "lastPlaySweep": sweep });
        play::<WallStreet>(for_seats(2, &options, &["4d"], "4c", &["", REST]), &["4d x 4c"])
    };
    assert_eq!(last("never").deal.piles[Side::new(0)], position::set("4c 4d"));
    assert_eq!(["never", "ifReallyCaptured"].map(|sweep| last(sweep).deal.sweeps.len()), [0, 1]);
}

#[test]
fn ws_t13_the_rest_goes_to_the_last_capturer() {
    // Seat 1 captures, seat 0 lays the last card.
    let mut state = at(&["2c"], "Kd", &["", REST]);
    state.deal.last_capturer = Some(Seat::new(1));
    let before = state.deal.piles[Side::new(1)];
    let state = play::<WallStreet>(state, &["2c"]);
    let gained = state.deal.piles[Side::new(1)] - before;
    assert_eq!((investors(gained).len(), common(gained).len(), preferred(gained).len()), (1, 1, 0));
    assert!(state.deal.sweeps.is_empty(), "no takeover");
}

/// Returns the points for the given cards of each class per player.
fn awarded(classes: &[[usize; 3]], takeovers: &str) -> Vec<i32> {
    let deck: CardSet = setup(2, &json!({})).options.deck().into();
    let mut of_class = [investors(deck), preferred(deck), common(deck)].map(|class| class.iter());
    let piles: Vec<String> = classes
        .iter()
        .map(|counts| {
            let cards =
                of_class.iter_mut().zip(counts).flat_map(|(class, count)| class.by_ref().take(*count));
            cards.map(|card| format!("{card} ")).collect()
        })
        .collect();
    let piles: Vec<&str> = piles.iter().map(String::as_str).collect();
    let state = over(&json!({}), &vec![0; classes.len()], &piles, takeovers);
    let detail = WallStreet::detail(&state);
    for (seat, counts) in classes.iter().enumerate() {
        let side = Side::new(seat as u8);
        let found = [detail.investors[side], detail.preferred[side], detail.common[side]];
        assert_eq!(found.map(usize::from), *counts);
    }
    WallStreet::outcome(&state).unwrap().points.as_slice().to_vec()
}

#[test]
fn ws_t14_three_players() {
    // The takeover was made with a card of the second player's fund.
    assert_eq!(awarded(&[[2, 3, 10], [1, 3, 9], [1, 3, 8]], "5h"), [2, 1, 0]);
}

#[test]
fn ws_t15_four_players() {
    assert_eq!(awarded(&[[2, 4, 9], [2, 3, 6], [0, 1, 6], [0, 1, 6]], ""), [2, 0, 0, 0]);
}

/// Totals of 11, 11 and 6: three categories, two takeovers and one.
fn tied_at_eleven(options: &Value) -> State {
    over(options, &[8, 9, 5], &[REST, "Ah 2h", "3h"], "Ah 2h 3h")
}

#[test]
fn ws_t16_only_the_leaders_play_off() {
    let state = tied_at_eleven(&json!({}));
    assert_eq!(WallStreet::outcome(&state).unwrap().points.as_slice(), [3, 2, 1]);
    let Settlement::NextDeal(next) = WallStreet::settle(&state) else { panic!("the match goes on") };
    assert_eq!((next.totals.as_slice(), next.playing), (&[11, 11, 6][..], seats(&[0, 1])));
    assert_eq!(next.dealer, Seat::new(0), "the next seat of those who play");

    let mut dealt = [0, 0, 0];
    let mut count = |event: super::Event| {
        let wire = serde_json::to_value(event).unwrap();
        if wire["event"] == "dealt" {
            dealt[wire["seat"].as_u64().unwrap() as usize] += 1;
        }
    };
    let deck = state.options.deck();
    let mut play_off = WallStreet::deal(&state.options, &next, &deck, &mut count);
    assert_eq!(WallStreet::actors(&play_off), seats(&[1]));
    while let Some(seat) = WallStreet::actors(&play_off).first() {
        let mut actions = Vec::new();
        WallStreet::legal_actions(&play_off, seat, &mut actions);
        WallStreet::apply(&mut play_off, seat, actions[0], &mut count);
    }
    assert_eq!(dealt, [6, 6, 0], "six deals for two, and the third sits out");
    assert_eq!(WallStreet::outcome(&play_off).unwrap().points[Seat::new(2)], 0);
}

#[test]
fn ws_t16_or_everyone_plays_on() {
    let state = tied_at_eleven(&json!({ "tiePlayers": "everyone" }));
    let Settlement::NextDeal(next) = WallStreet::settle(&state) else { panic!("the match goes on") };
    assert_eq!(next.playing, seats(&[0, 1, 2]));
    let state = tied_at_eleven(&json!({ "endMode": "tieOrdered" }));
    let Settlement::MatchOver(_, winners) = WallStreet::settle(&state) else { panic!("it is decided") };
    assert_eq!(winners, seats(&[0]), "seat 0 has its points first");
}

/// WS-O7: investors, preferred, common, takeovers.
#[test]
fn ws_o7_counting_stops_at_the_target() {
    // Seat 0 has the investors and the common, seat 1 the preferred and a takeover.
    let preferred = "Ad 2d 3d 4d 5d 6d 8d 9d Td Ah";
    let after = |totals: &[i32]| {
        let state = over(&json!({ "endMode": "orderedStop" }), totals, &[REST, preferred], "Ah");
        let Settlement::MatchOver(standing, winners) = WallStreet::settle(&state) else {
            panic!("it is over")
        };
        (standing.totals.as_slice().to_vec(), winners)
    };
    assert_eq!(after(&[9, 9]), (vec![10, 9], seats(&[0])), "the investors come first");
    assert_eq!(after(&[8, 9]), (vec![9, 10], seats(&[1])), "then the preferred");
    assert_eq!(after(&[8, 8]), (vec![10, 9], seats(&[0])), "then the common, and last the takeovers");
}

/// WS-S5, WS-S6: a tie in a play-off is played off by the seats still tied.
#[test]
fn ws_s5_a_play_off_after_a_play_off() {
    let mut state = over(&json!({}), &[12, 12, 6, 11], &["Ah 2h", "3h", "", REST], "Ah 2h 3h");
    state.standing.playing = seats(&[0, 1, 3]);
    state.standing.dealer = Seat::new(1);
    // Seat 0 reaches 14, seat 1 13, seat 3 14.
    let Settlement::NextDeal(next) = WallStreet::settle(&state) else { panic!("the match goes on") };
    assert_eq!((next.totals.as_slice(), next.playing), (&[14, 13, 6, 14][..], seats(&[0, 3])));
    assert_eq!(next.dealer, Seat::new(3), "the next seat after the last dealer of those who play");
}

/// Two players cannot divide 9 and 27 evenly, so a single point needs three players.
#[test]
fn ws_t17_ten_to_nine_wins_at_the_end_of_the_hand() {
    let first = "Kc Kd Ad 2d Ac 2c 3c 4c 5c 6c 8c 9c";
    let second = "Kh 3d 4d 5d Tc Ah 2h 3h 4h 5h 6h 8h Th";
    let mut state = for_seats(3, &json!({}), &["9h"], "9d", &[first, second, REST]);
    state.standing.totals = state.standing.totals.map(|seat, _| [9, 9, 5][seat.index()]);
    assert!(WallStreet::outcome(&state).is_none(), "not during the hand");
    let state = play::<WallStreet>(state, &["9h x 9d"]);
    assert_eq!(points::<WallStreet>(&state, "investors"), [1, 0, 0]);
    let Settlement::MatchOver(standing, winners) = WallStreet::settle(&state) else { panic!("it is over") };
    assert_eq!((standing.totals.as_slice(), winners), (&[10, 9, 5][..], seats(&[0])));
}

#[test]
fn ws_t18_three_players_are_dealt_four_times() {
    let options = setup(3, &json!({})).options;
    let deck = options.deck();
    let mut state =
        WallStreet::deal(&options, &WallStreet::initial_standing(&options, Seat::new(0)), &deck, &mut drop);
    let mut stocks = vec![state.deal.stock.len()];
    while let Some(seat) = WallStreet::actors(&state).first() {
        let mut actions = Vec::new();
        WallStreet::legal_actions(&state, seat, &mut actions);
        WallStreet::apply_quietly(&mut state, seat, actions[0]);
        if stocks.last() != Some(&state.deal.stock.len()) {
            stocks.push(state.deal.stock.len());
        }
    }
    assert_eq!(stocks, [27, 18, 9, 0]);
}

/// Only packets are hidden: the owner sees the cards, the others their number.
#[test]
fn dealt_packets_are_visible_to_their_owner_only() {
    use cards::{Holding, Viewer};
    let packet = |hand| crate::fishing::Event::Dealt { seat: Seat::new(1), hand };
    let open = Holding::Open(crate::fishing::position::set("Ac 2d 3h"));
    let redacted = |viewer| WallStreet::redact(&packet(open), viewer);
    assert_eq!(redacted(Viewer::Seat(Seat::new(1))), Some(packet(open)));
    assert_eq!(redacted(Viewer::Seat(Seat::new(0))), Some(packet(Holding::Closed(3))));
    assert_eq!(redacted(Viewer::Public), Some(packet(Holding::Closed(3))));
}

#[test]
fn typed_commands_are_parsed() {
    check_lines::<WallStreet>(command::TYPED_WHERE, command::TYPED);
    let own =
        [("claim", "words claim"), ("play 10h", "Th"), ("10♥", "Th"), ("play 9h", "9h"), ("8 coins", "8d")];
    check_lines::<WallStreet>(command::TYPED_WHERE, &own);
}

/// The table from `cargo xtask learn wall-street` predicts the result better than the takeovers
/// alone.
#[test]
fn the_learned_table_predicts_unseen_deals() {
    let (by_table, by_takeovers) = super::squared_errors(2_000, 77);
    assert!(by_table < 0.8 * by_takeovers, "{by_table} is not much less than {by_takeovers}");
}

#[test]
#[ignore = "three hundred thousand deals"]
fn learning_again_gives_the_same_table() {
    assert!(super::learn(300_000, 1) == include_bytes!("value.bin"), "cargo xtask learn wall-street");
}
