//! Tests of rejections, with a code, the rule and a sentence, and of accepted entries.

use super::ask;
use serde_json::{Value, json};

/// Returns the rejection of an entry after others, or null if it is accepted.
fn refused(game: &str, options: &Value, players: usize, hands: &[Value]) -> Value {
    let names = &["Anna", "Bruno", "Carla", "Dino"][..players];
    let opening = json!({ "game": game, "players": names, "dealer": 0, "options": options, "countEvery": 0 });
    let opened =
        ask(&json!({ "ask": "write", "device": "d", "change": { "type": "open", "opening": opening } }));
    assert_eq!(opened["refused"], Value::Null);
    let (mut pad, mut refused) = (opened["pad"].clone(), Value::Null);
    for entry in hands {
        assert_eq!(refused, Value::Null);
        let answer = ask(
            &json!({ "ask": "write", "pad": pad, "device": "d", "change": { "type": "enter", "match": opened["wrote"], "entry": entry } }),
        );
        refused = answer["refused"].clone();
        pad = answer["pad"].clone();
    }
    refused
}

/// Changes single figures of an accepted entry and checks the code of each rejection.
fn check(game: &str, options: &Value, players: usize, whole: &Value, changes: &[(Value, &str)]) {
    assert_eq!(refused(game, options, players, std::slice::from_ref(whole)), Value::Null, "{game}");
    for (change, code) in changes {
        let mut entry = whole.clone();
        for (key, value) in change.as_object().unwrap() {
            entry[key] = value.clone();
        }
        let refused = refused(game, options, players, &[entry.clone()]);
        assert_eq!(refused["code"], *code, "{game}: {entry} {}", refused["message"]);
    }
}

#[test]
fn the_cards_add_up_to_41() {
    let whole =
        json!({ "cards": [22, 18], "coins": [6, 4], "settebello": 0, "primiera": 1, "sweeps": [1, 0] });
    let changes = [
        (json!({ "cards": [22, 19] }), "sum"),
        (json!({ "cards": [22] }), "figures"),
        (json!({ "cards": [41, -1] }), "range"),
        (json!({ "coins": [6, 5] }), "sum"),
        (json!({ "settebello": null }), "missing"),
        (json!({ "settebello": 2 }), "range"),
        (json!({ "coins": [10, 0], "settebello": 1 }), "contradiction"),
        (json!({ "reBello": 0 }), "unasked"),
        (json!({ "settanta": 0 }), "unasked"),
        (json!({ "napola": [3, 0] }), "unasked"),
        (json!({ "claim": 0, "claimRight": true }), "unasked"),
        (json!({ "primieraCards": ["7777", "777"] }), "too-many-of-rank"),
        // Three cards cannot be among two.
        (json!({ "cards": [38, 2], "primieraCards": ["7777", "666"] }), "contradiction"),
        (json!({ "primieraCards": ["G", ""] }), "unreadable"),
        (json!({ "primieraCards": ["10KRT", "r"] }), "too-many-of-rank"),
        (json!({ "primieraCards": ["8JFj", "f"] }), "too-many-of-rank"),
        (json!({ "sweepOrder": [1] }), "contradiction"),
        (json!({ "oranges": 3 }), "unreadable"),
    ];
    check("scopa", &json!({}), 2, &whole, &changes);
    let refused = refused(
        "scopa",
        &json!({}),
        2,
        &[json!({
            "cards": [22, 19], "coins": [6, 4], "settebello": 0, "primiera": 1, "sweeps": [1, 0],
        })],
    );
    assert_eq!(refused["message"], "cards add up to 41, not 40 (SC-R1)");
    assert_eq!(
        refused["params"],
        json!({ "what": "cards", "given": "41", "expected": "40", "rule": "SC-R1" })
    );
    assert_eq!(refused["rule"], "SC-R1");
}

