//! Tests of the record format, in the order of its specification.

mod gin_rummy;
mod speed;

use cards::{Seat, Viewer};
use catalog::{AnyMatch, Notes, RecordText, read_record};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Deck of Scopa for two without special cards: the hands are 2c 4c 6c and 3c 5c 7c, the table Jc Qc Kc Ad.
const DECK: &str = "2c 3c 4c 5c 6c 7c Jc Qc Kc Ad Ac 2d 3d 4d 5d 6d 7d Jd Qd Kd Ah 2h 3h 4h 5h 6h 7h Jh Qh Kh As 2s \
                    3s 4s 5s 6s 7s Js Qs Ks";

/// Deck with three kings on the first table.
const KINGS: &str = "2c 3c 4c 5c 6c 7c Kh Kd Kc Ad Ac 2d 3d 4d 5d 6d 7d Jd Qd Qc Ah 2h 3h 4h 5h 6h 7h Jh Qh Jc As 2s \
                     3s 4s 5s 6s 7s Js Qs Ks";

fn record(game: &str, options: &Value, seats: u8, deals: &Value) -> RecordText {
    let record = json!({
        "format": "parlour-record/1", "game": game, "options": options, "seats": seats, "dealer": 1, "deals": deals,
    });
    read_record(&record.to_string()).unwrap_or_else(|rejection| panic!("{rejection}"))
}

/// Returns the JSON that `parlour replay --json` prints for a record of Scopa for two.
fn replayed(options: &Value, deals: &Value) -> Value {
    record("scopa", options, 2, deals).replay(&catalog::CATALOG).summary()
}

fn deal(deck: &str, actions: &[&str]) -> Value {
    json!({ "deck": deck, "actions": actions })
}

/// Returns the place and the code of the refusal of a record of Scopa for two.
fn refusal(deals: &Value) -> (Value, Value, String) {
    let summary = replayed(&json!({}), deals);
    assert_eq!(summary["status"], "refused", "{summary}");
    assert_eq!(summary["winners"], json!([]));
    let error = &summary["error"];
    assert!(!error["message"].as_str().expect("a sentence").is_empty());
    (error["deal"].clone(), error["action"].clone(), error["code"].as_str().expect("a code").to_owned())
}

fn index(deal: usize, action: usize, code: &str) -> (Value, Value, String) {
    (json!(deal), json!(action), code.to_owned())
}

/// Plays first legal actions until this number of deals is finished, or the match is over.
fn played(game: &str, options: &Value, seats: u8, deals: usize) -> Box<dyn AnyMatch> {
    let opened = record(game, options, seats, &json!([])).replay(&catalog::CATALOG).into_match();
    let mut table = opened.unwrap_or_else(|rejection| panic!("{rejection}"));
    for n in 0..deals as u64 {
        if matches!(table.phase(), engine::Phase::Over(_)) {
            break;
        }
        let deck = table.next_deck(&cards::Seed::from_number(n));
        table.deal(&deck, &[]).expect("a complete deck");
        play_to_the_end(table.as_mut());
    }
    table
}

fn play_to_the_end(table: &mut dyn AnyMatch) {
    while let Some(seat) = table.actors().first() {
        let action = table.legal(seat)[0].clone();
        table.play(seat, &action, &[]).expect("a legal action");
    }
}

// ---- status, deals, totals, winners

#[test]
fn a_record_without_deals_is_in_progress() {
    let nothing = json!({ "status": "in-progress", "deals": [], "totals": [0, 0], "winners": [] });
    assert_eq!(replayed(&json!({}), &json!([])), nothing);
    let four = json!({ "status": "in-progress", "deals": [], "totals": [0, 0, 0, 0], "winners": [] });
    assert_eq!(record("wall-street", &json!({}), 4, &json!([])).replay(&catalog::CATALOG).summary(), four);
}

#[test]
fn a_deal_still_being_played_has_no_entry() {
    let summary = replayed(&json!({}), &json!([deal(DECK, &["0 2c", "1 5c"])]));
    assert_eq!((&summary["status"], &summary["deals"]), (&json!("in-progress"), &json!([])));
}

