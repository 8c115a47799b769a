//! Tests of the record format of Gin Rummy.

use super::{deal, played, record, resolved};
use serde_json::{Value, json};

/// Deck, if seat 1 deals: the hands are 4s 5s 6s 9d 9h 9s Jc Jd Jh 2d and 7s 8s 3c Qc 8h Ad 2c 2h 5d 6d, the upcard is
/// Kh, and the stock begins with Kc.
const GIN_DECK: &str = "4s 7s 5s 8s 6s 3c 9d Qc 9h 8h 9s Ad Jc 2c Jd 2h Jh 5d 2d 6d Kh Kc Ac Ah As 2s 3d 3h 3s 4c 4d \
                        4h 5c 5h 6c 6h 7c 7d 7h 8c 8d 9c Tc Td Th Ts Js Qd Qh Qs Kd Ks";

fn gin(options: &Value, actions: &[&str]) -> Value {
    record("gin-rummy", options, 2, &json!([deal(GIN_DECK, actions)])).replay(&catalog::CATALOG).summary()
}

fn gin_legal(actions: &[&str]) -> Vec<String> {
    let record = record("gin-rummy", &json!({}), 2, &json!([deal(GIN_DECK, actions)]));
    let table =
        record.replay(&catalog::CATALOG).into_match().unwrap_or_else(|rejection| panic!("{rejection}"));
    table.actors().iter().flat_map(|seat| table.legal(seat)).collect()
}

#[test]
fn gin_begins_with_the_offer_and_lists_knocks_once_per_discard() {
    assert_eq!(gin_legal(&[]), ["pass", "upcard"]);
    assert_eq!(gin_legal(&["0 pass"]), ["pass", "upcard"]);
    assert_eq!(gin_legal(&["0 pass", "1 pass"]), ["stock"]);
    let turn = gin_legal(&["0 pass", "1 pass", "0 stock"]);
    assert_eq!(turn.iter().filter(|action| action.starts_with("discard ")).count(), 11);
    let others: Vec<&String> = turn.iter().filter(|action| !action.starts_with("discard ")).collect();
    assert_eq!(others, ["knock 2d", "knock Kc"], "the king is ten, which is within the limit");
}

#[test]
fn a_lay_off_is_listed_once_per_card_and_meld_and_done_always() {
    let knock = ["0 pass", "1 pass", "0 stock", "0 knock Kc"];
    assert_eq!(gin_legal(&knock), ["done", "layoff 7s > 4s 5s 6s"]);
    let chain = [&knock[..], &["1 layoff 7s > 6s 5s 4s"]].concat();
    assert_eq!(gin_legal(&chain), ["done", "layoff 8s > 4s 5s 6s 7s"]);
}

#[test]
fn a_hand_of_gin_is_told_by_its_winner_how_and_the_deadwood() {
    let knock = ["0 pass", "1 pass", "0 stock", "0 knock Kc : 9h 9s 9d / Jd Jc Jh / 6s 4s 5s"];
    let with = |more: &[&str]| gin(&json!({}), &[&knock[..], more].concat());
    let summary = with(&["1 done"]);
    let detail = json!({ "deadwood": [2, 52], "how": "knock", "winner": 0 });
    assert_eq!(summary["deals"][0], json!({ "detail": detail, "points": [50, 0] }));
    assert_eq!(with(&["1 layoff 7s 8s > 4s 5s 6s", "1 done"])["deals"][0]["points"], json!([35, 0]));
    assert_eq!(with(&[])["deals"], json!([]), "a seat may still lay off");
}

#[test]
fn the_melds_of_a_knock_stay_in_the_record_as_they_are_meant() {
    let actions = json!([deal(
        GIN_DECK,
        &["0 pass", "1 pass", "0 stock", "0 knock Kc : Jh Jc Jd / 6s 5s 4s / 9s 9h 9d"]
    )]);
    let record = record("gin-rummy", &json!({}), 2, &actions);
    let written = record
        .replay(&catalog::CATALOG)
        .into_match()
        .unwrap_or_else(|rejection| panic!("{rejection}"))
        .record();
    assert_eq!(written.deals[0].actions[3], "0 knock Kc : 4s 5s 6s / 9d 9h 9s / Jc Jd Jh");
}

#[test]
fn a_gin_action_is_refused_at_its_own_number() {
    let drawn = ["0 pass", "1 pass", "0 stock"];
    for wrong in [
        "0 knock 4s",
        "0 gin Kc",
        "0 gin",
        "0 knock Kc : 4s 5s 6s",
        "0 knock Kc : 4s 5s 6s / 9d 9h",
        "0 knock Kc : 9s 9d 9h / 4s 5s 6s / Jc Jd Jh Js",
        "0 stock",
        "0 pass",
        "0 done",
        "0 layoff 7s > 4s 5s 6s",
        "0 knock",
        "0 discard Kc Jc",
        "1 discard 7s",
    ] {
        let summary = gin(&json!({}), &[&drawn[..], &[wrong]].concat());
        let index = (&summary["status"], &summary["error"]["deal"], &summary["error"]["action"]);
        assert_eq!(index, (&json!("refused"), &json!(0), &json!(3)), "{wrong}");
    }
}

#[test]
fn bonuses_of_gin_stand_in_the_totals_only() {
    let table = played("gin-rummy", &json!({ "preset": "pagat" }), 2, 3);
    let summary = table.summary();
    assert_eq!(summary["status"], "in-progress", "the first legal action again and again leads nowhere");
    assert_eq!(summary["deals"][0]["detail"]["winner"], json!(null));
    assert_eq!(summary["totals"], json!([0, 0]));
}

#[test]
fn the_presets_of_gin_are_those_of_the_table() {
    let of = |preset: &str| resolved("gin-rummy", &json!({ "preset": preset }), 2);
    assert_eq!(of("house"), resolved("gin-rummy", &json!({}), 2));
    let overrides = |preset: &str, from: &str| {
        let (one, other) = (of(preset), of(from));
        let keys = one.as_object().expect("options").iter();
        let changed = keys.filter(|(key, value)| *key != "preset" && other[*key] != **value);
        changed.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>()
    };
    assert_eq!(overrides("denexa", "house"), ["firstUpcard \"freeDraw\"", "sameCardDiscard \"allowed\""]);
    let classic = ["bigGin 31", "drawnHandDealer \"sameDealer\"", "shutoutDouble true", "undercutBonus 25"];
    assert_eq!(overrides("classic", "house"), classic);
    let pagat = [
        "boxBonus 20",
        "drawnHandDealer \"sameDealer\"",
        "ginBonus 20",
        "nextDealer \"loser\"",
        "shutoutDouble true",
    ];
    assert_eq!(overrides("pagat", "house"), pagat);
    assert_eq!(overrides("corner-denexa", "denexa"), ["corner true"]);
    let book = [
        "aceDeadwood 15",
        "boxBonus 20",
        "corner true",
        "ginBonus 20",
        "layoffOnGin true",
        "target 125",
        "undercutBonus 20",
    ];
    assert_eq!(overrides("corner-book", "house"), book);
}