/// Four sevens in one pile and one in another: both piles claim the seven of one suit.
#[test]
fn two_hands_that_claim_one_seven_are_told_so() {
    let hand = json!({
        "cards": [22, 18], "coins": [6, 4], "settebello": 0, "sweeps": [1, 0], "primieraCards": ["7777", "7654"],
    });
    let refused = refused("scopa", &json!({}), 2, &[hand]);
    assert_eq!(
        refused["message"],
        "primieraCards have “7” 5 times, and a pack has four; two hands name the same card (SC-R12)"
    );
    assert_eq!(
        refused["params"],
        json!({ "what": "primieraCards", "rank": "7", "given": "5", "rule": "SC-R12" })
    );
}

#[test]
fn the_order_of_sweeps_is_asked_for_only_where_it_decides() {
    let options = json!({ "endMode": "orderedStop" });
    let deal = |sweeps: Value| json!({ "cards": [20, 20], "coins": [5, 5], "settebello": 0, "primiera": 1, "sweeps": sweeps });
    let hands = [deal(json!([3, 3])), deal(json!([3, 3])), deal(json!([3, 3]))];
    assert_eq!(refused("scopa", &options, 2, &hands)["code"], "order");
    assert_eq!(refused("scopa", &json!({}), 2, &hands), Value::Null);
    let mut ordered = hands.to_vec();
    ordered[2]["sweepOrder"] = json!([0, 1, 0, 1, 0, 1]);
    assert_eq!(refused("scopa", &options, 2, &ordered), Value::Null);
}

#[test]
fn runs_of_coins_and_claims() {
    let whole = json!({ "cards": [22, 18], "coins": [6, 4], "settebello": 1, "primiera": 1, "sweeps": [1, 0], "napola": [3, 0] });
    let changes = [
        (json!({ "napola": [2, 0] }), "range"),
        (json!({ "napola": [3, 3] }), "contradiction"),
        (json!({ "napola": [0, 5] }), "contradiction"),
        (json!({ "napola": [6, 0], "settebello": 0 }), "contradiction"),
    ];
    check("scopa", &json!({ "napola": true }), 2, &whole, &changes);
    let claim =
        json!({ "cards": [12, 8], "coins": [3, 2], "sweeps": [11, 0], "claim": 0, "claimRight": true });
    check(
        "scopa",
        &json!({ "claimOut": true }),
        2,
        &claim,
        &[(json!({ "claimRight": null }), "missing"), (json!({ "claim": 7 }), "no-seat")],
    );
}

#[test]
fn wall_street_counts_every_share() {
    let whole = json!({ "investors": [2, 1, 1], "preferred": [3, 3, 3], "common": [10, 9, 8], "takeovers": [0, 1, 0] });
    let changes = [
        (json!({ "investors": [2, 2, 1] }), "sum"),
        (json!({ "preferred": [4, 3, 3] }), "sum"),
        (json!({ "common": [10, 9, 9] }), "sum"),
        (json!({ "takeovers": [9, 0, 0] }), "contradiction"),
        (json!({ "takeovers": [0, 1] }), "figures"),
    ];
    check("wall-street", &json!({}), 3, &whole, &changes);
    // WS-T16: only the players who share the lead play on.
    let lead = json!({ "investors": [2, 2, 0], "preferred": [4, 4, 1], "common": [13, 13, 1], "takeovers": [5, 5, 0] });
    let alone = json!({ "investors": [2, 1, 1], "preferred": [5, 4, 0], "common": [14, 13, 0], "takeovers": [0, 0, 0] });
    let hands = [lead.clone(), lead, alone];
    let out = refused("wall-street", &json!({}), 3, &hands);
    assert_eq!((&out["code"], &out["params"]["seat"]), (&json!("not-playing"), &json!("2")));
}

#[test]
fn cassino_counts_what_there_is() {
    let whole = json!({
        "cards": [27, 25], "spades": [6, 7], "aces": [2, 2], "bigCassino": 0, "littleCassino": 1, "sweeps": [0, 1],
    });
    let changes = [
        (json!({ "cards": [27, 26] }), "sum"),
        (json!({ "spades": [6, 6] }), "sum"),
        (json!({ "aces": [2, 3] }), "sum"),
        (json!({ "bigCassino": null }), "missing"),
        (json!({ "littleCassino": 2 }), "range"),
        (json!({ "spades": [13, 0] }), "contradiction"),
        (json!({ "jackOfSpades": 0 }), "unasked"),
        (json!({ "cards": [52, 0] }), "contradiction"),
    ];
    check("cassino", &json!({}), 2, &whole, &changes);
}