#[test]
fn totals_are_the_sum_of_the_points_and_winners_stand_only_at_the_end() {
    for (game, seats) in [("scopa", 2), ("scopa", 3), ("scopa", 4), ("scopa", 6), ("wall-street", 3)] {
        let table = played(game, &json!({ "target": 9 }), seats, 40);
        let record = table.record();
        for deals in 0..=record.deals.len() {
            let mut shorter = record.clone();
            shorter.deals.truncate(deals);
            let summary = shorter.replay(&catalog::CATALOG).summary();
            assert_eq!(summary["deals"].as_array().expect("deals").len(), deals, "one entry for each");
            let over = deals == record.deals.len();
            assert_eq!(summary["status"], if over { "complete" } else { "in-progress" });
            assert_eq!(summary["winners"] != json!([]), over);
            for seat in 0..usize::from(seats) {
                let points = summary["deals"].as_array().expect("deals").iter();
                let sum: i64 = points.map(|deal| deal["points"][seat].as_i64().expect("a number")).sum();
                assert_eq!(summary["totals"][seat], sum);
            }
        }
    }
}

#[test]
fn partners_have_the_same_numbers_and_no_more_than_all_cards() {
    let deals = played("scopa", &json!({}), 4, 3).summary()["deals"].clone();
    for deal in deals.as_array().expect("deals") {
        for values in deal["detail"].as_object().expect("detail").values().chain([&deal["points"]]) {
            assert_eq!((&values[0], &values[1]), (&values[2], &values[3]));
        }
        let cards = &deal["detail"]["cards"];
        assert_eq!(cards[0].as_i64().expect("a number") + cards[1].as_i64().expect("a number"), 40);
    }
}

// ---- detail

/// Returns the keys of the detail, with the kinds of their values.
fn detail_kinds(detail: &Value, seats: usize) -> Vec<(String, &'static str)> {
    let kind = |values: &Value| {
        let values = values.as_array().expect("a value for each seat");
        assert_eq!(values.len(), seats);
        let kinds: BTreeSet<&str> = values
            .iter()
            .map(|value| match value {
                Value::Bool(_) => "flag",
                Value::Number(number) if number.is_u64() => "number",
                Value::Null => "null",
                other => panic!("{other} is of no kind"),
            })
            .collect();
        kinds.into_iter().next_back().expect("there are seats")
    };
    let detail = detail.as_object().expect("detail");
    detail.iter().map(|(key, values)| (key.clone(), kind(values))).collect()
}

#[test]
fn detail_has_these_keys_for_each_seat() {
    let kinds = |game, options: Value, seats| {
        let summary = played(game, &options, seats, 1).summary();
        let kinds = detail_kinds(&summary["deals"][0]["detail"], seats.into());
        kinds.into_iter().map(|(key, kind)| format!("{key} {kind}")).collect::<Vec<_>>().join(", ")
    };
    let plain = "cards number, coins number, primiera number, settebello flag, sweeps number";
    for seats in [2, 3, 4, 6] {
        assert_eq!(kinds("scopa", json!({ "primieraSuits": "sumAnyway" }), seats), plain);
    }
    assert_eq!(
        kinds("scopa", json!({ "napola": true, "reBello": true, "settanta": true }), 2),
        "cards number, coins number, napola number, primiera number, reBello flag, settanta number, settebello flag, \
         sweeps number"
    );
    assert_eq!(
        kinds("wall-street", json!({}), 3),
        "common number, investors number, preferred number, takeovers number"
    );
}

