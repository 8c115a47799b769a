//! Tests of the record format of bridge.

use catalog::{RecordText, read_record};
use serde_json::{Value, json};

/// Returns a deck that gives each player one suit. If seat 3 deals, North has the spades, East the hearts, South the
/// diamonds and West the clubs.
fn one_suit_each() -> String {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
    ranks.map(|rank| format!("{rank}s {rank}h {rank}d {rank}c")).join(" ")
}

fn record(options: &Value, dealer: u8, deals: &Value) -> RecordText {
    let record = json!({
        "format": "parlour-record/1", "game": "bridge", "options": options, "seats": 4, "dealer": dealer,
        "deals": deals,
    });
    read_record(&record.to_string()).unwrap_or_else(|rejection| panic!("{rejection}"))
}

fn replayed(options: &Value, deals: &Value) -> Value {
    record(options, 3, deals).replay(&catalog::CATALOG).summary()
}

/// Returns a deal with these actions, separated by commas.
fn deal(actions: &str) -> Value {
    let actions: Vec<&str> = actions.split(", ").filter(|action| !action.is_empty()).collect();
    json!({ "deck": one_suit_each(), "actions": actions })
}

const PASSED_OUT: &str = "3 P, 0 P, 1 P, 2 P";

/// North bids seven spades, the others pass, East leads, and North claims all tricks.
const GRAND_SLAM: &str = "3 P, 0 7S, 1 P, 2 P, 3 P, 1 Ah, 0 claim 13, 3 accept, 1 accept";

#[test]
fn a_deal_has_the_detail_of_the_record_format() {
    let summary = replayed(&json!({}), &json!([deal(GRAND_SLAM)]));
    let expected = json!({
        "contract": "7S", "declarer": 0, "tricks": 13, "below": [210, 0], "above": [1150, 0], "passedOut": false,
    });
    assert_eq!(summary["deals"], json!([{ "points": [1360, 0, 1360, 0], "detail": expected }]));
    assert_eq!((&summary["status"], &summary["winners"]), (&json!("in-progress"), &json!([])));
}

#[test]
fn a_passed_out_deal_is_an_entry_with_nothing_in_it() {
    let summary = replayed(&json!({}), &json!([deal(PASSED_OUT)]));
    let expected = json!({
        "contract": null, "declarer": null, "tricks": null, "below": [0, 0], "above": [0, 0], "passedOut": true,
    });
    assert_eq!(summary["deals"], json!([{ "points": [0, 0, 0, 0], "detail": expected }]));
}

#[test]
fn the_bonus_for_a_rubber_stands_in_the_totals_only() {
    // The second dealer is North, so East has the spades.
    let second = "0 P, 1 7S, 2 P, 3 P, 0 P, 2 Ah, 1 claim 0, 2 accept, 0 accept";
    let third = "1 P, 2 7S, 3 P, 0 P, 1 P, 3 Ah, 2 claim 13, 1 accept, 3 accept";
    let summary = replayed(&json!({}), &json!([deal(GRAND_SLAM), deal(second), deal(third)]));
    assert_eq!(summary["status"], "complete");
    let points: Vec<Value> =
        summary["deals"].as_array().unwrap().iter().map(|deal| deal["points"].clone()).collect();
    let (first, second, third) = ([1360, 0, 1360, 0], [650, 150, 650, 150], [1860, 0, 1860, 0]);
    assert_eq!(points, [json!(first), json!(second), json!(third)], "thirteen down, and honors for East");
    assert_eq!(summary["totals"], json!([1360 + 650 + 1860 + 700, 150, 1360 + 650 + 1860 + 700, 150]));
    assert_eq!(summary["winners"], json!([0, 2]));
}

#[test]
fn all_players_who_answer_a_claim_are_actors() {
    let legal =
        |actions| record(&json!({}), 3, &json!([deal(actions)])).replay(&catalog::CATALOG).legal_summary();
    let answers = json!(["accept", "refuse"]);
    assert_eq!(
        legal("3 P, 0 7S, 1 P, 2 P, 3 P, 1 Ah, 0 claim 13"),
        json!({ "actors": [1, 3], "actions": { "1": answers, "3": answers } })
    );
    assert_eq!(
        legal("3 P, 0 7S, 1 P, 2 P, 3 P, 1 Ah, 0 claim 13, 3 accept"),
        json!({ "actors": [1], "actions": { "1": answers } })
    );
    let refused = legal("3 P, 0 7S, 1 P, 2 P, 3 P, 1 Ah, 0 claim 13, 3 refuse");
    let diamonds = json!(["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Ad", "Jd", "Kd", "Qd", "Td"]);
    assert_eq!(
        refused,
        json!({ "actors": [0], "actions": { "0": diamonds } }),
        "dummy's cards, and no claim"
    );
    let auction = legal("3 7S, 0 X, 1 P");
    assert_eq!(auction["actions"], json!({ "2": ["7N", "P"] }));
    assert_eq!(legal(PASSED_OUT), json!({ "actors": [], "actions": {} }));
}