#[test]
fn gin_is_gin() {
    let whole = json!({ "going": "knock", "by": 0, "deadwood": [5, 20] });
    let changes = [
        (json!({ "deadwood": [11, 20] }), "knock-limit"),
        (json!({ "deadwood": [0, 20] }), "knock-is-gin"),
        (json!({ "going": "gin" }), "gin-with-deadwood"),
        (json!({ "going": "bigGin", "deadwood": [0, 20] }), "unasked"),
        (json!({ "by": null }), "missing"),
        (json!({ "by": 2 }), "no-seat"),
        (json!({ "deadwood": null }), "missing"),
        (json!({ "going": "draw" }), "contradiction"),
        (json!({ "upcard": "4s" }), "unasked"),
        (json!({ "going": "fold" }), "unreadable"),
    ];
    check("gin-rummy", &json!({}), 2, &whole, &changes);
    let oklahoma = json!({ "knockLimit": "oklahoma", "spadesDouble": true });
    let knock = json!({ "going": "knock", "by": 0, "deadwood": [3, 20], "upcard": "4s" });
    let changes = [
        (json!({ "deadwood": [5, 20] }), "knock-limit"),
        (json!({ "upcard": "Ad" }), "knock-limit"),
        (json!({ "upcard": null }), "missing"),
        (json!({ "upcard": "blue" }), "unreadable"),
    ];
    check("gin-rummy", &oklahoma, 2, &knock, &changes);
}

#[test]
fn thirty_one_knows_who_loses() {
    let whole = json!({ "ended": "knock", "knocker": 1, "values": [10, 10, 20, 27] });
    let changes = [
        (json!({ "knocker": null }), "missing"),
        (json!({ "knocker": 4 }), "no-seat"),
        (json!({ "values": [10, 10, 20] }), "figures"),
        (json!({ "values": [10, 10, 20, 32] }), "range"),
        (json!({ "values": [10, 10, 20, null] }), "missing"),
        (json!({ "values": [10, 10, 20, 31] }), "contradiction"),
        (json!({ "ended": "blitz" }), "contradiction"),
        (json!({ "values": null, "losers": [0, 1] }), "losers"),
        (json!({ "values": null }), "missing"),
    ];
    check("thirty-one", &json!({}), 4, &whole, &changes);
    let entry = json!({ "ended": "knock", "knocker": 1, "losers": [0] });
    assert_eq!(refused("thirty-one", &json!({}), 4, &[entry]), Value::Null);
    // A player who is out plays no more hands.
    let quick = json!({ "lives": 1, "freeLife": false });
    let first = json!({ "ended": "showdown", "values": [10, 11, 20, 27] });
    let second = json!({ "ended": "showdown", "values": [10, 11, 20, 27] });
    assert_eq!(refused("thirty-one", &quick, 4, &[first, second])["code"], "not-playing");
}

#[test]
fn bridge_reads_contracts() {
    let whole = json!({ "kind": "played", "contract": "4SX", "declarer": 0, "tricks": 10 });
    let changes = [
        (json!({ "contract": "8S" }), "contract"),
        (json!({ "contract": "P" }), "contract"),
        (json!({ "contract": null }), "missing"),
        (json!({ "declarer": null }), "missing"),
        (json!({ "declarer": 4 }), "no-seat"),
        (json!({ "tricks": 14 }), "range"),
        (json!({ "tricks": null }), "missing"),
        (json!({ "honors": 100 }), "missing"),
        (json!({ "honors": 120, "honorsSeat": 0 }), "not-one-of"),
        (json!({ "contract": "3N", "honors": 100, "honorsSeat": 0 }), "only-aces"),
        (json!({ "kind": "passedOut" }), "unasked"),
        (json!({ "kind": "adjustment" }), "missing"),
        (json!({ "points": 50 }), "unasked"),
    ];
    check("bridge", &json!({}), 4, &whole, &changes);
    let adjusted = json!({ "kind": "adjustment", "side": 0, "points": -10_000, "why": "a bet" });
    let changes = [
        (json!({ "points": 0 }), "range"),
        (json!({ "points": -10_001 }), "range"),
        (json!({ "points": i32::MIN }), "range"),
        (json!({ "points": i32::MAX }), "range"),
    ];
    check("bridge", &json!({}), 4, &adjusted, &changes);
    let chicago = json!({ "mode": "chicago" });
    assert_eq!(refused("bridge", &chicago, 4, &[json!({ "kind": "givenUp" })])["code"], "unasked");
}