#[test]
fn the_primiera_of_a_pile_without_four_suits_is_null_or_what_there_is() {
    // Seat 0 captures nothing in the whole deal.
    let one_sided = |suits: &str| {
        let options = json!({ "primieraSuits": suits, "captureObligation": "none" });
        let mut table =
            record("scopa", &options, 2, &json!([])).replay(&catalog::CATALOG).into_match().expect("a match");
        table.deal(DECK, &[]).expect("a complete deck");
        while let Some(seat) = table.actors().first() {
            let legal = table.legal(seat);
            let takes = |action: &&String| action.contains('x') == (seat == Seat::new(1));
            let action = legal.iter().find(takes).unwrap_or(&legal[0]).clone();
            table.play(seat, &action, &[]).expect("a legal action");
        }
        table.summary()["deals"][0]["detail"].clone()
    };
    for (suits, primiera) in
        [("fourRequired", Value::Null), ("incompleteLoses", json!(0)), ("sumAnyway", json!(0))]
    {
        let detail = one_sided(suits);
        assert_eq!((&detail["cards"], &detail["primiera"][0]), (&json!([0, 40]), &primiera), "{suits}");
        assert_eq!(detail["primiera"][1], 84);
    }
}

// ---- deals that are thrown in

#[test]
fn a_deal_thrown_in_is_an_entry_with_its_own_deck_and_no_actions() {
    let summary = replayed(&json!({}), &json!([deal(KINGS, &[]), deal(DECK, &["0 2c"])]));
    let nothing = json!({
        "cards": [0, 0], "coins": [0, 0], "settebello": [false, false], "primiera": [null, null], "sweeps": [0, 0],
    });
    assert_eq!(summary["deals"], json!([{ "points": [0, 0], "detail": nothing }]));
    assert_eq!(summary["status"], "in-progress", "the same dealer has dealt again, and seat 0 has played");
    let more = json!({ "primieraSuits": "sumAnyway", "napola": true, "reBello": true, "settanta": true });
    let detail = replayed(&more, &json!([deal(KINGS, &[])]))["deals"][0]["detail"].clone();
    assert_eq!(detail["primiera"], json!([0, 0]));
    assert_eq!((&detail["napola"], &detail["reBello"]), (&json!([0, 0]), &json!([false, false])));
    assert_eq!(detail["settanta"], json!([0, 0]));
}

#[test]
fn nothing_can_be_done_in_a_deal_that_is_thrown_in() {
    let thrown_in = json!([deal(KINGS, &["0 2c"])]);
    assert_eq!(refusal(&thrown_in), index(0, 0, "no-deal"));
    let legal =
        record("scopa", &json!({}), 2, &json!([deal(KINGS, &[])])).replay(&catalog::CATALOG).legal_summary();
    assert_eq!(legal, json!({ "actors": [], "actions": {} }));
}

// ---- what is legal

#[test]
fn legal_lists_every_action_once_and_sorted_for_the_one_seat_to_act() {
    let deals = json!([deal(DECK, &[])]);
    let legal = record("scopa", &json!({ "captureObligation": "none" }), 2, &deals)
        .replay(&catalog::CATALOG)
        .legal_summary();
    assert_eq!(legal, json!({ "actors": [0], "actions": { "0": ["2c", "4c", "6c"] } }));
    let replayed = record("scopa", &json!({ "claimOut": true }), 2, &json!([deal(DECK, &["0 2c"])]))
        .replay(&catalog::CATALOG);
    let legal = json!({ "actors": [1], "actions": { "1": ["3c x Ad 2c", "5c", "7c", "claim"] } });
    assert_eq!(replayed.legal_summary(), legal);
}

#[test]
fn no_seat_acts_between_deals_or_after_the_match() {
    let nobody = json!({ "actors": [], "actions": {} });
    assert_eq!(played("scopa", &json!({}), 2, 0).legal_summary(), nobody);
    let between = played("scopa", &json!({ "target": 200 }), 2, 1);
    assert_eq!((between.phase(), between.legal_summary()), (engine::Phase::Between, nobody.clone()));
    let over = played("scopa", &json!({ "target": 1 }), 2, 20);
    assert_eq!(over.summary()["status"], "complete");
    assert_eq!(over.legal_summary(), nobody);
}

#[test]
fn legal_of_a_refused_record_says_the_same_as_replay() {
    let refused = record("scopa", &json!({}), 2, &json!([deal(DECK, &["0 3c"])])).replay(&catalog::CATALOG);
    let (legal, summary) = (refused.legal_summary(), refused.summary());
    assert_eq!((&legal["status"], &legal["error"]), (&summary["status"], &summary["error"]));
}

