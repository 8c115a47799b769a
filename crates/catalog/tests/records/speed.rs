//! Tests of the record format of Speed.

use super::{deal, record, resolved};
use serde_json::{Value, json};

/// Deck in canonical order: seat 0 has Ac Ah 2c 2h 3c, seat 1 Ad As 2d 2s 3d, the left talon begins with Jc, and the
/// centre cards are Kh and Ks.
const DECK: &str = "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s \
                    9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks";

/// Deck of an immediate stalemate: the hands are 7s 7h 7d 7c Kc and Kh Ks Kd Qs As, and the centre has only fives, nines
/// and tens.
const STUCK: &str = "7s Kh 7h Ks 7d Kd 7c Qs Kc As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 6c 6d 6h 6s 8c 8d 8h 8s \
                     Jc Jd Jh Js Qc Qd Qh Ac Ad Ah 5c 5d 5h 5s 9c 9d 9h 9s Tc Td Th Ts";

fn speed(actions: &[&str]) -> Value {
    record("speed", &json!({}), 2, &json!([deal(DECK, actions)])).replay(&catalog::CATALOG).summary()
}

fn legal(actions: &[&str]) -> Value {
    let record = record("speed", &json!({}), 2, &json!([deal(DECK, actions)]));
    record
        .replay(&catalog::CATALOG)
        .into_match()
        .unwrap_or_else(|rejection| panic!("{rejection}"))
        .legal_summary()
}

#[test]
fn speed_begins_with_a_flip_of_both() {
    assert_eq!(legal(&[]), json!({ "actors": [0, 1], "actions": { "0": ["flip"], "1": ["flip"] } }));
    assert_eq!(legal(&["1 flip"]), json!({ "actors": [0], "actions": { "0": ["flip"] } }));
    let open = legal(&["1 flip", "0 flip"]);
    assert_eq!(open["actions"]["0"], json!(["Ac > L", "Ac > R", "Ah > L", "Ah > R"]));
    assert_eq!(open["actors"], json!([0, 1]));
}

#[test]
fn what_a_play_was_aimed_at_is_read_and_not_written() {
    let actions = json!([deal(DECK, &["0 flip", "1 flip", "0 Ac > L on Kh"])]);
    let table = record("speed", &json!({}), 2, &actions).replay(&catalog::CATALOG).into_match();
    let written = table.unwrap_or_else(|rejection| panic!("{rejection}")).record();
    assert_eq!(written.deals[0].actions[2], "0 Ac > L");
}

#[test]
fn an_action_of_speed_is_refused_at_its_own_number() {
    for wrong in
        ["0 flip", "0 2c > L", "0 Ad > L", "0 Ac > M", "0 Ac", "1 flip", "~ shuffle Kh", "0 Ac > L R"]
    {
        let summary = speed(&["0 flip", "1 flip", wrong]);
        let index = (&summary["status"], &summary["error"]["deal"], &summary["error"]["action"]);
        assert_eq!(index, (&json!("refused"), &json!(0), &json!(2)), "{wrong}");
    }
    let summary = speed(&["0 flip", "0 flip"]);
    assert_eq!((&summary["status"], &summary["error"]["action"]), (&json!("refused"), &json!(1)));
}

#[test]
fn a_drawn_game_is_an_entry_of_its_own() {
    let stuck = || deal(STUCK, &["0 flip", "1 flip"]);
    let deals = json!([stuck(), stuck(), deal(DECK, &["1 flip"])]);
    let summary = record("speed", &json!({}), 2, &deals).replay(&catalog::CATALOG).summary();
    let drawn = json!({ "points": [0, 0], "detail": { "left": [20, 20], "ended": "stalemate" } });
    assert_eq!(summary["deals"], json!([drawn, drawn]));
    assert_eq!((&summary["status"], &summary["totals"]), (&json!("in-progress"), &json!([0, 0])));
    let after = record("speed", &json!({}), 2, &json!([deal(STUCK, &["0 flip", "1 flip", "0 flip"])]));
    assert_eq!(
        after.replay(&catalog::CATALOG).summary()["error"]["action"],
        2,
        "nothing follows the end of a game"
    );
}

#[test]
fn the_presets_of_speed_are_those_of_the_table() {
    let of = |options: &Value| resolved("speed", options, 2);
    let house = of(&json!({}));
    let table = json!({ "bestOf": 3, "lateplay": "revalidate", "doubles": false, "recycle": "shuffle" });
    for (key, value) in table.as_object().expect("options") {
        assert_eq!(house[key], *value, "{key}");
        assert_eq!(of(&json!({ "preset": "denexa" }))[key], *value, "{key}");
    }
    assert_eq!(of(&json!({ "bestOf": 5, "doubles": true }))["bestOf"], 5);
}