#[test]
fn speed_asks_for_cards_only_where_both_are_stuck() {
    let out = json!({ "ended": "out", "by": 0 });
    let changes = [
        (json!({ "by": null }), "missing"),
        (json!({ "by": 2 }), "no-seat"),
        (json!({ "left": [0, 7] }), "unasked"),
        (json!({ "ended": "stalemate" }), "contradiction"),
        (json!({ "ended": "stalemate", "by": null }), "missing"),
        (json!({ "ended": "asleep" }), "unreadable"),
    ];
    check("speed", &json!({}), 2, &out, &changes);
    let stuck = json!({ "ended": "stalemate", "left": [3, 7] });
    let changes = [
        (json!({ "left": [3] }), "figures"),
        (json!({ "left": [3, 21] }), "range"),
        (json!({ "left": [0, 7] }), "contradiction"),
        (json!({ "ended": "out" }), "missing"),
    ];
    check("speed", &json!({}), 2, &stuck, &changes);
    // SP-S11: two games of three, and three of five.
    let hands = [out.clone(), out.clone(), out];
    assert_eq!(refused("speed", &json!({}), 2, &hands)["code"], "over");
    assert_eq!(refused("speed", &json!({ "bestOf": 5 }), 2, &hands), Value::Null);
}

#[test]
fn sharks_has_every_investment_once() {
    // SH-T21, with face-down cards turned up: both portfolios are worth 12.
    let cards = json!({ "portfolio": [[12, -3, 7, 4, -8], [10, 2]], "capital": [3, 9] });
    let changes = [
        (json!({ "portfolio": [[12, -3, 7, 4, -8]] }), "figures"),
        (json!({ "portfolio": [[12, -3, 7, 4, -8], [12]] }), "no-more-of"),
        (json!({ "portfolio": [[12, -3, 7, 4, -8], ["I01"]] }), "no-more-of"),
        (json!({ "portfolio": [[12, -3, 7, 4, -8], ["T01"]] }), "no-more-of"),
        (json!({ "portfolio": [[12, -3, 7, 4, -8], [1]] }), "no-more-of"),
        (json!({ "portfolio": [[12, -3, 7, 4, -8], [10, 10, 2, 3, 11]] }), "one-ends-it"),
        (json!({ "portfolio": [[12, -3, 7, 4, -8, 3, 6], [10, 2]] }), "range"),
        (json!({ "portfolio": null }), "missing"),
        (json!({ "worth": [12, 12] }), "contradiction"),
        (json!({ "investments": [5, 2] }), "contradiction"),
        (json!({ "capital": [3] }), "figures"),
        (json!({ "capital": [3, -1] }), "range"),
        (json!({ "capital": [300, 9] }), "range"),
        (json!({ "capital": null }), "tied"),
        (json!({ "capital": [3, null] }), "tied"),
    ];
    check("sharks", &json!({}), 2, &cards, &changes);
    let sums = json!({ "worth": [12, 9, 12], "capital": [4, null, 4], "investments": [5, null, 2] });
    let changes = [
        (json!({ "worth": [12, 9] }), "figures"),
        (json!({ "worth": [12, 9, 200] }), "range"),
        (json!({ "investments": null }), "tied"),
        (json!({ "investments": [5, null, 5] }), "one-ends-it"),
        (json!({ "investments": [7, null, 2] }), "range"),
        (json!({ "investments": [4, 6, 20] }), "range"),
    ];
    check("sharks", &json!({}), 3, &sums, &changes);
    let tied = refused("sharks", &json!({}), 3, &[json!({ "worth": [12, 9, 12] })]);
    assert_eq!((&tied["params"]["what"], &tied["rule"]), (&json!("capital"), &json!("SH-S13")));
    // Capital that does not matter need not be counted.
    let shared = json!({ "tieBreak": "shared" });
    assert_eq!(refused("sharks", &shared, 3, &[json!({ "worth": [12, 9, 12] })]), Value::Null);
    assert_eq!(refused("sharks", &json!({}), 3, &[json!({ "worth": [12, 9, 11] })]), Value::Null);
    // SH-O1: if the round is played to its end, several players can have five.
    let late = json!({ "fullEnd": "endOfRound" });
    let full = json!({ "worth": [12, 9, 11], "investments": [5, 5, 8] });
    assert_eq!(refused("sharks", &late, 3, &[full]), Value::Null);
}