// ---- refusals and their places

#[test]
fn an_action_is_refused_at_its_own_number() {
    for (action, code) in [
        ("1 2c x 3c 4h 7", "unreadable"),
        ("nonsense", "unreadable"),
        ("", "unreadable"),
        ("1  5c", "unreadable"),
        ("1 5c ", "unreadable"),
        ("1 8x", "unreadable"),
        ("1 3c x 2c 2c", "unreadable"),
        ("1 3c y 2c", "unreadable"),
        ("0 4c", "not-your-turn"),
        ("2 4c", "not-your-turn"),
        ("1 4c", "illegal"),
        ("1 Th", "illegal"),
        ("1 5c x Jc", "illegal"),
        ("1 3c", "illegal"),
        ("1 3c x Ad 2d", "illegal"),
        ("1 claim", "illegal"),
    ] {
        assert_eq!(refusal(&json!([deal(DECK, &["0 2c", action, "0 4c"])])), index(0, 1, code), "“{action}”");
    }
    let shuffle = refusal(&json!([deal(DECK, &["~ shuffle 2c"])]));
    assert_eq!((shuffle.0, shuffle.1), (json!(0), json!(0)), "nothing has to be shuffled");
}

#[test]
fn nothing_follows_the_last_card_of_a_deal() {
    let mut record = played("scopa", &json!({ "target": 200 }), 2, 2).record();
    let last = record.deals[1].actions.len();
    record.deals[1].actions.push("0 2c".to_owned());
    let error = record.replay(&catalog::CATALOG).summary()["error"].clone();
    assert_eq!((&error["deal"], &error["action"]), (&json!(1), &json!(last)));
}

#[test]
fn a_deal_that_may_not_begin_is_refused_without_an_action() {
    let unfinished = json!([deal(DECK, &["0 2c"]), deal(DECK, &["0 2c"])]);
    assert_eq!(refusal(&unfinished), (json!(1), Value::Null, "unfinished".to_owned()));
    let incorrect = json!([deal(&DECK[3..], &["0 2c"])]);
    assert_eq!(refusal(&incorrect), (json!(0), Value::Null, "incorrect-deck".to_owned()));
    let mut over = played("scopa", &json!({ "target": 1 }), 2, 20).record();
    over.deals.push(over.deals[0].clone());
    let summary = over.replay(&catalog::CATALOG).summary();
    let begun = over.deals.len() - 1;
    assert_eq!((&summary["error"]["deal"], &summary["error"]["action"]), (&json!(begun), &Value::Null));
    assert_eq!(summary["deals"].as_array().expect("deals").len(), begun, "what was finished stands");
}

#[test]
fn nothing_after_the_refused_action_is_applied() {
    let mut record = played("scopa", &json!({ "target": 200 }), 2, 3).record();
    let before = {
        let mut first = record.clone();
        first.deals.truncate(1);
        first.replay(&catalog::CATALOG).summary()
    };
    record.deals[1].actions[5] = "0 nothing".to_owned();
    let summary = record.replay(&catalog::CATALOG).summary();
    assert_eq!((&summary["deals"], &summary["totals"]), (&before["deals"], &before["totals"]));
    assert_eq!((&summary["error"]["deal"], &summary["error"]["action"]), (&json!(1), &json!(5)));
}

