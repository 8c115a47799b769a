//! Tests of the record format of Cassino: builds in brackets, announcements, options, and the figures of a deal.

use catalog::{RecordText, read_record};
use serde_json::{Value, json};

/// Deck: seat 0 gets 2c 7h 4c Kc, the table 5d 9s 4h Qd, the dealer 2d 9c 9d 3c.
const DECK: &str = "2c 7h 5d 9s 2d 9c 4c Kc 4h Qd 9d 3c Ac Ad Ah As 2h 2s 3d 3h 3s 4d 4s 5c 5h 5s 6c 6d 6h 6s 7c 7d 7s 8c \
                    8d 8h 8s 9h Tc Td Th Ts Jc Jd Jh Js Qc Qh Qs Kd Kh Ks";

fn record(options: &Value, seats: u8, deals: &Value) -> Result<RecordText, catalog::Rejection> {
    let record = json!({
        "format": "parlour-record/1", "game": "cassino", "options": options, "seats": seats, "dealer": 1, "deals": deals,
    });
    read_record(&record.to_string())
}

fn replayed(options: &Value, actions: &[&str]) -> Value {
    let deals = json!([{ "deck": DECK, "actions": actions }]);
    record(options, 2, &deals)
        .unwrap_or_else(|rejection| panic!("{rejection}"))
        .replay(&catalog::CATALOG)
        .summary()
}

/// Returns the refusal of the last action. The others must be accepted.
fn refusal(options: &Value, actions: &[&str]) -> String {
    let error = &replayed(options, actions)["error"];
    assert_eq!(error["action"], json!(actions.len() - 1), "{error}");
    format!("{} {}", error["code"].as_str().unwrap(), error["message"].as_str().unwrap())
}

fn accepted(options: &Value, actions: &[&str]) -> bool {
    replayed(options, actions)["status"] == "in-progress"
}

#[test]
fn builds_are_set_raised_and_taken() {
    assert!(accepted(&json!({}), &["0 2c + 5d = sum 7", "1 2d + [2c 5d] = sum 9", "0 4c x 4h"]));
    assert!(accepted(&json!({}), &["0 2c + 5d = sum 7", "1 9c x 9s", "0 7h x [5d 2c]"]), "any order is read");
    let taken = ["0 2c + 5d = sum 7", "1 2d + [2c 5d] = sum 9", "0 Kc", "1 9c x 9s [5d 2d 2c]"];
    assert!(accepted(&json!({}), &taken));
    assert!(accepted(&json!({}), &["0 Kc", "1 9d + 9s = rank 9", "0 4c x 4h", "1 9c x [9d 9s]"]));
}

#[test]
fn illegal_actions_are_refused_with_their_rule() {
    let last = |actions: &[&str]| refusal(&json!({}), actions);
    assert!(last(&["0 2c + 5d = rank 7"]).contains("sum 7"));
    assert!(last(&["0 2c + 5d = sum 8"]).contains("(CA-R9)"));
    assert!(last(&["0 2c + 5d = sum 7", "1 9c x 9s [2c 5d]"]).contains("(CA-R11)"));
    assert!(last(&["0 2c + 5d = sum 7", "1 3c", "0 Kc"]).contains("(CA-O4)"));
    assert!(last(&["0 4c"]).contains("(CA-O1)"));
    assert!(last(&["0 2c x [5d 4h]"]).contains("(CA-R11)"));
    assert!(last(&["0 2c + 5d = sum seven"]).starts_with("unreadable"));
    assert!(last(&["1 9c x 9s"]).starts_with("not-your-turn"));
    assert!(accepted(&json!({ "preset": "classic" }), &["0 4c"]));
}

#[test]
fn options_are_read_to_the_letter() {
    let refused = |options: &Value, seats| {
        let read = record(options, seats, &json!([])).unwrap_or_else(|rejection| panic!("{rejection}"));
        read.replay(&catalog::CATALOG).summary()["error"]["message"].as_str().map(str::to_owned)
    };
    for seats in [2, 3, 4] {
        assert_eq!(refused(&json!({}), seats), None);
        assert_eq!(refused(&json!({ "preset": "classic" }), seats), None);
    }
    assert!(refused(&json!({ "preset": "denexa" }), 3).unwrap().contains("seats"));
    assert!(refused(&json!({}), 5).unwrap().contains("seats"));
    assert!(refused(&json!({ "teams": true }), 3).unwrap().contains("teams"));
    assert!(refused(&json!({ "royal": "on" }), 2).unwrap().contains("royal"));
    assert!(refused(&json!({ "sweeps": 2 }), 2).unwrap().contains("sweeps"));
    assert!(refused(&json!({ "direction": "cw" }), 2).unwrap().contains("direction"));
}

/// Plays the first legal action of each position to the end of the deal.
#[test]
fn the_figures_of_a_deal_come_to_eleven_and_the_sweeps() {
    for seats in [2_u8, 3, 4] {
        let opened = record(&json!({}), seats, &json!([])).unwrap().replay(&catalog::CATALOG).into_match();
        let mut table = opened.unwrap_or_else(|rejection| panic!("{rejection}"));
        table.deal(DECK, &[]).unwrap_or_else(|rejection| panic!("{rejection}"));
        while let Some(seat) = table.actors().first() {
            let action = table.legal(seat)[0].clone();
            table.play(seat, &action, &[]).unwrap_or_else(|rejection| panic!("{rejection}"));
        }
        let written = table.record();
        let again = written.clone().replay(&catalog::CATALOG);
        let summary = again.summary();
        let deal = &summary["deals"][0];
        let numbers = |key: &str| -> Vec<i64> {
            deal["detail"][key].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
        };
        let (cards, spades) = (numbers("cards"), numbers("spades"));
        let sides = if seats == 4 { 2 } else { usize::from(seats) };
        assert_eq!(cards[..sides].iter().sum::<i64>(), 52);
        assert_eq!(spades[..sides].iter().sum::<i64>(), 13);
        assert_eq!(numbers("aces")[..sides].iter().sum::<i64>(), 4);
        let points: i64 =
            deal["points"].as_array().unwrap()[..sides].iter().map(|n| n.as_i64().unwrap()).sum();
        let tied = |amounts: &[i64]| {
            let max = amounts.iter().max();
            amounts.iter().filter(|amount| Some(*amount) == max).count() > 1
        };
        let lost = if tied(&cards[..sides]) { 3 } else { 0 } + i64::from(tied(&spades[..sides]));
        let sweeps = numbers("sweeps")[..sides].iter().sum::<i64>();
        assert_eq!(points, 11 - lost + sweeps, "{summary}");
        for key in ["bigCassino", "littleCassino"] {
            let owners =
                deal["detail"][key].as_array().unwrap()[..sides].iter().filter(|owns| **owns == json!(true));
            assert_eq!(owners.count(), 1, "{key}");
        }
    }
}