#[test]
fn illegal_entries_are_refused_with_their_position() {
    let refused = |actions: &str| {
        let summary = replayed(&json!({}), &json!([deal(PASSED_OUT), deal(actions)]));
        let error = &summary["error"];
        assert_eq!((&summary["status"], &error["deal"]), (&json!("refused"), &json!(1)), "{summary}");
        (error["action"].clone(), error["code"].as_str().unwrap().to_owned())
    };
    let at = |action: usize, code: &str| (json!(action), code.to_owned());
    assert_eq!(refused("0 1S, 1 1H"), at(1, "illegal"));
    assert_eq!(refused("0 1S, 2 P"), at(1, "not-your-turn"));
    assert_eq!(refused("0 8S"), at(0, "illegal"), "a card, and the auction goes on");
    assert_eq!(refused("0 9Z"), at(0, "unreadable"));
    assert_eq!(refused("0 1S, 1 P, 2 P, 3 P, 1 claim 3"), at(4, "illegal"), "before the opening lead");
    assert_eq!(refused("0 1S, 1 P, 2 P, 3 P, 1 honors"), at(4, "unreadable"));
    assert_eq!(refused("0 P, 1 P, 2 P, 3 P, 0 P"), at(4, "no-deal"), "the deal is over");
}

#[test]
fn a_chicago_deals_again_after_passes_and_a_set_of_boards_goes_on() {
    let chicago = json!([deal(PASSED_OUT), deal(GRAND_SLAM)]);
    assert_eq!(replayed(&json!({ "preset": "chicago" }), &chicago)["totals"], json!([1660, 0, 1660, 0]));
    let boards = json!({ "preset": "duplicate", "boards": 2 });
    let pass = ["3 P, 0 P, 1 P, 2 P", "0 P, 1 P, 2 P, 3 P"].map(deal);
    let summary = replayed(&boards, &json!(pass));
    assert_eq!((&summary["status"], &summary["winners"]), (&json!("complete"), &json!([0, 1, 2, 3])));
}

#[test]
fn options_are_those_of_the_record_format() {
    let resolved = |options: &Value| {
        let game = catalog::find("bridge").expect("the catalog has bridge");
        let setup = record(options, 0, &json!([])).setup();
        game.resolve(&setup).map(|(every, _)| serde_json::to_value(every).unwrap())
    };
    let rubber = json!({
        "declarer": "firstToName", "undertrickVul": "declarer", "slamNeedsBid": true, "redoubleInsult": 100,
        "unfinishedPartscore": 100, "honors": true, "mode": "rubber", "nvFourthUndertrick": 300,
        "chicagoVul": "dealer", "boards": 16,
    });
    let but = |overrides: Value| {
        let mut options = rubber.clone();
        overrides.as_object().unwrap().iter().for_each(|(key, value)| options[key] = value.clone());
        options
    };
    assert_eq!(resolved(&json!({})).unwrap(), rubber);
    assert_eq!(resolved(&json!({ "preset": "chicago" })).unwrap(), but(json!({ "mode": "chicago" })));
    assert_eq!(resolved(&json!({ "preset": "duplicate" })).unwrap(), but(json!({ "mode": "duplicate" })));
    let denexa = json!({ "declarer": "lastBidder", "undertrickVul": "defenders", "slamNeedsBid": false });
    assert_eq!(resolved(&json!({ "preset": "denexa" })).unwrap(), but(denexa));
    for wrong in [
        json!({ "redoubleInsult": 75 }),
        json!({ "boards": 0 }),
        json!({ "boards": 33 }),
        json!({ "honors": 1 }),
        json!({ "mode": "swiss" }),
        json!({ "direction": "cw" }),
        json!({ "preset": "classic" }),
    ] {
        assert!(resolved(&wrong).is_err(), "{wrong}");
    }
}