#[test]
fn an_incorrect_deck_is_named_card_by_card() {
    let message = |deck: &str| {
        let summary = replayed(&json!({}), &json!([deal(deck, &[])]));
        assert_eq!(summary["error"]["code"], "incorrect-deck");
        summary["error"]["message"].as_str().expect("a sentence").to_owned()
    };
    let names = |deck: &str, missing: &[&str], extra: &[&str]| {
        let message = message(deck);
        let (before, after) = message.split_once("extra").unwrap_or((&message, ""));
        for card in missing {
            assert!(before.contains(card), "{card} is missing: {message}");
        }
        for card in extra {
            assert!(after.contains(card), "{card} is extra: {message}");
        }
        let named = missing.len() + extra.len();
        let word = |word: &&str| word.len() == 2 && word.ends_with(['c', 'd', 'h', 's']) && *word != "is";
        assert_eq!(message.split([' ', ':', ';']).filter(word).count(), named, "no others: {message}");
    };
    // SC-T23.
    names(&DECK.replace("Ks", "10♠"), &["Ks"], &["Ts"]);
    names(&DECK.replace("Ks", "8h"), &["Ks"], &["8h"]);
    names(&DECK.replace("Ks", "7d"), &["Ks"], &["7d"]);
    names(&DECK.replace(" Ks", ""), &["Ks"], &[]);
    names(&format!("{DECK} 8h"), &[], &["8h"]);
    // A word that is no card, a duplicate card, and a card of another deck.
    let strange = DECK.replace("Ks", "Zs").replace("Qs", "7d").replace("Js", "Th");
    names(&strange, &["Js", "Qs", "Ks"], &["Zs", "7d", "Th"]);
    assert!(message("").contains("Ac"));
}

#[test]
fn a_deck_of_scopa_is_no_deck_of_wall_street() {
    let error = record("wall-street", &json!({}), 2, &json!([deal(DECK, &[])]))
        .replay(&catalog::CATALOG)
        .summary()["error"]
        .clone();
    let message = error["message"].as_str().expect("a sentence");
    for rank in ["8", "9", "T", "7", "J", "Q"] {
        for suit in ["c", "d", "h", "s"] {
            assert!(message.contains(&format!("{rank}{suit}")), "{rank}{suit}: {message}");
        }
    }
}

// ---- game, options, seats, dealer

/// Returns the message of a record that cannot begin.
fn why_not(game: &str, options: &Value, seats: u8, dealer: u8) -> String {
    let mut record = record(game, options, seats, &json!([]));
    record.dealer = dealer;
    let summary = record.replay(&catalog::CATALOG).summary();
    assert_eq!(summary["status"], "refused", "{game} {options} {seats} {dealer}");
    assert_eq!((&summary["error"]["deal"], &summary["error"]["action"]), (&Value::Null, &Value::Null));
    assert_eq!((&summary["deals"], &summary["winners"]), (&json!([]), &json!([])));
    summary["error"]["message"].as_str().expect("a sentence").to_owned()
}

fn can_begin(game: &str, options: &Value, seats: u8) -> bool {
    record(game, options, seats, &json!([])).replay(&catalog::CATALOG).summary()["status"] == "in-progress"
}

#[test]
fn an_unknown_game_is_named() {
    assert!(why_not("whist", &json!({}), 2, 0).contains("whist"));
}

#[test]
fn an_unknown_option_is_named_with_those_there_are() {
    let message = why_not("scopa", &json!({ "sumMood": "both" }), 2, 0);
    assert!(message.contains("sumMood") && message.contains("sumMode") && message.contains("target"));
    assert!(why_not("wall-street", &json!({ "sumMode": "both" }), 2, 0).contains("tiePlayers"));
    assert!(why_not("scopa", &json!({ "preset": "beebe" }), 2, 0).contains("gamerules"));
}

#[test]
fn a_wrong_value_is_named_with_those_allowed() {
    for (options, allowed) in [
        (json!({ "sumMode": "sum" }), ["sumMode", "tableSum", "handPlusTable", "both"]),
        (json!({ "captureObligation": null }), ["captureObligation", "none", "card", "hand"]),
        (json!({ "endMode": ["total"] }), ["endMode", "total", "orderedStop", "tieOrdered"]),
        (json!({ "target": 0 }), ["target", "0", "1", "200"]),
        (json!({ "target": 201 }), ["target", "201", "1", "200"]),
        (json!({ "napola": "yes" }), ["napola", "yes", "true", "false"]),
    ] {
        let message = why_not("scopa", &options, 2, 0);
        assert!(allowed.iter().all(|word| message.contains(word)), "{message}");
    }
    assert!(why_not("wall-street", &json!({ "redealRank": "10" }), 2, 0).contains("redealRank"));
}

