//! The sheets of the rule book's examples, the summary of an evening, and the text form.

use super::ask;
use serde_json::{Value, json};

/// Starts a match on a pad and enters hands, all of which must be accepted.
fn kept(pad: &mut Value, opening: &Value, hands: &[Value]) -> Value {
    let opened = ask(
        &json!({ "ask": "write", "device": "d", "pad": pad, "change": { "type": "open", "opening": opening } }),
    );
    assert_eq!(opened["refused"], Value::Null);
    *pad = opened["pad"].clone();
    for entry in hands {
        let answer = ask(
            &json!({ "ask": "write", "device": "d", "pad": pad, "change": { "type": "enter", "match": opened["wrote"], "entry": entry } }),
        );
        assert_eq!(answer["refused"], Value::Null, "{entry}");
        *pad = answer["pad"].clone();
    }
    let view = ask(&json!({ "ask": "view", "pad": pad }))["view"].clone();
    view["matches"].as_array().unwrap().last().unwrap().clone()
}

fn opening(game: &str, players: &[&str], options: &Value) -> Value {
    json!({
        "game": game, "players": players, "dealer": 0, "options": options, "countEvery": 0,
        "stake": { "amount": 5, "unit": "cent" },
    })
}

fn played(contract: &str, declarer: u8, tricks: u8) -> Value {
    json!({ "kind": "played", "contract": contract, "declarer": declarer, "tricks": tricks })
}

fn rubber() -> Vec<Value> {
    let mut last = played("6C", 0, 12);
    last["honors"] = json!(100);
    last["honorsSeat"] = json!(0);
    vec![
        played("2H", 0, 9),
        played("3N", 1, 9),
        played("4SX", 2, 10),
        played("5D", 3, 9),
        played("1N", 1, 8),
        last,
    ]
}

const TABLE: [&str; 4] = ["Nora", "Ed", "Sue", "Will"];