#[test]
fn pads_and_players_are_looked_at_too() {
    let code = |request: Value| ask(&request)["refused"]["code"].clone();
    let open = |opening: Value| {
        code(json!({ "ask": "write", "device": "d", "change": { "type": "open", "opening": opening } }))
    };
    assert_eq!(open(json!({ "game": "poker", "players": ["A", "B"], "dealer": 0 })), "no-game");
    assert_eq!(open(json!({ "game": "scopa", "players": ["A"], "dealer": 0 })), "setup");
    assert_eq!(open(json!({ "game": "scopa", "players": ["A", "A "], "dealer": 0 })), "name");
    assert_eq!(open(json!({ "game": "scopa", "players": ["A", ""], "dealer": 0 })), "name");
    assert_eq!(open(json!({ "game": "scopa", "players": ["A", "B"], "dealer": 2 })), "no-seat");
    assert_eq!(code(json!({ "ask": "view", "pad": { "format": "other/1", "operations": [] } })), "no-pad");
    assert_eq!(
        code(json!({ "ask": "write", "pad": null, "device": "d", "change": { "type": "undo" } })),
        "nothing-to-undo"
    );
    assert_eq!(
        code(
            json!({ "ask": "write", "pad": null, "device": "d", "change": { "type": "undo", "of": "1@d" } })
        ),
        "no-operation"
    );
    assert_eq!(code(json!({ "ask": "dance" })), "unreadable");
    let opening = json!({ "game": "scopa", "players": ["A", "B"], "dealer": 0 });
    let request =
        json!({ "ask": "write", "device": "my phone!", "change": { "type": "open", "opening": opening } });
    assert_eq!(code(request), "no-operation");
}

/// Tests that only some fields can name no winner: the primiera, and a knock below 31.
#[test]
fn only_fields_without_a_necessary_winner_offer_none() {
    let knocker_twice = json!({ "blitzLosers": "allOthersKnockerTwo" });
    let plain = json!({});
    let cases: [(&str, &Value, &[(&str, &Value)]); 6] = [
        ("scopa", &plain, &[("primiera", &Value::Null)]),
        ("cassino", &plain, &[]),
        ("gin-rummy", &plain, &[]),
        ("bridge", &plain, &[]),
        ("thirty-one", &plain, &[]),
        ("thirty-one", &knocker_twice, &[("knocker", &json!(["blitz"]))]),
    ];
    for (game, options, expected) in cases {
        let form =
            ask(&json!({ "ask": "describe", "game": game, "options": options }))["game"]["form"].clone();
        let nobody: Vec<(String, Value)> = form
            .as_array()
            .unwrap()
            .iter()
            .filter(|field| {
                matches!(field["kind"].as_str(), Some("seat" | "side")) && field["optional"] == json!(true)
            })
            .map(|field| (field["name"].as_str().unwrap().to_owned(), field["when"]["is"].clone()))
            .collect();
        let expected: Vec<(String, Value)> =
            expected.iter().map(|(name, is)| ((*name).to_owned(), (*is).clone())).collect();
        assert_eq!(nobody, expected, "{game} {options}");
    }
}