#[test]
fn one_is_not_true_and_numbers_are_integers() {
    for options in [
        json!({ "napola": 1 }),
        json!({ "napola": "true" }),
        json!({ "napola": null }),
        json!({ "target": true }),
        json!({ "target": "11" }),
        json!({ "target": 11.0 }),
        json!({ "target": 11.5 }),
        json!({ "target": 99_999_999_999_i64 }),
        json!({ "preset": 1 }),
        json!({ "preset": null }),
        json!({ "preset": true }),
    ] {
        let key = options.as_object().and_then(|options| options.keys().next()).expect("a key");
        assert!(why_not("scopa", &options, 2, 0).contains(key.as_str()), "{options}");
    }
    assert!(can_begin("scopa", &json!({ "target": 200, "napola": true }), 2));
    assert!(can_begin("scopa", &json!({ "target": 1, "napola": false }), 2));
}

#[test]
fn each_preset_has_its_seats() {
    for (game, preset, seats) in [
        ("scopa", "classic", &[2, 3, 4, 6][..]),
        ("scopa", "gamerules", &[2, 3, 4]),
        ("scopa", "denexa", &[2]),
        ("wall-street", "beebe", &[2, 3, 4]),
    ] {
        for count in 0..=9 {
            let options = json!({ "preset": preset });
            assert_eq!(can_begin(game, &options, count), seats.contains(&count), "{preset} for {count}");
        }
    }
    assert!(why_not("scopa", &json!({}), 5, 0).contains("seats"));
    assert!(why_not("scopa", &json!({}), 255, 0).contains("seats"));
}

#[test]
fn the_dealer_sits_at_the_table() {
    assert!(why_not("scopa", &json!({}), 2, 2).contains("dealer"));
    assert!(why_not("scopa", &json!({}), 2, 200).contains("dealer"));
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (seats, options) in [
        (2, json!({ "teams": true })),
        (3, json!({ "teams": true })),
        (6, json!({ "teams": false })),
        (4, json!({ "scopone": true, "scoponeScientifico": true })),
        (2, json!({ "scopone": true })),
        (4, json!({ "scopone": true, "teams": false })),
        (4, json!({ "scoponeScientifico": true, "teams": false })),
        (6, json!({ "scoponeScientifico": true })),
        (2, json!({ "quindici": true, "assoPigliaTutto": true })),
    ] {
        why_not("scopa", &options, seats, 0);
    }
}

/// Returns all options of a record.
fn resolved(game: &str, options: &Value, seats: u8) -> Value {
    let match_of = record(game, options, seats, &json!([])).replay(&catalog::CATALOG).into_match();
    json!(match_of.unwrap_or_else(|rejection| panic!("{rejection}")).options())
}

#[test]
fn presets_are_those_of_the_tables() {
    let classic = json!({
        "sumMode": "tableSum", "matchCount": "one", "captureObligation": "card", "primieraSuits": "fourRequired",
        "lastPlaySweep": "never", "endMode": "total", "target": 11, "teams": false, "direction": "ccw",
        "sweepMarker": "capturingCard", "scopone": false, "scoponeScientifico": false, "assoPigliaTutto": false,
        "aceSweepCounts": false, "aceOnAce": "aceOnly", "aceOnEmpty": "stays", "napola": false, "napoleone": false,
        "reBello": false, "claimOut": false, "quindici": false, "settanta": false, "settantaTie": "nobody",
    });
    let but = |overrides: Value| {
        let mut options = classic.clone();
        let overrides = overrides.as_object().expect("options").clone();
        options.as_object_mut().expect("options").extend(overrides);
        options
    };
    assert_eq!(resolved("scopa", &json!({}), 2), classic, "classic needs no name");
    assert_eq!(resolved("scopa", &json!({ "preset": "classic" }), 3), classic);
    for seats in [4, 6] {
        assert_eq!(resolved("scopa", &json!({}), seats), but(json!({ "teams": true })));
    }
    let gamerules = json!({
        "sumMode": "handPlusTable", "lastPlaySweep": "ifReallyCaptured", "sweepMarker": "anyCapturedCard",
    });
    assert_eq!(resolved("scopa", &json!({ "preset": "gamerules" }), 3), but(gamerules));
    let denexa = json!({ "endMode": "orderedStop", "direction": "cw" });
    assert_eq!(resolved("scopa", &json!({ "preset": "denexa" }), 2), but(denexa));
    let beebe = json!({
        "redealRank": "T", "captureObligation": "card", "lastPlaySweep": "never", "target": 10, "endMode": "total",
        "tiePlayers": "leadersOnly", "direction": "cw",
    });
    assert_eq!(resolved("wall-street", &json!({}), 4), beebe);
    let target = |options: Value| resolved("scopa", &options, 4)["target"].clone();
    assert_eq!(target(json!({ "scopone": true })), 21);
    assert_eq!(target(json!({ "preset": "gamerules", "scoponeScientifico": true })), 21);
    assert_eq!(target(json!({ "scopone": true, "target": 11 })), 11);
}