/// BR-T23.
#[test]
fn a_complete_rubber() {
    let sheet = kept(&mut Value::Null, &opening("bridge", &TABLE, &json!({})), &rubber());
    assert_eq!((&sheet["totals"], &sheet["winners"]), (&json!([2050, 170]), &json!([0, 2])));
    assert_eq!(sheet["payments"], json!([95, -95, 95, -95]), "1880 is nineteen hundreds");
    let piece = &sheet["pieces"][0];
    assert_eq!((&piece["games"], &piece["below"]), (&json!([2, 1]), &json!([0, 0])));
    let below: Vec<(i64, i64, i64)> = piece["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["below"] == true)
        .map(|entry| ["game", "side", "points"].map(|key| entry[key].as_i64().unwrap()).into())
        .collect();
    assert_eq!(below, [(1, 0, 60), (1, 1, 100), (2, 0, 240), (3, 1, 40), (3, 0, 120)]);
}

/// BR-T24.
#[test]
fn a_rubber_that_is_given_up() {
    let mut hands = rubber()[..5].to_vec();
    hands.push(json!({ "kind": "givenUp" }));
    let sheet = kept(&mut Value::Null, &opening("bridge", &TABLE, &json!({})), &hands);
    assert_eq!((&sheet["totals"], &sheet["over"]), (&json!([580, 270]), &json!(true)));
    // The box shows the same category as the row, not an adjustment.
    let entries = sheet["pieces"][0]["entries"].as_array().unwrap();
    let last = |key: &str| entries.iter().rfind(|entry| entry["line"] == 5).unwrap()[key].clone();
    assert_eq!((last("category"), last("line")), (json!("unfinished"), json!(5)));
    assert_eq!(sheet["rows"][5]["scoreLines"][0]["category"], "unfinished");
}

#[test]
fn points_by_hand_stand_above_the_line_and_say_why() {
    let adjusted = json!({ "kind": "adjustment", "side": 1, "points": 50, "why": "revoke" });
    let sheet =
        kept(&mut Value::Null, &opening("bridge", &TABLE, &json!({})), &[played("1N", 0, 7), adjusted]);
    assert_eq!(sheet["totals"], json!([40, 50]));
    assert_eq!(sheet["dealer"], 1, "no deal was dealt for it");
    assert_eq!(sheet["rows"][1]["notes"][0]["params"]["why"], "revoke");
    let entries = sheet["pieces"][0]["entries"].as_array().unwrap();
    assert_eq!(entries.last().unwrap()["category"], "adjustment");
}

/// GR-T18.
#[test]
fn a_game_of_gin_with_boxes_bonus_and_money() {
    let knock = |by: u8, deadwood: [u8; 2]| json!({ "going": "knock", "by": by, "deadwood": deadwood });
    let mut hands = vec![knock(1, [25, 5]); 3];
    hands.extend([knock(0, [5, 30]), knock(0, [5, 30]), knock(0, [5, 30]), knock(0, [3, 30])]);
    let sheet = kept(&mut Value::Null, &opening("gin-rummy", &["Anna", "Bruno"], &json!({})), &hands);
    assert_eq!((&sheet["totals"], &sheet["payments"]), (&json!([302, 135]), &json!([835, -835])));
}

#[test]
fn hollywood_writes_hands_into_three_games() {
    let gin =
        |by: u8| json!({ "going": "gin", "by": by, "deadwood": if by == 0 { [0, 25] } else { [25, 0] } });
    let options = json!({ "hollywood": true });
    let sheet = kept(
        &mut Value::Null,
        &opening("gin-rummy", &["Anna", "Bruno"], &options),
        &[gin(0), gin(0), gin(1)],
    );
    let games = sheet["pieces"].as_array().unwrap().iter().find(|piece| piece["piece"] == "games").unwrap();
    let points: Vec<&Value> = games["games"].as_array().unwrap().iter().map(|game| &game["points"]).collect();
    assert_eq!(points, [&json!([100, 0]), &json!([50, 50]), &json!([0, 0])]);
    assert_eq!(games["games"][0]["winner"], 0);
    assert_eq!(games["games"][1]["entries"], json!([[1, [50, 0]], [2, [50, 50]]]));
}

#[test]
fn the_leaders_play_off() {
    let lead = json!({ "investors": [2, 2, 0], "preferred": [4, 4, 1], "common": [13, 13, 1], "takeovers": [5, 5, 0] });
    let players = ["Anna", "Bruno", "Carla"];
    let sheet = kept(&mut Value::Null, &opening("wall-street", &players, &json!({})), &[lead.clone(), lead]);
    assert_eq!((&sheet["playing"], &sheet["totals"]), (&json!([0, 1]), &json!([10, 10, 0])));
    assert!(sheet["pieces"].as_array().unwrap().contains(&json!({ "piece": "playOff", "seats": [0, 1] })));
    assert_eq!(sheet["rows"][1]["notes"][0]["key"], "playOff");
}

/// TH-T7 and TH-T8.
#[test]
fn the_pad_knows_who_pays_twice() {
    let players = ["Anna", "Bruno", "Carla", "Dino"];
    let tied = json!({ "ended": "knock", "knocker": 1, "values": [20, 10, 10, 27] });
    let alone = json!({ "ended": "knock", "knocker": 1, "losers": [1] });
    let sheet = kept(&mut Value::Null, &opening("thirty-one", &players, &json!({})), &[tied, alone]);
    assert_eq!(sheet["totals"], json!([4, 2, 3, 4]));
    assert_eq!(sheet["rows"][1]["notes"], json!([{ "key": "knockerPaysTwice", "params": { "seat": "1" } }]));
    assert_eq!(sheet["pieces"][0], json!({ "piece": "lives", "max": 4, "left": [4, 2, 3, 4], "free": true }));
}

/// SP-T9: with equal cards left the game has no winner; and SP-S11.
#[test]
fn a_game_of_speed_without_a_winner_is_played_again() {
    let out = |by: u8| json!({ "ended": "out", "by": by });
    let stuck = |left: [u8; 2]| json!({ "ended": "stalemate", "left": left });
    let hands = [out(0), stuck([20, 20]), stuck([9, 4]), out(0)];
    let sheet = kept(&mut Value::Null, &opening("speed", &["Anna", "Bruno"], &json!({})), &hands);
    assert_eq!((&sheet["totals"], &sheet["winners"]), (&json!([2, 1]), &json!([0])));
    assert_eq!(sheet["rows"][1]["points"], json!([0, 0]));
    assert_eq!(sheet["rows"][1]["notes"][0]["key"], "replayed");
    assert_eq!(sheet["rows"][2]["notes"][0], json!({ "key": "stalemate", "params": { "seat": "1" } }));
    assert_eq!(
        sheet["rows"][0]["scoreLines"][0]["amounts"],
        json!([0, null]),
        "no player counted what Bruno had"
    );
    assert_eq!((&sheet["dealer"], &sheet["rows"][0]["dealer"]), (&Value::Null, &Value::Null));
    assert_eq!(sheet["pieces"][0], json!({ "piece": "target", "points": 2 }));
    assert_eq!(sheet["payments"], json!([5, -5]), "a game more, at five cents");
}

/// SH-T21, with cards of the built-in set, and SH-R25, SH-S13.
#[test]
fn sharks_of_the_same_worth_are_told_apart() {
    let players = ["Anna", "Bruno", "Carla"];
    let ended = |options: &Value, entry: Value| {
        kept(&mut Value::Null, &opening("sharks", &players, options), &[entry])
    };
    let cards = |capital: [Option<u8>; 3]| json!({ "portfolio": [["I01", "I20", 7, "I15", "I24"], [10, 2], [-2, -6]], "capital": capital });
    let sheet = ended(&json!({}), cards([Some(3), Some(9), None]));
    assert_eq!((&sheet["totals"], &sheet["winners"]), (&json!([12, 12, -8]), &json!([1])));
    assert_eq!(sheet["rows"][0]["notes"], json!([{ "key": "tieBroken", "params": { "seat": "1" } }]));
    let lines = &sheet["rows"][0]["scoreLines"];
    assert_eq!((&lines[0]["amounts"], &lines[0]["points"]), (&json!([5, 2, 2]), &json!([12, 12, -8])));
    assert_eq!(lines[1]["amounts"], json!([3, 9, null]));
    assert_eq!(sheet["payments"], json!([100, 100, -200]), "the difference, for each point");
    assert!(sheet["over"] == true && sheet["dealer"].is_null());
    // With equal Capital the player with fewer Investments wins.
    assert_eq!(ended(&json!({}), cards([Some(4), Some(4), None]))["winners"], json!([1]));
    let sums = json!({ "worth": [12, 12, -8], "capital": [4, 4, null], "investments": [2, 2, null] });
    let sheet = ended(&json!({}), sums);
    assert_eq!(
        (&sheet["winners"], &sheet["rows"][0]["notes"][0]["key"]),
        (&json!([0, 1]), &json!("sharedVictory"))
    );
    let sheet = ended(&json!({ "tieBreak": "shared" }), json!({ "worth": [12, 12, -8] }));
    assert_eq!(sheet["winners"], json!([0, 1]));
}

#[test]
fn an_evening_of_two_games_is_settled_in_as_few_payments_as_can_be() {
    let mut pad = Value::Null;
    let quick = json!({ "lives": 1, "freeLife": false });
    let hand = |values: [Value; 3]| json!({ "ended": "showdown", "values": values });
    let hands = [hand([json!(10), json!(20), json!(21)]), hand([Value::Null, json!(20), json!(10)])];
    kept(&mut pad, &opening("thirty-one", &["Anna", "Bruno", "Carla"], &quick), &hands);
    // 21 cards and all categories: ten points and the match for Carla, at 5 cents a point.
    let sweep =
        json!({ "cards": [30, 10], "coins": [7, 3], "settebello": 0, "primiera": 0, "sweeps": [7, 1] });
    kept(&mut pad, &opening("scopa", &["Carla", "Anna"], &json!({})), &[sweep]);
    let evening = ask(&json!({ "ask": "view", "pad": pad }))["view"]["evening"].clone();
    let money: Vec<(&str, i64)> = evening["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|guest| (guest["name"].as_str().unwrap(), guest["money"]["cent"].as_i64().unwrap()))
        .collect();
    assert_eq!(money, [("Anna", -55), ("Bruno", 10), ("Carla", 45)]);
    assert_eq!(evening["debts"].as_array().unwrap().len(), 2);
    assert_eq!(evening["debts"][0], json!({ "from": "Anna", "to": "Carla", "amount": 45, "unit": "cent" }));
    let text = ask(
        &json!({ "ask": "text", "pad": pad, "texts": { "game.scopa": "Scopa", "pad.owes": "{from} pays {to} {amount}" } }),
    );
    let text = text["text"].as_str().unwrap();
    assert!(text.contains("Scopa · ") && text.contains("Anna pays Carla 45 cent"), "{text}");
}

/// The rows and the bonuses add up to the total.
#[test]
fn the_lines_and_the_bonuses_add_up_to_the_total() {
    let gin = json!({ "going": "gin", "by": 0, "deadwood": [0, 60] });
    let hands = [gin.clone(), gin];
    let of_gin = kept(&mut Value::Null, &opening("gin-rummy", &["Anna", "Bruno"], &json!({})), &hands);
    let of_bridge = kept(&mut Value::Null, &opening("bridge", &TABLE, &json!({})), &rubber());
    for sheet in [of_gin, of_bridge] {
        assert_eq!(sheet["over"], true, "{sheet}");
        let rows = sheet["rows"].as_array().unwrap();
        let bonuses = sheet["bonuses"].as_array().unwrap();
        assert!(!bonuses.is_empty());
        for side in 0..2 {
            let added: i64 = rows.iter().map(|row| row["points"][side].as_i64().unwrap()).sum();
            assert_eq!(rows.last().unwrap()["totals"][side], added);
            let beyond: i64 = bonuses.iter().map(|bonus| bonus["points"][side].as_i64().unwrap()).sum();
            assert_eq!(sheet["totals"][side], added + beyond);
        }
    }
}

#[test]
fn a_form_says_what_to_ask() {
    let form = |request: Value| ask(&request)["game"]["form"].clone();
    let scopa = form(json!({ "ask": "describe", "game": "scopa", "seats": 3 }));
    assert_eq!(scopa[0]["name"], "cards");
    assert_eq!(
        (&scopa[0]["kind"], &scopa[0]["who"], &scopa[0]["sum"]),
        (&json!("number"), &json!("sides"), &json!(40))
    );
    let names = |form: &Value| -> Vec<String> {
        form.as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(!names(&scopa).contains(&"napola".to_owned()));
    let napola =
        form(json!({ "ask": "describe", "game": "scopa", "options": { "napola": true, "claimOut": true } }));
    assert!(names(&napola).contains(&"napola".to_owned()) && names(&napola).contains(&"claim".to_owned()));
    let bridge = form(json!({ "ask": "describe", "game": "bridge" }));
    assert_eq!(bridge[1]["when"], json!({ "field": "kind", "is": ["played"] }));
}