#[test]
fn options_may_be_left_out_and_so_may_deals() {
    let text = r#"{"format": "parlour-record/1", "game": "wall-street", "seats": 3, "dealer": 2}"#;
    let record = read_record(text).expect("a record");
    assert_eq!(record.replay(&catalog::CATALOG).summary()["status"], "in-progress");
}

#[test]
fn display_options_change_no_replay() {
    let record = played("scopa", &json!({}), 2, 4).record();
    let mut shown: Value = serde_json::from_str(&record.write()).expect("JSON");
    shown["options"]["direction"] = json!("cw");
    shown["options"]["sweepMarker"] = json!("anyCapturedCard");
    shown["players"] = json!(["Ada", "Bruno"]);
    shown["event"] = json!("An evening");
    shown["date"] = json!("2026-11-21");
    shown["seed"] = json!("00");
    shown["commitment"] = json!("11");
    shown["times"] = json!([[1, 2], [3]]);
    let shown = read_record(&shown.to_string()).expect("a record");
    assert_eq!(shown.replay(&catalog::CATALOG).summary(), record.replay(&catalog::CATALOG).summary());
    assert_eq!(read_record(&shown.write()).map(|again| again.write()), Ok(shown.write()));
}

// ---- reading and writing

#[test]
fn other_spellings_are_read_and_the_canonical_one_is_written() {
    let canonical = played("wall-street", &json!({}), 2, 2).record();
    let symbols = [('c', "♣"), ('d', "♦"), ('h', "♥"), ('s', "♠")];
    let capitals = [('c', "C"), ('d', "D"), ('h', "H"), ('s', "S")];
    for suits in [symbols, capitals] {
        let spell = |text: &str| {
            let text = text.replace('T', "10");
            suits.iter().fold(text, |text, (suit, symbol)| text.replace(*suit, symbol))
        };
        let mut other = canonical.clone();
        for deal in &mut other.deals {
            deal.deck = spell(&deal.deck);
            deal.actions = deal.actions.iter().map(|action| spell(action)).collect();
        }
        assert_ne!(other.write(), canonical.write());
        let table =
            other.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"));
        assert_eq!(table.record().write(), canonical.write());
    }
}

#[test]
fn cards_after_the_x_come_in_any_order() {
    let deals = |capture: &str| json!([deal(DECK, &["0 2c", capture])]);
    let written = |capture: &str| {
        let record = record("scopa", &json!({}), 2, &deals(capture));
        let table =
            record.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"));
        table.record().deals[0].actions[1].clone()
    };
    assert_eq!(written("1 3c x 2c Ad"), "1 3c x Ad 2c");
    assert_eq!(written("1 3C x 2♣ A♦"), "1 3c x Ad 2c");
}

#[test]
fn a_record_is_written_with_sorted_keys_two_blanks_and_a_newline() {
    let table = played("scopa", &json!({ "target": 5, "napola": true, "preset": "gamerules" }), 2, 0);
    let notes = Notes { players: vec!["Ada".into(), "Bruno".into()], ..Notes::default() };
    assert_eq!(
        table.record().with_notes(notes).write(),
        "{\n  \"dealer\": 1,\n  \"deals\": [],\n  \"format\": \"parlour-record/1\",\n  \"game\": \"scopa\",\n  \
         \"options\": {\n    \"napola\": true,\n    \"preset\": \"gamerules\",\n    \"target\": 5\n  },\n  \
         \"players\": [\n    \"Ada\",\n    \"Bruno\"\n  ],\n  \"seats\": 2\n}\n"
    );
}

#[test]
fn reading_what_was_written_gives_back_the_same_bytes() {
    for (game, options, seats) in [
        ("scopa", json!({}), 2),
        ("scopa", json!({ "preset": "gamerules", "target": 3, "assoPigliaTutto": true }), 3),
        ("scopa", json!({ "scopone": true, "settanta": true, "settantaTie": "nextRank" }), 4),
        ("wall-street", json!({ "tiePlayers": "everyone", "direction": "ccw" }), 4),
    ] {
        let written = played(game, &options, seats, 5).record().write();
        let read = read_record(&written).unwrap_or_else(|rejection| panic!("{rejection}"));
        assert_eq!(read.write(), written, "as text");
        let table =
            read.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"));
        assert_eq!(table.record().write(), written, "and as a match");
    }
}

#[test]
fn options_that_repeat_the_preset_are_read_and_not_written_again() {
    let given = json!({ "preset": "classic", "sumMode": "tableSum", "target": 12 });
    let table = played("scopa", &given, 2, 1);
    let written: Value = serde_json::from_str(&table.record().write()).expect("JSON");
    assert_eq!(written["options"], json!({ "preset": "classic", "target": 12 }));
}

#[test]
fn invalid_records_are_refused_with_a_message() {
    for (text, word) in [
        ("", "record"),
        ("[]", "format"),
        ("{}", "format"),
        (
            r#"{"format": "parlour-record/2", "game": "scopa", "seats": 2, "dealer": 0, "new": 1}"#,
            "parlour-record/2",
        ),
        (r#"{"format": "parlour-record/1", "game": "scopa", "seats": 2, "dealer": 0, "new": 1}"#, "new"),
        (r#"{"format": "parlour-record/1", "game": "scopa", "dealer": 0}"#, "seats"),
        (r#"{"format": "parlour-record/1", "seats": 2, "dealer": 0}"#, "game"),
        (r#"{"format": "parlour-record/1", "game": "scopa", "seats": 2}"#, "dealer"),
        (r#"{"format": "parlour-record/1", "game": "scopa", "seats": 300, "dealer": 0}"#, "300"),
        (r#"{"format": "parlour-record/1", "game": "scopa", "seats": 2, "dealer": -1}"#, "-1"),
    ] {
        let rejection = read_record(text).expect_err("no record");
        assert!(rejection.message.contains(word), "{word}: {rejection}");
        assert_eq!(rejection.position, None);
    }
}

// ---- what a seat may see

#[test]
fn a_view_holds_what_the_seat_may_see_and_nothing_else() {
    let table = record("scopa", &json!({}), 2, &json!([deal(DECK, &["0 2c"])]))
        .replay(&catalog::CATALOG)
        .into_match()
        .expect("a match");
    let seen = |viewer| {
        let view = table.view(viewer);
        let hidden = |card: &&str| !view.get().contains(*card);
        DECK.split(' ').filter(|card| !hidden(card)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(seen(Viewer::Seat(Seat::new(0))), "2c 4c 6c Jc Qc Kc Ad");
    assert_eq!(seen(Viewer::Seat(Seat::new(1))), "2c 3c 5c 7c Jc Qc Kc Ad");
    assert_eq!(seen(Viewer::Public), "2c Jc Qc Kc Ad");
    assert_eq!(played("scopa", &json!({}), 2, 0).view(Viewer::Public).get(), "null");
}
